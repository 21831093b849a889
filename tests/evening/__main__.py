"""Lives through evenings of troubles: `python -m tests.evening --plans 200`, or `--hours 8` for one long one.

Every line is one evening: its seed, what was played, what struck and how soon it was said, memory and the time of a
step. A long one says so every ten minutes of its own time. Ctrl-C ends it with what was found so far.
"""

import argparse
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.games import all_games
from tests.evening.disk import small_disk
from tests.evening.evening import Evening, Found
from tests.evening.measured import Stretch, by_hour
from tests.evening.plan import DISK_FULL

LONG_SLOW = 5.0
"""In a long evening people think so much longer than in one of ten minutes, and troubles are so much farther apart."""


def main() -> int:
    """Exit code 1 where something did not hold."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--plans", type=int, default=1, help="so many evenings of ten minutes")
    asked.add_argument("--hours", type=float, help="one evening of so many hours instead")
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--game", choices=sorted(all_games()), help="only this one; else each in turn")
    given = asked.parse_args()
    games = [all_games()[given.game]] if given.game else list(all_games().values())
    lived = failed = 0
    for seed in range(given.seed, given.seed + (1 if given.hours else given.plans)):
        game = games[seed % len(games)]
        began = time.process_time()
        found = long(game, seed, given.hours) if given.hours else lived_through(game, seed, 600.0)
        took = time.process_time() - began
        print(f"seed {seed}, {game.id}: {words_of(found)}; took {took:.0f} s of a processor", flush=True)
        for wrong in found.wrong:
            print(f"  {wrong}", flush=True)
        lived, failed = lived + 1, failed + bool(found.wrong)
        if found.stopped:
            print("stopped before its end")
            break
    print(f"{failed} of {lived} evenings with something wrong")
    return 1 if failed else 0


def long(game: Any, seed: int, hours: float) -> Found:
    """An evening of hours, with a line for every ten minutes and at the end one for every hour."""
    found = lived_through(game, seed, hours * 3600, LONG_SLOW, told=_say)
    print("\n".join(by_hour(found.stretches)))
    return found


def _say(stretch: Stretch, wrong: list[str]) -> None:
    print("\n  ".join((str(stretch), *wrong)), flush=True)


def lived_through(
    game: Any, seed: int, seconds: float, slow: float = 1.0, **how: Callable[..., None]
) -> Found:
    """One evening, on a small disk of its own where one can be had; Ctrl-C stops it."""
    with tempfile.TemporaryDirectory(prefix="zo-evening-") as made, small_disk(Path(made)) as disk:
        if not disk.mounted:
            print(f"no small disk can be mounted here, which only root may: '{DISK_FULL}' is left out")
        evening = Evening(Path(made), disk, game, seed, seconds, slow, **how)
        before = signal.signal(signal.SIGINT, lambda _signal, _frame: evening.stop())
        try:
            return evening.live()
        finally:
            signal.signal(signal.SIGINT, before)


def words_of(found: Found) -> str:
    """What came of an evening, in one line."""
    said = ", ".join(
        f"{kind} {found.struck[kind]} of {came}"
        + (f" ({found.said_s[kind]:.1f} s)" if kind in found.said_s else "")
        for kind, came in sorted(found.came.items())
        if kind in found.struck
    )
    words = (
        f"{found.came.total()} troubles, {found.games} games ended, {found.entries} entries; "
        f"struck and said: {said or 'none'}"
    )
    if not found.stretches:
        return words
    first, last = found.stretches[0], found.stretches[-1]
    return (
        f"{words}; {first.mb} to {last.mb} MB; a step {first.step_ms:.1f} to {last.step_ms:.1f} ms, "
        f"eye {first.eye_ms:.1f} to {last.eye_ms:.1f}, screen {first.screen_ms:.1f} to {last.screen_ms:.1f}"
    )


if __name__ == "__main__":
    sys.exit(main())
