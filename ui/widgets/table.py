"""Draws a table from above: cloth, squares, cards, pennies, marks and arrows, all in millimetres. Knows no game.

What a mark means is told twice, by colour and by shape, so that no eye depends on hue.
"""

# mypy: disable-error-code="misc"
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from kivy.core.text import Label as CoreLabel
from kivy.graphics import (
    Color,
    Ellipse,
    Line,
    PopMatrix,
    PushMatrix,
    Rectangle,
    Rotate,
    SmoothEllipse,
    SmoothLine,
    SmoothRoundedRectangle,
    StencilPop,
    StencilPush,
    StencilUnUse,
    StencilUse,
)
from kivy.uix.widget import Widget

from companion.sight import place_of
from ui.present.models import Arrow, BoardModel, Mark, Piece
from ui.present.names import label_words
from ui.widgets.arrows import draw_arrow
from ui.widgets.faces import Faces
from ui.widgets.icons import draw_icon
from ui.widgets.theme import HEADS, ON_HEADS, ON_TAILS, TAILS, colours, mark_colour, seat_colour, seat_deep, u

RIM = 18.0
"""Room for the names of rows and columns, in units."""
BADGES = {"chore": "tidy", "wrong": "refuse", "missing": "plus"}


@lru_cache(maxsize=512)
def letters(text: str, pixels: int, *, bold: bool = True, width: int | None = None) -> Any:
    """A text as a texture of its own."""
    label = CoreLabel(
        text=text, font_size=pixels, bold=bold, halign="center", font_name="Roboto", text_size=(width, None)
    )
    label.refresh()
    return label.texture


class TableView(Widget):
    """A board model drawn as large as its place allows. `touched` is told the region under a finger."""

    def __init__(
        self,
        model: BoardModel,
        faces: Faces,
        touched: Callable[[str], None] | None = None,
        *,
        rim: bool = True,
        **more: Any,
    ) -> None:
        super().__init__(**more)
        self._model, self._faces, self._touched, self._rim = model, faces, touched, rim
        self.bind(pos=self.draw, size=self.draw)

    @property
    def model(self) -> BoardModel:
        return self._model

    def show(self, model: BoardModel) -> None:
        """Draws another model, if it is another."""
        if model != self._model:
            self._model = model
            self.draw()

    @property
    def rim(self) -> float:
        return u(RIM) if self._rim else u(2)

    @property
    def scale(self) -> float:
        """Pixels a millimetre."""
        _x, _y, width, height = self._model.window
        room_x, room_y = self.width - 2 * self.rim, self.height - 2 * self.rim
        return float(max(0.01, min(room_x / max(width, 1), room_y / max(height, 1))))

    def to_px(self, x: float, y: float) -> tuple[float, float]:
        """Where a point of the table (mm) is on the screen."""
        left, near, width, height = self._model.window
        scale = self.scale
        return (
            (self.x + self.width / 2) + (x - left - width / 2) * scale,
            (self.y + self.height / 2) + (y - near - height / 2) * scale,
        )

    def to_mm(self, x: float, y: float) -> tuple[float, float]:
        """Which point of the table (mm) is at a place on the screen."""
        left, near, width, height = self._model.window
        scale = self.scale
        return (
            (x - (self.x + self.width / 2)) / scale + left + width / 2,
            (y - (self.y + self.height / 2)) / scale + near + height / 2,
        )

    def region_at(self, x: float, y: float) -> str | None:
        """The region under a place on the screen."""
        at_x, at_y = self.to_mm(x, y)
        return next((region.name for region in self._model.regions if region.contains(at_x, at_y)), None)

    def on_touch_down(self, touch: Any) -> bool:
        if self._touched is None or not self.collide_point(*touch.pos):
            return bool(super().on_touch_down(touch))
        name = self.region_at(*touch.pos)
        if name is None:
            return False
        touch.grab(self)
        touch.ud["region"] = name
        return True

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is self:
            touch.ungrab(self)
            if self._touched is not None and self.region_at(*touch.pos) == touch.ud.get("region"):
                self._touched(touch.ud["region"])
            return True
        return bool(super().on_touch_up(touch))

    def draw(self, *_changed: object) -> None:
        if self.width < 4 or self.height < 4:
            return
        self.canvas.clear()
        with self.canvas:
            if not self._rim:
                self._cut()
            self._cloth()
            for piece in self.pieces():
                self.piece(piece)
            for region, count in self._model.counts:
                self._count(region, count)
            for mark in self._model.marks:
                self._mark(mark)
            for arrow in self._model.arrows:
                self._arrow(arrow)
            if not self._rim:
                self._uncut()

    def _cut(self) -> None:
        """A small picture shows nothing beyond its own edge: what lies across it is cut there."""
        StencilPush()
        Rectangle(pos=self.pos, size=self.size)
        StencilUse()

    def _uncut(self) -> None:
        StencilUnUse()
        Rectangle(pos=self.pos, size=self.size)
        StencilPop()

    def pieces(self) -> tuple[Piece, ...]:
        return self._model.pieces

    def _seen(self, x: float, y: float, reach: float) -> bool:
        left, near, width, height = self._model.window
        return left - reach < x < left + width + reach and near - reach < y < near + height + reach

    def _cloth(self) -> None:
        left, near, width, height = self._model.window
        x, y = self.to_px(left, near)
        scale, edge = self.scale, self.rim * (0.9 if self._rim else 0.5)
        Color(*colours().table)
        SmoothRoundedRectangle(
            pos=(x - edge, y - edge),
            size=(width * scale + 2 * edge, height * scale + 2 * edge),
            radius=[u(8)],
        )
        Color(*colours().square)
        for region in self._model.regions:
            if self._seen(*region.centre, -min(region.w, region.h) / 2 + 1):
                px, py = self.to_px(region.x, region.y)
                Rectangle(pos=(px + u(1), py + u(1)), size=(region.w * scale - u(2), region.h * scale - u(2)))
        if self._rim:
            self._edges(left, near)

    def _edges(self, left: float, near: float) -> None:
        """The names of rows and columns, and each seat's colour along its own edge."""
        edge = self.rim
        for seat, side in enumerate(self._model.edges):
            self._seats_edge(seat, side)
        Color(*colours().quiet)
        for region in self._model.regions:
            square = place_of(region.name).square
            if square is None:
                continue
            if region.y == near:
                self._text(square[0], *self._off(region.centre[0], near, 0, -edge * 0.38), u(12))
            if region.x == left:
                self._text(square[1], *self._off(left, region.centre[1], -edge * 0.46, 0), u(12))

    def _seats_edge(self, seat: int, side: str) -> None:
        """A line in a seat's colour along the side on which it sits."""
        left, near, width, height = self._model.window
        scale, edge = self.scale, self.rim
        Color(*seat_colour(seat))
        if side in ("near", "far"):
            px, py = self.to_px(left, near if side == "near" else near + height)
            low = py - edge * 0.9 if side == "near" else py + edge * 0.9 - u(3)
            SmoothRoundedRectangle(pos=(px, low), size=(width * scale, u(3)), radius=[u(1.5)])
        else:
            px, py = self.to_px(left if side == "left" else left + width, near)
            at = px - edge * 0.9 if side == "left" else px + edge * 0.9 - u(3)
            SmoothRoundedRectangle(pos=(at, py), size=(u(3), height * scale), radius=[u(1.5)])

    def _count(self, name: str, count: int) -> None:
        """How many lie on a pile, on a dark disc in its corner, bright yellow where none is left."""
        region = next((region for region in self._model.regions if region.name == name), None)
        if region is None or not self._seen(*region.centre, 0):
            return
        x, y = self.to_px(region.x, region.y)
        width, height = region.w * self.scale, region.h * self.scale
        side = max(min(width, height) * 0.42, u(15))
        sign = letters(str(count), max(8, round(side * 0.62)))
        left, low = x + width - side, y + height - side
        Color(*colours().night[:3], 0.9)
        SmoothEllipse(pos=(left, low), size=(side, side))
        Color(*(colours().text if count else colours().warning.ink))
        Rectangle(
            texture=sign,
            pos=(left + side / 2 - sign.width / 2, low + side / 2 - sign.height / 2),
            size=sign.size,
        )

    def _off(self, x: float, y: float, dx: float, dy: float) -> tuple[float, float]:
        px, py = self.to_px(x, y)
        return px + dx, py + dy

    def _text(self, text: str, x: float, y: float, pixels: float) -> None:
        texture = letters(text, max(8, round(pixels)))
        Rectangle(texture=texture, pos=(x - texture.width / 2, y - texture.height / 2), size=texture.size)

    def piece(self, piece: Piece) -> None:
        """Draws one thing where it lies."""
        if not self._seen(piece.x, piece.y, 0):
            return
        x, y = self.to_px(piece.x, piece.y)
        if piece.kind == "card":
            self._card(piece, x, y)
        else:
            self._small(piece, x, y)

    def _card(self, piece: Piece, x: float, y: float) -> None:
        scale = self.scale
        width, height = piece.width_mm * scale, piece.height_mm * scale
        border = max(1.5, min(width, height) * 0.045)
        seat = piece.seat
        colour = seat_colour(seat) if seat is not None else colours().quiet
        strength = 0.42 if piece.faint else 1.0
        down = piece.face == "down"
        shown = not down or piece.peeped
        texture = None if shown else self._faces.back(piece.deck)
        if shown and piece.label:
            texture = self._faces.face(piece.deck, piece.label)
        PushMatrix()
        Rotate(angle=piece.angle, origin=(x, y))
        corner = (x - width / 2, y - height / 2)
        if piece.faint:
            Color(*colour[:3], 0.95)
            Line(
                rounded_rectangle=(*corner, width, height, u(4)),
                width=1.0,
                dash_length=4,
                dash_offset=4,
            )
        else:
            Color(*colour)
            SmoothRoundedRectangle(pos=corner, size=(width, height), radius=[u(4)])
        inner = (corner[0] + border, corner[1] + border)
        size = (width - 2 * border, height - 2 * border)
        if texture is not None:
            Color(1, 1, 1, strength * (0.6 if piece.faint else 1.0))
            Rectangle(texture=texture, pos=inner, size=size)
        else:
            deep = (0.87, 0.85, 0.8, 1.0) if shown else seat_deep(seat or 0)
            Color(*deep[:3], strength)
            Rectangle(pos=inner, size=size)
            if shown:
                Color(*colours().night)
                words = label_words(piece.label) if piece.label else "?"
                self._label(words, x, y, size[0])
        PopMatrix()
        if piece.peeped and texture is not None:
            self._name(piece, x, y - height / 2, width)

    def _name(self, piece: Piece, x: float, low: float, width: float) -> None:
        """The name of a card that only its owner sees, upright for whoever reads the screen, on a dark band."""
        words = label_words(piece.label or "?")
        longest = max((len(word) for word in words.split()), default=1)
        pixels = max(8, round(min(width / 5.5, width / (0.6 * longest))))
        texture = letters(words, pixels, bold=True, width=max(8, round(width)))
        Color(*colours().night[:3], 0.82)
        Rectangle(pos=(x - width / 2, low), size=(width, texture.height))
        Color(*colours().text)
        Rectangle(texture=texture, pos=(x - texture.width / 2, low), size=texture.size)

    def _label(self, words: str, x: float, y: float, width: float) -> None:
        longest = max((len(word) for word in words.split()), default=1)
        pixels = max(7, round(min(width / (5.0 if len(words) > 2 else 2.0), width / (0.62 * longest))))
        texture = letters(words, pixels, bold=True, width=max(8, round(width)))
        Rectangle(texture=texture, pos=(x - texture.width / 2, y - texture.height / 2), size=texture.size)

    def _small(self, piece: Piece, x: float, y: float) -> None:
        """A disc with its printed face; a penny: heads are bright with H, tails dark with a bright ring and T."""
        size = piece.width_mm * self.scale
        texture = self._faces.face(piece.deck, piece.label) if piece.kind == "disc" and piece.label else None
        if texture is not None:
            Color(1, 1, 1)
            Ellipse(texture=texture, pos=(x - size / 2, y - size / 2), size=(size, size), segments=72)
            return
        heads = piece.label == "heads"
        ground, ink = (HEADS, ON_HEADS) if heads else (TAILS, ON_TAILS)
        PushMatrix()
        Rotate(angle=piece.angle, origin=(x, y))
        Color(*colours().night)
        SmoothEllipse(pos=(x - size * 0.54, y - size * 0.54), size=(size * 1.08, size * 1.08))
        Color(*ground)
        SmoothEllipse(pos=(x - size / 2, y - size / 2), size=(size, size))
        Color(*ink)
        SmoothLine(circle=(x, y, size * 0.42), width=max(1.0, size * (0.02 if heads else 0.045)))
        word = {"heads": "H", "tails": "T"}.get(piece.label or "", piece.label or "?")
        self._text(word[:2], x, y, size * 0.6)
        PopMatrix()

    def _mark(self, mark: Mark) -> None:
        region = next((region for region in self._model.regions if region.name == mark.region), None)
        if region is None or not self._seen(*region.centre, 0):
            return
        colour = mark_colour(mark.kind)
        x, y = self.to_px(region.x, region.y)
        width, height = region.w * self.scale, region.h * self.scale
        heavy = u(1.2 if mark.kind in ("moved", "missing", "seen") else 2.4)
        Color(*colour)
        SmoothLine(
            rounded_rectangle=(x + heavy, y + heavy, width - 2 * heavy, height - 2 * heavy, u(5)), width=heavy
        )
        badge = BADGES.get(mark.kind)
        if badge:
            side = min(width * 0.36, u(26))
            left, low = x + width - side - u(2), y + height - side - u(2)
            Color(*colours().night)
            SmoothEllipse(pos=(left, low), size=(side, side))
            draw_icon(badge, left + side * 0.19, low + side * 0.19, side * 0.62, colour)

    def _arrow(self, arrow: Arrow) -> None:
        places = {region.name: region.centre for region in self._model.regions}
        points = [self.to_px(*places[name]) for name in arrow.regions if name in places]
        if len(points) < 2:
            return
        draw_arrow(points, self.scale * 17, mark_colour(arrow.kind))
