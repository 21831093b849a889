"""Painted tables with pennies and many round things that are none, to teach the coin finders.

No photograph is used; grounds, coins and pieces come from random numbers, card faces from decks. The
picture's truth holds every penny's outline and visible share.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

import cv2
import numpy as np

from vision.arrays import Picture, Values
from vision.painted.painter import GROUNDS, ground
from vision.workshop.training.coin_things import TableTop, coin_texture

Kind = Literal["table", "change", "cards"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ring:
    """A penny's outline: middle and half axes (px), turn of the longer (radians), visible share."""

    x: float
    y: float
    long: float
    short: float
    turn: float
    visible: float


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """A picture (BGR) and the pennies in it."""

    picture: Picture
    rings: tuple[Ring, ...]


@dataclass(eq=False)
class Painter:
    """Paints scenes; coins and grounds are cached, and varied at each use.

    `faces`: pictures of cards (BGR), any size.
    """

    chance: np.random.Generator
    faces: Sequence[Picture] = ()
    coins_kept: int = 600
    coins: list[Values] = field(default_factory=list)
    grounds: list[Values] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.coins = [coin_texture(self.chance) for _ in range(self.coins_kept)]
        for number in range(20):
            tile = ground(GROUNDS[number % len(GROUNDS)], self.chance).astype(np.float32)
            self.grounds.append(np.asarray(tile / tile.mean(axis=(0, 1)), np.float32))

    def scene(self, side_px: int, smallest_px: float, largest_px: float, kind: Kind = "table") -> Scene:
        """A square picture with pennies of about one size between two diameters (px).

        `kind`: a table with all sorts of things; `change` as from a purse, mostly silver on plain ground; or
        `cards`, close together, with pawns and few pennies.
        """
        penny = float(np.exp(self.chance.uniform(np.log(smallest_px), np.log(largest_px))))
        picture = _Picture(self, side_px, penny)
        return {"table": picture.painted, "change": picture.change, "cards": picture.cards}[kind]()


class _Picture(TableTop):
    """One picture being painted."""

    def __init__(self, painter: Painter, side: int, penny: float) -> None:
        super().__init__(painter.coins, side, penny, painter.chance)
        self.faces, self.grounds = painter.faces, painter.grounds

    def painted(self) -> Scene:
        chance = self.chance
        self._ground()
        area = (self.side / self.penny) ** 2
        for _ in range(int(chance.integers(0, 4))):
            if self.faces and chance.random() < 0.75:
                self._card()
        if chance.random() < 0.5:
            for _ in range(int(chance.integers(1, 6))):
                self._printed_round()
        pennies = 0 if chance.random() < 0.12 else int(chance.integers(1, max(2, min(14, int(area / 5)))))
        others = int(chance.integers(0, max(2, min(9, int(area / 7)))))
        acts = ["penny"] * pennies + [
            str(
                chance.choice(
                    ["silver", "disc", "chip", "die", "pawn", "blob"], p=[0.24, 0.34, 0.1, 0.14, 0.12, 0.06]
                )
            )
            for _ in range(others)
        ]
        chance.shuffle(acts)
        for act in acts:
            x, y = chance.uniform(-0.02, 1.02, size=2) * self.side
            if act == "penny":
                self._penny(x, y)
            else:
                getattr(self, f"_{act}")(x, y)
        if chance.random() < 0.12 and self.faces:
            self._card()
        rings = tuple(self._ring(number) for number in range(len(self.rings)))
        return Scene(self._camera(), rings)

    def change(self) -> Scene:
        chance = self.chance
        self._ground()
        if chance.random() < 0.6:
            self.canvas[:] = chance.uniform(0.05, 1.0) * np.exp(chance.normal(scale=0.1, size=3))
            self.canvas *= np.exp(self._noise(3) * chance.uniform(0, 0.2))[..., None]
        for _ in range(int(chance.integers(3, 12))):
            x, y = chance.uniform(0, self.side, size=2)
            kind = chance.random()
            (self._silver if kind < 0.6 else self._penny if kind < 0.85 else self._disc)(x, y)
        return Scene(self._camera(), tuple(self._ring(number) for number in range(len(self.rings))))

    def cards(self) -> Scene:
        chance = self.chance
        self._ground()
        for _ in range(int(chance.integers(2, 6))):
            self._card()
        for _ in range(int(chance.integers(0, 3))):
            self._pawn(*chance.uniform(0, self.side, size=2))
        for _ in range(int(chance.integers(0, 4))):
            self._penny(*chance.uniform(0, self.side, size=2))
        return Scene(self._camera(), tuple(self._ring(number) for number in range(len(self.rings))))

    def _ground(self) -> None:
        chance, side = self.chance, self.side
        kind = chance.random()
        if kind < 0.5:
            tile = self.grounds[int(chance.integers(len(self.grounds)))]
            zoom = self.per_mm / 2.0 * np.exp(chance.normal(scale=0.5))
            turn = chance.uniform(0, 360)
            at = chance.uniform(200, 800, size=2)
            spin = cv2.getRotationMatrix2D((float(at[0]), float(at[1])), turn, max(zoom, 0.25))
            matrix = np.column_stack([spin[:, :2], spin[:, 2] + side / 2 - at])
            piece = cv2.warpAffine(
                tile, matrix, (side, side), flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REFLECT
            )
            if chance.random() < 0.45:  # wood: orange to brown, light or dark
                value = chance.uniform(0.08, 0.75)
                base = value * np.array([chance.uniform(0.25, 0.75), chance.uniform(0.5, 0.85), 1.0])
            else:
                base = self._colour(0.06, 0.9)
            self.canvas[:] = np.clip(piece, 0.2, 2.5) ** chance.uniform(0.3, 1.5) * base
        elif kind < 0.8:
            self.canvas[:] = self._colour(0.02, 1.0)
            if chance.random() < 0.5:
                bright = chance.uniform(0.03, 1.0)
                self.canvas[:] = bright * np.exp(chance.normal(scale=0.06, size=3))
            self.canvas *= np.exp(self._noise(chance.uniform(2, 6)) * chance.uniform(0, 0.15))[..., None]
        else:
            self._playmat()
        grain = (
            self.chance.normal(size=(side, side)).astype(np.float32) * chance.uniform(0, 0.08) * (kind > 0.3)
        )
        soft = cv2.GaussianBlur(grain, (0, 0), chance.uniform(0.4, 1.5))
        self.canvas *= (1 + 2 * soft)[..., None]

    def _playmat(self) -> None:
        chance = self.chance
        first, second = self._colour(), self._colour()
        mix = 1 / (1 + np.exp(-3 * self._noise(chance.uniform(2, 7))))
        self.canvas[:] = mix[..., None] * first + (1 - mix[..., None]) * second
        self.canvas *= np.exp(self._noise(chance.uniform(8, 40)) * chance.uniform(0, 0.2))[..., None]
        for _ in range(int(chance.integers(0, 5))):
            x, y = chance.uniform(0, self.side, size=2)
            turn, wide = chance.uniform(0, 180), self.penny * chance.uniform(0.3, 5)
            box = cv2.boxPoints(((x, y), (wide, wide * chance.uniform(0.2, 2)), turn)).astype(np.int32)
            thick = int(max(1, self.penny * chance.uniform(0.02, 0.1)))
            cv2.polylines(
                self.canvas,
                [box],
                isClosed=True,
                color=tuple(self._colour().tolist()),
                thickness=thick,
                lineType=cv2.LINE_AA,
            )

    def _card(self) -> None:
        chance, faces = self.chance, self.faces
        face = faces[int(chance.integers(len(faces)))]
        long = chance.uniform(58, 92) * self.per_mm
        if chance.random() < 0.25:  # other prints, small and large
            long *= float(np.exp(chance.uniform(-1.2, 1.6)))
        scale = long / max(face.shape[:2])
        size = (max(4, round(face.shape[1] * scale)), max(4, round(face.shape[0] * scale)))
        small = cv2.resize(face, size, interpolation=cv2.INTER_AREA).astype(np.float32) / 255
        if chance.random() < 0.3:
            small = small[..., chance.permutation(3)]
        at = chance.uniform(0, self.side, size=2)
        bent = self._bent(chance.uniform(0, 2 * np.pi), 1.0)
        middle = np.array([(size[0] - 1) / 2, (size[1] - 1) / 2])
        matrix = np.column_stack([bent, at - bent @ middle])
        where = (self.side, self.side)
        laid = cv2.warpAffine(small, matrix, where, flags=cv2.INTER_LINEAR)
        shape = cv2.warpAffine(np.ones(small.shape[:2], np.float32), matrix, where, flags=cv2.INTER_LINEAR)
        self._shadow(np.asarray(shape, np.float32), 0.3)
        self.canvas += (laid * np.float32(chance.uniform(0.6, 1.0)) - self.canvas) * shape[..., None]
        self.top[shape > 0.5] = -1

    def _ring(self, number: int) -> Ring:
        x, y, radius = self.rings[number]
        bent = self._bent(0.0, radius)
        left, spread, _ = np.linalg.svd(bent)
        shown = int((self.top == number + 1).sum()) / (np.pi * spread[0] * spread[1])
        turn = float(np.arctan2(left[1, 0], left[0, 0]))
        return Ring(
            x=x, y=y, long=float(spread[0]), short=float(spread[1]), turn=turn, visible=min(1.0, float(shown))
        )

    def _camera(self) -> Picture:
        chance, side = self.chance, self.side
        lamp = np.exp(chance.normal(scale=0.07, size=3)) * np.exp(chance.uniform(-0.5, 0.35))
        slope = np.exp(self._noise(2) * chance.uniform(0, 0.25))[..., None]
        seen = np.clip(self.canvas, 0, 1.5) * lamp.astype(np.float32) * slope
        if chance.random() < 0.2:  # a lamp mirrored in the table
            x, y = chance.uniform(0, side, size=2)
            window = np.mgrid[0:side, 0:side].astype(np.float32)
            far = np.hypot(window[1] - x, window[0] - y) / (side * chance.uniform(0.1, 0.4))
            seen = seen + (chance.uniform(0.1, 0.9) * np.exp(-(far**2)))[..., None]
        if chance.random() < 0.1:
            seen = seen * chance.uniform(0.5, 0.9) + chance.uniform(0.05, 0.3)
        seen = np.clip(seen, 0, 1) ** chance.uniform(0.6, 1.2)
        blur = (
            chance.uniform(0.3, 0.9)
            if chance.random() < 0.8
            else chance.uniform(0.9, 0.05 * self.penny + 0.95)
        )
        seen = cv2.GaussianBlur(seen.astype(np.float32), (0, 0), blur)
        noise = 0.04 * chance.random() ** 2
        seen = seen + noise * chance.normal(size=seen.shape).astype(np.float32)
        seen = seen + chance.uniform(0, 1.8) * (seen - cv2.GaussianBlur(seen, (0, 0), 1.2))
        if chance.random() < 0.25:  # more or less colourful
            grey = seen.mean(axis=2, keepdims=True)
            seen = grey + (seen - grey) * chance.uniform(0.7, 1.5)
        made = (np.clip(seen, 0, 1) * 255).astype(np.uint8)
        _, packed = cv2.imencode(".jpg", made, [cv2.IMWRITE_JPEG_QUALITY, int(chance.integers(60, 97))])
        return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), dtype=np.uint8)
