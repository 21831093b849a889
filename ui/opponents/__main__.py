"""The thinking process `python -m ui.opponents`: a socket as standard input brings questions, takes answers.

Rule kept: a message during the search has the question answered at once with the best found so far; the end
of the input ends the process.
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
"""Niceness of the process, so that the screen goes first."""


def main() -> None:
    os.nice(NICE)
    # A full collection takes 20 to 40 ms, which would delay "play now" on a Raspberry Pi.
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
                gc.collect()  # the few reference cycles, while nobody waits


def answered(question: Question, is_stopped: Callable[[], bool]) -> Thought:
    """The seat's event, or the fault that kept it from being found."""
    try:
        game, seat, level = all_games()[question.game], question.seat, BY_NAME[question.level]
        state = game.load_position(question.setup, question.position)
        rng, until = random.Random(question.seed).randrange, time.monotonic() + level.seconds

        def is_time_up() -> bool:
            return is_stopped() or time.monotonic() > until

        if question.advises:
            return Thought(advised(game, state, seat, rng, is_time_up))
        if question.played is not None:
            return Thought(weighed(game, state, seat, question.played, rng, is_time_up))
        return Thought(Search(game, state, seat, rng, is_time_up).best(level))
    except ValueError:  # no legal event
        return Thought()
    except Exception as fault:  # a fault here must not stop the game
        return Thought(fault=f"{type(fault).__name__}: {fault}")


if __name__ == "__main__":
    main()
