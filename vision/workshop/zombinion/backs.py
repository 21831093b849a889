"""The night on every card's back, and the horde at the foot of a divider."""

from typing import Final

from vision.faces.zombinion.card import CARD_HIGH, CREAM, INK, RIM, WIDE
from vision.printed.marks import BLACK, WHITE, Colour, Drawing, mixed
from vision.printed.shapes import box, star
from vision.workshop.zombinion.canvas import Canvas
from vision.workshop.zombinion.city import skyline
from vision.workshop.zombinion.figures import Inks
from vision.workshop.zombinion.hordes import crowd, reach
from vision.workshop.zombinion.signs import skull
from vision.workshop.zombinion.sky import dots, rays, stars

NIGHT: Final[Colour] = (20, 22, 40)
BLOOD: Final[Colour] = (196, 32, 40)


def horde(card: str) -> Drawing:
    """Heads and hands, the far row black and the near one white; each divider has its own inks."""
    inner = Canvas(f"horde {card}", WIDE - 0.6, 24.0)
    crowd(inner, 14, 4.6, Inks(BLACK), arms=0.6, across=(0, WIDE))
    crowd(inner, 20, 6.0, Inks(WHITE), arms=0.4, across=(0, WIDE))
    return inner.drawing()


def back() -> Drawing:
    """The back of every card, without the game's name."""
    c = Canvas("back", WIDE, CARD_HIGH)
    c.box(0, 0, WIDE, CARD_HIGH, CREAM)
    inner = _night()
    c.place(inner, RIM, RIM, within=box(0, 0, inner.width_mm, inner.height_mm, 2.2))
    c.box(RIM, RIM, inner.width_mm, inner.height_mm, None, radius=2.2, edge=(INK, 0.8))
    c.box(
        RIM + 1.6, RIM + 1.6, inner.width_mm - 3.2, inner.height_mm - 3.2, None, radius=1.4, edge=(CREAM, 0.4)
    )
    return c.drawing()


def _night() -> Drawing:
    wide, high = WIDE - 2 * RIM, CARD_HIGH - 2 * RIM
    c = Canvas("back night", wide, high)
    c.ground(NIGHT, (62, 20, 44))
    rays(c, (wide / 2, high * 0.42), 24, mixed(NIGHT, BLOOD, 0.16), share=0.5)
    stars(c, 40, (210, 200, 220), high * 0.5)
    c.oval(wide / 2, high * 0.42, 22.5, 22.5, BLOOD)
    dots(c, mixed(BLOOD, NIGHT, 0.35), high * 0.42, high * 0.7, step=1.7, sizes=(0.05, 0.7), across=(8, 47))
    c.oval(wide / 2, high * 0.42, 22.5, 22.5, None, edge=(CREAM, 0.8))
    c.add(star(wide / 2, high * 0.42, 12, 26.4, 24.2), None, edge=(CREAM, 0.35))
    skyline(c, high * 0.8, (6, 20), (34, 14, 36), (255, 196, 90), wide=6, lit=0.1)
    reach(c, wide / 2 + 1, high * 0.84, 46, 0, Inks((14, 12, 24), (250, 214, 150), (-0.6, -0.4)))
    skull(c, wide / 2, high * 0.56, 6.2)
    crowd(c, high * 0.83, 4.6, Inks((14, 10, 22), (230, 70, 60), (0.0, -0.5), (255, 214, 90)), arms=0.0)
    c.box(-1, high * 0.845, wide + 2, high, (14, 10, 22))
    return c.drawing()
