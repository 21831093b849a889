"""A state as JSON, and back: the shape of the line protocol, with everything that cannot be told from it added.

`load_position` takes sparse input: `turn` and `cards` are enough, the rest is filled in the likeliest way.
"""

from collections.abc import Mapping
from functools import partial
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from companion.game import Setup
from companion.games.zoon.family.board import NAMES, Claim
from companion.games.zoon.family.given import (
    checked_claims,
    checked_owner,
    checked_untidy,
    laid_on,
    piles_of,
    read_with_cards,
    squares_of_cards,
    stock_of,
    turn_of,
    walls_of,
    with_cards,
    with_trumps,
    with_zoons,
)
from companion.games.zoon.family.state import Agreed, agreed, is_shown, trumps_known
from companion.games.zoon.zoondo.changes import turned_down
from companion.games.zoon.zoondo.invariants import faults
from companion.games.zoon.zoondo.kind import KIND
from companion.games.zoon.zoondo.settling import stuck
from companion.games.zoon.zoondo.state import Fought, Piece, State, Step, Untidy
from companion.kits.given import checked_faults, checked_fields, converted, over_json

FIELDS = (
    "turn", "cards", "hand", "aside", "reinforcements", "tomb", "off", "obstacles", "walls", "todo", "untidy",
    "fought", "ready", "over",
)  # fmt: skip
PHASES = ("deploy", "lot")
Names = tuple[tuple[str, ...], tuple[str, ...]]


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A card on a square as the protocol has it. No penny ever lies in Zoondo."""

    seat: int
    card: str | None = None
    up: bool = False
    penny: None = None
    on: tuple[str, ...] = ()
    claims: tuple[Claim, ...] = ()
    moved: str = ""
    seen: bool = False
    lies: Literal["", "upright", "turned"] = ""


def dump_position(state: State) -> dict[str, Any]:
    """The state as JSON."""
    found: dict[str, Any] = {
        "turn": state.turn if state.phase == "play" else state.phase,
        "cards": {NAMES[n]: _card(piece) for n, piece in enumerate(state.board) if piece is not None},
        "reinforcements": state.stock.reinforcements,
        "hand": state.stock.hand,
        "aside": ((), ()),
        "tomb": state.stock.tomb,
        "off": state.stock.off,
        "obstacles": [wall.at for wall in state.walls if wall.blocks],
        "walls": {w.at: {"seat": w.seat, "trump": w.trump} for w in state.walls if w.trump is not None},
        "todo": [with_cards(step, _card) for step in state.todo],
        "untidy": [with_cards(thing, _card) for thing in state.untidy],
        "fought": state.fought,
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
        "penny": None,
        "on": piece.on,
    }
    more = {"claims": piece.claims, "moved": piece.moved, "seen": piece.seen, "lies": piece.lies}
    return found | {name: value for name, value in more.items() if value}


def load_position(setup: Setup, given: Mapping[str, Any]) -> State:
    """A state from its JSON. Raises PositionFault naming the field, SetupFault for a set-up that is none."""
    known = agreed(setup, KIND)
    checked_fields(given, FIELDS)
    state = State(agreed=known, **turn_of(given, PHASES, ("deploy",)))
    board: list[Piece | None] = [None] * len(NAMES)
    for number, at, entry in squares_of_cards(given):
        board[number] = _piece(known, entry, at)
    walls = walls_of(given, known.facts.trumps)
    state = replace(state, board=tuple(board), walls=walls, stock=stock_of(given))
    read = partial(_piece, known)
    state = replace(
        state,
        todo=read_with_cards(given, "todo", Step, read),
        untidy=read_with_cards(given, "untidy", Untidy, read),
        fought=converted(given.get("fought"), Fought | None, "fought"),
    )
    checked_untidy(state.untidy)
    if "hand" in given and "aside" in given:
        hand, aside = (piles_of(given, name, Names) for name in ("hand", "aside"))
        given = {**given, "hand": [[*hand[seat], *aside[seat]] for seat in (0, 1)]}
    state = with_trumps(_lying(state), given, trumps_known)
    out = (state.phase != "deploy" or state.ready[0], state.phase != "deploy" or state.ready[1])
    state = with_zoons(state, given, out)
    checked_faults(faults(state))
    if state.phase == "play" and state.over is None and not state.todo:
        state = replace(state, over=stuck(state))
    return state


def _lying(state: State) -> State:
    """A card given face up outside of a fight is one that everybody has seen; it lies face down like all others."""
    duel = state.duel
    board = tuple(
        turned_down(piece) if piece and piece.card and (duel is None or duel.at != NAMES[n]) else piece
        for n, piece in enumerate(state.board)
    )
    return replace(state, board=board)


def _piece(known: Agreed, entry: Any, at: str) -> Piece:
    """A card on the board, face down; up while it fights. Trumps on it are told apart by what they do."""
    card: Card = converted(entry, Card, at)
    facts = known.facts
    becomes = [name for name, trump in facts.trumps.items() if trump.as_zoon is not None]
    checked_owner(known, card.seat, card.card, at, becomes)
    laid = laid_on(known, card.on, at)
    checked_claims(known, card.claims, at)
    seen = card.seen or (is_shown(known) and (card.up or card.card in becomes))
    return Piece(
        seat=card.seat,
        card=card.card,
        up=card.up,
        lies=card.lies,
        gear=laid["gear"],
        cage=laid["cage"],
        claims=card.claims,
        moved=card.moved,
        seen=seen and is_shown(known),
    )
