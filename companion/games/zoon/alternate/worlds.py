"""What a seat that thinks ahead needs: worlds in which every card has a face, and how well it stands in them."""

from functools import lru_cache
from itertools import chain
from math import exp
from typing import Any

from msgspec.structs import replace

from companion.game import Event, RandomSource, Seat
from companion.games.zoon.alternate.events import Moved, PlayedTrump, Swapped, TurnedUp
from companion.games.zoon.alternate.fights import Side, outcome, side_of, values
from companion.games.zoon.alternate.state import Fight, Piece, State
from companion.games.zoon.family.board import NUMBERS, blocked, is_any_open
from companion.games.zoon.family.laying import Reinforced
from companion.games.zoon.family.worlds import Covered, dealt
from companion.games.zoon.family.worth import strengths


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


NEAR = (0.9, 0.9, 0.6, 0.4, 0.25, 0.12, 0.0)
"""What the Zoon counts that is nearest to the rival's Emblem, by how many squares it is away from it."""
STRIKE, THREAT, LOST = 1.0, 1.5, 0.6
"""What a sure strike counts that is kept for later, one of the rival's in its next turn, and the Zoon that strikes."""
DICE = tuple((one, two) for one in range(1, 7) for two in range(1, 7))


def worth(state: State, seat: Seat) -> float:
    """The chance to win, by what Zoons count and by strikes at the Emblems. A caged Zoon is none.

    Who is to move strikes, or keeps that for later; the rival may strike only after that.
    """
    free = ((number, one) for number, one in enumerate(state.board) if one is not None and not one.cage)
    fighting = ((NUMBERS[step.at], step.piece) for step in state.todo if isinstance(step, Fight))
    strong = strengths(state.agreed, chain(free, fighting), state.stock, NEAR)
    mover = state.turn
    lead = strong[mover] - strong[1 - mover] - THREAT * _falls(state, mover)
    falls = _falls(state, 1 - mover)
    found = max(_won(lead + STRIKE * falls), falls + (1 - falls) * _won(lead - LOST))
    return found if seat == mover else 1 - found


def _won(lead: float) -> float:
    return 1 / (1 + exp(-lead))


def _falls(state: State, seat: Seat) -> float:
    """How likely a seat's Emblem is beaten by the best strike that the rival could make at it now."""
    agreed, board, walls, best = state.agreed, state.board, blocked(state.walls), 0.0
    emblem = agreed.emblem(seat)
    own = ((number, one) for number, one in enumerate(board) if one is not None and one.seat == seat)
    at, target = next((found for found in own if found[1].card == emblem), (None, None))
    if target is None or target.cage:
        return 0.0
    for number, one in enumerate(board):
        if one is None or one.seat == seat or one.cage or one.card is None:
            continue
        for to, betweens in agreed.facts.spans(one.card, one.seat, number, one.gear or None):
            if to == at and (not betweens or is_any_open(board, walls, betweens)):
                best = max(best, _beats(state, one, target))
    return best


def _beats(state: State, attacker: Piece, defender: Piece) -> float:
    stars, numbers = state.agreed.chose("za-16", "each"), state.agreed.chose("za-29", "each")
    return _odds(side_of(state, attacker), side_of(state, defender), each_star=stars, each_number=numbers)


@lru_cache(maxsize=4096)
def _odds(attacker: Side, defender: Side, *, each_star: bool, each_number: bool) -> float:
    """How many of all throws of both dice the attacker wins."""
    sums = values(attacker, defender, each_star=each_star, one_for_each_number=each_number)
    won = sum(outcome(attacker, defender, dice, sums).won == "attacker" for dice in DICE)
    return won / len(DICE)
