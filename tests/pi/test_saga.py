"""The Saga at the table: goats on dice, cards among the options, and a chapter from its set-up to its end."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from engine.dice import GOAT
from engine.position import new_position
from engine.record import PositionEntry, UndoEntry, new_game
from engine.saga.campaign import CampaignRecord
from engine.saga.campaign_entries import ChapterBegun, GameBegun, StartedAnew
from engine.saga.cards import LaidCard, parse_card
from pi.core.card_rows import cards_used
from pi.core.editors import next_item
from pi.core.effects import BeginCampaign, BeginGame, EnterCampaign
from pi.core.events import Event
from pi.core.handler import Next
from pi.core.model import Model, Phase, SetupStep, resumed
from pi.core.overlay_values import DiceEditor, LayOut, PositionEditor
from pi.core.recording import game_of
from pi.core.screens import screens
from pi.core.story import BEGUN_LAST, Guide, Story
from pi.shell.campaigns import load_campaign
from pi.shell.main import main
from pi.shell.packs import pack_path
from pi.shell.render import fits
from pi.shell.store import open_store
from tests.engine.saga.campaigns import FIRST, after
from tests.pi.driving import (
    BACK,
    EMPTIED,
    HOLD_OK,
    HOLD_UNDO,
    MOVED,
    NEXT,
    OK,
    UNDO,
    follow,
    new_table,
    play,
    pushed,
    settled,
    thrown,
)
from tests.pi.sagas import (
    NAMES,
    answered,
    asked,
    at_saga,
    chapter,
    is_asked,
    laid_table,
    near_its_end,
    near_its_end_alone,
    sample_pack,
    with_example,
)


def used(model: Model) -> tuple[list[int], tuple[str, ...]]:
    """The mountains of the selected option, and its cards."""
    option = model.advice[model.cursor].option
    return sorted(step.number for step in option.turn.steps if step.dice != (GOAT,)), cards_used(option)


def answered_next(model: Model, text: str) -> Next:
    """What follows when a line is chosen."""
    while not any(row.text == text for row in screens(model).rows if row.selected):
        model = play(model, NEXT)
    return follow(model, OK)


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


# By hand


def test_what_is_done_by_hand_is_said_in_its_turn_corrected_and_kept_so() -> None:
    """S17: the device reminds, the players correct the position, the record says so."""
    manual = parse_card(
        {"code": "R9", "kind": "rule", "name": "Sample", "chapter": 1, "effects": [
            {"when": "moved", "on": [10], "verb": "manual", "text": "Sing for points."}]}
    )  # fmt: skip
    first = new_position(2, NAMES, ("saga",), cards=(LaidCard(manual),))
    model = play(resumed(Model(), new_game(first)), *thrown("goat", 2, 4, 6), OK)
    told = [row.text for row in screens(model).rows]
    assert "R9: Sing for points." in told
    assert "Hold OK: correct it" in told
    model = play(model, HOLD_OK)
    assert "Correct the board" in [row.text for row in screens(model).rows if row.selected]
    model = answered(play(model, OK), "Ann", "Points R9")
    model = answered(play(model, NEXT, NEXT, NEXT), "Points R9", "Done", "Done")
    corrected = game_of(model)
    assert corrected.position.players[0].extra == (("R9", 3),)
    assert [fact.kind for fact in corrected.moments[-2].facts if fact.card] == ["manual"]
    assert isinstance(corrected.now.change, PositionEntry)
    assert play(model, UNDO).game.position.players[0].extra == ()  # type: ignore[union-attr]  # there is a game


def test_points_of_cards_are_corrected_down_as_well() -> None:
    editor = PositionEditor(game_of(laid_table(("S2@9",))).position, seat=0, item=16, changing=True)
    for _ in range(41):
        editor = next_item(editor)
    assert editor.draft.players[0].extra == (("S2", -20),)
    assert next_item(editor).draft.players[0].extra == (("S2", -19),)


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


def test_an_answer_that_does_not_fit_is_said_and_can_be_mended() -> None:
    asked_for = answered(play(at_saga(asked()), OK), "Ann, Bo", "Ann")
    refused = answered(asked_for, "A1", "S1", "S2", "Done")
    told = " ".join(row.text for row in screens(refused).rows)
    assert told == "A chapter has one new summit tile, not S1 + S2."
    assert fits(screens(refused))
    mended = answered(play(refused, OK), "S2", "Done")
    assert mended.story is not None
    assert [laid.card.code for laid in mended.story.now.in_play] == ["A1", "S1"]


@pytest.mark.parametrize("press", [UNDO, HOLD_UNDO], ids=["pressed", "held"])
@pytest.mark.parametrize("before", [(), (OK,)], ids=["while it is laid out", "before the first throw"])
def test_undo_leads_from_a_chapter_just_begun_back_into_its_set_up(before: tuple[Event, ...], press: Event) -> None:
    back = follow(play(chapter(), OK, *before), press)
    assert is_asked(back.model, "lay-out")
    assert back.effects == (EnterCampaign(BEGUN_LAST, (UndoEntry(), UndoEntry())),)
    again = play(back.model, OK)
    assert (again.phase, game_of(again).turns) == (Phase.WAITING, 0)
    assert is_asked(play(back.model, UNDO), "discover")


def test_undo_of_all_that_was_played_stays_in_the_game() -> None:
    model = play(chapter(), OK, OK, *thrown("goat", 2, 4, 6), UNDO, UNDO, UNDO)
    assert game_of(model).can_redo
    assert model.overlay is None


@pytest.mark.parametrize(("fewer", "stacks"), [(False, (12, 11, 10, 9, 8, 7)), (True, (10, 9, 8, 7, 6, 5))])
def test_all_tokens_are_there_unless_the_group_agreed_on_fewer(fewer: bool, stacks: tuple[int, ...]) -> None:
    """S3, in a chapter and in a single game."""
    question = answered(at_saga(asked()), *["Fewer tokens"] * fewer)
    assert game_of(answered(question, "Without cards")).position.stacks == stacks
    laid_out = answered(question, "New story", "Ann, Bo", "Ann", "Done", "Lay everything out")
    assert game_of(laid_out).position.stacks == stacks


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


def test_another_group_plays_the_next_chapter() -> None:
    """Somebody joins and somebody stays away; the story goes on (S16)."""
    closed = play(answered(play(over(), OK), "yes", "[7]", ""), OK)
    asked_who = answered(closed, "Others")
    assert asked_who.setup.names == NAMES
    model = answered(play(asked_who, NEXT, OK), "Bo", "Name", "New name")
    model = answered(model, "Take C", "Take y", "Done", "Done", "Done")
    assert model.story is not None
    assert model.story.now.players == ("Ann", "Cy", "Player 3")
    assert model.story.now.chapter == 2
    assert is_asked(model, "unpack")


@pytest.mark.parametrize("presses", [(BACK,), (UNDO,), (OK, BACK), (OK, UNDO), (OK, OK, BACK, BACK), (HOLD_UNDO,)])
def test_asking_for_another_group_can_be_left_for_the_list(presses: tuple[Event, ...]) -> None:
    asked_who = answered(play(at_saga(asked()), OK), "Others")
    model = play(asked_who, *presses)
    assert is_asked(model, "players")
    assert play(model, BACK).game is None


def test_the_menu_leads_from_asking_for_another_group_to_the_plain_set_up() -> None:
    model = play(answered(play(at_saga(asked()), OK), "Others"), OK, HOLD_OK, BACK)
    assert (model.setup.step, model.setup.for_chapter) == (SetupStep.STARTS, False)


def told() -> Model:
    """A story whose last chapter has just been closed."""
    record = after(*FIRST)
    last = replace(record.now, stage="over", steps=(), done=0)
    return play(Model(story=Story(7, CampaignRecord((*record.moments[:-1], last))), overlay=Guide()))


def test_a_story_that_is_told_is_started_anew_with_its_discoveries_known() -> None:
    anew = answered_next(told(), "Start it anew")
    assert anew.effects == (EnterCampaign(7, (StartedAnew(),)),)
    assert anew.model.story is not None
    assert (anew.model.story.now.story, anew.model.story.now.chapter) == (2, 0)
    assert [card.code for card in anew.model.story.now.box] == ["A1", "A2", "S1"]
    assert is_asked(anew.model, "players")


def test_a_story_that_is_told_can_be_left_so_or_its_last_step_taken_back() -> None:
    assert answered_next(told(), "Close").model.overlay is None
    assert is_asked(play(told(), UNDO), "pack")


def test_a_single_game_has_everything_that_was_discovered() -> None:
    model = answered(at_saga(asked()), "One game", "Play")
    assert model.game is not None
    cards = model.game.position.cards
    assert {laid.card.code for laid in cards if laid.mountain is None} == {
        card.code for card in sample_pack().cards if card.kind != "summit"
    }
    assert [(laid.card.code, laid.mountain) for laid in cards if laid.mountain] == [("S8", 5), ("S9", 7), ("S10", 9)]
    assert fits(screens(model))


def test_any_cards_can_be_chosen_for_a_single_game() -> None:
    """A card is taken away or laid; a tile goes through the free mountains."""
    chosen = answered(at_saga(asked()), "One game", "A1 ", "S9", "S2", "S2", "Play")
    assert chosen.game is not None
    cards = chosen.game.position.cards
    assert "A1" not in [laid.card.code for laid in cards]
    assert {laid.card.code: laid.mountain for laid in cards if laid.mountain} == {"S8": 5, "S10": 9}
    again = answered(at_saga(asked()), "One game", "S8", "S9", "S9", "S2", "S2", "Play")
    assert again.game is not None
    tiles = {laid.card.code: laid.mountain for laid in again.game.position.cards if laid.mountain}
    assert tiles == {"S2": 5, "S10": 9}


def test_a_rematch_of_a_single_game_has_its_cards_again() -> None:
    model = laid_table(("A1", "S2@9"))
    again = play(near_its_end_alone(model), *thrown("goat", 2, 2, 6), OK, EMPTIED, OK, OK)
    assert again.game is not None
    assert [laid.card.code for laid in again.game.position.cards] == ["A1", "S2"]


def test_the_saga_can_be_left_for_the_base_game() -> None:
    over = play(near_its_end_alone(laid_table(("A1",))), *thrown("goat", 2, 2, 6), OK, EMPTIED, OK)
    model = play(answered(answered(over, "Rules", "The Saga"), "Not the Saga"), OK)
    assert model.game is not None
    assert (model.game.position.rules.names, model.game.position.cards) == (("base",), ())


def test_the_example_is_offered_as_one_after_everything_of_the_groups_own() -> None:
    model = at_saga(with_example())
    texts = [row.text for row in screens(model).rows]
    assert texts == [
        "New story: sample", "One game: sample", "Without cards", "Example: a story", "Example: one game",
        "Fewer tokens", "Done",
    ]  # fmt: skip
    assert is_asked(answered(model, "Example: a story"), "players")


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
