"""What the bench draws: the reliability diagram, and contact sheets of what was misread."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Final

from pi.shell.benches.reading import Result
from pi.shell.benches.trays import DRAWN, drawn_scene
from vision.measure import Bin, Labelled, is_wrongly_accepted, reliability
from vision.reading import Face, Reading

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from PIL import Image

    Tile = tuple[Labelled, Reading, NDArray[np.uint8]]
    """What lies there, what was read, and the picture: uint8 (height, width, 3), blue-green-red."""

INK, PALE, BLUE, RED = (40, 40, 40), (205, 205, 205), (30, 90, 190), (200, 30, 30)

DIAGRAM_SIDE: Final = 480
MARGIN: Final = 56

TILE_WH: Final = (300, 240)
CAPTION_HEIGHT: Final = 44
COLUMNS: Final = 4
ROWS: Final = 4


def write_pictures(folder: Path, result: Result) -> None:
    """Writes reliability.png and the misread pictures, wrong-1.png and on; older ones go."""
    for old in folder.glob("wrong-*.png"):
        old.unlink()
    reliability_diagram(reliability(result.single)).save(folder / "reliability.png")
    tiles = ((labelled, reading, _picture_of(labelled)) for labelled, reading in result.misread)
    for number, sheet in enumerate(contact_sheets(tiles), start=1):
        sheet.save(folder / f"wrong-{number}.png")


def _picture_of(labelled: Labelled) -> NDArray[np.uint8]:
    from hardware.simulated.tray import draw_tray
    from vision.pictures import load_picture

    if labelled.path.parent == DRAWN:
        return draw_tray(drawn_scene(int(labelled.path.name)))
    return load_picture(labelled.path)


def reliability_diagram(bins: Sequence[Bin]) -> Image.Image:
    """Draws how often readings were right against how sure the reader said it was, with 95 % intervals and counts."""
    from PIL import Image, ImageDraw

    image = Image.new("RGB", (DIAGRAM_SIDE + 2 * MARGIN, DIAGRAM_SIDE + 2 * MARGIN), "white")
    draw = ImageDraw.Draw(image)

    def at(said: float, right: float) -> tuple[float, float]:
        return MARGIN + said * DIAGRAM_SIDE, MARGIN + (1 - right) * DIAGRAM_SIDE

    for tenth in range(11):
        mark = tenth / 10
        draw.line([at(mark, 0), at(mark, 1)], PALE)
        draw.line([at(0, mark), at(1, mark)], PALE)
        draw.text((at(mark, 0)[0] - 8, at(0, 0)[1] + 6), f"{mark:.1f}", INK)
        draw.text((MARGIN - 24, at(0, mark)[1] - 6), f"{mark:.1f}", INK)
    draw.line([at(0, 0), at(1, 1)], INK)
    for one in bins:
        low, high = one.right.interval
        x, y = at(one.said, one.right.part / one.right.whole)
        draw.line([at(one.said, low), at(one.said, high)], BLUE, 2)
        draw.ellipse((x - 4, y - 4, x + 4, y + 4), fill=BLUE)
        draw.text((x - 22, y + 6), str(one.right.whole), BLUE)
    draw.text((MARGIN, MARGIN - 34), "share of readings that were right (blue: how many)", INK)
    draw.text((MARGIN, MARGIN + DIAGRAM_SIDE + 26), "confidence of the whole reading", INK)
    return image


def contact_sheets(tiles: Iterable[Tile]) -> Iterator[Image.Image]:
    """Draws pictures in rows, each with its truth and its reading; what was wrongly accepted has a red frame."""
    from PIL import Image

    left = iter(tiles)
    while page := [_tile(*tile) for tile in islice(left, COLUMNS * ROWS)]:
        columns, rows = min(COLUMNS, len(page)), -(-len(page) // COLUMNS)
        sheet = Image.new("RGB", (columns * TILE_WH[0], rows * TILE_WH[1]), "white")
        for number, tile in enumerate(page):
            sheet.paste(tile, (number % COLUMNS * TILE_WH[0], number // COLUMNS * TILE_WH[1]))
        yield sheet


def _tile(labelled: Labelled, reading: Reading, image_bgr: NDArray[np.uint8]) -> Image.Image:
    from PIL import Image, ImageDraw

    room_wh = (TILE_WH[0] - 8, TILE_WH[1] - CAPTION_HEIGHT - 8)
    scale = min(room_wh[0] / image_bgr.shape[1], room_wh[1] / image_bgr.shape[0])
    size_wh = (max(1, round(image_bgr.shape[1] * scale)), max(1, round(image_bgr.shape[0] * scale)))
    small = Image.fromarray(image_bgr[:, :, ::-1].copy()).resize(size_wh, Image.Resampling.LANCZOS)
    marks = ImageDraw.Draw(small)
    for die in reading.dice:
        marks.polygon([(x * scale, y * scale) for x, y in die.corners_xy], outline=RED)
        marks.text(
            (die.centre_xy[0] * scale - 3, die.centre_xy[1] * scale - 6),
            _face_text(die.face),
            "white",
            stroke_width=1,
            stroke_fill=INK,
        )
    tile = Image.new("RGB", TILE_WH, "white")
    tile.paste(small, (4, 4))
    draw = ImageDraw.Draw(tile)
    draw.rectangle(
        (1, 1, TILE_WH[0] - 2, TILE_WH[1] - 2), outline=RED if is_wrongly_accepted(labelled, reading) else PALE
    )
    lines = (labelled.path.name, f"is {truth_text(labelled)}", f"read {read_text(reading)}")
    for number, line in enumerate(lines):
        draw.text((6, TILE_WH[1] - CAPTION_HEIGHT + 14 * number), line[:56].encode("ascii", "replace").decode(), INK)
    return tile


def truth_text(labelled: Labelled) -> str:
    """What a person saw, in a few words."""
    if labelled.faces is None:
        return "not to be read"
    faces = " ".join(map(_face_text, labelled.faces)) or "no dice"
    return f"{faces} ({labelled.source}: a doubt)" if labelled.doubtful else faces


def read_text(reading: Reading) -> str:
    """What was read, in a few words."""
    faces = " ".join(_face_text(die.face) for die in reading.dice) or "no dice"
    doubts = ", ".join(doubt.value for doubt in reading.doubts)
    return f"{faces} {reading.confidence:.0%} {'accepted' if reading.accepted else doubts}"


def _face_text(face: Face | None) -> str:
    return "?" if face is None else str(face)
