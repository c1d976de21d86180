"""Every change of the record, and where the game goes on after it."""

from __future__ import annotations

from dataclasses import replace

from engine.errors import EngineError
from engine.position import Position
from engine.record import Entry, Game, RedeployEntry, RedoEntry, RollEntry, TurnEntry, UndoEntry, enter
from engine.review import JudgedTurn, judged_turn
from pi.core.choices import path_to
from pi.core.effects import BeginGame, Record
from pi.core.events import ButtonPressed
from pi.core.guiding import back_to_list, followed
from pi.core.handler import Next
from pi.core.model import Model, Phase, Setup, SetupStep, Tray, advised, faces_counted, phase_of
from pi.core.overlay_values import Redeployed, Undone
from vision.reading import Face


def enter_entries(model: Model, entries: tuple[Entry, ...]) -> Next:
    """Adds entries to the game and goes on where it then stands; with the first one a game takes the last one's place.

    Args:
        model: with a game.
        entries: at least one.
    """
    game = game_of(model)
    begun = () if model.left is None else (BeginGame(game.moments[0].position),)
    judged = model.judged
    for entry in entries:
        game = enter(game, entry)
        judged = tuple(turn for turn in judged if turn.number <= game.turns)
    if len(entries) == 1 and isinstance(entries[0], TurnEntry):
        judged = (*judged, *_judged(model, game))
    lying = model.reading if model.tray is Tray.RESTING else None
    lain = lying if isinstance(entries[-1], RollEntry) else model.lain
    entered = replace(model, game=game, left=None, lain=lain, judged=judged, presses=0)
    counted = _counted_after(entered, entries)
    seen = lying if isinstance(entries[0], RollEntry) and entries[0].read is not None else None
    record = Record(entries, model.presses, seen)
    following = at_table(entered, _phase_after(entries[-1], game))
    story, told = followed(model.story, game)
    shown = replace(following, counted=counted, overlay=_told(entries[-1], game), story=story)
    return Next(shown, (*begun, record, *told))


def _judged(model: Model, after: Game) -> tuple[JudgedTurn, ...]:
    """The turn just played beside the best of its roll, by the advice that there was."""
    before = game_of(model).now
    assert before.roll is not None
    turn = judged_turn(after.turns, before.position, before.roll, after.position, model.advice)
    return () if turn is None else (turn,)


def _told(entry: Entry, game: Game) -> Redeployed | None:
    """What the hands must do though no turn was played."""
    change = game.now.change
    is_made = isinstance(entry, RedeployEntry | RedoEntry)
    return Redeployed(change.step) if is_made and isinstance(change, RedeployEntry) else None


def _counted_after(model: Model, entries: tuple[Entry, ...]) -> frozenset[tuple[Face, ...]]:
    """What counted dice on the tray may show once entries were added; nothing when they have left it."""
    throws = isinstance(entries[-1], RollEntry)
    if model.tray is Tray.EMPTY or not (model.counted or throws):
        return frozenset()
    seen = frozenset() if model.lain is None else frozenset({model.lain.faces})
    # Dice of a roll that is taken back still lie there.
    before = model.counted if isinstance(entries[0], UndoEntry) else frozenset()
    return faces_counted(game_of(model)) | seen | before


def undo(model: Model) -> Next:
    """Takes back whatever came last."""
    if model.left is not None:
        return back_to_last_game(model)
    if model.game is None or not model.game.can_undo:
        return back_to_list(model) or Next(model, why="there is nothing to take back")
    return _take_back(model, model.game, 1)


def undo_turn(model: Model, event: ButtonPressed) -> Next:
    """Takes back the last confirmed turn, and the roll since with it."""
    game = model.game
    if model.left is not None:
        return back_to_last_game(model)
    if game is None or not game.turns:
        return Next(model, why="there is no turn to take back")
    since = next(
        count for count, moment in enumerate(reversed(game.moments), start=1) if isinstance(moment.change, TurnEntry)
    )
    return _take_back(model, game, since)


def _take_back(model: Model, game: Game, count: int) -> Next:
    """Takes back some changes; where goats were moved, the hands have to follow."""
    before = model.overlay.before if isinstance(model.overlay, Undone) else _before_undo(game, count)
    following = enter_entries(model, (UndoEntry(),) * count)
    undone = _with_last_choice(following.model)
    if before is not None and before != game_of(undone).position:
        undone = replace(undone, overlay=Undone(before))
    return replace(following, model=undone)


def _with_last_choice(model: Model) -> Model:
    """The model with the option selected that was taken of this roll before; the dice may still lie in its groups."""
    undone = game_of(model).undone[-1]
    if not isinstance(undone.change, TurnEntry):
        return model
    taken = (index for index, one in enumerate(model.advice) if one.option.position == undone.position)
    cursor = next(taken, model.cursor)
    path = path_to(model.choices, model.advice[cursor]) or (0,)
    return replace(model, cursor=cursor, path=path[:-1])


def _before_undo(game: Game, count: int) -> Position | None:
    """What the table looks like as long as the hands have not followed; None when they have nothing to do."""
    moved = [moment for moment in game.moments[-count:] if isinstance(moment.change, TurnEntry | RedeployEntry)]
    return moved[-1].position if moved else None


def redo(model: Model) -> Next:
    """Makes the change taken back last again."""
    if model.game is None or not model.game.can_redo:
        return Next(replace(model, overlay=None), why="nothing was taken back")
    return enter_entries(model, (RedoEntry(),))


def _phase_after(entry: Entry, game: Game) -> Phase:
    """After a turn the hands have something to do, even at the end; after undo they have the dice to throw."""
    if isinstance(entry, TurnEntry):
        return Phase.DOING
    phase = phase_of(game)
    return Phase.WAITING if isinstance(entry, UndoEntry) and phase is Phase.DOING else phase


def at_table(model: Model, phase: Phase) -> Model:
    """The model back at its game, in a phase of it."""
    return advised(replace(model, phase=phase, path=(), overlay=None), game_of(model))


def game_of(model: Model) -> Game:
    """The game of a phase that has one."""
    if model.game is None:
        raise EngineError(f"phase {model.phase.value}: there is no game")
    return model.game


def back_to_game(model: Model) -> Next:
    """Leaves the set-up for the game that was there before."""
    if model.game is None:
        return Next(model, why="there is no game to go back to")
    return Next(at_table(model, phase_of(model.game)))


def back_to_last_game(model: Model) -> Next:
    """Leaves a game in which nothing has happened yet for the one that it was to take the place of."""
    if model.left is None:
        return Next(model, why="the last game can not be gone back to")
    return back_to_game(replace(model, game=model.left, left=None))


def without_overlay(model: Model) -> Model:
    """The model without what lies on top.

    A doubt cannot stand without the dice it is about, and from a detail of the set-up it is as far as a press of BACK
    leads, so that two always reach the game.
    """
    if model.phase is Phase.SETUP:
        return replace(model, setup=without_detail(model.setup), overlay=None)
    phase = Phase.WAITING if model.phase is Phase.DOUBT else model.phase
    return replace(model, phase=phase, overlay=None)


def without_detail(setup: Setup) -> Setup:
    """The set-up at the second question instead of at a detail below it."""
    if setup.step in (SetupStep.PLAYERS, SetupStep.STARTS):
        return setup
    return replace(setup, step=SetupStep.STARTS, cursor=setup.starts, for_chapter=False)
