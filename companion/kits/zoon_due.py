"""What is due, in both games of Zoon: whether a march or a star fits where it stands, and in which order steps lie."""

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import TypeVar

from companion.kits.zoon_board import NUMBERS, March, Star
from companion.kits.zoons import Facts

T = TypeVar("T")
Kinds = tuple[type, ...]


def misfit_of_seat(seat: int) -> str:
    """What is wrong with the seat of a step, in words that begin with the field; empty where nothing is."""
    return "" if seat in (0, 1) else f"seat: expected 0 or 1, found {seat}"


def misfit_of_square(at: str, lying: Callable[[str], object]) -> str:
    """What is wrong with the square of a step on which a Zoon has to lie."""
    if at not in NUMBERS:
        return f"at: expected a square a1 … f6, found {at!r}"
    return "" if lying(at) is not None else f"at: no Zoon lies on {at}"


def misfit_of_march(step: March, facts: Facts, own: Collection[str], does: Collection[str]) -> str:
    """What is wrong with a march: by none of the seat's `own` trumps, by one that does something else, or too long."""
    trump = facts.trumps.get(step.trump)
    if trump is None or trump.does not in does:
        return f"trump: no trump of this name moves Zoons, found {step.trump!r}"
    if step.trump not in own:
        return f"trump: {step.trump} is no trump of seat {step.seat}"
    return "" if step.left <= trump.moves else f"left: expected at most {trump.moves}, found {step.left}"


def misfit_of_star(step: Star, facts: Facts, army: Collection[str], whose: str) -> str:
    """What is wrong with the card of a star, which has to be one of an army; `whose` says of another what it is not."""
    zoon = facts.zoons.get(step.card)
    if zoon is None or zoon.star is None:
        return f"card: no Zoon of this name has a star, found {step.card!r}"
    return "" if step.card in army else f"card: {step.card} is {whose}"


def pulls_another(step: Star, facts: Facts) -> bool:
    """Whether a star moves another Zoon than the one whose star it is."""
    zoon = facts.zoons.get(step.card)
    return zoon is not None and zoon.star == "pull-other"


def misplaced(
    todo: Sequence[T],
    misfit: Callable[[T], str],
    is_idle: Callable[[T], bool],
    fight_on: Callable[[T], str | None],
    before_fights: Kinds = (),
) -> Iterator[str]:
    """What is wrong with what is due in play: a step that does not fit, one that comes before a fight, an idle one.

    `fight_on` gives the square of a fight; None for another step. Only steps of the kinds `before_fights` may lie above
    a fight.
    """
    for number, step in enumerate(todo):
        wrong = misfit(step)
        if wrong:
            yield f"todo[{number}].{wrong}"
            return
        above = todo[number + 1 :]
        at = fight_on(step)
        if at is not None and not all(isinstance(later, before_fights) for later in above):
            yield f"todo[{number}]: the fight on {at} is settled before anything else is due"
    if todo and is_idle(todo[-1]):
        yield f"todo[{len(todo) - 1}]: nothing can be done for it"
