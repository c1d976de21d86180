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

GOAT: Final = 0
"""The face of a die that has a goat in place of the 1."""

DIE_MM: Final = 16.0
"""Edge of an ordinary die."""


def face_text(face: int) -> str:
    """A face as people write it."""
    return "goat" if face == GOAT else str(face)


@dataclass(frozen=True, slots=True)
class DrawnDie:
    """A die to draw.

    Attributes:
        face: 1..6 or GOAT, the face on top while `tip_deg` is zero.
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
        if self.face not in range(GOAT, 7):
            raise ValueError(f"face: a drawn die shows 1 to 6 or a goat, not {self.face!r}")


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
class Sheet:
    """Something flat with straight edges that is no die: a playing card on the tray, a sleeve over it.

    Attributes:
        centre_mm: where its middle is above the ground.
        size_wh_mm: its width and height.
        angle_deg: how it is turned.
        height_mm: how far it is above the ground; its shadow falls further the higher it is.
        colour_bgr: of its edge, or of all of it.
        picture_bgr: colour of the picture in its middle, with a few round marks; None for a plain one.
    """

    centre_mm: Spot
    size_wh_mm: tuple[float, float]
    angle_deg: float = 0.0
    height_mm: float = 0.5
    colour_bgr: Colour = (235, 240, 240)
    picture_bgr: Colour | None = None


@dataclass(frozen=True, slots=True)
class Light:
    """What the lamp and the mains do to one picture.

    Attributes:
        lamp: brightness of everything; 1 is ordinary.
        slope: by what share it is brighter at the right and at the upper edge than in the middle.
        bands: by what share the mains make rows brighter and darker where the exposure doesn't fit them.
        bands_at: where the bands are, 0..1; they wander from picture to picture.
    """

    lamp: float = 1.0
    slope: tuple[float, float] = (0.0, 0.0)
    bands: float = 0.0
    bands_at: float = 0.0


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
        sheets: flat things that are no dice, lowest first; those below the hand's height lie under it.
        view: the camera.
        shift_px: how far the picture is shifted, to the right and down: the table was knocked, or the camera.
        turn_deg: how far it is turned by the knock.
        lamp: brightness of the lamp; 1 is ordinary.
        light: what else the light does; its lamp multiplies the other.
        ground_bgr: colour of the felt.
        noise: standard deviation of the sensor noise, in grey levels.
        noise_seed: a different picture of the same scene for each number.
    """

    dice: tuple[DrawnDie, ...] = ()
    hand: Hand | None = None
    sheets: tuple[Sheet, ...] = ()
    view: View = View()
    shift_px: Spot = (0.0, 0.0)
    turn_deg: float = 0.0
    lamp: float = 1.0
    light: Light = Light()
    ground_bgr: Colour = GREEN_FELT
    noise: float = 2.0
    noise_seed: int = 0
