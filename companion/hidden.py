"""Cards whose faces may be unknown: places, counts, and what the unknown ones can be.

The rule kept here: the number of unknown slots is the number of faces in the pool, and no face is made or lost.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

Label = str


class NotThere(ValueError):
    """Asked for a card that, by the count of all the others, cannot be in that place."""


@dataclass(frozen=True, slots=True)
class Cards:
    """Every card of one set. A slot is a face, or None where nobody has shown it yet.

    `unseen` holds the faces of all the None slots together, so that `len(unseen)` is their number, always.
    """

    places: Mapping[str, tuple[Label | None, ...]]
    unseen: tuple[Label, ...]

    @classmethod
    def of(cls, deck: Iterable[Label], place: str, others: Iterable[str]) -> "Cards":
        """All cards of a deck face down in one place, the other places empty."""
        faces = tuple(sorted(deck))
        empty: dict[str, tuple[Label | None, ...]] = dict.fromkeys(others, ())
        return cls(MappingProxyType({**empty, place: (None,) * len(faces)}), faces)

    def count(self, place: str) -> int:
        return len(self.places[place])

    def could_hold(self, place: str) -> frozenset[Label]:
        """The faces that may lie in a place; when one is left, it is certain."""
        slots = self.places[place]
        known = {face for face in slots if face is not None}
        return frozenset(known | set(self.unseen) if None in slots else known)

    def move(self, src: str, dst: str, face: Label | None = None) -> "Cards":
        """Move one card. A given face is learnt; None moves the top card as it is. Raises NotThere."""
        slots = self.places[src]
        if not slots:
            raise NotThere(f"{src} is empty")
        if face is None:
            return self._placed(src, slots[:-1], dst, slots[-1])
        if face in slots:
            at = slots.index(face)
            return self._placed(src, slots[:at] + slots[at + 1 :], dst, face)
        if None in slots and face in self.unseen:
            at = slots.index(None)
            rest = list(self.unseen)
            rest.remove(face)
            moved = self._placed(src, slots[:at] + slots[at + 1 :], dst, face)
            return replace(moved, unseen=tuple(rest))
        raise NotThere(f"no {face} can be in {src}")

    def shuffled(self, place: str) -> "Cards":
        """Forget the order of a place: its known faces go back among the unseen."""
        slots = self.places[place]
        known = [face for face in slots if face is not None]
        places = MappingProxyType({**self.places, place: (None,) * len(slots)})
        return Cards(places, tuple(sorted([*self.unseen, *known])))

    def faults(self) -> tuple[str, ...]:
        unknown = sum(slots.count(None) for slots in self.places.values())
        same = unknown == len(self.unseen)
        return () if same else (f"{unknown} unknown cards, but {len(self.unseen)} faces unseen",)

    def total(self) -> Counter[Label]:
        """How often each face exists, seen or not."""
        known = (face for slots in self.places.values() for face in slots if face is not None)
        return Counter(self.unseen) + Counter(known)

    def _placed(self, src: str, left: tuple[Label | None, ...], dst: str, slot: Label | None) -> "Cards":
        grown = (*(left if src == dst else self.places[dst]), slot)
        return replace(self, places=MappingProxyType({**self.places, src: left, dst: grown}))
