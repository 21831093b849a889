"""What the stars do: at once where everybody knows that there is no choice, else as a step for whoever chooses."""

from collections.abc import Iterator

import msgspec

from companion.game import Breach
from companion.games.zoon.family.board import NAMES, NUMBERS, Claim, Star
from companion.games.zoon.family.moves import zoons_of
from companion.games.zoon.family.state import put
from companion.games.zoon.family.unseen import possible
from companion.games.zoon.zoondo.events import Swapped
from companion.games.zoon.zoondo.knowing import claimed
from companion.games.zoon.zoondo.state import State


def is_partner(state: State, step: Star, number: int) -> bool:
    """Whether a Zoon that the star may trade with lies, or may lie, on a square."""
    partners = state.agreed.zoon(step.card).partners
    return any(state.agreed.zoon(face).species in partners for face in possible(state, number))


def trades(state: State, step: Star) -> Iterator[Swapped]:
    """Every Zoon that the starred one may trade squares with."""
    for number, _ in zoons_of(state.board, step.seat):
        if NAMES[number] != step.at and is_partner(state, step, number):
            yield Swapped(step.seat, step.at, NAMES[number])


def trade_breaches(state: State, event: Swapped) -> Iterator[Breach]:
    """Whether two Zoons may trade squares by the star that is under way."""
    step, about = state.step, f"{event.start} ↔ {event.to}"
    if not isinstance(step, Star):
        yield Breach("zo-19-carry-out-first", about)
        return
    if event.start not in NUMBERS or event.to not in NUMBERS:
        yield Breach("ours-squares", about)
        return
    if state.agreed.zoon(step.card).star != "trade" or event not in trades(state, step):
        yield Breach(f"star-{state.agreed.zoon(step.card).species}", about)


def swapped(state: State, event: Swapped) -> State:
    """Two Zoons on each other's squares; whoever traded with the star must be one of its partners."""
    one, other = state.at(event.start), state.at(event.to)
    if one is None or other is None:
        return state
    if one.card is not None:
        claims = claimed(state, other, Claim(event.to, event.start, one.card))
        other = msgspec.structs.replace(other, claims=claims)
    return put(state, {NUMBERS[event.start]: other, NUMBERS[event.to]: one})
