"""What stands on the cards of a mirror of the table: names and figures that are read from a metre away; one close up.

Rule kept: only of a card whose face may be seen; one that lies face down bears nothing.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from companion.game import Game, PrintedCard, Setup
from ui.present.card_facts import card_facts
from ui.present.tabletop import BoardModel, Piece


def printed_card(game: Game[Any], setup: Setup, label: str) -> PrintedCard:
    """What is known of a card: from the game, else its name and what it costs."""
    known = game.printed(setup, label)
    if known is not None:
        return known
    facts = card_facts(game, setup, label)
    return PrintedCard(facts.name, "" if facts.cost is None else str(facts.cost))


def signed(game: Game[Any], setup: Setup, shown: BoardModel) -> BoardModel:
    """A board with the names and figures of the cards that lie open on it."""
    return replace(shown, pieces=signed_pieces(game, setup, shown.pieces))


def signed_pieces(game: Game[Any], setup: Setup, pieces: Sequence[Piece]) -> tuple[Piece, ...]:
    """Pieces with what stands on those whose face may be seen; the figure is the one under the penny on the card."""
    found = list(pieces)
    cards: list[int] = []
    for n, piece in enumerate(pieces):
        if is_readable(piece):
            assert piece.label is not None
            card = printed_card(game, setup, piece.label)
            # The corners stand there where no one figure stands for them.
            corners = () if card.figure else card.corners
            found[n] = replace(piece, name=card.name, figure=card.figure, corners=corners)
        if piece.kind == "card":
            cards.append(n)
        elif piece.kind == "penny" and piece.label is not None:
            below = next((each for each in reversed(cards) if _holds(pieces[each], piece)), None)
            if below is not None and found[below].figure:
                card = printed_card(game, setup, pieces[below].label or "")
                found[below] = replace(found[below], figure=card.under.get(piece.label, card.figure))
    return tuple(found)


def is_readable(piece: Piece) -> bool:
    return piece.kind == "card" and bool(piece.label) and (piece.face != "down" or piece.peeped)


def _holds(card: Piece, piece: Piece) -> bool:
    reach_x, reach_y = card.width_mm / 2, card.height_mm / 2
    if round(card.angle / 90) % 2:
        reach_x, reach_y = reach_y, reach_x
    return abs(piece.x - card.x) <= reach_x and abs(piece.y - card.y) <= reach_y
