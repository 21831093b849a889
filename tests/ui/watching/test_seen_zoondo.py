"""Two recorded games of hidden armies, laid and painted move by move, and refereed from what the eye makes of it.

The records are those of `tests/plays`. What no camera can see (touched corners, shots called out, the lot) is told; all
else must be booked from the pictures, as recorded and as nothing else.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.game import Event
from companion.games import all_games
from companion.games.zoon.family.events import Reinforced
from companion.games.zoon.zoondo.events import Deployed, Moved, PlayedTrump
from companion.journal import Record, read_record, standing
from companion.referee import Referee
from ui.box.eyes import load_decks, own_decks
from ui.box.opening import simulated_table
from ui.demo.playing import Clock, Demo, Hands
from ui.secrecy import shown_cards
from vision.eye import Eye

PLAYS = Path(__file__).parents[2] / "plays" / "zoondo"
TURNS = 11
MOST_ASKED = 0.03


def groups(record: Record, turns: int) -> Iterator[tuple[Event, ...]]:
    """What happens at one time: one event, or two armies laid face down; until so many turns have been played."""
    together: list[Event] = []
    for entry in standing(record.entries):
        together.append(entry.event)
        if isinstance(entry.event, Deployed) and not shown_cards(entry.event) and len(together) == 1:
            continue
        yield tuple(together)
        together = []
        turns -= isinstance(entry.event, Moved | PlayedTrump | Reinforced)
        if not turns:
            return


@dataclass(slots=True)
class Replayed(Demo):
    """A demo that plays a record, and notes whatever was not booked from the pictures just as it is recorded."""

    script: list[tuple[Event, ...]] = field(default_factory=list)
    seen: int = 0
    wrong: list[tuple[int, object, object]] = field(default_factory=list)
    asked: list[int] = field(default_factory=list)
    helped: list[int] = field(default_factory=list)

    def following(self) -> tuple[Event, ...]:
        events = self.script.pop(0)
        self.seen += len(events) * self.deeds.is_shown(self.referee.state, events)
        return events

    def replay(self) -> None:
        """Plays all of the script."""
        while self.script:
            events, before = self.script[0], len(self.referee.entries)
            told, wanted = self.told, self.deeds.is_shown(self.referee.state, self.script[0])
            for _ in self._one():
                pass
            fresh = self.referee.entries[before:]
            booked = tuple(entry.event for entry in fresh)
            if booked != events:
                self.wrong.append((before, events, booked))
            if wanted and self.told != told:
                self.helped.append(before)
            elif wanted and any(entry.by != "camera" for entry in fresh):
                self.asked.append(before)


@pytest.mark.parametrize("name", ["random-shown-monkus-rhinogoths", "random-trusted-boarix-warus"])
def test_a_recorded_game_is_refereed_from_pictures(name: str) -> None:
    record = read_record((PLAYS / f"{name}.jsonl").read_text().splitlines(), all_games())
    game, setup = record.game, record.setup
    clock, chance, decks = Clock(), Random(5), load_decks(own_decks(record.game, record.setup))
    table = simulated_table(game.table(setup), tuple(decks), clock)
    referee: Referee[Any] = Referee(game, setup, lambda line: None)
    script = list(groups(record, TURNS))
    hands, eye = Hands(table, decks, chance), Eye(game.table(setup), decks)
    played = Replayed(referee, hands, eye, clock, chance, script=list(script))
    played.replay()
    assert played.wrong == []
    assert [entry.event for entry in referee.entries] == [event for events in script for event in events]
    assert len(played.asked) + len(played.helped) <= MOST_ASKED * played.seen
    assert played.seen > TURNS
    assert sum(entry.by == "camera" for entry in referee.entries) >= (1 - MOST_ASKED) * played.seen
