"""Figures: how games are followed in which something is not seen.

python -m tests.hidden --cases 200 GAME
python -m tests.hidden --recorded
"""

import argparse
import time
from collections import Counter

from companion.games import all_games
from tests.hidden.cases import cases
from tests.hidden.recorded import ANSWERS, BESIDE, OWN, place, recorded_cases


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.hidden")
    parser.add_argument("--cases", type=int, default=200)
    parser.add_argument("--show", default="", help="print the cases of this outcome")
    parser.add_argument("--only", type=int)
    parser.add_argument("--answers", choices=ANSWERS, default="truth", help="how people answer questions")
    parser.add_argument("--recorded", action="store_true", help="each thing of the recorded games instead")
    parser.add_argument("games", nargs="*", default=list(all_games()))
    given = parser.parse_args()
    if given.recorded:
        of_recordings()
        return
    for name in given.games:
        start, found = time.process_time(), Counter[str]()
        one = given.only is not None
        for seed, outcome in cases(name, 1 if one else given.cases, given.only or 0, given.answers):
            found[outcome.name] += 1
            if outcome.name == given.show or seed == given.only:
                print(seed, outcome.name, outcome.hidden, outcome.wrong)
                if seed == given.only:
                    print("\n".join(f"   {n} {line}" for n, line in enumerate(outcome.log)))
        total = sum(found.values())
        print(
            f"{name}: {total} cases, {found['followed']} followed without a question"
            f" ({found['followed'] / total:.0%}), {found['asked']} asked, {found['silent']} silent,"
            f" {found['alike']} that look like another lawful game, {found['wrong']} wrong,"
            f" {time.process_time() - start:.0f} s"
        )


def of_recordings() -> None:
    """The figures of recorded games, by how people answer; those that are not there are named."""
    for name in (*OWN, *BESIDE):
        if not place(name).is_file():
            print(f"{name}: not there; name the folder that holds frames by ZO_SHARED")
            continue
        for answers in ANSWERS:
            found = Counter[str]()
            for outcome in recorded_cases(name, answers):
                found[outcome.name] += 1
                if outcome.name in ("wrong", "silent"):
                    print("  ", outcome.name, outcome.hidden, outcome.wrong)
            figures = ", ".join(f"{count} {what}" for what, count in sorted(found.items()))
            print(f"{name}, answered by {answers}: {sum(found.values())} cases: {figures}", flush=True)


if __name__ == "__main__":
    main()
