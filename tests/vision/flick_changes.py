"""Pictures of flicks as other cameras and lamps would have shown them: changed in light, fineness and standpoint."""

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.vision.flick_scenes import Flick

Floats = NDArray[np.float32]
Chance = np.random.Generator
Change = Callable[[Floats], Floats]


def _balance(chance: Chance) -> Change:
    gains = np.exp(chance.normal(0, 0.16, 3)).astype(np.float32)
    return lambda levels: levels * (gains / gains.max())


def _gamma(chance: Chance) -> Change:
    power = float(chance.choice([0.65, 0.8, 1.25, 1.5]))
    return lambda levels: np.asarray(255 * (np.clip(levels, 0, 255) / 255) ** power, np.float32)


def _gradient(chance: Chance) -> Change:
    turn, least = float(chance.uniform(0, 2 * np.pi)), float(chance.uniform(0.35, 0.6))

    def change(levels: Floats) -> Floats:
        rows, columns = levels.shape[:2]
        across, down = np.meshgrid(np.linspace(-1, 1, columns), np.linspace(-1, 1, rows))
        share = (across * np.cos(turn) + down * np.sin(turn)) / 2.4 + 0.5
        return np.asarray(levels * (least + (1 - least) * np.clip(share, 0, 1))[..., None], np.float32)

    return change


def _noise(chance: Chance) -> Change:
    strong = float(chance.uniform(4, 9))
    return lambda levels: levels + chance.normal(0, strong, levels.shape).astype(np.float32)


def _blur(chance: Chance) -> Change:
    wide = float(chance.uniform(0.9, 1.7))
    return lambda levels: np.asarray(cv2.GaussianBlur(levels, (0, 0), wide), np.float32)


def _blocks(chance: Chance) -> Change:
    quality = int(chance.integers(50, 70))

    def change(levels: Floats) -> Floats:
        whole = np.clip(levels, 0, 255).astype(np.uint8)
        coded = cv2.imencode(".jpg", whole, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        return np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.float32)

    return change


def _coarser(chance: Chance) -> Change:
    size = (1280, 720) if chance.random() < 0.5 else (1536, 864)
    return lambda levels: np.asarray(cv2.resize(levels, size, interpolation=cv2.INTER_AREA), np.float32)


def _turned(chance: Chance) -> Change:
    """The camera was knocked and looks a little elsewhere from where it hangs."""
    lean = np.radians(chance.uniform((-1.2, -1.2, -3), (1.2, 1.2, 3)))

    def change(levels: Floats) -> Floats:
        high, wide = levels.shape[:2]
        inner = np.array([[0.77 * wide, 0, wide / 2 - 0.5], [0, 0.77 * wide, high / 2 - 0.5], [0, 0, 1]])
        onto = inner @ cv2.Rodrigues(lean)[0] @ np.linalg.inv(inner)
        return np.asarray(
            cv2.warpPerspective(levels, onto, (wide, high), borderMode=cv2.BORDER_REPLICATE), np.float32
        )

    return change


def _dim(chance: Chance) -> Change:
    share, strong = float(chance.uniform(0.25, 0.5)), float(chance.uniform(2, 4))
    return lambda levels: levels * share + chance.normal(0, strong, levels.shape).astype(np.float32)


def _veil(chance: Chance) -> Change:
    light = chance.uniform(15, 45) * chance.uniform(0.7, 1, 3)
    return lambda levels: levels * np.float32(0.8) + light.astype(np.float32)


CHANGES = {
    "balance": _balance,
    "gamma": _gamma,
    "gradient": _gradient,
    "noise": _noise,
    "blur": _blur,
    "blocks": _blocks,
    "coarser": _coarser,
    "turned": _turned,
    "dim": _dim,
    "veil": _veil,
}


def changed(flick: Flick, kind: str, number: int) -> Flick:
    """A flick with both pictures changed alike in one way; for "turned" the second only, as if knocked between."""
    change = CHANGES[kind](np.random.default_rng((number, 7)))
    before, after = (
        np.clip(change(picture.astype(np.float32)) + 0.5, 0, 255).astype(np.uint8)
        for picture in (flick.before, flick.after)
    )
    if kind == "turned":
        before = flick.before
    return replace(flick, name=f"{flick.name}-{kind}", before=before, after=after, kinds=(f"changed {kind}",))
