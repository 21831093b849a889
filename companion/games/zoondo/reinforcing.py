"""Reinforcements: what an army of more than twelve Zoons keeps in hand, and lays face down."""

from collections.abc import Iterator

from msgspec.structs import replace

from companion.game import Breach
from companion.games.zoondo.changes import put
from companion.games.zoondo.events import Reinforced
from companion.games.zoondo.knowing import reinforcement_faces
from companion.games.zoondo.options import is_shown
from companion.games.zoondo.state import Piece, State
from companion.kits.zoon_board import NUMBERS, back
from companion.kits.zoon_piles import taken, with_pile
from companion.kits.zoon_state import forgotten, learnt, seat_name, tidied
from companion.kits.zoon_words import card_called
from companion.kits.zoons import BOARD
from companion.language import _


def breaches(state: State, event: Reinforced) -> Iterator[Breach]:
    pile, number = state.stock.reinforcements[event.seat], NUMBERS.get(event.at)
    if number is None:
        yield Breach("ours-squares", event.at)
        return
    if not pile:
        yield Breach("zo-36-reinforcements", _("{name} has none").format(name=seat_name(state, event.seat)))
        return
    if BOARD.depth(event.seat, number) > 0:
        yield Breach("zo-36-back-row", event.at)
    if not state.is_free(number):
        yield Breach("zo-36-free-square", event.at)
    if event.card is None:
        known = None not in pile and len(set(pile)) > 1 and is_shown(state.agreed)
        if known:
            yield Breach("zo-36-which")
    elif event.card not in pile and not (
        None in pile and event.card in reinforcement_faces(state, event.seat)
    ):
        yield Breach("ours-cards-of-the-army", card_called(state.agreed.facts, event.card, event.card))


def after(state: State, event: Reinforced) -> State:
    pile, seat, card = state.stock.reinforcements[event.seat], event.seat, event.card
    if not pile or event.at not in NUMBERS:
        return state
    if card is None and None not in pile and len(set(pile)) == 1:
        card = pile[0]
    elif card is None:
        # Nobody can tell which card left the hand, so none of those in it is known any more.
        for held in pile:
            state = state if held is None else forgotten(state, seat, held)
        nameless = with_pile(state.stock.reinforcements, seat, (None,) * len(pile))
        state = replace(state, stock=replace(state.stock, reinforcements=nameless))
    elif card not in pile:
        if card not in state.stock.unseen[seat]:
            return state
        state = learnt(state, seat, card)
    reinforcements = taken(state.stock.reinforcements, seat, card)
    state = replace(
        state,
        stock=replace(state.stock, reinforcements=reinforcements),
        untidy=tidied(state.untidy, event.at),
    )
    return put(state, {NUMBERS[event.at]: Piece(seat=seat, card=card)})


def all_of(state: State, seat: int) -> Iterator[Reinforced]:
    """Every lawful way to lay a reinforcement face down."""
    pile = state.stock.reinforcements[seat]
    named = is_shown(state.agreed) and None not in pile
    cards: tuple[str | None, ...] = tuple(sorted(set(pile), key=str)) if named else (None,)
    for cell in back(seat) if pile else ():
        if state.is_free(NUMBERS[cell]):
            yield from (Reinforced(seat, cell, card) for card in cards)
