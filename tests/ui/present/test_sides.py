"""Where seats sit and how cards lie: a table with seats on all four sides, strips and piles."""

from itertools import pairwise

import pytest

from companion.game import Setup
from companion.games import all_games
from companion.sight import Region, Table, Thing
from ui.present.board import around, board, card_size, is_strip, pieces_in, seats_of, side_of, turned
from ui.present.names import label_words, region_words

STRIPS = {
    0: Region("play.0", 98, 0, 396, 98),
    1: Region("play.1", 0, 0, 98, 490),
    2: Region("play.2", 98, 392, 396, 98),
    3: Region("play.3", 494, 0, 98, 490),
}
PILE = Region("oak", 200, 200, 66, 98)
TABLE = Table(592, 490, None, (PILE, *STRIPS.values()))
SIDES = ("near", "left", "far", "right")


def test_each_seat_sits_where_its_own_strip_is() -> None:
    assert [side_of(TABLE, seat) for seat in seats_of(TABLE)] == list(SIDES)
    assert board(TABLE, {}).edges == SIDES


def test_a_table_without_strips_has_seats_near_and_far() -> None:
    zoon = all_games()["zoon_alternate"]
    assert board(zoon.table(Setup()), {}).edges == ("near", "far")


def test_the_place_for_one_card_tells_its_size() -> None:
    width, height = card_size(TABLE)
    assert 56 < width < 62 and 88 < height < 94
    assert [is_strip(TABLE, region) for region in TABLE.regions] == [False, True, True, True, True]


@pytest.mark.parametrize("seat", range(4))
@pytest.mark.parametrize("count", [1, 3, 12])
def test_cards_lie_in_their_owners_row_and_towards_it(seat: int, count: int) -> None:
    strip = STRIPS[seat]
    pieces = pieces_in(TABLE, strip, (Thing("card", "oak", "up", "wood"),) * count)
    assert len(pieces) == count
    assert {piece.angle for piece in pieces} == {turned(TABLE, strip)} == {(0.0, 270.0, 180.0, 90.0)[seat]}
    for piece in pieces:
        upright = piece.angle in (0.0, 180.0)
        wide, high = (piece.width_mm, piece.height_mm) if upright else (piece.height_mm, piece.width_mm)
        assert strip.x <= piece.x - wide / 2 and piece.x + wide / 2 <= strip.x + strip.w
        assert strip.y <= piece.y - high / 2 and piece.y + high / 2 <= strip.y + strip.h


def test_rows_run_from_their_owners_left_to_its_right() -> None:
    things = (Thing("card", "oak", "up"),) * 3
    for seat, (axis, sign) in enumerate([("x", 1), ("y", -1), ("x", -1), ("y", 1)]):
        at = [getattr(piece, axis) for piece in pieces_in(TABLE, STRIPS[seat], things)]
        assert all((after - before) * sign > 0 for before, after in pairwise(at))


def test_a_picture_around_a_pile_is_no_larger_than_the_table() -> None:
    _x, _y, width, height = around(TABLE, ["oak"])
    assert width == height < 400
    assert around(TABLE, ["play.1"])[2] <= 592


def test_places_are_called_as_people_call_them() -> None:
    names = ("Ann", "Ben")
    assert region_words("a4", names, label_words) == "a4"
    assert region_words("deck.1", names, label_words) == "Ben’s deck"
    assert region_words("molti-zombi", names, label_words) == "Molti Zombi"
