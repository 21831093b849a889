"""Waits until nothing moves over the table; and lays things by itself on the simulated table."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import cv2
import numpy as np

from companion.sight import Table
from ui.selftest.plan import Asked
from vision.arrays import Picture
from vision.decks.deck import Deck, DeckFace
from vision.motion.glimpse import Glimpses
from vision.painted.simulated import SimulatedTable
from vision.painted.tabletop import Laid
from vision.sources.frames import Frame

STILL_SECONDS = 0.6
HAND_SECONDS = 4.0
"""What looks like a hand and has not moved for so long is none."""
PAINTED = ("card", "penny", "disc")
"""What the simulated table can show."""
STRANGER = "a stranger"
ASIDE_MM, ASKEW_DEG = 4.0, 5.0
"""How exactly people lay things where they are asked to."""


class Resting:
    """Told frame by frame what a camera sees; says when the table is at rest and no hand is over it.

    `shows_hand` looks closer at a picture in which something looks like a hand: it may be cards.
    """

    def __init__(self, shows_hand: Callable[[Picture], bool], seconds: float = STILL_SECONDS) -> None:
        self.seconds = seconds
        self._shows_hand = shows_hand
        self.hint = ""
        self._glimpses = Glimpses()

    def see(self, frame: Frame) -> bool:
        """Takes in a frame; whether the table rests in it."""
        image = np.asarray(frame.image, np.uint8)
        glimpse = self._glimpses.see(image, frame.at)
        still_for, self.hint = glimpse.still_for, ""
        if still_for < self.seconds:
            self.hint = "moving"
        elif still_for < HAND_SECONDS and glimpse.hand(None) is not None and self._shows_hand(image):
            self.hint = "hand"
        return not self.hint


def stranger(decks: Sequence[Deck], seed: int) -> Deck:
    """A deck of one card that is in none of the others: shapes drawn at random."""
    rng = np.random.default_rng(seed)
    cards = [deck for deck in decks if deck.kind == "card"]
    size = (cards[0].width_mm, cards[0].height_mm) if cards else (63.0, 88.0)
    wide, high = round(size[0] * 6), round(size[1] * 6)
    image = np.full((high, wide, 3), 235, np.uint8)
    for _shape in range(14):
        colour = tuple(int(value) for value in rng.integers(20, 230, 3))
        x, y = int(rng.integers(0, wide)), int(rng.integers(0, high))
        if rng.random() < 0.5:
            cv2.circle(image, (x, y), int(rng.integers(wide // 20, wide // 5)), colour, -1, cv2.LINE_AA)
        else:
            w, h = (int(rng.integers(side // 12, side // 3)) for side in (wide, high))
            cv2.rectangle(image, (x, y), (x + w, y + h), colour, -1)
    back = np.full((high, wide, 3), (40, 60, 90), np.uint8)
    faces, path = (DeckFace(STRANGER, image),), Path(STRANGER)
    return Deck(name=STRANGER, path=path, width_mm=size[0], height_mm=size[1], faces=faces, backs=(back,))


def lay(
    table: SimulatedTable, asked: Asked, lying: Sequence[Asked | None], chance: Random, decks: Sequence[Deck]
) -> None:
    """Lays one thing on the simulated table as a person would: a little aside, a little askew."""
    aside = ASIDE_MM / 2 if asked.on is not None else ASIDE_MM
    x, y = (at + chance.uniform(-aside, aside) for at in (asked.x, asked.y))
    angle = (asked.angle + chance.uniform(-ASKEW_DEG, ASKEW_DEG)) % 360
    label, deck = asked.label, asked.deck
    if asked.trick == "stranger":
        label = deck = STRANGER
    elif asked.kind == "card" and asked.face == "down":
        labels = [face for one in decks if one.name == deck for face in one.labels]
        used = {one.label for one in lying if one is not None}
        label = chance.choice([face for face in labels if face not in used] or labels or [None])
    if asked.kind != "card":
        angle = chance.uniform(0, 360)
    face, wide, high = asked.face or "up", asked.width_mm, asked.height_mm
    thing = Laid(asked.kind, label, x, y, angle, face=face, deck=deck, width_mm=wide, height_mm=high)
    table.change(lambda top: top.added(thing))


def painted_kinds(table: Table) -> Table:
    return replace(table, kinds=tuple(kind for kind in table.kinds if kind in PAINTED))
