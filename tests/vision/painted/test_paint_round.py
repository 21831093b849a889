"""Discs and pieces on a painted table: faces that can be read, towers that lean and ride along."""

from dataclasses import replace

import numpy as np
import pytest

from companion.sight import Sighting, Table
from tests.vision.looked import find_discs
from tests.vision.thrown import ACROSS, FACES, THICK, enrolled
from vision.painted.painter import Painter
from vision.painted.standpoint import CameraPose, Lamp
from vision.painted.tabletop import Laid, TableTop
from vision.towers.finding import BookedTower, find_board_pieces
from vision.towers.look import Size

TABLE = Table(300.0, 300.0, kinds=("card", "disc", "pawn"))
TOWER = ("red", "green", "white")


def disc(label: str | None, x: float, y: float, angle: float = 0.0) -> Laid:
    return Laid("disc", label, x, y, angle, width_mm=ACROSS, thick_mm=THICK)


def piece(colour: str, x: float, y: float) -> Laid:
    return Laid("pawn", colour, x, y, width_mm=22.0)


def painter(size: tuple[int, int] = (1280, 720)) -> Painter:
    return Painter(TABLE, [enrolled()], CameraPose.over(TABLE, size))


def near(seen: tuple[Sighting, ...], thing: Laid) -> list[str | None]:
    return [one.label for one in seen if np.hypot((one.x or 0) - thing.x, (one.y or 0) - thing.y) < 2.0]


def test_the_face_of_a_disc_is_read_where_it_lies_however_it_is_turned() -> None:
    discs = [
        disc(label, 40.0 + 70 * (n % 4), 40.0 + 80 * (n // 4), 37.0 * n) for n, label in enumerate(FACES)
    ]
    paint = painter()
    seen = find_discs(paint.paint(TableTop(tuple(discs))), paint.plane, None, [enrolled()])
    assert [near(seen, one) for one in discs] == [[one.label] for one in discs]
    turned = next(one for one in seen if one.label == "4")
    assert turned.angle == pytest.approx(37.0 * 3, abs=8)


def test_a_disc_that_no_deck_has_is_no_disc() -> None:
    with pytest.raises(KeyError, match="no deck has the disc 12"):
        painter((320, 180)).paint(TableTop((disc("12", 50, 50),)))


def test_pieces_in_a_tower_are_found_where_they_stand() -> None:
    paint = painter((1920, 1080))
    top = TableTop((*(piece(colour, 90.0, 200.0) for colour in TOWER), piece("blue", 220.0, 60.0)))
    book = [BookedTower("a", 90.0, 200.0, TOWER, 8.0), BookedTower("b", 220.0, 60.0, ("blue",), 8.0)]
    found = find_board_pieces(paint.paint(top), paint.plane, (*TOWER, "blue"), book, size=Size(22.0, 8.0))
    white, blue = found.of("white"), found.of("blue")
    assert (white.x, white.y, white.level, white.over) == (
        pytest.approx(90, abs=1.5),
        pytest.approx(200, abs=1.5),
        2,
        "green",
    )
    assert (blue.x, blue.y, blue.level) == (pytest.approx(220, abs=1.5), pytest.approx(60, abs=1.5), 0)


def test_a_tower_rides_along_with_its_lowest_piece_and_stays_when_its_highest_goes() -> None:
    top = TableTop((*(piece(colour, 90.0, 200.0) for colour in TOWER), piece("blue", 220.0, 60.0)))
    whole = top.moved(0, 100.0, 150.0).things
    assert {(one.label, one.x, one.y) for one in whole} == {
        ("red", 100.0, 150.0),
        ("green", 100.0, 150.0),
        ("white", 100.0, 150.0),
        ("blue", 220.0, 60.0),
    }
    lone = top.moved(2, 219.0, 60.0)
    assert [one.label for one in lone.things] == ["red", "green", "blue", "white"]
    assert [lone.things[n].label for n in lone.riders(2)] == ["white"]


def test_what_is_painted_anew_in_part_is_painted_as_if_from_nothing() -> None:
    paint = painter((640, 360))
    first = TableTop(
        (disc("1", 60, 60), *(piece(colour, 90.0, 200.0) for colour in TOWER), disc(None, 150, 190))
    )
    paint.paint(first)
    top = first.moved(2, 160.0, 195.0)
    top = replace(top, things=(*top.things, disc("lightning", 62, 80, 90)))
    assert np.array_equal(paint.paint(top, 3), painter((640, 360)).paint(top, 3))


def test_a_tower_leans_in_the_picture_as_high_as_it_is() -> None:
    paint = Painter(TABLE, [], CameraPose.over(TABLE, (640, 360), tilt_deg=35.0), Lamp(noise=0.0))
    tower = tuple(piece(colour, 150.0, 220.0) for colour in ("blue", "yellow", "red"))
    picture = paint.paint(TableTop(tower)).astype(int)
    red = (picture[..., 2] > 120) & (picture[..., 1] < 90) & (picture[..., 0] < 90)
    down, across = np.nonzero(red)
    top, foot = paint.plane.to_px([(150.0, 220.0)], 24.0)[0], paint.plane.to_px([(150.0, 220.0)])[0]
    assert np.hypot(across.mean() - top[0], down.mean() - top[1]) < 4 < np.hypot(*(top - foot)) - 4
