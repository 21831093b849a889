"""Painted pictures of tables with cards and their outlines, to teach the outline finder.

Rectangles other than cards (frames on a playmat, paper, dice) are as frequent as cards. Rule kept: they are
never labelled as cards.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Picture, Points, Values
from vision.workshop.training.painted_faces import DrawnCard, drawn_card
from vision.workshop.training.painted_grounds import (
    FINER,
    aslant,
    ground,
    lay_clutter,
    lay_paper,
    lay_playmat,
    rectangle,
    seen_by_camera,
    through,
    turned,
)
from vision.workshop.training.painted_textures import drawn_thing, texture

WIDE, HIGH = 384, 288
"""Size in px of a painted picture."""


@dataclass(frozen=True, slots=True, eq=False)
class PaintedTable:
    """A picture (BGR, HIGH x WIDE) with its cards.

    `quads`: N x 4 x 2 px, in order; `owners`: HIGH x WIDE, number of the visible card, from 1, or 0;
    `visible`: visible share of each card within the picture.
    """

    picture: Picture
    quads: Points
    owners: Picture
    visible: NDArray[np.float32]


def painted_table(chance: np.random.Generator) -> PaintedTable:
    """A table from above or aslant, with none to two dozen cards."""
    size = (WIDE * FINER, HIGH * FINER)
    # sides of a card in px of the finished picture
    side = float(np.exp(chance.uniform(np.log(15), np.log(105))))
    canvas = texture(chance, size, side * FINER) if chance.random() < 0.45 else ground(chance, size)
    tilt = aslant(chance, size)
    printed = chance.random()
    if printed < 0.3:
        lay_playmat(canvas, chance, tilt, side * FINER)
    for _ in range(int(chance.choice([0, 0, 0, 1, 2]))):
        if chance.random() < 0.4:
            lay_paper(canvas, chance, tilt, side * FINER)
        else:
            _lay_thing(canvas, chance, tilt, side * FINER)
    owners = np.zeros((size[1], size[0]), np.uint8)
    quads: list[Points] = []
    shadow = (
        chance.normal(size=2) * 0.03 * side * FINER,
        chance.uniform(0.01, 0.05) * side * FINER,
        chance.uniform(0, 0.7),
    )
    playing = bool(chance.random() < 0.25)
    deck = [drawn_card(chance, playing=playing) for _ in range(int(chance.integers(1, 6)))]
    if chance.random() < 0.3:  # no lighter and no darker than what lies there
        cards = np.mean([card.picture.mean() for card in deck])
        canvas *= np.float32(cards / max(float(canvas.mean()), 0.02) * chance.uniform(0.7, 1.35))
        np.clip(canvas, 0, 1, out=canvas)
    for card, centre, angle, wide in _laid(chance, deck, side * FINER, size, playing=playing):
        if len(quads) >= 60:
            break
        quad = _outline(card, centre, angle, wide, tilt)
        _lay(canvas, owners, card, quad, len(quads) + 1, shadow)
        quads.append(quad)
    lay_clutter(canvas, owners, chance, side * FINER)
    picture = seen_by_camera(canvas, chance, side)
    return _told(picture, owners, quads)


def _told(picture: Picture, owners: Picture, quads: list[Points]) -> PaintedTable:
    small = owners[FINER // 2 :: FINER, FINER // 2 :: FINER]
    told = np.array(quads, dtype=np.float64).reshape(-1, 4, 2)
    counts = np.bincount(owners.ravel(), minlength=len(quads) + 1)[1:]
    areas = np.array([max(1.0, abs(cv2.contourArea(quad.astype(np.float32)))) for quad in told])
    visible = (counts / areas if len(quads) else np.zeros(0)).astype(np.float32)
    return PaintedTable(picture, (told + 0.5) / FINER - 0.5, np.ascontiguousarray(small), visible)


Laid = tuple[DrawnCard, Points, float, float]


def _laid(
    chance: np.random.Generator, deck: list[DrawnCard], side: float, size: tuple[int, int], *, playing: bool
) -> list[Laid]:
    """Cards with centre (px, flat), angle (radians) and width (px): alone, in fans, in rows, in heaps."""
    laid: list[Laid] = []
    span = np.array(size, dtype=np.float64)
    dealt = float(chance.uniform(0, 1.6)) * (2.5 + span.prod() / side**2 * 0.16)
    along = chance.uniform(0, 2 * np.pi)

    def one() -> DrawnCard:
        if chance.random() < 0.5:
            return deck[int(chance.integers(len(deck)))]
        return drawn_card(chance, playing=playing)

    while len(laid) < min(dealt, 40):
        middle = chance.uniform(0.02, 0.98, 2) * span
        angle = (
            along + float(chance.normal(0, 0.1))
            if chance.random() < 0.5
            else float(chance.uniform(0, 2 * np.pi))
        )
        kind = chance.random()
        wide = side * float(chance.uniform(0.92, 1.08))
        if playing and kind < 0.35:  # two to four in a hand, fanned about a corner
            turn = float(chance.choice([-1, 1])) * float(chance.uniform(0.0, 0.4))
            step = float(chance.uniform(0.12, 0.6)) * wide
            for number in range(int(chance.integers(2, 5))):
                by = turned(np.array([step * number, step * number * float(chance.normal(0, 0.2))]), angle)
                laid.append((one(), middle + by, angle + turn * number, wide))
        elif kind < 0.5:
            near = [c for _, c, _, w in laid if np.hypot(*(c - middle)) < (w + wide) * 0.62]
            if not near or chance.random() < 0.15:
                laid.append((one(), middle, angle, wide))
        elif kind < 0.78:  # a fan: each card hides a part of the one before
            step = float(chance.uniform(0.25, 0.8)) * wide
            drop, bend = float(chance.normal(0, 0.1)) * wide, float(chance.normal(0, 0.08))
            shared = one()
            for number in range(int(chance.integers(2, 7))):
                card = one() if chance.random() < 0.6 else shared
                at = middle + turned(np.array([step * number, drop * number]), angle)
                laid.append((card, at, angle + bend * number + float(chance.normal(0, 0.015)), wide))
        elif kind < 0.9:  # rows, nearly or quite touching
            card, gap = one(), 1 + float(chance.uniform(0.0, 0.25))
            high = wide * card.picture.shape[0] / card.picture.shape[1]
            for row in range(int(chance.integers(1, 4))):
                for column in range(int(chance.integers(2, 6))):
                    at = middle + turned(np.array([column * wide * gap, row * high * gap]), angle)
                    laid.append((one(), at, angle + float(chance.normal(0, 0.02)), wide))
        else:  # a heap
            for _ in range(int(chance.integers(2, 6))):
                laid.append(
                    (one(), middle + chance.normal(size=2) * wide * 0.45, float(chance.uniform(0, 7)), wide)
                )
    return laid


def _outline(card: DrawnCard, centre: Points, angle: float, wide: float, tilt: Points) -> Points:
    rows, columns = card.picture.shape[:2]
    short = min(rows, columns)
    # `wide` is the card's mean side, so that lying cards are as large as upright ones
    scale = wide / np.sqrt(rows * columns) if rows != columns else wide * 0.85 / short
    flat = rectangle(centre, columns * scale / 2, rows * scale / 2, angle)
    return through(tilt, flat)


def _lay_thing(canvas: Values, chance: np.random.Generator, tilt: Points, side: float) -> None:
    """Lays a rectangular thing that is no card."""
    picture, short, long = drawn_thing(chance)
    middle = np.array(canvas.shape[1::-1]) * chance.uniform(0, 1, 2)
    flat = rectangle(middle, short * side / 2, long * side / 2, chance.uniform(0, 2 * np.pi))
    shadow = (chance.normal(size=2) * 0.05 * side, chance.uniform(0.01, 0.1) * side, chance.uniform(0, 0.7))
    whole = DrawnCard(picture, np.ones(picture.shape[:2], np.float32))
    _lay(canvas, np.zeros(canvas.shape[:2], np.uint8), whole, through(tilt, flat), 1, shadow)


def _lay(
    canvas: Values,
    owners: Picture,
    card: DrawnCard,
    quad: Points,
    number: int,
    shadow: tuple[Points, float, float],
) -> None:
    high, wide = owners.shape
    margin = 8
    low = np.maximum(np.floor(quad.min(axis=0)).astype(int) - margin, 0)
    top = np.minimum(np.ceil(quad.max(axis=0)).astype(int) + margin, (wide, high))
    if (top <= low).any():
        return
    part = (slice(low[1], top[1]), slice(low[0], top[0]))
    size = (int(top[0] - low[0]), int(top[1] - low[1]))
    local = quad - low
    dark = np.zeros((size[1], size[0]), np.float32)
    cv2.fillConvexPoly(dark, np.rint(local + shadow[0]).astype(np.int32), 1.0)
    dark[:] = cv2.GaussianBlur(dark, (0, 0), max(0.6, shadow[1]))
    canvas[part] *= (1 - shadow[2] * dark)[..., None]
    rows, columns = card.picture.shape[:2]
    drawn = card.picture
    shrink = float(np.hypot(*(quad[1] - quad[0]))) / columns
    opacity = card.opacity
    if shrink < 0.6:
        fewer = (max(4, int(columns * shrink * 1.3)), max(4, int(rows * shrink * 1.3)))
        drawn = np.asarray(cv2.resize(drawn, fewer, interpolation=cv2.INTER_AREA), dtype=np.float32)
        opacity = np.asarray(cv2.resize(opacity, fewer, interpolation=cv2.INTER_AREA), dtype=np.float32)
        columns, rows = fewer
    corners = np.array(
        [[-0.5, -0.5], [columns - 0.5, -0.5], [columns - 0.5, rows - 0.5], [-0.5, rows - 0.5]], np.float32
    )
    onto = cv2.getPerspectiveTransform(corners, local.astype(np.float32))
    seen = cv2.warpPerspective(drawn, onto, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    cover = cv2.warpPerspective(opacity, onto, size, flags=cv2.INTER_LINEAR)
    canvas[part] += (seen - canvas[part]) * cover[..., None]
    filled = np.zeros((size[1], size[0]), np.uint8)
    cv2.fillConvexPoly(filled, np.rint(local * 16).astype(np.int32), 1, cv2.LINE_8, 4)
    owners[part][filled > 0] = number
