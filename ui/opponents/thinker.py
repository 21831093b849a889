"""The seats that the box plays and their levels, and the process that computes their moves.

They are agreed before a game and kept beside its record. The process is never waited for. Rule kept: one that
ends, hangs or cannot be started is a trouble in words and costs no game.
"""

import logging
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from typing import Any

from companion.game import Event, Game, Seat, Setup
from companion.search import LEVELS, Chosen, Level

BoxSeats = Mapping[Seat, Level]
BY_NAME = {level.name: level for level in LEVELS}


def box_word(box: BoxSeats) -> str:
    """The seats as one word for the record: `1=easy,2=strong`."""
    return ",".join(f"{seat}={level.name}" for seat, level in sorted(box.items()))


def box_seats(word: str) -> dict[Seat, Level]:
    """The seats from such a word; unknown parts are ignored."""
    found = {}
    for part in word.split(","):
        seat, _equals, level = part.partition("=")
        if seat.isdecimal() and level in BY_NAME:
            found[int(seat)] = BY_NAME[level]
    return found


COMMAND = (sys.executable, "-m", "ui.opponents")
LATE_S = 20.0
"""Seconds over the level's time after which the process counts as hung; starting one takes a while."""
MOST_STARTS = 3
"""Maximum starts of the process for one question."""
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Question:
    """Asks for a seat's move. `position`: the state from `Game.dump_position`.

    `played`: its actual move, to be rated (`companion.search.weighed`). `advises`: for a coach, so the best
    moves are searched equally often (`companion.search.advised`).
    """

    number: int
    game: str
    setup: Setup
    position: dict[str, Any]
    seat: Seat
    level: str
    seed: int
    played: Event | None = None
    advises: bool = False


@dataclass(frozen=True, slots=True)
class Thought:
    """The answer: the chosen event, None if the seat has nothing to do. `fault`: why there is none."""

    chosen: Chosen | None = None
    fault: str = ""


class Thinker:
    """Answers one question at a time; a new one replaces it. All methods are called in one thread."""

    def __init__(self, command: Sequence[str] = COMMAND) -> None:
        self._command = tuple(command)
        self._process: subprocess.Popen[bytes] | None = None
        self._line: Connection | None = None
        self._asked: tuple[Question, float] | None = None
        self._number, self._starts, self._hurried = 0, 0, False

    @property
    def is_thinking(self) -> bool:
        return self._asked is not None

    def ask(
        self,
        game: Game[Any],
        setup: Setup,
        state: Any,
        seat: Seat,
        level: Level,
        seed: int,
        *,
        played: Event | None = None,
        advises: bool = False,
    ) -> None:
        """Begins to search a seat's move from what the seat can know. See Question."""
        self._number += 1
        position = game.dump_position(state)
        question = Question(self._number, game.id, setup, position, seat, level.name, seed, played, advises)
        self._asked, self._starts = (question, time.monotonic() + level.seconds + LATE_S), 0
        self._send(question)

    def hurry(self) -> None:
        """Asks for the answer at once; sent only once, as a write to a hung process could block."""
        if self._asked is not None and self._process is not None and not self._hurried:
            self._send(None)

    def forget(self) -> None:
        self.hurry()
        self._asked = None

    def answered(self) -> Thought | None:
        """The answer once there is one; never waits. The log says why a search failed."""
        thought = None if self._asked is None else self._heard(*self._asked)
        if thought is not None:
            self._asked = None
            if thought.fault:
                _log.warning("nothing was thought out: %s", thought.fault)
        return thought

    def _heard(self, question: Question, until: float) -> Thought | None:
        """Restarts a process that ended; gives up one that hangs or ends again and again."""
        ended = self._line is None
        try:
            while self._line is not None and self._line.poll():
                number, thought = self._line.recv()
                if number == question.number and isinstance(thought, Thought):
                    return thought
        except Exception:  # EOFError, OSError, or an invalid message
            ended = True
        if not ended and time.monotonic() < until:
            return None
        self.close()
        if ended and self._starts < MOST_STARTS:
            self._send(question)
            return None
        return Thought(fault="it ended again and again" if ended else "it does not answer")

    def close(self) -> None:
        process, line, self._process, self._line = self._process, self._line, None, None
        if line is not None and process is not None:
            line.close()
            process.kill()
            process.wait()

    def _send(self, said: Question | None) -> None:
        self._hurried = said is None
        try:
            if self._line is None:
                self._starts += 1
                line, theirs = Pipe()
                with theirs:
                    self._process = subprocess.Popen(
                        self._command, stdin=theirs.fileno(), stdout=subprocess.DEVNULL
                    )
                self._line = line
            self._line.send(said)
        except OSError as fault:
            _log.warning("what thinks cannot be asked: %s", fault)
