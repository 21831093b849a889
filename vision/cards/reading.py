"""Which face a card shows, once its pose is known, and how sure that is.

Rule kept: faces are compared where they can be seen, window by window, each window by its own light; glare that has
burnt out says nothing; what fits no face much better than the next is not read.
"""

from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.arrays import Picture, Values
from vision.cards.fitting import (
    SEEN_WHOLE,
    STAYS_MM,
    Lying,
    Pose,
    Sheet,
    agreements,
    coarse_agreements,
    fit_pose,
)
from vision.decks.references import References
from vision.light.contrast import channel_planes, channel_sums, smooth
from vision.mat.plane import Plane, knots
from vision.mat.white import NO_GAINS, Gains

# Backs that the search does not make out: a dark one without a rim hardly shows coarsely, though its outline
# does. Where an outline tells the pose, a back is held against what is seen just there; a plain one, that has
# nothing to be held against, is told by showing no more than it has and having its colour.

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
BACK_NOISE = 3.0
"""… and of a camera's noise besides."""
FACES_SHOW = 3.0
"""Every face has so many times the contrast that is seen where a plain back is told."""
BACK_DARK_LEVEL = 32.0
"""Added to grey levels before shares are taken: a veil of light lies on what is dark, and no printer prints black."""
BRIGHTER, TINTED = 0.8, 0.45
"""How far (natural logarithm) a plain back may be from its own brightness, and its colours from each other."""


def back_at(sheet: Sheet, group: References, pose: Pose, visible: Picture | None = None) -> Lying | None:
    """The back that lies about a pose (its outline, in mm and deg), or None where none is made out.

    `visible`: a mask over the sheet (255 = not hidden by another card), None where nothing hides it.
    """
    backs = group.backs
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
    lead = float(scores[index]) - max((float(scores[n]) for n in group.faces), default=0.0)
    if scores[index] < AT_AN_OUTLINE or lead < CLEARLY_NO_FACE:
        return None
    return Lying(group, index, pose, float(scores[index]))


def _is_plain_one(sheet: Sheet, group: References, index: int, pose: Pose) -> bool:
    """Whether a back has nothing on it, and what is seen shows no more and has its colour."""
    rows, columns = group.middle.shape
    inner = _inner(group, group.middle_picture(index))
    if _contrast(inner) > PLAIN:
        return False
    seen = _inner(group, sheet.patch(pose, group.size, (rows, columns)))
    shows = _contrast(seen)
    faces = [_contrast(_inner(group, group.middle_picture(n))) for n in group.faces]
    if shows > BACK_NOISE + MORE_THAN_PLAIN * _contrast(inner) or shows * FACES_SHOW > min(
        faces, default=np.inf
    ):
        return False
    off = np.log(seen.mean(axis=(0, 1)) + BACK_DARK_LEVEL) - np.log(inner.mean(axis=(0, 1)) + BACK_DARK_LEVEL)
    return bool(np.abs(off).max() < BRIGHTER and off.max() - off.min() < TINTED)


def _inner(group: References, patch: Values) -> Values:
    """A card's picture (rows x columns x 3) without its edge."""
    rim = max(1, round(RIM_MM * patch.shape[1] / group.width_mm))
    return patch[rim:-rim, rim:-rim]


def _contrast(patch: Values) -> float:
    """Standard deviation (grey levels) in the colour that varies most."""
    return float(patch.std(axis=(0, 1)).max())


# How a card looked when it was last read, and whether what shows of it looks so still. What lay there before
# needs no name to be known again; a strip that looks as it did shows that it lies there.

CHANGED = 0.12
"""A sample has changed where a colour of it moved by this share, beyond what the light on the strip did."""
DARK_LEVEL = 20.0
"""Added to grey levels before shares are taken, so that noise in the dark is no change."""
MOST_LIGHT = 1.25
"""The light on a strip may differ by this factor from what it was; more is another surface."""
MOST_CHANGED = 0.1
"""Part of the samples that may have changed: the edge of a shadow, a glint."""
LEAST_SAMPLES = 150
"""A strip of fewer samples (mm x mm) tells nothing."""


def remembered(sheet: Sheet, card: Lying) -> Lying:
    """The card with how it looks now; one half hidden by others with how it looked when it was in view."""
    if card.looked is not None and card.visible < 1:
        return card
    return replace(card, looked=_look(sheet, card))


def looks_as_before(sheet: Sheet, card: Lying, shows: Picture) -> bool:
    """Whether what shows of a card looks as it did; `shows`: a mask over the sheet (255 where the card is in view).

    False where it is not known how it looked, or hardly anything shows.
    """
    if card.looked is None:
        return False
    size = card.group.size
    asked = sheet.patch(card.pose, size, card.looked.shape[:2], shows) > 250
    if int(asked.sum()) < LEAST_SAMPLES:
        return False
    before = card.looked[asked].astype(np.float32) + np.float32(DARK_LEVEL)
    after = _look(sheet, card)[asked].astype(np.float32) + np.float32(DARK_LEVEL)
    light = np.median(after / before, axis=0)
    if light.max() > MOST_LIGHT or light.min() < 1 / MOST_LIGHT:
        return False
    expected = before * light
    changed = np.abs(after - expected) > CHANGED * np.minimum(after, expected)
    return float(changed.any(axis=1).mean()) <= MOST_CHANGED


def _look(sheet: Sheet, card: Lying) -> Picture:
    """The card on the sheet, upright, one sample a millimetre."""
    size = card.group.size
    return np.asarray(sheet.patch(card.pose, size, (round(size[1]), round(size[0]))), dtype=np.uint8)


NOISE = 3.0
TEXTURE = 8.0
"""Contrast (grey levels) at which a window has half its full weight."""
BURNT = 250
"""A sample whose darkest channel reaches this is burnt out."""
KNOWN_LEAD = 33.0
KNOWN_SHARE = 9.2
KNOWN_OFFSET = 3.2
KNOWN_HIGH = 25.0
HIGH_LEVEL = 0.78
SPREAD = 0.007
"""Calibration of `read_face`: logistic in the lead of the best reference (over what is visible) and in its share of
what is left to agree on. Fitted on cards of two tables, whole and half hidden, darkened, blurred, noisy and burnt,
with all faces enrolled, with their own face left out and with their own deck left out; each table checked with the
fit of the other. The offset is set for fewer sure errors on cards of no enrolled deck than the fit allows."""
LOW_LEVEL, LOW_SPREAD = 0.5, 0.015
"""A face that agrees less than this is not believed, however far it leads: all cards of two tables that were held
against their own face agreed by 0.6 and more, and one held against another in the wrong turn by 0.4."""
SINGLE_GAP = 0.1
"""Lead of a reference that has no rival."""
BACK_SPREAD = 0.04
DOWN_SPREAD = 0.02
"""Scales of the logistic chances that it is this back and no other, and a back rather than a face."""


@dataclass(frozen=True, slots=True)
class FaceReading:
    """What a card was read as.

    `level` is the agreement (0..1) of the best reference and `gap` its lead; `chances` are by reference, best first,
    and add up to the chance that it is one of them at all.
    """

    level: float
    gap: float
    chances: tuple[tuple[int, float], ...]


def fine_patch(
    image: Picture, plane: Plane, pose: Pose, group: References, height_mm: float, gains: Gains = NO_GAINS
) -> tuple[Values, Values]:
    """The card as the camera sees it, upright, at the fine level and under white light (rows x columns x 3); and
    where it is not burnt out (rows x columns, 0 or 1)."""
    rows, columns = group.fine_pictures.shape[1:3]
    (some_columns, between_columns), (some_rows, between_rows) = knots(columns), knots(rows)
    right = ((some_columns + 0.5) / columns - 0.5) * group.width_mm
    up = (0.5 - (some_rows + 0.5) / rows) * group.height_mm
    across, down = np.meshgrid(right, up)
    cosine, sine = np.cos(np.deg2rad(pose.angle)), np.sin(np.deg2rad(pose.angle))
    x = pose.x + cosine * across - sine * down
    y = pose.y + sine * across + cosine * down
    coarse = plane.to_px(np.column_stack([x.ravel(), y.ravel()]), height_mm).astype(np.float32)
    at_x, at_y = (between_rows @ coarse[:, axis].reshape(x.shape) @ between_columns.T for axis in (0, 1))
    patch = cv2.remap(image, at_x, at_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    soft = cv2.GaussianBlur(patch, (0, 0), 0.6)
    whole = (soft.min(axis=2) < BURNT).astype(np.float32)
    return np.asarray(soft * np.array(gains, dtype=np.float32), dtype=np.float32), whole


def window_agreements(
    patch: Values, whole: Values, group: References, chosen: tuple[int, ...], visible: Values | None = None
) -> tuple[Values, float]:
    """How well each chosen reference agrees with a fine patch (weighted mean of windowed correlations), and how much
    of the card (0..1) had a say: what is `visible` and, near a window, not burnt out (`whole`).

    Normalised cross-correlation, window by window about each pixel: brightness and contrast of a window drop out, and
    so do shade and lamp. A window counts the more the more contrast it has; plain paper says nothing. Noise is added to
    both energies, so that two plain windows do not agree by chance.
    """
    down, across = group.windowing
    weight = np.ones_like(whole)
    if not whole.all():
        weight = 1 - np.minimum(smooth(1 - whole, down, across) * 3, 1)
    pictures = group.fine_pictures
    share_of_card = 1.0
    if visible is not None:
        # What lies outside the box of what shows has no say and is not worked out.
        rows, columns = (np.flatnonzero(visible.any(axis=axis)) for axis in (1, 0))
        if not len(rows):
            return np.zeros(len(chosen), dtype=np.float32), 0.0
        part = (slice(int(rows[0]), int(rows[-1]) + 1), slice(int(columns[0]), int(columns[-1]) + 1))
        share_of_card = patch[part].size / patch.size
        patch, visible, weight, pictures = patch[part], visible[part], weight[part], pictures[:, *part]
        down, across = down[part[0], part[0]], across[part[1], part[1]]
    seen = channel_planes(patch[None])
    picked = list(chosen)
    if visible is None:
        seen = np.asarray(seen - smooth(seen, down, across), dtype=np.float32)
        wanted, theirs = (values[picked] for values in group.fine_windows)
        own, together = (smooth(channel_sums(seen * other), down, across) for other in (seen, wanted))
    else:
        share = np.maximum(smooth(visible, down, across), np.float32(1e-4))
        weight = weight * visible

        def rest(planes: Values) -> Values:
            left = (planes - smooth(planes * visible, down, across) / share) * visible
            return np.asarray(left, dtype=np.float32)

        seen, wanted = rest(seen), rest(channel_planes(pictures[picked]))
        own, theirs, together = (
            np.asarray(smooth(channel_sums(one * other), down, across) / share, dtype=np.float32)
            for one, other in ((seen, seen), (wanted, wanted), (seen, wanted))
        )
    noise = np.float32(NOISE * NOISE)
    correlation = together / np.sqrt((own + noise) * (theirs + noise))
    contrast = np.sqrt(np.maximum(own + theirs, 0))
    say = contrast / (contrast + np.float32(TEXTURE)) * weight[None]
    level = (correlation * say).sum(axis=(1, 2)) / np.maximum(say.sum(axis=(1, 2)), 1e-3)
    return np.asarray(level, dtype=np.float32), float(weight.mean()) * share_of_card


def read_face(
    patch: Values, whole: Values, group: References, chosen: tuple[int, ...], visible: Values | None = None
) -> FaceReading:
    """The chances of the chosen references, given a fine patch, and which of its samples are whole and visible."""
    levels, say = window_agreements(patch, whole, group, chosen, visible)
    order = np.argsort(-levels, kind="stable")
    best = float(levels[order[0]])
    told = group.all[chosen[int(order[0])]].shown
    rival = next((float(levels[i]) for i in order[1:] if group.all[chosen[int(i)]].shown != told), None)
    gap = best - rival if rival is not None else SINGLE_GAP
    weight = float(np.sqrt(max(say, 0.05)))
    lead = gap * weight
    odds = KNOWN_LEAD * lead + KNOWN_SHARE * lead / (1.05 - min(best, 1.0)) - KNOWN_OFFSET
    odds += KNOWN_HIGH * max(0.0, best - HIGH_LEVEL)
    known = 1 / (1 + float(np.exp(-odds))) / (1 + float(np.exp((LOW_LEVEL - best) / LOW_SPREAD)))
    shares = np.exp((levels[order] - best) * weight / SPREAD)
    shares /= shares.sum()
    chances = tuple((chosen[int(i)], known * float(share)) for i, share in zip(order, shares, strict=True))
    return FaceReading(best, gap, chances)


@dataclass(frozen=True, slots=True)
class BackReading:
    """What lies face down: the chance that it does, and the likeliest back with the chance of that."""

    down: float
    index: int
    sure: float


def read_back(seen: Values, group: References, scores: Values, visible: Values | None = None) -> BackReading:
    """Which back shows, given what is seen at the coarse level (one patch after `stand_out`) and the agreements.

    `visible` (rows x columns, 0 or 1): what of it nothing hides; only there has anything a say, and the less shows the
    less it proves. Backs that differ little are told apart along their difference: half way between two is undecided.
    """
    backs, faces = group.backs, group.faces
    best = max(backs, key=lambda index: float(scores[index]))
    values = group.coarse.values.reshape(len(group.all), -1)
    sure = 1.0
    spread = BACK_SPREAD if visible is None else BACK_SPREAD / max(float(visible.mean()) ** 4, 1e-3)
    for other in backs:
        if other == best or group.all[other].deck == group.all[best].deck:
            continue
        step = values[best] - values[other]
        if visible is not None:
            step = step * np.repeat(visible.ravel(), 3)
        along = float(
            (seen.ravel() - (values[best] + values[other]) / 2) @ step / max(float(step @ step), 1e-6)
        )
        sure = min(sure, 1 / (1 + float(np.exp(-along / spread))))
    lead = float(scores[best]) - max((float(scores[index]) for index in faces), default=0.0)
    return BackReading(1 / (1 + float(np.exp(-lead / DOWN_SPREAD))), best, sure)
