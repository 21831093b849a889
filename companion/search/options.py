"""What a seat may decide in a state, what else of an event falls by chance, and what a world is worth in the end."""

from typing import Any

from companion.abilities import DrawsWorlds, LeavesToChance, TellsProgress, ValuesStates, ability
from companion.game import Chance, Event, Game, Over, RandomSource, Seat, Turn, fallen

SOONER = 0.001
"""So much less a win counts for every event that it comes later."""


class Rules:
    """A game as the search needs it: its abilities are looked up once."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self._worlds = ability(game, DrawsWorlds[Any])
        self._chance = ability(game, LeavesToChance[Any])
        self._values = ability(game, ValuesStates[Any])
        self._progress = ability(game, TellsProgress[Any])
        self.foresees = self._values is not None and self._values.foresees

    def world(self, state: Any, seat: Seat, lots: RandomSource) -> Any:
        """A state drawn from all that this seat cannot tell from the real one."""
        return state if self._worlds is None else self._worlds.world_for(state, seat, lots)

    def whose_turn(self, state: Any) -> Seat | None:
        """Whose turn it is, whoever is to act in it; None in games that do not tell."""
        return None if self._progress is None else self._progress.whose_turn(state)

    def decided(self, state: Any, event: Event) -> Event:
        """The event as far as its seat decides it."""
        return event if self._chance is None else self._chance.decided(state, event)

    def options(
        self, state: Any, seat: Seat, real: Any = None, *, every: bool = False
    ) -> dict[Event, list[Event]]:
        """What a seat may decide, with the events that may come of each; a few may be unlawful.

        What anybody may say for all counts only where the seat has nothing else to do. In a world drawn for a `real`
        state, the seat decides no more than it knows there. `every`: with what is never sensible.
        """
        known = state if real is None else real
        own: dict[Event, list[Event]] = {}
        told: dict[Event, list[Event]] = {}
        poor: dict[Event, list[Event]] = {}
        is_sensible = None if self._values is None else self._values.is_sensible
        decided = None if self._chance is None else self._chance.decided
        for event in self.game.candidates(state, None):
            by = event.seat
            if by == seat or by is None:
                if is_sensible is not None and not is_sensible(state, event):
                    into = poor
                else:
                    into = told if by is None and event.told else own
                into.setdefault(event if decided is None else decided(known, event), []).append(event)
        return ({**own, **poor} if every else own or poor) or told

    def outcome(self, state: Any, decided: Event, ways: list[Event], lots: RandomSource) -> Event | None:
        """What comes of something decided: by the odds that the game has for it, else all ways are as likely.

        None where no way is lawful.
        """
        event = None if self._chance is None else self._chance.fallen(state, decided, lots)
        if event is not None:
            return event
        while ways:
            event = ways[lots(len(ways))] if len(ways) > 1 else ways[0]
            if self.game.breach(state, event) is None:
                return event
            ways = [way for way in ways if way != event]
        return None

    def chance(self, state: Any, turn: Chance, lots: RandomSource) -> Event:
        """Dice, a penny or a lot, as they fall."""
        return self.game.chance_event(state, fallen(turn, lots))

    def is_settled(self, state: Any) -> bool:
        """Whether a state can be judged in the middle of a turn."""
        return self._values is not None and self._values.is_settled(state)

    def worth(self, state: Any, turn: Turn, seat: Seat, events: int) -> float:
        """What a state is worth to a seat, `events` after the real one: 0 is lost, 1 is won."""
        if isinstance(turn, Over):
            late = min(SOONER * events, 0.1)
            if not turn.winners or (seat in turn.winners and len(turn.winners) > 1):
                return 0.5
            return 1.0 - late if seat in turn.winners else late
        return 0.5 if self._values is None else self._values.worth(state, seat)


def completed(game: Game[Any], state: Any, decided: Event, lots: RandomSource) -> Event | None:
    """What really happens where a seat decided this: with the cards that it turns up and what falls by chance.

    For who plays a game without a table. None where the state does not allow it.
    """
    rules = Rules(game)
    ways = [one for one in game.candidates(state, None) if rules.decided(state, one) == decided]
    return rules.outcome(state, decided, ways or [decided], lots)
