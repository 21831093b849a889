"""A record in words, verified (legal, with the noted result), and exported.

Rule kept: of an unfinished game only the public part is told.
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
"""Mount points of plugged-in media: a folder each, or one per user."""


def states_of(record: Record, at: str = "") -> list[Any]:
    """The states before, between and after the valid entries. Raises GameFault if one breaks a rule."""
    states, stop = play_while_valid(record.game, record.setup, record.entries)
    if stop is not None:
        raise GameFault(f"{at}entry {stop.entry.seq} breaks {stop.rule}: {stop.about}")
    return states


def recount(record: Record, times: tuple[str, ...] = ()) -> list[Json]:
    """Every entry with words, origin, time and reason. Raises GameFault if one breaks a rule."""
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
    """The public version of an unfinished game's record; None if all of it is public."""
    known = tuple(public_entries(record.game, record.setup, record.entries))
    if known == record.entries:
        return None
    return (header(record.game, record.setup, record.app), *(entry.line() for entry in known))


def sentence(game: Game[Any], setup: Setup, entries: Sequence[Entry], n: int) -> str:
    """The n-th entry in words, from the state before it."""
    return words_of(game, state_before(game, setup, entries, n), entries[n].event)


def verify(record: Record, noted: str | None) -> None:
    """Raises GameFault for a record that breaks the rules or ends otherwise than noted."""
    last = states_of(record)[-1]
    if faults := record.game.faults(last):
        raise GameFault(str(faults[0]))
    turn, players = record.game.turn(last), record.setup.players
    over = turn if isinstance(turn, Over) else None
    if noted is not None and not is_as_noted(noted, over, players):
        ended = "a game that goes on" if over is None else result(over, players)
        raise GameFault(f"the journal notes {told(noted, players)!r}, and the replay gives {ended!r}")


# export


def save_record(store: Store, played: GameEntry, form: Form = "jsonl") -> Path:
    """Writes a game as JSON lines or a page; its file. Raises StoreFault, GameFault.

    On a plugged-in stick, else in the data folder; only the public part of an unfinished game.
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
    """A record as a page, with time stamps by line and pictures by entry. Raises GameFault."""
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
