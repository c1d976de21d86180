"""Dice as rounded cubes under a pinhole camera, drawn ray by ray, with exact truth."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.pips import FACE_LATTICE
from vision.training.lamps import Camera, Lamps
from vision.training.materials import SYMBOL_PX, Material, any_symbol, grain, speckled

UNKNOWN = 0
"""The class of a die whose face no one should read: in motion, covered, or showing no pips."""
NOT_TOLD = -1
"""The class of a die that leans so far that two of its faces show about equally: the network may say what it likes."""
READABLE_LEAN = np.deg2rad(30)
BENDS = 1.45
"""How many times slower light is in a die that shines through."""


@dataclass(frozen=True)
class Truth:
    """One die of a picture.

    Attributes:
        face: 1..6, UNKNOWN or NOT_TOLD.
        centre_xy: middle of the top face in pixels.
        size: square root of the top face's area in pixels.
        angle: of an edge in radians; meaningful modulo a quarter turn. NaN when the source does not tell.
        exact: whether centre and size are exact or guessed from a box.
        leans: 1 for a die that does not lie flat, 0 for one that does, NaN when the source does not tell.
        up_xy: where the middle of the top face is seen from that of the bottom, in sizes; NaN when the source does not
            tell.
    """

    face: int
    centre_xy: tuple[float, float]
    size: float
    angle: float
    exact: bool = True
    leans: float = 0.0
    up_xy: tuple[float, float] = (float("nan"), float("nan"))


@dataclass(frozen=True)
class Place:
    """Where a die lies, in the world's units, and how.

    Attributes:
        x, y: its middle on the ground.
        edge: its length.
        turn: of its edges in radians.
        lean: how far it is tilted about its own x axis, in radians; 0 when it lies flat.
        raised: how high its lowest point is above the ground.
    """

    x: float
    y: float
    edge: float
    turn: float
    lean: float = 0.0
    raised: float = 0.0

    @property
    def reach(self) -> float:
        """How wide it is where it leans."""
        return self.edge * float(np.cos(self.lean) + abs(np.sin(self.lean)))


@dataclass(frozen=True)
class Body:
    """A die in its place: axes hold its own x, y, z as rows, in the world."""

    centre: np.ndarray
    half: float
    axes: np.ndarray
    material: Material
    lean: float

    @property
    def corners(self) -> np.ndarray:
        """Of the unrounded cube, (8, 3), in the world."""
        signs = np.array([[i, j, k] for i in (-1, 1) for j in (-1, 1) for k in (-1, 1)], dtype=np.float64)
        return self.centre + signs * self.half @ self.axes


@dataclass(frozen=True)
class Drawn:
    """A die as it came out.

    Attributes:
        truth: what it shows.
        top: float32 (4, 2), the corners of its top face in pixels.
        outline: float32 (N, 2), its outline in pixels.
    """

    truth: Truth
    top: np.ndarray
    outline: np.ndarray


def lay(place: Place, material: Material) -> Body:
    """Lays a die in its place."""
    half = place.edge / 2
    cosine, sine = np.cos(place.turn), np.sin(place.turn)
    flat = np.array([[cosine, sine, 0], [-sine, cosine, 0], [0, 0, 1.0]])
    cosine, sine = np.cos(place.lean), np.sin(place.lean)
    axes = np.array([[1, 0, 0], [0, cosine, -sine], [0, sine, cosine]]) @ flat
    height = place.raised + half * float(np.abs(axes[:, 2]).sum())
    return Body(np.array([place.x, place.y, height]), half, axes, material, abs(place.lean))


def draw_die(rng: np.random.Generator, image: np.ndarray, camera: Camera, body: Body, lamps: Lamps) -> Drawn | None:
    """Draws one die over the picture, float (side, side, 3); None where its top face lies outside."""
    half, axes, material = body.half, body.axes, body.material
    side = image.shape[0]
    corners = camera.project(body.corners)
    x0, y0 = np.floor(np.maximum(corners.min(axis=0) - 1, 0)).astype(int)
    x1, y1 = np.ceil(np.minimum(corners.max(axis=0) + 2, side)).astype(int)
    if x1 - x0 < 3 or y1 - y0 < 3:
        return None
    ys, xs = np.mgrid[y0:y1, x0:x1].astype(np.float32)
    directions = camera.rays(xs.ravel(), ys.ravel()) @ axes.T.astype(np.float32)
    start = ((camera.eye - body.centre) @ axes.T / half).astype(np.float32)
    point, coverage = _trace(start, directions, material, camera.focal)
    on = np.flatnonzero(coverage > 0)
    if not len(on):
        return None
    point, directions, coverage = point[on], directions[on], coverage[on]
    faces = _faces(rng)
    behind = image[ys.ravel()[on].astype(int), xs.ravel()[on].astype(int)]
    colour = _colour(rng, point, directions, behind, faces, body, lamps)
    patch = image[y0:y1, x0:x1].reshape(-1, 3)
    patch[on] = patch[on] * (1 - coverage[:, None]) + np.clip(colour, 0, 1.2) * coverage[:, None]
    image[y0:y1, x0:x1] = patch.reshape(y1 - y0, x1 - x0, 3)
    top = np.array([[-1, -1, 1], [1, -1, 1], [1, 1, 1], [-1, 1, 1], [0, 0, 1], [0, 0, -1]], dtype=np.float64)
    pixels = camera.project(body.centre + top * half @ axes)
    middle, bottom = pixels[4], pixels[5]
    if not (2 <= middle[0] < side - 2 and 2 <= middle[1] < side - 2):
        return None
    size = float(np.sqrt(max(cv2.contourArea(pixels[:4].astype(np.float32)), 1.0)))
    along = pixels[1] - pixels[0]
    face = faces[(2, 1)]
    if material.symbols == "all" or (material.symbols == "one" and face == 1):
        face = UNKNOWN
    elif body.lean > READABLE_LEAN:
        face = NOT_TOLD
    angle = float(np.arctan2(along[1], along[0]))
    up_x, up_y = (float(value) for value in (middle - bottom) / size)
    centre = (float(middle[0]), float(middle[1]))
    truth = Truth(face, centre, size, angle, leans=float(body.lean > 0), up_xy=(up_x, up_y))
    return Drawn(truth, pixels[:4].astype(np.float32), cv2.convexHull(corners.astype(np.float32))[:, 0])


def _colour(rng, point, directions, behind, faces, body, lamps):
    """The colours (N, 3) of points of the surface, on the die's own axes, seen along `directions`."""
    axes, material = body.axes, body.material
    inner = np.abs(point) - (1 - material.rounding)
    normal = np.sign(point) * np.maximum(inner, 1e-4)
    if material.ball < 2:
        outside = np.linalg.norm(point, axis=1) > material.ball - 0.012
        normal[outside] = point[outside]
    normal /= np.linalg.norm(normal, axis=1, keepdims=True)
    look = _Marks(rng, faces, material)
    marks, ones, dish = look.at(point)
    local_light = axes @ lamps.light
    albedo = np.repeat(material.body[None], len(point), axis=0)
    if material.marble:
        wave = grain(rng, point + grain(rng, point, 1.5)[:, None] * 0.5, material.marble_scale)
        albedo = albedo * (1 + material.marble * np.clip(wave, -1.5, 1.5)[:, None])
    if material.speckle is not None:
        specks = look.specks_at(rng, point) * (1 if material.speckled_pips else 1 - marks)
        albedo = albedo * (1 - specks[:, None]) + material.speckle[None] * specks[:, None]
        marks = marks * (1 - specks) if material.speckled_pips else marks
    pips = np.where(ones[:, None], material.one[None], material.pip[None])
    albedo = albedo * (1 - marks[:, None]) + marks[:, None] * pips
    tilted = normal + dish * material.depth
    lit = np.clip(tilted @ local_light, 0, 1.3) * rng.uniform(0.95, 1.25)
    shade = lamps.ambient * (0.75 + 0.25 * (normal @ axes[:, 2])) + (1 - lamps.ambient) * lit
    between = local_light[None] - directions
    between /= np.linalg.norm(between, axis=1, keepdims=True)
    shine = material.gloss * np.clip((tilted * between).sum(axis=1), 0, 1) ** material.shininess
    if material.mirror:
        facing = (directions * tilted).sum(axis=1, keepdims=True)
        mirrored = directions - 2 * facing * tilted
        steep = (1 - np.clip(-facing[:, 0], 0, 1)) ** 4
        shine = shine + (material.mirror * (0.7 + 2 * steep)) * lamps.seen(mirrored @ axes)
    colour = albedo * shade[:, None]
    if material.clear:
        inside = _inside(point, directions, normal, behind, look, local_light, material, lamps)
        through = material.clear * (1 - marks[:, None])
        colour = colour * (1 - through) + inside * through
    return colour + shine[:, None]


def _inside(point, directions, normal, behind, look, local_light, material, lamps):
    """What shines through: the far sides with their pips, tinted ground, light that gathers away from the lamp."""
    facing = (directions * normal).sum(axis=1, keepdims=True)
    root = np.sqrt(np.maximum(0, 1 - (1 - facing**2) / BENDS**2))
    bent = directions / BENDS - normal * (facing / BENDS + root)
    bent = np.where(np.abs(bent) < 1e-4, 1e-4, bent)
    reach = ((np.sign(bent) - np.clip(point, -1, 1)) / bent).min(axis=1, keepdims=True)
    leaves = point + bent * np.maximum(reach, 0)
    marks, _, _ = look.at(leaves)
    tint = material.body[None] ** 0.8
    ground = 0.5 * behind + 0.5 * behind.mean(axis=0)
    light = 0.35 + 0.4 * lamps.ambient
    light = light + material.glow * np.clip(-(leaves @ local_light) * 0.6, -0.2, 1)[:, None]
    far = 0.6 * marks[:, None]
    through = (0.55 * ground + 0.45 * light) * tint * (0.6 + 0.8 * light)
    return through * (1 - far) + far * material.pip[None] * light


def _trace(start, directions, material, focal):
    """Marches rays to the rounded cube of half edge 1: points (N, 3) and how much of each pixel is covered."""
    with np.errstate(divide="ignore", invalid="ignore"):
        low, high = (-1 - start) / directions, (1 - start) / directions
        near = np.nanmax(np.minimum(low, high), axis=1)
        far = np.nanmin(np.maximum(low, high), axis=1)
    middle = -(directions @ start)
    travelled = np.where(near < far, near, middle).astype(np.float32)
    closest = np.full(len(directions), 9.0, np.float32)
    inner = 1 - material.rounding
    for _ in range(7):
        point = start + travelled[:, None] * directions
        out = np.abs(point) - inner
        distance = np.linalg.norm(np.maximum(out, 0), axis=1) + np.minimum(out.max(axis=1), 0) - material.rounding
        if material.ball < 2:
            distance = np.maximum(distance, np.linalg.norm(point, axis=1) - material.ball)
        closest = np.minimum(closest, distance)
        travelled = travelled + distance
    pixel = float(np.linalg.norm(start)) / focal
    coverage = np.clip(1 - closest / pixel, 0, 1)
    return point, coverage


def _faces(rng):
    """Which face lies on which side, {(axis, sign): face}: opposite sides make seven. A 1 on top is the commonest."""
    pairs = [(1, 6), (2, 5), (3, 4)]
    rng.shuffle(pairs)
    if rng.random() < 0.08:
        pairs = [pair for pair in pairs if 1 not in pair] + [(6, 1)]
    faces = {}
    for axis, pair in enumerate(pairs):
        low, high = pair if rng.random() < 0.5 or pair == (6, 1) else pair[::-1]
        faces[(axis, -1)], faces[(axis, 1)] = int(low), int(high)
    return faces


class _Marks:
    """What is on the sides of one die."""

    def __init__(self, rng: np.random.Generator, faces: dict[tuple[int, int], int], material: Material) -> None:
        self.faces, self.material = faces, material
        self.turned = rng.random() < 0.5
        self.narrow = rng.uniform(0.8, 1.05)
        self.symbols = {face: any_symbol(rng) for face in range(1, 7)} if material.symbols != "none" else {}
        self.symbol_scale = rng.uniform(0.75, 1.1)

    def at(self, point):
        """How far points belong to a pip 0..1, whether to that of a one, and how the dish tilts the surface there."""
        marks = np.zeros(len(point), np.float32)
        ones = np.zeros(len(point), bool)
        dish = np.zeros_like(point)
        for face, mine, across in self._sides(point):
            flat = point[mine][:, across]
            ones[mine] = face == 1
            if self.material.symbols == "all" or (self.material.symbols == "one" and face == 1):
                places = (flat * self.symbol_scale + 1) * (SYMBOL_PX / 2) - 0.5
                sampled = cv2.remap(
                    self.symbols[face], places[None].astype(np.float32), None, cv2.INTER_LINEAR, borderValue=0
                )
                marks[mine] = sampled[0]
                continue
            spots = np.array(FACE_LATTICE[face]) * self.material.spread
            if face == 6:
                spots = spots * (1, self.narrow)
            if self.turned:
                spots = spots[:, ::-1] * (1, -1)
            radius = self.material.pip_radius * (self.material.one_scale if face == 1 else 1.0)
            towards = flat[:, None] - spots[None]
            distance = np.linalg.norm(towards, axis=2)
            nearest = distance.argmin(axis=1)
            rows = np.arange(len(mine))
            inside = np.clip((radius - distance[rows, nearest]) / 0.05 + 0.5, 0, 1)
            marks[mine] = inside
            dish[np.ix_(mine, across)] = -towards[rows, nearest] / radius * inside[:, None]
        return marks, ones, dish

    def specks_at(self, rng, point):
        """How far points belong to a speckle, 0..1."""
        specks = np.zeros(len(point), np.float32)
        for _, mine, across in self._sides(point):
            specks[mine] = speckled(rng, point[mine][:, across], self.material)
        return specks

    def _sides(self, point):
        axis = np.abs(point).argmax(axis=1)
        for (side, sign), face in self.faces.items():
            mine = np.flatnonzero((axis == side) & (point[:, side] * sign > 0))
            if len(mine):
                yield face, mine, [other for other in range(3) if other != side]
