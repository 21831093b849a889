"""The pennies of cards that other cards were laid over: seen in part, or remembered.

Rule kept: a penny that lay on a card is still there when another card hides it, as long as its own card has not
moved; where enough of it should show, it is believed only if it is seen.
"""

from collections.abc import Sequence
from dataclasses import replace
from math import hypot
from typing import Final

import numpy as np

from companion.sight import Sighting
from vision.arrays import Picture
from vision.cards.lying import Lying, shared
from vision.cards.reader import LAID_UPON, Card
from vision.mat.plane import Plane
from vision.mat.white import white_gains
from vision.pennies.half_hidden import find_half, off_outline, showing
from vision.pennies.reader import LEAST_SURE, RAISED_MM
from vision.pennies.reading import PENNY_MM

STAYED_MM: Final = 4.0
STAYED_DEG: Final = 6.0
"""A card found again within so much of where it lay has not moved."""
SAME_MM: Final = 6.0
"""A penny seen in part within so much of where one lay is that one."""
NEAR_EDGE_MM: Final = 4.0
"""A penny whose middle lies so near to the edge of a card sticks out far over it."""
SHOULD_SHOW: Final = 0.25
"""A penny of which more than this must show is not taken on trust."""
STILL_THERE: Final = 0.9
"""The chance that a penny was not taken away while a card was laid over it."""


def pennies_beneath(
    image: Picture,
    plane: Plane,
    cards: Sequence[Card],
    fresh: Sequence[Card],
    placed: Sequence[tuple[Sighting, Card]],
    known: Sequence[tuple[Sighting, Lying]],
) -> list[tuple[Sighting, Card]]:
    """Pennies on those of the fresh cards that are face up, covered by cards after them, and have no penny yet.

    `cards`: all of the table, bottom first; `placed`: the pennies found whole, with their cards; `known`: pennies
    of an earlier picture with the cards that they lay on.
    """
    having = {id(card) for _, card in placed}
    whole = [(penny.x, penny.y) for penny, _ in placed if penny.x is not None and penny.y is not None]
    found = []
    for card in fresh:
        if card.sighting.face != "up" or card.lying.index is None or id(card) in having:
            continue
        above = [other.lying for other in cards[_place(cards, card) + 1 :]]
        over = [other.corners for other in above if shared(card.lying, other) > 0]
        if not any(shared(card.lying, other) >= LAID_UPON for other in above):
            continue
        before = next((penny for penny, lay_on in known if _stayed(lay_on, card.lying)), None)
        half = find_half(image, plane, white_gains(image, plane), card.lying, over, whole)
        penny = None
        if half is not None and half.sure >= LEAST_SURE:
            penny = Sighting("penny", None, sure=half.sure, x=half.x, y=half.y, visible=half.visible)
            if before is not None and _near(before, penny):
                penny = replace(
                    before, sure=before.sure * half.sure, x=half.x, y=half.y, visible=half.visible
                )
        elif before is not None and before.x is not None and before.y is not None:
            part = showing(before.x, before.y, over)
            if part <= SHOULD_SHOW:
                trust = 1.0 if before.visible <= SHOULD_SHOW else STILL_THERE
                penny = replace(before, sure=before.sure * trust, visible=part)
        if penny is not None:
            found.append((_told(plane, penny), card))
    return found


def card_beneath(penny: Sighting, cards: Sequence[Card]) -> Card | None:
    """The card that a penny lies on, of cards bottom first: the uppermost under its middle.

    But a penny that sticks out far over the edge of an upper card lies on the card below: it is half hidden.
    """
    if penny.x is None or penny.y is None:
        return None
    at = (np.array(penny.x), np.array(penny.y))
    near = [
        card
        for card in reversed(cards)
        if hypot(card.lying.pose.x - penny.x, card.lying.pose.y - penny.y) <= card.lying.reach
    ]
    depths = [(-float(off_outline(card.lying.corners, *at)), card) for card in near]
    holding = [(depth, card) for depth, card in depths if depth >= 0]
    for depth, card in holding:
        if depth >= NEAR_EDGE_MM:
            return card
    return max(holding, key=lambda held: held[0])[1] if holding else None


def _place(cards: Sequence[Card], card: Card) -> int:
    return next(place for place, other in enumerate(cards) if other is card)


def _stayed(before: Lying, now: Lying) -> bool:
    """Whether these are the same card, where it was."""
    turned = (before.pose.angle - now.pose.angle + 180) % 360 - 180
    off = np.hypot(before.pose.x - now.pose.x, before.pose.y - now.pose.y)
    same = before.group is now.group and before.index == now.index
    return bool(same and off <= STAYED_MM and abs(turned) <= STAYED_DEG)


def _near(one: Sighting, other: Sighting) -> bool:
    if one.x is None or one.y is None or other.x is None or other.y is None:
        return False
    return bool(np.hypot(one.x - other.x, one.y - other.y) <= SAME_MM)


def _told(plane: Plane, penny: Sighting) -> Sighting:
    """The sighting with its corners in this picture, and figures that are worth telling."""
    x, y = penny.x or 0.0, penny.y or 0.0
    half = PENNY_MM / 2
    corners = plane.to_px(
        [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)], RAISED_MM
    )
    return replace(
        penny,
        sure=round(penny.sure, 4),
        x=round(x, 2),
        y=round(y, 2),
        corners_px=tuple((float(a), float(b)) for a, b in corners),
        visible=round(penny.visible, 3),
    )
