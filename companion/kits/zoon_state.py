"""What the states of both games of Zoon have in common, and the small changes to them; each gives a new state."""

from typing import Any, Protocol, TypeVar

import msgspec
from msgspec.structs import replace

from companion.game import Over, Seat
from companion.kits.zoon_agreed import Agreed
from companion.kits.zoon_board import Claim, Wall, blocked
from companion.kits.zoon_piles import Stock, added, joined, parted
from companion.kits.zoon_words import seat_called
from companion.kits.zoons import BOARD
from companion.language import marked

EMPTY_STOCK = Stock()


class ZoonPiece(msgspec.Struct, frozen=True, kw_only=True):
    """A Zoon on the board. `card` None = the referee does not know it.

    `up`: it lies face up. `gear` and `cage`: the trumps lying on it. `moved`: the trump by which it moved in this turn.
    """

    seat: int
    card: str | None = None
    up: bool = False
    gear: str = ""
    cage: str = ""
    claims: tuple[Claim, ...] = ()
    moved: str = ""

    @property
    def on(self) -> tuple[str, ...]:
        """The trumps that lie on it, bottom first."""
        return tuple(trump for trump in (self.gear, self.cage) if trump)


class ZoonState(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """Everything that matters for how the game goes on.

    `turn` is the seat whose turn it is; `todo` what must be done before it ends, the next step last. `ready`: which
    seats have laid out, or turned up, their cards.
    """

    agreed: Agreed
    turn: Seat = 0
    board: tuple[Any, ...] = (None,) * len(BOARD)
    walls: tuple[Wall, ...] = ()
    stock: Stock = EMPTY_STOCK
    todo: tuple[Any, ...] = ()
    untidy: tuple[Any, ...] = ()
    ready: tuple[bool, bool] = (False, False)
    over: Over | None = None

    def wall_at(self, square: str) -> Wall | None:
        return next((wall for wall in self.walls if wall.at == square), None)

    def is_free(self, number: int) -> bool:
        """Whether neither a Zoon nor an Obstacle stands on a square."""
        return self.board[number] is None and not self.is_walled(number)

    def is_walled(self, number: int) -> bool:
        """Whether an Obstacle that is no Zoon stands on a square."""
        return bool(self.walls) and number in blocked(self.walls)


class _At(Protocol):
    @property
    def at(self) -> str: ...


S = TypeVar("S", bound=ZoonState)
P = TypeVar("P", bound=ZoonPiece)
U = TypeVar("U", bound=_At)


def with_piles(state: S, **piles: Any) -> S:
    """The state with other piles beside the board."""
    return replace(state, stock=replace(state.stock, **piles))


def learnt(state: S, seat: int, card: str | None) -> S:
    """One of the faces that the referee did not know is known now."""
    return state if card is None else with_piles(state, unseen=parted(state.stock.unseen, seat, card))


def forgotten(state: S, seat: int, card: str) -> S:
    """A face goes back among those that the referee does not know."""
    return with_piles(state, unseen=joined(state.stock.unseen, seat, card))


def out_of_hand(state: S, seat: int, trump: str) -> S:
    return with_piles(state, hand=parted(state.stock.hand, seat, trump))


def in_hand(state: S, seat: int, trump: str) -> S:
    return with_piles(state, hand=joined(state.stock.hand, seat, trump))


def taken_off(state: S, piece: ZoonPiece) -> S:
    """A Zoon taken off by the people; what it carried comes back to the hand."""
    state = in_hand(state, piece.seat, piece.gear) if piece.gear else state
    return with_piles(state, off=added(state.stock.off, piece.seat, piece.card))


def beaten(state: S, piece: ZoonPiece, rule: str) -> S:
    """A Zoon goes to its owner's tomb with what it carries; the game is over, by this rule, when it was the Emblem."""
    tomb = added(state.stock.tomb, piece.seat, piece.card)
    state = with_piles(state, tomb=added(tomb, piece.seat, piece.gear) if piece.gear else tomb)
    if piece.card is None or piece.card != state.agreed.emblem(piece.seat):
        return state
    parts = (("name", state.agreed.facts.name(piece.card)),)
    return replace(state, over=Over((1 - piece.seat,), marked("{name} is beaten"), rule, parts))


def tidied(untidy: tuple[U, ...], *squares: str) -> tuple[U, ...]:
    """What is left to tidy once these squares have been touched anew."""
    return tuple(thing for thing in untidy if thing.at not in squares) if untidy else untidy


def rested(board: tuple[P | None, ...]) -> tuple[P | None, ...]:
    """The board at the end of a turn: no Zoon has moved in the next one yet."""
    if not any(piece is not None and piece.moved for piece in board):
        return board
    return tuple(piece and replace(piece, moved="") if piece and piece.moved else piece for piece in board)


def seat_name(state: ZoonState, seat: int) -> str:
    """A seat in words: its player's name, or its tribe's."""
    return seat_called(state.agreed.setup, state.agreed.facts, state.agreed.tribes, seat)


def laid(state: ZoonState) -> list[Any]:
    """Every Zoon on the board, an attacker that stands over its defender included."""
    found = [piece for piece in state.board if piece is not None]
    return [*found, *(step.piece for step in state.todo if hasattr(step, "piece"))]


def zoons_known(state: ZoonState, seat: int) -> list[str]:
    """Every Zoon of a seat that lies somewhere by name."""
    zoons, stock = state.agreed.facts.zoons, state.stock
    found = [piece.card for piece in laid(state) if piece.seat == seat]
    found += [*stock.reinforcements[seat], *stock.tomb[seat], *stock.off[seat]]
    return [card for card in found if card in zoons]


def trumps_known(state: ZoonState, seat: int) -> list[str]:
    """Every trump of a seat that lies in its hand, in its piles or on the board."""
    trumps, stock = state.agreed.facts.trumps, state.stock
    found = [*stock.hand[seat], *stock.tomb[seat], *stock.off[seat]]
    found += [wall.trump for wall in state.walls if wall.seat == seat]
    for piece in laid(state):
        found += (piece.gear, piece.card) if piece.seat == seat else (piece.cage,)
    return [card for card in found if card in trumps and card is not None]


def unknown_places(state: ZoonState, seat: int) -> int:
    """How many cards of a seat lie somewhere without a name."""
    board: int = sum(piece.card is None and piece.seat == seat for piece in laid(state))
    return board + (*state.stock.reinforcements[seat], *state.stock.tomb[seat], *state.stock.off[seat]).count(
        None
    )
