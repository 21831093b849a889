"""Turning one more card up, after a loss or to keep six face up."""

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from companion.game import Breach
from companion.games.zoon.alternate.changes import face_down, may_show, turned_up
from companion.games.zoon.alternate.events import TurnedUp
from companion.games.zoon.alternate.showing import face_breaches
from companion.games.zoon.alternate.state import Show, State, TurnUp, Untidy
from companion.games.zoon.family.board import NAMES, NUMBERS, board_with
from companion.games.zoon.family.state import learnt, tidied
from companion.games.zoon.family.unseen import possible
from companion.language import _


def breaches(state: State, event: TurnedUp) -> Iterator[Breach]:
    if event.at not in NUMBERS:
        yield Breach("ours-squares", event.at)
        return
    piece = state.at(event.at)
    if piece is None or piece.up or piece.seat != event.seat or piece.cage:
        yield Breach("za-05-own-face-down", event.at)
    if piece is None:
        return
    if piece.card is not None:
        if event.card not in (None, piece.card):
            yield Breach("ours-same-card", _("on {place}").format(place=event.at))
        return
    yield from face_breaches(state, event.at, event.card, must_show=True)


def after(state: State, event: TurnedUp) -> State:
    step, todo = state.step, state.todo
    if isinstance(step, TurnUp):
        todo = (*todo[:-1], msgspec.structs.replace(step, left=step.left - 1))
    elif isinstance(step, Show) and step.at == event.at:
        todo = todo[:-1]
    piece = state.at(event.at) if event.at in NUMBERS else None
    if not may_show(state, piece, event.card):
        return state
    if piece is None or piece.up:
        return replace(state, todo=todo)
    can = possible(state, NUMBERS[event.at])
    card = piece.card or event.card or (can[0] if len(can) == 1 else None)
    if card is None:
        return state
    if piece.card is None:
        state = learnt(state, piece.seat, card)
    untidy = tidied(state.untidy, event.at)
    if not isinstance(step, Show):
        untidy = (*untidy, Untidy("penny", event.at))
    board = board_with(state.board, {NUMBERS[event.at]: turned_up(piece, card)})
    return replace(state, board=board, todo=todo, untidy=untidy)


def all_of(state: State, step: TurnUp | Show) -> Iterator[TurnedUp]:
    """Every way to turn up the card that is due, an event for each card that it may prove to be."""
    squares = [NUMBERS[step.at]] if isinstance(step, Show) else face_down(state, step.seat)
    for number in squares:
        for card in possible(state, number):
            yield TurnedUp(step.seat, NAMES[number], card)
