"""Reads cards on a table whose mat is not in the picture: in pixels, with no regions.

Method: outlines (`outlines`), each card straightened and held against all enrolled faces where it shows; the cards read
tell the table's scale, and by that it is worked out where cards lie of which only a part shows beneath them. Rule kept:
a card that is there is reported, read or not; what is only half likely to be one must be read to be believed.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.sight import Sighting
from vision.arrays import Floats, Picture, Size, Values, each_once
from vision.decks.references import Reference, References
from vision.identify.identify import GROWN, TURNED, Identifier, Identity, Thumbnails, look, thumbnails, warped
from vision.loose.outlines import (
    LEAST_SHARED,
    RIVALS,
    CardOutline,
    Finder,
    averaged,
    half_sides,
    laid_about,
    points_along,
    sampled,
    shared,
    showing,
    side_lengths,
    sides_found,
    signs,
    slopes_of,
    straightened_by,
)

# One card of which only the outline is known: straightened, put right, read.
#
# Rule kept: faces are told by `identify`; a back, whose fine lines a camera does not hold, by its coarse look, and only
# where no face agrees.

NAMED_FROM: Final = 0.3
"""A label less likely than this is not given; it stays among the others."""
DECK_FROM: Final = 0.8
UP_FROM: Final = 0.6
DOWN_FROM: Final = 0.6
LEAST_TOLD: Final = 0.001
CROP_PX: Final = 160
"""The shorter side of a straightened card is at most this long."""
GLANCE_PX: Final = 40
"""The same for a glance."""
LEAST_VISIBLE: Final = 0.2
"""A card of which less shows is not read."""
LEAST_LEVEL: Final = 0.5
"""Agreement from which a face puts an outline right."""
LOOKS: Final = 3
WELL_READ: Final = 0.97
WORTH_ANOTHER: Final = 0.3
"""A card is straightened up to so often, each time by the face that agreed best, until it is this sure; not where
no face agrees so well."""
FURTHEST: Final = 0.25
"""A corner that would have to move by more than this part of the card's mean side is not put right."""
BACK_LEVEL, BACK_SPREAD = 0.45, 0.03
"""The coarse agreement at which a card is as likely as not that back, and how quickly the odds change with it."""
BACK_VISIBLE: Final = 0.6
"""A card of which less shows is not taken for a back."""
BACK_SHAPE: Final = 0.36
"""How far its sides may be from a back's (natural logarithm of their ratio)."""


@dataclass(frozen=True, slots=True, eq=False)
class Back:
    """The back that a card may show: its deck, the chance (0..1) that it is this one, and the card's mean side."""

    deck: str
    sure: float
    side_mm: float


@dataclass(frozen=True, slots=True, eq=False)
class FoundCard:
    """A card as found and as it was read: `identities` likeliest first, `visible` the part that shows.

    `size_mm`: of the face that it was read as; None where it was read as none.
    """

    outline: CardOutline
    identities: tuple[Identity, ...]
    back: Back | None
    visible: float
    size_mm: Size | None = None

    @property
    def known(self) -> float:
        """The chance that it is one of the enrolled faces or backs."""
        return max(self.face, self.back.sure if self.back else 0.0)

    @property
    def face(self) -> float:
        """The chance that it is one of the enrolled faces."""
        return sum(identity.sure for identity in self.identities)

    @property
    def side_mm(self) -> float:
        """The mean side (geometric) of what it was read as; nan where nothing is enrolled."""
        if self.back is not None and self.back.sure >= self.face:
            return self.back.side_mm
        return float("nan") if self.size_mm is None else float(np.sqrt(self.size_mm[0] * self.size_mm[1]))


@dataclass(frozen=True, slots=True, eq=False)
class _Look:
    """A card straightened by some corners: the crop, the homography onto it, what shows, and what it may be."""

    crop: Picture
    onto: Floats
    mask: Values | None
    visible: float
    identities: tuple[Identity, ...]

    @property
    def sure(self) -> float:
        return sum(identity.sure for identity in self.identities)

    @property
    def own_corners(self) -> Floats:
        """The corners (px of the picture) by the likeliest face."""
        own = np.array([self.identities[0].corners], dtype=np.float64)
        return np.asarray(cv2.perspectiveTransform(own, np.linalg.inv(self.onto))[0], dtype=np.float64)


class LooseCardReader:
    """Reads cards of some enrolled groups. Prepared once, then used from one thread."""

    def __init__(self, groups: Sequence[References]) -> None:
        self.groups = tuple(group for group in groups if group.all)
        self._identifier = Identifier(self.groups)
        self._backs: list[tuple[References, Thumbnails]] = []
        for group in self.groups:
            backs = tuple(reference for reference in group.all if reference.label is None)
            if backs:
                alone = References(group.width_mm, group.height_mm, backs)
                self._backs.append((alone, thumbnails(alone, [reference.image for reference in backs])))

    def agreement(self, image: Picture, corners: Floats, hidden: Sequence[Floats] = ()) -> float:
        """How well what lies within an outline agrees with the likeliest face at a glance (-1..1)."""
        size = _crop_size(corners, GLANCE_PX)
        crop, onto = straightened(image, corners, size)
        mask = showing(hidden, onto, size)
        if mask is not None and float(mask.mean()) < LEAST_VISIBLE:
            return -1.0
        return self._identifier.glance(crop, mask)

    def read(
        self, image: Picture, outline: CardOutline, hidden: Sequence[Floats] = (), *, faces: bool = True
    ) -> FoundCard:
        """One card of a picture (BGR) against all backs, and `faces`, where the outlines `hidden` do not cover it."""
        look = self._look(image, outline.corners, hidden, faces=faces)
        if look.visible < LEAST_VISIBLE:
            return FoundCard(outline, (), None, look.visible)
        for _ in range(LOOKS - 1):
            if not look.identities or look.sure >= WELL_READ or look.identities[0].level < WORTH_ANOTHER:
                break
            # a face that begins to agree tells where the card lies better than the outline did
            again = self._look(image, look.own_corners, hidden)
            if not again.identities or again.identities[0].level <= look.identities[0].level + 0.01:
                break
            look = again
        back = None
        if look.sure < UP_FROM and look.visible >= BACK_VISIBLE:
            back = self._back(look.crop, look.mask)
        if (
            look.identities
            and look.identities[0].level >= LEAST_LEVEL
            and (back is None or back.sure < DOWN_FROM)
        ):
            outline = _put_right(outline, look.own_corners)
        size = self.groups[look.identities[0].group].size if look.identities else None
        return FoundCard(outline, look.identities, back, look.visible, size)

    def _look(
        self, image: Picture, corners: Floats, hidden: Sequence[Floats], *, faces: bool = True
    ) -> _Look:
        size = _crop_size(corners, CROP_PX)
        crop, onto = straightened(image, corners, size)
        mask = showing(hidden, onto, size)
        visible = 1.0 if mask is None else float(mask.mean())
        told = faces and visible >= LEAST_VISIBLE
        identities = self._identifier.identify(crop, mask) if told else ()
        return _Look(crop, onto, mask, visible, identities)

    @property
    def sizes(self) -> tuple[Size, ...]:
        """Width and height (mm) of the cards that are enrolled."""
        return tuple(group.size for group in self.groups)

    def told(self, card: FoundCard) -> Sighting:
        """The card as a sighting, with the label only where it is likely enough."""
        corners = tuple((round(x, 2), round(y, 2)) for x, y in card.outline.corners.tolist())
        there = round(max(card.outline.sure, card.known), 4)
        told = Sighting("card", None, sure=there, corners_px=corners, visible=round(card.visible, 3))
        decks, labels = tallied(
            (self.groups[one.group].all[one.reference], one.sure) for one in card.identities
        )
        down = labels.pop(None, 0.0)
        if card.back is not None and card.back.sure > max(down, DOWN_FROM):
            deck = card.back.deck if card.back.sure >= DECK_FROM else None
            return replace(told, face="down", deck=deck)
        likeliest = max(decks, key=lambda name: decks[name], default=None)
        if likeliest is not None and decks[likeliest] >= DECK_FROM:
            told = replace(told, deck=likeliest)
        if down >= DOWN_FROM:
            return replace(told, face="down")
        if sum(labels.values()) >= UP_FROM:
            told = replace(told, face="up")
        return named(told, labels)

    def _back(self, crop: Picture, mask: Values | None) -> Back | None:
        """The likeliest back of a crop, by its thumbnail."""
        best: Back | None = None
        seen, ratio = look(crop, mask), float(np.log(crop.shape[1] / crop.shape[0]))
        for group, level in self._backs:
            shape = float(np.log(group.width_mm / group.height_mm))
            # Half a turn changes little of a back.
            turns = [turn for turn, way in ((0, shape), (1, -shape)) if abs(ratio - way) <= BACK_SHAPE]
            starts = [TURNED[turn] @ by for turn in turns for by in GROWN]
            if not starts:
                continue
            size = (level.rows, level.columns)
            patches = np.stack([warped(seen.soft, start, size) for start in starts])
            whole = seen.whole
            weights = None if whole is None else np.stack([warped(whole, start, size) for start in starts])
            agreements = level.agreements(patches, weights)
            _, reference = np.unravel_index(int(np.argmax(agreements)), agreements.shape)
            odds = (float(agreements.max()) - BACK_LEVEL) / BACK_SPREAD
            chance = 1 / (1 + float(np.exp(-np.clip(odds, -30, 30))))
            if best is None or chance > best.sure:
                side = float(np.sqrt(group.width_mm * group.height_mm))
                best = Back(group.all[int(reference)].deck, round(chance, 4), side)
        return best


def tallied(chances: Iterable[tuple[Reference, float]]) -> tuple[dict[str, float], dict[str | None, float]]:
    """The chance of each deck, and of each label (None: a back), by those of references."""
    decks, labels = defaultdict[str, float](float), defaultdict[str | None, float](float)
    for reference, chance in chances:
        decks[reference.deck] += chance
        labels[reference.label] += chance
    return decks, labels


def named(told: Sighting, labels: Mapping[str | None, float]) -> Sighting:
    """The sighting with the likeliest label, if that is likely enough; the others stay among its `others`."""
    ranked = sorted(labels.items(), key=lambda item: -item[1])
    likely = tuple((name, round(chance, 4)) for name, chance in ranked if name and chance >= LEAST_TOLD)
    if not likely or likely[0][1] < NAMED_FROM:
        return replace(told, others=likely[:3])
    return replace(told, label=likely[0][0], sure=likely[0][1], others=likely[1:4])


def _put_right(outline: CardOutline, corners: Floats) -> CardOutline:
    """The outline with the card's own corners, unless they lie too far off to be its."""
    far = FURTHEST * np.sqrt(outline.area)
    nearest = min(float(np.abs(np.roll(corners, k, axis=0) - outline.corners).max()) for k in range(4))
    return replace(outline, corners=corners) if nearest <= far else outline


def _crop_size(corners: Floats, most: int) -> tuple[int, int]:
    """Width and height (px) at which a card is straightened, the shorter at most `most`."""
    wide, high = side_lengths(corners, 8.0)
    scale = min(1.0, most / min(wide, high))
    return max(8, round(wide * scale)), max(8, round(high * scale))


def straightened(image: Picture, corners: Floats, size: tuple[int, int]) -> tuple[Picture, Floats]:
    """What lies within an outline, as a picture of that size (wide, high), and the homography onto it."""
    wide, high = size
    square = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], dtype=np.float32) - np.float32(0.5)
    onto = np.asarray(cv2.getPerspectiveTransform(corners.astype(np.float32), square), dtype=np.float64)
    times = np.sqrt(abs(float(cv2.contourArea(corners.astype(np.float32)))) / (wide * high))
    low, top = corners.min(axis=0), corners.max(axis=0)
    if times <= 1.5 or (top < 2).any() or (low > (image.shape[1] - 3, image.shape[0] - 3)).any():
        return straightened_by(image, onto, size), onto
    # many px of the picture make one of the crop: they are averaged first
    box = (*np.maximum(np.floor(low - 2), 0).astype(int).tolist(), *np.ceil(top + 2).astype(int).tolist())
    return averaged(image, box, times, onto, size), onto


# Several guesses at where one card's corners lie; the one whose look agrees best with an enrolled face is
# read. Method: sides along edges of the picture are exact where a card stands out, and go astray on frames
# printed within it; the finder's own outline does neither. Thumbnails tell cheaply which guess shows a face.
# A guess of the wrong shape has two sides right at most: it is completed from each of its sides. What no
# thumbnail agrees with is not held against the faces at all, which takes most of the time.

NOTHING: Final = 0.2
"""Agreement of thumbnails below which the first guess shows that there is no face, wherever its corners lie, …"""
HOPELESS: Final = 0.38
"""… below which no guess is read, …"""
LIKELY_GUESS: Final = 0.4
"""… from which a second one is, …"""
PLAIN: Final = 0.6
"""… and from which a guess is read before others are tried."""
READ: Final = 0.6
"""Chance of being one of the enrolled from which a card is read, …"""
CLEAR: Final = 0.95
"""… and from which no other guess is tried: it may lie better."""
MOST_READ: Final = 2
"""Most guesses at one card that are read."""
SAME_SHAPE: Final = 0.07
"""A guess whose sides are as long as a card's to within this (natural logarithm) needs no completing."""
MOST_CHANGE: Final = 0.75
"""A side that would change by more than this (natural logarithm) is left."""


def read_best(
    image: Picture,
    reader: LooseCardReader,
    outline: CardOutline,
    ways: Iterable[Floats],
    hidden: Sequence[Floats] = (),
    *,
    hopeless: float = HOPELESS,
    nothing: float = -1.0,
) -> FoundCard:
    """The card as read by the guess (4 x 2 px) that agrees best; unread with the outline as it is where none does.

    Guesses are taken one by one: none is asked for after one that is surely read, or after the first where that agrees
    less than `nothing`; none is read that agrees less than `hopeless`.
    """
    best: FoundCard | None = None
    ranked: list[tuple[float, Floats]] = []
    for corners in ways:
        agreement = reader.agreement(image, corners, hidden)
        if agreement >= PLAIN:
            best = _better(best, reader.read(image, replace(outline, corners=corners), hidden))
            if best.known >= CLEAR:
                return best
        else:
            ranked.append((agreement, corners))
            if agreement < nothing:
                break
            nothing = -1.0
    ranked.sort(key=lambda one: -one[0])
    for number, (agreement, corners) in enumerate(ranked[:MOST_READ]):
        if agreement < (hopeless if best is None and not number else LIKELY_GUESS):
            break
        best = _better(best, reader.read(image, replace(outline, corners=corners), hidden))
        if best.known >= CLEAR:
            return best
    if best is None:
        return reader.read(image, outline, hidden, faces=False)
    if best.known < READ:
        return replace(best, outline=outline)
    # read, but not as it should be: from where the face lies its sides may be found better
    sides = replace(outline, corners=sides_found(image, best.outline.corners))
    return _better(best, reader.read(image, sides, hidden))


def _better(best: FoundCard | None, card: FoundCard) -> FoundCard:
    return card if best is None or card.known > best.known else best


def completed(corners: Floats, sizes: Sequence[Size]) -> list[Floats]:
    """The outline (4 x 2 px) made as long, or as wide, as a card of one of the sizes (mm) is that has its other side's
    length, from each end."""
    centre, one, other = half_sides(corners)
    long_one, long_other = float(np.hypot(*one)), float(np.hypot(*other))
    if min(long_one, long_other) < 2:
        return []
    found: list[Floats] = []
    shapes = {shape for wide, high in sizes for shape in ((wide, high), (high, wide))}
    for wide, high in sorted(shapes):
        ratio = float(np.log(wide / high) - np.log(long_one / long_other))
        if not SAME_SHAPE <= abs(ratio) <= MOST_CHANGE:
            continue
        for across, down in ((np.exp(ratio), 1.0), (1.0, np.exp(-ratio))):
            u, v = one * across, other * down
            for end in (-1, 1):
                middle = centre + end * ((across - 1) * one + (down - 1) * other)
                found.append(laid_about(middle, u, v))
    return found


# Lays a card that is half beneath another along those of its edges that are free: what shows of it tells too
# little of its corners to be believed about each of them. Method: the upper card, which shows wholly, tells
# how the table is seen there; on the table the lower one is as stiff as any card. So it is shifted and
# turned, never stretched, to where the picture changes most along what shows of its sides. Beneath another
# card nothing is measured.

PX_PER_MM: Final = 1.2
"""Px a millimetre in the picture of the table in which edges are looked for."""
MARGIN_MM: Final = 14.0
"""How far it reaches beyond the card on every side."""
ALONG: Final = 25
"""Points on each side."""
GRID, LEAST_POINTS = 24, 40
"""A card is sampled at GRID x GRID points; at least LEAST_POINTS of them must show."""
ENDS: Final = 0.07
"""The part of each side's ends that is left out: corners are round."""
LAID_ROUNDS: Final = (
    ((-5.0, -2.5, 0.0, 2.5, 5.0), (-7.5, -5.0, -2.5, 0.0, 2.5, 5.0, 7.5)),
    ((-2.0, -1.0, 0.0, 1.0, 2.0), (-2.0, -1.0, 0.0, 1.0, 2.0)),
    ((-0.8, -0.4, 0.0, 0.4, 0.8), (-0.8, -0.4, 0.0, 0.4, 0.8)),
)
"""By how much the card is shifted each way (mm) and turned (degrees), coarse to fine."""
UNLIKELY: Final = 0.003
"""What a shift by a millimetre from where the face seemed to lie costs, in units of an edge's strength."""


def along_free_edges(
    image: Picture, corners: Floats, size_mm: Size, upper: tuple[Floats, Size], hidden: Sequence[Floats]
) -> tuple[Floats, float]:
    """The outline (4 x 2 px, in the same order) of a card of that size (mm) along edges of the picture (BGR), and how
    much the picture changes along what shows of it (0 to about 1).

    `upper`: outline and size of the card that lies on it; `hidden`: all outlines that hide something of it.
    """
    # The matrix from mm on the table to px about the upper card, which shows wholly.
    _, one, other = half_sides(upper[0])
    middle, table = corners.mean(axis=0), 2 * np.stack([one, other], axis=1) / _lying(*upper)
    places = (corners - middle) @ np.linalg.inv(table).T
    # Points of the card (N x 2, 0 to 1 along its sides) that no other outline hides.
    unit = np.array([[0, 0], [GRID, 0], [GRID, GRID], [0, GRID]], dtype=np.float32) - np.float32(0.5)
    onto = np.asarray(cv2.getPerspectiveTransform(corners.astype(np.float32), unit), dtype=np.float64)
    free = showing(hidden, onto, (GRID, GRID))
    rows, columns = np.nonzero(np.ones((GRID, GRID)) if free is None else free)
    shows = np.stack([columns + 0.5, rows + 0.5], axis=1) / GRID
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

    def strengths(quads: Floats) -> Floats:
        """How much the picture changes across what shows of each outline's sides (N x 4 x 2 mm): 0 to about 1."""
        px = quads * PX_PER_MM + (across - 1) / 2
        spots = points_along(px, ENDS, ALONG).astype(np.float32)
        flat = spots.reshape(len(px), -1, 2)
        told = cv2.remap(seen, flat[..., 0], flat[..., 1], cv2.INTER_LINEAR).reshape(*spots.shape[:3], 3)
        right, down, free = np.moveaxis(told, -1, 0)
        steps = np.abs(np.roll(px, -1, axis=1) - px)
        along = steps / np.maximum(np.hypot(steps[..., 0], steps[..., 1]), 1e-6)[..., None]
        change = right * along[..., 1:] + down * along[..., :1]
        return np.asarray((change * free).sum(axis=(1, 2)) / np.maximum(1.0, free.sum(axis=(1, 2))))

    # Shifted, and turned about the middle of what shows, coarse to fine, to where the picture changes most.
    start = card
    for shifts, turns in LAID_ROUNDS:
        moves = [(x, y, turn) for x in shifts for y in shifts for turn in turns]
        by = np.array([(x, y) for x, y, _ in moves])[:, None]
        quads = np.stack([_turned(card - pivot, np.deg2rad(turn)) for *_, turn in moves]) + pivot + by
        far = np.linalg.norm(quads - start, axis=2).mean(axis=1)
        best = int(np.argmax(strengths(quads) - UNLIKELY * far))
        card, pivot = quads[best], pivot + by[best, 0]
    return np.asarray(card @ table.T + middle, dtype=np.float64), float(strengths(card[None])[0])


def _lying(corners: Floats, size_mm: Size) -> tuple[float, float]:
    """A card's sizes (mm) along corner 0 to 1, and 1 to 2."""
    first, second = np.hypot(*(corners[[1, 2]] - corners[[0, 1]]).T)
    small, large = sorted(size_mm)
    return (small, large) if first <= second else (large, small)


def _stiff(places: Floats, size: Size, points: Floats) -> tuple[Floats, Floats]:
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


PARTLY: Final = 0.8
"""A card of which more shows has its own corners well enough by its face."""
EDGED: Final = 0.8
"""Edges so strong along what shows of a card tell where it lies, …"""
STANDS_OUT, LOOKS_LIKE = 0.9, 0.6
"""… and so strong that it is one, if it agrees so well with some face at a glance, …"""
LEAST_SHOWN: Final = 0.28
"""… and so much of it shows."""
READ_THERE: Final = 0.6
"""A card that is read with less chance where its edges run than this stays as it was read."""
NAMED: Final = 0.9
"""A strip is named by a face of this chance; a card that was read so surely as a whole is left as it lies."""
STRIP: Final = 0.55
"""Chance with which a card shows just beyond another, for one to be looked for beneath it, …"""
SHIFTS: Final = (0.25, 0.4, 0.55)
"""… that sticks out by so much of its side."""
STRIP_SURE: Final = 0.6


def strips_told(
    image: Picture, reader: LooseCardReader, finder: Finder, known: Sequence[FoundCard]
) -> list[FoundCard]:
    """Cards beneath those known of which only a strip shows, beyond one of the upper one's sides."""
    found: list[tuple[float, FoundCard]] = []
    for upper, start in _beside(finder, known):
        over = [card for card in known if shared(card.outline.corners, start) >= LEAST_SHARED]
        outline = CardOutline(start, STRIP_SURE)
        outline, strength = _laid_along(image, outline, upper.size_mm, upper, over)
        others = [card for card in known if card is not upper]
        if strength < STANDS_OUT or not apart(outline, others, RIVALS):
            continue
        hidden = [card.outline.corners for card in known]
        agreement = reader.agreement(image, outline.corners, hidden)
        if agreement < LOOKS_LIKE:
            continue
        card = reader.read(image, outline, hidden)
        # What seems to stick out of a card and looks like it is that card itself.
        faces = [
            (one.identities[0].group, one.identities[0].reference) for one in (card, upper) if one.identities
        ]
        if card.visible < LEAST_SHOWN or (len(faces) == 2 and faces[0] == faces[1]):
            continue
        named = bool(card.identities) and card.identities[0].sure >= NAMED
        found.append(
            (
                agreement,
                replace(card, outline=outline, identities=card.identities if named else (), back=None),
            )
        )
    return _apart([card for _, card in sorted(found, key=lambda one: -one[0])], RIVALS)


def apart(outline: CardOutline, others: Sequence[FoundCard], most: float) -> bool:
    """Whether an outline shares less than this part of the smaller one with each of the others."""
    return all(shared(outline.corners, other.outline.corners) < most for other in others)


def _apart(cards: Sequence[FoundCard], most: float) -> list[FoundCard]:
    """The cards, each only if it shares less than this part with those before it."""
    return list(each_once(cards, lambda one, other: not apart(one.outline, [other], most)))


def _height(card: FoundCard) -> tuple[float, float]:
    return card.visible, card.identities[0].sure if card.identities else card.known


def _refitted(
    image: Picture, reader: LooseCardReader, card: FoundCard, others: Sequence[FoundCard]
) -> FoundCard:
    """A card as what shows of it beneath others tells."""
    # Those that lie on it and do not merely rival it.
    over = [
        other
        for other in others
        if LEAST_SHARED <= shared(other.outline.corners, card.outline.corners) < RIVALS
        and _height(other) > _height(card)
    ]
    if not over:
        return card
    hidden = [other.outline.corners for other in over]
    if card.visible == 1.0:
        if _height(card)[1] >= NAMED:
            return card
        again = reader.read(image, card.outline, hidden)
        card = again if again.known >= card.known else replace(card, visible=again.visible)
    if card.visible >= PARTLY:
        return card
    outline, strength = _laid_along(image, card.outline, card.size_mm, max(over, key=_height), over)
    if strength < EDGED or not apart(outline, over, RIVALS):
        return card
    again = reader.read(image, outline, hidden)
    return replace(again if again.known >= READ_THERE else card, outline=outline)


def _laid_along(
    image: Picture, outline: CardOutline, size_mm: Size | None, upper: FoundCard, over: Sequence[FoundCard]
) -> tuple[CardOutline, float]:
    """An outline of a card beneath others laid along its free edges, and how strong these are."""
    if size_mm is None or upper.size_mm is None:
        return outline, 0.0
    hidden, lies_on = [other.outline.corners for other in over], (upper.outline.corners, upper.size_mm)
    corners, strength = along_free_edges(image, outline.corners, size_mm, lies_on, hidden)
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


# How many px a millimetre has all over a picture, told from the cards that were read: they lie on one table.
# With no card read nothing is known about scale, and nothing is refused for its size.

SLOPE: Final = 0.45
"""How much the logarithm of the scale changes across a picture as a rule (standard deviation): a camera aslant."""
NOISE: Final = 0.04
"""How well a card's outline tells the scale (of its logarithm)."""
STRAY: Final = 0.15
"""Cards whose scale is off by more than this were not read rightly, or lie on something high."""
SCALE_ROUNDS: Final = 4


@dataclass(frozen=True, slots=True)
class Scale:
    """The logarithm of px per mm: at the picture's middle, and how it changes over a picture's longer side."""

    middle: float
    across: float
    down: float
    size: tuple[int, int]

    def px_per_mm(self, x: float, y: float) -> float:
        """At a point of the picture (px)."""
        right, below = _offset((x, y), self.size)
        return float(np.exp(self.middle + self.across * right + self.down * below))


def scale_of(cards: Sequence[tuple[Floats, float]], size: tuple[int, int]) -> Scale | None:
    """The scale of a picture of that size (wide, high) from cards: corners (4 x 2 px) and px per mm of each."""
    if not cards:
        return None
    told = np.array([np.log(scale) for _, scale in cards])
    places = np.array([(1.0, *_offset(tuple(corners.mean(axis=0)), size)) for corners, _ in cards])
    prior = np.diag([1e-4, (NOISE / SLOPE) ** 2, (NOISE / SLOPE) ** 2])
    weights = np.ones(len(told))
    start = np.median(told)
    fit = np.zeros(3)
    for _ in range(SCALE_ROUNDS):
        pull = places * weights[:, None]
        fit = np.linalg.solve(pull.T @ places + prior, pull.T @ (told - start))
        weights = 1 / (1 + ((told - start - places @ fit) / STRAY) ** 2) ** 2
    return Scale(float(start + fit[0]), float(fit[1]), float(fit[2]), size)


def _offset(point: tuple[float, ...], size: tuple[int, int]) -> tuple[float, float]:
    """From the picture's middle, in its longer sides."""
    longest = max(size)
    return (point[0] - size[0] / 2) / longest, (point[1] - size[1] / 2) / longest


# Where a card lies of which only a part shows beneath others: where the finder sees card that none read
# explains. Method: what is left of the finder's map of cards is laid out in rectangles of an enrolled card's
# size, turned as the straight parts of its border run and pushed into each of its corners; kept are those of
# which exactly that would show which is left (intersection over union), moved a little while that gains. The
# hidden part is never measured; it follows from the card's size.

ACROSS: Final = 32.0
"""Samples across a card (geometric mean of its sides) in the masks in which places are weighed."""
SHOWS: Final = 0.5
"""Chance from which a card shows at a sample."""
LEAST_LEFT, MOST_LEFT = 0.12, 1.3
"""Parts of a card that may be left of one."""
BORDER: Final = 1
"""The border of a known card, in samples, that is no part of what is left."""
STRAIGHT: Final = 0.3
"""Straight parts of a border tell how a card is turned from this length on (parts of its side)."""
ALIKE_DEG: Final = 5.0
TURNS: Final = 4
"""Most turns that are tried."""
LARGER: Final = 1.12
"""What is left may be so much larger than the card: the finder's map is coarse."""
FILLS: Final = 0.85
"""What is left and as wide as this part of the card is laid in its middle."""
LEAST_FIT: Final = 0.6
"""Intersection over union of what would show and what is left, for a place to be told."""
MOST_TOLD: Final = 2
SHIFT: Final = 4
"""Binary places of drawn corners."""
STEPS: Final = ((2.0, 3.0), (1.0, 1.5), (0.5, 0.75))
"""By how much places are moved (samples) and turned (degrees)."""


def places_beneath(
    finder: Finder, known: Sequence[CardOutline], sizes_px: Sequence[Size]
) -> list[CardOutline]:
    """Outlines of cards of these sizes (px) of which parts show beneath those known, best first for each part.

    `sure` of each: how well what would show of it is what is left (0..1).
    """
    side = float(np.median([np.sqrt(wide * high) for wide, high in sizes_px]))
    cell = side / ACROSS
    cover = finder.cover(side / 2, cell)
    free = np.ones(cover.shape, np.uint8)
    for card in known:
        _fill(free, card.corners / cell, 0)
        cv2.polylines(
            free, [_fixed(card.corners / cell)], isClosed=True, color=0, thickness=BORDER, shift=SHIFT
        )
    left = (cover >= SHOWS).astype(np.uint8) & free
    left = np.asarray(cv2.morphologyEx(left, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), dtype=np.uint8)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(left, connectivity=4)
    area = ACROSS * ACROSS
    sizes = [(wide / cell, high / cell) for wide, high in sizes_px]
    found: list[CardOutline] = []
    for number in range(1, count):
        if LEAST_LEFT * area <= stats[number, cv2.CC_STAT_AREA] <= MOST_LEFT * area:
            places = _places((labels == number).astype(np.uint8), free, sizes)
            found += [replace(place, corners=place.corners * cell) for place in places]
    return found


def _places(part: Picture, free: Picture, sizes: Sequence[Size]) -> list[CardOutline]:
    """The best places for one part (a mask), in samples."""
    reach = round(1.6 * max(max(size) for size in sizes))
    x, y, wide, high = cv2.boundingRect(part)
    top, left = max(0, y - reach), max(0, x - reach)
    part = np.ascontiguousarray(part[top : y + high + reach, left : x + wide + reach])
    free = np.ascontiguousarray(free[top : y + high + reach, left : x + wide + reach])
    tried = sorted(
        (_fit(corners, part, free) for corners in _guesses(part, sizes)), key=lambda one: -one.sure
    )
    settled = [_settled(place, part, free) for place in tried[: 2 * MOST_TOLD]]
    fitting = [place for place in settled if place.sure >= LEAST_FIT]
    kept = list(each_once(fitting, lambda one, other: shared(one.corners, other.corners) >= 0.9))
    kept.sort(key=lambda one: -one.sure)
    return [replace(place, corners=np.add(place.corners, (left, top))) for place in kept[:MOST_TOLD]]


def _guesses(part: Picture, sizes: Sequence[Size]) -> Iterator[Floats]:
    contours, _ = cv2.findContours(part, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    border = max(contours, key=len).reshape(-1, 2).astype(np.float64)
    for turn in _turns(border, min(min(size) for size in sizes)):
        cosine, sine = np.cos(turn), np.sin(turn)
        axes = np.array([[cosine, sine], [-sine, cosine]])
        along = border @ axes.T
        low, high = along.min(axis=0) - 0.5, along.max(axis=0) + 0.5
        for size in sizes:
            for sides in {size, size[::-1]}:
                ways = [_along(low[axis], high[axis], sides[axis]) for axis in (0, 1)]
                square = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * np.array(sides) / 2
                for across in ways[0]:
                    for down in ways[1]:
                        yield np.add(square, (across, down)) @ axes


def _along(low: float, high: float, side: float) -> tuple[float, ...]:
    """Where along one axis the middle of a card with such a side may lie of which low to high shows."""
    if high - low > LARGER * side:
        return ()
    if high - low >= FILLS * side:
        return ((low + high) / 2,)
    return (low + side / 2, high - side / 2)


def _turns(border: Floats, side: float) -> list[float]:
    """How the straight parts of a border are turned (rad, 0 to a quarter), the longest first."""
    outline = cv2.approxPolyDP(np.rint(border).astype(np.int32)[:, None], 1.5, closed=True).reshape(-1, 2)
    steps = np.roll(outline, -1, axis=0) - outline
    lengths = np.hypot(*steps.T)
    found: list[float] = []
    for number in np.argsort(-lengths, kind="stable"):
        turn = float(np.arctan2(steps[number, 1], steps[number, 0]) % (np.pi / 2))
        apart = [abs((turn - other + np.pi / 4) % (np.pi / 2) - np.pi / 4) for other in found]
        if lengths[number] >= STRAIGHT * side and all(one > np.deg2rad(ALIKE_DEG) for one in apart):
            found.append(turn)
    return found[:TURNS]


def _settled(place: CardOutline, part: Picture, free: Picture) -> CardOutline:
    """A place moved and turned a little, coarse to fine, while it fits better."""
    for by, turn in STEPS:
        for _ in range(3):
            middle = place.corners.mean(axis=0)
            moves = [place.corners + move for move in ((by, 0), (-by, 0), (0, by), (0, -by))]
            turns = (np.deg2rad(turn), -np.deg2rad(turn))
            moves += [_turned(place.corners - middle, float(angle)) + middle for angle in turns]
            best = max((_fit(move, part, free) for move in moves), key=lambda one: one.sure)
            if best.sure <= place.sure:
                break
            place = best
    return place


def _fit(corners: Floats, part: Picture, free: Picture) -> CardOutline:
    """A place, with what would show of a card there held against what is left: intersection over union."""
    card = np.zeros_like(part)
    _fill(card, corners, 1)
    shown = card & free
    both = cv2.countNonZero(shown & part)
    fit = both / max(1, cv2.countNonZero(shown) + cv2.countNonZero(part) - both)
    return CardOutline(corners, fit)


def _fill(mask: Picture, corners: Floats, value: int) -> None:
    cv2.fillConvexPoly(mask, _fixed(corners), value, cv2.LINE_8, SHIFT)


def _fixed(corners: Floats) -> NDArray[np.int32]:
    """Corners in parts of a sample, as OpenCV draws them."""
    return np.rint(corners * 2**SHIFT).astype(np.int32)


FAINT: Final = 0.2
"""Outlines less likely than this are not looked at."""
BELIEVED: Final = 0.32
"""An outline less likely than this must have some evidence to be looked at."""
THERE: Final = 0.6
"""Evidence from which what was not read may be a card that adjoins another."""
TOLD: Final = 0.5
"""Chance from which a card that was not read is told."""
ENOUGH: Final = 0.9
"""Chance of being one of the enrolled from which no other way is tried."""
DOUBTFUL: Final = 0.15
"""Chance from which a card is told where none could be read and SIBLINGS others are of just its size, …"""
SIBLINGS: Final = 2
SAME_SIZE: Final = 0.12
"""… to within this (natural logarithm of its sides)."""
SMALLEST_MM, LARGEST_MM = 43.0, 105.0
"""Cards are made so large (geometric mean of their sides)."""
LIKELY: Final = 0.5
"""Chance from which an outline that was not read may be that of two cards."""
AGREES, AGREES_WELL = 0.35, 0.45
"""Agreements of thumbnails from which a guess at a part of a card is read, and one at an outline of another size."""
TELLS: Final = 0.9
"""A face must be read with this chance to tell the scale, and …"""
CERTAIN: Final = 0.985
"""… a back with this."""
SMALLEST_PX: Final = 32.0
"""A card that is smaller (geometric mean of its sides) must be read to be told."""
ALIKE: Final = 0.55
"""A card that was not read and is smaller than the others by more than this factor is a thing of another kind."""
SMALLEST_PART: Final = 0.037
"""Where nothing tells the scale, what is smaller than this (part of the picture's longer side) may be a coin or die."""
OFF_SCALE: Final = 0.25
"""A card whose size is off by more than this part was not read rightly."""
ROUNDS: Final = 5
"""Most cards that lie one upon the other."""
NEARLY_SQUARE: Final = 1.12
UNREAD_RIVALS: Final = 0.4
"""What was not read and shares this part of the smaller outline with a card is likely print on it."""
PRINTED, WHOLLY = 2.5, 0.85
"""What was not read and has this part of it within something larger by more than this factor is a picture on it."""


def read_loose(image: Picture, groups: Sequence[References]) -> tuple[Sighting, ...]:
    """The cards in a picture (BGR), each with its outline in px; place, angle and region stay None."""
    reader = prepared(tuple(groups))
    finder = Finder(image)
    outlines = [
        outline
        for outline in finder.outlines(FAINT)
        if outline.sure >= BELIEVED or finder.evidence(outline.corners).sure >= FAINT
    ]
    found = _read(image, reader, outlines)
    scale = _scale(found, (image.shape[1], image.shape[0]))
    if scale is not None:
        _uncover(image, reader, finder, found, scale)
        # Those read that lie beneath others lie as what shows of them tells.
        read = [card for card in found if _known(card, scale)]
        found = [_refitted(image, reader, card, read if card in read else ()) for card in found]
    known = [card for card in found if _known(card, scale)]
    kept = _apart(sorted(known, key=lambda one: -one.outline.sure - one.known), RIVALS)
    if scale is not None:
        kept += strips_told(image, reader, finder, kept)
    unread = [card for card in found if not _known(card, scale) and apart(card.outline, kept, UNREAD_RIVALS)]
    unread = [_by_sides(image, card, reader, scale) for card in unread]
    least = max(SMALLEST_PX, SMALLEST_PART * max(image.shape[:2]) * (scale is None))
    unread = [
        card
        for card in unread
        if (scale is None or SMALLEST_MM <= _side_mm(card, scale) <= LARGEST_MM)
        and float(np.sqrt(card.outline.area)) >= least
    ]
    kept += _standing(image, finder, unread, kept, alike=scale is None)
    if not kept:
        return ()
    # What was not read and is far smaller than the others are is none.
    areas = np.array([card.outline.area for card in kept])
    usual = float((areas * np.sqrt(areas)).sum() / areas.sum())
    return tuple(
        reader.told(card)
        for card, area in zip(kept, areas, strict=True)
        if _known(card, scale) or np.sqrt(area) >= ALIKE * usual
    )


def _standing(
    image: Picture, finder: Finder, unread: Sequence[FoundCard], read: Sequence[FoundCard], *, alike: bool
) -> list[FoundCard]:
    """Those of the outlines that were not read at which a card lies all the same, each with the chance of it."""
    likely = [card for card in unread if finder.evidence(card.outline.corners).sure >= THERE]
    told, doubtful = [], []
    for card in unread:
        beside = [
            other.outline.corners
            for other in (*read, *likely)
            if shared(other.outline.corners, card.outline.corners) < UNREAD_RIVALS
        ]
        sure = signs(image, finder, card.outline.corners, card.outline.sure, beside).sure
        if sure >= TOLD:
            told.append(replace(card, outline=replace(card.outline, sure=sure)))
        elif sure >= DOUBTFUL:
            doubtful.append(replace(card, outline=replace(card.outline, sure=TOLD)))
    if alike:
        # where a scale is known all sides were looked for at one size: that tells nothing
        told += [card for card in doubtful if sum(_as_large(card, other) for other in told) >= SIBLINGS]
    # One that lies wholly within a much larger one is a picture on that.
    lying = [
        card
        for card in told
        if not any(
            other.outline.area > PRINTED * card.outline.area
            and shared(card.outline.corners, other.outline.corners) >= WHOLLY
            for other in told
        )
    ]
    return _apart(sorted(lying, key=lambda one: -one.outline.sure), UNREAD_RIVALS)


def _as_large(card: FoundCard, other: FoundCard) -> bool:
    """Whether two outlines have sides of the same lengths, as cards of one deck have."""
    lengths = [
        np.sort(np.hypot(*(corners[[1, 2]] - corners[[0, 1]]).T))
        for corners in (card.outline.corners, other.outline.corners)
    ]
    return bool(np.abs(np.log(lengths[0] / lengths[1])).max() <= SAME_SIZE)


def _read(image: Picture, reader: LooseCardReader, outlines: Sequence[CardOutline]) -> list[FoundCard]:
    """What lies within outlines, likeliest first; outlines within cards that were surely read are left out."""
    found: list[FoundCard] = []
    for outline in outlines:
        if any(
            card.known >= ENOUGH and shared(outline.corners, card.outline.corners) >= RIVALS for card in found
        ):
            continue
        card = read_best(image, reader, outline, _ways(image, outline.corners), nothing=NOTHING)
        if card.known < READ and outline.sure >= LIKELY:
            # two that lie side by side, or one half over the other, may look like one of another shape
            parts = completed(outline.corners, reader.sizes)
            part = read_best(image, reader, outline, parts, hopeless=AGREES)
            card = part if part.known > max(card.known, READ) else card
        found.append(card)
    return found


def _ways(image: Picture, corners: Floats) -> Iterator[Floats]:
    yield corners
    yield sides_found(image, corners)


@lru_cache(maxsize=4)
def prepared(groups: tuple[References, ...]) -> LooseCardReader:
    """The reader of some groups: asked for beforehand, the first card that lies free is read as quickly as others."""
    return LooseCardReader(groups)


def _scale(found: Sequence[FoundCard], size: tuple[int, int]) -> Scale | None:
    """The scale of the picture by the faces that were read; by backs, which are less certain, only without any."""
    faces = [card for card in found if card.face >= TELLS]
    least = SMALLEST_PART * max(size)
    backs = [card for card in found if card.known >= CERTAIN and np.sqrt(card.outline.area) >= least]
    told = [(one.outline.corners, float(np.sqrt(one.outline.area)) / one.side_mm) for one in faces or backs]
    return scale_of(told, size)


def _side_mm(card: FoundCard, scale: Scale) -> float:
    x, y = card.outline.corners.mean(axis=0).tolist()
    return float(np.sqrt(card.outline.area)) / scale.px_per_mm(x, y)


def _known(card: FoundCard, scale: Scale | None) -> bool:
    """Whether a card was read, and is as large as what it was read as."""
    if card.known < READ or (scale is None and card.back is not None and card.back.sure < CERTAIN):
        return False
    return scale is None or bool(abs(np.log(_side_mm(card, scale) / card.side_mm)) <= OFF_SCALE)


def _uncover(
    image: Picture, reader: LooseCardReader, finder: Finder, found: list[FoundCard], scale: Scale
) -> None:
    """Adds those of which only a part shows beneath cards that were read, as far as they can be read themselves."""
    px = float(np.exp(scale.middle))
    sizes = [(width * px, height * px) for width, height in dict.fromkeys(reader.sizes)]
    for number in range(ROUNDS):
        read = [card.outline for card in found if _known(card, scale)]
        hidden = [outline.corners for outline in read]
        ways = [(place, [place.corners], AGREES) for place in places_beneath(finder, read, sizes)]
        for card in found:
            covered = max((shared(card.outline.corners, other.corners) for other in read), default=0.0)
            if LEAST_SHARED <= covered < RIVALS:
                ways.append((card.outline, [card.outline.corners], AGREES))
            if covered < RIVALS and (covered >= LEAST_SHARED or not number):
                ways.append((card.outline, _true_sizes(card.outline, reader.sizes, scale), AGREES_WELL))
        new: list[FoundCard] = []
        for outline, corners, least in ways:
            card = read_best(image, reader, outline, corners, hidden, hopeless=least)
            if _known(card, scale) and apart(card.outline, new, RIVALS):
                new.append(card)
        if not new:
            break
        found += new


def _by_sides(image: Picture, card: FoundCard, reader: LooseCardReader, scale: Scale | None) -> FoundCard:
    """A card that was not read with its sides along edges of the picture, at the size of an enrolled one if need be."""
    corners, sizes = card.outline.corners, []
    if scale is not None and (true := _true_sizes(card.outline, reader.sizes, scale)):
        corners = true[0]
        across, down = np.hypot(*(corners[[1, 2]] - corners[[0, 1]]).T).tolist()
        sizes = [(across, down)]
    return replace(card, outline=replace(card.outline, corners=sides_found(image, corners, sizes)))


def _true_sizes(outline: CardOutline, sizes: Sequence[Size], scale: Scale) -> list[Floats]:
    """The outline about the same middle with sides of the lengths (mm) that cards have, lying either way if need be."""
    centre, one, other = half_sides(outline.corners)
    long_one, long_other = float(np.hypot(*one)), float(np.hypot(*other))
    px = scale.px_per_mm(float(centre[0]), float(centre[1])) / 2
    found = []
    for wide, high in sizes:
        for a, b in {(wide, high), (high, wide)}:
            if (
                max(long_one, long_other) > NEARLY_SQUARE * min(long_one, long_other)
                and (a - b) * (long_one - long_other) < 0
            ):
                continue
            u, v = one / max(long_one, 1e-6) * a * px, other / max(long_other, 1e-6) * b * px
            found.append(laid_about(centre, u, v))
    return found
