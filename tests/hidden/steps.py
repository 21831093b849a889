"""The looks of a game that was played, and what must be seen in them."""

from dataclasses import dataclass
from typing import Any

from companion.game import Event
from companion.sight import Scene


@dataclass(frozen=True, slots=True)
class Step:
    """A look at the table, or something told: what has happened by then, and the state of the game in truth."""

    truth: Any
    events: tuple[Event, ...]
    scene: Scene | None = None


@dataclass(frozen=True, slots=True)
class Needed:
    """Something of which one of the looks from `first` to before `last` must show what became of it.

    Where none of them does more than one thing may have happened by the rules, and whoever looks on has to ask.
    `label` None: each thing of its kind.
    """

    kind: str
    label: str | None
    first: int
    last: int
