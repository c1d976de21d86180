"""Cards and campaigns as the page gets them: in words, checked key by key, and written or refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine.saga.cards import card_json
from engine.saga.vocabulary import VERBS, WHEN_SPECS
from pi.shell.packs import SAMPLE, load_pack
from pi.shell.web import saga_messages
from pi.shell.web.cards import CardError, Packs, checked, vocabulary
from pi.shell.web.shapes import check_shape
from pi.shell.web.stories import Stories

ROW = {"code": "A1", "kind": "ability", "name": "Eight", "chapter": 1, "effects": [{"verb": "number", "number": 8}]}
OTHER = ROW | {"code": "A2"}


def checked_by_shape(value: Any, shape: Any) -> None:
    check_shape(json.loads(json.dumps(value)), shape, "it", is_limited=False)


def test_the_form_is_told_the_whole_vocabulary() -> None:
    told = vocabulary()
    checked_by_shape(told, saga_messages.Vocabulary)
    assert [verb["name"] for verb in told["verbs"]] == list(VERBS)
    assert [when["name"] for when in told["whens"]] == list(WHEN_SPECS)


def test_every_card_of_the_sample_is_right_and_is_played_on_the_example_board(tmp_path: Path) -> None:
    for card in load_pack(tmp_path, SAMPLE).cards:
        told = checked(card_json(card), 9)
        checked_by_shape(told, saga_messages.CardChecked)
        assert [fault for fault in told["faults"] if not fault["is_warning"]] == [], card.code
        assert len(told["effects"]) == len(card.effects)
        for effect in told["effects"]:
            assert effect is not None
            assert effect["sentence"]["en"] != effect["sentence"]["de"]
            assert effect["lines"]["en"]


@pytest.mark.parametrize(
    ("change", "keys"),
    [
        ({}, []),
        ({"code": "7"}, ["code"]),
        ({"name": ""}, ["name"]),
        ({"chapter": 11}, ["chapter"]),
        ({"effects": [{"verb": "number", "number": 0}]}, ["effect.0.number"]),
        ({"effects": [{"verb": "number"}]}, ["effect.0"]),
        ({"kind": "rule", "effects": [{"verb": "points", "points": 1}]}, ["effect.0.when"]),
        ({"kind": "rule", "effects": [{"when": "final", "verb": "number", "number": 1}]}, ["effect.0.verb"]),
        ({"code": "7", "effects": [{}]}, ["code", "effect.0.verb"]),
    ],
)
def test_a_fault_names_its_field(change: dict[str, Any], keys: list[str]) -> None:
    assert [fault["key"] for fault in checked(ROW | change, 9)["faults"]] == keys


@pytest.mark.parametrize("row", [{}, {"effects": 3}, {"effects": [3]}, {"effects": [{}] * 30}, {"code": {"a": []}}])
def test_anything_may_be_asked_about(row: dict[str, Any]) -> None:
    told = checked(row, 3)
    checked_by_shape(told, saga_messages.CardChecked)
    assert told["faults"]


def test_cards_are_written_changed_and_taken_out(tmp_path: Path) -> None:
    packs = Packs(tmp_path)
    assert packs.names() == ["discovered", "sample"]
    packs.write("discovered", ROW, None)
    packs.write("discovered", OTHER, None)
    packs.write("discovered", ROW | {"code": "A3"}, ROW)
    told = packs.pack("discovered")
    checked_by_shape(told, saga_messages.PackTold)
    assert [card["row"]["code"] for card in told["cards"]] == ["A3", "A2"]
    packs.remove("discovered", OTHER)
    assert [card.code for card in load_pack(tmp_path, "discovered").cards] == ["A3"]


@pytest.mark.parametrize(
    ("name", "row", "was", "words"),
    [
        ("discovered", ROW | {"chapter": 0}, None, "card.chapter"),
        ("discovered", OTHER | {"code": "A1"}, None, "A1 is there already"),
        ("discovered", OTHER | {"code": "A1"}, OTHER, "A1 is in the pack already"),
        ("discovered", ROW, ROW | {"name": "Another"}, "has changed"),
        ("sample", ROW, None, "pack of your own"),
        ("sample", ROW, ROW, "pack of your own"),
        ("../discovered", ROW, None, "pack: expected a name"),
    ],
)
def test_what_is_not_written_leaves_the_file_as_it_is(
    tmp_path: Path, name: str, row: dict[str, Any], was: dict[str, Any] | None, words: str
) -> None:
    packs = Packs(tmp_path)
    packs.write("discovered", ROW, None)
    packs.write("discovered", OTHER, None)
    file = tmp_path / "packs" / "discovered.toml"
    before = file.read_text()
    with pytest.raises(CardError, match=words):
        packs.write(name, row, was)
    assert file.read_text() == before
    assert [path.name for path in tmp_path.rglob("*.toml")] == ["discovered.toml"]


def test_a_faulty_file_is_told_line_by_line(tmp_path: Path) -> None:
    (tmp_path / "packs").mkdir()
    (tmp_path / "packs" / "ours.toml").write_text('[pack]\nname = "Ours"\n\n[[card]]\ncode = "7"\n')
    told = Packs(tmp_path).pack("ours")
    assert told["cards"] == []
    assert (told["faults"][0]["line"], told["faults"][0]["key"]) == (4, "card.0")


def test_the_second_of_two_answers_is_refused_and_nothing_is_lost(tmp_path: Path) -> None:
    stories = Stories(tmp_path)
    assert stories.all() == []
    begun = stories.begin("Ours", SAMPLE)
    checked_by_shape(begun, saga_messages.CampaignTold)
    ask = {"do": "answer", "entries": begun["entries"], "answer": ["Ann", "Bo"]}
    gone_on = stories.go_on(1, ask)
    with pytest.raises(CardError) as caught:
        stories.go_on(1, ask | {"answer": ["Cy", "Di"]})
    assert caught.value.is_stale
    assert stories.one(1) == gone_on
    assert gone_on["step"] is not None
    assert [choice["answer"] for choice in gone_on["step"]["choices"]] == ["Ann", "Bo"]
    assert stories.go_on(1, {"do": "undo", "entries": gone_on["entries"]})["steps"] == begun["steps"]
    assert [each["name"] for each in stories.all()] == ["Ours"]


@pytest.mark.parametrize("number", [2, 0, 10**30])
def test_there_is_no_other_campaign(tmp_path: Path, number: int) -> None:
    stories = Stories(tmp_path)
    stories.begin("Ours", SAMPLE)
    with pytest.raises(CardError, match="no such campaign"):
        stories.one(number)
