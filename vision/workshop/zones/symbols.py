"""A symbol for each kind of terrain, a base and each piece of ZoneS, each with its own silhouette."""

from collections.abc import Callable

from vision.workshop.zones.pen import SymbolPen
from vision.workshop.zones.square_pen import turned

Symbol = Callable[[SymbolPen], None]


def ear(pen: SymbolPen) -> None:
    """An ear of corn on its stalk."""
    pen.line([(0, -0.98), (0, 0.5)], 0.13)
    for y in (-0.5, -0.08, 0.34):
        for side in (-1, 1):
            grain = [(0.1, -0.12), (0.5, 0.06), (0.62, 0.5), (0.26, 0.34)]
            pen.shape([(x * side, y + up) for x, up in grain])
    pen.shape([(0, 0.38), (0.17, 0.66), (0, 0.99), (-0.17, 0.66)])


def fir(pen: SymbolPen) -> None:
    """A fir tree."""
    pen.box(-0.15, -0.98, 0.15, -0.5)
    for low, high, half in ((-0.62, 0.06, 0.86), (-0.18, 0.54, 0.66), (0.26, 0.98, 0.46)):
        pen.shape([(-half, low), (half, low), (0, high)])


def peaks(pen: SymbolPen) -> None:
    """Two hills, one before the other, with a bare head."""
    pen.shape([(-0.98, -0.8), (-0.3, 0.85), (0.42, -0.8)])
    pen.shape([(-0.12, -0.8), (0.45, 0.35), (0.98, -0.8)])
    pen.shape([(-0.3, 0.85), (-0.5, 0.36), (-0.3, 0.22), (-0.1, 0.36)], pen.paper)


def waves(pen: SymbolPen) -> None:
    """Three waves."""
    for y in (-0.62, 0.0, 0.62):
        points = [(-0.95 + 0.19 * n, y + (0.2, 0.1, -0.12, -0.2, -0.12, 0.1)[n % 6]) for n in range(11)]
        pen.line(points, 0.24)


def castle(pen: SymbolPen) -> None:
    """A tower with battlements and a gate."""
    pen.box(-0.72, -0.9, 0.72, 0.35)
    pen.box(-0.92, 0.3, 0.92, 0.6)
    for left in (-0.92, -0.2, 0.52):
        pen.box(left, 0.55, left + 0.4, 0.95)
    pen.box(-0.25, -0.9, 0.25, -0.3, pen.paper)
    pen.disc(0, -0.3, 0.25, pen.paper)


def spear(pen: SymbolPen) -> None:
    """A spear across a round shield."""
    pen.disc(-0.1, -0.14, 0.7)
    pen.disc(-0.1, -0.14, 0.5, pen.accent)
    pen.disc(-0.1, -0.14, 0.17)
    pen.line([(-0.85, -0.95), (0.6, 0.62)], 0.3, pen.paper)
    pen.line([(-0.85, -0.95), (0.6, 0.62)], 0.16)
    pen.shape(turned([(0, 0.62), (-0.24, 0.1), (0, -0.1), (0.24, 0.1)], -43, 0.52, 0.52))


def bow(pen: SymbolPen) -> None:
    """A drawn bow with its arrow upwards."""
    pen.arc(0, -0.5, 0.96, 15, 165, 0.19)
    pen.line([(-0.92, -0.26), (0, -0.85), (0.92, -0.26)], 0.08)
    pen.line([(0, -0.85), (0, 0.62)], 0.13, pen.accent)
    pen.shape([(-0.27, 0.56), (0.27, 0.56), (0, 0.99)])


def sword(pen: SymbolPen) -> None:
    """A broad sword, its point up."""
    pen.shape([(-0.2, -0.35), (0.2, -0.35), (0.2, 0.68), (0, 0.99), (-0.2, 0.68)])
    pen.box(-0.05, -0.3, 0.05, 0.6, pen.accent)
    pen.box(-0.62, -0.5, 0.62, -0.3)
    pen.box(-0.11, -0.85, 0.11, -0.45)
    pen.disc(0, -0.85, 0.17)


def sun(pen: SymbolPen) -> None:
    """A seer's eye among rays."""
    for turn in range(0, 360, 45):
        pen.shape(turned([(0.99, 0), (0.6, 0.17), (0.6, -0.17)], turn))
    pen.disc(0, 0, 0.6)
    pen.oval(0, 0, 0.46, 0.3, pen.paper)
    pen.disc(0, 0, 0.2, pen.accent)


def axe(pen: SymbolPen) -> None:
    """An axe with two blades."""
    pen.line([(0, -0.92), (0, 0.9)], 0.2, pen.accent)
    for side in (-1, 1):
        pen.shape(
            [
                (0.06 * side, 0.62),
                (0.06 * side, 0.02),
                (0.6 * side, -0.28),
                (0.86 * side, 0.3),
                (0.6 * side, 0.92),
            ]
        )


def stone(pen: SymbolPen) -> None:
    """A stone flying in an arc over something."""
    pen.shape([(0.3, 0.42), (0.5, 0.78), (0.9, 0.72), (0.98, 0.28), (0.72, 0.0), (0.38, 0.1)])
    for x, y, size in ((0.02, 0.62, 0.15), (-0.32, 0.4, 0.14), (-0.62, 0.02, 0.13), (-0.84, -0.42, 0.12)):
        pen.disc(x, y, size, pen.accent)
    pen.shape([(-0.5, -0.95), (0.42, -0.95), (0.3, -0.5), (0.06, -0.34), (-0.2, -0.34), (-0.4, -0.52)])


def cauldron(pen: SymbolPen) -> None:
    """A cauldron on three legs, steaming."""
    pen.box(-0.86, 0.08, 0.86, 0.28)
    pen.oval(0, -0.22, 0.76, 0.52)
    for x in (-0.5, 0.0, 0.5):
        pen.line([(x * 0.8, -0.6), (x * 1.1, -0.94)], 0.17)
    for x in (-0.42, 0.0, 0.42):
        pen.line([(x, 0.42), (x + 0.12, 0.6), (x - 0.06, 0.76), (x + 0.06, 0.96)], 0.13, pen.accent)


def troll(pen: SymbolPen) -> None:
    """A troll's head with tusks, as broad as a hill."""
    pen.shape(
        [(-0.98, -0.5), (-0.8, 0.3), (-0.45, 0.8), (-0.15, 0.62), (0, 0.92), (0.2, 0.62), (0.5, 0.78), (0.82, 0.28),
         (0.98, -0.5), (0.6, -0.92), (-0.6, -0.92)]
    )  # fmt: skip
    for side in (-1, 1):
        pen.disc(0.36 * side, 0.12, 0.19, pen.paper)
        pen.disc(0.32 * side, 0.08, 0.09)
        pen.shape([(0.2 * side, -0.42), (0.52 * side, -0.42), (0.42 * side, 0.02 - 0.14)], pen.paper)
    pen.box(-0.62, -0.62, 0.62, -0.42, pen.accent)


TERRAIN: dict[str, Symbol] = {"field": ear, "forest": fir, "hills": peaks, "water": waves}
PIECES: dict[str, Symbol] = {
    "spearman": spear,
    "archer": bow,
    "swordsman": sword,
    "vala": sun,
    "warrior": axe,
    "lobber": stone,
    "trollwife": cauldron,
    "hill-troll": troll,
}
