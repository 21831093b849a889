"""Cards that lie half beneath others that were read: laid along their free edges, and read by what shows of them there.

Rule kept: of two cards that overlap the one read less surely is the lower; what was surely read whole is none. What
sticks out of a card that was read, as far and as square as a card would, and looks like a strip of some face, is a
card; it is named only where it is surely read.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

import cv2
import numpy as np

from vision.arrays import Floats, Picture, Values
from vision.loose.outlines import LEAST_SHARED, RIVALS, CardOutline, Finder, sampled, shared, showing
from vision.loose.reading import FoundCard, LooseCardReader, straightened
from vision.loose.sides import slopes_of

# Lays a card that is half beneath another along those of its edges that are free: what shows of it tells too
# little of its corners to be believed about each of them. Method: the upper card, which shows wholly, tells
# how the table is seen there; on the table the lower one is as stiff as any card. So it is shifted and
# turned, never stretched, to where the picture changes most along what shows of its sides. Beneath another
# card nothing is measured.

PX_PER_MM: Final = 1.2
"""Px a millimetre in the picture of the table in which edges are looked for."""
MARGIN_MM: Final = 14.0
"""It reaches so far beyond the card on every side."""
ALONG: Final = 25
"""Points on each side."""
GRID: Final = 24
LEAST_POINTS: Final = 40
"""A card is looked at in so many points each way, of which so many must show."""
ENDS: Final = 0.07
"""So much of each side's ends is left out: corners are round."""
ROUNDS: Final = (
    ((-5.0, -2.5, 0.0, 2.5, 5.0), (-7.5, -5.0, -2.5, 0.0, 2.5, 5.0, 7.5)),
    ((-2.0, -1.0, 0.0, 1.0, 2.0), (-2.0, -1.0, 0.0, 1.0, 2.0)),
    ((-0.8, -0.4, 0.0, 0.4, 0.8), (-0.8, -0.4, 0.0, 0.4, 0.8)),
)
"""By how much the card is shifted each way (mm) and turned (degrees), coarse to fine."""
UNLIKELY: Final = 0.003
"""What a shift by a millimetre from where the face seemed to lie costs, in units of an edge's strength."""


def along_free_edges(
    image: Picture,
    corners: Floats,
    size_mm: tuple[float, float],
    upper: tuple[Floats, tuple[float, float]],
    hidden: Sequence[Floats],
) -> tuple[Floats, float]:
    """The outline (4 x 2 px, in the same order) of a card of that size (mm) along edges of the picture (BGR), and how
    much the picture changes along what shows of it (0 to about 1).

    `upper`: outline and size of the card that lies on it; `hidden`: all outlines that hide something of it.
    """
    # The matrix from mm on the table to px about the upper card, which shows wholly.
    over, (wide, high) = upper[0], _lying(*upper)
    one = (over[1] + over[2] - over[0] - over[3]) / 2 / wide
    other = (over[2] + over[3] - over[0] - over[1]) / 2 / high
    middle, table = corners.mean(axis=0), np.stack([one, other], axis=1)
    places = (corners - middle) @ np.linalg.inv(table).T
    shows = _showing_points(corners, hidden)
    if len(shows) < LEAST_POINTS:
        return corners, 0.0
    card, pivot = _stiff(places, _lying(places, size_mm), shows)
    reach = float(np.hypot(*size_mm)) / 2 + MARGIN_MM
    across = round(2 * reach * PX_PER_MM)
    square = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * reach
    look, onto = straightened(image, square @ table.T + middle, (across, across))
    free = showing(hidden, onto, (across, across))
    mask = np.ones((across, across), np.float32) if free is None else free
    mask = np.asarray(cv2.erode(mask, np.ones((5, 5), np.uint8)), dtype=np.float32)
    seen = np.dstack([*slopes_of(look), mask])
    best, strength = _settled(
        card, pivot, lambda quads: _strengths(quads * PX_PER_MM + (across - 1) / 2, seen)
    )
    return np.asarray(best @ table.T + middle, dtype=np.float64), strength


def _lying(corners: Floats, size_mm: tuple[float, float]) -> tuple[float, float]:
    """A card's sizes (mm) along corner 0 to 1, and 1 to 2."""
    first, second = np.hypot(*(corners[[1, 2]] - corners[[0, 1]]).T)
    small, large = sorted(size_mm)
    return (small, large) if first <= second else (large, small)


def _showing_points(corners: Floats, hidden: Sequence[Floats]) -> Floats:
    """Points of a card (N x 2, 0 to 1 along its sides) that no other outline hides."""
    unit = np.array([[0, 0], [GRID, 0], [GRID, GRID], [0, GRID]], dtype=np.float32) - np.float32(0.5)
    onto = np.asarray(cv2.getPerspectiveTransform(corners.astype(np.float32), unit), dtype=np.float64)
    mask = showing(hidden, onto, (GRID, GRID))
    down, across = np.nonzero(np.ones((GRID, GRID)) if mask is None else mask)
    return np.stack([across + 0.5, down + 0.5], axis=1) / GRID


def _stiff(places: Floats, size: tuple[float, float], points: Floats) -> tuple[Floats, Floats]:
    """The corners (mm) of a card of that size whose points lie as near as can be to where they lie in an outline, and
    the middle of these points."""
    unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], dtype=np.float32)
    onto = cv2.getPerspectiveTransform(unit, places.astype(np.float32))
    seen = cv2.perspectiveTransform(points[None].astype(np.float64), np.asarray(onto, dtype=np.float64))[0]
    own = points * size
    a, b = own - own.mean(axis=0), seen - seen.mean(axis=0)
    turn = np.arctan2((a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]).sum(), (a * b).sum())
    middle = np.asarray(seen.mean(axis=0))
    return _turned(unit * size - own.mean(axis=0), float(turn)) + middle, middle


def _turned(points: Floats, by: float) -> Floats:
    cosine, sine = np.cos(by), np.sin(by)
    return np.asarray(points @ np.array([[cosine, sine], [-sine, cosine]]))


def _strengths(quads: Floats, seen: Values) -> Floats:
    """How much the picture changes across what shows of each outline's sides (N x 4 x 2): 0 to about 1."""
    parts = np.linspace(ENDS, 1 - ENDS, ALONG)[:, None]
    ends = np.roll(quads, -1, axis=1)
    places = (quads[:, :, None] * (1 - parts) + ends[:, :, None] * parts).astype(np.float32)
    flat = places.reshape(len(quads), -1, 2)
    told = cv2.remap(seen, flat[..., 0], flat[..., 1], cv2.INTER_LINEAR).reshape(*places.shape[:3], 3)
    across, down, free = np.moveaxis(told, -1, 0)
    steps = np.abs(ends - quads)
    along = steps / np.maximum(np.hypot(steps[..., 0], steps[..., 1]), 1e-6)[..., None]
    change = across * along[..., 1:] + down * along[..., :1]
    return np.asarray((change * free).sum(axis=(1, 2)) / np.maximum(1.0, free.sum(axis=(1, 2))))


def _settled(card: Floats, pivot: Floats, strengths: Callable[[Floats], Floats]) -> tuple[Floats, float]:
    """A card shifted, and turned about the middle of what shows, coarse to fine, to where the picture changes most."""
    start = card
    for shifts, turns in ROUNDS:
        moves = [(x, y, turn) for x in shifts for y in shifts for turn in turns]
        by = np.array([(x, y) for x, y, _ in moves])[:, None]
        quads = np.stack([_turned(card - pivot, np.deg2rad(turn)) for *_, turn in moves]) + pivot + by
        far = np.linalg.norm(quads - start, axis=2).mean(axis=1)
        best = int(np.argmax(strengths(quads) - UNLIKELY * far))
        card, pivot = quads[best], pivot + by[best, 0]
    return card, float(strengths(card[None])[0])


PARTLY: Final = 0.8
"""A card of which more shows has its own corners well enough by its face."""
EDGED: Final = 0.8
"""Edges so strong along what shows of a card tell where it lies, …"""
STANDS_OUT: Final = 0.9
LOOKS_LIKE: Final = 0.6
"""… and so strong that it is one, if it agrees so well with some face at a glance, …"""
LEAST_SHOWN: Final = 0.28
"""… and so much of it shows."""
READ: Final = 0.6
"""A card that is read with less chance where its edges run than this stays as it was read."""
NAMED: Final = 0.9
"""A strip is named by a face of this chance; a card that was read so surely as a whole is left as it lies."""
STRIP: Final = 0.55
"""Chance with which a card shows just beyond another, for one to be looked for beneath it, …"""
SHIFTS: Final = (0.25, 0.4, 0.55)
"""… that sticks out by so much of its side."""
STRIP_SURE: Final = 0.6


def lower_refitted(
    image: Picture, reader: LooseCardReader, found: Sequence[FoundCard], known: Sequence[FoundCard]
) -> list[FoundCard]:
    """All cards found, those `known` ones among them that lie beneath others as what shows of them tells."""
    told = []
    for card in found:
        over = [other for other in known if _over(other, card)] if card in known else []
        told.append(_refitted(image, reader, card, over) if over else card)
    return told


def strips_told(
    image: Picture, reader: LooseCardReader, finder: Finder, known: Sequence[FoundCard]
) -> list[FoundCard]:
    """Cards beneath those known of which only a strip shows, beyond one of the upper one's sides."""
    found: list[tuple[float, FoundCard]] = []
    for upper, start in _beside(finder, known):
        size = reader.size_mm(upper)
        if size is None:
            continue
        outline = CardOutline(start, STRIP_SURE)
        over = [card for card in known if shared(card.outline.corners, start) >= LEAST_SHARED]
        outline, strength = _along(image, reader, outline, size, upper, over)
        others = [card for card in known if card is not upper]
        if strength < STANDS_OUT or not apart(outline, others, RIVALS):
            continue
        hidden = [card.outline.corners for card in known]
        agreement = reader.agreement(image, outline.corners, hidden)
        if agreement < LOOKS_LIKE:
            continue
        card = reader.read(image, outline, hidden)
        if card.visible < LEAST_SHOWN or _same_face(card, upper):
            continue
        named = bool(card.identities) and card.identities[0].sure >= NAMED
        found.append(
            (
                agreement,
                replace(card, outline=outline, identities=card.identities if named else (), back=None),
            )
        )
    kept: list[FoundCard] = []
    for _, card in sorted(found, key=lambda one: -one[0]):
        if apart(card.outline, kept, RIVALS):
            kept.append(card)
    return kept


def _same_face(one: FoundCard, other: FoundCard) -> bool:
    """Whether two were read as one face: what seems to stick out of a card and looks like it is that card itself."""
    faces = [
        (card.identities[0].group, card.identities[0].reference) for card in (one, other) if card.identities
    ]
    return len(faces) == 2 and faces[0] == faces[1]


def apart(outline: CardOutline, others: Sequence[FoundCard], most: float) -> bool:
    """Whether an outline shares less than this part of the smaller one with each of the others."""
    return all(shared(outline.corners, other.outline.corners) < most for other in others)


def _over(upper: FoundCard, card: FoundCard) -> bool:
    """Whether a card lies on another, which it does not merely rival."""
    part = shared(upper.outline.corners, card.outline.corners)
    return LEAST_SHARED <= part < RIVALS and _height(upper) > _height(card)


def _height(card: FoundCard) -> tuple[float, float]:
    return card.visible, card.identities[0].sure if card.identities else card.known


def _refitted(
    image: Picture, reader: LooseCardReader, card: FoundCard, over: Sequence[FoundCard]
) -> FoundCard:
    hidden = [other.outline.corners for other in over]
    if card.visible == 1.0:
        if _height(card)[1] >= NAMED:
            return card
        again = reader.read(image, card.outline, hidden)
        card = again if again.known >= card.known else replace(card, visible=again.visible)
    size = reader.size_mm(card)
    if card.visible >= PARTLY or size is None:
        return card
    outline, strength = _along(image, reader, card.outline, size, max(over, key=_height), over)
    if strength < EDGED or not apart(outline, over, RIVALS):
        return card
    again = reader.read(image, outline, hidden)
    return replace(again if again.known >= READ else card, outline=outline)


def _along(
    image: Picture,
    reader: LooseCardReader,
    outline: CardOutline,
    size_mm: tuple[float, float],
    upper: FoundCard,
    over: Sequence[FoundCard],
) -> tuple[CardOutline, float]:
    """An outline of a card beneath others laid along its free edges, and how strong these are."""
    upper_size = reader.size_mm(upper)
    if upper_size is None:
        return outline, 0.0
    hidden = [other.outline.corners for other in over]
    corners, strength = along_free_edges(
        image, outline.corners, size_mm, (upper.outline.corners, upper_size), hidden
    )
    return replace(outline, corners=corners), strength


def _beside(finder: Finder, known: Sequence[FoundCard]) -> list[tuple[FoundCard, Floats]]:
    """Where cards may lie beneath others beyond whose sides the finder sees card that none known explains."""
    if not known:
        return []
    half = float(np.median([np.sqrt(card.outline.area) for card in known])) / 2
    cell = half / 16
    cover = np.ascontiguousarray(finder.cover(half, cell))
    for card in known:
        cv2.fillConvexPoly(cover, np.rint(card.outline.corners / cell).astype(np.int32), 0.0)
    found = []
    along = np.linspace(0.15, 0.85, 7)[:, None, None]
    beyond = np.linspace(0.08, 0.2, 3)[None, :, None]
    for card in known:
        corners = card.outline.corners
        for side in range(4):
            a, b = corners[side], corners[(side + 1) % 4]
            out = (a - corners[(side + 3) % 4] + b - corners[(side + 2) % 4]) / 2
            points = (a * (1 - along) + b * along + out * beyond) / cell
            if float(sampled(cover, points.reshape(1, -1, 2)).mean()) >= STRIP:
                found += [(card, corners + out * by) for by in SHIFTS]
    return found
