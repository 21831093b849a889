"""Journals for the tests: some lines, a journal that holds them, one that is closed at the end, a disk that is full."""

import errno
import json
import os
import resource
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

from ui.journal.store import GameEntry, Store, look_at, open_store

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


@contextmanager
def looked_at(path: Path) -> Iterator[Store]:
    store = look_at(path)
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


def unfinished(store: Store) -> GameEntry | None:
    """The newest game that has not ended."""
    return next((played for played in store.games() if played.finished is None), None)


def file_of(path: Path, id: int) -> Path:
    """The file of a game."""
    return path / f"{id:06}.jsonl"


def ends(path: Path, id: int) -> list[int]:
    """Where each line of a game's file ends."""
    content = file_of(path, id).read_bytes()
    return [at + 1 for at, byte in enumerate(content) if byte == ord("\n")]


@contextmanager
def unwritable_disk(number: int = errno.EROFS) -> Iterator[None]:
    """Nothing reaches the disk: whoever waits for it is told this."""
    fault = OSError(number, os.strerror(number))
    with patch.object(os, "fdatasync", side_effect=fault), patch.object(os, "fsync", side_effect=fault):
        yield


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
