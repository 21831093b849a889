"""A game as one HTML page: the result, then each turn with a drawing of the board and its events in words.

It needs no network, and without its script it is a list that scrolls; the script shows one turn at a time.
Rule kept: only the public part of a running game is written.
"""

import html
import re
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from markupsafe import Markup

from companion.game import Seat
from companion.language import spoken
from ui.export.templates import templates_in
from ui.faces.face import face_of
from ui.present import drawn
from ui.present.board import BoardModel
from ui.present.names import reading_words, written
from ui.present.walk import Walk, board_at, how_it_stands, minutes
from ui.words import _, in_order
from vision.printed.letters import size_of
from vision.printed.marks import Art, Block, Disc, Drawing, Image, Ink, Label, Mark, Part, Placed
from vision.printed.svg import Writer


def html_page(walk: Walk, stamps: tuple[str, ...] = (), pictures: Mapping[int, Path] | None = None) -> str:
    """The self-contained page; `stamps`: time of each line of the record (ISO 8601).

    `pictures`: files of the camera's pictures by entry, which are embedded.
    """
    drawings = PageWriter()
    page = _template().render(
        walk=walk,
        told=how_it_stands(walk, None, minutes(stamps)),
        reading="" if walk.over is None else _readings(walk, (walk.over.rule,)),
        day=tuple(stamp[:10] for stamp in stamps[:1]),
        chapters=list(_chapters(walk, pictures or {}, drawings)),
        shared=Markup(drawings.shared()),
        language=spoken().code,
    )
    return f"{page}\n"


@cache
def part(name: str) -> str:
    """The style (`page.css`) or script (`page.js`) of every page."""
    return (files("ui.export") / name).read_text(encoding="utf-8").strip()


@cache
def _template() -> Any:
    pages = templates_in(Path(__file__).parent, trimmed=True)
    pages.globals |= {"shape": lambda seat: Markup(seat_shape(seat))}
    pages.globals |= {"css": Markup(part("page.css")), "js": Markup(part("page.js"))}
    return pages.get_template("page.html")


def _readings(walk: Walk, ids: Iterable[str]) -> str:
    """The source's own words for those of these rules that are our reading of it."""
    rules = (written(walk.game.id, id) for id in ids)
    return " ".join(dict.fromkeys(reading_words(one) for one in rules if one is not None and one.is_reading))


def _chapters(
    walk: Walk, pictures: Mapping[int, Path], drawings: "PageWriter"
) -> Iterator[dict[str, object]]:
    """The set-up, then each turn: its seat, the board after it, and all its entries.

    Entries outside any turn belong to the turn before them.
    """
    turns: list[tuple[int, Seat | None, int]] = [
        (turn.first, turn.seat, number) for number, turn in enumerate(walk.turns, start=1)
    ]
    if not turns or turns[0][0] > 1:
        turns.insert(0, (min(1, walk.last), None, 0))
    ends = [first - 1 for first, _seat, _number in turns[1:]]
    for (first, seat, number), last in zip(turns, [*ends, walk.last], strict=True):
        said = _("The board after entry {number}").format(number=last)
        board = drawings.svg(drawing_of(board_at(walk, last), face_of(walk.game).still(walk, last)), said)
        begin = max(1, first)
        entries = [_entry(walk, place, pictures) for place in range(begin, last + 1)]
        yield {"number": number, "seat": seat, "board": Markup(board), "first": begin, "entries": entries}


def _entry(walk: Walk, place: int, pictures: Mapping[int, Path]) -> dict[str, object]:
    """One entry in words, its particulars, and its picture if one was kept."""
    line, photo = walk.lines[place - 1], ""
    with suppress(OSError, KeyError):  # it may be gone, or there was none
        photo = "" if line.struck else b64encode(pictures[line.entry.seq].read_bytes()).decode()
    note = f"{line.note} {_readings(walk, line.entry.waived)}".strip()
    return {"words": line.words, "struck": line.struck, "note": note, "photo": photo}


# Drawings in a page, in its own colours; repeated parts are defined once.

ACROSS = 480.0
"""Length of a board's shorter side in units."""


def drawing_of(board: BoardModel, own: object, names: tuple[str, ...] = ()) -> Drawing:
    """A board's drawing: the game's own, else that of its regions. `names`: those of the seats."""
    shown = own if isinstance(own, drawn.DrawnBoard) else board
    _x, _y, wide, high = shown.window
    return shown.drawn(min(wide, high) / ACROSS, names)


class PageWriter(Writer):
    """An SVG writer for pages: the page's named colours, no large pictures, shared parts defined once.

    `key` returns the id of a touch, or "" for one that the page does not offer.
    """

    def __init__(self, key: Callable[[Any], str] = lambda _touch: "") -> None:
        super().__init__()
        self._key, self._keys = key, list[str]()
        self._names: dict[str, str] = {}

    def svg(self, drawing: Drawing, title: str, *, alone: bool = False) -> str:
        """A drawing with its description; `alone`: shared parts are included, as nothing else is."""
        self._keys.clear()
        inside = self.all(drawing.marks) + "".join(self._keys)
        shared = self.shared() if alone else ""
        size, role = f"{_n(drawing.width_mm)} {_n(drawing.height_mm)}", "group" if self._keys else "img"
        return f'<svg viewBox="0 0 {size}" role="{role}" aria-label="{escape(title)}">{shared}{inside}</svg>'

    def shared(self) -> str:
        return f"<defs>{''.join(self.defined)}</defs>"

    def ink(self, ink: Ink) -> str:
        if not isinstance(ink, str):
            return super().ink(ink)
        name = f"{ink[0]}{int(ink[1:]) % 6}" if ink[1:].isdecimal() else ink
        return f'"var(--{name})"'

    def mark(self, mark: Mark) -> str:
        """One mark as short as possible, since an exported game has thousands."""
        match mark:
            case Part():
                id = "" if mark.touch is None else self._key(mark.touch)
                if id:
                    place = _box(mark.x - mark.w / 2, mark.y - mark.h / 2, mark.w, mark.h)
                    self._keys.append(
                        f'<rect class="hit" role="button" tabindex="0" data-key="{escape(id)}"'
                        f' aria-label="{escape(mark.words)}" {place}/>'
                    )
                return self.all(mark.marks)
            case Placed(inner):
                within = self.all(inner.marks)
                # Equal drawings share one definition, found by their text.
                if within not in self._names:
                    self._names[within] = f"d{len(self._names)}"
                    self.defined.append(f'<g id="{self._names[within]}">{within}</g>')
                turn = ""
                if mark.turn % 360:
                    middle = f"{_n(mark.x + inner.width_mm / 2)} {_n(mark.y + inner.height_mm / 2)}"
                    turn = f' transform="rotate({_n(mark.turn)} {middle})"'
                return f'<use href="#{self._names[within]}" x="{_n(mark.x)}" y="{_n(mark.y)}"{turn}/>'
            case Image() | Art():
                return self.all(mark.instead)
            case Disc():
                place = f'cx="{_n(mark.x)}" cy="{_n(mark.y)}" r="{_n(mark.size / 2)}"'
                return f"<circle {place} fill={self.ink(mark.ink)}{_pale(mark.opacity)}/>"
            case Block():
                round_by = f' rx="{_n(mark.round_mm)}"' if mark.round_mm else ""
                place = _box(mark.x, mark.y, mark.w, mark.h)
                return f"<rect {place}{round_by} fill={self.ink(mark.ink)}{_pale(mark.opacity)}/>"
            case Label():
                size = size_of(mark.font, mark.size_mm)
                # Browsers use other fonts: only a label that is too wide for its place is squeezed.
                too_wide = mark.fit and drawn.wide_of(mark.words) * mark.size_mm / drawn.CAPITAL > mark.fit
                fit = f' textLength="{_n(mark.fit)}" lengthAdjust="spacingAndGlyphs"' if too_wide else ""
                anchor = "" if mark.anchor == "start" else f' text-anchor="{mark.anchor}"'
                return (
                    f'<text x="{_n(mark.x)}" y="{_n(mark.y)}" font-size="{_n(size)}"{anchor}{fit}'
                    f" fill={self.ink(mark.ink)}>{escape(mark.words)}</text>"
                )
            case _:
                return _FINE.sub(r"\1", super().mark(mark)).replace(_ROUND, "")


_ROUND = ' stroke-linejoin="round" stroke-linecap="round"'
"""Attributes that the page's style gives to all lines."""
_FINE = re.compile(r"(\.\d)\d+")
"""Digits below 0.1 mm."""


def _pale(opacity: float) -> str:
    return "" if opacity == 1 else f' opacity="{_n(opacity)}"'


def escape(words: str) -> str:
    """Anybody's words made safe for a page: no tags, no signs that reorder others."""
    return html.escape(in_order(words))


def seat_class(seat: int | None) -> str:
    """The CSS class for a seat's colour; empty without a seat."""
    return "" if seat is None else f" s{seat % 6}"


def seat_shape(seat: int) -> str:
    """A seat's shape as a sign among words: disc, diamond, then one corner more for each further seat."""
    inside = PageWriter().all((drawn.seat_shape(seat, 5, 5, 10, "own"),))
    return f'<svg class="shape" viewBox="0 0 10 10" aria-hidden="true">{inside}</svg>'


def _box(x: float, y: float, w: float, h: float) -> str:
    return f'x="{_n(x)}" y="{_n(y)}" width="{_n(w)}" height="{_n(h)}"'


def _n(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")
