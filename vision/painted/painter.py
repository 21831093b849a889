"""Paints what a camera would see of a table: fake camera, and oracle for the detectors.

Rule kept: a picture follows from the table top and the seed alone; only what faces the camera is painted. What has
not changed since the last picture is not painted again.
"""

import math
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.sight import Table
from vision.arrays import Floats, Picture, grown, merged
from vision.decks.deck import Deck
from vision.mat.plane import Plane
from vision.painted.bodies import BodyBrush, RoundBody, round_body
from vision.painted.flat_things import (
    PENNY_MM,
    Box,
    Brush,
    Heights,
    PlacedThing,
    Shine,
    Shown,
    Side,
    card_shown,
    clipped,
    coin_relief,
    deck_with,
    paint_coin,
    tags_shown,
)
from vision.painted.standpoint import CameraPose, Lamp, LitTable
from vision.painted.tabletop import PX_PER_MM as SHEET_PX_PER_MM
from vision.painted.tabletop import Hand, PaintedSheet, TableTop, heights

Ground = Literal["green cloth", "blue cloth", "grey cloth", "dark wood", "light wood"]
GROUNDS: tuple[Ground, ...] = ("green cloth", "blue cloth", "grey cloth", "dark wood", "light wood")
PX_PER_MM = 2.0
SIDE_PX = 1024

_CLOTHS = {"green cloth": (58, 92, 24), "blue cloth": (104, 62, 38), "grey cloth": (92, 92, 96)}
_WOODS = {"dark wood": (34, 52, 86), "light wood": (112, 158, 196)}


def ground(kind: Ground, rng: np.random.Generator) -> Picture:
    """A square of table top, SIDE_PX pixels a side, PX_PER_MM pixels per mm, BGR."""
    if kind in _CLOTHS:
        fuzz = rng.normal(0.0, 1.0, (SIDE_PX, SIDE_PX)).astype(np.float32)
        warp = cv2.GaussianBlur(fuzz, (0, 0), sigmaX=2.6, sigmaY=0.7)
        weft = cv2.GaussianBlur(fuzz[::-1], (0, 0), sigmaX=0.7, sigmaY=2.6)
        weave = warp / float(warp.std()) + weft / float(weft.std())
        shade = np.asarray(
            0.05 * weave + 0.05 * _clouds(rng, (7, 7)) + 0.04 * _clouds(rng, (40, 40)), np.float32
        )
        colour = _CLOTHS[kind]
    else:
        y = np.linspace(0.0, 1.0, SIDE_PX, dtype=np.float32)[:, None]
        bend = 0.05 * _clouds(rng, (3, 3)) + 0.012 * _clouds(rng, (9, 3))
        rings = np.sin((y + bend) * np.float32(2 * np.pi * 22.0)) * 0.5 + 0.5
        noise = rng.normal(0.0, 1.0, (SIDE_PX, SIDE_PX)).astype(np.float32)
        pores = cv2.GaussianBlur(noise, (0, 0), 14.0, sigmaY=0.8)
        shade = 0.28 * (rings**2 - 0.4) + 0.10 * pores / float(pores.std()) + 0.10 * _clouds(rng, (6, 2))
        planks = int(rng.integers(4, 7))
        for seam in np.linspace(0, SIDE_PX, planks + 1)[1:-1].astype(int):
            shade[seam - 1 : seam + 2] -= 0.35
        for start, stop in pairwise(np.linspace(0, SIDE_PX, planks + 1).astype(int)):
            shade[start:stop] += rng.uniform(-0.12, 0.12)
        shade = np.asarray(shade, np.float32)
        colour = _WOODS[kind]
    lit = cv2.merge([ink * (1.0 + shade) for ink in np.array(colour, np.float32)])
    return np.asarray(np.clip(lit, 0, 255), np.uint8)


def _clouds(rng: np.random.Generator, cells: tuple[int, int]) -> NDArray[np.float32]:
    coarse = rng.uniform(-1.0, 1.0, cells).astype(np.float32)
    return np.asarray(cv2.resize(coarse, (SIDE_PX, SIDE_PX), interpolation=cv2.INTER_CUBIC), np.float32)


def area(box: Box) -> int:
    """How many pixels a box holds."""
    return max(0, box[2] - box[0]) * max(0, box[3] - box[1])


def changed(before: Sequence[PlacedThing], after: Sequence[PlacedThing]) -> list[PlacedThing]:
    """What must be painted anew: what came, what went, and what stayed but changed its place in the order."""
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
"""How high a hand is over the table: it looks larger and stands aside of what it covers."""

_FINGERS = (
    (-62.0, 38.0, 15.0),
    (-14.0, 74.0, 17.0),
    (-2.0, 82.0, 18.0),
    (10.0, 76.0, 17.0),
    (24.0, 62.0, 15.0),
)
"""Direction (deg from straight ahead), length from the knuckles and width of thumb and fingers, mm."""
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
) -> NDArray[np.uint8]:
    """A mask (0/255) of strokes as the camera sees them at a height above the table."""
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


def _filled(mask: NDArray[np.uint8], around: int = 0) -> tuple[slice, slice]:
    left, top, wide, high = cv2.boundingRect(mask)
    rows = slice(max(0, top - around), top + high + around)
    return rows, slice(max(0, left - around), left + wide + around)


_STEEPEST_LIGHT_DEG = 48
"""Metal mirrors the room as well as the lamp: light from straight above would show no relief at all."""
_SOFT_SIGMA = 0.7
_SOFT_REACH = 4
_MOST_BOXES = 12
_NOISE_SHIFTS = 64
_STRIP_ROWS = 180
_TEXTURE_SPARE = 1.15
_FLAT_MM = 6.0
"""A disc that lies higher than this lies on a piece, and is painted with those that stand."""


class Painter:
    """A painter of one table under one lamp, seen by one camera. Not for use by several threads at once.

    `decks`, of cards and of discs, are looked up by their name. `plane` is the exact truth of the camera. A picture of
    1920 × 1080 with forty things takes about 0.15 s from nothing and 0.02 s where one of them has moved.
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
        self._seen: dict[PlacedThing, tuple[Shown | RoundBody, Box]] = {}

    def paint(self, tabletop: TableTop, shot: int = 0) -> Picture:
        """The picture of a table top, BGR. `shot` picks the sensor's noise, so that no two pictures are equal.

        Raises KeyError for a card or disc that no deck has, or a piece of an unknown colour.
        """
        placed = tuple(map(PlacedThing, tabletop.things, heights(tabletop.things)))
        before, self._seen = self._seen, {item: self._seen.get(item) or self._look(item) for item in placed}
        known = before | self._seen
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
        rng = np.random.default_rng((self._seed, shot))
        more, less = self._noise
        for strip in _strips(self.camera):
            down, right = (int(shift) for shift in rng.integers(0, _NOISE_SHIFTS + 1, 2))
            here = (slice(down, down + strip.stop - strip.start), slice(right, right + self.camera.width))
            cv2.subtract(cv2.add(picture[strip], more[here]), less[here], dst=picture[strip])
        return picture

    def _paint_anew(self, box: Box) -> None:
        """Paints what lies in a box from nothing: flat things from the lowest on, then those that stand."""
        left, top, right, bottom = box
        self._sharp[top:bottom, left:right] = self._ground[top:bottom, left:right]
        standing: list[tuple[RoundBody, Box]] = []
        for item in self._painted:
            look, around = self._seen[item]
            if isinstance(look, Shown):
                self._brush.paint(self._sharp, item, look, box)
            elif item.thing.kind == "disc" and item.z < _FLAT_MM:
                self._paint_bodies([(look, around)], box)
            else:
                standing.append((look, around))
        self._paint_bodies(standing, box)

    def _look(self, item: PlacedThing) -> tuple[Shown | RoundBody, Box]:
        """What a thing shows, and the pixels of the picture that it and its shadow can touch."""
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

    def _paint_bodies(self, bodies: Sequence[tuple[RoundBody, Box]], within: Box) -> None:
        """Paints bodies over what is there, those behind others first; nothing outside the box `within` is touched."""
        near = [(body, box) for body, box in bodies if area(clipped(box, within))]
        if not near:
            return
        # Each is painted whole, and only then cut: a shadow's soft edge is the same however little of it is wanted.
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
"""The sensor's, for one strip: what it adds and what it takes."""


@lru_cache(maxsize=2)
def bare_table(
    table: Table, camera: CameraPose, lamp: Lamp, seed: int, on: Ground, sheet: PaintedSheet | None
) -> tuple[LitTable, float, Mapping[Side, Heights], Picture, Noise | None]:
    """How a table is lit, the px per mm of textures, the reliefs of its pennies, the bare table, and the noise.

    It does not change from picture to picture, and is kept for the next painter of the same table.
    """
    plane = camera.plane(table)
    lit = LitTable(plane, lamp)
    # The scale is that where the table is nearest to the camera.
    wide, high = table.width_mm, table.height_mm
    spots = ((0.0, 0.0), (wide, 0.0), (wide, high), (0.0, high), (wide / 2, high / 2))
    scale = _TEXTURE_SPARE * max(plane.px_per_mm(x, y) for x, y in spots)
    rng = np.random.default_rng(seed)
    reliefs: dict[Side, Heights] = {side: coin_relief(side, rng) for side in ("heads", "tails")}
    texture = ground(on, rng)
    canvas = np.empty((camera.height, camera.width, 3), np.uint8)
    columns = slice(0, camera.width)
    coarse = SHEET_PX_PER_MM / scale  # px of a printed sheet upon it that a pixel of the camera sees
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


def _noise(camera: CameraPose, lamp: Lamp, rng: np.random.Generator) -> Noise | None:
    """The sensor's noise, a little larger than a strip."""
    if lamp.noise <= 0:
        return None
    shape = (_STRIP_ROWS + _NOISE_SHIFTS, camera.width + _NOISE_SHIFTS, 3)
    fine = rng.standard_normal(shape, dtype=np.float32)
    grain = np.asarray(cv2.GaussianBlur(fine, (0, 0), 0.5), np.float32)
    grain *= lamp.noise / float(grain.std())
    more, less = np.clip(np.rint(grain), 0, 255), np.clip(np.rint(-grain), 0, 255)
    return np.asarray(more, np.uint8), np.asarray(less, np.uint8)


def _strips(camera: CameraPose) -> Iterator[slice]:
    """The picture in strips of rows: what is worked out strip by strip needs little memory."""
    for start in range(0, camera.height, _STRIP_ROWS):
        yield slice(start, min(start + _STRIP_ROWS, camera.height))
