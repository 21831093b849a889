"""The camera's picture with what is seen in it drawn over: outlines, names, pennies, the playing area and its tags."""

from typing import TYPE_CHECKING, Any

from kivy.graphics import Color, Quad, Rectangle, SmoothLine, SmoothRoundedRectangle
from kivy.graphics.texture import Texture
from kivy.uix.widget import Widget

from ui.present.names import label_words
from ui.widgets.palette import Colour
from ui.widgets.text import letters
from ui.widgets.theme import HEADS, colours, seat_colour, u
from ui.words import _

if TYPE_CHECKING:
    from companion.sight import Sighting, Table
    from vision.calibration.judging import Calibration, Patch
    from vision.eye import Reading
    from vision.sources.frames import Frame

SURE = 0.9
BEYOND = 0.12
"""What is hidden is black so far beyond its edges, as part of its side: things stand over them a little."""


class CameraView(Widget):
    """Shows the newest frame given to it, shrunk to its own size before it goes to the graphics."""

    def __init__(self, **more: Any) -> None:
        super().__init__(**more)
        self._frame: Frame | None = None
        self._reading: Reading | None = None
        self._table: Table | None = None
        self._calibration: Calibration | None = None
        self._hidden: frozenset[str] | None = frozenset()
        self._texture: Any = None
        self.bind(pos=self._draw, size=self._redraw)

    def show(
        self,
        frame: "Frame | None",
        reading: "Reading | None",
        table: "Table | None",
        calibration: "Calibration | None" = None,
        hidden: frozenset[str] | None = frozenset(),
    ) -> None:
        """Draws another frame, if it is another; with a calibration the table and its glare, not what lies there.

        `hidden` regions are black, as not all may see them; None: the whole picture is.
        """
        same = frame is self._frame and reading is self._reading and calibration is self._calibration
        if same and hidden == self._hidden:
            return
        self._hidden = hidden
        if hidden is None:
            frame = None
        self._frame, self._reading, self._table, self._calibration = frame, reading, table, calibration
        self._redraw()

    def _redraw(self, *_changed: object) -> None:
        self._texture = None
        if self._frame is not None and self.width > 8 and self.height > 8:
            self._texture = self._load(self._frame.image)
        self._draw()

    def _load(self, image: Any) -> Any:
        import cv2

        left, top, width, height = self._part
        scale = min(self.width / width, self.height / height, 1.0)
        size = (max(1, int(width * scale)), max(1, int(height * scale)))
        small = cv2.resize(image[top : top + height, left : left + width], size, interpolation=cv2.INTER_AREA)
        texture = Texture.create(size=size, colorfmt="bgr")
        texture.blit_buffer(small.ravel(), colorfmt="bgr", bufferfmt="ubyte")
        texture.flip_vertical()
        return texture

    @property
    def _part(self) -> tuple[int, int, int, int]:
        """The part of the picture that is shown: the mat with its tags where it was found, else all of it."""
        assert self._frame is not None
        height, width = self._frame.image.shape[:2]
        corners = [point for box in self._boxes() for point in box]
        if not corners:
            return (0, 0, width, height)
        xs, ys = [x for x, _y in corners], [y for _x, y in corners]
        rim = 0.04 * (max(xs) - min(xs))
        left, top = max(0, int(min(xs) - rim)), max(0, int(min(ys) - rim))
        right, low = min(width, int(max(xs) + rim)), min(height, int(max(ys) + rim))
        return (left, top, max(8, right - left), max(8, low - top))

    @property
    def _place(self) -> tuple[float, float, float]:
        """Where the picture's own corner stands: left, top, and screen pixels a picture pixel."""
        part_left, part_top, width, height = self._part
        scale = min(self.width / width, self.height / height)
        left = self.x + self.width / 2 - width * scale / 2
        top = self.y + self.height / 2 + height * scale / 2
        return left - part_left * scale, top + part_top * scale, scale

    def _draw(self, *_changed: object) -> None:
        self.canvas.clear()
        with self.canvas:
            if self._texture is None or self._frame is None:
                Color(*colours().surface)
                SmoothRoundedRectangle(pos=self.pos, size=self.size, radius=[u(8)])
                words = _("Not for all eyes now") if self._hidden is None else _("No picture")
                self._text(words, self.x + self.width / 2, self.y + self.height / 2, 20, colours().quiet)
                return
            left, top, scale = self._place
            part_left, part_top, width, height = self._part
            Color(1, 1, 1)
            Rectangle(
                texture=self._texture,
                pos=(left + part_left * scale, top - (part_top + height) * scale),
                size=(width * scale, height * scale),
            )
            self._cover(left, top, scale)
            Color(*colours().hint.ink)
            for box in self._boxes():
                flat = [value for px, py in box for value in (left + px * scale, top - py * scale)]
                SmoothLine(points=flat, close=True, width=u(0.9))
            if self._calibration is not None:
                for patch in self._calibration.glare:
                    self._burnt(patch, left, top, scale)
                return
            for sighting in self._reading.scene.sightings if self._reading is not None else ():
                if sighting.region not in (self._hidden or ()):
                    self._outline(sighting, left, top, scale)

    def _cover(self, left: float, top: float, scale: float) -> None:
        """Blackens what not all may see, a little beyond its edges."""
        regions = self._table.regions if self._table is not None else ()
        for region in regions:
            if region.name in (self._hidden or ()):
                rim = region.w * BEYOND
                box = (region.x - rim, region.y - rim, region.w + 2 * rim, region.h + 2 * rim)
                for corners in self._in_picture([box]):
                    flat = [value for px, py in corners for value in (left + px * scale, top - py * scale)]
                    Color(*colours().night)
                    Quad(points=flat)

    def _burnt(self, patch: "Patch", left: float, top: float, scale: float) -> None:
        """One patch of glare: outlined, and named where it is large enough."""
        points = [(left + px * scale, top - py * scale) for px, py in patch]
        Color(*colours().wrong.ink)
        SmoothLine(points=[value for point in points for value in point], close=True, width=u(1.6))
        xs, ys = [x for x, _y in points], [y for _x, y in points]
        if max(xs) - min(xs) > u(44):
            self._text(_("Glare"), sum(xs) / len(xs), sum(ys) / len(ys), 12, colours().wrong.ink, ground=True)

    def _boxes(self) -> list[list[tuple[float, float]]]:
        """The corners of the playing area and of the tags in picture pixels, where the mat was found."""
        reading, table = self._reading, self._table
        if reading is None or table is None or not reading.mat.found or reading.mat.image_to_table is None:
            return []
        boxes = [(0.0, 0.0, table.width_mm, table.height_mm)]
        if table.tags is not None:
            side = table.tags.side_mm
            boxes += [(x, y, side, side) for x in (-side, table.width_mm) for y in (-side, table.height_mm)]
        return self._in_picture(boxes)

    def _in_picture(self, boxes: list[tuple[float, float, float, float]]) -> list[list[tuple[float, float]]]:
        """The corners of boxes of the table (mm) in picture pixels; none where the mat was not found."""
        import numpy as np

        if self._reading is None or self._reading.mat.image_to_table is None:
            return []
        back = np.linalg.inv(np.asarray(self._reading.mat.image_to_table, float))
        found = []
        for x, y, width, height in boxes:
            corners = np.array([[x, x + width, x + width, x], [y, y, y + height, y + height], [1, 1, 1, 1]])
            points = back @ corners
            found.append([(float(px), float(py)) for px, py in (points[:2] / points[2]).T])
        return found

    def _outline(self, sighting: "Sighting", left: float, top: float, scale: float) -> None:
        if not sighting.corners_px:
            return
        colour: Colour = HEADS if sighting.kind == "penny" else colours().quiet
        if sighting.kind == "card" and sighting.seat is not None:
            colour = seat_colour(sighting.seat)
        flat = [value for px, py in sighting.corners_px for value in (left + px * scale, top - py * scale)]
        Color(*colour)
        SmoothLine(points=flat, close=True, width=u(1.1))
        unread = sighting.label is None and sighting.face != "down"
        words = self._name(sighting)
        if words:
            x, y = sum(flat[::2]) / len(flat[::2]), sum(flat[1::2]) / len(flat[1::2])
            card = sighting.kind == "card"
            size = min(12.0, (max(flat[::2]) - min(flat[::2])) / u(1) / 5)
            low = min(flat[1::2]) + u(size * 0.6) if card else y
            self._text(
                words,
                x,
                low,
                size if card else 11,
                colours().warning.ink if unread or sighting.sure < SURE else colours().text,
                ground=True,
            )

    def _name(self, sighting: "Sighting") -> str:
        if sighting.kind == "penny":
            return {"heads": _("H"), "tails": _("T")}.get(sighting.label or "", "?")
        if sighting.face == "down":
            return ""
        return label_words(sighting.label) if sighting.label else "?"

    def _text(
        self, words: str, x: float, y: float, size: float, colour: Colour, *, ground: bool = False
    ) -> None:
        texture = letters(words, round(u(size)))
        left, low = x - texture.width / 2, y - texture.height / 2
        if ground:
            Color(*colours().night[:3], 0.72)
            Rectangle(pos=(left - u(2), low), size=(texture.width + u(4), texture.height))
        Color(*colour)
        Rectangle(texture=texture, pos=(left, low), size=texture.size)
