"""Laying a reinforcement, where an army has more than twelve Zoons."""

from collections.abc import Iterator

from msgspec.structs import replace

from companion.game import Breach
from companion.games.zoon.alternate.changes import asked_to_turn_up
from companion.games.zoon.alternate.events import Reinforced
from companion.games.zoon.alternate.state import Piece, State
from companion.games.zoon.alternate.unseen import reinforcement_faces
from companion.games.zoon.family.board import NUMBERS, back, board_with
from companion.games.zoon.family.state import reinforcement, seat_name, tidied
from companion.language import _


def breaches(state: State, event: Reinforced) -> Iterator[Breach]:
    pile = state.stock.reinforcements[event.seat]
    if not pile:
        yield Breach("zo-36-reinforcements", _("{name} has none").format(name=seat_name(state, event.seat)))
        return
    if event.at not in NUMBERS:
        yield Breach("ours-squares", event.at)
        return
    if event.at not in back(event.seat):
        yield Breach("zo-36-back-row", event.at)
    if not state.is_free(NUMBERS[event.at]):
        yield Breach("zo-36-free-square", event.at)
    if event.card is None or event.card in pile:
        return
    if None in pile and event.card in reinforcement_faces(state, event.seat):
        return
    zoon = state.agreed.facts.zoons.get(event.card)
    yield Breach("ours-cards-of-the-army", zoon.name if zoon else event.card)


def after(state: State, event: Reinforced) -> State:
    seat = event.seat
    if not state.stock.reinforcements[seat] or event.at not in NUMBERS:
        return state
    left = reinforcement(state, seat, event.card)
    if left is None:
        return state
    state, card = left
    board = board_with(state.board, {NUMBERS[event.at]: Piece(seat=seat, card=card)})
    state = replace(state, board=board, untidy=tidied(state.untidy, event.at))
    return asked_to_turn_up(state, seat)


def all_of(state: State, seat: int) -> Iterator[Reinforced]:
    """Every lawful way to lay a reinforcement face down."""
    if state.stock.reinforcements[seat]:
        for cell in back(seat):
            if state.is_free(NUMBERS[cell]):
                yield Reinforced(seat, cell)
