"""What the appliance needs of its devices, as small protocols, and the values that pass through them.

Every driver, real or simulated, keeps one of these protocols. A driver raises `DeviceError` and nothing else when its
device fails; whoever calls it turns that into an event.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from PIL.Image import Image

DISPLAY_SIZE_WH = (128, 64)
"""Width and height of the display in pixels."""


class DeviceError(Exception):
    """A device does not work.

    Attributes:
        device: what it is called at the table: "camera", "screen", "buttons", "buzzer" or "lamp".
        reason: what is wrong, in a few words.
        remedy: what a person can try.
    """

    def __init__(self, device: str, reason: str, remedy: str) -> None:
        super().__init__(f"{device}: {reason}; {remedy}")
        self.device = device
        self.reason = reason
        self.remedy = remedy


class Button(Enum):
    """The four buttons."""

    NEXT = "next"
    BACK = "back"
    OK = "ok"
    UNDO = "undo"


@dataclass(frozen=True, slots=True)
class Press:
    """A button was pressed.

    Attributes:
        button: which one.
        held: True when it was held down long enough to count as a long press; NEXT repeats it while it stays down.
        at: when, in seconds of the monotonic clock.
    """

    button: Button
    held: bool
    at: float


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture of the tray.

    Attributes:
        image_bgr: uint8, shape (height, width, 3), blue-green-red.
        at: when it was taken, in seconds of the monotonic (or simulated) clock.
        number: counts up by one for each frame of this camera.
    """

    image_bgr: NDArray[np.uint8]
    at: float
    number: int


class Light(Enum):
    """How brightly the display is lit."""

    BRIGHT = "bright"
    DIM = "dim"
    DARK = "dark"


@dataclass(frozen=True, slots=True)
class Look:
    """How the display shows its picture, so that no pixel burns in.

    Attributes:
        light: how brightly; a dark display keeps its picture for later.
        shift_xy: pixels to the right and down; what leaves the edge is not seen.
    """

    light: Light = Light.BRIGHT
    shift_xy: tuple[int, int] = (0, 0)


class Signal(Enum):
    """What a buzzer or lamp can tell the table."""

    ROLL_READ = "roll read"
    DOUBT = "doubt"
    YOUR_TURN = "your turn"


class Camera(Protocol):
    """Looks at the tray."""

    def frames(self) -> Iterator[Frame]:
        """Yields the newest frame each time, waiting for it; raises DeviceError when the camera fails."""
        ...

    def close(self) -> None:
        """Gives the device back. May be called twice."""
        ...


class Buttons(Protocol):
    """Tells of presses."""

    def listen(self, post: Callable[[Press], None]) -> None:
        """Calls `post` for every press from now on, from any thread; `post` must return at once."""
        ...

    def close(self) -> None:
        """Gives the device back. May be called twice."""
        ...


class Display(Protocol):
    """Shows one picture at a time."""

    def show(self, image: Image) -> None:
        """Shows a one-bit image of DISPLAY_SIZE_WH; raises DeviceError when the display fails."""
        ...

    def set_look(self, look: Look) -> None:
        """Shows this picture and those to come in another light or place; raises DeviceError when the display fails."""
        ...

    def check(self) -> None:
        """Asks whether the device still answers, changing nothing; raises DeviceError when it doesn't."""
        ...

    def close(self, keep_picture: bool = False) -> None:
        """Gives the device back, cleared unless its last picture is to stay. May be called twice."""
        ...


class Signaller(Protocol):
    """A buzzer or a lamp."""

    def give(self, signal: Signal) -> None:
        """Gives a signal after those given before; returns at once."""
        ...

    def close(self) -> None:
        """Ends silent and dark, and gives the device back. May be called twice."""
        ...
