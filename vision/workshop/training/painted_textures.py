"""Painted grounds full of edges without a card: carpet, knitting, wood, checked cloth, print, art.

Also things with edges as straight as a card's: books, boxes, telephones. Nothing here is ever labelled as a
card.
"""

from itertools import pairwise
from math import pi

import cv2
import numpy as np

from vision.arrays import Values
from vision.workshop.training.painted_faces import art, clouds, colour, text


def texture(chance: np.random.Generator, size: tuple[int, int], side: float) -> Values:
    """A ground of size (wide, high); `side`: mean side of the cards to lie on it (px)."""
    kind = chance.random()
    if kind < 0.3:
        ground = _carpet(chance, size)
    elif kind < 0.42:
        ground = _knitted(chance, size)
    elif kind < 0.65:
        ground = _strong_wood(chance, size)
    elif kind < 0.75:
        ground = _checked(chance, size, side)
    elif kind < 0.85:
        ground = _printed(chance, size, side)
    else:
        ground = art(chance, size)
        if chance.random() < 0.5:
            ground = np.asarray(cv2.GaussianBlur(ground, (0, 0), float(chance.uniform(0.5, 4))), np.float32)
    return np.ascontiguousarray(np.clip(ground, 0, 1), dtype=np.float32)


def _carpet(chance: np.random.Generator, size: tuple[int, int]) -> Values:
    """Tufts of pile, each lit from one side."""
    wide, high = size
    grain = float(np.exp(chance.uniform(0.2, 2.2)))
    small = (max(8, int(wide / grain)), max(8, int(high / grain)))
    tufts = chance.normal(size=(small[1], small[0])).astype(np.float32)
    pile = cv2.resize(tufts, size, interpolation=cv2.INTER_CUBIC)
    by = max(1, int(grain * 0.7))
    towards = (int(chance.integers(-by, by + 1)), int(chance.integers(-by, by + 1)))
    pile = pile - chance.uniform(0, 1) * np.roll(pile, towards, axis=(0, 1))
    fine = cv2.GaussianBlur(chance.normal(size=(high, wide)).astype(np.float32), (0, 0), 0.8)
    pile = pile + fine * chance.uniform(0, 1.5)
    base = 0.6 * colour(chance, 0.1, 0.9) + 0.4 * chance.uniform(0.05, 0.9)
    shade = 1 + pile * chance.uniform(0.08, 0.35)
    worn = 1 + clouds(chance, size, 2, 2) * np.float32(chance.uniform(0, 0.1))
    return np.asarray(base * np.maximum(shade * worn, 0.05)[..., None], np.float32)


def _knitted(chance: np.random.Generator, size: tuple[int, int]) -> Values:
    """Rows of stitches, a little uneven."""
    wide, high = size
    x, y = np.meshgrid(np.arange(wide, dtype=np.float32), np.arange(high, dtype=np.float32))
    uneven = clouds(chance, size, 3, 2) * np.float32(chance.uniform(1, 8))
    turn = chance.uniform(0, pi)
    along = x * np.cos(turn) + y * np.sin(turn) + uneven
    across = -x * np.sin(turn) + y * np.cos(turn) + uneven
    step = chance.uniform(6, 40)
    stitches = np.sin(along * 2 * pi / step + 1.5 * np.sin(across * 2 * pi / step))
    shade = 1 + stitches * chance.uniform(0.05, 0.4)
    shade = shade + chance.normal(size=(high, wide)) * chance.uniform(0, 0.12)
    return np.asarray(colour(chance, 0.05, 0.8) * np.maximum(shade, 0.05)[..., None], np.float32)


def _strong_wood(chance: np.random.Generator, size: tuple[int, int]) -> Values:
    """Wood whose grain is dark against light, along bent lines; perhaps boards with gaps."""
    wide, high = size
    fine, coarse = int(chance.integers(20, 200)), int(chance.integers(2, 12))
    grain = cv2.resize(
        chance.normal(size=(fine, coarse)).astype(np.float32), size, interpolation=cv2.INTER_CUBIC
    )
    if chance.random() < 0.6:
        x, y = np.meshgrid(np.arange(wide, dtype=np.float32), np.arange(high, dtype=np.float32))
        bend = clouds(chance, size, chance.uniform(1, 4), 2) * np.float32(chance.uniform(2, 40))
        grain = cv2.remap(grain, x, y + bend, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    grain = np.tanh(grain * np.float32(chance.uniform(0.6, 3)))
    boards = int(chance.choice([0, 0, 3, 5, 8]))
    if boards:
        edges = np.linspace(0, high, boards + 1).astype(int)
        for top, bottom in pairwise(edges.tolist()):
            grain[top:bottom] = np.roll(grain[top:bottom], int(chance.integers(0, wide)), axis=1)
            grain[top:bottom] += chance.normal() * 0.3
            grain[top : top + int(chance.integers(1, 6))] = -2.5
    turned = cv2.getRotationMatrix2D((wide / 2, high / 2), float(chance.uniform(0, 360)), 1.6)
    grain = cv2.warpAffine(grain.astype(np.float32), turned, size, borderMode=cv2.BORDER_REFLECT)
    hue = np.array([[[chance.integers(4, 22), chance.integers(40, 200), chance.integers(25, 220)]]], np.uint8)
    base = cv2.cvtColor(hue, cv2.COLOR_HSV2BGR)[0, 0].astype(np.float32) / 255
    return np.asarray(base * np.maximum(1 + grain * chance.uniform(0.08, 0.45), 0.05)[..., None], np.float32)


def _checked(chance: np.random.Generator, size: tuple[int, int], side: float) -> Values:
    """A checked cloth or tiles: squares about as large as cards."""
    wide, high = size
    step = side * chance.uniform(0.25, 1.6)
    turn = chance.uniform(0, pi)
    x, y = np.meshgrid(np.arange(wide, dtype=np.float32), np.arange(high, dtype=np.float32))
    along = (x * np.cos(turn) + y * np.sin(turn)) / step
    across = (-x * np.sin(turn) + y * np.cos(turn)) / step * chance.choice([1.0, 1.0, 0.7])
    one, other = colour(chance), colour(chance)
    if chance.random() < 0.5:  # gingham: both threads show
        part = ((along % 1 < 0.5) + 1.0 * (across % 1 < 0.5)) / 2
    elif chance.random() < 0.5:  # chequers
        part = 1.0 * ((along % 1 < 0.5) ^ (across % 1 < 0.5))
    else:  # tiles with joints
        joint = chance.uniform(0.02, 0.1)
        part = 1.0 * ((along % 1 < joint) | (across % 1 < joint))
    soft = cv2.GaussianBlur(part.astype(np.float32), (0, 0), float(chance.uniform(0.5, 2.5)))
    cloth = one + (other - one) * (soft * np.float32(chance.uniform(0.2, 1)))[..., None]
    fuzz = chance.normal(size=(high, wide)).astype(np.float32) * np.float32(chance.uniform(0, 0.08))
    return np.asarray(cloth * (1 + fuzz)[..., None], np.float32)


def _printed(chance: np.random.Generator, size: tuple[int, int], side: float) -> Values:
    """Repeated large letters and motifs, as on packaging and wrapping paper."""
    wide, high = size
    ground = np.empty((high, wide, 3), np.float32)
    ground[:] = colour(chance)
    motif = art(chance, (32, 32)) if chance.random() < 0.4 else None
    for _ in range(int(chance.integers(8, 50))):
        tint = colour(chance)
        at = (int(chance.uniform(-0.1, 1) * wide), int(chance.uniform(0, 1.05) * high))
        mask = np.zeros((high, wide), np.uint8)
        if motif is not None:
            radius = side * chance.uniform(0.2, 0.5)
            points = cv2.boxPoints(
                ((float(at[0]), float(at[1])), (radius, radius), float(chance.uniform(0, 90)))
            )
            cv2.fillConvexPoly(mask, np.rint(points).astype(np.int32), 255, cv2.LINE_AA)
        else:
            sign = "".join(chance.choice(list("ABEHKMNORSTWX0238"), int(chance.integers(1, 6))))
            large = side / 30 * float(chance.uniform(0.3, 2))
            cv2.putText(
                mask, sign, at, int(chance.choice([0, 2, 3])), large, 255, int(max(1, large * 3)), cv2.LINE_AA
            )
        ground += (tint - ground) * (mask.astype(np.float32) / 255)[..., None]
    if chance.random() < 0.7:
        turn = cv2.getRotationMatrix2D((wide / 2, high / 2), float(chance.uniform(0, 360)), 1.5)
        ground = np.asarray(cv2.warpAffine(ground, turn, size, borderMode=cv2.BORDER_REFLECT), np.float32)
    return ground


def drawn_thing(chance: np.random.Generator) -> tuple[Values, float, float]:
    """A straight-edged thing that is no card: picture (BGR, 0..1), short and long side in cards."""
    kind = chance.random()
    if kind < 0.4:  # a book, a box, a magazine
        short = float(chance.uniform(1.7, 4.0))
        long = short * float(chance.uniform(1.15, 1.7))
        size = (160, round(160 * long / short))
        picture = art(chance, size)
        for _ in range(int(chance.integers(0, 4))):
            left, top = int(chance.uniform(5, 80)), int(chance.uniform(5, size[1] * 0.8))
            box = (left, top, int(chance.uniform(left + 40, 158)), int(chance.uniform(top + 14, size[1])))
            text(picture, chance, box, float(chance.choice([0.05, 0.95])))
    elif kind < 0.6:  # a telephone, a remote control
        short = float(chance.uniform(0.6, 1.2))
        long = short * float(chance.uniform(2.0, 4.0))
        size = (96, round(96 * long / short))
        picture = np.empty((size[1], size[0], 3), np.float32)
        picture[:] = chance.uniform(0.02, 0.3)
        if chance.random() < 0.6:
            rim = int(chance.integers(2, 8))
            picture[rim:-rim, rim:-rim] *= np.float32(chance.uniform(0.3, 2.5))
        for _ in range(int(chance.choice([0, 0, 6, 20]))):
            spot = (int(chance.uniform(8, 88)), int(chance.uniform(8, size[1] - 8)))
            cv2.circle(picture, spot, int(chance.integers(2, 9)), colour(chance).tolist(), -1, cv2.LINE_AA)
    elif kind < 0.85:  # a letter, a bill, a sheet with print
        short = float(chance.uniform(1.6, 3.2))
        long = short * float(chance.uniform(1.3, 2.4))
        size = (160, round(160 * long / short))
        picture = np.full((size[1], size[0], 3), chance.uniform(0.6, 1), np.float32)
        text(picture, chance, (8, 8, 152, size[1] - 8), float(chance.uniform(0, 0.5)))
    else:  # a place mat, a tray
        short = float(chance.uniform(3.5, 6))
        long = short * float(chance.uniform(1.2, 1.6))
        size = (160, round(160 * long / short))
        picture = np.empty((size[1], size[0], 3), np.float32)
        picture[:] = colour(chance)
        rim = int(chance.integers(3, 20))
        picture[rim:-rim, rim:-rim] = colour(chance)
    return np.clip(picture, 0, 1), short, long
