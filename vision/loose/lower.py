"""Cards that lie half beneath others that were read: laid along their free edges, and read by what shows of them there.

Rule kept: of two cards that overlap the one read less surely is the lower; what was surely read whole is none. What
sticks out of a card that was read, as far and as square as a card would, and looks like a strip of some face, is a
card; it is named only where it is surely read.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import cv2
import numpy as np

from vision.arrays import Floats, Picture
from vision.loose.fitting import sampled
from vision.loose.free_edges import along_free_edges
from vision.loose.outlines import CardOutline, Finder
from vision.loose.overlaps import LEAST_SHARED, RIVALS, shared
from vision.loose.reading import FoundCard, LooseCardReader

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
        if strength < STANDS_OUT or not _apart(outline, others, RIVALS):
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
        if _apart(card.outline, kept, RIVALS):
            kept.append(card)
    return kept


def _same_face(one: FoundCard, other: FoundCard) -> bool:
    """Whether two were read as one face: what seems to stick out of a card and looks like it is that card itself."""
    faces = [
        (card.identities[0].group, card.identities[0].reference) for card in (one, other) if card.identities
    ]
    return len(faces) == 2 and faces[0] == faces[1]


def _apart(outline: CardOutline, others: Sequence[FoundCard], most: float) -> bool:
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
    if strength < EDGED or not _apart(outline, over, RIVALS):
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
