"""The table as it is drawn, in mm: where each seat sits, where cards lie, which part is shown, what an event marks."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from companion.game import Event
from companion.sight import Region, Sighting, Table, Thing, place_of
from ui.present import board as module
from ui.present.board import (
    Arrow,
    Mark,
    around,
    as_seen,
    board,
    card_size,
    is_strip,
    pieces_in,
    places,
    seats_of,
    side_of,
    traces,
    turned,
    whole,
)

SQUARES = tuple(
    Region(f"{c}{r}", 50.0 * n, 50.0 * r, 50.0, 50.0) for n, c in enumerate("abcd") for r in (1, 2, 3, 4)
)
GRID = Table(200.0, 300.0, regions=SQUARES)
"""Four by four squares of 50 mm from 0, 50 on."""
PILES = Table(
    400.0, 300.0,
    regions=(
        Region("deck.0", 150.0, 0.0, 60.0, 90.0), Region("deck.1", 150.0, 210.0, 60.0, 90.0),
        Region("deck.2", 0.0, 100.0, 90.0, 60.0), Region("deck.3", 310.0, 100.0, 90.0, 60.0),
        Region("hand.0", 0.0, 0.0, 140.0, 90.0), Region("trash", 180.0, 120.0, 60.0, 90.0),
    ),
)  # fmt: skip


def named(table: Table, name: str) -> Region:
    return next(region for region in table.regions if region.name == name)


def card(label: str | None, face: Any = "up", seat: int | None = None) -> Thing:
    return Thing("card", label, face, "warus", seat)


# sides


def test_whose_a_region_is() -> None:
    assert [place_of(name).seat for name in ("deck.1", "trash", "deck.x", "a.b.12")] == [1, None, None, 12]
    assert seats_of(PILES) == range(4) and seats_of(GRID) == range(2)


def test_each_seat_sits_where_its_own_regions_are() -> None:
    assert [side_of(PILES, seat) for seat in range(4)] == ["near", "far", "left", "right"]
    assert [side_of(GRID, seat) for seat in range(5)] == ["near", "far", "left", "right", "near"]
    assert [turned(PILES, named(PILES, f"deck.{seat}")) for seat in range(4)] == [0.0, 180.0, 270.0, 90.0]
    assert turned(PILES, named(PILES, "trash")) is None


def test_the_smallest_region_is_the_place_of_one_card() -> None:
    assert card_size(PILES) == (54.0, 84.0) and card_size(GRID) == (45.0, 45.0)
    assert card_size(Table(100.0, 100.0)) == (60.0, 60.0)
    assert is_strip(PILES, named(PILES, "hand.0")) and not is_strip(PILES, named(PILES, "trash"))
    wide = Region("wide", 0.0, 0.0, 200.0, 126.0)
    assert not is_strip(PILES, wide) and not is_strip(PILES, Region("high", 0.0, 0.0, 60.0, 126.0))
    assert is_strip(PILES, Region("high", 0.0, 0.0, 60.0, 127.0))


# where things lie


def test_a_card_on_another_lies_towards_its_own_side() -> None:
    square = named(GRID, "b2")

    def at(*things: Thing) -> list[tuple[float, float]]:
        return [(piece.x, piece.y) for piece in pieces_in(GRID, square, things)]

    assert at(card("fox", seat=0)) == [(75.0, 125.0)]
    assert at(card("fox", seat=0), card("owl", seat=1)) == [(75.0, 125.0), (75.0, pytest.approx(138.5))]
    assert at(card("fox", seat=1), card("owl", seat=0)) == [(75.0, 125.0), (75.0, pytest.approx(111.5))]
    fanned = [(75.0, 125.0), (pytest.approx(81.0), pytest.approx(119.0))]
    assert at(card("fox", seat=0), card("owl", seat=0)) == fanned
    assert at(card("fox"), card("owl", seat=0)) == at(card("fox", seat=0), card("owl")) == fanned


def test_a_penny_lies_on_its_card_and_each_card_as_its_owner_sits() -> None:
    lying = (card("fox", seat=0), card("owl", seat=1), Thing("penny", "heads"), Thing("die", "4"))
    fox, owl, penny, die = pieces_in(GRID, named(GRID, "b2"), lying)
    assert (fox.angle, owl.angle, penny.angle) == (0.0, 180.0, 0.0)
    assert (die.x, die.y) == (owl.x, owl.y)
    beside = owl.width_mm * 0.31
    assert (penny.x, penny.y) == (pytest.approx(owl.x + beside), pytest.approx(owl.y + beside))
    assert (penny.width_mm, die.width_mm) == (pytest.approx(45 * 0.38), 22.5)
    assert (owl.width_mm, owl.height_mm) == (45.0, 45.0)
    assert pieces_in(PILES, named(PILES, "deck.1"), (card(None, "down"),))[0].angle == 180.0


def test_cards_in_a_strip_lie_side_by_side_and_overlap_where_they_must() -> None:
    """140 mm for cards of 54: the first begins 3.24 mm from the owner's left; the next 57.24 mm on."""
    strip = named(PILES, "hand.0")

    def along(count: int) -> list[float]:
        pieces = pieces_in(PILES, strip, tuple(card(str(n)) for n in range(count)))
        assert all(piece.y == 45.0 and piece.angle == 0.0 and piece.seat == 0 for piece in pieces)
        return [piece.x for piece in pieces]

    assert along(1) == [pytest.approx(30.24)]
    assert along(2) == [pytest.approx(30.24), pytest.approx(87.48)]
    assert along(3) == [pytest.approx(30.24), pytest.approx(70.0), pytest.approx(109.76)]
    table = Table(400.0, 300.0, regions=(*PILES.regions, Region("hand.1", 0.0, 210.0, 140.0, 90.0)))
    far = pieces_in(table, table.regions[-1], (card("a"), card("b", seat=0), Thing("penny", "heads")))
    assert [piece.x for piece in far] == [pytest.approx(109.76), pytest.approx(52.52)]
    assert [(piece.angle, piece.seat) for piece in far] == [(180.0, 1), (180.0, 0)]


def test_what_the_camera_saw_lies_where_it_was_seen() -> None:
    seen = as_seen(
        GRID,
        (
            Sighting("card", "fox", "b2", x=70.0, y=130.0, angle=7.0),
            Sighting("penny", "heads", "b2"),
            Sighting("card", "owl", None, x=1.0),
            Sighting("card", "elk", None),
        ),
        {},
    )
    assert [(piece.label, piece.x, piece.y, piece.angle) for piece in seen] == [
        ("fox", 70.0, 130.0, 7.0),
        ("heads", 75.0, 125.0, 0.0),
    ]
    assert [(piece.width_mm, piece.height_mm) for piece in seen] == [
        (45.0, 45.0),
        (pytest.approx(18.9), pytest.approx(18.9)),
    ]
    (own,) = as_seen(PILES, (Sighting("card", "fox", "deck.2"),), {})
    assert own.angle == 270.0


def test_whose_a_back_is_the_book_says_and_not_how_it_was_read_to_be_turned() -> None:
    backs = [Sighting("card", None, name, face="down", angle=180.0) for name in ("b1", "b2", "b3")]
    open_card = Sighting("card", "fox", "c3", angle=180.0)
    book = {"b1": (card("fox", seat=0, face="down"),), "b2": (card("owl", seat=0),)}
    seats = [piece.seat for piece in as_seen(GRID, (*backs, open_card), book)]
    assert seats == [0, None, None, 1]


# which part is shown


def test_the_whole_table_is_what_regions_reach_over() -> None:
    assert whole(GRID) == (0.0, 50.0, 200.0, 200.0)
    assert whole(Table(100.0, 80.0)) == (0.0, 0.0, 100.0, 80.0)
    drawn = board(GRID, {"b2": (card("fox"),)})
    assert (
        drawn.window == (0.0, 50.0, 200.0, 200.0)
        and len(drawn.pieces) == 1
        and drawn.edges == ("near", "far")
    )
    assert board(GRID, {}, window=(1.0, 2.0, 3.0, 4.0)).window == (1.0, 2.0, 3.0, 4.0)


@pytest.mark.parametrize(
    ("names", "rim", "window"),
    [
        (("b2",), 1, (0.0, 50.0, 150.0, 150.0)),
        (("c3",), 1, (50.0, 100.0, 150.0, 150.0)),
        (("b2",), 0, (50.0, 100.0, 50.0, 50.0)),
        (("a1",), 1, (0.0, 50.0, 150.0, 150.0)),
        (("d4",), 1, (50.0, 100.0, 150.0, 150.0)),
        (("b2", "c2"), 0, (50.0, 75.0, 100.0, 100.0)),
        (("a1", "d4"), 1, (0.0, 50.0, 200.0, 200.0)),
        ((), 1, (0.0, 50.0, 200.0, 200.0)),
    ],
)
def test_a_part_of_the_table_is_a_square_within_it(
    names: tuple[str, ...], rim: int, window: tuple[float, float, float, float]
) -> None:
    assert around(GRID, names, rim) == window


# events


def test_an_event_marks_its_way(monkeypatch: pytest.MonkeyPatch) -> None:
    told: dict[int, dict[str, Any]] = {}
    monkeypatch.setattr(module, "msgspec", SimpleNamespace(to_builtins=lambda event: told[id(event)]))
    moved, shot, other = Event(), Event(), Event()
    told[id(moved)] = {"to": "b4", "from": "b1", "path": ["b2", "b3"], "seat": 0, "with": ["c3", "b4", "z9"]}
    told[id(shot)] = {"at": "d4", "trump": "ram"}
    told[id(other)] = {"from": "b1", "to": "tomb"}
    assert places(moved, GRID) == ("b1", "b2", "b3", "b4", "c3")
    assert places(shot, GRID) == ("d4",) and places(shot, replace(GRID, regions=())) == ()
    marks, arrows = traces((moved, shot, other), GRID, "wrong")
    assert arrows == (Arrow(("b1", "b2", "b3", "b4"), "wrong"),)
    assert marks == tuple(Mark(name, "wrong") for name in ("b1", "b2", "b3", "b4", "c3", "d4", "b1"))
