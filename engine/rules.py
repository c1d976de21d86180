"""Rule sets: figures as data, and the modules that know the rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cache
from typing import Any

from engine import base
from engine.base import BaseGame
from engine.errors import EngineError
from engine.fields import flag, items, members, shown
from engine.module import Module
from engine.places import Place, path


@dataclass(frozen=True, slots=True)
class Settings:
    """What a group of players may agree on; the defaults are those of the rulings.

    Attributes:
        must_move: every die is in a group, and each group that sums up to a mountain moves (B5).
    """

    must_move: bool = False


DEFAULTS = Settings()


@dataclass(frozen=True, slots=True)
class Mountain:
    """One mountain.

    Attributes:
        number: what a group must sum up to; also the points of its tokens.
        top: steps from the foot to the top.
    """

    number: int
    top: int


@dataclass(frozen=True, slots=True)
class RuleSet:
    """What a game is played by. The names say everything: two rule sets of the same names are equal.

    Attributes:
        names: as the position writes them.
        mountains: by number, the lowest first.
        stacks: number of players, and the tokens of each mountain then.
        bonus: points of the bonus tokens, in the order in which they are taken.
        faces: what a die can show.
        dice: how many are rolled.
        colours: of the goats, in the order in which seats get them.
        modules: asked in this order.
    """

    names: tuple[str, ...]
    mountains: tuple[Mountain, ...] = field(compare=False, repr=False)
    stacks: tuple[tuple[int, tuple[int, ...]], ...] = field(compare=False, repr=False)
    bonus: tuple[int, ...] = field(compare=False, repr=False)
    faces: tuple[int, ...] = field(compare=False, repr=False)
    dice: int = field(compare=False, repr=False)
    colours: tuple[str, ...] = field(compare=False, repr=False)
    modules: tuple[Module, ...] = field(compare=False, repr=False)

    @property
    def tops(self) -> tuple[tuple[Mountain, Place], ...]:
        """The mountains, each with its top."""
        return tuple((mountain, path(mountain.number, mountain.top)) for mountain in self.mountains)

    def index(self, mountain: int) -> int:
        """Finds a mountain in the tuples that run by mountain.

        Raises:
            EngineError: when there is no such mountain.
        """
        for index, known in enumerate(self.mountains):
            if known.number == mountain:
                return index
        numbers = ", ".join(str(known.number) for known in self.mountains)
        raise EngineError(f"mountain: expected one of {numbers}, found {shown(mountain)}")

    def mountain(self, number: int) -> Mountain:
        """Gives the mountain of a number; raises EngineError when there is none."""
        return self.mountains[self.index(number)]

    def full_stacks(self, players: int) -> tuple[int, ...]:
        """Gives the tokens of each mountain at the start.

        Raises:
            EngineError: naming `players`, when so many can't play.
        """
        for count, tokens in self.stacks:
            if count == players:
                return tokens
        fewest, most = self.stacks[0][0], self.stacks[-1][0]
        raise EngineError(f"players: expected {fewest} to {most} players, found {shown(players)}")


# By name: the figures a rule set starts from, and what it adds to the modules.
_BOARDS: Mapping[str, dict[str, Any]] = {
    "base": {
        "mountains": tuple(Mountain(number, top) for number, top in base.TOPS.items()),
        "stacks": tuple(base.STACKS.items()),
        "bonus": base.BONUS,
        "faces": base.FACES,
        "dice": base.DICE,
        "colours": base.COLOURS,
    },
}
_MODULES: Mapping[str, tuple[Module, ...]] = {"base": (BaseGame(),)}


@cache
def rule_set(names: tuple[str, ...]) -> RuleSet:
    """Puts a rule set together: a board first, then any expansions, each once.

    Raises:
        EngineError: naming `rules` and the names that are known.
    """
    for name in names:
        if name not in _MODULES:
            raise EngineError(f"rules: unknown rule set {shown(name)}; known are {', '.join(_MODULES)}")
    if not names or names[0] not in _BOARDS:
        raise EngineError(f"rules: expected a list that begins with one of {', '.join(_BOARDS)}")
    if len(set(names)) != len(names):
        raise EngineError("rules: expected every rule set once")
    return RuleSet(names=names, modules=tuple(m for name in names for m in _MODULES[name]), **_BOARDS[names[0]])


def parse_rules(value: object) -> RuleSet:
    """Reads a list of names.

    Raises:
        EngineError: as `rule_set` does.
    """
    names = []
    for name in items(value, "rules", "rule set names"):
        if not isinstance(name, str):
            raise EngineError(f"rules: unknown rule set {shown(name)}; known are {', '.join(_MODULES)}")
        names.append(name)
    return rule_set(tuple(names))


def parse_settings(value: object, rules: RuleSet) -> Settings:
    """Reads the settings that differ from the defaults.

    Raises:
        EngineError: naming the setting that these rules don't know, or whose value is of the wrong type.
    """
    read = members(value, "settings", (), setting_names(rules))
    return replace(DEFAULTS, **{name: flag(chosen, f"settings.{name}") for name, chosen in read.items()})


def settings_json(settings: Settings) -> dict[str, Any]:
    """Writes the settings that differ from the defaults."""
    values = {each.name: getattr(settings, each.name) for each in fields(settings)}
    return {name: value for name, value in values.items() if value != getattr(DEFAULTS, name)}


def setting_names(rules: RuleSet) -> Sequence[str]:
    """Lists the settings that these rules read."""
    return tuple(name for module in rules.modules for name in module.settings)
