"""Reads cards on a table whose mat is not in the picture: in pixels, with no regions.

Method: outlines (`loose_outlines`), who lies on whom (`loose_overlaps`), each card straightened and held against all
enrolled faces where it shows (`loose_reading`); the cards read tell the table's scale, and by that it is worked out
where cards lie of which only a part shows beneath them (`beneath`). Rule kept: a card that is there is reported, read
or not; what is only half likely to be one must be read to be believed.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.sight import Sighting
from vision.arrays import Floats, Picture
from vision.decks.references import References
from vision.loose.lower import apart, lower_refitted, strips_told
from vision.loose.outlines import LEAST_SHARED, RIVALS, CardOutline, Finder, shared
from vision.loose.reading import NOTHING, FoundCard, LooseCardReader, completed, read_best
from vision.loose.sides import sides_found, signs

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

Mask = NDArray[np.uint8]

ACROSS: Final = 32.0
"""Samples across a card (geometric mean of its sides) in the masks in which places are weighed."""
SHOWS: Final = 0.5
"""Chance from which a card shows at a sample."""
LEAST_LEFT: Final = 0.12
MOST_LEFT: Final = 1.3
"""Parts of a card that may be left of one."""
BORDER: Final = 1
"""A known card's border, so many samples wide, is no part of what is left."""
STRAIGHT: Final = 0.3
"""Straight parts of a border tell how a card is turned from this length on (parts of its side)."""
ALIKE_DEG: Final = 5.0
TURNS: Final = 4
"""So many turns are tried at most."""
LARGER: Final = 1.12
"""What is left may be so much larger than the card: the finder's map is coarse."""
FILLS: Final = 0.85
"""What is left and as wide as this part of the card is laid in its middle."""
LEAST_FIT: Final = 0.6
"""Intersection over union of what would show and what is left, for a place to be told."""
MOST_TOLD: Final = 2
SHIFT: Final = 4
"""Corners are drawn to so many binary places."""
STEPS: Final = ((2.0, 3.0), (1.0, 1.5), (0.5, 0.75))
"""By how much places are moved (samples) and turned (degrees)."""


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """Where a card may lie (4 x 2 px, clockwise), and how well what would show of it is what is left (0..1)."""

    corners: Floats
    fit: float


def places_beneath(
    finder: Finder, known: Sequence[CardOutline], sizes_px: Sequence[tuple[float, float]]
) -> list[Place]:
    """Places of cards of these sizes (px) of which parts show beneath those known, best first for each part."""
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
    found: list[Place] = []
    for number in range(1, count):
        if LEAST_LEFT * area <= stats[number, cv2.CC_STAT_AREA] <= MOST_LEFT * area:
            part = (labels == number).astype(np.uint8)
            sizes = [(wide / cell, high / cell) for wide, high in sizes_px]
            found += [Place(place.corners * cell, place.fit) for place in _places(part, free, sizes)]
    return found


def _places(part: Mask, free: Mask, sizes: Sequence[tuple[float, float]]) -> list[Place]:
    """The best places for one part (a mask), in samples."""
    reach = round(1.6 * max(max(size) for size in sizes))
    x, y, wide, high = cv2.boundingRect(part)
    top, left = max(0, y - reach), max(0, x - reach)
    part = np.ascontiguousarray(part[top : y + high + reach, left : x + wide + reach])
    free = np.ascontiguousarray(free[top : y + high + reach, left : x + wide + reach])
    tried = sorted(
        (Place(corners, _fit(corners, part, free)) for corners in _guesses(part, sizes)),
        key=lambda one: -one.fit,
    )
    kept: list[Place] = []
    for place in tried[: 2 * MOST_TOLD]:
        best = _settled(place, part, free)
        if best.fit >= LEAST_FIT and all(shared(best.corners, other.corners) < 0.9 for other in kept):
            kept.append(best)
    kept.sort(key=lambda one: -one.fit)
    return [Place(np.add(place.corners, (left, top)), place.fit) for place in kept[:MOST_TOLD]]


def _guesses(part: Mask, sizes: Sequence[tuple[float, float]]) -> Iterator[Floats]:
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


def _settled(place: Place, part: Mask, free: Mask) -> Place:
    """A place moved and turned a little, coarse to fine, while it fits better."""
    for by, turn in STEPS:
        for _ in range(3):
            middle = place.corners.mean(axis=0)
            moves = [place.corners + move for move in ((by, 0), (-by, 0), (0, by), (0, -by))]
            for angle in (np.deg2rad(turn), -np.deg2rad(turn)):
                cosine, sine = np.cos(angle), np.sin(angle)
                moves.append((place.corners - middle) @ np.array([[cosine, sine], [-sine, cosine]]) + middle)
            best = max((Place(move, _fit(move, part, free)) for move in moves), key=lambda one: one.fit)
            if best.fit <= place.fit:
                break
            place = best
    return place


def _fit(corners: Floats, part: Mask, free: Mask) -> float:
    """What would show of a card, held against what is left: intersection over union."""
    card = np.zeros_like(part)
    _fill(card, corners, 1)
    shown = card & free
    both = cv2.countNonZero(shown & part)
    return both / max(1, cv2.countNonZero(shown) + cv2.countNonZero(part) - both)


def _fill(mask: Mask, corners: Floats, value: int) -> None:
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
READ: Final = 0.6
"""Chance of being one of the enrolled faces and backs from which a card is read, …"""
ENOUGH: Final = 0.9
"""… and from which no other way is tried."""
DOUBTFUL: Final = 0.15
"""Chance from which a card is told where none could be read and SIBLINGS others are of just its size, …"""
SIBLINGS: Final = 2
SAME_SIZE: Final = 0.12
"""… to within this (natural logarithm of its sides)."""
SMALLEST_MM: Final = 43.0
LARGEST_MM: Final = 105.0
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
"""So many cards may lie one upon the other."""
NEARLY_SQUARE: Final = 1.12
UNREAD_RIVALS: Final = 0.4
"""What was not read and shares this part of the smaller outline with a card is likely print on it."""
PRINTED: Final = 2.5
WHOLLY: Final = 0.85
"""What was not read and has this part of it within something larger by more than this factor is a picture on it."""


def read_loose(image: Picture, groups: Sequence[References]) -> tuple[Sighting, ...]:
    """The cards in a picture (BGR), each with its outline in px; place, angle and region stay None."""
    reader = _reader(tuple(groups))
    finder = Finder(image)
    outlines = [
        outline
        for outline in finder.outlines(FAINT)
        if outline.sure >= BELIEVED or finder.evidence(outline.corners).sure >= FAINT
    ]
    found = _read(image, reader, outlines)
    scale = _scale(found, reader, (image.shape[1], image.shape[0]))
    if scale is not None:
        _uncover(image, reader, finder, found, scale)
        found = lower_refitted(image, reader, found, [card for card in found if _known(card, reader, scale)])
    kept: list[FoundCard] = []
    for card in sorted(found, key=lambda one: -one.outline.sure - one.known):
        if _known(card, reader, scale) and apart(card.outline, kept, RIVALS):
            kept.append(card)
    if scale is not None:
        kept += strips_told(image, reader, finder, kept)
    unread = [
        card for card in found if not _known(card, reader, scale) and apart(card.outline, kept, UNREAD_RIVALS)
    ]
    unread = [_by_sides(image, card, reader, scale) for card in unread]
    unread = [card for card in unread if _large_enough(card, scale, max(image.shape[:2]))]
    kept += _standing(image, finder, unread, kept, alike=scale is None)
    return tuple(reader.told(card) for card in _of_a_kind(kept, reader, scale))


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
    kept: list[FoundCard] = []
    for card in sorted(told, key=lambda one: -one.outline.sure):
        if not _printed(card, told) and apart(card.outline, kept, UNREAD_RIVALS):
            kept.append(card)
    return kept


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


def _of_a_kind(cards: Sequence[FoundCard], reader: LooseCardReader, scale: Scale | None) -> list[FoundCard]:
    """The cards without what was not read and is far smaller than the others are."""
    areas = np.array([card.outline.area for card in cards])
    if not len(areas):
        return []
    usual = float((areas * np.sqrt(areas)).sum() / areas.sum())
    return [
        card
        for card, area in zip(cards, areas, strict=True)
        if _known(card, reader, scale) or np.sqrt(area) >= ALIKE * usual
    ]


def _printed(card: FoundCard, cards: Sequence[FoundCard]) -> bool:
    """Whether a card that was not read lies wholly within a much larger one: it is a picture on that."""
    return any(
        other.outline.area > PRINTED * card.outline.area
        and shared(card.outline.corners, other.outline.corners) >= WHOLLY
        for other in cards
    )


def prepare(groups: Sequence[References]) -> None:
    """Works out what is kept of some groups, so that the first card that lies free is read as quickly as the others."""
    _reader(tuple(groups))


@lru_cache(maxsize=4)
def _reader(groups: tuple[References, ...]) -> LooseCardReader:
    return LooseCardReader(groups)


def _scale(found: Sequence[FoundCard], reader: LooseCardReader, size: tuple[int, int]) -> Scale | None:
    """The scale of the picture by the faces that were read; by backs, which are less certain, only without any."""
    faces = [card for card in found if sum(identity.sure for identity in card.identities) >= TELLS]
    least = SMALLEST_PART * max(size)
    backs = [card for card in found if card.known >= CERTAIN and np.sqrt(card.outline.area) >= least]
    return scale_of(
        [
            (card.outline.corners, float(np.sqrt(card.outline.area)) / reader.side_mm(card))
            for card in faces or backs
        ],
        size,
    )


def _side_mm(card: FoundCard, scale: Scale) -> float:
    x, y = card.outline.corners.mean(axis=0).tolist()
    return float(np.sqrt(card.outline.area)) / scale.px_per_mm(x, y)


def _known(card: FoundCard, reader: LooseCardReader, scale: Scale | None) -> bool:
    """Whether a card was read, and is as large as what it was read as."""
    if card.known < READ or (scale is None and card.back is not None and card.back.sure < CERTAIN):
        return False
    return scale is None or bool(abs(np.log(_side_mm(card, scale) / reader.side_mm(card))) <= OFF_SCALE)


def _large_enough(card: FoundCard, scale: Scale | None, longest: int) -> bool:
    if scale is not None and not SMALLEST_MM <= _side_mm(card, scale) <= LARGEST_MM:
        return False
    return float(np.sqrt(card.outline.area)) >= max(SMALLEST_PX, SMALLEST_PART * longest * (scale is None))


def _uncover(
    image: Picture, reader: LooseCardReader, finder: Finder, found: list[FoundCard], scale: Scale
) -> None:
    """Adds those of which only a part shows beneath cards that were read, as far as they can be read themselves."""
    px = float(np.exp(scale.middle))
    sizes = [(width * px, height * px) for width, height in dict.fromkeys(reader.sizes)]
    for number in range(ROUNDS):
        read = [card.outline for card in found if _known(card, reader, scale)]
        hidden = [outline.corners for outline in read]
        places = [CardOutline(place.corners, place.fit) for place in places_beneath(finder, read, sizes)]
        ways = [(outline, [outline.corners], AGREES) for outline in places]
        for card in found:
            covered = max((shared(card.outline.corners, other.corners) for other in read), default=0.0)
            if LEAST_SHARED <= covered < RIVALS:
                ways.append((card.outline, [card.outline.corners], AGREES))
            if covered < RIVALS and (covered >= LEAST_SHARED or not number):
                ways.append((card.outline, _true_sizes(card.outline, reader.sizes, scale), AGREES_WELL))
        new: list[FoundCard] = []
        for outline, corners, least in ways:
            card = read_best(image, reader, outline, corners, hidden, hopeless=least)
            if _known(card, reader, scale) and apart(card.outline, new, RIVALS):
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


def _true_sizes(outline: CardOutline, sizes: Sequence[tuple[float, float]], scale: Scale) -> list[Floats]:
    """The outline about the same middle with sides of the lengths (mm) that cards have, lying either way if need be."""
    corners = outline.corners
    centre = corners.mean(axis=0)
    one = (corners[1] + corners[2] - corners[0] - corners[3]) / 4
    other = (corners[2] + corners[3] - corners[0] - corners[1]) / 4
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
            found.append(np.array([centre - u - v, centre + u - v, centre + u + v, centre - u + v]))
    return found
