"""Lays discs and pieces by hand: on their card, in towers, or side by side with room between them."""

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from companion.sight import Kind, Region, Thing
from vision.decks.deck import Deck
from vision.painted.tabletop import Laid

ROUND: frozenset[Kind] = frozenset({"disc", "pawn"})
ACROSS_MM: dict[Kind, float] = {"disc": 25.0, "pawn": 22.0}
"""How large pieces are, and discs that no deck has."""
ON_CARD_MM = 2.0
"""Discs lie up to this far from the middle of their card, in each direction."""
IN_TOWER_MM = 0.8
"""Pieces of a tower stand up to this far from the one beneath."""
ON_SQUARE_MM = 2.5
"""The lowest piece stands up to this far from the middle of its square."""

IN_LINE_MM = 0.8
"""Pieces side by side stand up to this far out of line."""

_BETWEEN_MM = 3.0
"""Round things that are laid side by side lie about so far apart …"""
_LEAST_BETWEEN_MM = 1.0
"""… and at least so far."""
_INSIDE_MM = 4.0
_TRIES = 80


class RoundHands:
    """Lays round things region by region, taking from what lay there before (`left`, shared with who lays the rest)."""

    def __init__(self, rng: np.random.Generator, decks: Sequence[Deck], left: list[Laid]) -> None:
        self._rng = rng
        self._decks = [deck for deck in decks if deck.kind == "disc"]
        self._left = left
        self._kept: dict[tuple[str, int], Laid] = {}

    def keep(self, region: Region, wanted: Sequence[Thing]) -> None:
        """Sets apart what already lies where it is wanted, before others may take it."""
        for number, thing in enumerate(wanted):
            if thing.kind in ROUND and thing.x is None:
                here = self._taken(thing, region)
                if here is not None:
                    self._kept[region.name, number] = here

    def laid(
        self, region: Region, number: int, thing: Thing, under: Laid | None, others: Sequence[Laid]
    ) -> Laid:
        """One thing of a region: where it lay, where it is said to lie, on what is beneath it, or where there is room.

        `others` are laid already.
        """
        here = self._kept.pop((region.name, number), None)
        if here is not None and (under is None or here.lies_on(under)):
            return here
        old = here or self._taken(thing) or self._new(thing)
        new = replace(old, angle=float(self._rng.uniform(0, 360)) if thing.kind == "disc" else 0.0)
        if thing.x is not None and thing.y is not None:
            return replace(new, x=thing.x, y=thing.y)
        if under is not None:
            aside = IN_TOWER_MM if under.is_round else ON_CARD_MM
            x, y = self._about((under.x, under.y), aside, aside)
            return replace(new, x=x, y=y)
        x, y = self._room(region, new, [*others, *self._left, *self._kept.values()])
        return replace(new, x=x, y=y)

    def _taken(self, thing: Thing, region: Region | None = None) -> Laid | None:
        """The disc or piece that this one was, in a region or wherever it lay."""
        for old in self._left:
            same = old.kind == thing.kind and old.label == thing.label
            if same and (region is None or region.contains(old.x, old.y)):
                self._left.remove(old)
                return old
        return None

    def _new(self, thing: Thing) -> Laid:
        of_deck = next((deck for deck in self._decks if thing.label in deck.labels), None)
        if thing.kind != "disc" or of_deck is None:
            return Laid(thing.kind, thing.label, 0.0, 0.0, width_mm=ACROSS_MM[thing.kind])
        return Laid("disc", thing.label, 0.0, 0.0, deck=of_deck.name, width_mm=of_deck.width_mm)

    def _room(self, region: Region, thing: Laid, others: Sequence[Laid]) -> tuple[float, float]:
        """A place in a region where nothing round lies: for discs anywhere, for pieces as near the middle as can be."""
        inside = thing.width_mm / 2 if thing.kind == "disc" else _INSIDE_MM
        wide, high = max(0.0, region.w / 2 - inside), max(0.0, region.h / 2 - inside)
        spots = [self._about(region.centre, wide, high) for _ in range(_TRIES)]
        if thing.kind == "pawn":
            spots = [*self._grid(region, wide, high, thing.width_mm + _BETWEEN_MM), *spots]
        for across, along in spots:
            apart = [
                math.hypot(one.x - across, one.y - along) - one.width_mm / 2 for one in others if one.is_round
            ]
            if min(apart, default=math.inf) >= thing.width_mm / 2 + _LEAST_BETWEEN_MM:
                return across, along
        return spots[0]

    def _grid(self, region: Region, wide: float, high: float, pitch: float) -> list[tuple[float, float]]:
        """Places side by side about the middle of a region, not quite in line; the middle alone where no more fit."""
        columns, rows = int(2 * wide // pitch) + 1, int(2 * high // pitch) + 1
        if columns * rows == 1:
            return [self._about(region.centre, min(ON_SQUARE_MM, wide), min(ON_SQUARE_MM, high))]
        x, y = region.centre
        places = [
            (x + (column - (columns - 1) / 2) * pitch, y + (row - (rows - 1) / 2) * pitch)
            for column in range(columns)
            for row in range(rows)
        ]
        places.sort(key=lambda place: math.hypot(place[0] - x, place[1] - y))
        return [self._about(place, IN_LINE_MM, IN_LINE_MM) for place in places]

    def _about(self, middle: tuple[float, float], wide: float, high: float) -> tuple[float, float]:
        """A place at random, no farther from a middle than this in each direction."""
        return (
            middle[0] + float(self._rng.uniform(-wide, wide)),
            middle[1] + float(self._rng.uniform(-high, high)),
        )
