"""Boards under pieces: chequered ones and tracks of numbered fields, with the places for pieces.

Rule kept: a field is little larger than its piece; a piece's size is its body's, never its field's.
"""

from itertools import pairwise

import cv2
import numpy as np

from vision.arrays import Values
from vision.workshop.training.painted_prints import Printer, some_body
from vision.workshop.training.piece_brush import View
from vision.workshop.training.piece_prints import paint_outline, print_field

Place = tuple[float, float]


def chequered(light: Values, radius: float, view: View, chance: np.random.Generator) -> list[Place]:
    """Covers the canvas with squares for pieces of `radius` (mm); the middles (px) of one colour."""
    side = light.shape[0]
    square = 2 * radius * chance.uniform(0.98, 1.7)
    turn = chance.uniform(0, np.pi / 2)
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    grid = view.flat @ spin * square
    middle = np.array([side / 2, side / 2]) + chance.uniform(-0.5, 0.5, 2) @ grid.T
    y, x = np.mgrid[0:side, 0:side]
    cells = (np.stack([x, y], axis=-1) - middle) @ np.linalg.inv(grid).T
    whole = np.floor(cells).astype(int)
    odd = (whole.sum(axis=2) % 2) > 0
    one, other = _pair(chance)
    reach = int(chance.integers(1, 9))
    inside = (np.abs(cells + 0.001) < reach).all(axis=2)
    light[inside] = np.where(odd[..., None], one, other)[inside] * (0.75 + 0.25 * light / 160)[inside]
    if chance.random() < 0.5:
        near = np.abs(cells - np.round(cells)).min(axis=2) < chance.uniform(0.005, 0.03)
        light[inside & near] = chance.uniform(5, 120, 3)
    if chance.random() < 0.25:
        light[:] = cv2.GaussianBlur(light, (0, 0), float(chance.uniform(0.6, 2.5)))
    used = chance.random() < 0.8
    places = []
    for row in range(-reach, reach):
        for column in range(-reach, reach):
            at = middle + (np.array([column, row]) + 0.5) @ grid.T
            if (not used or (row + column) % 2 == 0) and (at > 0).all() and (at < side).all():
                places.append((float(at[0]), float(at[1])))
    return places


def track(
    light: Values, radius: float, view: View, printer: Printer, chance: np.random.Generator
) -> list[Place]:
    """Lays a track of fields, with or without numbers, joined by lines; their middles (px)."""
    side = light.shape[0]
    scale = float(np.sqrt(abs(np.linalg.det(view.flat))))
    reach = radius * scale * chance.uniform(1.05, 2.0)
    gap = reach * chance.uniform(2.0, 3.4)
    if chance.random() < 0.6:
        light *= 0.35
        light += 0.65 * some_body(chance) * chance.uniform(0.5, 1.1)
    turn = view.flat / scale
    start, along = chance.uniform(0, side, 2), chance.uniform(0, 2 * np.pi)
    places: list[Place] = []
    at, bent = start, chance.normal(0, 0.25)
    for _ in range(14):
        places.append((float(at[0]), float(at[1])))
        at = at + gap * np.array([np.cos(along), np.sin(along)]) @ turn.T
        along += bent + (np.pi / 2 if chance.random() < 0.15 else 0.0)
        if (at < 0).any() or (at > side).any():
            at, along = chance.uniform(0, side, 2), chance.uniform(0, 2 * np.pi)
    if chance.random() < 0.6:
        line = chance.uniform(5, 250, 3).tolist()
        for (x0, y0), (x1, y1) in pairwise(places):
            ends = (round(x0), round(y0)), (round(x1), round(y1))
            cv2.line(light, *ends, line, max(2, int(reach * chance.uniform(0.08, 0.3))), cv2.LINE_AA)
    plain = chance.random() < 0.35
    paper = some_body(chance)
    corners = int(chance.choice([4, 6, 64], p=[0.6, 0.1, 0.3]))
    spin = np.pi / 4 if corners == 4 else 0.0
    angles = spin + np.arange(corners) / corners * 2 * np.pi
    ring = np.column_stack([np.cos(angles), np.sin(angles)]) * (1.35 if corners == 4 else 1.05)
    for x, y in places:
        middle = np.array([x, y])
        if plain:
            if chance.random() < 0.3:
                paint_outline(light, middle + 1.08 * reach * ring @ turn.T, chance.uniform(5, 250, 3))
            own = some_body(chance) if chance.random() < 0.2 else paper
            paint_outline(light, middle + reach * ring @ turn.T, own)
        else:
            print_field(light, middle, reach, view, printer, chance)
    return places


def _pair(chance: np.random.Generator) -> tuple[Values, Values]:
    """Two colours of a chequered board, often a light and a dark one of one kind."""
    if chance.random() < 0.5:
        wood = np.array([0.5, 0.75, 1.0]) * np.exp(chance.normal(0, 0.1, 3))
        return (wood * chance.uniform(130, 240)).astype(np.float32), (wood * chance.uniform(15, 120)).astype(
            np.float32
        )
    return some_body(chance), some_body(chance)
