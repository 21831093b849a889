"""The back of every card: a hand out of a grave of a city, before the moon."""

from functools import cache
from typing import Final

from vision.faces.zombinion.canvas import CREAM, INK, Canvas, mix
from vision.faces.zombinion.card import CARD_HIGH, RIM, WIDE
from vision.faces.zombinion.city import skyline
from vision.faces.zombinion.figures import Inks
from vision.faces.zombinion.hordes import crowd, reach
from vision.faces.zombinion.signs import skull
from vision.faces.zombinion.sky import dots, rays, stars
from vision.printed.marks import Colour, Drawing, Label
from vision.printed.shapes import box, star

NIGHT: Final[Colour] = (20, 22, 40)
BLOOD: Final[Colour] = (196, 32, 40)
NAME: Final = "ZOMBINION"


@cache
def draw_back() -> Drawing:
    """The back, 59 × 91 mm."""
    canvas = Canvas("back", WIDE, CARD_HIGH)
    canvas.box(0, 0, WIDE, CARD_HIGH, CREAM)
    inner = _night()
    canvas.place(inner, RIM, RIM, within=box(0, 0, inner.width_mm, inner.height_mm, 2.2))
    canvas.box(RIM, RIM, inner.width_mm, inner.height_mm, None, radius=2.2, edge=(INK, 0.8))
    canvas.box(
        RIM + 1.6, RIM + 1.6, inner.width_mm - 3.2, inner.height_mm - 3.2, None, radius=1.4, edge=(CREAM, 0.4)
    )
    canvas.marks.append(Label(WIDE / 2, CARD_HIGH - 9.2, NAME, 8.2, CREAM, font="tall", anchor="middle"))
    return canvas.drawing()


def _night() -> Drawing:
    wide, high = WIDE - 2 * RIM, CARD_HIGH - 2 * RIM
    c = Canvas("back night", wide, high)
    c.ground(NIGHT, (62, 20, 44))
    rays(c, (wide / 2, high * 0.42), 24, mix(NIGHT, BLOOD, 0.16), share=0.5)
    stars(c, 40, (210, 200, 220), high * 0.5)
    c.oval(wide / 2, high * 0.42, 22.5, 22.5, BLOOD)
    dots(c, mix(BLOOD, NIGHT, 0.35), high * 0.42, high * 0.7, step=1.7, sizes=(0.05, 0.7), across=(8, 47))
    c.oval(wide / 2, high * 0.42, 22.5, 22.5, None, edge=(CREAM, 0.8))
    c.add(star(wide / 2, high * 0.42, 12, 26.4, 24.2), None, edge=(CREAM, 0.35))
    skyline(c, high * 0.8, (6, 20), (34, 14, 36), (255, 196, 90), wide=6, lit=0.1)
    reach(c, wide / 2 + 1, high * 0.84, 46, 0, Inks((14, 12, 24), (250, 214, 150), (-0.6, -0.4)))
    skull(c, wide / 2, high * 0.56, 6.2)
    crowd(c, high * 0.83, 4.6, Inks((14, 10, 22), (230, 70, 60), (0.0, -0.5), (255, 214, 90)), arms=0.0)
    c.box(-1, high * 0.845, wide + 2, high, (14, 10, 22))
    return c.drawing()
