"""One event told step by step: of all that may have happened, field by field what did.

Rule kept: only what differs among the events left is asked; the order of the fields is the event's own.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from companion.game import Event

Picks = tuple[tuple[str, Any], ...]


def narrowed(events: Iterable[Event], picks: Picks) -> tuple[Event, ...]:
    """The events that agree with everything said so far."""
    return tuple(event for event in events if all(value_of(event, name) == value for name, value in picks))


def value_of(event: Event, name: str) -> Any:
    """A field's value; `kind` is the event's class. What an event does not have is None."""
    return type(event).__name__ if name == "kind" else getattr(event, name, None)


def next_field(events: Sequence[Event]) -> str | None:
    """The first field in which the events differ; None where they do not, or there is none."""
    if len(events) < 2:
        return None
    if len({type(event) for event in events}) > 1:
        return "kind"
    for name in events[0].__struct_fields__:
        first = value_of(events[0], name)
        if any(value_of(event, name) != first for event in events):
            return name
    return None


def values(events: Sequence[Event], name: str) -> tuple[Any, ...]:
    """What a field may be, each value once, in the order of the events."""
    found: list[Any] = []
    for event in events:
        value = value_of(event, name)
        if value not in found:
            found.append(value)
    return tuple(found)


def has(event: Event, name: str) -> bool:
    return name in event.__struct_fields__
