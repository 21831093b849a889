"""Textures of cards, pennies and tags, seen from straight above and unlit, and the brush that paints flat things.

Rule kept: a card that lies face down shows its deck's back only.
"""

import math
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import KW_ONLY, dataclass
from functools import lru_cache
from typing import Literal

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from companion.sight import Table
from vision.arrays import Picture, PxBox, Values
from vision.decks.deck import Deck
from vision.mat.plane import Plane, rectangle, tag_corners_mm
from vision.painted.standpoint import LitTable
from vision.painted.tabletop import INK, PAPER, Laid, thickness

# Pennies: a struck relief, heads or tails, worn and tarnished, lit from one side. The reliefs are invented (busts in
# profile; wreaths): a map of heights is drawn from random numbers and then lit, so that no two coins and no two lamps
# give the same picture. They resemble coins in general and no particular country's.

Side = Literal["heads", "tails"]
Heights = Values
Strike = Callable[[Picture, Generator], None]
"""Draws tails into a black square of RELIEF_PX: 255 where the coin is raised."""

PENNY_MM = 19.05
"""Diameter of a penny (US cent)."""
RELIEF_PX = 192
"""Side of a map of heights."""

_RIM = 0.93
_COPPER_NEW = np.array([96, 146, 222], np.float32)
_COPPER_OLD = np.array([58, 84, 128], np.float32)


@dataclass(frozen=True, slots=True)
class Shine:
    """A coin's light and condition.

    `light_deg`: direction to the light, counter-clockwise from the right of the picture; `light_height_deg`: its
    height above the table (90: from above). `strength`: brightness of the light (1: a fair room lamp). `tarnish`: 0 new
    copper … 1 old brown. `wear`: 0 fresh from the mint … 1 nearly smooth.
    """

    light_deg: float = 120.0
    light_height_deg: float = 45.0
    strength: float = 1.0
    tarnish: float = 0.3
    wear: float = 0.3


def paint_coin(
    heights: Heights, diameter_px: float, rng: Generator, shine: Shine = Shine(), turned_deg: float = 0.0
) -> Picture:
    """A coin seen from above: BGRA, square, a little larger than `diameter_px`, the coin in the middle. `turned_deg`:
    the coin's turn counter-clockwise; the light does not turn."""
    sharp = max(2, round(2.5 * diameter_px) | 1)
    spin = cv2.getRotationMatrix2D((RELIEF_PX / 2 - 0.5, RELIEF_PX / 2 - 0.5), turned_deg, 1.0)
    upright = cv2.warpAffine(heights, spin, (RELIEF_PX, RELIEF_PX), flags=cv2.INTER_LINEAR)
    wanted = cv2.resize(
        upright, (sharp, sharp), interpolation=cv2.INTER_AREA if sharp < RELIEF_PX else cv2.INTER_CUBIC
    )
    lit = light_relief(np.asarray(wanted, np.float32), shine, rng)
    side_px = int(np.ceil(diameter_px)) + 2
    scale = diameter_px / sharp
    offset = side_px / 2 - 0.5 - (sharp / 2 - 0.5) * scale
    place = np.array([[scale, 0, offset], [0, scale, offset]])
    softened = cv2.GaussianBlur(lit, (0, 0), 0.45 / scale)
    # The disc's colours are extended beyond it, so that the blur mixes in no black.
    wide = cv2.dilate(lit[..., :3], np.ones((5, 5), np.uint8))
    softened[..., :3] = cv2.GaussianBlur(
        np.where(lit[..., 3:] > 0, lit[..., :3], wide).astype(np.uint8), (0, 0), 0.45 / scale
    )
    return np.asarray(cv2.warpAffine(softened, place, (side_px, side_px), flags=cv2.INTER_LINEAR), np.uint8)


def light_relief(heights: Heights, shine: Shine, rng: Generator) -> Picture:
    """A square map of heights (1: the rim's height) lit as copper: BGRA, transparent outside the disc."""
    side = heights.shape[0]
    x, y = _disc(side)
    radius = np.hypot(x, y)
    depth = 0.055 * side * (1.0 - 0.75 * shine.wear)
    smooth = cv2.GaussianBlur(heights, (0, 0), side / 192 * (0.6 + 2.2 * shine.wear))
    slope_x = cv2.Sobel(smooth, cv2.CV_32F, 1, 0, ksize=3, scale=depth / 8)
    slope_y = cv2.Sobel(smooth, cv2.CV_32F, 0, 1, ksize=3, scale=depth / 8)
    leaning = np.dstack([-slope_x, -slope_y, np.ones_like(slope_x)])
    normal = leaning / np.linalg.norm(leaning, axis=2, keepdims=True)
    towards, height = np.radians(shine.light_deg), np.radians(shine.light_height_deg)
    light = np.array([np.cos(towards) * np.cos(height), -np.sin(towards) * np.cos(height), np.sin(height)])
    half = light + np.array([0.0, 0.0, 1.0])
    half /= np.linalg.norm(half)
    diffuse = np.clip(normal @ light, 0.0, None)
    polish = 40.0 - 28.0 * shine.tarnish
    glint = np.clip(normal @ half, 0.0, None) ** polish
    sky = 0.5 + 0.5 * normal[..., 1]
    grime = _mottle(side, rng)
    dirt = np.clip(1.0 - 2.2 * smooth, 0.0, 1.0) * (0.15 + 0.25 * shine.tarnish)
    old = np.clip(shine.tarnish + 0.35 * grime + dirt, 0.0, 1.0)[..., None]
    copper = _COPPER_NEW * (1.0 - old) + _COPPER_OLD * old
    shade = shine.strength * (0.28 + 0.75 * diffuse + 0.12 * sky)
    glow = shine.strength * (150.0 - 95.0 * shine.tarnish) * glint
    colour = copper * shade[..., None] + np.array([0.75, 0.92, 1.0]) * glow[..., None]
    colour *= np.clip(1.0 - (radius - 0.955) * 14.0, 0.35, 1.0)[..., None]
    alpha = np.clip((1.0 - radius) * side / 2 + 0.5, 0.0, 1.0) * 255.0
    return np.asarray(np.dstack([np.clip(colour, 0, 255), alpha]), np.uint8)


def coin_relief(side: Side, rng: Generator, strike: Strike | None = None) -> Heights:
    """An invented relief as a map of heights, RELIEF_PX square, 0: field, 1: rim. Heads: a bust; tails: a wreath, or
    the drawing of `strike`.
    """
    size = RELIEF_PX
    x, y = _disc(size)
    radius = np.hypot(x, y)
    rim = np.clip((radius - _RIM) * 40.0, 0.0, 1.0) * np.clip((1.0 - radius) * 60.0, 0.0, 1.0)
    if side == "heads":
        middle = _bust(rng)
    else:
        shape = np.zeros((size, size), np.uint8)
        (strike or wreath)(shape, rng)
        middle = np.asarray(cv2.GaussianBlur(0.8 * _domed(shape, 3.2), (0, 0), 0.9), np.float32)
    letters = np.zeros((size, size), np.float32)
    if side == "heads":
        _write(letters, rng, 90.0 + rng.uniform(-8, 8), int(rng.integers(8, 14)), 0.82)
        _write(letters, rng, 185.0 + rng.uniform(-15, 15), int(rng.integers(4, 8)), 0.78)
        _write(letters, rng, 335.0 + rng.uniform(-15, 15), 4, 0.74)
    else:
        _write(letters, rng, 90.0, int(rng.integers(14, 22)), 0.83)
        _write(letters, rng, 270.0, int(rng.integers(6, 11)), 0.83)
    field = 0.05 * (1.0 - radius**2).clip(0.0, 1.0)
    return np.asarray(np.maximum.reduce([rim, 0.95 * middle, 0.45 * letters]) + field, np.float32)


def _disc(side: int) -> tuple[Values, Values]:
    """Coordinates -1..1 of a square's pixels, x right, y down."""
    along = ((np.arange(side) + 0.5) / side * 2.0 - 1.0).astype(np.float32)
    x, y = np.meshgrid(along, along)
    return x, y


def _mottle(side: int, rng: Generator) -> Values:
    coarse, fine = clouds(rng, (3, 3), side), clouds(rng, (9, 9), side)
    return np.float32(0.6) * coarse + np.float32(0.4) * fine


def clouds(rng: Generator, cells: tuple[int, int], side: int) -> Values:
    """A square of smooth random values, about -1..1; `cells`: how many are drawn, down and across."""
    coarse = rng.uniform(-1.0, 1.0, cells).astype(np.float32)
    return np.asarray(cv2.resize(coarse, (side, side), interpolation=cv2.INTER_CUBIC), np.float32)


def _domed(shape: Picture, width: float) -> Heights:
    """A filled shape as a rounded swelling; `width` (px): extent of its edge's slope."""
    inside = cv2.distanceTransform(shape, cv2.DIST_L2, 3)
    return np.asarray(1.0 - np.exp(-inside / width), np.float32)


_PROFILE = (
    (-0.06, -0.56), (0.10, -0.55), (0.21, -0.46), (0.25, -0.34), (0.25, -0.26), (0.27, -0.22), (0.35, -0.08),
    (0.34, -0.04), (0.27, -0.03), (0.30, 0.02), (0.27, 0.06), (0.29, 0.10), (0.25, 0.14), (0.26, 0.22), (0.20, 0.28),
    (0.08, 0.27), (0.05, 0.36), (0.14, 0.46), (0.34, 0.56), (0.30, 0.63), (-0.10, 0.67), (-0.44, 0.62), (-0.42, 0.52),
    (-0.24, 0.40), (-0.20, 0.22), (-0.26, 0.05), (-0.31, -0.14), (-0.29, -0.36), (-0.20, -0.50),
)  # fmt: skip


def _bust(rng: Generator) -> Heights:
    """A head and shoulders in profile, looking left or right, with random nose, hair and beard."""
    # A fixed outline with random proportions and nose; swellings for cheek, ear, beard and bun; hair and folds.
    points = np.array(_PROFILE, np.float32)
    points += rng.normal(0.0, 0.018, points.shape).astype(np.float32)
    points[:, 0] *= rng.uniform(0.9, 1.2)
    points[5:8, 0] += rng.uniform(-0.03, 0.05)
    points *= rng.uniform(0.86, 1.06)
    looks_left = rng.random() < 0.5
    if looks_left:
        points[:, 0] *= -1.0
    # Corner cutting, twice (Chaikin 1974).
    for _ in range(2):
        onward = np.roll(points, -1, axis=0)
        cut = np.stack([0.75 * points + 0.25 * onward, 0.25 * points + 0.75 * onward], axis=1)
        points = cut.reshape(-1, 2)
    size = RELIEF_PX
    head = np.zeros((size, size), np.uint8)
    cv2.fillPoly(head, [relief_px(points)], 255)
    heights = 0.75 * _domed(head, 9.0)
    sign = -1.0 if looks_left else 1.0
    _swell(heights, sign * rng.uniform(0.04, 0.10), -0.16, 0.13, 0.18, rng.uniform(0.1, 0.25))
    _swell(heights, sign * -0.06, -0.08, 0.045, 0.07, 0.25)
    if rng.random() < 0.6:
        _swell(heights, sign * 0.14, 0.17, 0.11, 0.09, rng.uniform(0.1, 0.3))
    if rng.random() < 0.35:
        _swell(heights, sign * -0.34, -0.12, 0.10, 0.13, 0.5)
    _mottle(size, rng)  # drawn for nothing, so that the reliefs of a seed stay as they are
    locks = clouds(rng, (26, 14), size)
    x, y = _disc(size)
    hair = (sign * x < 0.02) & (y < 0.08) & (head > 0)
    heights += np.where(hair, 0.14 * locks, 0.0).astype(np.float32)
    folds = np.sin((x * rng.uniform(8, 14) + y * rng.uniform(-9, 9)) * 3.0).astype(np.float32)
    heights += np.where((y > 0.40) & (head > 0), 0.08 * folds, 0.0).astype(np.float32)
    return np.asarray(cv2.GaussianBlur(heights.clip(0.0, 1.0), (0, 0), 1.1), np.float32)


def _swell(heights: Heights, x0: float, y0: float, wide: float, high: float, by: float) -> None:
    x, y = _disc(heights.shape[0])
    heights += (by * np.exp(-(((x - x0) / wide) ** 2 + ((y - y0) / high) ** 2))).astype(np.float32)


def wreath(shape: Picture, rng: Generator) -> None:
    leaves = int(rng.integers(8, 13))
    for sign in (-1.0, 1.0):
        for turn in np.linspace(-1.15, 0.95, leaves):
            at = (sign * 0.6 * np.cos(turn), -0.6 * np.sin(turn))
            tilt = float(np.degrees(turn)) * sign + 40.0 * sign
            axes = (_length(0.12), _length(0.05))
            cv2.ellipse(shape, _point(at), axes, -tilt, 0, 360, 255, -1)
    bar(shape, -0.3, -0.2, 0.3, -0.12)
    bar(shape, -0.34, 0.0, 0.34, 0.08)
    cv2.circle(shape, _point((0.0, -0.34)), _length(0.07), 255, -1)


def _write(heights: Heights, rng: Generator, middle_deg: float, letters: int, radius: float) -> None:
    """Raised letters on an arc about `middle_deg` (counter-clockwise from the right): strokes, not an alphabet."""
    step = 8.5
    half = RELIEF_PX / 2
    for n in range(letters):
        turn = np.radians(middle_deg + (n - (letters - 1) / 2) * step)
        if rng.random() < 0.12:
            continue
        out = np.array([np.cos(turn), -np.sin(turn)])
        along = np.array([-out[1], out[0]])
        ends = rng.choice([-1.0, 0.0, 1.0], (int(rng.integers(2, 4)), 2, 2))
        for a, b in ends:
            one = half + half * (out * (radius + 0.055 * a[0]) + along * 0.04 * a[1])
            other = half + half * (out * (radius + 0.055 * b[0]) + along * 0.04 * b[1])
            start, stop = np.rint(one).astype(int).tolist(), np.rint(other).astype(int).tolist()
            cv2.line(heights, start, stop, 1.0, 2, cv2.LINE_AA)


def relief_px(points: NDArray[np.floating]) -> NDArray[np.int32]:
    return np.asarray(np.rint((points + 1.0) * RELIEF_PX / 2 - 0.5), np.int32)


def _point(at: tuple[float, float]) -> tuple[int, int]:
    return round((at[0] + 1.0) * RELIEF_PX / 2), round((at[1] + 1.0) * RELIEF_PX / 2)


def _length(of: float) -> int:
    return max(1, round(of * RELIEF_PX / 2))


def bar(shape: Picture, left: float, top: float, right: float, bottom: float, value: int = 255) -> None:
    corners = relief_px(np.array([[left, top], [right, bottom]]))
    cv2.rectangle(shape, corners[0].tolist(), corners[1].tolist(), value, -1)


PAPER_THICK_MM = 0.1
PRINTED, PRINT_BLACK = np.float32(0.92), np.float32(6)
"""Factor and offset from a picture's levels to printed ones."""
QUIET_ZONE = 0.125
"""Width of the white paper around a tag, over the tag's side."""

_CARD_RADIUS_MM = 1.2
_MARKER_PX = 240


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """A thing's looks for the brush.

    `texture`: BGR, its top is the thing's own. `width`, `height` in mm; `radius`: of the outline's corners. `gloss`: 0
    matt … 1 a sleeve. `disc`: the outline is a disc of `radius`, and the texture is in the table's frame, already
    turned and lit from the lamp's side.
    """

    texture: Picture
    width: float
    height: float
    radius: float
    _: KW_ONLY
    gloss: float = 0.0
    disc: bool = False

    def from_edge(self, x: Values, y: Values) -> Values:
        """Distance (mm) of points in the thing's own frame from its outline; negative inside."""
        half_x, half_y = (self.radius, self.radius) if self.disc else (self.width / 2, self.height / 2)
        out_x, out_y = np.abs(x) - (half_x - self.radius), np.abs(y) - (half_y - self.radius)
        beyond = np.hypot(np.maximum(out_x, 0), np.maximum(out_y, 0))
        return np.asarray(beyond + np.minimum(np.maximum(out_x, out_y), 0) - self.radius, np.float32)


def deck_with(decks: Mapping[str, Deck], name: str | None, thing: str, label: str | None) -> Deck:
    """The deck of that name, or the first that has the label. Raises KeyError if no deck has the thing."""
    if name is not None:
        return decks[name]
    for deck in decks.values():
        if label is None or label in deck.labels:
            return deck
    raise KeyError(f"no deck has the {thing}")


@lru_cache(maxsize=256)
def card_shown(deck: Deck, label: str | None, px_per_mm: float) -> Shown:
    """A card's face, or without a label its back."""
    picture = deck.back if label is None else deck.face(label)
    size = (round(deck.width_mm * px_per_mm), round(deck.height_mm * px_per_mm))
    texture = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    printed = np.asarray(texture * PRINTED + PRINT_BLACK, np.uint8)
    return Shown(printed, deck.width_mm, deck.height_mm, _CARD_RADIUS_MM, gloss=1.0)


def tags_shown(table: Table, scale: float) -> Iterator[tuple[Laid, Shown]]:
    tags = table.tags
    if tags is None:
        return
    dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, tags.dictionary))
    paper = tags.side_mm * (1 + 2 * QUIET_ZONE)
    edge = round(_MARKER_PX * QUIET_ZONE)
    for tag, corners in zip(tags.ids, tag_corners_mm(table, tags), strict=True):
        marker = cv2.aruco.generateImageMarker(dictionary, tag, _MARKER_PX)
        sheet = cv2.copyMakeBorder(marker, edge, edge, edge, edge, cv2.BORDER_CONSTANT, value=255)
        shades = np.where(sheet > 127, PAPER, INK).astype(np.uint8)
        size = round(paper * scale)
        grey = cv2.resize(shades, (size, size), interpolation=cv2.INTER_AREA)
        texture = np.asarray(cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR), np.uint8)
        x, y = corners.mean(axis=0).tolist()
        yield Laid("card", None, x, y, thick_mm=PAPER_THICK_MM), Shown(texture, paper, paper, 0.3)


# Paints one flat thing into a picture: in perspective, with its shadow, its gloss and soft edges.

_SHADOW_REACH_MM = 4.0
_LEAST_LIFT_MM = 0.5
_WARP = 0.08
"""Range of a card's slope against the table's, as no card lies quite flat."""


@dataclass(frozen=True, slots=True)
class PlacedThing:
    """A thing and the height (mm) of its lower side above the table."""

    thing: Laid
    z: float


@dataclass(frozen=True, slots=True, eq=False)
class Brush:
    """Paints things on a lit table seen by a camera."""

    plane: Plane
    lit: LitTable

    def box(self, item: PlacedThing, shown: Shown) -> PxBox:
        """The box (px) of a thing and its shadow; may reach beyond the picture."""
        reach = math.hypot(shown.width, shown.height) / 2 + _SHADOW_REACH_MM
        square = rectangle(item.thing.x - reach, item.thing.y - reach, 2 * reach, 2 * reach)
        seen = self.plane.to_px(square, item.z)
        low, high = np.floor(seen.min(axis=0)).astype(int) - 1, np.ceil(seen.max(axis=0)).astype(int) + 2
        return int(low[0]), int(low[1]), int(high[0]), int(high[1])

    def paint(self, canvas: Picture, item: PlacedThing, shown: Shown, within: PxBox) -> None:
        """Paints a thing over the canvas, without touching pixels outside the box `within`."""
        left, top, right, bottom = clipped(self.box(item, shown), within)
        if left >= right or top >= bottom:
            return
        rows, columns = slice(top, bottom), slice(left, right)
        thing, eye, thick = item.thing, self.lit.eye, thickness(item.thing)
        nearer = 1.0 - (item.z + thick) / eye[2]
        across = eye[0] + (self.lit.x[rows, columns] - eye[0]) * nearer - thing.x
        along = eye[1] + (self.lit.y[rows, columns] - eye[1]) * nearer - thing.y
        own_x, own_y = _own(shown, thing, across, along)
        patch = canvas[rows, columns].astype(np.float32)
        # First it darkens its surroundings: by the lamp's shadow, and by contact.
        shift_x, shift_y = self.lit.shadow_mm(thing.x, thing.y, thick + _LEAST_LIFT_MM)
        away = shown.from_edge(*_own(shown, thing, across - shift_x, along - shift_y))
        cast = 0.42 * np.clip(0.5 - away / (1.2 + thick), 0.0, 1.0)
        contact = 0.12 * np.exp(-np.clip(away, 0.0, None) / 1.5)
        patch *= cv2.merge([1.0 - np.asarray(cast + contact, np.float32)] * 3)
        scale = shown.texture.shape[1] / shown.width
        column = ((own_x + shown.width / 2) * scale - 0.5).astype(np.float32)
        row = ((shown.height / 2 - own_y) * scale - 0.5).astype(np.float32)
        sample = cv2.remap(shown.texture, column, row, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        inside = -shown.from_edge(own_x, own_y)
        colour = self.lit.lit(np.asarray(sample[..., :3], np.float32), rows, columns)
        if shown.gloss > 0.0 and self.lit.glare > 0.0:
            # A small slope that stays the same as long as the card stays in place.
            mixed = zlib.crc32(f"{thing.label} {thing.deck} {thing.x:.1f} {thing.y:.1f}".encode())
            slope = ((mixed & 0xFF) / 255 - 0.5) * _WARP, ((mixed >> 8 & 0xFF) / 255 - 0.5) * _WARP
            mirrored = self.lit.glare_at(rows, columns, *slope)
            rim = 18.0 * np.clip(1.0 - np.abs(inside - 0.4) / 0.5, 0.0, 1.0)
            colour += cv2.merge([shown.gloss * (mirrored + rim)] * 3)
        px_per_mm = self.plane.px_per_mm(thing.x, thing.y)
        cover = cv2.merge([np.clip(inside * px_per_mm + 0.5, 0.0, 1.0)] * 3)
        patch += cover * (colour - patch)
        canvas[rows, columns] = np.clip(patch + 0.5, 0, 255).astype(np.uint8)


def clipped(box: PxBox, within: PxBox) -> PxBox:
    return max(box[0], within[0]), max(box[1], within[1]), min(box[2], within[2]), min(box[3], within[3])


def _own(shown: Shown, thing: Laid, across: Values, along: Values) -> tuple[Values, Values]:
    """Offsets (mm) in the table's frame, turned into the thing's own frame."""
    if shown.disc:
        return across, along
    turn = math.radians(thing.angle)
    cosine, sine = np.float32(math.cos(turn)), np.float32(math.sin(turn))
    return across * cosine + along * sine, along * cosine - across * sine
