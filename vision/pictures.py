"""Picture files as the reader wants them: upright, blue-green-red, eight bits a channel."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MAX_PIXELS: Final = 100_000_000
"""More than any camera at a table takes; a larger file would only fill the memory."""


class PictureError(Exception):
    """A file that can't be read as a picture; the text names the file and what to do."""


def load_picture(path: Path) -> NDArray[np.uint8]:
    """Reads a picture file.

    Grey becomes three equal channels, 16 bits become 8, transparency is laid on white, the EXIF rotation is applied.

    Args:
        path: a JPEG, PNG, WebP, TIFF, BMP or GIF file (of several pictures the first).

    Returns:
        uint8, (H, W, 3), blue-green-red.

    Raises:
        PictureError: the file is missing, unreadable, cut off or no picture.
    """
    import numpy as np
    from PIL import Image, ImageOps, UnidentifiedImageError

    if path.is_dir():
        raise PictureError(f"{path}: is a folder; name the picture files in it")
    try:
        with Image.open(path) as picture:
            if picture.width * picture.height > MAX_PIXELS:
                raise PictureError(f"{path}: {picture.width}x{picture.height} is too large; scale it down first")
            picture.load()
            rgb = _to_rgb(ImageOps.exif_transpose(picture))
    except FileNotFoundError:
        raise PictureError(f"{path}: no such file; check the name") from None
    except PermissionError:
        raise PictureError(f"{path}: may not be read; check its permissions") from None
    except UnidentifiedImageError:
        raise PictureError(f"{path}: is no picture that can be read; save it as JPEG or PNG") from None
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError) as error:
        reason = " ".join(str(error).split()) or type(error).__name__
        raise PictureError(f"{path}: is damaged or cut off ({reason}); copy it again") from None
    return np.ascontiguousarray(np.asarray(rgb)[:, :, ::-1])


def _to_rgb(picture: Any) -> Any:
    """The picture in plain RGB, eight bits a channel."""
    import numpy as np
    from PIL import Image

    if picture.mode.startswith("I") or picture.mode == "F":
        values = np.asarray(picture, dtype=np.float64)
        full = 255.0 if values.size and values.max() <= 255 else 65535.0
        return Image.fromarray(np.clip(values * (255.0 / full), 0, 255).astype(np.uint8)).convert("RGB")
    if "A" in picture.getbands() or "transparency" in picture.info:
        with_alpha = picture.convert("RGBA")
        ground = Image.new("RGBA", with_alpha.size, "white")
        return Image.alpha_composite(ground, with_alpha).convert("RGB")
    return picture.convert("RGB")
