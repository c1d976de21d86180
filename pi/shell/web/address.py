"""Where the page is served, as named on the command line."""

from __future__ import annotations

import importlib.util
import ipaddress
import logging
import socket
from dataclasses import dataclass
from typing import Final

from hardware.open import is_raspberry_pi
from pi.shell.errors import UsageError

log = logging.getLogger(__name__)

HERE: Final = frozenset({"localhost"})
BACKLOG: Final = 512
USUAL_PORT: Final = 8064


@dataclass(frozen=True, slots=True)
class Address:
    """Where to serve.

    Attributes:
        host: a name or address of this machine.
        port: 0 takes any free one.
        may_move: nobody named it, so another port will do, or none.
    """

    host: str
    port: int
    may_move: bool = False

    @property
    def is_open(self) -> bool:
        """Whether other machines can come in."""
        return not (self.host in HERE or _is_loopback(self.host))

    @property
    def names(self) -> frozenset[str]:
        """Names by which a browser may call this machine."""
        if not self.is_open:
            return HERE
        name = socket.gethostname().lower()
        return HERE | {name, f"{name.partition('.')[0]}.local", self.host.lower()}

    def shown(self, port: int) -> str:
        """What to type into a browser."""
        host = _own_address() if self.host in ("0.0.0.0", "::") else self.host
        return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"

    def listen(self) -> socket.socket | None:
        """Takes the port.

        Returns:
            The listening socket; None where nobody named this address and it can't be had: the table needs no page.

        Raises:
            UsageError: the address was named, and can't be had.
        """
        try:
            return self._listening(self.port)
        except OSError as error:
            if not self.may_move:
                raise UsageError(
                    f"--web: {self.host}:{self.port} can't be served ({error.strerror}); name another port, or off"
                ) from error
        try:
            return self._listening(0)
        except OSError as error:
            log.warning("no companion page: %s can't be served (%s)", self.host, error.strerror)
            return None

    def _listening(self, port: int) -> socket.socket:
        listener = socket.socket(socket.AF_INET6 if ":" in self.host else socket.AF_INET, socket.SOCK_STREAM)
        try:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind((self.host, port))
            listener.listen(BACKLOG)
        except OSError:
            listener.close()
            raise
        return listener


USUAL: Final = Address("127.0.0.1", USUAL_PORT, may_move=True)


def parse_address(text: str) -> Address | None:
    """Reads HOST:PORT, auto, or off; raises UsageError.

    With auto a PC has a page for itself alone, if its packages are there. A Pi has none: nobody sits in front of it.
    """
    if text == "off":
        return None
    if text == "auto":
        return USUAL if has_server() and not is_raspberry_pi() else None
    if not has_server():
        raise UsageError("--web: needs the packages starlette and uvicorn; install them, or say off")
    host, colon, port = text.rpartition(":")
    host = host.removeprefix("[").removesuffix("]")
    if not (colon and host and port.isascii() and port.isdecimal() and int(port) < 65536):
        raise UsageError(f"--web: expected HOST:PORT, auto or off, found {text!r}; for example 127.0.0.1:{USUAL_PORT}")
    return Address(host, int(port))


def has_server() -> bool:
    """Whether the packages that serve the page are installed."""
    return all(importlib.util.find_spec(name) is not None for name in ("starlette", "uvicorn"))


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _own_address() -> str:
    """This machine's address in its network; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return socket.gethostname()
        return str(probe.getsockname()[0])
