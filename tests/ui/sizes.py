"""Which sizes of the screen a situation is looked at in: all of them for a few, one of them for each of the others.

A layout that breaks does so for many situations of a kind, so the sizes are dealt out among the situations by their
names. Set ZO_EVERY_SIZE to look at everything in every size, as before a release.
"""

import os
from collections.abc import Iterable
from zlib import crc32

Size = tuple[int, int]

SIZES: tuple[Size, ...] = ((800, 480), (1280, 720), (720, 1280))
EVERY_SIZE = frozenset(
    {
        "home", "seats", "options", "play", "chores", "dice", "refuse", "ask", "over",
        "cards-hunt", "zong-cleanup", "zones-move", "touch-pad", "coach", "box-thinks",
    }
)  # fmt: skip
"""Situations whose page is the most crowded of its kind."""


def dealt(names: Iterable[str], sizes: tuple[Size, ...] = SIZES) -> list[tuple[str, Size]]:
    """Each situation with the sizes, of those given, that it is looked at in; `sizes` in pixels, wide by high."""
    return [(name, size) for name in names for size in _sizes_of(name, sizes)]


def _sizes_of(name: str, sizes: tuple[Size, ...]) -> tuple[Size, ...]:
    if name in EVERY_SIZE or "ZO_EVERY_SIZE" in os.environ:
        return sizes
    return (sizes[crc32(name.encode()) % len(sizes)],)


def named(value: object) -> str:
    """What pytest calls a size, or a situation."""
    return f"{value[0]}x{value[1]}" if isinstance(value, tuple) else str(value)


ONE_OF_A_KIND = (
    "home", "seats", "play", "chores", "dice", "ask", "refuse", "over", "settings", "history",
    "cards-action", "zong-cleanup", "zones-move", "rules-one", "cards-dispute", "options", "typing", "language",
    "eye", "people", "pins", "packed", "menu", "telling", "lost", "past", "trouble", "quit", "after-over",
    "plot-zoondo", "timeline-zoondo", "replay-end", "export", "tribes", "tribe-build", "card-new", "games",
    "own-curtain", "own-cards", "touch-pad", "zong-map", "zones-half-tiles", "guide-zong-box",
)  # fmt: skip
"""One situation of each kind of page, and a table of each kind of game."""
