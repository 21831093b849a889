"""Painted tables with clutter around pieces: cloth, wood, boards, cards, flat circles, coins.

Only coins have a body; everything may look round.
"""

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Picture, Points, Values
from vision.painted.flat_things import Shine, Side, paint_coin
from vision.workshop.training.painted_prints import Printer, some_body
from vision.workshop.training.piece_brush import CIRCLE, Canvas, View
from vision.workshop.training.piece_prints import paint_outline, print_card, print_field
from vision.workshop.training.plain_reverses import plain_relief

Ink = NDArray[np.floating[Any]]
"""A colour (BGR, 0..255)."""
SIDE = 288
"""Side of a painted scene in px."""
FINE = 2
"""Scale at which scenes are drawn."""
FINE_SIDE = SIDE * FINE


def cut_of(grounds: Sequence[Picture], chance: np.random.Generator) -> Values:
    """A random part of a picture at any turn and scale, as the fine canvas."""
    picture = grounds[int(chance.integers(len(grounds)))]
    side = FINE_SIDE
    need = SIDE / float(np.exp(chance.uniform(np.log(0.6), np.log(1.9))))
    turn = chance.uniform(0, 2 * np.pi)
    half = min(need, min(picture.shape[:2]) - 2) / 2
    x = chance.uniform(half, picture.shape[1] - half)
    y = chance.uniform(half, picture.shape[0] - half)
    scale = half * 2 / side
    matrix = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]) * scale
    if chance.random() < 0.5:
        matrix[:, 0] *= -1
    shift = np.array([x, y]) - matrix @ np.array([side / 2, side / 2])
    cut = cv2.warpAffine(picture, np.column_stack([matrix, shift]), (side, side),
                         flags=cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REFLECT)  # fmt: skip
    gains = np.exp(chance.normal(0, 0.12, 3))
    return np.asarray(cut.astype(np.float32) * gains.astype(np.float32))


def _noise(chance: np.random.Generator, side: int, down: float, across: float) -> Values:
    cells = (max(2, int(side / down)), max(2, int(side / across)))
    coarse = chance.normal(0, 1, cells).astype(np.float32)
    return np.asarray(cv2.resize(coarse, (side, side), interpolation=cv2.INTER_CUBIC), np.float32)


def painted_table(chance: np.random.Generator) -> Values:
    """A bare table top: cloth, wood, card, board or plain, in any colour."""
    side = FINE_SIDE
    colour = some_body(chance) if chance.random() < 0.5 else chance.uniform(20, 230, 3).astype(np.float32)
    if chance.random() < 0.45:  # wood
        colour = np.array([0.45, 0.7, 1.0], np.float32) * chance.uniform(50, 230)
    shade = chance.uniform(0, 0.12) * _noise(chance, side, 90, 90) + chance.uniform(0, 0.08) * _noise(
        chance, side, 5, 5
    )
    kind = chance.random()
    if kind < 0.35:
        fine = chance.uniform(2, 9)
        shade += chance.uniform(0.03, 0.22) * _noise(chance, side, fine, fine * chance.uniform(6, 40))
    elif kind < 0.65:
        y, x = np.mgrid[0:side, 0:side].astype(np.float32)
        step = chance.uniform(4, 26)
        weave = np.sin(x * 2 * np.pi / step) + np.sin(y * 2 * np.pi / step / chance.uniform(0.8, 1.25))
        shade += chance.uniform(0.0, 0.12) * weave
    canvas = colour * (1 + shade[..., None])
    turn = cv2.getRotationMatrix2D((side / 2, side / 2), chance.uniform(0, 360), 1.45)
    return np.asarray(cv2.warpAffine(canvas, turn, (side, side), borderMode=cv2.BORDER_REFLECT), np.float32)


def litter(
    canvas: Values, chance: np.random.Generator, usual: float, view: View, printer: Printer, most: int = 9
) -> None:
    """Things other than pieces: print on mats and boards, flat circles, lines, cards, coins."""
    side = canvas.shape[0]
    if chance.random() < 0.25:
        _print_board(canvas, usual, chance)
    for _ in range(int(chance.integers(0, most))):
        colour = chance.uniform(10, 245, 3) if chance.random() < 0.6 else some_body(chance)
        at = chance.uniform(0, side, 2)
        kind = int(chance.integers(9))
        size = usual * chance.uniform(0.5, 3.0)
        if kind == 0:
            corners = at + size * chance.uniform(-1, 1, (int(chance.integers(3, 6)), 2))
            paint_outline(canvas, corners, colour)
        elif kind == 1:
            print_card(canvas, at, size, printer, chance)
        elif kind == 2:
            _print_large_shapes(canvas, at, size, colour, view, chance)
        elif kind == 3:
            _print_circle(canvas, view.ring(at, 13.0 * chance.uniform(0.4, 1.6)), colour, chance)
        elif kind == 4:
            ends = np.round(chance.uniform(0, side, (2, 2))).astype(int)
            cv2.line(
                canvas,
                ends[0].tolist(),
                ends[1].tolist(),
                colour.tolist(),
                int(chance.integers(2, 16)),
                cv2.LINE_AA,
            )
        elif kind >= 7:
            print_field(canvas, at, usual * chance.uniform(0.6, 1.8), view, printer, chance)
        elif kind == 5:
            _lay_coin(canvas, at, usual * chance.uniform(0.5, 1.1), view, chance)
        else:
            _print_dotted_square(canvas, at, usual, colour, chance)


def _print_board(canvas: Values, usual: float, chance: np.random.Generator) -> None:
    """A board of squares under everything."""
    side = canvas.shape[0]
    step = usual * chance.uniform(1.8, 3.2)
    one, other = chance.uniform(20, 240, (2, 3)).astype(np.float32)
    turn = chance.uniform(-0.2, 0.2)
    y, x = np.mgrid[0:side, 0:side]
    u, v = x * np.cos(turn) + y * np.sin(turn), y * np.cos(turn) - x * np.sin(turn)
    dark = (np.floor(u / step) + np.floor(v / step)) % 2 > 0
    lines = np.minimum(u % step, v % step) < step * chance.uniform(0, 0.06)
    whole = chance.random() < 0.7
    canvas *= 0.25 if whole else 0.6
    canvas += (0.75 if whole else 0.3) * np.where(dark[..., None], one, other)
    canvas[lines] *= 0.4


def _print_large_shapes(
    canvas: Values, at: Points, size: float, colour: Ink, view: View, chance: np.random.Generator
) -> None:
    """A card with a few large shapes."""
    turn = chance.uniform(0, np.pi)
    wide = size * chance.uniform(0.6, 1.4)
    corners = np.array([(-wide, -size), (wide, -size), (wide, size), (-wide, size)])
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    paint_outline(canvas, at + corners @ spin.T, colour)
    for _ in range(int(chance.integers(1, 6))):
        place = (chance.uniform(-0.8, 0.8, 2) * (wide, size)) @ spin.T + at
        ink = chance.uniform(0, 255, 3)
        if chance.random() < 0.5:
            ring = view.ring(place, size * chance.uniform(0.05, 0.5) / float(view.flat[0, 0]))
            paint_outline(canvas, ring, ink)
        else:
            paint_outline(canvas, place + size * 0.4 * chance.uniform(-1, 1, (4, 2)), ink)


def _print_circle(canvas: Values, outline: Points, colour: Ink, chance: np.random.Generator) -> None:
    """A printed circle, filled or not."""
    if chance.random() < 0.5:
        paint_outline(canvas, outline, colour)
        return
    fixed = np.round(outline * 16).astype(np.int32)
    cv2.polylines(canvas, [fixed], isClosed=True, color=colour.tolist(), thickness=int(chance.integers(2, 9)),
                  lineType=cv2.LINE_AA, shift=4)  # fmt: skip


def _print_dotted_square(
    canvas: Values, at: Points, usual: float, colour: Ink, chance: np.random.Generator
) -> None:
    """A square with dots of the opposite colour."""
    corners = at + usual * chance.uniform(0.5, 0.9) * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
    paint_outline(canvas, corners, colour)
    for _ in range(int(chance.integers(0, 6))):
        paint_outline(canvas, at + usual * chance.uniform(-0.5, 0.5, 2) + usual * 0.1 * CIRCLE, 255 - colour)


def _lay_coin(canvas: Values, at: Points, radius: float, view: View, chance: np.random.Generator) -> None:
    """A copper or silver coin, seen from the same angle as the pieces."""
    shine = Shine(
        chance.uniform(0, 360),
        chance.uniform(25, 80),
        chance.uniform(0.6, 1.2),
        chance.uniform(0, 1),
        chance.uniform(0, 1),
    )
    face: Side = "heads" if chance.random() < 0.5 else "tails"
    turned = chance.uniform(0, 360)
    coin = paint_coin(plain_relief(face, chance), 2 * radius, chance, shine, turned)
    coin = coin.astype(np.float32)
    if chance.random() < 0.3:
        coin[..., :3] = coin[..., :3].mean(axis=2, keepdims=True) * 1.2
    flat = view.flat / float(np.sqrt(np.linalg.det(view.flat)))
    middle = (coin.shape[0] - 1) / 2
    matrix = np.column_stack([flat, at - flat @ np.array([middle, middle])])
    side = canvas.shape[0]
    laid = cv2.warpAffine(coin, matrix, (side, side), flags=cv2.INTER_LINEAR)
    share = laid[..., 3:] / 255
    shifted = cv2.GaussianBlur(laid[..., 3], (0, 0), 0.08 * radius + 0.5)
    dark = cv2.warpAffine(
        shifted,
        np.array([[1, 0, view.sun[0] * 0.1 * radius], [0, 1, view.sun[1] * 0.1 * radius]]),
        (side, side),
    )
    canvas *= (1 - view.dark * 0.7 * dark / 255)[..., None]
    canvas += share * (laid[..., :3] - canvas)


def cover(canvas: Canvas, chance: np.random.Generator, usual: float) -> None:
    """Sometimes a finger or card over some pieces."""
    if chance.random() > 0.12:
        return
    side = canvas.side
    start, end = chance.uniform(0, side, (2, 2))
    mask = np.zeros((side, side), np.uint8)
    cv2.line(mask, np.round(start).astype(int).tolist(), np.round(end).astype(int).tolist(), 255,
             int(usual * chance.uniform(0.6, 1.6)) + 1, cv2.LINE_AA)  # fmt: skip
    skin = np.array([0.55, 0.72, 1.0], np.float32) * chance.uniform(60, 230)
    share = (mask.astype(np.float32) / 255)[..., None]
    canvas.light += share * (skin * (1 + 0.1 * _noise(chance, side, 60, 60)[..., None]) - canvas.light)
    canvas.owner[mask > 127] = -1


def as_seen(canvas: Values, chance: np.random.Generator) -> Picture:
    """The camera's picture: lamp colour, light slope, blur, noise, sharpening, JPEG."""
    side = canvas.shape[0]
    warmth = chance.normal(0, 0.11)
    gains = np.array([np.exp(-warmth + chance.normal(0, 0.03)), 1.0, np.exp(warmth + chance.normal(0, 0.03))])
    slope = (
        1
        + 0.2 * chance.normal() * np.linspace(-1, 1, side)[:, None]
        + 0.2 * chance.normal() * np.linspace(-1, 1, side)
    )
    lit = canvas * np.clip(slope, 0.4, 1.6)[..., None].astype(np.float32) * gains.astype(np.float32)
    lit *= float(np.exp(chance.normal(-0.1, 0.3)))
    small = cv2.resize(np.clip(lit, 0, 400).astype(np.float32), (SIDE, SIDE), interpolation=cv2.INTER_AREA)
    blur = chance.uniform(0, 0.7) if chance.random() < 0.6 else chance.uniform(0.5, 1.9)
    if blur > 0.2:
        small = cv2.GaussianBlur(small, (0, 0), blur)
    grain = np.asarray(chance.normal(0, 1, (SIDE, SIDE, 3)), np.float32)
    if chance.random() < 0.5:
        grain = np.asarray(cv2.GaussianBlur(grain, (0, 0), 0.7), np.float32) * 1.8
    small = small + grain * chance.uniform(0.3, 7)
    if chance.random() < 0.4:
        small = small + chance.uniform(0.2, 1.0) * (small - cv2.GaussianBlur(small, (0, 0), 1.2))
    picture: Picture = np.clip(small, 0, 255).astype(np.uint8)
    if chance.random() < 0.7:
        _, coded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, int(chance.integers(55, 96))])
        picture = np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)
    return picture
