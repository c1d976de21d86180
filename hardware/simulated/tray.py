"""Draws dice on a tray as a camera above them would see them.

A pinhole camera, rounded cubes with pips on every face they show, one lamp from the upper left with soft shadows,
felt inside a wooden rim, a hand, motion blur and sensor noise. The same scene gives the same picture, bit for bit on
one machine.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.simulated.scene import GOAT, GROUND_WH_MM, Colour, DrawnDie, Hand, Scene, Sheet, Spot, View
from hardware.simulated.sensor import SIZE_WH, exposed

if TYPE_CHECKING:
    from cv2.typing import MatLike

Image = NDArray[np.uint8]
Floats = NDArray[np.float64]

FOCAL_PX: Final = 1100.0
"""Focal length in pixels; the tray fills the picture at the ordinary distance."""

RIM_HEIGHT_MM: Final = 16.0
RIM_WIDTH_MM: Final = 7.0
RIM_CORNER_MM: Final = 10.0
WOOD: Final[Colour] = (58, 92, 140)
TABLE: Final[Colour] = (96, 104, 112)
SKIN: Final[Colour] = (138, 168, 214)
SLEEVE: Final[Colour] = (92, 58, 44)

LIGHT: Final[Floats] = np.array([-0.36, 0.42, 0.83]) / np.linalg.norm([-0.36, 0.42, 0.83])
"""Towards the lamp."""
AMBIENT: Final = 0.5
"""What a surface turned away from the lamp still gets."""

ROUNDING: Final = 0.15
"""Radius of a die's corners, in edges."""
TEXTURE_PX: Final = 96
PIP_RADIUS: Final = 0.093
"""In edges, like the places of the pips."""
PIPS: Final[dict[int, tuple[Spot, ...]]] = {
    1: ((0, 0),),
    2: ((-0.25, 0.25), (0.25, -0.25)),
    3: ((-0.25, 0.25), (0, 0), (0.25, -0.25)),
    4: ((-0.25, -0.25), (-0.25, 0.25), (0.25, -0.25), (0.25, 0.25)),
    5: ((-0.25, -0.25), (-0.25, 0.25), (0, 0), (0.25, -0.25), (0.25, 0.25)),
    6: ((-0.25, -0.26), (-0.25, 0), (-0.25, 0.26), (0.25, -0.26), (0.25, 0), (0.25, 0.26)),
}

# The x axis of the pips, their y axis and the outward normal of each face, as rows on the die's own axes. Opposite
# faces sum to 7; seen from the corner that 1, 2 and 3 share, they run counter-clockwise, as on Western dice.
FACES: Final[dict[int, Floats]] = {
    1: np.array([[0.0, 1, 0], [0, 0, 1], [1, 0, 0]]),
    2: np.array([[0.0, 0, 1], [1, 0, 0], [0, 1, 0]]),
    3: np.array([[1.0, 0, 0], [0, 1, 0], [0, 0, 1]]),
    4: np.array([[0.0, 1, 0], [1, 0, 0], [0, 0, -1]]),
    5: np.array([[1.0, 0, 0], [0, 0, 1], [0, -1, 0]]),
    6: np.array([[0.0, 0, 1], [0, 1, 0], [-1, 0, 0]]),
}

# A goat's head with horns and ears, over the face from -1 to 1, y down.
GOAT_HEAD: Final = ((-0.24, -0.2), (0.24, -0.2), (0.2, 0.2), (0.07, 0.66), (-0.07, 0.66), (-0.2, 0.2))
GOAT_LINES: Final = (
    ((-0.12, -0.2), (-0.22, -0.48), (-0.45, -0.68)),
    ((0.12, -0.2), (0.22, -0.48), (0.45, -0.68)),
    ((-0.55, -0.06), (0.55, -0.06)),
)
GOAT_LINE_WIDTH: Final = 0.13

CORNERS: Final[Floats] = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], dtype=np.float64)
SQUARE: Final[Floats] = np.array([[-1, 1, 1], [1, 1, 1], [1, -1, 1], [-1, -1, 1]], dtype=np.float64)
"""The corners of a face on its own axes."""
CIRCLE: Final[Floats] = np.array([[np.cos(a), np.sin(a)] for a in np.linspace(0, 2 * np.pi, 16, endpoint=False)])
SUBPIXEL_BITS: Final = 4


def draw_tray(scene: Scene) -> Image:
    """Draws a scene.

    Returns:
        uint8, shape (480, 640, 3), blue-green-red; a new array each time.
    """
    image = _table(scene.dice, scene.ground_bgr, scene.view).copy()
    for sheet in scene.sheets:
        _draw_sheet(image, sheet, scene.view)
    if scene.hand is not None:
        _draw_hand(image, scene.hand, scene.view)
    return exposed(image, scene)


def top_corners(die: DrawnDie, view: View) -> tuple[tuple[float, float], ...]:
    """Says where the four corners of a die's `face` are in the picture, in pixels, in order around it."""
    corners = project(_face_square(die, die.face), view)
    return tuple((float(x), float(y)) for x, y in corners)


def project(points: Floats, view: View) -> Floats:
    """Projects points (n, 3) in mm to pixels (n, 2)."""
    flat: Floats = _pixels_and_depth(points, view)[0]
    return flat


def _pixels_and_depth(points: Floats, view: View) -> tuple[Floats, Floats]:
    tilt = np.deg2rad(view.tilt_deg)
    up = np.array([0.0, np.cos(tilt), np.sin(tilt)])
    forward = np.array([0.0, np.sin(tilt), -np.cos(tilt)])
    depth = view.distance_mm + points @ forward
    scale = FOCAL_PX / depth
    return np.stack([SIZE_WH[0] / 2 + scale * points[:, 0], SIZE_WH[1] / 2 - scale * (points @ up)], axis=1), depth


def _eye(view: View) -> Floats:
    tilt = np.deg2rad(view.tilt_deg)
    return view.distance_mm * np.array([0.0, -np.sin(tilt), np.cos(tilt)])


# Where a die is


def _turn(axis: int, degrees: float) -> Floats:
    """Rotation matrix about one axis."""
    c, s = np.cos(np.deg2rad(degrees)), np.sin(np.deg2rad(degrees))
    i, j = (axis + 1) % 3, (axis + 2) % 3
    matrix = np.eye(3)
    matrix[i, i], matrix[i, j], matrix[j, i], matrix[j, j] = c, -s, s, c
    return matrix


@lru_cache(maxsize=64)
def _pose(die: DrawnDie) -> tuple[Floats, Floats]:
    """Returns the rotation (3, 3) from the die's own axes to the tray's, and the die's middle (3,) in mm."""
    tipped = _turn(0, die.tip_deg[0]) @ _turn(1, die.tip_deg[1])
    rotation: Floats = tipped @ _turn(2, die.angle_deg) @ FACES[die.face or 1]  # a goat is where the 1 would be
    half, radius = die.size_mm / 2, die.size_mm * ROUNDING
    lowest = np.min(CORNERS @ rotation.T, axis=0)[2] * (half - radius) - radius
    return rotation, np.array([*die.centre_mm, die.lift_mm - lowest])


def _face_square(die: DrawnDie, face: int) -> Floats:
    """The corners (4, 3) of one face in mm, in the order of SQUARE."""
    rotation, middle = _pose(die)
    corners: Floats = SQUARE @ FACES[face or 1] @ rotation.T * (die.size_mm / 2) + middle
    return corners


# The layers of a picture


@lru_cache(maxsize=4)
def _table(dice: tuple[DrawnDie, ...], ground_bgr: Colour, view: View) -> Image:
    """The tray with the dice on it; kept, because dice at rest are drawn many times."""
    image = _ground(ground_bgr, view).copy()
    eye = _eye(view)
    far_first = sorted(dice, key=lambda die: -float(np.linalg.norm(_pose(die)[1] - eye)))
    for die in far_first:
        _shade_ground(image, die, view)
    for die in far_first:
        _draw_die(image, die, view)
    return image


@lru_cache(maxsize=4)
def _ground(ground_bgr: Colour, view: View) -> Image:
    """The empty tray on its table."""
    image = np.full((SIZE_WH[1], SIZE_WH[0], 3), TABLE, dtype=np.uint8)
    outer = _rim_line(RIM_WIDTH_MM, RIM_HEIGHT_MM)
    inner = _rim_line(0.0, RIM_HEIGHT_MM)
    foot = _rim_line(0.0, 0.0)
    _fill(image, project(outer, view), WOOD)
    for i, j in zip(range(len(foot)), [*range(1, len(foot)), 0], strict=True):
        wall = np.stack([inner[i], inner[j], foot[j], foot[i]])
        outwards = (foot[i] + foot[j]) / 2
        shade = AMBIENT * 0.7 + 0.5 * max(0.0, float(-outwards @ LIGHT) / float(np.linalg.norm(outwards)))
        _fill(image, project(wall, view), _shaded(WOOD, shade))
    felt = np.zeros(image.shape[:2], np.uint8)
    _fill(felt, project(foot, view), 255)
    covered = (felt > 0)[..., None]
    colour = np.where(covered, np.array(ground_bgr, np.uint8), image)
    lit = colour * _texture_of_ground(felt)[..., None] * _pool_of_light()[..., None]
    return np.asarray(np.clip(lit, 0, 255), dtype=np.uint8)


def _texture_of_ground(felt: Image) -> NDArray[np.float32]:
    """Fibres and the soft shadow that the rim throws on the felt, as a factor for each pixel."""
    random = np.random.default_rng(1)
    fine = cv2.GaussianBlur(random.standard_normal(felt.shape).astype(np.float32), (0, 0), 0.8)
    coarse = cv2.GaussianBlur(random.standard_normal(felt.shape).astype(np.float32), (0, 0), 4)
    fibres = 1 + 0.10 * fine + 0.25 * coarse
    shift = np.array([[1, 0, -LIGHT[0] * 30], [0, 1, LIGHT[1] * 30]], dtype=np.float64)
    lit = cv2.GaussianBlur(cv2.warpAffine(felt, shift, SIZE_WH), (0, 0), 7).astype(np.float32) / 255
    factor = np.where(felt > 0, fibres * (0.6 + 0.4 * lit), 1 + 0.04 * coarse)
    return factor.astype(np.float32)


def _pool_of_light() -> NDArray[np.float32]:
    """The lamp lights the middle more than the corners."""
    y, x = np.mgrid[0 : SIZE_WH[1], 0 : SIZE_WH[0]].astype(np.float32)
    far = np.hypot(x - SIZE_WH[0] * 0.45, y - SIZE_WH[1] * 0.45) / SIZE_WH[0]
    return np.asarray(1.06 - 0.42 * far**2, dtype=np.float32)


def _rim_line(out_mm: float, z_mm: float) -> Floats:
    """The inner edge of the rim (n, 3), widened by `out_mm`, at one height."""
    radius = RIM_CORNER_MM + out_mm
    inset = np.array(GROUND_WH_MM) / 2 - RIM_CORNER_MM
    arcs = [
        [sx * inset[0] + radius * np.cos(a), sy * inset[1] + radius * np.sin(a), z_mm]
        for sx, sy, start in ((1, 1, 0), (-1, 1, 90), (-1, -1, 180), (1, -1, 270))
        for a in np.deg2rad(np.linspace(start, start + 90, 7))
    ]
    return np.array(arcs)


def _shade_ground(image: Image, die: DrawnDie, view: View) -> None:
    """Darkens the ground where the die keeps the lamp off it, most where it touches."""
    rotation, middle = _pose(die)
    corners = CORNERS @ rotation.T * (die.size_mm / 2 * (1 - ROUNDING / 2)) + middle
    thrown = corners - np.maximum(corners[:, 2:], 0) / LIGHT[2] * LIGHT
    below = corners * np.array([1.0, 1.0, 0.0])
    px_per_mm = FOCAL_PX / view.distance_mm
    for outline, depth, blur_mm in ((thrown, 0.45, 0.9 + 0.12 * die.lift_mm), (below, 0.35, 0.7 + 0.3 * die.lift_mm)):
        polygon = _hull(project(outline, view))
        box = _box(polygon, margin=int(3 * blur_mm * px_per_mm) + 2)
        if box is None:
            continue
        left, top, right, bottom = box
        mask = np.zeros((bottom - top, right - left), np.uint8)
        _fill(mask, polygon - (left, top), 255)
        _darken(image, box, _softened(mask, blur_mm * px_per_mm), depth)


def _draw_die(image: Image, die: DrawnDie, view: View) -> None:
    """Draws the rounded body first, then the flat part of every face that looks at the camera."""
    rotation, _ = _pose(die)
    outline = _outline(die, view)
    smear_px = np.array(die.smear_mm) * (FOCAL_PX / view.distance_mm)
    box = _box(outline, margin=3 + int(np.max(np.abs(smear_px))))
    if box is None:
        return
    left, top, right, bottom = box
    size_wh = (right - left, bottom - top)
    alpha = np.zeros(size_wh[::-1], np.uint8)
    _fill(alpha, outline - (left, top), 255)
    body = np.full((size_wh[1], size_wh[0], 3), _shaded(die.body_bgr, 0.8), np.float32)
    for face in (GOAT if die.face == GOAT else 1, 2, 3, 4, 5, 6):
        axes = FACES[face or 1]
        facing = rotation @ axes[2]
        square = _face_square(die, face)
        if facing @ (_eye(view) - square.mean(axis=0)) <= 0:
            continue
        texture = _face_texture(face, die.body_bgr, die.pip_bgr)
        warp = cv2.getPerspectiveTransform(
            (SQUARE[:, :2] * (1, -1) * TEXTURE_PX / 2 + TEXTURE_PX / 2).astype(np.float32),
            (project(square, view) - (left, top)).astype(np.float32),
        )
        seen = cv2.warpPerspective(texture, warp, size_wh, flags=cv2.INTER_LINEAR).astype(np.float32)
        shade = AMBIENT + 0.6 * max(0.0, float(facing @ LIGHT))
        body += (seen[..., :3] * shade - body) * (seen[..., 3:] / 255)
    cut = cv2.convertScaleAbs(np.minimum(body, 255) * (alpha[..., None] / np.float32(255)))
    _blend(image, box, *_smeared(cut, alpha, smear_px))


def _outline(die: DrawnDie, view: View) -> Floats:
    """The outline (n, 2) of the rounded cube in pixels: the hull of the balls in its corners."""
    rotation, middle = _pose(die)
    radius = die.size_mm * ROUNDING
    flat, depth = _pixels_and_depth(CORNERS @ rotation.T * (die.size_mm / 2 - radius) + middle, view)
    radii = FOCAL_PX * radius / depth
    return _hull((flat[:, None] + radii[:, None, None] * CIRCLE).reshape(-1, 2))


@lru_cache(maxsize=64)
def _face_texture(face: int, body_bgr: Colour, pip_bgr: Colour) -> Image:
    """One face (TEXTURE_PX, TEXTURE_PX, 4): its colour, and in the fourth channel how much of it is flat."""
    fine = TEXTURE_PX * 4
    texture = np.full((fine, fine, 3), body_bgr, np.uint8)
    if face == GOAT:
        _draw_goat(texture, pip_bgr)
    for x, y in PIPS.get(face, ()):
        centre = np.array([0.5 + x, 0.5 - y]) * fine
        _disc(texture, centre, PIP_RADIUS * 1.14 * fine, _shaded(body_bgr, 0.82))
        _disc(texture, centre, PIP_RADIUS * fine, pip_bgr)
        # A drilled pip catches some light in its hollow.
        _disc(texture, centre + 0.3 * PIP_RADIUS * fine, PIP_RADIUS * 0.45 * fine, _lighter(pip_bgr, 0.10))
    small = cv2.resize(cv2.GaussianBlur(texture, (0, 0), 3), (TEXTURE_PX, TEXTURE_PX), interpolation=cv2.INTER_AREA)
    flat = np.zeros((TEXTURE_PX, TEXTURE_PX), np.uint8)
    edge = round(ROUNDING * TEXTURE_PX * 0.62)
    flat[edge:-edge, edge:-edge] = 255
    return np.dstack([small, cv2.GaussianBlur(flat, (0, 0), ROUNDING * TEXTURE_PX * 0.22)]).astype(np.uint8)


def _draw_goat(texture: Image, colour: Colour) -> None:
    half = len(texture) / 2

    def pixels(line: tuple[Spot, ...]) -> NDArray[np.int32]:
        return np.rint((np.array(line) + 1) * half).astype(np.int32)

    cv2.fillPoly(texture, [pixels(GOAT_HEAD)], colour, cv2.LINE_AA)
    for line in GOAT_LINES:
        cv2.polylines(texture, [pixels(line)], False, colour, round(GOAT_LINE_WIDTH * half), cv2.LINE_AA)


# The hand: drawn once, pointing along x, then moved into place

HAND_PX_PER_MM: Final = 2.0
HAND_HEIGHT_MM: Final = 40.0
HAND_BOX_MM: Final = (-330.0, -80.0, 120.0, 80.0)
"""Left, bottom, right, top of the drawn hand around the middle of its palm."""
SLEEVE_FROM_MM: Final = -150.0
HAND_LIMBS_MM: Final = (
    (-320.0, 0.0, -60.0, 0.0, 58.0),
    (-45.0, 0.0, 8.0, 0.0, 84.0),
    (15.0, -32.0, 74.0, -38.0, 17.0),
    (25.0, -11.0, 92.0, -13.0, 19.0),
    (25.0, 11.0, 98.0, 13.0, 20.0),
    (18.0, 31.0, 88.0, 37.0, 19.0),
    (-25.0, 32.0, 38.0, 62.0, 22.0),
)
"""Forearm, palm, four fingers and thumb: from x, y to x, y, width."""


@lru_cache(maxsize=1)
def _hand_picture() -> Image:
    """The hand (h, w, 4): colour and, in the fourth channel, how much of it is there; outside it all is zero."""
    left, bottom, right, top = HAND_BOX_MM
    scale = HAND_PX_PER_MM
    height, width = round((top - bottom) * scale), round((right - left) * scale)
    alpha = np.zeros((height, width), np.uint8)
    relief = np.zeros((height, width), np.float32)
    for x0, y0, x1, y1, thick in HAND_LIMBS_MM:
        limb = np.zeros_like(alpha)
        ends = [(round((x - left) * scale), round((top - y) * scale)) for x, y in ((x0, y0), (x1, y1))]
        cv2.line(limb, ends[0], ends[1], (255,), round(thick * scale), cv2.LINE_AA)
        alpha = np.maximum(alpha, limb)
        rounded = cv2.GaussianBlur(limb, (0, 0), thick * scale * 0.16) / np.float32(255)
        relief = np.maximum(relief, np.where(limb > 0, rounded, 0))
    height_of_skin = cv2.GaussianBlur(relief, (0, 0), 2.0)
    from_palm = np.arange(width) / scale + left
    colour = np.where((from_palm < SLEEVE_FROM_MM)[None, :, None], np.array(SLEEVE), np.array(SKIN))
    lit = colour * (0.38 + 0.62 * height_of_skin[..., None]) * (alpha[..., None] / 255)
    return np.dstack([np.clip(lit, 0, 255).astype(np.uint8), alpha])


def _draw_hand(image: Image, hand: Hand, view: View) -> None:
    picture = _hand_picture()
    shadow_mm = -LIGHT[:2] / LIGHT[2] * HAND_HEIGHT_MM
    quarter = tuple(side // 4 for side in SIZE_WH)  # the shadow is soft anyway
    shadow = cv2.warpAffine(picture[..., 3], _hand_to_picture(hand, view, shadow_mm) / 4, quarter)
    _darken(image, (0, 0, *SIZE_WH), cv2.resize(_softened(shadow, 3.0), SIZE_WH), 0.5)
    seen = cv2.warpAffine(picture, _hand_to_picture(hand, view, np.zeros(2)), SIZE_WH)
    x, y, w, h = cv2.boundingRect(cv2.extractChannel(seen, 3))
    cut = seen[y : y + h, x : x + w]
    if cut.size:
        _blend(image, (x, y, x + w, y + h), cv2.cvtColor(cut, cv2.COLOR_BGRA2BGR), cv2.extractChannel(cut, 3))


def _hand_to_picture(hand: Hand, view: View, shift_mm: Floats) -> Floats:
    """The affine map (2, 3) from pixels of the drawn hand to pixels of the picture."""
    palm = np.array([[hand.palm_mm[0] + shift_mm[0], hand.palm_mm[1] + shift_mm[1], HAND_HEIGHT_MM]])
    flat, depth = _pixels_and_depth(palm, view)
    scale = FOCAL_PX / depth[0] / HAND_PX_PER_MM
    c, s = scale * np.cos(np.deg2rad(hand.points_deg)), scale * np.sin(np.deg2rad(hand.points_deg))
    linear = np.array([[c, s], [-s, c]])
    middle = np.array([-HAND_BOX_MM[0], HAND_BOX_MM[3]]) * HAND_PX_PER_MM
    return np.hstack([linear, (flat[0] - linear @ middle)[:, None]])


# Things that are no dice


def _draw_sheet(image: Image, sheet: Sheet, view: View) -> None:
    px_per_mm = FOCAL_PX / view.distance_mm
    thrown = _sheet_corners(sheet, 1.0) - sheet.height_mm / LIGHT[2] * LIGHT
    outline = project(thrown, view)
    blur_px = (0.8 + 0.12 * sheet.height_mm) * px_per_mm
    box = _box(outline, margin=int(3 * blur_px) + 2)
    if box is not None:
        mask = np.zeros((box[3] - box[1], box[2] - box[0]), np.uint8)
        _fill(mask, outline - box[:2], 255)
        _darken(image, box, _softened(mask, blur_px), 0.4)
    _fill(image, project(_sheet_corners(sheet, 1.0), view), sheet.colour_bgr)
    if sheet.picture_bgr is None:
        return
    _fill(image, project(_sheet_corners(sheet, 0.86), view), sheet.picture_bgr)
    for along in (-0.5, 0.0, 0.5):
        middle = project(_sheet_points(sheet, np.array([[along, 0.0]])), view)[0]
        _disc(image, middle, 0.09 * min(sheet.size_wh_mm) * px_per_mm, sheet.colour_bgr)


def _sheet_corners(sheet: Sheet, share: float) -> Floats:
    """The corners (4, 3) in mm of the sheet, or of a smaller one in its middle."""
    return _sheet_points(sheet, SQUARE[:, :2] * share)


def _sheet_points(sheet: Sheet, points: Floats) -> Floats:
    """Places (n, 2), from -1 to 1 over the sheet, as points (n, 3) of the tray in mm."""
    flat: Floats = points * np.array(sheet.size_wh_mm) / 2
    turned = np.hstack([flat, np.zeros((len(flat), 1))]) @ _turn(2, sheet.angle_deg).T
    placed: Floats = turned + np.array([*sheet.centre_mm, sheet.height_mm])
    return placed


# Brushes

Box = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels."""


def _box(points: Floats, margin: int) -> Box | None:
    """The box around points, within the picture; None when nothing of it is."""
    left, top = np.floor(points.min(axis=0)).astype(int) - margin
    right, bottom = np.ceil(points.max(axis=0)).astype(int) + margin
    box = (max(0, int(left)), max(0, int(top)), min(SIZE_WH[0], int(right)), min(SIZE_WH[1], int(bottom)))
    return box if box[0] < box[2] and box[1] < box[3] else None


def _hull(points: Floats) -> Floats:
    return cv2.convexHull(points.astype(np.float32)).reshape(-1, 2).astype(np.float64)


def _fill(image: Image, polygon: Floats, colour: Colour | int) -> None:
    """Fills a convex polygon with smooth edges."""
    points = np.rint(polygon * (1 << SUBPIXEL_BITS)).astype(np.int32)
    value = (colour,) if isinstance(colour, int) else colour
    cv2.fillConvexPoly(image, points, value, cv2.LINE_AA, SUBPIXEL_BITS)


def _disc(image: Image, centre: Floats, radius: float, colour: Colour) -> None:
    cv2.circle(image, (round(centre[0]), round(centre[1])), round(radius), colour, -1, cv2.LINE_AA)


def _softened(mask: MatLike, deviation_px: float) -> MatLike:
    """Blurs nearly as a Gaussian would, in a time that doesn't grow with its width."""
    side = round(np.sqrt(6 * deviation_px**2 + 1)) | 1
    return cv2.blur(cv2.blur(mask, (side, side)), (side, side))


def _darken(image: Image, box: Box, mask: MatLike, depth: float) -> None:
    """Takes the share `depth` of the light away where the mask (h, w) is 255, less where it is less."""
    left, top, right, bottom = box
    patch = image[top:bottom, left:right]
    kept = cv2.convertScaleAbs(mask, alpha=-depth, beta=255)
    cv2.multiply(patch, cv2.cvtColor(kept, cv2.COLOR_GRAY2BGR), dst=patch, scale=1 / 255)


def _blend(image: Image, box: Box, colour: MatLike, alpha: MatLike) -> None:
    """Lays colour (h, w, 3), already multiplied by alpha (h, w), over the picture."""
    left, top, right, bottom = box
    _darken(image, box, alpha, 1.0)
    patch = image[top:bottom, left:right]
    cv2.add(patch, colour, dst=patch)


def _smeared(colour: MatLike, alpha: MatLike, smear_px: Floats) -> tuple[MatLike, MatLike]:
    """Blurs along the way that a thing moves while the picture is taken."""
    length = float(np.linalg.norm(smear_px))
    if length < 2:
        return colour, alpha
    side = int(np.ceil(length)) | 1
    way = np.zeros((side, side), np.float32)
    x, y = np.rint(smear_px / length * (side // 2) * (1, -1)).astype(int).tolist()
    cv2.line(way, (side // 2 - x, side // 2 - y), (side // 2 + x, side // 2 + y), (1.0,))
    kernel = way / way.sum()
    return cv2.filter2D(colour, -1, kernel), cv2.filter2D(alpha, -1, kernel)


def _shaded(colour: Colour, factor: float) -> Colour:
    b, g, r = (min(255, round(channel * factor)) for channel in colour)
    return b, g, r


def _lighter(colour: Colour, share: float) -> Colour:
    b, g, r = (round(channel + (255 - channel) * share) for channel in colour)
    return b, g, r
