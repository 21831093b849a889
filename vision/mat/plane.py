"""The plane of the table: camera pixels to table millimetres and back, found from the four corner tags.

Rule kept: a plane has its error (`error_px`), and one that does not fit is never returned.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations
from typing import Any
from weakref import ref

import cv2
import numpy as np

from companion.language import _, joined, marked
from companion.sight import Table, Tags
from vision.arrays import Corners, Floats, Picture, Values, as_corners, medians
from vision.mat.tags import find_tags

Row = tuple[float, float, float]

USUAL_FOCAL = 0.78
"""Focal length over the longer side of the picture, for usual camera modules; a weak prior."""
FOCAL_SPREAD = 0.25
"""Standard deviation of the logarithm of the focal length about USUAL_FOCAL."""
BEND_SPREAD = (0.08, 0.05)
"""Standard deviations of the radial terms k1, k2 about zero: covers nearly straight lenses and those of webcams."""


@dataclass(frozen=True, slots=True)
class Lens:
    """A lens of one camera at one picture size.

    `focal`: focal length over the picture's longer side. `bend`: the radial terms k1, k2 (Brown's model, as in
    OpenCV). `precision`: the inverse covariance of (logarithm of the focal length, k1, k2), 3 x 3. `looks`: number of
    standpoints that it was learnt from.
    """

    focal: float
    bend: tuple[float, float]
    precision: tuple[Row, Row, Row]
    looks: int = 0

    @property
    def spreads(self) -> Row:
        """Standard deviations of the focal length (as a share), k1 and k2."""
        widths = np.sqrt(np.diag(np.linalg.inv(np.asarray(self.precision))))
        return (float(widths[0]), float(widths[1]), float(widths[2]))


def rows(matrix: Any) -> tuple[Row, Row, Row]:
    """A 3 x 3 matrix as plain numbers."""
    a, b, c = ((float(x), float(y), float(z)) for x, y, z in np.asarray(matrix, dtype=np.float64))
    return a, b, c


USUAL_LENS = Lens(
    USUAL_FOCAL, (0.0, 0.0), rows(np.diag([FOCAL_SPREAD**-2, BEND_SPREAD[0] ** -2, BEND_SPREAD[1] ** -2]))
)
"""The prior for an unknown camera."""


# The least-squares fit of lens, pose and apparent size of the tags to the corners seen. Parameters that the corners do
# not determine have priors with a width; none is fixed.

SIZE_SPREAD = 0.02
"""Standard deviation (relative) of a black square's apparent size about its printed size.

In every camera light paper spills over the square's edges by a fraction of a pixel; without this term the fit would
take that for a bent lens.
"""
CORNER_SPREAD_PX = 0.25
"""Standard deviation of one measured tag corner in a picture 1920 px wide."""
TURN_SPREAD = 0.03
"""Standard deviation (rad, per axis) of the tilt by a knock of the camera."""
DEPTH_SPREAD = 0.01
"""Standard deviation (relative) of the table's distance after a knock; shift and turn in the plane are free."""
STEPS = 60
FAR_OUT = 4.0
"""Error, in standard deviations, from which a corner's weight falls off."""


def fit_stance(
    tags_mm: Floats,
    pixels: Floats,
    picture_size: tuple[int, int],
    lens: Lens | None = None,
    before: tuple[Floats, Floats] | None = None,
) -> tuple[Floats, float] | None:
    """The best state (see `project`) for tags (N x 4 x 2 mm) seen at pixels (4 N x 2), and its error (px, rms).

    None if nothing fits. `lens`: prior of the lens; default: USUAL_LENS. `before`: the former stance (rotation vector
    and translation) and a point of the table (x, y mm), as a prior for too few tags: the point's distance and the tilt
    have hardly changed.
    """
    known = lens or USUAL_LENS
    start = first_stance(tags_mm, pixels, known, picture_size) if before is None else before[0]
    if start is None:
        return None
    held = None if before is None else _held(*before)
    state, _, misses = fit_views([(tags_mm, pixels)], [start], picture_size, known, held)
    error = float(np.sqrt((misses**2).sum(axis=1).mean()))
    return (state, error) if np.isfinite(error) else None


Held = Callable[[Floats], tuple[Floats, Floats]]
"""From a stance: its deviations from a former one, in standard deviations, and their derivatives (N x 6)."""


def fit_views(
    views: Sequence[tuple[Floats, Floats]],
    starts: Sequence[Floats],
    picture_size: tuple[int, int],
    known: Lens,
    held: Held | None = None,
) -> tuple[Floats, Floats, Floats]:
    """The best state for several views (groups of points in mm, N x P x 2, and their px, N P x 2) by one lens.

    The state holds the logarithm of the focal length (px), k1 and k2; then per view the relative size of its tags and
    its stance, started at `starts`. Method: Gauss-Newton with Levenberg's damping and pseudo-Huber weights. Also
    returned: the inverse covariance of the state, and each point's error (px).
    """
    longest = float(max(picture_size))
    spread = CORNER_SPREAD_PX * longest / 1920
    lens = [np.log(known.focal * longest), *known.bend]
    state = trial = np.concatenate([lens, *((0.0, *start) for start in starts)])
    # Priors on the lens and on each view's tag size; a stance has none but `held`.
    rest, count = np.concatenate([lens, np.zeros(7 * len(views))]), len(state)
    precision = np.zeros((count, count))
    precision[:3, :3] = known.precision
    precision[range(3, count, 7), range(3, count, 7)] = SIZE_SPREAD**-2
    damping, cost = 1e-3, np.inf
    normal, gradient, misses = np.eye(count), np.zeros(count), np.full((1, 2), np.inf)
    for _step in range(STEPS):
        off = trial - rest
        curve, slope, missed = precision.copy(), precision @ off, []
        total = float(off @ slope / 2)
        for first, (mm, px) in zip(range(3, count, 7), views, strict=True):
            own = [0, 1, 2, *range(first, first + 7)]
            projected, slopes = project(mm, trial[own], picture_size)
            residual = ((projected - px) / spread).ravel()
            stretch = np.sqrt(1 + (residual / FAR_OUT) ** 2)
            total += float(FAR_OUT**2 * (stretch - 1).sum())
            curve[np.ix_(own, own)] += (slopes / spread).T @ (slopes / spread / stretch[:, None])
            slope[own] += (slopes / spread).T @ (residual / stretch)
            missed.append(projected - px)
        if held is not None:
            strain, strains = held(trial[4:])
            total += float(strain @ strain / 2)
            curve[4:, 4:] += strains.T @ strains
            slope[4:] += strains.T @ strain
        # A better trial is kept and the damping lowered; after a worse one, the step from the best is shortened.
        if total < cost:
            gain = cost - total
            state, cost, damping = trial, total, damping / 5
            normal, gradient, misses = curve, slope, np.concatenate(missed)
            if gain < 1e-7:
                break
        elif (damping := damping * 8) > 1e12:
            break
        trial = state - np.linalg.solve(normal + np.diag(np.diag(normal) * damping + 1e-12), gradient)
    return state, normal, misses


def first_stance(tags_mm: Floats, pixels: Floats, lens: Lens, picture_size: tuple[int, int]) -> Floats | None:
    """The stance to start the fit from, or None.

    Method: infinitesimal plane-based pose (Collins and Bartoli 2014) by OpenCV. It fails for some exactly symmetric
    views; for these the iterative method starts from a homography.
    """
    flat = tags_mm.reshape(-1, 2)
    world = np.column_stack([flat, np.zeros(len(flat))])
    matrix = camera_matrix(lens.focal * max(picture_size), picture_size)
    bend = np.array([*lens.bend, 0.0, 0.0])
    for method in (cv2.SOLVEPNP_IPPE, cv2.SOLVEPNP_ITERATIVE):
        ok, turn, shift = cv2.solvePnP(world, pixels.astype(np.float64), matrix, bend, flags=method)
        if ok and np.isfinite(turn).all() and np.isfinite(shift).all():
            return np.concatenate([np.ravel(turn), np.ravel(shift)]).astype(np.float64)
    return None


def camera_matrix(focal: float, picture_size: tuple[int, int]) -> Floats:
    """The matrix of a pinhole camera of this focal length (px), centred on its picture."""
    wide, high = picture_size
    return np.array([[focal, 0.0, (wide - 1) / 2], [0.0, focal, (high - 1) / 2], [0.0, 0.0, 1.0]])


def project(tags_mm: Floats, state: Floats, picture_size: tuple[int, int]) -> tuple[Floats, Floats]:
    """The corners (px) by a state, and their derivatives by each of its entries.

    `state`: logarithm of the focal length (px), k1, k2, relative size of the tags, rotation vector, translation.
    """
    focal = float(np.exp(state[0]))
    matrix = camera_matrix(focal, picture_size)
    distortion = np.array([state[1], state[2], 0.0, 0.0])
    centres = tags_mm.mean(axis=1, keepdims=True)

    def corners(size: float) -> Floats:
        flat = (centres + (tags_mm - centres) * (1 + size)).reshape(-1, 2)
        return np.column_stack([flat, np.zeros(len(flat))])

    projected, slopes = cv2.projectPoints(corners(state[3]), state[4:7], state[7:10], matrix, distortion)
    bigger, _ = cv2.projectPoints(corners(state[3] + 1e-4), state[4:7], state[7:10], matrix, distortion)
    # OpenCV's columns are: rotation 3, translation 3, fx, fy, cx, cy, k1, k2, ...
    by_focal = (slopes[:, 6:7] + slopes[:, 7:8]) * focal
    by_size = (bigger - projected).reshape(-1, 1) / 1e-4
    ours = np.column_stack([by_focal, slopes[:, 10:12], by_size, slopes[:, 0:6]])
    return np.asarray(projected, dtype=np.float64).reshape(-1, 2), ours


def _held(stance: Floats, point: Floats) -> Held:
    """The prior by a former stance: the tilt, and the distance of a point (x, y mm), have hardly changed."""
    at = np.array([point[0], point[1], 0.0])
    rotation = cv2.Rodrigues(stance[:3])[0]
    normal = rotation[:, 2]
    depth = float((rotation @ at + stance[3:])[2])
    # The two directions in which the normal can turn.
    across = np.linalg.svd(normal[None])[2][1:]

    def strain(pose: Floats) -> Floats:
        rotation = cv2.Rodrigues(pose[:3])[0]
        away = float((rotation @ at + pose[3:])[2])
        return np.concatenate([across @ rotation[:, 2] / TURN_SPREAD, [(away / depth - 1) / DEPTH_SPREAD]])

    def held(pose: Floats) -> tuple[Floats, Floats]:
        here, steps = strain(pose), np.diag([1e-5] * 3 + [1e-2] * 3)
        slopes = [(strain(pose + step) - here) / step.sum() for step in steps]
        return here, np.column_stack(slopes)

    return held


CORNER_NAMES = (marked("near-left"), marked("near-right"), marked("far-right"), marked("far-left"))
LARGEST_ERROR_PX = 3.0
"""Maximum error (in a picture 1920 px wide) of tags that lie as they should."""
CAMERA_SHAPES = (16 / 9, 4 / 3)
"""Longer side over shorter of pictures as cameras take them, before a driver squeezes them into another shape."""
GRID_STEP_PX = 16
MOST_ROWS = 32_000
"""Maximum rows sampled at once; OpenCV takes up to 32 767."""


@dataclass(frozen=True, slots=True)
class NoPlane:
    """Why there is no plane, in words for players; `seen`: the corners (0..3) whose tags were found."""

    why: str
    seen: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, weakref_slot=True, eq=False, kw_only=True)
class Plane:
    """A camera over the table: pinhole with radial distortion (k1, k2), pose in table mm.

    Table mm: origin at the near-left corner of the playing area, x right, y away from seat 0, z up.
    Pixels: centre of the first pixel is (0, 0).
    """

    matrix: Floats
    distortion: Floats
    rotation: Floats
    translation: Floats
    width_mm: float
    height_mm: float
    picture_size: tuple[int, int]
    error_px: float
    tags_px: dict[int, Floats] = field(default_factory=dict)

    def to_px(self, points_mm: Floats | Iterable[tuple[float, float]], z_mm: float = 0.0) -> Floats:
        """Pixels (N x 2) of table points (N x 2, mm) that lie `z_mm` above the table."""
        flat = np.asarray(points_mm, dtype=np.float64).reshape(-1, 2)
        seen = flat @ self.rotation[:, :2].T + (self.translation + z_mm * self.rotation[:, 2])
        straight = seen[:, :2] / seen[:, 2:]
        radius = (straight**2).sum(axis=1, keepdims=True)
        bent = straight * (1 + radius * (self.distortion[0] + radius * self.distortion[1]))
        pixels = bent * self.matrix[[0, 1], [0, 1]] + self.matrix[:2, 2]
        return np.asarray(pixels, dtype=np.float64)

    def to_mm(self, points_px: Floats | Iterable[tuple[float, float]], z_mm: float = 0.0) -> Floats:
        """Table points (N x 2, mm) seen at pixels (N x 2), given that they lie `z_mm` above the table."""
        flat = np.asarray(points_px, dtype=np.float64).reshape(-1, 2)
        bent = (flat - self.matrix[:2, 2]) / self.matrix[[0, 1], [0, 1]]
        straight = bent
        for _step in range(8):
            radius = (straight**2).sum(axis=1, keepdims=True)
            straight = bent / (1 + radius * (self.distortion[0] + radius * self.distortion[1]))
        rays = np.column_stack([straight, np.ones(len(straight))]) @ self.rotation
        eye = -self.translation @ self.rotation
        return np.asarray(eye[:2] + rays[:, :2] * ((z_mm - eye[2]) / rays[:, 2:]), dtype=np.float64)

    def rectangle_px(self, x: float, y: float, w: float, h: float) -> Corners:
        """The corners (px) of a rectangle of the table: near-left corner and size in mm."""
        return as_corners(self.to_px(rectangle(x, y, w, h)))

    def px_per_mm(self, x_mm: float, y_mm: float) -> float:
        """Pixels per mm at a point of the table (geometric mean over directions)."""
        at = self.to_px(np.array([[x_mm, y_mm], [x_mm + 1, y_mm], [x_mm, y_mm + 1]]))
        across, along = at[1] - at[0], at[2] - at[0]
        return float(np.sqrt(abs(across[0] * along[1] - across[1] * along[0])))

    def camera_mm(self) -> tuple[float, float, float]:
        """The camera's position in table mm."""
        x, y, z = (-self.translation @ self.rotation).tolist()
        return x, y, z

    def image_to_table(self) -> Floats:
        """The 3 x 3 homography, pixels to mm, that fits the playing area best; it ignores distortion."""
        x, y = np.meshgrid(np.linspace(0, self.width_mm, 9), np.linspace(0, self.height_mm, 9))
        grid = np.column_stack([x.ravel(), y.ravel()])
        found, _ = cv2.findHomography(self.to_px(grid), grid, 0)
        return np.asarray(found, dtype=np.float64)

    def moved_mm(self, before: "Plane") -> float:
        """The shift (mm) of the table under the camera since an earlier plane, at the worst corner."""
        corners = rectangle(0, 0, self.width_mm, self.height_mm)
        shift = self.to_mm(before.to_px(corners)) - corners
        return float(np.hypot(shift[:, 0], shift[:, 1]).max())

    def rectify(
        self, image: Picture, x: float, y: float, w: float, h: float, px_per_mm: float, z_mm: float = 0.0
    ) -> Picture:
        """The rectangle with near-left corner (x, y) and size (w, h) mm, rectified; black outside the picture.

        The top of the patch is its far side, as seat 0 sees it. Patch pixel (column, row) shows the table point
        (x + (column + 0.5) / px_per_mm, y + h - (row + 0.5) / px_per_mm).
        """
        columns, rows = max(1, round(w * px_per_mm)), max(1, round(h * px_per_mm))
        (at_x,), (at_y,) = self.patch_maps(np.array([[x, y + h]]), columns, rows, px_per_mm, z_mm)
        return np.asarray(cv2.remap(image, at_x, at_y, cv2.INTER_LINEAR), dtype=np.uint8)

    def rectify_each(
        self, image: Picture, middles: Floats, w: float, h: float, px_per_mm: float, z_mm: float = 0.0
    ) -> Picture:
        """`rectify` for rectangles of one size about N middles (N x 2 mm): N x rows x columns (x 3)."""
        columns, rows = max(1, round(w * px_per_mm)), max(1, round(h * px_per_mm))
        maps = self.patch_maps(np.add(middles, (-w / 2, h / 2)), columns, rows, px_per_mm, z_mm)
        (at_x, at_y), most = (at.reshape(-1, columns) for at in maps), max(1, MOST_ROWS // rows) * rows
        parts = [slice(k, k + most) for k in range(0, len(at_x), most)]
        taken = [cv2.remap(image, at_x[part], at_y[part], cv2.INTER_LINEAR) for part in parts]
        shape = (len(middles), rows, columns, *image.shape[2:])
        return np.asarray(np.concatenate(taken) if taken else np.zeros(shape), dtype=np.uint8).reshape(shape)

    def patch_maps(
        self, corners: Floats, columns: int, rows: int, px_per_mm: float, z_mm: float = 0.0
    ) -> tuple[Values, Values]:
        """Pixel coordinates (x and y: N x rows x columns each) of rectangles with these far-left corners (N x 2 mm)."""
        # The camera model is evaluated at every GRID_STEP_PX-th sample and interpolated between.
        (across, between_columns), (down, between_rows) = knots(columns), knots(rows)
        grid = np.empty((len(corners), len(down), len(across), 2))
        grid[..., 0] = corners[:, 0, None, None] + (across + 0.5) / px_per_mm
        grid[..., 1] = corners[:, 1, None, None] - ((down + 0.5) / px_per_mm)[:, None]
        coarse = self.to_px(grid, z_mm).astype(np.float32).reshape(grid.shape)
        at_x, at_y = (between_rows @ (coarse[..., axis] @ between_columns.T) for axis in (0, 1))
        return np.asarray(at_x, dtype=np.float32), np.asarray(at_y, dtype=np.float32)


@lru_cache(maxsize=128)
def knots(count: int) -> tuple[Floats, Values]:
    """Some of `count` samples in a row, and the matrix (count x knots) that interpolates linearly between them."""
    some = np.linspace(0, count - 1, max(2, -(-count // GRID_STEP_PX) + 1))
    ones = np.eye(len(some))
    lines = (
        np.column_stack([np.interp(np.arange(count), some, one) for one in ones]) if count > 1 else ones[:1]
    )
    return some, np.ascontiguousarray(lines, dtype=np.float32)


def tag_corners_mm(table: Table, tags: Tags) -> tuple[Floats, Floats, Floats, Floats]:
    """The corners (4 x 2 mm) of the four tags' black squares, clockwise from each tag's own top left."""
    side, wide, high = tags.side_mm, table.width_mm, table.height_mm
    starts = ((-side, -side), (wide, -side), (wide, high), (-side, high))
    corners = tuple(rectangle(x, y, side, side)[[3, 2, 1, 0]] for x, y in starts)
    return corners[0], corners[1], corners[2], corners[3]


def find_plane(image: Picture, table: Table) -> Plane | NoPlane:
    """The plane of the table in a picture (BGR or grey), or why there is none: it needs three of the four tags.

    Raises ValueError for a table without tags.
    """
    if table.tags is None:
        raise ValueError("a table without tags has no plane")
    found = plane_from_tags(find_tags(image, table.tags), table, (image.shape[1], image.shape[0]))
    return found if isinstance(found, Plane) else perhaps_mirrored(image, table.tags, found)


def perhaps_mirrored(image: Picture, tags: Tags, found: NoPlane) -> NoPlane:
    """`found`, or, if no tag was seen but the mirrored picture shows three, the words for that."""
    if found.seen or len(find_tags(np.ascontiguousarray(image[:, ::-1]), tags)) < 3:
        return found
    return NoPlane(_("the picture is mirrored: switch mirroring off in the camera’s settings"))


def plane_from_tags(
    tags_px: dict[int, Floats],
    table: Table,
    picture_size: tuple[int, int],
    lens: Lens | None = None,
    before: Plane | None = None,
) -> Plane | NoPlane:
    """The plane of tag corners (px, by corner 0..3), or why there is none.

    `before`: a plane found lately with this camera and lens; with it two tags are enough, as a knock hardly changes
    the camera's height or tilt.
    """
    if table.tags is None:
        raise ValueError("a table without tags has no plane")
    seen = tuple(sorted(tags_px))
    if before is not None and before.picture_size != picture_size:
        before = None
    if len(seen) < (3 if before is None else 2):
        missing = [_(name) for corner, name in enumerate(CORNER_NAMES) if corner not in seen]
        if len(missing) == 4:
            return NoPlane(_("no corner tag can be seen: is the mat in the picture and the light on?"), seen)
        words = _("the {corners} corner tags cannot be seen: is something lying on them?")
        return NoPlane(words.format(corners=joined(missing)), seen)
    scale = max(picture_size) / 1920
    plane = _fit(tags_px, table, picture_size, lens, before if len(seen) < 4 else None)
    if plane is not None and plane.error_px <= LARGEST_ERROR_PX / 2 * scale:
        return plane
    if len(seen) == 4:
        # One tag may have been pushed: then just one set of three, the one without it, fits well.
        fewer = [
            _fit({c: tags_px[c] for c in three}, table, picture_size, lens) for three in combinations(seen, 3)
        ]
        good = sorted((p for p in fewer if p is not None), key=lambda p: p.error_px)
        if len(good) > 1 and good[0].error_px < min(LARGEST_ERROR_PX / 3 * scale, good[1].error_px / 3):
            return good[0]
    if plane is not None and plane.error_px <= LARGEST_ERROR_PX * scale:
        return plane
    # The picture may be squeezed: do the tags fit in a camera's shape, with a usual focal length? Other distortions fit
    # at some shape too, but mostly with a far too short or too long focal length.
    wide, high = picture_size
    for shape in CAMERA_SHAPES if len(seen) > 2 else ():
        wider = (shape if wide >= high else 1 / shape) * high / wide
        size = (round(wide * wider), high)
        plane = _fit({corner: px * (wider, 1.0) for corner, px in tags_px.items()}, table, size)
        if plane is None or plane.error_px > LARGEST_ERROR_PX / 3 * max(size) / 1920:
            continue
        if abs(np.log(plane.matrix[0, 0] / max(size) / USUAL_FOCAL)) < 2 * FOCAL_SPREAD:
            words = _("the picture is squeezed: choose a picture size in the shape that the camera has")
            return NoPlane(words, seen)
    return NoPlane(
        _("the corner tags do not fit together: has one been moved, or is the mat another size?"), seen
    )


def rectangle(x: float, y: float, w: float, h: float) -> Floats:
    return np.array([[x, y], [x + w, y], [x + w, y + h], [x, y + h]], dtype=np.float64)


def _fit(
    tags_px: dict[int, Floats],
    table: Table,
    picture_size: tuple[int, int],
    lens: Lens | None = None,
    before: Plane | None = None,
) -> Plane | None:
    """The plane that fits these tags best; None if none does, or the camera would be below the table."""
    assert table.tags is not None
    places = tag_corners_mm(table, table.tags)
    corners = sorted(tags_px)
    tags_mm = np.stack([places[corner] for corner in corners])
    pixels = np.concatenate([tags_px[corner] for corner in corners])
    # With few tags: the former stance, and the middle of the table as the point of known distance.
    held = None
    if before is not None:
        stance = np.concatenate([np.ravel(cv2.Rodrigues(before.rotation)[0]), before.translation])
        held = stance, np.array([table.width_mm / 2, table.height_mm / 2])
    fitted = fit_stance(tags_mm, pixels, picture_size, lens, held)
    if fitted is None:
        return None
    state, error = fitted
    plane = Plane(
        matrix=camera_matrix(float(np.exp(state[0])), picture_size),
        distortion=state[1:3].copy(),
        rotation=np.asarray(cv2.Rodrigues(state[4:7])[0], dtype=np.float64),
        translation=state[7:].copy(),
        width_mm=table.width_mm,
        height_mm=table.height_mm,
        picture_size=picture_size,
        error_px=error,
        tags_px=dict(tags_px),
    )
    return plane if plane.camera_mm()[2] > 0 else None


# The white of this lamp, from the paper round the corner tags, so that colours can be compared.
#
# Rule kept: burnt-out or dark paper is ignored; if none is left, colours stay as the camera gives them.

Gains = tuple[float, float, float]

PAPER_AT = 1.13
"""Distance of the white rim's middle from the tag's, over half the black square's side."""
BURNT = 250
DARK = 20
MOST_UNEVEN = 2.2
"""Maximum factor between the channels of paper that is white."""
NO_GAINS: Gains = (1.0, 1.0, 1.0)


def white_gains(image: Picture, plane: Plane) -> Gains:
    """Factors (at most 1) for blue, green and red that make the tags' paper grey."""
    return _white(image, plane)[0]


def white_paper(image: Picture, plane: Plane) -> Floats | None:
    """The colour (BGR, 0..255) of the tags' paper; None if no paper is usable."""
    return _white(image, plane)[1]


_told: tuple["ref[Picture]", "ref[Plane]", tuple[Gains, Floats | None]] | None = None


def _white(image: Picture, plane: Plane) -> tuple[Gains, Floats | None]:
    """`white_gains` and `white_paper`, cached for one picture, as several readers ask for the same."""
    global _told
    if _told is not None and _told[0]() is image and _told[1]() is plane:
        return _told[2]
    # The median colour of the paper round each tag, without burnt-out and dark paper.
    papers = list[Floats]()
    for corners in plane.tags_px.values():
        colours = rim_of_paper(image, corners)
        if len(colours) < 8:
            continue
        white = medians(colours)
        good = colours[np.abs(colours - white).max(axis=1) < 40]
        white = medians(good) if len(good) else white
        if white.max() < BURNT and white.min() >= DARK:
            papers.append(white)
    gains, paper = NO_GAINS, None
    if papers:
        paper = medians(np.array(papers))
        shares = medians(np.array([one / one.mean() for one in papers]))
        if float(shares.max() / shares.min()) <= MOST_UNEVEN:
            blue, green, red = (shares.min() / shares).tolist()
            gains = (blue, green, red)
    _told = (ref(image), ref(plane), (gains, paper))
    return gains, paper


def whitened(picture: Picture, gains: Gains) -> Picture:
    if gains == NO_GAINS:
        return picture
    steps = np.rint(np.arange(256)[:, None] * np.array(gains)).astype(np.uint8)
    return np.asarray(cv2.LUT(picture, steps[None]), dtype=np.uint8)


def rim_of_paper(image: Picture, corners: Floats, out: float = PAPER_AT, places: int = 7) -> Floats:
    """Samples (N x 3, BGR) of the paper round one tag's black square, inside the picture.

    `out`: distance from the middle, over half the square's side; `places`: samples per side.
    """
    middle = corners.mean(axis=0)
    rim = middle + (corners - middle) * out
    along = np.linspace(0.1, 0.9, places)[:, None]
    points = rim[:, None] * (1 - along) + rim[[1, 2, 3, 0], None] * along
    columns, rows = np.rint(points.reshape(-1, 2)).astype(int).T
    inside = (columns >= 0) & (rows >= 0) & (columns < image.shape[1]) & (rows < image.shape[0])
    return np.asarray(image[rows[inside], columns[inside]], dtype=np.float64)
