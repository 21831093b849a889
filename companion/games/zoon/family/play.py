"""What every game of the family can do: all that the referee asks of it but what its variant adds."""

from collections.abc import Iterator, Mapping
from typing import Any, Generic

from companion.game import Event, Game, RandomSource, Seat, Seen, Setup
from companion.games.zoon.family import laying, moves, positions, rulings, state, table, turns, view
from companion.games.zoon.family.deck import thing_names
from companion.games.zoon.family.events import Reinforced
from companion.games.zoon.family.kind import Deed, Kind
from companion.games.zoon.family.state import S, Stock, agreed
from companion.kits.events import DrawAgreed, Resigned, Starts, Stopped
from companion.sight import Look

LAYING = Deed(laying.deployed, laying.deploy_breaches, plays=False)
RULING = Deed(rulings.after, rulings.breaches, plays=False, any_time=True)
SHARED: dict[type[Any], Deed] = {
    Starts: Deed(turns.started, plays=False),
    Reinforced: Deed(laying.reinforced, laying.reinforce_breaches),
    Stopped: Deed(turns.stopped, moves.stop_breaches),
    Resigned: Deed(state.resigned, state.resign_breaches, plays=False, any_time=True),
    DrawAgreed: Deed(state.draw_agreed, plays=False, any_time=True),
}
"""What the events break and do that both games have alike."""


class ZoonGame(Game[S], Generic[S]):
    """A game of the family; `kind` is what it does otherwise than the others."""

    kind: Kind
    seats = (2,)
    faces = "companion.games.zoon.family"

    turn = staticmethod(turns.turn)
    breaches = staticmethod(turns.breaches)
    after = staticmethod(turns.after)
    whose_turn = staticmethod(state.whose_turn)
    measures = staticmethod(state.measures)
    faults = staticmethod(positions.faults)
    dump_position = staticmethod(positions.dump_position)
    chores = staticmethod(table.chores)
    thing_names = staticmethod(thing_names)
    words = staticmethod(view.words)

    def start(self, setup: Setup) -> S:
        """Both armies in hand, nothing on the board. Raises SetupFault."""
        given = agreed(setup, self.kind)
        begun: S = self.kind.state(agreed=given, stock=Stock(hand=given.trumps, unseen=given.armies))
        return begun

    def load_position(self, setup: Setup, given: Mapping[str, Any]) -> S:
        loaded: S = positions.load_position(self.kind, setup, given)
        return loaded

    def candidates(self, state: S, seen: Seen | None) -> Iterator[Event]:
        return turns.lawful(state) if seen is None else self.kind.seen(state, seen)

    def look(self, state: S) -> Look:
        return self.kind.look(state)

    def public_state(self, state: S) -> S:
        public: S = self.kind.public(state)
        return public

    def brings(self, state: S, seat: Seat) -> tuple[tuple[str, ...], tuple[str, ...]]:
        return state.stock.unseen[seat], state.stock.hand[seat]

    def fallen(self, _state: S, _decided: Event, _lots: RandomSource) -> Event | None:
        """Nothing that falls by chance has odds of its own: all that a card can prove to be is as likely."""
        return None
