"""A whole game as one HTML page: the result, then turn by turn a drawing of the board and what happened in words.

It needs no network and no script: without one it is a list that scrolls; a few lines of it show one turn at a time.
Rule kept: of a game that has not ended only what all may know is written.
"""

from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from markupsafe import Markup

from companion.game import Seat
from companion.language import spoken
from ui.export.svg import PageWriter, drawing_of, seat_shape
from ui.export.templates import templates_in
from ui.faces.face import face_of
from ui.present.names import reading_words, written
from ui.present.walk import Walk, board_at, how_it_stands, minutes
from ui.words import _

KEYS = (("-1000000", "|◀"), ("-1", "◀"), ("1", "▶"), ("1000000", "▶|"))
"""How far each key leads, and its sign, of letters that every browser has."""


def html_page(walk: Walk, stamps: tuple[str, ...] = (), pictures: Mapping[int, Path] | None = None) -> str:
    """The page, self-contained; `stamps`: when each line of the record was written (ISO 8601).

    `pictures`: what the camera saw of the table, by entry; they are written into the page.
    """
    drawings = PageWriter()
    page = _template().render(
        walk=walk,
        told=how_it_stands(walk, None, minutes(stamps)),
        reading="" if walk.over is None else _readings(walk, (walk.over.rule,)),
        day=tuple(stamp[:10] for stamp in stamps[:1]),
        chapters=list(_chapters(walk, pictures or {}, drawings)),
        shared=Markup(drawings.shared()),
        keys=KEYS,
        language=spoken().code,
    )
    return f"{page}\n"


@cache
def part(name: str) -> str:
    """The style (`page.css`) or the script (`page.js`) of every page, as it stands in it."""
    return (files("ui.export") / name).read_text(encoding="utf-8").strip()


@cache
def _template() -> Any:
    pages = templates_in(Path(__file__).parent, trimmed=True)
    pages.globals |= {"shape": lambda seat: Markup(seat_shape(seat))}
    pages.globals |= {"css": Markup(part("page.css")), "js": Markup(part("page.js"))}
    return pages.get_template("page.html")


def _readings(walk: Walk, ids: Iterable[str]) -> str:
    """What the source itself says where these rules are our reading of it."""
    rules = (written(walk.game.id, id) for id in ids)
    return " ".join(dict.fromkeys(reading_words(one) for one in rules if one is not None and one.is_reading))


def _chapters(walk: Walk, pictures: Mapping[int, Path], drawings: PageWriter) -> Iterator[dict[str, object]]:
    """What came before the first turn, then each turn: whose it was, the board after it, and every entry of it.

    Entries that stand in no turn go with what came before them.
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
    """One entry in words, with what is special about it, and the picture that was kept of it."""
    line, photo = walk.lines[place - 1], ""
    with suppress(OSError, KeyError):  # it may be gone, or there was none
        photo = "" if line.struck else b64encode(pictures[line.entry.seq].read_bytes()).decode()
    note = f"{line.note} {_readings(walk, line.entry.waived)}".strip()
    return {"words": line.words, "struck": line.struck, "note": note, "photo": photo}
