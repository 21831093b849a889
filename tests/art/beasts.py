"""The heads of the four tribes, each one silhouette: boar, monkey, rhinoceros and walrus. From -1 to 1, y down."""

from collections.abc import Callable, Sequence

from tests.art.masks import Mask, Point, joined, line, moved, oval, shape, smooth
from tests.art.sheet import Sheet, darker


class Hand:
    """Draws in a square of `reach` px about (x, y)."""

    def __init__(
        self, x: float, y: float, reach: float, *, mirrored: bool = False, turned: float = 0.0
    ) -> None:
        self.x, self.y, self.reach, self.mirrored, self.turned = x, y, reach, mirrored, turned

    def place(self, points: Sequence[Point]) -> list[Point]:
        return moved(points, self.x, self.y, size=self.reach, turned=self.turned, mirrored=self.mirrored)

    def soft(self, *points: Point) -> Mask:
        """A filled shape with a soft outline."""
        return shape(smooth(self.place(points)))

    def sharp(self, *points: Point) -> Mask:
        return shape(self.place(points))

    def both(self, *half: Point) -> Mask:
        """A shape of which the right half is given, from the top to the bottom."""
        return self.soft(*half, *((-x, y) for x, y in reversed(half) if x))

    def pair(self, *points: Point) -> Mask:
        """The same shape on the right and on the left."""
        return joined(self.soft(*points), self.soft(*((-x, y) for x, y in points)))

    def dot(self, x: float, y: float, wide: float, high: float | None = None, turned: float = 0.0) -> Mask:
        (px, py) = self.place([(x, y)])[0]
        lean = -turned if self.mirrored else turned
        return oval(
            px, py, wide * self.reach, (wide if high is None else high) * self.reach, lean + self.turned
        )

    def dots(self, x: float, y: float, wide: float, high: float | None = None, turned: float = 0.0) -> Mask:
        return joined(self.dot(x, y, wide, high, turned), self.dot(-x, y, wide, high, -turned))

    def stroke(self, width: float, *points: Point) -> Mask:
        return line(smooth(self.place(points), closed=False), width * self.reach)

    def strokes(self, width: float, *points: Point) -> Mask:
        return joined(self.stroke(width, *points), self.stroke(width, *((-x, y) for x, y in points)))


Parts = tuple[Mask, Mask, Mask]
"""The body, what is cut into it, and what is bright: tusks, horns."""
Beast = Callable[[Hand], Parts]


def boar(hand: Hand) -> Parts:
    """A boar from the front: pricked ears, a bristling crest, a broad snout between two tusks."""
    head = hand.both(
        (0.0, -0.80), (0.20, -0.72), (0.46, -0.62), (0.62, -0.36), (0.70, -0.02), (0.62, 0.26),
        (0.44, 0.46), (0.36, 0.66), (0.22, 0.84), (0.0, 0.88),
    )  # fmt: skip
    ears = hand.pair(
        (0.36, -0.60), (0.56, -0.86), (0.98, -1.0), (0.98, -1.0), (0.92, -0.58), (0.68, -0.34), (0.5, -0.4)
    )
    crest = hand.sharp(
        (-0.34, -0.6), (-0.30, -0.92), (-0.16, -0.78), (-0.1, -1.02), (0.0, -0.84), (0.1, -1.02), (0.16, -0.78),
        (0.30, -0.92), (0.34, -0.6),
    )  # fmt: skip
    eyes = hand.pair((0.17, -0.14), (0.17, -0.14), (0.46, -0.32), (0.52, -0.24), (0.4, -0.10))
    nostrils = hand.dots(0.13, 0.56, 0.075, 0.12, 14)
    lip = hand.strokes(0.05, (0.33, 0.32), (0.22, 0.28), (0.0, 0.3))
    tusks = hand.pair(
        (0.34, 0.66), (0.40, 0.48), (0.58, 0.42), (0.74, 0.22), (0.76, -0.06), (0.76, -0.06), (0.96, 0.22),
        (0.88, 0.54), (0.66, 0.74), (0.44, 0.78),
    )  # fmt: skip
    return joined(head, ears, crest), joined(eyes, nostrils, lip), tusks


def monkey(hand: Hand) -> Parts:
    """A monkey from the front: round ears, a pale heart of a face, a crown of hair."""
    head = hand.both(
        (0.0, -0.92),
        (0.3, -0.86),
        (0.58, -0.62),
        (0.68, -0.28),
        (0.64, 0.1),
        (0.62, 0.42),
        (0.44, 0.76),
        (0.0, 0.92),
    )
    ears = hand.dots(0.74, -0.06, 0.27, 0.31)
    tuft = hand.sharp((-0.22, -0.8), (-0.14, -1.06), (-0.02, -0.92), (0.1, -1.12), (0.24, -0.8))
    face = hand.both(
        (0.0, -0.38),
        (0.22, -0.54),
        (0.46, -0.4),
        (0.48, -0.08),
        (0.36, 0.08),
        (0.52, 0.36),
        (0.36, 0.66),
        (0.0, 0.76),
    )
    inner = hand.dots(0.78, -0.06, 0.13, 0.16)
    eyes = hand.dots(0.22, -0.16, 0.115, 0.15)
    nose = hand.dots(0.07, 0.16, 0.045, 0.06)
    mouth = hand.stroke(0.075, (-0.3, 0.38), (-0.14, 0.5), (0.0, 0.53), (0.14, 0.5), (0.3, 0.38))
    return (
        joined(head, ears, tuft),
        joined(eyes, nose, mouth),
        joined(face, inner),
    )


def rhino(hand: Hand) -> Parts:
    """A rhinoceros from the side: two horns on a long head, a pricked ear, a heavy jaw."""
    head = hand.soft(
        (0.98, 0.92), (0.98, 0.92), (0.94, 0.1), (0.82, -0.34), (0.56, -0.52), (0.34, -0.4), (0.1, -0.2), (-0.1, 0.0),
        (-0.34, 0.12), (-0.62, 0.14), (-0.86, 0.26), (-0.92, 0.52), (-0.8, 0.72), (-0.5, 0.74), (-0.2, 0.7),
        (0.12, 0.78), (0.36, 0.92), (0.36, 0.92),
    )  # fmt: skip
    ear = hand.soft((0.52, -0.42), (0.5, -0.72), (0.66, -1.0), (0.66, -1.0), (0.84, -0.72), (0.8, -0.38))
    eye = hand.soft((-0.02, 0.2), (0.1, 0.1), (0.24, 0.14), (0.3, 0.24), (0.14, 0.26))
    nostril = hand.dot(-0.72, 0.42, 0.075, 0.05, -30)
    mouth = hand.stroke(0.055, (-0.88, 0.6), (-0.6, 0.58), (-0.36, 0.54), (-0.2, 0.46))
    fold = hand.stroke(0.05, (0.62, -0.2), (0.52, 0.1), (0.6, 0.42), (0.5, 0.7))
    inner = hand.soft((0.62, -0.5), (0.62, -0.68), (0.67, -0.82), (0.74, -0.66), (0.72, -0.5))
    horns = joined(
        hand.soft((-0.86, 0.24), (-0.98, -0.2), (-0.9, -0.78), (-0.9, -0.78), (-0.66, -0.3), (-0.38, 0.06),
                  (-0.6, 0.12)),
        hand.soft((-0.3, 0.06), (-0.34, -0.16), (-0.24, -0.46), (-0.24, -0.46), (-0.08, -0.22),
                  (0.08, -0.2), (-0.1, -0.02)),
    )  # fmt: skip
    return joined(head, ear), joined(eye, nostril, mouth, fold, inner), horns


def walrus(hand: Hand) -> Parts:
    """A walrus from the front under a helmet with horns: long tusks below whiskered cheeks."""
    head = hand.both(
        (0.0, -0.7),
        (0.34, -0.62),
        (0.56, -0.36),
        (0.62, 0.0),
        (0.66, 0.3),
        (0.5, 0.5),
        (0.26, 0.56),
        (0.0, 0.54),
    )
    helmet = hand.both(
        (0.0, -0.98), (0.3, -0.9), (0.54, -0.64), (0.6, -0.3), (0.6, -0.3), (0.3, -0.38), (0.0, -0.4)
    )
    horns = hand.pair(
        (0.5, -0.56), (0.72, -0.6), (0.84, -0.78), (0.82, -1.02), (0.82, -1.02),
        (1.02, -0.84), (1.02, -0.52), (0.84, -0.34), (0.58, -0.34)
    )  # fmt: skip
    gap = hand.stroke(0.05, (-0.6, -0.3), (-0.3, -0.37), (0.0, -0.39), (0.3, -0.37), (0.6, -0.3))
    guard = hand.sharp((-0.08, -0.42), (0.08, -0.42), (0.05, -0.1), (-0.05, -0.1))
    eyes = hand.dots(0.3, -0.16, 0.085, 0.095)
    nose = hand.both((0.0, -0.04), (0.13, -0.02), (0.12, 0.08), (0.0, 0.14))
    cheek = hand.strokes(0.05, (0.0, 0.14), (0.04, 0.32), (0.2, 0.42), (0.42, 0.38))
    freckles = joined(
        *(hand.dots(x, y, 0.03) for x, y in ((0.2, 0.18), (0.34, 0.14), (0.3, 0.27), (0.46, 0.22)))
    )
    tusks = hand.pair((0.12, 0.44), (0.36, 0.48), (0.36, 0.74), (0.24, 1.02), (0.24, 1.02), (0.12, 0.76))
    return (
        joined(head.without(gap), helmet.without(gap)),
        joined(eyes, nose, cheek, freckles, guard),
        joined(tusks, horns),
    )


BEASTS: dict[str, Beast] = {"boarix": boar, "monkus": monkey, "rhinogoths": rhino, "warus": walrus}


def emblem(
    sheet: Sheet, tribe: str, x: float, y: float, reach: float, body: str, bright: str, cut: str
) -> None:
    """A tribe's head in three colours."""
    parts, cuts, lights = BEASTS[tribe](Hand(x, y, reach))
    sheet.solid(parts, body, rim=reach / 40)
    sheet.solid(lights, bright, rim=reach / 50, depth=0.16)
    sheet.fill(cuts, cut, darker(cut, 0.2))
