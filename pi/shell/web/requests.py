"""What a request brings: its JSON, within limits, and who sent it."""

from __future__ import annotations

import asyncio
import ipaddress
import json
from collections.abc import AsyncIterator
from typing import Any, Final, Literal

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from pi.shell.web.pairing import Pairing
from pi.shell.web.shapes import ShapeError, check_shape

MOST_BYTES: Final = 32_768
BODY_S: Final = 8.0
COOKIE: Final = "goatherd"
YEAR_S: Final = 365 * 24 * 3600


class WrongError(Exception):
    """A request can't be taken; `status` is the HTTP status that says so."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status = status


async def wanted(request: Request, shape: Any) -> Any:
    """Reads what is asked for; raises WrongError unless it is of a shape."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise WrongError(415, "content-type: expected application/json")
    body = await body_of(request, MOST_BYTES)
    try:
        value = json.loads(body, parse_constant=_no_number)
        check_shape(value, shape, "request")
    except (ValueError, RecursionError) as error:
        raise WrongError(400, f"is no JSON ({type(error).__name__})") from error
    except ShapeError as error:
        raise WrongError(422, str(error)) from error
    return value


async def body_of(request: Request, most: int) -> bytes:
    """Reads a body; raises WrongError when it is too large or too slow."""
    return b"".join([part async for part in parts_of(request, most)])


async def parts_of(request: Request, most: int) -> AsyncIterator[bytes]:
    """Reads a body as it comes; raises WrongError when it is too large or too slow."""
    given = request.headers.get("content-length")
    if given is not None and int(given) > most:
        raise WrongError(413, f"expected at most {most} bytes")
    size = 0
    try:
        async with asyncio.timeout(BODY_S):
            async for part in request.stream():
                size += len(part)
                if size > most:
                    raise WrongError(413, f"expected at most {most} bytes")
                yield part
    except TimeoutError as error:
        raise WrongError(408, "the request came too slowly") from error
    except ClientDisconnect as error:
        raise WrongError(400, "the request ended early") from error


def _no_number(text: str) -> None:
    raise ValueError(text)


def is_near(request: Request) -> bool:
    """Whether a request comes from this machine."""
    try:
        return request.client is not None and ipaddress.ip_address(request.client.host).is_loopback
    except ValueError:
        return False


def role_of(request: Request, pairing: Pairing) -> Literal["player", "viewer", "stranger"]:
    """What the browser of a request may do."""
    return pairing.role_of(request.cookies.get(COOKIE)) or "stranger"


def set_key(response: Response, key: str) -> None:
    """Lets the browser keep its key, out of reach of any script."""
    response.set_cookie(COOKIE, key, max_age=YEAR_S, httponly=True, samesite="strict", path="/")
