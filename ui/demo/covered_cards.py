"""Demos of games whose cards lie covered: somebody deals them, and plays on with what really lies there.

The game says what happens in truth, and what the table hears and sees of it (`Game.determinize`, `Game.step_truth`).
"""

from dataclasses import dataclass, field
from random import Random
from typing import Any

from companion.abilities import HasUnknownCards, ability
from companion.game import Event, Game, Over
from companion.sight import Look


class Untrue(Exception):
    """The referee knows what is not so; one line."""


@dataclass(slots=True)
class Dealt:
    """The cards as they really lie, and what has happened already and is still to be heard or seen."""

    game: HasUnknownCards[Any]
    chance: Random
    truth: Any = None
    waiting: list[Event] = field(default_factory=list)

    def next(self, state: Any) -> Event:
        """What happens next, as the table has it. Raises Untrue for a state that is not as the cards really lie."""
        if self.truth is None:
            self.truth = self.game.determinize(state, self.chance.randrange)
        while not self.waiting:
            wrong = self.game.belief_error(self.truth, state)
            if wrong:
                raise Untrue(wrong)
            self.truth, events = self.game.step_truth(self.truth, state, self.chance.randrange)
            self.waiting = list(events)
        return self.waiting.pop(0)


def is_dealt(game: Game[Any]) -> bool:
    """Whether a game tells truth and table apart."""
    return ability(game, HasUnknownCards[Any]) is not None


def as_shown(game: Game[Any], state: Any, event: Event) -> Look:
    """How the table looks when an event has just happened: what is laid only for a moment lies there.

    A card that is shown and taken back, or turned up and put elsewhere, is more than lay there before or lies after.
    """
    after = game.after(state, event)
    old, new = game.look(state), game.look(after)
    regions = dict(new.regions)
    if isinstance(game.turn(after), Over):
        return Look(regions)
    already = {(chore.region, lying) for chore in game.chores(state) for lying in chore.before}
    for chore in game.chores(after):
        most = max(len(old.of(chore.region)), len(new.of(chore.region)))
        fresh = [lying for lying in chore.before if (chore.region, lying) not in already]
        longer = [lying for lying in fresh if len(lying) > most]
        if longer:
            regions[chore.region] = longer[0]
    return Look(regions)
