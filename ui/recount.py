"""A record told in words, and a record checked: does it still keep the rules, and end as it was noted?"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from companion.game import Game, Over, Setup
from companion.games import all_games
from companion.journal import Entry, JournalFault, Record, play_while_valid, read_record, standing
from ui.games import GameFault, kept_record
from ui.outcome import result
from ui.schema import StoreFault
from ui.shapes import Json, event_json, words_of
from ui.store import Store


def record_of_file(path: Path) -> Record:
    """An exported record. Raises GameFault naming the file and the line."""
    try:
        return read_record(path.read_text(encoding="utf-8").splitlines(), all_games())
    except OSError as fault:
        raise GameFault(f"{path}: expected a record, found: {fault.strerror}") from None
    except UnicodeDecodeError as fault:
        raise GameFault(f"{path}: expected a record as text, found: {fault}") from None
    except JournalFault as fault:
        raise GameFault(f"{path}: {fault}") from None


def recount(record: Record, times: tuple[str, ...] = ()) -> list[Json]:
    """Every entry with its words, who entered it, when and why. Raises GameFault where one breaks a rule."""
    stop = play_while_valid(record.game, record.setup, record.entries)[1]
    if stop is not None:
        raise GameFault(f"entry {stop.entry.seq} breaks {stop.rule}: {stop.about}")
    return [
        {
            "seq": entry.seq,
            "at": times[n + 1] if n + 1 < len(times) else "",
            "by": entry.by,
            "text": sentence(record.game, record.setup, record.entries, n),
            "note": _note(entry.waived, entry.corrects),
            "event": event_json(entry.event),
        }
        for n, entry in enumerate(record.entries)
    ]


def sentence(game: Game[Any], setup: Setup, entries: Sequence[Entry], n: int) -> str:
    """The n-th entry in words, told on the state on which it happened."""
    before, entry = entries[:n], entries[n]
    states, _ = play_while_valid(game, setup, before)
    at = len(states) - 1
    if entry.corrects is not None:
        kept = standing(before)
        at = next((n for n, old in enumerate(kept) if entry.corrects in (old.seq, old.corrects)), at)
    return words_of(game, states[at], entry.event)


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
    ended = result(turn, record.setup.players) if isinstance(turn, Over) else None
    noted = store.played(id).result
    if noted in (None, ended):
        return None
    return f"the journal notes {noted!r}, and the replay gives {ended or 'a game that goes on'!r}"


def _note(waived: str, corrects: int | None) -> str:
    notes = []
    if waived:
        notes.append(f"the table set {waived} aside")
    if corrects is not None:
        notes.append(f"in place of entry {corrects}")
    return ", ".join(notes)
