"""What is to be seen for everything that can be known: `screens(model)`."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.dice import Roll
from engine.options import Option
from engine.play import Fact
from engine.position import Position
from engine.record import Game, TurnEntry
from engine.scoring import Sheet, sheet, tops_held
from engine.suggest import Reason, ReasonKind
from pi.core.editors import is_goat_item, item_value, items_of, mountain_of_item
from pi.core.model import (
    DiceEditor,
    Menu,
    MenuItem,
    Model,
    NewGameQuestion,
    Phase,
    PositionEditor,
    Scores,
    SetupStep,
    Tray,
    with_ones_turned,
)
from pi.core.screen import DieSign, Icon, Row, Screen
from pi.core.texts import say
from pi.core.update import first_position, menu_items
from vision.reading import Doubt, Reading

NAME_LENGTH = 8
"""Letters of a player's name that a row has room for."""

Say = Callable[..., str]


def screens(model: Model) -> Screen:
    """The screen that shows a model."""

    def speak(text: str, **values: object) -> str:
        return say(model.language, text, **values)

    if model.overlay is not None:
        screen = _OVERLAYS[type(model.overlay)](model, speak)
    else:
        screen = _PHASES[model.phase](model, speak)
    return Screen(screen.title, screen.dice, screen.rows, screen.hint, _icons(model))


def short_name(name: str) -> str:
    """A player's name as long as a row has room for."""
    return name if len(name) <= NAME_LENGTH else name[: NAME_LENGTH - 1] + "…"


def _icons(model: Model) -> tuple[Icon, ...]:
    shown = {
        Icon.NO_CAMERA: model.has_trouble("camera"),
        Icon.NOT_SAVED: model.has_trouble("record"),
        Icon.LAST_ROUND: model.game is not None and model.game.position.last_round and not model.game.position.over,
    }
    return tuple(icon for icon, is_shown in shown.items() if is_shown)


# Phases


def _setup(model: Model, speak: Say) -> Screen:
    setup = model.setup
    if setup.step is SetupStep.PLAYERS:
        rows = (
            Row(speak("How many play?")),
            Row(speak("Players: {count}", count=setup.players), selected=True),
            *_trouble_rows(model),
        )
        return Screen(speak("Goatherd"), rows=rows, hint=speak("NEXT change  OK go on"))
    position = first_position(setup, model.language)
    starts = short_name(position.players[setup.starts].name)
    rows = (Row(speak("Who starts?")), Row(speak("Starts: {name}", name=starts), selected=True))
    return Screen(speak("Goatherd"), rows=rows, hint=speak("NEXT change  OK play"))


def _waiting(model: Model, speak: Say) -> Screen:
    position = _game(model).position
    if model.has_trouble("camera"):
        hint = speak("OK enter  NEXT scores")
    elif model.reading is not None and model.reading.faces not in model.counted:
        hint = speak("OK count  NEXT scores")
    else:
        hint = speak("OK menu  NEXT scores")
    counted = model.reading is not None and model.reading.faces in model.counted
    rows = (
        *_trouble_rows(model),
        *((Row(speak("These dice were counted")),) if counted else ()),
        *_standing(position, speak),
    )
    return Screen(_turn_title(position, speak, "{name}: throw"), rows=rows, hint=hint)


def _moving(model: Model, speak: Say) -> Screen:
    position = _game(model).position
    blocked = model.tray is Tray.BLOCKED
    rows = (Row(speak("Hand over the tray" if blocked else "Wait for the dice")), *_standing(position, speak))
    return Screen(_turn_title(position, speak, "{name}: dice roll"), rows=rows)


def _choosing(model: Model, speak: Say) -> Screen:
    game = _game(model)
    position = game.position
    roll = game.roll
    assert roll is not None
    chosen = model.advice[model.cursor]
    rows = tuple(
        Row(option_text(advice.option, position, speak), f"{advice.chance:.0%}", selected=index == model.cursor)
        for index, advice in enumerate(model.advice)
    )
    return Screen(
        _turn_title(position, speak, "{name}: choose"),
        _roll_signs(roll, chosen.option.turn.turned),
        rows,
        reason_sentence(chosen.reason, position, speak),
    )


def _doing(model: Model, speak: Say) -> Screen:
    game = _game(model)
    position = game.position
    mover = game.moments[-2].position
    facts = game.now.facts if isinstance(game.now.change, TurnEntry) else ()
    lines = [Row(text) for fact in facts if (text := fact_sentence(fact, mover, speak))]
    if not lines:
        lines = [Row(speak("Nothing moves"))]
    if not position.over:
        lines.append(Row(speak("Then: {name}", name=_mover(position))))
    title = speak("{name}: done", name=short_name(mover.players[mover.to_move].name))
    return Screen(title, rows=(*lines, *_trouble_rows(model)), hint=speak("OK done  UNDO back"))


def _over(model: Model, speak: Say) -> Screen:
    position = _game(model).position
    standing = sheet(position)
    rows = (
        Row(_winner_text(standing, position, speak), selected=True),
        Row(speak(_DECIDED_BY[standing.decided_by])),
        *_ranking_rows(standing, position),
    )
    return Screen(speak("Game over"), rows=rows, hint=speak("OK new game  NEXT more"))


def _doubt(model: Model, speak: Say) -> Screen:
    return _waiting(model, speak)


_PHASES: Mapping[Phase, Callable[[Model, Say], Screen]] = {
    Phase.SETUP: _setup,
    Phase.WAITING: _waiting,
    Phase.MOVING: _moving,
    Phase.DOUBT: _doubt,
    Phase.CHOOSING: _choosing,
    Phase.DOING: _doing,
    Phase.OVER: _over,
}


# Overlays


def _dice_editor(model: Model, speak: Say) -> Screen:
    editor = model.overlay
    assert isinstance(editor, DiceEditor)
    signs = tuple(DieSign(slot.face, selected=index == editor.cursor) for index, slot in enumerate(editor.slots))
    if model.phase is Phase.DOUBT and model.reading is not None:
        title, rows = speak("Look at the dice"), tuple(Row(text) for text in doubt_sentences(model.reading, speak))
    elif _game(model).roll is None:
        title, rows = speak("Enter the dice"), ()
    else:
        title, rows = speak("Correct the dice"), ()
    return Screen(title, signs, (*rows, Row(speak("Hold NEXT: other die"))), speak("NEXT change  OK right"))


def _menu(model: Model, speak: Say) -> Screen:
    assert isinstance(model.overlay, Menu)
    items = menu_items(model)
    cursor = model.overlay.cursor % len(items)
    rows = tuple(Row(speak(_MENU_TEXTS[item]), selected=index == cursor) for index, item in enumerate(items))
    return Screen(speak("Menu"), rows=rows, hint=speak("NEXT down  OK choose"))


def _scores(model: Model, speak: Say) -> Screen:
    assert isinstance(model.overlay, Scores)
    position = _game(model).position
    standing = sheet(position)
    hint = speak("NEXT more  BACK close")
    if model.overlay.seat is None:
        return Screen(speak("Scores"), rows=_ranking_rows(standing, position), hint=hint)
    seat = standing.players[model.overlay.seat]
    rows = (
        *(Row(_line_text(line.what, speak), str(line.points)) for line in seat.lines if line.points),
        Row(speak("Total"), str(seat.total), selected=True),
    )
    return Screen(short_name(seat.name), rows=rows, hint=hint)


def _position_editor(model: Model, speak: Say) -> Screen:
    editor = model.overlay
    assert isinstance(editor, PositionEditor)
    title, hint = speak("Correct the board"), speak("NEXT  OK  BACK")
    players = editor.draft.players
    if editor.item is None:
        texts = [short_name(player.name) for player in players] + [speak("Done")]
        rows = tuple(Row(text, selected=index == editor.seat) for index, text in enumerate(texts))
        return Screen(title, rows=rows, hint=hint)
    rows = tuple(
        Row(_item_text(editor.draft, item, speak), _value_text(editor, item, speak), selected=item == editor.item)
        for item in range(items_of(editor.draft))
    )
    done = Row(speak("Done"), selected=editor.item == len(rows))
    return Screen(short_name(players[editor.seat].name), rows=(*rows, done), hint=hint)


def _new_game_question(model: Model, speak: Say) -> Screen:
    assert isinstance(model.overlay, NewGameQuestion)
    rows = (
        Row(speak("No, play on"), selected=not model.overlay.yes),
        Row(speak("Yes, a new game"), selected=model.overlay.yes),
    )
    return Screen(speak("Leave this game?"), rows=rows, hint=speak("NEXT down  OK choose"))


_OVERLAYS: Mapping[type, Callable[[Model, Say], Screen]] = {
    DiceEditor: _dice_editor,
    Menu: _menu,
    Scores: _scores,
    PositionEditor: _position_editor,
    NewGameQuestion: _new_game_question,
}

_MENU_TEXTS: Mapping[MenuItem, str] = {
    MenuItem.COUNT_DICE: "Count these dice",
    MenuItem.ENTER_DICE: "Enter the dice",
    MenuItem.CORRECT_DICE: "Correct the dice",
    MenuItem.UNDO: "Undo",
    MenuItem.REDO: "Redo",
    MenuItem.SCORES: "Scores",
    MenuItem.CORRECT_POSITION: "Correct the board",
    MenuItem.NEW_GAME: "New game",
    MenuItem.LANGUAGE: "Deutsch",
}


# Sentences


def option_text(option: Option, position: Position, speak: Say) -> str:
    """What an option does, short: mountains with ↑ for a step, ▲ for the top, + for points, × for a bump."""
    parts: list[str] = []
    for fact in option.facts:
        match fact.kind:
            case "climbed":
                parts.append(f"{fact.mountain}{'▲' if _is_on_top(option, fact) else '↑'}")
            case "bumped":
                parts.append(f"×{short_name(position.players[fact.seat].name)[:1]}")
            case "took" | "bonus":
                parts.append(f"+{fact.points}")
    return " ".join(parts) or speak("Pass")


def _is_on_top(option: Option, fact: Fact) -> bool:
    return fact.mountain in tuple(tops_held(option.position, fact.seat))


def fact_sentence(fact: Fact, position: Position, speak: Say) -> str:
    """What the hands must do because of a fact; empty when nothing."""
    match fact.kind:
        case "climbed":
            return speak("Your goat {mountain}: up", mountain=fact.mountain)
        case "bumped":
            return speak(
                "{name}'s goat {mountain}: foot",
                name=short_name(position.players[fact.seat].name),
                mountain=fact.mountain,
            )
        case "took":
            return speak("Take a token: {mountain}", mountain=fact.mountain)
        case "emptied":
            return speak("Stack {mountain} is empty", mountain=fact.mountain)
        case "bonus":
            return speak("Take the bonus: {points}", points=fact.points)
        case "last_round":
            return speak("The last round is on")
        case "over":
            return speak("The game is over")
        case _:
            return ""


def reason_sentence(reason: Reason, position: Position, speak: Say) -> str:
    """Why an option stands where it stands."""
    name = short_name(position.players[reason.seat].name) if reason.seat is not None else ""
    return speak(_REASONS[reason.kind], name=name, mountain=reason.mountain, points=reason.points)


_REASONS: Mapping[ReasonKind, str] = {
    "wins": "wins the game",
    "shares": "shares the first place",
    "bonus": "takes the bonus {points}",
    "tokens": "takes {points} points",
    "bumps": "bumps {name} from {mountain}",
    "tops": "reaches the top of {mountain}",
    "climbs": "climbs {mountain}",
    "idle": "changes nothing",
    "passes": "passes",
}


def doubt_sentences(reading: Reading, speak: Say) -> tuple[str, ...]:
    """Why a reading is not taken without asking, one sentence a doubt."""
    sentences = tuple(speak(_DOUBTS[doubt], count=len(reading.dice)) for doubt in reading.doubts)
    return sentences or (speak("Not sure of this die"),)


_DOUBTS: Mapping[Doubt, str] = {
    Doubt.COUNT: "{count} dice, not four",
    Doubt.COCKED: "A die leans",
    Doubt.TOUCHING: "Dice touch: part them",
    Doubt.GLARE: "Glare on a die",
    Doubt.DARK: "Too dark to be sure",
    Doubt.BLURRED: "The picture is blurred",
    Doubt.UNKNOWN_FACE: "A face I do not know",
    Doubt.BLOCKED: "Something is in the way",
    Doubt.OUTSIDE: "A die lies outside",
}

_DECIDED_BY: Mapping[str, str] = {
    "points": "by points",
    "tops": "by goats on tops",
    "highest-top": "by the highest top",
    "shared": "a shared place",
}


def _turn_title(position: Position, speak: Say, text: str) -> str:
    return speak(text, name=_mover(position))


def _mover(position: Position) -> str:
    return short_name(position.players[position.to_move].name)


def _standing(position: Position, speak: Say) -> tuple[Row, ...]:
    standing = sheet(position)
    round_text = speak("Last round") if position.last_round else speak("Round {round}", round=position.round)
    return (Row(round_text), *(Row(short_name(one.name), str(one.total)) for one in standing.players))


def _ranking_rows(standing: Sheet, position: Position) -> tuple[Row, ...]:
    return tuple(
        Row(f"{place}. {short_name(position.players[seat].name)}", str(standing.players[seat].total))
        for place, seat in _places(standing)
    )


def _places(standing: Sheet) -> tuple[tuple[int, int], ...]:
    places: list[tuple[int, int]] = []
    for seats in standing.ranking:
        place = len(places) + 1
        places += [(place, seat) for seat in seats]
    return tuple(places)


def _winner_text(standing: Sheet, position: Position, speak: Say) -> str:
    names = [short_name(position.players[seat].name) for seat in standing.ranking[0]]
    if len(names) == 1:
        return speak("{name} wins", name=names[0])
    return speak("Shared: {names}", names=", ".join(name[:5] for name in names))


def _line_text(what: str, speak: Say) -> str:
    kind, _, mountain = what.partition("-")
    return speak("Bonus") if kind == "bonus" else speak("Tokens {mountain}", mountain=mountain)


def _item_text(draft: Position, item: int, speak: Say) -> str:
    text = "Goat on {mountain}" if is_goat_item(draft, item) else "Tokens {mountain}"
    return speak(text, mountain=mountain_of_item(draft, item))


def _value_text(editor: PositionEditor, item: int, speak: Say) -> str:
    draft = editor.draft
    value = item_value(draft, editor.seat, item)
    text = _step_text(draft, item, value, speak) if is_goat_item(draft, item) else str(value)
    return f"[{text}]" if editor.changing and item == editor.item else text


def _step_text(draft: Position, item: int, step: int, speak: Say) -> str:
    if step == 0:
        return speak("foot")
    is_top = step == draft.rules.mountain(mountain_of_item(draft, item)).top
    return speak("top") if is_top else speak("step {step}", step=step)


def _roll_signs(roll: Roll, turned: tuple[int, ...]) -> tuple[DieSign, ...]:
    faces = list(with_ones_turned(roll.faces, turned))
    signs: list[DieSign] = []
    for face in roll.faces:
        if face in faces:
            faces.remove(face)
            signs.append(DieSign(face))
    return (*(DieSign(face, turned=True) for face in faces), *signs)


def _trouble_rows(model: Model) -> tuple[Row, ...]:
    texts = {"camera": "No camera", "record": "Not saved"}
    return tuple(Row(say(model.language, texts[one.device])) for one in model.troubles if one.device in texts)


def _game(model: Model) -> Game:
    assert model.game is not None
    return model.game
