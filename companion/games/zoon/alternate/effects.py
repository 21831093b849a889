"""What the stars do on a draw: at once where nobody has a choice, else as a step for the seat that chooses."""

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from companion.game import Breach
from companion.games.zoon.alternate.changes import claimed, may_show
from companion.games.zoon.alternate.events import Swapped
from companion.games.zoon.alternate.showing import face_breaches
from companion.games.zoon.alternate.state import Piece, State, Untidy
from companion.games.zoon.family.board import NAMES, NUMBERS, Claim, Star, board_with
from companion.games.zoon.family.deck import BOARD
from companion.games.zoon.family.moves import zoons_of
from companion.games.zoon.family.state import learnt
from companion.games.zoon.family.unseen import possible
from companion.language import _


def trades(state: State, step: Star) -> Iterator[Swapped]:
    """Every Zoon that the starred one may trade squares with, an event for each card that it may prove to be."""
    zoon = state.agreed.zoon(step.card)
    for number, piece in zoons_of(state.board, step.seat):
        if NAMES[number] == step.at:
            continue
        for face in possible(state, number):
            if state.agreed.zoon(face).species in zoon.partners:
                shows = face if not piece.up and stays_hidden(piece, step.at) is False else None
                yield Swapped(step.seat, step.at, NAMES[number], shows)
                if shows is None:
                    break


def stays_hidden(piece: Piece, to: str) -> bool:
    """Whether a Zoon would still lie face down on a square."""
    return not piece.up and BOARD.depth(piece.seat, NUMBERS[to]) == 0


def trade_breaches(state: State, step: Star, event: Swapped) -> Iterator[Breach]:
    """Whether two Zoons may trade squares by the star that is under way."""
    zoon = state.agreed.zoon(step.card)
    rule = f"star-{zoon.species}"
    about = f"{event.start} ↔ {event.to}"
    if event.start not in NUMBERS or event.to not in NUMBERS:
        yield Breach("ours-squares", about)
        return
    piece = state.at(event.to)
    if piece is None:
        yield Breach(rule, about)
        return
    if zoon.star != "trade" or event.start != step.at or piece.seat != step.seat or piece.cage:
        yield Breach(rule, about)
    faces = possible(state, NUMBERS[event.to])
    partners = [face for face in faces if state.agreed.zoon(face).species in zoon.partners]
    if not partners or (event.card is not None and event.card in faces and event.card not in partners):
        yield Breach(rule, about)
    if piece.card is not None:
        if event.card not in (None, piece.card):
            yield Breach("ours-same-card", _("on {place}").format(place=event.to))
        return
    yield from face_breaches(state, event.to, event.card, must_show=False)
    if event.card is None and len(partners) > 1 and not stays_hidden(piece, step.at):
        yield Breach("za-09-turned-up", event.to)


def swapped(state: State, event: Swapped) -> State:
    """Two Zoons on each other's squares; one that leaves its back row is turned up."""
    one, other = state.at(event.start), state.at(event.to)
    if one is None or other is None or not may_show(state, other, event.card):
        return state
    before = other
    if not other.up:
        card = other.card or event.card
        if card is None and not stays_hidden(other, event.start):
            can = [f for f in possible(state, NUMBERS[event.to]) if _is_partner(state, one, f)]
            card = can[0] if len(can) == 1 else None
        if card is not None and other.card is None:
            state = learnt(state, other.seat, card)
        if card is not None and not stays_hidden(other, event.start):
            other = msgspec.structs.replace(other, card=card, up=True, penny="heads", claims=())
        elif card is None and one.card is not None:
            claims = claimed(state, other, Claim(event.to, event.start, one.card))
            other = msgspec.structs.replace(other, card=None, up=False, penny=None, claims=claims)
        else:
            other = msgspec.structs.replace(other, card=card, up=False, penny=None, claims=())
    untidy = state.untidy
    if other.up and not before.up:
        untidy = (*untidy, Untidy("penny", event.start))
    board = board_with(state.board, {NUMBERS[event.start]: other, NUMBERS[event.to]: one})
    return replace(state, board=board, untidy=untidy)


def _is_partner(state: State, one: Piece, face: str) -> bool:
    return one.card is not None and state.agreed.zoon(face).species in state.agreed.zoon(one.card).partners
