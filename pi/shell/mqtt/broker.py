"""The broker, as named on the command line, in a file or in the environment."""

from __future__ import annotations

import importlib.util
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final
from urllib.parse import SplitResult, unquote, urlsplit

from pi.shell.errors import UsageError

PASSWORD_VARIABLE: Final = "GOATHERD_MQTT_PASSWORD"
USUAL_PREFIX: Final = "goatherd"
SHAPE: Final = "mqtt://[USER[:PASSWORD]@]HOST[:PORT][/PREFIX]"
_PORTS: Final = {"mqtt": 1883, "mqtts": 8883}


@dataclass(frozen=True, slots=True)
class Broker:
    """Where to publish and look.

    Attributes:
        host: a name or an address.
        port: 1 to 65535.
        prefix: the levels above all tables.
        user: None without one.
        password: None without one; never shown.
        is_encrypted: whether to speak TLS, with the certificates that the system trusts.
    """

    host: str
    port: int
    prefix: str = USUAL_PREFIX
    user: str | None = None
    password: str | None = field(default=None, repr=False)
    is_encrypted: bool = False

    def __str__(self) -> str:
        """As it may be shown to anybody."""
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


def parse_broker(text: str, option: str, environment: Mapping[str, str]) -> Broker:
    """Reads a broker's URL.

    Args:
        text: the URL, or "@FILE" for a file that holds nothing else: what is on the command line, every user of the
            machine can read.
        option: what it was given as, for errors.
        environment: may hold the password, for a URL that has none.

    Raises:
        UsageError: naming what is wrong, never the password.
    """
    if not has_client():
        raise UsageError(f"{option}: needs the package paho-mqtt; install goatherd with its extra club")
    url = _read(Path(text[1:]), option) if text.startswith("@") else text
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:  # it names the port or the brackets alone
        raise UsageError(f"{option}: {error}; expected {SHAPE}") from error
    if parts.scheme not in _PORTS:
        raise UsageError(f"{option}: expected {SHAPE}, or mqtts:// for TLS")
    if not parts.hostname:
        raise UsageError(f"{option}: the host is missing; expected {SHAPE}")
    if port == 0:
        raise UsageError(f"{option}: port 0 can't be reached; expected {SHAPE}")
    if parts.query or parts.fragment:
        raise UsageError(f"{option}: nothing may follow the prefix, no ? and no #; expected {SHAPE}")
    user, password = _user(parts, option, environment)
    return Broker(
        parts.hostname,
        port or _PORTS[parts.scheme],
        _prefix(unquote(parts.path), option),
        user,
        password,
        parts.scheme == "mqtts",
    )


def has_client() -> bool:
    """Whether the package that speaks to brokers is installed."""
    return importlib.util.find_spec("paho") is not None


def _read(path: Path, option: str) -> str:
    try:
        return path.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{option}: {path} can't be read ({error}); expected a file that holds {SHAPE}") from error


def _user(parts: SplitResult, option: str, environment: Mapping[str, str]) -> tuple[str | None, str | None]:
    user = unquote(parts.username) if parts.username else None
    password = environment.get(PASSWORD_VARIABLE) if parts.password is None else unquote(parts.password)
    if user is None and parts.password is not None:
        raise UsageError(f"{option}: a password without a user; expected {SHAPE}")
    return user, password if user is not None else None


def _prefix(path: str, option: str) -> str:
    prefix = path.strip("/")
    if not prefix:
        return USUAL_PREFIX
    levels = prefix.split("/")
    if not prefix.isprintable() or any(not level or set(level) & set("+#$") for level in levels):
        raise UsageError(f"{option}: the prefix {prefix!r} is no topic; leave out +, #, $ and empty levels")
    return prefix
