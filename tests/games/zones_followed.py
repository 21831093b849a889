"""Games of ZoneS followed by an eye that sees what is there, at a table where people are not tidy.

Pieces are lifted and thought about, enemies are taken off before their captor comes or left lying beneath it, two plays
fall between two looks, tokens are seen and not read, tiles beneath tokens are not seen.

    python -m tests.games.zones_followed FIRST LAST
"""

import sys
import time
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, cast

import msgspec

from companion.game import Event, SeenThrough
from companion.games.zones import rules
from companion.games.zones.events import Moved, Shot
from companion.games.zones.state import State
from companion.referee import Referee
from companion.sight import Lying, Scene
from companion.weigh import Ask
from tests import shown
from tests.games.zones import GAME, agreed
from tests.games.zones_balance import set_up

LONGEST = 80
LIFTED, TAKEN_OFF, LEFT_LYING, TOGETHER = 0.2, 0.3, 0.3, 0.1
UNREAD, UNREAD_NEW, TILE_UNSEEN = 0.01, 0.03, 0.3


def tidy(state: State) -> State:
    """A state without what may not be tidied."""
    return msgspec.structs.replace(state, untidy=())


@dataclass(slots=True)
class Follower:
    """One game at random and a referee that sees it. `wrong`: what was believed after a look and was not so."""

    seed: int
    rng: Random = field(init=False)
    state: State = field(init=False)
    referee: Referee[State] = field(init=False)
    unseen: tuple[Event, ...] = ()
    left: dict[str, Lying] = field(default_factory=dict)
    seen: int = 0
    asked: int = 0
    told: int = 0
    wrong: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.rng = Random(self.seed)
        setup = agreed(sides=("midgard,trolls", "trolls,midgard")[self.seed % 2])
        self.state = set_up(setup, self.rng, self.seed // 2 % 2)
        state = self.state
        self.referee = Referee(
            cast(Any, SeenThrough(cast(Any, GAME), start=lambda _setup: state)), setup, lambda _: None
        )

    def play(self) -> None:
        for _ in range(LONGEST):
            if self.state.over is not None:
                break
            event = rules.sample(self.state, self.rng.randrange)
            if event.told:
                self.look()
                self.referee.tell(event, "touch")
                self.state = rules.after(self.state, event)
                continue
            if not self.unseen:
                self.begin(event)
            self.unseen, self.state = (*self.unseen, event), rules.after(self.state, event)
            if len(self.unseen) == 2 or self.rng.random() >= TOGETHER or self.state.choosing:
                self.look()
        self.look()

    def begin(self, event: Event) -> None:
        """What the table looks like for a while before the play is done."""
        if isinstance(event, Moved) and self.rng.random() < LIFTED:
            self.show(self.state, {event.start: self.bare(event.start)})
        taken = event.at if isinstance(event, Shot) else getattr(event, "to", "")
        if isinstance(event, Moved) and self.state.at(taken) is not None and self.rng.random() < TAKEN_OFF:
            self.show(self.state, {taken: self.bare(taken)})
            self.show(self.state, {taken: self.bare(taken), event.start: self.bare(event.start)})

    def bare(self, square: str) -> Lying:
        return GAME.look(self.state).of(square)[:1]

    def look(self) -> None:
        """Everything that has happened since the last look is shown, and whether the referee knows it by now."""
        if not self.unseen:
            return
        self.left = {
            chore.region: chore.before[0]
            for chore in GAME.chores(self.state)
            if isinstance(self.unseen[-1], Moved) and self.rng.random() < LEFT_LYING
        }
        places = {getattr(event, name, "") for event in self.unseen for name in ("to", "at")}
        reply = self.show(self.state, self.left, places)
        self.seen += len(self.unseen)
        if isinstance(reply.verdict, Ask):
            self.asked += 1
            meant = [option for option in reply.verdict.options if self.leads(option)]
            if not meant:
                self.wrong.append(f"{self.unseen}: asked {reply.verdict.options}")
            self.referee.answer(meant[0] if meant else self.unseen, "touch")
        elif tidy(self.referee.state) != tidy(self.state):
            if reply.booked:
                self.wrong.append(f"{self.unseen}: booked {[entry.event for entry in reply.booked]}")
                for _entry in reply.booked:
                    self.referee.take_back("touch", frozenset({0, 1}))
            self.told += 1
            for event in self.unseen:
                self.referee.tell(event, "touch")
        if tidy(self.referee.state) != tidy(self.state):
            self.wrong.append(f"{self.unseen}: not followed")
            self.state = self.referee.state
        self.unseen = ()

    def leads(self, option: tuple[Event, ...]) -> bool:
        state = self.referee.state
        for event in option:
            state = rules.after(state, cast(Any, event))
        return tidy(state) == tidy(self.state)

    def show(self, state: State, instead: dict[str, Lying], new: set[str] | None = None) -> Any:
        """The table as an eye may see it, still for a second."""
        whole, sightings = shown.scene(GAME.look(state), 1.0, **instead), []
        under = {one.region for one in whole.sightings if one.kind == "disc"}
        for one in whole.sightings:
            if one.kind == "card" and one.region in under and self.rng.random() < TILE_UNSEEN:
                continue
            chance = UNREAD_NEW if one.region in (new or ()) else UNREAD
            if one.kind == "disc" and self.rng.random() < chance:
                one = replace(one, label=None, sure=0.9)
            sightings.append(one)
        return self.referee.see(Scene(tuple(sightings), 1.0))


def main(words: list[str]) -> None:
    first, last = (int(word) for word in words)
    start, seen, asked, told, wrong = time.process_time(), 0, 0, 0, 0
    for seed in range(first, last + 1):
        follower = Follower(seed)
        follower.play()
        seen, asked, told = seen + follower.seen, asked + follower.asked, told + follower.told
        wrong += len(follower.wrong)
        for line in follower.wrong:
            print(f"  {seed}: {line}")
    print(f"{seen} plays seen, {wrong} wrong, {asked} asked ({asked / seen:.1%}), {told} told", end=", ")
    print(f"{1000 * (time.process_time() - start) / seen:.1f} ms a play")


if __name__ == "__main__":
    main(sys.argv[1:])
