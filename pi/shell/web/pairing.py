"""Who may do what on the page: codes that the device shows, and the browsers that were paired with them.

A code counts only while the device shows it, so there is nothing to guess at any other time. What a browser keeps is a
random key; the data folder holds only its hash.
"""

from __future__ import annotations

import json
import logging
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from hmac import compare_digest
from pathlib import Path
from typing import Final, Literal

from pi.shell.data import write_whole

log = logging.getLogger(__name__)

Role = Literal["player", "viewer"]

PAIRED_NAME: Final = "paired-browsers.json"
MOST_PAIRED: Final = 100
"""The oldest is forgotten when there are more."""
TRIES: Final = 5
"""Wrong codes before new ones are drawn, and in how long as many are taken."""
TRIES_S: Final = 60.0


@dataclass(frozen=True, slots=True)
class Codes:
    """What the device shows: six digits for those who play, six for those who only watch."""

    player: str
    viewer: str


def draw_codes() -> Codes:
    """Draws two codes that differ."""
    player = f"{secrets.randbelow(10**6):06}"
    viewer = player
    while viewer == player:
        viewer = f"{secrets.randbelow(10**6):06}"
    return Codes(player, viewer)


class PairingError(Exception):
    """A browser was not paired; `kind` is "closed", "wrong" or "slow"."""

    def __init__(self, kind: Literal["closed", "wrong", "slow"]) -> None:
        super().__init__(kind)
        self.kind = kind


@dataclass(slots=True)
class Pairing:
    """Checks codes and keeps the paired browsers. For one thread.

    Attributes:
        folder: the data folder.
        clock: says the time in seconds.
        codes: those that the device shows; None while it shows none.
    """

    folder: Path
    clock: Callable[[], float] = time.monotonic
    codes: Codes | None = None
    _paired: dict[str, Role] = field(default_factory=dict)
    _tried: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._paired = _read(self.folder / PAIRED_NAME)

    def pair(self, code: str) -> tuple[str, Role]:
        """Pairs a browser.

        Returns:
            The key for its cookie, and what it may do.

        Raises:
            PairingError: the device shows no code, this is another one, or too many were tried.
        """
        if self.codes is None:
            raise PairingError("closed")
        now = self.clock()
        self._tried = [at for at in self._tried if now - at < TRIES_S]
        if len(self._tried) >= TRIES:
            raise PairingError("slow")
        role = self._role_of_code(code)
        if role is None:
            self._tried.append(now)
            raise PairingError("wrong")
        key = secrets.token_urlsafe(32)
        self._paired[_hashed(key)] = role
        self._keep()
        return key, role

    @property
    def is_tried_too_often(self) -> bool:
        """Whether the codes shown ought to be replaced."""
        return len(self._tried) >= TRIES

    def role_of(self, key: str | None) -> Role | None:
        """What the browser with this key may do."""
        return None if key is None or len(key) > 100 else self._paired.get(_hashed(key))

    def _role_of_code(self, code: str) -> Role | None:
        assert self.codes is not None
        given = code.encode()
        if compare_digest(given, self.codes.player.encode()):
            return "player"
        return "viewer" if compare_digest(given, self.codes.viewer.encode()) else None

    def _keep(self) -> None:
        while len(self._paired) > MOST_PAIRED:
            del self._paired[next(iter(self._paired))]
        try:
            write_whole(self.folder / PAIRED_NAME, json.dumps(self._paired))
        except OSError as error:  # paired until the end all the same
            log.warning("%s: the paired browsers can't be kept (%s)", self.folder / PAIRED_NAME, error)


def _hashed(key: str) -> str:
    return sha256(key.encode()).hexdigest()


def _read(path: Path) -> dict[str, Role]:
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        log.warning("%s: can't be read (%s); browsers have to be paired again", path, error)
        return {}
    if not isinstance(kept, dict):
        return {}
    return {str(key): role for key, role in kept.items() if role in ("player", "viewer")}
