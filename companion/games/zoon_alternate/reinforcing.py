"""Laying a reinforcement, where an army has more than twelve Zoons."""

from collections.abc import Iterator

from msgspec.structs import replace

from companion.game import Breach
from companion.games.zoon_alternate.changes import asked_to_turn_up
from companion.games.zoon_alternate.events import Reinforced
from companion.games.zoon_alternate.state import Piece, State
from companion.games.zoon_alternate.unseen import reinforcement_faces
from companion.kits.zoon_board import NUMBERS, back, board_with
from companion.kits.zoon_piles import taken, with_pile
from companion.kits.zoon_state import forgotten, learnt, seat_name, tidied
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
    pile, seat = state.stock.reinforcements[event.seat], event.seat
    if not pile or event.at not in NUMBERS:
        return state
    card = event.card
    if card is not None and card not in pile:
        if card not in state.stock.unseen[seat]:
            return state
        state = learnt(state, seat, card)
    elif card is None and len(set(pile)) == 1:
        card = pile[0]
    elif card is None:
        state = _hand_forgotten(state, seat)
    reinforcements = taken(state.stock.reinforcements, seat, card)
    board = board_with(state.board, {NUMBERS[event.at]: Piece(seat=seat, card=card)})
    untidy = tidied(state.untidy, event.at)
    state = replace(
        state, board=board, stock=replace(state.stock, reinforcements=reinforcements), untidy=untidy
    )
    return asked_to_turn_up(state, seat)


def _hand_forgotten(state: State, seat: int) -> State:
    """Nobody can tell which card left the hand, so none of those in it is known any more."""
    for card in state.stock.reinforcements[seat]:
        if card is not None:
            state = forgotten(state, seat, card)
    unknown = (None,) * len(state.stock.reinforcements[seat])
    return replace(
        state, stock=replace(state.stock, reinforcements=with_pile(state.stock.reinforcements, seat, unknown))
    )


def all_of(state: State, seat: int) -> Iterator[Reinforced]:
    """Every lawful way to lay a reinforcement face down."""
    if state.stock.reinforcements[seat]:
        for cell in back(seat):
            if state.is_free(NUMBERS[cell]):
                yield Reinforced(seat, cell)
