"""What a scene shows beside what the book has: cards more, cards gone, and what the top of a pile may be."""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.game import Seen
from companion.games.zombinion.state import State, is_sort
from companion.games.zombinion.table import Faces
from companion.sight import Sighting

PLAUSIBLE = 0.02
"""Readings less likely than this are not followed up."""
READ = 0.5
"""A card whose readings add up to less may as well be another: what is left over weighs about as much as they do."""


@dataclass(frozen=True, slots=True)
class Clues:
    state: State
    seen: Seen
    book: dict[str, Faces]

    def up(self, region: str) -> list[Sighting]:
        """The cards that lie there and are not seen to lie face down, bottom first."""
        lying = self.seen.regions.get(region, ())
        return [one for one in lying if one.kind == "card" and one.face != "down"]

    def is_bare(self, region: str) -> bool:
        return not any(one.kind == "card" for one in self.seen.regions.get(region, ()))

    def more(self, region: str) -> list[Sighting]:
        """The cards seen there that are none of those which the book has there, bottom first."""
        return self._apart(region)[0]

    def gone(self, region: str) -> Faces:
        return self._apart(region)[1]

    def _apart(self, region: str) -> tuple[list[Sighting], Faces]:
        """The likeliest pairs of a card of the book and a sighting first; a card that was not read may be any."""
        held, sightings = list(self.book.get(region, ())), self.up(region)
        chances = [
            # One without a name may be any, but only where no read one fits better.
            (
                1.0 if face is None else max(sighting.chance(face), PLAUSIBLE * (sighting.label is None)),
                -n,
                -m,
            )
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

    def tops(self, region: str, else_any: tuple[str, ...] = ()) -> tuple[str, ...]:
        """What the card may be that lies uppermost there, as in `may_be`."""
        cards = self.up(region)
        return self.may_be(cards[-1], else_any) if cards else ()

    def laid(self, seat: int, sort: str) -> Iterator[str]:
        """The cards that may be new before a seat, a card that was hardly read as any of a sort in its hand."""
        known = self.state.agreed.cards
        some = tuple(
            card for card in self.state.players[seat].hand_faces(known) if is_sort(known, card, sort)
        )
        for sighting in self.more(f"play.{seat}"):
            yield from self.may_be(sighting, some)

    def may_be(self, sighting: Sighting, else_any: tuple[str, ...] = ()) -> tuple[str, ...]:
        """What a card may be, the likeliest first; one that was hardly read may be any of these as well.

        What the eye would not name it only guessed at: no such guess is a reading by itself.
        """
        named = [] if sighting.label is None else [(sighting.label, sighting.sure)]
        found = sorted((*named, *sighting.others), key=lambda reading: -reading[1])
        likely = [label for label, p in found if p >= PLAUSIBLE and label in self.state.agreed.cards]
        is_read = bool(named) and sum(p for _, p in found) >= READ
        return tuple(dict.fromkeys(likely if is_read else (*likely, *else_any)))
