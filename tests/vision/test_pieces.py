"""Pieces that are no cards: looked for where something changed, kept elsewhere."""

import numpy as np
import pytest

from companion.sight import Region, Sighting, Table
from tests.vision.round_pieces import scenes
from vision import pieces
from vision.pieces import Search, find_pieces, merged

PICTURE = np.zeros((400, 600, 3), np.uint8)
TABLE = Table(600, 400, regions=(Region("tray", 0, 0, 300, 400),), kinds=("card", "die"))


def die(label: str, x: float, y: float, size: float = 20.0) -> Sighting:
    half = size / 2
    outline = ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))
    return Sighting("die", label, x=x, y=y, corners_px=outline)


class Finder:
    """Sees the dice it is given, within the boxes it is asked for."""

    def __init__(self, *lying: Sighting) -> None:
        self.lying = lying
        self.asked: list[Search] = []

    def __call__(self, search: Search) -> list[Sighting]:
        self.asked.append(search)
        if search.boxes is None:
            return list(self.lying)
        return [
            piece
            for piece in self.lying
            if any(b[0] <= (piece.x or 0) <= b[2] and b[1] <= (piece.y or 0) <= b[3] for b in search.boxes)
        ]


@pytest.fixture
def finder(monkeypatch: pytest.MonkeyPatch) -> Finder:
    found = Finder(die("1", 100, 100), die("6", 500, 300))
    monkeypatch.setattr(pieces, "FINDERS", {"die": found})
    return found


def test_a_first_look_asks_everywhere_and_gives_regions(finder: Finder) -> None:
    seen = find_pieces(Search(PICTURE, None, None, ()), TABLE)
    assert [(piece.label, piece.region) for piece in seen] == [("1", "tray"), ("6", None)]
    assert finder.asked[0].boxes is None


def test_kinds_that_the_table_does_not_have_are_not_looked_for(finder: Finder) -> None:
    assert find_pieces(Search(PICTURE, None, None, ()), Table(600, 400, kinds=("card",))) == ()
    assert finder.asked == []


def test_nothing_changed_nothing_asked(finder: Finder) -> None:
    before = find_pieces(Search(PICTURE, None, None, ()), TABLE)
    finder.asked.clear()
    assert find_pieces(Search(PICTURE, None, (), ()), TABLE, before) == before
    assert finder.asked == []


def test_only_what_touches_a_change_is_read_again(finder: Finder) -> None:
    before = find_pieces(Search(PICTURE, None, None, ()), TABLE)
    finder.lying = (die("4", 104, 98),)
    after = find_pieces(Search(PICTURE, None, ((90.0, 90.0, 110.0, 110.0),), ()), TABLE, before)
    assert {(piece.label, piece.x) for piece in after} == {("4", 104), ("6", 500)}


def test_a_kept_piece_is_not_found_twice(finder: Finder) -> None:
    before = (die("6", 500, 300, size=40),)
    seen = find_pieces(Search(PICTURE, None, ((440.0, 300.0, 470.0, 310.0),), ()), TABLE, before)
    assert [piece.label for piece in seen] == ["6"]


def test_boxes_that_touch_become_one() -> None:
    boxes = merged(((0, 0, 10, 10), (20, 0, 30, 10), (9, 5, 21, 6), (50, 50, 60, 60)))
    assert set(boxes) == {(0, 0, 30, 10), (50, 50, 60, 60)}


def test_a_piece_without_an_outline_is_a_fault_of_its_finder() -> None:
    with pytest.raises(ValueError, match="outline"):
        pieces.box_of(Sighting("die", "1"))


def test_a_finder_is_told_the_tables_kinds_and_the_decks(finder: Finder) -> None:
    find_pieces(Search(PICTURE, None, None, ()), TABLE)
    assert finder.asked[0].kinds == ("card", "die")
    assert finder.asked[0].decks == ()


def test_discs_and_pawns_are_among_the_pieces() -> None:
    painted = next(s for s in scenes(16) if sum(p.visible > 0.9 and p.reach > 12 for p in s.pieces) > 3)
    both = Table(600, 400, kinds=("disc", "pawn"))
    told = find_pieces(Search(painted.picture, None, None, ()), both)
    assert {piece.kind for piece in told} <= {"disc", "pawn"} and len(told) > 1
    # Where a table has no discs, flat round pieces are the players' own.
    players = find_pieces(Search(painted.picture, None, None, ()), Table(600, 400, kinds=("pawn",)))
    assert {piece.kind for piece in players} == {"pawn"} and len(players) == len(told)
