"""What the page is told of the table: the model as messages."""

from __future__ import annotations

from base64 import b64encode
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from itertools import pairwise
from typing import Any, cast

from engine.dice import face_json
from engine.facts import Fact, fact_json
from engine.green_valley import FIELDS
from engine.options import Option
from engine.places import Place, place_text
from engine.position import Position, position_json
from engine.record import Game, Moment, TurnEntry, entry_json, entry_kind
from engine.rules import EXPANSIONS, rule_set, setting_names, settings_json
from engine.scoring import sheet, sheet_json
from engine.suggest import Advice, chances
from engine.turns import turn_json
from pi.core.model import Model, Setup
from pi.core.recording import game_of
from pi.core.redeploying import can_take_back, goats_offered, steps_offered
from pi.core.screen import Screen
from pi.core.setup import colours_of
from pi.shell.web.messages import (
    Choice,
    GameNews,
    Move,
    Played,
    Reason,
    SeenDice,
    SetupNews,
    Sheet,
    TableNews,
    TakenBack,
)
from pi.shell.web.saying import card_told
from vision.reading import reading_json

MOST_CHOICES = 120
"""With expansions a roll may have hundreds; nobody reads that many."""


class Teller:
    """Tells of games; remembers the turns it has told of already. For one thread."""

    def __init__(self) -> None:
        self._played: dict[int, tuple[Moment, Played]] = {}
        self._began: tuple[Moment, list[float]] | None = None

    def game_news(self, model: Model, number: int) -> GameNews:
        """The game as it stands, or the want of one."""
        game = model.game
        if game is None:
            return GameNews(
                number=number, position=None, roll=None, sheet=None, start_chances=[], choices=[], more=0,
                redeploys=[], turns=[], cards=[], can_undo=False, can_redo=False,
            )  # fmt: skip
        return GameNews(
            number=number,
            position=position_json(game.position),
            roll=None if game.roll is None else [face_json(face) for face in game.roll.faces],
            sheet=cast(Sheet, sheet_json(sheet(game.position))),
            start_chances=list(self._start(game.moments[0])),
            choices=[advised(advice, game.position) for advice in model.advice[:MOST_CHOICES]],
            more=max(0, len(model.advice) - MOST_CHOICES),
            redeploys=_redeploys(model),
            turns=list(self._turns(game)),
            cards=[card_told(laid) for laid in game.position.cards],
            can_undo=game.can_undo,
            can_redo=game.can_redo,
        )

    def _turns(self, game: Game) -> Iterator[Played]:
        known, self._played = self._played, {}
        number = 0
        for before, after in pairwise(game.moments):
            if not isinstance(after.change, TurnEntry):
                continue
            number += 1
            kept = known.get(id(after))
            if kept is None or kept[0] is not after:
                kept = (after, played(before, after, after.change, number, chances(after.position)))
            self._played[id(after)] = kept
            yield kept[1]

    def _start(self, first: Moment) -> list[float]:
        """Everybody's chance at the start."""
        if self._began is None or self._began[0] is not first:
            self._began = (first, rounded(chances(first.position)))
        return self._began[1]


def played(before: Moment, after: Moment, change: TurnEntry, number: int, line: Iterable[float]) -> Played:
    """One turn that stands; `line` has the chances after it, by seat."""
    assert before.roll is not None
    return Played(
        number=number,
        round=before.position.round,
        seat=before.position.to_move,
        dice=[face_json(face) for face in before.roll.faces],
        turn=turn_json(change.turn),
        facts=_facts(after.facts),
        totals=[player.total for player in sheet(after.position).players],
        chances=rounded(line),
    )


def choice(option: Option, before: Position) -> Choice:
    """An option nobody was asked about."""
    return Choice(
        turn=turn_json(option.turn),
        moves=list(moves(before, option.position)),
        facts=_facts(option.facts),
        chance=None,
        reason=None,
    )


def advised(advice: Advice, before: Position) -> Choice:
    """An option with its chance and reason."""
    reason = {name: value for name, value in asdict(advice.reason).items() if value is not None}
    return Choice(
        turn=turn_json(advice.option.turn),
        moves=list(moves(before, advice.option.position)),
        facts=_facts(advice.option.facts),
        chance=round(advice.chance, 4),
        reason=cast(Reason, reason),
    )


def moves(before: Position, after: Position) -> Iterator[Move]:
    """Which goats stand elsewhere afterwards; one that stays on its mountain comes before one that changes it."""
    for seat, (old, new) in enumerate(zip(before.players, after.players, strict=True)):
        left = Counter(old.goats) - Counter(new.goats)
        come = Counter(new.goats) - Counter(old.goats)
        for origin, place in _paired(list(left.elements()), list(come.elements())):
            yield Move(seat=seat, origin=place_text(origin), place=place_text(place))


def _paired(left: list[Place], come: list[Place]) -> Iterator[tuple[Place, Place]]:
    for origin in list(left):
        alike = next((place for place in come if (place.region, place.number) == (origin.region, origin.number)), None)
        if alike is not None:
            left.remove(origin)
            come.remove(alike)
            yield origin, alike
    yield from zip(left, come, strict=True)


def record_news(game: Game | None) -> dict[str, Any] | None:
    """The game as it can be played again: its first position and the changes that stand."""
    if game is None:
        return None
    changes = [moment.change for moment in game.moments if moment.change is not None]
    return {
        "first": position_json(game.moments[0].position),
        "changes": [{"kind": entry_kind(change), **entry_json(change)} for change in changes],
    }


def _redeploys(model: Model) -> list[TakenBack]:
    """The goats that may be taken back now, and where to."""
    if not can_take_back(model):
        return []
    position = game_of(model).position
    return [
        TakenBack(origin=place_text(goat), mountain=step.mountain)
        for goat in goats_offered(position)
        for step in steps_offered(position, goat)
    ]


def _setup_news(setup: Setup) -> SetupNews:
    """What a new game would be like, and what there is to choose from."""
    names = (*setup.names[: setup.players], *[""] * (setup.players - len(setup.names)))
    board = rule_set(("base",))
    return SetupNews(
        names=list(names),
        known_names=list(setup.known_names),
        colours=list(colours_of(setup)),
        palette=list(board.colours),
        most_players=board.stacks[-1][0],
        starts=setup.starts,
        rules=list(setup.rules),
        settings=settings_json(setup.settings),
        reads={name: list(setting_names(rule_set(("base", name)))) for name in EXPANSIONS}
        | {"base": list(setting_names(board))},
        fields=list(FIELDS),
    )


def table_news(model: Model, shown: int, screen: Screen, camera: bool, simulated: bool) -> TableNews:
    """Everything but the game."""
    from pi.shell.render import render, screen_lines  # brings the picture library

    return TableNews(
        shown=shown,
        phase=model.phase.value,
        selected=model.cursor if model.advice and model.cursor < min(len(model.advice), MOST_CHOICES) else None,
        pixels=b64encode(render(screen).tobytes()).decode("ascii"),
        rows=list(screen_lines(screen, 26, lambda icon: icon.value)),
        tray=model.tray.value,
        reading=None if model.reading is None else cast(SeenDice, reading_json(model.reading)),
        troubles=[{"device": one.device, "reason": one.reason, "remedy": one.remedy} for one in model.troubles],
        setup=_setup_news(model.setup),
        camera=camera,
        simulated=simulated,
    )


def _facts(facts: Iterable[Fact]) -> list[Any]:
    return [fact_json(fact) for fact in facts]


def rounded(values: Iterable[float]) -> list[float]:
    """Chances as told."""
    return [round(value, 4) for value in values]
