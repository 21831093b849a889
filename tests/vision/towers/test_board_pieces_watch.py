"""Pieces followed from picture to picture by the eye: before a flick, with a hand in the way, after it."""

from collections.abc import Callable
from dataclasses import replace
from math import dist

import cv2
import numpy as np
import pytest

from companion.sight import Region, Sighting
from tests.vision.flick_scenes import Flick, book_of, painted
from vision.arrays import Picture
from vision.eye import Eye, Reading
from vision.mat.plane import NoPlane, Plane, find_plane
from vision.sources.frames import Frame
from vision.towers.finding import BoardPieces, PieceFound, as_towers
from vision.towers.look import FlickedDisc, Size
from vision.towers.reader import PieceWatch, boxes_left, without_pieces


@pytest.fixture(scope="module")
def flick() -> Flick:
    return painted(0)


def watching(flick: Flick) -> Eye:
    eye = Eye(replace(flick.table, kinds=("pawn",)))
    eye.watched = PieceWatch(tuple(flick.truth))
    eye.watched.tell(book_of(flick))
    return eye


def test_the_eye_tells_towers_by_the_book_and_flicked_pieces_by_what_changed(flick: Flick) -> None:
    eye = watching(flick)
    first = eye.read(Frame(flick.before, 0.0, 0)).scene
    assert sorted(seen.label or "" for seen in first.sightings) == sorted(flick.truth)
    second = eye.read(Frame(flick.after, 1.0, 1)).scene
    for seen in second.sightings:
        true = flick.truth[seen.label or ""]
        assert seen.kind == "pawn" and seen.x is not None and seen.y is not None
        assert np.hypot(seen.x - true.x, seen.y - true.y) < 3.0


def test_a_look_that_was_not_accepted_is_not_held_against_the_next(flick: Flick) -> None:
    eye = watching(flick)
    assert eye.watched is not None
    eye.read(Frame(flick.before, 0.0, 0))
    plane = eye.plane
    assert plane is not None
    covered = flick.after.copy()
    covered[:, :960] = 90
    eye.watched.see(covered, plane)
    found = eye.watched.see(flick.after, plane)
    for colour, true in flick.truth.items():
        piece = found.of(colour)
        assert piece.x is not None and piece.y is not None
        assert np.hypot(piece.x - true.x, piece.y - true.y) < 3.0


def knocked(picture: Picture, by_deg: float) -> Picture:
    """What the camera sees once it was knocked, so that it turned."""
    high, wide = picture.shape[:2]
    turn = cv2.getRotationMatrix2D((wide / 2, high / 2), by_deg, 1.0)
    turned = cv2.warpAffine(picture, turn, (wide, high), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(turned, dtype=np.uint8)


def with_disc(picture: Picture, plane: Plane, x: float, y: float) -> Picture:
    """A blue disc as it is thrown beside the board, painted flat."""
    ring = np.column_stack([np.cos(np.linspace(0, 6.2, 40)), np.sin(np.linspace(0, 6.2, 40))])
    canvas = picture.copy()
    for radius, colour in ((13.0, (60, 30, 15)), (12.0, (190, 90, 40)), (6.0, (240, 240, 240))):
        outline = np.rint(plane.to_px(np.array([x, y]) + radius * ring) * 16).astype(np.int32)
        cv2.fillConvexPoly(canvas, outline, colour, cv2.LINE_AA, 4)
    return canvas


def test_after_a_knock_a_disc_is_looked_for_only_where_something_changed(flick: Flick) -> None:
    """One that lay there is told where it lies still, and one that was thrown meanwhile is found."""
    first, second = (60.0, -25.0), (230.0, -25.0)
    eye = Eye(replace(flick.table, kinds=("disc", "pawn")))
    eye.watched = PieceWatch(tuple(flick.truth))
    eye.watched.tell(book_of(flick))
    plane = find_plane(flick.before, flick.table)
    assert not isinstance(plane, NoPlane)
    lies = with_disc(flick.before, plane, *first)
    before = discs(eye.read(Frame(lies, 0.0, 0)))
    assert near(before, first) and not near(before, second)
    eye.read(Frame(lies, 1.0, 1))
    thrown = with_disc(lies, plane, *second)
    reading = eye.read(Frame(knocked(thrown, 0.4), 2.0, 2))
    assert reading.mat.moved_mm > 0
    after = discs(reading)
    assert len(near(after, first)) == len(near(after, second)) == 1
    now = eye.plane
    assert now is not None and now is not plane
    outline = now.to_mm(np.array(near(after, first)[0].corners_px))
    assert np.hypot(*(outline.mean(axis=0) - first)) < 3.0
    eye.watched.see(knocked(thrown, 0.4), now)
    assert eye.watched.changed() == ()


def smaller(picture: Picture) -> Picture:
    return np.asarray(cv2.resize(picture, (1280, 720), interpolation=cv2.INTER_AREA), np.uint8)


@pytest.mark.parametrize(
    "between",
    [lambda _lies: [], lambda lies: [np.zeros_like(lies)], lambda lies: [smaller(lies), np.rot90(lies, 2)]],
    ids=["none", "no light", "other sizes"],
)
@pytest.mark.parametrize(
    "shown", [lambda lies: lies, smaller, np.rot90], ids=["as it was", "smaller", "upright"]
)
def test_a_disc_that_lies_still_is_told_whatever_pictures_come_between(
    flick: Flick, between: Callable[[Picture], list[Picture]], shown: Callable[[Picture], Picture]
) -> None:
    place = (60.0, -25.0)
    eye = Eye(replace(flick.table, kinds=("disc", "pawn")))
    eye.watched = PieceWatch(tuple(flick.truth))
    eye.watched.tell(book_of(flick))
    plane = find_plane(flick.before, flick.table)
    assert not isinstance(plane, NoPlane)
    lies = with_disc(flick.before, plane, *place)
    pictures = [lies, *between(lies), shown(lies)]
    readings = [eye.read(Frame(one, float(at), at)) for at, one in enumerate(pictures)]
    assert len(near(discs(readings[0]), place)) == len(near(discs(readings[-1]), place)) == 1
    pieces = {seen.label for seen in readings[-1].scene.sightings if seen.kind == "pawn"}
    assert pieces == set(flick.truth)


def discs(reading: Reading) -> list[Sighting]:
    return [seen for seen in reading.scene.sightings if seen.kind == "disc"]


def near(seen: list[Sighting], place: tuple[float, float]) -> list[Sighting]:
    """What was seen at a place (mm)."""
    return [
        one for one in seen if one.x is not None and one.y is not None and dist((one.x, one.y), place) < 5
    ]


def test_only_a_look_that_was_accepted_is_the_book_until_people_tell_it_anew(flick: Flick) -> None:
    plane = find_plane(flick.before, flick.table)
    assert not isinstance(plane, NoPlane)
    (tower,) = flick.book.values()
    watch = PieceWatch(tuple(flick.truth))
    watch.tell(book_of(flick))
    assert not watch.has_looked
    watch.see(flick.before, plane)
    assert watch.has_looked and watch.stacks == ()
    watch.accept()
    assert [stack.colours for stack in watch.stacks] == [tower]
    watch.tell(book_of(flick))
    assert not watch.has_looked and watch.stacks == ()


def test_regions_are_those_of_the_table_and_what_lies_beneath_comes_first(flick: Flick) -> None:
    board = Region("board", 0, 0, flick.table.width_mm, flick.table.height_mm)
    eye = Eye(replace(flick.table, kinds=("pawn",), regions=(board,)))
    eye.watched = PieceWatch(tuple(flick.truth))
    eye.watched.tell(book_of(flick))
    seen = eye.read(Frame(flick.before, 0.0, 0)).scene.by_region()["board"]
    (tower,) = flick.book.values()
    assert tuple(sighting.label for sighting in seen) == tower


def test_what_was_found_is_the_next_book() -> None:
    found = BoardPieces(
        (
            PieceFound("red", 10.0, 20.0, level=0, sure=1.0, visible=0.1, under="blue"),
            PieceFound("blue", 10.0, 20.0, level=1, sure=1.0, visible=1.0, over="red"),
            PieceFound("green", None, None),
        ),
        None,
    )
    (tower,) = as_towers(found, 3.0)
    assert (tower.colours, tower.x, tower.y) == (("red", "blue"), 10.0, 20.0)


def test_discs_that_are_pieces_are_not_told_twice() -> None:
    found = BoardPieces(
        (PieceFound("red", 50.0, 50.0, level=0, sure=1.0, visible=1.0),), FlickedDisc(200.0, 50.0, 12.0)
    )
    discs = [Sighting("disc", label, x=x, y=50.0) for label, x in (("1", 52.0), ("7", 195.0), ("5", 120.0))]
    left = without_pieces(discs, found, Size())
    assert [disc.label for disc in left] == ["5"]


def test_changes_that_pieces_explain_need_no_look_for_discs_and_others_do(flick: Flick) -> None:
    plane = find_plane(flick.after, flick.table)
    assert not isinstance(plane, NoPlane)

    def about(x: float, y: float, half: float) -> tuple[float, float, float, float]:
        ((column, row),) = plane.to_px([(x, y)]).tolist()
        return (column - half, row - half, column + half, row + half)

    found = BoardPieces((PieceFound("red", 100.0, 100.0, level=0, sure=1.0, visible=1.0),), None)
    own, elsewhere = about(100.0, 102.0, 24), about(250.0, 100.0, 24)
    assert boxes_left((own, elsewhere), plane, [found], Size()) == (elsewhere,)
    beside = about(122.0, 100.0, 24)
    assert boxes_left((own, beside), plane, [found], Size()) == (beside,)
    assert boxes_left((own,), plane, [], Size()) == (own,)
