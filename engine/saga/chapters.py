"""Where a campaign stands, and what each thing that the group says and does makes of it (S9-S16).

Each card that the group has ever found is in exactly one of four places: in play, in the backpack, among the memories,
or, once the story was started anew and until it is found again, back in the box.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from engine.errors import EngineError
from engine.fields import shown
from engine.rules import rule_set
from engine.saga.campaign_entries import (
    AbilityKept,
    AwardNoted,
    CampaignChange,
    CardAmended,
    ChapterBegun,
    Discovered,
    GameBegun,
    GamePlayed,
    LaidOut,
    Packed,
    PageChosen,
    Remembered,
    StartedAnew,
    StarterNamed,
    Unpacked,
)
from engine.saga.cards import Card, LaidCard
from engine.saga.chronicle import ChronicleRow

CHAPTERS = 10
SUMMITS_FROM = 9
"""The mountain above which a new tile lies."""

RULES = ("saga",)
NAME_CHARACTERS_MAX = 40

Stage = Literal["between", "set-up", "playing", "closing", "over"]
StepKind = Literal[
    "players", "unpack", "starter", "discover", "keep-ability", "lay-out", "play",
    "award", "next-page", "memories", "pack",
]  # fmt: skip

_NEXT_MOUNTAIN = {9: 7, 7: 5}
_ABILITIES_COME_FROM = 2  # of so many in the backpack one is kept
_MEMORIES_FROM_CHAPTER = 3  # before, the book names none


@dataclass(frozen=True, slots=True)
class Campaign:
    """A campaign as it stands.

    Attributes:
        name: 1 to 40 printable characters.
        pack: the pack that cards are looked up in.
        story: which telling of the story, from 1.
        chapter: the chapter played now or last, from 1; 0 before the first.
        stage: what the chapter is at; "between" two chapters, "over" after the last.
        steps: what there is to do in this stage, in order.
        done: how many of these steps are done.
        players: of the chapter, by seat; empty between chapters.
        starter: who starts; None until that is known.
        in_play: cards on the table; summit tiles with the mountain they lie above.
        backpack: cards that wait for the next chapter; summit tiles with the mountain that they lay above last.
        memories: cards that left the story for good, in that order.
        box: known cards that are not found in this telling of the story.
        chronicle: the chapters played, the first first.
        game: the chapter's game in the record; None before it has begun.
    """

    name: str
    pack: str
    story: int = 1
    chapter: int = 0
    stage: Stage = "between"
    steps: tuple[StepKind, ...] = ("players",)
    done: int = 0
    players: tuple[str, ...] = ()
    starter: str | None = None
    in_play: tuple[LaidCard, ...] = ()
    backpack: tuple[LaidCard, ...] = ()
    memories: tuple[Card, ...] = ()
    box: tuple[Card, ...] = ()
    chronicle: tuple[ChronicleRow, ...] = ()
    game: int | None = None

    @property
    def step(self) -> StepKind | None:
        """What is to be done now; None when the story is over."""
        return self.steps[self.done] if self.done < len(self.steps) else None

    @property
    def known(self) -> tuple[Card, ...]:
        """Every card that was ever found, by code."""
        laid = (each.card for each in (*self.in_play, *self.backpack))
        return tuple(sorted((*laid, *self.memories, *self.box), key=lambda card: (card.code[0], int(card.code[1:]))))

    @property
    def last_winners(self) -> tuple[str, ...]:
        """Who won the last chapter of this telling; nobody before its first."""
        rows = [row for row in self.chronicle if row.story == self.story]
        return rows[-1].winners if rows else ()


def campaign_after(now: Campaign, change: CampaignChange) -> Campaign:
    """Gives the campaign after a change; raises EngineError when that does not fit where it stands."""
    match change:
        case ChapterBegun(players=players):
            return _begin_chapter(_at(now, "players"), players)
        case Unpacked():
            return _with_step_done(_at(now, "unpack"))
        case StarterNamed(player=player):
            return _with_step_done(replace(_at(now, "starter"), starter=_player(now, player, "starter")))
        case Discovered(cards=cards):
            return _discover(now, cards)
        case AbilityKept(code=code):
            return _keep_ability(_at(now, "keep-ability"), code)
        case LaidOut():
            return replace(_with_step_done(_at(now, "lay-out")), stage="playing")
        case GameBegun(game=game):
            return replace(_at(now, "play"), game=game)
        case GamePlayed(winners=winners, points=points):
            return _end_game(_at(now, "play"), winners, points)
        case AwardNoted(reached=reached):
            return _with_row(_at(now, "award"), replace(now.chronicle[-1], award=reached))
        case PageChosen(page=page):
            return _with_row(_at(now, "next-page"), replace(now.chronicle[-1], next_page=page))
        case Remembered(codes=codes):
            return _remember(now, codes)
        case Packed():
            return _pack(_at(now, "pack"))
        case CardAmended(card=card):
            return _amend(now, card)
        case StartedAnew():
            return _start_anew(now)


def _at(now: Campaign, step: StepKind) -> Campaign:
    if now.step != step:
        raise EngineError(f"{step}: {what_comes(now)}")
    return now


def what_comes(now: Campaign) -> str:
    """Says what is to be answered first."""
    if now.step is None:
        return "the story is told; start it anew, or play a single game with what you know"
    return f"chapter {now.chapter or 1} is at the step '{now.step}'; answer that first, or undo"


def _with_step_done(now: Campaign) -> Campaign:
    return replace(now, done=now.done + 1)


def _begin_chapter(now: Campaign, players: tuple[str, ...]) -> Campaign:
    """Tiles and rule cards come out of the backpack at once; abilities, when it is said which one is kept (S10)."""
    rule_set(RULES).full_stacks(len(players))
    names = tuple(checked_name(name, f"players.{seat}") for seat, name in enumerate(players))
    for seat, name in enumerate(names):
        if name in names[:seat]:
            raise EngineError(f"players.{seat}: {shown(name)} plays already; expected names that differ")
    winners = [name for name in names if name in now.last_winners]
    abilities = tuple(laid for laid in now.backpack if laid.card.kind == "ability")
    is_choice = len(abilities) >= _ABILITIES_COME_FROM
    rest = (laid for laid in now.backpack if laid.card.kind != "ability" or not is_choice)
    steps: list[StepKind] = ["players"]
    steps += ["unpack"] if now.backpack else []
    steps += ["starter"] if len(winners) != 1 else []
    steps += ["discover"]
    steps += ["keep-ability"] if is_choice else []
    steps += ["lay-out", "play"]
    return replace(
        now,
        chapter=now.chapter + 1,
        stage="set-up",
        steps=tuple(steps),
        done=1,
        players=names,
        starter=winners[0] if len(winners) == 1 else None,
        in_play=tuple(map(_moved_on, rest)),
        backpack=abilities if is_choice else (),
        game=None,
    )


def _moved_on(laid: LaidCard) -> LaidCard:
    return LaidCard(laid.card, _NEXT_MOUNTAIN[laid.mountain] if laid.mountain else None)


def _discover(now: Campaign, cards: tuple[Card, ...]) -> Campaign:
    """Cards that the group comes upon later in the set-up may be added then."""
    if now.stage != "set-up" or now.done < now.steps.index("discover"):
        raise EngineError(f"discover: {what_comes(now)}")
    elsewhere = {card.code for card in now.known} - {card.code for card in now.box}
    in_play = now.in_play
    for card in cards:
        if card.code in elsewhere:
            raise EngineError(f"cards: {card.code} was found already; expected cards that are new in this story")
        elsewhere.add(card.code)
        in_play += (LaidCard(card, _free_summit(in_play) if card.kind == "summit" else None),)
    found = {card.code for card in cards}
    after = replace(now, in_play=in_play, box=tuple(card for card in now.box if card.code not in found))
    return _with_step_done(after) if now.step == "discover" else after


def _free_summit(in_play: tuple[LaidCard, ...]) -> int:
    for laid in in_play:
        if laid.mountain == SUMMITS_FROM:
            raise EngineError(f"cards: {laid.card.code} lies above mountain 9; expected one new summit tile a chapter")
    return SUMMITS_FROM


def _keep_ability(now: Campaign, code: str) -> Campaign:
    kept = tuple(laid for laid in now.backpack if laid.card.code == code.upper())
    if not kept:
        known = ", ".join(laid.card.code for laid in now.backpack)
        raise EngineError(f"keep-ability: expected one of {known}, found {shown(code)}")
    others = tuple(laid.card for laid in now.backpack if laid not in kept)
    return _with_step_done(replace(now, in_play=(*now.in_play, *kept), backpack=(), memories=(*now.memories, *others)))


def _end_game(now: Campaign, winners: tuple[str, ...], points: tuple[int, ...]) -> Campaign:
    """The tile above mountain 5 becomes a memory right away (S10)."""
    for winner in winners:
        _player(now, winner, "winners")
    if not winners or len(points) != len(now.players):
        raise EngineError(f"result: expected a winner and the points of all {len(now.players)} players")
    codes = {laid.mountain: laid.card.code for laid in now.in_play if laid.mountain}
    row = ChronicleRow(now.story, now.chapter, now.players, points, winners, codes.get(9), codes.get(7), game=now.game)
    steps: list[StepKind] = ["award"]
    steps += ["next-page"] if now.chapter < CHAPTERS else []
    steps += ["memories"] if now.chapter >= _MEMORIES_FROM_CHAPTER else []
    return replace(
        now,
        stage="closing",
        steps=(*steps, "pack"),
        done=0,
        in_play=tuple(laid for laid in now.in_play if laid.mountain != 5),
        memories=(*now.memories, *(laid.card for laid in now.in_play if laid.mountain == 5)),
        chronicle=(*now.chronicle, row),
    )


def _with_row(now: Campaign, row: ChronicleRow) -> Campaign:
    return _with_step_done(replace(now, chronicle=(*now.chronicle[:-1], row)))


def _remember(now: Campaign, codes: tuple[str, ...]) -> Campaign:
    """The book may name cards in any chapter, though it is asked for only where it does."""
    if now.stage != "closing":
        raise EngineError(f"memories: {what_comes(now)}")
    named = {code.upper() for code in codes}
    gone = tuple(laid.card for laid in now.in_play if laid.card.code in named)
    for code in sorted(named - {card.code for card in gone}):
        known = ", ".join(laid.card.code for laid in now.in_play) or "none"
        raise EngineError(f"memories: {shown(code)} is not in play; these are: {known}")
    after = replace(
        now,
        in_play=tuple(laid for laid in now.in_play if laid.card not in gone),
        memories=(*now.memories, *gone),
    )
    return _with_step_done(after) if now.step == "memories" else after


def _pack(now: Campaign) -> Campaign:
    is_last = now.chapter == CHAPTERS
    return replace(
        now,
        stage="over" if is_last else "between",
        steps=() if is_last else ("players",),
        done=0,
        players=(),
        starter=None,
        in_play=(),
        backpack=now.in_play,
        game=None,
    )


def _amend(now: Campaign, card: Card) -> Campaign:
    old = next((each for each in now.known if each.code == card.code), None)
    if old is None:
        raise EngineError(f"card: {card.code} was not found yet; discover it first")
    if old.kind != card.kind:
        raise EngineError(f"card.kind: {card.code} is kept as {old.kind}; undo its discovery to change that")

    def amended(cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(card if each.code == card.code else each for each in cards)

    def amended_laid(laid: tuple[LaidCard, ...]) -> tuple[LaidCard, ...]:
        return tuple(replace(each, card=card) if each.card.code == card.code else each for each in laid)

    return replace(
        now,
        in_play=amended_laid(now.in_play),
        backpack=amended_laid(now.backpack),
        memories=amended(now.memories),
        box=amended(now.box),
    )


def _start_anew(now: Campaign) -> Campaign:
    if now.chapter == 0:
        raise EngineError("anew: the story has not begun; nothing is to be started anew")
    return Campaign(now.name, now.pack, now.story + 1, box=now.known, chronicle=now.chronicle)


def _player(now: Campaign, name: str, field: str) -> str:
    if name not in now.players:
        raise EngineError(f"{field}: expected one of {', '.join(now.players)}, found {shown(name)}")
    return name


def checked_name(value: str, field: str) -> str:
    """Gives a name without blanks around it; raises EngineError when it is empty, too long or not printable."""
    name = value.strip()
    if not (1 <= len(name) <= NAME_CHARACTERS_MAX and name.isprintable()):
        raise EngineError(f"{field}: expected 1 to {NAME_CHARACTERS_MAX} printable characters, found {shown(value)}")
    return name
