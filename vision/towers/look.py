"""One picture of a board, prepared for the search of pieces: a coarse sheet for finding, exact looks for placing."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from importlib.resources import files
from typing import Final

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Box, Floats, Mask, Picture, Points, Values, circle, each_once
from vision.light.colours import PAPER, linear, oklab_of
from vision.mat.plane import Plane, rim_of_paper

# How well a pixel fits a piece's colour, under the light that white paper shows.
# Rule kept: colours are relative to the paper of the corner tags; a picture's absolute values mean nothing.
# Light and shade move a colour along its ray from black; its hue stays.

BEST: Final = 3.0
"""Maximum evidence of a pixel for or against a colour."""
SIDE_DIMMED: Final = 0.5
"""Minimum lightness (Oklab) of a shaded side, relative to a lit top."""
SIDE_LIGHTEST: Final = 0.85
"""Maximum lightness of a side, relative to a lit top."""
SIDE_WASHED: Final = 0.35
"""Share of its chroma that a side keeps: it is narrow, and pictures store colour at half their resolution."""
SIDE_LOOSE: Final = 0.02
_STEPS: Final = 32
"""Quantisation steps per channel."""


@dataclass(frozen=True, slots=True)
class Paint:
    """A piece's colour in Oklab, as in `paints.toml`: limits of chroma (`least`, `most`) and of lightness (`dark`,
    `light`); `hue` in deg, None: achromatic."""

    least: float
    most: float
    dark: float
    light: float
    hue: float | None = None


PAINTS: Final = msgspec.toml.decode(
    files(__package__).joinpath("paints.toml").read_bytes(), type=dict[str, Paint]
)


class Colours:
    """Lookup tables of how well each pixel colour fits the top, or the side, of pieces of these colours."""

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
        """The index of each pixel's quantised colour, for `fits`."""
        coarse = (picture >> 3).astype(np.int32)
        return np.asarray((coarse[..., 0] << 10) | (coarse[..., 1] << 5) | coarse[..., 2])

    def fits(self, name: str, steps: NDArray[np.int32], *, shaded: bool = False) -> Values:
        """The fit (-BEST..BEST) of pixels to the lit top of a piece, or to its side, which may be `shaded`."""
        if (name, shaded) not in self._known:
            self._known[name, shaded] = _fit(self._lab, self._paints[name], shaded=shaded)
        return self._known[name, shaded][steps]


def _fit(lab: Floats, paint: Paint, *, shaded: bool) -> Values:
    """The fit (-BEST..BEST) of colours (N x 3 Oklab) to a paint, lit or shaded and mixed with its surroundings."""
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


# Changes on the table between two pictures: how well each sample still shows the ground that it showed before.
# Rule kept: a shadow is not a change; it dims all three channels alike and adds nothing.

NOISE: Final = 4.0
"""Constant part of an unchanged sample's tolerance (grey levels)."""
SHARE: Final = 0.04
"""Part of that tolerance in proportion to the sample's brightness."""
EDGE: Final = 0.5
"""Part of that tolerance in proportion to the gradient, because no camera stands quite still."""
OTHERWISE: Final = 1.5
"""Multiple of that tolerance from which a sample has changed."""
DEEPEST: Final = 0.25
"""Minimum share of the light that a shadow leaves."""
PALETTE: Final = 8
"""Maximum colours of the surroundings that unknown ground may have."""
SHADE_DOUBT: Final = 1.0
"""Loss of fit of a shadow against lit ground."""
DEPTH_DOUBT: Final = 2.5
"""Further loss per factor e of the light that a shadow takes, because it may be something black."""


def as_ground(after: Picture, before: Picture, view: Mask) -> Values:
    """Per sample of a sheet (BGR), the fit (-BEST..BEST) to what it showed `before`, lit or in a new shadow.

    `view`: where both pictures count; 0 elsewhere.
    """
    now, was = lit_alike(after, before, view)
    doubt = _doubt(was)
    off = most_of(np.abs(now - was) / doubt)
    fits = BEST - 0.5 * off * off
    # A shadow's fit never exceeds this limit, so most of the table need not be tested for one.
    unlike = np.nonzero(view & (fits < BEST - SHADE_DOUBT))
    lit = now[unlike] + 8
    shade = _shade(np.log(lit / (was[unlike] + 8)), 0.06 + doubt[unlike] / lit)
    fits[unlike] = np.maximum(fits[unlike], shade)
    fits = np.maximum(fits, -BEST)
    fits[~view] = 0
    return np.asarray(fits, np.float32)


def _shade(share: Values, doubt: Values | float) -> Values:
    """The fit of samples to ground in shadow, by the logarithm of the light left per channel (N x 3)."""
    mean = (share[:, 0] + share[:, 1] + share[:, 2]) / 3
    uneven = most_of(np.asarray(np.abs(share - mean[:, None]) / doubt, np.float32))
    shade = BEST - SHADE_DOUBT + DEPTH_DOUBT * mean - 0.5 * uneven * uneven
    shade[(mean > 0) | (mean < np.log(DEEPEST))] = -BEST
    return np.asarray(shade, np.float32)


def differs(after: Picture, before: Picture, view: Mask) -> Mask:
    """The samples of a sheet (BGR) that changed from `before`, lights equalised; new shadows count too."""
    now, was = lit_alike(after, before, view)
    return np.asarray(most_of(np.abs(now - was) / _doubt(was)) > OTHERWISE)


def _doubt(was: Values) -> Values:
    """The tolerance (grey levels) of each unchanged sample."""
    steps = np.maximum(
        np.abs(cv2.Sobel(was, cv2.CV_32F, 1, 0, ksize=3)), np.abs(cv2.Sobel(was, cv2.CV_32F, 0, 1, ksize=3))
    )
    return np.asarray(NOISE + SHARE * was + (EDGE / 8) * steps, np.float32)


def lit_alike(after: Picture, before: Picture, view: Mask) -> tuple[Values, Values]:
    """Both pictures of a sheet slightly blurred, the earlier one brought to the later one's light."""
    now = cv2.GaussianBlur(after, (3, 3), 0.7).astype(np.float32)
    was = cv2.GaussianBlur(before, (3, 3), 0.7).astype(np.float32)
    some = np.zeros_like(view)
    some[::5, ::5] = view[::5, ::5]
    if some.sum() >= 20:
        gains = np.median((now[some] + 4) / (was[some] + 4), axis=0)
        was *= np.asarray(np.clip(gains, 0.5, 2.0), np.float32)
    return now, was


def as_surroundings(picture: Picture, unknown: Mask, about: Mask) -> Values:
    """The fit (-BEST..BEST) of the `unknown` samples of a sheet (BGR) to the commonest colours of those `about`.

    Lit or in a shadow; 0 elsewhere, and everywhere if `about` is nearly empty.
    """
    fits = np.zeros(unknown.shape, np.float32)
    if not unknown.any() or about.sum() < 20:
        return fits
    soft = np.asarray(cv2.GaussianBlur(picture, (3, 3), 0.7), np.uint8)
    now = soft[unknown].astype(np.float32)
    best = np.full(len(now), -BEST, np.float32)
    # The commonest colours are the means of the fullest bins of 24 levels.
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
    """The largest of three channels; channel by channel, as NumPy is slow over a short axis."""
    return np.asarray(np.maximum(np.maximum(values[..., 0], values[..., 1]), values[..., 2]))


# The rectified table, and where bodies of known size show on it.
# Rule kept: seen from one point, a level circle at any height projects to a circle on the table. So circles on one
# sheet describe a piece's top, its side and all pieces of a tower, and no picture per height is needed.

Circle = tuple[float, float, float]
"""Middle and radius in mm on the table."""

FARTHEST_MM: Final = 260.0
"""Maximum distance outside the playing area at which pieces are searched."""
_OUTLINE: Final = 32


@dataclass(frozen=True, slots=True)
class Size:
    """Diameter and height (mm) of the pieces and of the flicked disc."""

    across: float = 22.0
    high: float = 8.0
    disc_across: float = 30.0
    disc_high: float = 6.0


@dataclass(frozen=True, slots=True, eq=False)
class BoardSheet:
    """A rectified part of the table: `picture` (rows x columns x 3, BGR), the far side on top.

    `x`, `y`: its near-left corner in mm; `scale`: samples per mm.
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
    """Mask of the samples of a sheet that lie within the picture."""
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
    """Fills the convex hull of one circle or two (mm) in a mask of the sheet's size."""
    # Points slightly outside the circle, as a polygon through points on it would be too small.
    ring = circle(_OUTLINE) / np.cos(np.pi / _OUTLINE) ** 0.5
    points = np.concatenate([np.array((x, y)) + radius * ring for x, y, radius in circles])
    fixed = np.rint(sheet.samples(points) * 16).astype(np.int32)
    outline = cv2.convexHull(fixed) if len(circles) > 1 else fixed
    cv2.fillConvexPoly(mask, outline, value, cv2.LINE_8, 4)


def covered(sheet: BoardSheet, outlines: Iterable[tuple[Circle, ...]]) -> Mask:
    """Mask of the samples of a sheet within any outline (the convex hull of one circle or two)."""
    mask = np.zeros(sheet.picture.shape[:2], np.uint8)
    for circles in outlines:
        fill(mask, sheet, circles, 1)
    return np.asarray(mask > 0)


# Exact place of a round top, by its outline and all edges that run round its middle, in any colour: a ring printed
# on the piece helps, a letter on it does not hurt, and edges of the board that cross it do not count.

SCALE: Final = 2.5
"""Samples per mm for exact looks."""
STEEPEST: Final = 25.0
"""Gradient (grey levels per mm) above which steeper edges count no more."""
INNERMOST: Final = 0.55
"""Minimum radius of the circles sampled about a middle, over the top's."""
STEP_MM: Final = 0.5
"""Step between these circles, and between middles in the last search."""
_DIRECTIONS: Final = 40


class Slopes:
    """The gradients of a sheet, in the channel that changes most; made once and sampled along many circles.

    `gain`: factor by which the picture is brightened.
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
        """For each middle (N x 2 mm): roundness within the radius (mm; 0 and up), and edge strength (0..1) along the
        outline of the whole body, down to its foot.

        `foot`: offset of the foot from the middle (mm), and its radius. `coarser`: divisor of circles and points.
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
    """Offset (steps) of the summit of a parabola through three scores from the middle one."""
    bent = before - 2 * here + after
    return 0.0 if bent >= 0 else float(np.clip(0.5 * (before - after) / bent, -0.5, 0.5))


COARSE: Final = 0.5
"""Samples per mm of the coarse sheet."""
COLOUR_WEIGHT, OUTLINE_WEIGHT = 1.0, 3.0
"""Weights of a top's colour, and of the outline of the body beneath it, relative to its roundness."""
WITHIN: Final = 0.95
"""Share of a top's radius within which its colour is judged."""
_FAR_STEP_MM, _FIRST_STEP_MM = 2.5, 1.0
"""First and second step of a search, before STEP_MM; a search of little reach skips them."""
_TAKEN: Final = 100.0
"""Loss of roundness of a place that is taken."""


@dataclass(frozen=True, slots=True)
class Top:
    """A round top of a colour: where its middle shows on the table (mm), and its evidence.

    `edge`: edge strength (0..1) along the whole body's outline; `fits`: fit of its colour, and `ground`: fit of the
    place to the former ground (-BEST..BEST); `looks`: its score without the ground; `visible`: its visible share.
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
"""Brightness (0..255) of paper in a well exposed picture."""
MOST_GAIN: Final = 2.5


class TowerLook:
    """One picture (BGR) with its plane. `box`: the part of the table to search; default: all in view.

    `others`: circles (mm) of things known not to be pieces; they are left out.
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
        # White and exposure from the paper about the tags.
        rims = [rim_of_paper(image, corners) for corners in plane.tags_px.values()]
        papers = [np.median(paper, axis=0) for paper in rims if len(paper) >= 8]
        paper = np.median(papers, axis=0) if papers else None
        white, level = (
            (np.full(3, 0.7), WELL_EXPOSED) if paper is None else (linear(paper / 255), paper.mean())
        )
        self.colours = Colours(names, np.maximum(white, 0.01))
        self.gain = float(np.clip(WELL_EXPOSED / max(level, 1.0), 1 / MOST_GAIN, MOST_GAIN))
        """Factor that brings paper to WELL_EXPOSED."""
        if box is None:
            wide, high = np.array(plane.picture_size) - 1
            border = np.stack(np.meshgrid(np.linspace(0, wide, 5), np.linspace(0, high, 5)), axis=-1)
            (left, near), (right, far) = (plane.to_mm(border).min(axis=0), plane.to_mm(border).max(axis=0))
            most = np.array([plane.width_mm, plane.height_mm]) + FARTHEST_MM
            left, near = np.maximum(np.floor((left, near)), -FARTHEST_MM).tolist()
            right, far = np.minimum(np.ceil((right, far)), most).tolist()
            box = (left, near, right, far)
        self.box = box
        # The coarse sheet averages its samples by way of the picture at half its size, against aliasing.
        left, near, right, far = box
        columns, rows = int((right - left) * COARSE), int((far - near) * COARSE)
        half = cv2.resize(image, (image.shape[1] // 2, image.shape[0] // 2), interpolation=cv2.INTER_AREA)
        (across,), (down,) = plane.patch_maps(np.array([[left, near + rows / COARSE]]), columns, rows, COARSE)
        # Corrects for the mean of two by two pixels and for the blur's own shift by half of one.
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
        """The circle on the table that a level circle at height `high` (mm) hides."""
        eye_x, eye_y, eye_z = self._eye
        scale = eye_z / (eye_z - high)
        return eye_x + (x - eye_x) * scale, eye_y + (y - eye_y) * scale, radius * scale

    def stands(self, x: float, y: float, high: float) -> tuple[float, float]:
        """The point of the table beneath a point at height `high` that shows at (x, y) (mm)."""
        eye_x, eye_y, eye_z = self._eye
        scale = (eye_z - high) / eye_z
        return eye_x + (x - eye_x) * scale, eye_y + (y - eye_y) * scale

    def foot(self, top: Top, level: int) -> tuple[float, float]:
        """The point of the table (mm) beneath a top at a level."""
        return self.stands(top.x, top.y, self.size.high * (level + 1))

    def radius(self, level: int) -> float:
        """The radius (mm) with which the top of a piece at a level shows on the table."""
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
        """The best top of a colour at height `high` (mm) whose middle shows within `reach` mm of a place.

        `across`: its diameter, default: a piece's. `taken`: circles that its middle must not show in; if they leave no
        room its score is far below 0.
        """
        # The body's foot shows nearer the camera's foot than its top; both shape its outline.
        foot_x, foot_y = self.stands(x, y, high)
        alone = (across or self.size.across) / 2
        radius = self.seen(x, y, high, alone)[2]
        foot = (foot_x - x, foot_y - y, alone)
        around = reach + radius + 3 + float(np.hypot(*foot[:2]))
        sheet = sheet_of(self.image, self.plane, (x - around, y - around, x + around, y + around), SCALE)
        slopes = Slopes(sheet, self.gain)
        colours = self.colours.fits(colour, Colours.steps(sheet.picture))
        # Points of a top over which its colour is averaged.
        reached = WITHIN * radius
        points = np.arange(-reached, reached + 0.1, reached / 8)
        within = np.stack(np.meshgrid(points, points), axis=-1).reshape(-1, 2)
        within = within[np.hypot(*within.T) <= reached]

        def best(step: float) -> Top:
            """The best top on a grid of this step about the place, refined between grid points by parabolas."""
            steps = round(reach / step)
            along = np.arange(-steps, steps + 1) * step
            middles = np.stack(np.meshgrid(x + along, y + along), axis=-1).reshape(-1, 2)
            # Score every middle by roundness, outline and colour; `taken` places lose.
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

        # Coarse to fine: each round searches about the best place of the one before.
        for step in (_FAR_STEP_MM, _FIRST_STEP_MM):
            if reach > 2.5 * step:
                top = best(step)
                x, y, reach = top.x, top.y, 1.5 * step
        return best(STEP_MM)


def peaks(values: Values, least: float, tries: int, apart: float) -> Iterator[tuple[int, int]]:
    """Columns and rows of the greatest values from `least`, each at least `apart` samples from those before."""
    left = values.copy()
    for _ in range(tries):
        row, column = divmod(int(left.argmax()), left.shape[1])
        if left[row, column] < least:
            break
        yield column, row
        cv2.circle(left, (column, row), round(apart), -BEST, -1)


def disc_means(values: Values, radius: float) -> Values:
    """The mean over a disc (radius in samples) about each sample; outside the border counts as -BEST."""
    half = int(np.ceil(radius))
    steps = np.arange(-half, half + 1)
    disc = (np.hypot(*np.meshgrid(steps, steps)) <= radius).astype(np.float32)
    padded = cv2.copyMakeBorder(values, half, half, half, half, cv2.BORDER_CONSTANT, value=-BEST)
    means = cv2.filter2D(padded, cv2.CV_32F, disc / disc.sum(), borderType=cv2.BORDER_REPLICATE)
    return np.asarray(means[half:-half, half:-half])


# Finds the tops of pieces of given colours on a coarse look.
# Rule kept: each colour is there at most once; the strongest top counts first, and what it hides is lost to others.

LEAST: Final = 0.6
"""Minimum mean fit of a place on the coarse sheet."""
LEAST_SCORE: Final = 2.2
"""Minimum score of a top."""
LEAST_FITS: Final = -0.3
"""Minimum fit of its colour in the close look."""
LEAST_VISIBLE: Final = 0.3
"""Minimum visible share of a top that others hide."""
WHOLE: Final = 0.999
"""Minimum visible share of a top in full view."""
GROUND_WEIGHT: Final = 0.6
"""Weight of the change of the ground beside the top's own look."""
LEAST_DISC: Final = 8.0
"""Minimum score of a disc."""
LEAST_BLACK: Final = -1.0
"""Minimum mean fit of the disc to black, its letter included."""
LIKELY_DISC: Final = 10.7
"""Score, as a disc, that few black pieces reach and few discs miss."""
SURELY_DISC: Final = 11.5
"""Score, as a disc, from which there is a disc: this thing, or another with a high score."""
LIKELY_BLACK: Final = 8.0
UNLIKELY_WEIGHT: Final = 3.0
"""Loss per unit that a black piece's score is below LIKELY_BLACK, when another black thing is judged as the disc."""
DISC_DOUBT: Final = 2.2
"""Loss of a disc's score, because it may have left the table."""
LEAST_FILLED: Final = 0.3
"""Minimum black or new share of the disc's rim outside a piece's size."""
SURROUNDINGS: Final = 0.5
"""Weight of the colour's continuing about a place."""
_DISC_TRIES: Final = 4
_DISC_LEAST: Final = -0.5
_WITHIN: Final = 0.86
_APART: Final = 1.1
_APART_BLACK: Final = 1.9
_ABOUT: Final = (1.2, 1.6)
_REACH_MM: Final = 4.0


@dataclass(frozen=True, slots=True)
class FlickedDisc:
    """The flicked disc: its middle in mm, and its score."""

    x: float
    y: float
    score: float


def find_discs(look: TowerLook, ground: Values) -> list[FlickedDisc]:
    """Candidates for the black flicked disc, larger than a piece, where the ground changed; best first.

    It may bear a letter and a ring, so not all of it need be black, but its rim must be black or new.
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
        # The rim outside a piece's size must be black or new; else it is the black piece.
        ring = covered(look.sheet, [((top.x, top.y, outer),)])
        ring &= ~covered(look.sheet, [((top.x, top.y, inner),)])
        filled = float(there[ring].mean()) if ring.any() else 0.0
        if filled >= LEAST_FILLED and top.score >= LEAST_DISC and top.fits >= LEAST_BLACK:
            at = look.stands(top.x, top.y, size.disc_high)
            found.append(FlickedDisc(*at, top.score))
    return sorted(found, key=lambda one: -one.score)


def the_disc(found: list[FlickedDisc], blacks: list[Top], across: float) -> FlickedDisc | None:
    """The flicked disc, if any of these is it; `blacks`: candidates for the black piece, if it is not found yet.

    No thing is both. The piece is on the table; the disc may have left it.
    """
    best, most = None, max((one.score for one in blacks), default=0.0)
    if found and found[0].score >= SURELY_DISC:
        # One of them is the disc: the one that leaves the best black piece.
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

    `ground`: fit of each sample of the look's sheet to the ground (-BEST..BEST; 0: unknown); `hidden`: samples that
    other things cover; `least_fits`: minimum fit of a top's colour.
    """
    found = []
    radius = look.radius(0) * look.sheet.scale
    half = round(_WITHIN * radius * 0.8)
    inner, outer = (2 * round(radius * part) + 1 for part in _ABOUT)
    # The visible share of a disc about each sample; outside the border, -BEST in `disc_means` makes it hidden.
    free = np.maximum(disc_means(np.where(hidden, 0, 1).astype(np.float32), _WITHIN * radius), 1e-3)
    for colour in colours:
        fits = look.colours.fits(colour, look.steps)
        evidence = fits - ground
        evidence[~look.view] = -BEST
        shown = np.where(hidden, 0, evidence).astype(np.float32)
        scores = np.where(free >= LEAST_VISIBLE, disc_means(shown, _WITHIN * radius) / free, -BEST)
        # The mean over a square frame outside a top shows whether the colour continues about it.
        within, sums = (
            cv2.boxFilter(
                shown - hidden, cv2.CV_32F, (side, side), normalize=False, borderType=cv2.BORDER_REPLICATE
            )
            for side in (inner, outer)
        )
        about = np.asarray((sums - within) / (outer**2 - inner**2), np.float32)
        scores = scores - SURROUNDINGS * (np.maximum(about, -BEST) + BEST)
        scores = np.asarray(scores * np.minimum(1.0, free + 0.3), np.float32)
        # The flicked disc is black too and larger than a piece; it must not use up more than one try.
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
    """The candidates in order, without those that share a colour with, or show within `apart` mm of, one before."""

    def same(one: Top, other: Top) -> bool:
        near = np.hypot(one.x - other.x, one.y - other.y) < apart
        return one.colour == other.colour or bool(near)

    return list(each_once(candidates, same))
