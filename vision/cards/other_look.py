"""Whether the cards on a table lie there in another look than the one they are read in: printed here, or from the box.

Rule kept: cards that fit their own look are never asked about, and a few that fit the other one better are no sign.
"""

from collections.abc import Sequence
from dataclasses import replace

from vision.arrays import Picture
from vision.cards.fitting import agreements, fit_pose
from vision.cards.lying import Lying
from vision.cards.reader import Card, sheet_about
from vision.cards.sheet import Sheet
from vision.decks.references import SAME_SIZE_MM, References
from vision.mat.plane import Plane
from vision.mat.white import white_gains

FITS = 0.8
"""Agreement from which a card needs no other look. Painted: 0.96 and more in its own look, 0.8 at most in the other."""
LEADS, LEAST = 0.15, 0.6
"""The other look explains a card that agrees so much better with it, and at least so well."""
LEAST_CARDS = 4
"""So many cards, and half of those that lie open, must be explained by the other look."""


def puzzling(cards: Sequence[Card]) -> tuple[Lying, ...]:
    """The cards that lie open and fit their look poorly; none where they are too few to tell."""
    lying = [card.lying for card in cards if card.sighting.visible == 1]
    poor = tuple(card for card in lying if card.agreement < FITS)
    return poor if len(poor) >= max(LEAST_CARDS, len(lying) / 2) else ()


def explained_by(image: Picture, plane: Plane, cards: Sequence[Lying], other: Sequence[References]) -> bool:
    """Whether most of some cards look as they do in another look (`other`). Takes about 10 ms a card."""
    if not cards:
        return False
    box = (
        min(card.box[0] for card in cards), min(card.box[1] for card in cards),
        max(card.box[2] for card in cards), max(card.box[3] for card in cards),
    )  # fmt: skip
    sheet = sheet_about([box], max(card.reach for card in cards), image, plane, white_gains(image, plane))
    better = sum(_best(sheet, card, other) >= max(LEAST, card.agreement + LEADS) for card in cards)
    return better >= max(LEAST_CARDS, len(cards) / 2)


def _best(sheet: Sheet, card: Lying, other: Sequence[References]) -> float:
    """The best agreement of a card with the references of its size, in any of its turns."""
    best = 0.0
    for group in other:
        sizes = ((group.width_mm, card.group.width_mm), (group.height_mm, card.group.height_mm))
        if any(abs(one - another) > SAME_SIZE_MM for one, another in sizes):
            continue
        poses = [replace(card.pose, angle=(card.pose.angle + 90 * turn) % 360) for turn in group.turns]
        scores = [agreements(sheet, group, pose) for pose in poses]
        pose, likely = max(zip(poses, scores, strict=True), key=lambda one: float(one[1].max()))
        fitted = fit_pose(sheet, group, int(likely.argmax()), pose)
        best = max(best, float(agreements(sheet, group, fitted).max()))
    return best
