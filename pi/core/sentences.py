"""What the screens say about options, turns, doubts and troubles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from engine.options import Option
from engine.play import Fact
from engine.position import Position
from engine.scoring import Sheet
from engine.suggest import Reason
from pi.core.card_rows import (
    cards_used,
    doing_card_sentences,
    extra_points_between,
    is_told_with_card,
    others_moved,
)
from pi.core.goats import goat_moves, move_sentence, move_text, moves_between, origin_text, place_sentence
from pi.core.model import DICE, Model
from pi.core.screen import ROWS_ABOVE_HINT, Icon, Row, Screen, cut
from pi.core.texts import Say
from vision.reading import Doubt, Reading

UNDONE_NAME_LENGTH = 6
"""So many letters where a row says what a player has to take back."""

BUMPED_NAME_LENGTH = 8
"""So many letters where a row says whose goat goes to the foot."""

NAME_LENGTH = 9
"""Letters of a player's name that a row has room for."""


def short_name(name: str, length: int = NAME_LENGTH) -> str:
    """A player's name as long as a row has room for."""
    return cut(name, length)


OPTION_LENGTH = 19
"""So many letters of an option leave room for its chance."""


def option_text(option: Option, position: Position, speak: Say) -> str:
    """What an option does, short: goats that move, then × who is bumped, + points of tokens, • of bonuses."""
    moves = [move_text(move, position, speak) for move in goat_moves(option.facts, position)]
    bumped = "".join(position.players[fact.seat].name[:1] for fact in option.facts if fact.kind == "bumped")
    own = [fact for fact in option.facts if fact.seat == position.to_move]
    kinds = (("took", "points"), ("bonus",))
    tokens, bonus = (sum(fact.points or 0 for fact in own if fact.kind in kind) for kind in kinds)
    rest = [f"{sign}{what}" for sign, what in (("×", bumped), ("+", tokens), ("•", bonus)) if what]
    moves += others_moved(option.facts, position, speak)
    codes = cards_used(option)
    text = " ".join((*codes, *moves, *rest))
    if len(text) > OPTION_LENGTH:
        text = " ".join((*codes, "".join(moves), *rest))
    return cut(text, OPTION_LENGTH) or speak("Pass")


def doing_sentences(facts: tuple[Fact, ...], before: Position, after: Position, speak: Say) -> Iterator[str]:
    """What the hands must do after a turn, and before it what has changed for everybody.

    Climbs and tokens come by mountain, then own goats that go elsewhere, then bumped goats and bonuses in the order in
    which they happened.

    Args:
        facts: of the turn.
        before: the position that the turn was played on.
        after: the position it led to.
    """
    yield from (speak(_ANNOUNCED[fact.kind]) for fact in facts if fact.kind in _ANNOUNCED)
    moves = goat_moves(facts, before)
    climbing = {move.to.number: move.to for move in moves if move.climbs}
    steps = {move.to.number: move.to.step - move.origin.step for move in moves if move.climbs}
    own = Counter((fact.mountain, fact.kind) for fact in facts if fact.seat == before.to_move)
    for mountain in dict.fromkeys(mountain for mountain, _ in own if mountain is not None):
        top = mountain in climbing and climbing[mountain].step == after.rules.mountain(mountain).top
        up = speak("to the top" if top else "up {steps}", steps=steps[mountain]) if mountain in steps else ""
        tokens = own[mountain, "took"]
        token = speak("token" if tokens == 1 else "{tokens} tokens", tokens=tokens) if tokens else ""
        if up or token:
            yield f"{mountain}: {', '.join(part for part in (up, token) if part)}"
    yield from (move_sentence(move, after, speak) for move in moves if not move.climbs)
    for fact in facts:
        match fact.kind:
            case "bumped" if not is_told_with_card(fact, facts, before):
                name = short_name(before.players[fact.seat].name, BUMPED_NAME_LENGTH)
                yield speak("{mountain}: {name} to the foot", name=name, mountain=fact.mountain)
            case "bonus" if fact.seat == before.to_move:
                yield speak("Take the bonus: {points}", points=fact.points)
            case "bonus":
                name = short_name(before.players[fact.seat].name, BUMPED_NAME_LENGTH)
                yield speak("{name}: bonus {points}", name=name, points=fact.points)
    names = [short_name(player.name, BUMPED_NAME_LENGTH) for player in before.players]
    yield from doing_card_sentences(facts, before, after, names, speak)


_ANNOUNCED: Mapping[str, str] = {"last_round": "The last round is on", "over": "The game is over"}


def undone_sentences(before: Position, after: Position, speak: Say) -> Iterator[str]:
    """What the hands must do so that the table is `after` again, not `before`: goats, then tokens, then bonuses."""
    for was, now in zip(before.players, after.players, strict=True):
        name = short_name(now.name, UNDONE_NAME_LENGTH)
        for move in moves_between(was, now):
            come_from = "" if move.stays else f"{origin_text(move.origin, speak)}→"
            yield f"{name} {come_from}{place_sentence(move.to, after, speak)}"
        for mountain, had, has in zip(after.rules.mountains, was.tokens, now.tokens, strict=True):
            if had != has:
                back = "{mountain}: a token back" if had - has == 1 else "{mountain}: {count} tokens back"
                text = back if had > has else "{mountain}: +{count} tokens"
                yield f"{name} {speak(text, mountain=mountain.number, count=abs(had - has))}"
        for points in sorted({*was.bonus} ^ {*now.bonus}, reverse=True):
            text = "bonus {points} back" if points in was.bonus else "take bonus {points}"
            yield f"{name}: {speak(text, points=points)}"
        yield from (f"{name}: {points}" for points in extra_points_between(was, now))


def reason_sentence(reason: Reason, position: Position, speak: Say) -> str:
    """Why an option stands where it stands."""
    name = short_name(position.players[reason.seat].name) if reason.seat is not None else ""
    return speak(_REASONS[reason.kind], name=name, mountain=reason.mountain, points=reason.points, space=reason.space)


_REASONS: Mapping[str, str] = {
    "wins": "wins the game",
    "shares": "shares the first place",
    "bonus": "takes the bonus {points}",
    "tokens": "takes {points} points",
    "bumps": "bumps {name} from {mountain}",
    "tops": "reaches the top of {mountain}",
    "ends": "begins the last round",
    "waits": "not the last round yet",
    "missing": "{mountain} for the next bonus",
    "valley": "valley: {points} points",
    "threatens": "one below {name} on {mountain}",
    "lands": "lands on {space}",
    "enters": "brings a goat to {mountain}",
    "climbs": "climbs {mountain}",
    "idle": "changes nothing",
    "passes": "passes",
}


def doubt_sentences(reading: Reading, selected: Sequence[Doubt], speak: Say) -> tuple[str, ...]:
    """Why a reading is not taken without asking, and what to do about it: two sentences.

    Args:
        reading: of all the dice.
        selected: what speaks against the die that is selected; doubts of other dice are said when those are.
        speak: of the players' language.
    """
    count = len(reading.dice)
    if not reading.doubts:
        return speak("Not sure of this die"), speak("Say what it shows")
    of_dice = {doubt for die in reading.dice for doubt in die.doubts}
    told = {*selected, *reading.doubts} - (of_dice - {*selected}) or {*reading.doubts}
    doubt = next(doubt for doubt in _DOUBTS if doubt in told)
    text, remedy = _DOUBTS[doubt]
    if doubt is Doubt.COUNT and count > DICE:
        remedy = _TOO_MANY
    return speak(text, count=count), speak(remedy)


# The causes before what they bring about: a hand in the way hides dice, a leaning die is hard to read.
_DOUBTS: Mapping[Doubt, tuple[str, str]] = {
    Doubt.BLOCKED: ("Something is in the way", "Clear the tray's sight"),
    Doubt.DARK: ("Too dark to be sure", "More light, please"),
    Doubt.BLURRED: ("The picture is blurred", "Wipe or focus the camera"),
    Doubt.OUTSIDE: ("A die lies outside", "Throw it again"),
    Doubt.COCKED: ("A die leans", "Lay it flat, or rethrow"),
    Doubt.COUNT: ("{count} dice, not four", "Part them, or rethrow"),
    Doubt.TOUCHING: ("Dice touch", "Part them a little"),
    Doubt.GLARE: ("Glare on a die", "Shade it, or move it"),
    Doubt.UNKNOWN_FACE: ("A face I do not know", "Say what it shows"),
}
_TOO_MANY = "Leave four, or rethrow"


def mover_name(position: Position) -> str:
    """The name of the player to move."""
    return short_name(position.players[position.to_move].name)


def scrolled(title: str, texts: Sequence[str], cursor: int, hint: str) -> Screen:
    """Lines to be read, one after the other where there are too many for the display."""
    scrolls = len(texts) > ROWS_ABOVE_HINT
    rows = tuple(Row(text, selected=scrolls and index == cursor % len(texts)) for index, text in enumerate(texts))
    return Screen(title, rows=rows, hint=hint)


def decided_sentence(standing: Sheet, speak: Say) -> str:
    """What sets the first place apart."""
    return speak(_DECIDED_BY[standing.decided_by])


_DECIDED_BY: Mapping[str, str] = {
    "points": "by points",
    "tops": "by goats on tops",
    "highest-top": "by the highest top",
    "shared": "a shared place",
}


def ranking_rows(standing: Sheet, position: Position) -> tuple[Row, ...]:
    """Everybody's place, name and points, the first place first."""
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


def trouble_sentences(model: Model, speak: Say) -> tuple[str, ...]:
    """What is being waited for, else the latest trouble and what to do about it, in words; none without any."""
    if model.starting is not None and model.starting.waited_s > 0:
        return (speak(_STARTING[model.starting.device], seconds=model.starting.waited_s),)
    return tuple(map(speak, _TROUBLES[model.troubles[-1].device])) if model.troubles else ()


ICON_TEXTS: Mapping[Icon, str] = {
    Icon.NO_CAMERA: "No camera",
    Icon.NOT_SAVED: "Not saved",
    Icon.LAST_ROUND: "Last round",
}


_TROUBLES: Mapping[str, tuple[str, str]] = {
    "camera": ("No camera", "Check its cable"),
    "record": ("Not saved", "Make room, stay on"),
    "screen": ("The screen was away", "Check its wires"),
    "buttons": ("No buttons", "Check their wires"),
    "buzzer": ("No buzzer", "Check its wires"),
    "lamp": ("No lamp", "Check its wires"),
    "power": ("It did not switch off", "Hold BACK to try again"),
    "tray": ("The camera has moved", "Leave the tray empty"),
    "appliance": ("A fault; game is kept", "Press a button"),
}
_STARTING: Mapping[str, str] = {"camera": "Starting camera: {seconds} s"}
