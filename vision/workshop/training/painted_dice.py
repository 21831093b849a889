"""Painted pictures of dice on a table, with truth, for training and testing the dice readers.

Everything is random; no photograph lends a die, a ground or a number.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Picture, Values
from vision.workshop.training.dice_bodies import REFLEXES, Lamps, Make, Pose, Reflex, shade
from vision.workshop.training.dice_camera import FINER, Camera, photographed
from vision.workshop.training.dice_clutter import lay_clutter
from vision.workshop.training.dice_grounds import SIDE as GROUND_SIDE
from vision.workshop.training.dice_props import lay_prop

LEVEL_DEG: Final = 6.0
"""Lean in deg below which a die counts as flat."""
NEAREST: Final = 2.0
"""A die is painted from so many sides away."""
CROWD: Final = 8
"""Number of dice above which most touch."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Painted:
    """One die in a painted picture.

    `value` 1..6, or 0 for a printed symbol; `quad`: the top face's corners (4 x 2, px); `normal`: its
    direction in the frame of the camera ray (x right, y down, first two parts of the unit vector); `lean`:
    deg from level; `visible`: share of the die that is uncovered and in the picture. `rival`: the second
    likeliest top face of a leaning die. `side_px`: a side's length seen square on.
    """

    value: int
    quad: Values
    normal: tuple[float, float]
    lean: float
    visible: float
    rival: int
    side_px: float

    @property
    def middle(self) -> tuple[float, float]:
        x, y = self.quad.mean(axis=0)
        return float(x), float(y)


@dataclass(frozen=True, slots=True)
class Scene:
    """A painted picture (BGR) with its dice; `side_px`: length of a die's side in the middle."""

    picture: Picture
    dice: tuple[Painted, ...]
    side_px: float
    camera: Camera


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """The picture to paint: up to `most` dice in a picture of `size` x `size` px.

    `side_px`: how long a die's side looks (None: 9 to 38); `leaning`: the part of the dice that lean on something;
    `most_deg`: how far from straight above the camera may look; `clutter`: how often (0..1) other things lie
    about, cards among them that show the `faces` (BGR); `symbols`: how often dice have a printed face; `blanks`: how
    often cubes have nothing on them and so are none of the dice; `ones`: how often a die is turned to show its one;
    `fancy`: how often dice are marbled with sharp swirls, or have pips as light as their body; `straight`: how often
    the pips of their two lie along a side; `reflexes`: how often the tops of polished dice mirror something bright, one
    of `mirrored`; `dim`: how often pips hardly differ from the body; `see_through`: how often dice are of clear stuff;
    `least_deg`: how far from straight above the camera looks at least.
    """

    size: int = 192
    side_px: float | None = None
    most: int = 7
    leaning: float = 0.15
    most_deg: float = 55.0
    clutter: float = 0.0
    symbols: float = 0.22
    blanks: float = 0.0
    fancy: float = 0.0
    ones: float = 0.0
    straight: float = 0.0
    reflexes: float = 0.0
    mirrored: Sequence[str] = REFLEXES
    dim: float = 0.0
    see_through: float = 0.0
    least_deg: float = 0.0
    faces: Sequence[Picture] = ()


def painted(chance: np.random.Generator, grounds: Sequence[Values], wanted: Wanted) -> Scene:
    """A picture of dice on one of the grounds."""
    side_px = wanted.side_px or float(np.exp(chance.uniform(np.log(9), np.log(38))))
    camera = Camera.some(chance, wanted.size, side_px, wanted.most_deg, wanted.least_deg)
    lamps = Lamps.some(chance)
    canvas = _table(chance, camera, grounds)
    if chance.random() < wanted.clutter:
        lay_clutter(canvas, chance, -float(camera.axes[2, 2]), wanted.faces)
    glow = np.clip(canvas.reshape(-1, 3).mean(0) * 2, 0.1, 1)
    makes = [
        Make.some(chance, wanted.symbols, wanted.blanks, wanted.fancy, wanted.straight)
        for _ in range(int(chance.integers(1, 4)))
    ]
    if wanted.dim and chance.random() < wanted.dim:
        makes = [make.dim(chance) for make in makes]
    elif wanted.see_through and chance.random() < wanted.see_through:
        makes = [make.see_through(chance) for make in makes]
    if wanted.reflexes and chance.random() < wanted.reflexes:
        # Where a level top in the middle of the picture mirrors it into the camera.
        above = camera.where / np.linalg.norm(camera.where) * np.array([-1, -1, 1], np.float32)
        lamps = replace(lamps, reflex=Reflex.some(chance, above, wanted.mirrored))
        makes = [make.polished(chance) for make in makes]
    laid = _laid(chance, camera, wanted.most, wanted.leaning)
    # From low down the table reaches behind the camera.
    laid = [pose for pose in laid if float(camera.axes[2] @ (pose.middle - camera.where)) > NEAREST]
    dice = [(makes[int(chance.integers(len(makes)))], pose) for pose in laid]
    dice = [
        (_showing_one(make, pose) if chance.random() < wanted.ones else make, pose) for make, pose in dice
    ]
    for pose in laid:
        lay_prop(canvas, chance, camera, pose)
    _shadows(canvas, camera, [pose for _, pose in dice], lamps, chance)
    canvas *= (lamps.strength @ lamps.towards[:, 2]) + lamps.ambient
    dice.sort(key=lambda die: -float(np.linalg.norm(die[1].middle - camera.where)))
    owner = np.zeros(canvas.shape[:2], np.int16)
    whole = np.zeros(len(dice) + 1)
    for k, (make, pose) in enumerate(dice, start=1):
        whole[k] = _paint_die(canvas, owner, k, camera, (make, pose), lamps, glow)
    told = [
        _told(camera, make, pose, (owner == k).sum() / max(whole[k], 1.0))
        for k, (make, pose) in enumerate(dice, start=1)
        if not make.blank
    ]
    return Scene(photographed(canvas, chance), tuple(told), side_px, camera)


def _table(chance: np.random.Generator, camera: Camera, grounds: Sequence[Values]) -> Values:
    texture = grounds[int(chance.integers(len(grounds)))]
    if chance.random() < 0.5:
        texture = np.ascontiguousarray(texture[:, ::-1])
    wide = camera.size * FINER
    corners = np.array([[0, 0], [wide, 0], [wide, wide], [0, wide]], np.float32)
    rays = np.stack([camera.rays(int(x), int(y), int(x) + 1, int(y) + 1)[0, 0] for x, y in corners])
    far = -camera.where[2] / np.minimum(rays[:, 2], -0.05)
    spots = (camera.where + far[:, None] * rays)[:, :2]
    # Texture pixels per side of a die: grain is seen from near and far alike.
    grain = float(np.exp(chance.uniform(np.log(10), np.log(60))))
    turn = chance.uniform(0, 2 * np.pi)
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    source = (spots @ spin * grain + GROUND_SIDE / 2 + chance.uniform(-100, 100, size=2)).astype(np.float32)
    matrix = cv2.getPerspectiveTransform(source, corners)
    tone = chance.uniform(0.35, 1.2) * np.exp(chance.normal(scale=0.1, size=3))
    piece = cv2.warpPerspective(
        texture, matrix, (wide, wide), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
    )
    return np.asarray(np.clip(piece * tone.astype(np.float32), 0.002, 1), dtype=np.float32)


def _laid(chance: np.random.Generator, camera: Camera, most: int, leaning: float) -> list[Pose]:
    """Dice at random places, some touching, some leaning."""
    number = int(chance.integers(1, most + 1)) if most and chance.random() < 0.92 else 0
    reach = camera.size / camera.focal * float(np.linalg.norm(camera.where)) / 2
    poses: list[Pose] = []
    crowd = most > CROWD
    cluster = crowd or chance.random() < 0.5
    one_size = chance.random() < 0.75
    for _ in range(12 * number):
        if len(poses) >= number:
            break
        side = 1.0 if one_size else float(chance.uniform(0.7, 1.3))
        spin = chance.uniform(0, 2 * np.pi)
        turn = _about((0, 0, 1), spin) @ _some_side_up(chance)
        if poses and cluster and chance.random() < (0.9 if crowd else 0.6):
            # Beside an earlier one, often flush with it.
            other = poses[int(chance.integers(len(poses)))]
            gap = (side + other.side) / 2 * chance.uniform(1.0, 1.03 if crowd else 1.08)
            if chance.random() < 0.5:
                turn = _about((0, 0, 1), np.arctan2(other.turn[1, 0], other.turn[0, 0])) @ _some_side_up(
                    chance
                )
                step = other.turn[:2, :2] if abs(other.turn[2, 2]) > 0.9 else np.eye(2)
                way = step[:, 0] * gap + step[:, 1] * chance.uniform(-0.5, 0.5)
            else:
                angle = chance.uniform(0, 2 * np.pi)
                way = np.array([np.cos(angle), np.sin(angle)]) * gap * chance.uniform(1.0, 1.3)
            at = other.middle[:2] + way
        else:
            at = chance.uniform(-reach, reach, size=2)
        if chance.random() < leaning:
            heading = chance.uniform(0, 2 * np.pi)
            by = np.radians(chance.uniform(9, 48))
            turn = _about((np.cos(heading), np.sin(heading), 0), by) @ turn
        elif chance.random() < 0.3:
            turn = _about((*chance.normal(size=2), 0), np.radians(chance.uniform(0, 3))) @ turn
        half = side / 2 * float(np.abs(turn[2]).sum())
        lift = side * chance.uniform(0, 0.25) if turn_off(turn) > LEVEL_DEG and chance.random() < 0.5 else 0.0
        pose = Pose(turn.astype(np.float32), np.array([at[0], at[1], half * 0.98 + lift], np.float32), side)
        if all(_apart(pose, other) for other in poses):
            poses.append(pose)
    return poses


def turn_off(turn: NDArray[np.float64]) -> float:
    """Angle (deg) of the uppermost face from level."""
    return float(np.degrees(np.arccos(min(1.0, float(np.abs(turn[2]).max())))))


def _showing_one(make: Make, pose: Pose) -> Make:
    """The make with its faces swapped so that this pose shows the one."""
    there, up = make.faces.index(1), pose.up()
    order = list(make.faces)
    for one, other in ((there, up), (there ^ 1, up ^ 1)):
        if order[up] != 1 or order[up ^ 1] != 6:
            order[one], order[other] = order[other], order[one]
    return replace(make, faces=(order[0], order[1], order[2], order[3], order[4], order[5]))


def _apart(one: Pose, other: Pose) -> bool:
    """Whether two dice do not intersect, by their sides' axes seen from above."""
    off = (one.middle - other.middle)[:2]
    if float(np.hypot(*off)) > 0.87 * (one.side + other.side):
        return True
    for die in (one, other):
        for axis in die.turn.T:
            flat = axis[:2]
            length = float(np.hypot(*flat))
            if length < 0.5:
                continue
            flat = flat / length
            spans = [d.side / 2 * float(np.abs(flat @ d.turn[:2]).sum()) for d in (one, other)]
            if abs(float(off @ flat)) > 0.96 * sum(spans):
                return True
    return False


def _about(axis: Sequence[float] | tuple[float, ...], angle: float) -> NDArray[np.float64]:
    way = np.array(axis, dtype=np.float64)
    return np.asarray(cv2.Rodrigues(way / max(float(np.linalg.norm(way)), 1e-9) * angle)[0], dtype=np.float64)


def _some_side_up(chance: np.random.Generator) -> NDArray[np.float64]:
    turns = (
        ((1, 0, 0), 0.0),
        ((1, 0, 0), 0.5),
        ((1, 0, 0), -0.5),
        ((1, 0, 0), 1.0),
        ((0, 1, 0), 0.5),
        ((0, 1, 0), -0.5),
    )
    axis, part = turns[int(chance.integers(6))]
    return np.asarray(np.round(_about(axis, part * np.pi)), dtype=np.float64)


def _shadows(
    canvas: Values, camera: Camera, poses: Sequence[Pose], lamps: Lamps, chance: np.random.Generator
) -> None:
    total = float(lamps.strength @ lamps.towards[:, 2]) + lamps.ambient
    soft = chance.uniform(0.02, 0.25)
    side = camera.focal / float(np.linalg.norm(camera.where)) * FINER
    shade_all = np.ones(canvas.shape[:2], np.float32)
    for strength, towards in zip(lamps.strength, lamps.towards, strict=True):
        dark = np.zeros(canvas.shape[:2], np.float32)
        for pose in poses:
            _cast(dark, camera, pose, -towards[:2] / max(float(towards[2]), 0.2), 0.9)
        dark = np.asarray(cv2.GaussianBlur(dark, (0, 0), max(0.5, soft * side)), np.float32)
        shade_all -= dark * float(strength * towards[2]) / total
    for grow, weight in ((1.0, 0.5), (1.25, 0.35)):
        dark = np.zeros(canvas.shape[:2], np.float32)
        for pose in poses:
            _cast(dark, camera, pose, np.zeros(2, np.float32), grow)
        dark = np.asarray(cv2.GaussianBlur(dark, (0, 0), max(0.5, 0.12 * grow**3 * side)), np.float32)
        shade_all *= 1 - weight * dark * chance.uniform(0.5, 1.0)
    canvas *= np.clip(shade_all, 0.02, 1)[..., None]


def _cast(dark: Values, camera: Camera, pose: Pose, slope: Values, grow: float) -> None:
    corners = np.concatenate([pose.corners(0), pose.corners(1)])
    corners = pose.middle + (corners - pose.middle) * grow
    flat = corners.copy()
    flat[:, :2] += slope * corners[:, 2:]
    flat[:, 2] = 0
    spots = ((camera.to_px(flat) + 0.5) * FINER).astype(np.int32)
    cv2.fillConvexPoly(dark, cv2.convexHull(spots), 1.0, cv2.LINE_AA)


def _paint_die(
    canvas: Values,
    owner: NDArray[np.int16],
    name: int,
    camera: Camera,
    die: tuple[Make, Pose],
    lamps: Lamps,
    glow: Values,
) -> float:
    """Paints one die over the canvas; returns its area in fine pixels, in or beyond the picture."""
    make, pose = die
    spots = (camera.to_px(np.concatenate([pose.corners(0), pose.corners(1)])) + 0.5) * FINER
    left, top = np.floor(spots.min(0)).astype(int) - 1
    right, bottom = np.ceil(spots.max(0)).astype(int) + 2
    size = canvas.shape[0]
    if right <= 0 or bottom <= 0 or left >= size or top >= size:
        return 0.0
    colour, cover = shade(make, pose, camera.where, camera.rays(left, top, right, bottom), lamps, glow)
    inside = np.s_[max(top, 0) : min(bottom, size), max(left, 0) : min(right, size)]
    cut = np.s_[max(-top, 0) : min(bottom, size) - top, max(-left, 0) : min(right, size) - left]
    seen = cover[cut] > 0
    canvas[inside][seen] = colour[cut][seen]
    owner[inside][seen] = name
    return float(cover.sum())


def _told(camera: Camera, make: Make, pose: Pose, visible: float) -> Painted:
    face = pose.up()
    normal = pose.normal(face)
    corners = pose.corners(face)
    frame = camera.ray_frame(corners.mean(0))
    heights = np.array([pose.normal(k)[2] for k in range(6)])
    second = int(np.argsort(-heights, kind="stable")[1])
    lean = float(np.degrees(np.arccos(min(1.0, float(normal[2])))))
    ray = frame @ normal
    value = 0 if face in make.printed else make.faces[face]
    rival = 0 if second in make.printed else make.faces[second]
    side_px = camera.focal * pose.side / float(camera.axes[2] @ (corners.mean(0) - camera.where))
    slant = (float(ray[0]), float(ray[1]))
    return Painted(
        value=value,
        quad=camera.to_px(corners),
        normal=slant,
        lean=lean,
        visible=float(visible),
        rival=rival,
        side_px=side_px,
    )
