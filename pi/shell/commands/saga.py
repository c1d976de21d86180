"""`goatherd saga`: campaigns of the Saga, from chapter to chapter."""

from __future__ import annotations

import argparse
import csv
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from engine.errors import EngineError
from engine.position import new_position
from engine.position_json import position_json
from engine.record import RedoEntry, UndoEntry
from engine.rules import parse_settings, rule_set
from engine.saga.campaign import RULES, Campaign, StepKind, first_position
from engine.saga.campaign_entries import CampaignEntry, CardAmended, Discovered, GameBegun, StartedAnew
from engine.saga.cards import card_json, laid_card_json
from engine.saga.chronicle import chronicle_json, chronicle_table
from engine.saga.guide import Step, entry_for, listed_steps, next_step
from engine.saga.pack import find_card
from pi.core.chronicle_page import chronicle_html, chronicle_text
from pi.core.language import Language
from pi.core.saga_texts import EXAMPLE, guide_lines, keeping_lines, stage_text, step_lines
from pi.shell.campaigns import (
    NoSuchCampaignError,
    StoredCampaign,
    append_to_campaign,
    begin_campaign,
    campaign_ids,
    entries_of_game,
    load_campaign,
)
from pi.shell.data import add_data_option, data_folder, playing_alone
from pi.shell.errors import UsageError
from pi.shell.packs import CARDS_HELP, EVERYTHING, cards_asked_for, chosen_pack, is_example, laid, load_pack
from pi.shell.store import Store, StoredGame, open_store
from pi.shell.words import parse_names, parse_number, parse_setting_words, system_language

Opened = tuple[Path, Store, StoredCampaign]


def add_parsers(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the commands of this family."""
    saga = commands.add_parser("saga", help="campaigns of the Saga: ten chapters, and what lasts between them")
    kinds = saga.add_subparsers(title="commands", metavar="COMMAND", required=True)
    parsers = []

    def add(name: str, run: Any, help_text: str) -> argparse.ArgumentParser:
        parser = kinds.add_parser(name, help=help_text, description=help_text)
        parser.set_defaults(run=run)
        add_data_option(parser)
        parsers.append(parser)
        return parser

    new = add("new", _run_new, "begin a campaign")
    new.add_argument("name", help="what you call it")
    new.add_argument("--pack", metavar="NAME", help="the pack of its cards (default: the only one)")
    listing = add("list", _run_list, "the campaigns, a line each")
    listing.add_argument("--json", action="store_true", help="one JSON object a line")
    show = add("show", _run_show, "where a campaign stands, what is to be done, and where all cards are")
    show.add_argument("--json", action="store_true", help="as one JSON object")
    do = add("do", _run_do, "do what is to be done now: names, codes, yes, no, a page, or nothing")
    do.add_argument("answer", nargs="*", metavar="ANSWER", help="as `goatherd saga show` asks for it")
    do.add_argument("--set", action="append", default=[], metavar="KEY=VALUE", help="a setting of the chapter's game")
    discover = add("discover", _run_discover, "add a discovery that the book lets you make later in the set-up")
    discover.add_argument("codes", nargs="+", metavar="CODE")
    amend = add("amend", _run_amend, "take a card anew from the pack, where it had been typed in wrongly")
    amend.add_argument("code", metavar="CODE")
    add("undo", _run_undo, "take back the last step; across the end of a chapter, the game's last turn as well")
    add("redo", _run_redo, "make the step taken back again")
    add("anew", _run_anew, "start the story anew; what was discovered stays known")
    chronicle = add("chronicle", _run_chronicle, "the chronicle: text, JSON, CSV, or a page to print")
    chronicle.add_argument("--format", choices=("text", "json", "csv", "html"), default="text")
    single = add("single", _run_single, "print the first position of a single game with any cards of a pack")
    single.add_argument("--players", required=True, metavar="N", help="how many play, 2 to 5")
    single.add_argument("--names", metavar="A,B,...", help="one name for each seat")
    single.add_argument("--starts", default="0", metavar="SEAT", help="who has the first turn, from 0 (default: 0)")
    single.add_argument("--cards", default=EVERYTHING, metavar="A1,S1@9,...", help=f"{CARDS_HELP} (default)")
    single.add_argument("--set", action="append", default=[], metavar="KEY=VALUE", help="a setting; repeatable")
    single.add_argument("--pack", metavar="NAME", help="which pack (default: the only one)")
    single.add_argument(
        "--begin", action="store_true", help="begin it in the record, to be played with `goatherd play`"
    )
    for parser in parsers:
        if parser not in (new, listing, single):
            parser.add_argument("--id", type=int, metavar="N", help="which campaign (default: the last one)")
        if parser not in (listing, single):
            parser.add_argument("--language", choices=("en", "de"), help="of the words (default: the system's)")


def _run_new(arguments: argparse.Namespace) -> int:
    folder = data_folder(arguments.data)
    pack = chosen_pack(folder, arguments.pack)
    load_pack(folder, pack)
    store = open_store(folder, create=True)
    stored = load_campaign(store, begin_campaign(store, arguments.name, pack))
    return _print_state((folder, store, stored), arguments)


def _run_list(arguments: argparse.Namespace) -> int:
    store = open_store(data_folder(arguments.data))
    for number in campaign_ids(store):
        stored = load_campaign(store, number)
        now = stored.now
        if arguments.json:
            told = {"id": number, "name": now.name, "pack": now.pack, "started_at": stored.started_at}
            print(json.dumps(told | {"story": now.story, "chapter": now.chapter, "stage": now.stage}))
        else:
            print(f"{number:>4}  {stored.started_at}  {now.name}  {stage_text(now, system_language())}")
    return 0


def _run_show(arguments: argparse.Namespace) -> int:
    opened = _open(arguments)
    if arguments.json:
        print(json.dumps(_campaign_json(opened)))
        return 0
    return _print_state(opened, arguments)


def _run_do(arguments: argparse.Namespace) -> int:
    folder, store, stored = _open(arguments)
    stored = _followed(store, stored)
    if stored.now.step == "play":
        return _play(arguments, (folder, store, stored))
    step = next_step(stored.now, cards_asked_for(folder, stored.now))
    if step is None:
        raise UsageError("do: the story is told; start it anew with `goatherd saga anew`")
    return _enter(arguments, (folder, store, stored), _entry(step, arguments.answer))


def _entry(step: Step, answer: Sequence[str]) -> CampaignEntry:
    """The entry of an answer; raises UsageError with what is wrong with it, and what to answer instead."""
    try:
        return entry_for(step, answer)
    except EngineError as error:
        raise UsageError(f"{error}; {_REMEDIES.get(step.kind, 'see `goatherd saga show`')}") from error


_REMEDIES: Mapping[StepKind, str] = {
    "players": "name everybody by seat, such as `goatherd saga do Ann Bo Cy`",
    "discover": "a card that is missing here is typed in with `goatherd pack add`",
    "award": "answer yes or no",
    "next-page": "answer with the page that the winner has chosen in the book",
    "memories": "answer with codes of cards in play, or with nothing",
}


def _play(arguments: argparse.Namespace, opened: Opened) -> int:
    """Begins the chapter's game, or takes its result once it is over."""
    _, store, stored = opened
    game = _game(store, stored.now)
    result = entries_of_game(store, stored)
    if game is not None and not result:
        raise UsageError(f"play: game {game.id} is not over yet; play it with `goatherd play`, then do this again")
    if arguments.answer:
        raise UsageError("play: expected no answer; the game itself tells how it ended")
    if game is None:
        settings = parse_settings(parse_setting_words(arguments.set), rule_set(RULES))
        number = store.begin_game(first_position(stored.now, settings))
        return _enter(arguments, opened, GameBegun(number))
    return _enter(arguments, opened, *result)


def _run_discover(arguments: argparse.Namespace) -> int:
    folder, store, stored = _open(arguments)
    pack = load_pack(folder, stored.now.pack)
    cards = tuple(find_card(pack, code) for code in arguments.codes)
    return _enter(arguments, (folder, store, stored), Discovered(cards))


def _run_amend(arguments: argparse.Namespace) -> int:
    folder, store, stored = _open(arguments)
    card = find_card(load_pack(folder, stored.now.pack), arguments.code)
    return _enter(arguments, (folder, store, stored), CardAmended(card))


def _run_undo(arguments: argparse.Namespace) -> int:
    folder, store, stored = _open(arguments)
    game = _game(store, stored.now) if stored.now.stage == "playing" else None
    if game is not None and game.game.can_undo:
        with playing_alone(folder):
            store.append(game.id, (UndoEntry(),), 0)
        print(f"undo: game {game.id} is back before its last change; `goatherd play` goes on with it")
        return 0
    return _enter(arguments, (folder, store, stored), UndoEntry())


def _run_redo(arguments: argparse.Namespace) -> int:
    return _enter(arguments, _open(arguments), RedoEntry())


def _run_anew(arguments: argparse.Namespace) -> int:
    return _enter(arguments, _open(arguments), StartedAnew())


def _run_chronicle(arguments: argparse.Namespace) -> int:
    now = _open(arguments)[2].now
    match arguments.format:
        case "json":
            print(json.dumps({"name": now.name, "chronicle": chronicle_json(now.chronicle)}))
        case "csv":
            csv.writer(sys.stdout, lineterminator="\n").writerows(chronicle_table(now.chronicle))
        case "html":
            sys.stdout.write(chronicle_html(now.name, now.chronicle, _language(arguments)))
        case _:
            sys.stdout.write(chronicle_text(now.name, now.chronicle, _language(arguments)))
    return 0


def _run_single(arguments: argparse.Namespace) -> int:
    folder = data_folder(arguments.data)
    pack = load_pack(folder, chosen_pack(folder, arguments.pack))
    position = new_position(
        players=parse_number(arguments.players, "players"),
        names=parse_names(arguments.names),
        rules=RULES,
        settings=parse_settings(parse_setting_words(arguments.set), rule_set(RULES)),
        starts=parse_number(arguments.starts, "starts"),
        cards=laid(pack, arguments.cards),
    )
    if arguments.begin:
        open_store(folder, create=True).begin_game(position)
    print(json.dumps(position_json(position), separators=(",", ":")))
    return 0


def _open(arguments: argparse.Namespace) -> Opened:
    folder = data_folder(arguments.data)
    store = open_store(folder)
    ids = campaign_ids(store)
    if not ids:
        raise NoSuchCampaignError(f"{store.path}: holds no campaign yet; begin one with `goatherd saga new`")
    return folder, store, load_campaign(store, ids[-1] if arguments.id is None else arguments.id)


def _followed(store: Store, stored: StoredCampaign) -> StoredCampaign:
    """Takes closing steps back when the game they closed was taken up again, or was corrected."""
    entries = entries_of_game(store, stored) if stored.now.stage == "closing" else ()
    return append_to_campaign(store, stored, entries) if entries else stored


def _enter(arguments: argparse.Namespace, opened: Opened, *entries: CampaignEntry) -> int:
    folder, store, stored = opened
    return _print_state((folder, store, append_to_campaign(store, stored, entries)), arguments)


def _print_state(opened: Opened, arguments: argparse.Namespace) -> int:
    folder, store, stored = opened
    now, language = stored.now, _language(arguments)
    print(f"{stored.id}  {now.name}: {stage_text(now, language)}")
    if is_example(folder, now.pack):
        print(EXAMPLE.said(language))
    for line in (*guide_lines(now, language), "", *keeping_lines(now, language)):
        print(line)
    step = next_step(now, cards_asked_for(folder, now))
    if step is not None:
        print("", *step_lines(step, now, language), sep="\n")
    game = _game(store, now)
    if game is not None and now.stage == "playing":
        print(f"game {game.id}: `goatherd play`, then `goatherd saga do`")
    return 0


def _campaign_json(opened: Opened) -> dict[str, Any]:
    folder, _, stored = opened
    now = stored.now
    step = next_step(now, cards_asked_for(folder, now))
    return {
        "id": stored.id,
        "name": now.name,
        "pack": now.pack,
        "story": now.story,
        "chapter": now.chapter,
        "stage": now.stage,
        "steps": [{"step": listed.kind, "state": listed.state} for listed in listed_steps(now)],
        "next": None
        if step is None
        else {"step": step.kind, "choices": list(step.choices), "least": step.least, "most": step.most},
        "players": list(now.players),
        "starter": now.starter,
        "in_play": [laid_card_json(each) for each in now.in_play],
        "backpack": [laid_card_json(each) for each in now.backpack],
        "memories": [card_json(card) for card in now.memories],
        "box": [card_json(card) for card in now.box],
        "chronicle": chronicle_json(now.chronicle),
        "game": now.game,
    }


def _game(store: Store, campaign: Campaign) -> StoredGame | None:
    return None if campaign.game is None else store.game(campaign.game)


def _language(arguments: argparse.Namespace) -> Language:
    return Language(arguments.language) if arguments.language else system_language()
