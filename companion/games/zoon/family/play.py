"""What every game of the family can do, and what each of them does otherwise: every state carries its game along."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Generic

from companion.game import Breach, Event, Game, Measure, RandomSource, Seat, Seen, Setup
from companion.games.zoon.family import positions, table, turns
from companion.games.zoon.family.deck import thing_names
from companion.games.zoon.family.options import agreed
from companion.games.zoon.family.state import S, Stock
from companion.language import _
from companion.sight import Lying


class ZoonGame(Game[S], Generic[S]):
    """A game of the family. Its states, Zoons, steps and events are its own structs, which the family takes as any."""

    seats = (2,)
    faces = "companion.games.zoon.family"

    turn = staticmethod(turns.turn)
    breaches = staticmethod(turns.breaches)
    after = staticmethod(turns.after)
    faults = staticmethod(positions.faults)
    dump_position = staticmethod(positions.dump_position)
    chores = staticmethod(table.chores)
    thing_names = staticmethod(thing_names)

    def start(self, setup: Setup) -> S:
        """Both armies in hand, nothing on the board. Raises SetupFault."""
        given = agreed(setup, self)
        begun: S = self.state(agreed=given, stock=Stock(hand=given.trumps, unseen=given.armies))
        return begun

    def load_position(self, setup: Setup, given: Mapping[str, Any]) -> S:
        loaded: S = positions.load_position(self, setup, given)
        return loaded

    def candidates(self, state: S, seen: Seen | None) -> Iterator[Event]:
        return turns.lawful(state) if seen is None else self.seen(state, seen)

    def public_state(self, state: S) -> S:
        return state.public()

    def whose_turn(self, state: S) -> Seat | None:
        return state.turn if state.phase == "play" and state.over is None else None

    def measures(self, state: S) -> tuple[Measure, ...]:
        """The Zoons of each seat that are not in the tomb: on the board, and those still to come."""
        standing = [piece.seat for piece in state.board if piece is not None]
        zoons = tuple(standing.count(seat) + len(state.stock.reinforcements[seat]) for seat in (0, 1))
        return (Measure(_("Zoons"), zoons),)

    def brings(self, state: S, seat: Seat) -> tuple[tuple[str, ...], tuple[str, ...]]:
        return state.stock.unseen[seat], state.stock.hand[seat]

    def words(self, state: S, event: Any) -> str:
        said: str = event.said(state)
        return said

    def public(self, state: S, event: Any) -> Event:
        public: Event = event.public(state)
        return public

    def reveals(self, state: S, event: Any) -> bool:
        found: bool = event.reveals(state)
        return found

    def decided(self, state: S, event: Any) -> Event:
        decided: Event = event.decided(state)
        return decided

    def fallen(self, _state: S, _decided: Event, _lots: RandomSource) -> Event | None:
        """Nothing that falls by chance has odds of its own: all that a card can prove to be is as likely."""
        return None

    # What each game does otherwise.

    hidden: bool
    """Whether Zoons lie face down all the game, but while they fight."""
    falls: str
    """The rule by which the game ends when an Emblem is beaten."""
    before: tuple[tuple[str, type[Any], str, str], ...]
    """What happens in each phase before play, in its order, with its rule and the words once it is over."""

    # Its structs: a Zoon, what may be untidy, all steps that can be due, events that the family makes.
    state: type[Any]
    piece: type[Any]
    untidy: type[Any]
    step: Any
    deployed: type[Any]
    moved: type[Any]
    played: type[Any]

    opening: Callable[..., Iterator[Any]]
    """The lawful events of a phase of its own before play."""
    out_of_step: Callable[..., Iterator[Breach]]
    """Whether an event in play comes at a wrong time."""
    due: Callable[..., Iterator[Any]]
    """The lawful events while a step of its own is due."""
    grid_moves: Callable[..., Iterator[Any]]
    """Every lawful move of the Zoon on a square along the grids of these faces, as this seat reads them."""
    plays: Callable[..., Iterator[Any]]
    """Every lawful way to play a trump, by what each Zoon of the seat on the board may be."""
    trades: Callable[..., Iterator[Any]]
    """Every Zoon that the one of a star may trade squares with, as events."""

    seen: Callable[..., Iterator[Any]]
    """The events that a look at the table may tell of."""
    lying: Callable[..., Lying]
    """A Zoon with what lies on it."""
    untidy_looks: Callable[..., list[Lying]]
    """How a square looks while just these things are not done, where that Zoon belongs."""
    fields: tuple[str, ...]
    """All fields of a position, in the order in which they are written."""
    card: type[Any]
    """A card on a square of a position."""
    read_card: Callable[..., Any]
    """A Zoon from its card, the trumps on it, its field's name and the trumps that become Zoons."""
    read_more: Callable[..., Any]
    """A state with what its own fields say, and the position as it is to be read on."""
