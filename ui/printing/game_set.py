"""All that a game needs from a printer, in order: a first page that says what to do, then part by part."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final

from companion.game import Game, Setup
from companion.sight import Table
from ui.faces.face import CardToPrint, Face, PrintedPart
from ui.printing.parts import parts_of
from ui.printing.sheets import pages, room
from ui.words import _, word_tables
from vision.printed.card_sheets import draw_card_sheets
from vision.printed.letters import LEADING, wrapped
from vision.printed.marks import Drawing, Label, Line, Mark, grey
from vision.printed.pdf import saving_ink

TITLE_MM: Final = 9.0
HEAD_MM: Final = 3.6
TEXT_MM: Final = 2.9
SPACE_MM: Final = 3.0
SHEETS_MM: Final = 26.0
"""Room for the numbers of the sheets, before what is on them."""
QUIET: Final = grey(90)


class NothingToPrint(ValueError):
    """What was asked for is not there; one line for people."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What is printed of a game, and how. `parts` by id, all where empty; `only`: cards by label or group, all where
    empty; `copies`: how many of each card, as many as the game needs where None.
    """

    paper: str = "a4"
    parts: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    copies: int | None = None
    saves_ink: bool = False


def game_set(face: Face, setup: Setup, wish: Wish) -> list[Drawing]:
    """Every drawing of a wish; a first page where a whole game is printed. Raises NothingToPrint, OwnersFault."""
    known = {part.id: part for part in parts_of(face, setup)}
    for name in wish.parts:
        if name not in known:
            raise NothingToPrint(f"--part: expected {', '.join(known)} of {face.game.id}, found {name!r}")
    chosen = [part for id, part in known.items() if not wish.parts or id in wish.parts]
    found: list[tuple[PrintedPart, list[Drawing]]] = []
    for part in chosen:
        drawn: list[Drawing] = []
        if part.cards is not None:
            drawn = _cards(_(part.title), part.cards(setup), wish)
        elif part.draw is not None and not wish.only:
            drawn = part.draw(setup, room(wish.paper))
            if wish.saves_ink and part.pales:
                drawn = list(map(saving_ink, drawn))
        found.append((part, drawn))
    if wish.only and not any(drawings for _part, drawings in found):
        cards = [card for part in chosen if part.cards is not None for card in part.cards(setup)]
        names = ", ".join(dict.fromkeys(name for card in cards for name in (card.group, card.label) if name))
        raise NothingToPrint(f"--only: expected {names}, found {' '.join(wish.only)}")
    drawings = [drawing for _part, of_part in found for drawing in of_part]
    if wish.parts or wish.only:
        return drawings
    return [_first_page(face.game, setup, found, wish.paper), *drawings]


def _cards(title: str, cards: list[CardToPrint], wish: Wish) -> list[Drawing]:
    """The sheets of cards, those of one size together; a group begins on a sheet of its own."""
    wanted = [card for card in cards if not wish.only or card.label in wish.only or card.group in wish.only]
    sheets = []
    for (group, *_size), alike in groupby(
        wanted, lambda card: (card.group, card.face.width_mm, card.face.height_mm)
    ):
        laid = []
        for card in alike:
            face, back = card.face, card.back
            if wish.saves_ink:
                face, back = saving_ink(face), None if back is None else saving_ink(back)
            laid += [(face, back)] * (card.copies if wish.copies is None else wish.copies)
        called = f"{title} · {group}" if group else title
        backs = _("{part}, backs of {n}").format(part=called, n="{n}")
        sheets += draw_card_sheets(laid, *room(wish.paper), (called + " {n}", backs))
    return sheets


def _first_page(
    game: Game[Any], setup: Setup, parts: Sequence[tuple[PrintedPart, list[Drawing]]], paper: str
) -> Drawing:
    """What it is, which sheets are which, and how it is cut, glued and laid; as large as the paper has room for."""
    wide, high = room(paper)
    counts = [sum(len(pages(drawing, paper)) for drawing in drawings) for _part, drawings in parts]
    marks: list[Mark] = [Label(0, TITLE_MM, _(game.name), TITLE_MM, font="round")]
    at = TITLE_MM + SPACE_MM
    words = _("All that the game needs, on {n} sheets with this one.").format(n=1 + sum(counts))
    at = _paragraph(marks, at, 0, wide, words)
    table, words = game.table(setup), ""
    if table.tags is not None:
        words = _(
            "The camera (a Camera Module 3) hangs {cm} cm above the middle of the table; all four tags are in its"
            " picture."
        ).format(cm=above_cm(*seen_mm(table), MODULE_3))
    at = _paragraph(marks, at, 0, wide, words) + SPACE_MM
    at = _heading(marks, at, wide, _("How it is made"))
    for number, step in word_tables("ui.printing")["step"].items():
        marks.append(Label(0, at + TEXT_MM, f"{number}.", TEXT_MM, font="bold"))
        at = _paragraph(marks, at, 6, wide, _(step))
    at = _heading(marks, at + SPACE_MM, wide, _("What is on the sheets"))
    last = 1
    for (part, _drawings), count in zip(parts, counts, strict=True):
        if not count:
            continue
        first, last = last + 1, last + count
        sheets = f"{first}" if first == last else f"{first}–{last}"
        marks.append(Label(0, at + TEXT_MM, sheets, TEXT_MM, font="bold"))
        marks.append(Label(SHEETS_MM, at + TEXT_MM, _(part.title), TEXT_MM, font="bold"))
        at = _paragraph(marks, at + TEXT_MM * LEADING, SHEETS_MM, wide, _(part.how)) + 1
    return Drawing(_("{game}: begin here").format(game=_(game.name)), wide, max(at, high), tuple(marks))


def _heading(marks: list[Mark], at: float, wide: float, words: str) -> float:
    marks.append(Label(0, at + HEAD_MM, words, HEAD_MM, font="round"))
    line = at + HEAD_MM + 1.5
    marks.append(Line(0, line, wide, line, ink=QUIET, width_mm=0.3))
    return line + 2


def _paragraph(marks: list[Mark], at: float, left: float, wide: float, words: str) -> float:
    """Words in lines; where what follows them begins."""
    for line in wrapped(words, "text", TEXT_MM, wide - left):
        marks.append(Label(left, at + TEXT_MM, line, TEXT_MM))
        at += TEXT_MM * LEADING
    return at


# How high a camera hangs above the mat of each game: from what it sees, and from how large the mat is.


RIM_MM: Final = 15.0
"""A finger's breadth about the tags, so that a knock does not push them out of the picture."""
RESERVE: Final = 1.05
"""Nobody hangs a camera quite straight."""
STEP_CM: Final = 5
"""Heights are told in steps of this."""


MODULE_3: Final = (66.0, 41.0)
"""What the Camera Module 3 sees across and down (degrees) in a picture of 16:9."""


def seen_mm(table: Table) -> tuple[float, float]:
    """What must be in the picture: the mat with its tags and a rim, and every region, the long side first."""
    edge = RIM_MM + (0.0 if table.tags is None else table.tags.side_mm)
    left = min(-edge, *(region.x for region in table.regions))
    near = min(-edge, *(region.y for region in table.regions))
    right = max(table.width_mm + edge, *(region.x + region.w for region in table.regions))
    far = max(table.height_mm + edge, *(region.y + region.h for region in table.regions))
    wide, high = right - left, far - near
    return max(wide, high), min(wide, high)


def above_cm(wide_mm: float, high_mm: float, camera: tuple[float, float]) -> int:
    """From how high a camera that looks straight down sees a rectangle, with RESERVE, in whole steps."""
    sides = zip((wide_mm, high_mm), camera, strict=True)
    need = max(side / 2 / math.tan(math.radians(angle / 2)) for side, angle in sides)
    return STEP_CM * math.ceil(need * RESERVE / 10 / STEP_CM)
