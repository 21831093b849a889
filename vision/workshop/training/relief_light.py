"""Struck pennies under lamps and a camera, in grey, to teach the reader of sides.

Method: metal mirrors its surroundings, so brightness is looked up by surface slope in a random environment
("matcap": lamps, windows, gradients), times a tarnish. Rule kept: a crop is cut and scaled as
`vision.pennies.reader` does.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Values
from vision.pennies.reader import CROP_PX, CROP_PX_PER_MM, PENNY_MM, side_view
from vision.workshop.training.relief_pen import RADIUS, SIDE, Heights

MATCAP = 41
"""Side of an environment map in px."""


def lit(heights: Heights, chance: np.random.Generator) -> Values:
    """A coin's view (SIDE_PX x SIDE_PX, grey 0..255) from a camera, at random turn and light."""
    worn = _worn(heights, chance)
    coin = _shone(worn, chance) * _tarnished(worn, chance)
    return _camera(_on_ground(coin.astype(np.float32), chance), chance)


def noise(chance: np.random.Generator, coarse: float) -> Values:
    """Smooth noise of mean 0 and spread about 1, with features of `coarse` px of a relief."""
    small = max(2, int(SIDE / coarse))
    field = chance.normal(size=(small, small)).astype(np.float32)
    return np.asarray(cv2.resize(field, (SIDE, SIDE), interpolation=cv2.INTER_CUBIC), dtype=np.float32)


def _worn(heights: Heights, chance: np.random.Generator) -> Heights:
    """Worn relief: flattened heights, rounded edges, scratches."""
    shape: Heights = np.asarray(heights * chance.uniform(0.7, 1.2), dtype=np.float32)
    if chance.random() < 0.6:
        cap = chance.uniform(0.35, 1.0)
        shape = np.minimum(shape, cap + (shape - cap) * np.float32(chance.uniform(0.05, 0.6)))
    shape = np.asarray(cv2.GaussianBlur(shape, (0, 0), 0.3 + 0.9 * chance.random() ** 2), dtype=np.float32)
    if chance.random() < 0.35:
        scratched = np.zeros((SIDE, SIDE), np.uint8)
        for _ in range(int(chance.integers(1, 12))):
            a, b = chance.integers(0, SIDE, size=2), chance.normal(scale=25, size=2).astype(int)
            cv2.line(scratched, a.tolist(), (a + b).tolist(), int(chance.integers(60, 255)), 1, cv2.LINE_AA)
        shape = np.asarray(shape - scratched / 255 * chance.uniform(0, 0.12), dtype=np.float32)
    shape = shape + noise(chance, chance.uniform(1, 4)) * 0.012 * chance.random() ** 2
    return np.asarray(shape + noise(chance, 50) * 0.1 * chance.random(), dtype=np.float32)


def _shone(shape: Heights, chance: np.random.Generator) -> Values:
    depth = float(np.exp(chance.uniform(np.log(2.5), np.log(16))))
    across = cv2.Sobel(shape, cv2.CV_32F, 1, 0, scale=depth / 8)
    down = cv2.Sobel(shape, cv2.CV_32F, 0, 1, scale=depth / 8)
    long = np.sqrt(1 + across * across + down * down)
    y, x = (np.mgrid[0:SIDE, 0:SIDE].astype(np.float32) - SIDE / 2) / RADIUS
    near = chance.normal(scale=0.18, size=2)  # lamps are near: the angle changes over the coin
    u = np.clip(-across / long + near[0] * x + near[1] * y, -1, 1)
    v = np.clip(-down / long + near[0] * y - near[1] * x, -1, 1)
    half = np.float32((MATCAP - 1) / 2)
    at = ((u + 1) * half).astype(np.float32), ((v + 1) * half).astype(np.float32)
    return np.asarray(cv2.remap(_surrounding(chance), *at, cv2.INTER_LINEAR), dtype=np.float32)


def _surrounding(chance: np.random.Generator) -> Values:
    """Brightness by the surface's slope to the right and down (-1..1 each)."""
    v, u = np.mgrid[-1 : 1 : MATCAP * 1j, -1 : 1 : MATCAP * 1j].astype(np.float32)
    up = np.sqrt(np.clip(1 - u * u - v * v, 0, 1))
    seen = chance.uniform(0.05, 0.5) * (0.5 + 0.5 * up)
    for _ in range(int(chance.integers(1, 5))):
        from_above = np.exp(chance.uniform(np.log(0.15), np.log(1.2)))
        where = chance.normal(scale=from_above, size=2)
        half_way = np.array([where[0], where[1], 1.0]) / np.sqrt(1 + (where**2).sum())
        facing = u * half_way[0] + v * half_way[1] + up * half_way[2]
        sharp = np.exp(chance.uniform(np.log(1.0), np.log(80)))
        seen = seen + chance.uniform(0.15, 1.0) * np.exp(sharp * (facing - 1))
    if chance.random() < 0.5:  # walls, windows, the one who takes the picture
        room = chance.normal(size=(5, 5)).astype(np.float32)
        seen = seen + chance.uniform(0, 0.3) * cv2.resize(
            room, (MATCAP, MATCAP), interpolation=cv2.INTER_CUBIC
        )
    return np.asarray(np.clip(seen, 0.01, None), dtype=np.float32)


def _tarnished(shape: Heights, chance: np.random.Generator) -> Values:
    """Reflectance of the metal: dirt in recesses, rubbed heights, stains."""
    local = shape - cv2.GaussianBlur(shape, (0, 0), chance.uniform(2, 7))
    tone = np.exp(
        chance.normal(scale=0.2) + local * chance.uniform(-0.5, 1.6) + shape * chance.normal(scale=0.2)
    )
    tone = tone * np.exp(noise(chance, chance.uniform(6, 40)) * 0.2 * chance.random())
    if chance.random() < 0.3:
        stains = noise(chance, chance.uniform(5, 25)) > chance.uniform(0.5, 1.8)
        soft = cv2.GaussianBlur(stains.astype(np.float32), (0, 0), chance.uniform(0.6, 3))
        tone = tone * (1 + soft * chance.uniform(-0.6, 0.5))
    return np.asarray(tone, dtype=np.float32)


def _on_ground(coin: Values, chance: np.random.Generator) -> Values:
    y, x = np.mgrid[0:SIDE, 0:SIDE].astype(np.float32) - (SIDE - 1) / 2
    far = np.hypot(x, y)
    outline = np.clip(RADIUS + 0.5 - far, 0, 1)
    tone = float(coin[outline > 0.9].mean())
    ground = (
        tone
        * np.exp(chance.normal(scale=0.8))
        * (1 + 0.1 * chance.random() * noise(chance, chance.uniform(5, 60)))
    )
    ground = ground * (1 - chance.uniform(0, 0.6) * np.exp(-np.clip(far - RADIUS, 0, None) / 4))  # its shadow
    picture = coin * outline + ground * (1 - outline)
    if chance.random() < 0.12:  # something lies over a part of it
        angle, reach = chance.uniform(0, 2 * np.pi), chance.uniform(0.15, 0.95) * RADIUS
        into = x * np.cos(angle) + y * np.sin(angle)
        if chance.random() < 0.5:
            cover = np.clip(into - reach, 0, 1)
        else:
            cover = np.clip(
                RADIUS
                + 0.5
                - np.hypot(x - np.cos(angle) * (reach + RADIUS), y - np.sin(angle) * (reach + RADIUS)),
                0,
                1,
            )
        other = (
            tone
            * np.exp(chance.normal(scale=0.6))
            * (1 + 0.3 * chance.random() * noise(chance, chance.uniform(2, 20)))
        )
        picture = picture * (1 - cover) + other * cover
    return np.asarray(picture, dtype=np.float32)


def _camera(scene: Values, chance: np.random.Generator) -> Values:
    """The camera's view: slightly blurred, noisy, sharpened, compressed; cut and scaled as vision does."""
    slope = 1 + chance.uniform(-0.3, 0.3) * np.linspace(-1, 1, SIDE, dtype=np.float32)[:, None]
    bright = np.exp(chance.normal(-1.35, 0.4)) / max(float(scene.mean()), 1e-3)
    scene = scene * slope * bright
    if chance.random() < 0.1:  # a veil, as from a glossy sleeve
        scene = scene * chance.uniform(0.4, 0.9) + chance.uniform(0.1, 0.4)
    across = float(np.exp(chance.uniform(np.log(28), np.log(200))))
    scale = across / (2 * RADIUS)
    squeeze = chance.uniform(0.85, 1.0)
    axis = chance.uniform(0, np.pi)
    spin = _turn(axis)
    bent = spin @ np.diag([scale, scale * squeeze]) @ spin.T @ _turn(chance.uniform(0, 2 * np.pi))
    if chance.random() < 0.5:
        bent = bent @ np.diag([-1.0, 1.0])
    seen_side = int(SIDE * scale) + 3
    half, seen_half = (SIDE - 1) / 2, (seen_side - 1) / 2
    soft = cv2.GaussianBlur(scene, (0, 0), max(0.01, 0.45 * np.sqrt(max(0.0, scale**-2 - 1))))
    matrix = np.column_stack([bent, seen_half - bent @ [half, half] + chance.uniform(-0.5, 0.5, size=2)])
    seen = cv2.warpAffine(soft, matrix, (seen_side, seen_side), borderMode=cv2.BORDER_REPLICATE)
    blur = (
        chance.uniform(0.2, 0.8)
        if chance.random() < 0.88
        else chance.uniform(0.8, 1.4) * max(1.0, across / 60)
    )
    seen = np.clip(cv2.GaussianBlur(seen, (0, 0), blur), 0, 1) ** chance.uniform(0.45, 0.9)
    seen = seen + chance.normal(scale=0.015 * chance.random() ** 2, size=seen.shape).astype(np.float32)
    sharpen = chance.uniform(0, 1.6)
    seen = np.clip(seen + sharpen * (seen - cv2.GaussianBlur(seen, (0, 0), chance.uniform(0.8, 2.0))), 0, 1)
    _, packed = cv2.imencode(
        ".jpg", (seen * 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, int(chance.integers(55, 97))]
    )
    picture = np.asarray(cv2.imdecode(packed, cv2.IMREAD_GRAYSCALE), dtype=np.uint8)
    # Cut as found: slightly off in place and size; foreshortening is undone if a mat tells it.
    side = CROP_PX if chance.random() < 0.6 else 2 * CROP_PX
    known = squeeze if chance.random() < 0.5 else chance.uniform(max(squeeze, 0.93), 1.0)
    back = spin @ np.diag([1.0, 1.0 / known]) @ spin.T
    back *= PENNY_MM * CROP_PX_PER_MM * side / CROP_PX / across * np.exp(chance.normal(scale=0.03))
    off = (side - 1) / 2 + chance.normal(scale=0.01 * side, size=2)
    home = np.column_stack([back, off - back @ [seen_half, seen_half]])
    reduce = float(np.sqrt(abs(np.linalg.det(back))))
    if reduce < 1:
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), max(0.01, 0.45 * np.sqrt(reduce**-2 - 1))))
    cut = cv2.warpAffine(picture, home, (side, side), borderMode=cv2.BORDER_REPLICATE)
    return side_view(np.asarray(cut, dtype=np.uint8))


def _turn(angle: float) -> NDArray[np.float64]:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s], [s, c]])
