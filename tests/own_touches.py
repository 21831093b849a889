"""Touches that one page alone takes, by the names of their methods: for a page that is not there yet."""

from typing import Any

from ui.present.touches import AtTable, Touch, do


class Own(Touch, frozen=True):
    """A method of a page, or of what stands on it, and what it is called with."""

    name: str
    given: tuple[Any, ...] = ()
    named: tuple[tuple[str, Any], ...] = ()


def own(name: str, *given: Any, **named: Any) -> Own:
    """Such a touch."""
    return Own(name, given, tuple(named.items()))


def meant(page: Any, touch: Touch) -> Touch:
    """A touch as the page shows it."""
    if not isinstance(touch, Own):
        return touch
    cards = getattr(page, "_cards", page)
    owners = (page, cards, getattr(cards, "draft", None))
    owner = next(owner for owner in owners if hasattr(owner, touch.name))
    return do(getattr(owner, touch.name), *touch.given, **dict(touch.named))


def send(desk: Any, *touches: Touch) -> None:
    """Touches on the page that a desk shows, one after the other."""
    for touch in touches:
        desk.send(meant(desk.top, touch))


def kind_of(touch: Touch) -> object:
    """What a touch is: the method of the table that it calls, or its class."""
    return touch.method if isinstance(touch, AtTable) else type(touch)
