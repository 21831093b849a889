"""A state as JSON, and back: the shape of the line protocol, with everything that cannot be told from it added.

`load_position` takes sparse input: `turn` and `cards` are enough, the rest is filled in the likeliest way.
"""

from collections.abc import Mapping
from functools import partial
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from companion.game import PositionFault, Setup
from companion.games.zoon.alternate.events import Side
from companion.games.zoon.alternate.invariants import every_trump, faults
from companion.games.zoon.alternate.kind import KIND
from companion.games.zoon.alternate.settling import stuck
from companion.games.zoon.alternate.state import Aside, Piece, State, Step, Untidy
from companion.games.zoon.family.board import NAMES, Claim
from companion.games.zoon.family.given import (
    checked_claims,
    checked_owner,
    checked_untidy,
    laid_on,
    read_with_cards,
    squares_of_cards,
    stock_of,
    turn_of,
    walls_of,
    with_cards,
    with_trumps,
    with_zoons,
)
from companion.games.zoon.family.state import Agreed, agreed
from companion.kits.given import checked_faults, checked_fields, converted, over_json

FIELDS = (
    "turn", "cards", "hand", "aside", "reinforcements", "tomb", "off", "obstacles", "walls", "todo", "untidy",
    "ready", "over",
)  # fmt: skip
PHASES = ("deploy", "fronts", "lot")


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A card on a square as the protocol has it."""

    seat: int
    card: str | None = None
    up: bool | UnsetType = UNSET
    penny: Side | UnsetType | None = UNSET
    on: tuple[str, ...] = ()
    claims: tuple[Claim, ...] = ()
    moved: str = ""


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
        "obstacles": [wall.at for wall in state.walls if wall.blocks],
        "walls": walls,
        "todo": [with_cards(step, _card) for step in state.todo],
        "untidy": [with_cards(thing, _card) for thing in state.untidy],
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
    known = agreed(setup, KIND)
    checked_fields(given, FIELDS)
    board: list[Piece | None] = [None] * len(NAMES)
    read = partial(_piece, known)
    for number, at, entry in squares_of_cards(given):
        board[number] = read(entry, at)
    walls = walls_of(given, known.facts.trumps)
    state = State(agreed=known, **turn_of(given, PHASES, PHASES[:2]), board=tuple(board), walls=walls)
    state = replace(
        state,
        stock=stock_of(given),
        aside=_pair(
            known, converted(given.get("aside", [[], []]), tuple[tuple[Aside | str, ...], ...], "aside")
        ),
        todo=read_with_cards(given, "todo", Step, read),
        untidy=read_with_cards(given, "untidy", Untidy, read),
    )
    checked_untidy(state.untidy)
    state = with_trumps(state, given, every_trump)
    state = with_zoons(state, given, (state.phase == "play",) * 2)
    checked_faults(faults(state))
    if state.phase == "play" and state.over is None and not state.todo:
        state = replace(state, over=stuck(state))
    return state


def _piece(known: Agreed, entry: Any, at: str) -> Piece:
    """A card on the board: one with a name lies face up on heads unless it says otherwise."""
    card: Card = converted(entry, Card, at)
    becomes = [name for name, trump in known.facts.trumps.items() if trump.as_zoon is not None]
    checked_owner(known, card.seat, card.card, at, becomes)
    laid = laid_on(known, card.on, at)
    checked_claims(known, card.claims, at)
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


def _pair(known: Agreed, asides: Any) -> Any:
    if len(asides) != 2:
        raise PositionFault("aside", "expected a list for each of two seats")
    rows = [[Aside(a) if isinstance(a, str) else a for a in row] for row in asides]
    for aside in (*rows[0], *rows[1]):
        trump = known.facts.trumps.get(aside.trump)
        if trump is None or not (trump.reused and trump.corners):
            raise PositionFault("aside", f"no trump of this name holds a penny, found {aside.trump!r}")
    return tuple(tuple(sorted(row, key=lambda aside: (aside.trump, aside.penny))) for row in rows)
