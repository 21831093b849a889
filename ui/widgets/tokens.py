"""Tiles and tokens as the printed ones look, painted on the canvas that is open."""

from kivy.graphics import Color, Ellipse, Rectangle, SmoothEllipse, SmoothRoundedRectangle, SmoothTriangle

from ui.art.pictures import NAMES, picture
from ui.widgets.faces import Faces
from ui.widgets.painting import painted
from ui.widgets.palette import Colour
from ui.widgets.text import letters
from ui.widgets.theme import PIECE_INKS, PIECES, colours

TILES, TOKENS = "zones-tiles", "zones-tokens"
"""The decks whose pictures are used where there are any."""
PLAIN: dict[str, Colour] = {
    "field": (0.95, 0.84, 0.33, 1.0),
    "forest": (0.09, 0.36, 0.20, 1.0),
    "hills": (0.75, 0.52, 0.33, 1.0),
    "water": (0.24, 0.49, 0.81, 1.0),
    "base": (0.30, 0.32, 0.36, 1.0),
}


def paint_tile(
    faces: Faces, tile: str, colour: str, pos: tuple[float, float], size: tuple[float, float]
) -> None:
    """A tile as its terrain looks, a base in its side's colour; as it is printed where the terrain has no picture."""
    terrain = f"terrain-{tile}"
    if terrain in NAMES:
        Color(1, 1, 1)
        Rectangle(texture=painted(picture(terrain)), pos=pos, size=size)
        if tile == "base":
            _base(colour, pos, size)
        return
    texture = faces.face(TILES, tile)
    if texture is not None:
        Color(1, 1, 1)
        Rectangle(texture=texture, pos=pos, size=size)
        return
    Color(*PLAIN.get(tile, colours().square))
    Rectangle(pos=pos, size=size)


def _base(colour: str, pos: tuple[float, float], size: tuple[float, float]) -> None:
    """Whose base it is: a field in the side's colour within the walls."""
    inset = size[0] * 0.22
    Color(*PIECES.get(colour, colours().quiet))
    SmoothRoundedRectangle(
        pos=(pos[0] + inset, pos[1] + inset),
        size=(size[0] - 2 * inset, size[1] - 2 * inset),
        radius=[size[0] * 0.1],
    )


def paint_token(
    faces: Faces, label: str, name: str, colour: str, middle: tuple[float, float], size: float, *, faint: bool
) -> None:
    """A token as it is printed; one without a picture bears two letters on its side's colour."""
    pos = (middle[0] - size / 2, middle[1] - size / 2)
    strength = 0.45 if faint else 1.0
    texture = faces.face(TOKENS, label)
    if texture is not None:
        Color(1, 1, 1, strength)
        Ellipse(texture=texture, pos=pos, size=(size, size), segments=72)
        return
    Color(*PIECES.get(colour, colours().quiet)[:3], strength)
    SmoothEllipse(pos=pos, size=(size, size))
    sign = letters(name[:2], max(8, round(size * 0.42)))
    Color(*PIECE_INKS.get(colour, colours().night))
    Rectangle(texture=sign, pos=(middle[0] - sign.width / 2, middle[1] - sign.height / 2), size=sign.size)


def shield(x: float, y: float, size: float) -> None:
    """The sign of a protected piece, around a point."""
    for ink, part in ((colours().night, 1.25), (colours().warning.ink, 0.95)):
        half = size * part / 2
        Color(*ink)
        top, mid, low = y + half, y - half * 0.1, y - half
        SmoothTriangle(points=(x - half * 0.85, mid, x + half * 0.85, mid, x, low))
        Rectangle(pos=(x - half * 0.85, mid), size=(half * 1.7, top - mid))
