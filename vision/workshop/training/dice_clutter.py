"""Things on the table besides dice: cards, coins, discs and towers, pawns, fingers.

They come in all sizes, as a distant card is as large as a near die.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import cos, pi, sin

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Picture, Values
from vision.painted.flat_things import Shine, paint_coin
from vision.workshop.training.dice_grounds import colour
from vision.workshop.training.dice_likenesses import SHEET, likeness
from vision.workshop.training.plain_reverses import plain_relief


def lay_clutter(
    canvas: Values, chance: np.random.Generator, squeeze: float, faces: Sequence[Picture]
) -> None:
    """Lays some things on a canvas (BGR linear); `squeeze`: height of a disc relative to its width (0..1)."""
    kind = chance.choice(
        ["card", "coin", "disc", "pawn", "finger", "like"], p=[0.3, 0.14, 0.22, 0.08, 0.04, 0.22]
    )
    size = float(np.exp(chance.uniform(np.log(14), np.log(150))))
    one_kind = chance.random() < 0.5
    for _ in range(int(chance.integers(1, 9))):
        wide = size * float(np.exp(chance.normal(scale=0.08 if one_kind else 0.6)))
        at = chance.uniform(0, canvas.shape[0], size=2)
        _lay_one(canvas, str(kind), at, wide, squeeze, chance, faces)
        if not one_kind:
            kind = chance.choice(["card", "coin", "disc", "pawn", "like"])


def _lay_one(
    canvas: Values, kind: str, at: NDArray[np.float64], wide: float, squeeze: float, chance: np.random.Generator,
    faces: Sequence[Picture],
) -> None:  # fmt: skip
    if kind == "card":
        lent = len(faces) and chance.random() < 0.35
        card = _linear(faces[int(chance.integers(len(faces)))] if lent else _card(chance))
        for k in range(int(chance.integers(1, 4)) if chance.random() < 0.2 else 1):
            fanned = at + k * wide * chance.uniform(0.1, 0.5, 2)
            _lay(canvas, card, None, _Body(fanned, wide, squeeze, 0.01), chance)
    elif kind == "coin":
        face, cover = _coin(chance)
        _lay(canvas, face, cover, _Body(at, wide * 0.7, squeeze, 0.06), chance)
    elif kind == "like":
        face, round_about = likeness(chance)
        _lay(canvas, face, _round() if round_about else None, _Body(at, wide * 0.8, squeeze, 0.05), chance)
    elif kind == "disc":
        face, cover = _disc(chance)
        high = float(chance.choice([0.02, 0.15, 0.3, 0.6, 1.2]))
        _lay(canvas, face, cover, _Body(at, wide * 0.7, squeeze, high), chance)
    elif kind == "pawn":
        face, cover = _disc(chance)
        _lay(canvas, face, cover, _Body(at, wide * 0.5, squeeze, 0.3), chance)
        head = np.asarray(face * 1.1, np.float32)
        _lay(canvas, head, cover, _Body(at - (0, wide * 0.25), wide * 0.28, 1.0, 0.4), chance)
    else:
        skin = np.array([0.25, 0.38, 0.65], np.float32) * chance.uniform(0.25, 1.1)
        lit = np.linspace(0.7, 1.1, SHEET, dtype=np.float32)[:, None, None]
        face = np.asarray(skin * lit + np.zeros((SHEET, SHEET, 3)), np.float32)
        _lay(canvas, face, _round(), _Body(at, wide, 0.4, 0.05), chance)


@dataclass(frozen=True, slots=True, eq=False)
class _Body:
    """A thing's place (px), width (px), foreshortening, and height in its own widths."""

    at: NDArray[np.float64]
    wide: float
    squeeze: float
    high: float


def _lay(
    canvas: Values, face: Values, cover: Values | None, body: _Body, chance: np.random.Generator
) -> None:
    """Lays a face on a body, with its shadow."""
    at, wide, squeeze, high = body.at, body.wide, body.squeeze, body.high
    rows, columns = face.shape[:2]
    scale = wide / columns
    turn = chance.uniform(0, 2 * pi)
    spin = np.array([[cos(turn), -sin(turn)], [sin(turn), cos(turn)]]) * scale
    spin = np.diag([1.0, squeeze]) @ spin
    lift = high * wide * max(0.15, float(np.sqrt(1 - squeeze**2)))
    reach = int(wide * 1.8 + lift) + 4
    left, top = int(at[0]) - reach, int(at[1]) - reach
    box = np.s_[max(0, top) : top + 2 * reach, max(0, left) : left + 2 * reach]
    part = canvas[box]
    if part.size == 0:
        return
    home = at - (max(0, left), max(0, top))

    def placed(picture: Values, x: float, y: float) -> Values:
        matrix = np.column_stack([spin, home + np.array([x, y]) - spin @ [columns / 2, rows / 2]])
        size = (part.shape[1], part.shape[0])
        small = picture if scale > 0.7 else cv2.GaussianBlur(picture, (0, 0), 0.35 / scale)
        return np.asarray(cv2.warpAffine(small, matrix, size, flags=cv2.INTER_LINEAR), np.float32)

    mask = cover if cover is not None else np.ones((rows, columns), np.float32)
    away = chance.normal(scale=0.05 + 0.4 * high, size=2) * wide * 0.5
    shadow = cv2.GaussianBlur(placed(mask, *away.tolist()), (0, 0), 0.6 + 0.05 * wide)
    part *= 1 - chance.uniform(0.2, 0.7) * shadow[..., None]
    wall = np.asarray(np.median(face.reshape(-1, 3), axis=0) * chance.uniform(0.3, 0.9), np.float32)
    for step in np.arange(0, lift, max(1.0, lift / 25)):
        over = placed(mask, 0, -float(step))[..., None]
        band = wall * (0.8 if int(step / max(4.0, wide * 0.25)) % 2 else 1.0)
        part *= 1 - over
        part += over * band
    over = placed(mask, 0, -lift)[..., None]
    shown = placed(face * mask[..., None], 0, -lift)
    part *= 1 - over
    part += shown


def _linear(face: Picture) -> Values:
    small = cv2.resize(
        face, (SHEET, round(SHEET * face.shape[0] / face.shape[1])), interpolation=cv2.INTER_AREA
    )
    return np.asarray((small / 255.0) ** 2.2, dtype=np.float32)


@cache
def _round() -> Values:
    y, x = np.mgrid[0:SHEET, 0:SHEET] - (SHEET - 1) / 2
    return np.asarray(np.clip(SHEET / 2 - 1 - np.hypot(x, y), 0, 1), dtype=np.float32)


@cache
def _reliefs() -> tuple[tuple[Values, ...], tuple[Values, ...]]:
    chance = np.random.default_rng(5)
    heads = tuple(np.asarray(plain_relief("heads", chance), np.float32) for _ in range(6))
    return heads, tuple(np.asarray(plain_relief("tails", chance), np.float32) for _ in range(6))


def _coin(chance: np.random.Generator) -> tuple[Values, Values]:
    side = int(chance.integers(2))
    relief = _reliefs()[side][int(chance.integers(6))]
    shine = Shine(
        float(chance.uniform(0, 360)), float(chance.uniform(25, 60)), 1.0, float(chance.uniform(0, 0.5)), 0.1
    )
    coin = paint_coin(relief, SHEET, chance, shine)
    face = np.asarray((cv2.resize(coin, (SHEET, SHEET))[..., :3] / 255.0) ** 2.2, np.float32)
    if chance.random() < 0.4:
        face = np.asarray(
            face.mean(axis=2, keepdims=True) * chance.uniform(0.8, 1.6) * np.ones(3), np.float32
        )
    return np.clip(face * np.float32(chance.uniform(0.6, 1.8)), 0, 1), _round()


def _mark(sheet: Values, chance: np.random.Generator, reach: float) -> None:
    """A star, digit, ring, shield or blot in the middle of a sheet."""
    middle = np.array([sheet.shape[1], sheet.shape[0]]) / 2
    ink = tuple(
        float(v)
        for v in (colour(chance) if chance.random() < 0.5 else np.full(3, chance.choice([0.02, 0.85])))
    )
    kind = chance.random()
    if kind < 0.3:
        points = int(chance.integers(3, 10))
        turn = np.arange(2 * points) * pi / points
        far = np.where(np.arange(2 * points) % 2, chance.uniform(0.35, 0.9), 1.0) * reach
        star = np.stack([middle[0] + far * np.cos(turn), middle[1] + far * np.sin(turn)], 1).astype(np.int32)
        cv2.fillPoly(sheet, [star], ink, cv2.LINE_AA)
    elif kind < 0.6:
        letters = np.zeros(sheet.shape[:2], np.uint8)
        text, scale = str(chance.integers(0, 10)), reach / 13
        (wide, high), _ = cv2.getTextSize(text, 0, scale, 5)
        cv2.putText(
            letters,
            text,
            (int(middle[0] - wide / 2), int(middle[1] + high / 2)),
            0,
            scale,
            255,
            5,
            cv2.LINE_AA,
        )
        over = (letters / 255.0).astype(np.float32)[..., None]
        sheet *= 1 - over
        sheet += over * np.array(ink, np.float32)
    elif kind < 0.8:
        thick = int(chance.choice([-1, 2, 4, 8]))
        cv2.circle(sheet, middle.astype(int).tolist(), int(reach), ink, thick, cv2.LINE_AA)
    else:
        for _ in range(int(chance.integers(2, 7))):
            spot = (middle + chance.normal(scale=0.5, size=2) * reach).astype(int).tolist()
            size = (chance.uniform(0.2, 0.8, size=2) * reach).astype(int).tolist()
            tint = tuple(float(v) for v in colour(chance))
            cv2.ellipse(sheet, spot, size, float(chance.uniform(0, 180)), 0, 360, tint, -1, cv2.LINE_AA)


def _disc(chance: np.random.Generator) -> tuple[Values, Values]:
    sheet = np.empty((SHEET, SHEET, 3), np.float32)
    sheet[:] = colour(chance, 60)
    if chance.random() < 0.6:
        ring = tuple(float(v) for v in (colour(chance) if chance.random() < 0.4 else np.full(3, 0.8)))
        cv2.circle(
            sheet,
            (SHEET // 2, SHEET // 2),
            int(chance.integers(34, 46)),
            ring,
            int(chance.integers(2, 7)),
            cv2.LINE_AA,
        )
    if chance.random() < 0.75:
        _mark(sheet, chance, chance.uniform(8, 30))
    return sheet, _round()


def _card(chance: np.random.Generator) -> Picture:
    """A card of some game: a border, a picture in the middle, a few marks, or a back with a pattern."""
    high = int(SHEET * chance.uniform(1.0, 1.55))
    sheet = np.empty((high, SHEET, 3), np.float32)
    sheet[:] = np.full(3, chance.choice([0.02, 0.85])) if chance.random() < 0.5 else colour(chance)
    inset = int(chance.integers(3, 12))
    inner = sheet[inset : high - inset, inset : SHEET - inset]
    inner[:] = colour(chance)
    if chance.random() < 0.25:
        for k in range(int(chance.integers(3, 9))):
            off = int(k * inner.shape[1] / 18)
            tint = tuple(float(v) for v in colour(chance))
            cv2.rectangle(inner, (off, off), (inner.shape[1] - off, inner.shape[0] - off), tint, 1)
    else:
        split = int(inner.shape[0] * chance.uniform(0.4, 0.95))
        inner[:split] = colour(chance)
        if chance.random() < 0.5:
            inner[split:] = chance.choice([0.02, 0.8])
        for _ in range(int(chance.integers(0, 9))):
            at = (chance.random(2) * (inner.shape[1], split)).astype(int).tolist()
            size = chance.integers(2, 30, size=2).tolist()
            tint = tuple(float(v) for v in colour(chance))
            cv2.ellipse(inner, at, size, float(chance.uniform(0, 180)), 0, 360, tint, -1, cv2.LINE_AA)
    for _ in range(int(chance.integers(0, 3))):
        _mark(inner, chance, chance.uniform(6, 30))
    return np.asarray(np.clip(sheet, 0, 1) ** (1 / 2.2) * 255, np.uint8)
