"""Made-up card faces and backs, to teach the outline finder.

No face belongs to any deck, so every measured deck is unseen.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Values

WIDE = 144
"""Width of a drawn face in px."""


@dataclass(frozen=True, slots=True)
class DrawnCard:
    """A card's picture (BGR, 0..1), opacity (0..1, same size), and ratio of height to width."""

    picture: Values
    opacity: Values


def colour(chance: np.random.Generator, low: float = 0.05, high: float = 1.0) -> Values:
    """A random colour (BGR, 0..1), from grey to vivid."""
    hue = np.array([[[chance.integers(0, 180), chance.integers(0, 256), 255 * chance.uniform(low, high)]]])
    return np.asarray(cv2.cvtColor(hue.astype(np.uint8), cv2.COLOR_HSV2BGR)[0, 0] / 255.0, dtype=np.float32)


def clouds(chance: np.random.Generator, size: tuple[int, int], cells: float, octaves: int = 3) -> Values:
    """Smooth noise of mean 0 and about unit spread, for a picture of size (wide, high)."""
    total = np.zeros((size[1], size[0]), np.float32)
    for octave in range(octaves):
        across = max(2, int(cells * 2**octave))
        down = max(2, int(across * size[1] / size[0]))
        small = chance.normal(size=(down, across)).astype(np.float32)
        total += cv2.resize(small, size, interpolation=cv2.INTER_CUBIC) * 0.6**octave
    return total


def drawn_card(chance: np.random.Generator, *, playing: bool = False) -> DrawnCard:
    """A random face or back with rounded corners, perhaps in a sleeve; `playing`: white, with pips."""
    shape = chance.random()
    ratio = 1.0 if shape < 0.22 else 88 / 63 if shape < 0.75 else float(chance.uniform(1.15, 1.75))
    high = round(WIDE * ratio)
    make = 0.0 if playing else chance.random()
    if make < 0.27:
        picture = _playing(chance, high)
    elif make < 0.55:
        picture = _framed(chance, high)
    elif make < 0.72:
        picture = _back(chance, high)
    elif make < 0.86:
        picture = art(chance, (WIDE, high))
        _bordered(picture, chance)
    else:
        picture = _emblem(chance, high)
    if chance.random() < 0.15:
        picture = np.ascontiguousarray(np.rot90(picture))
    radius = float(chance.choice([0.0, 0.03, 0.05, 0.07])) * WIDE
    opacity = _rounded(picture.shape[1], picture.shape[0], radius)
    if chance.random() < 0.3:
        picture, opacity = _sleeved(picture, opacity, chance)
    return DrawnCard(np.clip(picture, 0, 1), opacity)


def _rounded(wide: int, high: int, radius: float) -> Values:
    mask = np.zeros((high, wide), np.float32)
    r = int(radius)
    cv2.rectangle(mask, (r, 0), (wide - 1 - r, high - 1), 1.0, -1)
    cv2.rectangle(mask, (0, r), (wide - 1, high - 1 - r), 1.0, -1)
    for x in (r, wide - 1 - r):
        for y in (r, high - 1 - r):
            cv2.circle(mask, (x, y), r, 1.0, -1, cv2.LINE_AA)
    return mask


def _sleeved(picture: Values, opacity: Values, chance: np.random.Generator) -> tuple[Values, Values]:
    rim = int(chance.integers(2, 7))
    high, wide = picture.shape[:2]
    film = np.empty((high + 2 * rim, wide + 2 * rim, 3), np.float32)
    film[:] = colour(chance, 0.3, 1.0) if chance.random() < 0.4 else chance.uniform(0.2, 1)
    cover = np.full(film.shape[:2], chance.uniform(0.15, 0.6), np.float32)
    inner = (slice(rim, rim + high), slice(rim, rim + wide))
    part = opacity[..., None]
    film[inner] = film[inner] * (1 - part) + picture * part
    cover[inner] = np.maximum(cover[inner], opacity)
    return np.asarray(film * (1 - 0.12) + 0.12 * chance.random(), dtype=np.float32), cover


def art(chance: np.random.Generator, size: tuple[int, int]) -> Values:
    """An abstract picture: clouds, hills, shapes."""
    picture = np.empty((size[1], size[0], 3), np.float32)
    picture[:] = colour(chance)
    for _ in range(int(chance.integers(1, 4))):
        part = 1 / (1 + np.exp(-clouds(chance, size, chance.uniform(1, 6)) * chance.uniform(0.5, 6)))
        picture += (colour(chance) - picture) * (part * chance.uniform(0.2, 1))[..., None]
    for _ in range(int(chance.integers(0, 7))):
        _shape(picture, chance, chance.uniform(0.05, 0.3) * size[0])
    return np.clip(picture, 0, 1)


def _shape(picture: Values, chance: np.random.Generator, radius: float) -> None:
    high, wide = picture.shape[:2]
    x, y = chance.uniform(0, wide), chance.uniform(0, high)
    tint = tuple(float(v) for v in colour(chance))
    if chance.random() < 0.4:
        cv2.circle(picture, (int(x), int(y)), max(1, int(radius)), tint, -1, cv2.LINE_AA)
        return
    count = int(chance.integers(3, 9))
    turns = np.sort(chance.uniform(0, 2 * np.pi, count))
    reach = radius * chance.uniform(0.5, 1.2, count)
    points = np.column_stack([x + reach * np.cos(turns), y + reach * np.sin(turns)])
    cv2.fillPoly(picture, [np.rint(points).astype(np.int32)], tint, cv2.LINE_AA)


def _bordered(picture: Values, chance: np.random.Generator) -> None:
    """Borders one within another, drawn in place."""
    high, wide = picture.shape[:2]
    inset = 0
    for _ in range(int(chance.integers(0, 3))):
        thick = int(chance.integers(1, 10))
        tint = colour(chance) if chance.random() < 0.5 else np.full(3, chance.choice([0.03, 0.95]))
        shade = tuple(float(v) for v in tint)
        for k in range(inset, inset + thick):
            cv2.rectangle(picture, (k, k), (wide - 1 - k, high - 1 - k), shade, 1)
        inset += thick + int(chance.integers(0, 8))


def text(picture: Values, chance: np.random.Generator, box: tuple[int, int, int, int], ink: float) -> None:
    left, top, right, bottom = box
    step = int(chance.integers(6, 12))
    y = top + step
    while y < bottom - 2:
        x = left + 3
        end = right - 3 if chance.random() < 0.8 else int(left + (right - left) * chance.uniform(0.3, 0.9))
        while x < end:
            long = int(chance.integers(3, 16))
            cv2.line(picture, (x, y), (min(x + long, end), y), (ink, ink, ink), max(1, step // 4))
            x += long + 4
        y += step


def _sign(picture: Values, sign: str, at: tuple[int, int], large: float, ink: tuple[float, ...]) -> None:
    """A number or letter, drawn in place (OpenCV writes on bytes only)."""
    mask = np.zeros(picture.shape[:2], np.uint8)
    cv2.putText(mask, sign, at, cv2.FONT_HERSHEY_SIMPLEX, large, 255, 2, cv2.LINE_AA)
    picture += (np.array(ink, dtype=np.float32) - picture) * (mask / np.float32(255))[..., None]


def _framed(chance: np.random.Generator, high: int) -> Values:
    """A trading card: border, title, window with art, box with text."""
    picture = np.empty((high, WIDE, 3), np.float32)
    picture[:] = colour(chance) if chance.random() < 0.6 else chance.choice([0.04, 0.9])
    rim = int(chance.integers(3, 11))
    inner = art(chance, (WIDE - 2 * rim, high - 2 * rim)) * 0.3 + 0.7 * colour(chance)
    picture[rim : high - rim, rim : WIDE - rim] = inner
    top = int(high * chance.uniform(0.08, 0.14))
    middle = int(high * chance.uniform(0.5, 0.65))
    gap = rim + int(chance.integers(2, 8))
    picture[top:middle, gap : WIDE - gap] = art(chance, (WIDE - 2 * gap, middle - top))
    paper = colour(chance, 0.6, 1.0) * 0.3 + 0.7 * chance.uniform(0.05, 1.0)
    base = high - gap
    start = middle + int(chance.integers(3, 14))
    picture[start:base, gap : WIDE - gap] = paper
    ink = 0.05 if float(paper.mean()) > 0.45 else 0.9
    text(picture, chance, (gap, start, WIDE - gap, base - 6), ink)
    text(picture, chance, (gap, rim, WIDE - gap, top), ink)
    if chance.random() < 0.5:
        shade = (ink, ink, ink)
        cv2.rectangle(picture, (gap, top), (WIDE - gap, middle), shade, 1)
        cv2.rectangle(picture, (gap, start), (WIDE - gap, base), shade, 1)
    return picture


def _playing(chance: np.random.Generator, high: int) -> Values:
    """A card with pips, an index in its corners, perhaps a framed court picture; or a few large symbols."""
    picture = np.full((high, WIDE, 3), chance.uniform(0.82, 1.0), dtype=np.float32)
    picture *= 1 - 0.1 * chance.random(3).astype(np.float32)
    ink = (
        colour(chance, 0.05, 0.9)
        if chance.random() < 0.4
        else np.array([0.05, 0.05, chance.choice([0.05, 0.8])])
    )
    tint = tuple(float(v) for v in ink)
    if chance.random() < 0.25:
        gap = int(chance.integers(14, 26))
        picture[gap : high - gap, gap : WIDE - gap] = art(chance, (WIDE - 2 * gap, high - 2 * gap))
        if chance.random() < 0.5:  # as court cards: the same from both ends
            picture[: high // 2] = np.rot90(picture, 2)[: high // 2]
        cv2.rectangle(picture, (gap, gap), (WIDE - gap, high - gap), tint, 1)
    else:
        rows, columns = int(chance.integers(1, 6)), int(chance.integers(1, 4))
        radius = chance.uniform(0.05, 0.11) * WIDE * (2 if rows * columns <= 3 else 1)
        kind = int(chance.integers(3, 8))
        for y in np.linspace(0.2, 0.8, rows) if rows > 1 else (0.5,):
            for x in np.linspace(0.28, 0.72, columns) if columns > 1 else (0.5,):
                turns = np.arange(kind) * 2 * np.pi / kind
                points = np.column_stack(
                    [x * WIDE + radius * np.cos(turns), y * high + radius * np.sin(turns)]
                )
                filled = chance.random() < 0.9
                outline = [np.rint(points).astype(np.int32)]
                if filled:
                    cv2.fillPoly(picture, outline, tint, cv2.LINE_AA)
                else:
                    cv2.polylines(
                        picture, outline, isClosed=True, color=tint, thickness=2, lineType=cv2.LINE_AA
                    )
    if chance.random() < 0.8:
        sign = str(chance.choice(list("A23456789JQK")))
        _sign(picture, sign, (4, 24), 0.8, tint)
        picture = np.rot90(picture, 2).copy()
        _sign(picture, sign, (4, 24), 0.8, tint)
    return picture


def _back(chance: np.random.Generator, high: int) -> Values:
    """A back: a pattern that is the same upside down."""
    picture = np.empty((high, WIDE, 3), np.float32)
    picture[:] = colour(chance, 0.15, 0.9)
    line = tuple(float(v) for v in colour(chance))
    kind = chance.random()
    if kind < 0.35:
        step = int(chance.integers(6, 24))
        for k in range(-high, WIDE + high, step):
            cv2.line(picture, (k, 0), (k + high, high), line, int(chance.integers(1, 4)), cv2.LINE_AA)
            cv2.line(picture, (k + high, 0), (k, high), line, 1, cv2.LINE_AA)
    elif kind < 0.75:
        for k in range(int(chance.integers(2, 9)), WIDE // 2, int(chance.integers(7, 16))):
            if chance.random() < 0.3:
                axes = (WIDE // 2 - k, high // 2 - k)
                cv2.ellipse(picture, (WIDE // 2, high // 2), axes, 0, 0, 360, line, 1, cv2.LINE_AA)
            else:
                cv2.rectangle(picture, (k, k), (WIDE - k, high - k), line, 1)
    else:
        half = art(chance, (WIDE, high))
        picture[:] = (half + np.rot90(half, 2)) / 2
    if chance.random() < 0.6:
        radius = int(chance.uniform(0.08, 0.3) * WIDE)
        cv2.circle(picture, (WIDE // 2, high // 2), radius, line, -1, cv2.LINE_AA)
    _bordered(picture, chance)
    return np.ascontiguousarray(picture, dtype=np.float32)


def _emblem(chance: np.random.Generator, high: int) -> Values:
    """A light or dark card with one large emblem, a banner and numbers in its corners."""
    size = (WIDE, high)
    picture = np.empty((high, WIDE, 3), np.float32)
    picture[:] = colour(chance, 0.2, 1.0) * 0.4 + 0.6 * chance.uniform(0.1, 0.95)
    picture += (clouds(chance, size, 4) * chance.uniform(0, 0.08))[..., None]
    for _ in range(int(chance.integers(1, 4))):
        _shape(picture[high // 5 : high * 4 // 5, WIDE // 5 : WIDE * 4 // 5], chance, WIDE * 0.3)
    ink = tuple(float(v) for v in colour(chance, 0.05, 0.6))
    if chance.random() < 0.6:
        y = int(high * chance.uniform(0.78, 0.88))
        cv2.rectangle(picture, (14, y), (WIDE - 14, y + 14), ink, -1)
    for x in (8, WIDE - 24):
        sign = str(chance.integers(0, 10))
        _sign(picture, sign, (x, 24), 0.6, ink)
    _bordered(picture, chance)
    return np.clip(picture, 0, 1)
