"""Turned playing pieces as a camera sees them: cones with a ball, skittles, bells, pegs.

Rule kept: a piece is a profile, a radius per height, lit on the lamp's side with highlights where polished,
so that from above only its rings of light distinguish it from a disc.
"""

import cv2
import numpy as np

from vision.arrays import Points, Values
from vision.workshop.training.piece_brush import Canvas, View, mask_of, shadow

_SLICES = 72
"""Maximum slices per piece; its height in px if that is less."""


def draw_pawn(
    canvas: Canvas,
    number: int,
    at: Points,
    radius: float,
    body: Values,
    view: View,
    chance: np.random.Generator,
) -> Points:
    """A turned piece with its foot (`radius` mm) at `at` (px); returns the middle of its head (px)."""
    heights, radii, head = some_profile(radius, chance)
    shadow(canvas, at, radius * 0.75, float(heights[-1]), view, chance)
    draw_turned(canvas, number, at, (heights, radii), body, view, chance)
    return np.asarray(at + head * view.up, np.float64)


def some_profile(radius: float, chance: np.random.Generator) -> tuple[Points, Points, float]:
    """Heights and radii (mm, from below) of a pawn's slices, and the height of its head's middle."""
    high = radius * chance.uniform(1.6, 3.4)
    head = radius * chance.uniform(0.4, 0.68)
    middle = high - head
    height = np.linspace(0.0, high, _SLICES)
    share = np.clip(height / max(1e-6, middle), 0, 1)
    neck = head * chance.uniform(0.45, 0.95)
    form = int(chance.integers(5))
    if form == 0:  # a cone, as in Halma and Ludo, straight or hollowed
        wide = neck + (radius - neck) * (1 - share) ** chance.uniform(0.8, 2.2)
    elif form == 1:  # a foot, a waist and a collar
        foot = chance.uniform(0.1, 0.25)
        above = np.clip((share - foot) / (1 - foot), 0, 1)
        shoulder = radius * chance.uniform(0.6, 0.92)
        stem = neck + (shoulder - neck) * (1 - above) ** chance.uniform(0.8, 2.6)
        wide = np.where(share < foot, radius * (1 - 0.08 * share / foot), stem)
        if chance.random() < 0.6:
            wide = np.where(
                (above > 0.8) & (above < 0.93), np.maximum(wide, head * chance.uniform(0.9, 1.25)), wide
            )
    elif form == 2:  # a skittle: a belly that narrows above
        belly = chance.uniform(0.2, 0.45)
        wide = neck + (radius - neck) * np.exp(-(((share - belly) / chance.uniform(0.25, 0.45)) ** 2))
    elif form == 3:  # a bell or a peg: upright sides, rounded shoulder
        wide = radius * chance.uniform(0.6, 0.95) * (1 - share ** chance.uniform(2.5, 6.0)) + neck * share
        wide[share < chance.uniform(0.03, 0.15)] = radius
    else:  # a plate with a thin stem
        wide = np.where(share < chance.uniform(0.06, 0.2), radius, np.maximum(neck, radius * 0.3))
    ball = np.sqrt(np.maximum(0.0, head**2 - (height - middle) ** 2))
    flat = chance.random() < 0.12  # a head that is flat on top
    if flat:
        ball = np.where(height > middle, head, ball)
    wide = np.where(height > middle, ball, np.maximum(wide, ball))
    return height, np.maximum(wide, 0.02 * radius), float(middle)


def draw_turned(
    canvas: Canvas,
    number: int,
    at: Points,
    profile: tuple[Points, Points],
    body: Values,
    view: View,
    chance: np.random.Generator,
) -> None:
    """Draws a body of revolution from its profile (heights and radii in mm), lit opposite to the shadows."""
    heights, radii = profile
    rings = [view.ring(at, float(wide), float(high)) for high, wide in zip(heights, radii, strict=True)]
    around = np.concatenate([rings[0], rings[-1], rings[int(np.argmax(radii))], rings[-len(rings) // 3]])
    window, _ = mask_of(canvas.light, around)
    if window is None:
        return
    corner = np.array([window[1].start, window[0].start], np.float64)
    shape = (window[0].stop - window[0].start, window[1].stop - window[1].start)
    slices = np.full(shape, -1, np.int32)
    for which, ring in enumerate(rings):
        cv2.fillPoly(slices, [np.round((ring - corner) * 16).astype(np.int32)], which, cv2.LINE_8, 4)
    rows, columns = np.nonzero(slices >= 0)
    if not len(rows):
        return
    seen = slices[rows, columns]
    middles = at - corner + heights[seen, None] * view.up
    away = (np.column_stack([columns, rows]) - middles) @ np.linalg.inv(view.flat).T / radii[seen, None]
    slope = -np.gradient(radii, heights)  # how much the side looks up
    # A slice wider than the one above shows a level ring inside its edge.
    level = np.clip((1 - np.hypot(*away.T)) * 3.0, 0, 1)
    up = np.arctan(np.clip(slope, -2.5, 6.0))[seen] * (1 - level) + (np.pi / 2) * level
    flat = away / np.maximum(1e-6, np.hypot(*away.T))[:, None]
    normal = np.column_stack([flat * np.cos(up)[:, None], np.sin(up)])
    lamp = np.append(-view.sun, 1.0)
    lamp /= np.linalg.norm(lamp)
    eye = np.append(-np.linalg.inv(view.flat) @ view.up, 1.0)
    eye /= np.linalg.norm(eye)
    half = (lamp + eye) / np.linalg.norm(lamp + eye)
    lit = view.ambient * (0.65 + 0.35 * normal[:, 2]) + (1 - view.ambient) * 1.1 * np.maximum(
        0, normal @ lamp
    )
    polish = float(np.exp(chance.uniform(np.log(6), np.log(120))))
    glow = chance.uniform(0, 200) * chance.random() * np.maximum(0, normal @ half) ** polish
    colour = body * (lit * chance.uniform(0.8, 1.15))[:, None] + glow[:, None]
    if chance.random() < 0.2:  # turned wood shows its grain
        grain = 1 + chance.uniform(0.02, 0.1) * np.sin(away @ chance.normal(0, 8, 2) + chance.uniform(0, 6))
        colour *= grain[:, None]
    part, owner = canvas.light[window], canvas.owner[window]
    part[rows, columns] = colour
    owner[rows, columns] = number
