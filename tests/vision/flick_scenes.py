"""Flicks to be seen, with their truth: painted, lit as in a room, or a folder of pictures."""

import json
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path

from companion.sight import Table
from tests.vision.lit_flicks import LitFlick, lit_flick
from tests.vision.painted_flicks import PaintedFlick, painted_flick
from vision.arrays import Picture
from vision.mat.plane import NoPlane, find_plane
from vision.sources.pictures import read_picture
from vision.towers.finding import BoardPieces, BookedTower, find_board_pieces
from vision.towers.look import Size


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
    size: Size = field(default_factory=Size)
    kinds: tuple[str, ...] = ()


@lru_cache(maxsize=2)
def painted(number: int) -> Flick:
    """The painted flick of a number."""
    return _flick(str(number), painted_flick(number))


def lit(number: int, size: tuple[int, int] = (1920, 1080)) -> Flick:
    """The flick lit as in a room of a number."""
    one = lit_flick(number, size)
    return replace(_flick(str(number), one), size=Size(*one.piece), kinds=one.kinds)


def _flick(name: str, one: PaintedFlick | LitFlick) -> Flick:
    board = {
        "width_mm": one.table.width_mm,
        "height_mm": one.table.height_mm,
        "square": [{"name": s.name, "x": s.x, "y": s.y, "side": s.side, "red": s.red} for s in one.squares],
    }
    truth = {}
    for piece in one.stands:
        column = one.column(piece.colour)
        truth[piece.colour] = True_(piece.x, piece.y, column[: column.index(piece.colour)])
    return Flick(name, one.table, board, one.book, one.before, one.after, truth, one.disc)


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
    return find_board_pieces(
        flick.after, after, colours, book_of(flick), flick.before, flick.size, before_plane=before
    )
