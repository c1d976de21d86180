"""What a handler gets and gives: the shape that every part of `update` has in common."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pi.core.effects import Effect
from pi.core.model import Model


@dataclass(frozen=True, slots=True)
class Next:
    """What follows an event.

    Attributes:
        model: what is known now.
        effects: what is to be done, in order.
        why: why nothing happened; empty when something did.
    """

    model: Model
    effects: tuple[Effect, ...] = ()
    why: str = ""


@dataclass(frozen=True, slots=True)
class NotNow:
    """An event that changes nothing in this phase."""

    why: str


Handler = Callable[[Model, Any], Next]
