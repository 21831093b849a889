"""Paints what a camera would see of a table: fake camera, and oracle for the detectors.

Rule kept: a picture follows from the table top and the seed alone; only what faces the camera is painted. What has
not changed since the last picture is not painted again.
"""

from collections.abc import Iterator, Sequence

import cv2
import numpy as np

from companion.sight import Table
from vision.arrays import Picture
from vision.decks.deck import Deck
from vision.painted.bodies import BodyBrush, RoundBody
from vision.painted.brush import Box, Brush, PlacedThing, clipped
from vision.painted.flat_things import Shown, Wardrobe, tags_shown
from vision.painted.ground import PX_PER_MM, Ground, ground
from vision.painted.hand import paint_hand
from vision.painted.lit import LitTable
from vision.painted.repainting import area, changed, grown, joined
from vision.painted.round_things import RoundThings
from vision.painted.sheet import PX_PER_MM as SHEET_PX_PER_MM
from vision.painted.sheet import PaintedSheet
from vision.painted.standpoint import CameraPose, Lamp
from vision.painted.tabletop import TableTop, heights

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
        self._lit = LitTable(self.plane, self.lamp)
        self._brush = Brush(self.plane, self._lit)
        rng = np.random.default_rng(seed)
        self._scale = _TEXTURE_SPARE * self._nearest_scale()
        self._wardrobe = Wardrobe(decks, self._lit, self._scale, rng, seed)
        self._bodies = BodyBrush(self.plane, self._lit)
        self._round = RoundThings(decks)
        self._ground = self._paint_ground(ground(on, rng), sheet)
        self._noise = self._draw_noise(rng)
        self._sharp = self._ground.copy()
        self._soft = _softened(self._sharp)
        self._painted: tuple[PlacedThing, ...] = ()
        self._seen: dict[PlacedThing, tuple[Shown | RoundBody, Box]] = {}

    def paint(self, tabletop: TableTop, shot: int = 0) -> Picture:
        """The picture of a table top, BGR. `shot` picks the sensor's noise, so that no two pictures are equal.

        Raises KeyError for a card or disc that no deck has, or a piece of an unknown colour.
        """
        placed = zip(tabletop.things, heights(tabletop.things), strict=True)
        self._bring_up_to_date(tuple(PlacedThing(thing, low) for thing, low in placed))
        picture = self._soft.copy()
        if tabletop.hand is not None:
            paint_hand(picture, tabletop.hand, self.plane, self._lit)
        return self._with_noise(picture, shot)

    def _bring_up_to_date(self, placed: tuple[PlacedThing, ...]) -> None:
        before, self._seen = self._seen, {item: self._seen.get(item) or self._look(item) for item in placed}
        known = before | self._seen
        boxes = joined([known[item][1] for item in changed(self._painted, placed)])
        self._painted = placed
        if len(boxes) > _MOST_BOXES:
            boxes = [self._whole]
        for box in (clipped(box, self._whole) for box in boxes):
            if area(box):
                self._paint_anew(box)
                self._soften(box)

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
        if item.thing.is_round:
            body = self._round.body(item)
            return body, clipped(self._bodies.box(body), self._whole)
        shown = self._wardrobe.shown(item.thing)
        return shown, self._brush.box(item, shown)

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

    def _soften(self, box: Box) -> None:
        """Brings the softened picture up to date around a box."""
        outer = clipped(grown(box, 2 * _SOFT_REACH), self._whole)
        inner = clipped(grown(box, _SOFT_REACH), self._whole)
        soft = _softened(np.ascontiguousarray(self._sharp[outer[1] : outer[3], outer[0] : outer[2]]))
        top, left = inner[1] - outer[1], inner[0] - outer[0]
        high, wide = inner[3] - inner[1], inner[2] - inner[0]
        self._soft[inner[1] : inner[3], inner[0] : inner[2]] = soft[top : top + high, left : left + wide]

    def _nearest_scale(self) -> float:
        """Pixels per mm where the table is nearest to the camera."""
        wide, high = self.table.width_mm, self.table.height_mm
        spots = ((0.0, 0.0), (wide, 0.0), (wide, high), (0.0, high), (wide / 2, high / 2))
        return max(self.plane.px_per_mm(x, y) for x, y in spots)

    def _paint_ground(self, texture: Picture, sheet: PaintedSheet | None) -> Picture:
        canvas = np.empty((self.camera.height, self.camera.width, 3), np.uint8)
        columns = slice(0, self.camera.width)
        for rows in self._strips():
            at_x, at_y = self._lit.x[rows] * np.float32(PX_PER_MM), self._lit.y[rows] * np.float32(-PX_PER_MM)
            flat = cv2.remap(texture, at_x, at_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101)
            if sheet is not None:
                flat = self._with_sheet(np.asarray(flat, np.uint8), sheet, rows)
            lit = self._lit.lit(flat.astype(np.float32), rows, columns)
            canvas[rows] = np.clip(lit + 0.5, 0, 255).astype(np.uint8)
        for tag, shown in tags_shown(self.table, self._scale):
            self._brush.paint(canvas, PlacedThing(tag, 0.0), shown, self._whole)
        return canvas

    def _with_sheet(self, flat: Picture, sheet: PaintedSheet, rows: slice) -> Picture:
        """Some rows of the table top with a printed sheet upon it."""
        high, wide = sheet.picture.shape[:2]
        at_x = (self._lit.x[rows] - np.float32(sheet.x)) * np.float32(SHEET_PX_PER_MM) - np.float32(0.5)
        at_y = (
            high - (self._lit.y[rows] - np.float32(sheet.y)) * np.float32(SHEET_PX_PER_MM) - np.float32(0.5)
        )
        # A pixel of the camera sees several of the sheet.
        coarse = SHEET_PX_PER_MM / self._scale
        soft = cv2.GaussianBlur(sheet.picture, (0, 0), max(0.4, 0.4 * coarse))
        seen = cv2.remap(soft, at_x, at_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        out = np.maximum(
            np.maximum(-at_x - 0.5, at_x - wide + 0.5), np.maximum(-at_y - 0.5, at_y - high + 0.5)
        )
        cover = np.clip(0.5 - out / coarse, 0.0, 1.0)[..., None].astype(np.float32)
        return np.asarray(flat + cover * (seen.astype(np.float32) - flat) + 0.5, np.uint8)

    def _draw_noise(self, rng: np.random.Generator) -> tuple[Picture, Picture] | None:
        """The sensor's noise for one strip, what it adds and what it takes, a little larger than the strip."""
        if self.lamp.noise <= 0:
            return None
        shape = (_STRIP_ROWS + _NOISE_SHIFTS, self.camera.width + _NOISE_SHIFTS, 3)
        grain = np.asarray(
            cv2.GaussianBlur(rng.standard_normal(shape, dtype=np.float32), (0, 0), 0.5), np.float32
        )
        grain *= self.lamp.noise / float(grain.std())
        more, less = np.clip(np.rint(grain), 0, 255), np.clip(np.rint(-grain), 0, 255)
        return np.asarray(more, np.uint8), np.asarray(less, np.uint8)

    def _with_noise(self, picture: Picture, shot: int) -> Picture:
        if self._noise is None:
            return picture
        rng = np.random.default_rng((self._seed, shot))
        more, less = self._noise
        for strip in self._strips():
            down, right = (int(shift) for shift in rng.integers(0, _NOISE_SHIFTS + 1, 2))
            rows, columns = (
                slice(down, down + strip.stop - strip.start),
                slice(right, right + self.camera.width),
            )
            brighter = cv2.add(picture[strip], more[rows, columns])
            cv2.subtract(brighter, less[rows, columns], dst=picture[strip])
        return picture

    def _strips(self) -> Iterator[slice]:
        """The picture in strips of rows: what is worked out strip by strip needs little memory."""
        for start in range(0, self.camera.height, _STRIP_ROWS):
            yield slice(start, min(start + _STRIP_ROWS, self.camera.height))


def _softened(picture: Picture) -> Picture:
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), _SOFT_SIGMA), np.uint8)
