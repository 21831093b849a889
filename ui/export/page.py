"""A whole game as one HTML page: the result, then turn by turn a drawing of the board and what happened in words.

It needs no network and no script: without one it is a list that scrolls; a few lines of it show one turn at a time.
Rule kept: of a game that has not ended only what all may know is written.
"""

from base64 import b64encode
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType

from companion.game import Seat
from companion.language import spoken
from ui.export.boards import drawn_board
from ui.export.svg import escape, seat_shape
from ui.faces.registry import face_of
from ui.present import story
from ui.present.after import AfterModel, after_model
from ui.present.names import reading_words, written
from ui.present.pages import entry_note
from ui.present.replay import board_at
from ui.present.walk import Walk
from ui.words import _

KEYS = (("-1000000", "|◀"), ("-1", "◀"), ("1", "▶"), ("1000000", "▶|"))
"""How far each key leads, and its sign, of letters that every browser has."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """Some entries of a game: the places after its first and last one, and whose turn they are."""

    first: int
    last: int
    seat: Seat | None = None
    number: int = 0


def html_page(
    walk: Walk, stamps: tuple[str, ...] = (), pictures: Mapping[int, Path] = MappingProxyType({})
) -> str:
    """The page, self-contained; `stamps`: when each line of the record was written (ISO 8601).

    `pictures`: what the camera saw of the table, by entry; they are written into the page.
    """
    told = after_model(walk, None, story.minutes(stamps), at_table=False)
    parts = tuple(_section(walk, part, pictures) for part in _parts(walk))
    keys = "".join(f'<button data-go="{go}" aria-label="{sign}">{sign}</button>' for go, sign in KEYS)
    return "\n".join(
        (
            "<!doctype html>",
            f'<html lang="{spoken().code}">',
            "<head>",
            '<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(told.title)}</title>",
            f"<style>{part('page.css')}</style>",
            "</head>",
            "<body>",
            _head(walk, told, tuple(stamp[:10] for stamp in stamps[:1])),
            f'<nav id="keys" hidden>{keys}<output id="where"></output></nav>',
            "<main>",
            *parts,
            "</main>",
            f"<script>{part('page.js')}</script>",
            "</body>",
            "</html>",
            "",
        )
    )


@cache
def part(name: str) -> str:
    """The style (`page.css`) or the script (`page.js`) of every page, as it stands in it."""
    return (files("ui.export") / name).read_text(encoding="utf-8").strip()


def _head(walk: Walk, told: AfterModel, day: tuple[str, ...]) -> str:
    """What game it was, who won and how, the points of all, how long it took."""
    won = f" s{told.winners[0]}" if told.winners else ""
    lines = [
        f"<h1>{escape(_(walk.game.name))}</h1>",
        f'<p class="won"><span class="name{won}">{escape(told.headline)}</span></p>',
    ]
    if told.why:
        reading = "" if walk.over is None else _readings(walk, (walk.over.rule,))
        lines.append(f'<p class="why">{escape(" ".join((told.why, told.rule, reading)).strip())}</p>')
    if walk.over is None:
        lines.append(
            f'<p class="why">{escape(_("This game has not ended. What is secret in it is not told."))}</p>'
        )
    rows = []
    for one in told.standings:
        points = "" if one.points is None else str(one.points)
        rows.append(f"<tr><td>{_name(walk, one.seat)}</td><td class=n>{points}</td></tr>")
    lines.append(f"<table>{''.join(rows)}</table>")
    lines.append(f'<p class="facts">{escape(" · ".join((*told.facts, *day)))}</p>')
    return f"<header>{''.join(lines)}</header>"


def _readings(walk: Walk, ids: Iterable[str]) -> str:
    """What the source itself says where these rules are our reading of it."""
    found = (written(walk.game.id, id) for id in ids)
    return " ".join(dict.fromkeys(reading_words(one) for one in found if one is not None and one.is_reading))


def _name(walk: Walk, seat: Seat) -> str:
    """A player's name in the own colour, behind the own shape."""
    return f'<span class="name s{seat % 6}">{seat_shape(seat)} <bdi>{escape(walk.names[seat])}</bdi></span>'


def _parts(walk: Walk) -> tuple[Chapter, ...]:
    """What came before the first turn, then the turns; entries that stand in none go with what came before them."""
    found: list[Chapter] = []
    ended = 0
    for number, turn in enumerate(story.turns(walk), start=1):
        if turn.first > ended + 1:
            found = _longer(found, ended + 1, turn.first - 1)
        found.append(Chapter(turn.first, turn.last, turn.seat, number))
        ended = turn.last
    if ended < walk.last or not found:
        found = _longer(found, min(ended + 1, walk.last), walk.last)
    return tuple(found)


def _longer(found: list[Chapter], first: int, last: int) -> list[Chapter]:
    if not found:
        return [Chapter(first, last)]
    before = found[-1]
    return [*found[:-1], Chapter(before.first, last, before.seat, before.number)]


def _section(walk: Walk, part: Chapter, pictures: Mapping[int, Path]) -> str:
    """One turn: whose it was, the board after it, and every entry of it."""
    title = _("Before the first turn")
    if part.seat is not None:
        words = escape(_("Turn {number}: {name}"))
        title = words.format(number=part.number, name=_name(walk, part.seat))
    own = face_of(walk.game).still(walk, part.last)
    said = _("The board after entry {number}").format(number=part.last)
    board = drawn_board(board_at(walk, part.last), own, said)
    entries = "".join(_entry(walk, place, pictures) for place in range(max(1, part.first), part.last + 1))
    list_of = f'<ol start="{max(1, part.first)}">{entries}</ol>'
    return f'<section id="turn-{part.number}"><h2>{title}</h2>{board}{list_of}</section>'


def _entry(walk: Walk, place: int, pictures: Mapping[int, Path]) -> str:
    """One entry in words, with what is special about it, and the picture that was kept of it."""
    line = walk.lines[place - 1]
    words = f"<s>{escape(line.words)}</s>" if line.struck else escape(line.words)
    note = f"{entry_note(line)} {_readings(walk, line.entry.waived)}".strip()
    file = None if line.struck else pictures.get(line.entry.seq)
    photo = "" if file is None else _photo(file, line.words)
    return f"<li>{words}{f'<small>{escape(note)}</small>' if note else ''}{photo}</li>"


def _photo(file: Path, words: str) -> str:
    """A picture as part of the page; nothing where it cannot be read any more."""
    try:
        packed = b64encode(file.read_bytes()).decode()
    except OSError:
        return ""
    return f'<img class="photo" alt="{escape(words)}" src="data:image/jpeg;base64,{packed}">'
