"""What the table and the server say to each other through a pipe.

From the table: `News`, answers and pictures, as bytes: a letter for the kind, then a topic or a ticket, then the body.
From the server: questions as JSON. Neither side ever reads code from the other.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any, Final

_NEWS, _ANSWER, _PICTURE = b"N", b"A", b"P"
_TICKET_BYTES: Final = 8
_TOPIC_BYTES: Final = 8


@dataclass(frozen=True, slots=True)
class News:
    """The latest on a topic, JSON; makes all earlier news of that topic worthless."""

    topic: str
    body: bytes


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer to a question: JSON, or a picture as `cameras.packed` makes it."""

    ticket: int
    body: bytes
    is_picture: bool = False


@dataclass(frozen=True, slots=True)
class Question:
    """Something asked on the page, already of the declared shape.

    Attributes:
        kind: "command", "tray", "aim", "picture", "codes" or "sagas" (others may have been written).
        ticket: for the reply.
        ask: what exactly.
    """

    kind: str
    ticket: int
    ask: Any


def send_to_server(pipe: Connection, message: News | Reply) -> None:
    """Sends from the table; raises OSError when the server has gone."""
    match message:
        case News(topic=topic, body=body):
            pipe.send_bytes(_NEWS + topic.encode().ljust(_TOPIC_BYTES) + body)
        case Reply(ticket=ticket, body=body, is_picture=is_picture):
            kind = _PICTURE if is_picture else _ANSWER
            pipe.send_bytes(kind + ticket.to_bytes(_TICKET_BYTES) + body)


def receive_from_table(pipe: Connection) -> News | Reply:
    """Waits for the next message; raises EOFError or OSError when the table has gone."""
    data = pipe.recv_bytes()
    kind, head, body = data[:1], data[1 : 1 + _TICKET_BYTES], data[1 + _TICKET_BYTES :]
    if kind == _NEWS:
        return News(head.decode().rstrip(), body)
    return Reply(int.from_bytes(head), body, kind == _PICTURE)


def send_to_table(pipe: Connection, question: Question) -> None:
    """Sends from the server; raises OSError when the table has gone."""
    pipe.send_bytes(json.dumps([question.kind, question.ticket, question.ask]).encode())


def receive_from_server(pipe: Connection) -> Question:
    """Waits for the next question; raises EOFError or OSError when the server has gone."""
    kind, ticket, ask = json.loads(pipe.recv_bytes())
    return Question(kind, ticket, ask)
