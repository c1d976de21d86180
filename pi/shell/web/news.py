"""What the page is told of the table: the model as messages."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from typing import cast

from engine.dice import face_json
from engine.green_valley import FIELDS
from engine.places import place_text
from engine.position_json import position_json
from engine.record import Game, Moment
from engine.rules import EXPANSIONS, rule_set, setting_names, settings_json
from engine.saga.campaign import RULES as SAGA
from engine.scoring import sheet, sheet_json
from engine.suggest import Advice, chances
from pi.core.beginning import colours_of, names_of
from pi.core.guiding import is_chapter
from pi.core.hints import Hints, hints_for, in_plain_order
from pi.core.model import Model, hints_now
from pi.core.recording import game_of
from pi.core.redeploying import can_take_back, goats_offered, steps_offered
from pi.core.screen import Screen
from pi.core.story import BEGUN_LAST, KnownPack, everything_laid
from pi.shell.web.messages import (
    Chapter,
    Choice,
    CostlyTurn,
    GameNews,
    PackListed,
    Played,
    SeenDice,
    SetupNews,
    Sheet,
    TableNews,
    TakenBack,
)
from pi.shell.web.saying import card_told
from pi.shell.web.telling import advised, choice, judged, played, rounded, taken_back_since, turns_played
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
                redeploys=[], turns=[], taken_back=[], verdict=None, cards=[], chapter=None, can_undo=False,
                can_redo=False,
            )  # fmt: skip
        is_told = tells_chances(model)
        return GameNews(
            number=number,
            position=position_json(game.position),
            roll=None if game.roll is None else [face_json(face) for face in game.roll.faces],
            sheet=cast(Sheet, sheet_json(sheet(game.position))),
            start_chances=list(self._start(game.moments[0])) if is_told else [],
            choices=list(_choices(model)),
            more=max(0, len(model.advice) - MOST_CHOICES),
            redeploys=_redeploys(model),
            turns=[turn if is_told else Played(**{**turn, "chances": []}) for turn in self._turns(game)],
            taken_back=taken_back_since(game),
            verdict=_verdict(model),
            cards=[card_told(laid) for laid in game.position.cards],
            chapter=_chapter(model),
            can_undo=game.can_undo,
            can_redo=game.can_redo,
        )

    def _turns(self, game: Game) -> Iterator[Played]:
        known, self._played = self._played, {}
        for turn in turns_played(game):
            after = turn.after
            kept = known.get(id(after))
            if kept is None or kept[0] is not after:
                kept = (after, played(turn, chances(after.position)))
            self._played[id(after)] = kept
            yield kept[1]

    def _start(self, first: Moment) -> list[float]:
        """Everybody's chance at the start."""
        if self._began is None or self._began[0] is not first:
            self._began = (first, rounded(chances(first.position)))
        return self._began[1]


def advice_shown(model: Model) -> tuple[Advice, ...]:
    """The options in the order in which the player to move may see them, as many as the page shows."""
    ranked = model.advice if hints_now(model) is Hints.ON else in_plain_order(model.advice)
    return tuple(ranked[:MOST_CHOICES])


def _choices(model: Model) -> Iterator[Choice]:
    position = game_of(model).position
    for one in advice_shown(model):
        yield advised(one, position) if hints_now(model) is Hints.ON else choice(one.option, position)


def tells_chances(model: Model) -> bool:
    """Whether everybody's chances may be told: all see one board, so one who wants no hints counts until the end."""
    position = game_of(model).position
    wishes = (hints_for(model.wishes, player.name) for player in position.players)
    return position.over or Hints.OFF not in wishes


def _verdict(model: Model) -> CostlyTurn | None:
    """The last turn beside the best of its roll, for a player who wants to know after the choice."""
    game = game_of(model)
    if not model.judged or model.judged[-1].number != game.turns or game.roll is not None:
        return None
    turn = model.judged[-1]
    wish = hints_for(model.wishes, turn.before.players[turn.seat].name)
    return judged(turn) if wish is Hints.AFTER else None


def _chapter(model: Model) -> Chapter | None:
    """The campaign that the game is a chapter of, once it has its number."""
    story = model.story
    if story is None or story.id == BEGUN_LAST or not is_chapter(story, model.game):
        return None
    return Chapter(campaign=story.id, name=story.now.name)


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


def _setup_news(model: Model) -> SetupNews:
    """What a new game would be like, and what there is to choose from."""
    setup = model.setup
    names = (*setup.names[: setup.players], *[""] * (setup.players - len(setup.names)))
    board = rule_set(("base",))
    return SetupNews(
        names=list(names),
        known_names=list(setup.known_names),
        colours=list(colours_of(setup)),
        palette=list(board.colours),
        most_players=board.stacks[-1][0],
        starts=setup.starts,
        hints=[hints_for(model.wishes, name).value for name in names_of(setup, model.language)],
        rules=list(setup.rules),
        settings=settings_json(setup.settings),
        reads={name: list(setting_names(rule_set(("base", name)))) for name in EXPANSIONS}
        | {name: list(setting_names(rule_set((name,)))) for name in ("base", *SAGA)},
        fields=list(FIELDS),
        packs=[_pack_listed(pack) for pack in model.packs],
    )


def _pack_listed(pack: KnownPack) -> PackListed:
    laid = [f"{one.card.code}@{one.mountain}" if one.mountain else one.card.code for one in everything_laid(pack.cards)]
    return PackListed(name=pack.name, is_example=pack.is_example, laid=laid)


def table_news(model: Model, shown: int, screen: Screen, camera: bool, simulated: bool) -> TableNews:
    """Everything but the game."""
    from pi.shell.render import render, screen_lines  # brings the picture library

    return TableNews(
        shown=shown,
        phase=model.phase.value,
        selected=_selected(model),
        pixels=b64encode(render(screen).tobytes()).decode("ascii"),
        rows=list(screen_lines(screen, 26, lambda icon: icon.value)),
        tray=model.tray.value,
        reading=None if model.reading is None else cast(SeenDice, reading_json(model.reading)),
        troubles=[{"device": one.device, "reason": one.reason, "remedy": one.remedy} for one in model.troubles],
        setup=_setup_news(model),
        camera=camera,
        simulated=simulated,
    )


def _selected(model: Model) -> int | None:
    """Which of the options shown is selected at the device."""
    if not model.advice:
        return None
    chosen = model.advice[model.cursor]
    return next((index for index, one in enumerate(advice_shown(model)) if one is chosen), None)
