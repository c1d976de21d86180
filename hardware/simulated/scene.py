"""What lies on the drawn tray and who looks at it: plain values, no picture library.

The tray is measured in millimetres: x to the right, y away from the players, z up, the origin in the middle of the
ground. Angles are degrees, counter-clockwise seen from above.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

Colour = tuple[int, int, int]
"""Blue, green, red, each 0..255."""

Spot = tuple[float, float]
"""x, y on the ground of the tray in mm."""

IVORY: Final[Colour] = (206, 228, 236)
BLACK: Final[Colour] = (34, 30, 30)
GREEN_FELT: Final[Colour] = (62, 84, 40)

GROUND_WH_MM: Final = (156.0, 114.0)
"""Width and depth of the ground inside the rim."""

DIE_MM: Final = 16.0
"""Edge of an ordinary die."""


@dataclass(frozen=True, slots=True)
class DrawnDie:
    """A die to draw.

    Attributes:
        face: 1..6, the face on top while `tip_deg` is zero.
        centre_mm: where its middle is above the ground.
        angle_deg: how it is turned on the ground.
        size_mm: length of an edge.
        lift_mm: how far its lowest point is above the ground.
        tip_deg: how it is tipped about the x and the y axis; (0, 0) is at rest on its face.
        smear_mm: how far it moves while the picture is taken; blurs it along that way.
        body_bgr: colour of the die.
        pip_bgr: colour of the pips.
    """

    face: int
    centre_mm: Spot
    angle_deg: float = 0.0
    size_mm: float = DIE_MM
    lift_mm: float = 0.0
    tip_deg: tuple[float, float] = (0.0, 0.0)
    smear_mm: Spot = (0.0, 0.0)
    body_bgr: Colour = IVORY
    pip_bgr: Colour = BLACK

    def __post_init__(self) -> None:
        if self.face not in range(1, 7):
            raise ValueError(f"face: a drawn die shows 1 to 6, not {self.face!r}")


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand over the tray, its arm coming from beyond the edge of the picture.

    Attributes:
        palm_mm: where the middle of the palm is.
        points_deg: where the fingers point; 90 is away from the players.
    """

    palm_mm: Spot
    points_deg: float = 90.0


@dataclass(frozen=True, slots=True)
class View:
    """The camera.

    Attributes:
        tilt_deg: how far it leans off the vertical, towards the players.
        distance_mm: from the middle of the ground; a common die is about 62 pixels wide at 300.
    """

    tilt_deg: float = 4.0
    distance_mm: float = 300.0


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything that one picture shows.

    Attributes:
        dice: in any order.
        hand: over the dice, or None.
        view: the camera.
        lamp: brightness of the lamp; 1 is ordinary.
        ground_bgr: colour of the felt.
        noise: standard deviation of the sensor noise, in grey levels.
        noise_seed: a different picture of the same scene for each number.
    """

    dice: tuple[DrawnDie, ...] = ()
    hand: Hand | None = None
    view: View = View()
    lamp: float = 1.0
    ground_bgr: Colour = GREEN_FELT
    noise: float = 2.0
    noise_seed: int = 0
