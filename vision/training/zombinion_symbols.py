"""One symbol for each kind of card of Zombinion, each with a silhouette of its own."""

from collections.abc import Callable

from vision.faces.square_pen import turned
from vision.training.pen import Pen

Symbol = Callable[[Pen], None]


def _cartridge(pen: Pen, x: float, low: float, high: float, half: float) -> None:
    """A cartridge that stands upright."""
    neck = low + (high - low) * 0.58
    pen.box(x - half, low, x + half, neck, pen.accent)
    pen.box(x - half * 1.2, low, x + half * 1.2, low + (high - low) * 0.1)
    middle = neck + (high - neck) * 0.5
    pen.shape(
        [
            (x - half * 0.85, neck),
            (x + half * 0.85, neck),
            (x + half * 0.65, middle),
            (x, high),
            (x - half * 0.65, middle),
        ]
    )


def _head(pen: Pen, x: float, y: float, size: float) -> None:
    """The head of a zombie: one eye larger than the other, the mouth sewn up."""
    head = pen.at(x, y, size)
    head.oval(0, 0.08, 0.78, 0.86)
    head.box(-0.5, -0.98, 0.5, -0.3)
    head.disc(-0.32, 0.2, 0.26, pen.paper)
    head.disc(0.36, 0.16, 0.17, pen.paper)
    head.disc(-0.28, 0.18, 0.1)
    head.line([(-0.42, -0.5), (0.44, -0.42)], 0.1, pen.paper)
    for step in range(4):
        left = -0.34 + 0.22 * step
        head.line([(left, -0.64), (left + 0.05, -0.3)], 0.07, pen.paper)


def _person(pen: Pen, x: float, y: float, size: float, colour: tuple[int, int, int] | None = None) -> None:
    one = pen.at(x, y, size)
    one.disc(0, 0.68, 0.28, colour)
    one.shape([(-0.42, 0.34), (0.42, 0.34), (0.3, -0.3), (0.34, -1), (0.06, -1), (0, -0.4), (-0.06, -1),
               (-0.34, -1), (-0.3, -0.3)], colour)  # fmt: skip


def bullet(pen: Pen) -> None:
    _cartridge(pen, 0, -0.95, 0.95, 0.36)


def rounds(pen: Pen) -> None:
    for x, low in ((-0.62, -0.9), (0.0, -0.62), (0.62, -0.9)):
        _cartridge(pen, x, low, low + 1.5, 0.23)


def magazine(pen: Pen) -> None:
    pen.shape([(-0.62, 0.55), (0.3, 0.55), (0.42, -0.1), (0.82, -0.8), (0.0, -0.98), (-0.42, -0.3)])
    for step in range(4):
        y = 0.3 - 0.27 * step
        pen.line([(-0.36 + 0.1 * step, y), (0.16 + 0.12 * step, y)], 0.1, pen.paper)
    for x in (-0.4, 0.05):
        pen.shape(
            [(x - 0.18, 0.55), (x + 0.18, 0.55), (x + 0.18, 0.72), (x, 0.98), (x - 0.18, 0.72)], pen.accent
        )


def one_zombie(pen: Pen) -> None:
    _head(pen, 0, 0, 0.95)


def three_zombies(pen: Pen) -> None:
    for x, y in ((0, 0.5), (-0.52, -0.48), (0.52, -0.48)):
        _head(pen, x, y, 0.5)


def ever_more_zombies(pen: Pen) -> None:
    for x in (-0.64, 0.64):
        for y in (-0.62, 0.62):
            _head(pen, x, y, 0.36)
    pen.box(-0.19, -0.72, 0.19, 0.72, pen.accent)
    pen.box(-0.72, -0.19, 0.72, 0.19, pen.accent)


def germ(pen: Pen) -> None:
    for step in range(9):
        spike = turned([(0, 0), (0.84, 0)], 40 * step)
        pen.line(spike, 0.12)
        pen.disc(*spike[1], 0.14)
    pen.disc(0, 0, 0.58)
    for x, y, radius in ((-0.2, 0.2, 0.16), (0.25, 0.05, 0.12), (-0.05, -0.28, 0.14)):
        pen.disc(x, y, radius, pen.paper)


def people(pen: Pen) -> None:
    _person(pen, -0.62, -0.12, 0.62, pen.accent)
    _person(pen, 0.62, -0.12, 0.62, pen.accent)
    _person(pen, 0, 0, 0.95)


def crossed_axes(pen: Pen) -> None:
    for side in (-1, 1):
        pen.line([(-0.75 * side, -0.9), (0.6 * side, 0.72)], 0.16)
        pen.shape([(0.3 * side, 0.92), (0.78 * side, 0.98), (0.98 * side, 0.4), (0.72 * side, 0.1),
                   (0.62 * side, 0.45)], pen.accent)  # fmt: skip


def crate(pen: Pen) -> None:
    pen.box(-0.9, -0.8, 0.9, 0.35)
    pen.box(-0.98, 0.42, 0.98, 0.68)
    pen.box(-0.2, 0.15, 0.2, 0.52, pen.accent)
    for x in (-0.62, -0.3, 0.3, 0.62):
        pen.shape(
            [(x - 0.1, -0.62), (x + 0.1, -0.62), (x + 0.1, -0.2), (x, 0.02), (x - 0.1, -0.2)], pen.paper
        )


def cabin(pen: Pen) -> None:
    pen.shape([(-1, 0.12), (0, 0.92), (1, 0.12), (0.8, 0.02), (0, 0.66), (-0.8, 0.02)])
    pen.shape([(-0.7, -0.9), (0.7, -0.9), (0.7, 0.0), (0, 0.56), (-0.7, 0.0)], pen.accent)
    pen.box(-0.24, -0.9, 0.24, -0.1)
    pen.disc(0.12, -0.52, 0.06, pen.paper)


def planks(pen: Pen) -> None:
    for x in (-0.68, 0.68):
        pen.box(x - 0.14, -0.98, x + 0.14, 0.98, pen.accent)
    for y, tilt, reach in ((0.62, 6, 0.98), (0.1, -9, 0.8)):
        pen.shape(turned([(-reach, -0.2), (reach, -0.2), (reach, 0.2), (-reach, 0.2)], tilt, 0, y))
        for x in (-0.68, 0.68):
            pen.disc(x, y + x * tilt / 57, 0.07, pen.paper)
    for x, y in ((-0.5, -0.8), (0.02, -0.8), (0.54, -0.8), (-0.24, -0.46), (0.28, -0.46)):
        pen.oval(x, y, 0.27, 0.17)
        pen.oval(x, y + 0.03, 0.18, 0.06, pen.paper)


def hook(pen: Pen) -> None:
    pen.arc(0.34, 0.72, 0.16, 0, 360, 0.11)
    pen.line([(0.34, 0.55), (0.34, -0.4)], 0.17)
    pen.arc(-0.08, -0.4, 0.42, 0, -180, 0.17)
    pen.shape([(-0.72, -0.12), (-0.5, 0.34), (-0.28, -0.12)])
    pen.oval(-0.08, -0.72, 0.34, 0.2, pen.accent)


def heart(pen: Pen) -> None:
    pen.disc(-0.43, 0.36, 0.47)
    pen.disc(0.43, 0.36, 0.47)
    pen.shape([(-0.86, 0.17), (0, 0.3), (0.86, 0.17), (0, -0.95)])
    pen.line(
        [(-0.85, -0.02), (-0.35, -0.02), (-0.15, 0.4), (0.12, -0.4), (0.3, -0.02), (0.85, -0.02)],
        0.12,
        pen.paper,
    )


def fox(pen: Pen) -> None:
    pen.shape([(-0.92, 0.95), (-0.3, 0.5), (0.3, 0.5), (0.92, 0.95), (0.8, -0.05), (0, -0.92), (-0.8, -0.05)])
    pen.shape([(-0.78, -0.02), (-0.1, -0.3), (0, -0.92)], pen.paper)
    pen.shape([(0.78, -0.02), (0.1, -0.3), (0, -0.92)], pen.paper)
    for side in (-1, 1):
        pen.shape([(0.18 * side, 0.1), (0.52 * side, 0.28), (0.44 * side, 0.04)], pen.accent)
    pen.disc(0, -0.82, 0.13)


def stairs(pen: Pen) -> None:
    for step in range(5):
        left = -0.95 + 0.38 * step
        pen.box(left, -0.9, left + 0.38, -0.6 + 0.3 * step, pen.ink if step % 2 == 0 else pen.accent)
    pen.line([(-0.9, 0.1), (0.1, 0.9)], 0.12)
    pen.shape([(0.36, 0.98), (-0.02, 0.98), (0.24, 0.62)])


def car(pen: Pen) -> None:
    pen.shape([(-0.98, -0.3), (-0.95, 0.1), (-0.6, 0.16), (-0.35, 0.56), (0.4, 0.56), (0.68, 0.14), (0.98, 0.06),
               (0.98, -0.3)])  # fmt: skip
    pen.shape([(-0.42, 0.16), (-0.27, 0.43), (0.0, 0.43), (0.0, 0.16)], pen.paper)
    pen.shape([(0.1, 0.16), (0.1, 0.43), (0.34, 0.43), (0.5, 0.16)], pen.paper)
    for x in (-0.52, 0.52):
        pen.disc(x, -0.34, 0.27)
        pen.disc(x, -0.34, 0.12, pen.accent)
    for y, left in ((0.86, -0.9), (-0.8, -0.6)):
        pen.line([(left, y), (left + 1.4, y)], 0.09, pen.accent)


def hat(pen: Pen) -> None:
    pen.oval(0, -0.42, 0.98, 0.34)
    pen.shape(
        [(-0.58, -0.35), (-0.48, 0.55), (-0.2, 0.72), (0, 0.56), (0.2, 0.72), (0.48, 0.55), (0.58, -0.35)]
    )
    pen.shape([(-0.56, -0.22), (0.56, -0.22), (0.54, 0.04), (-0.54, 0.04)], pen.accent)
    pen.oval(0, -0.5, 0.6, 0.1, pen.paper)


def blast(pen: Pen) -> None:
    pen.star(11, 0.99, 0.62)
    pen.star(11, 0.72, 0.45, pen.accent)
    _cartridge(pen.at(0, 0, 0.55), 0, -0.9, 0.9, 0.34)


def bottle(pen: Pen) -> None:
    pen.shape([(-0.42, -0.95), (0.42, -0.95), (0.42, -0.15), (0.16, 0.12), (0.16, 0.4), (-0.16, 0.4), (-0.16, 0.12),
               (-0.42, -0.15)])  # fmt: skip
    pen.box(-0.42, -0.7, 0.42, -0.3, pen.paper)
    pen.shape([(-0.14, 0.4), (-0.38, 0.62), (-0.16, 0.74), (-0.1, 0.99), (0.16, 0.8), (0.42, 0.84), (0.3, 0.6),
               (0.14, 0.4)], pen.accent)  # fmt: skip


def wheel_of_arrows(pen: Pen) -> None:
    for start in (20, 200):
        pen.arc(0, 0, 0.68, start, start + 125, 0.24, pen.ink if start == 20 else pen.accent)
        head = turned([(0.32, -0.1), (1.04, -0.1), (0.68, 0.42)], start + 132)
        pen.shape(head, pen.ink if start == 20 else pen.accent)


def grave(pen: Pen) -> None:
    pen.disc(0, 0.28, 0.62)
    pen.box(-0.62, -0.72, 0.62, 0.28)
    pen.box(-0.95, -0.95, 0.95, -0.7, pen.accent)
    pen.box(-0.08, -0.35, 0.08, 0.62, pen.paper)
    pen.box(-0.32, 0.18, 0.32, 0.34, pen.paper)


def gathering(pen: Pen) -> None:
    for turn in (45, 135, 225, 315):
        arrow = [
            (1.25, -0.13),
            (0.66, -0.13),
            (0.66, -0.34),
            (0.26, 0),
            (0.66, 0.34),
            (0.66, 0.13),
            (1.25, 0.13),
        ]
        pen.shape(turned(arrow, turn))
    pen.disc(0, 0, 0.2, pen.accent)


def eye(pen: Pen) -> None:
    left = [(-0.98 + 0.196 * n, 0.62 * (1 - ((n - 5) / 5) ** 2)) for n in range(11)]
    pen.shape([*left, *[(x, -y) for x, y in reversed(left)]])
    pen.disc(0, 0, 0.46, pen.paper)
    pen.disc(0, 0, 0.34, pen.accent)
    pen.disc(0, 0, 0.16)
    for x, tip in ((-0.55, -0.72), (0, 0), (0.55, 0.72)):
        pen.line([(x, 0.66), (tip, 0.92)], 0.1)


def fuel_can(pen: Pen) -> None:
    pen.shape([(-0.7, -0.95), (0.7, -0.95), (0.7, 0.3), (0.3, 0.62), (-0.7, 0.62)])
    pen.box(-0.55, 0.72, 0.15, 0.86)
    for x in (-0.55, 0.03):
        pen.box(x, 0.6, x + 0.12, 0.8)
    pen.line([(0.5, 0.5), (0.82, 0.86)], 0.2, pen.accent)
    for side in (-1, 1):
        pen.line([(-0.42 * side, -0.72), (0.42 * side, 0.22)], 0.12, pen.paper)


def looking_glass(pen: Pen) -> None:
    pen.line([(0.3, -0.3), (0.85, -0.86)], 0.28)
    pen.disc(-0.18, 0.2, 0.74)
    pen.disc(-0.18, 0.2, 0.54, pen.paper)
    pen.arc(-0.18, 0.2, 0.36, 100, 175, 0.1, pen.accent)


def shotgun(pen: Pen) -> None:
    def part(left: float, low: float, right: float, high: float) -> list[tuple[float, float]]:
        return turned([(left, low), (right, low), (right, high), (left, high)], 38)

    pen.shape(part(-0.35, 0.0, 1.25, 0.14))
    pen.shape(part(-0.35, -0.18, 1.05, -0.04), pen.accent)
    pen.shape(part(0.3, -0.28, 0.8, 0.02))
    pen.shape(
        turned([(-0.3, 0.18), (-0.55, 0.16), (-1.2, -0.18), (-1.2, -0.58), (-0.98, -0.58), (-0.4, -0.22)], 38)
    )


def shield(pen: Pen) -> None:
    edge = [
        (-0.8, 0.8),
        (0, 0.96),
        (0.8, 0.8),
        (0.74, -0.1),
        (0.42, -0.66),
        (0, -0.98),
        (-0.42, -0.66),
        (-0.74, -0.1),
    ]
    pen.shape(edge)
    inner = [(x * 0.76, y * 0.76) for x, y in edge]
    pen.shape(inner, pen.paper)
    pen.shape([inner[0], inner[1], (0, 0.02), (-0.56, 0.02)], pen.accent)
    pen.shape([(0, 0.02), (0.57, 0.02), *inner[4:6]], pen.accent)


def lifebuoy(pen: Pen) -> None:
    pen.disc(0, 0, 0.96)
    for turn in (45, 135, 225, 315):
        pen.shape(turned([(0.3, -0.24), (1.02, -0.24), (1.02, 0.24), (0.3, 0.24)], turn), pen.accent)
    pen.disc(0, 0, 0.46, pen.paper)


def plan(pen: Pen) -> None:
    for x, y in ((-0.62, 0.62), (0.62, -0.3)):
        pen.line([(x - 0.24, y - 0.24), (x + 0.24, y + 0.24)], 0.14)
        pen.line([(x - 0.24, y + 0.24), (x + 0.24, y - 0.24)], 0.14)
    pen.disc(-0.6, -0.66, 0.3)
    pen.disc(-0.6, -0.66, 0.16, pen.paper)
    pen.line([(-0.42, -0.4), (-0.1, 0.1), (0.1, 0.24), (0.5, 0.55)], 0.15, pen.accent)
    pen.shape([(0.92, 0.86), (0.32, 0.78), (0.7, 0.34)], pen.accent)


def barrels(pen: Pen) -> None:
    for x, y in ((-0.48, -0.52), (0.48, -0.52), (0, 0.44)):
        one = pen.at(x, y, 0.45)
        one.box(-0.78, -0.96, 0.78, 0.96)
        for low in (-0.66, -0.08, 0.5):
            one.box(-0.9, low, 0.9, low + 0.16, pen.accent)


def arms(pen: Pen) -> None:
    for x, top, tilt in ((-0.66, 0.1, 10), (-0.24, 0.52, 4), (0.22, 0.3, -4), (0.64, 0.02, -10)):
        hand = (x - tilt / 60, top)
        pen.line([(x, -0.98), hand], 0.24)
        for bend in (-38, -12, 12, 38):
            tip = turned([(0, 0.36)], tilt - bend, *hand)[0]
            pen.line([hand, tip], 0.085)
    pen.box(-1, -1, 1, -0.8, pen.accent)


def walkie_talkie(pen: Pen) -> None:
    pen.box(-0.62, -0.96, 0.3, 0.4)
    pen.line([(-0.44, 0.3), (-0.44, 0.94)], 0.15)
    pen.box(-0.46, -0.02, 0.14, 0.26, pen.paper)
    for low in (-0.24, -0.44, -0.64):
        pen.box(-0.42, low, 0.1, low + 0.09, pen.accent)
    for radius in (0.35, 0.62, 0.89):
        pen.arc(-0.2, 0.5, radius, -22, 38, 0.11, pen.accent)


SYMBOLS: dict[str, Symbol] = {
    "pallottola": bullet,
    "proiettili": rounds,
    "caricatore": magazine,
    "zombi": one_zombie,
    "molti-zombi": three_zombies,
    "molti-piu-zombi": ever_more_zombies,
    "infezione": germ,
    "survivors": people,
    "tutto-per-tutto": crossed_axes,
    "munizioni": crate,
    "nascondiglio": cabin,
    "barricata": planks,
    "esca": hook,
    "coraggio": heart,
    "furbizia": fox,
    "piano-superiore": stairs,
    "fuga-rapida": car,
    "maverick": hat,
    "proiettili-esplosivi": blast,
    "molotov": bottle,
    "ricarica": wheel_of_arrows,
    "sacrificio": grave,
    "raggrupparsi": gathering,
    "ricognizione": eye,
    "rifornimento": fuel_can,
    "ispezione": looking_glass,
    "fucile-a-pompa": shotgun,
    "copertura": shield,
    "aiutarsi": lifebuoy,
    "tattica": plan,
    "deposito": barrels,
    "sciame-di-zombi": arms,
    "radio": walkie_talkie,
}
