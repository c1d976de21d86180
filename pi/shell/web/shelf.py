"""The page's own files, read once at the start: what is not among them can't be asked for."""

from __future__ import annotations

import gzip
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

PAGES: Final = ("", "device", "aim", "games", "correct", "saga", "cards")
"""Addresses of the page; all of them get the same document."""
TYPES: Final = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}


@dataclass(frozen=True, slots=True)
class _File:
    packed: bytes
    kind: str
    tag: str


class Shelf:
    """Serves the files of one folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._files: dict[str, _File] = {}

    def load(self) -> None:
        """Reads the folder."""
        for path in sorted(self._folder.iterdir()):
            if path.suffix in TYPES:
                body = path.read_bytes()
                tag = f'"{sha256(body).hexdigest()[:16]}"'
                self._files[path.name] = _File(gzip.compress(body, 9, mtime=0), TYPES[path.suffix], tag)

    async def serve(self, request: Request) -> Response:
        """Answers with a file, the document, or that there is none."""
        path = request.path_params["path"]
        file = self._files.get("index.html" if path.split("/")[0] in PAGES and path.count("/") < 2 else path)
        if file is None:
            return Response("there is no such page", 404, media_type="text/plain")
        headers = {"etag": file.tag, "cache-control": "no-cache", "vary": "accept-encoding"}
        if request.headers.get("if-none-match") == file.tag:
            return Response(status_code=304, headers=headers)
        if "gzip" not in request.headers.get("accept-encoding", ""):
            return Response(gzip.decompress(file.packed), media_type=file.kind, headers=headers)
        return Response(file.packed, media_type=file.kind, headers=headers | {"content-encoding": "gzip"})
