"""The small networks in `weights/`, each opened once."""

from functools import cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Values

WEIGHTS = Path(__file__).parent / "weights"


@cache
def network(name: str, *, newest: bool = False) -> cv2.dnn.Net:
    """The network in a file of the weights' folder. Raises cv2.error for one that is missing or broken.

    `newest`: use the newer of OpenCV 5's two engines. The one of 4.x takes two thirds of its time for most of these
    networks, but four times as long for one that shrinks its picture much.
    """
    file = str(WEIGHTS / name)
    engine = None if newest else getattr(cv2.dnn, "ENGINE_CLASSIC", None)
    return cv2.dnn.readNetFromONNX(file) if engine is None else cv2.dnn.readNetFromONNX(file, engine)


def answers(name: str, batch: NDArray[np.generic], *, newest: bool = False) -> Values:
    """The network's answers, picture by picture: OpenCV lays it out anew for every other batch size."""
    reader, told = network(name, newest=newest), list[Values]()
    for picture in np.ascontiguousarray(batch, np.float32):
        reader.setInput(picture[None])
        told.append(np.asarray(reader.forward(), np.float32))
    return np.concatenate(told)
