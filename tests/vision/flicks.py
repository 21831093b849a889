"""Flicks held against their truth: painted ones, and folders of pictures with a `truth.json` and a `board.toml`.

`python -m tests.vision.flicks --painted 100` and `python -m tests.vision.flicks FOLDER` print the figures.
"""

import argparse
import json
import time
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from companion.games.zong.mapping import board_from
from companion.games.zong.measuring import DOUBT_MM, belongs
from companion.sight import Table
from vision.board_pieces import BoardPieces, BookedTower, find_board_pieces
from vision.pictures import Picture, read_picture
from vision.plane import NoPlane, find_plane
from vision.training.painted_flicks import painted_flick

SURE = 0.9


@dataclass(frozen=True)
class True_:  # noqa: N801
    """Where a piece really is, and what it stands on, bottom first."""

    x: float
    y: float
    beneath: tuple[str, ...]


@dataclass(frozen=True)
class Flick:
    """One flick to be seen, with its truth."""

    name: str
    table: Table
    board: dict[str, object]
    book: dict[str, tuple[str, ...]]
    before: Picture
    after: Picture
    truth: dict[str, True_]
    disc: tuple[float, float] | None


@dataclass
class Figures:
    """What was counted over many flicks; lengths in mm, times in ms."""

    pieces: int = 0
    unplaced: list[str] = field(default_factory=list)
    unplaced_in_view: list[str] = field(default_factory=list)
    errors: list[float] = field(default_factory=list)
    in_view: list[float] = field(default_factory=list)
    wrong_silently: list[str] = field(default_factory=list)
    order_silently: list[str] = field(default_factory=list)
    order_asked: list[str] = field(default_factory=list)
    clear: int = 0
    clear_right: int = 0
    near: int = 0
    near_told: int = 0
    discs: list[float] = field(default_factory=list)
    discs_missed: int = 0
    times: list[float] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def lines(self) -> list[str]:
        def spread(values: list[float]) -> str:
            if not values:
                return "none"
            return f"median {np.median(values):.2f}, 95 % {np.percentile(values, 95):.2f}, most {max(values):.2f}"

        return [
            *self.notes,
            f"pieces {self.pieces}; not placed {len(self.unplaced)} (in full view: {len(self.unplaced_in_view)})",
            f"error, all, mm: {spread(self.errors)}",
            f"error, in view, mm: {spread(self.in_view)}",
            f"off by more than 5 mm and sure: {len(self.wrong_silently)} {self.wrong_silently}",
            f"tower order wrong and sure: {len(self.order_silently)} {self.order_silently}",
            f"tower order asked about: {len(self.order_asked)} {self.order_asked}",
            f"right square, over {DOUBT_MM:g} mm from a border: {self.clear_right} of {self.clear}",
            f"nearer: doubtful or right {self.near_told} of {self.near}",
            f"disc: {spread(self.discs)}; missed {self.discs_missed}",
            f"time, ms: {spread(self.times)}",
        ]


def painted(number: int) -> Flick:
    """The painted flick of a number."""
    one = painted_flick(number)
    board = {
        "width_mm": one.table.width_mm,
        "height_mm": one.table.height_mm,
        "square": [{"name": s.name, "x": s.x, "y": s.y, "side": s.side, "red": s.red} for s in one.squares],
    }
    truth = {}
    for piece in one.stands:
        column = one.column(piece.colour)
        truth[piece.colour] = True_(piece.x, piece.y, column[: column.index(piece.colour)])
    return Flick(str(number), one.table, board, one.book, one.before, one.after, truth, one.disc)


def filmed(folder: Path) -> Iterator[Flick]:
    """The flicks of a folder."""
    board = tomllib.loads((folder / "board.toml").read_text())
    table = Table(board["width_mm"], board["height_mm"], kinds=("disc",))
    for scene in json.loads((folder / "truth.json").read_text())["scenes"]:
        book = {square: tuple(colours) for square, colours in scene["towers"].items()}
        truth = {}
        for piece in scene["after"]:
            column = next(colours for colours in book.values() if piece["colour"] in colours)
            beneath = () if piece["moved"] else column[: column.index(piece["colour"])]
            truth[piece["colour"]] = True_(piece["x"], piece["y"], beneath)
        before, after = (
            read_picture(folder / f"{scene['scene']}-{when}.jpg") for when in ("before", "after")
        )
        yield Flick(scene["scene"], table, board, book, before, after, truth, tuple(scene["zong_disc"]))


def book_of(flick: Flick) -> list[BookedTower]:
    """The book as the eye wants it."""
    squares = {square["name"]: square for square in flick.board["square"]}  # type: ignore[attr-defined]
    return [
        BookedTower(name, squares[name]["x"], squares[name]["y"], colours)
        for name, colours in flick.book.items()
    ]


def seen(flick: Flick) -> BoardPieces:
    """What the eye makes of a flick. Raises LookupError where it finds no board."""
    planes = [find_plane(picture, flick.table) for picture in (flick.after, flick.before)]
    after, before = planes
    if isinstance(after, NoPlane) or isinstance(before, NoPlane):
        raise LookupError(flick.name)
    colours = tuple(flick.truth)
    return find_board_pieces(flick.after, after, colours, book_of(flick), flick.before, before_plane=before)


def count(figures: Figures, flick: Flick, found: BoardPieces) -> None:
    """Holds what was found against the truth."""
    board = board_from(flick.board)
    covered = {name for one in flick.truth.values() for name in one.beneath}
    for colour, true in flick.truth.items():
        figures.pieces += 1
        piece, what = found.of(colour), f"{flick.name} {colour}"
        if piece.x is None or piece.y is None:
            figures.unplaced.append(what)
            if colour not in covered:
                figures.unplaced_in_view.append(what)
                figures.notes.append(f"{what}: not found at {true.x:.0f}, {true.y:.0f}")
            continue
        error = float(np.hypot(piece.x - true.x, piece.y - true.y))
        figures.errors.append(error)
        if colour not in covered:
            figures.in_view.append(error)
        if error > 5 and piece.sure >= SURE:
            figures.wrong_silently.append(what)
        if error > 3:
            figures.notes.append(
                f"{what}: {error:.1f} mm off at ({true.x:.0f}, {true.y:.0f}), sure {piece.sure:.2f}"
            )
        below: list[str] = []
        while (under := found.of(below[0] if below else colour).over) is not None:
            below.insert(0, under)
        if tuple(below) != true.beneath:
            told = figures.order_silently if piece.sure >= SURE else figures.order_asked
            told.append(f"{what} on {'/'.join(below) or '-'} not {'/'.join(true.beneath) or '-'}")
        wanted, given = belongs(board, true.x, true.y), belongs(board, piece.x, piece.y)
        if wanted.margin_mm > DOUBT_MM:
            figures.clear += 1
            figures.clear_right += wanted.square == given.square
        else:
            figures.near += 1
            figures.near_told += wanted.square == given.square or given.doubtful
    if flick.disc is not None:
        if found.disc is None:
            figures.discs_missed += 1
        else:
            figures.discs.append(float(np.hypot(found.disc.x - flick.disc[0], found.disc.y - flick.disc[1])))


def main() -> None:
    asked = argparse.ArgumentParser()
    asked.add_argument("folder", nargs="*", type=Path)
    asked.add_argument("--painted", type=int, default=0)
    asked.add_argument("--first", type=int, default=0)
    given = asked.parse_args()
    cv2.setNumThreads(1)
    figures = Figures()
    flicks = [flick for folder in given.folder for flick in filmed(folder)]
    for number in range(given.first, given.first + given.painted):
        flicks_now = painted(number)
        _one(figures, flicks_now)
    for flick in flicks:
        _one(figures, flick)
    print("\n".join(figures.lines()))


def _one(figures: Figures, flick: Flick) -> None:
    start = time.process_time()
    try:
        found = seen(flick)
    except LookupError:
        figures.notes.append(f"{flick.name}: no board found")
        return
    figures.times.append((time.process_time() - start) * 1000)
    count(figures, flick, found)


if __name__ == "__main__":
    main()
