"""Backs that the search does not make out: a dark one without a rim hardly shows coarsely, though its outline does.

Rule kept: where an outline tells the pose, a back is held against what is seen just there; a plain one, that has
nothing to be held against, is told by showing no more than it has and having its colour.
"""

import numpy as np

from vision.arrays import Picture, Values
from vision.cards.fitting import SEEN_WHOLE, agreements, coarse_agreements, fit_pose
from vision.cards.lying import STAYS_MM, Lying
from vision.cards.sheet import Pose, Sheet
from vision.decks.references import References

AT_AN_OUTLINE = 0.28
"""Agreement with a back from which what has a card's outline is one: in dim light, or where its lines are finer than
what the camera resolves, no more is to be had. No face of five decks agrees so well with a back of another deck."""
CLEARLY_NO_FACE = 0.15
"""A back agrees by so much more than any face."""
MOST_FITS = 2
"""So many backs and turns, of those that agree best coarsely, are held against the picture closely."""
RIM_MM = 6.0
"""So much of a card's edge, on each side, an outline that is a little off may miss."""
PLAIN = 6.0
"""Grey levels (standard deviation) of a back that is plain …"""
MORE_THAN_PLAIN = 2.0
"""… and how many times as much a picture of it may have, by light that is uneven …"""
NOISE = 3.0
"""… and of a camera's noise besides."""
FACES_SHOW = 3.0
"""Every face has so many times the contrast that is seen where a plain back is told."""
DARK_LEVEL = 32.0
"""Added to grey levels before shares are taken: a veil of light lies on what is dark, and no printer prints black."""
BRIGHTER, TINTED = 0.8, 0.45
"""How far (natural logarithm) a plain back may be from its own brightness, and its colours from each other."""


def back_at(sheet: Sheet, group: References, pose: Pose, visible: Picture | None = None) -> Lying | None:
    """The back that lies about a pose (its outline, in mm and deg), or None where none is made out.

    `visible`: a mask over the sheet (255 = not hidden by another card), None where nothing hides it.
    """
    backs = [index for index, reference in enumerate(group.all) if reference.label is None]
    starts: list[tuple[float, int, Pose]] = []
    for turn in group.turns if backs else ():
        start = Pose(pose.x, pose.y, (pose.angle + 90.0 * turn) % 360)
        scores = coarse_agreements(sheet, group, start)
        starts += [(float(scores[index]), index, start) for index in backs]
    likeliest = sorted(starts, key=lambda one: -one[0])[:MOST_FITS]
    fitted = [_fitted(sheet, group, index, start, visible) for _, index, start in likeliest]
    if found := [card for card in fitted if card is not None]:
        return max(found, key=lambda card: card.agreement)
    plain = (index for index in backs if _is_plain_one(sheet, group, index, pose))
    return next((Lying(group, index, pose, SEEN_WHOLE) for index in plain), None)


def _fitted(
    sheet: Sheet, group: References, index: int, start: Pose, visible: Picture | None
) -> Lying | None:
    """A back fitted from where an outline is; None where it does not agree, or slides off."""
    pose = fit_pose(sheet, group, index, start, visible)
    if np.hypot(pose.x - start.x, pose.y - start.y) > STAYS_MM:
        return None
    scores = agreements(sheet, group, pose, visible)
    faces = [n for n, reference in enumerate(group.all) if reference.label is not None]
    lead = float(scores[index]) - max((float(scores[n]) for n in faces), default=0.0)
    if scores[index] < AT_AN_OUTLINE or lead < CLEARLY_NO_FACE:
        return None
    return Lying(group, index, pose, float(scores[index]))


def _is_plain_one(sheet: Sheet, group: References, index: int, pose: Pose) -> bool:
    """Whether a back has nothing on it, and what is seen shows no more and has its colour."""
    rows, columns = group.middle.shape
    inner = _inner(group, group.middle_picture(index))
    if _contrast(inner) > PLAIN:
        return False
    seen = _inner(group, sheet.patch(pose, (group.width_mm, group.height_mm), (rows, columns)))
    shows = _contrast(seen)
    faces = [
        _contrast(_inner(group, group.middle_picture(n)))
        for n, one in enumerate(group.all)
        if one.label is not None
    ]
    if shows > NOISE + MORE_THAN_PLAIN * _contrast(inner) or shows * FACES_SHOW > min(faces, default=np.inf):
        return False
    off = np.log(seen.mean(axis=(0, 1)) + DARK_LEVEL) - np.log(inner.mean(axis=(0, 1)) + DARK_LEVEL)
    return bool(np.abs(off).max() < BRIGHTER and off.max() - off.min() < TINTED)


def _inner(group: References, patch: Values) -> Values:
    """A card's picture (rows x columns x 3) without its edge."""
    rim = max(1, round(RIM_MM * patch.shape[1] / group.width_mm))
    return patch[rim:-rim, rim:-rim]


def _contrast(patch: Values) -> float:
    """Standard deviation (grey levels) in the colour that varies most."""
    return float(patch.std(axis=(0, 1)).max())
