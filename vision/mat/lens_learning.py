"""Learning a lens: from the mat's tags seen at several standpoints over time, or from pictures of a printed board.

Rule kept: each standpoint counts once, however often it was seen: what is wrong with a mat (a fold, a tag printed
askew) stays wrong in every frame, and a thousand frames of it prove no more than one.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from companion.sight import Table
from vision.arrays import Floats
from vision.mat.lens import FOCAL_SPREAD, USUAL_LENS, Lens, rows
from vision.mat.plane import Plane, tag_corners_mm
from vision.mat.plane_fitting import CORNER_SPREAD_PX, FAR_OUT, SIZE_SPREAD, first_stance, project

MOST_LOOKS = 16
"""So many standpoints are kept; a further one takes the place of the one most like the others."""
ANOTHER = 0.012
"""A corner of the mat seen elsewhere by this share of the picture's longer side is seen from another standpoint."""
LEAST_SPREADS = (0.002, 0.004, 0.006)
"""A lens is never taken for known better than this (share of the focal length, k1, k2): it changes with its focus."""
LARGEST_MISFIT = 4.0
"""A lens whose corners miss by so many times what is usual is none: the tags did not lie as was thought."""
STEPS = 60


@dataclass(frozen=True, slots=True, eq=False)
class LensView:
    """Points of something flat and where they were seen: groups of points, as `mm` (N x P x 2) and `px` (N x P x 2).

    The points of a group (a tag's four corners) may all look larger or smaller about its middle.
    """

    mm: Floats
    px: Floats


def look_at_mat(plane: Plane, table: Table) -> LensView:
    """What one plane's tags tell of the lens. Raises ValueError for a table without tags."""
    if table.tags is None:
        raise ValueError("a table without tags tells nothing of a lens")
    places = tag_corners_mm(table, table.tags)
    seen = sorted(plane.tags_px)
    return LensView(np.stack([places[k] for k in seen]), np.stack([plane.tags_px[k] for k in seen]))


def with_look(looks: Sequence[LensView], look: LensView, longest_px: float) -> tuple[LensView, ...] | None:
    """The looks with one more; None where it is from a standpoint that is among them already."""
    least = ANOTHER * longest_px
    if any(_apart(look, other) < least for other in looks):
        return None
    kept = [*looks, look]
    while len(kept) > MOST_LOOKS:
        lone = [min(_apart(one, other) for other in kept if other is not one) for one in kept]
        del kept[int(np.argmin(lone))]
    return tuple(kept)


def learn_lens(
    looks: Sequence[LensView], picture_size: tuple[int, int], before: Lens = USUAL_LENS
) -> Lens | None:
    """The lens that explains all looks best, given what was known of it; None where none does.

    Gauss-Newton with Levenberg's damping over the lens and, for each look, stance and size of the tags, which are
    eliminated (Schur's complement). Corners far out count less (pseudo-Huber). The width is that of the posterior,
    widened by how much worse the corners fit than is usual.
    """
    longest = float(max(picture_size))
    middle = ((picture_size[0] - 1) / 2, (picture_size[1] - 1) / 2)
    spread = CORNER_SPREAD_PX * longest / 1920
    starts = [first_stance(look.mm, look.px.reshape(-1, 2), before, picture_size) for look in looks]
    told = [(look, start) for look, start in zip(looks, starts, strict=True) if start is not None]
    if not told:
        return None
    rest = np.array([np.log(before.focal * longest), *before.bend])
    prior = np.asarray(before.precision)
    own_prior = np.diag([SIZE_SPREAD**-2, 0, 0, 0, 0, 0, 0])
    lens = trial_lens = rest
    own = trial_own = np.stack([np.concatenate([[0.0], start]) for _look, start in told])
    damping, cost, precision, normals = 1e-3, np.inf, prior, []
    misses: Floats = np.zeros(0)
    for _ in range(STEPS):
        total = float((trial_lens - rest) @ prior @ (trial_lens - rest) / 2)
        found, total = _missed([look for look, _start in told], trial_lens, trial_own, middle, spread, total)
        if total < cost:
            gain = cost - total
            lens, own, cost, damping = trial_lens, trial_own, total, damping / 5
            normals = [_normal(slopes, residual, stretch) for slopes, residual, stretch in found]
            misses = np.concatenate([residual for _slopes, residual, _stretch in found])
            if gain < 1e-7:
                break
        elif (damping := damping * 8) > 1e12:
            break
        reduced, pull = prior.copy(), prior @ (lens - rest)
        precision = prior.copy()
        back = []
        for (normal, gradient), state in zip(normals, own, strict=True):
            mine = normal[3:, 3:] + own_prior
            slope = gradient[3:] + own_prior @ state
            stiff = np.linalg.inv(mine + np.diag(np.diag(mine) * damping + 1e-12))
            cross = normal[:3, 3:]
            reduced += normal[:3, :3] - cross @ stiff @ cross.T
            pull += gradient[:3] - cross @ stiff @ slope
            precision += normal[:3, :3] - cross @ np.linalg.pinv(mine) @ cross.T
            back.append((stiff, slope, cross))
        step = np.linalg.solve(reduced + np.diag(np.diag(reduced) * damping), pull)
        trial_lens = lens - step
        trial_own = np.stack(
            [
                state - stiff @ (slope - cross.T @ step)
                for state, (stiff, slope, cross) in zip(own, back, strict=True)
            ]
        )
    misfit = float(np.sqrt((misses**2).mean())) if len(misses) else np.inf
    if not np.isfinite(lens).all() or misfit > LARGEST_MISFIT or abs(lens[0] - rest[0]) > 4 * FOCAL_SPREAD:
        return None
    return _lens_of(lens, precision, misfit, longest, len(told))


def _lens_of(lens: Floats, precision: Floats, misfit: float, longest: float, looks: int) -> Lens:
    """A lens from what was fitted; its width is widened by how much worse the corners fit than is usual."""
    widths = np.linalg.inv(precision) * max(1.0, misfit) ** 2 + np.diag(np.square(LEAST_SPREADS))
    width = np.linalg.inv(widths)
    focal = float(np.exp(lens[0])) / longest
    return Lens(focal, (float(lens[1]), float(lens[2])), rows((width + width.T) / 2), looks)


def _missed(
    looks: Sequence[LensView],
    lens: Floats,
    own: Floats,
    middle: tuple[float, float],
    spread: float,
    total: float,
) -> tuple[list[tuple[Floats, Floats, Floats]], float]:
    """By look slopes, residuals (in usual misses) and how far these are stretched; and `total` with their cost."""
    found = []
    for look, state in zip(looks, own, strict=True):
        projected, slopes = project(look.mm, np.concatenate([lens, state]), middle)
        residual = ((projected - look.px.reshape(-1, 2)) / spread).ravel()
        stretch = np.sqrt(1 + (residual / FAR_OUT) ** 2)
        total += float(FAR_OUT**2 * (stretch - 1).sum() + (state[0] / SIZE_SPREAD) ** 2 / 2)
        found.append((slopes / spread, residual, stretch))
    return found, total


def _normal(slopes: Floats, residual: Floats, stretch: Floats) -> tuple[Floats, Floats]:
    return slopes.T @ (slopes / stretch[:, None]), slopes.T @ (residual / stretch)


def _apart(one: LensView, other: LensView) -> float:
    """How far apart (px) two looks see the same point, at the worst of those they share."""
    places = {tuple(np.round(mm.ravel(), 3)): px for mm, px in zip(other.mm, other.px, strict=True)}
    shared = [(px, places[key]) for mm, px in zip(one.mm, one.px, strict=True)
              if (key := tuple(np.round(mm.ravel(), 3))) in places]  # fmt: skip
    return max((float(np.abs(a - b).max()) for a, b in shared), default=np.inf)
