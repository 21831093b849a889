"""Events that several games share, their words, and how near two readings are to each other."""

from collections.abc import Iterable
from typing import ClassVar, TypeVar

from companion.game import Event
from companion.language import _

E = TypeVar("E", bound=Event)


class Starts(Event, frozen=True):
    """The lot has been drawn: this seat begins."""

    told: ClassVar[bool] = True
    seat: int


class Resigned(Event, frozen=True):
    """A seat surrenders."""

    told: ClassVar[bool] = True
    seat: int


class DrawAgreed(Event, frozen=True):
    """Both seats agree that nobody wins."""

    told: ClassVar[bool] = True


def common_words(event: Event, name: str) -> str:
    """One of the events here in a sentence; `name` is that of the seat, where there is one."""
    if isinstance(event, Starts):
        return _("{name} begins").format(name=name)
    if isinstance(event, Resigned):
        return _("{name} surrenders").format(name=name)
    return _("Both agree to a draw")


def squares_of(event: Event) -> tuple[str | None, ...]:
    """The squares that an event touches; None for each that it does not have."""
    return (event.start, event.to, event.at, event.by)


def nearest(event: Event, others: Iterable[E]) -> list[E]:
    """Alternatives to an event, those first that differ in the fewest fields; another kind comes last."""

    def distance(other: Event) -> int:
        if type(event) is not type(other):
            return len(event.__struct_fields__) + 1
        return sum(getattr(event, name) != getattr(other, name) for name in event.__struct_fields__)

    return sorted((other for other in others if other != event), key=distance)
