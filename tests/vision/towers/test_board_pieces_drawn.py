"""A piece as a few circles on a bare board: what a look cannot tell is unsure, and colour makes a piece."""

import cv2
import numpy as np

from companion.sight import Table
from vision.mat.plane import Plane
from vision.painted.standpoint import CameraPose
from vision.sources.frames import Picture
from vision.towers.finding import Stack, find_alone, likeliest, with_outlined
from vision.towers.look import Size, TowerLook

SIZE = Size()
RED, DARK_RED = (60, 50, 190), (38, 32, 120)
BLUE, BLACK = (190, 90, 50), (30, 25, 20)
ROUND = np.column_stack([np.cos(np.arange(48) * np.pi / 24), np.sin(np.arange(48) * np.pi / 24)])


def board(across_mm: float) -> tuple[Picture, Plane]:
    """A bare board, seen from straight above."""
    table = Table(across_mm, across_mm * 2 / 3)
    return np.full((540, 960, 3), 205, np.uint8), CameraPose.over(table, (960, 540), tilt_deg=0.0).plane(
        table
    )


def with_piece(
    picture: Picture, plane: Plane, colour: tuple[int, int, int], rings: tuple[int, int, int]
) -> Picture:
    """A piece in the middle of the board, with rings on its top."""
    drawn, middle = picture.copy(), np.array([plane.width_mm, plane.height_mm]) / 2
    for part in (1.0, 0.8, 0.6):
        points = plane.to_px(middle + part * SIZE.across / 2 * ROUND, SIZE.high)
        edge = [np.rint(points * 16).astype(np.int32)]
        if part == 1.0:
            cv2.fillPoly(drawn, edge, colour, cv2.LINE_AA, 4)
        else:
            cv2.polylines(drawn, edge, isClosed=True, color=rings, thickness=3, lineType=cv2.LINE_AA, shift=4)
    return np.asarray(cv2.GaussianBlur(drawn, (0, 0), 0.7), np.uint8)


def look(picture: Picture, plane: Plane) -> TowerLook:
    return TowerLook(picture, plane, ("red", "blue", "green", "black"), SIZE)


def test_a_top_right_below_the_camera_hides_what_it_stands_on_and_is_told_with_doubt() -> None:
    empty, plane = board(300.0)
    found = find_alone(look(with_piece(empty, plane, RED, DARK_RED), plane), ("red", "blue", "green"))
    (red,) = [piece for piece in found if piece.x is not None]
    assert red.colour == "red" and red.sure < 0.7


def test_an_outline_that_is_new_makes_no_piece_without_its_colour() -> None:
    empty, plane = board(120.0)
    before, nothing = look(empty, plane), np.zeros((1, 1), np.bool_)
    blue = look(with_piece(empty, plane, BLUE, BLACK), plane)
    assert with_outlined(blue, before, [], ("red",), nothing) == []
    likeliest, *_ = with_outlined(
        look(with_piece(empty, plane, RED, DARK_RED), plane), before, [], ("red",), nothing
    )
    assert np.hypot(likeliest.x - 60, likeliest.y - 40) < 1


def test_what_lies_beneath_a_top_is_as_far_ahead_as_the_next_guess_is_behind() -> None:
    nothing, red, blue = (
        Stack(beneath, 0.0, 0.0, weight, likely=True)
        for beneath, weight in (((), 10.0), (("red",), 90.0), (("blue",), 84.0))
    )
    assert likeliest([[nothing, red, blue]]) == [(red, 6.0)]
    assert likeliest([[nothing, red], [nothing, red, blue]]) == [(red, 74.0), (blue, 74.0)]
