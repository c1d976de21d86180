"""The Saga at the table: goats on dice, cards among the options, and a chapter from its set-up to its end."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from engine.dice import GOAT
from engine.saga.campaign_entries import ChapterBegun, GameBegun
from pi.core.card_sentences import cards_used
from pi.core.effects import BeginCampaign, BeginGame, EnterCampaign
from pi.core.model import DiceEditor, LayOut, Model, Phase
from pi.core.screens import screens
from pi.core.story import BEGUN_LAST
from pi.shell.campaigns import load_campaign
from pi.shell.main import main
from pi.shell.packs import pack_path
from pi.shell.render import fits
from pi.shell.store import open_store
from tests.pi.driving import BACK, EMPTIED, MOVED, OK, UNDO, follow, new_table, play, pushed, settled, thrown
from tests.pi.sagas import answered, asked, at_saga, chapter, is_asked, laid_table, near_its_end


def used(model: Model) -> tuple[list[int], tuple[str, ...]]:
    """The mountains of the selected option, and its cards."""
    option = model.advice[model.cursor].option
    return sorted(step.number for step in option.turn.steps if step.dice != (GOAT,)), cards_used(option)


# Dice


def test_a_goat_that_was_read_is_a_goat_of_the_roll() -> None:
    model = play(laid_table(()), MOVED, settled("goat", 2, 4, 6))
    assert model.phase is Phase.CHOOSING
    assert model.game is not None
    assert model.game.roll is not None
    assert model.game.roll.faces == (GOAT, 2, 4, 6)


@pytest.mark.parametrize(
    ("table", "faces"), [(laid_table(()), (1, 2, 4, 6)), (new_table(), ("goat", 2, 4, 6))], ids=["a 1", "a goat"]
)
def test_a_face_that_the_dice_do_not_have_is_asked_about(table: Model, faces: tuple[int | str, ...]) -> None:
    model = play(table, MOVED, settled(*faces))
    assert model.phase is Phase.DOUBT
    assert isinstance(model.overlay, DiceEditor)
    assert [slot.face for slot in model.overlay.slots] == [None, 2, 4, 6]


def test_the_editor_offers_a_goat_instead_of_a_1() -> None:
    model = play(laid_table(()), OK, OK)
    assert isinstance(model.overlay, DiceEditor)
    assert set(model.overlay.slots[0].offers) == {GOAT, 2, 3, 4, 5, 6}


def test_dice_that_were_counted_are_known_again_by_their_goats() -> None:
    counted = play(laid_table(()), MOVED, settled("goat", 2, 4, 6), OK, OK)
    assert play(counted, MOVED, settled("goat", 2, 4, 6)).phase is Phase.WAITING


# Choosing by pushing


@pytest.mark.parametrize(
    ("cards", "groups", "option"),
    [
        ((), (("goat", 4), (2, 6)), ([5, 8], ())),
        (("A1",), (("goat", 4), (2, 6)), ([5, 8], ())),
        (("A1",), (("goat",), (2, 4), (6,)), ([6, 6, 8], ("A1",))),
        (("A1",), (("goat", 2), (4,), (6,)), ([6, 10], ("A1",))),
        (("A2",), (("goat",), (2, 6), (4,)), ([8], ("A2",))),
    ],
    ids=["a 1", "a 1 though it may be an 8", "an 8 alone", "an 8 with a 2", "an ability beside"],
)
def test_groups_select_what_they_show(
    cards: tuple[str, ...], groups: tuple[tuple[int | str, ...], ...], option: tuple[list[int], tuple[str, ...]]
) -> None:
    model = play(laid_table(cards), MOVED, settled("goat", 2, 4, 6), *pushed(*groups))
    assert used(model) == option


# Chapters


def test_a_chapter_is_set_up_one_question_at_a_time_and_each_is_kept_at_once() -> None:
    begun = follow(at_saga(asked()), OK)
    assert begun.effects == (BeginCampaign("sample 1", "sample"),)
    players = follow(begun.model, OK)
    assert players.effects == (EnterCampaign(BEGUN_LAST, (ChapterBegun(("Ann", "Bo")),)),)
    assert is_asked(players.model, "starter")


def test_once_it_is_laid_out_its_game_begins_with_the_cards_and_belongs_to_it() -> None:
    following = follow(chapter(), OK)
    laid_out, game, link = following.effects
    assert isinstance(laid_out, EnterCampaign)
    assert isinstance(game, BeginGame)
    assert [laid.card.code for laid in game.first.cards] == ["A1", "A2", "S1"]
    assert link == EnterCampaign(BEGUN_LAST, (GameBegun(BEGUN_LAST),))
    assert (following.model.phase, following.model.overlay) == (Phase.WAITING, LayOut())


def over() -> Model:
    return play(near_its_end(play(chapter(), OK)), *thrown("goat", 2, 2, 6), OK, EMPTIED)


def test_the_end_of_the_game_is_the_campaigns_and_ok_goes_on_with_the_closing_steps() -> None:
    model = over()
    assert model.phase is Phase.OVER
    assert model.story is not None
    assert model.story.now.stage == "closing"
    assert is_asked(play(model, OK), "award")


def test_undo_leads_from_the_closing_steps_back_into_the_game() -> None:
    back = play(over(), OK, UNDO)
    assert back.phase is Phase.CHOOSING
    assert back.story is not None
    assert back.story.now.stage == "playing"
    again = play(answered(play(over(), OK), "yes"), UNDO)
    assert is_asked(again, "award")


def test_a_closed_chapter_is_followed_by_the_next() -> None:
    model = answered(
        play(over(), OK),
        "yes",
        "[7]",
        "",
    )
    assert model.story is not None
    assert model.story.now.chronicle[-1].next_page == 7
    model = play(model, OK)
    assert is_asked(model, "players")
    assert model.story is not None
    assert model.story.now.chapter == 1
    assert not isinstance(play(model, BACK).overlay, type(model.overlay))


def test_a_single_game_has_everything_that_was_discovered() -> None:
    model = answered(at_saga(asked()), "One game")
    assert model.game is not None
    cards = model.game.position.cards
    assert sorted(laid.mountain for laid in cards if laid.mountain) == [5, 7, 9]
    assert fits(screens(model))


# The command


def test_a_chapter_is_played_on_after_the_power_went(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = pack_path(tmp_path, "ours")
    path.parent.mkdir()
    path.write_text(pack_path(tmp_path, "sample").read_text(encoding="utf-8"), encoding="utf-8")
    data = ("--data", str(tmp_path))
    assert main(["saga", "new", "Our story", "--pack", "ours", *data]) == 0
    for answer in (("Ann", "Bo"), ("Ann",), ("A1", "A2", "S1"), ()):
        assert main(["saga", "do", *answer, *data]) == 0
    script = tmp_path / "script"
    script.write_text(
        'expect screen "A1 Sample: eight"\npress ok\nroll goat 2 4 6\nexpect screen "goat 2 4 6"\npress ok\n'
    )
    play_it = ["play", "--script", str(script), "--language", "en", *data]
    assert main([*play_it, "--campaign", "Our story"]) == 0, capsys.readouterr().err
    with closing(open_store(tmp_path)) as store:
        assert load_campaign(store, 1).now.game == 1
    script.write_text("expect position to_move=1\nexpect position cards.0.code=A1\n")
    assert main([*play_it, "--campaign", "Our story"]) == 0, capsys.readouterr().err
