"""One card of the board close up: its picture, whose it is, what it is worth, what it does, where it may go."""

from dataclasses import replace

from companion.game import PrintedCard, Seat
from ui.present.board import pieces_in
from ui.present.models import CloseUp, Mark, Piece
from ui.present.moment import GameSnapshot
from ui.present.names import written
from ui.present.signs import printed_card, signed_pieces
from ui.present.ways import ways_words
from ui.words import _


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
