"""Lives through evenings of troubles: `python -m tests.evening --plans 200`, or `--hours 8` for one long one.

Every line is one evening: its seed, what was played, how soon each trouble was said, memory and the time of a step.
"""

import argparse
import sys
import tempfile
import time
from pathlib import Path

from companion.games import all_games
from tests.evening.evening import Evening, Found


def main() -> int:
    """Exit code 1 where something did not hold."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--plans", type=int, default=1, help="so many evenings of ten minutes")
    asked.add_argument("--hours", type=float, help="one evening of so many hours instead")
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--game", choices=sorted(all_games()), help="only this one; else each in turn")
    given = asked.parse_args()
    games = [all_games()[given.game]] if given.game else list(all_games().values())
    failed = 0
    for seed in range(given.seed, given.seed + (1 if given.hours else given.plans)):
        game = games[seed % len(games)]
        began = time.perf_counter()
        with tempfile.TemporaryDirectory(prefix="zo-evening-") as folder:
            seconds, slow = (given.hours * 3600, 5.0) if given.hours else (600.0, 1.0)
            found = Evening(Path(folder), game, seed, seconds, slow).live()
        print(
            f"seed {seed}, {game.id}: {words_of(found)}; took {time.perf_counter() - began:.0f} s", flush=True
        )
        for wrong in found.wrong:
            print(f"  {wrong}", flush=True)
        failed += bool(found.wrong)
    print(f"{failed} of {given.plans if not given.hours else 1} evenings with something wrong")
    return 1 if failed else 0


def words_of(found: Found) -> str:
    """What came of an evening, in one line."""
    said = ", ".join(f"{kind} {seconds:.1f} s" for kind, seconds in sorted(found.said_s.items()))
    return (
        f"{found.troubles} troubles, {found.games} games ended, {found.entries} entries; said after: {said or 'none'}; "
        f"{found.first_mb} to {found.last_mb} MB; a step {found.early_ms:.1f} to {found.late_ms:.1f} ms"
    )


if __name__ == "__main__":
    sys.exit(main())
