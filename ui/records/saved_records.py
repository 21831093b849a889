"""A kept game written as a file for people to take along: where to, and what everybody at its table may know."""

import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal

from companion.journal import Record
from ui.export.page import html_page
from ui.journal.moment_pictures import MomentPictures
from ui.journal.store import GameEntry, Store
from ui.owned.whole_files import not_writable, write_whole
from ui.places import data_home
from ui.present.walk import Walk
from ui.records.beginning import GameFault, kept_record
from ui.records.recount import public_lines
from ui.words import _

Form = Literal["html", "jsonl"]
"""A page to read, or the record itself."""
STICKS = (Path("/media"), Path("/run/media"))
"""Where systems put what is plugged in: one folder each, or one for each user."""


def save_record(store: Store, played: GameEntry, form: Form = "jsonl") -> Path:
    """Writes a game as JSON lines or as a page to read, whole or not at all: the file. Raises StoreFault, GameFault.

    On a stick if one is plugged in, else in the data folder. Of a game that has not ended only what all may know.
    """
    text = exported(store, played.id, form)
    started = re.sub(r"\D+", "-", played.started[:16]).strip("-")
    folder = next(iter(plugged_in()), data_home() / "exports")
    file = folder / f"{played.game}-{started}.{form}"
    try:
        write_whole(file, text.encode(), shared=True)
    except OSError as fault:
        raise GameFault(not_writable(file, fault)) from None
    return file


def exported(store: Store, id: int, form: Form) -> str:
    """A kept game as text of a form. Raises StoreFault, GameFault."""
    record = kept_record(store, id)
    if form == "jsonl":
        lines = public_lines(record) or store.kept(id).lines
        return "".join(line + "\n" for line in lines)
    pictures = MomentPictures(store.path).of(store.played(id).started)
    return page_of(record, store.kept(id).times, pictures)


def page_of(record: Record, stamps: tuple[str, ...] = (), pictures: Mapping[int, Path] | None = None) -> str:
    """A record as a page to read. Raises GameFault where it cannot be.

    `stamps`: when each line of it was written; `pictures`: those that were kept of it, by entry.
    """
    try:
        walk = Walk.of(record.game, record.setup, record.entries)
    except (ValueError, LookupError, TypeError, AttributeError) as fault:
        raise GameFault(_("this record cannot be played: {why}").format(why=fault)) from None
    return html_page(walk, stamps, pictures)


def plugged_in(sticks: Sequence[Path] = STICKS) -> list[Path]:
    """Every stick that can be written on."""
    found = []
    for place in sticks:
        for folder in (*sorted(place.glob("*")), *sorted(place.glob("*/*"))):
            if folder.is_mount() and os.access(folder, os.W_OK):
                found.append(folder)
    return found
