"""A camera that makes grey levels of linear light, and the lamps of rooms."""

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.vision.lit_light import Floats, Light, Lighting

Picture = NDArray[np.uint8]
Chance = np.random.Generator

LAMPS = ("lamp", "cold", "dim", "side", "hard", "glossy", "mixed")


@dataclass(frozen=True)
class Camera:
    """How a camera makes grey levels: exposure, how far white balance goes (blue and red gains), blur and noise,
    sharpening, fall-off to the corners, colour strength, JPEG quality, veil of stray light."""

    exposure: float
    blue: float
    red: float
    blur: float
    noise: float
    sharpening: float
    falloff: float
    strength: float
    quality: int
    veil: float

    def takes(self, light: Floats, chance: np.random.Generator) -> Picture:
        """The picture (BGR) of linear light."""
        rows, columns = light.shape[:2]
        across = np.linspace(-1, 1, columns, dtype=np.float32)[None, :]
        down = np.linspace(-1, 1, rows, dtype=np.float32)[:, None] * (rows / columns)
        seen = light * (self.exposure * (1 - self.falloff * (across**2 + down**2)))[..., None] + self.veil
        seen = np.asarray(cv2.GaussianBlur(seen, (0, 0), self.blur), np.float32)
        grain = cv2.GaussianBlur(chance.standard_normal(seen.shape, dtype=np.float32), (0, 0), 0.55)
        seen += grain / grain.std() * self.noise * np.sqrt(np.maximum(seen, 0) * 0.02 + 4e-5)
        seen *= np.array([self.blue, 1.0, self.red], np.float32)
        grey = seen.mean(axis=2, keepdims=True)
        seen = np.clip(grey + (seen - grey) * self.strength, 0, 1)
        levels = np.where(seen <= 0.0031308, seen * 12.92, 1.055 * seen ** (1 / 2.4) - 0.055) * 255
        soft = cv2.GaussianBlur(levels, (0, 0), 1.1)
        whole = np.clip(levels + (levels - soft) * self.sharpening + 0.5, 0, 255).astype(np.uint8)
        coded = cv2.imencode(".jpg", whole, [cv2.IMWRITE_JPEG_QUALITY, self.quality])[1]
        return np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)


def lighting(chance: Chance, kind: str, wide: float, high: float) -> Lighting:
    """The light of a room of a kind (LAMPS), with a board of this size (mm) in it."""
    warm = np.array([0.45, 0.75, 1.0]) ** float(chance.uniform(0.3, 1.2))
    cold = np.array([1.0, 0.85, 0.7]) ** float(chance.uniform(0.3, 1.5))
    at = [float(chance.uniform(-400, wide + 400)), float(chance.uniform(-250, high + 600)),
          float(chance.uniform(550, 1300))]  # fmt: skip
    radius, sky, strength = float(chance.uniform(25, 110)), float(chance.uniform(0.1, 0.45)), 1.0
    tint, sky_tint = (cold, cold) if kind == "cold" else (warm, warm**0.5)
    gloss, sharp = float(chance.uniform(0, 0.06)), float(chance.uniform(15, 80))
    if kind == "side":
        turn = float(chance.uniform(0, 2 * np.pi))
        at = [wide / 2 + 900 * np.cos(turn), high / 2 + 900 * np.sin(turn), float(chance.uniform(350, 600))]
    if kind == "hard":
        radius, sky = 8.0, 0.07
    if kind == "glossy":
        gloss, sharp = float(chance.uniform(0.08, 0.3)), float(chance.uniform(30, 300))
    lamps = [Light((at[0], at[1], at[2]), radius, tuple(tint.tolist()), strength)]
    if kind == "mixed":
        lamps.append(
            Light((-700.0, high / 2, 700.0), 220.0, tuple(cold.tolist()), float(chance.uniform(0.5, 1.2)))
        )
        sky_tint = cold
    turn = float(chance.uniform(0, 2 * np.pi))
    side = (0.5 * float(np.cos(turn)), 0.5 * float(np.sin(turn)))
    return Lighting(tuple(lamps), tuple((sky * sky_tint).tolist()), side, gloss, sharp)


def camera_of(chance: Chance, lamp: str) -> Callable[[Floats, Chance], Picture]:
    """A camera as it is set under lamps of a kind: makes a picture of linear light and chance for its noise."""
    kept = float(chance.uniform(0.0, 0.7))
    balance = chance.normal(0, 0.05, 2)
    exposure = float(chance.uniform(0.45, 0.95)) * (0.55 if lamp == "dim" else 1.0)
    noise = float(chance.uniform(0.3, 0.9)) * (1.3 if lamp == "dim" else 1.0)
    rest = (float(chance.uniform(0.45, 0.9)), noise, float(chance.uniform(0.2, 1.0)), float(chance.uniform(0, 0.25)),
            float(chance.uniform(0.85, 1.2)), int(chance.integers(70, 95)),
            float(chance.uniform(0, 0.012)) if chance.random() < 0.4 else 0.0)  # fmt: skip

    def takes(light: Floats, grain: Chance) -> Picture:
        white = np.percentile(cv2.resize(light, (240, 135)).reshape(-1, 3), 97, axis=0) + 1e-4
        blue, red = (white[1] / white[0]) ** (1 - kept), (white[1] / white[2]) ** (1 - kept)
        camera = Camera(exposure, float(blue * np.exp(balance[0])), float(red * np.exp(balance[1])), *rest)
        return camera.takes(light, grain)

    return takes
