"""A record told in words, and a record checked: does it still keep the rules, and end as it was noted?

Rule kept: of a game that has not ended nothing is told that somebody at the table must not know.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from companion.bounded import file_text
from companion.game import Game, Over, Setup
from companion.journal import Entry, Record, header, play_while_valid
from ui.journal.store import Store, StoreFault
from ui.line.shapes import Json, event_json, words_of
from ui.outcome import is_as_noted, result, told
from ui.records.beginning import GameFault, kept_record, usable_record
from ui.secrecy import public_entries, state_before


def record_of_file(path: Path) -> Record:
    """An exported record. Raises GameFault naming the file and the line."""
    try:
        return usable_record(file_text(path).splitlines(), str(path))
    except OSError as fault:
        raise GameFault(f"{path}: expected a record, found: {fault.strerror}") from None
    except UnicodeDecodeError as fault:
        raise GameFault(f"{path}: expected a record as text, found: {fault}") from None


def recount(record: Record, times: tuple[str, ...] = ()) -> list[Json]:
    """Every entry with its words, who entered it, when and why. Raises GameFault where one breaks a rule."""
    stop = play_while_valid(record.game, record.setup, record.entries)[1]
    if stop is not None:
        raise GameFault(f"entry {stop.entry.seq} breaks {stop.rule}: {stop.about}")
    known = public_entries(record.game, record.setup, record.entries)
    return [
        {
            "seq": entry.seq,
            "at": times[n + 1] if n + 1 < len(times) else "",
            "by": entry.by,
            "text": sentence(record.game, record.setup, record.entries, n),
            "note": _note(entry.waived, entry.corrects),
            "event": event_json(entry.event),
        }
        for n, entry in enumerate(known)
    ]


def public_lines(record: Record) -> tuple[str, ...] | None:
    """A record without what not everybody at the table may know, because its game has not ended; None: all may."""
    known = tuple(public_entries(record.game, record.setup, record.entries))
    if known == record.entries:
        return None
    return (header(record.game, record.setup, record.app), *(entry.line() for entry in known))


def sentence(game: Game[Any], setup: Setup, entries: Sequence[Entry], n: int) -> str:
    """The n-th entry in words, told on the state on which it happened."""
    return words_of(game, state_before(game, setup, entries, n), entries[n].event)


def verified(store: Store | None, id: int | None, file: Path | None) -> Json:
    """Whether one record is whole, keeps the rules, and ends as the journal says."""
    entries = 0
    try:
        record = record_of_file(file) if file is not None else _kept(store, id)
        entries = len(record.entries)
        states, stop = play_while_valid(record.game, record.setup, record.entries)
        if stop is not None:
            why: str | None = f"entry {stop.entry.seq} breaks {stop.rule}: {stop.about}"
        else:
            why = _otherwise(record, states[-1], store, id)
    except (GameFault, StoreFault) as fault:
        why = str(fault)
    return {"number": id, "ok": why is None, "entries": entries, "why": why}


def _kept(store: Store | None, id: int | None) -> Record:
    assert store is not None and id is not None
    return kept_record(store, id)


def _otherwise(record: Record, state: Any, store: Store | None, id: int | None) -> str | None:
    """In words how the end differs from what the journal notes; None where it is the same, or nothing is noted."""
    faults = record.game.faults(state)
    if faults:
        return faults[0]
    if store is None or id is None:
        return None
    turn = record.game.turn(state)
    over, players, note = (
        turn if isinstance(turn, Over) else None,
        record.setup.players,
        store.played(id).result,
    )
    if note is None or is_as_noted(note, over, players):
        return None
    ended = "a game that goes on" if over is None else result(over, players)
    return f"the journal notes {told(note, players)!r}, and the replay gives {ended!r}"


def _note(waived: tuple[str, ...], corrects: int | None) -> str:
    notes = []
    if waived:
        notes.append(f"the table set {' and '.join(waived)} aside")
    if corrects is not None:
        notes.append(f"in place of entry {corrects}")
    return ", ".join(notes)
