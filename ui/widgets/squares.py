"""Squares and corners of a board that is drawn as one widget: touched, or gone to with keys."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Square:
    """A place to be touched: its name, its lower left corner and size (pixels of its widget), and what a touch does."""

    name: str
    box: tuple[float, float, float, float]
    touched: Callable[[], None]
