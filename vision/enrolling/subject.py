"""What is being learnt: cards or discs. How one is found in a picture, cut out, and told from those taken before."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.language import _, marked
from vision.arrays import Floats, Picture, circle
from vision.decks.alike import disc_distance, distance
from vision.decks.deck import CardSize, DeckKind
from vision.discs.reader import find_bodies
from vision.enrolling.card_quad import NoCard, cut_out, straighten

# Cuts a disc that lies alone out of a picture: where it differs from the empty table, or where one is pointed
# out. The outline is an ellipse through the places where the disc ends, as a disc seen aslant is one; what is
# not round is refused, and what lies about the disc is not part of its picture.

NO_DISC: Final = marked("no disc was found: lay one on the empty table")
SIDE_PX: Final = 240
LEAST_ACROSS_PX: Final = 40.0
"""A disc that is seen smaller is too far away."""
LEAST_STEP: Final = 10.0
"""Grey levels by which a disc must differ from the empty table …"""
PARTS: Final = (0.06, 0.1, 0.16, 0.24, 0.32)
"""… and over the most that it does: its rim may differ as little as a shadow does."""
WELL_ROUND: Final = 0.012
"""An outline so near to an ellipse, in the mean and over the radius, is a disc's without its shadow."""
RAYS: Final = 90
ROUND: Final = 0.045
"""One that is farther off is no disc's."""
SEARCHED: Final = (0.8, 1.15)
"""The edge is looked for so far within and without the outline, over the radius."""
FINER: Final = 3
"""Samples to a pixel along a ray."""
LEAST_EDGE: Final = 6.0
PART_EDGE: Final = 0.08
"""Grey levels of an edge that is sharp, and over the sharpest."""
FLATTEST: Final = 0.55
ANOTHER: Final = 0.35
"""A second thing of so much of the largest one's area is a second disc."""


@dataclass(frozen=True, slots=True, eq=False)
class DiscOutline:
    """Where a disc lies in a picture: its middle (px), and the matrix (2 x 2) that maps the unit circle to its edge."""

    middle: Floats
    spread: Floats

    @property
    def across(self) -> float:
        """Its mean width in px."""
        return 2 * float(np.sqrt(abs(np.linalg.det(self.spread))))


def find_disc(picture: Picture, empty: Picture | None = None) -> DiscOutline:
    """The one disc in a picture (BGR). `empty`: the same view without it. Raises NoCard with the reason."""
    if empty is not None:
        found = _to_its_edge(picture.astype(np.float32) - empty, _by_difference(picture, empty))
    else:
        # The disc that the eye's own finder sees; of several the largest.
        discs = [one.body for one in find_bodies(picture) if one.body.shape == "disc"]
        if not discs:
            raise NoCard(_("no disc was found: show the empty table first, then lay one disc on it"))
        largest = max(discs, key=lambda body: body.radius)
        found = DiscOutline(np.asarray(largest.anchor, np.float64), np.asarray(largest.spread, np.float64))
    if found.across < LEAST_ACROSS_PX:
        words = _("the disc is only {wide} px wide, at least {least} are needed: come closer")
        raise NoCard(words.format(wide=f"{found.across:.0f}", least=f"{LEAST_ACROSS_PX:.0f}"))
    return found


def cut_disc(picture: Picture, disc: DiscOutline) -> Picture:
    """The disc from straight above in a square that it fills; the corners are of the colour of its rim."""
    side = SIDE_PX
    scale = disc.spread * (2 / side)
    matrix = np.column_stack([scale, disc.middle - scale @ np.array([(side - 1) / 2] * 2)])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    source = picture if disc.across <= 2 * side else cv2.GaussianBlur(picture, (0, 0), disc.across / side / 2)
    cut = cv2.warpAffine(source, matrix, (side, side), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    y, x = np.mgrid[0:side, 0:side] - (side - 1) / 2
    far = np.hypot(x, y) / (side / 2)
    cut[far > 1] = np.median(cut[(far > 0.9) & (far < 0.97)], axis=0)
    return np.asarray(cut, np.uint8)


def _by_difference(picture: Picture, empty: Picture) -> DiscOutline:
    """Where the picture differs from the empty table in a round place: by little, else by more and more."""
    soft = [cv2.GaussianBlur(one, (0, 0), 1.2).astype(np.float32) for one in (picture, empty)]
    step = np.asarray(np.abs(soft[0] - soft[1]).max(axis=2), np.float32)
    # What the lamp does to the whole table is no disc.
    step = np.asarray(np.maximum(step - np.median(step), 0), np.float32)
    most = float(np.percentile(step, 99.9))
    tries: list[tuple[float, DiscOutline]] = []
    reason = NoCard(_(NO_DISC))
    for part in PARTS:
        try:
            found, off = _ellipse(_outline(step, max(LEAST_STEP, part * most)))
        except NoCard as fault:
            reason = fault
            continue
        if off <= WELL_ROUND:
            return found
        tries.append((off, found))
    if not tries or min(off for off, _ in tries) > ROUND:
        raise reason
    return min(tries, key=lambda one: one[0])[1]


def _outline(step: NDArray[np.float32], least: float) -> Floats:
    """The outline of the one place that differs by at least so much. Raises NoCard for none or several."""
    mask = np.asarray(step > least, np.uint8)
    reach = max(3, round(min(mask.shape) / 60)) | 1
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (reach, reach))
    outlines, _tree = cv2.findContours(
        cv2.morphologyEx(mask, cv2.MORPH_CLOSE, kernel), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE
    )
    ordered = sorted(outlines, key=cv2.contourArea, reverse=True)
    if not ordered or cv2.contourArea(ordered[0]) < 0.25 * LEAST_ACROSS_PX**2:
        raise NoCard(_(NO_DISC))
    if len(ordered) > 1 and cv2.contourArea(ordered[1]) > ANOTHER * cv2.contourArea(ordered[0]):
        raise NoCard(_("more than one thing lies there: lay one disc at a time"))
    return ordered[0][:, 0].astype(np.float64)


def _ellipse(outline: Floats) -> tuple[DiscOutline, float]:
    """The ellipse through an outline, and how far that is off it in the mean (over the radius).

    What bulges out of it (a shadow) is left aside. Raises NoCard for what is not round.
    """
    # RAYS points evenly along its hull.
    hull = cv2.convexHull(outline.astype(np.float32))[:, 0].astype(np.float64)
    closed = np.concatenate([hull, hull[:1]])
    along = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(closed, axis=0).T))])
    at = np.linspace(0, along[-1], RAYS, endpoint=False)
    points = every = np.column_stack([np.interp(at, along, closed[:, axis]) for axis in (0, 1)])
    for _step in range(6):
        (x, y), (wide, high), turn = cv2.fitEllipse(points.astype(np.float32))
        a = np.radians(turn)
        axes = np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]]) @ np.diag([wide / 2, high / 2])
        off = np.abs(np.linalg.norm((every - (x, y)) @ np.linalg.inv(axes).T, axis=1) - 1)
        kept = off <= max(0.02, float(np.percentile(off, 80)))
        if len(points) == kept.sum():
            break
        points = every[kept]
    if min(wide, high) < FLATTEST * max(wide, high):
        raise NoCard(_("what lies there is not round: lay one disc alone, away from its shadow"))
    # The matrix that is symmetric maps the circle without turning it.
    values, vectors = np.linalg.eigh(axes @ axes.T)
    spread = vectors @ np.diag(np.sqrt(values)) @ vectors.T
    return DiscOutline(np.array([x, y]), np.asarray(spread, np.float64)), float(off.mean())


def _to_its_edge(difference: NDArray[np.float32], disc: DiscOutline) -> DiscOutline:
    """The disc as large as its outermost sharp edge: a shadow's edge is soft, and what is printed lies within.

    `difference`: the picture less the empty table.
    """
    ways = circle(RAYS) @ disc.spread.T
    step = 1.0 / (disc.across / 2) / FINER
    reaches = np.arange(SEARCHED[0], SEARCHED[1], step)
    at = (disc.middle + reaches[:, None, None] * ways).astype(np.float32)
    seen = cv2.remap(difference, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    rings = cv2.GaussianBlur(seen, (1, 0), sigmaX=0.01, sigmaY=0.5 * FINER)
    apart = 2 * FINER
    steep = np.abs(rings[apart:] - rings[:-apart]).max(axis=2)
    edges = np.median(steep, axis=1)
    peaks = (edges[1:-1] >= edges[:-2]) & (edges[1:-1] > edges[2:])
    peaks &= edges[1:-1] >= max(LEAST_EDGE, PART_EDGE * float(edges.max()))
    if not peaks.any():
        return disc
    best = int(np.flatnonzero(peaks).max()) + 1
    return DiscOutline(disc.middle, disc.spread * float(reaches[best + apart // 2]))


@dataclass(frozen=True, slots=True, eq=False)
class FoundSubject:
    """Something found in a picture: its width and height there (px), and what cuts it out straightened, also of later
    pictures in which it lies there.
    """

    sides_px: tuple[float, float]
    cut: Callable[[Picture], Picture]


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
            disc = find_disc(picture, empty)
            return FoundSubject((disc.across, disc.across), partial(cut_disc, disc=disc))
        width_mm, height_mm = (None, None) if size is None else (size.width_mm, size.height_mm)
        found = straighten(picture, width_mm, height_mm, empty, sides_px)
        cut = partial(cut_out, quad=found.quad, width_mm=width_mm, height_mm=height_mm)
        return FoundSubject(found.sides_px, cut)

    def distance(self, one: Picture, other: Picture) -> float:
        """How unlike two of them look: discs in the turn in which they are most alike."""
        return disc_distance(one, other) if self.kind == "disc" else distance(one, other)


CARDS: Final = Subject("card")
DISCS: Final = Subject("disc")
