"""Somebody to play with: what a seat does best by what it may know, found by tree search over drawn worlds.

Information-set Monte Carlo tree search (Cowling, Powley, Whitehouse 2012), for any game: worlds are drawn by
`world_for`, chance by its odds, states are judged by `worth`. Whoever calls brings lots and a clock.
"""

from companion.search.choosing import (
    BEGINNER,
    EASY,
    LEVELS,
    MIDDLE,
    STRONG,
    Chosen,
    Level,
    Line,
    choose,
    compare,
)
from companion.search.options import completed
from companion.search.weighing import advised, weighed

__all__ = [
    "BEGINNER",
    "EASY",
    "LEVELS",
    "MIDDLE",
    "STRONG",
    "Chosen",
    "Level",
    "Line",
    "advised",
    "choose",
    "compare",
    "completed",
    "weighed",
]
