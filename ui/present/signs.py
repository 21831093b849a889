"""What stands on the cards of a mirror of the table: names and figures that are read from a metre away; one close up.

Rule kept: only of a card whose face may be seen; one that lies face down bears nothing.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from companion.game import Game, PrintedCard, Seat, Setup
from ui.present.board import pieces_in
from ui.present.card_facts import card_facts
from ui.present.models import CloseUp
from ui.present.moment import GameSnapshot
from ui.present.names import written
from ui.present.tabletop import BoardModel, Mark, Piece
from ui.present.ways import ways_words
from ui.words import _


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


def close_up(
    moment: GameSnapshot, square: str, lit: tuple[Mark, ...], eyes: Seat | None = None
) -> CloseUp | None:
    """The uppermost card on a square as these eyes may see it (None: everybody's); None where no card lies.

    Of one that lies face down, and is not theirs to look at, only its back is shown.
    """
    region = next((each for each in moment.table.regions if each.name == square), None)
    if region is None:
        return None
    view = moment.reply.view if eyes is None else moment.view_for(eyes)
    found = (peeped(piece, eyes) for piece in pieces_in(moment.table, region, view.board.get(square, ())))
    pieces = signed_pieces(moment.game, moment.setup, tuple(found))
    card = next((piece for piece in reversed(pieces) if piece.kind == "card"), None)
    if card is None:
        return None
    printed = printed_card(moment.game, moment.setup, card.label or "") if card.name else PrintedCard("")
    about = view.about.get(square, "") if eyes is None else ""
    body = about if about != card.name else ""
    if printed.under:
        body = _("{heads} under heads, {tails} under tails").format(**printed.under)
    told = written(moment.game.id, printed.rule) if printed.rule else None
    name = card.name if eyes is not None else ""
    large = replace(card, angle=0.0, name="")
    if printed.corners:
        large = replace(large, figure="", corners=printed.corners)
    return CloseUp(
        large,
        card.name,
        tuple(text for text in (name, body, *ways_words(lit)) if text),
        told.words if told is not None else "",
    )


def peeped(piece: Piece, eyes: Seat | None) -> Piece:
    """An own card that lies face down, drawn with its face."""
    if piece.kind == "card" and piece.face == "down" and piece.label is not None and piece.seat == eyes:
        return replace(piece, peeped=True)
    return piece
