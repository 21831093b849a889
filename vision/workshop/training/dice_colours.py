"""Colours of painted dice and their pips, and symbols in place of pips."""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Values

SYMBOL_PX: Final = 48
"""Side of a symbol in px."""


def body_and_pips(chance: np.random.Generator) -> tuple[Values, Values]:
    """A distinguishable pair of body and pip colour, mostly in grey value, else in hue."""
    white, black = np.full(3, 0.8), np.full(3, 0.03)
    while True:
        kind = chance.random()
        if kind < 0.3:
            body = (
                white
                * chance.uniform(0.75, 1.1)
                * np.array([chance.uniform(0.6, 1), chance.uniform(0.88, 1), 1])
            )
        elif kind < 0.4:
            body = black * chance.uniform(0.5, 2)
        else:
            body = some_colour(chance)
        kind = chance.random()
        ink = white if kind < 0.37 else black if kind < 0.66 else some_colour(chance)
        weights = np.array([0.11, 0.59, 0.3])
        light, dark = float(body @ weights), float(ink @ weights)
        apart = float(np.linalg.norm(np.sqrt(body) - np.sqrt(ink)))
        if (
            abs(np.sqrt(light) - np.sqrt(dark)) > 0.2
            or apart > 0.45
            or (apart > 0.28 and chance.random() < 0.1)
        ):
            return body.astype(np.float32), ink.astype(np.float32)


def equally_light(chance: np.random.Generator) -> tuple[Values, Values]:
    """A body and a pip colour of different hue that are about equally light."""
    weights = np.array([0.11, 0.59, 0.3])
    while True:
        body, ink = some_colour(chance), some_colour(chance)
        ink = np.clip(ink * float(body @ weights) / float(ink @ weights) * chance.uniform(0.6, 1.7), 0, 1)
        if float(np.linalg.norm(np.sqrt(body) - np.sqrt(ink))) > 0.35:
            return body.astype(np.float32), ink.astype(np.float32)


def hardly_apart(chance: np.random.Generator) -> tuple[Values, Values]:
    """A body and a pip colour that a person tells apart with some care: dark pips on a dark body, or one hue twice."""
    while True:
        if chance.random() < 0.5:
            body = some_colour(chance) * chance.uniform(0.02, 0.15) + chance.uniform(0.004, 0.02)
            ink = some_colour(chance)
            ink = ink / max(1e-3, float(ink.max())) * chance.uniform(0.03, 0.2)
        else:
            body = some_colour(chance)
            lighter = chance.uniform(1.6, 3.5)
            ink = body / lighter if chance.random() < 0.5 else np.clip(body * lighter + 0.02, 0, 0.9)
        if 0.14 < float(np.linalg.norm(np.sqrt(body) - np.sqrt(ink))) < 0.4:
            return body.astype(np.float32), ink.astype(np.float32)


def second_colour(chance: np.random.Generator, body: Values) -> Values:
    """The second colour of a marbled body: a lighter or darker tone, or another colour."""
    kind = chance.random()
    if kind < 0.4:
        return np.asarray(body + (0.9 - body) * chance.uniform(0.15, 0.6), np.float32)
    if kind < 0.7:
        return np.asarray(body * chance.uniform(0.15, 0.6), np.float32)
    return some_colour(chance).astype(np.float32)


def some_colour(chance: np.random.Generator) -> NDArray[np.float64]:
    """A random colour (BGR; linear, 0..1) other than grey."""
    hsv = np.array(
        [[[chance.integers(0, 180), chance.integers(60, 256), chance.integers(50, 256)]]], np.uint8
    )
    return np.asarray((cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0] / 255.0) ** 2.2, dtype=np.float64)


def symbol(chance: np.random.Generator) -> Values:
    """A printed symbol other than pips: a letter, a number, a star, strokes, a kind of skull."""
    side = SYMBOL_PX
    mark = np.zeros((side, side), np.uint8)
    kind = chance.random()
    middle = side // 2
    if kind < 0.4:
        number = str(chance.integers(1, 7 if chance.random() < 0.7 else 21))
        text = number if chance.random() < 0.5 else str(chance.choice(list("ABCDEFGHJKLMNPRSTUVWXYZ&?!#")))
        font = int(chance.choice([0, 1, 2, 3, 4, 6, 7]))
        size, stroke = chance.uniform(0.8, 1.5) / len(text) ** 0.5, int(chance.integers(2, 7))
        (wide, high), _ = cv2.getTextSize(text, font, size, stroke)
        at = (middle - wide // 2, middle + high // 2)
        cv2.putText(mark, text, at, font, size, 255, stroke, cv2.LINE_AA)
    elif kind < 0.65:
        points = int(chance.integers(3, 9))
        turn = np.arange(2 * points) * np.pi / points
        reach = np.where(np.arange(2 * points) % 2, chance.uniform(0.3, 0.9), 1.0) * side * 0.47
        star = np.stack([middle + reach * np.cos(turn), middle + reach * np.sin(turn)], 1)
        cv2.fillPoly(mark, [star.astype(np.int32)], 255, cv2.LINE_AA)
        if chance.random() < 0.4:
            cv2.circle(mark, (middle, middle), int(chance.integers(4, 9)), 0, -1, cv2.LINE_AA)
    else:
        for _ in range(int(chance.integers(2, 6))):
            a, b = chance.integers(4, side - 4, size=(2, 2))
            if chance.random() < 0.6:
                cv2.line(mark, a.tolist(), b.tolist(), 255, int(chance.integers(3, 9)), cv2.LINE_AA)
            else:
                size = chance.integers(5, 18, size=2).tolist()
                turn_deg = float(chance.integers(0, 180))
                colour = int(chance.choice([255, 255, 0]))
                cv2.ellipse(mark, a.tolist(), size, turn_deg, 0, 360, colour, -1, cv2.LINE_AA)
    return np.asarray(mark / 255.0, dtype=np.float32)
