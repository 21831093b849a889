"""The plane of the table: camera pixels to table millimetres and back, found from the four corner tags.

Rule kept: a plane says how well it fits (`error_px`), and one that does not fit is not given out at all.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.language import _, joined, marked
from companion.sight import Table, Tags
from vision.arrays import Floats, Picture
from vision.mat.lens import Lens
from vision.mat.plane_fitting import Stance, fit_stance
from vision.mat.tags import find_tags

__all__ = ["NoPlane", "Plane", "find_plane", "find_tags", "plane_from_tags", "tag_corners_mm"]

CORNER_NAMES = (marked("near-left"), marked("near-right"), marked("far-right"), marked("far-left"))
LARGEST_ERROR_PX = 3.0
"""Tags that fit worse than this (in a picture 1920 px wide) do not lie as they should."""
SQUEEZES = (4 / 3, 3 / 4)
"""How much wider than it shows a picture may be: 16:9 brought into 4:3, and the other way round."""
GRID_STEP_PX = 16
MOST_ROWS = 32_000
"""OpenCV samples no more than 32 767 rows at once."""


@dataclass(frozen=True, slots=True)
class NoPlane:
    """Why there is no plane, in words for players; `seen` are the corners (0..3) whose tags were found."""

    why: str
    seen: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, weakref_slot=True, eq=False, kw_only=True)
class Plane:
    """A camera that looks at the table: pinhole with radial distortion (k1, k2), pose in table mm.

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

    @property
    def stance(self) -> Stance:
        """How the table lies before the camera."""
        return Stance(np.ravel(cv2.Rodrigues(self.rotation)[0]).astype(np.float64), self.translation)

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
        """Table points (N x 2, mm) seen at pixels (N x 2), if they lie `z_mm` above the table."""
        flat = np.asarray(points_px, dtype=np.float64).reshape(-1, 2)
        bent = (flat - self.matrix[:2, 2]) / self.matrix[[0, 1], [0, 1]]
        straight = bent
        for _step in range(8):
            radius = (straight**2).sum(axis=1, keepdims=True)
            straight = bent / (1 + radius * (self.distortion[0] + radius * self.distortion[1]))
        rays = np.column_stack([straight, np.ones(len(straight))]) @ self.rotation
        eye = -self.translation @ self.rotation
        return np.asarray(eye[:2] + rays[:, :2] * ((z_mm - eye[2]) / rays[:, 2:]), dtype=np.float64)

    def rectangle_px(self, x: float, y: float, w: float, h: float) -> tuple[tuple[float, float], ...]:
        """The corners (px) of a rectangle of the table: near-left corner and size in mm."""
        return tuple((float(a), float(b)) for a, b in self.to_px(_rectangle(x, y, w, h)))

    def px_per_mm(self, x_mm: float, y_mm: float) -> float:
        """How many pixels a millimetre has at a point of the table (geometric mean over directions)."""
        at = self.to_px(np.array([[x_mm, y_mm], [x_mm + 1, y_mm], [x_mm, y_mm + 1]]))
        across, along = at[1] - at[0], at[2] - at[0]
        return float(np.sqrt(abs(across[0] * along[1] - across[1] * along[0])))

    def camera_mm(self) -> tuple[float, float, float]:
        """Where the camera hangs, in table mm."""
        x, y, z = (-self.translation @ self.rotation).tolist()
        return x, y, z

    def image_to_table(self) -> Floats:
        """The 3 x 3 homography, pixels to mm, that fits the playing area best (distortion evened out)."""
        x, y = np.meshgrid(np.linspace(0, self.width_mm, 9), np.linspace(0, self.height_mm, 9))
        grid = np.column_stack([x.ravel(), y.ravel()])
        found, _ = cv2.findHomography(self.to_px(grid), grid, 0)
        return np.asarray(found, dtype=np.float64)

    def moved_mm(self, before: "Plane") -> float:
        """How far the table has moved under the camera since an earlier plane: the worst corner, in mm."""
        corners = _rectangle(0, 0, self.width_mm, self.height_mm)
        shift = self.to_mm(before.to_px(corners)) - corners
        return float(np.hypot(shift[:, 0], shift[:, 1]).max())

    def rectify(
        self, image: Picture, x: float, y: float, w: float, h: float, px_per_mm: float, z_mm: float = 0.0
    ) -> Picture:
        """The rectangle with near-left corner (x, y) and size (w, h) mm, seen from straight above.

        The top of the patch is its far side, as seat 0 sees it. Patch pixel (column, row) shows the table point
        (x + (column + 0.5) / px_per_mm, y + h - (row + 0.5) / px_per_mm).
        """
        columns, rows = max(1, round(w * px_per_mm)), max(1, round(h * px_per_mm))
        return remap_patch(image, self.patch_map(x, y, columns, rows, px_per_mm, h, z_mm))

    def rectify_each(
        self, image: Picture, middles: Floats, w: float, h: float, px_per_mm: float, z_mm: float = 0.0
    ) -> Picture:
        """What `rectify` gives for rectangles of one size about many middles (N x 2 mm): N x rows x columns (x 3)."""
        columns, rows = max(1, round(w * px_per_mm)), max(1, round(h * px_per_mm))
        (across, between_columns), (down, between_rows) = knots(columns), knots(rows)
        grid = np.empty((len(middles), len(down), len(across), 2))
        grid[..., 0] = (across + 0.5) / px_per_mm - w / 2 + middles[:, 0, None, None]
        grid[..., 1] = h / 2 - ((down + 0.5) / px_per_mm)[:, None] + middles[:, 1, None, None]
        coarse = self.to_px(grid, z_mm).astype(np.float32).reshape(grid.shape)
        at_x, at_y = (between_rows @ (coarse[..., axis] @ between_columns.T) for axis in (0, 1))
        most = max(1, MOST_ROWS // rows)
        taken = [
            remap_patch(
                image, (at_x[k : k + most].reshape(-1, columns), at_y[k : k + most].reshape(-1, columns))
            )
            for k in range(0, len(middles), most)
        ]
        shape = (len(middles), rows, columns, *image.shape[2:])
        return np.concatenate(taken).reshape(shape) if taken else np.zeros(shape, np.uint8)

    def patch_map(
        self, x: float, y: float, columns: int, rows: int, px_per_mm: float, h: float, z_mm: float = 0.0
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """The pixel coordinates that `rectify` samples: two float arrays (rows x columns)."""
        across, between_columns = knots(columns)
        down, between_rows = knots(rows)
        grid = np.empty((len(down), len(across), 2))
        grid[..., 0] = x + (across + 0.5) / px_per_mm
        grid[..., 1] = (y + h - (down + 0.5) / px_per_mm)[:, None]
        coarse = self.to_px(grid, z_mm).astype(np.float32).reshape(grid.shape)
        at_x, at_y = (between_rows @ (coarse[..., axis] @ between_columns.T) for axis in (0, 1))
        return np.asarray(at_x, dtype=np.float32), np.asarray(at_y, dtype=np.float32)


@lru_cache(maxsize=128)
def knots(count: int) -> tuple[Floats, NDArray[np.float32]]:
    """Some of `count` samples in a row, and the matrix (count x knots) that draws straight lines between them."""
    some = np.linspace(0, count - 1, max(2, -(-count // GRID_STEP_PX) + 1))
    ones = np.eye(len(some))
    lines = (
        np.column_stack([np.interp(np.arange(count), some, one) for one in ones]) if count > 1 else ones[:1]
    )
    return some, np.ascontiguousarray(lines, dtype=np.float32)


def remap_patch(image: Picture, where: tuple[NDArray[np.float32], NDArray[np.float32]]) -> Picture:
    """The picture sampled at `where`; black outside it."""
    patch = cv2.remap(image, where[0], where[1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    return np.asarray(patch, dtype=np.uint8)


def tag_corners_mm(table: Table, tags: Tags) -> tuple[Floats, Floats, Floats, Floats]:
    """The corners (4 x 2 mm) of the black squares of the four tags, from the tag's own top-left clockwise."""
    side, wide, high = tags.side_mm, table.width_mm, table.height_mm
    starts = ((-side, -side), (wide, -side), (wide, high), (-side, high))
    corners = tuple(_rectangle(x, y, side, side)[[3, 2, 1, 0]] for x, y in starts)
    return corners[0], corners[1], corners[2], corners[3]


def find_plane(image: Picture, table: Table, lens: Lens | None = None) -> Plane | NoPlane:
    """The plane of the table in a picture (BGR or grey), or why it cannot be had.

    Needs three of the four tags. `lens`: what is known of the camera's. Raises ValueError for a table without tags.
    """
    if table.tags is None:
        raise ValueError("a table without tags has no plane")
    found = plane_from_tags(find_tags(image, table.tags), table, (image.shape[1], image.shape[0]), lens)
    return found if isinstance(found, Plane) else perhaps_mirrored(image, table.tags, found)


def perhaps_mirrored(image: Picture, tags: Tags, found: NoPlane) -> NoPlane:
    """Why there is no plane; where no tag was seen at all, the mirrored picture may show them."""
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
    """The plane that explains tag corners (px, by corner 0..3), or why there is none.

    `before`: a plane found lately with this camera and lens; with it two tags are enough, as a knock never changes
    the camera's height or tilt by much.
    """
    if table.tags is None:
        raise ValueError("a table without tags has no plane")
    seen = tuple(sorted(tags_px))
    if before is not None and before.picture_size != picture_size:
        before = None
    if len(seen) < (3 if before is None else 2):
        return NoPlane(_missing(seen), seen)
    scale = max(picture_size) / 1920
    plane = _fit(tags_px, table, picture_size, lens, before if len(seen) < 4 else None)
    if plane is not None and plane.error_px <= LARGEST_ERROR_PX / 2 * scale:
        return plane
    if len(seen) == 4:
        # One tag may have been pushed: the other three then fit one another and it fits none of them.
        fewer = [
            _fit({c: tags_px[c] for c in three}, table, picture_size, lens) for three in combinations(seen, 3)
        ]
        good = sorted((p for p in fewer if p is not None), key=lambda p: p.error_px)
        if len(good) > 1 and good[0].error_px < min(LARGEST_ERROR_PX / 3 * scale, good[1].error_px / 3):
            return good[0]
    if plane is not None and plane.error_px <= LARGEST_ERROR_PX * scale:
        return plane
    for wider in SQUEEZES:
        stretched = {corner: px * (wider, 1.0) for corner, px in tags_px.items()}
        plane = _fit(stretched, table, (round(picture_size[0] * wider), picture_size[1]))
        if len(seen) == 4 and plane is not None and plane.error_px <= LARGEST_ERROR_PX / 2 * scale:
            return NoPlane(
                _("the picture is squeezed: choose a picture size in the shape that the camera has"), seen
            )
    return NoPlane(
        _("the corner tags do not fit together: has one been moved, or is the mat another size?"), seen
    )


def _missing(seen: tuple[int, ...]) -> str:
    missing = [_(name) for corner, name in enumerate(CORNER_NAMES) if corner not in seen]
    if len(missing) == 4:
        return _("no corner tag can be seen: is the mat in the picture and the light on?")
    words = _("the {corners} corner tags cannot be seen: is something lying on them?")
    return words.format(corners=joined(missing))


def _rectangle(x: float, y: float, w: float, h: float) -> Floats:
    return np.array([[x, y], [x + w, y], [x + w, y + h], [x, y + h]], dtype=np.float64)


def _fit(
    tags_px: dict[int, Floats],
    table: Table,
    picture_size: tuple[int, int],
    lens: Lens | None = None,
    before: Plane | None = None,
) -> Plane | None:
    """The plane that fits these tags best; None where none does, or the camera would hang below the table."""
    assert table.tags is not None
    places = tag_corners_mm(table, table.tags)
    corners = sorted(tags_px)
    tags_mm = np.stack([places[corner] for corner in corners])
    pixels = np.concatenate([tags_px[corner] for corner in corners])
    middle_mm = np.array([table.width_mm / 2, table.height_mm / 2])
    held = None if before is None else (before.stance, middle_mm)
    fitted = fit_stance(tags_mm, pixels, picture_size, lens, held)
    if fitted is None:
        return None
    focal, middle = fitted.focal_px, ((picture_size[0] - 1) / 2, (picture_size[1] - 1) / 2)
    plane = Plane(
        matrix=np.array([[focal, 0, middle[0]], [0, focal, middle[1]], [0, 0, 1]]),
        distortion=np.array(fitted.bend),
        rotation=fitted.stance.rotation,
        translation=fitted.stance.shift,
        width_mm=table.width_mm,
        height_mm=table.height_mm,
        picture_size=picture_size,
        error_px=fitted.error_px,
        tags_px=dict(tags_px),
    )
    return plane if plane.camera_mm()[2] > 0 else None
