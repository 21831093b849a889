"""The least-squares fit behind a plane: lens, pose and how large the tags look, from where their corners are seen.

Rule kept: what the corners cannot tell comes from priors that are named and have a width; nothing is held fixed.
"""

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Floats
from vision.mat.lens import USUAL_LENS, Lens

SIZE_SPREAD = 0.02
"""Standard deviation of how much larger or smaller than printed a black square looks (about its middle).

Light paper spills over its edges in every camera, a fraction of a pixel all around; left out of the model it would
be taken for a bent lens.
"""
CORNER_SPREAD_PX = 0.25
"""Standard deviation of one measured tag corner in a picture 1920 px wide."""
TURN_SPREAD = 0.03
"""Standard deviation (rad, each way) of how much a knock tilts the table under the camera …"""
DEPTH_SPREAD = 0.01
"""… and of the share by which it brings the table's middle nearer; sideways and round itself it may go anywhere."""
STEPS = 40
FAR_OUT = 4.0
"""Corners that miss by more than so many standard deviations count less and less."""


@dataclass(frozen=True, slots=True, eq=False)
class Stance:
    """How a table lies before a camera: rotation vector and translation (mm) from table to camera."""

    turn: Floats
    shift: Floats

    @property
    def rotation(self) -> Floats:
        """The 3 x 3 matrix of the turn."""
        return np.asarray(cv2.Rodrigues(self.turn)[0], dtype=np.float64)


@dataclass(frozen=True, slots=True, eq=False)
class PlaneFit:
    """A fit: the lens, the stance, and the rms distance (px) of the corners from where they should be seen."""

    focal_px: float
    bend: tuple[float, float]
    stance: Stance
    error_px: float


def fit_stance(
    tags_mm: Floats,
    pixels: Floats,
    picture_size: tuple[int, int],
    lens: Lens | None = None,
    before: tuple[Stance, Floats] | None = None,
) -> PlaneFit | None:
    """Fits lens, tag size and stance to tags (N x 4 x 2 mm) seen at pixels (4 N x 2); None where nothing fits.

    `lens`: what is known of it, its usual values where not given. `before`: the stance that was, and a point of the
    table (x, y mm) whose distance will not have changed much: for tags too few to tell the stance by themselves.
    Gauss-Newton with Levenberg's damping; corners far out count less (pseudo-Huber).
    """
    longest = float(max(picture_size))
    middle = ((picture_size[0] - 1) / 2, (picture_size[1] - 1) / 2)
    known = lens or USUAL_LENS
    rest = np.concatenate([[np.log(known.focal * longest)], known.bend, [0.0]])
    start = (
        first_stance(tags_mm, pixels, known, picture_size)
        if before is None
        else np.concatenate([before[0].turn, before[0].shift])
    )
    if start is None:
        return None
    precision = np.zeros((10, 10))
    precision[:3, :3] = known.precision
    precision[3, 3] = SIZE_SPREAD**-2
    held = None if before is None else _held(*before)
    spread = CORNER_SPREAD_PX * longest / 1920
    state = trial = np.concatenate([rest, start])
    damping, cost = 1e-3, np.inf
    normal, gradient = np.eye(10), np.zeros(10)
    for _ in range(STEPS):
        projected, slopes = project(tags_mm, trial, middle)
        residual = ((projected - pixels) / spread).ravel()
        stretch = np.sqrt(1 + (residual / FAR_OUT) ** 2)
        off = np.concatenate([trial[:4] - rest, np.zeros(6)])
        total = float(FAR_OUT**2 * (stretch - 1).sum() + off @ precision @ off / 2)
        strain, strains = (np.zeros(0), np.zeros((0, 10))) if held is None else held(trial)
        total += float(strain @ strain / 2)
        if total < cost:
            gain = cost - total
            state, cost, damping = trial, total, damping / 5
            scaled = slopes / spread
            normal = scaled.T @ (scaled / stretch[:, None]) + precision + strains.T @ strains
            gradient = scaled.T @ (residual / stretch) + precision @ off + strains.T @ strain
            if gain < 1e-6:
                break
        else:
            damping *= 8
        trial = state - np.linalg.solve(normal + np.diag(np.diag(normal) * damping + 1e-12), gradient)
    projected, _ = project(tags_mm, state, middle)
    error = float(np.sqrt(((projected - pixels) ** 2).sum(axis=1).mean()))
    if not np.isfinite(error):
        return None
    bend = (float(state[1]), float(state[2]))
    return PlaneFit(float(np.exp(state[0])), bend, Stance(state[4:7].copy(), state[7:10].copy()), error)


def first_stance(tags_mm: Floats, pixels: Floats, lens: Lens, picture_size: tuple[int, int]) -> Floats | None:
    """Where to begin: rotation vector and translation (6) for points of a plane, as in a lens without bend.

    Infinitesimal plane-based pose (Collins and Bartoli 2014), as OpenCV has it; where that gives no figure, as it does
    for some views that are exactly symmetric, from a homography.
    """
    flat = tags_mm.reshape(-1, 2)
    world = np.column_stack([flat, np.zeros(len(flat))])
    focal = lens.focal * max(picture_size)
    middle = ((picture_size[0] - 1) / 2, (picture_size[1] - 1) / 2)
    matrix = np.array([[focal, 0, middle[0]], [0, focal, middle[1]], [0, 0, 1]])
    bend = np.array([*lens.bend, 0.0, 0.0])
    for method in (cv2.SOLVEPNP_IPPE, cv2.SOLVEPNP_ITERATIVE):
        ok, turn, shift = cv2.solvePnP(world, pixels.astype(np.float64), matrix, bend, flags=method)
        if ok and np.isfinite(turn).all() and np.isfinite(shift).all():
            return np.concatenate([np.ravel(turn), np.ravel(shift)]).astype(np.float64)
    return None


def project(tags_mm: Floats, state: Floats, middle: tuple[float, float]) -> tuple[Floats, Floats]:
    """Where a state puts the corners (px), and the slopes of these by each entry of the state.

    `state`: logarithm of the focal length (px), k1, k2, how much larger the tags look, rotation vector, translation.
    """
    focal = float(np.exp(state[0]))
    matrix = np.array([[focal, 0, middle[0]], [0, focal, middle[1]], [0, 0, 1]])
    distortion = np.array([state[1], state[2], 0.0, 0.0])
    centres = tags_mm.mean(axis=1, keepdims=True)

    def corners(size: float) -> Floats:
        flat = (centres + (tags_mm - centres) * (1 + size)).reshape(-1, 2)
        return np.column_stack([flat, np.zeros(len(flat))])

    projected, slopes = cv2.projectPoints(corners(state[3]), state[4:7], state[7:10], matrix, distortion)
    bigger, _ = cv2.projectPoints(corners(state[3] + 1e-4), state[4:7], state[7:10], matrix, distortion)
    # OpenCV's columns: rotation 3, translation 3, fx, fy, cx, cy, k1, k2, ...
    by_focal = (slopes[:, 6:7] + slopes[:, 7:8]) * focal
    by_size = (bigger - projected).reshape(-1, 1) / 1e-4
    ours = np.column_stack([by_focal, slopes[:, 10:12], by_size, slopes[:, 0:6]])
    return np.asarray(projected, dtype=np.float64).reshape(-1, 2), ours


def _held(stance: Stance, point: Floats) -> Callable[[Floats], tuple[Floats, Floats]]:
    """How far a state strays from a stance, in standard deviations (3), and the slopes of that (3 x 10)."""
    at = np.array([point[0], point[1], 0.0])
    normal = stance.rotation[:, 2]
    depth = float((stance.rotation @ at + stance.shift)[2])
    # Only the two directions in which the normal can turn; along itself it cannot.
    across = np.linalg.svd(normal[None])[2][1:]

    def strain(pose: Floats) -> Floats:
        rotation = cv2.Rodrigues(pose[:3])[0]
        away = float((rotation @ at + pose[3:])[2])
        return np.concatenate([across @ rotation[:, 2] / TURN_SPREAD, [(away / depth - 1) / DEPTH_SPREAD]])

    def held(state: Floats) -> tuple[Floats, Floats]:
        here = strain(state[4:])
        slopes = np.zeros((len(here), 10))
        for k in range(6):
            step = 1e-5 if k < 3 else 1e-2
            moved = state[4:].copy()
            moved[k] += step
            slopes[:, 4 + k] = (strain(moved) - here) / step
        return here, slopes

    return held
