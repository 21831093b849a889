"""Reads the pennies that lie on cards, and remembers those that a card was laid over.

Rule kept: a penny on a card that was not read again is not read again either.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from companion.sight import Sighting
from vision.cards.lying import Lying, shared
from vision.cards.reader import Card, SeenCards
from vision.mat.plane import Plane
from vision.pennies.again import seen_again, side_unread
from vision.pennies.beneath import card_beneath, pennies_beneath
from vision.pennies.print import is_print
from vision.pennies.reader import find_pennies
from vision.reader import Seen, View, bears


@dataclass(frozen=True, slots=True, eq=False)
class SeenPennies(Seen):
    """The pennies on cards: `lie_on` has the card beneath each, `cards` the sightings of these cards."""

    lie_on: tuple[Lying, ...] = ()
    cards: tuple[Sighting, ...] = ()

    def told_after(self, others: Sequence[Sighting]) -> tuple[Sighting, ...]:
        """Each penny is told after the card that it lies on."""
        told: list[Sighting] = []
        for other in others:
            told.append(other)
            told += [penny for penny, card in zip(self.sightings, self.cards, strict=True) if card is other]
        return tuple(told)


class PenniesOnCards:
    """Reads the pennies that lie on the cards seen before; without a mat they are found as all others are."""

    part = "pennies"

    def read(self, view: View) -> SeenPennies:
        cards = view.so_far(SeenCards)
        if view.plane is None or cards is None:
            return SeenPennies()
        pennies = [
            (penny, card)
            for penny, card in _placed(view, view.plane, cards)
            if not any(bears(points, np.array([penny.x, penny.y], np.float64)) for points in view.covers)
        ]
        return SeenPennies(
            tuple(replace(penny, region=card.sighting.region) for penny, card in pennies),
            lie_on=tuple(card.lying for _, card in pennies),
            cards=tuple(card.sighting for _, card in pennies),
        )


def _alone(card: Card, cards: Sequence[Card]) -> Lying | None:
    """A card's place where it touches no other: beside its print no penny shows that lies half beneath it."""
    shares = any(other is not card and shared(card.lying, other.lying) > 0 for other in cards)
    return None if shares else card.lying


def _placed(view: View, plane: Plane, cards: SeenCards) -> list[tuple[Sighting, Card]]:
    """Each penny with the card that it lies on."""
    image, lying = view.image, cards.lying
    old = {id(card.lying) for card in cards.kept}
    now = {id(card.lying): card for card in lying}
    fresh = [card for card in lying if id(card.lying) not in old]
    earlier = view.earlier(SeenPennies) or SeenPennies()
    before = list(zip(earlier.sightings, earlier.lie_on, strict=True))
    placed = [(penny, now[id(beneath)]) for penny, beneath in before if id(beneath) in old]
    known = len(placed)
    if fresh:
        shown = [card.sighting for card in fresh]
        found = find_pennies(image, plane, shown, alone=[_alone(card, lying) for card in fresh])
        for penny in seen_again(view, found, earlier.sightings):
            card = card_beneath(penny, lying)
            if card is None or id(card.lying) in old or is_print(image, plane, penny, card.lying):
                continue
            placed.append((penny, card))
        placed += pennies_beneath(image, plane, lying, fresh, placed, before)
    if not view.sharp:
        placed[known:] = [(side_unread(penny), card) for penny, card in placed[known:]]
    return placed
