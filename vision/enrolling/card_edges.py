"""The edges of a card in a picture: four sides laid along the clearest step of colour, and how clear that step is."""

import cv2
import numpy as np
from numpy.typing import NDArray

Quad = NDArray[np.float64]
"""Four corners in px, 4×2, in order around."""

_BAND = 0.035
_ALSO_CLEAR = 0.45


def refined(quad: Quad, lab: NDArray[np.float32]) -> Quad | None:
    """Each side laid anew along the clearest step of colour near it; None where the sides no longer make a quad.

    A side is first shifted as a whole, so that the table's own texture averages out, then fitted point by point.
    """
    lines = []
    for n in range(4):
        start, along, out, mean_side = _side(quad, n)
        reach = max(3.0, _BAND * mean_side)
        steps = np.arange(-reach, reach + 0.25, 0.5)
        parts = np.linspace(0.12, 0.88, 80)[:, None]
        profile = _sampled(lab, start + parts * along, out, steps)
        change = np.linalg.norm(profile[:, 4:] - profile[:, :-4], axis=2)
        whole = np.linalg.norm(np.median(profile[:, 4:], axis=0) - np.median(profile[:, :-4], axis=0), axis=1)
        middle = _outermost(whole)
        low, high = max(0, middle - 4), middle + 5
        at = low + np.argmax(change[:, low:high], axis=1)
        points = (start + parts * along) + steps[at + 2][:, None] * out
        clear = change[np.arange(len(at)), at] > 0.4 * whole[middle]
        lines.append(_line(points[clear] if clear.sum() >= 20 else points))
    corners = [meeting(lines[n - 1], lines[n]) for n in range(4)]
    return None if any(corner is None for corner in corners) else np.array(corners, np.float64)


def _outermost(whole: NDArray[np.float32]) -> int:
    """The furthest out of the clear steps along a side: beyond a thin border comes the card's own edge."""
    clear = whole >= _ALSO_CLEAR * float(whole.max())
    last = int(np.flatnonzero(clear)[-1])
    first = last
    while first > 0 and clear[first - 1]:
        first -= 1
    return first + int(np.argmax(whole[first : last + 1]))


def _side(quad: Quad, n: int) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64], float]:
    """A side's start, its course, the unit vector out of the quad, and the quad's mean side (px)."""
    start, along = quad[n], quad[(n + 1) % 4] - quad[n]
    out = np.array([along[1], -along[0]]) / np.linalg.norm(along)
    if out @ (start - quad.mean(axis=0)) < 0:
        out = -out
    return start, along, out, float(np.mean([length(quad[k], quad[k - 1]) for k in range(4)]))


def _sampled(
    lab: NDArray[np.float32],
    points: NDArray[np.float64],
    out: NDArray[np.float64],
    steps: NDArray[np.float64],
) -> NDArray[np.float32]:
    """Colours at steps (px) outward from points: points × steps × 3."""
    spots = (points[:, None, :] + steps[None, :, None] * out).astype(np.float32)
    seen = cv2.remap(lab, spots[..., 0], spots[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, np.float32)


def _line(points: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    vx, vy, x, y = (
        float(v) for v in cv2.fitLine(points.astype(np.float32), cv2.DIST_HUBER, 0, 0.01, 0.01).ravel()
    )
    return np.array([x, y]), np.array([vx, vy])


def meeting(
    one: tuple[NDArray[np.float64], NDArray[np.float64]],
    other: tuple[NDArray[np.float64], NDArray[np.float64]],
) -> NDArray[np.float64] | None:
    matrix = np.column_stack([one[1], -other[1]])
    if abs(float(np.linalg.det(matrix))) < 0.1:
        return None
    return np.asarray(one[0] + one[1] * np.linalg.solve(matrix, other[0] - one[0])[0])


def length(a: NDArray[np.float64], b: NDArray[np.float64]) -> float:
    return float(np.hypot(*(a - b)))
