"""Plays the fixtures of a league: here, in processes, or on a Dask cluster. A worker that dies loses nothing."""

import multiprocessing
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from socket import gethostname
from typing import Any

from ui.lab.league.fixture import Fixture, FixtureResult, play
from ui.records.beginning import UsageFault

RETRIES = 3
"""How often a game is handed out again when the worker that played it died."""
AT_ONCE = 2000
"""Batches that are handed to a cluster at once: enough for many workers, and little for the scheduler to hold."""
BATCHES_EACH, MOST_IN_BATCH = 32, 50
"""Batches for each worker, and the most games in a batch: workers may join a cluster later."""


def results(fixtures: Sequence[Fixture], workers: int, cluster: str = "") -> Iterator[FixtureResult]:
    """The result of every fixture, in the order they come in.

    `cluster` is the address of a Dask scheduler. Without one, several workers are processes. Raises UsageFault.
    """
    if cluster and find_spec("distributed") is None:
        raise UsageFault("--cluster: expected Dask to be installed (the extra league), found none")
    if cluster:
        yield from _on_cluster(fixtures, cluster)
    elif workers == 1:
        yield from map(play, fixtures)
    else:
        yield from in_processes(fixtures, workers)


def in_processes(fixtures: Sequence[Fixture], workers: int) -> Iterator[FixtureResult]:
    """In processes of this machine. When one of them dies, what has no result yet is handed out again."""
    left = {fixture.number: fixture for fixture in fixtures}
    tries = 0
    while left:
        before = len(left)
        spawning = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(workers, mp_context=spawning) as pool:
            lists = batches(list(left.values()), workers)
            try:
                for future in as_completed([pool.submit(play_batch, each, program()) for each in lists]):
                    for result in future.result():
                        del left[result.number]
                        yield result
            except BrokenProcessPool:
                tries = 0 if len(left) < before else tries + 1
                if tries > RETRIES:
                    raise UsageFault(
                        f"workers: expected them to live, found them dead {tries} times in a row"
                    ) from None
            finally:
                pool.shutdown(cancel_futures=True)


def _on_cluster(fixtures: Sequence[Fixture], address: str) -> Iterator[FixtureResult]:
    """On a Dask cluster: it hands a dead worker's games to another one by itself."""
    from distributed import Client, as_completed
    from distributed.scheduler import KilledWorker

    try:
        joined = Client(address)
    except OSError as fault:
        raise UsageFault(f"--cluster: expected a Dask scheduler at {address}, found: {fault}") from None
    with joined as client:
        waiting = iter(batches(fixtures, sum(client.ncores().values())))
        rules = program()

        def handed_out(most: int) -> list[Any]:
            lists = list(islice(waiting, most))
            return list(client.map(play_batch, lists, [rules] * len(lists), pure=False)) if lists else []

        coming = as_completed(handed_out(AT_ONCE), with_results=True)
        try:
            for _future, found in coming:
                yield from found
                coming.update(handed_out(1))
        except KilledWorker as fault:
            raise UsageFault(f"--cluster: a game was given up as its workers died: {fault}") from None


def batches(fixtures: Sequence[Fixture], workers: int) -> list[Sequence[Fixture]]:
    """The fixtures in lists long enough to be worth handing out, and short enough for all to end at about one time."""
    size = min(MOST_IN_BATCH, max(1, len(fixtures) // (max(1, workers) * BATCHES_EACH)))
    return [fixtures[at : at + size] for at in range(0, len(fixtures), size)]


def play_batch(fixtures: Sequence[Fixture], rules: str) -> list[FixtureResult]:
    """Plays some games, where this program is the one that `rules` says. Raises UsageFault."""
    if program() != rules:
        raise UsageFault(f"--cluster: expected program {rules} on {gethostname()}, found {program()}")
    return list(map(play, fixtures))


@cache
def program() -> str:
    """Version and fingerprint of what plays here: the text of the rules, of the bots and of how a league is played."""
    import companion
    from ui.records.beginning import app_version

    root = Path(companion.__file__).parent
    sources = sorted((*root.rglob("*.py"), *root.rglob("*.toml"), *Path(__file__).parent.glob("*.py")))
    whole = sha256()
    for file in sources:
        whole.update(file.read_bytes())
    return f"{app_version()} {whole.hexdigest()[:12]}"
