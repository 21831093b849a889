"""Draws that are the same for the same words, on every machine and in every version of Python."""

from collections.abc import Sequence
from typing import TypeVar
from zlib import crc32

T = TypeVar("T")


def below(count: int, *words: object) -> int:
    """One of 0 … count - 1, as these words have it."""
    return crc32(" ".join(map(str, words)).encode()) * count >> 32


def one_of(choices: Sequence[T], *words: object) -> T:
    return choices[below(len(choices), *words)]


class Rng:
    """Draws one after the other, for a game that asks for them."""

    def __init__(self, *words: object) -> None:
        self.words, self.drawn = words, 0

    def __call__(self, count: int) -> int:
        self.drawn += 1
        return below(count, self.drawn, *self.words)


def spread(count: int, most: int) -> list[int]:
    """At most so many of the places 0 … count - 1, evenly spread, the first and the last among them."""
    if count <= most:
        return list(range(count))
    return sorted({round(at * (count - 1) / (most - 1)) for at in range(most)})
