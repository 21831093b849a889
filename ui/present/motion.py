"""What moves between two pictures of a table: which thing went where, which was turned over, which is gone.

Rule kept: only what both pictures show is used, so a motion tells nothing that they do not.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from ui.present.board import Piece

NEAR_MM = 2.0
"""A thing that lies no farther from where it lay has not moved."""
MOST = 10
"""When more things than this move at once the table was laid anew, and no motion is shown."""


@dataclass(frozen=True, slots=True)
class Motion:
    """`slides` and `turns` are pairs of a thing before and after, `gone` what is there no more."""

    slides: tuple[tuple[Piece, Piece], ...] = ()
    turns: tuple[tuple[Piece, Piece], ...] = ()
    gone: tuple[Piece, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.slides or self.turns or self.gone)


def motion(before: Sequence[Piece], after: Sequence[Piece]) -> Motion:
    """How one picture becomes the other; nothing where too much of it changes."""
    left, new = list(before), list(after)

    def rests(one: Piece, other: Piece) -> bool:
        """Whether this may be the same thing where it lay, whatever is known of it now."""
        alike = (one.kind, one.seat, one.face) == (other.kind, other.seat, other.face)
        return _away(one, other) <= NEAR_MM and alike and (one.kind == "card" or one.label == other.label)

    def is_turned(one: Piece, other: Piece) -> bool:
        if one.kind != other.kind or one.faint or other.faint or not _away(one, other) <= NEAR_MM:
            return False
        if one.kind == "penny":
            return one.label != other.label
        return one.kind == "card" and one.seat == other.seat

    def is_same(one: Piece, other: Piece) -> bool:
        told = (one.kind, one.label, one.face, one.deck, one.seat, one.faint)
        return told == (other.kind, other.label, other.face, other.deck, other.seat, other.faint)

    _paired(left, new, rests)
    # A card that lay face down turns as all could see it, whoever looked at it.
    turns = [
        (replace(one, label=None, peeped=False, name="", figure="", corners=()), other)
        if one.face == "down"
        else (one, other)
        for one, other in _paired(left, new, is_turned)
    ]
    slides = _paired(left, new, is_same)
    gone = tuple(piece for piece in left if not piece.faint and not piece.peeped)
    few = len(slides) + len(turns) + len(gone) <= MOST
    return Motion(tuple(slides), tuple(turns), gone) if few else Motion()


def _away(one: Piece, other: Piece) -> float:
    return max(abs(one.x - other.x), abs(one.y - other.y))


def _paired(
    left: list[Piece], new: list[Piece], fits: Callable[[Piece, Piece], bool]
) -> list[tuple[Piece, Piece]]:
    """The pairs that fit, nearest first; what is in one is taken out of both lists."""
    pairs = [(one, other) for one in left for other in new if fits(one, other)]
    found: list[tuple[Piece, Piece]] = []
    for one, other in sorted(pairs, key=lambda pair: _away(*pair)):
        if any(each is one for each in left) and any(each is other for each in new):
            left[:] = [each for each in left if each is not one]
            new[:] = [each for each in new if each is not other]
            found.append((one, other))
    return found
