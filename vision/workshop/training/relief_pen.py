"""A pen that draws on a coin's height map: outlines, strokes, words along the rim or straight, grain.

Rule kept: all lengths are in coin units (x right, y up, 1 = the coin's radius), for any resolution.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Heights = NDArray[np.float32]
Outline = NDArray[np.float64]
SIDE = 112
"""Side of a relief in px."""
RADIUS = 50.0
"""The coin's radius in px of a relief."""
STRIP_PX = 32
"""Height in px of the strip in which words are set before they are bent."""


@dataclass(frozen=True, slots=True)
class Pen:
    """Draws on a height map in coin units: x right, y up, 1 = the coin's radius."""

    chance: np.random.Generator

    def flat(self, *outlines: Outline) -> Heights:
        """1 inside the outlines (each N x 2, coin units), 0 outside, edges softened."""
        drawn = np.zeros((SIDE, SIDE), np.uint8)
        for outline in outlines:
            cv2.fillPoly(drawn, [to_pixels(outline)], 255, cv2.LINE_AA, 4)
        return np.asarray(drawn / 255, dtype=np.float32)

    def swollen(self, outline: Outline, roundness: float) -> Heights:
        """A rounded body within the outline, highest in its middle."""
        inside = self.flat(outline)
        return np.asarray(inside * (1 - roundness) + domed(inside, 1.0) * roundness, dtype=np.float32)

    def lines(self, paths: Sequence[Outline], thick: float | Sequence[float]) -> Heights:
        """1 on the paths (each N x 2), drawn `thick` coin units wide."""
        drawn = np.zeros((SIDE, SIDE), np.uint8)
        wide = [thick] * len(paths) if isinstance(thick, float | int) else thick
        for path, one in zip(paths, wide, strict=True):
            cv2.polylines(
                drawn,
                [to_pixels(path)],
                isClosed=False,
                color=255,
                thickness=max(1, round(one * RADIUS)),
                lineType=cv2.LINE_AA,
                shift=4,
            )
        return np.asarray(drawn / 255, dtype=np.float32)

    def strands(self, paths: Sequence[Outline]) -> Heights:
        """Locks of hair or folds of cloth: each path at a height of its own, -1..1, with soft edges."""
        drawn = np.full((SIDE, SIDE), 128, np.uint8)
        for path in paths:
            tone = int(self.chance.integers(0, 256))
            cv2.polylines(
                drawn,
                [to_pixels(path)],
                isClosed=False,
                color=tone,
                thickness=int(self.chance.integers(1, 5)),
                lineType=cv2.LINE_AA,
                shift=4,
            )
        soft = cv2.GaussianBlur(drawn.astype(np.float32) / 127.5 - 1, (0, 0), 0.6)
        return np.asarray(soft, dtype=np.float32)

    def box(self, left: float, bottom: float, right: float, top: float) -> Outline:
        """The outline of an upright rectangle."""
        return np.array([[left, bottom], [right, bottom], [right, top], [left, top]])

    def ellipse(self, x: float, y: float, wide: float, high: float, turn: float = 0.0) -> Outline:
        """The outline of an ellipse with half axes `wide` and `high`, turned by `turn` radians."""
        t = np.linspace(0, 2 * np.pi, 28, endpoint=False)
        across, along = wide * np.cos(t), high * np.sin(t)
        return np.column_stack(
            [
                x + across * np.cos(turn) - along * np.sin(turn),
                y + across * np.sin(turn) + along * np.cos(turn),
            ]
        )

    def capsule(self, x: float, y: float, x_end: float, y_end: float, thick: float) -> Outline:
        """The outline of a stroke from one point to another."""
        along = np.array([x_end - x, y_end - y])
        across = np.array([-along[1], along[0]]) / max(float(np.hypot(*along)), 1e-6) * thick
        start, end = np.array([x, y]), np.array([x_end, y_end])
        return np.stack([start - across, end - across, end + across, start + across])

    def grain(self, coarse: float) -> Heights:
        """Smooth noise of mean 0 and spread 1, with features of `coarse` px."""
        small = max(3, int(SIDE / coarse))
        noise = self.chance.normal(size=(small, small)).astype(np.float32)
        return np.asarray(cv2.resize(noise, (SIDE, SIDE), interpolation=cv2.INTER_CUBIC), dtype=np.float32)

    def wobbled(self, outline: Outline, much: float) -> Outline:
        """The outline with each corner randomly moved, by `much` coin units on average."""
        return outline + self.chance.normal(scale=much, size=outline.shape)

    def words(
        self, text: str, x: float, y: float, high: float, *, wide: float | None = None, turn: float = 0.0
    ) -> Heights:
        """Text centred at (x, y), letters `high`, squeezed to `wide` coin units, turned by radians."""
        strip = self._strip(text)
        up = high * RADIUS / STRIP_PX
        along = up if wide is None else wide * RADIUS / strip.shape[1]
        c, s = np.cos(turn), np.sin(turn)
        matrix = np.array([[along * c, up * s, 0.0], [-along * s, up * c, 0.0]])
        middle = np.array([strip.shape[1] / 2, STRIP_PX / 2])
        matrix[:, 2] = np.array([x, -y]) * RADIUS + SIDE / 2 - matrix[:, :2] @ middle
        blurred = cv2.GaussianBlur(strip, (0, 0), max(0.01, 0.3 / up))
        return np.asarray(cv2.warpAffine(blurred, matrix, (SIDE, SIDE)), dtype=np.float32)

    def rim_words(
        self,
        text: str,
        middle: float,
        radius: float,
        high: float,
        *,
        spread: float = 1.0,
        below: bool = False,
    ) -> Heights:
        """Text along the rim, centred at the angle `middle` (radians, counter-clockwise from the right).

        Letters have their heads outwards, or with `below` inwards, as at a coin's foot; `spread` stretches
        the gaps.
        """
        strip = cv2.GaussianBlur(self._strip(text), (0, 0), max(0.01, 0.3 * STRIP_PX / (high * RADIUS)))
        y, x = -(np.mgrid[0:SIDE, 0:SIDE].astype(np.float32) - SIDE / 2) / RADIUS
        x = -x
        out = np.hypot(x, y)
        angle = (np.arctan2(y, x) - middle + np.pi) % (2 * np.pi) - np.pi
        sense = 1.0 if below else -1.0
        u = sense * angle * radius / (high * spread) * STRIP_PX + strip.shape[1] / 2
        v = (0.5 + sense * (out - radius) / high) * STRIP_PX
        return np.asarray(
            cv2.remap(strip, u.astype(np.float32), v.astype(np.float32), cv2.INTER_LINEAR), dtype=np.float32
        )

    def _strip(self, text: str) -> Heights:
        fonts = (cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_TRIPLEX, cv2.FONT_HERSHEY_SIMPLEX)
        font = fonts[int(self.chance.integers(len(fonts)))]
        scale, thick = STRIP_PX / 22 * 0.98, int(self.chance.integers(2, 5))
        (wide, _), _ = cv2.getTextSize(text, font, scale, thick)
        strip = np.zeros((STRIP_PX, wide + 8), np.uint8)
        cv2.putText(strip, text, (4, STRIP_PX - 1), font, scale, 255, thick, cv2.LINE_AA)
        return np.asarray(strip / 255, dtype=np.float32)


def to_pixels(outline: Outline) -> NDArray[np.int32]:
    """Coin units to sixteenths of a pixel, as OpenCV's drawing takes them."""
    at = np.column_stack([outline[:, 0], -outline[:, 1]]) * RADIUS + SIDE / 2
    return np.round(at * 16).astype(np.int32)


def domed(inside: Heights, reach: float) -> Heights:
    """A rounded body over a shape: it rises from the edge over `reach` times its half width."""
    depth = cv2.distanceTransform((inside > 0.5).astype(np.uint8), cv2.DIST_L2, 3)
    far = max(float(depth.max()) * reach, 1.0)
    return np.asarray(np.sqrt(np.clip(1 - (1 - np.minimum(depth / far, 1)) ** 2, 0, 1)), dtype=np.float32)


def rounded(outline: Outline) -> Outline:
    """The outline with its corners cut twice (Chaikin)."""
    for _ in range(2):
        after = np.roll(outline, -1, axis=0)
        outline = np.stack([outline * 0.75 + after * 0.25, outline * 0.25 + after * 0.75], axis=1).reshape(
            -1, 2
        )
    return outline


def curve(points: Sequence[Sequence[float] | Outline], number: int = 14) -> Outline:
    """A smooth path through three points (a parabola), as `number` points."""
    (a, b, c) = (np.array(p) for p in points)
    t = np.linspace(0, 1, number)[:, None]
    control = 2 * b - (a + c) / 2
    return np.asarray((1 - t) ** 2 * a + 2 * t * (1 - t) * control + t**2 * c)


def moved(field: Heights, right: float, up: float, size: float, turn: float, *, mirror: bool) -> Heights:
    """A map of heights shifted (coin units), scaled about the middle, turned (radians), perhaps mirrored."""
    half = (SIDE - 1) / 2
    c, s = size * np.cos(turn), size * np.sin(turn)
    flip = -1.0 if mirror else 1.0
    linear = np.array([[c * flip, s], [-s * flip, c]])
    matrix = np.column_stack(
        [linear, np.array([half + right * RADIUS, half - up * RADIUS]) - linear @ [half, half]]
    )
    return np.asarray(
        cv2.warpAffine(field, matrix, (SIDE, SIDE), borderMode=cv2.BORDER_REPLICATE), dtype=np.float32
    )
