"""A state as JSON, and back: the shape of the line protocol, with everything that cannot be told from it added.

`load_position` takes sparse input: `turn` and `cards` are enough, the rest is filled in the likeliest way.
"""

from collections import Counter
from collections.abc import Mapping
from functools import partial
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from companion.game import PositionFault, Setup
from companion.games.zoon_alternate.invariants import faults, known_cards, known_trumps
from companion.games.zoon_alternate.settling import stuck
from companion.games.zoon_alternate.state import Aside, Piece, State, Step, Untidy, agreed
from companion.kits.zoon_agreed import Agreed
from companion.kits.zoon_board import NAMES
from companion.kits.zoon_given import (
    checked_claims,
    checked_faults,
    checked_fields,
    checked_owner,
    checked_square,
    converted,
    named_nowhere,
    over_json,
    piles_of,
    squares_of_cards,
    stock_of,
    turn_of,
    walls_of,
    with_walls_trumps,
)

T = TypeVar("T")
FIELDS = (
    "turn", "cards", "hand", "aside", "reinforcements", "tomb", "off", "obstacles", "walls", "todo", "untidy",
    "ready", "over",
)  # fmt: skip
PHASES = ("deploy", "fronts", "lot")


def dump_position(state: State) -> dict[str, Any]:
    """The state as JSON."""
    cards = {NAMES[n]: _card(piece) for n, piece in enumerate(state.board) if piece is not None}
    walls = {w.at: {"seat": w.seat, "trump": w.trump} for w in state.walls if w.trump is not None}
    found: dict[str, Any] = {
        "turn": state.turn if state.phase == "play" else state.phase,
        "cards": cards,
        "hand": state.stock.hand,
        "aside": state.aside,
        "reinforcements": state.stock.reinforcements,
        "tomb": state.stock.tomb,
        "off": state.stock.off,
        "obstacles": [wall.at for wall in state.walls],
        "walls": walls,
        "todo": state.todo,
        "untidy": state.untidy,
        "ready": state.ready,
        "over": None if state.over is None else over_json(state.over),
    }
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(found))
    return plain


def _card(piece: Piece) -> dict[str, Any]:
    found: dict[str, Any] = {
        "seat": piece.seat,
        "card": piece.card,
        "up": piece.up,
        "penny": piece.penny,
        "on": piece.on,
    }
    if piece.claims:
        found["claims"] = piece.claims
    if piece.moved:
        found["moved"] = piece.moved
    return found


def load_position(setup: Setup, given: Mapping[str, Any]) -> State:
    """A state from its JSON. Raises PositionFault naming the field, SetupFault for a set-up that is none."""
    known = agreed(setup)
    checked_fields(given, FIELDS)
    board: list[Piece | None] = [None] * len(NAMES)
    for number, at, entry in squares_of_cards(given):
        board[number] = _piece(known, at, entry)
    walls = walls_of(given, lambda _: True, known.facts.trumps)
    state = State(agreed=known, **turn_of(given, PHASES, PHASES[:2]), board=tuple(board), walls=walls)
    state = replace(
        state,
        stock=stock_of(given),
        aside=_pair(converted(given.get("aside", [[], []]), tuple[tuple[Aside | str, ...], ...], "aside")),
        todo=converted(given.get("todo", []), tuple[Step, ...], "todo"),
        untidy=converted(given.get("untidy", []), tuple[Untidy, ...], "untidy"),
    )
    for n, thing in enumerate(state.untidy):
        _checked_untidy(known, thing, f"untidy[{n}]")
    state = _trumps(state, given)
    state = _zoons(state, given)
    checked_faults(faults(state))
    if state.phase == "play" and state.over is None and not state.todo:
        state = replace(state, over=stuck(state))
    return state


def _piece(known: Agreed, at: str, entry: Mapping[str, Any]) -> Piece:
    """A card on the board: one with a name lies face up on heads unless it says otherwise."""
    filled = {"up": entry.get("card") is not None, **entry}
    if filled["up"] is True and "penny" not in entry and not entry.get("on"):
        filled["penny"] = "heads"
    piece: Piece = converted(filled, Piece, at)
    checked_owner(known, piece.seat, piece.card, at)
    checked_claims(known, piece.claims, at)
    if piece.up and piece.card is None:
        raise PositionFault(f"{at}.card", "a face-up card has a name")
    if not piece.up and piece.penny is not None:
        raise PositionFault(f"{at}.penny", "no penny lies on a face-down card")
    if piece.up and piece.penny is None and not piece.on:
        raise PositionFault(f"{at}.penny", "a penny lies on every face-up Zoon")
    if piece.on and piece.penny is not None:
        raise PositionFault(f"{at}.penny", "no penny lies on a caged card")
    for trump in piece.on:
        if trump not in known.facts.trumps:
            raise PositionFault(f"{at}.on", f"no trump is called {trump!r}")
    return piece


def _checked_untidy(known: Agreed, thing: Untidy, at: str) -> None:
    checked_square(thing.at, f"{at}.at")
    if thing.to:
        checked_square(thing.to, f"{at}.to")
    if thing.piece is None and thing.what in ("off", "other"):
        raise PositionFault(f"{at}.piece", "missing: what still lies there")
    for name, piece in (("piece", thing.piece), ("over", thing.over)):
        if piece is not None:
            checked_owner(known, piece.seat, piece.card, f"{at}.{name}")


def _pair(asides: Any) -> Any:
    if len(asides) != 2:
        raise PositionFault("aside", "expected a list for each of two seats")
    rows = [[Aside(a) if isinstance(a, str) else a for a in row] for row in asides]
    return tuple(tuple(sorted(row, key=lambda aside: (aside.trump, aside.penny))) for row in rows)


def _trumps(state: State, given: Mapping[str, Any]) -> State:
    """Trumps that lie nowhere else are in hand; an Obstacle is made by a trump that fits, where one is left."""
    if "hand" in given:
        state = replace(
            state,
            stock=replace(state.stock, hand=piles_of(given, "hand", tuple[tuple[str, ...], tuple[str, ...]])),
        )
    held = tuple(known_trumps(state, seat) for seat in (0, 1))
    state = replace(state, walls=with_walls_trumps(state.agreed, state.walls, given, held))
    if "hand" in given:
        return _trumps_off(state)
    hand = tuple(tuple(sorted(_left_trumps(state, seat).elements())) for seat in (0, 1))
    return replace(state, stock=replace(state.stock, hand=hand))


def _trumps_off(state: State) -> State:
    """Trumps that lie nowhere are taken to be out of the game."""
    off = tuple(
        tuple(sorted((*state.stock.off[seat], *_left_trumps(state, seat).elements()), key=str))
        for seat in (0, 1)
    )
    return replace(state, stock=replace(state.stock, off=(off[0], off[1])))


def _left_trumps(state: State, seat: int) -> Counter[str]:
    return Counter(state.agreed.trumps[seat]) - known_trumps(state, seat)


def _zoons(state: State, given: Mapping[str, Any]) -> State:
    """Zoons named nowhere lie face down on the board; those beyond, in the tomb or, where that was given, off."""
    known = (known_cards(state, 0), known_cards(state, 1))
    unknown = tuple(_unknown(state, seat) if state.phase == "play" else None for seat in (0, 1))
    to_tomb = "tomb" not in given
    unseen, filled = named_nowhere(
        state.agreed, state.stock.tomb if to_tomb else state.stock.off, known, unknown, partial(_place, state)
    )
    placed = replace(state, stock=replace(state.stock, unseen=unseen))
    return (
        replace(placed, stock=replace(placed.stock, tomb=filled))
        if to_tomb
        else replace(placed, stock=replace(placed.stock, off=filled))
    )


def _unknown(state: State, seat: int) -> int:
    board = sum(p is not None and p.seat == seat and p.card is None for p in state.board)
    return board + (*state.stock.reinforcements[seat], *state.stock.tomb[seat], *state.stock.off[seat]).count(
        None
    )


def _place(state: State, seat: int, card: str) -> str:
    """A field where one card too many is named."""
    squares = [NAMES[n] for n, p in enumerate(state.board) if p and p.seat == seat and p.card == card]
    return f"cards.{squares[-1]}.card" if squares else "tomb"
