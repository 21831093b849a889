"""One picture of a board, made ready to look for pieces in: a coarse sheet for finding, exact looks for placing."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from importlib.resources import files
from typing import Final

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Box, Floats, Mask, Picture, Points, Values, circle, each_once
from vision.light.colours import linear, oklab_of
from vision.mat.plane import Plane, rim_of_paper

# How well a pixel fits a piece of a named colour: judged under the light that white paper shows.
# Rule kept: colours are told relative to the paper of the corner tags; no picture's own numbers are known beforehand.
# Light and shade move a colour along its ray from black; its hue stays.

PAPER: Final = 0.8
"""How much of the light white paper throws back."""
BEST: Final = 3.0
"""What a pixel says at most for or against a colour."""
SIDE_DIMMED: Final = 0.5
"""How light (Oklab) a side in the shade is at least, to a top in the light, …"""
SIDE_LIGHTEST: Final = 0.85
"""… and at most, …"""
SIDE_WASHED: Final = 0.35
"""… and how much of its colour is left: it is narrow, and pictures keep colour at half their fineness."""
SIDE_LOOSE: Final = 0.02
_STEPS: Final = 32
"""Steps a channel in which colours are told apart."""


@dataclass(frozen=True, slots=True)
class Paint:
    """A piece's colour as `paints.toml` has it; `hue` in deg, None: without colour."""

    least: float
    most: float
    dark: float
    light: float
    hue: float | None = None


PAINTS: Final = msgspec.toml.decode(
    files(__package__).joinpath("paints.toml").read_bytes(), type=dict[str, Paint]
)


class Colours:
    """Tells of each pixel how well it fits the top, and how well the side, of pieces of these colours."""

    def __init__(self, names: tuple[str, ...], white: Floats) -> None:
        """`white`: linear blue, green and red of paper in the picture. Raises KeyError for an unknown colour."""
        self._paints = {name: PAINTS[name] for name in names}
        level = (np.arange(_STEPS) + 0.5) / _STEPS * 255
        steps = linear(level / 255)
        blue, green, red = np.meshgrid(steps, steps, steps, indexing="ij")
        seen = np.stack([red / white[2], green / white[1], blue / white[0]], axis=-1).reshape(-1, 3) * PAPER
        self._lab = oklab_of(seen)
        self._known: dict[tuple[str, bool], Values] = {}

    @staticmethod
    def steps(picture: Picture) -> NDArray[np.int32]:
        """The number of each pixel's colour, for `fits`."""
        coarse = (picture >> 3).astype(np.int32)
        return np.asarray((coarse[..., 0] << 10) | (coarse[..., 1] << 5) | coarse[..., 2])

    def fits(self, name: str, steps: NDArray[np.int32], *, shaded: bool = False) -> Values:
        """How well pixels fit the lit top of a piece, or its side, which may be `shaded` (-BEST..BEST)."""
        if (name, shaded) not in self._known:
            self._known[name, shaded] = _fit(self._lab, self._paints[name], shaded=shaded)
        return self._known[name, shaded][steps]


def _fit(lab: Floats, paint: Paint, *, shaded: bool) -> Values:
    """How well colours (N x 3 Oklab) fit a paint in the light, or in the shade with some of its neighbours' in it."""
    light, one, two = lab.T
    dimmed, washed, loose = (SIDE_DIMMED, SIDE_WASHED, SIDE_LOOSE) if shaded else (1.0, 1.0, 0.012)
    if paint.hue is None:
        off = np.maximum(np.hypot(one, two) - paint.most, 0) / (1.3 * loose)
    else:
        towards = np.radians(paint.hue)
        chroma = one * np.cos(towards) + two * np.sin(towards)
        aside = one * np.sin(towards) - two * np.cos(towards)
        off = np.hypot(
            aside / (loose + 0.16 * np.abs(chroma)), np.maximum(paint.least * washed - chroma, 0) / 0.015
        )
        off = np.hypot(off, np.maximum(chroma - paint.most, 0) / 0.03)
    lightest = paint.light * (SIDE_LIGHTEST if shaded else 1.0)
    beyond = np.maximum(paint.dark * dimmed - light, light - lightest)
    off = np.hypot(off, np.maximum(beyond, 0) / 0.05)
    return np.asarray(np.clip(BEST - 0.75 * off**2, -BEST, BEST), np.float32)


# What changed on the table between two pictures: how well each place of it still shows the ground it showed before.
# Rule kept: a shadow is no change of the ground; it dims all three channels alike and adds nothing.

NOISE: Final = 4.0
"""Grey levels by which a place may differ and be the same …"""
SHARE: Final = 0.04
"""… and so much of its brightness, …"""
EDGE: Final = 0.5
"""… and so much of its change from one sample to the next: no camera stands quite still."""
OTHERWISE: Final = 1.5
"""What differs by more than this multiple of it looks otherwise."""
DEEPEST: Final = 0.25
"""No shadow leaves less of the light."""
PALETTE: Final = 8
"""So many colours of the surroundings are held against a place whose ground is not known."""
SHADE_DOUBT: Final = 1.0
"""A shadow is believed less than the bare ground by so much, …"""
DEPTH_DOUBT: Final = 2.5
"""… and by so much more for each factor e that it takes from the light: it may be something black as well."""


def as_ground(after: Picture, before: Picture, view: Mask) -> Values:
    """How well each sample of a sheet (BGR) still shows what it showed `before`, lit or in a new shadow (-BEST..BEST).

    `view`: where both can be judged.
    """
    now, was = lit_alike(after, before, view)
    doubt = _doubt(was)
    off = most_of(np.abs(now - was) / doubt)
    fits = BEST - 0.5 * off * off
    # A shadow is never believed more than this: most of the table need not be held against one.
    unlike = np.nonzero(view & (fits < BEST - SHADE_DOUBT))
    lit = now[unlike] + 8
    shade = _shade(np.log(lit / (was[unlike] + 8)), 0.06 + doubt[unlike] / lit)
    fits[unlike] = np.maximum(fits[unlike], shade)
    fits = np.maximum(fits, -BEST)
    fits[~view] = 0
    return np.asarray(fits, np.float32)


def _shade(share: Values, doubt: Values | float) -> Values:
    """How well samples fit a ground in a shadow, by the logarithm of the light left of each channel (N x 3)."""
    mean = (share[:, 0] + share[:, 1] + share[:, 2]) / 3
    uneven = most_of(np.asarray(np.abs(share - mean[:, None]) / doubt, np.float32))
    shade = BEST - SHADE_DOUBT + DEPTH_DOUBT * mean - 0.5 * uneven * uneven
    shade[(mean > 0) | (mean < np.log(DEEPEST))] = -BEST
    return np.asarray(shade, np.float32)


def differs(after: Picture, before: Picture, view: Mask) -> Mask:
    """Which samples of a sheet (BGR) look otherwise than `before`, under one light; a new shadow does as well."""
    now, was = lit_alike(after, before, view)
    return np.asarray(most_of(np.abs(now - was) / _doubt(was)) > OTHERWISE)


def _doubt(was: Values) -> Values:
    """By how many grey levels a colour may differ and be the same."""
    steps = np.maximum(
        np.abs(cv2.Sobel(was, cv2.CV_32F, 1, 0, ksize=3)), np.abs(cv2.Sobel(was, cv2.CV_32F, 0, 1, ksize=3))
    )
    return np.asarray(NOISE + SHARE * was + (EDGE / 8) * steps, np.float32)


def lit_alike(after: Picture, before: Picture, view: Mask) -> tuple[Values, Values]:
    """Both pictures of a sheet a little softened, the one before as if under the later one's light."""
    now = cv2.GaussianBlur(after, (3, 3), 0.7).astype(np.float32)
    was = cv2.GaussianBlur(before, (3, 3), 0.7).astype(np.float32)
    some = np.zeros_like(view)
    some[::5, ::5] = view[::5, ::5]
    if some.sum() >= 20:
        gains = np.median((now[some] + 4) / (was[some] + 4), axis=0)
        was *= np.asarray(np.clip(gains, 0.5, 2.0), np.float32)
    return now, was


def as_surroundings(picture: Picture, unknown: Mask, about: Mask) -> Values:
    """How well the `unknown` samples of a sheet (BGR) fit the commonest colours of those `about` (-BEST..BEST), lit or
    in a shadow; 0 elsewhere, and everywhere if there is nothing about."""
    fits = np.zeros(unknown.shape, np.float32)
    if not unknown.any() or about.sum() < 20:
        return fits
    soft = np.asarray(cv2.GaussianBlur(picture, (3, 3), 0.7), np.uint8)
    now = soft[unknown].astype(np.float32)
    best = np.full(len(now), -BEST, np.float32)
    # The commonest colours about are means of what falls into one step of 24 levels.
    pixels = soft[about]
    coarse = (pixels // 24).astype(np.int32)
    _, places, counts = np.unique(
        (coarse[:, 0] * 11 + coarse[:, 1]) * 11 + coarse[:, 2], return_inverse=True, return_counts=True
    )
    often = np.argsort(-counts, kind="stable")[:PALETTE]
    kept = [pixels[places == key].mean(axis=0) for key in often if counts[key] >= 0.03 * len(pixels)]
    for colour in np.array(kept or [pixels.mean(axis=0)], np.float32):
        off = np.abs(now - colour) / (2 * NOISE + 2 * SHARE * colour)
        plain = BEST - 0.5 * np.square(most_of(off))
        shade = _shade(np.log((now + 8) / (colour + 8)), 0.12)
        best = np.maximum(best, np.maximum(plain, shade))
    fits[unknown] = best
    return fits


def most_of(values: Values) -> Values:
    """The largest of three channels: channel by channel, as over so short an axis NumPy is slow."""
    return np.asarray(np.maximum(np.maximum(values[..., 0], values[..., 1]), values[..., 2]))


# The table as seen from straight above, and where bodies of known size show on it.
# Rule kept: seen from one point, a circle that lies level at any height is a circle on the table below as well; so a
# piece's top, its side and all pieces of a tower are told by circles on one sheet, and no picture is made per height.

Circle = tuple[float, float, float]
"""Middle and radius in mm on the table."""

FARTHEST_MM: Final = 260.0
"""So far about the playing area pieces are looked for."""
_OUTLINE: Final = 32


@dataclass(frozen=True, slots=True)
class Size:
    """How large the pieces are, and the disc that is flicked (mm)."""

    across: float = 22.0
    high: float = 8.0
    disc_across: float = 30.0
    disc_high: float = 6.0


@dataclass(frozen=True, slots=True, eq=False)
class BoardSheet:
    """A part of the table in even samples: `picture` (rows x columns x 3, BGR), the far side on top.

    `x`, `y`: its near-left corner in mm; `scale`: samples a mm.
    """

    picture: Picture
    x: float
    y: float
    scale: float

    @property
    def far(self) -> float:
        return self.y + len(self.picture) / self.scale

    def samples(self, points: Points) -> Points:
        """Columns and rows (N x 2) of points of the table (N x 2 mm)."""
        return np.asarray((points - (self.x, self.far)) * (self.scale, -self.scale) - 0.5)

    def nearest(self, x: float, y: float) -> tuple[int, int]:
        """The column and row nearest to a point of the table (mm)."""
        column, row = np.rint(self.samples(np.array([x, y]))).astype(int).tolist()
        return column, row

    def place(self, column: float, row: float) -> tuple[float, float]:
        """The point of the table (mm) of a sample."""
        return self.x + (column + 0.5) / self.scale, self.far - (row + 0.5) / self.scale


def sheet_of(image: Picture, plane: Plane, box: Box, scale: float) -> BoardSheet:
    """The sheet of a box (left, near, right, far in mm) of the table in a picture."""
    left, near, right, far = box
    columns, rows = max(1, round((right - left) * scale)), max(1, round((far - near) * scale))
    picture = plane.rectify(image, left, near, columns / scale, rows / scale, scale)
    return BoardSheet(picture, left, near, scale)


def in_view(plane: Plane, sheet: BoardSheet) -> Mask:
    """Which samples of a sheet (rows x columns) lie within the picture."""
    rows, columns = sheet.picture.shape[:2]
    across, down = np.linspace(0, columns - 1, 24), np.linspace(0, rows - 1, 18)
    grid = np.stack(np.meshgrid(across, down), axis=-1).reshape(-1, 2)
    places = np.column_stack(
        [sheet.x + (grid[:, 0] + 0.5) / sheet.scale, sheet.far - (grid[:, 1] + 0.5) / sheet.scale]
    )
    px = plane.to_px(places)
    depth = np.minimum(px, np.array(plane.picture_size) - 1 - px).min(axis=1)
    even = cv2.resize(depth.reshape(len(down), len(across)).astype(np.float32), (columns, rows))
    return np.asarray(even >= 1.0)


def fill(mask: Picture, sheet: BoardSheet, circles: tuple[Circle, ...], value: int) -> None:
    """Fills the outline about one circle or two (mm) in a mask of the sheet's size."""
    # A polygon through the circle's points is a little too small: drawn through points a little outside.
    ring = circle(_OUTLINE) / np.cos(np.pi / _OUTLINE) ** 0.5
    points = np.concatenate([np.array((x, y)) + radius * ring for x, y, radius in circles])
    fixed = np.rint(sheet.samples(points) * 16).astype(np.int32)
    outline = cv2.convexHull(fixed) if len(circles) > 1 else fixed
    cv2.fillConvexPoly(mask, outline, value, cv2.LINE_8, 4)


def covered(sheet: BoardSheet, outlines: Iterable[tuple[Circle, ...]]) -> Mask:
    """Which samples of a sheet lie within any outline about one circle or two."""
    mask = np.zeros(sheet.picture.shape[:2], np.uint8)
    for circles in outlines:
        fill(mask, sheet, circles, 1)
    return np.asarray(mask > 0)


# Where exactly a round top lies: by its outline and all that is round about its middle. Only what runs about
# the middle counts, whatever its colour; a ring printed on the piece helps, a letter on it does not hurt, and
# edges of the board that cross it have no say.

SCALE: Final = 2.5
"""Samples a mm for exact looks."""
STEEPEST: Final = 25.0
"""Steeper edges (grey levels a mm) count no more."""
INNERMOST: Final = 0.55
"""Circles about the middle are looked at from this part of the radius on …"""
STEP_MM: Final = 0.5
"""… this far apart, and middles are tried this far apart as well."""
_DIRECTIONS: Final = 40


class Slopes:
    """How brightness changes from sample to sample about a place: made once, asked for many circles.

    `gain`: by how much the picture should be brighter. Of the three channels that counts which changes most.
    """

    def __init__(self, sheet: BoardSheet, gain: float = 1.0) -> None:
        self.sheet = sheet
        soft = cv2.GaussianBlur(sheet.picture, (0, 0), 0.4 * sheet.scale)
        right, down = (cv2.Sobel(soft, cv2.CV_32F, *way, ksize=3) for way in ((1, 0), (0, 1)))
        steep = right * right + down * down
        best_right, best_down, most = right[..., 0], down[..., 0], steep[..., 0]
        for channel in (1, 2):
            steeper = steep[..., channel] > most
            best_right = np.where(steeper, right[..., channel], best_right)
            best_down = np.where(steeper, down[..., channel], best_down)
            most = np.maximum(most, steep[..., channel])
        self._right = np.asarray(best_right * (gain * sheet.scale / 8), np.float32)
        self._down = np.asarray(best_down * (gain * sheet.scale / 8), np.float32)

    def roundness(
        self, middles: Floats, radius: float, foot: tuple[float, float, float], coarser: int = 1
    ) -> tuple[Values, Values]:
        """For each middle (N x 2 mm): how round all is about it up to this radius (mm), 0 and up, and how much of an
        edge (0..1) the outline of the whole body is, down to its foot.

        `foot`: where the foot shows, from the middle (mm), and its radius. `coarser`: looks at fewer circles and fewer
        points of them.
        """
        angles = np.arange(0, _DIRECTIONS, coarser) / _DIRECTIONS * 2 * np.pi
        ways = np.column_stack([np.cos(angles), np.sin(angles)])
        radii = np.arange(radius, INNERMOST * radius, -STEP_MM * coarser)
        circles = radii[:, None, None] * ways
        lower = ways @ np.array(foot[:2]) + foot[2] > radius
        outline = np.where(lower[:, None], np.array(foot[:2]) + foot[2] * ways, radius * ways)
        across, down = _samples_about(
            self.sheet, middles, np.concatenate([outline[None], circles]).reshape(-1, 2)
        )
        right, below = (
            cv2.remap(slope, across, down, cv2.INTER_LINEAR).reshape(len(middles), 1 + len(radii), -1)
            for slope in (self._right, self._down)
        )
        outward = np.abs(right * ways[:, 0].astype(np.float32) - below * ways[:, 1].astype(np.float32))
        along = np.minimum(outward, STEEPEST).mean(axis=2) / STEEPEST
        rounds = (along[:, 1:] ** 2).sum(axis=1) * coarser
        return np.asarray(rounds, np.float32), np.asarray(along[:, 0], np.float32)


def _samples_about(sheet: BoardSheet, middles: Floats, offsets: Floats) -> tuple[Values, Values]:
    """Columns and rows (N x M) of the points at M offsets (mm) from N middles (mm)."""
    at = sheet.samples(middles).astype(np.float32)
    off = (offsets * (sheet.scale, -sheet.scale)).astype(np.float32)
    return at[:, :1] + off[:, 0], at[:, 1:] + off[:, 1]


def _bend(before: float, here: float, after: float) -> float:
    """How far from the middle one of three scores, a step apart, their summit lies (steps)."""
    bent = before - 2 * here + after
    return 0.0 if bent >= 0 else float(np.clip(0.5 * (before - after) / bent, -0.5, 0.5))


COARSE: Final = 0.5
"""Samples a mm of the coarse sheet."""
COLOUR_WEIGHT, OUTLINE_WEIGHT = 1.0, 3.0
"""What a top's colour, and the outline of the body beneath it, count beside its roundness when it is placed."""
WITHIN: Final = 0.95
"""The part of a top's radius within which its colour is judged."""
_FAR_STEP_MM, _FIRST_STEP_MM = 2.5, 1.0
"""A place is looked for in steps so far apart first, then so far, last of half a mm; near places skip the first."""
_TAKEN: Final = 100.0
"""What is taken from the score of a place that is not to be had."""


@dataclass(frozen=True, slots=True)
class Top:
    """A round top of a colour: where its middle shows on the table (mm), and how much speaks for it.

    `edge`: how much of an edge the whole body's outline is (0..1); `fits`: how well its colour fits, `ground`: how far
    what shows there is still the ground (-BEST..BEST); `looks`: its score by its own look alone; `visible`: the part of
    it that nothing known hides.
    """

    colour: str
    x: float
    y: float
    edge: float
    fits: float
    looks: float
    score: float
    visible: float = 1.0
    ground: float = 0.0


WELL_EXPOSED: Final = 205.0
"""How bright (0..255) paper is in a picture that is exposed as it should be."""
MOST_GAIN: Final = 2.5


class TowerLook:
    """One picture (BGR) with its plane. `box`: the part of the table to look at; all in view if left out.

    `others`: where (mm) things lie that are known to be no pieces; what shows there is not looked at.
    """

    def __init__(
        self,
        image: Picture,
        plane: Plane,
        names: tuple[str, ...],
        size: Size,
        box: Box | None = None,
        others: Sequence[Circle] = (),
    ) -> None:
        self.image = image
        self.plane = plane
        self.size = size
        self.names = names
        self._eye = plane.camera_mm()
        # What white paper looks like under the lamp is told from that about the tags.
        rims = [rim_of_paper(image, corners) for corners in plane.tags_px.values()]
        papers = [np.median(paper, axis=0) for paper in rims if len(paper) >= 8]
        paper = np.median(papers, axis=0) if papers else None
        white, level = (
            (np.full(3, 0.7), WELL_EXPOSED) if paper is None else (linear(paper / 255), paper.mean())
        )
        self.colours = Colours(names, np.maximum(white, 0.01))
        self.gain = float(np.clip(WELL_EXPOSED / max(level, 1.0), 1 / MOST_GAIN, MOST_GAIN))
        """By how much the picture must be brightened for paper to be as bright as it should."""
        if box is None:
            wide, high = np.array(plane.picture_size) - 1
            border = np.stack(np.meshgrid(np.linspace(0, wide, 5), np.linspace(0, high, 5)), axis=-1)
            (left, near), (right, far) = (plane.to_mm(border).min(axis=0), plane.to_mm(border).max(axis=0))
            most = np.array([plane.width_mm, plane.height_mm]) + FARTHEST_MM
            left, near = np.maximum(np.floor((left, near)), -FARTHEST_MM).tolist()
            right, far = np.minimum(np.ceil((right, far)), most).tolist()
            box = (left, near, right, far)
        self.box = box
        # Each sample of the coarse sheet is the mean of what it shows: by way of the picture at half its size.
        left, near, right, far = box
        columns, rows = int((right - left) * COARSE), int((far - near) * COARSE)
        half = cv2.resize(image, (image.shape[1] // 2, image.shape[0] // 2), interpolation=cv2.INTER_AREA)
        (across,), (down,) = plane.patch_maps(np.array([[left, near + rows / COARSE]]), columns, rows, COARSE)
        # Where a mean of two by two pixels ends up, and the blur's own shift of half of one.
        shift = np.float32(0.5)
        at_x, at_y = (across - shift) / 2 + shift, (down - shift) / 2 + shift
        picture = cv2.remap(
            cv2.blur(half, (2, 2)), at_x, at_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        self.sheet = BoardSheet(np.asarray(picture, np.uint8), left, near, COARSE)
        self.others = tuple(others)
        self.in_picture = in_view(plane, self.sheet)
        self.view = self.in_picture & ~covered(self.sheet, [(other,) for other in others])
        self.steps = Colours.steps(self.sheet.picture)

    def seen(self, x: float, y: float, high: float, radius: float = 0.0) -> Circle:
        """The circle of the table that a level circle at a height hides."""
        eye_x, eye_y, eye_z = self._eye
        scale = eye_z / (eye_z - high)
        return eye_x + (x - eye_x) * scale, eye_y + (y - eye_y) * scale, radius * scale

    def stands(self, x: float, y: float, high: float) -> tuple[float, float]:
        """Over which point of the table a point at a height is that shows at (x, y)."""
        eye_x, eye_y, eye_z = self._eye
        scale = (eye_z - high) / eye_z
        return eye_x + (x - eye_x) * scale, eye_y + (y - eye_y) * scale

    def foot(self, top: Top, level: int) -> tuple[float, float]:
        """Over which point of the table a top at a level is."""
        return self.stands(top.x, top.y, self.size.high * (level + 1))

    def radius(self, level: int) -> float:
        """How large (mm) the top of a piece at a level shows on the table."""
        high = self.size.high * (level + 1)
        return self.seen(0, 0, high, self.size.across / 2)[2]

    def top_near(
        self,
        x: float,
        y: float,
        colour: str,
        high: float,
        reach: float,
        across: float | None = None,
        taken: Sequence[Circle] = (),
    ) -> Top:
        """The best top of a colour, so high (mm) above the table, whose middle shows within `reach` mm of a place.

        `across`: its diameter, a piece's if left out. `taken`: its middle does not show within these circles; where
        they leave no room its score is far below 0.
        """
        foot_x, foot_y = self.stands(x, y, high)
        alone = (across or self.size.across) / 2
        radius = self.seen(x, y, high, alone)[2]
        foot = (foot_x - x, foot_y - y, alone)
        around = reach + radius + 3 + float(np.hypot(*foot[:2]))
        sheet = sheet_of(self.image, self.plane, (x - around, y - around, x + around, y + around), SCALE)
        slopes = Slopes(sheet, self.gain)
        colours = self.colours.fits(colour, Colours.steps(sheet.picture))
        # A top's colour is the mean of some points of it.
        reached = WITHIN * radius
        points = np.arange(-reached, reached + 0.1, reached / 8)
        within = np.stack(np.meshgrid(points, points), axis=-1).reshape(-1, 2)
        within = within[np.hypot(*within.T) <= reached]

        def best(step: float) -> Top:
            """The best of the tops whose middles lie so far apart about the place, between them as the scores bend."""
            steps = round(reach / step)
            along = np.arange(-steps, steps + 1) * step
            middles = np.stack(np.meshgrid(x + along, y + along), axis=-1).reshape(-1, 2)
            rounds, edges = slopes.roundness(middles, radius, foot, 1 if step == STEP_MM else 2)
            for near_x, near_y, apart in taken:
                rounds[np.hypot(*(middles - (near_x, near_y)).T) < apart] = -_TAKEN
            found = cv2.remap(
                colours,
                *_samples_about(sheet, middles, within),
                cv2.INTER_LINEAR,
                borderMode=cv2.BORDER_REPLICATE,
            )
            fits = np.asarray(found.mean(axis=1), np.float32)
            scores = rounds + OUTLINE_WEIGHT * edges + COLOUR_WEIGHT * fits
            most = int(scores.argmax())
            square = scores.reshape(len(along), -1)
            row, column = divmod(most, len(along))
            at_x, at_y = middles[most].tolist()
            if 0 < column < 2 * steps:
                at_x += step * _bend(*square[row, column - 1 : column + 2].tolist())
            if 0 < row < 2 * steps:
                at_y += step * _bend(*square[row - 1 : row + 2, column].tolist())
            score = float(scores[most])
            return Top(colour, at_x, at_y, float(edges[most]), float(fits[most]), score, score)

        for step in (_FAR_STEP_MM, _FIRST_STEP_MM):
            if reach > 2.5 * step:
                top = best(step)
                x, y, reach = top.x, top.y, 1.5 * step
        return best(STEP_MM)


def peaks(values: Values, least: float, tries: int, apart: float) -> Iterator[tuple[int, int]]:
    """Columns and rows of the greatest values, in turn: each at least `apart` samples from those before."""
    left = values.copy()
    for _ in range(tries):
        row, column = divmod(int(left.argmax()), left.shape[1])
        if left[row, column] < least:
            break
        yield column, row
        cv2.circle(left, (column, row), round(apart), -BEST, -1)


def disc_means(values: Values, radius: float) -> Values:
    """The mean over a disc (radius in samples) about each sample; what lies beyond the border counts as -BEST."""
    half = int(np.ceil(radius))
    steps = np.arange(-half, half + 1)
    disc = (np.hypot(*np.meshgrid(steps, steps)) <= radius).astype(np.float32)
    padded = cv2.copyMakeBorder(values, half, half, half, half, cv2.BORDER_CONSTANT, value=-BEST)
    means = cv2.filter2D(padded, cv2.CV_32F, disc / disc.sum(), borderType=cv2.BORDER_REPLICATE)
    return np.asarray(means[half:-half, half:-half])


# Finds the tops of pieces of given colours on a coarse look: where, and how sure.
# Rule kept: each colour is there once at most; the strongest is believed first, and what it hides is taken from the
# others.

LEAST: Final = 0.6
"""A place whose colour fits less in the mean is no candidate."""
LEAST_SCORE: Final = 2.2
"""A top found with a smaller score is none."""
LEAST_FITS: Final = -0.3
"""Nor is a place of which less has the colour, when looked at closely."""
LEAST_VISIBLE: Final = 0.3
"""The least visible part of a top that others hide."""
WHOLE: Final = 0.999
"""A top of which at least this part shows is in full view."""
GROUND_WEIGHT: Final = 0.6
"""What it counts that a place changed, beside the top's own look."""
LEAST_DISC: Final = 8.0
"""A disc found with a smaller score is none."""
LEAST_BLACK: Final = -1.0
"""How black the disc must be in the mean, its letter and all."""
LIKELY_DISC: Final = 10.7
"""Few black pieces have so high a score as a disc, and few discs a lower one."""
SURELY_DISC: Final = 11.5
"""Where something has so high a score as a disc, one is about: there, or where another has a high score as well."""
LIKELY_BLACK: Final = 8.0
UNLIKELY_WEIGHT: Final = 3.0
"""What makes a worse black piece than this is a worse reason to take another black thing for the disc."""
DISC_DOUBT: Final = 2.2
"""What speaks against a disc being there, as there need not be one."""
LEAST_FILLED: Final = 0.3
"""Of the rim that the flicked disc has beyond a piece's size so much must be black, or new."""
SURROUNDINGS: Final = 0.5
"""What it counts that the colour goes on all about a place."""
_DISC_TRIES: Final = 4
_DISC_LEAST: Final = -0.5
_WITHIN: Final = 0.86
_APART: Final = 1.1
_APART_BLACK: Final = 1.9
_ABOUT: Final = (1.2, 1.6)
_REACH_MM: Final = 4.0


@dataclass(frozen=True, slots=True)
class FlickedDisc:
    """The disc that is flicked: its middle in mm, and how much speaks for it."""

    x: float
    y: float
    score: float


def find_discs(look: TowerLook, ground: Values) -> list[FlickedDisc]:
    """Where the black disc may be, larger than a piece, among what changed; the likeliest first.

    It may bear a letter and a ring: not all of it need be black, but the ground must be gone to near its edge.
    """
    size = look.size
    radius = look.seen(0, 0, size.disc_high, size.disc_across / 2)[2]
    black = look.colours.fits("black", look.steps)
    evidence = black - ground
    there = np.maximum(black, -ground) > 0
    evidence[~look.view] = -BEST
    scores = disc_means(evidence, _WITHIN * radius * look.sheet.scale)
    found: list[FlickedDisc] = []
    inner, outer = look.radius(0) * 1.12, radius * 0.95
    for column, row in peaks(scores, _DISC_LEAST, _DISC_TRIES, radius * look.sheet.scale):
        place = look.sheet.place(column, row)
        top = look.top_near(*place, "black", size.disc_high, _REACH_MM, size.disc_across)
        ring = covered(look.sheet, [((top.x, top.y, outer),)])
        ring &= ~covered(look.sheet, [((top.x, top.y, inner),)])
        filled = float(there[ring].mean()) if ring.any() else 0.0
        if filled >= LEAST_FILLED and top.score >= LEAST_DISC and top.fits >= LEAST_BLACK:
            at = look.stands(top.x, top.y, size.disc_high)
            found.append(FlickedDisc(*at, top.score))
    return sorted(found, key=lambda one: -one.score)


def the_disc(found: list[FlickedDisc], blacks: list[Top], across: float) -> FlickedDisc | None:
    """Which of these is the flicked disc, if any; `blacks`: where the black piece may be, if it is not known.

    What is one cannot be the other; the piece is somewhere, the disc may have left the table.
    """
    best, most = None, max((one.score for one in blacks), default=0.0)
    if found and found[0].score >= SURELY_DISC:
        # One of them is the disc; which one is told by what the black piece would then be.
        best, most = found[0], 0.0
    for disc in found:
        apart = [one.score for one in blacks if np.hypot(one.x - disc.x, one.y - disc.y) > across / 2]
        surplus = disc.score - LIKELY_DISC
        other = max(apart, default=0.0)
        other = max(0.0, other - UNLIKELY_WEIGHT * max(0.0, LIKELY_BLACK - other))
        score = disc.score + surplus - DISC_DOUBT + other
        if score > most:
            best, most = disc, score
    return best


def find_tops(
    look: TowerLook,
    colours: Iterable[str],
    ground: Values,
    hidden: Mask,
    tries: int,
    least_fits: float = LEAST_FITS,
) -> list[Top]:
    """The best candidates of each colour, at most `tries` of each, strongest first.

    `ground`: how well each sample of the look's sheet shows the ground (-BEST..BEST, 0 where that is not known);
    `hidden`: samples that show other things already found. `least_fits`: how well a top's colour must fit.
    """
    found = []
    radius = look.radius(0) * look.sheet.scale
    half = round(_WITHIN * radius * 0.8)
    inner, outer = (2 * round(radius * part) + 1 for part in _ABOUT)
    # Which part of a disc about each sample is not hidden; borders count as hidden by what disc_means takes for
    # granted beyond them.
    free = np.maximum(disc_means(np.where(hidden, 0, 1).astype(np.float32), _WITHIN * radius), 1e-3)
    for colour in colours:
        fits = look.colours.fits(colour, look.steps)
        evidence = fits - ground
        evidence[~look.view] = -BEST
        shown = np.where(hidden, 0, evidence).astype(np.float32)
        scores = np.where(free >= LEAST_VISIBLE, disc_means(shown, _WITHIN * radius) / free, -BEST)
        # The mean over a square frame about each sample, outside a top, tells whether the colour goes on.
        within, sums = (
            cv2.boxFilter(
                shown - hidden, cv2.CV_32F, (side, side), normalize=False, borderType=cv2.BORDER_REPLICATE
            )
            for side in (inner, outer)
        )
        about = np.asarray((sums - within) / (outer**2 - inner**2), np.float32)
        scores = scores - SURROUNDINGS * (np.maximum(about, -BEST) + BEST)
        scores = np.asarray(scores * np.minimum(1.0, free + 0.3), np.float32)
        # The flicked disc is black as well, larger than a piece, and must not take more than one of the tries.
        apart = radius * (_APART_BLACK if colour == "black" else _APART)
        for column, row in peaks(scores, LEAST, tries, apart):
            here = np.s_[max(0, row - half) : row + half + 1, max(0, column - half) : column + half + 1]
            seen = ~hidden[here]
            changed = float(ground[here][seen].mean()) if seen.any() else 0.0
            visible = float(free[row, column])
            visible = visible if visible < WHOLE else 1.0
            top = look.top_near(*look.sheet.place(column, row), colour, look.size.high, _REACH_MM)
            score = (top.score - GROUND_WEIGHT * changed) * visible
            if score >= LEAST_SCORE and top.fits >= least_fits:
                found.append(replace(top, score=score, visible=visible, ground=changed))
    return sorted(found, key=lambda one: -one.score)


def chosen(candidates: Iterable[Top], apart: float) -> list[Top]:
    """The strongest candidates of which no two are of one colour or show nearer than `apart` mm."""

    def same(one: Top, other: Top) -> bool:
        near = np.hypot(one.x - other.x, one.y - other.y) < apart
        return one.colour == other.colour or bool(near)

    return list(each_once(candidates, same))
