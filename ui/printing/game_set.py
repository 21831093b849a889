"""All that a game needs from a printer, in order: a first page that says what to do, then part by part."""

from dataclasses import dataclass
from itertools import groupby

from companion.game import Setup
from ui.faces.face import CardToPrint, Face, PrintedPart
from ui.printing.first_page import first_page
from ui.printing.sheets import pages, room
from ui.printing.usual_parts import parts_of
from ui.words import _
from vision.printed.card_sheets import draw_card_sheets
from vision.printed.ink import saving_ink
from vision.printed.marks import Drawing


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
    # Which sheets hold which part; the first page is sheet 1.
    on_paper, at = [], 2
    for part, of_part in found:
        count = sum(len(pages(drawing, wish.paper)) for drawing in of_part)
        if count:
            on_paper.append((part, at, at + count - 1))
        at += count
    return [first_page(face.game, setup, on_paper, wish.paper), *drawings]


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
