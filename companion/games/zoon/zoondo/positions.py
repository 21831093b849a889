"""What only positions of Zoondo have: how cards lay in a fight, who has seen them, the last fight."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any, Literal

from msgspec.structs import replace

from companion.game import Seat
from companion.games.zoon.family import positions
from companion.games.zoon.family.board import NAMES
from companion.games.zoon.family.positions import NAMED, piles_of
from companion.games.zoon.family.state import Agreed, is_shown
from companion.games.zoon.family.unseen import faces_of
from companion.games.zoon.zoondo.knowledge import turned_down
from companion.games.zoon.zoondo.state import Fight, Fought, Piece, State
from companion.kits.positions import converted

FIELDS = (
    "turn", "cards", "reinforcements", "hand", "aside", "tomb", "off", "obstacles", "walls", "todo", "untidy",
    "fought", "ready", "over",
)  # fmt: skip


class Card(positions.Card, frozen=True, kw_only=True):
    """No penny ever lies in Zoondo."""

    up: bool = False
    penny: None = None
    seen: bool = False
    lies: Literal["", "upright", "turned"] = ""


def read_card(
    known: Agreed, card: Card, laid: Mapping[str, str], _at: str, becomes: Collection[str]
) -> Piece:
    """A card face down; up while it fights."""
    return Piece(
        seat=card.seat, card=card.card, up=card.up, lies=card.lies, claims=card.claims, moved=card.moved,
        seen=is_shown(known) and (card.seen or card.up or card.card in becomes), **laid,
    )  # fmt: skip


def read_more(state: State, given: Mapping[str, Any]) -> tuple[State, Mapping[str, Any]]:
    """With the last fight. A card given face up outside of one is one that everybody has seen, and lies face down."""
    fought, duel = converted(given.get("fought"), Fought | None, "fought"), state.duel
    board = tuple(
        turned_down(piece) if piece and piece.card and (duel is None or duel.at != NAMES[n]) else piece
        for n, piece in enumerate(state.board)
    )
    if "hand" in given and "aside" in given:
        hand, aside = (piles_of(given, name, NAMED) for name in ("hand", "aside"))
        given = {**given, "hand": [[*hand[seat], *aside[seat]] for seat in (0, 1)]}
    return replace(state, board=board, fought=fought), given


def piece_faults(state: State) -> Iterator[str]:
    for number, piece in enumerate(state.board):
        if piece is not None and piece.up and (piece.card is None or state.duel is None):
            yield f"cards.{NAMES[number]}.up: a card lies face up only while it fights, and then has a name"


def play_faults(state: State, seat: Seat) -> Iterator[str]:
    for step in state.todo:
        if isinstance(step, Fight) and step.piece.seat == seat and not faces_of(state, step.piece):
            yield f"todo: no card left can have attacked {step.at}"
