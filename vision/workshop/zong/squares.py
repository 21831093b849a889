"""The pictures of the board's squares: a burst on red ones, planets at the start, a sun in the goal."""

from math import cos, pi, sin

from vision.faces.zong.board import GOLD, NIGHT, RED, START
from vision.printed.marks import WHITE, Drawing, Glow, Mark, Placed, Shape, mixed
from vision.printed.shapes import box, circle, polygon, star
from vision.workshop.zong.planets import KINDS, PLANETS, planet


def burst(side: float) -> Drawing:
    marks: list[Mark] = []
    for n, (tips, outer, inner) in enumerate(((12, 0.4, 0.17), (8, 0.25, 0.11))):
        flames = star(side / 2, side / 2, tips, outer * side, inner * side, 15)
        marks.append(Shape(flames, fill=mixed(RED, (120, 16, 30), 0.3 - 0.5 * n * 0.3)))
    marks.append(Shape(circle(side / 2, side / 2, 0.09 * side), fill=mixed(RED, WHITE, 0.12)))
    return Drawing("burst", side, side, tuple(marks))


def start(side: float, count: int) -> Drawing:
    """A planet per player on one orbit."""
    marks: list[Mark] = []
    away = 0.27 * side if count > 1 else 0.0
    if count > 1:
        marks.append(Shape(circle(side / 2, side / 2, away), edge=mixed(NIGHT, START, 0.55), edge_mm=0.3))
    if count > 2:
        marks.append(
            Shape(star(side / 2, side / 2, 8, 0.1 * side, 0.045 * side), fill=GOLD, edge=NIGHT, edge_mm=0.2)
        )
    for n in range(count):
        angle = 2 * pi * n / count - pi / 2
        at = (side / 2 + away * cos(angle), side / 2 + away * sin(angle))
        marks += planet(*at, 0.112 * side, PLANETS[n % len(PLANETS)], KINDS[n % 4], ring=n % 3 == 1)
    return Drawing("start", side, side, tuple(marks))


def sun(side: float) -> Drawing:
    """A sun with rays to the rim, and room for a word below."""
    middle = side / 2
    marks: list[Mark] = []
    rays: list[Mark] = []
    for n in range(24):
        ends = [
            (middle + side * cos(angle), middle + side * sin(angle))
            for angle in (2 * pi * n / 24, 2 * pi * (n + 0.5) / 24)
        ]
        rays.append(Shape(polygon([(middle, middle), *ends]), fill=mixed(GOLD, WHITE, 0.28)))
    inner = box(1.6, 1.6, side - 3.2, side - 3.2, 1.0)
    marks.append(Placed(Drawing("rays", side, side, tuple(rays)), 0, 0, within=inner))
    up = 0.44 * side
    light = Glow((middle - 2, up - 2.5), 0.24 * side, (255, 246, 206), (246, 190, 70))
    marks += [
        Shape(star(middle, up, 16, 0.36 * side, 0.27 * side), fill=(250, 222, 130), edge=(176, 120, 24), edge_mm=0.4),
        Shape(circle(middle, up, 0.22 * side), fill=light, edge=(176, 120, 24), edge_mm=0.4),
        Shape(star(middle, up, 5, 0.15 * side, 0.06 * side), fill=(206, 96, 40), edge=WHITE, edge_mm=0.5),
    ]  # fmt: skip
    return Drawing("sun", side, side, tuple(marks))


def halo(goal: float) -> Drawing:
    """Rays and rings around a goal of this side."""
    side = 2.4 * goal
    rays = star(side / 2, side / 2, 28, 1.16 * goal, 0.84 * goal, 3)
    marks: list[Mark] = [Shape(rays, fill=(253, 240, 204), edge=(240, 214, 150), edge_mm=0.3)]
    for n, away in enumerate((0.92, 0.84, 0.77)):
        ring = mixed((252, 232, 180), WHITE, 0.35 * (2 - n) / 2)
        marks.append(
            Shape(circle(side / 2, side / 2, away * goal), fill=ring, edge=(236, 206, 136), edge_mm=0.25)
        )
    return Drawing("halo", side, side, tuple(marks))
