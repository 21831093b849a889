"""What falls by lot: an order of things, dice, a penny. The source of the lots is handed in."""

from collections.abc import Sequence
from typing import TypeVar

from companion.game import Chance, RandomSource
from companion.language import marked

T = TypeVar("T")
PENNY = (marked("heads"), marked("tails"))
"""The two sides of a penny."""


def shuffled(things: Sequence[T], lots: RandomSource) -> list[T]:
    """The things in an order of chance, all orders as likely (Fisher and Yates)."""
    order = list(things)
    for last in range(len(order) - 1, 0, -1):
        other = lots(last + 1)
        order[last], order[other] = order[other], order[last]
    return order


def fallen(chance: Chance, lots: RandomSource) -> tuple[int | str, ...]:
    """How dice, a penny or a lot fall: the values that `Game.chance_event` takes."""
    if chance.what == "dice":
        return tuple(lots(6) + 1 for _ in chance.seats)
    if chance.what == "penny":
        return (PENNY[lots(2)],)
    return (chance.seats[lots(len(chance.seats))],)
