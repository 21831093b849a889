"""The camera's picture with overlays: outlines, names, pennies, the playing area and its tags."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ui.present.board import seat_of
from ui.present.drawn import said, wide_of
from ui.present.names import card_anywhere
from ui.widgets.drawing import SmallDrawing
from ui.widgets.theme import u
from ui.words import _
from vision.printed.marks import Block, Drawing, Image, Mark, Placed, Point, Shape
from vision.printed.shapes import polygon

if TYPE_CHECKING:
    from companion.sight import Lying, Sighting, Table
    from vision.calibration.judging import Calibration
    from vision.eye import Reading
    from vision.sources.frames import Frame

SURE = 0.9
BEYOND = 0.12
"""Margin of a blackened region as a share of its side, as things may jut out of it."""
NAMED_FROM = 44.0
"""Minimum width in units of a patch of glare with a label."""
Box = tuple[float, float, float, float]


class CameraView(SmallDrawing):
    """Shows the newest frame, scaled to its own size before it becomes a texture."""

    def __init__(self, **more: Any) -> None:
        super().__init__(self.marks, **more)
        self._frame: Frame | None = None
        self._reading: Reading | None = None
        self._table: Table | None = None
        self._calibration: Calibration | None = None
        self._hidden: frozenset[str] | None = frozenset()
        self._book: Mapping[str, Lying] = {}

    def show(
        self,
        frame: "Frame | None",
        reading: "Reading | None",
        table: "Table | None",
        calibration: "Calibration | None" = None,
        hidden: frozenset[str] | None = frozenset(),
        book: "Mapping[str, Lying] | None" = None,
    ) -> None:
        """Draws a new frame; with a calibration it shows the table and its glare instead of things.

        `hidden` regions are black, as they are not public; None blackens everything. `book`: the expected
        things.
        """
        same = frame is self._frame and reading is self._reading and calibration is self._calibration
        if same and hidden == self._hidden and (book or {}) == self._book:
            return
        self._hidden, self._book = hidden, book or {}
        if hidden is None:
            frame = None
        self._frame, self._reading, self._table, self._calibration = frame, reading, table, calibration
        self.draw()

    def marks(self, wide: float, high: float) -> Iterator[Mark]:
        """The visible part of the picture with its overlay, or a text without one."""
        if self._frame is None:
            words = _("Not for all eyes now") if self._hidden is None else _("No picture")
            yield Block(0, 0, wide, high, "surface", round_mm=8)
            yield said(wide / 2, high / 2, words, 20, "quiet")
            return
        import cv2

        image, boxes = self._frame.image, self._boxes()
        left, top, across, down = _part(image, boxes)
        scale = max(0.01, min(wide / across, high / down))
        x, y, fine = (wide - across * scale) / 2, (high - down * scale) / 2, min(scale * u(1), 1.0)
        size = (max(1, int(across * fine)), max(1, int(down * fine)))
        small: Any = cv2.resize(
            image[top : top + down, left : left + across], size, interpolation=cv2.INTER_AREA
        )
        over = Drawing("seen", across, down, tuple(self._over(boxes, 1 / scale)))
        yield Image(x, y, across * scale, down * scale, small)
        yield Placed(over, x - left * scale, y - top * scale, scale=scale)

    def _over(self, boxes: "Sequence[Sequence[Point]]", unit: float) -> Iterator[Mark]:
        """The overlay; `unit`: in px of the picture."""
        for region in self._table.regions if self._table is not None else ():
            if region.name in (self._hidden or ()):
                rim = region.w * BEYOND
                box = (region.x - rim, region.y - rim, region.w + 2 * rim, region.h + 2 * rim)
                yield from (Shape(polygon(corners), fill="night") for corners in self._in_picture([box]))
        for corners in boxes:
            yield Shape(polygon(corners), edge="hint", edge_mm=1.8 * unit)
        if self._calibration is not None:
            for patch in self._calibration.glare:
                yield Shape(polygon(patch), edge="wrong", edge_mm=3.2 * unit)
                xs, ys = zip(*patch, strict=True)
                if max(xs) - min(xs) > NAMED_FROM * unit:
                    yield from _named(_("Glare"), sum(xs) / len(xs), sum(ys) / len(ys), 12 * unit, "wrong")
            return
        for sighting in self._reading.scene.sightings if self._reading is not None else ():
            corners = sighting.corners_px or ()
            if sighting.region in (self._hidden or ()) or not corners:
                continue
            # Outlined in its seat's colour and named; uncertain names have another ink.
            seat, is_card = seat_of(sighting, self._book), sighting.kind == "card"
            coin = sighting.kind == "penny"
            ink = "heads" if coin else f"s{seat}" if is_card and seat is not None else "quiet"
            yield Shape(polygon(corners), edge=ink, edge_mm=2.2 * unit)
            words = _name(sighting)
            if words:
                xs, ys = zip(*corners, strict=True)
                size = min(12.0, (max(xs) - min(xs)) / unit / 5) * unit if is_card else 11 * unit
                y = max(ys) - size * 0.6 if is_card else sum(ys) / len(ys)
                sure = sighting.sure >= SURE and (sighting.label is not None or sighting.face == "down")
                yield from _named(words, sum(xs) / len(xs), y, size, "text" if sure else "warning")

    def _boxes(self) -> list[list[Point]]:
        """The corners of playing area and tags in picture px, if the mat was found."""
        reading, table = self._reading, self._table
        if reading is None or table is None or not reading.mat.found:
            return []
        boxes = [(0.0, 0.0, table.width_mm, table.height_mm)]
        if table.tags is not None:
            side = table.tags.side_mm
            boxes += [(x, y, side, side) for x in (-side, table.width_mm) for y in (-side, table.height_mm)]
        return self._in_picture(boxes)

    def _in_picture(self, boxes: list[Box]) -> list[list[Point]]:
        """The corners of table boxes (mm) in picture px; none without the mat."""
        import cv2
        import numpy as np

        if self._reading is None or self._reading.mat.image_to_table is None:
            return []
        back = np.linalg.inv(np.asarray(self._reading.mat.image_to_table, float))
        found = [[(x, y), (x + wide, y), (x + wide, y + high), (x, y + high)] for x, y, wide, high in boxes]
        seen = cv2.perspectiveTransform(np.array(found, float).reshape(1, -1, 2), back).reshape(-1, 4, 2)
        return [[(float(x), float(y)) for x, y in corners] for corners in seen]


def _part(image: Any, boxes: Sequence[Sequence[Point]]) -> tuple[int, int, int, int]:
    """The visible part of the picture: the mat with its tags if found, else all."""
    height, width = image.shape[:2]
    corners = [point for box in boxes for point in box]
    if not corners:
        return (0, 0, width, height)
    xs, ys = zip(*corners, strict=True)
    rim = 0.04 * (max(xs) - min(xs))
    left, top = max(0, int(min(xs) - rim)), max(0, int(min(ys) - rim))
    right, low = min(width, int(max(xs) + rim)), min(height, int(max(ys) + rim))
    return (left, top, max(8, right - left), max(8, low - top))


def _named(words: str, x: float, y: float, size: float, ink: str) -> Iterator[Mark]:
    """Words around a point on a dark background."""
    wide = (wide_of(words) + 0.4) * size
    yield Block(x - wide / 2, y - size * 0.6, wide, size * 1.2, "night", opacity=0.72)
    yield said(x, y, words, size, ink)


def _name(sighting: "Sighting") -> str:
    if sighting.kind == "penny":
        return {"heads": _("H"), "tails": _("T")}.get(sighting.label or "", "?")
    if sighting.face == "down":
        return ""
    return card_anywhere(sighting.label).name if sighting.label else "?"
