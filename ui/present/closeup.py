"""One card of the board close up: its picture, whose it is, what it is worth, what it does, where it may go."""

from dataclasses import replace

from companion.printed import PrintedCard
from companion.rulebook import NoSuchRule, rule
from ui.present.board import pieces_in
from ui.present.models import CloseUp, Mark
from ui.present.moment import GameSnapshot
from ui.present.signs import printed_card, signed_pieces
from ui.present.ways import ways_words
from ui.words import _


def close_up(moment: GameSnapshot, square: str, lit: tuple[Mark, ...]) -> CloseUp | None:
    """The uppermost card on a square; None where none lies. Of one that lies face down only its back is shown."""
    region = next((each for each in moment.table.regions if each.name == square), None)
    if region is None:
        return None
    lying = moment.reply.view.board.get(square, ())
    pieces = signed_pieces(moment.game, moment.setup, pieces_in(moment.table, region, lying))
    card = next((piece for piece in reversed(pieces) if piece.kind == "card"), None)
    if card is None:
        return None
    printed = printed_card(moment.game, moment.setup, card.label or "") if card.name else PrintedCard("")
    about = moment.reply.view.about.get(square, "")
    body = _worth(printed) or (about if about != card.name else "")
    large = replace(card, angle=0.0, name="")
    if printed.corners:
        large = replace(large, figure="", corners=printed.corners)
    return CloseUp(
        large, card.name, tuple(text for text in (body, *ways_words(lit)) if text), *_rule(moment, printed)
    )


def _worth(printed: PrintedCard) -> str:
    """What a card is worth under a penny."""
    if not printed.under:
        return ""
    return _("{heads} under heads, {tails} under tails").format(**printed.under)


def _rule(moment: GameSnapshot, printed: PrintedCard) -> tuple[str, str]:
    """What the rules say that a card does, and the id of that rule; neither where there is none."""
    if not printed.rule:
        return "", ""
    try:
        return rule(moment.game.id, printed.rule).words, printed.rule
    except NoSuchRule:
        return "", ""
