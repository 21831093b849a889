"""A record told in words, and a record checked: does it still keep the rules, and end as it was noted?

Rule kept: of a game that has not ended nothing is told that somebody at the table must not know.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from companion.bounded import file_text
from companion.game import Game, Over, Setup
from companion.journal import Entry, Record, header, play_while_valid
from ui.line.shapes import Json, event_json, words_of
from ui.outcome import is_as_noted, result, told
from ui.records.arguments import read_as
from ui.records.beginning import GameFault, usable_record
from ui.secrecy import public_entries, state_before


def record_of_file(path: Path) -> Record:
    """An exported record. Raises UsageFault, and GameFault naming the line."""
    with read_as(path, "a record"):
        lines = file_text(path).splitlines()
    return usable_record(lines, str(path))


def states_of(record: Record, at: str = "") -> list[Any]:
    """The states before, between and after the standing entries. Raises GameFault where an entry breaks a rule."""
    states, stop = play_while_valid(record.game, record.setup, record.entries)
    if stop is not None:
        raise GameFault(f"{at}entry {stop.entry.seq} breaks {stop.rule}: {stop.about}")
    return states


def recount(record: Record, times: tuple[str, ...] = ()) -> list[Json]:
    """Every entry with its words, who entered it, when and why. Raises GameFault where one breaks a rule."""
    states_of(record)
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


def _note(waived: tuple[str, ...], corrects: int | None) -> str:
    notes = []
    if waived:
        notes.append(f"the table set {' and '.join(waived)} aside")
    if corrects is not None:
        notes.append(f"in place of entry {corrects}")
    return ", ".join(notes)
