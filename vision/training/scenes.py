"""Drawn scenes: dice on grounds of every kind, with shadows, lamps, hands, lens and sensor, and exact truth.

Everything is drawn from one `numpy.random.Generator`, so that a seed gives the same picture again.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.training.dice import UNKNOWN, Camera, Truth, any_material, draw_die, lay
from vision.training.grounds import draw_distractors, draw_ground, noise, turned


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
    camera = _camera(rng, side)
    light = _light(rng)
    ambient = rng.uniform(0.25, 0.75)
    places = _layout(rng, side)
    usual = any_material(rng)
    mixed = rng.random() < 0.4
    bodies = []
    for place in places:
        material = any_material(rng) if mixed and rng.random() < 0.7 else usual
        bodies.append(lay(rng, place, material))
    image *= _shadows(rng, places, light, camera, side)[:, :, None]
    if rng.random() < 0.4:
        draw_distractors(rng, image)
    bodies.sort(key=lambda body: -float(np.linalg.norm(body.centre - camera.eye)))
    drawn = [draw_die(rng, image, camera, body, light, ambient) for body in bodies]
    truths = [truth for truth in drawn if truth is not None]
    if rng.random() < 0.06:
        image, truths = _hand(rng, image, truths)
    return _photograph(rng, image, truths)


def _camera(rng: np.random.Generator, side: int) -> Camera:
    distance = side * rng.uniform(1.3, 4.0)
    tilt = np.deg2rad(rng.choice([rng.uniform(0, 12), rng.uniform(0, 40)]))
    roll = rng.normal(0, 0.15)
    forward = np.array([0, -np.sin(tilt), -np.cos(tilt)])  # z is up, y is down in the picture
    right = np.array([np.cos(roll), np.sin(roll) * np.cos(tilt), np.sin(roll) * np.sin(tilt)])
    right -= forward * (right @ forward)
    right /= np.linalg.norm(right)
    down = np.cross(forward, right)
    return Camera(-forward * distance, np.stack([right, down, forward]), distance, side / 2)


def _light(rng: np.random.Generator) -> np.ndarray:
    lean = np.deg2rad(rng.uniform(5, 60))
    around = rng.uniform(0, 2 * np.pi)
    return np.array([np.sin(lean) * np.cos(around), np.sin(lean) * np.sin(around), np.cos(lean)])


def _layout(rng: np.random.Generator, side: int) -> list[tuple[float, float, float, float]]:
    """Places (x, y, edge, turn) on the ground, not overlapping; some pushed against each other."""
    edge = float(np.exp(rng.uniform(np.log(17), np.log(side * 0.4))))
    room = side * 0.5
    wanted = int(rng.integers(0, 2 + min(8, int((side / edge) ** 2 * 0.25))))
    turn_together = rng.uniform(0, np.pi / 2)
    places: list[tuple[float, float, float, float]] = []
    for _ in range(wanted * 6):
        if len(places) == wanted:
            break
        own = edge * rng.uniform(0.93, 1.07) if rng.random() < 0.9 else edge * rng.uniform(0.6, 1.5)
        turn = rng.uniform(0, np.pi / 2)
        if places and rng.random() < 0.45:  # beside another, touching or nearly
            x, y, other, other_turn = places[rng.integers(len(places))]
            turn = other_turn + rng.normal(0, 0.05) if rng.random() < 0.6 else turn
            way = other_turn + rng.integers(4) * np.pi / 2 + rng.normal(0, 0.04)
            gap = (own + other) / 2 * (1 + abs(rng.normal(0, 0.06)))
            slip = rng.normal(0, 0.2) * edge
            place = (
                x + np.cos(way) * gap - np.sin(way) * slip,
                y + np.sin(way) * gap + np.cos(way) * slip,
                own,
                turn,
            )
        else:
            turn = turn_together if rng.random() < 0.2 else turn
            place = (rng.uniform(-room, room), rng.uniform(-room, room), own, turn)
        if all(not _overlap(place, other) for other in places):
            places.append(place)
    return places


def _overlap(a: tuple[float, float, float, float], b: tuple[float, float, float, float]) -> bool:
    distance = np.hypot(a[0] - b[0], a[1] - b[1])
    if distance > (a[2] + b[2]) * 0.72:
        return False
    if distance < (a[2] + b[2]) * 0.48:
        return True
    first, second = (((x, y), (edge, edge), np.rad2deg(turn)) for x, y, edge, turn in (a, b))
    kind, points = cv2.rotatedRectangleIntersection(first, second)
    return kind != cv2.INTERSECT_NONE and cv2.contourArea(points) > 0.02 * a[2] * b[2]


def _shadows(rng, places, light, camera, side):
    """What is left of the light on the ground, (side, side): a cast shadow and a dark seam under each die."""
    cast = np.zeros((side, side), np.uint8)
    seam = np.zeros((side, side), np.uint8)
    mean_edge = 20.0
    for x, y, edge, turn in places:
        mean_edge = edge
        flat = np.array([[1, 1], [1, -1], [-1, -1], [-1, 1]]) * edge / 2
        flat = flat @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]]) + (x, y)
        away = flat - light[:2] / light[2] * edge
        ground = np.concatenate([flat, away])
        pixels = camera.project(np.column_stack([ground, np.zeros(8)])).astype(np.float32)
        cv2.fillConvexPoly(cast, cv2.convexHull(pixels).astype(np.int32), 255)
        cv2.fillConvexPoly(seam, pixels[:4].astype(np.int32), 255)
    cast = cv2.GaussianBlur(cast, (0, 0), max(0.4, mean_edge * rng.choice([0.03, 0.1, 0.25])))
    seam = cv2.GaussianBlur(seam, (0, 0), max(0.5, mean_edge * 0.12))
    strength = rng.uniform(0, 0.85)
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
            kept.append(Truth(UNKNOWN, truth.centre_xy, truth.size, truth.angle))
    return image.astype(np.float32), kept


def _photograph(rng, image, truths):
    """Lamp, lens, sensor and file: the picture as a camera would hand it over."""
    side = image.shape[0]
    if rng.random() < 0.5:  # uneven light, patches of sun or shade
        image = image * (1 + 0.35 * noise(rng, side, side / rng.uniform(0.7, 2.5)))[:, :, None]
    if rng.random() < 0.15:
        edge = np.sign(
            turned(rng, np.linspace(-1, 1, side, dtype=np.float32)[None].repeat(side, 0)) + rng.uniform(-0.7, 0.7)
        )
        edge = cv2.GaussianBlur(edge.astype(np.float32), (0, 0), rng.uniform(1, 8))
        image = image * (1 + rng.uniform(0.1, 0.5) * edge)[:, :, None]
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
        truths = [Truth(UNKNOWN, t.centre_xy, t.size, t.angle) for t in truths]
    image = np.clip(image, 0, 1) ** np.float32(rng.uniform(0.7, 1.3))
    image = image + rng.normal(0, rng.uniform(0, 0.05), image.shape).astype(np.float32) * (0.4 + 0.6 * np.sqrt(image))
    pixels = (np.clip(image, 0, 1) * 255).astype(np.uint8)
    if rng.random() < 0.6:
        _, data = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(35, 96))])
        pixels = cv2.imdecode(data, cv2.IMREAD_COLOR)
    return pixels, truths
