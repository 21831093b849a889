"""Enrols cards under a camera: the empty table first, then one card after another, each taken once it lies still.

Rule kept: the costly search for the outline runs once per card, when nothing moves; further pictures of the card are
cut out at the same place.
"""

from dataclasses import dataclass, field
from queue import SimpleQueue
from typing import Final, Literal

import cv2
import numpy as np

from companion.language import _, marked
from companion.sight import Table
from vision.arrays import Floats, Picture, Size, Values, circle
from vision.decks.alike import TAKEN_TWICE_UP_TO, disc_distance, distance
from vision.decks.deck import CardSize, DeckKind
from vision.discs.reader import find_bodies
from vision.enrolling.card_quad import NoCard, Straightened, straighten
from vision.mat.plane import NoPlane, Plane, find_plane
from vision.motion.hands import find_hand

# Cuts a single disc out of a picture, found by its difference from the empty table or by the disc finder. Its outline
# is an ellipse, as a disc seen obliquely is one; other shapes are refused. The surroundings are removed.

NO_DISC: Final = marked("no disc was found: lay one on the empty table")
SIDE_PX: Final = 240
LEAST_ACROSS_PX: Final = 40.0
"""Minimum diameter (px) of a disc."""
LEAST_STEP: Final = 10.0
"""Minimum difference (grey levels) of a disc from the empty table."""
PARTS: Final = (0.06, 0.1, 0.16, 0.24, 0.32)
"""Limits of difference that are tried, over the maximum: a disc's rim may differ as little as a shadow does."""
WELL_ROUND: Final = 0.012
"""Maximum mean distance from an ellipse, in radii, of a disc's outline without a shadow."""
RAYS: Final = 90
ROUND: Final = 0.045
"""Maximum mean distance from an ellipse, in radii, of any disc's outline."""
SEARCHED: Final = (0.8, 1.15)
"""Minimum and maximum radius at which the edge is searched, over the outline's."""
FINER: Final = 3
"""Samples per pixel along a ray."""
LEAST_EDGE, PART_EDGE = 6.0, 0.08
"""Minimum step of a sharp edge: in grey levels, and over the sharpest."""
FLATTEST: Final = 0.55
ANOTHER: Final = 0.35
"""Minimum area of a second disc, over the largest thing's."""


@dataclass(frozen=True, slots=True, eq=False)
class DiscOutline:
    """A disc's place in a picture: its middle (px), and the matrix (2 x 2) that maps the unit circle to its edge."""

    middle: Floats
    spread: Floats

    @property
    def across(self) -> float:
        """Its mean diameter (px)."""
        return 2 * float(np.sqrt(abs(np.linalg.det(self.spread))))

    @property
    def sides_px(self) -> Size:
        return self.across, self.across

    def cut(self, picture: Picture) -> Picture:
        """The disc rectified to fill a square, whose corners get the colour of its rim."""
        side = SIDE_PX
        scale = self.spread * (2 / side)
        matrix = np.column_stack([scale, self.middle - scale @ np.array([(side - 1) / 2] * 2)])
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        source = (
            picture if self.across <= 2 * side else cv2.GaussianBlur(picture, (0, 0), self.across / side / 2)
        )
        cut = cv2.warpAffine(source, matrix, (side, side), flags=flags, borderMode=cv2.BORDER_REPLICATE)
        y, x = np.mgrid[0:side, 0:side] - (side - 1) / 2
        far = np.hypot(x, y) / (side / 2)
        cut[far > 1] = np.median(cut[(far > 0.9) & (far < 0.97)], axis=0)
        return np.asarray(cut, np.uint8)


def find_disc(picture: Picture, empty: Picture | None = None) -> DiscOutline:
    """The one disc in a picture (BGR). `empty`: the same view without it. Raises NoCard with the reason."""
    if empty is not None:
        found = _to_its_edge(picture.astype(np.float32) - empty, _by_difference(picture, empty))
    else:
        # By the eye's own disc finder; of several the largest.
        discs = [body for body in find_bodies(picture) if body.shape == "disc"]
        if not discs:
            raise NoCard(_("no disc was found: show the empty table first, then lay one disc on it"))
        largest = max(discs, key=lambda body: body.radius)
        found = DiscOutline(np.asarray(largest.anchor, np.float64), np.asarray(largest.spread, np.float64))
    if found.across < LEAST_ACROSS_PX:
        words = _("the disc is only {wide} px wide, at least {least} are needed: come closer")
        raise NoCard(words.format(wide=f"{found.across:.0f}", least=f"{LEAST_ACROSS_PX:.0f}"))
    return found


def _by_difference(picture: Picture, empty: Picture) -> DiscOutline:
    """The round outline of the difference from the empty table, by the lowest limit that gives a good one."""
    soft = [cv2.GaussianBlur(one, (0, 0), 1.2).astype(np.float32) for one in (picture, empty)]
    step = np.asarray(np.abs(soft[0] - soft[1]).max(axis=2), np.float32)
    # A change of light all over the table is subtracted.
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


def _outline(step: Values, least: float) -> Floats:
    """The outline of the one place that differs by more than `least`. Raises NoCard for none or several."""
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
    """The ellipse through an outline, and the outline's mean distance from it (in radii). Bulges (a shadow) are
    ignored. Raises NoCard if it is too flat."""
    # RAYS points evenly along its hull.
    hull = cv2.convexHull(outline.astype(np.float32))[:, 0].astype(np.float64)
    closed = np.concatenate([hull, hull[:1]])
    along = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(closed, axis=0).T))])
    at = np.linspace(0, along[-1], RAYS, endpoint=False)
    points = every = np.column_stack([np.interp(at, along, closed[:, axis]) for axis in (0, 1)])
    for _step in range(6):
        (x, y), (wide, high), turn = cv2.fitEllipse(points.astype(np.float32))
        a = np.radians(turn)
        spin = np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])
        axes = spin @ np.diag([wide / 2, high / 2])
        off = np.abs(np.linalg.norm((every - (x, y)) @ np.linalg.inv(axes).T, axis=1) - 1)
        kept = off <= max(0.02, float(np.percentile(off, 80)))
        if len(points) == kept.sum():
            break
        points = every[kept]
    if min(wide, high) < FLATTEST * max(wide, high):
        raise NoCard(_("what lies there is not round: lay one disc alone, away from its shadow"))
    # The symmetric matrix maps the circle without turning it.
    return DiscOutline(np.array([x, y]), np.asarray(axes @ spin.T, np.float64)), float(off.mean())


def _to_its_edge(difference: Values, disc: DiscOutline) -> DiscOutline:
    """The disc scaled to its outermost sharp edge: a shadow's edge is soft, and print lies inside. `difference`: the
    picture minus the empty table."""
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


@dataclass(frozen=True, slots=True)
class Subject:
    """What is enrolled, cards or discs, by the kind of deck.

    `hint`, `next_hint`: instructions (English) once the table is empty, and once one was taken. `moved_part`: changed
    share of the picture above which something moves. `sharp_px`: px per side at which sharpness is judged.
    """

    kind: DeckKind
    hint: str
    next_hint: str
    moved_part: float
    sharp_px: int

    def find(
        self, picture: Picture, size: CardSize | None, empty: Picture | None, sides_px: Size | None
    ) -> DiscOutline | Straightened:
        """The one card or disc there. `empty`, `sides_px`: as in `straighten`. Raises NoCard."""
        if self.kind == "disc":
            return find_disc(picture, empty)
        width_mm, height_mm = (None, None) if size is None else (size.width_mm, size.height_mm)
        return straighten(picture, width_mm, height_mm, empty, sides_px)

    def distance(self, one: Picture, other: Picture) -> float:
        """The distance of two of them; of discs in the turn in which they are most alike."""
        return disc_distance(one, other) if self.kind == "disc" else distance(one, other)


CARDS: Final = Subject(
    "card", marked("lay a card under the camera"), marked("taken; lay the next card"), 0.004, 128
)
DISCS: Final = Subject(
    "disc", marked("lay a disc under the camera"), marked("taken; lay the next disc"), 0.0006, 48
)
"""Lower limits than for cards, as discs look small."""

NEEDED: Final = 3
"""Pictures of a card lying still that are taken."""
STILL_STEP: Final = 6.0
"""Maximum difference (grey levels) of the small picture from the one before where nothing moves."""
SMALL_PX: Final = 240
HAND_PX: Final = 480
HAND_LOOKS: Final = 8
"""Pictures at rest after which a supposed hand is taken for the card's own print."""
AGREEING: Final = 3
"""Minimum number of cards of one size that give the size of the deck."""
SAME_SIZE: Final = 0.03
"""Tolerance (relative) of sides of one length."""
_PX_PER_MM_SPARE = 1.2
_EDGE_MM = 4.0


@dataclass(slots=True)
class _Attempt:
    """The card that lies there now: its outline, its pictures so far, whether it was searched (`looked`), and how often
    a hand was waited for."""

    found: DiscOutline | Straightened | None = None
    pictures: list[Picture] = field(default_factory=list)
    looked: bool = False
    waited: int = 0


class CardWatch:
    """Takes one card after another. `hint` always says what to do now.

    `table`: a table with corner tags; only its playing area is searched, and cards are measured by it. If the tags are
    not in view, the whole picture is searched. `first_empty`: the first pictures at rest show the empty table, so that
    cards are found on any ground. `size`: the cards' size, if known. `subject`: cards, or discs.

    One thread calls `see`. Others may call `forget_last` and `learn_empty`, which take effect before the next picture,
    and may read `hint` and `measured`.
    """

    def __init__(
        self,
        size: CardSize | None = None,
        table: Table | None = None,
        needed: int = NEEDED,
        *,
        first_empty: bool = False,
        subject: Subject = CARDS,
    ) -> None:
        self.hint = _("leave the table empty for a moment") if first_empty else _(subject.hint)
        self.measured: CardSize | None = None
        """The usual size of the cards so far, by the mat, to half a millimetre; None until enough agree."""
        self._asked: SimpleQueue[Literal["forget", "empty"]] = SimpleQueue()
        self._waits_for_empty = first_empty
        self._size, self._table, self._needed, self._subject = size, table, needed, subject
        self._plane: Plane | None = None
        self._before: tuple[tuple[int, ...], Picture] | None = None
        self._empty: Picture | None = None
        self._attempt = _Attempt()
        self._sizes: list[tuple[float, float]] = []
        self._taken: Picture | None = None

    def forget_last(self) -> None:
        """Allows the card taken last to be taken again."""
        self._asked.put("forget")

    def learn_empty(self) -> None:
        """Takes the next picture at rest for the empty table."""
        self._asked.put("empty")
        self.hint = _("leave the table empty for a moment")

    def see(self, picture: Picture) -> tuple[Picture, ...] | None:
        """Processes one picture; returns the rectified pictures of a card once it has lain still, else None.

        A request that arrives meanwhile discards the result, and the card is searched anew.
        """
        while not self._asked.empty():
            if self._asked.get() == "forget":
                self._taken = None
            else:
                self._waits_for_empty = True
                self.hint = _("leave the table empty for a moment")
            self._attempt = _Attempt()
        pictures = self._seen_in(picture)
        if self._asked.empty():
            return pictures
        self._taken = None
        return None

    def _seen_in(self, picture: Picture) -> tuple[Picture, ...] | None:
        if not self._rests(picture):
            self._attempt = _Attempt()
            if not self._waits_for_empty:
                self.hint = _("hold still")
            return None
        attempt, subject = self._attempt, self._subject
        if self._waits_for_empty:
            self._empty, self._waits_for_empty = picture, False
            self.hint = _(subject.hint)
            return None
        if attempt.found is None and (self._hand_is_there(picture) or not self._find(picture)):
            return None
        assert attempt.found is not None
        # The card taken last still lies there: wait for the next one.
        image = attempt.found.cut(self._seen(picture))
        if (
            not attempt.pictures
            and self._taken is not None
            and subject.distance(self._taken, image) <= TAKEN_TWICE_UP_TO
        ):
            attempt.found, self.hint = None, _(subject.next_hint)
            return None
        attempt.pictures.append(image)
        if len(attempt.pictures) < self._needed:
            self.hint = _("hold still")
            return None
        # Taken: the same card is found again in the next picture, and recognised by this one.
        pictures = tuple(attempt.pictures)
        self._taken = pictures[-1]
        attempt.found, attempt.pictures = None, []
        self.hint = _(subject.next_hint)
        return pictures

    def _find(self, picture: Picture) -> bool:
        """Searches the outline, once per rest; returns whether there is a card."""
        if self._attempt.looked:
            return False
        self._attempt.looked = True
        self._plane = None
        if self._table is not None and self._table.tags is not None:
            plane = find_plane(picture, self._table)
            self._plane = None if isinstance(plane, NoPlane) else plane
        empty = None if self._empty is None or self._empty.shape != picture.shape else self._seen(self._empty)
        # The size in px follows from the mat and a known size, given or measured on earlier cards.
        size, sides_px = self._size, None
        known = self._agreed() if size is None else (size.width_mm, size.height_mm)
        scale = 0.0 if self._plane is None or self._table is None else _scale(self._plane, self._table)
        if scale and known is not None:
            sides_px = (known[0] * scale, known[1] * scale)
        try:
            found = self._subject.find(self._seen(picture), size, empty, sides_px)
        except NoCard as reason:
            self._taken = None
            self.hint = str(reason)
            return False
        self._attempt.found = found
        if scale:
            self._sizes.append((found.sides_px[0] / scale, found.sides_px[1] / scale))
            agreed = self._agreed()
            self.measured = None if agreed is None else CardSize(*(round(side * 2) / 2 for side in agreed))
        return True

    @property
    def last_mm(self) -> tuple[float, float] | None:
        """The sides (mm) of the card found last, by the mat; None without a mat."""
        return self._sizes[-1] if self._sizes and self._plane is not None else None

    def _agreed(self) -> tuple[float, float] | None:
        if len(self._sizes) < AGREEING:
            return None
        wide, high = (float(np.median(sides)) for sides in zip(*self._sizes, strict=True))
        near = [abs(w / wide - 1) < SAME_SIZE and abs(h / high - 1) < SAME_SIZE for w, h in self._sizes]
        return (wide, high) if sum(near) >= AGREEING else None

    def _seen(self, picture: Picture) -> Picture:
        """The part of a picture that is searched: the rectified playing area, or without a mat all of it."""
        table = self._table
        if self._plane is None or table is None:
            return picture
        wide, high = table.width_mm - 2 * _EDGE_MM, table.height_mm - 2 * _EDGE_MM
        return self._plane.rectify(picture, _EDGE_MM, _EDGE_MM, wide, high, _scale(self._plane, table))

    def _hand_is_there(self, picture: Picture) -> bool:
        """Whether a hand is still over the table; one that stays for HAND_LOOKS pictures is none."""
        if self._attempt.looked or self._attempt.waited >= HAND_LOOKS:
            return False
        scale = max(1.0, max(picture.shape[:2]) / HAND_PX)
        small = cv2.resize(picture, None, fx=1 / scale, fy=1 / scale, interpolation=cv2.INTER_AREA)
        if find_hand(np.asarray(small, np.uint8), background=None, scale=scale) is None:
            return False
        self._attempt.waited += 1
        self.hint = _("take your hand away")
        return True

    def _rests(self, picture: Picture) -> bool:
        """Whether nothing moved since the picture before."""
        scale = SMALL_PX / max(picture.shape[:2])
        small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        grey = np.asarray(cv2.GaussianBlur(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), (0, 0), 1.0), np.uint8)
        before, self._before = self._before, (picture.shape, grey)
        # The full sizes are compared: small pictures of several sizes have one shape, but px hold for one size only.
        if before is None or before[0] != picture.shape:
            return False
        step = cv2.absdiff(before[1], grey).astype(np.float32)
        # Flicker changes the whole picture and is subtracted; motion is local.
        step = np.abs(step - np.median(step))
        return float((step > STILL_STEP).mean()) <= self._subject.moved_part


def _scale(plane: Plane, table: Table) -> float:
    return _PX_PER_MM_SPARE * plane.px_per_mm(table.width_mm / 2, table.height_mm / 2)
