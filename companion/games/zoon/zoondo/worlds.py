"""What a seat that thinks ahead needs: worlds in which every card has a face, and how well it stands in them."""

from collections.abc import Iterator
from itertools import chain
from typing import Any

from msgspec.structs import replace

from companion.game import Event, RandomSource, Seat
from companion.games.zoon.family.board import NUMBERS
from companion.games.zoon.family.laying import Reinforced
from companion.games.zoon.family.state import is_shown, joined
from companion.games.zoon.family.worlds import Covered, dealt
from companion.games.zoon.family.worth import standing
from companion.games.zoon.zoondo.events import TurnedUp
from companion.games.zoon.zoondo.fights import CORNERS, to_touch
from companion.games.zoon.zoondo.state import Fight, Piece, State, Touch


def world_for(state: State, seat: Seat | None, lots: RandomSource) -> State:
    """A state drawn from all that this seat cannot tell from the real one: the rival's cards, and the corner touched.

    What nobody has told the referee is drawn for both seats. Where it was not shown the armies, all that it knows
    everybody saw.
    """
    secrets = is_shown(state.agreed)
    for owner in (0, 1):
        state = _dealt(state, owner, lots, hidden=secrets and seat not in (None, owner))
    duel = state.duel
    if duel is None or seat is None or not to_touch(state.agreed, duel):
        return state
    card = "attacker" if seat == duel.seat else "defender"
    if getattr(duel, card) is not None:
        touch = Touch(CORNERS[lots(4)], back=bool(lots(2)))
        state = replace(state, todo=(*state.todo[:-1], replace(duel, **{card: touch})))
    return state


def _dealt(state: State, owner: Seat, lots: RandomSource, *, hidden: bool) -> State:
    """With faces for a seat's unknown cards; `hidden`: also anew for those that only it and the referee know."""

    def unknown(piece: Piece) -> bool:
        return piece.seat == owner and (piece.card is None or (hidden and not (piece.seen or piece.up)))

    covered = Covered.of(state.board, state.todo, Fight, unknown)
    drawn, stock = dealt(state.agreed, state.stock, owner, covered.cards, lots, hidden=hidden)
    if not drawn and stock is state.stock:
        return state
    faces: list[str | None] = list(drawn)
    for number in _due(state, covered):
        # What is to be turned up now stays covered, or nothing would be left to be turned up.
        stock = replace(stock, unseen=joined(stock.unseen, owner, drawn[number]))
        faces[number] = None
    board, todo = covered.with_faces(state.board, state.todo, faces)
    return replace(state, board=board, todo=todo, stock=stock)


def _due(state: State, covered: Covered[Piece]) -> Iterator[int]:
    """Which of these pieces nobody has told and are to be turned up now."""
    squares, fights = covered.squares, covered.fights
    duel = state.duel
    if duel is None or to_touch(state.agreed, duel):
        return
    if NUMBERS[duel.at] in squares and (piece := state.at(duel.at)) is not None and piece.card is None:
        yield squares.index(NUMBERS[duel.at])
    last = len(state.todo) - 1
    if last in fights and isinstance(duel, Fight) and duel.piece.card is None:
        yield len(squares) + fights.index(last)


def decided(state: State, event: Any) -> Event:
    """The event without what it turns up, and without a card that its seat does not know either."""
    if isinstance(event, TurnedUp):
        return TurnedUp(event.seat, event.at)
    if isinstance(event, Reinforced) and None in state.stock.reinforcements[event.seat]:
        return Reinforced(event.seat, event.at)
    assert isinstance(event, Event)
    return event


def worth(state: State, seat: Seat) -> float:
    """By what its Zoons count and how near they are to the rival's Emblem; a caged one is none."""
    free = ((number, one) for number, one in enumerate(state.board) if one is not None and not one.cage)
    fighting = ((NUMBERS[step.at], step.piece) for step in state.todo if isinstance(step, Fight))
    return standing(state.agreed, chain(free, fighting), state.stock, seat)
