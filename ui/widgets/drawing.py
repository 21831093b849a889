"""Any drawing on the screen: marks on a canvas, and a board that is touched, dragged from, and animated."""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple, assert_never

from kivy import graphics
from kivy.animation import Animation
from kivy.clock import Clock
from kivy.graphics import Color
from kivy.graphics.instructions import CanvasBase
from kivy.graphics.opengl import GL_RENDERER, glFlush, glGetString
from kivy.properties import NumericProperty
from kivy.uix.widget import Widget

from companion.game import Seat
from ui.art.pictures import NAMES, picture
from ui.present.board import Motion, Piece, motion, thing_parts
from ui.present.drawn import CAPITAL, NAME, DrawnBoard, seat_shape
from ui.present.touches import CarrySquare, DragPiece, LiftSquare, Touch
from ui.widgets.pictures import Faces, as_texture, painted
from ui.widgets.text import FILLING, SIGNS, letters
from ui.widgets.theme import CALM, DRAG, colour_of, sized, style, type_px, u
from vision.printed import marks
from vision.printed.marks import Art, Block, Drawing, Ink, Mark, Part, Point

Send = Callable[[Touch], None]
STEPS = 6
"""Straight segments per curve."""


# Drawing in parts without graphics hardware: Mesa keeps 64 KB per primitive until all is drawn. A board of
# 500 lines and shapes took 35 MB, which stayed with the program between frames.

PART = 8
"""Pieces or squares of a board per part."""


def in_parts(things: Iterable[Mark]) -> Iterator[Mark]:
    """The things in turn, for the caller to draw, flushed after each part."""
    for n, thing in enumerate(things):
        if n % PART == 0:
            drawn_so_far()
        yield thing


def drawn_so_far() -> None:
    """Flushes the open canvas if graphics are in software; hardware is left alone."""
    if _is_software():
        graphics.Callback(lambda _instruction: glFlush())


@cache
def _is_software() -> bool:
    return b"llvmpipe" in (glGetString(GL_RENDERER) or b"")


class Painter:
    """Draws marks on the open canvas: a drawing's top left is at (left, top) px, at `scale` px/mm."""

    def __init__(
        self, faces: Faces | None = None, left: float = 0.0, top: float = 0.0, scale: float = 1.0
    ) -> None:
        self._faces = faces
        self._kept: list[tuple[Any, Any]] = []
        self.pulsing: list[graphics.Canvas] | None = None  # layers of the marks that pulse
        self.again: Callable[[], None] | None = None  # repaints when a large card has been drawn
        self.place(left, top, scale)

    def place(self, left: float, top: float, scale: float) -> None:
        self.left, self.top, self.scale = left, top, scale

    def px(self, x: float, y: float) -> tuple[float, float]:
        """A point of the drawing in screen px."""
        return self.left + x * self.scale, self.top - y * self.scale

    def mm(self, x: float, y: float) -> tuple[float, float]:
        """A point of the screen in drawing mm."""
        return (x - self.left) / self.scale, (self.top - y) / self.scale

    def box(self, mark: Block | marks.Image | Art) -> dict[str, tuple[float, float]]:
        """The lower left corner and size of a rectangle, in px."""
        return {
            "pos": self.px(mark.x, mark.y + mark.h), "size": (mark.w * self.scale, mark.h * self.scale),
        }  # fmt: skip

    def paint(self, things: Iterable[Mark]) -> None:
        for mark in things:
            self.mark(mark)

    def mark(self, mark: Mark) -> None:
        match mark:
            case Part():
                if not mark.pulses or self.pulsing is None:
                    self.paint(mark.marks)
                    return
                layer = graphics.Canvas()
                with layer:
                    self.paint(mark.marks)
                self.pulsing.append(layer)
            case Block():
                Color(*colour_of(mark.ink, mark.opacity))
                round_by = mark.round_mm * self.scale
                if round_by:
                    graphics.SmoothRoundedRectangle(**self.box(mark), radius=[round_by])
                else:
                    graphics.Rectangle(**self.box(mark))
            case marks.Disc():
                Color(*colour_of(mark.ink, mark.opacity))
                (x, y), size = self.px(mark.x, mark.y), mark.size * self.scale
                graphics.SmoothEllipse(pos=(x - size / 2, y - size / 2), size=(size, size))
            case marks.Line():
                Color(*colour_of(mark.ink))
                ends = (*self.px(mark.x0, mark.y0), *self.px(mark.x1, mark.y1))
                graphics.SmoothLine(points=ends, width=mark.width_mm * self.scale / 2)
            case marks.Shape():
                self._shape(mark)
            case marks.Label():
                # Centred on its capitals, squeezed if too wide.
                high = mark.size_mm * self.scale
                texture = letters(mark.words, max(8, round(high / CAPITAL)), bold=mark.font == "bold")
                x, y = self.px(mark.x, mark.y)
                wide = min(texture.width, mark.fit * self.scale or texture.width)
                left = {"start": x, "middle": x - wide / 2, "end": x - wide}[mark.anchor]
                Color(*colour_of(mark.ink))
                place = left, y + high / 2 - texture.height / 2
                graphics.Rectangle(texture=texture, pos=place, size=(wide, texture.height))
            case marks.Image():
                Color(1, 1, 1)
                graphics.Rectangle(texture=self._texture(mark.picture), **self.box(mark))
            case Art():
                self._art(mark)
            case marks.Placed():
                if mark.turn:
                    # Kivy blanks the window after an empty matrix pair.
                    graphics.PushMatrix()
                    half = mark.scale * mark.drawing.width_mm / 2, mark.scale * mark.drawing.height_mm / 2
                    graphics.Rotate(angle=-mark.turn, origin=self.px(mark.x + half[0], mark.y + half[1]))
                inside = mark.drawing.marks
                inner = Painter(self._faces, *self.px(mark.x, mark.y), self.scale * mark.scale)
                inner._kept, inner.again = self._kept, self.again
                inner.paint(in_parts(inside) if len(inside) > PART else inside)
                if mark.turn:
                    graphics.PopMatrix()
            case _:
                assert_never(mark)

    def _shape(self, shape: marks.Shape) -> None:
        """Draws a shape; only convex outlines are filled, as boards have no others."""
        lines = [[self.px(*point) for point in line] for line in _lines(shape.path)]
        if shape.fill is not None and not isinstance(shape.fill, marks.Gradient | marks.Glow):
            Color(*colour_of(shape.fill, shape.opacity))
            for line in lines:
                for n in range(1, len(line) - 1):
                    graphics.SmoothTriangle(points=(*line[0], *line[n], *line[n + 1]))
        if shape.edge is not None:
            Color(*colour_of(shape.edge, shape.opacity))
            for line in lines:
                flat = [value for point in line for value in point]
                graphics.SmoothLine(points=flat, width=shape.edge_mm * self.scale / 2, close=shape.closed)

    def _art(self, art: Art) -> None:
        if art.deck == "icon":
            if art.name in SIGNS:
                (x, y), side = self.box(art)["pos"], art.w * self.scale
                sign = letters(SIGNS[art.name], max(1, round(side * FILLING)))
                pos = (round(x + (side - sign.width) / 2), round(y + (side - sign.height) / 2))
                Color(*colour_of(art.ink, art.opacity))
                graphics.Rectangle(texture=sign, pos=pos, size=sign.size)
            return
        faces, texture = self._faces, None
        if art.deck and faces is not None:
            is_read = art.h * self.scale > u(80)  # a card of this size is read
            image = faces.large(art.deck, art.name, self.again) if is_read else None
            texture = faces.face(art.deck, art.name) if image is None else self._texture(image)
        elif not art.deck and art.name in NAMES:
            texture = painted(picture(art.name))
        if texture is None:
            self.paint(art.instead)
            return
        Color(*colour_of(art.ink, art.opacity))
        if art.is_round:
            graphics.Ellipse(texture=texture, segments=72, **self.box(art))
        else:
            graphics.Rectangle(texture=texture, **self.box(art))

    def _texture(self, image: Any) -> Any:
        """The picture as a texture; the last one is cached, also within nested drawings."""
        if not self._kept or self._kept[0][0] is not image:
            self._kept[:] = [(image, as_texture(image))]
        return self._kept[0][1]


def _lines(path: marks.Path) -> list[list[Point]]:
    """An outline as polylines, one from each of its beginnings."""
    lines: list[list[Point]] = []
    for segment in path:
        if segment[0] == "move":
            lines.append([])
        found = lines[-1]
        if segment[0] != "curve":
            found.append(segment[1])
            continue
        (ax, ay), (_kind, (bx, by), (cx, cy), (dx, dy)) = found[-1], segment
        for n in range(1, STEPS + 1):
            t, s = n / STEPS, 1 - n / STEPS
            a, b, c, d = s**3, 3 * s * s * t, 3 * s * t * t, t**3
            found.append((a * ax + b * bx + c * cx + d * dx, a * ay + b * by + c * cy + d * dy))
    return lines


Draws = Callable[[float, float], Iterable[Mark]]
"""A function to the marks for a place of a size in units."""


def once_placed(widget: Widget, draw: Callable[[], None]) -> None:
    """Draws a widget after all layouts, at its final place."""
    soon = Clock.create_trigger(lambda _seconds: draw(), -1)
    widget.bind(pos=soon, size=soon)


class SmallDrawing(Widget):
    """A small drawing as large as its place, centred or `at_left`."""

    def __init__(
        self, drawing: Drawing | Draws, faces: Faces | None = None, *, at_left: bool = False, **more: Any
    ) -> None:
        super().__init__(**more)
        self._drawing, self._painter = drawing, Painter(faces)
        self._before = 0.5 * (not at_left)
        self._painter.again = self.draw
        once_placed(self, self.draw)

    def draw(self) -> None:
        self.canvas.clear()
        drawing = self._drawing
        if not isinstance(drawing, Drawing):
            wide, high = max(1.0, self.width / u(1)), max(1.0, self.height / u(1))
            drawing = Drawing("", wide, high, tuple(drawing(wide, high)))
        wide, high = drawing.width_mm, drawing.height_mm
        scale = min(self.width / wide, self.height / high)
        left = self.x + (self.width - wide * scale) * self._before
        low = self.y + (self.height - high * scale) / 2
        self._painter.place(left, low + high * scale, scale)
        with self.canvas:
            self._painter.paint(drawing.marks)


class Icon(SmallDrawing):
    """A square icon in the middle of its place; an unknown name draws nothing.

    `side`: maximum size in units, and the size of the widget unless a `size_hint` is given.
    """

    def __init__(self, name: str, ink: Ink = "text", side: float | None = None, **more: Any) -> None:
        if side is not None:
            more = sized(side) | more
        super().__init__(self._marks, **more)
        self._name, self._ink, self._most = name, ink, side or math.inf

    def show(self, name: str) -> None:
        self._name = name
        self.draw()

    def _marks(self, wide: float, high: float) -> Iterator[Mark]:
        side = min(wide, high, self._most)
        yield Art((wide - side) / 2, (high - side) / 2, side, side, self._name, deck="icon", ink=self._ink)


# Motion: things slide, turn over and fade while only a few canvas numbers change. Rule kept: nothing runs
# without motion, and nothing moves if motion is reduced.

WEAKEST = 0.25
"""Minimum opacity of a pulsing mark."""
Step = Callable[[float], None]
"""Places a thing at a share (0 to 1) of its motion."""


def _placed(painter: Painter, parts: Sequence[Part]) -> tuple[graphics.Translate, graphics.Scale]:
    """Draws a thing with transforms: its shift, and its scale about its middle."""
    graphics.PushMatrix()
    shift, size = graphics.Translate(), graphics.Scale(x=1.0, y=1.0, z=1.0)
    size.origin = (*painter.px(parts[0].x, parts[0].y), 0.0)
    painter.paint(parts)
    graphics.PopMatrix()
    return shift, size


def sliding(painter: Painter, was: Part, parts: Sequence[Part]) -> Step:
    """Draws a thing at its end; it slides from its origin, larger while it falls from a higher level."""
    shift, size = _placed(painter, parts)
    (from_x, from_y), (x, y) = painter.px(was.x, was.y), painter.px(parts[0].x, parts[0].y)
    high = 0.3 * max(0, was.level - parts[0].level)

    def step(part: float) -> None:
        shift.xy = ((from_x - x) * (1 - part), (from_y - y) * (1 - part))
        size.x = size.y = 1.0 + high * (1 - part)

    return step


def turning(painter: Painter, before: Sequence[Part], after: Sequence[Part]) -> Step:
    """Draws both sides of a thing that turns over about its vertical axis."""
    sides = [_placed(painter, parts)[1] for parts in (before, after)]

    def step(part: float) -> None:
        wide = math.cos(math.pi * part)
        sides[0].x, sides[1].x = max(wide, 0.001), max(-wide, 0.001)

    return step


def fading(painter: Painter, parts: Sequence[Part]) -> Step:
    layer = graphics.Canvas()
    with layer:
        painter.paint(parts)
    return lambda part: setattr(layer, "opacity", 1.0 - part)


# The touchable board.


class Oblong(NamedTuple):
    """A box by its lower left corner, in px."""

    x: float
    y: float
    wide: float
    high: float

    @property
    def right(self) -> float:
        return self.x + self.wide

    @property
    def top(self) -> float:
        return self.y + self.high

    @property
    def middle(self) -> tuple[float, float]:
        return self.x + self.wide / 2, self.y + self.high / 2

    def within(self, other: "Oblong") -> "Oblong":
        """Its part within another box; outer edges are clamped to that box."""
        x, y = (min(max(self.x, other.x), other.right), min(max(self.y, other.y), other.top))
        right, top = (min(max(self.right, other.x), other.right), min(max(self.top, other.y), other.top))
        return Oblong(x, y, right - x, top - y)


class Square(NamedTuple):
    """A touchable part: name, place on its board, and touch."""

    name: str
    box: Oblong
    touch: Any


class DrawingView(Widget):
    """A board as large as its place: parts are touched and dragged; equal things move.

    `part`: finished share of a motion, 1 at rest.
    """

    part = NumericProperty(1.0)

    def __init__(self, model: DrawnBoard, faces: Faces | None, send: Send | None = None, **more: Any) -> None:
        super().__init__(**more)
        self.model: Any = model
        self._faces, self._send = faces, send
        self._painter = Painter(faces)
        self._pulsing: list[graphics.Canvas] = []
        self._ticking: Any = None
        self._steps: list[Step] = []
        self._parts: tuple[Part, ...] = ()
        self._before: tuple[Part, ...] = ()
        self._motion = Motion()
        self.held: tuple[Part, tuple[float, float]] | None = None
        self._carried = ""
        self._layers: list[tuple[Mark, CanvasBase]] = []
        self._painted_for: object = None
        self._painter.again = self.draw
        once_placed(self, self.draw)

    @property
    def scale(self) -> float:
        """Pixels per mm."""
        (_x, _y, wide, high), rim = self.model.window, 2 * u(self.model.rim)
        across, up = (self.width - rim) / max(wide, 1), (self.height - rim) / max(high, 1)
        return float(max(0.01, min(across, up)))

    def to_px(self, x: float, y: float) -> tuple[float, float]:
        """A table point (mm) on the screen."""
        left, near, wide, high = self.model.window
        across, up = (x - left - wide / 2) * self.scale, (y - near - high / 2) * self.scale
        return self.center_x + across, self.center_y + up

    def to_mm(self, x: float, y: float) -> tuple[float, float]:
        """A screen point on the table (mm)."""
        left, near, wide, high = self.model.window
        across, up = (x - self.center_x) / self.scale, (y - self.center_y) / self.scale
        return across + left + wide / 2, up + near + high / 2

    def show(self, model: DrawnBoard) -> None:
        """Draws a new model; things that changed place move there."""
        if model == self.model:
            return
        same = model.window == self.model.window and self.width >= 4 and not style.still
        before = (self._parts or _parts(self._laid_out())) if same else ()
        self.model = model
        drawing, found = self._laid_out(), Motion()
        parts = _parts(drawing)
        if same and _things(before) == _things(parts):
            self._paint(drawing)  # a running motion continues
            return
        if same and _resting(before) == _resting(parts):
            found = motion(_things(before), _things(parts))
            slides = tuple(pair for pair in found.slides if pair[1].label != self._carried)
            found = replace(found, slides=slides)
        self._before, self._motion, self._carried = before, found, ""
        Animation.cancel_all(self, "part")
        self._steps.clear()
        self.part = 0.0 if found else 1.0
        if found:
            running = Animation(part=1.0, d=CALM, t="out_cubic")  # quick at first, slow at the end
            running.bind(on_complete=lambda *_ended: self._rest())
            running.start(self)
        self._paint(drawing)

    def put(self, model: DrawnBoard) -> None:
        """Draws a model at once, without motion."""
        self.model = model
        self._rest()

    def _rest(self) -> None:
        self._before, self._motion = (), Motion()
        self.draw()

    # touches

    def part_at(self, x: float, y: float, *, tapped: bool = False) -> Part | None:
        """The part at a screen point: the nearest piece, the top of a stack, else a square.

        `tapped`: only parts with a touch; otherwise draggable ones too.
        """
        if not self._parts:
            self._parts = _parts(self._laid_out())
        at_x, at_y = self._painter.mm(x, y)
        some = [part for part in self._parts if part.touch is not None or (part.carried and not tapped)]
        near = []
        for n, part in enumerate(some):
            away = math.hypot(part.x - at_x, part.y - at_y)
            inside = away <= part.w / 2
            if away <= part.reach:
                near.append((not inside, -part.level if inside else away, away, n))
        if near:
            return some[min(near)[3]]
        return next((part for part in reversed(some) if not part.reach and _over(part, at_x, at_y)), None)

    def squares(self) -> list[Square]:
        """The touchable parts on the screen: pieces, the top of each stack, else squares."""
        if self._send is None:
            return []
        asking = [part for part in self._parts if isinstance(part.touch, Touch)]
        pieces = [part for part in asking if part.reach]
        top = [part for part in pieces if self.part_at(*self._painter.px(part.x, part.y)) is part]
        found = []
        for part in top or asking:
            wide, high = part.w * self.scale, part.h * self.scale
            x, y = self._painter.px(part.x, part.y)
            found.append(Square(part.name, Oblong(x - wide / 2, y - high / 2, wide, high), part.touch))
        return found

    def ask(self, touch: Any) -> None:
        if self._send is not None:
            self._send(touch)

    def on_touch_down(self, touch: Any) -> bool:
        part = self.part_at(*touch.opos) if self.collide_point(*touch.opos) else None
        if part is None or self._send is None:
            return bool(super().on_touch_down(touch))
        touch.grab(self)
        touch.ud["part"] = part
        return True

    def on_touch_move(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return bool(super().on_touch_move(touch))
        part: Part = touch.ud["part"]
        if part.carried and (self.held or was_dragged(touch)):
            first, self.held = self.held is None, (part, touch.pos)
            if first and part.carried == "part":
                self.ask(LiftSquare(part.name))
            self.draw()
        return True

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        part, held = touch.ud["part"], self.held
        self.held = None
        x, y = (round(value, 1) for value in self.to_mm(*touch.pos))
        if held is None:
            there = self.part_at(*touch.pos, tapped=True)
            if there is not None and there == self.part_at(touch.ox, touch.oy, tapped=True):
                self.ask(there.touch(x, y) if callable(there.touch) else there.touch)
            return True
        self.draw()
        if part.carried == "point":
            self._carried = part.name
            self.ask(DragPiece(part.name, x, y))
        elif (to := self.part_at(*touch.pos)) is not None and to.name != part.name:
            self.ask(CarrySquare(part.name, to.name))
        return True

    # drawing

    def _laid_out(self) -> Drawing:
        """The board drawn for its place, with its top left there."""
        scale = self.scale
        drawing: Drawing = self.model.drawn(u(1) / scale, (), enlarged())
        left = self.x + (self.width - drawing.width_mm * scale) / 2
        self._painter.place(left, self.y + (self.height + drawing.height_mm * scale) / 2, scale)
        return drawing

    def draw(self, *_changed: object) -> None:
        if self.width >= 4 and self.height >= 4:
            self._paint(self._laid_out())

    def _paint(self, drawing: Drawing) -> None:
        self.canvas.clear()
        self._steps.clear()
        self._pulsing.clear()
        self._parts = _parts(drawing)
        move = self._motion
        under_way = {after for _before, after in (*move.slides, *move.turns)}
        lifted = self._lifted()
        moving = {id(part) for part in self._parts if part in lifted or part.thing in under_way}
        with self.canvas:
            graphics.StencilPush()
            bounds = self._painter.box(Block(0, 0, drawing.width_mm, drawing.height_mm))
            whole = graphics.Rectangle(**bounds)
            graphics.StencilUse()
            self._painter.pulsing = self._pulsing
            # Resting parts: an unchanged mark, in the same order, keeps its layer.
            painter, faces = self._painter, self._faces
            place = (
                painter.left, painter.top, painter.scale, faces and faces.used, style.palette, type_px(NAME)
            )  # fmt: skip
            layers = self._layers if place == self._painted_for else []
            self._layers, self._painted_for, at = [], place, 0
            for mark in in_parts(mark for mark in drawing.marks if id(mark) not in moving):
                found = next((n for n in range(at, len(layers)) if layers[n][0] == mark), None)
                if found is None or (isinstance(mark, Part) and mark.pulses):
                    layer = CanvasBase()  # adds itself to the open canvas
                    with layer:
                        painter.mark(mark)
                else:
                    layer, at = layers[found][1], found + 1
                    self.canvas.add(layer)
                self._layers.append((mark, layer))
            # Moving parts lie above all resting ones: turning, vanishing, sliding.
            for before, after in move.turns:
                if parts := self._of(self._parts, after):
                    middle = (parts[0].x, parts[0].y)
                    covered = thing_parts(before, middle, u(1) / self.scale, enlarged())
                    self._steps.append(turning(painter, covered, parts))
            for piece in move.gone:
                self._steps.append(fading(painter, self._of(self._before, piece)))
            for before, after in move.slides:
                was, parts = self._of(self._before, before), self._of(self._parts, after)
                if was and parts and parts[0] not in lifted:
                    self._steps.append(sliding(painter, was[0], parts))
            self.on_part(self, self.part)
            graphics.StencilUnUse()
            graphics.Rectangle(pos=whole.pos, size=whole.size)
            graphics.StencilPop()
            self._carry(lifted)
        if self._pulsing and not style.still and self._ticking is None:
            self._ticking = Clock.schedule_interval(self._pulse, 0.05)

    def _pulse(self, _seconds: float) -> bool:
        """The next region pulses, so that it is found at a glance; not with reduced motion."""
        goes_on = bool(self._pulsing) and not style.still and self.get_parent_window() is not None
        part = math.sin(math.pi * Clock.get_time() / 1.2) ** 2
        for layer in self._pulsing:
            layer.opacity = WEAKEST + (1.0 - WEAKEST) * part if goes_on else 1.0
        self._ticking = self._ticking if goes_on else None
        return goes_on

    def on_part(self, _view: object, part: float) -> None:
        for step in self._steps:
            step(part)

    @staticmethod
    def _of(parts: Sequence[Part], thing: Piece) -> list[Part]:
        return [part for part in parts if part.thing == thing]

    def hold(self, thing: Piece, at: Point) -> None:
        """Shows a thing without a place under a finger, with its shadow."""
        self.held = (Part("", 0, 0, (), thing=thing), at)
        self.draw()

    def _lifted(self) -> tuple[Part, ...]:
        """The dragged parts: a piece with its path, or the things on a square."""
        if self.held is None:
            return ()
        held = self.held[0]
        if isinstance(held.thing, Piece) and not held.carried:
            side, unit = held.thing.width_mm, u(1) / self.scale
            left, top = 5 * unit - side / 2, 6 * unit - side / 2
            shadow = Block(left, top, side, side, marks.BLACK, round_mm=6 * unit, opacity=0.45)
            parts = thing_parts(held.thing, (0, 0), unit, enlarged())
            return (replace(parts[0], marks=(shadow, *parts[0].marks)), parts[1])
        if held.carried == "point":
            return tuple(part for part in self._parts if part.name == held.name)
        return tuple(part for part in self._parts if part.thing is not None and _over(held, part.x, part.y))

    def _carry(self, lifted: tuple[Part, ...]) -> None:
        """The parts under the finger, larger; with a cross if they may be dropped anywhere."""
        if self.held is None:
            return
        held, (x, y) = self.held
        from_x, from_y = self._painter.px(held.x, held.y)
        graphics.PushMatrix()
        graphics.Translate(x - from_x, y - from_y)
        graphics.Scale(1.1, 1.1, 1.0, origin=(from_x, from_y, 0.0))
        self._painter.paint(part for part in lifted if part.w or part.thing)
        graphics.PopMatrix()
        if held.carried == "point":
            Color(*colour_of("chosen"))
            reach = max(held.w * self.scale, u(26))
            graphics.SmoothLine(points=(x - reach, y, x + reach, y), width=u(0.7))
            graphics.SmoothLine(points=(x, y - reach, x, y + reach), width=u(0.7))


def was_dragged(touch: Any) -> bool:
    return bool(max(abs(touch.x - touch.ox), abs(touch.y - touch.oy)) >= u(DRAG))


def enlarged() -> float:
    """Enlargement of words that people chose."""
    return type_px(NAME) / u(NAME)


def _parts(drawing: Drawing) -> tuple[Part, ...]:
    return tuple(mark for mark in drawing.marks if isinstance(mark, Part))


def _things(parts: Sequence[Part]) -> list[Piece]:
    """The movable things, once each."""
    return list({id(part.thing): part.thing for part in parts if isinstance(part.thing, Piece)}.values())


def _resting(parts: Sequence[Part]) -> list[tuple[str, float, float]]:
    return [(part.name, part.x, part.y) for part in parts if part.w and part.thing is None]


def _over(part: Part, x: float, y: float) -> bool:
    """Whether a point is in a part's rectangle."""
    return abs(x - part.x) <= part.w / 2 and abs(y - part.y) <= part.h / 2


class SeatSign(SmallDrawing):
    """In the seat's own colour or in `ink`; `side`: width in units if it does not fill its place."""

    def __init__(self, seat: Seat, ink: Ink = "", side: float = 0.0, **more: Any) -> None:
        if side:
            more |= {"size_hint_x": None, "width": u(side)}
        shape = seat_shape(seat, 15, 15, 30, ink or f"s{seat}")
        super().__init__(Drawing("seat", 30, 30, (shape,)), **more)
