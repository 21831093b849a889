"""Pictures of a real table (rendered) with their truth, for tests of the eye."""

import json
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.sight import Region, Table, Tags
from vision.mat.plane import Plane, find_plane

FRAMES = Path(__file__).parents[1] / "frames" / "zoon"
Picture = NDArray[np.uint8]


@cache
def table() -> Table:
    told = json.loads((FRAMES / "truth.json").read_text())["table"]
    regions = tuple(Region(**region) for region in told["regions"])
    tags = Tags(told["tags"]["dictionary"], tuple(told["tags"]["ids"]), told["tags"]["side_mm"])
    return Table(told["width_mm"], told["height_mm"], tags, regions)


@cache
def truth(name: str) -> dict[str, object]:
    frames = json.loads((FRAMES / "truth.json").read_text())["frames"]
    return next(frame for frame in frames if frame["file"] == name)


@cache
def picture(name: str) -> Picture:
    found = cv2.imread(str(FRAMES / name))
    assert found is not None
    return np.asarray(found, dtype=np.uint8)


def small(image: Picture) -> Picture:
    return np.asarray(cv2.resize(image, (480, 270), interpolation=cv2.INTER_AREA), dtype=np.uint8)


@cache
def plane(name: str) -> Plane:
    found = find_plane(picture(name), table())
    assert isinstance(found, Plane)
    return found
