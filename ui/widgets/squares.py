"""Squares and corners of a board that is drawn as one widget: touched, or gone to with keys."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable


@dataclass(frozen=True, slots=True)
class Square:
    """A place to be touched: its name, its lower left corner and size (pixels of its widget), and what a touch does."""

    name: str
    box: tuple[float, float, float, float]
    touched: Callable[[], None]


@runtime_checkable
class HasSquares(Protocol):
    """A widget that takes touches at several places of its own."""

    def squares(self) -> Sequence[Square]:
        """All that may be touched now."""
        ...
