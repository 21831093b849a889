"""What only positions of the alternate rules have: pennies, trumps beside the board, six cards face up."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from companion.game import PositionFault, Seat
from companion.games.zoon.alternate.face_up import missing_up
from companion.games.zoon.alternate.state import Aside, Piece, State, TurnUp, with_row
from companion.games.zoon.family import positions
from companion.games.zoon.family.board import NAMES, front
from companion.games.zoon.family.state import Agreed
from companion.kits.positions import converted

FIELDS = tuple(name for name in positions.FIELDS if name != "fought")


def read_card(
    _known: Agreed, card: positions.Card, laid: Mapping[str, str], at: str, becomes: Collection[str]
) -> Piece:
    """A card with a name lies face up on heads unless it says otherwise."""
    up = card.card is not None if card.up is UNSET else card.up
    penny = card.penny
    if penny is UNSET:
        penny = "heads" if up and not laid["cage"] else None
    if up and card.card is None:
        raise PositionFault(f"{at}.card", "a face-up card has a name")
    if not up and penny is not None:
        raise PositionFault(f"{at}.penny", "no penny lies on a face-down card")
    if up and penny is None and not laid["cage"]:
        raise PositionFault(f"{at}.penny", "a penny lies on every face-up Zoon")
    if laid["cage"] and penny is not None:
        raise PositionFault(f"{at}.penny", "no penny lies on a caged card")
    if not up and card.card in becomes:
        raise PositionFault(f"{at}.up", "a trump that became a Zoon lies face up")
    return Piece(
        seat=card.seat, card=card.card, up=up, penny=penny, claims=card.claims, moved=card.moved, **laid
    )


def read_more(state: State, given: Mapping[str, Any]) -> tuple[State, Mapping[str, Any]]:
    """With the trumps beside the board; one that is named alone holds its penny as usual."""
    rows = converted(given.get("aside", [[], []]), tuple[tuple[Aside | str, ...], ...], "aside")
    if len(rows) != 2:
        raise PositionFault("aside", "expected a list for each of two seats")
    aside = state.aside
    for seat, row in enumerate(rows):
        held = [Aside(one) if isinstance(one, str) else one for one in row]
        for one in held:
            trump = state.agreed.facts.trumps.get(one.trump)
            if trump is None or not (trump.reused and trump.corners):
                raise PositionFault("aside", f"no trump of this name holds a penny, found {one.trump!r}")
        aside = with_row(aside, seat, held)
    return replace(state, aside=aside), given


def piece_faults(state: State) -> Iterator[str]:
    for number, piece in enumerate(state.board):
        if piece is None:
            continue
        at = f"cards.{NAMES[number]}"
        if (piece.penny is not None) != (piece.up and not piece.cage):
            yield f"{at}.penny: a penny lies on every face-up Zoon and on nothing else"
        if piece.up and piece.card is None:
            yield f"{at}.card: a face-up card has a name"


def laying_faults(state: State, seat: Seat) -> Iterator[str]:
    """Before play only a seat that is ready has turned cards up."""
    turned = state.phase == "fronts" and state.ready[seat]
    for number, piece in enumerate(state.board):
        if piece is None or piece.seat != seat:
            continue
        must = turned and NAMES[number] in front(seat)
        if piece.up < must or (piece.up and not turned) or (piece.card is not None and not piece.up):
            yield f"cards.{NAMES[number]}: face down without a name until its seat has turned up its front row"


def play_faults(state: State, seat: Seat) -> Iterator[str]:
    """Six cards are face up, or will be."""
    owed = sum(step.left for step in state.todo if isinstance(step, TurnUp) and step.seat == seat)
    missing = missing_up(state, seat)
    if missing > owed:
        yield f"cards: seat {seat} has too few cards face up: six, or all of five or fewer; {missing} more"
