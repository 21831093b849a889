"""Random games of Zombinion as a camera sees them, and a referee that follows them by scenes alone.

What leaves no trace is not told; what the referee asks is answered with what happened.
"""

from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Any

import msgspec

from companion.game import Chore, Event, Over, Setup
from companion.games.zombinion.events import Chose, Ended, Shuffled, Took
from companion.games.zombinion.state import State
from companion.games.zombinion.table import TRASH, lying
from companion.judge import Known, judge
from companion.sight import Scene
from companion.weigh import Accept, Ask, Same
from tests import shown
from tests.games.zombinion import GAME

Events = tuple[Event, ...]


def as_laid(state: State, event: Event, rng: Random) -> Event:
    """The event with what can be seen of it: whatever comes to lie on top of a discard pile; no order of a deck."""
    if isinstance(event, Shuffled):
        return Shuffled(event.seat)
    if isinstance(event, Ended) and state.phase == "hunt":
        player = state.players[event.seat]
        tops = [*player.hand_faces(state.agreed.cards), *player.in_play, *player.discard[-1:]]
        return Ended(event.seat, rng.choice(tops[:1] if not player.hand else tops)) if tops else event
    if isinstance(event, Chose) and event.what == "discard" and event.cards:
        faces = state.players[event.seat].hand_faces(state.agreed.cards)
        top = event.cards[-1] or rng.choice(faces)
        return msgspec.structs.replace(event, cards=(*(None,) * (len(event.cards) - 1), top))
    if isinstance(event, Chose) and event.what == "deck-to-discard" and event.yes:
        player = state.players[event.seat]
        return msgspec.structs.replace(event, cards=(player.deck[-1] or rng.choice(player.unseen),))
    return event


def alike(one: State, other: State) -> bool:
    """Whether two states are the same but for what may not be tidied and what was done by itself."""
    bare = [msgspec.structs.replace(state, untidy=(), passed=()) for state in (one, other)]
    return bool(bare[0] == bare[1])


def led(state: State, events: Events) -> State:
    """The state that these events lead to."""
    for event in events:
        state = GAME.after(state, event)
    return state


def scene_of(before: State, event: Event, after: State) -> Scene:
    """What a perfect eye sees when an event has just happened; cards trashed together lie side by side."""
    if isinstance(event, Chose) and event.what == "trash" and len(event.cards) > 1:
        return shown.scene(GAME.look(after), trash=lying(TRASH, after.trash[-len(event.cards) :]))
    return (
        shown.happened(GAME, before, after) if GAME.reveals(before, event) else shown.scene(GAME.look(after))
    )


@dataclass
class Followed:
    """What came of following games: verdicts by name, what was asked, and what went wrong with the scene's explanation.

    With `told` what leaves no trace is told at once, so that each scene is about one event.
    """

    told: bool = False
    verdicts: Counter[str] = field(default_factory=Counter)
    asked: Counter[str] = field(default_factory=Counter)
    options: Counter[int] = field(default_factory=Counter)
    wrong: list[Any] = field(default_factory=list)
    tidied: frozenset[Chore] = frozenset()

    def game(self, setup: Setup, seed: int, limit: int) -> None:
        """Follow one random game for so many events."""
        rng = Random(seed)
        truth = known = GAME.start(setup)
        self.tidied = frozenset()
        pending: Events = ()
        for _ in range(limit):
            if isinstance(GAME.turn(truth), Over):
                return
            event = as_laid(truth, GAME.sample(truth, rng.randrange), rng)
            after = GAME.after(truth, event)
            pending = (*pending, event)
            if event.told or _is_for_nothing(truth, event, after):
                known, pending = led(known, pending), ()
            else:
                scene = scene_of(truth, event, after)
                known, pending = self._seen(known, after, scene, pending)
                if self.told:
                    known, pending = after, ()
            truth = after

    def _seen(self, known: State, truth: State, scene: Scene, pending: Events) -> tuple[State, Events]:
        """What the referee knows after a scene, and what happened that it has not heard of."""
        judged = judge(GAME, known, scene, Known(tidied=self.tidied))
        verdict = judged.verdict
        if isinstance(verdict, Same):
            self.tidied |= frozenset(judged.tidied)
        else:
            self.tidied = frozenset(judge(GAME, truth, scene, done=True).tidied)
        name = type(verdict).__name__
        self.verdicts[name] += 1
        if isinstance(verdict, Same):
            return known, pending
        if isinstance(verdict, Accept):
            found = led(known, verdict.events)
            if not alike(found, truth):
                self.verdicts["wrong"] += 1
                self.wrong.append((pending, verdict, known, scene))
            return truth, ()
        if isinstance(verdict, Ask):
            self.asked[_kind(pending[-1])] += 1
            self.options[len(verdict.options)] += 1
            if any(alike(led(known, option), truth) for option in verdict.options):
                return truth, ()
            self.verdicts["not among the answers"] += 1
        self.wrong.append((pending, verdict, known, scene))
        return truth, ()


def _is_for_nothing(before: State, event: Event, after: State) -> bool:
    """Whether a card that costs nothing was taken onto one like it: only chance does that, so it is told."""
    if not isinstance(event, Took) or before.agreed.cards[event.card].cost:
        return False
    return GAME.look(before).regions == GAME.look(after).regions


def _kind(event: Event) -> str:
    return event.what or type(event).__name__
