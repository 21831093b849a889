"""A board read from the mapping that its owner made, and written again. A wrong map is named in one sentence."""

import json
from collections.abc import Mapping
from itertools import pairwise
from statistics import median
from typing import Any

import msgspec

from companion.games.zong.board import GOAL, PIECE_HEIGHT_MM, PIECE_MM, STARTS, Board, Square
from companion.kits.fault_words import fault_words
from companion.language import _, number
from companion.sight import Tags

FEWEST_SQUARES = 20
LEAP = 2.5
"""A step of the track is a leap when it is so many times as long as the middle one of all steps."""
OVERHANG_MM = 5.0
"""A square tapped by finger may seem to reach so far over the board's edge."""


class BoardFault(ValueError):
    """A map that no game can be played on; the message names what is wrong."""


class _Mapped(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """The shape of a board's file."""

    width_mm: float
    height_mm: float
    square: tuple[Square, ...]
    tags: Tags | None = Tags()
    piece_mm: float = PIECE_MM
    piece_height_mm: float = PIECE_HEIGHT_MM


def board_from(mapping: Mapping[str, Any]) -> Board:
    """A board from plain data, as a board's TOML file or `board_json` holds it. Raises BoardFault."""
    try:
        read = msgspec.convert(mapping, _Mapped, strict=False)
    except msgspec.ValidationError as fault:
        where, words = fault_words(fault, mapping)
        place = where.lstrip(".") or _("the board")
        raise BoardFault(f"{place}: {words}") from None
    board = Board(read.width_mm, read.height_mm, read.square, read.tags, read.piece_mm, read.piece_height_mm)
    fault_found = next(iter(board_faults(board)), "")
    if fault_found:
        raise BoardFault(fault_found)
    return board


def board_faults(board: Board) -> tuple[str, ...]:
    """What is wrong with a board, each in a sentence, the plainest first; empty for one that can be played on."""
    for field in ("width_mm", "height_mm", "piece_mm", "piece_height_mm"):
        if not 0 < getattr(board, field) < 5000:
            words = _("{field}: expected a length in mm, found {length}")
            return (words.format(field=field, length=number(getattr(board, field), 1, at_most=True)),)
    return (
        *_names(board),
        *(_missing(board) or (*_numbers(board), *_places(board), *_colours(board), *_leaps(board))),
    )


def _names(board: Board) -> list[str]:
    found = []
    for square in board.squares:
        if not (square.name.isascii() and square.name.isdecimal()) and square.name not in (*STARTS, GOAL):
            words = _("a square is called {name}: expected a number or one of {names}")
            found.append(words.format(name=repr(square.name), names=", ".join((*STARTS, GOAL))))
        if square.side <= 0:
            words = _("square {name} has a side of {length} mm")
            found.append(words.format(name=square.name, length=number(square.side, 1, at_most=True)))
    names = [square.name for square in board.squares]
    twice = _("two squares are called {name}")
    found += [twice.format(name=name) for name in dict.fromkeys(names) if names.count(name) > 1]
    return found


def _missing(board: Board) -> list[str]:
    found = [] if GOAL in board.by_name else [_("there is no goal")]
    missing = _("there is no start with {n} planets ({name})")
    return found + [missing.format(n=name[-1], name=name) for name in STARTS if name not in board.by_name]


def _numbers(board: Board) -> list[str]:
    numbers = [int(square.name) for square in board.running]
    found = []
    if len(numbers) < FEWEST_SQUARES:
        words = _("too few running squares: expected at least {least}, found {n}")
        found.append(words.format(least=FEWEST_SQUARES, n=len(numbers)))
    gap = next((n for n in range(1, max(numbers, default=0) + 1) if n not in numbers), None)
    if gap is not None:
        found.append(_("a gap in the track: there is no square {n}").format(n=gap))
    found += [_("a square is numbered {n}").format(n=n) for n in numbers if n < 1]
    return found + _starts(board)


def _starts(board: Board) -> list[str]:
    """Starts with too few squares left beyond them, and other squares that are said to lie after one."""
    found = [
        _("square {name} lies after another: only a start may").format(name=square.name)
        for square in board.squares
        if square.after and square.name not in STARTS
    ]
    wrong = _("{name} lies after square {n}: expected none, or one up to {most}")
    most = max(len(board.running) - FEWEST_SQUARES, 0)
    return found + [
        wrong.format(name=name, n=after, most=most)
        for name in STARTS
        if not 0 <= (after := board.by_name[name].after) <= most
    ]


def _places(board: Board) -> list[str]:
    found = []
    for square in board.squares:
        half = square.side / 2 - OVERHANG_MM
        corners = ((square.x - half, square.y - half), (square.x + half, square.y + half))
        if not (board.holds(square.x, square.y) and all(board.holds(*corner) for corner in corners)):
            found.append(_("square {name} lies outside the board").format(name=square.name))
    for n, one in enumerate(board.squares):
        for other in board.squares[n + 1 :]:
            if one.away(other.x, other.y) < 0 or other.away(one.x, one.y) < 0:
                words = _("two squares in one place: {one} and {other}")
                found.append(words.format(one=one.name, other=other.name))
    goal = board.goal
    if goal.side < board.piece_mm:
        words = _("the goal ({goal} mm) has no room for a piece ({piece} mm)")
        found.append(
            words.format(
                goal=number(goal.side, 1, at_most=True), piece=number(board.piece_mm, 1, at_most=True)
            )
        )
    return found


def _colours(board: Board) -> list[str]:
    return [] if board.reds else [_("there is no red square")]


def _leaps(board: Board) -> list[str]:
    track = board.running
    steps = [one.centre_away(two.x, two.y) for one, two in pairwise(track)]
    if not steps:
        return []
    middle = median(steps)
    leap = _("a leap in the track: from square {one} to {other} it is {leap} mm, other steps are {step} mm")
    return [
        leap.format(one=track[n].name, other=track[n + 1].name, leap=number(step), step=number(middle))
        for n, step in enumerate(steps)
        if step > LEAP * middle
    ]


def plain(board: Board) -> dict[str, Any]:
    """A board as plain data: `board_from(plain(board)) == board`."""
    return {
        "width_mm": board.width_mm,
        "height_mm": board.height_mm,
        "piece_mm": board.piece_mm,
        "piece_height_mm": board.piece_height_mm,
        "tags": None if board.tags is None else _plain_tags(board.tags),
        "square": [_plain_square(square) for square in board.squares],
    }


def _plain_square(square: Square) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.to_builtins(square)
    return found if square.after else {name: value for name, value in found.items() if name != "after"}


def _plain_tags(tags: Tags) -> dict[str, Any]:
    return {"dictionary": tags.dictionary, "ids": list(tags.ids), "side_mm": tags.side_mm}


def board_json(board: Board) -> str:
    """A board as text in one line: what a set-up's fact `board` holds, so that replay needs no file."""
    return json.dumps(plain(board), separators=(",", ":"))


def board_toml(board: Board) -> str:
    """A board as the TOML file of its owner. A board without tags has no `[tags]`, and then reads back with ours."""
    lines = [
        f"{name} = {getattr(board, name)}"
        for name in ("width_mm", "height_mm", "piece_mm", "piece_height_mm")
    ]
    if board.tags is not None:
        tags = _plain_tags(board.tags)
        lines += ["", "[tags]", f'dictionary = "{tags["dictionary"]}"', f"ids = {tags['ids']}"]
        lines += [f"side_mm = {tags['side_mm']}"]
    for square in board.squares:
        lines += ["", "[[square]]", f'name = "{square.name}"', f"x = {square.x}", f"y = {square.y}"]
        lines += [f"side = {square.side}", f"red = {'true' if square.red else 'false'}"]
        lines += [f"after = {square.after}"] if square.after else []
    return "\n".join(lines) + "\n"
