"""Regions of the table as people call them."""

from collections.abc import Sequence

from ui.present.names import label_words
from ui.present.sides import owner
from ui.words import _


def region_words(region: str, names: Sequence[str]) -> str:
    """A square as it is named, a seat's own place with the seat's name, a pile by its card."""
    seat = owner(region)
    if seat is None:
        return region if len(region) <= 2 else label_words(region)
    place = region.rpartition(".")[0]
    known = {"deck": _("deck"), "discard": _("discards"), "play": _("cards in play"), "hand": _("hand")}
    name = names[seat] if seat < len(names) else str(seat)
    return _("{name}’s {place}").format(name=name, place=known.get(place, place))
