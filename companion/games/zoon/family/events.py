"""What can happen in every game of the family, in the past tense; a variant's own events add what it tells besides."""

from typing import ClassVar

from msgspec import field

from companion.game import Event


class Deployed(Event, frozen=True):
    """A seat has laid out its army face down; `cells` only when it lays fewer than twelve Zoons."""

    seat: int
    cells: tuple[str, ...] = ()


class Moved(Event, frozen=True):
    """A Zoon went from one square to another, onto an enemy to attack it."""

    seat: int
    start: str = field(name="from")
    to: str


class TurnedUp(Event, frozen=True):
    """A seat turned one of its face-down cards up."""

    turns_up: ClassVar[bool] = True
    seat: int
    at: str
    card: str | None = None


class PlayedTrump(Event, frozen=True):
    """A seat played a trump: on or at the square `at`, shot by the Zoon on `shooter`."""

    seat: int
    trump: str
    at: str | None = None
    by: str | None = field(name="shooter", default=None)


class Reinforced(Event, frozen=True):
    """A seat laid a reinforcement face down on a free square of its back row."""

    seat: int
    at: str
    card: str | None = None


class Swapped(Event, frozen=True):
    """Two Zoons of a seat traded squares by a star: the starred one stood on `from`."""

    seat: int
    start: str = field(name="from")
    to: str


class Ruled(Event, frozen=True):
    """The people put a square right by hand: what lies there from now on; no `seat`: nothing."""

    told: ClassVar[bool] = True
    at: str
    seat: int | None = None
    card: str | None = None
