"""Reinforcements: what an army of more than twelve Zoons keeps in hand, and lays face down."""

from collections.abc import Iterator

from msgspec.structs import replace

from companion.game import Breach
from companion.games.zoon.family.board import NUMBERS, back
from companion.games.zoon.family.deck import BOARD
from companion.games.zoon.family.state import reinforcement, seat_name, tidied
from companion.games.zoon.family.words import card_called
from companion.games.zoon.zoondo.changes import put
from companion.games.zoon.zoondo.events import Reinforced
from companion.games.zoon.zoondo.knowing import reinforcement_faces
from companion.games.zoon.zoondo.options import is_shown
from companion.games.zoon.zoondo.state import Piece, State
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
    seat = event.seat
    if not state.stock.reinforcements[seat] or event.at not in NUMBERS:
        return state
    left = reinforcement(state, seat, event.card)
    if left is None:
        return state
    state, card = left
    state = replace(state, untidy=tidied(state.untidy, event.at))
    return put(state, {NUMBERS[event.at]: Piece(seat=seat, card=card)})


def all_of(state: State, seat: int) -> Iterator[Reinforced]:
    """Every lawful way to lay a reinforcement face down."""
    pile = state.stock.reinforcements[seat]
    named = is_shown(state.agreed) and None not in pile
    cards: tuple[str | None, ...] = tuple(sorted(set(pile), key=str)) if named else (None,)
    for cell in back(seat) if pile else ():
        if state.is_free(NUMBERS[cell]):
            yield from (Reinforced(seat, cell, card) for card in cards)
