"""Rule sets: figures as data, and the modules that know the rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cache
from typing import Any

from engine import base, green_valley
from engine.base import BaseGame
from engine.big_mountain import BigMountain
from engine.errors import EngineError
from engine.fields import flag, items, members, shown, whole
from engine.green_valley import GreenValley
from engine.module import Module
from engine.places import Place, path
from engine.redeploying import Redeploying
from engine.saga import game as saga
from engine.saga.game import SagaGame


@dataclass(frozen=True, slots=True)
class Settings:
    """What a group of players may agree on; the defaults are those of the rulings.

    Attributes:
        must_move: every die is in a group, and each group that sums up to a mountain moves (B5).
        entry_climbs: a goat that a group brings to a mountain climbs one step at once (M4).
        free_redeploy: goats may be taken back without dice (V6); None: as the rule set has it.
        valley_fields: for each mountain the points of the valley field that belongs to it (V2).
        remove_cards: with fewer players the stacks of the Saga are lower, as in the base game (S3).
    """

    must_move: bool = False
    entry_climbs: bool = True
    free_redeploy: bool | None = None
    valley_fields: tuple[tuple[int, int], ...] = ((5, 3), (6, 3), (7, 4), (8, 4), (9, 5), (10, 5))
    remove_cards: bool = False


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
        removed_stacks: the same where the players agreed on `remove_cards`.
        bonus: points of the bonus tokens, in the order in which they are taken.
        faces: what a die can show.
        dice: how many are rolled.
        colours: of the goats, in the order in which seats get them.
        modules: asked in this order.
        numbers: of the mountains.
        places: all where a goat can stand, sorted.
        known_places: the same, to look a place up.
        single_places: those for one goat alone.
    """

    names: tuple[str, ...]
    mountains: tuple[Mountain, ...] = field(compare=False, repr=False)
    stacks: tuple[tuple[int, tuple[int, ...]], ...] = field(compare=False, repr=False)
    removed_stacks: tuple[tuple[int, tuple[int, ...]], ...] = field(compare=False, repr=False)
    bonus: tuple[int, ...] = field(compare=False, repr=False)
    faces: tuple[int, ...] = field(compare=False, repr=False)
    dice: int = field(compare=False, repr=False)
    colours: tuple[str, ...] = field(compare=False, repr=False)
    modules: tuple[Module, ...] = field(compare=False, repr=False)
    numbers: tuple[int, ...] = field(compare=False, repr=False)
    places: tuple[Place, ...] = field(compare=False, repr=False)
    known_places: frozenset[Place] = field(compare=False, repr=False)
    single_places: frozenset[Place] = field(compare=False, repr=False)

    @property
    def redeploys(self) -> bool:
        """Whether goats may be taken back without dice, unless the players agreed otherwise (V6)."""
        return any(module.redeploys for module in self.modules)

    @property
    def lays_cards(self) -> bool:
        """Whether cards can lie beside the board."""
        return any(module.lays_cards for module in self.modules)

    @property
    def free_order(self) -> bool:
        """Whether steps are looked for one by one."""
        return any(module.free_order for module in self.modules)

    @property
    def tops(self) -> tuple[tuple[Mountain, Place], ...]:
        """The mountains, each with its top."""
        return _tops(self)

    def index(self, mountain: int) -> int:
        """Finds a mountain in the tuples that run by mountain.

        Raises:
            EngineError: when there is no such mountain.
        """
        if mountain in self.numbers:
            return self.numbers.index(mountain)
        numbers = ", ".join(map(str, self.numbers))
        raise EngineError(f"mountain: expected one of {numbers}, found {shown(mountain)}")

    def mountain(self, number: int) -> Mountain:
        """Gives the mountain of a number; raises EngineError when there is none."""
        return self.mountains[self.index(number)]

    def full_stacks(self, players: int, settings: Settings = DEFAULTS) -> tuple[int, ...]:
        """Gives the tokens of each mountain at the start.

        Raises:
            EngineError: naming `players`, when so many can't play.
        """
        for count, tokens in self.removed_stacks if settings.remove_cards else self.stacks:
            if count == players:
                return tokens
        fewest, most = self.stacks[0][0], self.stacks[-1][0]
        raise EngineError(f"players: expected {fewest} to {most} players, found {shown(players)}")


@cache
def _tops(rules: RuleSet) -> tuple[tuple[Mountain, Place], ...]:
    return tuple((mountain, path(mountain.number, mountain.top)) for mountain in rules.mountains)


# By name: the figures a rule set starts from, and what it adds to the modules.
_BOARDS: dict[str, dict[str, Any]] = {
    "base": {
        "mountains": tuple(Mountain(number, top) for number, top in base.TOPS.items()),
        "stacks": tuple(base.STACKS.items()),
        "removed_stacks": tuple(base.STACKS.items()),
        "bonus": base.BONUS,
        "faces": base.FACES,
        "dice": base.DICE,
        "colours": base.COLOURS,
    },
}
_BOARDS["saga"] = _BOARDS["base"] | {
    "stacks": tuple((players, base.STACKS[max(base.STACKS)]) for players in base.STACKS),  # S3
    "faces": saga.FACES,
}
_WITH_EXPANSIONS = ("base",)
_REDEPLOYING = Redeploying()
_MODULES: Mapping[str, tuple[Module, ...]] = {
    "base": (BaseGame(),),
    "big-mountain": (BigMountain(), _REDEPLOYING),
    "green-valley": (GreenValley(), _REDEPLOYING),
    "saga": (SagaGame(),),
}

EXPANSIONS = tuple(name for name in _MODULES if name not in _BOARDS)
"""The rule sets that can be added to a board."""


@cache
def rule_set(names: tuple[str, ...]) -> RuleSet:
    """Puts a rule set together: a board first, then any expansions in any order, each once.

    Raises:
        EngineError: naming `rules` and the names that are known.
    """
    for name in names:
        if name not in _MODULES:
            raise EngineError(f"rules: unknown rule set {shown(name)}; known are {', '.join(_MODULES)}")
    if not names or names[0] not in _BOARDS:
        raise EngineError(f"rules: expected a list that begins with one of {', '.join(_BOARDS)}")
    for name in names[1:]:
        if names.count(name) > 1:
            raise EngineError(f"rules: {name} is named twice; expected every rule set once")
        if name in _BOARDS:
            raise EngineError(f"rules: {name} is a board of its own; expected one board")
        if names[0] not in _WITH_EXPANSIONS:
            raise EngineError(f"rules: {name} can't be added to {names[0]}; expected {names[0]} alone")
    board = _BOARDS[names[0]]
    # The order in which modules are asked does not depend on the order of the names.
    modules = tuple(dict.fromkeys(module for name, each in _MODULES.items() if name in names for module in each))
    paths = [path(mountain.number, step) for mountain in board["mountains"] for step in range(mountain.top + 1)]
    single = tuple(place for module in modules for place in module.single_places)
    shared = tuple(place for module in modules for place in module.shared_places)
    tops = tuple(path(mountain.number, mountain.top) for mountain in board["mountains"])
    places = tuple(sorted((*paths, *single, *shared)))
    return RuleSet(
        names=names,
        modules=modules,
        numbers=tuple(mountain.number for mountain in board["mountains"]),
        places=places,
        known_places=frozenset(places),
        single_places=frozenset((*tops, *single)),
        **board,
    )


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
        EngineError: naming the setting that these rules don't know, or whose value makes no sense.
    """
    read = members(value, "settings", (), setting_names(rules))
    chosen = {name: _SETTING_READERS[name](given, f"settings.{name}") for name, given in read.items()}
    return settings_for(replace(DEFAULTS, **chosen), rules)


def settings_for(settings: Settings, rules: RuleSet) -> Settings:
    """Gives the settings that these rules read, everything else as by default."""
    known = setting_names(rules)
    fitting = replace(DEFAULTS, **{name: getattr(settings, name) for name in known})
    if fitting.free_redeploy is rules.redeploys:
        return replace(fitting, free_redeploy=None)
    return fitting


def settings_json(settings: Settings) -> dict[str, Any]:
    """Writes the settings that differ from the defaults."""
    values = {each.name: getattr(settings, each.name) for each in fields(settings)}
    different = {name: value for name, value in values.items() if value != getattr(DEFAULTS, name)}
    if "valley_fields" in different:
        different["valley_fields"] = {str(mountain): points for mountain, points in settings.valley_fields}
    return different


def setting_names(rules: RuleSet) -> Sequence[str]:
    """Lists the settings that these rules read."""
    return tuple(name for module in rules.modules for name in module.settings)


def _valley_fields(value: object, field: str) -> tuple[tuple[int, int], ...]:
    numbers = [mountain for mountain, _ in DEFAULTS.valley_fields]
    read = members(value, field, [str(number) for number in numbers])
    lowest, highest = green_valley.FIELDS[0], green_valley.FIELDS[-1]
    return tuple((number, whole(read[str(number)], f"{field}.{number}", lowest, highest)) for number in numbers)


_SETTING_READERS: Mapping[str, Callable[[object, str], Any]] = {
    "must_move": flag,
    "entry_climbs": flag,
    "free_redeploy": flag,
    "remove_cards": flag,
    "valley_fields": _valley_fields,
}
