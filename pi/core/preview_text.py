"""A preview of a card in words, English and German: what is done, and what is different afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.places import place_text
from engine.play import dice_given
from engine.position import Position
from engine.saga.preview import Preview
from engine.scoring import sheet
from engine.turns import Ability, Climb
from pi.core.language import Language
from pi.core.two_languages import Sentence

_CLIMBS: Final = Sentence("{name} climbs {mountain}", "{name} steigt auf {mountain}")
_USES: Final = Sentence("{name} uses a goat die", "{name} nutzt einen Ziegenwürfel")
_DIE: Final = Sentence("the die counts as {number}", "der Würfel zählt als {number}")
_TOKENS: Final = Sentence("{name}: tokens of {mountain}: {had} → {has}", "{name}: Plättchen {mountain}: {had} → {has}")
_POINTS: Final = Sentence("{name}: points {had} → {has}", "{name}: Punkte {had} → {has}")
_SAID: Final = Sentence("you are told", "ihr werdet daran erinnert")
_BY_HAND: Final = Sentence("you do it by hand", "ihr macht es von Hand")
_STOPPED: Final = Sentence("it is stopped, as it sets itself off", "es wird angehalten, da es sich selbst auslöst")
_NOTHING: Final = Sentence("nothing happens on the example board", "auf dem Beispielbrett geschieht nichts")
_TOLD: Final = {"reminded": _SAID, "manual": _BY_HAND, "stopped": _STOPPED}


def preview_lines(preview: Preview, language: Language) -> Iterator[str]:
    """What is done on the example board, then what differs: goats, tokens, points; at least one line."""
    lines = [*_done(preview, language), *_different(preview.before, preview.after, language)]
    told = dict.fromkeys(fact.kind for fact in preview.facts if fact.kind in _TOLD)
    lines += [_TOLD[kind].said(language) for kind in told]
    yield from lines or [_NOTHING.said(language)]


def _done(preview: Preview, language: Language) -> Iterator[str]:
    name = preview.before.mover.name
    for step in preview.steps:
        if isinstance(step, Climb):
            yield _CLIMBS.said(language, name=name, mountain=step.mountain)
        elif isinstance(step, Ability):
            yield _USES.said(language, name=name)
            for number in dice_given(preview.before, step):
                yield _DIE.said(language, number=number)


def _different(before: Position, after: Position, language: Language) -> Iterator[str]:
    for was, now in zip(before.players, after.players, strict=True):
        for origin, to in zip(was.goats, now.goats, strict=True):
            if origin != to:
                yield f"{now.name}: {place_text(origin)} → {place_text(to)}"
        for mountain, had, has in zip(after.rules.mountains, was.tokens, now.tokens, strict=True):
            if had != has:
                yield _TOKENS.said(language, name=now.name, mountain=mountain.number, had=had, has=has)
    for old, new in zip(sheet(before).players, sheet(after).players, strict=True):
        if old.total != new.total:
            yield _POINTS.said(language, name=new.name, had=old.total, has=new.total)
