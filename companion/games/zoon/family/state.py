"""What was agreed, the piles beside the board, what all states have in common, and the small changes to them.

In a pile None is a card that nobody has told; piles are kept sorted, unknown cards first. A change gives a new state.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Literal, TypeVar

import msgspec
from msgspec.structs import replace

from companion.game import Breach, Measure, Over, Seat, Setup, Value
from companion.games.zoon.family.board import NUMBERS, ROOM, Claim, Wall, blocked, board_with
from companion.games.zoon.family.deck import BOARD, Facts, Zoon, facts
from companion.games.zoon.family.kind import Kind
from companion.games.zoon.family.options import armies
from companion.kits.events import DrawAgreed, Resigned
from companion.language import _, marked

Pile = tuple[str | None, ...]
Piles = tuple[Pile, Pile]
PileName = Literal["hand", "reinforcements", "tomb", "off", "unseen"]
Hands = tuple[tuple[str, ...], ...]


class Stock(msgspec.Struct, frozen=True, gc=False):
    """The cards of both seats that lie beside the board.

    `hand`: trumps. `tomb`: Zoons and trumps. `off`: cards that a ruling took off the board. `unseen`: the faces of all
    cards, on the board too, whose identity nobody has told the referee, sorted.
    """

    hand: Hands = ((), ())
    reinforcements: Piles = ((), ())
    tomb: Piles = ((), ())
    off: Piles = ((), ())
    unseen: Hands = ((), ())


def sorted_pile(pile: Iterable[str | None]) -> tuple[Any, ...]:
    """A pile in its order: unknown cards first, then by name."""
    return tuple(sorted(pile, key=lambda card: card or ""))


def with_pile(piles: Piles | Hands, seat: int, pile: Iterable[str | None]) -> tuple[Any, Any]:
    """One seat's pile replaced, in its order."""
    ordered = sorted_pile(pile)
    return (ordered, piles[1]) if seat == 0 else (piles[0], ordered)


def miscounted(field: str, held: Iterable[str], wanted: Sequence[str], seat: int) -> Iterator[str]:
    """Which cards a seat holds in all that are too many or too few; `wanted` is sorted."""
    lying = sorted(held)
    if lying == list(wanted):
        return
    found, due = Counter(lying), Counter(wanted)
    for card in sorted(found.keys() | due.keys()):
        if found[card] != due[card]:
            yield f"{field}: {found[card]} of {card}, but seat {seat} has {due[card]}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreed:
    """What a set-up means. Two are equal when their set-ups are.

    `armies` and `trumps`: each seat's Zoons and trumps, sorted. `decks`: whose back a face-down card of each seat
    shows; None where an army mixes tribes. `needs` is worked out as it is asked for: by seat and what a face-down card
    has done, the cards that it can be.
    """

    setup: Setup
    facts: Facts = field(compare=False, repr=False)
    tribes: tuple[str, ...] = field(compare=False)
    armies: Hands = field(compare=False, repr=False)
    trumps: Hands = field(compare=False, repr=False)
    emblems: tuple[str, ...] = field(compare=False, repr=False)
    decks: tuple[str | None, ...] = field(compare=False, repr=False)
    chosen: dict[str, Value] = field(compare=False, repr=False)
    kind: Kind = field(compare=False, repr=False)
    number: int = field(compare=False, repr=False)
    needs: dict[tuple[int, tuple[Claim, ...]], frozenset[str]] = field(
        default_factory=dict, compare=False, repr=False
    )

    def __hash__(self) -> int:
        return self.number

    def zoon(self, card: str) -> Zoon:
        return self.facts.zoon(card)

    def emblem(self, seat: int) -> str:
        return self.emblems[seat]

    def chose(self, name: str, value: Value) -> bool:
        return self.chosen.get(name) == value


@lru_cache(maxsize=512)
def agreed(setup: Setup, kind: Kind) -> Agreed:
    """What a set-up means. Raises SetupFault."""
    known = facts(setup.facts)
    tribes, zoons, trumps = armies(setup, known)
    emblems = tuple(next(card for card in army if known.zoons[card].type == "embleme") for army in zoons)
    backs = [{known.zoons[card].tribe for card in army} for army in zoons]
    decks = tuple(next(iter(one)) if len(one) == 1 else None for one in backs)
    chosen = {option.name: setup.option(option.name, option.default) for option in kind.options}
    return Agreed(
        setup=setup,
        facts=known,
        tribes=tribes,
        armies=zoons,
        trumps=trumps,
        emblems=emblems,
        decks=decks,
        chosen=chosen,
        kind=kind,
        number=hash(setup),
    )


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


class ZoonUntidy(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Something that people may not have tidied yet in the square `at`.

    `off`: `piece` still lies there, under the card that stays if `beneath`; `come`: what belongs there has not come;
    `other`: `piece` stands there in its place, `over` on top of it. `to` is where the piece goes. `old`: it was left
    over when the turn passed.
    """

    what: str
    at: str
    piece: ZoonPiece | None = None
    beneath: bool = False
    over: ZoonPiece | None = None
    to: str = ""
    old: bool = False


class ZoonState(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """Everything that matters for how the game goes on.

    `turn` is the seat whose turn it is; `todo` what must be done before it ends, the next step last. `ready`: which
    seats have laid out, or turned up, their cards.
    """

    agreed: Agreed
    phase: Any = "deploy"
    turn: Seat = 0
    board: tuple[Any, ...] = (None,) * len(BOARD)
    walls: tuple[Wall, ...] = ()
    stock: Stock = Stock()
    todo: tuple[Any, ...] = ()
    untidy: tuple[Any, ...] = ()
    aside: tuple[Any, ...] = ((), ())
    ready: tuple[bool, bool] = (False, False)
    over: Over | None = None

    @property
    def step(self) -> Any:
        """What must be done first."""
        return self.todo[-1] if self.todo else None

    def wall_at(self, square: str) -> Wall | None:
        return next((wall for wall in self.walls if wall.at == square), None)

    def is_free(self, number: int) -> bool:
        return self.board[number] is None and not self.is_walled(number)

    def is_walled(self, number: int) -> bool:
        """Whether an Obstacle that is no Zoon stands on a square."""
        return bool(self.walls) and number in blocked(self.walls)


S = TypeVar("S", bound=ZoonState)
P = TypeVar("P", bound=ZoonPiece)
U = TypeVar("U", bound=ZoonUntidy)


def with_piles(state: S, **piles: Any) -> S:
    return replace(state, stock=replace(state.stock, **piles))


def added(state: S, pile: PileName, seat: int, card: str | None) -> S:
    """A card more on one seat's pile."""
    piles = getattr(state.stock, pile)
    return with_piles(state, **{pile: with_pile(piles, seat, (*piles[seat], card))})


def taken(state: S, pile: PileName, seat: int, card: str | None) -> S:
    """A card less in one seat's pile: this one or, where it is not known to lie there, an unknown one."""
    piles = getattr(state.stock, pile)
    left = list(piles[seat])
    gone = card if card in left else None
    if gone in left:
        left.remove(gone)
    return with_piles(state, **{pile: with_pile(piles, seat, left)})


def learnt(state: S, seat: int, card: str | None) -> S:
    """One of the faces that the referee did not know is known now."""
    return state if card is None else taken(state, "unseen", seat, card)


def taken_off(state: S, piece: ZoonPiece) -> S:
    """A Zoon taken off by the people; what it carried comes back to the hand."""
    state = added(state, "hand", piece.seat, piece.gear) if piece.gear else state
    return added(state, "off", piece.seat, piece.card)


def lost(state: S, piece: ZoonPiece) -> S:
    """A Zoon goes to its owner's tomb with what it carries; the game is over when it was the Emblem."""
    state = added(state, "tomb", piece.seat, piece.card)
    state = added(state, "tomb", piece.seat, piece.gear) if piece.gear else state
    if piece.card is None or piece.card != state.agreed.emblem(piece.seat):
        return state
    parts = (("name", state.agreed.facts.name(piece.card)),)
    return replace(
        state, over=Over((1 - piece.seat,), marked("{name} is beaten"), state.agreed.kind.falls, parts)
    )


def reinforcement(state: S, seat: int, card: str | None) -> tuple[S, str | None] | None:
    """The state once this reinforcement has left the hand, and which card it is; None where it cannot be this one.

    Where nobody can tell which card left the hand, none of those in it is known any more.
    """
    pile = state.stock.reinforcements[seat]
    if card is None and len(set(pile)) == 1:
        card = pile[0]
    elif card is None:
        for held in filter(None, pile):
            state = added(state, "unseen", seat, held)
        state = with_piles(
            state, reinforcements=with_pile(state.stock.reinforcements, seat, (None,) * len(pile))
        )
    elif card not in pile:
        if card not in state.stock.unseen[seat]:
            return None
        state = learnt(state, seat, card)
    return taken(state, "reinforcements", seat, card), card


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
    given, tribes = state.agreed.setup.player(seat), state.agreed.tribes
    if given:
        return given
    name = state.agreed.facts.tribes[tribes[seat]]
    return name if tribes[0] != tribes[1] else f"{name} {seat + 1}"


def card_name(state: ZoonState, piece: ZoonPiece) -> str:
    """A Zoon by its name while it lies face up."""
    return state.agreed.facts.called(piece.card if piece.up else None)


def card_on(state: ZoonState, piece: ZoonPiece, square: str) -> str:
    """A Zoon as far as it lies open, and where it lies."""
    return _("{card} on {square}").format(card=card_name(state, piece), square=square)


def called_on(state: ZoonState, square: str) -> str:
    """What stands on a square, and where, as far as it lies open: where all is hidden, the square."""
    piece = None if state.agreed.kind.hidden else state.board[NUMBERS[square]]
    return square if piece is None else card_on(state, piece, square)


def name_of(state: ZoonState, square: str) -> str:
    """What stands on a square, in words that tell nothing hidden."""
    piece = state.board[NUMBERS[square]] if square in NUMBERS else None
    return _("an empty square") if piece is None else card_name(state, piece)


def to_lay(state: ZoonState, seat: int) -> int:
    """How many Zoons a seat lays out; the others are reinforcements."""
    return min(ROOM, len(state.agreed.armies[seat]))


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
    """Every trump of a seat that lies in its hand, beside the board, in its piles or on the board."""
    trumps, stock = state.agreed.facts.trumps, state.stock
    found = [*stock.hand[seat], *stock.tomb[seat], *stock.off[seat]]
    found += [aside.trump for aside in state.aside[seat]]
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


def resigned(state: S, event: Resigned) -> S:
    parts = (("name", seat_name(state, event.seat)),)
    return replace(state, over=Over((1 - event.seat,), marked("{name} surrenders"), "s2-surrender", parts))


def draw_agreed(state: S, _event: DrawAgreed) -> S:
    return replace(state, over=Over((), marked("Both agree to a draw"), "zo-43-draw-agreed"))


def put(state: S, changes: Mapping[int, Any]) -> S:
    return replace(state, board=board_with(state.board, changes))


def is_shown(agreed: Agreed) -> bool:
    """Whether the referee is shown both armies."""
    return agreed.chose("knowing", "shown")


def whose_turn(state: ZoonState) -> Seat | None:
    return state.turn if state.phase == "play" and state.over is None else None


def measures(state: ZoonState) -> tuple[Measure, ...]:
    """The Zoons of each seat that are not in the tomb: on the board, and those still to come."""
    standing = [piece.seat for piece in state.board if piece is not None]
    zoons = tuple(standing.count(seat) + len(state.stock.reinforcements[seat]) for seat in (0, 1))
    return (Measure(_("Zoons"), zoons),)


def resign_breaches(_state: ZoonState, event: Resigned) -> Iterator[Breach]:
    if event.seat not in (0, 1):
        yield Breach("ours-two-seats", str(event.seat))
