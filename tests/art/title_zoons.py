"""The title pictures of Zoon and of Zoondo: cards and pennies under a lamp, and the same cards face down in ranks."""

import numpy as np

from tests.art.masks import moved, oval, shape
from tests.art.props import (
    CARD_HIGH,
    CARD_WIDE,
    back_face,
    lay_card,
    lay_disc,
    penny_face,
    planks,
    throw_die,
    worn_face,
)
from tests.art.sheet import Sheet
from tests.art.view import View, solid


def zoon_alternate() -> Sheet:
    """Two worn cards that face each other, copper pennies on them, and a die in the air between."""
    sheet = Sheet(960, 540, 4)
    view = View((0, -21, 17.5), (0, 0.9, 0), 1170, (480, 285))
    planks(sheet, view, "70452B")
    boars = worn_face("boarix", "2F6B5E", "C4633A", 11)
    walruses = worn_face("warus", "A8452F", "5C8CB8", 12, (3, 4, 2, 0))
    lay_card(sheet, view, back_face(31), -10.9, 6.2, 24, light=0.8)
    lay_card(sheet, view, back_face(32, "2C4460", "C9A36A"), 11.3, 5.8, -31, light=0.8)
    lay_card(sheet, view, boars, -4.7, -0.6, -9)
    lay_card(sheet, view, walruses, 4.9, -0.3, 10)
    heads, tails = penny_face(heads=True), penny_face(heads=False)
    lay_disc(sheet, view, heads, -4.3, -3.55, 0.06, radius=1.02, turned=12, falls=0.75)
    lay_disc(sheet, view, tails, 4.45, -3.3, 0.06, radius=1.02, turned=-20, falls=0.75)
    lay_disc(sheet, view, heads, -9.3, -3.3, 0.0, radius=1.02, turned=40, falls=0.75)
    lay_disc(sheet, view, tails, -9.7, -2.9, 0.22, radius=1.02, turned=70, falls=0.75)
    lay_disc(sheet, view, tails, 9.6, -2.6, 0.0, radius=1.02, turned=170, falls=0.75)
    sheet.lit(455, 290, 720, 500, dark=0.1)
    throw_die(sheet, view, 0.1, 0.2, 4.3, size=2.6, faces=(2, 3, 6), turn=(28, 24, 38), blur=9, dark=0.5)
    sheet.glow(240, -40, 520, 380, "FFC873", 0.34)
    return sheet


def zoondo() -> Sheet:
    """Two armies face down; one corner lifts, and light comes from beneath it."""
    sheet = Sheet(960, 540, 8)
    view = View((0, -24, 15.5), (0, 1.2, 0), 1050, (480, 246))
    planks(sheet, view, "4A3350", wide=9, seed=9)
    ours = [back_face(40 + n) for n in range(3)]
    theirs = [back_face(50 + n, "1F4A50", "C98F5A") for n in range(2)]
    for row, y in enumerate((25.5, 15.8)):
        for n in range(7):
            lay_card(sheet, view, theirs[(n + row) % 2], (n - 3) * 6.9, y, (n * 37 % 5 - 2) * 0.9, light=0.8)
    for n in (-2, -1, 0, 1, 2):
        lay_card(sheet, view, ours[n % 3], n * 6.9, 4.6, (n * 29 % 5 - 2) * 1.1)
    for n in (-2, -1, 1, 2):
        lay_card(sheet, view, ours[(n + 1) % 3], n * 6.9, -4.6, (n * 23 % 5 - 2) * 1.3)
    sheet.lit(480, 300, 660, 430, dark=0.1, warm="F3D3C6")
    _lifted(sheet, view)
    return sheet


def _lifted(sheet: Sheet, view: View) -> None:
    """The card in the middle of the front rank: its near right corner is bent up."""
    foot = moved([(-3, 4.2), (3, 4.2), (3, -4.2), (-3, -4.2)], 0, -4.6)
    whole = shape(view.outline(foot))
    corner = view.at(3, -8.8)
    sheet.fill(whole.moved(-2, 2).blurred(7), "05070B", strength=0.7, grain=0)
    sheet.glow(corner[0] - 60, corner[1] - 30, 330, 150, "FF9E2C", 0.9)
    sheet.glow(corner[0] - 70, corner[1] - 40, 190, 100, "FFE08A", 0.95)
    points, colours, normals = _bent(back_face(44), worn_face("monkus", "B8842F", "6B4A30", 45))
    points += (0, -4.6, 0.05)
    lit = colours * (0.94, 0.84, 0.76)
    solid(sheet, view, points, lit, normals)
    sheet.glow(corner[0] - 50, corner[1] - 40, 170, 110, "FFE3A0", 0.5)
    chance = np.random.default_rng(3)
    for _n in range(34):
        x, y = corner[0] + 70 * chance.standard_normal(), corner[1] - 130 * chance.random() + 20
        spark = oval(x, y, 0.9 + 1.9 * chance.random())
        sheet.fill(spark.blurred(2.4), "FFC65A", strength=0.8, grain=0)
        sheet.fill(spark, "FFF3C4", grain=0)


def _bent(back: Sheet, face: Sheet) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """A card whose lower right corner is rolled up; its face shows on the underside."""
    w, h = CARD_WIDE / 2, CARD_HIGH / 2
    across, along = np.meshgrid(np.linspace(-w, w, 1500), np.linspace(-h, h, 2100))
    across, along = across.ravel(), along.ravel()
    way = np.array([0.53, -0.848])
    beyond = across * way[0] + along * way[1] - 1.35
    bent = np.clip(beyond, 0, None)
    radius, most = 2.0, 1.72
    angle = np.clip(bent / radius, 0, most)
    rest = np.clip(bent - radius * most, 0, None)
    forward = radius * np.sin(angle) + rest * np.cos(most) - bent
    rise = radius * (1 - np.cos(angle)) + rest * np.sin(most)
    points = np.column_stack([across + way[0] * forward, along + way[1] * forward, rise])
    normals = np.column_stack([-np.sin(angle) * way[0], -np.sin(angle) * way[1], np.cos(angle)])
    rows = ((h - along) / (2 * h) * (back.paint.shape[0] - 1)).astype(int)
    columns = ((across + w) / (2 * w) * (back.paint.shape[1] - 1)).astype(int)
    upper = normals @ np.array([0, -0.84, 0.54]) > 0
    under = face.paint[rows, back.paint.shape[1] - 1 - columns] * (1.0, 0.92, 0.7)
    colours = np.where(upper[:, None], back.paint[rows, columns], under).astype(float)
    kept = back.cover[rows, columns] > 0.5
    normals = np.where(upper[:, None], normals, np.array([-0.4, 0.2, 0.8]))
    return points[kept], colours[kept], normals[kept]
