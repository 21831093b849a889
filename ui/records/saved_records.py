"""A kept game written as a file for people to take along: where to, and what everybody at its table may know."""

import os
import re
from collections.abc import Sequence
from pathlib import Path

from ui.journal.store import GameEntry, Store
from ui.places import data_home
from ui.records.beginning import GameFault, kept_record
from ui.records.recount import public_lines

STICKS = (Path("/media"), Path("/run/media"))
"""Where systems put what is plugged in: one folder each, or one for each user."""


def save_record(store: Store, played: GameEntry, sticks: Sequence[Path] = STICKS) -> Path:
    """Writes a game as JSON lines, whole or not at all: the file. Raises StoreFault, GameFault.

    On a stick if one is plugged in, else in the data folder. Of a game that has not ended only what all may know.
    """
    record = kept_record(store, played.id)
    lines = public_lines(record) or store.lines(played.id)
    started = re.sub(r"\D+", "-", played.started[:16]).strip("-")
    name = f"{played.game}-{started}.jsonl"
    folder = next(iter(plugged_in(sticks)), data_home() / "exports")
    file, beside = folder / name, folder / f".{name}.part"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with beside.open("w", encoding="utf-8") as out:
            out.writelines(line + "\n" for line in lines)
            out.flush()
            os.fsync(out.fileno())
        beside.replace(file)
    except OSError as fault:
        raise GameFault(f"{file}: expected a file to write, found: {fault.strerror}") from None
    return file


def plugged_in(sticks: Sequence[Path] = STICKS) -> list[Path]:
    """Every stick that can be written on."""
    found = []
    for place in sticks:
        for folder in (*sorted(place.glob("*")), *sorted(place.glob("*/*"))):
            if folder.is_mount() and os.access(folder, os.W_OK):
                found.append(folder)
    return found
