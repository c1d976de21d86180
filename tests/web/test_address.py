"""Where the page is served: as named, or not at all."""

from __future__ import annotations

import socket
from collections.abc import Iterator

import pytest

pytest.importorskip("starlette", reason="the page's server is not installed")
pytest.importorskip("uvicorn", reason="the page's server is not installed")

from pi.shell.errors import UsageError
from pi.shell.web.address import USUAL, Address, parse_address


@pytest.fixture
def taken() -> Iterator[int]:
    """A port that somebody else serves."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        yield other.getsockname()[1]


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("off", None),
        ("auto", USUAL),
        ("127.0.0.1:80", Address("127.0.0.1", 80)),
        ("goat.local:8064", Address("goat.local", 8064)),
        ("[::1]:8064", Address("::1", 8064)),
    ],
)
def test_what_is_named_is_served(text: str, address: Address | None) -> None:
    assert parse_address(text) == address


@pytest.mark.parametrize(
    "text", ["", "on", "8064", ":8064", "goat", "goat:", "goat:x", "goat:-1", "goat:65536", "goat:²"]
)
def test_anything_else_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(UsageError, match="--web: expected HOST:PORT, auto or off"):
        parse_address(text)


@pytest.mark.parametrize(
    ("host", "is_open"),
    [
        ("127.0.0.1", False),
        ("localhost", False),
        ("::1", False),
        ("0.0.0.0", True),
        ("192.168.1.2", True),
        ("goat", True),
    ],
)
def test_only_loopback_is_closed_to_others(host: str, is_open: bool) -> None:
    assert Address(host, 1).is_open is is_open


def test_a_taken_port_that_was_named_is_said_in_one_line(taken: int) -> None:
    with pytest.raises(UsageError, match=rf"--web: 127\.0\.0\.1:{taken} can't be served .*; name another port, or off"):
        Address("127.0.0.1", taken).listen()


def test_the_usual_port_gives_way_to_another(taken: int) -> None:
    listener = Address("127.0.0.1", taken, may_move=True).listen()
    assert listener is not None
    with listener:
        assert listener.getsockname()[1] != taken


def test_where_nothing_can_be_served_the_table_does_without() -> None:
    assert Address("192.0.2.99", 1, may_move=True).listen() is None
