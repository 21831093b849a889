"""Asks the process that thinks, in lines of JSON, and hears its answers without ever waiting for it.

Rule kept: a process that ends, hangs or cannot be started is a trouble in words and costs no game.
"""

import logging
import subprocess
import sys
import time
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from threading import Thread
from typing import IO, Any

import msgspec

from companion.game import Event, Game, Seat, Setup
from companion.journal import read_event
from companion.search import STRONG, Chosen, Level, Line

COMMAND = (sys.executable, "-m", "ui.opponents")
LATE_S = 20.0
"""So long after the level's time is up, with all that starting a process takes, it counts as hung."""
MOST_STARTS = 3
"""So often it is started for one question."""
_log = logging.getLogger(__name__)


class Question(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What does a seat do? `ask` numbers the questions; `position` is the state as `Game.dump_position` gives it.

    `played`: what it did, as JSON; then it is asked how well that was (`companion.search.weighed`). `advises`: it is
    asked for a coach, so the best moves are tried as often as each other (`companion.search.advised`).
    """

    ask: int
    game: str
    setup: Setup
    position: dict[str, Any]
    seat: Seat
    level: str
    seed: int
    played: dict[str, Any] | None = None
    advises: bool = False


class Stop(msgspec.Struct, frozen=True):
    """The question with this number is to be answered at once, with what has been found."""

    stop: int


class LineFound(msgspec.Struct, frozen=True):
    """See `companion.search.Line`; events as their JSON."""

    events: tuple[dict[str, Any], ...]
    worth: float
    plays: int


class MoveFound(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the seat does, as `companion.search.Chosen` has it; or that it has `nothing` to do, or a `fault`."""

    ask: int
    event: dict[str, Any] | None = None
    lines: tuple[LineFound, ...] = ()
    nothing: str = ""
    fault: str = ""


_asked = msgspec.json.Decoder(Question)
_stop = msgspec.json.Decoder(Stop)


def read_line(line: bytes) -> Question | Stop:
    """A line of input. Raises msgspec.DecodeError for one that is neither: only the box itself writes them."""
    return _stop.decode(line) if line.startswith(b'{"stop"') else _asked.decode(line)


@dataclass(frozen=True, slots=True)
class Thought:
    """What came of a question: what was chosen, None where the seat has nothing to do. `fault`: why nothing came."""

    chosen: Chosen | None = None
    fault: str = ""


class Thinker:
    """One question at a time; a new one takes the place of the last. All methods are called in one thread."""

    def __init__(self, command: Sequence[str] = COMMAND) -> None:
        self._command = tuple(command)
        self._process: subprocess.Popen[bytes] | None = None
        self._heard: deque[bytes] = deque()
        self._asked: tuple[Game[Any], Question, float] | None = None
        self._number = self._starts = 0

    @property
    def is_thinking(self) -> bool:
        return self._asked is not None

    def ask(self, game: Game[Any], setup: Setup, state: Any, seat: Seat, level: Level, seed: int) -> None:
        """Begins to think about what a seat does. What another seat cannot see is not looked at: see `Search`."""
        self._ask(game, setup, state, seat, level, seed)

    def advise(self, game: Game[Any], setup: Setup, state: Any, seat: Seat, seed: int) -> None:
        """Begins to think about the best that a seat may do, for a coach: see `advised`."""
        self._ask(game, setup, state, seat, STRONG, seed, advises=True)

    def weigh(self, game: Game[Any], setup: Setup, state: Any, seat: Seat, played: Event, seed: int) -> None:
        """Begins to think about how well a seat did this: see `weighed`."""
        self._ask(game, setup, state, seat, STRONG, seed, played=msgspec.to_builtins(played))

    def _ask(
        self, game: Game[Any], setup: Setup, state: Any, seat: Seat, level: Level, seed: int, **more: Any
    ) -> None:
        self._number += 1
        question = Question(
            ask=self._number,
            game=game.id,
            setup=setup,
            position=game.dump_position(state),
            seat=seat,
            level=level.name,
            seed=seed,
            **more,
        )
        self._asked = (game, question, time.monotonic() + level.seconds + LATE_S)
        self._starts = 0
        self._send(msgspec.json.encode(question))

    def hurry(self) -> None:
        if self._asked is not None and self._process is not None:
            self._send(msgspec.json.encode(Stop(self._asked[1].ask)))

    def forget(self) -> None:
        """The answer is wanted no more."""
        self.hurry()
        self._asked = None

    def answered(self) -> Thought | None:
        """The answer, once there is one; never waits."""
        while self._heard:
            line = self._heard.popleft()
            try:
                answer = msgspec.json.decode(line, type=MoveFound)
            except msgspec.DecodeError:
                _log.warning("what thinks said %r", line[:200])
                continue
            if self._asked is not None and answer.ask == self._asked[1].ask:
                game, self._asked = self._asked[0], None
                return _thought(game, answer)
        return None if self._asked is None else self._missing()

    def _missing(self) -> Thought | None:
        """A process that has ended is started again; one that hangs or ends again and again is given up."""
        assert self._asked is not None
        _game, question, until = self._asked
        ended = self._process is None or self._process.poll() is not None
        if not ended and time.monotonic() < until:
            return None
        self.close()
        if ended and self._starts < MOST_STARTS:
            self._send(msgspec.json.encode(question))
            return None
        self._asked = None
        return Thought(fault="it ended again and again" if ended else "it does not answer")

    def close(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with suppress(OSError):  # what it was to be told is lost with it
                    pipe.close()

    def _send(self, line: bytes) -> None:
        try:
            if self._process is None:
                self._starts += 1
                self._heard.clear()
                self._process = subprocess.Popen(self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
                assert self._process.stdout is not None
                Thread(target=_listen, args=(self._process.stdout, self._heard), daemon=True).start()
            assert self._process is not None and self._process.stdin is not None
            self._process.stdin.write(line + b"\n")
            self._process.stdin.flush()
        except OSError as fault:
            _log.warning("what thinks cannot be asked: %s", fault)


def _listen(out: IO[bytes], heard: deque[bytes]) -> None:
    try:
        heard.extend(out)
    except ValueError:  # closed while it was read
        return


def _thought(game: Game[Any], answer: MoveFound) -> Thought:
    if answer.event is None:
        return Thought(fault=answer.fault)
    try:
        lines = tuple(
            Line(tuple(read_event(game, body) for body in line.events), line.worth, line.plays)
            for line in answer.lines
        )
        return Thought(Chosen(read_event(game, answer.event), lines))
    except ValueError as fault:
        return Thought(fault=str(fault))
