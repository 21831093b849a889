"""The process that thinks: `python -m ui.opponents`. A socket, its standard input, brings questions and takes answers.

Rule kept: whatever comes while it thinks has the question answered at once, with what has been found; the end of the
input ends the process.
"""

import gc
import os
import random
import select
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection

from companion.games import all_games
from companion.search import Search, advised, weighed
from ui.opponents.thinker import BY_NAME, Question, Thought

NICE = 5
"""The screen goes first."""


def main() -> None:
    os.nice(NICE)
    # A full collection stops the thinking for 20 to 40 ms here, so long that "play now" is late on a Raspberry Pi.
    gc.freeze()
    gc.disable()
    line: Connection = Connection(sys.stdin.fileno())
    said = select.poll()
    said.register(line, select.POLLIN)
    with suppress(EOFError, OSError):  # the box has ended
        while True:
            question: Question | None = line.recv()
            if question is not None:
                line.send((question.number, answered(question, lambda: bool(said.poll(0)))))
            if not said.poll(0):
                gc.collect()  # what little lies in circles, while nobody waits


def answered(question: Question, is_stopped: Callable[[], bool]) -> Thought:
    """What the seat does; a fault in words where it cannot be thought about."""
    try:
        game, seat, level = all_games()[question.game], question.seat, BY_NAME[question.level]
        state = game.load_position(question.setup, question.position)
        lots, until = random.Random(question.seed).randrange, time.monotonic() + level.seconds

        def is_time_up() -> bool:
            return is_stopped() or time.monotonic() > until

        if question.advises:
            return Thought(advised(game, state, seat, lots, is_time_up))
        if question.played is not None:
            return Thought(weighed(game, state, seat, question.played, lots, is_time_up))
        return Thought(Search(game, state, seat, lots, is_time_up).best(level))
    except ValueError:  # there is nothing to do
        return Thought()
    except Exception as fault:  # the people at the table play on, whatever is wrong here
        return Thought(fault=f"{type(fault).__name__}: {fault}")


if __name__ == "__main__":
    main()
