"""What is being learnt: cards or discs. How one is found in a picture, cut out, and told from those taken before."""

from dataclasses import dataclass
from typing import Final, Protocol

from companion.language import _
from vision.arrays import Picture
from vision.decks.alike import distance
from vision.decks.deck import DeckKind
from vision.decks.turns import disc_distance
from vision.decks.writing import CardSize
from vision.enrolling.card_edges import Quad
from vision.enrolling.card_quad import NoCard, cut_out, straighten
from vision.enrolling.disc_cutting import DiscOutline, cut_disc, find_disc

__all__ = ["CARDS", "DISCS", "FoundSubject", "NoCard", "Subject"]


class FoundSubject(Protocol):
    """Something found in a picture: its width and height there (px), and how it is cut out of later ones."""

    @property
    def sides_px(self) -> tuple[float, float]: ...

    def cut(self, picture: Picture) -> Picture:
        """It, straightened, out of a picture in which it lies where it was found."""


@dataclass(frozen=True, slots=True, eq=False)
class _FoundCard:
    quad: Quad
    sides_px: tuple[float, float]
    size: CardSize | None

    def cut(self, picture: Picture) -> Picture:
        return cut_out(picture, self.quad, *_millimetres(self.size))


@dataclass(frozen=True, slots=True, eq=False)
class _FoundDisc:
    disc: DiscOutline

    @property
    def sides_px(self) -> tuple[float, float]:
        return self.disc.across, self.disc.across

    def cut(self, picture: Picture) -> Picture:
        return cut_disc(picture, self.disc)


@dataclass(frozen=True, slots=True)
class Subject:
    """Cards or discs, by the kind of deck that they make."""

    kind: DeckKind

    @property
    def hint(self) -> str:
        """What to do once the table is empty."""
        return _("lay a disc under the camera") if self.kind == "disc" else _("lay a card under the camera")

    @property
    def moved_part(self) -> float:
        """The part of a picture that differs from the one before when something moves; discs are small."""
        return 0.0006 if self.kind == "disc" else 0.004

    @property
    def sharp_px(self) -> int:
        """At how many px a side sharpness is judged; discs are seen small."""
        return 48 if self.kind == "disc" else 128

    @property
    def next_hint(self) -> str:
        return _("taken; lay the next disc") if self.kind == "disc" else _("taken; lay the next card")

    def find(
        self,
        picture: Picture,
        size: CardSize | None,
        empty: Picture | None,
        sides_px: tuple[float, float] | None,
    ) -> FoundSubject:
        """The one thing that lies there. `empty`, `sides_px`: as `straighten` takes them. Raises NoCard."""
        if self.kind == "disc":
            return _FoundDisc(find_disc(picture, empty))
        found = straighten(picture, *_millimetres(size), empty, sides_px)
        return _FoundCard(found.quad, found.sides_px, size)

    def distance(self, one: Picture, other: Picture) -> float:
        """How unlike two of them look: discs in the turn in which they are most alike."""
        return disc_distance(one, other) if self.kind == "disc" else distance(one, other)


CARDS: Final = Subject("card")
DISCS: Final = Subject("disc")


def _millimetres(size: CardSize | None) -> tuple[float | None, float | None]:
    return (None, None) if size is None else (size.width_mm, size.height_mm)
