"""What moves between two pictures of a table: which thing went where, which was turned over, which is gone.

Rule kept: only what both pictures show is used, so a motion tells nothing that they do not.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from ui.present.board import Piece

NEAR_MM = 2.0
"""A thing that lies no farther from where it lay has not moved."""
MOST = 10
"""Where more than so many things move at once the table has been laid anew, and nothing is shown to move."""


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
    _paired(left, new, lambda one, other: _here(one, other) and _rests(one, other))
    turns = _paired(left, new, lambda one, other: _here(one, other) and _turned(one, other))
    slides = _paired(left, new, _same)
    found = Motion(
        tuple(slides),
        tuple((_covered(one), other) for one, other in turns),
        tuple(piece for piece in left if not piece.faint and not piece.peeped),
    )
    return found if len(slides) + len(turns) + len(found.gone) <= MOST else Motion()


def _paired(
    left: list[Piece], new: list[Piece], fits: Callable[[Piece, Piece], bool]
) -> list[tuple[Piece, Piece]]:
    """The pairs that fit, nearest first; what is in one is taken out of both lists."""
    pairs = sorted(
        ((n, m) for n, one in enumerate(left) for m, other in enumerate(new) if fits(one, other)),
        key=lambda pair: _away(left[pair[0]], new[pair[1]]),
    )
    used: tuple[set[int], set[int]] = (set(), set())
    found = []
    for n, m in pairs:
        if n not in used[0] and m not in used[1]:
            used[0].add(n)
            used[1].add(m)
            found.append((left[n], new[m]))
    left[:] = [piece for n, piece in enumerate(left) if n not in used[0]]
    new[:] = [piece for m, piece in enumerate(new) if m not in used[1]]
    return found


def _rests(one: Piece, other: Piece) -> bool:
    """Whether this may be the same thing where it lay, whatever is known of it now."""
    told = (one.kind, one.seat, one.face)
    return told == (other.kind, other.seat, other.face) and (one.kind == "card" or one.label == other.label)


def _same(one: Piece, other: Piece) -> bool:
    told = (one.kind, one.label, one.face, one.deck, one.seat, one.faint)
    return told == (other.kind, other.label, other.face, other.deck, other.seat, other.faint)


def _turned(one: Piece, other: Piece) -> bool:
    if one.kind != other.kind or one.faint or other.faint:
        return False
    if one.kind == "penny":
        return one.label != other.label
    return one.kind == "card" and one.seat == other.seat


def _covered(piece: Piece) -> Piece:
    """A card that lay face down as all could see it, whoever looked at it."""
    if piece.face != "down":
        return piece
    return replace(piece, label=None, peeped=False, name="", figure="", corners=())


def _here(one: Piece, other: Piece) -> bool:
    return _away(one, other) <= NEAR_MM


def _away(one: Piece, other: Piece) -> float:
    return max(abs(one.x - other.x), abs(one.y - other.y))
