"""Paints a table as a camera would see it: a fake camera, and the ground truth for the readers.

Rule kept: a picture depends on the table top and the seed only; only the sides that face the camera are painted.
Unchanged parts of the last picture are not painted again.
"""

import math
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from typing import Final, Literal

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from companion.sight import Table
from vision.arrays import Floats, Picture, Points, PxBox, Values, circle, grown, merged
from vision.decks.deck import Deck
from vision.mat.plane import Plane, rectangle
from vision.painted.flat_things import (
    PENNY_MM,
    PRINT_BLACK,
    PRINTED,
    Brush,
    Heights,
    PlacedThing,
    Shine,
    Shown,
    Side,
    card_shown,
    clipped,
    clouds,
    coin_relief,
    deck_with,
    paint_coin,
    tags_shown,
)
from vision.painted.standpoint import CameraPose, Lamp, LitTable
from vision.painted.tabletop import PX_PER_MM as SHEET_PX_PER_MM
from vision.painted.tabletop import Hand, PaintedSheet, TableTop, heights, thickness

Ground = Literal["green cloth", "blue cloth", "grey cloth", "dark wood", "light wood"]
GROUNDS: tuple[Ground, ...] = ("green cloth", "blue cloth", "grey cloth", "dark wood", "light wood")
PX_PER_MM = 2.0
SIDE_PX = 1024

_CLOTHS = {"green cloth": (58, 92, 24), "blue cloth": (104, 62, 38), "grey cloth": (92, 92, 96)}
_WOODS = {"dark wood": (34, 52, 86), "light wood": (112, 158, 196)}


def ground(kind: Ground, rng: Generator) -> Picture:
    """A square of bare table, SIDE_PX px a side, PX_PER_MM px per mm, BGR."""
    if kind in _CLOTHS:
        fuzz = rng.normal(0.0, 1.0, (SIDE_PX, SIDE_PX)).astype(np.float32)
        warp = cv2.GaussianBlur(fuzz, (0, 0), sigmaX=2.6, sigmaY=0.7)
        weft = cv2.GaussianBlur(fuzz[::-1], (0, 0), sigmaX=0.7, sigmaY=2.6)
        weave = warp / float(warp.std()) + weft / float(weft.std())
        shade = np.asarray(
            0.05 * weave + 0.05 * clouds(rng, (7, 7), SIDE_PX) + 0.04 * clouds(rng, (40, 40), SIDE_PX),
            np.float32,
        )
        colour = _CLOTHS[kind]
    else:
        y = np.linspace(0.0, 1.0, SIDE_PX, dtype=np.float32)[:, None]
        bend = 0.05 * clouds(rng, (3, 3), SIDE_PX) + 0.012 * clouds(rng, (9, 3), SIDE_PX)
        rings = np.sin((y + bend) * np.float32(2 * np.pi * 22.0)) * 0.5 + 0.5
        noise = rng.normal(0.0, 1.0, (SIDE_PX, SIDE_PX)).astype(np.float32)
        pores = cv2.GaussianBlur(noise, (0, 0), 14.0, sigmaY=0.8)
        shade = (
            0.28 * (rings**2 - 0.4) + 0.10 * pores / float(pores.std()) + 0.10 * clouds(rng, (6, 2), SIDE_PX)
        )
        planks = int(rng.integers(4, 7))
        for seam in np.linspace(0, SIDE_PX, planks + 1)[1:-1].astype(int):
            shade[seam - 1 : seam + 2] -= 0.35
        for start, stop in pairwise(np.linspace(0, SIDE_PX, planks + 1).astype(int)):
            shade[start:stop] += rng.uniform(-0.12, 0.12)
        shade = np.asarray(shade, np.float32)
        colour = _WOODS[kind]
    lit = cv2.merge([ink * (1.0 + shade) for ink in np.array(colour, np.float32)])
    return np.asarray(np.clip(lit, 0, 255), np.uint8)


def area(box: PxBox) -> int:
    """The number of pixels in a box."""
    return max(0, box[2] - box[0]) * max(0, box[3] - box[1])


def changed(before: Sequence[PlacedThing], after: Sequence[PlacedThing]) -> list[PlacedThing]:
    """The things to paint anew: those that came or went, and those that changed their place in the order."""
    old, new = Counter(before), Counter(after)
    gone, come = old - new, new - old
    found = list(gone.elements()) + list(come.elements())
    stayed_before = [item for item in before if item not in gone]
    stayed_after = [item for item in after if item not in come]
    if stayed_before != stayed_after:
        found += [item for n, item in enumerate(stayed_after) if stayed_before[n : n + 1] != [item]]
    return found


SKINS = ((150, 180, 224), (112, 148, 198), (86, 118, 168), (58, 82, 124), (40, 54, 82))
"""Skin colours (BGR) from light to dark."""
SLEEVES = ((86, 60, 44), (52, 50, 120), (120, 118, 112), (40, 40, 42), (70, 96, 60))
HEIGHT_MM = 35.0
"""Height of a hand above the table, which makes it look larger and shifts it."""

_FINGERS = (
    (-62.0, 38.0, 15.0),
    (-14.0, 74.0, 17.0),
    (-2.0, 82.0, 18.0),
    (10.0, 76.0, 17.0),
    (24.0, 62.0, 15.0),
)
"""Thumb and fingers: direction (deg from straight ahead), length from the knuckles (mm), width (mm)."""
_PALM_MM = 78.0
_ARM_MM = 62.0
_WRIST_MM = 150.0
_CUFF_MM = 210.0


def paint_hand(picture: Picture, hand: Hand, plane: Plane, lit: LitTable) -> None:
    """Paints a hand, its arm and their shadow over a picture."""
    shape = (picture.shape[0], picture.shape[1])
    # Strokes, each a line (N x 2, mm) and its width in mm; the arm comes from a seat.
    ahead = 1.0 if hand.seat == 0 else -1.0
    knuckles = np.array([hand.x, hand.y - ahead * 70.0])
    lean = 0.12 * ahead

    def at(aside: float, forward: float) -> Floats:
        off = (ahead * aside - lean * forward * ahead * 0.2, ahead * forward)
        return np.asarray(knuckles + np.array(off), np.float64)

    skin: list[tuple[Floats, float]] = [(np.array([at(0.0, -8.0), at(0.0, -34.0)]), _PALM_MM)]
    for degrees, length, width in _FINGERS:
        turn = math.radians(degrees)
        root = at(degrees * 1.15 if degrees > -40 else -34.0, -2.0 if degrees > -40 else -38.0)
        tip = root + np.array([ahead * math.sin(turn), ahead * math.cos(turn)]) * length
        skin.append((np.array([root, tip]), width))
    wrist, elbow, cuff = (at(0.0, -down) for down in (_WRIST_MM, _WRIST_MM + 900.0, _CUFF_MM))
    skin.append((np.array([at(0.0, -30.0), wrist, at(0.0, -_CUFF_MM - 10.0)]), _ARM_MM))
    sleeve = [(np.array([cuff, elbow]), _ARM_MM * 1.45)]
    shift = np.array(lit.shadow_mm(hand.x, hand.y, HEIGHT_MM))
    fallen = [(line + shift, width) for line, width in skin + sleeve]
    scale = plane.px_per_mm(plane.width_mm / 2, plane.height_mm / 2)
    shadow = draw_strokes(fallen, plane, shape, 0.0)
    rows, columns = _filled(shadow, around=math.ceil(13.5 * scale) + 2)  # farther than it is blurred
    soft = cv2.GaussianBlur(shadow[rows, columns], (0, 0), 4.5 * scale).astype(np.float32)
    picture[rows, columns] = picture[rows, columns] * cv2.merge([1.0 - 0.45 / 255.0 * soft] * 3)
    for strokes, colours in ((sleeve, SLEEVES), (skin, SKINS)):
        mask = draw_strokes(strokes, plane, shape, HEIGHT_MM)
        rows, columns = _filled(mask)
        if rows.start == rows.stop:
            continue
        part = mask[rows, columns]
        inside = cv2.distanceTransform(np.asarray(part > 127, np.uint8), cv2.DIST_L2, 3)
        rounded = 0.62 + 0.38 * np.clip(inside / (10.0 * scale), 0.0, 1.0) ** 0.6
        colour = lit.lit(
            cv2.merge([ink * rounded for ink in colours[hand.tone % len(colours)]]), rows, columns
        )
        cover = cv2.merge([cv2.GaussianBlur(part, (0, 0), 0.8).astype(np.float32) / 255.0] * 3)
        under = picture[rows, columns].astype(np.float32)
        picture[rows, columns] = np.clip(under + cover * (colour - under), 0, 255).astype(np.uint8)


def draw_strokes(
    strokes: list[tuple[Floats, float]], plane: Plane, shape: tuple[int, int], z_mm: float
) -> Picture:
    """A mask (0/255) of strokes at a height above the table, as the camera sees them."""
    mask = np.zeros(shape, np.uint8)
    for line, width in strokes:
        points = plane.to_px(line, z_mm)
        scale = plane.px_per_mm(float(line[0, 0]), float(line[0, 1]))
        closer = plane.camera_mm()[2] / max(plane.camera_mm()[2] - z_mm, 1.0)
        thick = max(1, round(width * scale * closer))
        for start, stop in pairwise(points):
            ends = [np.clip(np.rint(p), -20000, 20000).astype(int).tolist() for p in (start, stop)]
            cv2.line(mask, ends[0], ends[1], 255, thick, cv2.LINE_AA)
            cv2.circle(mask, ends[0], thick // 2, 255, -1, cv2.LINE_AA)
            cv2.circle(mask, ends[1], thick // 2, 255, -1, cv2.LINE_AA)
    return mask


def _filled(mask: Picture, around: int = 0) -> tuple[slice, slice]:
    left, top, wide, high = cv2.boundingRect(mask)
    rows = slice(max(0, top - around), top + high + around)
    return rows, slice(max(0, left - around), left + wide + around)


# Round bodies that stand on the table: towers of pieces and flat discs, with sides, shade and shadows.
# Rule kept: bodies are projected at their height, so that a painted tower leans in the picture as a real one does.

Colour = tuple[float, float, float]
"""Blue, green, red, 0..255, under the lamp's full light."""

FINER: Final = 3
"""Factor of resolution at which bodies are drawn, over the picture's."""
_CIRCLE: Final = circle(72)
_SHADOW_STEPS: Final = 4
_AROUND_PX: Final = 24
"""Margin of a shadow's soft edge."""
_AWAY: Final = -0.3
"""Minimum cosine between a strip's normal and the direction to the camera for the strip to be drawn."""
_ON_TABLE_MM: Final = 1.0
"""Maximum height of the lower end of a body that stands on the table, or on a flat thing on it."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class RoundBody:
    """A round body: its middle (mm), the height `z` of its lower end, its radius and height (mm), and its looks.

    `ring`: radius of a line on the top in the colour `ink`, over the body's; 0: none. `letter`: print on the top;
    `face`: a picture (BGR) that fills it, turned by `turn` deg counter-clockwise. `grain`: unevenness of the wood
    (0..1).
    """

    x: float
    y: float
    z: float
    radius: float
    high: float
    colour: Colour
    ring: float = 0.0
    ink: Colour = (235.0, 235.0, 235.0)
    letter: str = ""
    grain: float = 0.0
    face: Picture | None = None
    turn: float = 0.0


class BodyBrush:
    """Paints bodies into pictures of one table under one lamp.

    `ambient`: share (0..1) of the light from everywhere, the rest from the lamp; `dark`: share (0..1) of the light that
    a shadow takes; `soft`: blur of its edge, in mm per mm of height.
    """

    ambient, dark, soft = 0.4, 0.5, 0.25

    def __init__(self, plane: Plane, lit: LitTable, at: tuple[int, int] = (0, 0)) -> None:
        """`at`: the column and row of the whole picture at which the canvases begin."""
        # The plane of the picture without the columns and rows before `at`.
        matrix = plane.matrix.copy()
        matrix[:2, 2] -= at
        self.plane = plane if at == (0, 0) else replace(plane, matrix=matrix)
        self.lit = lit
        self._at = at

    def paint(self, canvas: Values, bodies: Sequence[RoundBody]) -> None:
        """Paints bodies over a canvas (H x W x 3, BGR, 0..255): first their shadows, then the farthest first."""
        shaded = np.zeros(canvas.shape[:2], np.float32)
        for body in bodies:
            self._shadow(canvas, shaded, body)
        eye = np.array(self.lit.eye)
        for body in sorted(bodies, key=lambda one: (one.z, -np.hypot(one.x - eye[0], one.y - eye[1]))):
            self._draw(canvas, body)

    def box(self, body: RoundBody) -> PxBox:
        """Left, top, right, bottom (px) of a body and its shadow; may reach beyond the picture."""
        fallen = np.concatenate([self._fallen(body, body.z), self._fallen(body, body.z + body.high)])
        seen = [self.plane.to_px(fallen), self._ring(body, body.z), self._ring(body, body.z + body.high)]
        outline = np.concatenate(seen)
        left, top = (np.floor(outline.min(axis=0)).astype(int) - _AROUND_PX).tolist()
        right, bottom = (np.ceil(outline.max(axis=0)).astype(int) + _AROUND_PX + 1).tolist()
        return left, top, right, bottom

    def _ring(self, body: RoundBody, z: float, part: float = 1.0) -> Points:
        points = np.array([body.x, body.y]) + part * body.radius * _CIRCLE
        return self.plane.to_px(points, z)

    def _shadow(self, canvas: Values, shaded: Values, body: RoundBody) -> None:
        """Darkens the canvas by a body's shadow on the table, softer with height, and by its contact with the table."""
        low, top = self._fallen(body, body.z), self._fallen(body, body.z + body.high)
        outline = self.plane.to_px(np.concatenate([low, top]))
        left, high, right, down = _window(canvas, outline, _AROUND_PX)
        if left >= right or high >= down:
            return
        px = self.plane.px_per_mm(body.x, body.y)
        total = np.zeros((down - high, right - left), np.float32)
        for step in range(_SHADOW_STEPS):
            z = body.z + body.high * (step + 0.5) / _SHADOW_STEPS
            mask = np.zeros(total.shape, np.uint8)
            part = self.plane.to_px(np.concatenate([low, self._fallen(body, z)]))
            hull = cv2.convexHull((part - (left, high)).astype(np.float32))
            cv2.fillConvexPoly(mask, np.rint(hull * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
            blur = max(0.5, self.soft * z * px)
            total += cv2.GaussianBlur(mask.astype(np.float32) / 255, (0, 0), blur)
        near = np.zeros(total.shape, np.uint8)
        if body.z < _ON_TABLE_MM:
            foot = self._ring(body, 0.0, 1.06) - (left, high)
            cv2.fillConvexPoly(near, np.rint(foot * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
        contact = cv2.GaussianBlur(near.astype(np.float32) / 255, (0, 0), max(0.5, 0.9 * px))
        share = self.dark * np.maximum(total / _SHADOW_STEPS, 0.5 * contact)
        # Overlapping shadows, as of a tower's bodies, are one: the deepest counts.
        old = shaded[high:down, left:right]
        new = np.maximum(old, share)
        canvas[high:down, left:right] *= ((1 - new) / (1 - old))[..., None]
        old[:] = new

    def _fallen(self, body: RoundBody, z: float) -> Points:
        shift = self.lit.shadow_mm(body.x, body.y, z)
        return np.array([body.x + shift[0], body.y + shift[1]]) + body.radius * _CIRCLE

    def _draw(self, canvas: Values, body: RoundBody) -> None:
        """Paints one body over the canvas: its side, its top and print on that, at FINER resolution, for smooth edges.

        Its outline is the convex hull of its lower and upper circle.
        """
        top_z = body.z + body.high
        low, top = self._ring(body, body.z), self._ring(body, top_z)
        left, high, right, down = _window(canvas, np.concatenate([low, top]), 3)
        if left >= right or high >= down:
            return
        shape = ((down - high) * FINER, (right - left) * FINER)
        paint, cover = np.zeros((*shape, 3), np.float32), np.zeros(shape, np.uint8)

        def fine(points: Points) -> NDArray[np.int32]:
            return np.rint(((points - (left, high) + 0.5) * FINER - 0.5) * 16).astype(np.int32)

        stands_x, stands_y = self.plane.to_px([(body.x, body.y)])[0] + self._at
        rows, columns = self.lit.gain.shape
        row, column = int(np.clip(stands_y, 0, rows - 1)), int(np.clip(stands_x, 0, columns - 1))
        light = np.asarray(
            self.lit.gain[row : row + 1, column : column + 1][0, 0] * self.lit.tint, np.float32
        )
        foot, edge = fine(low), fine(top)
        lamp = np.array(self.lit.lamp) - (body.x, body.y, top_z)
        lamp /= np.linalg.norm(lamp)
        colour = np.array(body.colour) * light
        eye = np.array(self.lit.eye[:2]) - (body.x, body.y)
        hull = cv2.convexHull(np.concatenate([foot, edge]))
        cv2.fillConvexPoly(cover, hull, 255, cv2.LINE_8, 4)
        # The side in strips, the nearest last; the top hides strips that face away.
        strips = np.stack([foot, np.roll(foot, -1, 0), np.roll(edge, -1, 0), edge], axis=1)
        outward = (_CIRCLE + np.roll(_CIRCLE, -1, 0)) / 2
        direct = np.maximum(0.0, outward @ lamp[:2]) / max(0.3, float(lamp[2]))
        shades = self.ambient * 0.75 + (1 - self.ambient) * direct
        facing = _CIRCLE @ eye
        away = _AWAY * float(np.hypot(*eye))
        for k in np.argsort(facing, kind="stable").tolist():
            if facing[k] >= away:
                cv2.fillConvexPoly(paint, strips[k], (colour * shades[k]).tolist(), cv2.LINE_8, 4)
        cv2.fillConvexPoly(paint, edge, colour.tolist(), cv2.LINE_8, 4)
        if body.face is not None:
            # The picture's corners go to those of the square about the top.
            tall, wide = body.face.shape[:2]
            square = rectangle(-0.5, -0.5, wide, tall)
            turn = np.radians(body.turn)
            spin = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
            corners = np.array([(-1, 1), (1, 1), (1, -1), (-1, -1)]) * body.radius @ spin + (body.x, body.y)
            onto = cv2.getPerspectiveTransform(
                square.astype(np.float32), (fine(self.plane.to_px(corners, top_z)) / 16).astype(np.float32)
            )
            soft = cv2.GaussianBlur(body.face, (0, 0), max(0.4, 0.2 * wide / shape[1]))
            seen = cv2.warpPerspective(
                soft, onto, shape[::-1], flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
            )
            mask = np.zeros(shape, np.uint8)
            cv2.fillConvexPoly(mask, fine(self._ring(body, top_z, 0.98)), 1, cv2.LINE_8, 4)
            paint[mask > 0] = (seen.astype(np.float32) * light)[mask > 0]
        if body.grain > 0:
            # Long, narrow streaks, the same for a piece wherever it lies.
            chance = np.random.default_rng(int(abs(hash((body.colour, body.radius))) % 2**32))
            streaks = chance.normal(size=(max(4, shape[0] // 4), 3)).astype(np.float32)
            even = cv2.resize(streaks, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC)
            within = np.zeros(shape, np.uint8)
            cv2.fillConvexPoly(within, edge, 1, cv2.LINE_8, 4)
            paint *= (1 + body.grain * 0.12 * even * within)[..., None]
        thick = max(1, round(0.045 * body.radius * self.plane.px_per_mm(body.x, body.y) * FINER * 2))
        if body.ring > 0:
            ink = (np.array(body.ink) * light).tolist()
            ring = [fine(self._ring(body, top_z, body.ring))]
            cv2.polylines(
                paint, ring, isClosed=True, color=ink, thickness=thick, lineType=cv2.LINE_AA, shift=4
            )
        if body.letter:
            middle = fine(self.plane.to_px([(body.x, body.y)], top_z))[0] / 16
            large = body.radius * self.plane.px_per_mm(body.x, body.y) * FINER
            thick = max(2, round(0.15 * large))
            (wide, tall), _ = cv2.getTextSize(body.letter, cv2.FONT_HERSHEY_DUPLEX, large / 24, thick)
            at = (int(middle[0] - wide / 2), int(middle[1] + tall / 2))
            mask = np.zeros(shape, np.uint8)
            cv2.putText(mask, body.letter, at, cv2.FONT_HERSHEY_DUPLEX, large / 24, 255, thick, cv2.LINE_AA)
            inked = mask.astype(np.float32)[..., None] / 255
            paint += (np.array(body.ink, np.float32) * light - paint) * inked
        size = (right - left, down - high)
        share = cv2.resize(cover.astype(np.float32) / 255, size, interpolation=cv2.INTER_AREA)[..., None]
        seen = cv2.resize(paint * (cover[..., None] > 0), size, interpolation=cv2.INTER_AREA)
        part = canvas[high:down, left:right]
        part *= 1 - share
        part += seen


def _window(canvas: Values, outline: Points, more: int) -> PxBox:
    """Left, top, right, bottom (px) about an outline, with a margin `more`, within the canvas."""
    low = np.floor(outline.min(axis=0)).astype(int) - more
    high = np.ceil(outline.max(axis=0)).astype(int) + more + 1
    left, top = np.maximum(low, 0).tolist()
    right, bottom = np.minimum(high, canvas.shape[1::-1]).tolist()
    return left, top, right, bottom


# The looks of round things: discs with a printed face, the players' pieces, and the flicked disc. A disc shows the face
# of its label in a deck of discs; one without a label is the plain flicked one.

PAINTS: Final[dict[str, Colour]] = {
    "red": (45, 40, 190),
    "yellow": (45, 180, 235),
    "green": (70, 125, 45),
    "blue": (185, 75, 40),
    "black": (42, 40, 40),
    "white": (228, 234, 236),
}
"""Blue, green and red of wooden pieces."""
_LIGHT: Final[Colour] = (235.0, 235.0, 235.0)
_ON_WHITE: Final[Colour] = (205.0, 205.0, 205.0)
_FLICKED: Final[Colour] = (38.0, 36.0, 36.0)
_RING: Final = 0.82


def round_body(item: PlacedThing, decks: Mapping[str, Deck]) -> RoundBody:
    """The body of a disc or a piece; its face is from the deck that it names, or the first that has its label.

    Raises KeyError for a face that no deck has, or an unknown colour.
    """
    thing = item.thing
    radius, high = thing.width_mm / 2, thickness(thing)
    body = RoundBody(x=thing.x, y=thing.y, z=item.z, radius=radius, high=high, colour=_FLICKED)
    if thing.kind == "pawn":
        ink = _ON_WHITE if thing.label == "white" else _LIGHT
        return replace(body, colour=PAINTS[thing.label or ""], ring=_RING, ink=ink)
    if thing.label is None:
        return replace(body, ring=0.85, letter="Z")
    face, rim = _printed(deck_with(decks, thing.deck, f"disc {thing.label}", thing.label), thing.label)
    return replace(body, colour=rim, face=face, turn=thing.angle)


@lru_cache(maxsize=64)
def _printed(deck: Deck, label: str) -> tuple[Picture, Colour]:
    """A face as printed, and the colour of its rim."""
    face = np.asarray(deck.face(label) * PRINTED + PRINT_BLACK, np.uint8)
    rim = np.zeros(face.shape[:2], np.uint8)
    middle, side = (face.shape[1] // 2, face.shape[0] // 2), min(face.shape[:2])
    cv2.circle(rim, middle, round(0.47 * side), 1, max(1, round(0.03 * side)))
    blue, green, red = np.median(face[rim > 0], axis=0).tolist()
    return face, (blue, green, red)


_STEEPEST_LIGHT_DEG = 48
"""Maximum height of light on metal; from straight above it would show no relief at all."""
_SOFT_SIGMA = 0.7
_SOFT_REACH = 4
_MOST_BOXES = 12
_NOISE_SHIFTS = 64
_STRIP_ROWS = 180
_TEXTURE_SPARE = 1.15
_FLAT_MM = 6.0
"""Height from which a disc lies on a piece and is painted with standing bodies."""


class Painter:
    """A painter of one table under one lamp, seen by one camera. Not thread-safe.

    `decks`, of cards and of discs, are looked up by name. `plane` is the exact plane of the camera. A picture of
    1920 × 1080 with forty things takes about 0.15 s from scratch and 0.02 s if one of them has moved.
    """

    def __init__(
        self,
        table: Table,
        decks: Sequence[Deck] = (),
        camera: CameraPose | None = None,
        lamp: Lamp | None = None,
        seed: int = 0,
        on: Ground = "green cloth",
        sheet: PaintedSheet | None = None,
    ) -> None:
        self.table = table
        self.camera = camera or CameraPose.over(table)
        self.lamp = lamp or Lamp()
        self.plane = self.camera.plane(table)
        self._seed = seed
        self._whole = (0, 0, self.camera.width, self.camera.height)
        self._lit, self._scale, self._reliefs, self._ground, self._noise = bare_table(
            table, self.camera, self.lamp, seed, on, sheet
        )
        self._brush = Brush(self.plane, self._lit)
        self._coin = lru_cache(maxsize=256)(self._draw_coin)
        self._cards = {deck.name: deck for deck in decks if deck.kind == "card"}
        self._bodies = BodyBrush(self.plane, self._lit)
        self._discs = {deck.name: deck for deck in decks if deck.kind == "disc"}
        self._sharp = self._ground.copy()
        self._soft = _softened(self._sharp)
        self._painted: tuple[PlacedThing, ...] = ()
        self._seen: dict[PlacedThing, tuple[Shown | RoundBody, PxBox]] = {}

    def paint(self, tabletop: TableTop, shot: int = 0) -> Picture:
        """The picture of a table top, BGR. `shot` seeds the sensor's noise, so that no two pictures are equal.

        Raises KeyError for a card or disc that no deck has, or a piece of an unknown colour.
        """
        placed = tuple(map(PlacedThing, tabletop.things, heights(tabletop.things)))
        before, self._seen = self._seen, {item: self._seen.get(item) or self._look(item) for item in placed}
        known = before | self._seen
        # Only boxes about changes are painted, sharp; then softened with a margin, as the blur crosses their edges.
        boxes = merged([known[item][1] for item in changed(self._painted, placed)])
        self._painted = placed
        if len(boxes) > _MOST_BOXES:
            boxes = (self._whole,)
        for box in (clipped(box, self._whole) for box in boxes):
            if area(box):
                self._paint_anew(box)
                outer = grown(box, 2 * _SOFT_REACH, self._whole)
                inner = grown(box, _SOFT_REACH, self._whole)
                soft = _softened(np.ascontiguousarray(self._sharp[outer[1] : outer[3], outer[0] : outer[2]]))
                top, left = inner[1] - outer[1], inner[0] - outer[0]
                high, wide = inner[3] - inner[1], inner[2] - inner[0]
                part = soft[top : top + high, left : left + wide]
                self._soft[inner[1] : inner[3], inner[0] : inner[2]] = part
        picture = self._soft.copy()
        if tabletop.hand is not None:
            paint_hand(picture, tabletop.hand, self.plane, self._lit)
        if self._noise is None:
            return picture
        # The prepared noise, shifted at random for each strip: making it anew would take most of the time.
        rng = np.random.default_rng((self._seed, shot))
        more, less = self._noise
        for strip in _strips(self.camera):
            down, right = (int(shift) for shift in rng.integers(0, _NOISE_SHIFTS + 1, 2))
            here = (slice(down, down + strip.stop - strip.start), slice(right, right + self.camera.width))
            cv2.subtract(cv2.add(picture[strip], more[here]), less[here], dst=picture[strip])
        return picture

    def _paint_anew(self, box: PxBox) -> None:
        """Paints a box from the bare table: flat things from the lowest on, then standing ones."""
        left, top, right, bottom = box
        self._sharp[top:bottom, left:right] = self._ground[top:bottom, left:right]
        standing: list[tuple[RoundBody, PxBox]] = []
        for item in self._painted:
            look, around = self._seen[item]
            if isinstance(look, Shown):
                self._brush.paint(self._sharp, item, look, box)
            elif item.thing.kind == "disc" and item.z < _FLAT_MM:
                self._paint_bodies([(look, around)], box)
            else:
                standing.append((look, around))
        self._paint_bodies(standing, box)

    def _look(self, item: PlacedThing) -> tuple[Shown | RoundBody, PxBox]:
        """A thing's looks, and the box (px) of it and its shadow."""
        thing = item.thing
        if thing.is_round:
            body = round_body(item, self._discs)
            return body, clipped(self._bodies.box(body), self._whole)
        if thing.kind == "penny":
            towards, height = self._lit.light_deg(thing.x, thing.y)
            worn = zlib.crc32(f"{thing.x:.0f} {thing.y:.0f}".encode()) % 5
            side: Side = "tails" if thing.label == "tails" else "heads"
            shown = self._coin(side, round(thing.angle), round(towards / 5) * 5, round(height), worn)
        else:
            label = thing.label if thing.face == "up" else None
            deck = deck_with(self._cards, thing.deck, f"card {label}", label)
            shown = card_shown(deck, label, self._scale)
        return shown, self._brush.box(item, shown)

    def _draw_coin(self, side: Side, angle: int, towards: int, height: int, worn: int) -> Shown:
        shine = Shine(towards, min(height, _STEEPEST_LIGHT_DEG), 1.0, 0.05 + 0.1 * worn, 0.05 * worn)
        rng = np.random.default_rng((self._seed, worn))
        coin = paint_coin(self._reliefs[side], PENNY_MM * self._scale, rng, shine, angle)
        size = coin.shape[0] / self._scale
        return Shown(coin, size, size, PENNY_MM / 2, disc=True)

    def _paint_bodies(self, bodies: Sequence[tuple[RoundBody, PxBox]], within: PxBox) -> None:
        """Paints bodies, those behind others first, without touching pixels outside the box `within`."""
        near = [(body, box) for body, box in bodies if area(clipped(box, within))]
        if not near:
            return
        # Painted whole and then cut, so that a shadow's soft edge does not depend on the box.
        around = [box for _, box in near]
        left, top = min(box[0] for box in around), min(box[1] for box in around)
        right, bottom = max(box[2] for box in around), max(box[3] for box in around)
        canvas = self._sharp[top:bottom, left:right].astype(np.float32)
        BodyBrush(self.plane, self._lit, at=(left, top)).paint(canvas, [body for body, _ in near])
        inner = clipped((left, top, right, bottom), within)
        rows, columns = slice(inner[1] - top, inner[3] - top), slice(inner[0] - left, inner[2] - left)
        painted = np.clip(canvas[rows, columns] + 0.5, 0, 255).astype(np.uint8)
        self._sharp[inner[1] : inner[3], inner[0] : inner[2]] = painted


def _softened(picture: Picture) -> Picture:
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), _SOFT_SIGMA), np.uint8)


Noise = tuple[Picture, Picture]
"""The sensor's noise for one strip: levels to add, and to subtract."""


@lru_cache(maxsize=2)
def bare_table(
    table: Table, camera: CameraPose, lamp: Lamp, seed: int, on: Ground, sheet: PaintedSheet | None
) -> tuple[LitTable, float, Mapping[Side, Heights], Picture, Noise | None]:
    """A table's light, the px per mm of textures, the reliefs of its pennies, the bare table, and the noise.

    All of it is the same for every picture, and cached for the next painter of the same table.
    """
    plane = camera.plane(table)
    lit = LitTable(plane, lamp)
    # Textures suffice for the place nearest to the camera.
    wide, high = table.width_mm, table.height_mm
    spots = ((0.0, 0.0), (wide, 0.0), (wide, high), (0.0, high), (wide / 2, high / 2))
    scale = _TEXTURE_SPARE * max(plane.px_per_mm(x, y) for x, y in spots)
    rng = np.random.default_rng(seed)
    reliefs: dict[Side, Heights] = {side: coin_relief(side, rng) for side in ("heads", "tails")}
    texture = ground(on, rng)
    canvas = np.empty((camera.height, camera.width, 3), np.uint8)
    columns = slice(0, camera.width)
    coarse = SHEET_PX_PER_MM / scale  # px of a printed sheet per pixel of the camera
    soft = None if sheet is None else cv2.GaussianBlur(sheet.picture, (0, 0), max(0.4, 0.4 * coarse))
    for rows in _strips(camera):
        at_x, at_y = lit.x[rows] * np.float32(PX_PER_MM), lit.y[rows] * np.float32(-PX_PER_MM)
        flat = cv2.remap(texture, at_x, at_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101)
        if sheet is not None and soft is not None:
            tall, long = sheet.picture.shape[:2]
            at_x = (lit.x[rows] - np.float32(sheet.x)) * np.float32(SHEET_PX_PER_MM) - np.float32(0.5)
            at_y = tall - (lit.y[rows] - np.float32(sheet.y)) * np.float32(SHEET_PX_PER_MM) - np.float32(0.5)
            seen = cv2.remap(soft, at_x, at_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
            across, along = (
                np.maximum(-at - 0.5, at - size + 0.5) for at, size in ((at_x, long), (at_y, tall))
            )
            cover = np.clip(0.5 - np.maximum(across, along) / coarse, 0.0, 1.0)[..., None].astype(np.float32)
            flat = np.asarray(flat + cover * (seen.astype(np.float32) - flat) + 0.5, np.uint8)
        canvas[rows] = np.clip(lit.lit(flat.astype(np.float32), rows, columns) + 0.5, 0, 255).astype(np.uint8)
    for tag, shown in tags_shown(table, scale):
        Brush(plane, lit).paint(canvas, PlacedThing(tag, 0.0), shown, (0, 0, camera.width, camera.height))
    return lit, scale, reliefs, canvas, _noise(camera, lamp, rng)


def _noise(camera: CameraPose, lamp: Lamp, rng: Generator) -> Noise | None:
    """The sensor's noise, larger than a strip so that it can be shifted."""
    if lamp.noise <= 0:
        return None
    shape = (_STRIP_ROWS + _NOISE_SHIFTS, camera.width + _NOISE_SHIFTS, 3)
    fine = rng.standard_normal(shape, dtype=np.float32)
    grain = np.asarray(cv2.GaussianBlur(fine, (0, 0), 0.5), np.float32)
    grain *= lamp.noise / float(grain.std())
    more, less = np.clip(np.rint(grain), 0, 255), np.clip(np.rint(-grain), 0, 255)
    return np.asarray(more, np.uint8), np.asarray(less, np.uint8)


def _strips(camera: CameraPose) -> Iterator[slice]:
    """The picture in strips of rows, which keep the memory small."""
    for start in range(0, camera.height, _STRIP_ROWS):
        yield slice(start, min(start + _STRIP_ROWS, camera.height))
