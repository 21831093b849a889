"""What a seat sees as numbers: each part of its view sets one place of a row of zeros, found by a hash.

Feature hashing (Weinberger and others, "Feature Hashing for Large Scale Multitask Learning", ICML 2009): no table of
all that a game may show is needed, and the row is as long for every game.
"""

from collections.abc import Iterator
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from companion.game import Game, Seat
from ui.lab.adapters.episode import hashed

FEATURES = 4096
"""How long the row is. A view has some hundred parts, so that few share a place."""


def features(game: Game[Any], state: Any, seat: Seat | None) -> npt.NDArray[np.float32]:
    """The row for what a seat sees of a state."""
    row = np.zeros(FEATURES, np.float32)
    for part in _parts(msgspec.to_builtins(game.view(state, seat)), "view"):
        row[hashed(part, FEATURES)] = 1.0
    return row


def _parts(value: Any, path: str) -> Iterator[str]:
    """Every leaf of a plain value with the way to it."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from _parts(inner, f"{path}.{name}")
    elif isinstance(value, list | tuple):
        for number, inner in enumerate(value):
            yield from _parts(inner, f"{path}.{number}")
    elif value is not None and value != "":
        yield f"{path}={value}"
