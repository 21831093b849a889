"""Draws what lies on a table onto the canvas that is open: cards, discs, pennies, each at its place in pixels."""

from collections.abc import Sequence

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
)

from ui.present.models import Piece
from ui.present.names import label_words
from ui.widgets.card_signs import Box, draw_plates, draw_seat, plates
from ui.widgets.faces import Faces
from ui.widgets.text import letters
from ui.widgets.theme import HEADS, ON_HEADS, ON_TAILS, TAILS, colours, seat_colour, seat_deep, u
from ui.words import _

At = tuple[float, float]
RING = 0.42
"""How far from its middle a penny's ring is, as part of its width."""
FAINT = 0.3
"""How strong the picture is of a card that is yet to be laid."""


def draw_piece(piece: Piece, faces: Faces, at: At, scale: float) -> None:
    """One thing; `scale`: pixels a millimetre."""
    if piece.kind == "card":
        _card(piece, faces, at, scale)
    else:
        _small(piece, faces, at, scale)


def draw_signs(piece: Piece, at: At, scale: float) -> None:
    """What stands on a card; nothing on other things, and on a card that lies face down only whose it is."""
    if piece.kind != "card":
        return
    box = box_of(piece, at, scale)
    leans = piece.angle - 90.0 * round(piece.angle / 90)
    figure = "" if piece.faint else piece.figure
    corners = () if piece.faint else piece.corners
    PushMatrix()
    Rotate(angle=leans, origin=at)
    draw_plates(plates(piece.name, figure, corners, piece.seat, box))
    if piece.seat is not None:
        draw_seat(piece.seat, box, figure=bool(figure), corners=bool(corners))
    PopMatrix()


def box_of(piece: Piece, at: At, scale: float) -> Box:
    """The place that a card takes, in pixels, as it lies."""
    quarters = round(piece.angle / 90) % 4
    wide, high = piece.width_mm * scale, piece.height_mm * scale
    return Box(*at, *((high, wide) if quarters % 2 else (wide, high)), quarters)


def covered(piece: Piece, above: Sequence[Piece]) -> bool:
    """Whether another card lies over much of a card, so that what stands on it would stand on the other."""
    reach_x, reach_y = piece.width_mm * 0.9, piece.height_mm * 0.9
    return any(
        each.kind == "card" and abs(each.x - piece.x) < reach_x and abs(each.y - piece.y) < reach_y
        for each in above
    )


def _card(piece: Piece, faces: Faces, at: At, scale: float) -> None:
    x, y = at
    width, height = piece.width_mm * scale, piece.height_mm * scale
    corner = (x - width / 2, y - height / 2)
    border = max(1.5, min(width, height) * 0.045)
    colour = seat_colour(piece.seat) if piece.seat is not None else colours().quiet
    PushMatrix()
    Rotate(angle=piece.angle, origin=at)
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
    _face(piece, faces, inner, (width - 2 * border, height - 2 * border))
    PopMatrix()


def _face(piece: Piece, faces: Faces, pos: At, size: At) -> None:
    """The picture of a card's face or back; without one its ground, and its name where nothing else says it."""
    shown = piece.face != "down" or piece.peeped
    strength = FAINT if piece.faint else 1.0
    texture = None if shown else faces.back(piece.deck)
    if shown and piece.label:
        texture = faces.face(piece.deck, piece.label)
    if texture is not None:
        Color(1, 1, 1, strength)
        Rectangle(texture=texture, pos=pos, size=size)
        return
    ground = colours().raised if shown else seat_deep(piece.seat or 0)
    Color(*ground[:3], strength)
    Rectangle(pos=pos, size=size)
    if shown and not piece.name:
        Color(*colours().text)
        _label(label_words(piece.label) if piece.label else "?", pos, size)


def _label(words: str, pos: At, size: At) -> None:
    longest = max((len(word) for word in words.split()), default=1)
    pixels = max(7, round(min(size[0] / (5.0 if len(words) > 2 else 2.0), size[0] / (0.62 * longest))))
    texture = letters(words, pixels, width=max(8, round(size[0])))
    at = (pos[0] + (size[0] - texture.width) / 2, pos[1] + (size[1] - texture.height) / 2)
    Rectangle(texture=texture, pos=at, size=texture.size)


def _small(piece: Piece, faces: Faces, at: At, scale: float) -> None:
    """A disc with its printed face; a penny: heads are bright with H, tails dark with a bright ring and T."""
    x, y = at
    size = piece.width_mm * scale
    texture = faces.face(piece.deck, piece.label) if piece.kind == "disc" and piece.label else None
    if texture is not None:
        Color(1, 1, 1)
        Ellipse(texture=texture, pos=(x - size / 2, y - size / 2), size=(size, size), segments=72)
        return
    heads = piece.label == "heads"
    ground, ink = (HEADS, ON_HEADS) if heads else (TAILS, ON_TAILS)
    PushMatrix()
    Rotate(angle=piece.angle, origin=at)
    Color(*colours().night)
    SmoothEllipse(pos=(x - size * 0.54, y - size * 0.54), size=(size * 1.08, size * 1.08))
    Color(*ground)
    SmoothEllipse(pos=(x - size / 2, y - size / 2), size=(size, size))
    Color(*ink)
    word = {"heads": _("H"), "tails": _("T")}.get(piece.label or "", piece.label or "?")
    sign = letters(word[:2], max(8, round(size * 0.6)))
    if max(sign.size) < size * 2 * RING:  # else it would run through the letter
        SmoothLine(circle=(x, y, size * RING), width=max(1.0, size * (0.02 if heads else 0.045)))
    Rectangle(texture=sign, pos=(x - sign.width / 2, y - sign.height / 2), size=sign.size)
    PopMatrix()
