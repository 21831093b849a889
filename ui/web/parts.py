"""A page in parts, each a piece of HTML: what has changed is sent, the rest stays as it is.

Everything that is written is escaped by the templates; what a key sends is known here alone, the page has its id.
"""

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from markupsafe import Markup

from companion.language import spoken
from ui.export.svg import PageWriter, drawing_of, seat_class, seat_shape
from ui.export.templates import templates_in
from ui.present.names import throw_words
from ui.present.touches import Touch
from ui.web.seat_table import SeatModel
from ui.words import _

Parts = Mapping[str, str]
"""By name, the HTML of each part of a page."""


class Keys:
    """The keys of one page as it is drawn: what each sends, known by ids that mean nothing elsewhere.

    `may`: whether a touch may be sent from there.
    """

    def __init__(self, may: Callable[[Touch], bool]) -> None:
        self._may = may
        self._ids: dict[Touch, str] = {}

    def key(self, touch: Touch) -> str:
        """The id of the key that sends a touch, the same one for the same touch; empty where it may not be sent."""
        if not self._may(touch):
            return ""
        try:
            return self._ids.setdefault(touch, f"k{len(self._ids)}")
        except TypeError:  # one that holds what cannot be told apart, such as an army that is being shown
            return ""

    @property
    def touches(self) -> tuple[Touch, ...]:
        """What the page's keys send, in the order of their ids."""
        return tuple(self._ids)

    def touch(self, id: str) -> Touch | None:
        """What a key sends; None where no key has this id."""
        return next((touch for touch, known in self._ids.items() if known == id), None)


@cache
def templates() -> Any:
    """The templates, from which nothing unescaped comes."""
    made = templates_in(Path(__file__).parent / "pages", trimmed=True)
    made.globals["shape"] = lambda seat: Markup(seat_shape(seat))
    made.globals |= {"seat_class": seat_class, "throw_words": throw_words}
    return made


def page(name: str, **words: Any) -> str:
    return str(templates().get_template(name).render(language=spoken().code, **words))


def closed_parts(headline: str, words: str) -> Parts:
    made = templates().get_template("parts.html").module
    parts: dict[str, str] = dict.fromkeys(("note", "dice", "board", "own", "keys", "tools", "past"), "")
    return parts | {"top": str(made.closed(headline, words))}


def parts_of(model: SeatModel, keys: Keys) -> Parts:
    seat, top, main = model.seat, model.shared, model.own or model.shared
    own_words = model.own.headline if model.own is not None else ""
    made: Any = templates().get_template("parts.html").module
    rolls = [roll for roll in top.rolls if seat is None or roll.seat == seat]
    kind = type(main.own).__name__
    banners = tuple({id(each): each for each in (top.trouble, top.banner, main.banner) if each}.values())
    said = (*(top.body if main is not top else ()), *main.body, top.remark)
    body = tuple(dict.fromkeys(words for words in said if words))
    throw = main.own if kind == "ThrowModel" else None
    board, cells = "", getattr(main.own, "cells", ())
    if not top.tiles and main.pad is None and kind not in ("ThrowModel", "ScreenModel"):
        writer = PageWriter() if seat is None else PageWriter(keys.key)
        names = () if seat is None else tuple(chip.name for chip in top.chips)
        board = writer.svg(drawing_of(main.board, main.own, names), _("The board"), alone=True)
    return {
        "top": str(made.top(top.headline, top.chips, top.tally, seat)),
        "note": str(made.note(banners, top.contest)),
        "dice": str(made.dice(rolls, keys)),
        "board": board,
        "own": str(made.own(own_words, body, throw, main.close_up, None if seat is None else main.pad, keys)),
        "keys": "" if seat is None else str(made.keys(main, top, cells, kind, seat, model.is_home, keys)),
        "tools": str(made.tools(top.tools, keys)),
        "past": str(made.past(top.past)),
    }
