"""The server itself, asked over the wire by what is no browser of ours."""

from __future__ import annotations

import http.client
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette", reason="the page's server is not installed")
pytest.importorskip("uvicorn", reason="the page's server is not installed")

from pi.core.model import Phase
from pi.shell.web.shelf import PAGES
from tests.web.driving import Table, running_table
from tests.web.games import keep, played_game


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    folder = tmp_path_factory.mktemp("data")
    keep(folder, played_game(1))
    with running_table(folder) as table:
        assert request(table, "GET", "/api/hello")[0] == 200  # the port is open before the server is there
        yield table


def request(
    table: Table, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None
) -> tuple[int, bytes, http.client.HTTPMessage]:
    connection = http.client.HTTPConnection("127.0.0.1", table.companion.port, timeout=20)
    sent = {"origin": table.url, "content-type": "application/json"} if method == "POST" else {}
    data = body if isinstance(body, bytes | None) else json.dumps(body).encode()
    try:
        connection.request(method, path, data, sent | (headers or {}))
        answer = connection.getresponse()
        return answer.status, answer.read(), answer.headers
    finally:
        connection.close()


def post(table: Table, path: str, ask: Any) -> tuple[int, Any]:
    status, body, _ = request(table, "POST", f"/api/{path}", ask)
    return status, json.loads(body)


TOPICS = {"game", "table", "test"}


def news(
    table: Table, is_enough: Callable[[dict[str, Any]], bool] = lambda told: set(told) >= TOPICS, peer: str = ""
) -> dict[str, Any]:
    """The latest of each topic, as soon as that is enough; asked for from another address where `peer` names one."""
    connection = http.client.HTTPConnection(
        "127.0.0.1", table.companion.port, timeout=20, source_address=(peer, 0) if peer else None
    )
    connection.request("GET", "/api/news")
    answer = connection.getresponse()
    assert answer.status == 200
    told: dict[str, Any] = {}
    topic = ""
    while not is_enough(told):
        line = answer.readline().decode()
        assert line, "the news ended"
        line = line.rstrip("\n")
        if line.startswith("event: "):
            topic = line.removeprefix("event: ")
        elif line.startswith("data: "):
            told[topic] = json.loads(line.removeprefix("data: "))
    connection.close()
    return told


@pytest.mark.parametrize("path", ["/", "/device", "/aim", "/games", "/games/12", "/correct"])
def test_every_page_has_an_address(table: Table, path: str) -> None:
    status, body, headers = request(table, "GET", path)
    assert status == 200
    assert b"<title>Goatherd</title>" in body
    assert headers["content-type"] == "text/html; charset=utf-8"
    assert path.split("/")[1] in PAGES


@pytest.mark.parametrize(
    "path",
    [
        "/../server.py",
        "/..%2fserver.py",
        "/%2e%2e/server.py",
        "/static/app.js",
        "//etc/passwd",
        "/app.js/..",
        "/./app.js",
        "/games/1/2",
        "/lit-html-LICENSE.txt",
        "/app.js%00",
        "/app.js?%00/../..",
        "/APP.JS",
        "/etc/passwd",
        "/device/../../x/y",
        "/api",
        "/api/",
        "/api/nothing",
        "/api/games/..%2f..%2fgoatherd.sqlite",
        "/api/games/1%00",
        "/api/games/1/export.exe",
    ],
)
def test_no_path_leads_out_of_the_page(table: Table, path: str) -> None:
    status, body, _ = request(table, "GET", path)
    assert status in (404, 422) or (status == 200 and path.startswith("/app.js?") and b"import" in body)
    assert b"root:" not in body
    assert b"SQLite" not in body


@pytest.mark.parametrize(
    ("body", "headers", "status"),
    [
        (b"", {}, 400),
        (b"{", {}, 400),
        (b"\xff\xfe", {}, 400),
        (b"[" * 30_000, {}, 400),
        (b'{"do": NaN}', {}, 400),
        (b"null", {}, 422),
        (b"{}", {}, 422),
        (b'{"do": "press", "button": "eject", "held": false, "shown": 1}', {}, 422),
        (b'{"do": "press", "button": "ok", "held": 0, "shown": 1}', {}, 422),
        (b'{"do": "press", "button": "ok", "held": false, "shown": 1, "by": "me"}', {}, 422),
        (b"x" * 40_000, {}, 413),
        (b'{"do": "undo", "number": 1}', {"content-type": "text/plain"}, 415),
        (b'{"do": "undo", "number": 1}', {"origin": "http://evil.example"}, 403),
        (b'{"do": "undo", "number": 1}', {"host": "evil.example"}, 421),
    ],
    ids=lambda value: repr(value)[:40],
)
def test_what_makes_no_sense_is_refused_and_reaches_no_table(
    table: Table, body: bytes, headers: dict[str, str], status: int
) -> None:
    before = table.loop.model
    assert request(table, "POST", "/api/table", body, headers)[0] == status
    assert table.loop.model.presses == before.presses
    assert table.loop.model.game is before.game


def test_a_game_is_played_over_the_wire_and_the_second_is_told(table: Table) -> None:
    number = news(table)["game"]["number"]
    begin = {"do": "begin", "names": ["<b>Ann</b>", "Bo"], "rules": ["base"], "settings": {}, "starts": 0}
    assert post(table, "table", begin | {"number": number}) == (200, {"result": "done", "why": ""})
    game = news(table)["game"]
    assert game["position"]["players"][0]["name"] == "<b>Ann</b>"
    rolled = {"do": "dice", "dice": [4, 5, 6, 6], "number": game["number"]}
    assert post(table, "table", rolled)[1]["result"] == "done"
    assert post(table, "table", rolled)[0] == 409
    game = news(table)["game"]
    assert table.loop.model.phase is Phase.CHOOSING
    play = {"do": "play", "turn": game["choices"][0]["turn"], "number": game["number"]}
    assert post(table, "table", play)[1]["result"] == "done"
    game = news(table)["game"]
    assert [turn["dice"] for turn in game["turns"]] == [[4, 5, 6, 6]]
    asked = {"turn_number": 1, "dice": [1, 1, 1, 2], "number": game["number"]}
    status, answer = post(table, "options", asked)
    assert status == 200
    turn = answer["data"][-1]["turn"]
    status, answer = post(table, "preview", asked | {"turn": turn})
    assert (status, answer["data"]["lost"]) == (200, 0)
    assert post(table, "preview", asked | {"turn": turn, "number": 0})[0] == 409
    assert post(table, "table", asked | {"do": "change", "turn": turn})[1]["result"] == "done"
    assert news(table)["game"]["turns"][0]["dice"] == [1, 1, 1, 2]


def test_games_are_listed_put_away_and_told(table: Table) -> None:
    listed = json.loads(request(table, "GET", "/api/games")[1])
    assert "1" in [game["id"] for game in listed["games"]]
    assert post(table, "games/away", {"do": "remove", "ids": ["1"]})[0] == 200
    assert "1" not in [game["id"] for game in json.loads(request(table, "GET", "/api/games")[1])["games"]]
    assert post(table, "games/away", {"do": "restore", "ids": ["1"]})[0] == 200
    assert json.loads(request(table, "GET", "/api/games/1")[1])["id"] == "1"
    assert post(table, "games/away", {"do": "remove", "ids": ["99"]})[0] == 404


def test_what_is_exported_is_taken_in_with_progress(table: Table) -> None:
    exported = request(table, "GET", "/api/games/1/export.json")[1]
    status, body, _ = request(table, "POST", "/api/games/import", exported + b"nonsense\n")
    assert status == 200
    told = ended(table, json.loads(body)["data"])
    assert told["data"]["new"] == ["i1"]
    assert told["data"]["wrong_count"] == 1


def ended(table: Table, job: int) -> Any:
    """What came of a long work."""
    return news(table, lambda told: told.get("job", {}).get("job") == job and told["job"]["is_over"])["job"]


def test_statistics_come_as_news(table: Table) -> None:
    status, answer = post(table, "games/statistics", {})
    assert status == 200
    ann = next(one for one in ended(table, answer["data"])["data"] if one["name"] == "Ann")
    assert ann["games"] >= 1
    assert len(ann["scores"]) == ann["games"]


def test_games_are_looked_back_on(table: Table) -> None:
    status, body, _ = request(table, "GET", "/api/games/1/review")
    assert status == 200
    assert [turn["cost"] >= 0.01 for turn in json.loads(body)] == [True] * len(json.loads(body))
    assert request(table, "GET", "/api/games/99/review")[0] == 404
    number = news(table)["game"]["number"]
    assert post(table, "review", {"number": number})[0] in (200, 422)  # 422 before the first game
    assert post(table, "review", {"number": number + 1})[0] == 409


def test_without_a_camera_aiming_and_the_tray_say_so(table: Table) -> None:
    assert request(table, "GET", "/api/picture")[0] == 204
    assert post(table, "aim", {"do": "measure"}) == (422, {"result": "refused", "why": "no-camera"})
    assert post(table, "tray", {"do": "throw"}) == (422, {"result": "refused", "why": "the tray is a real one"})


def test_a_server_that_ends_is_started_again_and_the_table_plays_on(tmp_path: Path) -> None:
    with running_table(tmp_path) as table:
        assert request(table, "GET", "/api/hello")[0] == 200
        first = table.companion._server
        assert first is not None
        first[0].kill()
        first[0].wait()
        assert request(table, "GET", "/api/hello")[0] == 200
        assert news(table)["table"]["phase"] == "set-up"
