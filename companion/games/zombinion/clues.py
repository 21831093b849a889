"""What a scene shows beside what the book has: cards more, cards gone, and what the top of a pile may be."""

from dataclasses import dataclass

from companion.game import Seen
from companion.games.zombinion.state import State
from companion.games.zombinion.table import Faces, faces
from companion.sight import Sighting

PLAUSIBLE = 0.02
"""Readings less likely than this are not followed up."""
READ = 0.5
"""A card whose readings add up to less may as well be another: what is left over weighs about as much as they do."""


@dataclass(frozen=True, slots=True)
class Clues:
    """A scene beside a state."""

    state: State
    seen: Seen
    book: dict[str, Faces]

    def up(self, region: str) -> list[Sighting]:
        """The cards that lie there and are not seen to lie face down, bottom first."""
        lying = self.seen.regions.get(region, ())
        return [one for one in lying if one.kind == "card" and one.face != "down"]

    def is_bare(self, region: str) -> bool:
        """Whether no card is seen there."""
        return not any(one.kind == "card" for one in self.seen.regions.get(region, ()))

    def more(self, region: str) -> list[Sighting]:
        """The cards seen there that are none of those which the book has there, bottom first."""
        return self._apart(region)[0]

    def gone(self, region: str) -> Faces:
        """The cards that the book has there and that are not seen."""
        return self._apart(region)[1]

    def _apart(self, region: str) -> tuple[list[Sighting], Faces]:
        """The likeliest pairs of a card of the book and a sighting first; a card that was not read may be any."""
        held, sightings = list(self.book.get(region, ())), self.up(region)
        chances = [
            (1.0 if face is None else _chance(sighting, face), -n, -m)
            for n, sighting in enumerate(sightings)
            for m, face in enumerate(held)
        ]
        paired: set[int] = set()
        kept: set[int] = set()
        for chance, n, m in sorted(chances, reverse=True):
            if chance >= PLAUSIBLE and -n not in paired and -m not in kept:
                paired.add(-n)
                kept.add(-m)
        more = [sighting for n, sighting in enumerate(sightings) if n not in paired]
        return more, tuple(face for m, face in enumerate(held) if m not in kept)

    def top(self, region: str) -> Sighting | None:
        """The card that lies uppermost there, face up."""
        cards = self.up(region)
        return cards[-1] if cards else None


def clues(state: State, seen: Seen) -> Clues:
    """What a scene shows beside this state."""
    return Clues(state, seen, faces(state))


def _chance(sighting: Sighting, face: str) -> float:
    """A card without a name may be any, but only where no read one fits better."""
    return sighting.chance(face) if sighting.label is not None else max(sighting.chance(face), PLAUSIBLE)


def readings(sighting: Sighting, else_any: tuple[str, ...]) -> tuple[str, ...]:
    """What a card may be, the likeliest first; one that was hardly read may be any of these as well.

    What the eye would not name it only guessed at: no such guess is a reading by itself.
    """
    named = [] if sighting.label is None else [(sighting.label, sighting.sure)]
    found = sorted((*named, *sighting.others), key=lambda reading: -reading[1])
    likely = tuple(dict.fromkeys(label for label, p in found if p >= PLAUSIBLE))
    is_read = bool(named) and sum(p for _, p in found) >= READ
    return likely if is_read else tuple(dict.fromkeys((*likely, *else_any)))
