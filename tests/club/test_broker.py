"""The broker on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("paho.mqtt.client", reason="paho-mqtt is not installed: it is in the extra club")

from pi.shell.errors import UsageError
from pi.shell.mqtt.broker import PASSWORD_VARIABLE, Broker, parse_broker
from pi.shell.mqtt.pauses import pauses
from pi.shell.mqtt.place import NAMES_OF_MANY, parse_place


def parsed(text: str, **environment: str) -> Broker:
    return parse_broker(text, "--publish", environment)


@pytest.mark.parametrize(
    ("text", "broker"),
    [
        ("mqtt://club.local", Broker("club.local", 1883)),
        ("mqtt://club.local:2000/", Broker("club.local", 2000)),
        ("mqtt://[::1]/a/b", Broker("::1", 1883, "a/b")),
        ("mqtts://club.local/goats", Broker("club.local", 8883, "goats", is_encrypted=True)),
        ("mqtt://ann@club.local", Broker("club.local", 1883, user="ann")),
        ("mqtt://ann:p%40ss%3A@club.local", Broker("club.local", 1883, user="ann", password="p@ss:")),
    ],
)
def test_a_url(text: str, broker: Broker) -> None:
    assert parsed(text) == broker


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("club.local", "expected mqtt://"),
        ("http://club.local", "expected mqtt://"),
        ("mqtt://", "host is missing"),
        ("mqtt://club.local:0", "port 0"),
        ("mqtt://club.local:65536", "[Pp]ort"),
        ("mqtt://club.local:x", "[Pp]ort"),
        ("mqtt://[::1", "IPv6"),
        ("mqtt://club.local/a/+/b", "no topic"),
        ("mqtt://club.local/$SYS", "no topic"),
        ("mqtt://club.local/a//b", "no topic"),
        ("mqtt://club.local/a#b", "follow the prefix"),
        ("mqtt://club.local/a?b=c", "follow the prefix"),
        ("mqtt://:secret@club.local", "without a user"),
        ("@nowhere/at/all", "can't be read"),
    ],
)
def test_a_wrong_url_is_one_line_that_names_the_option_and_the_remedy(text: str, words: str) -> None:
    with pytest.raises(UsageError, match=words) as refused:
        parsed(text)
    said = str(refused.value)
    assert said.startswith("--publish: ")
    assert "expected" in said or "leave out" in said or "reached" in said
    assert "\n" not in said
    assert "secret" not in said


def test_a_file_keeps_the_password_off_the_command_line(tmp_path: Path) -> None:
    file = tmp_path / "broker"
    file.write_text("mqtt://ann:secret@club.local/goats\n", encoding="utf-8")
    assert parsed(f"@{file}") == Broker("club.local", 1883, "goats", "ann", "secret")


def test_so_does_the_environment() -> None:
    assert parsed("mqtt://ann@club.local", **{PASSWORD_VARIABLE: "secret"}).password == "secret"
    assert parsed("mqtt://ann:other@club.local", **{PASSWORD_VARIABLE: "secret"}).password == "other"
    assert parsed("mqtt://club.local", **{PASSWORD_VARIABLE: "secret"}).password is None


def test_a_password_is_never_shown() -> None:
    broker = parsed("mqtt://ann:secret@club.local")
    assert "secret" not in f"{broker} {broker!r}"


def test_a_table_has_a_name() -> None:
    place = parse_place("mqtt://club.local", "Window", {})
    assert place is not None
    assert place.table == "Window"


def test_nothing_is_published_unless_asked_for() -> None:
    assert parse_place(None, None, {}) is None


@pytest.mark.parametrize(
    ("url", "name", "words"),
    [("mqtt://club.local", "///", "--table: expected a name"), (None, "Window", "--publish, which is missing")],
)
def test_a_wrong_name(url: str | None, name: str, words: str) -> None:
    with pytest.raises(UsageError, match=words):
        parse_place(url, name, {})


def test_the_name_that_every_pi_has_is_none() -> None:
    assert "raspberrypi" in NAMES_OF_MANY


def test_a_broker_that_is_away_is_tried_less_and_less_often() -> None:
    tries = pauses()
    assert [next(tries) for _ in range(8)] == [1, 2, 4, 8, 16, 32, 60, 60]
