"""Regions of the table as people call them."""

from collections.abc import Sequence

from companion.sight import place_of
from ui.present.names import Called
from ui.words import _


def region_words(region: str, names: Sequence[str], called: Called) -> str:
    """A square as it is named, a seat's own place with the seat's name, a pile by its card."""
    place = place_of(region)
    seat = place.seat
    if seat is None:
        return region if place.square is not None else called(region)
    known = {"deck": _("deck"), "discard": _("discards"), "play": _("cards in play"), "hand": _("hand")}
    name = names[seat] if seat < len(names) else str(seat)
    return _("{name}’s {place}").format(name=name, place=known.get(place.kind, place.kind))
