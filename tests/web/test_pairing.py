"""Browsers are paired by a code that the device shows, and remembered by a key of their own."""

from __future__ import annotations

from pathlib import Path

import pytest

from pi.shell.web.pairing import PAIRED_NAME, TRIES, TRIES_S, Codes, Pairing, PairingError, draw_codes

CODES = Codes("123456", "654321")


def pairing(folder: Path, codes: Codes | None = CODES) -> Pairing:
    return Pairing(folder, clock=lambda: 0.0, codes=codes)


@pytest.mark.parametrize(("code", "role"), [("123456", "player"), ("654321", "viewer")])
def test_each_code_gives_its_role(tmp_path: Path, code: str, role: str) -> None:
    paired = pairing(tmp_path)
    key, given = paired.pair(code)
    assert given == role
    assert paired.role_of(key) == role


def test_a_paired_browser_is_known_after_a_restart_and_its_key_is_kept_nowhere(tmp_path: Path) -> None:
    key, _ = pairing(tmp_path).pair("123456")
    assert pairing(tmp_path, None).role_of(key) == "player"
    assert key not in (tmp_path / PAIRED_NAME).read_text()


@pytest.mark.parametrize("key", [None, "", "x", "x" * 1000])
def test_a_made_up_key_opens_nothing(tmp_path: Path, key: str | None) -> None:
    assert pairing(tmp_path).role_of(key) is None


@pytest.mark.parametrize("code", ["", "12345", "123457", "1234567", "１２３４５６", "💥"])
def test_a_wrong_code_opens_nothing(tmp_path: Path, code: str) -> None:
    with pytest.raises(PairingError) as caught:
        pairing(tmp_path).pair(code)
    assert caught.value.kind == "wrong"


def test_no_code_counts_while_the_device_shows_none(tmp_path: Path) -> None:
    with pytest.raises(PairingError) as caught:
        pairing(tmp_path, None).pair("123456")
    assert caught.value.kind == "closed"


def test_after_a_few_wrong_codes_even_the_right_one_has_to_wait(tmp_path: Path) -> None:
    now = 0.0
    paired = Pairing(tmp_path, clock=lambda: now, codes=CODES)
    for _ in range(TRIES):
        with pytest.raises(PairingError, match="wrong"):
            paired.pair("000000")
    assert paired.is_tried_too_often
    with pytest.raises(PairingError, match="slow"):
        paired.pair("123456")
    now = TRIES_S + 1
    assert paired.pair("123456")[1] == "player"


@pytest.mark.parametrize("text", ["", "[]", "{", '{"a": "king"}'])
def test_a_broken_file_pairs_nobody_and_stops_nothing(tmp_path: Path, text: str) -> None:
    (tmp_path / PAIRED_NAME).write_text(text)
    assert pairing(tmp_path).role_of("a") is None


def test_codes_are_six_digits_and_differ() -> None:
    for _ in range(200):
        codes = draw_codes()
        assert codes.player != codes.viewer
        assert all(len(code) == 6 and code.isdecimal() for code in (codes.player, codes.viewer))
