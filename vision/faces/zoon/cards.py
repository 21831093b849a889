"""Faces of Zoon's cards: creatures with their grids, trumps with their effects, blank ones; and a sheet per tribe."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from vision.faces.zoon.illustrations import back, portrait, scene
from vision.faces.zoon.ink import INK, SIDE_MM, WHITE, darker, flat, lighter, stroke, style_of
from vision.printed.letters import fitting, wrapped
from vision.printed.marks import Colour, Drawing, Font, Gradient, Label, Line, Mark, Placed, Shape
from vision.printed.shapes import box, circle, polygon, smooth, star
from vision.printed.svg import kept_drawing

# Parts of every card: its frame, corner signs, name plate, lower plate, and the medal beside it.

Corner = int | Literal["star", "x"]
Corners = tuple[Corner, Corner, Corner, Corner]
"""Top left, top right, bottom right, bottom left, as the owner sees it upright."""

PAPER: Final[Colour] = (250, 240, 214)
CIRCLE_MM: Final = 12.0
RIM_MM: Final = 1.2
"""Distance from a card's edge to its circles and plates."""
PLATE_X: Final = 14.0
PLATE_WIDE: Final = SIDE_MM - 2 * PLATE_X
PLATE_HIGH: Final = 8.6
LEAST_MM: Final = 2.98
"""Minimum height of capitals; an x is then at least 2.2 mm high in every font used here."""


def frame(colour: Colour, picture: Drawing) -> list[Mark]:
    """The card's ground: a frame in the tribe's colour, and a picture within it."""
    inner = box(RIM_MM + 0.6, RIM_MM + 0.6, SIDE_MM - 2 * RIM_MM - 1.2, SIDE_MM - 2 * RIM_MM - 1.2, 2.2)
    ground = Shape(
        box(0, 0, SIDE_MM, SIDE_MM), fill=Gradient((0, 0), (SIDE_MM, SIDE_MM), colour, darker(colour, 0.4))
    )
    return [ground, Placed(picture, 0, 0, within=inner), Shape(inner, edge=INK, edge_mm=0.7)]


def corner_signs(corners: Sequence[Corner | None], colour: Colour) -> list[Mark]:
    far = SIDE_MM - RIM_MM - CIRCLE_MM
    places = ((RIM_MM, RIM_MM), (far, RIM_MM), (far, far), (RIM_MM, far))
    return [Placed(corner_sign(corner, colour), *at) for corner, at in zip(corners, places, strict=True)]


def corner_sign(corner: Corner | None, colour: Colour) -> Drawing:
    """A number, a star or an x in a circle; None: an empty circle to write in."""
    middle, radius = CIRCLE_MM / 2, CIRCLE_MM / 2
    paper = (255, 226, 128) if corner == "star" else (255, 214, 204) if corner == "x" else WHITE
    marks: list[Mark] = [
        flat(circle(middle, middle, radius - 0.3), darker(colour, 0.35), 0.6),
        flat(circle(middle, middle, radius - 1.05), paper, 0.35),
    ]
    if corner == "star":
        marks.append(flat(star(middle, middle + 0.2, 5, 4.3, 1.9), (196, 96, 10), 0.45))
        marks.append(flat(star(middle, middle + 0.2, 5, 2.4, 1.05), (255, 206, 66)))
    elif corner == "x":
        for x0, x1 in ((-2.1, 2.1), (2.1, -2.1)):
            ends = ((middle + x0, middle - 2.1), (middle + x1, middle + 2.1))
            marks.append(Line(*ends[0], *ends[1], ink=(150, 16, 24), width_mm=1.7))
    elif corner is not None:
        marks.append(Label(middle, middle + 3.1, str(corner), 6.2, INK, font="round", anchor="middle"))
    return Drawing(str(corner or "empty"), CIRCLE_MM, CIRCLE_MM, tuple(marks), sign=True)


def plate(x: float, y: float, wide: float, high: float, colour: Colour, paper: Colour = PAPER) -> list[Mark]:
    """A plate of pale paper with cut corners, for dark words."""
    c = 1.5
    right, low = x + wide, y + high
    path = polygon(
        [(x + c, y), (right - c, y), (right, y + c), (right, low - c), (right - c, low), (x + c, low), (x,
            low - c), (x, y + c)]
    )  # fmt: skip
    return [
        flat(path, paper, 0.55),
        Line(x + c, y + 0.75, right - c, y + 0.75, ink=colour, width_mm=0.25),
        Line(x + c, low - 0.75, right - c, low - 0.75, ink=colour, width_mm=0.25),
    ]


def name_plate(name: str, colour: Colour, *, wide: bool = False) -> list[Mark]:
    """The name between the upper circles, or if there are none (`wide`) over the full width; in one or two lines.

    Raises ValueError if it does not fit in two lines.
    """
    x, room = (3.0, SIDE_MM - 6.0) if wide else (PLATE_X, PLATE_WIDE)
    try:
        lines: tuple[str, ...] = (name,)
        size = fitting(name, "tall", 4.6, LEAST_MM, room - 3.4)
    except ValueError:
        lines = wrapped(name, "tall", LEAST_MM, room - 3.4)
        if len(lines) > 2:
            raise
        size = min(fitting(line, "tall", LEAST_MM + 0.2, LEAST_MM, room - 3.4) for line in lines)
    high, top = PLATE_HIGH if len(lines) == 1 else 11.2, RIM_MM + 1.2
    bases = (top + 1.45 + size, top + high - 1.75) if len(lines) > 1 else (top + (high + size) / 2 - 0.15,)
    return [
        *plate(x, top, room, high, colour),
        *(
            Label(SIDE_MM / 2, y, line, size, INK, font="tall", anchor="middle")
            for y, line in zip(bases, lines, strict=True)
        ),
    ]


def lower_plate(
    words: str, number: int | None, colour: Colour, tint: Colour, *, wide: bool = False, force: bool = False
) -> list[Mark]:
    """The kind of card, and a medal with its points, or a shield with its force."""
    x, room = (3.0, SIDE_MM - 6.0) if wide else (PLATE_X, PLATE_WIDE)
    top = SIDE_MM - RIM_MM - 1.2 - PLATE_HIGH
    marks = plate(x, top, room, PLATE_HIGH, colour, tint)
    medal_room = 9.2
    if words:
        size = fitting(words, "text", 3.5, LEAST_MM, room - medal_room - 2.0)
        left = x + (room - medal_room) / 2 + 0.4
        marks.append(
            Label(left, top + (PLATE_HIGH + size) / 2, words, size, INK, font="text", anchor="middle")
        )
    return [*marks, Placed(medal(number, force=force), x + room - medal_room, top + 0.2)]


def medal(number: int | None, *, force: bool = False) -> Drawing:
    """A coin with a Zoon's points, or a shield with a trump's force; None: empty, to write in."""
    kept = kept_drawing(__package__, "force" if force else "points")
    marks = [*kept.marks]
    if number is not None:
        middle, size = kept.width_mm / 2, LEAST_MM + 0.15
        low = middle + size / 2 - (0.3 if force else 0)
        marks.append(Label(middle, low, str(number), size, INK, font="round", anchor="middle"))
    return replace(kept, name=f"{kept.name} {number or ''}", marks=tuple(marks), sign=True)


# The movement grid: five by five squares, the Zoon in the middle, ahead at the top. A path of two squares is a line
# with a stop on each; a green square is reached directly, jumping over the squares between.

ACROSS: Final = 5
CELL_MM: Final = 4.1
GRID_EDGE_MM: Final = 0.6
GRID_MM: Final = ACROSS * CELL_MM + 2 * GRID_EDGE_MM
"""Side of the whole grid."""
GRID_PAPER: Final[Colour] = (252, 245, 226)
PATH: Final[Colour] = (246, 190, 60)
JUMP: Final[Colour] = (34, 122, 62)
THIN: Final[Colour] = (176, 156, 126)


@dataclass(frozen=True, slots=True)
class Step:
    """One printed path: squares in order, as (right, ahead); `jumps`: its last square is green, reached directly."""

    squares: tuple[tuple[int, int], ...]
    jumps: bool = False


def movement_grid(steps: tuple[Step, ...], colour: Colour) -> Drawing:
    """The grid as a sign of GRID_MM; squares farther away than two are left out. `colour`: the Zoon's."""
    marks: list[Mark] = [flat(box(0, 0, GRID_MM, GRID_MM, 1.4), GRID_PAPER, 0.5)]
    half = CELL_MM / 2
    shown = [[square for square in step.squares if max(map(abs, square)) <= ACROSS // 2] for step in steps]
    paths = [[_middle(square) for square in squares] for squares in shown]
    for step, stops in zip(steps, paths, strict=True):
        for x, y in stops[-1:] if step.jumps else stops:
            cell = box(x - half, y - half, CELL_MM, CELL_MM)
            marks.append(Shape(cell, fill=JUMP if step.jumps else PATH))
    for n in range(1, ACROSS):
        at = GRID_EDGE_MM + n * CELL_MM
        marks.append(Line(GRID_EDGE_MM, at, GRID_MM - GRID_EDGE_MM, at, ink=THIN, width_mm=0.18))
        marks.append(Line(at, GRID_EDGE_MM, at, GRID_MM - GRID_EDGE_MM, ink=THIN, width_mm=0.18))
    for step, squares, stops in zip(steps, shown, paths, strict=True):
        if not step.jumps:
            line = [_middle((0, 0)), *stops]
            marks += [Line(*one, *to, ink=INK, width_mm=0.55) for one, to in zip(line, stops, strict=False)]
            marks += [flat(circle(*stop, 1.0), INK) for stop in stops]
        elif step.squares[-1] in squares:
            # A diamond with a tick in place of a line and a stop.
            x, y = stops[-1]
            diamond = polygon([(x, y - 1.5), (x + 1.5, y), (x, y + 1.5), (x - 1.5, y)])
            marks.append(flat(diamond, GRID_PAPER, 0.3))
            marks.append(stroke([(x - 0.55, y + 0.1), (x - 0.1, y + 0.5), (x + 0.65, y - 0.5)], 0.4, JUMP))
    x, y = _middle((0, 0))
    marks.append(flat(box(x - half, y - half, CELL_MM, CELL_MM, 0.6), colour, 0.4))
    pawn = polygon([(x, y - 1.35), (x + 1.25, y + 1.15), (x, y + 0.6), (x - 1.25, y + 1.15)])
    marks.append(flat(pawn, GRID_PAPER, 0.3))
    return Drawing("movement", GRID_MM, GRID_MM, tuple(marks), sign=True)


def _middle(square: tuple[int, int]) -> tuple[float, float]:
    return GRID_EDGE_MM + (square[0] + 2.5) * CELL_MM, GRID_EDGE_MM + (2.5 - square[1]) * CELL_MM


# The faces.

TINTS: Final[dict[str, Colour]] = {
    "chef": (250, 204, 64), "heros": (246, 156, 144), "pretre": (178, 140, 232), "monstre": (150, 168, 150),
    "elite": (136, 192, 244), "soldat": (214, 190, 148), "embleme": (142, 216, 150),
}  # fmt: skip
"""The lower plate's paper, by type: light enough for dark words, dark enough not to burn out in the camera."""
GRID_Y: Final = (SIDE_MM - GRID_MM) / 2
GRID_RIM: Final = 2.2
LINE_MM: Final = 4.55
ROWS: Final = 4
"""Minimum number of lines that every trump has room for, so that its picture is the same in every language."""
PANEL_X: Final = 3.0
_KIND_TINT: Final[Colour] = (255, 228, 196)


def zoon_face(
    *,
    label: str,
    name: str,
    tribe: str,
    species: str,
    type: str,
    type_words: str,
    points: int,
    corners: Corners,
    steps: tuple[Step, ...],
    twin: str = "",
) -> Drawing:
    """A Zoon's face, SIDE_MM square.

    `type` selects its looks, and `type_words` is printed; `twin`: "a", "b" or "". A "b" is drawn mirrored, its grid on
    the other side.
    """
    style = style_of(tribe)
    other = twin == "b"
    picture = portrait(tribe, species, type, twin)
    grid_x = GRID_RIM if other else SIDE_MM - GRID_RIM - GRID_MM
    marks: list[Mark] = [
        *frame(style.colour, picture),
        *name_plate(name, style.colour),
        *lower_plate(type_words, points, style.colour, TINTS.get(type, WHITE)),
        Placed(movement_grid(steps, style.colour), grid_x, GRID_Y),
        *corner_signs(corners, style.colour),
    ]
    if twin:
        # A tab upon the grid, dark or light, distinguishes the two mirror images.
        ground, words = ((52, 40, 60), WHITE) if twin == "a" else (WHITE, INK)
        x, top = grid_x if not other else grid_x + GRID_MM - 5.2, GRID_Y - 5.2
        marks.append(flat(box(x, top, 5.2, 4.9, 0.9), ground, 0.45))
        marks.append(Label(x + 2.6, top + 4.0, twin.upper(), 3.1, words, font="bold", anchor="middle"))
    return Drawing(label, SIDE_MM, SIDE_MM, tuple(marks))


def panel_top(rows: int = ROWS, *, wide: bool) -> float:
    """The top (mm) of a trump's words, beneath its picture; `wide`: it has no numbers in its corners."""
    beneath = 1.2 + PLATE_HIGH + 0.6 if wide else CIRCLE_MM + 0.3
    return SIDE_MM - RIM_MM - beneath - _panel_high(rows)


def _panel_high(rows: int) -> float:
    return LINE_MM * max(rows, ROWS) + 2.4


def trump_face(
    *,
    label: str,
    name: str,
    tribe: str,
    kind: str,
    force: int,
    words: str,
    who: str = "",
    corners: Corners | None = None,
) -> Drawing:
    """A trump's face, SIDE_MM square. Raises ValueError for words that do not fit.

    `words`: its effect; `who`: those who may use it (empty: all); `kind`: its kind in words.
    """
    style = style_of(tribe)
    # Bottom up: the words take the height that they need, and the picture gets the rest.
    wide = corners is None
    lines = wrapped(words, "text", LEAST_MM, SIDE_MM - 2 * PANEL_X - 3.0)
    head = [who] if who else []
    rows = len(lines) + len(head)
    high, top = _panel_high(rows), panel_top(rows, wide=wide)
    if top < 19.5:
        raise ValueError(f"expected fewer words on {label}, found {words!r}")
    marks: list[Mark] = [
        *frame(style.colour, scene(tribe, label, top)),
        *name_plate(name, style.colour, wide=wide),
        *lower_plate(kind, force, style.colour, _KIND_TINT, wide=wide, force=True),
        *plate(PANEL_X, top, SIDE_MM - 2 * PANEL_X, high, style.colour, lighter(style.paper, 0.6)),
    ]
    for number, line in enumerate((*head, *lines)):
        base = top + (high - rows * LINE_MM) / 2 + 0.55 + LEAST_MM + number * LINE_MM
        font: Font = "bold" if number < len(head) else "text"
        ink = darker(style.colour, 0.45) if font == "bold" else INK
        marks.append(Label(SIDE_MM / 2, base, line, LEAST_MM, ink, font=font, anchor="middle"))
    if corners is not None:
        marks += corner_signs(corners, style.colour)
    return Drawing(label, SIDE_MM, SIDE_MM, tuple(marks))


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


# A tribe on one page: all its cards, the effects of its stars and trumps, and a key to the signs.

WIDE_MM, HIGH_MM = 186.0, 252.0
"""A size that fits both A4 and letter."""
COLUMNS: Final = 5
CARD_MM: Final = 33.6
GAP_MM: Final = 2.0
TEXT_MM: Final = 3.0
TEXT_LINE_MM: Final = 4.7


def tribe_sheet(
    cards: Sequence[tuple[Drawing, int]],
    *,
    title: str,
    tribe: str,
    extra: str,
    stars_title: str,
    stars: Sequence[tuple[str, str]],
    trumps_title: str,
    trumps: Sequence[tuple[str, str]],
    signs_title: str,
    signs: Sequence[str],
) -> Drawing:
    """The sheet of a tribe, WIDE_MM x HIGH_MM; `cards`: its faces, each with its number in the box.

    `extra`: the words for a card that is not in the box. `stars`, `trumps`: entries of a heading and words. `signs`:
    the meanings of a number, a star, an x, the points, the force, a path and a green square, in this order. Raises
    ValueError for cards and words that do not fit.
    """
    style = style_of(tribe)
    marks: list[Mark] = [
        Shape(
            box(0, 0, WIDE_MM, HIGH_MM, 3), fill=lighter(style.paper, 0.55), edge=style.colour, edge_mm=1.0
        ),
        Shape(box(0, 0, WIDE_MM, 16, 3), fill=style.colour),
        Placed(back(tribe), 3.0, 1.6, scale=12.8 / SIDE_MM),
        Label(WIDE_MM / 2, 12.4, title, 9.0, WHITE, font="tall", anchor="middle"),
    ]
    # The cards in rows beneath the title; the words below them, in two columns as high as they need.
    rows = -(-len(cards) // COLUMNS)
    left = (WIDE_MM - COLUMNS * CARD_MM - (COLUMNS - 1) * GAP_MM) / 2
    for number, (face, count) in enumerate(cards):
        x = left + number % COLUMNS * (CARD_MM + GAP_MM)
        y = 19.0 + number // COLUMNS * (CARD_MM + 6.4)
        marks.append(Placed(face, x, y, scale=CARD_MM / SIDE_MM))
        often = f"\N{MULTIPLICATION SIGN} {count}" if count else extra
        marks.append(
            Label(x + CARD_MM / 2, y + CARD_MM + 4.4, often, TEXT_MM, INK, font="bold", anchor="middle")
        )
    y = 19.0 + rows * (CARD_MM + 6.4) + 3.0
    half = (WIDE_MM - 15.0) / 2

    def entries(x: float, heading: str, said: Sequence[tuple[str, str]]) -> float:
        """Adds headings and their words below each other; returns their end."""
        if not said:
            return y
        marks.append(Label(x, y + 4.4, heading, 4.4, darker(style.colour, 0.3), font="tall"))
        at = y + 6.2
        for head, words in said:
            at += TEXT_LINE_MM
            marks.append(Label(x, at, head, TEXT_MM, INK, font="bold"))
            for line in wrapped(words, "text", TEXT_MM, half):
                at += TEXT_LINE_MM
                marks.append(Label(x, at, line, TEXT_MM, INK, font="text"))
            at += 0.8
        return at

    low = max(entries(5.0, stars_title, stars), entries(10.0 + half, trumps_title, trumps))
    # The key to the signs, in two columns filled in turn.
    y = low + 3.0
    marks.append(Label(5.0, y + 4.4, signs_title, 4.4, darker(style.colour, 0.3), font="tall"))
    corners: tuple[Corner, ...] = (3, "star", "x")
    pictures = [corner_sign(corner, style.colour) for corner in corners]
    pictures += [medal(20), medal(2, force=True)]
    pictures += [
        movement_grid((Step(((0, 1), (0, 2))),), style.colour),
        movement_grid((Step(((0, 2),), jumps=True),), style.colour),
    ]
    ends = [y + 7.0, y + 7.0]
    for number, (picture, said) in enumerate(zip(pictures, signs, strict=True)):
        column = number % 2
        x, top = 5.0 + column * (half + 5.0), ends[column]
        marks.append(Placed(picture, x, top, scale=8.6 / picture.width_mm))
        lines = wrapped(said, "text", TEXT_MM, half - 11.0)
        for n, line in enumerate(lines):
            marks.append(Label(x + 11.0, top + 3.9 + n * TEXT_LINE_MM, line, TEXT_MM, INK, font="text"))
        ends[column] += max(9.0, len(lines) * TEXT_LINE_MM + 1.0)
    low = max(ends)
    if low > HIGH_MM - 1.0:
        raise ValueError(
            f"expected fewer words on the sheet of {tribe}, found {low - HIGH_MM:.0f} mm too many"
        )
    return Drawing(f"{tribe} sheet", WIDE_MM, HIGH_MM, tuple(marks))
