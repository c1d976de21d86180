"""gpiozero's own mock pins, which tell of their level, can be taken, and can stop answering."""

from __future__ import annotations

import queue

from gpiozero.pins.mock import MockFactory, MockPin


class ToldPin(MockPin):  # type: ignore[misc]  # gpiozero has no types
    """A pin that tells of every change of its level."""

    def __init__(self, *arguments: object, **options: object) -> None:
        self.levels: queue.SimpleQueue[bool] = queue.SimpleQueue()
        super().__init__(*arguments, **options)

    def _change_state(self, value: object) -> bool:
        has_changed = bool(super()._change_state(value))
        if has_changed:
            self.levels.put(bool(value))
        return has_changed


class Chip:
    """A chip of GPIO lines. As with lgpio, whoever opens it keeps the lines that were claimed until it is closed again.

    Attributes:
        is_failing: whether its lines answer no more, as when their driver in the kernel is unloaded.
        holders: who keeps each line, by its name.
    """

    def __init__(self) -> None:
        self.is_failing = False
        self.holders: dict[str, ChipPins] = {}

    def open(self) -> ChipPins:
        """A way to its pins of its own, as a driver opens it."""
        return ChipPins(self)

    @property
    def held(self) -> set[str]:
        """The names of the lines that somebody keeps."""
        return set(self.holders)

    def pin(self, number: int) -> MockPin:
        """The pin of a line that somebody keeps."""
        return self.holders[f"GPIO{number}"].pin(number)


class ChipPins(MockFactory):  # type: ignore[misc]
    """A way to the pins of a chip."""

    def __init__(self, chip: Chip) -> None:
        super().__init__(pin_class=ChipPin)
        self.chip = chip

    def close(self) -> None:
        super().close()
        for name in [name for name, holder in self.chip.holders.items() if holder is self]:
            del self.chip.holders[name]


class ChipPin(ToldPin):
    """A pin of a chip."""

    def __init__(self, factory: ChipPins, info: object) -> None:
        super().__init__(factory, info)
        if factory.chip.holders.setdefault(self.info.name, factory) is not factory:
            raise OSError("GPIO busy")

    def close(self) -> None:
        self._answer()
        super().close()

    def _get_state(self) -> object:
        self._answer()
        return super()._get_state()

    def _set_state(self, value: object) -> None:
        self._answer()
        super()._set_state(value)

    def _answer(self) -> None:
        if self.factory.chip.is_failing:
            raise OSError("No such device")
