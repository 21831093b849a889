"""A record told in words, checked (does it keep the rules, and end as noted?), and written to be taken along.

Rule kept: of a game that has not ended nothing is told that somebody at the table must not know.
"""

import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from companion.game import Game, Over, Setup
from companion.journal import Entry, Record, header, play_while_valid
from ui.journal.store import GameEntry, Store
from ui.line.shapes import Json, event_json, words_of
from ui.outcome import is_as_noted, result, told
from ui.owned.whole_files import not_writable, write_whole
from ui.places import data_home
from ui.present.walk import Walk
from ui.records.beginning import GameFault, kept_record
from ui.secrecy import public_entries, state_before
from ui.words import _

Form = Literal["html", "jsonl"]
"""A page to read, or the record itself."""
STICKS = (Path("/media"), Path("/run/media"))
"""Where systems put what is plugged in: one folder each, or one for each user."""


def states_of(record: Record, at: str = "") -> list[Any]:
    """The states before, between and after the standing entries. Raises GameFault where an entry breaks a rule."""
    states, stop = play_while_valid(record.game, record.setup, record.entries)
    if stop is not None:
        raise GameFault(f"{at}entry {stop.entry.seq} breaks {stop.rule}: {stop.about}")
    return states


def recount(record: Record, times: tuple[str, ...] = ()) -> list[Json]:
    """Every entry with its words, who entered it, when and why. Raises GameFault where one breaks a rule."""
    states_of(record)
    found: list[Json] = []
    for n, entry in enumerate(public_entries(record.game, record.setup, record.entries)):
        notes = [f"the table set {' and '.join(entry.waived)} aside"] if entry.waived else []
        notes += [] if entry.corrects is None else [f"in place of entry {entry.corrects}"]
        at = times[n + 1] if n + 1 < len(times) else ""
        text = sentence(record.game, record.setup, record.entries, n)
        row = {"seq": entry.seq, "at": at, "by": entry.by, "text": text, "note": ", ".join(notes)}
        found.append({**row, "event": event_json(entry.event)})
    return found


def public_lines(record: Record) -> tuple[str, ...] | None:
    """A record without what not everybody at the table may know, because its game has not ended; None: all may."""
    known = tuple(public_entries(record.game, record.setup, record.entries))
    if known == record.entries:
        return None
    return (header(record.game, record.setup, record.app), *(entry.line() for entry in known))


def sentence(game: Game[Any], setup: Setup, entries: Sequence[Entry], n: int) -> str:
    """The n-th entry in words, told on the state on which it happened."""
    return words_of(game, state_before(game, setup, entries, n), entries[n].event)


def verify(record: Record, noted: str | None) -> None:
    """Raises GameFault where a record breaks the rules, or ends otherwise than the journal notes."""
    last = states_of(record)[-1]
    if faults := record.game.faults(last):
        raise GameFault(str(faults[0]))
    turn, players = record.game.turn(last), record.setup.players
    over = turn if isinstance(turn, Over) else None
    if noted is not None and not is_as_noted(noted, over, players):
        ended = "a game that goes on" if over is None else result(over, players)
        raise GameFault(f"the journal notes {told(noted, players)!r}, and the replay gives {ended!r}")


# a kept game as a file: where to, and what everybody at its table may know


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
    return page_of(record, store.kept(id).times, store.pictures(id).whole())


def page_of(record: Record, stamps: tuple[str, ...] = (), pictures: Mapping[int, Path] | None = None) -> str:
    """A record as a page to read, with stamps by line and pictures by entry. Raises GameFault where it cannot be."""
    from ui.export.page import html_page

    try:
        walk = Walk.of(record.game, record.setup, record.entries)
    except (ValueError, LookupError, TypeError, AttributeError) as fault:
        raise GameFault(_("this record cannot be played: {why}").format(why=fault)) from None
    return html_page(walk, stamps, pictures)


def plugged_in(sticks: Sequence[Path] = STICKS) -> list[Path]:
    found = []
    for place in sticks:
        for folder in (*sorted(place.glob("*")), *sorted(place.glob("*/*"))):
            if folder.is_mount() and os.access(folder, os.W_OK):
                found.append(folder)
    return found
