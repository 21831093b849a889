"""Reads what lies on a table whose mat is not in the picture: in pixels, with no regions."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from companion.sight import Kind, Sighting
from vision.references import References

Picture = NDArray[np.uint8]


def read_loose(image: Picture, groups: Sequence[References], kinds: Sequence[Kind]) -> tuple[Sighting, ...]:
    """What can be made out with no mat."""
    return ()
