"""`goatherd pack`: a file that a group fills, on the command line or by hand."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from engine.saga.vocabulary import VERBS
from pi.shell.pack_text import line_of
from pi.shell.packs import SAMPLE, load_pack, pack_path
from tests.saga.folders import Console

ADD = ("pack", "add", "--code", "s1", "--kind", "summit", "--name", "Our tile", "--chapter", "1")
TAKES = ("--effect", "when=reached verb=take mountain=5")


def test_the_first_card_makes_a_pack(console: Console) -> None:
    said = console.done(*ADD, *TAKES)
    assert "packs/discovered.toml:4: S1 Our tile" in said
    (card,) = load_pack(console.folder, "discovered").cards
    assert (card.code, card.kind, card.chapter) == ("S1", "summit", 1)


@pytest.mark.parametrize(
    ("words", "row"),
    [
        ("when=reached verb=score mountain=5 to=all", {"when": "reached", "verb": "score", "mountain": 5, "to": "all"}),
        ("when=scored on=6,7 verb=points points=-2", {"when": "scored", "verb": "points", "points": -2, "on": [6, 7]}),
        (
            "when=moved verb=move whose=any steps=-1 every=true where.mountains=9,10 where.top=false",
            {
                "when": "moved", "verb": "move", "whose": "any", "steps": -1,
                "where": {"mountains": [9, 10], "top": False}, "every": True,
            },
        ),
        ("when=set-up verb=remind text=Ring = bell", {"when": "set-up", "verb": "remind", "text": "Ring = bell"}),
        (
            '{"when":"reached","verb":"choice","of":[{"verb":"take"},{"verb":"points","points":2}]}',
            {"when": "reached", "verb": "choice", "of": [{"verb": "take"}, {"verb": "points", "points": 2}]},
        ),
    ],
)  # fmt: skip
def test_an_effect_is_written_as_words_or_as_json(console: Console, words: str, row: dict[str, object]) -> None:
    console.done(*ADD, "--effect", words)
    assert json.loads(console.done("pack", "show", "S1", "--json"))["effects"] == [row]


def test_a_whole_card_comes_from_standard_input(console: Console, monkeypatch: pytest.MonkeyPatch) -> None:
    row = {"code": "a7", "kind": "ability", "name": "Ours", "chapter": 3, "effects": [{"verb": "number", "number": 8}]}
    monkeypatch.setattr("sys.stdin", io.StringIO(json.dumps(row)))
    console.done("pack", "add", "-")
    assert json.loads(console.done("pack", "show", "A7", "--json")) == row | {"code": "A7"}


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ((*ADD,), "card.effects: expected one effect at least"),
        ((*ADD, "--effect", "when=reached verb=fly"), "card.effects.0.verb: expected one of number, move"),
        (
            (*ADD, "--effect", "when=reached verb=take mountain=4"),
            "card.effects.0.mountain: expected a mountain from 5 to 10",
        ),
        ((*ADD, "--effect", "reached"), "card.effects.0: expected KEY=VALUE, found 'reached'"),
        ((*ADD, "--effect", "{"), "card.effects.0: expected a JSON object"),
        ((*ADD, *TAKES, "--pack", "sample"), "'sample' is the example that comes with goatherd"),
        ((*ADD, *TAKES, "--pack", "../x"), "pack: expected a name of a-z"),
        (("pack", "add", "--code", "S1"), "card: the field 'kind' is missing"),
    ],
)
def test_a_wrong_card_is_refused_by_key_and_nothing_is_written(
    console: Console, words: tuple[str, ...], reason: str
) -> None:
    assert reason in console.refused(*words)
    assert not (console.folder / "packs").exists()


BY_HAND = """\
# Our own pack
[pack]
name = "By hand"

# from the red box
[[card]]
code = "S1"   # seen on the back
kind = "summit"
name = "Tile"
chapter = 1
effect = [{ when = "reached", verb = "take", mountain = 5 }]

# from the blue box
[[card]]
code = "A1"
kind = "ability"
name = "First"
chapter = 1
[[card.effect]]
verb = "number"
number = 8
"""


def by_hand(console: Console, text: str = BY_HAND) -> Path:
    path = console.folder / "packs" / "ours.toml"
    path.parent.mkdir(parents=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_adding_keeps_what_the_group_wrote_by_hand(console: Console) -> None:
    path = by_hand(console)
    console.done("pack", "add", "--code", "A2", "--kind", "ability", "--name", "Second", "--chapter", "1",
                 "--effect", "verb=number number=9")  # fmt: skip
    text = path.read_text(encoding="utf-8")
    assert text.startswith(BY_HAND)
    assert [card.code for card in load_pack(console.folder, "ours").cards] == ["S1", "A1", "A2"]


def test_a_card_is_replaced_in_its_place_and_the_comments_round_it_stay(console: Console) -> None:
    path = by_hand(console)
    assert "ours.toml:6: S1 is there already; --replace" in console.refused(*ADD, *TAKES)
    console.done(*ADD, *TAKES, "--replace")
    text = path.read_text(encoding="utf-8")
    assert "# from the red box" in text
    assert "# from the blue box\n[[card]]" in text
    assert [card.name for card in load_pack(console.folder, "ours").cards] == ["Our tile", "First"]


@pytest.mark.parametrize(
    ("old", "new", "line", "key"),
    [
        ("chapter = 1\neffect", "chapter = 11\neffect", 10, "card.0.chapter"),
        ("mountain = 5", "mountain = 4", 11, "card.0.effect.0.mountain"),
        ('name = "First"\n', "", 14, "card.1"),
        ("number = 8", "number = 0", 21, "card.1.effect.0.number"),
        ("number = 8", 'number = 8\nto = "all"', 22, "card.1.effect.0.to"),
        ('code = "A1"', 'code = "s1"', 15, "card.1.code"),
        ('name = "By hand"', 'name = ""', 3, "pack.name"),
        ('name = "By hand"', "name =", 3, "pack"),
        ('name = "Tile"', 'name = """\n[[card]]"""\ncolour = 3', 11, "card.0.colour"),
    ],
)
def test_check_names_line_key_and_remedy(console: Console, old: str, new: str, line: int, key: str) -> None:
    path = by_hand(console, BY_HAND.replace(old, new, 1))
    status, out, err = console.run("pack", "check", "ours")
    assert status == 2
    assert out.startswith(f"{path}:{line}: {key}: ")
    assert err.strip().endswith("faults: 1; mend them and check again")
    assert f"{path}:{line}: {key}: " in console.refused("pack", "show")


def test_check_finds_every_fault_at_once(console: Console) -> None:
    by_hand(console, BY_HAND.replace("chapter = 1", "chapter = 0").replace("number = 8", "number = 0"))
    assert len(console.run("pack", "check")[1].splitlines()) == 3


def test_warnings_do_not_stop_anybody(console: Console) -> None:
    by_hand(console, BY_HAND.replace("chapter = 1\n[[card", "chapter = 2\n[[card"))
    said = console.done("pack", "check")
    assert "warning: card: chapter 2 has no summit tile" in said
    assert "no faults, warnings: 1" in said


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (("pack", "name"), 3),
        (("card", 0), 6),
        (("card", 0, "effect", 0, "mountain"), 11),
        (("card", 1, "effect", 0), 19),
        (("card", 1, "effect", 0, "number"), 21),
        (("card", 1, "text"), 14),
        (("nothing",), 1),
    ],
)
def test_the_line_of_a_key_is_found(path: tuple[str | int, ...], line: int) -> None:
    assert line_of(BY_HAND, path) == line


TRICKY = '''\
[[card]]
text = """
[[card]]
name = 3
"""
effect = [
  { verb = "remind", text = "[[card]] # [" },  # a remark [
  { verb = "remind", text = 'x' },
]
name = "]"
[[card]] # the second
name = "Two"
'''


def test_what_looks_like_a_card_in_a_text_is_none() -> None:
    assert [line_of(TRICKY, ("card", 0, key)) for key in ("text", "effect", "name")] == [2, 6, 10]
    assert [line_of(TRICKY, path) for path in (("card", 1), ("card", 1, "name"))] == [11, 12]


def test_packs_are_listed_with_the_sample(console: Console) -> None:
    by_hand(console)
    assert [line.split()[:3] for line in console.done("pack", "list").splitlines()] == [
        ["ours", "2", "cards"],
        ["sample", "25", "cards"],
    ]


def test_show_says_what_cards_do_in_both_languages(console: Console) -> None:
    by_hand(console)
    assert console.done("pack", "show", "a1", "--language", "en").splitlines() == [
        "A1 First (ability, Chapter 1)",
        "  For a goat die: it counts as 8.",
    ]
    assert "Für einen Ziegenwürfel: er zählt als 8." in console.done("pack", "show", "--language", "de")
    assert "'A9' is not in the pack 'By hand'; these are: S1, A1" in console.refused("pack", "show", "A9")


def test_the_sample_has_no_faults_and_says_that_it_is_made_up(console: Console) -> None:
    assert "no faults, warnings: 0" in console.done("pack", "check", SAMPLE)
    assert "None of these cards is a card of the game" in " ".join(
        pack_path(console.folder, SAMPLE).read_text(encoding="utf-8").replace("#", "").split()
    )
    assert all(card.name.startswith("Sample: ") for card in load_pack(console.folder, SAMPLE).cards)


def test_the_sample_uses_every_verb_over_ten_chapters(console: Console) -> None:
    text = pack_path(console.folder, SAMPLE).read_text(encoding="utf-8")
    assert {name for name in VERBS if f'verb = "{name}"' in text} == set(VERBS)
    chapters = {card.chapter for card in load_pack(console.folder, SAMPLE).cards if card.kind == "summit"}
    assert chapters == set(range(1, 11))
