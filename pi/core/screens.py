"""What is to be seen for everything that can be known: `screens(model)`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import zip_longest

from engine.dice import Roll
from engine.options import Option
from engine.play import Fact
from engine.position import Position
from engine.record import Game, TurnEntry
from engine.scoring import Line, Sheet, sheet, tops_held
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

_ROWS_ABOVE_HINT = 5
"""So many rows leave room for the hint."""

NAME_LENGTH = 9
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
        rows: tuple[Row, ...] = (
            Row(speak("How many play?")),
            Row(speak("Players: {count}", count=setup.players), selected=True),
            Row(_trouble_text(model, speak)),
        )
        return Screen(speak("Goatherd"), rows=rows, hint=speak("NEXT change  OK go on"))
    position = first_position(setup, model.language)
    starts = short_name(position.players[setup.starts].name)
    rows = (Row(speak("Who starts?")), Row(speak("Starts: {name}", name=starts), selected=True))
    return Screen(speak("Goatherd"), rows=rows, hint=speak("NEXT change  OK play"))


def _waiting(model: Model, speak: Say) -> Screen:
    position = _game(model).position
    is_counted = model.reading is not None and model.reading.faces in model.counted
    if model.has_trouble("camera"):
        hint = speak("OK enter  NEXT scores")
    elif model.reading is not None and not is_counted:
        hint = speak("OK count  NEXT scores")
    else:
        hint = speak("OK menu  NEXT scores")
    notice = speak("These dice were counted") if is_counted else _round_text(position, speak)
    return _table_screen(model, speak, "{name}: throw", notice, hint)


def _moving(model: Model, speak: Say) -> Screen:
    notice = speak("Hand over the tray" if model.tray is Tray.BLOCKED else "Wait for the dice")
    return _table_screen(model, speak, "{name}: rolling", notice, hint="")


def _table_screen(model: Model, speak: Say, title: str, notice: str, hint: str) -> Screen:
    """Who is on, one line of news (trouble before all other), and the points of everybody."""
    position = _game(model).position
    points = [Row(short_name(one.name), str(one.total)) for one in sheet(position).players]
    rows = (Row(_trouble_text(model, speak) or notice), *points)
    return Screen(_turn_title(position, speak, title), rows=rows, hint=hint if len(rows) <= _ROWS_ABOVE_HINT else "")


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
    texts = list(doing_sentences(facts, mover, position, speak)) or [speak("Nothing moves")]
    if not position.over:
        texts.append(speak("Then: {name}", name=_mover(position)))
    scrolls = len(texts) > _ROWS_ABOVE_HINT
    rows = tuple(Row(text, selected=scrolls and index == model.cursor % len(texts)) for index, text in enumerate(texts))
    title = speak("{name}: done", name=short_name(mover.players[mover.to_move].name))
    hint = speak("NEXT more  OK done") if scrolls else speak("OK done  UNDO back")
    return Screen(title, rows=rows, hint=hint)


def _over(model: Model, speak: Say) -> Screen:
    position = _game(model).position
    standing = sheet(position)
    rows = (Row(speak(_DECIDED_BY[standing.decided_by])), *_ranking_rows(standing, position))
    hint = speak("OK new game  NEXT more") if len(rows) <= _ROWS_ABOVE_HINT else ""
    return Screen(_winner_text(standing, position, speak), rows=rows, hint=hint)


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
    texts = [_line_text(line, speak) for line in seat.lines]
    halves = (len(texts) + 1) // 2
    rows = tuple(Row(left, right) for left, right in zip_longest(texts[:halves], texts[halves:], fillvalue=""))
    total = Row(speak("Total"), str(seat.total), selected=True)
    return Screen(short_name(seat.name), rows=(*rows, total), hint=hint)


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
    """What an option does, short: mountains with ↑ for steps, ▲ for the top, × for a bump, + for points."""
    seat = position.to_move
    steps = Counter(fact.mountain for fact in option.facts if fact.kind == "climbed")
    tops = tuple(tops_held(option.position, seat))
    climbs = [f"{mountain}{'▲' if mountain in tops else '↑' * count}" for mountain, count in steps.items()]
    bumps = [f"×{position.players[fact.seat].name[:1]}" for fact in option.facts if fact.kind == "bumped"]
    gains = [f"+{fact.points}" for fact in option.facts if fact.points is not None]
    return " ".join((*climbs, *bumps, *gains)) or speak("Pass")


def doing_sentences(facts: tuple[Fact, ...], before: Position, after: Position, speak: Say) -> Iterator[str]:
    """What the hands must do after a turn: the own goats and tokens by mountain, then bumped goats, then the rest.

    Args:
        facts: of the turn.
        before: the position that the turn was played on.
        after: the position it led to.
    """
    seat = before.to_move
    own = Counter((fact.mountain, fact.kind) for fact in facts if fact.seat == seat and fact.mountain is not None)
    for mountain in dict.fromkeys(mountain for mountain, _ in own):
        steps, tokens = own[mountain, "climbed"], own[mountain, "took"]
        top = mountain in tuple(tops_held(after, seat))
        up = speak("to the top" if top else "up {steps}", steps=steps) if steps else ""
        token = speak("token" if tokens == 1 else "{tokens} tokens", tokens=tokens) if tokens else ""
        if up or token:
            yield f"{mountain}: {', '.join(part for part in (up, token) if part)}"
    for fact in facts:
        match fact.kind:
            case "bumped":
                name = short_name(before.players[fact.seat].name)
                yield speak("{mountain}: {name} to the foot", name=name, mountain=fact.mountain)
            case "bonus":
                yield speak("Take the bonus: {points}", points=fact.points)
            case "last_round":
                yield speak("The last round is on")
            case "over":
                yield speak("The game is over")


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


def _round_text(position: Position, speak: Say) -> str:
    return speak("Last round") if position.last_round else speak("Round {round}", round=position.round)


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
    first = standing.ranking[0]
    if len(first) > 1:
        return speak("Shared by {count}", count=len(first))
    return speak("{name} wins", name=short_name(position.players[first[0]].name))


def _line_text(line: Line, speak: Say) -> str:
    kind, _, mountain = line.what.partition("-")
    return f"{speak('Bonus') if kind == 'bonus' else mountain}: {line.points}"


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


def _trouble_text(model: Model, speak: Say) -> str:
    """The latest trouble in words; empty without any."""
    return speak(_TROUBLES[model.troubles[-1].device]) if model.troubles else ""


ICON_TEXTS: Mapping[Icon, str] = {
    Icon.NO_CAMERA: "No camera",
    Icon.NOT_SAVED: "Not saved",
    Icon.LAST_ROUND: "Last round",
}

_TROUBLES: Mapping[str, str] = {
    "camera": "No camera",
    "record": "Not saved",
    "screen": "The screen was away",
    "buttons": "No buttons",
    "appliance": "A fault; game is kept",
}


def _game(model: Model) -> Game:
    assert model.game is not None
    return model.game
