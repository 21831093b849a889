"""Worlds for a seat of Zoon, in which every face-down card has a face; and what a seat does not decide."""

from typing import Any

from msgspec.structs import replace

from companion.game import Event, RandomSource, Seat
from companion.games.zoon.alternate.events import Moved, PlayedTrump, Swapped, TurnedUp
from companion.games.zoon.alternate.state import Fight, Piece, State
from companion.games.zoon.family.laying import Reinforced
from companion.games.zoon.family.worlds import Covered, dealt


def world_for(state: State, seat: Seat | None, lots: RandomSource) -> State:
    """A state drawn from all that this seat cannot tell from the real one: what the rival's face-down cards are.

    What nobody has told the referee is drawn for both seats, once both have turned up their front rows.
    """
    if state.phase in ("deploy", "fronts"):
        return state
    for owner in (0, 1):
        state = _dealt(state, owner, lots, hidden=seat not in (None, owner))
    return state


def _dealt(state: State, owner: Seat, lots: RandomSource, *, hidden: bool) -> State:
    """With faces for a seat's unknown cards; `hidden`: also anew for those that only it and the referee know."""

    def unknown(piece: Piece) -> bool:
        return piece.seat == owner and (piece.card is None or (hidden and not piece.up))

    covered = Covered.of(state.board, state.todo, Fight, unknown)
    drawn, stock = dealt(state.agreed, state.stock, owner, covered.cards, lots, hidden=hidden)
    if not drawn and stock is state.stock:
        return state
    board, todo = covered.with_faces(state.board, state.todo, drawn)
    return replace(state, board=board, todo=todo, stock=stock)


def decided(state: State, event: Any) -> Event:
    """The event without the cards that it turns up, where its seat does not know them before."""
    if isinstance(event, TurnedUp):
        return TurnedUp(event.seat, event.at)
    if isinstance(event, PlayedTrump) and event.met is not None:
        return replace(event, met=None)
    if isinstance(event, Moved | Swapped) and event.card is not None:
        at = event.start if isinstance(event, Moved) else event.to
        piece = state.at(at)
        if piece is not None and piece.card is None:
            return replace(event, card=None)
    if isinstance(event, Reinforced) and None in state.stock.reinforcements[event.seat]:
        return Reinforced(event.seat, event.at)
    assert isinstance(event, Event)
    return event
