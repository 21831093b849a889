"""Journals for the tests: some lines, a journal that holds them, one that is closed at the end, a disk that is full."""

import json
import resource
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ui.journal.store import Store, open_store

HEADER = json.dumps({"game": "sample", "setup": {"players": ["Ann", "Bo"]}})


def lines(count: int) -> list[str]:
    return [
        HEADER,
        *(json.dumps({"seq": n, "kind": "Played", "words": "é" * (n % 40)}) for n in range(1, count)),
    ]


@contextmanager
def kept(path: Path) -> Iterator[Store]:
    store = open_store(path)
    try:
        yield store
    finally:
        store.close()


def fill(path: Path, counts: tuple[int, ...], finished: int = 0) -> None:
    with kept(path) as store:
        for index, count in enumerate(counts):
            book = store.begin("sample", ("Ann", "Bo"))
            for line in lines(count):
                book.write((line,))
            if index < finished:
                book.finish("Ann won")


@contextmanager
def full_disk(room: int) -> Iterator[None]:
    """No file may grow beyond `room` bytes, as on a disk with no more space."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        signal.signal(signal.SIGXFSZ, before)
