"""How a card looked when it was last read, and whether what shows of it looks so still.

Rule kept: what lay there before needs no name to be known again; a strip that looks as it did shows that it lies there.
"""

from dataclasses import replace

import numpy as np

from vision.arrays import Picture
from vision.cards.lying import Lying
from vision.cards.sheet import Sheet

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
    size = (card.group.width_mm, card.group.height_mm)
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
    size = (card.group.width_mm, card.group.height_mm)
    return np.asarray(sheet.patch(card.pose, size, (round(size[1]), round(size[0]))), dtype=np.uint8)
