"""What people may still have to tidy: each chore knows every look in which it is not done."""

from collections.abc import Callable, Sequence
from itertools import product
from typing import Any

from companion.game import Chore
from companion.sight import Lying


def chores_of(
    untidy: Sequence[Any], of_square: Callable[[str, tuple[Any, ...]], tuple[Chore, ...]]
) -> tuple[Chore, ...]:
    """All chores, square by square."""
    by_square: dict[str, list[Any]] = {}
    for thing in untidy:
        by_square.setdefault(thing.at, []).append(thing)
    return tuple(chore for at, things in by_square.items() for chore in of_square(at, tuple(things)))


def chores_at(
    things: tuple[Any, ...],
    tidy: Lying,
    here: Any,
    looks: Callable[[list[Any]], list[Lying]],
    said: Callable[[Any], tuple[str, str]],
    *,
    all_first: bool,
) -> tuple[Chore, ...]:
    """The chores of one square, where `here` stands: all ways in which some of its things are not done yet.

    `looks`: how it looks while just these are not done. `said`: the rule and the words of each. `all_first`: the first
    look is that in which none of them is done.
    """
    ways: list[tuple[frozenset[int], Lying]] = []
    for undone in product((True, False) if all_first else (False, True), repeat=len(things)):
        left = [thing for thing, waits in zip(things, undone, strict=True) if waits]
        if left:
            places = frozenset(n for n, waits in enumerate(undone) if waits)
            ways.extend((places, way) for way in looks(left) if way != tidy)
    found = []
    for number, thing in enumerate(things):
        before = tuple(dict.fromkeys(way for places, way in ways if number in places))
        if before:
            owner = thing.piece or here
            found.append(Chore(*said(thing), thing.at, before, None if owner is None else owner.seat))
    return tuple(found)
