"""What is known of a camera's lens: focal length and radial bend, each with its width.

Rule kept: a lens is knowledge with a width (`precision`), never a bare figure; it is a prior for every plane.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

Row = tuple[float, float, float]

USUAL_FOCAL = 0.78
"""Focal length over the longer side of the picture of the usual camera modules; a weak assumption only."""
FOCAL_SPREAD = 0.25
"""Standard deviation of the logarithm of the focal length about the usual one."""
BEND_SPREAD = (0.08, 0.05)
"""Standard deviations of the radial terms k1, k2 about zero: from nearly straight lenses to those of webcams."""


@dataclass(frozen=True, slots=True)
class Lens:
    """A lens of one camera at one picture size.

    `focal`: focal length over the picture's longer side. `bend`: the radial terms k1, k2 (Brown's model, as OpenCV has
    it). `precision`: the inverse covariance of (logarithm of the focal length, k1, k2), 3 x 3. `looks`: from how many
    different standpoints it was learnt.
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
"""What is taken for granted of a camera that nothing is known of."""
