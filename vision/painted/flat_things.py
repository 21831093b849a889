"""What cards, pennies and tags look like from straight above, before the lamp: textures in their own frame.

Rule kept: a card that lies face down shows its deck's back and nothing else.
"""

import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.sight import Table
from vision.arrays import Picture
from vision.decks.deck import Deck
from vision.mat.plane import tag_corners_mm
from vision.painted.coins import PENNY_MM, Shine, Side, coin_relief, paint_coin
from vision.painted.lit import LitTable
from vision.painted.tabletop import THICK_MM, Laid

PAPER_THICK_MM = 0.1
QUIET_ZONE = 0.125
"""White paper around a tag, on each side, as part of the tag's side."""

_CARD_RADIUS_MM = 1.2
_STEEPEST_LIGHT_DEG = 48
"""Metal mirrors the room as well as the lamp: light from straight above would show no relief at all."""
_MARKER_PX = 240
_BLACK, _WHITE = 26, 222


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Shown:
    """A thing as the brush needs it.

    `texture`: BGR, top = the thing's own up, `px_per_mm` its scale. `width`, `height`, `thick` in mm; `radius`: of
    the outline's corners. `gloss` 0 matt … 1 a sleeve. `disc`: the outline is a disc of `radius`, and the texture
    lies in the table's frame, already turned and lit from the lamp's side.
    """

    texture: Picture
    px_per_mm: float
    width: float
    height: float
    thick: float
    radius: float
    gloss: float = 0.0
    disc: bool = False

    def from_edge(self, x: NDArray[np.float32], y: NDArray[np.float32]) -> NDArray[np.float32]:
        """Distance (mm) of points in the thing's own frame from its outline, below 0 inside."""
        half_x, half_y = (self.radius, self.radius) if self.disc else (self.width / 2, self.height / 2)
        out_x, out_y = np.abs(x) - (half_x - self.radius), np.abs(y) - (half_y - self.radius)
        beyond = np.hypot(np.maximum(out_x, 0), np.maximum(out_y, 0))
        return np.asarray(beyond + np.minimum(np.maximum(out_x, out_y), 0) - self.radius, np.float32)


class Wardrobe:
    """Gives every thing its look, and keeps what it has drawn. `scale`: px per mm that textures are drawn at."""

    def __init__(
        self, decks: Sequence[Deck], lit: LitTable, scale: float, rng: np.random.Generator, seed: int
    ) -> None:
        self._decks = {deck.name: deck for deck in decks if deck.kind == "card"}
        self._lit = lit
        self._scale = scale
        self._seed = seed
        self._reliefs = {"heads": coin_relief("heads", rng), "tails": coin_relief("tails", rng, "wreath")}
        self._card = lru_cache(maxsize=256)(self._draw_card)
        self._coin = lru_cache(maxsize=256)(self._draw_coin)

    def shown(self, thing: Laid) -> Shown:
        """What a thing shows where it lies. Raises KeyError for a card that no deck has."""
        if thing.kind == "penny":
            towards, height = self._lit.light_deg(thing.x, thing.y)
            worn = zlib.crc32(f"{thing.x:.0f} {thing.y:.0f}".encode()) % 5
            side: Side = "tails" if thing.label == "tails" else "heads"
            return self._coin(side, round(thing.angle), round(towards / 5) * 5, round(height), worn)
        return self._card(thing.deck, thing.label if thing.face == "up" else None)

    def _draw_card(self, deck_name: str | None, label: str | None) -> Shown:
        deck = self._deck(deck_name, label)
        picture = deck.back if label is None else deck.face(label)
        columns, rows = round(deck.width_mm * self._scale), round(deck.height_mm * self._scale)
        texture = cv2.resize(picture, (columns, rows), interpolation=cv2.INTER_AREA)
        printed = np.asarray(texture * np.float32(0.92) + np.float32(6), np.uint8)
        scale = columns / deck.width_mm
        return Shown(
            texture=printed,
            px_per_mm=scale,
            width=deck.width_mm,
            height=deck.height_mm,
            thick=THICK_MM["card"],
            radius=_CARD_RADIUS_MM,
            gloss=1.0,
        )

    def _deck(self, name: str | None, label: str | None) -> Deck:
        if name is not None:
            return self._decks[name]
        for deck in self._decks.values():
            if label is None or label in deck.labels:
                return deck
        raise KeyError(f"no deck has the card {label}")

    def _draw_coin(self, side: Side, angle: int, towards: int, height: int, worn: int) -> Shown:
        shine = Shine(towards, min(height, _STEEPEST_LIGHT_DEG), 1.0, 0.05 + 0.1 * worn, 0.05 * worn)
        rng = np.random.default_rng((self._seed, worn))
        relief = self._reliefs[side]
        coin = paint_coin(side, PENNY_MM * self._scale, rng, shine, angle, relief)
        size = coin.shape[0] / self._scale
        return Shown(
            texture=coin,
            px_per_mm=self._scale,
            width=size,
            height=size,
            thick=THICK_MM["penny"],
            radius=PENNY_MM / 2,
            disc=True,
        )


def tags_shown(table: Table, scale: float) -> Iterator[tuple[Laid, Shown]]:
    """The paper tags of a table and where they lie."""
    tags = table.tags
    if tags is None:
        return
    dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, tags.dictionary))
    paper = tags.side_mm * (1 + 2 * QUIET_ZONE)
    edge = round(_MARKER_PX * QUIET_ZONE)
    for tag, corners in zip(tags.ids, tag_corners_mm(table, tags), strict=True):
        marker = cv2.aruco.generateImageMarker(dictionary, tag, _MARKER_PX)
        sheet = cv2.copyMakeBorder(marker, edge, edge, edge, edge, cv2.BORDER_CONSTANT, value=255)
        shades = np.where(sheet > 127, _WHITE, _BLACK).astype(np.uint8)
        size = round(paper * scale)
        grey = cv2.resize(shades, (size, size), interpolation=cv2.INTER_AREA)
        texture = np.asarray(cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR), np.uint8)
        x, y = corners.mean(axis=0).tolist()
        yield (
            Laid("card", None, x, y),
            Shown(
                texture=texture,
                px_per_mm=size / paper,
                width=paper,
                height=paper,
                thick=PAPER_THICK_MM,
                radius=0.3,
            ),
        )
