"""`./setup.sh rehearse`: from a bare Raspberry Pi to the first words with one command, and what comes between.

On every release: installed from nothing, again, again without a network, without a network from the start, and with
the plug pulled at ten points of apt, venv and pip; from a bundle, updated by one, and back. Whatever happens, a run
ends on a program that works or on a sentence that says what is missing, and the next run mends it. Prints a table, and
ends with 1 where that does not hold.
"""

import argparse
import os
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.box.bundled import FOLDER, by_itself, make_bundles, without_any_network
from tests.box.tree import RELEASES, Ran, Tree, machines, missing

PROJECT = Path(__file__).parents[2]
FIRST_WORDS = f"{FOLDER}/setup.sh run"
QUICK = f"{FOLDER}/setup.sh run rules zoon_alternate za-23-underdog"
SKIPPED = 0
CUTS = (
    ("apt fetches", "Get:", 20),
    ("apt unpacks", "Unpacking ", 3),
    ("apt configures", "Setting up ", 1),
    ("apt configures", "Setting up ", 20),
    ("apt unpacks the rest", "Unpacking ", 3),
    ("venv is made", "Making .venv", 1),
    ("pip begins", "Installing into .venv", 1),
    ("pip fetches", "Downloading", 4),
    ("pip installs", "Installing collected packages", 1),
    ("pip installs the program", "Installing collected packages: zo-companion", 1),
)
"""Where the plug is pulled: what for, when a line holds these words, and the how manieth."""


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the table. `sound`: whether it ended as it must."""

    release: str
    what: str
    ran: Ran
    sound: bool
    figures: str = ""

    def words(self) -> str:
        ended = "works" if works(self.ran) else self.ran.last[:110]
        mark = "" if self.sound else "NOT AS IT SHOULD: "
        return f"{self.release:9} {self.what:38} {self.ran.seconds:4.0f} s  {mark}{ended}{self.figures}"


def works(ran: Ran) -> bool:
    """Whether a run ended on a program that works: the demo told who won, or the rule was shown."""
    return ran.code == 0 and ("pictures," in ran.last or "source: ZA-23" in ran.said)


def says_what_is_missing(ran: Ran) -> bool:
    """Whether a run ended on a sentence in our own words that says what is missing."""
    return (
        ran.code == 1
        and ran.last.startswith("setup.sh: ")
        and ("expected" in ran.last or "could not" in ran.last)
    )


def rehearse(release: str, cache: Path) -> Iterator[Row]:
    """Everything that is rehearsed on one release."""
    trees = machines(release, cache)
    first = next(trees)
    yield from _from_nothing(release, first)
    for steps in (
        make_bundles(first, cache),
        without_any_network(next(trees), cache, works),
        by_itself(next(trees), cache),
    ):
        for what, ran, sound in steps:
            yield Row(release, what, ran, sound)
    yield from _without_network(release, next(trees))
    yield from _plug_pulled(release, next(trees))


def _from_nothing(release: str, tree: Tree) -> Iterator[Row]:
    tree.put(PROJECT, FOLDER)
    before = tree.megabytes("/usr", "/home")
    ran = tree.run(FIRST_WORDS)
    packages = tree.megabytes("/var/cache/apt/archives")
    wheels = sum(map(float, re.findall(r"Downloading \S+ \((\d+\.\d+) MB\)", ran.said)))
    after = tree.megabytes("/usr", "/home")
    figures = (
        f"; fetched {packages:.0f} MB by apt, {wheels:.0f} MB by pip; {after - before:.0f} MB on the card"
    )
    yield Row(release, "from nothing to the end of the demo", ran, works(ran), figures)
    again = tree.run(QUICK)
    yield Row(release, "again", again, works(again) and "Installing" not in again.said)
    offline = tree.run(QUICK, offline=True)
    yield Row(release, "again, without a network", offline, works(offline))
    check = tree.run(f"{FOLDER}/.venv/bin/companion check")
    sound = "a fault of the program" not in check.said and check.code in (0, 1)
    yield Row(release, "companion check", check, sound)


def _without_network(release: str, tree: Tree) -> Iterator[Row]:
    tree.put(PROJECT, FOLDER)
    offline = tree.run(QUICK, offline=True)
    yield Row(release, "without a network from the start", offline, says_what_is_missing(offline))
    mended = tree.run(QUICK)
    yield Row(release, "  the next run, with one", mended, works(mended))


def _plug_pulled(release: str, tree: Tree) -> Iterator[Row]:
    """The plug is pulled ten times on one machine, each time further on, and what then works offline is tried."""
    tree.put(PROJECT, FOLDER)
    for what, words, count in CUTS:
        cut = tree.run(QUICK, cut=_at(words, count))
        sound = cut.code < 0
        yield Row(release, f"plug pulled: {what} ({count})", cut, sound)
        offline = tree.aside().run(QUICK, offline=True)
        yield Row(
            release, "  then without a network", offline, works(offline) or says_what_is_missing(offline)
        )
    mended = tree.run(QUICK)
    yield Row(release, "  the next run", mended, works(mended))


def _at(words: str, count: int) -> Callable[[str], bool]:
    left = count

    def cut(line: str) -> bool:
        nonlocal left
        left -= words in line
        return left == 0

    return cut


def main() -> int:
    """The command: its exit code."""
    asked = argparse.ArgumentParser(prog="./setup.sh rehearse", description=__doc__)
    asked.add_argument("releases", nargs="*", default=RELEASES, help=f"some of {', '.join(RELEASES)}")
    asked.add_argument("--cache", type=Path, default=Path("/var/cache/zo-companion-rehearsal"))
    chosen = asked.parse_args()
    if why := missing():
        print(f"Nothing was rehearsed: {why}")
        return SKIPPED
    os.environ["PYTHONUNBUFFERED"] = "1"
    rows = []
    for release in chosen.releases:
        for row in rehearse(release, chosen.cache):
            print(row.words(), flush=True)
            rows.append(row)
            if not row.sound:
                (chosen.cache / f"{release}.said").write_text(row.ran.said, encoding="utf-8")
    wrong = sum(not row.sound for row in rows)
    print(f"{len(rows)} rehearsed, {wrong} did not end as they should")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
