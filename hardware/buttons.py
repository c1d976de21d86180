"""Debounce and long presses, as a pure function of what was heard of a switch and when.

Mechanical switches chatter for some milliseconds, and an edge can get lost. So an edge and a regular re-reading are the
same thing here: a level, heard at a time.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from hardware.ports import Button, Press

STABLE_S = 0.02
"""A level counts once it has lasted this long; a switch chatters for 5 ms as a rule, a worn one for 15."""
HELD_S = 0.8
"""A press that lasts this long is a long one."""
REPEAT_S = 0.3
"""A long press of a button that steps through lists is told of again after each of these."""
REPEATING = frozenset({Button.NEXT})
"""Never a button that confirms, takes back or leaves."""


@dataclass(frozen=True, slots=True)
class Switch:
    """What is known of one button's switch.

    Attributes:
        button: whose switch it is.
        heard_down: the level last heard.
        heard_since: since when it is heard, in seconds.
        is_down: the level that counts, debounced.
        down_since: when the present press began, in seconds.
        told_at: when the present press was last told of as a long one; None before that.
    """

    button: Button
    heard_down: bool = False
    heard_since: float = 0.0
    is_down: bool = False
    down_since: float = 0.0
    told_at: float | None = None


def hear(switch: Switch, down: bool, at: float) -> tuple[Switch, Press | None]:
    """Hears a level, from an edge or from re-reading.

    A short press is told of when the button is up again; a long one while it is still down, and then no short one. Down
    for longer still, a button of REPEATING tells of it again and again.

    Args:
        switch: what is known so far.
        down: the level from `at` on.
        at: in seconds. An edge may be heard late, after a re-reading that was newer.

    Returns:
        What is known now, and the press that has become certain by `at`, if any.
    """
    settled, press = _settle(switch, at)
    if down != settled.heard_down:
        settled = replace(settled, heard_down=down, heard_since=at)
    return settled, press


def _settle(switch: Switch, at: float) -> tuple[Switch, Press | None]:
    """Lets the level last heard count, if it has been stable until `at`."""
    if switch.heard_down != switch.is_down and at - switch.heard_since >= STABLE_S:
        was = switch
        switch = replace(was, is_down=was.heard_down, down_since=was.heard_since, told_at=None)
        if was.is_down and was.told_at is None:
            return switch, Press(switch.button, held=False, at=at)
    if switch.is_down and switch.heard_down and _is_to_tell(switch, at):
        return replace(switch, told_at=at), Press(switch.button, held=True, at=at)
    return switch, None


def _is_to_tell(switch: Switch, at: float) -> bool:
    if switch.told_at is None:
        return at - switch.down_since >= HELD_S
    return switch.button in REPEATING and at - switch.told_at >= REPEAT_S
