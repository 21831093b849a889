"""What is white under this lamp: told from the paper round the corner tags, so that colours can be compared.

Rule kept: paper that is burnt out or dark tells nothing; with none left, colours stay as the camera gives them.
"""

from weakref import ref

import cv2
import numpy as np

from vision.arrays import Floats, Picture
from vision.mat.plane import Plane

Gains = tuple[float, float, float]

PAPER_AT = 1.13
"""Where the middle of the white rim lies, over half the black square's side."""
BURNT = 250
DARK = 20
MOST_UNEVEN = 2.2
"""Paper whose channels differ by more than this factor is not believed to be white."""
NO_GAINS: Gains = (1.0, 1.0, 1.0)


def white_gains(image: Picture, plane: Plane) -> Gains:
    """Factors (at most 1) for blue, green and red under which the tags' paper comes out grey.

    Several readers ask for the same picture: all but the first get what was told then.
    """
    global _told
    if _told is not None and _told[0]() is image and _told[1]() is plane:
        return _told[2]
    gains, papers = NO_GAINS, _papers(image, plane)
    if papers:
        shares = np.median(np.array([paper / paper.mean() for paper in papers]), axis=0)
        if float(shares.max() / shares.min()) <= MOST_UNEVEN:
            blue, green, red = (shares.min() / shares).tolist()
            gains = (blue, green, red)
    _told = (ref(image), ref(plane), gains)
    return gains


_told: tuple["ref[Picture]", "ref[Plane]", Gains] | None = None


def white_paper(image: Picture, plane: Plane) -> Floats | None:
    """The colour (BGR, 0..255) of the tags' paper; None where no paper in view tells anything."""
    papers = _papers(image, plane)
    return np.asarray(np.median(np.array(papers), axis=0), dtype=np.float64) if papers else None


def whitened(picture: Picture, gains: Gains) -> Picture:
    if gains == NO_GAINS:
        return picture
    steps = np.rint(np.arange(256)[:, None] * np.array(gains)).astype(np.uint8)
    return np.asarray(cv2.LUT(picture, steps[None]), dtype=np.uint8)


def rim_of_paper(image: Picture, corners: Floats, out: float = PAPER_AT, places: int = 7) -> Floats:
    """Samples (N x 3, BGR) of the rim of paper round one tag's black square, as far as it is in the picture.

    `out`: how far out, over half the square's side; `places`: so many a side.
    """
    middle = corners.mean(axis=0)
    rim = middle + (corners - middle) * out
    along = np.linspace(0.1, 0.9, places)[:, None]
    points = np.concatenate([rim[k] * (1 - along) + rim[(k + 1) % 4] * along for k in range(4)])
    columns, rows = np.rint(points).astype(int).T
    inside = (columns >= 0) & (rows >= 0) & (columns < image.shape[1]) & (rows < image.shape[0])
    return np.asarray(image[rows[inside], columns[inside]], dtype=np.float64)


def _papers(image: Picture, plane: Plane) -> list[Floats]:
    """The middle colour of the paper round each tag, where it tells anything."""
    found = []
    for corners in plane.tags_px.values():
        colours = rim_of_paper(image, corners)
        if len(colours) < 8:
            continue
        paper = np.median(colours, axis=0)
        good = colours[np.abs(colours - paper).max(axis=1) < 40]
        paper = np.median(good, axis=0) if len(good) else paper
        if paper.max() < BURNT and paper.min() >= DARK:
            found.append(np.asarray(paper, dtype=np.float64))
    return found
