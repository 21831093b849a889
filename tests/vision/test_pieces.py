"""Pieces that are no cards: looked for where something changed, kept elsewhere."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from companion.sight import Kind, Region, Sighting, Table
from tests.vision.round_pieces import scenes
from vision.arrays import Box, merged
from vision.discs import reader as disc_reader
from vision.discs.reader import Body, DiscReader, PawnReader
from vision.eye import Pieces
from vision.reader import Changes, PieceReader, Reader, SeenPieces, View, box_of

PICTURE = np.zeros((400, 600, 3), np.uint8)
TABLE = Table(600, 400, regions=(Region("tray", 0, 0, 300, 400),), kinds=("card", "die"))


def die(label: str, x: float, y: float, size: float = 20.0) -> Sighting:
    half = size / 2
    outline = ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))
    return Sighting("die", label, x=x, y=y, corners_px=outline)


class Finder(PieceReader):
    """Sees the dice it is given, within the boxes it is asked for."""

    kind: Kind = "die"

    def __init__(self, *lying: Sighting) -> None:
        self.lying = lying
        self.asked: list[Sequence[Box] | None] = []

    def find(self, _view: View, boxes: Sequence[Box] | None) -> list[Sighting]:
        self.asked.append(boxes)
        if boxes is None:
            return list(self.lying)
        return [
            piece
            for piece in self.lying
            if any(b[0] <= (piece.x or 0) <= b[2] and b[1] <= (piece.y or 0) <= b[3] for b in boxes)
        ]


@pytest.fixture
def finder() -> Finder:
    return Finder(die("1", 100, 100), die("6", 500, 300))


def first(reader: Reader, table: Table = TABLE) -> SeenPieces:
    seen = Pieces([reader], ()).read(View(image=PICTURE, plane=None, table=table))
    assert isinstance(seen, SeenPieces)
    return seen


def then(reader: Reader, before: SeenPieces, *changed: Box) -> tuple[Sighting, ...]:
    view = View(image=PICTURE, plane=None, table=TABLE, changes=Changes(changed), before=(before,))
    return Pieces([reader], ()).read(view).sightings


def test_a_first_look_asks_everywhere_and_gives_regions(finder: Finder) -> None:
    seen = first(finder).sightings
    assert [(piece.label, piece.region) for piece in seen] == [("1", "tray"), ("6", None)]
    assert finder.asked == [None]


def test_nothing_changed_nothing_asked(finder: Finder) -> None:
    before = first(finder)
    finder.asked.clear()
    assert then(finder, before) == before.sightings
    assert finder.asked == []


def test_only_what_touches_a_change_is_read_again(finder: Finder) -> None:
    before = first(finder)
    finder.lying = (die("4", 104, 98),)
    after = then(finder, before, (90.0, 90.0, 110.0, 110.0))
    assert [(piece.label, piece.x) for piece in after] == [("6", 500), ("4", 104)]


def test_a_kept_piece_is_not_found_twice(finder: Finder) -> None:
    before = SeenPieces((die("6", 500, 300, size=40),))
    seen = then(finder, before, (440.0, 300.0, 470.0, 310.0))
    assert [piece.label for piece in seen] == ["6"]


def test_boxes_that_touch_become_one() -> None:
    boxes = merged(((0, 0, 10, 10), (20, 0, 30, 10), (9, 5, 21, 6), (50, 50, 60, 60)))
    assert set(boxes) == {(0, 0, 30, 10), (50, 50, 60, 60)}


def test_a_piece_without_an_outline_is_a_fault_of_its_reader() -> None:
    with pytest.raises(ValueError, match="outline"):
        box_of(Sighting("die", "1"))


def test_discs_and_pawns_are_among_the_pieces() -> None:
    painted = next(s for s in scenes(16) if sum(p.visible > 0.9 and p.reach > 12 for p in s.pieces) > 3)
    readers = (DiscReader(()), PawnReader())
    both = View(image=painted.picture, plane=None, table=Table(600, 400, kinds=("disc", "pawn")))
    told = Pieces(readers, ()).read(both).sightings
    assert {piece.kind for piece in told} <= {"disc", "pawn"} and len(told) > 1
    # Where a table has no discs, flat round pieces are the players' own.
    alone = View(image=painted.picture, plane=None, table=Table(600, 400, kinds=("pawn",)))
    players = Pieces(readers[1:], ()).read(alone).sightings
    assert {piece.kind for piece in players} == {"pawn"} and len(players) == len(told)


@pytest.mark.parametrize(
    ("chances", "off", "chance", "kinds", "is_one"),
    [
        ((0.1, 0.3, 0.6, 0.0), 1.0, 0.9, ("disc",), True),
        ((0.1, 0.3, 0.6, 0.0), 1.0, 0.9, ("disc", "pawn"), False),
        ((0.1, 0.3, 0.6, 0.0), 4.0, 0.9, ("disc",), False),
        ((0.1, 0.3, 0.6, 0.0), 1.0, 0.7, ("disc",), False),
        ((0.1, 0.1, 0.2, 0.6), 1.0, 0.9, ("disc",), True),
        ((0.1, 0.1, 0.2, 0.6), 1.0, 0.9, ("disc", "pawn"), False),
        ((0.1, 0.1, 0.2, 0.6), 4.0, 0.9, ("disc",), False),
    ],
)
def test_where_no_pawns_are_a_piece_that_shows_no_height_is_a_disc(
    monkeypatch: pytest.MonkeyPatch,
    chances: tuple[float, float, float, float],
    off: float,
    chance: float,
    kinds: tuple[Kind, ...],
    *,
    is_one: bool,
) -> None:
    at = np.array([60.0, 60.0])
    body = Body(chances, at, at + np.array([0.0, off]), np.diag([10.0, 10.0]), 1.0)
    monkeypatch.setattr(disc_reader, "find_bodies", lambda *_about: (replace(body, sure=chance),))
    picture = np.full((120, 120, 3), 90, np.uint8)
    view = View(image=picture, plane=None, table=Table(0.0, 0.0, tags=None, kinds=kinds))
    assert bool(DiscReader(()).find(view, None)) is is_one
