"""Recorded games of Zombinion, laid and painted, and refereed from what the eye makes of it.

Some of what happens is laid between two still pictures: several Mirare and the card taken for them, and now and then
the whole end of a turn. The end of the Action phase is not told where something follows that can be seen.

`python -m tests.ui.seen_zombinion RECORD [TURNS] [SEED]` prints figures.
"""

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from companion.game import Event, Game
from companion.games import all_games
from companion.games.zombinion.events import Ended, Shot, Took
from companion.journal import Record, read_record, standing
from companion.referee import Referee
from ui.box.eyes import load_decks, own_decks
from ui.box.opening import LIVE_SETTLE_S, simulated_table
from ui.demo.playing import Clock, Demo, DemoFault, Hands
from vision.eye import Eye

Shown = Callable[[Any, Sequence[Event]], bool]
"""Whether a camera sees that some events have happened in a state."""
PLAYS = Path(__file__).parents[1] / "plays" / "zombinion"
TOGETHER = 0.3
"""How often a card is taken before the Mirare laid for it were seen."""
COVERED = 0.02
"""How often the table is cleared before the card that was taken was seen."""


def groups(record: Record, turns: int, chance: Random, is_shown: Shown) -> Iterator[tuple[Event, ...]]:
    """What happens between two still pictures, until so many turns have been played."""
    game: Game[Any] = record.game
    state = game.start(record.setup)
    together: list[Event] = []
    before = state
    events = [entry.event for entry in standing(record.entries)]
    for event, then in zip_longest(events, events[1:]):
        together.append(event)
        seen = is_shown(state, (event,))
        phase, state = state.phase, game.after(state, event)
        if isinstance(event, Ended) and phase == "action" and not seen:
            continue
        if isinstance(event, Shot) and isinstance(then, Took) and chance.random() < TOGETHER:
            continue
        if isinstance(event, Took) and isinstance(then, Ended) and chance.random() < COVERED:
            continue
        if is_shown(before, together):
            yield tuple(together)
        else:
            yield from ((one,) for one in together)
        together, before = [], state
        if sum(state.turns_taken) >= turns:
            return


def bare(state: Any) -> Any:
    """A state without what may not be tidied, and in which nobody can tell what was laid first."""
    players = tuple(
        msgspec.structs.replace(
            player, in_play=tuple(sorted(player.in_play)), discard=tuple(sorted(player.discard, key=str))
        )
        for player in state.players
    )
    return msgspec.structs.replace(state, players=players, untidy=(), passed=())


@dataclass(slots=True)
class Replayed(Demo):
    """A demo that plays a record, and notes where the referee was asked or believed what was not so."""

    script: list[tuple[Event, ...]] = field(default_factory=list)
    truth: Any = None
    seen: int = 0
    together: int = 0
    wrong: list[tuple[int, object, object]] = field(default_factory=list)
    helped: list[tuple[int, object]] = field(default_factory=list)

    def following(self) -> tuple[Event, ...]:
        return self.script.pop(0)

    def replay(self) -> None:
        """Plays all of the script, until something was booked that did not happen. Raises DemoFault."""
        while self.script and not self.wrong:
            events, before = self.script[0], len(self.referee.entries)
            before_it = (self.told, self.asked, self.laid_anew)
            seen = self.deeds.is_shown(self.referee.state, events)
            self.seen += seen * len(events)
            self.together += seen * (len(events) > 1)
            for _ in self._one():
                pass
            for event in events:
                self.truth = self.referee.game.after(self.truth, event)
            if bare(self.referee.state) != bare(self.truth):
                booked = tuple(entry.event for entry in standing(self.referee.entries)[before:])
                self.wrong.append((before, events, booked))
            if seen and (self.told, self.asked, self.laid_anew) != before_it:
                self.helped.append((before, events))


def replayed(path: Path, turns: int, seed: int = 5) -> Replayed:
    """A record replayed for so many turns. Raises DemoFault where the referee does not follow."""
    record = read_record(path.read_text().splitlines(), all_games())
    game, setup = record.game, record.setup
    clock, chance, decks = Clock(), Random(seed), load_decks(own_decks(game, setup))
    table = simulated_table(game.table(setup), tuple(decks), clock)
    referee: Referee[Any] = Referee(game, setup, lambda line: None)
    eye = Eye(game.table(setup), decks, settle_s=LIVE_SETTLE_S)
    played = Replayed(referee, Hands(table, decks, chance), eye, clock, chance, truth=referee.state)
    played.script = list(groups(record, turns, chance, played.deeds.is_shown))
    played.replay()
    return played


def main(words: list[str]) -> None:
    path = PLAYS / f"{words[0]}.jsonl"
    turns, seed = (int(words[1]) if len(words) > 1 else 40), (int(words[2]) if len(words) > 2 else 5)
    start = time.process_time()
    played = replayed(path, turns, seed)
    seconds = time.process_time() - start
    state = played.referee.state
    asked = len(played.helped)
    print(f"{path.stem}: {sum(state.turns_taken)} turns, {len(played.referee.entries)} events")
    print(
        f"{played.seen} seen, {played.together} times several between two pictures, {played.pictures} pictures"
    )
    print(f"{len(played.wrong)} wrong, {asked} asked of {played.seen} ({asked / max(1, played.seen):.1%})")
    print(f"{played.laid_anew} times laid anew, {played.told} told, {seconds:.0f} s of processor time")
    for at, events in played.helped:
        print(f"  asked at {at}: {events}")
    for at, events, booked in played.wrong:
        print(f"  wrong at {at}: {events}\n    booked {booked}")


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except DemoFault as fault:
        sys.exit(str(fault))
