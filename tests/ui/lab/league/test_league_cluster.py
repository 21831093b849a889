"""A league on workers that joined a scheduler by its address: one table, also where a worker is killed on the way."""

import asyncio
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from importlib.util import find_spec
from pathlib import Path

import pytest

from companion.games import all_games
from ui.lab.league.play import Competition, Contestant, fixtures, results
from ui.lab.league.table import table_of, write

ROOT = Path(__file__).parents[4]
pytestmark = pytest.mark.skipif(find_spec("distributed") is None, reason="needs the extra league")


@contextmanager
def program(log: Path, *words: str, **more: str) -> Iterator[subprocess.Popen[bytes]]:
    """A program of Dask's beside this one; ended whatever happens. What it says lies in `log`."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **more}
    command = [sys.executable, "-m", "distributed.cli." + words[0], *words[1:]]
    with log.open("wb") as said:
        started = subprocess.Popen(command, env=environment, stderr=said, cwd=ROOT)
    try:
        yield started
    finally:
        started.kill()
        started.wait()


def address_in(file: Path) -> str:
    """The address that a scheduler writes into a file once it listens."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        if file.is_file() and file.read_text().rstrip().endswith("}"):
            return str(json.loads(file.read_text())["address"])
        time.sleep(0.1)
    raise AssertionError("no scheduler came up")


@pytest.mark.slow
@pytest.mark.filterwarnings("default")
def test_four_workers_of_which_one_is_killed_write_what_one_process_writes(tmp_path: Path) -> None:
    contestants = tuple(
        Contestant(bot, (("tribes", tribe),))
        for bot in ("random", "beginner")
        for tribe in ("boarix", "monkus")
    )
    league = Competition("zoon_alternate", 2, contestants, 8, 5)
    games = fixtures(all_games()[league.game], league)
    alone = list(results(games, 1))
    with ExitStack() as stack:
        file = tmp_path / "scheduler.json"
        words = ("dask_scheduler", "--port", "0", "--no-dashboard", "--scheduler-file", str(file))
        stack.enter_context(program(tmp_path / "scheduler.log", *words))
        address = address_in(file)
        words = ("dask_worker", address, "--nthreads", "1", "--no-nanny", "--no-dashboard")
        workers = [
            stack.enter_context(program(tmp_path / f"{number}.log", *words, PYTHONHASHSEED=str(number)))
            for number in range(4)
        ]
        asyncio.run(joined(address, len(workers)))
        coming = results(games, 1, address)
        found = [next(coming)]
        workers[0].kill()
        found += coming
        assert workers[0].wait() != 0
        assert all(worker.poll() is None for worker in workers[1:])
    for name, played in (("alone", alone), ("cluster", found)):
        write(tmp_path / name, league, games, played, table_of(league, games, played))
    for file in sorted((tmp_path / "alone").iterdir()):
        assert (tmp_path / "cluster" / file.name).read_bytes() == file.read_bytes()


async def joined(address: str, workers: int) -> None:
    from distributed import Client

    async with Client(address, asynchronous=True) as client:
        await client.wait_for_workers(workers, timeout=60)
