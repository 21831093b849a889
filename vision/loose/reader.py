"""Reads cards on a table whose mat is not in the picture: in pixels, with no regions.

Method: find outlines (`outlines`), rectify each card and compare its visible part with all enrolled faces. The cards
read give the table's scale, and with it the places of cards that others partly hide. Rule kept: every card is
reported, read or not; an outline that is only half likely to be a card must be read to be reported.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product
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

# One card whose outline is known: rectified, corrected, read.
#
# Rule kept: faces are recognised by `identify`; backs, whose fine lines a camera does not resolve, by their coarse
# look, and only if no face agrees.

NAMED_FROM: Final = 0.3
"""Minimum chance of a card's label; a less likely one stays among the others."""
DECK_FROM: Final = 0.8
UP_FROM: Final = 0.6
DOWN_FROM: Final = 0.6
LEAST_TOLD: Final = 0.001
CROP_PX: Final = 160
"""Maximum length (px) of the shorter side of a rectified card."""
GLANCE_PX: Final = 40
"""The same for the quick comparison of thumbnails (a glance)."""
LEAST_VISIBLE: Final = 0.2
"""Minimum visible share of a card that is read."""
LEAST_SHOWN: Final = 0.28
"""Minimum visible share of a card found by a strip or a piece in sight."""
LEAST_LEVEL: Final = 0.5
"""Minimum agreement of a face by which an outline is corrected."""
LOOKS: Final = 3
WELL_READ: Final = 0.97
WORTH_ANOTHER: Final = 0.3
"""A card is rectified LOOKS times at most, each time by the best face, until its chance is WELL_READ; once only if that
face agrees less than WORTH_ANOTHER."""
FURTHEST: Final = 0.25
"""Maximum shift of a corner in a correction, as a share of the card's mean side."""
BACK_LEVEL, BACK_SPREAD = 0.45, 0.03
"""Coarse agreement at which the chance of a back is one half, and the logistic scale."""
BACK_VISIBLE: Final = 0.6
"""Minimum visible share of a back."""
BACK_SHAPE: Final = 0.36
"""Tolerance of the ratio of its sides (natural logarithm)."""


@dataclass(frozen=True, slots=True, eq=False)
class Back:
    """A back that a card may show: its deck, its chance (0..1), and the card's mean side."""

    deck: str
    sure: float
    side_mm: float


@dataclass(frozen=True, slots=True, eq=False)
class FoundCard:
    """A card as found and as read: `identities` likeliest first, `visible` the share that shows (0..1).

    `size_mm`: the size of the likeliest face's group; None without one.
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
        """The mean side (geometric) of the back or face that it was read as; nan without either."""
        if self.back is not None and self.back.sure >= self.face:
            return self.back.side_mm
        return float("nan") if self.size_mm is None else float(np.sqrt(self.size_mm[0] * self.size_mm[1]))


@dataclass(frozen=True, slots=True, eq=False)
class _Look:
    """A card rectified by some corners: the crop, the homography onto it, its visible part, and its identities."""

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
        """The corners (px of the picture) as the likeliest face fits."""
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
        """The agreement (-1..1) of an outline's content with the likeliest face, by thumbnails."""
        size = _crop_size(corners, GLANCE_PX)
        crop, onto = straightened(image, corners, size)
        mask = showing(hidden, onto, size)
        if mask is not None and float(mask.mean()) < LEAST_VISIBLE:
            return -1.0
        return self._identifier.glance(crop, mask)

    def read(
        self, image: Picture, outline: CardOutline, hidden: Sequence[Floats] = (), *, faces: bool = True
    ) -> FoundCard:
        """Reads one card where the outlines `hidden` do not cover it; against backs only if `faces` is false."""
        look = self._look(image, outline.corners, hidden, faces=faces)
        if look.visible < LEAST_VISIBLE:
            return FoundCard(outline, (), None, look.visible)
        for _ in range(LOOKS - 1):
            if not look.identities or look.sure >= WELL_READ or look.identities[0].level < WORTH_ANOTHER:
                break
            # A face that agrees at all gives better corners than the outline.
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
        """Width and height (mm) of each enrolled group."""
        return tuple(group.size for group in self.groups)

    def told(self, card: FoundCard) -> Sighting:
        """The card as a sighting; with its label if that is likely enough."""
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
            # Two quarter turns are enough: a back looks much the same after half a turn.
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
    """The chances of decks and of labels (None: a back), summed from those of references."""
    decks, labels = defaultdict[str, float](float), defaultdict[str | None, float](float)
    for reference, chance in chances:
        decks[reference.deck] += chance
        labels[reference.label] += chance
    return decks, labels


def named(told: Sighting, labels: Mapping[str | None, float]) -> Sighting:
    """The sighting with the likeliest label, if its chance is at least NAMED_FROM, and the next three as `others`."""
    ranked = sorted(labels.items(), key=lambda item: -item[1])
    likely = tuple((name, round(chance, 4)) for name, chance in ranked if name and chance >= LEAST_TOLD)
    if not likely or likely[0][1] < NAMED_FROM:
        return replace(told, others=likely[:3])
    return replace(told, label=likely[0][0], sure=likely[0][1], others=likely[1:4])


def _put_right(outline: CardOutline, corners: Floats) -> CardOutline:
    """The outline with these corners, unless they lie farther off than FURTHEST."""
    far = FURTHEST * np.sqrt(outline.area)
    nearest = min(float(np.abs(np.roll(corners, k, axis=0) - outline.corners).max()) for k in range(4))
    return replace(outline, corners=corners) if nearest <= far else outline


def _crop_size(corners: Floats, most: int) -> tuple[int, int]:
    """Width and height (px) of a card's crop, the shorter at most `most`."""
    wide, high = side_lengths(corners, 8.0)
    scale = min(1.0, most / min(wide, high))
    return max(8, round(wide * scale)), max(8, round(high * scale))


def straightened(image: Picture, corners: Floats, size: tuple[int, int]) -> tuple[Picture, Floats]:
    """An outline's content, rectified to a size (wide, high), and the homography onto it."""
    wide, high = size
    square = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], dtype=np.float32) - np.float32(0.5)
    onto = np.asarray(cv2.getPerspectiveTransform(corners.astype(np.float32), square), dtype=np.float64)
    times = np.sqrt(abs(float(cv2.contourArea(corners.astype(np.float32)))) / (wide * high))
    low, top = corners.min(axis=0), corners.max(axis=0)
    if times <= 1.5 or (top < 2).any() or (low > (image.shape[1] - 3, image.shape[0] - 3)).any():
        return straightened_by(image, onto, size), onto
    # The crop is much smaller than the outline: average first, against aliasing.
    box = (*np.maximum(np.floor(low - 2), 0).astype(int).tolist(), *np.ceil(top + 2).astype(int).tolist())
    return averaged(image, box, times, onto, size), onto


# Several guesses at the corners of one card; the one that agrees best with an enrolled face is read. Sides
# along edges of the picture are exact where a card stands out, but may follow frames printed on it; the
# finder's own outline is less exact and never does. Thumbnails decide cheaply between guesses, and spare those
# without a face the full comparison, which takes most of the time. An outline that shows no face may be a piece:
# what covers a card need not be a card, so the piece is completed from each of its sides and read alone.

NOTHING: Final = 0.2
"""Thumbnail agreement of the first guess below which there is no face and no other guess is tried."""
HOPELESS: Final = 0.38
"""Minimum thumbnail agreement of the best guess to be read."""
LIKELY_GUESS: Final = 0.4
"""Minimum thumbnail agreement of a second guess to be read."""
PLAIN: Final = 0.6
"""Thumbnail agreement from which a guess is read before others are tried."""
READ: Final = 0.6
"""Minimum chance of any enrolled card for a card to count as read."""
CLEAR: Final = 0.95
"""Chance of any enrolled card from which no other guess is tried."""
MOST_READ: Final = 2
"""Maximum guesses read per card, besides those above PLAIN."""
PIECE_SHARES: Final = ((LEAST_SHOWN, 0.9), (1.07, 2.1))
"""Lengths of a piece in sight over a card's: of a card half covered; of two cards taken as one."""
PIECE_GLANCE, PIECE_LEVEL, PIECE_LEAD = 0.55, 0.65, 0.08
"""Minimum agreement of a face told by a piece, by thumbnails and in full, and its minimum lead over the next face."""


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
    """The card read by the best of the guesses `ways` (each 4 x 2 px); unread with `outline` if none agrees.

    Guesses are drawn lazily: none after one that is CLEAR, none after the first if it agrees less than `nothing`. A
    first guess that agrees less than `hopeless` is not read.
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
    # None was clear at once: the best of the rest. A second reading must promise more than the first.
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
    # Read but not clearly: its sides may be found better from where the face lies.
    sides = replace(outline, corners=sides_found(image, best.outline.corners))
    return _better(best, reader.read(image, sides, hidden))


def _better(best: FoundCard | None, card: FoundCard) -> FoundCard:
    return card if best is None or card.known > best.known else best


def read_by_piece(image: Picture, reader: LooseCardReader, outline: CardOutline) -> FoundCard | None:
    """The card of which an outline is the piece in sight, or one of two cards taken as one; None if none agrees
    clearly. Rule kept: what lies beyond the piece never counts."""
    for corners in _ways(image, outline.corners):
        guesses = [(reader.agreement(image, *guess), *guess) for guess in wholes(corners, reader.sizes)]
        agreement, whole, hidden = max(guesses, key=lambda one: one[0], default=(0.0, corners, []))
        if agreement < PIECE_GLANCE:
            continue
        card = reader.read(image, replace(outline, corners=whole), hidden)
        levels = [one.level for one in card.identities[:2]] + [0.0]
        clear = levels[0] >= PIECE_LEVEL and levels[0] - levels[1] >= PIECE_LEAD
        if clear and card.identities[0].sure >= TELLS:
            return card
    return None


def wholes(corners: Floats, sizes: Sequence[Size]) -> Iterator[tuple[Floats, list[Floats]]]:
    """The cards of these sizes (mm) that may have these corners as a piece, each with the outline of what it lacks.

    One side is the card's own; the two beside it are lengthened, or shortened.
    """
    shapes = {high / wide for size in sizes for wide, high in (size, size[::-1])}
    for side, shape in product(range(4), sorted(shapes)):
        start, near, far, end = np.roll(corners, side, axis=0)
        one, other = near - start, far - end
        lengths = max(2.0, float(np.hypot(*one))), max(2.0, float(np.hypot(*other)))
        length = float(np.hypot(*(end - start))) * shape
        share = sum(lengths) / 2 / max(2.0, length)
        if any(least <= share <= most for least, most in PIECE_SHARES):
            ends = start + one / lengths[0] * length, end + other / lengths[1] * length
            yield np.array([start, *ends, end]), [np.array([near, *ends, far])] if share < 1 else []


# Fits a card that is half beneath another to its free edges; its visible part is too small to trust its corners
# one by one. Method: the upper card, which shows wholly, gives the local view of the table, on which the lower
# card is rigid. So it is shifted and turned, never stretched, to where the picture changes most along the
# visible part of its sides. Nothing is measured beneath another card.

PX_PER_MM: Final = 1.2
"""Resolution of the rectified picture in which edges are searched."""
MARGIN_MM: Final = 14.0
"""Margin of that picture about the card."""
ALONG: Final = 25
"""Points on each side."""
GRID, LEAST_POINTS = 24, 40
"""A card is sampled at GRID x GRID points; at least LEAST_POINTS of them must show."""
ENDS: Final = 0.07
"""Share of a side left out at each end, because corners are round."""
LAID_ROUNDS: Final = (
    ((-5.0, -2.5, 0.0, 2.5, 5.0), (-7.5, -5.0, -2.5, 0.0, 2.5, 5.0, 7.5)),
    ((-2.0, -1.0, 0.0, 1.0, 2.0), (-2.0, -1.0, 0.0, 1.0, 2.0)),
    ((-0.8, -0.4, 0.0, 0.4, 0.8), (-0.8, -0.4, 0.0, 0.4, 0.8)),
)
"""Shifts along each axis (mm) and turns (deg) per round, coarse to fine."""
UNLIKELY: Final = 0.003
"""Cost of a shift from the start, in edge strength per mm."""


def along_free_edges(
    image: Picture, corners: Floats, size_mm: Size, upper: tuple[Floats, Size], hidden: Sequence[Floats]
) -> tuple[Floats, float]:
    """A partly hidden card (4 x 2 px, size in mm) fitted to its free edges: new corners, and edge strength (0..1).

    `upper`: outline and size of the card that lies on it; `hidden`: all outlines that hide part of it.
    """
    # From mm on the table to px, by the upper card: the two half sides over its half size.
    _, one, other = half_sides(upper[0])
    middle, table = corners.mean(axis=0), 2 * np.stack([one, other], axis=1) / _lying(*upper)
    places = (corners - middle) @ np.linalg.inv(table).T
    # The card's visible points (N x 2, 0..1 along its sides).
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
        """Edge strength (0..1) along the visible part of the sides of each outline (N x 4 x 2 mm)."""
        px = quads * PX_PER_MM + (across - 1) / 2
        spots = points_along(px, ENDS, ALONG).astype(np.float32)
        flat = spots.reshape(len(px), -1, 2)
        told = cv2.remap(seen, flat[..., 0], flat[..., 1], cv2.INTER_LINEAR).reshape(*spots.shape[:3], 3)
        right, down, free = np.moveaxis(told, -1, 0)
        steps = np.abs(np.roll(px, -1, axis=1) - px)
        along = steps / np.maximum(np.hypot(steps[..., 0], steps[..., 1]), 1e-6)[..., None]
        change = right * along[..., 1:] + down * along[..., :1]
        return np.asarray((change * free).sum(axis=(1, 2)) / np.maximum(1.0, free.sum(axis=(1, 2))))

    # Turned about the middle of the visible points, so that a turn shifts the free edges least.
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
    """A card's size (mm) along corners 0 to 1 and 1 to 2: the longer side where the outline is longer."""
    first, second = np.hypot(*(corners[[1, 2]] - corners[[0, 1]]).T)
    small, large = sorted(size_mm)
    return (small, large) if first <= second else (large, small)


def _stiff(places: Floats, size: Size, points: Floats) -> tuple[Floats, Floats]:
    """The corners (mm) of a rigid card of that size fitted to an outline, and the middle of its points there. Method:
    least squares over `points` (0..1 along the sides), shift and turn only."""
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
"""Visible share from which a card's face gives its corners well enough."""
EDGED: Final = 0.8
"""Minimum edge strength by which a half-hidden card is moved."""
STANDS_OUT, LOOKS_LIKE = 0.9, 0.6
"""Minimum edge strength and thumbnail agreement of a card found by a strip."""
NAMED: Final = 0.9
"""Minimum chance of a face to name a strip; a card read as whole with this chance is not fitted again."""
STRIP: Final = 0.55
"""Minimum mean chance of card just beyond a known one for a strip to be searched there."""
SHIFTS: Final = (0.25, 0.4, 0.55)
"""Shares of its side by which a card searched there sticks out."""
STRIP_SURE: Final = 0.6


def strips_told(
    image: Picture, reader: LooseCardReader, finder: Finder, known: Sequence[FoundCard]
) -> list[FoundCard]:
    """Cards beneath known ones that show as a strip beyond one of their sides."""
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
        # A strip with the face of the card above it is that card itself.
        faces = [
            (one.identities[0].group, one.identities[0].reference) for one in (card, upper) if one.identities
        ]
        if card.visible < LEAST_SHOWN or (len(faces) == 2 and faces[0] == faces[1]):
            continue
        named = card.identities if card.identities and card.identities[0].sure >= NAMED else ()
        found.append((agreement, replace(card, outline=outline, identities=named, back=None)))
    return _apart([card for _, card in sorted(found, key=lambda one: -one[0])], RIVALS)


def apart(outline: CardOutline, others: Sequence[FoundCard], most: float) -> bool:
    """Whether an outline shares less than `most` of the smaller one with each of the others."""
    return all(shared(outline.corners, other.outline.corners) < most for other in others)


def _apart(cards: Sequence[FoundCard], most: float) -> list[FoundCard]:
    """The cards without those that share `most` or more with one kept before."""
    return list(each_once(cards, lambda one, other: not apart(one.outline, [other], most)))


def _height(card: FoundCard) -> tuple[float, float]:
    """Sorts cards by how likely they lie on top: by visible share, then by chance."""
    return card.visible, card.identities[0].sure if card.identities else card.known


def _refitted(
    image: Picture, reader: LooseCardReader, card: FoundCard, others: Sequence[FoundCard]
) -> FoundCard:
    """A card read and fitted anew by the part that others leave visible."""
    # Cards on it; one that shares RIVALS or more is another guess at it.
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
    return replace(again if again.known >= READ else card, outline=outline)


def _laid_along(
    image: Picture, outline: CardOutline, size_mm: Size | None, upper: FoundCard, over: Sequence[FoundCard]
) -> tuple[CardOutline, float]:
    """The outline of a card beneath others fitted to its free edges, and their strength."""
    if size_mm is None or upper.size_mm is None:
        return outline, 0.0
    hidden, lies_on = [other.outline.corners for other in over], (upper.outline.corners, upper.size_mm)
    corners, strength = along_free_edges(image, outline.corners, size_mm, lies_on, hidden)
    return replace(outline, corners=corners), strength


def _beside(finder: Finder, known: Sequence[FoundCard]) -> list[tuple[FoundCard, Floats]]:
    """Known cards and outlines of cards that may lie beneath them: the finder sees card beyond one of their sides."""
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


# The scale (px per mm) all over a picture, from the cards that were read, which lie on one table. Without such
# a card the scale is unknown, and no card is rejected for its size.

SLOPE: Final = 0.45
"""Prior standard deviation of the scale's logarithm across a picture; the camera may be oblique."""
NOISE: Final = 0.04
"""Standard deviation of the logarithm of the scale from one card's outline."""
STRAY: Final = 0.15
"""Deviation from which a card's weight falls off: it was misread or lies on something high."""
SCALE_ROUNDS: Final = 4


@dataclass(frozen=True, slots=True)
class Scale:
    """The logarithm of px per mm at the picture's middle, and its change per longer side to the right and down."""

    middle: float
    across: float
    down: float
    size: tuple[int, int]

    def px_per_mm(self, x: float, y: float) -> float:
        right, below = _offset((x, y), self.size)
        return float(np.exp(self.middle + self.across * right + self.down * below))


def scale_of(cards: Sequence[tuple[Floats, float]], size: tuple[int, int]) -> Scale | None:
    """The scale of a picture of `size` (wide, high) from cards: corners (4 x 2 px) and px per mm of each."""
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
    """A point relative to the picture's middle, in units of the longer side."""
    longest = max(size)
    return (point[0] - size[0] / 2) / longest, (point[1] - size[1] / 2) / longest


# Cards of which only a part shows beneath others: the finder sees card that no card read explains. Method: in
# each such remainder of the finder's map, rectangles of an enrolled card's size are tried, turned along the
# straight parts of its border and pushed into each of its corners. Those whose visible part matches the
# remainder (intersection over union) are kept, after small moves that improve it. The hidden part is never
# measured; it follows from the card's size.

ACROSS: Final = 32.0
"""Samples per card (geometric mean of its sides) in the masks."""
SHOWS: Final = 0.5
"""Minimum chance of card at a sample of the remainder."""
LEAST_LEFT, MOST_LEFT = 0.12, 1.3
"""Minimum and maximum area of a remainder, in areas of a card."""
BORDER: Final = 1
"""Width (samples) of a known card's border, which is not part of a remainder."""
STRAIGHT: Final = 0.3
"""Minimum length of a straight part of the border, as a share of a card's side."""
ALIKE_DEG: Final = 5.0
TURNS: Final = 4
"""Maximum turns that are tried."""
LARGER: Final = 1.12
"""Maximum extent of a remainder over a card's side; above 1 because the finder's map is coarse."""
FILLS: Final = 0.85
"""Extent over a card's side from which the card is centred on the remainder."""
LEAST_FIT: Final = 0.6
"""Minimum intersection over union of a place."""
MOST_TOLD: Final = 2
SHIFT: Final = 4
"""Fractional bits of the corners drawn."""
STEPS: Final = ((2.0, 3.0), (1.0, 1.5), (0.5, 0.75))
"""Steps in place (samples) and turn (deg), coarse to fine."""


def places_beneath(
    finder: Finder, known: Sequence[CardOutline], sizes_px: Sequence[Size]
) -> list[CardOutline]:
    """Outlines of cards of these sizes (px) that show partly beneath known ones, best first for each remainder. `sure`
    of each: its intersection over union with the remainder."""
    side = float(np.median([np.sqrt(wide * high) for wide, high in sizes_px]))
    cell = side / ACROSS
    # The remainder: the finder's card map without known cards and their borders, opened to drop thin strips.
    cover = finder.cover(side / 2, cell)
    free = np.ones(cover.shape, np.uint8)
    for card in known:
        _fill(free, card.corners / cell, 0)
        cv2.polylines(
            free, [_fixed(card.corners / cell)], isClosed=True, color=0, thickness=BORDER, shift=SHIFT
        )
    left = (cover >= SHOWS).astype(np.uint8) & free
    left = np.asarray(cv2.morphologyEx(left, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), dtype=np.uint8)
    # Places are searched for each connected piece of it with the area of part of a card.
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
    """The best places for one remainder (`part`: a mask), in samples."""
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
    """Possible middles, along one axis, of a card with this side that shows from `low` to `high`."""
    if high - low > LARGER * side:
        return ()
    if high - low >= FILLS * side:
        return ((low + high) / 2,)
    return (low + side / 2, high - side / 2)


def _turns(border: Floats, side: float) -> list[float]:
    """Angles (rad, within a quarter turn) of the straight parts of a border, the longest first."""
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
    """A place improved by hill climbing, coarse to fine."""
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
    """A place with the intersection over union of its visible part and the remainder."""
    card = np.zeros_like(part)
    _fill(card, corners, 1)
    shown = card & free
    both = cv2.countNonZero(shown & part)
    fit = both / max(1, cv2.countNonZero(shown) + cv2.countNonZero(part) - both)
    return CardOutline(corners, fit)


def _fill(mask: Picture, corners: Floats, value: int) -> None:
    cv2.fillConvexPoly(mask, _fixed(corners), value, cv2.LINE_8, SHIFT)


def _fixed(corners: Floats) -> NDArray[np.int32]:
    """Corners in OpenCV's fixed-point numbers."""
    return np.rint(corners * 2**SHIFT).astype(np.int32)


FAINT: Final = 0.2
"""Minimum chance of an outline, and minimum evidence of one below BELIEVED."""
BELIEVED: Final = 0.32
"""Chance from which an outline is read without regard to evidence."""
THERE: Final = 0.6
"""Minimum evidence of an unread card that others may adjoin."""
TOLD: Final = 0.5
"""Minimum chance of an unread card that is reported."""
ENOUGH: Final = 0.9
"""Chance of any enrolled card from which rival outlines are not read."""
DOUBTFUL: Final = 0.15
"""Minimum chance of an unread card without a scale, if at least SIBLINGS other unread cards have its size."""
SIBLINGS: Final = 2
SAME_SIZE: Final = 0.12
"""Tolerance (natural logarithm) of sides of one size."""
SMALLEST_MM, LARGEST_MM = 43.0, 105.0
"""Minimum and maximum size (geometric mean of the sides) of cards that are made."""
LIKELY: Final = 0.5
"""Chance from which an unread outline may be that of two cards."""
AGREES, AGREES_WELL = 0.35, 0.45
"""Minimum thumbnail agreement to read a place beneath cards, and an outline changed in size or to a whole card."""
TELLS: Final = 0.9
"""Minimum chance of a face that gives the scale."""
CERTAIN: Final = 0.985
"""Minimum chance of a back that gives the scale."""
SMALLEST_PX: Final = 32.0
"""Minimum size (geometric mean of the sides) of an unread card."""
ALIKE: Final = 0.55
"""Minimum size of an unread card, relative to the usual one; smaller things are not cards."""
SMALLEST_PART: Final = 0.037
"""Minimum size without a scale, as a share of the picture's longer side; smaller ones may be coins or dice."""
OFF_SCALE: Final = 0.25
"""Tolerance (natural logarithm) of a card's size; a card outside it was misread."""
ROUNDS: Final = 5
"""Maximum cards that lie one on the other."""
NEARLY_SQUARE: Final = 1.12
UNREAD_RIVALS: Final = 0.4
"""Share of the smaller outline in common with a card from which an unread one is print on that card."""
PRINTED, WHOLLY = 2.5, 0.85
"""An unread outline that lies by WHOLLY within one larger by PRINTED is a picture on it."""


def read_loose(image: Picture, groups: Sequence[References]) -> tuple[Sighting, ...]:
    """The cards in a picture (BGR), each with its outline in px; place, angle and region stay None."""
    # Read all likely outlines; the cards read give the scale, and by it half-hidden ones are found and fitted.
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
    # Unread ones far smaller than the usual card (mean weighted by area) are dropped.
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
    """The unread outlines that are cards nevertheless, each with its chance. `alike`: accept siblings (DOUBTFUL)."""
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
        # Only without a scale: with one, sides were searched at that size, so equal sizes prove nothing.
        told += [card for card in doubtful if sum(_as_large(card, other) for other in told) >= SIBLINGS]
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
    """Whether two outlines have equal sides within SAME_SIZE, as cards of one deck do."""
    lengths = [
        np.sort(np.hypot(*(corners[[1, 2]] - corners[[0, 1]]).T))
        for corners in (card.outline.corners, other.outline.corners)
    ]
    return bool(np.abs(np.log(lengths[0] / lengths[1])).max() <= SAME_SIZE)


def _read(image: Picture, reader: LooseCardReader, outlines: Sequence[CardOutline]) -> list[FoundCard]:
    """The outlines read in order; rivals of a card already read for certain are left out."""
    found: list[FoundCard] = []
    for outline in outlines:
        certain = [card for card in found if card.known >= ENOUGH]
        if not apart(outline, certain, RIVALS):
            continue
        card = read_best(image, reader, outline, _ways(image, outline.corners), nothing=NOTHING)
        if card.known < READ and outline.sure >= LIKELY:
            # Two cards side by side, or part of one, may look like one card of another shape.
            card = read_by_piece(image, reader, outline) or card
        found.append(card)
    return found


def _ways(image: Picture, corners: Floats) -> Iterator[Floats]:
    yield corners
    yield sides_found(image, corners)


@lru_cache(maxsize=4)
def prepared(groups: tuple[References, ...]) -> LooseCardReader:
    """The reader of some groups, cached; call it beforehand, and the first loose card is read without delay."""
    return LooseCardReader(groups)


def _scale(found: Sequence[FoundCard], size: tuple[int, int]) -> Scale | None:
    """The scale of the picture by the faces read; by backs, which are less certain, only without faces."""
    faces = [card for card in found if card.face >= TELLS]
    least = SMALLEST_PART * max(size)
    backs = [card for card in found if card.known >= CERTAIN and np.sqrt(card.outline.area) >= least]
    told = [(one.outline.corners, float(np.sqrt(one.outline.area)) / one.side_mm) for one in faces or backs]
    return scale_of(told, size)


def _side_mm(card: FoundCard, scale: Scale) -> float:
    x, y = card.outline.corners.mean(axis=0).tolist()
    return float(np.sqrt(card.outline.area)) / scale.px_per_mm(x, y)


def _known(card: FoundCard, scale: Scale | None) -> bool:
    """Whether a card was read and has the right size."""
    if card.known < READ or (scale is None and card.back is not None and card.back.sure < CERTAIN):
        return False
    return scale is None or bool(abs(np.log(_side_mm(card, scale) / card.side_mm)) <= OFF_SCALE)


def _uncover(
    image: Picture, reader: LooseCardReader, finder: Finder, found: list[FoundCard], scale: Scale
) -> None:
    """Adds to `found` the readable cards that show partly beneath cards read; layer by layer, ROUNDS at most."""
    px = float(np.exp(scale.middle))
    sizes = [(width * px, height * px) for width, height in dict.fromkeys(reader.sizes)]
    for number in range(ROUNDS):
        read = [card.outline for card in found if _known(card, scale)]
        hidden = [outline.corners for outline in read]
        # Guesses: places in remainders, covered outlines read anew, and outlines at an enrolled card's size.
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
    """An unread card with its sides moved to edges of the picture; with a scale, at an enrolled card's size."""
    corners, sizes = card.outline.corners, []
    if scale is not None and (true := _true_sizes(card.outline, reader.sizes, scale)):
        corners = true[0]
        sizes = [side_lengths(corners, 1.0)]
    return replace(card, outline=replace(card.outline, corners=sides_found(image, corners, sizes)))


def _true_sizes(outline: CardOutline, sizes: Sequence[Size], scale: Scale) -> list[Floats]:
    """Outlines about the same middle with the sides of cards of these sizes (mm); both ways if nearly square."""
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
