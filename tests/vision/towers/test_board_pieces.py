"""Pieces on painted boards before and after a flick, held against the truth: places, towers, the flicked disc.

How fast and how well over many scenes: `python -m tests.vision.flicks --painted 100`.
"""

from functools import lru_cache

import numpy as np
import pytest

from tests.vision.flick_figures import SURE, Figures, count
from tests.vision.flick_scenes import Flick, book_of, painted, seen
from vision.mat.plane import NoPlane, Plane, find_plane
from vision.towers.finding import BoardPieces, BookedTower, _may_be_the_piece, find_board_pieces
from vision.towers.look import BoardSheet, FlickedDisc, Size, Top, as_ground, the_disc

SCENES = (0, 1, 3, 6, 39, 44)
"""Towers scattered; tops gone; the lowest shot away (39, 44), so that the tower looks almost as it did."""


@lru_cache(maxsize=16)
def flick(number: int) -> Flick:
    return painted(number)


@lru_cache(maxsize=16)
def found(number: int) -> BoardPieces:
    return seen(flick(number))


def plane_of(one: Flick, when: str) -> Plane:
    plane = find_plane(one.after if when == "after" else one.before, one.table)
    assert not isinstance(plane, NoPlane)
    return plane


@pytest.mark.parametrize("number", SCENES)
def test_every_piece_is_told_once_and_lies_within_three_millimetres(number: int) -> None:
    one, pieces = flick(number), found(number)
    assert sorted(piece.colour for piece in pieces.pieces) == sorted(one.truth)
    for colour, true in one.truth.items():
        piece = pieces.of(colour)
        assert piece.x is not None and piece.y is not None, colour
        assert np.hypot(piece.x - true.x, piece.y - true.y) < 3.0, colour


@pytest.mark.parametrize("number", SCENES)
def test_towers_stand_in_the_order_that_they_have(number: int) -> None:
    figures = Figures()
    count(figures, flick(number), found(number))
    assert not figures.order_silently and not figures.order_asked


@pytest.mark.parametrize("number", SCENES[1:])
def test_what_the_book_tells_of_hidden_pieces_is_no_surer_than_what_lies_on_them(number: int) -> None:
    pieces = found(number)
    beneath = [piece for piece in pieces.pieces if piece.under is not None]
    assert beneath and all(piece.sure <= pieces.of(piece.under or "").sure for piece in beneath)


@pytest.mark.parametrize("number", SCENES)
def test_the_flicked_disc_is_no_piece(number: int) -> None:
    disc, pieces = flick(number).disc, found(number)
    assert (disc is None) == (pieces.disc is None)
    if disc is not None and pieces.disc is not None:
        assert np.hypot(pieces.disc.x - disc[0], pieces.disc.y - disc[1]) < 4.0


def test_a_table_that_nobody_touched_keeps_its_book() -> None:
    one = flick(6)
    plane = plane_of(one, "before")
    colours = tuple(one.truth)
    pieces = find_board_pieces(one.before, plane, colours, book_of(one), one.before)
    for tower in one.book.values():
        for level, colour in enumerate(tower):
            assert pieces.of(colour).level == level
            assert pieces.of(colour).over == (tower[level - 1] if level else None)
    assert pieces.disc is None


def test_a_picture_alone_and_the_book_tell_the_towers() -> None:
    one = flick(0)
    pieces = find_board_pieces(one.before, plane_of(one, "before"), tuple(one.truth), book_of(one))
    for tower in one.book.values():
        assert [pieces.of(colour).level for colour in tower] == list(range(len(tower)))


def test_a_piece_that_has_left_the_picture_is_told_without_a_place() -> None:
    one = flick(1)
    book = [*book_of(one), BookedTower("21", -500.0, -500.0, ("white",))]
    assert "white" not in one.truth
    pieces = find_board_pieces(one.after, plane_of(one, "after"), (*one.truth, "white"), book, one.before)
    white = pieces.of("white")
    assert white.x is None or white.sure < 0.9


def test_an_unknown_colour_is_a_programmer_fault() -> None:
    one = flick(1)
    with pytest.raises(KeyError):
        find_board_pieces(one.after, plane_of(one, "after"), ("mauve",))
    with pytest.raises(KeyError):
        found(1).of("mauve")


def test_a_shadow_is_still_the_ground_and_another_colour_is_not() -> None:
    chance = np.random.default_rng(5)
    noise = chance.normal(0, 2, (60, 60, 3))
    before = np.clip(noise + np.array([120, 150, 180]), 0, 255).astype(np.uint8)
    after = before.copy()
    after[10:25, 10:25] = (after[10:25, 10:25] * 0.7).astype(np.uint8)
    after[35:50, 35:50] = (60, 60, 200)
    view = np.ones((60, 60), np.bool_)
    fits = as_ground(after, before, view)
    assert fits[12:23, 12:23].min() > 0
    assert fits[37:48, 37:48].max() < 0
    assert np.median(fits) > 2


def test_light_that_changed_everywhere_moves_nothing() -> None:
    one = flick(3)
    darker = np.clip(one.after * 0.9, 0, 255).astype(np.uint8)
    plane = plane_of(one, "after")
    before = plane_of(one, "before")
    pieces = find_board_pieces(darker, plane, tuple(one.truth), book_of(one), one.before, before_plane=before)
    for colour, true in one.truth.items():
        piece = pieces.of(colour)
        assert piece.x is not None and piece.y is not None
        assert np.hypot(piece.x - true.x, piece.y - true.y) < 3.0


def test_without_a_book_a_tower_is_never_told_for_sure_and_what_shows_is_told() -> None:
    one = flick(0)
    (tower,) = one.book.values()
    assert len(tower) > 1
    pieces = find_board_pieces(one.before, plane_of(one, "before"), tuple(one.truth))
    top = pieces.of(tower[-1])
    assert top.x is not None and top.y is not None and top.sure >= 0.5
    for colour in one.truth:
        found = pieces.of(colour)
        right = tower[tower.index(colour) - 1] if tower.index(colour) else None
        assert found.over == right or found.sure < SURE


def test_of_two_black_things_that_one_is_the_disc_which_makes_the_poorer_piece() -> None:
    def black(x: float, score: float) -> Top:
        return Top("black", x, 50.0, 0.0, 0.0, score, score)

    larger, other = FlickedDisc(100.0, 50.0, 12.1), FlickedDisc(300.0, 50.0, 11.9)
    assert the_disc([larger, other], [black(101.0, 12.5), black(301.0, 8.8)], 30.0) == other
    assert the_disc([larger, other], [black(101.0, 8.8), black(301.0, 12.5)], 30.0) == larger
    assert the_disc([larger], [], 30.0) == larger
    poor = FlickedDisc(100.0, 50.0, 8.5)
    assert the_disc([poor], [black(101.0, 10.7), black(301.0, 6.9)], 30.0) is None


def test_what_was_taken_for_the_disc_is_the_piece_only_where_both_look_so() -> None:
    def black(x: float, score: float) -> Top:
        return Top("black", x, 50.0, 0.0, 0.0, score, score)

    poor, likely = FlickedDisc(100.0, 50.0, 8.5), FlickedDisc(100.0, 50.0, 14.0)
    assert _may_be_the_piece(poor, [black(101.0, 12.0)], Size())
    assert not _may_be_the_piece(likely, [black(101.0, 12.0)], Size())
    assert not _may_be_the_piece(poor, [black(301.0, 12.0)], Size())
    assert not _may_be_the_piece(poor, [black(101.0, 4.0)], Size())


def test_a_sample_of_the_sheet_is_the_place_that_it_was_taken_from() -> None:
    sheet = BoardSheet(np.zeros((40, 60, 3), np.uint8), x=-10.0, y=25.0, scale=2.0)
    for x, y in ((-9.75, 44.75), (3.0, 30.5)):
        column, row = sheet.samples(np.array([[x, y]]))[0]
        assert sheet.place(column, row) == pytest.approx((x, y))
    assert sheet.samples(np.array([[-9.75, 44.75]]))[0] == pytest.approx((0.0, 0.0))
