"""Damages journals and kills their writers by the thousand: what crashes, what is lost in silence, what is read wrong.

    python -m tests.ui.journal_damage --tries 3000 --seed 1
    python -m tests.ui.journal_damage --kills 365
    python -m tests.ui.journal_damage --app 100

`--kills` ends a program that only writes, `--app` the app on a game that plays itself. A loss is said when the store's
own words name the game. Exit code 1 where a figure is not 0.
"""

import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from ui.journal.store import BLOCK, FILL, StoreFault, open_store

GAMES = (40, 70, 12, 55, 90)
"""How many lines each game of the damaged journal has; the last two have not ended."""
PATIENCE_S = 20.0


@dataclass
class Figures:
    """What came of the tries."""

    tries: Counter[str] = field(default_factory=Counter)
    crashes: list[str] = field(default_factory=list)
    silent: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    repaired: int = 0
    whole: int = 0

    @property
    def bad(self) -> int:
        return len(self.crashes) + len(self.silent) + len(self.wrong) + len(self.refused)

    def words(self) -> str:
        kinds = ", ".join(f"{kind} {count}" for kind, count in sorted(self.tries.items()))
        return (
            f"{self.tries.total()} tries ({kinds}): {self.whole} whole, {self.repaired} repaired and said;"
            f" crashes {len(self.crashes)}, losses that are not said {len(self.silent)},"
            f" wrong entries {len(self.wrong)}, refused for a wrong reason {len(self.refused)}"
        )


def line(game: int, n: int) -> str:
    """Some line of a game that is like no other, short or longer than a block."""
    return f'{{"game":"sample","n":{n},"of":{game},"words": "{"é é" * (900 if n == 7 else n % 20)}"}}'


def written(path: Path) -> dict[int, tuple[str, ...]]:
    """A journal as a kill leaves it: the lines of each game."""
    games: dict[int, tuple[str, ...]] = {}
    store = open_store(path)
    for count in GAMES:
        book = store.begin("sample", ("Ann", "Bo"))
        lines = [line(len(games) + 1, n) for n in range(count)]
        for n in range(0, count, 2):
            book.write(tuple(lines[n : n + 2]))
        games[len(games) + 1] = tuple(lines)
        if len(games) < 4:
            book.finish("Ann won")
    store.close()
    return games


def cut(content: bytes, chance: Random) -> bytes:
    return content[: chance.randrange(len(content))]


def cut_at_an_end(content: bytes, chance: Random) -> bytes:
    """At the end of a line, as if nothing had ever been written behind it."""
    return content[: chance.choice([at + 1 for at, byte in enumerate(content) if byte == ord("\n")] or [0])]


def flipped(content: bytes, chance: Random) -> bytes:
    changed = bytearray(content)
    for _ in range(chance.choice((1, 1, 1, 2, 8))):
        changed[chance.randrange(len(changed))] ^= chance.choice((1 << chance.randrange(8), 255))
    return bytes(changed)


def end_flipped(content: bytes, chance: Random) -> bytes:
    """A byte of the last line, or behind it."""
    changed = bytearray(content)
    last = len(content.rstrip(FILL))
    changed[min(len(content) - 1, chance.randrange(last - 60, last + 20))] ^= 1 << chance.randrange(8)
    return bytes(changed)


def blocks(content: bytes, chance: Random) -> bytes:
    changed = bytearray(content)
    size = min(chance.choice((64, 512, BLOCK)), len(changed))
    at = chance.randrange(max(1, len(changed) - size))
    how = chance.randrange(3)
    if how == 2:
        other = chance.randrange(max(1, len(changed) - size))
        changed[at : at + size], changed[other : other + size] = (
            changed[other : other + size],
            changed[at : at + size],
        )
    else:
        changed[at : at + size] = bytes(size) if how == 0 else chance.randbytes(size)
    return bytes(changed[: len(content)])


def gone(_content: bytes, _chance: Random) -> None:
    return None


DAMAGES: dict[str, Callable[[bytes, Random], bytes | None]] = {
    "cut": cut,
    "cut at an end": cut_at_an_end,
    "flip": flipped,
    "flip at the end": end_flipped,
    "block": blocks,
    "gone": gone,
}
WEIGHTS = (25, 10, 30, 10, 20, 5)


@contextmanager
def alarm() -> Iterator[None]:
    """Ends what takes too long: a start that hangs is a crash too."""

    def late(*_given: object) -> None:
        raise TimeoutError(f"longer than {PATIENCE_S:.0f} s")

    before = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, PATIENCE_S)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def tried(tries: int, seed: int) -> Figures:
    """Damages a file of a journal so many times, each time a fresh copy, and opens it as the app does."""
    figures, chance = Figures(), Random(seed)
    with tempfile.TemporaryDirectory() as name:
        whole, home = Path(name) / "whole", Path(name) / "home"
        games = written(whole / "games")
        files = sorted(file.relative_to(whole) for file in whole.rglob("*") if file.is_file())
        for number in range(tries):
            (kind,) = chance.choices(list(DAMAGES), WEIGHTS)
            shutil.copytree(whole, home)
            harmed = home / chance.choice(files)
            content = DAMAGES[kind](harmed.read_bytes(), chance)
            if content is None:
                harmed.unlink()
            else:
                harmed.write_bytes(content)
            label = f"{number} {kind} {harmed.name}"
            figures.tries[kind] += 1
            try:
                with alarm():
                    judged(home / "games", games, figures, label)
            except StoreFault as fault:
                figures.refused.append(f"{label}: {fault}")
            except Exception as fault:
                figures.crashes.append(f"{label}: {fault!r}")
            shutil.rmtree(home)
    return figures


def judged(path: Path, games: dict[int, tuple[str, ...]], figures: Figures, label: str) -> None:
    """Opens one journal and compares what it holds with what was acknowledged; then writes on, and opens it again."""
    with closing(open_store(path)) as store:
        said = store.repaired or ""
        for id, lines in games.items():
            there = {played.id: played for played in store.games()}
            found = store.kept(id).lines if id in there else ()
            if found != lines[: len(found)]:
                figures.wrong.append(f"{label}: game {id}")
            ended = id in there and there[id].finished is not None
            short = len(found) < len(lines) or (id < 4 and not ended)
            if short and not re.search(rf"game {id} .*lost", said):
                figures.silent.append(f"{label}: game {id} has {len(found)} of {len(lines)}; said: {said}")
        if len(store.games()) > len(games):
            figures.wrong.append(f"{label}: a game that was never played")
        figures.repaired += bool(said)
        figures.whole += not said
        book = store.begin("sample")
        book.write(('{"game":"sample"}', "on"))
    with closing(open_store(path)) as again:
        assert again.repaired is None, again.repaired
        assert book.id is not None and again.kept(book.id).lines == ('{"game":"sample"}', "on")


WRITER = """
import sys
from tests.ui.journal.journals import unfinished
from pathlib import Path
from ui.journal.store import open_store
store = open_store(Path(sys.argv[1]))
assert store.read_only_because is None, store.read_only_because
assert store.repaired is None, store.repaired
left = unfinished(store)
book = store.book(left.id) if left else store.begin("sample")
n = len(store.kept(left.id).lines) if left else 0
print("ready", flush=True)
while True:
    book.write(tuple(f"line {n + k} " + "x" * ((n + k) % 300) for k in range(2)))
    n += 2
    print(book.id, n, flush=True)
    if n > 150:
        book.finish("ended")
        print(book.id, n, "ended", flush=True)
        book, n = store.begin("sample"), 0
"""

APP = """
import os, sys, time
from pathlib import Path
os.environ |= {"ZO_HOME": str(Path(sys.argv[1]).parent), "SDL_VIDEODRIVER": "offscreen", "SDL_AUDIODRIVER": "dummy",
    "KIVY_NO_ARGS": "1", "KIVY_NO_CONSOLELOG": "1"}
from tests.bench.hours import hurry
hurry(8)
from ui.demo.playing import Player
from ui.journal.store import Store
from ui.touch.main import run

put, ready, begun = Store.put, [], []

def told(store, id, *writes):
    given = put(store, id, *writes)
    count = len(store.kept(given).lines)
    if count > 1:  # a game without an entry is dropped when the next one begins
        print(given, count, flush=True)
        ready or print("ready", flush=True)
        ready.append(count)
    return given

def play(app):
    if not begun:
        app.desk.settings.change(language="en")
        assert app.desk.kept.store.read_only_because is None and app.desk.kept.store.repaired is None
        begun.append(Player(app.desk, seed=len(app.desk.kept.store.games())))
    begun[0](app)

Store.put = told
run("zoon_alternate", source="simulated", size=(800, 480), each_tick=play)
"""


def told_until_killed(program: str, path: Path, seconds: float) -> list[str]:
    """The whole lines that a program, which writes to a journal, printed until it was killed so long after "ready"."""
    writer = subprocess.Popen(
        [sys.executable, "-c", program, str(path)],
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[2],
        env=os.environ | {"PYTHONUNBUFFERED": "1"},
    )
    assert writer.stdout is not None
    before = []
    while (told := writer.stdout.readline()) != "ready\n":
        assert told, "the program ended by itself"
        before.append(told)
    time.sleep(seconds)
    writer.send_signal(signal.SIGKILL)
    told_after = writer.stdout.read().splitlines(keepends=True)
    writer.stdout.close()
    writer.wait()
    return [line for line in (*before, *told_after) if re.fullmatch(r"\d+( \w+)*\n", line)]


def killed(kills: int, seed: int, program: str = WRITER, most_s: float = 0.08) -> tuple[int, int]:
    """Kills a writer so many times: how many entries had been acknowledged, and how many of them are lost or halved."""
    chance, lost = Random(seed), 0
    known: dict[int, int] = {}
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "games"
        for _ in range(kills):
            ended = set()
            for told in told_until_killed(program, path, chance.uniform(0.0, most_s)):
                words = told.split()
                game, count = int(words[0]), int(words[1])
                known[game] = max(known.get(game, 0), count)
                ended |= {game} if words[2:] else set()
            with closing(open_store(path)) as store:
                lost += store.repaired is not None
                there = {played.id: played for played in store.games()}
                for id, n in known.items():
                    found = store.kept(id).lines if id in there else ()
                    lost += max(0, n - len(found))
                    if program is WRITER:
                        right = all(text.startswith(f"line {k} ") for k, text in enumerate(found))
                        lost += len(found) % 2 + (not right)
                        lost += id in ended and there[id].finished is None
                    known[id] = max(n, len(found))
    return sum(known.values()), lost


def main() -> int:
    """Runs what the command line asks for and prints the figures."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tries", type=int, default=0)
    parser.add_argument("--kills", type=int, default=0)
    parser.add_argument("--app", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    bad = 0
    if given.tries:
        figures = tried(given.tries, given.seed)
        print(figures.words())
        for each in (*figures.crashes, *figures.silent, *figures.wrong, *figures.refused):
            print(f"  {each}")
        bad += figures.bad
    for program, kills, most_s in ((WRITER, given.kills, 0.08), (APP, given.app, 6.0)):
        if kills:
            entries, lost = killed(kills, given.seed, program, most_s)
            print(f"{kills} kills: {lost} lost of {entries} acknowledged entries")
            bad += lost
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
