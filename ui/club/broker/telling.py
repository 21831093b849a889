"""What a box tells the broker of a game: the table as everybody may know it, and how a game ended.

Rule kept: of a game that goes on only what its shared screen shows, and no picture ever; of one that has ended the
result, and the digest of its record.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import msgspec

from companion.game import Chance, Game, Over, Seat, Seats, Setup, Turn, View
from companion.games import all_games
from companion.journal import play_while_valid, read_record
from ui.club.broker.messages import VERSION, Result
from ui.journal.store import GameEntry
from ui.line.shapes import Json, turn_json, view_json
from ui.present.moment import players


@dataclass(frozen=True, slots=True)
class GameOnTable:
    """The game on the table at one moment. `view` and `turn` are those of the shared screen."""

    key: str
    game: Game[Any]
    setup: Setup
    entries: int
    turn: Turn
    view: View


@dataclass(frozen=True, slots=True)
class EndedGame:
    """A game of the journal that has ended: its line in the list, its record with times, and the seats of the box."""

    played: GameEntry
    lines: tuple[str, ...]
    times: tuple[str, ...]
    by_box: tuple[Seat, ...] = ()


def key_of(played: GameEntry) -> str:
    """By which the club knows a game of this box, also where its clock stands still and all begin at the same time."""
    return _hash(played.id, played.game, played.players, played.started)


def twin_of(played: GameEntry) -> str:
    """The same for a game in the journal and, under another number, among those deleted."""
    return _hash(played.game, played.players, played.started)


def _hash(*values: object) -> str:
    return hashlib.blake2b(msgspec.json.encode(values), digest_size=8).hexdigest()


def signature_of(played: GameEntry) -> str:
    """Its twin, and what changes with anything new to tell of a game that has ended; empty while it goes on."""
    return "" if played.finished is None else f"{twin_of(played)} {played.entries} {played.finished}"


def state_json(on_table: GameOnTable | None, table: str, run: str, n: int) -> Json:
    body: Json = {"v": VERSION, "run": run, "n": n, "table": table, "on_turn": [], "play": None}
    if on_table is None:
        return body
    setup, turn = on_table.setup, on_table.turn
    names = players(setup)
    acting: Sequence[Seat] = turn.seats if isinstance(turn, Chance) else ()
    if isinstance(turn, Seats):
        acting = sorted(turn.seats)
    return body | {
        "on_turn": [names[seat] for seat in acting if seat < len(names)],
        "play": {
            "key": on_table.key,
            "game": on_table.game.id,
            "name": on_table.game.name,
            "players": _given(setup),
            "entries": on_table.entries,
            "turn": turn_json(turn),
            "view": view_json(on_table.view),
        },
    }


def _given(setup: Setup) -> tuple[str, ...]:
    """By seat the name that somebody gave for it; empty where nobody did."""
    return tuple(setup.player(seat) for seat in range(setup.seats))


def result_of(ended: EndedGame, revision: int) -> Result:
    """How a game of the journal ended. Raises ValueError where its record cannot be played to an end."""
    record = read_record(ended.lines, all_games())
    states, stop = play_while_valid(record.game, record.setup, record.entries)
    over = record.game.turn(states[-1])
    if stop is not None or not isinstance(over, Over):
        raise ValueError("the record does not lead to an end")
    setup = record.setup
    measures = record.game.measures(states[-1])
    return Result(
        key=key_of(ended.played),
        revision=revision,
        game=record.game.id,
        name=record.game.name,
        players=_given(setup),
        winners=over.winners,
        by_box=ended.by_box,
        points=next((measure.values for measure in measures if measure.decides), ()),
        why=over.words[:400],
        rule=over.rule,
        options={name: value[:400] if isinstance(value, str) else value for name, value in setup.options},
        entries=len(record.entries),
        seconds=_seconds(ended.times),
        ended=ended.played.finished or "",
        digest=hashlib.blake2b("\n".join(ended.lines).encode(), digest_size=32).hexdigest(),
    )


def _seconds(times: Sequence[str]) -> int:
    """From the first line to the last by the box's clock; 0 where that clock went back."""
    try:
        first, last = datetime.fromisoformat(times[0]), datetime.fromisoformat(times[-1])
        return max(0, int((last - first).total_seconds()))
    except (ValueError, IndexError, TypeError):
        return 0
