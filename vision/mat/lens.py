"""Learns a camera's lens while it is used, and stores it from one evening to the next.

Rule kept: the standpoints are stored with the lens, so that the same view on another evening does not count twice; a
lens that no longer fits (another camera, another focus) is forgotten.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import cv2
import msgspec
import numpy as np

from companion.bounded import json_value
from companion.sight import Table
from vision.arrays import Corners, Floats, Picture
from vision.mat.plane import (
    CORNER_SPREAD_PX,
    FOCAL_SPREAD,
    USUAL_LENS,
    Lens,
    Plane,
    find_plane,
    first_stance,
    fit_views,
    rows,
    tag_corners_mm,
)

# Each standpoint counts once: a mat's faults (a fold, a tag printed askew) are the same in every frame, and a thousand
# frames prove no more than one.

MOST_LOOKS = 16
"""Maximum standpoints kept; a further one replaces the one most like the others."""
ANOTHER = 0.012
"""Minimum shift of a corner of the mat between two standpoints, over the picture's longer side."""
LEAST_SPREADS = (0.002, 0.004, 0.006)
"""Minimum standard deviations (focal length, relative; k1; k2), as a lens changes with its focus."""
LARGEST_MISFIT = 4.0
"""Maximum error of the corners, over the usual; beyond it the tags did not lie as assumed."""


@dataclass(frozen=True, slots=True, eq=False)
class LensView:
    """Points of a flat thing (`mm`: N groups x P points x 2) and where they were seen (`px`: N x P x 2).

    A group (a tag's four corners) may appear larger or smaller as a whole.
    """

    mm: Floats
    px: Floats

    def __post_init__(self) -> None:
        if self.mm.ndim != 3 or self.mm.shape != self.px.shape or self.mm.shape[2] != 2:
            raise ValueError("not as many points seen as there are")


def look_at_mat(plane: Plane, table: Table) -> LensView:
    """A plane's tags as a view for learning the lens. Raises ValueError for a table without tags."""
    if table.tags is None:
        raise ValueError("a table without tags tells nothing of a lens")
    places = tag_corners_mm(table, table.tags)
    seen = sorted(plane.tags_px)
    return LensView(np.stack([places[k] for k in seen]), np.stack([plane.tags_px[k] for k in seen]))


def with_look(looks: Sequence[LensView], look: LensView, longest_px: float) -> tuple[LensView, ...] | None:
    """The looks with one more; None if its standpoint is among them already."""
    least = ANOTHER * longest_px
    if any(_apart(look, other) < least for other in looks):
        return None
    kept = [*looks, look]
    while len(kept) > MOST_LOOKS:
        lone = [min(_apart(one, other) for other in kept if other is not one) for one in kept]
        del kept[int(np.argmin(lone))]
    return tuple(kept)


def learn_lens(looks: Sequence[LensView], picture_size: tuple[int, int]) -> Lens | None:
    """The lens that fits all looks best, with the usual one as prior; None if none fits.

    The precision is that of the posterior, lowered if the corners fit worse than usual.
    """
    longest = float(max(picture_size))
    views = [(look.mm, look.px.reshape(-1, 2)) for look in looks]
    starts = [first_stance(*view, USUAL_LENS, picture_size) for view in views]
    told = [(view, start) for view, start in zip(views, starts, strict=True) if start is not None]
    if not told:
        return None
    state, normal, misses = fit_views(
        [view for view, _ in told], [start for _, start in told], picture_size, USUAL_LENS
    )
    misfit = float(np.sqrt((misses**2).mean())) / (CORNER_SPREAD_PX * longest / 1920)
    focal = float(np.exp(state[0])) / longest
    strange = not np.isfinite(state).all() or misfit > LARGEST_MISFIT
    if strange or abs(np.log(focal / USUAL_LENS.focal)) > 4 * FOCAL_SPREAD:
        return None
    spread = np.linalg.pinv(normal)[:3, :3] * max(1.0, misfit) ** 2 + np.diag(np.square(LEAST_SPREADS))
    width = np.linalg.inv(spread)
    return Lens(focal, (float(state[1]), float(state[2])), rows((width + width.T) / 2), len(told))


def _apart(one: LensView, other: LensView) -> float:
    """The maximum distance (px) between two looks at the same point; inf if they share none."""
    places = {tuple(np.round(mm.ravel(), 3)): px for mm, px in zip(other.mm, other.px, strict=True)}
    shared = [(px, places[key]) for mm, px in zip(one.mm, one.px, strict=True)
              if (key := tuple(np.round(mm.ravel(), 3))) in places]  # fmt: skip
    return max((float(np.abs(a - b).max()) for a, b in shared), default=np.inf)


class LensBook(Protocol):
    """The store of one camera's lenses from one evening to the next. Never raises."""

    def recall(self, picture_size: tuple[int, int]) -> "LensMemory | None":
        """The lens stored for this picture size, if any."""
        ...

    def keep(self, memory: "LensMemory") -> None:
        """Stores a lens."""
        ...


VERSION = 1


class LensFault(ValueError):
    """A stored lens that cannot be used; the message says what was expected and what was found."""


class _Kept(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    version: int
    picture_size: tuple[int, int]
    lens: Lens | None
    looks: tuple[LensView, ...]


@dataclass(frozen=True, slots=True, eq=False)
class LensMemory:
    """The lens of a camera at one picture size, and the standpoints that it was learnt from."""

    picture_size: tuple[int, int]
    lens: Lens | None = None
    looks: tuple[LensView, ...] = ()

    def after(self, plane: Plane, table: Table) -> "LensMemory":
        """The memory with one more plane; the same object if its standpoint is not new.

        A plane of another picture size starts a new memory, and so does one that no lens fits together with the
        standpoints so far.
        """
        if plane.picture_size != self.picture_size:
            return LensMemory(plane.picture_size).after(plane, table)
        look = look_at_mat(plane, table)
        looks = with_look(self.looks, look, max(self.picture_size))
        if looks is None:
            return self
        lens = learn_lens(looks, self.picture_size)
        if lens is None and self.looks:
            return LensMemory(self.picture_size).after(plane, table)
        return LensMemory(self.picture_size, lens, looks if lens is not None else ())

    def as_json(self) -> bytes:
        kept = _Kept(VERSION, self.picture_size, self.lens, self.looks)
        return msgspec.json.encode(kept, enc_hook=lambda points: points.round(4).tolist())

    @staticmethod
    def from_json(text: bytes) -> "LensMemory":
        """Reads the output of `as_json`. Raises LensFault for anything else, impossible figures included."""
        try:
            kept = msgspec.convert(json_value(text), _Kept, dec_hook=_points)
        except ValueError as fault:
            raise LensFault(f"expected a kept lens, found: {fault}") from None
        if kept.version != VERSION:
            raise LensFault(f"expected a lens of version {VERSION}, found version {kept.version}")
        lens = kept.lens
        if lens is not None:
            widths = np.array(lens.precision)
            if not 0.1 < lens.focal < 10 or not np.allclose(widths, widths.T):
                raise LensFault("expected the figures of a lens, found some that no lens can have")
            if float(np.linalg.eigvalsh(widths).min()) <= 0:
                raise LensFault("expected how well each figure is known, found a matrix that cannot say")
        return LensMemory(kept.picture_size, lens, kept.looks)


def _points(_kind: type, groups: object) -> Floats:
    return np.array(msgspec.convert(groups, tuple[Corners, ...]), dtype=np.float64)


# A lens from pictures of a printed ChArUco board or of the table's own mat. A board's size does not matter to the lens;
# its number of squares is found by trying BOARDS.

BOARDS = tuple(
    (across, down, "DICT_5X5_100") for across, down in ((11, 8), (8, 11), (8, 6), (7, 5), (5, 7), (12, 9))
)
"""Squares across and down, and the dictionary of tags on the white ones, of the boards that are tried."""
SQUARE_MM = 20.0
MARKER_SHARE = 0.75
LEAST_CORNERS = 12
MOST_OFF_PX = 2.0


def look_at_picture(picture: Picture, table: Table | None) -> LensView | None:
    """A picture (BGR) of the mat or of a board as a view for learning the lens; None if neither is seen."""
    if table is not None and table.tags is not None:
        plane = find_plane(picture, table)
        if isinstance(plane, Plane) and len(plane.tags_px) == len(table.tags.ids):
            return look_at_mat(plane, table)
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    found = []
    for across, down, dictionary in BOARDS:
        # Inner corners of the board, if most of them fit a flat board of these squares.
        board = _board(across, down, dictionary)
        corners, ids, _tags, _tag_ids = cv2.aruco.CharucoDetector(board).detectBoard(grey)
        if ids is None or len(ids) < LEAST_CORNERS:
            continue
        mm = np.asarray(board.getChessboardCorners(), dtype=np.float64)[ids.ravel(), :2]
        px = np.asarray(corners, dtype=np.float64).reshape(-1, 2)
        onto, fits = cv2.findHomography(mm, px, cv2.RANSAC, MOST_OFF_PX * max(grey.shape) / 480)
        if onto is not None and fits.mean() >= 0.9 and fits.sum() >= LEAST_CORNERS:
            good = fits.ravel() > 0
            found.append(LensView(mm[good][:, None], px[good][:, None]))
    return max(found, key=lambda look: len(look.mm), default=None)


def lens_from(pictures: Sequence[Picture], table: Table | None = None) -> tuple[LensMemory, tuple[bool, ...]]:
    """The lens that fits all pictures, and which of them were used; those of another size than the first are not."""
    size = (pictures[0].shape[1], pictures[0].shape[0])
    looks = [
        look_at_picture(one, table) if (one.shape[1], one.shape[0]) == size else None for one in pictures
    ]
    served = tuple(look is not None for look in looks)
    told: tuple[LensView, ...] = ()
    for look in looks:
        told = told if look is None else (with_look(told, look, max(size)) or told)
    lens = learn_lens(told, size) if told else None
    return LensMemory(size, lens, told if lens is not None else ()), served


def board_picture(across: int, down: int, dictionary: str, square_px: int) -> Picture:
    """A board to print: grey, with a white rim of one square."""
    board = _board(across, down, dictionary)
    size = ((across + 2) * square_px, (down + 2) * square_px)
    return np.asarray(board.generateImage(size, marginSize=square_px), dtype=np.uint8)


def _board(across: int, down: int, dictionary: str) -> cv2.aruco.CharucoBoard:
    tags = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, dictionary))
    return cv2.aruco.CharucoBoard((across, down), SQUARE_MM, SQUARE_MM * MARKER_SHARE, tags)
