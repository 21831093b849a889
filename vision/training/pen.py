"""A pen for symbols on cards: shapes in a square from -1 to 1, x to the right, y up.

Drawn large and made smaller afterwards, so that edges come out smooth.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, pi, sin

from PIL import ImageDraw

from vision.faces.square_pen import Colour, Point, SquarePen


@dataclass(frozen=True, slots=True, kw_only=True)
class Pen(SquarePen):
    """Draws on a canvas about (x, y) px, `reach` px from the middle of the square to its sides."""

    canvas: ImageDraw.ImageDraw
    x: float
    y: float
    reach: float
    ink: Colour
    paper: Colour
    accent: Colour

    def at(self, x: float, y: float, reach: float) -> "Pen":
        """A pen for a smaller square within this one."""
        return Pen(
            canvas=self.canvas,
            x=self.x + x * self.reach,
            y=self.y - y * self.reach,
            reach=reach * self.reach,
            ink=self.ink,
            paper=self.paper,
            accent=self.accent,
        )

    def shape(self, points: Sequence[Point], colour: Colour | None = None) -> None:
        """A filled polygon."""
        self.canvas.polygon([self._px(point) for point in points], fill=colour or self.ink)

    def oval(self, x: float, y: float, wide: float, high: float, colour: Colour | None = None) -> None:
        """An ellipse, given by half its width and half its height."""
        left, top = self._px((x - wide, y + high))
        right, bottom = self._px((x + wide, y - high))
        self.canvas.ellipse([left, top, right, bottom], fill=colour or self.ink)

    def line(self, points: Sequence[Point], width: float, colour: Colour | None = None) -> None:
        """A thick line through points, with round ends."""
        px = [self._px(point) for point in points]
        tint, half = colour or self.ink, width * self.reach / 2
        self.canvas.line(px, fill=tint, width=round(2 * half), joint="curve")
        for x, y in (px[0], px[-1]):
            self.canvas.ellipse([x - half, y - half, x + half, y + half], fill=tint)

    def star(self, tips: int, outer: float, inner: float, colour: Colour | None = None) -> None:
        """A star about the middle with so many tips, one of them upwards."""
        points = []
        for n in range(2 * tips):
            radius, turn = (outer if n % 2 == 0 else inner), pi / 2 + n * pi / tips
            points.append((radius * cos(turn), radius * sin(turn)))
        self.shape(points, colour)

    def _px(self, point: Point) -> Point:
        return self.x + point[0] * self.reach, self.y - point[1] * self.reach
