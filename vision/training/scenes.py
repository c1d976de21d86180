"""Drawn scenes: dice on grounds of every kind, with shadows, lamps, hands, lens and sensor, and exact truth.

Everything is drawn from one `numpy.random.Generator`, so that a seed gives the same picture again.
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from vision.training.dice import UNKNOWN, Body, Drawn, Place, Truth, draw_die, lay
from vision.training.grounds import draw_distractors, draw_ground, noise, turned
from vision.training.lamps import Camera, Lamps, any_camera, any_lamps
from vision.training.materials import any_material
from vision.training.trays import Tray, any_tray, draw_tray


def draw_scene(rng: np.random.Generator, side: int, ground: np.ndarray | None = None) -> tuple[np.ndarray, list[Truth]]:
    """Draws one square picture.

    Args:
        rng: source of everything random.
        side: of the picture in pixels.
        ground: uint8 (side, side, 3) to draw on; None draws one.

    Returns:
        uint8 (side, side, 3) blue-green-red, and what lies on it.
    """
    image = (draw_ground(rng, side) if ground is None else ground).astype(np.float32) / 255
    camera = any_camera(rng, side)
    lamps = any_lamps(rng, camera)
    tray = any_tray(rng, side) if rng.random() < 0.35 else None
    if tray is not None:
        image = draw_tray(rng, image, camera, lamps, tray)
    places = _layout(rng, side, tray)
    bodies = _bodies(rng, image, camera, places)
    image *= _shadows(rng, bodies, lamps, camera, side)[:, :, None]
    if rng.random() < 0.4:
        draw_distractors(rng, image)
    bodies.sort(key=lambda body: -float(np.linalg.norm(body.centre - camera.eye)))
    drawn = [draw_die(rng, image, camera, body, lamps) for body in bodies]
    truths = _uncovered([die for die in drawn if die is not None])
    if rng.random() < 0.06:
        image, truths = _hand(rng, image, truths)
    return _photograph(rng, image, truths)


def _bodies(rng: np.random.Generator, image: np.ndarray, camera: Camera, places: list[Place]) -> list[Body]:
    """Dice for the places: mostly alike, now and then of the colour of the ground."""
    like = None
    if places and rng.random() < 0.12:
        at = camera.project(np.array([[places[0].x, places[0].y, 0.0]]))[0]
        x, y = (int(np.clip(value, 0, image.shape[0] - 1)) for value in at)
        like = image[max(0, y - 6) : y + 7, max(0, x - 6) : x + 7].mean(axis=(0, 1))
    usual = any_material(rng, like)
    mixed = rng.random() < 0.4
    return [lay(place, any_material(rng) if mixed and rng.random() < 0.7 else usual) for place in places]


def _uncovered(dice: list[Drawn]) -> list[Truth]:
    """What can be seen of the dice, the furthest from the camera first: one half covered by another is unknown."""
    truths = []
    for number, die in enumerate(dice):
        area = max(float(cv2.contourArea(die.top)), 1.0)
        covered = sum(cv2.intersectConvexConvex(die.top, other.outline)[0] for other in dice[number + 1 :]) / area
        if covered < 0.12:
            truths.append(die.truth)
        elif covered < 0.6:
            truths.append(replace(die.truth, face=UNKNOWN, leans=float("nan")))
    return truths


def _layout(rng: np.random.Generator, side: int, tray: Tray | None) -> list[Place]:
    """Places on the ground, not overlapping; some pushed against each other, some leaning, some on others."""
    if rng.random() < 0.35:  # a tray seen from above: many dice that are small in the picture
        edge = rng.uniform(20, 50)
        wanted = int(rng.integers(2, 11))
    else:
        edge = float(np.exp(rng.uniform(np.log(17), np.log(side * 0.4))))
        wanted = int(rng.integers(0, 2 + min(8, int((side / edge) ** 2 * 0.25))))
    turn_together = rng.uniform(0, np.pi / 2)
    some_lean = rng.random() < 0.6
    places: list[Place] = []
    for _ in range(wanted * 6):
        if len(places) == wanted:
            break
        own = edge * rng.uniform(0.93, 1.07) if rng.random() < 0.9 else edge * rng.uniform(0.6, 1.5)
        turn = turn_together if rng.random() < 0.2 else rng.uniform(0, np.pi / 2)
        place = Place(*rng.uniform(-side / 2, side / 2, 2), own, turn)
        partner = places[rng.integers(len(places))] if places else None
        if some_lean and rng.random() < 0.4:
            place = _leaning(rng, place, partner, tray)
        elif partner is not None and not partner.lean and rng.random() < 0.03:
            shift = rng.uniform(-0.4, 0.4, 2) * edge
            place = Place(partner.x + shift[0], partner.y + shift[1], own, turn, raised=partner.raised + partner.edge)
        elif partner is not None and rng.random() < 0.45:
            place = _beside(rng, place, partner)
        if tray is not None and not tray.holds(place.x, place.y, place.edge * 0.6 if not place.lean else 0):
            continue
        if all(place.raised > other.raised or not _overlap(place, other) for other in places):
            places.append(place)
    return places


def _beside(rng: np.random.Generator, place: Place, partner: Place) -> Place:
    """Touching another, or nearly."""
    turn = partner.turn + rng.normal(0, 0.05) if rng.random() < 0.6 else place.turn
    way = partner.turn + rng.integers(4) * np.pi / 2 + rng.normal(0, 0.04)
    gap = (place.edge + partner.reach) / 2 * (1 + abs(rng.normal(0, 0.06)))
    slip = rng.normal(0, 0.2) * place.edge
    x = partner.x + np.cos(way) * gap - np.sin(way) * slip
    y = partner.y + np.sin(way) * gap + np.cos(way) * slip
    return replace(place, x=x, y=y, turn=turn)


def _leaning(rng: np.random.Generator, place: Place, partner: Place | None, tray: Tray | None) -> Place:
    """Tilted, with one edge on the ground and one against another die, a wall or something small."""
    lean = np.deg2rad(rng.uniform(8, 45))
    leaning = replace(place, lean=lean)
    if tray is not None and rng.random() < 0.4:
        x, y, towards = tray.beside_wall(rng, leaning.reach / 2 * rng.uniform(1.0, 1.05))
    elif partner is not None and not partner.lean and rng.random() < 0.8:
        way = partner.turn + rng.integers(4) * np.pi / 2 + rng.normal(0, 0.04)
        if rng.random() < 0.25:  # against a corner
            way += np.pi / 4
        far = (leaning.reach + partner.edge * (1 + 0.3 * abs(np.sin(2 * (way - partner.turn))))) / 2
        far *= rng.uniform(0.98, 1.08)
        slip = rng.normal(0, 0.2) * place.edge
        x = partner.x + np.cos(way) * far - np.sin(way) * slip
        y = partner.y + np.sin(way) * far + np.cos(way) * slip
        towards = way + np.pi
    else:
        return leaning
    turn = towards + np.pi / 2 + rng.normal(0, 0.08)
    if rng.random() < 0.2:
        turn += np.pi  # the top towards what it leans on
    return replace(leaning, x=float(x), y=float(y), turn=float(turn))


def _overlap(a: Place, b: Place) -> bool:
    distance = np.hypot(a.x - b.x, a.y - b.y)
    if distance > (a.reach + b.reach) * 0.72:
        return False
    if distance < (a.edge + b.edge) * 0.48:
        return True
    first, second = (((one.x, one.y), (one.edge, one.reach), np.rad2deg(one.turn)) for one in (a, b))
    kind, points = cv2.rotatedRectangleIntersection(first, second)
    return kind != cv2.INTERSECT_NONE and cv2.contourArea(points) > 0.02 * a.edge * b.edge


def _shadows(rng: np.random.Generator, bodies: list[Body], lamps: Lamps, camera: Camera, side: int) -> np.ndarray:
    """What is left of the light on the ground, (side, side): a cast shadow and a dark seam under each die."""
    cast, seam = np.zeros((side, side), np.uint8), np.zeros((side, side), np.uint8)
    for body in bodies:
        corners = body.corners
        ground = corners - corners[:, 2:] * lamps.light / lamps.light[2]
        cv2.fillConvexPoly(cast, cv2.convexHull(camera.project(ground).astype(np.float32)).astype(np.int32), 255)
        lowest = corners[np.argsort(corners[:, 2])[: 4 if body.lean == 0 else 2]] * (1, 1, 0)
        cv2.fillConvexPoly(seam, cv2.convexHull(camera.project(lowest).astype(np.float32)).astype(np.int32), 255)
    edge = 2 * bodies[-1].half if bodies else 20.0
    cast = cv2.GaussianBlur(cast, (0, 0), max(0.4, edge * rng.choice([0.02, 0.1, 0.25])))
    seam = cv2.GaussianBlur(seam, (0, 0), max(0.5, edge * 0.12))
    strength = rng.uniform(0, 0.9)
    return (1 - cast / np.float32(255) * strength) * (1 - seam / np.float32(255) * 0.5)


def _hand(rng, image, truths):
    """An arm from the edge over the picture; dice under it are gone."""
    side = image.shape[0]
    skin = np.array([0.45, 0.58, 0.8]) * rng.uniform(0.35, 1.1)
    mask = np.zeros((side, side), np.uint8)
    tip, root = rng.uniform(0.2, 0.8, 2) * side, rng.uniform(0, side, 2)
    root[rng.integers(2)] = rng.choice([0, side])
    cv2.line(
        mask, tuple(tip.astype(int).tolist()), tuple(root.astype(int).tolist()), 255, int(rng.uniform(0.1, 0.4) * side)
    )
    for _ in range(4):
        finger = tip + rng.normal(0, 0.2, 2) * side
        cv2.line(
            mask,
            tuple(tip.astype(int).tolist()),
            tuple(finger.astype(int).tolist()),
            255,
            int(rng.uniform(0.04, 0.1) * side),
        )
    soft = cv2.GaussianBlur(mask, (0, 0), 1.5)[:, :, None] / np.float32(255)
    shading = 1 + 0.25 * noise(rng, side, side / 5)[:, :, None]
    image = image * (1 - soft) + skin[None, None] * shading * soft
    kept = []
    for truth in truths:
        x, y = (int(v) for v in truth.centre_xy)
        r = max(1, int(truth.size * 0.5))
        hidden = (mask[max(0, y - r) : y + r, max(0, x - r) : x + r] > 0).mean()
        if hidden < 0.08:
            kept.append(truth)
        elif hidden < 0.7:
            kept.append(replace(truth, face=UNKNOWN, leans=float("nan")))
    return image.astype(np.float32), kept


def _photograph(rng, image, truths):
    """Lamp, lens, sensor and file: the picture as a camera would hand it over."""
    side = image.shape[0]
    if rng.random() < 0.5:  # uneven light, patches of sun or shade
        image = image * (1 + 0.35 * noise(rng, side, side / rng.uniform(0.7, 2.5)))[:, :, None]
    if rng.random() < 0.2:  # half of it in the shade
        edge = np.sign(
            turned(rng, np.linspace(-1, 1, side, dtype=np.float32)[None].repeat(side, 0)) + rng.uniform(-0.7, 0.7)
        )
        edge = cv2.GaussianBlur(edge.astype(np.float32), (0, 0), float(np.exp(rng.uniform(-0.5, 2.2))))
        image = image * (1 + rng.uniform(0.1, 0.6) * edge)[:, :, None]
    image = (
        image
        * rng.uniform(0.85, 1.15, 3).astype(np.float32)
        * np.float32(rng.choice([rng.uniform(0.8, 1.4), rng.uniform(0.25, 0.9)]))
    )
    smallest = min((truth.size for truth in truths), default=40.0)
    if rng.random() < 0.5:
        image = cv2.GaussianBlur(image, (0, 0), rng.uniform(0.3, max(0.4, 0.035 * smallest)))
    if rng.random() < 0.04 and truths:  # everything in motion: nobody should read this
        length = int(rng.uniform(0.4, 0.9) * smallest) | 1
        kernel = np.zeros((length, length), np.float32)
        kernel[length // 2] = 1 / length
        image = cv2.filter2D(image, -1, kernel)
        truths = [replace(truth, face=UNKNOWN, leans=float("nan")) for truth in truths]
    image = np.clip(image, 0, 1) ** np.float32(rng.uniform(0.7, 1.3))
    image = image + rng.normal(0, rng.uniform(0, 0.05), image.shape).astype(np.float32) * (0.4 + 0.6 * np.sqrt(image))
    pixels = (np.clip(image, 0, 1) * 255).astype(np.uint8)
    if rng.random() < 0.6:
        _, data = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(35, 96))])
        pixels = cv2.imdecode(data, cv2.IMREAD_COLOR)
    return pixels, truths
