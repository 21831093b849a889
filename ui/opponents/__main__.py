"""The process that thinks: `python -m ui.opponents`. It reads questions as lines of JSON and writes an answer to each.

Rule kept: only the latest question is thought about; a line `{"stop": n}` has it answered at once, the end of the input
ends the process. What it is asked stands in `ui.opponents.thinker`.
"""

import gc
import os
import random
import sys
import time
from queue import SimpleQueue
from threading import Event, Thread

import msgspec

from companion.games import all_games
from companion.journal import read_event
from companion.search import Search, advised, weighed
from ui.opponents.box_seats import BY_NAME
from ui.opponents.thinker import LineFound, MoveFound, Question, Stop, read_line

NICE = 5
"""The screen goes first."""


def main() -> None:
    os.nice(NICE)
    # A full collection stops the thinking for 20 to 40 ms here, so long that "play now" is late on a Raspberry Pi.
    gc.freeze()
    gc.disable()
    questions: SimpleQueue[Question | None] = SimpleQueue()
    stopped: dict[int, Event] = {}

    def listen() -> None:
        for line in sys.stdin.buffer:
            said = read_line(line)
            if isinstance(said, Stop):
                stopped.setdefault(said.stop, Event()).set()
            else:
                for event in stopped.values():
                    event.set()
                stopped.setdefault(said.ask, Event())
                questions.put(said)
        for event in stopped.values():
            event.set()
        questions.put(None)

    Thread(target=listen, daemon=True).start()
    while (question := questions.get()) is not None:
        answer = answered(question, stopped[question.ask])
        sys.stdout.buffer.write(msgspec.json.encode(answer) + b"\n")
        sys.stdout.buffer.flush()
        if questions.empty():
            gc.collect()  # what little lies in circles, while nobody waits
        del stopped[question.ask]


def answered(question: Question, stopped: Event) -> MoveFound:
    """What the seat does; a fault in words where it cannot be thought about."""
    try:
        game, seat, level = all_games()[question.game], question.seat, BY_NAME[question.level]
        state = game.load_position(question.setup, question.position)
        lots, until = random.Random(question.seed).randrange, time.monotonic() + level.seconds

        def is_time_up() -> bool:
            return stopped.is_set() or time.monotonic() > until

        if question.advises:
            chosen = advised(game, state, seat, lots, is_time_up)
        elif question.played is None:
            chosen = Search(game, state, seat, lots, is_time_up).best(level)
        else:
            chosen = weighed(game, state, seat, read_event(game, question.played), lots, is_time_up)
    except ValueError as fault:
        return MoveFound(question.ask, nothing=str(fault) or "nothing to do")
    except Exception as fault:  # the people at the table play on, whatever is wrong here
        return MoveFound(question.ask, fault=f"{type(fault).__name__}: {fault}")
    lines = tuple(
        LineFound(tuple(map(msgspec.to_builtins, line.events)), line.worth, line.plays)
        for line in chosen.lines
    )
    return MoveFound(question.ask, event=msgspec.to_builtins(chosen.event), lines=lines)


if __name__ == "__main__":
    main()
