"""Power cuts in play, not part of the test run: `python -m tests.box.power_cuts TREE --times 100`.

The machine is killed at moments of chance and switched on again. Every entry that was booked must be in the journal,
and the box must be back in the game and book the next one by itself. TREE is made where there is
none (see machine.py).
"""

import argparse
import shutil
import sys
import tempfile
import time
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from random import Random

from tests.box.machine import HOME, STATE, Lacking, Machine, drop_in, expect_tools, make_tree, until
from tests.box.playing import sign
from ui.journal.store import look_at

NOTES = STATE / "notes"
PLAYS = f"""[Service]
Environment=PYTHONPATH=/{HOME}
ExecStartPre=/bin/sh -c 'echo $(date +%%s.%%3N) unit >>/{NOTES}'
ExecStart=
ExecStart=/usr/bin/cage -d -- /{HOME}/.venv/bin/python -m tests.box.playing /{NOTES}
"""
LONGEST_S = 20.0
"""So soon after the start of the service play goes on."""
MOMENTS_S = (0.0, 12.0)
"""The plug is pulled so long after the first entry that was booked since the machine was switched on, …"""
BEFORE_PLAY = 0.15
"""… or, in this part of the cuts, while the box is coming back."""


@dataclass(frozen=True, slots=True)
class Note:
    """A line of the notes: when (s), what, and about what."""

    at: float
    what: str
    about: tuple[str, ...]


def notes_in(tree: Path) -> list[Note]:
    """What the player noted; a line that was cut off is none."""
    file = tree / NOTES
    lines = file.read_text(errors="replace").split("\n")[:-1] if file.exists() else []
    parted = [line.split(" ") for line in lines]
    return [Note(float(words[0]), words[1], tuple(words[2:])) for words in parted if len(words) > 1]


def kept(tree: Path) -> tuple[dict[int, tuple[str, ...]], frozenset[int], str]:
    """What lies in the journal after a cut: the lines of each game, which of them ended, and what was repaired."""
    with tempfile.TemporaryDirectory() as folder:
        for part in ("games", "games.receipt"):
            if (there := tree / STATE / part).is_dir():
                shutil.copytree(there, Path(folder) / part)
            elif there.exists():
                shutil.copy(there, folder)
        with closing(look_at(Path(folder) / "games")) as store:
            games = store.games()
            lines = {game.id: store.kept(game.id).lines for game in games}
            return lines, frozenset(game.id for game in games if game.finished), store.repaired or ""


def lost(tree: Path, notes: list[Note]) -> list[str]:
    """What is wrong with the journal after a cut, by what was noted before."""
    lines, _ended, repaired = kept(tree)
    faults = [repaired] if repaired else []
    for note in notes:
        if note.what == "booked":
            id, count, known_by = int(note.about[0]), int(note.about[1]), note.about[2]
            there = lines.get(id, ())
            if len(there) < count or sign(there[count - 1]) != known_by:
                faults.append(f"game {id}: line {count} of {len(there)} is not the one that was booked")
    return faults


def played_last(tree: Path, notes: list[Note]) -> Note | None:
    """The last entry that was booked, unless its game has ended with it."""
    last = next((note for note in reversed(notes) if note.what == "booked"), None)
    return None if last is None or int(last.about[0]) in kept(tree)[1] else last


def newer(tree: Path, than: int, what: str) -> Note | None:
    return next((note for note in notes_in(tree)[than:] if note.what == what), None)


def cut(tree: Path, machine: Machine, chance: Random) -> tuple[float | None, list[str]]:
    """Switches on, plays, pulls the plug: after how long play went on (s; None: cut before that), and faults."""
    before = notes_in(tree)
    last = played_last(tree, before)
    machine.boot()
    if last is not None and chance.random() < BEFORE_PLAY:
        until(lambda: newer(tree, len(before), "unit"), "the service", 60)
        time.sleep(chance.uniform(0.0, 5.0))
        machine.pull_the_plug()
        return None, lost(tree, notes_in(tree))
    try:
        booked = until(lambda: newer(tree, len(before), "booked"), "an entry", 60)
    except TimeoutError as fault:
        machine.pull_the_plug()
        said = " ".join((notes_in(tree)[-1].what, *notes_in(tree)[-1].about))
        return None, [f"{fault}; the last note: {said}", *lost(tree, notes_in(tree))]
    unit, table = newer(tree, len(before), "unit"), newer(tree, len(before), "table")
    assert unit is not None and table is not None
    faults = []
    if last is not None:
        if table.about[0] != last.about[0] or int(table.about[1]) < int(last.about[1]):
            faults.append(f"came back to game {table.about}, left at {last.about}")
        if newer(tree, len(before), "begins") is not None or table.about[2] != "simulated":
            faults.append("did not come back by itself, or with another source")
    took = booked.at - unit.at
    if took > LONGEST_S:
        faults.append(f"play went on after {took:.1f} s")
    time.sleep(chance.uniform(*MOMENTS_S))
    machine.pull_the_plug()
    return took, faults + lost(tree, notes_in(tree))


def rehearse(tree: Path, times: int, seed: int) -> int:
    """Cuts the power so often; prints each fault, then the sum. The number of faults."""
    make_tree(tree)
    drop_in(tree, "plays", "")
    machine, chance = Machine(tree, tree.with_name(f"{tree.name}.console")), Random(seed)
    took: list[float] = []
    faults = 0
    try:
        machine.boot()
        made = machine.run("cd ~/zo-companion && ./setup.sh box", user="pi")
        if made.returncode:
            raise Lacking(f"expected a box, found: {made.stderr.strip().splitlines()[-1]}")
        machine.run(f"systemctl stop zo-companion; rm -rf /{STATE}/*; sync")
        machine.pull_the_plug()
        drop_in(tree, "plays", PLAYS)
        for number in range(1, times + 1):
            after, found = cut(tree, machine, chance)
            took += [] if after is None else [after]
            faults += len(found)
            said = "while coming back" if after is None else f"play went on after {after:.1f} s"
            print(f"{number}: {said}", *found, sep="\n   ", flush=True)
    finally:
        machine.switch_off()
        drop_in(tree, "plays", "")
    entries = sum(note.what == "booked" for note in notes_in(tree))
    print(
        f"{times} cuts, {times - len(took)} of them while coming back; {entries} entries booked; {faults} faults; "
        f"play went on after {sorted(took)[len(took) // 2]:.1f} s (median), {max(took):.1f} s at most"
    )
    return faults


if __name__ == "__main__":
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("tree", type=Path)
    asked.add_argument("--times", type=int, default=100)
    asked.add_argument("--seed", type=int, default=1)
    given = asked.parse_args()
    try:
        expect_tools()
        sys.exit(bool(rehearse(given.tree.absolute(), given.times, given.seed)))
    except Lacking as lacking:
        sys.exit(f"no rehearsal: {lacking}")
