"""The recorded games as the records of the core go through them: states, events, and events that fit nowhere."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from companion.game import Event, Game, Setup
from companion.games import all_games
from companion.journal import Entry, play_while_valid, read_event, read_record, standing
from tests.approved.chance import below, one_of

FOLDER = Path(__file__).parents[1] / "plays"
NAMES = tuple(f"{path.parent.name}/{path.stem}" for path in sorted(FOLDER.glob("*/*.jsonl")))
CANDIDATES = 10


@dataclass(frozen=True, slots=True)
class Play:
    """A recorded game: `states` before, between and after the entries."""

    name: str
    game: Game[Any]
    setup: Setup
    entries: tuple[Entry, ...]
    states: tuple[Any, ...]

    @property
    def events(self) -> tuple[Event, ...]:
        return tuple(entry.event for entry in self.entries)

    def candidates(self, at: int) -> Iterator[Event]:
        """Events of other moments of this game, some put together from two of a kind, to be laid on this one."""
        events = self.events
        for number in range(CANDIDATES):
            event = one_of(events, self.name, at, number)
            same = [other for other in events if type(other) is type(event)]
            changes = {
                name: getattr(one_of(same, self.name, at, number, name), name)
                for name in event.__struct_fields__
                if number % 2 and below(3, at, number, name) == 0
            }
            yield msgspec.structs.replace(event, **changes)


def alike(game: Game[Any], event: Event, salt: str) -> Iterator[Event]:
    """The event with one field otherwise: another seat, a flag turned, the square of another field."""
    values = [getattr(event, name) for name in event.__struct_fields__]
    for name, value in zip(event.__struct_fields__, values, strict=True):
        others = [other for other in values if _is_square(other) and other != value]
        if isinstance(value, bool):
            yield msgspec.structs.replace(event, **{name: not value})
        elif name == "seat":
            yield msgspec.structs.replace(event, seat=1 - value if value in (0, 1) else 0)
        elif _is_square(value) and others and below(2, salt, name):
            body = {**msgspec.to_builtins(event), name: one_of(others, salt, name)}
            with suppress(ValueError):
                yield read_event(game, body)


def _is_square(value: Any) -> bool:
    return isinstance(value, str) and len(value) == 2


@cache
def play(name: str) -> Play:
    """A recorded game by its folder and name."""
    record = read_record((FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines(), all_games())
    states, stop = play_while_valid(record.game, record.setup, record.entries)
    assert stop is None
    return Play(name, record.game, record.setup, tuple(standing(record.entries)), tuple(states))
