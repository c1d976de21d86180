"""A hostile neighbour lets nothing wrong in, and the table does not even notice. In full size: `tests.web.hostile`."""

from __future__ import annotations

import time
from contextlib import ExitStack
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="the page's server is not installed")
pytest.importorskip("uvicorn", reason="the page's server is not installed")

from pi.core.events import TimePassed
from pi.shell.web.archive import Archive
from pi.shell.web.judging import Judge
from tests.web.driving import running_table
from tests.web.hostile import Steps, attack, idle_connections, is_untouched
from tests.web.test_server import news, request

LONGEST_STEP_S = 0.05


def test_floods_idle_connections_and_slow_readers_hold_nothing_up(tmp_path: Path) -> None:
    with running_table(tmp_path) as table, ExitStack() as stack:
        request(table, "GET", "/api/hello")
        table.loop.post(TimePassed(time.monotonic()))
        before = table.loop.model
        with Steps(table):
            idle_connections(table, 200, stack)
            statuses = attack(table, 300)
        steps_s = sorted(table.loop.steps_s)
        # Other programs may hold single steps up; the figure for all of them is taken by `tests.web.hostile`.
        assert steps_s[int(0.9 * len(steps_s))] < LONGEST_STEP_S
        assert is_untouched(before, table.loop.model)
        assert Archive(tmp_path, Judge()).ids() == ()
        assert not set(statuses) & {"500", "101"}
        # The one who floods is asked to wait a second; nobody else is.
        assert news(table, peer="127.0.0.2")["table"]["phase"] == "set-up"
