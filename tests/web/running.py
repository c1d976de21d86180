"""Coroutines of the page's server, run by tests that may share their process with a driven browser."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor


def run(coroutine: Coroutine[object, object, None]) -> None:
    """Runs a coroutine to its end, in a thread of its own: the driver of the browser keeps a loop in the test's."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, coroutine).result()
