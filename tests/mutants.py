"""Draws single edits of the product by a seed and says which of them no test notices. Not part of the test run.

    python -m tests.mutants reach                       which tests reach which function: runs all tests once
    python -m tests.mutants try --count 150 --seed 1    draws edits and runs the tests that reach each
    python -m tests.mutants try --only companion/kits --first tests/test_plays.py   in one folder, one test file first

Needs `pip install coverage`. What was reached is kept in .mutants/ beside the packages. An edit is made in a copy of
the tree; it lives if none of the tests that reach its function fails; the quickest run first. Whether an edit that
lives changes what the program does at all is for a person to tell.
"""

import argparse
import json
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import Queue

import pytest

from tests.mutation.edits import Edit, edits_of

ROOT = Path(__file__).parents[1]
KEPT = ROOT / ".mutants"
LAYERS = ("companion", "vision", "ui", "hardware")
NOT_TRIED = (
    "vision/workshop/",
    "vision/faces/",
    "vision/painted/",
    "vision/printed/",
    "ui/lab/bench/app.py",
    "ui/lab/bench/command.py",
    "ui/widgets/",
)
"""What decides nothing: recipes, painters, what makes pictures of screens, and how many pixels a mark is wide."""
MOST_SECONDS = 60.0
"""Of the tests that reach an edit so many seconds are run, the quickest first, unless `--seconds` says otherwise."""
LONGEST_RUN = 720.0
"""Seconds after which a run of tests counts as hanging: the edit is noticed."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of an edit: the test that noticed it, or None; `tests` were run in `seconds`."""

    edit: Edit
    killed_by: str | None
    tests: int
    seconds: float


def sources() -> list[Path]:
    """The product's files, as paths from the root."""
    found = [path.relative_to(ROOT) for layer in LAYERS for path in sorted((ROOT / layer).rglob("*.py"))]
    return [path for path in found if not str(path).startswith(NOT_TRIED)]


def drawn(count: int, seed: int, only: str) -> list[Edit]:
    """`count` edits in files whose path begins with `only`, a layer's share by its lines, no two in one function."""
    chance = random.Random(seed)
    files = [path for path in sources() if str(path).startswith(only)]
    everything = [edit for path in files for edit in edits_of(path, (ROOT / path).read_text())]
    chance.shuffle(everything)
    picked: dict[tuple[str, str], Edit] = {}
    for edit in everything:
        picked.setdefault((edit.path, edit.function), edit)
        if len(picked) == count:
            break
    return list(picked.values())


def reaching(edit: Edit, reached: dict[str, list[str]], took: dict[str, float], most: float) -> list[str]:
    """The tests that reach an edit, quickest first, as many as `most` seconds allow."""
    known = reached.get(f"{edit.path}::{edit.function}") or []
    if not known:  # a module's own lines run when it is imported: any test that uses the file may notice
        known = sorted(
            {name for key, names in reached.items() if key.startswith(f"{edit.path}::") for name in names}
        )
    chosen, seconds = [], 0.0
    for name in sorted(known, key=lambda name: took.get(name, 0.0)):
        seconds += took.get(name, 0.0)
        if seconds > most and chosen:
            break
        chosen.append(name)
    return chosen


def tried(edit: Edit, tree: Path, tests: list[str]) -> Outcome:
    """Makes an edit in a copy of the tree, runs tests there, and puts the file back."""
    began, target = time.monotonic(), tree / edit.path
    whole = target.read_text()
    target.write_text(edit.made_in(whole))
    killed: str | None = None
    try:
        for some in _portions(tests):
            killed = _failing(tree, some)
            if killed is not None:
                break
    finally:
        target.write_text(whole)
    return Outcome(edit, killed, len(tests), time.monotonic() - began)


def _portions(tests: list[str]) -> Iterator[list[str]]:
    """A few tests first, then more: most edits are noticed by the first."""
    at, size = 0, 20
    while at < len(tests):
        yield tests[at : at + size]
        at, size = at + size, 400


def _failing(tree: Path, tests: list[str]) -> str | None:
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:xdist", "-p", "no:cacheprovider", *tests]
    try:
        run = subprocess.run(command, cwd=tree, capture_output=True, text=True, timeout=LONGEST_RUN)
    except subprocess.TimeoutExpired:
        return "the time ran out"
    if run.returncode == 0:
        return None
    if run.returncode == pytest.ExitCode.USAGE_ERROR:
        raise SystemExit(f"tests that are not there any more: reach them anew\n{run.stdout}{run.stderr}")
    said = [line for line in run.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    return said[0] if said else f"pytest ended with {run.returncode}"


def _copies(count: int) -> "Queue[Path]":
    trees: Queue[Path] = Queue()
    for number in range(count):
        tree = KEPT / f"tree{number}"
        shutil.rmtree(tree, ignore_errors=True)
        names = subprocess.run(
            ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
        ).stdout
        for name in filter(None, names.split("\0")):
            if (ROOT / name).exists():
                (tree / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, tree / name)
        trees.put(tree)
    return trees


def trial(edits: list[Edit], first: list[str], most: float, jobs: int) -> int:
    """Tries edits and prints a line each, the tests `first` before any other; returns 1 where over a tenth live."""
    reached = json.loads((KEPT / "reached.json").read_text())
    trees, lived = _copies(jobs), []

    def one(edit: Edit) -> Outcome:
        tree = trees.get()
        try:
            return tried(edit, tree, [*first, *reaching(edit, reached["tests"], reached["took"], most)])
        finally:
            trees.put(tree)

    with ThreadPoolExecutor(jobs) as pool:
        for number, outcome in enumerate(pool.map(one, edits), 1):
            word = "killed" if outcome.killed_by else "LIVES " if outcome.tests else "UNREACHED"
            print(
                f"{number:4} {word} {outcome.edit} ({outcome.tests} tests, {outcome.seconds:.0f} s)",
                flush=True,
            )
            if outcome.killed_by is None:
                lived.append(outcome)
    print(f"{len(lived)} of {len(edits)} live")
    return int(len(lived) * 10 > len(edits))


def main() -> int:
    """Reads the command line; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=("reach", "try"))
    parser.add_argument("--count", type=int, default=150)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", default="", help="edits in files whose path begins so")
    parser.add_argument("--first", nargs="*", default=[], help="tests to run first for each edit")
    parser.add_argument("--seconds", type=float, default=MOST_SECONDS, help="of tests to run for each edit")
    given = parser.parse_args()
    if given.what == "try":
        edits = drawn(given.count, given.seed, given.only)
        return trial(edits, given.first, given.seconds, given.jobs)
    from tests.mutation.reach import reach

    return reach(KEPT, given.jobs)


if __name__ == "__main__":
    sys.exit(main())
