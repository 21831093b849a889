"""One card of which only the outline is known: straightened, put right, read.

Rule kept: faces are told by `identify`; a back, whose fine lines a camera does not hold, by its coarse look, and only
where no face agrees.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.sight import Sighting
from vision.arrays import Floats, Picture, Values
from vision.decks.references import References
from vision.identify.identify import Identifier, Identity, Thumbnails, thumbnails
from vision.loose.outlines import CardOutline, showing, sides_found

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
ENOUGH: Final = 0.97
WORTH_ANOTHER: Final = 0.3
"""A card is straightened up to so often, each time by the face that agreed best, until it is this sure; not where
no face agrees so well."""
FURTHEST: Final = 0.25
"""A corner that would have to move by more than this part of the card's mean side is not put right."""
BACK_LEVEL: Final = 0.45
BACK_SPREAD: Final = 0.03
"""The coarse agreement at which a card is as likely as not that back, and how quickly the odds change with it."""
BACK_VISIBLE: Final = 0.6
"""A card of which less shows is not taken for a back."""
LOOSER: Final = (-0.08, 0.0, 0.08)
"""Outlines are tried so much larger for backs (parts of the card)."""


@dataclass(frozen=True, slots=True, eq=False)
class Back:
    """The back that a card may show: its deck, the chance (0..1) that it is this one, and the card's mean side."""

    deck: str
    sure: float
    side_mm: float


@dataclass(frozen=True, slots=True, eq=False)
class FoundCard:
    """A card as found and as it was read: `identities` likeliest first, `visible` the part that shows."""

    outline: CardOutline
    identities: tuple[Identity, ...]
    back: Back | None
    visible: float

    @property
    def known(self) -> float:
        """The chance that it is one of the enrolled faces or backs."""
        return max(sum(identity.sure for identity in self.identities), self.back.sure if self.back else 0.0)


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
            if not look.identities or look.sure >= ENOUGH or look.identities[0].level < WORTH_ANOTHER:
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
        return FoundCard(outline, look.identities, back, look.visible)

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
    def sizes(self) -> tuple[tuple[float, float], ...]:
        """Width and height (mm) of the cards that are enrolled."""
        return tuple((group.width_mm, group.height_mm) for group in self.groups)

    def side_mm(self, card: FoundCard) -> float:
        """The mean side (mm, geometric) of what a card was read as; nan where nothing is enrolled."""
        if card.back is not None and card.back.sure >= sum(identity.sure for identity in card.identities):
            return card.back.side_mm
        if not card.identities:
            return float("nan")
        group = self.groups[card.identities[0].group]
        return float(np.sqrt(group.width_mm * group.height_mm))

    def size_mm(self, card: FoundCard) -> tuple[float, float] | None:
        """Width and height of the face that a card was read as; None where it was read as none."""
        if not card.identities:
            return None
        group = self.groups[card.identities[0].group]
        return group.width_mm, group.height_mm

    def told(self, card: FoundCard) -> Sighting:
        """The card as a sighting, with the label only where it is likely enough."""
        corners = tuple((round(float(x), 2), round(float(y), 2)) for x, y in card.outline.corners)
        there = round(max(card.outline.sure, card.known), 4)
        told = Sighting("card", None, sure=there, corners_px=corners, visible=round(card.visible, 3))
        labels: dict[str, float] = {}
        decks: dict[str, float] = {}
        down = 0.0
        for identity in card.identities:
            reference = self.groups[identity.group].all[identity.reference]
            decks[reference.deck] = decks.get(reference.deck, 0.0) + identity.sure
            if reference.label is None:
                down += identity.sure
            else:
                labels[reference.label] = labels.get(reference.label, 0.0) + identity.sure
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
        ranked = sorted(labels.items(), key=lambda item: -item[1])
        likely = tuple((name, round(chance, 4)) for name, chance in ranked if chance >= LEAST_TOLD)
        if not likely or likely[0][1] < NAMED_FROM:
            return replace(told, others=likely[:3])
        return replace(told, label=likely[0][0], sure=likely[0][1], others=likely[1:4])

    def _back(self, crop: Picture, mask: Values | None) -> Back | None:
        """The likeliest back of a crop, by its thumbnail."""
        best: Back | None = None
        ratio = np.log(crop.shape[1] / crop.shape[0])
        for group, level in self._backs:
            for turned in (0, 1):
                off = abs(ratio - (1 - 2 * turned) * np.log(group.width_mm / group.height_mm))
                if off > 0.36:
                    continue
                seen = np.asarray(np.rot90(crop, turned), dtype=np.uint8)
                shows = None if mask is None else np.asarray(np.rot90(mask, turned), dtype=np.float32)
                agreements = level.agreements(*_patches(seen, shows, level))
                _, reference = np.unravel_index(int(np.argmax(agreements)), agreements.shape)
                odds = (float(agreements.max()) - BACK_LEVEL) / BACK_SPREAD
                chance = 1 / (1 + float(np.exp(-np.clip(odds, -30, 30))))
                if best is None or chance > best.sure:
                    side = float(np.sqrt(group.width_mm * group.height_mm))
                    best = Back(group.all[int(reference)].deck, round(chance, 4), side)
        return best


def _patches(crop: Picture, mask: Values | None, level: Thumbnails) -> tuple[Values, Values | None]:
    """A crop (and what shows of it) as thumbnails: in several sizes, and turned where the shape allows."""
    soft = cv2.resize(crop, (4 * level.columns, 4 * level.rows), interpolation=cv2.INTER_AREA)
    shows = None if mask is None else cv2.resize(mask, (4 * level.columns, 4 * level.rows))
    turns = (0, 1) if level.rows == level.columns else (0,)
    patches, weights = [], []
    for by in LOOSER:
        shape = (level.rows, level.columns)
        for turn in turns:
            patches.append(np.rot90(_sampled(soft, by, shape), turn))
            if shows is not None:
                weights.append(np.rot90(_sampled(shows, by, shape), turn))
    return np.stack(patches), np.stack(weights) if weights else None


def _sampled(picture: NDArray[np.generic], by: float, shape: tuple[int, int]) -> Values:
    rows, columns = picture.shape[:2]
    across, down = (1 + by) * columns / shape[1], (1 + by) * rows / shape[0]
    matrix = np.array(
        [[across, 0, across / 2 - by * columns / 2 - 0.5], [0, down, down / 2 - by * rows / 2 - 0.5]]
    )
    soft = cv2.blur(np.asarray(picture), (4, 4))
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    seen = cv2.warpAffine(soft, matrix, (shape[1], shape[0]), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, dtype=np.float32)


def _put_right(outline: CardOutline, corners: Floats) -> CardOutline:
    """The outline with the card's own corners, unless they lie too far off to be its."""
    far = FURTHEST * np.sqrt(outline.area)
    nearest = min(float(np.abs(np.roll(corners, k, axis=0) - outline.corners).max()) for k in range(4))
    return replace(outline, corners=corners) if nearest <= far else outline


def _crop_size(corners: Floats, most: int) -> tuple[int, int]:
    """Width and height (px) at which a card is straightened, the shorter at most `most`."""
    sides = np.hypot(*(np.roll(corners, -1, axis=0) - corners).T)
    wide, high = max(8.0, (sides[0] + sides[2]) / 2), max(8.0, (sides[1] + sides[3]) / 2)
    scale = min(1.0, most / min(wide, high))
    return max(8, round(wide * scale)), max(8, round(high * scale))


def straightened(image: Picture, corners: Floats, size: tuple[int, int]) -> tuple[Picture, Floats]:
    """What lies within an outline, as a picture of that size (wide, high), and the homography onto it."""
    wide, high = size
    square = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], dtype=np.float32) - np.float32(0.5)
    onto = cv2.getPerspectiveTransform(corners.astype(np.float32), square)
    times = np.sqrt(abs(float(cv2.contourArea(corners.astype(np.float32)))) / (wide * high))
    source, shift = image, np.eye(3)
    outside = (corners.max(axis=0) < 2).any() or (
        corners.min(axis=0) > (image.shape[1] - 3, image.shape[0] - 3)
    ).any()
    if times > 1.5 and not outside:
        # many px of the picture make one of the crop: they are averaged first
        low = np.maximum(np.floor(corners.min(axis=0) - 2), 0).astype(int)
        top = np.ceil(corners.max(axis=0) + 2).astype(int)
        part = image[low[1] : top[1], low[0] : top[0]]
        fewer = (max(1, round(part.shape[1] / times)), max(1, round(part.shape[0] / times)))
        across, down = part.shape[1] / fewer[0], part.shape[0] / fewer[1]
        source = np.asarray(cv2.resize(part, fewer, interpolation=cv2.INTER_AREA), dtype=np.uint8)
        shift = np.array(
            [[across, 0, low[0] + across / 2 - 0.5], [0, down, low[1] + down / 2 - 0.5], [0, 0, 1]]
        )
    crop = cv2.warpPerspective(
        source, onto @ shift, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(crop, dtype=np.uint8), np.asarray(onto, dtype=np.float64)


# Several guesses at where one card's corners lie; the one whose look agrees best with an enrolled face is
# read. Method: sides along edges of the picture are exact where a card stands out, and go astray on frames
# printed within it; the finder's own outline does neither. Thumbnails tell cheaply which guess shows a face.
# A guess of the wrong shape has two sides right at most: it is completed from each of its sides. What no
# thumbnail agrees with is not held against the faces at all, which takes most of the time.

NOTHING: Final = 0.2
"""Agreement of thumbnails below which the first guess shows that there is no face, wherever its corners lie, …"""
HOPELESS: Final = 0.38
"""… below which no guess is read, …"""
LIKELY: Final = 0.4
"""… from which a second one is, …"""
PLAIN: Final = 0.6
"""… and from which a guess is read before others are tried."""
READ: Final = 0.6
"""Chance of being one of the enrolled from which a card is read, …"""
CLEAR: Final = 0.95
"""… and from which no other guess is tried: it may lie better."""
MOST_READ: Final = 2
"""So many guesses at one card are read at most."""
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
        if agreement < (hopeless if best is None and not number else LIKELY):
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


def completed(corners: Floats, sizes: Sequence[tuple[float, float]]) -> list[Floats]:
    """The outline (4 x 2 px) made as long, or as wide, as a card of one of the sizes (mm) is that has its other side's
    length, from each end."""
    centre = corners.mean(axis=0)
    one = (corners[1] + corners[2] - corners[0] - corners[3]) / 4
    other = (corners[2] + corners[3] - corners[0] - corners[1]) / 4
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
                found.append(np.array([middle - u - v, middle + u - v, middle + u + v, middle - u + v]))
    return found
