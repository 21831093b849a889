"""Lessons for the coin finders: painted scenes and pictures with truth, cut to each network's input.

Rule kept: a lesson is cut as `vision.pennies.reader` cuts at run time.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Picture, stretch
from vision.pennies.reader import (
    CLOSE_PX,
    EDGE_PX,
    LEVEL_PX,
    RADIUS_PX,
    STEP_PX,
    USUAL_PX,
    Ellipse,
    Shrinking,
    peaks,
)
from vision.workshop.training.coin_scenes import Ring, Scene
from vision.workshop.training.frame_material import with_truth

Look = Callable[[Picture], NDArray[np.float32]]
"""The first network: from a padded level to its answers, rows x columns x 4."""
LEVEL_SIDE = 160
"""Side (px) of the first network's training pictures."""
LEAST_VISIBLE = 0.5
GREY_ZONE = 0.3
"""Visible share of a penny up to which it counts as none; from here to LEAST_VISIBLE it is left out."""


def card_faces(folders: list[Path], longest_px: int = 256, name: str = "*") -> list[Picture]:
    """Pictures of a name in folders and their subfolders, scaled to one longer side (px)."""
    files = [f for folder in folders for f in sorted(folder.rglob(name)) if f.suffix in (".png", ".jpg")]
    faces = [np.asarray(cv2.imread(str(file)), np.uint8) for file in files]
    scale = [longest_px / max(face.shape[:2]) for face in faces]
    return [
        np.asarray(cv2.resize(face, None, fx=s, fy=s, interpolation=cv2.INTER_AREA), np.uint8)
        for face, s in zip(faces, scale, strict=True)
    ]


def as_level(scene: Scene, scale: float) -> Scene:
    """The scene scaled as the first network sees it."""
    high, wide = (round(side * scale) for side in scene.picture.shape[:2])
    small = cv2.resize(scene.picture, (wide, high), interpolation=cv2.INTER_AREA)
    return Scene(np.asarray(small, np.uint8), tuple(_scaled(ring, scale) for ring in scene.rings))


def _scaled(ring: Ring, scale: float) -> Ring:
    x, y = (ring.x + 0.5) * scale - 0.5, (ring.y + 0.5) * scale - 0.5
    return Ring(
        x=x, y=y, long=ring.long * scale, short=ring.short * scale, turn=ring.turn, visible=ring.visible
    )


def frame_scenes(folder: Path) -> list[Scene]:
    """Whole pictures with the pennies of their truth."""
    return [Scene(image, rings_of(truth)) for image, truth in with_truth(folder)]


def empty_scenes(folder: Path) -> list[Scene]:
    """Pictures (JPEG) without any penny."""
    return [Scene(np.asarray(cv2.imread(str(file)), np.uint8), ()) for file in sorted(folder.glob("*.jpg"))]


def rings_of(truth: dict[str, object]) -> tuple[Ring, ...]:
    """The outlines of a truth's pennies, as ellipses."""
    things = truth["objects"]
    assert isinstance(things, list)
    rings = []
    for thing in things:
        if thing["kind"] == "penny":
            outline = np.array(thing["polygon"], np.float32)
            (x, y), (first, second), turn = cv2.fitEllipse(outline)
            long, short = max(first, second) / 2, min(first, second) / 2
            angle = np.deg2rad(turn + (0 if first >= second else 90))
            visible = thing["visible_fraction"]
            shown = 1.0 if visible is None else float(visible)
            rings.append(
                Ring(
                    x=float(x),
                    y=float(y),
                    long=float(long),
                    short=float(short),
                    turn=float(angle),
                    visible=shown,
                )
            )
    return tuple(rings)


def pieces(scene: Scene, number: int, chance: np.random.Generator) -> list[Scene]:
    """Squares of LEVEL_SIDE from a picture, scaled so that its pennies have the network's sizes."""
    sizes = [2 * ring.long for ring in scene.rings]
    usual = float(np.median(sizes)) if sizes else 30.0
    made = []
    for _ in range(number):
        scale = float(np.exp(chance.uniform(np.log(LEVEL_PX[0] * 0.95), np.log(LEVEL_PX[1] * 1.05)))) / usual
        side = min(int(LEVEL_SIDE / scale), *scene.picture.shape[:2])
        top = int(chance.integers(0, scene.picture.shape[0] - side + 1))
        left = int(chance.integers(0, scene.picture.shape[1] - side + 1))
        if scene.rings and chance.random() < 0.6:
            ring = scene.rings[int(chance.integers(len(scene.rings)))]
            top = int(np.clip(ring.y - chance.uniform(0.1, 0.9) * side, 0, scene.picture.shape[0] - side))
            left = int(np.clip(ring.x - chance.uniform(0.1, 0.9) * side, 0, scene.picture.shape[1] - side))
        cut = scene.picture[top : top + side, left : left + side]
        rings = tuple(
            Ring(x=r.x - left, y=r.y - top, long=r.long, short=r.short, turn=r.turn, visible=r.visible)
            for r in scene.rings
        )
        made.append(as_level(Scene(cut, rings), LEVEL_SIDE / side))
    return made


def wanted_answers(rings: tuple[Ring, ...], cells: int) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Heat (1 at middles; -1: ignored) and 4 x cells x cells: shifts, log size, their weight."""
    heat = np.zeros((cells, cells), np.float32)
    told = np.zeros((4, cells, cells), np.float32)
    nearest = np.full((cells, cells), np.inf, np.float32)
    rows, columns = np.mgrid[0:cells, 0:cells].astype(np.float32)
    doubtful = np.zeros((cells, cells), bool)
    for ring in rings:
        radius = float(np.sqrt(ring.long * ring.short))
        x, y = (ring.x + 0.5) / STEP_PX - 0.5, (ring.y + 0.5) / STEP_PX - 0.5
        far = np.hypot(columns - x, rows - y)
        fits = LEVEL_PX[0] * 0.85 <= 2 * radius <= LEVEL_PX[1] * 1.2
        if not fits or ring.visible < LEAST_VISIBLE:
            if ring.visible > GREY_ZONE:
                doubtful |= far < 0.7 * radius / STEP_PX
            continue
        sharp = max(0.35 * radius / STEP_PX, 0.55)
        heat = np.maximum(heat, np.exp(-0.5 * (far / sharp) ** 2))
        close = (far < max(0.5 * radius / STEP_PX, 0.8)) & (far < nearest)
        nearest[close] = far[close]
        told[0][close], told[1][close] = (x - columns)[close], (y - rows)[close]
        told[2][close], told[3][close] = np.log(2 * radius / USUAL_PX), 1.0
        row, column = round(y), round(x)
        if 0 <= row < cells and 0 <= column < cells:
            heat[row, column] = 1.0
    heat[doubtful & (heat < 0.5)] = -1.0
    return np.asarray(heat, np.float32), told


@dataclass(frozen=True, slots=True, eq=False)
class Close:
    """A crop for the second network, whether it shows a penny (-1: ignored), and the wanted answer."""

    crop: Picture
    penny: float
    answer: NDArray[np.float32]


def closes(
    look: Look, scenes: list[tuple[Scene, float]], chance: np.random.Generator, most: int = 14
) -> list[Close]:
    """Crops from pictures, each with the scale at which the first network looks at it.

    Around every penny, as found and slightly off, and around the first network's false finds.
    """
    made: list[Close] = []
    for scene, scale in scenes:
        picture = Shrinking(scene.picture)
        for ring in scene.rings:
            if ring.visible >= GREY_ZONE and _within(ring, scene.picture):
                made.append(close_look(picture, _jittered(ring, chance), scene.rings))
        level = as_level(scene, scale).picture
        for outline in sorted(_seen(look, level, scale), key=lambda one: -one.odds)[:most]:
            made.append(close_look(picture, outline, scene.rings))
    return made


def _within(ring: Ring, picture: Picture) -> bool:
    return 0 <= ring.x < picture.shape[1] and 0 <= ring.y < picture.shape[0]


def _seen(look: Look, level: Picture, scale: float) -> list[Ellipse]:
    """The first network's finds, in px of the whole picture."""
    high, wide = level.shape[:2]
    padded = cv2.copyMakeBorder(
        level, EDGE_PX, EDGE_PX + -high % 8, EDGE_PX, EDGE_PX + -wide % 8, cv2.BORDER_REPLICATE
    )
    return [
        replace(one, middle=(one.middle + 0.5) / scale - 0.5, shape=one.shape / scale)
        for one in peaks(look(np.asarray(padded, np.uint8)), 0.05)
    ]


def _jittered(ring: Ring, chance: np.random.Generator) -> Ellipse:
    """A penny's outline as after the first look (a circle) or the second (an ellipse), slightly off."""
    radius = float(np.sqrt(ring.long * ring.short))
    second = chance.random() < 0.5
    off, size = (0.06, 0.04) if second else (0.14, 0.1)
    shape = _shape(ring) if second else np.eye(2) * radius
    middle = np.array([ring.x, ring.y]) + chance.normal(scale=off, size=2) * radius
    spread = stretch(*chance.normal(scale=0.03, size=2)) * np.exp(chance.normal(scale=size))
    return Ellipse(middle, np.asarray(shape @ spread, dtype=np.float64))


def _shape(ring: Ring) -> NDArray[np.float64]:
    c, s = np.cos(ring.turn), np.sin(ring.turn)
    spin = np.array([[c, -s], [s, c]])
    return np.asarray(spin @ np.diag([ring.long, ring.short]) @ spin.T, dtype=np.float64)


def close_look(picture: Shrinking, outline: Ellipse, rings: tuple[Ring, ...]) -> Close:
    """The crop around an outline, with the wanted answer for pennies at `rings`."""
    crop = picture.crop(outline, CLOSE_PX, RADIUS_PX)
    back = np.linalg.inv(outline.shape)
    best, penny, answer = np.inf, 0.0, np.zeros(6, np.float32)
    for ring in rings:
        right, down = back @ (np.array([ring.x, ring.y]) - outline.middle)
        # The ellipse in the crop's frame: the remaining deviation from the circle.
        left, axes, _ = np.linalg.svd(back @ _shape(ring))
        size = float(np.log(axes.prod()) / 2)
        far = float(np.hypot(right, down)) + abs(size)
        if far < best and far < 0.8:
            best = far
            flat, turn = float(np.log(axes[0] / axes[1]) / 2), float(np.arctan2(left[1, 0], left[0, 0]))
            along, aslant = flat * np.cos(2 * turn), flat * np.sin(2 * turn)
            answer = np.array([ring.visible, right, down, size, along, aslant], np.float32)
            close = far < 0.5
            penny = (
                (1.0 if close else -1.0)
                if ring.visible >= 0.45
                else (-1.0 if ring.visible > GREY_ZONE else 0.0)
            )
    return Close(crop, penny, answer)
