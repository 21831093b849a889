"""Painted pictures without a mat: pennies, coins of other metals and countries, and what else is round.

`python -m tests.vision.other_coins FIRST LAST` counts what of it is told as pennies. Everything is drawn from random
numbers; light adds up as light does, and what the camera took for white may be off.
"""

import argparse
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from math import hypot, pi

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.light.colours import linear
from vision.painted.flat_things import coin_relief, wreath
from vision.pennies.reader import find_free_pennies
from vision.workshop.training.plain_reverses import building, numeral, shield
from vision.workshop.training.relief_pen import RADIUS, SIDE
from vision.workshop.training.reliefs import relief

Floats = NDArray[np.float32]
Picture = NDArray[np.uint8]
Chance = np.random.Generator

METALS = {
    "copper": ((222, 146, 96), (150, 96, 62)),
    "nickel": ((205, 203, 198), (128, 126, 120)),
    "steel": ((190, 192, 194), (110, 112, 114)),
    "brass": ((214, 182, 112), (140, 116, 68)),
    "gilt": ((226, 190, 96), (160, 128, 60)),
    "zinc": ((168, 174, 184), (96, 102, 110)),
}
"""Red, green and blue (0..255) of each metal, new and old, under white light."""
COINS_MM = {
    "nickel": (17.9, 21.2, 24.3, 24.5, 27.3),
    "steel": (17.9, 21.2, 23.2),
    "brass": (19.8, 22.3, 24.3, 26.5),
}
"""Diameters of coins of these metals."""
PENNIES_MM = (19.05, 20.3)
HELD_OUT = ("gilt", "zinc", "leather", "baize", "candle")
"""Metals, grounds and a lamp that nothing was chosen by."""
GROUNDS = ("paper", "felt", "wood", "light wood", "cloth", "stone", "cards", "black")
LAMPS = {
    "even": (0.0, 0.0),
    "warm": (0.16, 0.22),
    "cold": (-0.08, -0.14),
    "mixed": (0.05, 0.1),
    "candle": (0.22, 0.34),
}
"""How far white is off in each light: logarithms of red over green and of green over blue as the camera shows them."""
PRINTED = ("flower", "rosette", "face")
ROUND = ("button", "washer", "cap", *PRINTED)


@dataclass(frozen=True, slots=True)
class Thing:
    """Something round: what it is, its side, if it is a penny; its middle and radius (px)."""

    kind: str
    side: str | None
    x: float
    y: float
    radius: float


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    picture: Picture
    things: tuple[Thing, ...]
    ground: str
    lamp: str


def scene(
    seed: int,
    grounds: tuple[str, ...] = GROUNDS,
    kinds: tuple[str, ...] = (),
    lamps: tuple[str, ...] = ("even", "warm", "cold", "mixed"),
) -> Scene:
    """A table of 900 x 640 px with six to eleven round things; a third of the scenes have no penny."""
    chance = np.random.default_rng(seed)
    ground, lamp = str(chance.choice(grounds)), str(chance.choice(lamps))
    per_mm = float(np.exp(chance.uniform(np.log(2.0), np.log(5.0))))
    canvas = _ground(ground, per_mm, chance)
    light = _light(chance)
    kinds = kinds or ("nickel", "steel", "brass", "bimetal", *ROUND)
    pennies = 0.0 if chance.random() < 1 / 3 else 0.4
    things: list[Thing] = []
    for _ in range(60):
        kind = "copper" if chance.random() < pennies else str(chance.choice(kinds, p=_often(kinds)))
        across = _across(kind, chance) * per_mm
        x, y = (
            chance.uniform(across * 0.6, canvas.shape[1] - across * 0.6),
            chance.uniform(across * 0.6, canvas.shape[0] - across * 0.6),
        )
        if any(hypot(x - one.x, y - one.y) < across / 2 + one.radius + 3 for one in things):
            continue
        side = str(chance.choice(["heads", "tails"]))
        face, cover = _drawn(kind, side, across, light, chance)
        _lay(canvas, face, cover, x, y, None if kind in PRINTED else light)
        things.append(Thing(kind, side if kind == "copper" else None, x, y, across / 2))
        if len(things) >= chance.integers(6, 12):
            break
    return Scene(_camera(canvas, LAMPS[lamp], chance), tuple(things), ground, lamp)


def _often(kinds: tuple[str, ...]) -> list[float]:
    weights = [1.0 if kind in ROUND else 3.0 for kind in kinds]
    return [weight / sum(weights) for weight in weights]


def _across(kind: str, chance: Chance) -> float:
    if kind == "copper":
        return float(chance.choice(PENNIES_MM))
    return float(
        chance.choice(COINS_MM.get(kind, (23.2, 25.8))) if kind not in ROUND else chance.uniform(14, 30)
    )


def _light(chance: Chance) -> Floats:
    """Where the lamp stands: a unit vector, right, down and up."""
    turn, high = chance.uniform(0, 2 * pi), np.radians(chance.uniform(25, 80))
    return np.array([np.cos(turn) * np.cos(high), np.sin(turn) * np.cos(high), np.sin(high)], np.float32)


def _clouds(chance: Chance, high: int, wide: int, cells: float) -> Floats:
    small = chance.normal(size=(max(2, int(high / cells)), max(2, int(wide / cells)))).astype(np.float32)
    return np.asarray(cv2.resize(small, (wide, high), interpolation=cv2.INTER_CUBIC), np.float32)


def _rgb(*colour: float) -> Floats:
    """Linear light of a colour told as red, green, blue (0..255)."""
    return np.asarray(linear(np.array(colour) / 255.0), np.float32)


def _ground(kind: str, per_mm: float, chance: Chance) -> Floats:
    high, wide = 640, 900
    fine, coarse = _clouds(chance, high, wide, 1.5), _clouds(chance, high, wide, 180)
    grain = cv2.resize(_clouds(chance, 160, 12, 1.0), (wide, high), interpolation=cv2.INTER_CUBIC)
    if kind == "paper":
        canvas = _rgb(*(chance.uniform(215, 245) * np.array([1.0, 0.995, chance.uniform(0.95, 1.0)])))
        return np.asarray(canvas * (1 + 0.01 * fine + 0.03 * coarse)[..., None], np.float32)
    if kind == "felt":
        return np.asarray(_rgb(26, 26, 28) * np.exp(0.25 * fine)[..., None], np.float32)
    if kind == "black":  # cut out and pasted
        return np.zeros((high, wide, 3), np.float32)
    if kind in ("leather", "baize"):
        cloth = _rgb(96, 38, 30) if kind == "leather" else _rgb(30, 96, 62)
        return np.asarray(
            cloth * np.exp(0.1 * fine + 0.1 * _clouds(chance, high, wide, 6))[..., None], np.float32
        )
    if kind in ("wood", "light wood"):
        brown = (
            _rgb(*(chance.uniform(0.8, 1.1) * np.array([150, 105, 70])))
            if kind == "wood"
            else _rgb(214, 184, 142)
        )
        return np.asarray(brown * np.exp(0.15 * grain + 0.04 * fine)[..., None], np.float32)
    if kind == "cloth":
        hue = cv2.cvtColor(np.array([[[chance.uniform(0, 360), 0.5, 0.4]]], np.float32), cv2.COLOR_HSV2RGB)[
            0, 0
        ]
        return np.asarray(_rgb(*(255 * hue)) * np.exp(0.12 * fine)[..., None], np.float32)
    if kind == "stone":
        return np.asarray(
            _rgb(120, 120, 118) * np.exp(0.2 * fine + 0.15 * _clouds(chance, high, wide, 9))[..., None]
        )
    canvas = _ground("wood" if chance.random() < 0.5 else "stone", per_mm, chance)
    for _ in range(9):  # white cards with ink on them
        middle, turn = chance.uniform(0, 1, 2) * (wide, high), chance.uniform(0, 180)
        box = cv2.boxPoints((middle.tolist(), (63 * per_mm, 88 * per_mm), turn)).astype(np.int32)
        cv2.fillPoly(canvas, [box], _rgb(236, 235, 230).tolist(), cv2.LINE_AA)
        for _ in range(6):
            at = (middle + chance.normal(size=2) * 16 * per_mm).astype(int).tolist()
            ink = _rgb(*(chance.choice([[200, 30, 40], [20, 20, 24], [230, 190, 60], [40, 70, 160]])))
            cv2.ellipse(canvas, at, chance.integers(4, 6 + int(7 * per_mm), 2).tolist(), chance.uniform(0, 180), 0,
                        360, ink.tolist(), -1, cv2.LINE_AA)  # fmt: skip
    return canvas


FACE_PX = 192
"""Side of the square in which a thing is drawn."""


def _grid() -> tuple[Floats, Floats, Floats, Floats]:
    y, x = ((np.mgrid[0:FACE_PX, 0:FACE_PX] + 0.5) / FACE_PX * 2 - 1).astype(np.float32)
    return x, y, np.hypot(x, y), np.arctan2(y, x)


def _heights(side: str, chance: Chance) -> Floats:
    """A relief, of heads one of two ways to draw busts, of tails one of many things; eagles are made of wings."""
    kind = chance.random()
    if kind < 0.4:
        margin = int(SIDE / 2 - RADIUS)
        drawn = relief(side, chance)[margin:-margin, margin:-margin]
        return np.asarray(cv2.resize(drawn, (FACE_PX, FACE_PX), interpolation=cv2.INTER_LINEAR), np.float32)
    strikes: tuple[Callable[[Picture, Chance], None], ...] = (wreath, building, shield, numeral, _eagle)
    strike = strikes[int(chance.integers(len(strikes)))] if side == "tails" else None
    return np.asarray(coin_relief("heads" if side == "heads" else "tails", chance, strike), np.float32)


def _eagle(shape: Picture, chance: Chance) -> None:
    half = len(shape) / 2
    for sign in (-1, 1):
        for k in range(7):
            angle = np.radians(chance.uniform(4, 10) + 11 * k)
            end = (half + sign * half * 0.72 * np.cos(angle), half - half * 0.1 - half * 0.62 * np.sin(angle))
            cv2.line(shape, (int(half), int(half)), (int(end[0]), int(end[1])), 255, 8, cv2.LINE_AA)
    cv2.ellipse(
        shape, (int(half), int(half * 1.12)), (int(half * 0.16), int(half * 0.42)), 0, 0, 360, 255, -1
    )
    cv2.circle(shape, (int(half * 1.06), int(half * 0.62)), int(half * 0.13), 255, -1)


def _shaded(heights: Floats, body: Floats, shiny: float, light: Floats, chance: Chance) -> Floats:
    """A surface of this colour (linear RGB, everywhere its own) under the lamp and a made-up room."""
    soft = cv2.GaussianBlur(heights, (0, 0), chance.uniform(0.8, 2.4))
    depth = chance.uniform(4, 11) / 8
    right, down = (cv2.Sobel(soft, cv2.CV_32F, *way, scale=depth) for way in ((1, 0), (0, 1)))
    long = np.sqrt(1 + right * right + down * down)
    facing = np.clip((-right * light[0] - down * light[1] + light[2]) / long, 0, None)
    half = light + np.array([0, 0, 1], np.float32)
    half /= np.linalg.norm(half)
    lamp = np.clip((-right * half[0] - down * half[1] + half[2]) / long, 0, 1) ** chance.uniform(8, 60)
    room = cv2.remap(
        np.exp(0.5 * _clouds(chance, 64, 64, 20)), (32 - 30 * right / long).astype(np.float32),
        (32 - 30 * down / long).astype(np.float32), cv2.INTER_LINEAR,
    )  # fmt: skip
    shade = 0.25 + 0.5 * facing + 0.35 * room * shiny
    # Metal throws the lamp back in its own colour, half of it in the lamp's.
    glint = lamp * shiny * chance.uniform(0.1, 0.8)
    return np.asarray(body * (shade + 0.5 * glint)[..., None] + (0.5 * glint)[..., None] * 0.6, np.float32)


def _coin(kind: str, side: str, light: Floats, chance: Chance) -> Floats:
    _, _, far, turn = _grid()
    heights = _heights(side, chance)
    spin = cv2.getRotationMatrix2D((FACE_PX / 2 - 0.5,) * 2, chance.uniform(0, 360), 1.0)
    heights = np.asarray(cv2.warpAffine(heights, spin, (FACE_PX, FACE_PX)), np.float32)
    old = np.clip(chance.uniform(0, 1) + 0.25 * _clouds(chance, FACE_PX, FACE_PX, 30) - 0.3 * heights, 0, 1)[
        ..., None
    ]

    def metal(name: str) -> Floats:
        new, worn = (_rgb(*tone) for tone in METALS[name])
        tint = np.exp(chance.normal(scale=0.03, size=3)).astype(np.float32)
        return np.asarray((new * (1 - old) + worn * old) * tint, np.float32)

    if kind == "bimetal":
        inner, outer = ("brass", "nickel") if chance.random() < 0.5 else ("nickel", "brass")
        body = np.where((far < 0.68)[..., None], metal(inner), metal(outer))
        heights = heights + 0.5 * np.exp(-(((far - 0.68) / 0.02) ** 2)).astype(np.float32)
    else:
        body = metal(kind)
    if kind != "copper":  # a reeded rim
        heights = heights + 0.4 * (np.cos(turn * chance.integers(80, 130)) * (far > 0.94)).astype(np.float32)
    return _shaded(heights, np.asarray(body, np.float32), 1.0 - 0.7 * float(old.mean()), light, chance)


def _drawn(kind: str, side: str, across: float, light: Floats, chance: Chance) -> tuple[Floats, Floats]:
    """A thing's picture (linear RGB) and how much of each pixel it covers, brought to its size."""
    x, y, far, turn = _grid()
    cover = np.clip((0.985 - far) * FACE_PX / 2, 0, 1)
    hue = np.array(
        [[[chance.uniform(0, 360), chance.uniform(0, 0.9), chance.uniform(0.2, 0.95)]]], np.float32
    )
    colour = _rgb(*(255 * cv2.cvtColor(hue, cv2.COLOR_HSV2RGB)[0, 0]))
    whole = np.ones((FACE_PX, FACE_PX, 1), np.float32) * colour
    petals = np.cos(turn * chance.integers(4, 9) + chance.uniform(0, 6))
    if kind == "button":
        heights = np.exp(-(((far - 0.85) / 0.1) ** 2)).astype(np.float32)
        number = int(chance.choice([2, 4]))
        for k in range(number):
            hole = (
                np.hypot(x - 0.25 * np.cos(2 * pi * k / number), y - 0.25 * np.sin(2 * pi * k / number)) < 0.1
            )
            whole[hole] *= 0.1
        face = _shaded(heights, whole, 0.4, light, chance)
    elif kind == "washer":
        cover = cover * np.clip((far - chance.uniform(0.3, 0.6)) * FACE_PX / 2, 0, 1)
        heights = np.exp(-(((far - 0.96) / 0.04) ** 2)).astype(np.float32)
        whole[:] = _rgb(*METALS[str(chance.choice(["steel", "brass"]))][0])
        face = _shaded(heights, whole, 0.8, light, chance)
    elif kind == "cap":
        wave = np.cos(turn * 21)
        cover = np.clip((0.94 + 0.045 * wave - far) * FACE_PX / 2, 0, 1)
        heights = np.clip((0.9 - far) * 6, -1, 1) + 0.5 * wave * (far > 0.8)
        printed = whole * 0.4 + 0.5 * (petals * 0.3 + 0.4 > far)[..., None]
        face = _shaded(np.asarray(heights, np.float32), np.asarray(printed, np.float32), 0.5, light, chance)
    elif kind in ("flower", "rosette"):
        other = _rgb(*chance.uniform(20, 250, 3))
        inside = (
            far < 0.6 + 0.35 * petals
            if kind == "flower"
            else (np.cos(far * chance.uniform(9, 25)) + petals > 0)
        )
        cover = cover * (inside if kind == "flower" else 1)
        face = np.where((inside & (far > 0.25))[..., None], whole, other).astype(np.float32)
    elif kind == "face":  # a court card's head: hair, skin, eyes, lips
        cover = np.clip((1 - np.hypot(x / 0.8, y)) * FACE_PX / 2, 0, 1)
        face = np.where((np.hypot(x / 0.55, (y - 0.1) / 0.7) < 1)[..., None], _rgb(240, 205, 170), whole)
        for at in (-0.2, 0.2):
            face = np.where((np.hypot(x - at, y) < 0.06)[..., None], 0.02, face)
        face = np.where((np.hypot(x / 3, y - 0.4) < 0.05)[..., None], _rgb(170, 40, 40), face).astype(
            np.float32
        )
    else:
        face = _coin(kind, side, light, chance)
    size = max(8, round(across))
    small = cv2.resize(
        np.dstack([face, cover.astype(np.float32)]), (size, size), interpolation=cv2.INTER_AREA
    )
    return np.asarray(small[..., :3], np.float32), np.asarray(small[..., 3], np.float32)


def _lay(canvas: Floats, face: Floats, cover: Floats, x: float, y: float, light: Floats | None) -> None:
    """Lays a thing on the canvas, with its shadow away from the light; a print (None) has none."""
    size = len(face)
    left, top = round(x - size / 2), round(y - size / 2)
    reach = size // 4 + 2
    wide = cv2.copyMakeBorder(cover, reach, reach, reach, reach, cv2.BORDER_CONSTANT)
    if light is not None:
        shift = np.array([[1, 0, -light[0] * size * 0.08], [0, 1, -light[1] * size * 0.08]], np.float32)
        cast = cv2.GaussianBlur(cv2.warpAffine(wide, shift, wide.shape[::-1]), (0, 0), max(0.5, size * 0.03))
        y0, x0 = max(0, top - reach), max(0, left - reach)
        part = canvas[y0 : top + size + reach, x0 : left + size + reach]
        cast = cast[y0 - top + reach :, x0 - left + reach :][: part.shape[0], : part.shape[1]]
        part *= (1 - 0.6 * cast)[..., None]
    y0, x0 = max(0, top), max(0, left)
    part = canvas[y0 : top + size, x0 : left + size]
    high, wide_ = part.shape[:2]
    over = slice(y0 - top, y0 - top + high), slice(x0 - left, x0 - left + wide_)
    part += (face[over] - part) * cover[over][..., None]


def _camera(canvas: Floats, white: tuple[float, float], chance: Chance) -> Picture:
    """What a camera makes of it: lamps that fall off, its own white, a soft lens, noise and packing."""
    high, wide = canvas.shape[:2]
    off = np.array(white) * chance.uniform(0.5, 1.2) + chance.normal(scale=0.03, size=2)
    gains = np.exp(2.2 * np.array([off[0], 0.0, -off[1]])).astype(np.float32)
    slope = np.exp(0.3 * chance.random() * _clouds(chance, high, wide, 400))[..., None]
    seen = canvas * gains * slope
    # Set by the whole picture; what shines most burns out now and then.
    grey, most = max(0.08, float(seen.mean())), float(np.percentile(seen, 99))
    bright = min(chance.uniform(0.12, 0.3) / grey, chance.uniform(0.7, 1.3) / most)
    seen = np.clip(seen * bright, 0, 1)
    seen = np.where(seen <= 0.0031308, 12.92 * seen, 1.055 * np.maximum(seen, 1e-6) ** (1 / 2.4) - 0.055)
    seen = cv2.GaussianBlur(seen.astype(np.float32), (0, 0), chance.uniform(0.4, 1.1))
    seen = seen + chance.normal(size=seen.shape) * chance.uniform(0.002, 0.02)
    shown = (np.clip(seen[..., ::-1], 0, 1) * 255).astype(np.uint8)
    _, packed = cv2.imencode(".jpg", shown, [cv2.IMWRITE_JPEG_QUALITY, int(chance.integers(70, 96))])
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)


def counted(one: Scene) -> Counter[tuple[str, str]]:
    """By kind of thing: how many lie there, are told as pennies, with a side, sure; of pennies whose side is right."""
    told: Counter[tuple[str, str]] = Counter()
    found = list(find_free_pennies(one.picture, None, None, ()))
    for thing in one.things:
        told[thing.kind, "all"] += 1
        near = [
            penny for penny in found
            if penny.corners_px is not None
            and hypot(*(np.mean(penny.corners_px, axis=0) - (thing.x, thing.y))) < 0.6 * thing.radius
        ]  # fmt: skip
        for penny in near[:1]:
            found.remove(penny)
            told[thing.kind, "told"] += 1
            told[thing.kind, "sided"] += penny.label is not None
            told[thing.kind, "sure"] += penny.label is not None and penny.sure >= 0.9
            told[thing.kind, "right"] += penny.label == thing.side
            told[thing.kind, "wrong"] += penny.label not in (None, thing.side)
            told[thing.kind, "wrong and sure"] += penny.label not in (None, thing.side) and penny.sure >= 0.9
    told["ground", "told"] += len(found)
    return told


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("first", type=int)
    arguments.add_argument("last", type=int)
    arguments.add_argument("--grounds", nargs="*", default=list(GROUNDS))
    arguments.add_argument("--kinds", nargs="*", default=[])
    arguments.add_argument("--lamps", nargs="*", default=["even", "warm", "cold", "mixed"])
    told = arguments.parse_args()
    sums: Counter[tuple[str, str]] = Counter()
    for seed in range(told.first, told.last + 1):
        one = scene(seed, tuple(told.grounds), tuple(told.kinds), tuple(told.lamps))
        for (kind, what), number in counted(one).items():
            name = "pennies" if kind == "copper" else kind
            sums[name, what] += number
            if kind != "ground":
                sums[f"{one.ground}: {'pennies' if kind == 'copper' else 'others'}", what] += number
                sums[f"{one.lamp}: {'pennies' if kind == 'copper' else 'others'}", what] += number
    for name in sorted({name for name, _ in sums}):
        print(name, {what: number for (of, what), number in sums.items() if of == name and number})


if __name__ == "__main__":
    main()
