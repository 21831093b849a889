"""The faces of Zoon's cards: a creature with its grid, a trump with what it does, and blank ones to fill in."""

from dataclasses import dataclass
from typing import Final

from vision.faces.zoon.illustrations import portrait, scene
from vision.faces.zoon.ink import INK, SIDE_MM, WHITE, darker, flat, lighter
from vision.faces.zoon.movement import GRID_MM, Step, movement_grid
from vision.faces.zoon.plates import (
    CIRCLE_MM,
    LEAST_MM,
    PLATE_HIGH,
    RIM_MM,
    Corners,
    corner_signs,
    frame,
    lower_plate,
    name_plate,
    plate,
)
from vision.faces.zoon.tribes import style_of
from vision.printed.letters import wrapped
from vision.printed.marks import Colour, Drawing, Font, Label, Mark, Placed, Shape
from vision.printed.shapes import box, smooth

TINTS: Final[dict[str, Colour]] = {
    "chef": (250, 204, 64), "heros": (246, 156, 144), "pretre": (178, 140, 232), "monstre": (150, 168, 150),
    "elite": (136, 192, 244), "soldat": (214, 190, 148), "embleme": (142, 216, 150),
}  # fmt: skip
"""The lower plate's paper, by type: light enough for dark words, strong enough not to burn out."""
GRID_Y: Final = (SIDE_MM - GRID_MM) / 2
GRID_RIM: Final = 2.2
LINE_MM: Final = 4.55
ROWS: Final = 4
"""So many lines every trump has room for, whatever it says: its picture stands alike in every language."""
PANEL_X: Final = 3.0
_KIND_TINT: Final[Colour] = (255, 228, 196)


@dataclass(frozen=True, slots=True, kw_only=True)
class ZoonFace:
    """What stands on a Zoon: `type` chooses its looks and `type_words` is what is printed; `twin`: "a", "b" or neither.

    A "b" is drawn mirrored, its grid on the other side.
    """

    label: str
    name: str
    tribe: str
    species: str
    type: str
    type_words: str
    points: int
    corners: Corners
    steps: tuple[Step, ...]
    twin: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TrumpFace:
    """What stands on a trump: `words` is what it does, `who` may use it (empty: all), `kind` its kind in words."""

    label: str
    name: str
    tribe: str
    kind: str
    force: int
    words: str
    who: str = ""
    corners: Corners | None = None


def zoon_face(card: ZoonFace) -> Drawing:
    """A Zoon's face, SIDE_MM square."""
    style = style_of(card.tribe)
    other = card.twin == "b"
    picture = portrait(card.tribe, card.species, card.type, card.twin)
    grid_x = GRID_RIM if other else SIDE_MM - GRID_RIM - GRID_MM
    marks: list[Mark] = [
        *frame(style.colour, picture),
        *name_plate(card.name, style.colour),
        *lower_plate(card.type_words, card.points, style.colour, TINTS.get(card.type, WHITE)),
        Placed(movement_grid(card.steps, style.colour), grid_x, GRID_Y),
        *corner_signs(card.corners, style.colour),
    ]
    if card.twin:
        # A tab upon the grid tells the two mirror images apart: a dark one and a light one.
        ground, words = ((52, 40, 60), WHITE) if card.twin == "a" else (WHITE, INK)
        x, top = grid_x if not other else grid_x + GRID_MM - 5.2, GRID_Y - 5.2
        marks.append(flat(box(x, top, 5.2, 4.9, 0.9), ground, 0.45))
        marks.append(Label(x + 2.6, top + 4.0, card.twin.upper(), 3.1, words, font="bold", anchor="middle"))
    return Drawing(card.label, SIDE_MM, SIDE_MM, tuple(marks))


def panel_top(rows: int = ROWS, *, wide: bool) -> float:
    """Where the words of a trump begin, beneath its picture; `wide`: it has no numbers in its corners."""
    beneath = 1.2 + PLATE_HIGH + 0.6 if wide else CIRCLE_MM + 0.3
    return SIDE_MM - RIM_MM - beneath - _panel_high(rows)


def _panel_high(rows: int) -> float:
    return LINE_MM * max(rows, ROWS) + 2.4


def trump_face(card: TrumpFace) -> Drawing:
    """A trump's face, SIDE_MM square. Raises ValueError for more words than there is room."""
    style = style_of(card.tribe)
    wide = card.corners is None
    lines = wrapped(card.words, "text", LEAST_MM, SIDE_MM - 2 * PANEL_X - 3.0)
    head = [card.who] if card.who else []
    rows = len(lines) + len(head)
    high, top = _panel_high(rows), panel_top(rows, wide=wide)
    if top < 19.5:
        raise ValueError(f"expected fewer words on {card.label}, found {card.words!r}")
    marks: list[Mark] = [
        *frame(style.colour, scene(card.tribe, card.label, top)),
        *name_plate(card.name, style.colour, wide=wide),
        *lower_plate(card.kind, card.force, style.colour, _KIND_TINT, wide=wide, force=True),
        *plate(PANEL_X, top, SIDE_MM - 2 * PANEL_X, high, style.colour, lighter(style.paper, 0.6)),
    ]
    for number, line in enumerate((*head, *lines)):
        base = top + (high - rows * LINE_MM) / 2 + 0.55 + LEAST_MM + number * LINE_MM
        font: Font = "bold" if number < len(head) else "text"
        ink = darker(style.colour, 0.45) if font == "bold" else INK
        marks.append(Label(SIDE_MM / 2, base, line, LEAST_MM, ink, font=font, anchor="middle"))
    if card.corners is not None:
        marks += corner_signs(card.corners, style.colour)
    return Drawing(card.label, SIDE_MM, SIDE_MM, tuple(marks))


def blank_face(tribe: str) -> Drawing:
    """A card to fill in by hand: empty circles, plates, grid, and paper to draw on."""
    style = style_of(tribe)
    room = (RIM_MM + 2.2, 12.2, SIDE_MM - GRID_MM - 2 * GRID_RIM - 2.2, 35.6)
    pictures: list[Mark] = [Shape(box(0, 0, SIDE_MM, SIDE_MM), fill=lighter(style.colour, 0.55))]
    for n in range(12):
        y = 3.0 + n * 5.0
        wave = smooth([(x, y + (1.1 if (x // 5) % 2 else -1.1)) for x in range(0, 61, 5)], closed=False)
        pictures.append(Shape(wave, edge=lighter(style.colour, 0.35), edge_mm=0.5, closed=False))
    pictures.append(flat(box(*room, 1.5), WHITE, 0.4))
    return Drawing(
        f"{tribe} blank",
        SIDE_MM,
        SIDE_MM,
        (
            *frame(style.colour, Drawing("paper", SIDE_MM, SIDE_MM, tuple(pictures))),
            *plate(14.0, RIM_MM + 1.2, SIDE_MM - 28.0, PLATE_HIGH, style.colour),
            *lower_plate("", None, style.colour, WHITE),
            Placed(movement_grid((), style.colour), SIDE_MM - GRID_RIM - GRID_MM, GRID_Y),
            *corner_signs([None] * 4, style.colour),
        ),
    )
