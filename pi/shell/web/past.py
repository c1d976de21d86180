"""What could have been: options of other dice, and what follows from another turn. Changes nothing."""

from __future__ import annotations

import json
import threading
from typing import Any, Final

from engine.dice import parse_roll
from engine.errors import EngineError
from engine.options import options
from engine.position_json import position_json
from engine.record import Game, Moment, RollEntry, TurnEntry
from engine.scoring import sheet, sheet_json
from engine.turns import parse_turn
from pi.core.rewriting import rewritten
from pi.shell.web.judging import Judge
from pi.shell.web.messages import CostlyTurn
from pi.shell.web.telling import choice, parse_record

MOST_CHOICES: Final = 120


class PastError(Exception):
    """It can't be told; `is_stale` when the game has gone on since."""

    def __init__(self, why: str, is_stale: bool = False) -> None:
        super().__init__(why)
        self.is_stale = is_stale


class Past:
    """The game as recorded, played again here."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge
        self._body = b"null"
        self._lock = threading.Lock()
        self._known: tuple[int, Game] | None = None
        self._looking_back = threading.Lock()
        self._looked_back: tuple[int, list[CostlyTurn]] | None = None

    def keep(self, body: bytes) -> None:
        """Takes the record as told; it is played again only when somebody asks."""
        self._body = body

    def options(self, number: int, turn_number: int | None, dice: list[int | str]) -> list[Any]:
        """What can be made of dice, in a turn played before or now; raises PastError."""
        game = self._game(number)
        moment = game.now if turn_number is None else _before_turn(game, turn_number)
        try:
            roll = parse_roll(dice, moment.position.rules)
            found = options(moment.position, roll)
        except EngineError as error:
            raise PastError(str(error)) from error
        return [choice(option, moment.position) for option in found[:MOST_CHOICES]]

    def preview(self, number: int, turn_number: int, dice: list[int | str], turn: dict[str, Any]) -> dict[str, Any]:
        """Where the game would stand if a turn had been another; raises PastError."""
        game = self._game(number)
        try:
            roll = parse_roll(dice, game.position.rules)
            changed = rewritten(game, turn_number, roll, parse_turn(turn))
        except EngineError as error:
            raise PastError(str(error)) from error
        return {
            "position": position_json(changed.game.position),
            "sheet": sheet_json(sheet(changed.game.position)),
            "turns": changed.game.turns,
            "lost": changed.lost,
            "reason": changed.reason,
        }

    def review(self, number: int) -> list[CostlyTurn]:
        """The turns that cost most, of a game that is over; takes a while, once for each; raises PastError."""
        with self._looking_back:
            game = self._game(number)
            if not game.position.over:
                raise PastError("the game is not over")
            if self._looked_back is None or self._looked_back[0] != number:
                self._looked_back = (number, self._judge.costly_turns(game))
            return self._looked_back[1]

    def _game(self, number: int) -> Game:
        with self._lock:
            told = json.loads(self._body)
            if told is None or told["number"] != number:
                raise PastError("the table has gone on", is_stale=True)
            if told["first"] is None:
                raise PastError("no game has begun")
            if self._known is None or self._known[0] != number:
                self._known = (number, parse_record(told))
            return self._known[1]


def _before_turn(game: Game, turn_number: int) -> Moment:
    """The moment in which the dice of a turn were thrown."""
    turns = [index for index, moment in enumerate(game.moments) if isinstance(moment.change, TurnEntry)]
    if not 1 <= turn_number <= len(turns):
        raise PastError(f"turn_number: expected one of the {len(turns)} turns played, found {turn_number}")
    rolled = max(i for i in range(turns[turn_number - 1]) if isinstance(game.moments[i].change, RollEntry))
    return game.moments[rolled - 1]
