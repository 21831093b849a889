"""Pieces on our own printed board: each in a place of its own, and those that hands moved between two looks."""

from dataclasses import replace
from functools import lru_cache
from itertools import count
from typing import Any

import numpy as np

from companion.referee import Referee
from tests.vision.flick_figures import SURE
from ui.box.opening import simulated_game
from ui.games.zong.flicks import lying_towers
from ui.records.beginning import game_and_setup
from vision.mat.plane import NoPlane, Plane, find_plane
from vision.painted.simulated import SimulatedTable
from vision.painted.tabletop import Laid
from vision.sources.frames import Picture
from vision.towers.finding import BoardPieces, BookedTower, find_board_pieces
from vision.towers.look import Size

APART_MM = 18.0
OFF_MM = 3.0
Places = dict[str, tuple[float, float]]


@lru_cache(maxsize=1)
def start() -> tuple[Referee[Any], SimulatedTable, tuple[Laid, ...]]:
    """A game of six with its painted table, and the pieces as they are set out."""
    game, setup = game_and_setup("zong", 6, ())
    referee: Referee[Any] = Referee(game, setup, lambda _line: None)
    seconds = count()
    table, _decks = simulated_game(referee, (), lambda: next(seconds))
    return referee, table, table.tabletop.things


def picture(moved: Places | None = None, without: str = "") -> tuple[Picture, Plane, Places]:
    """The start with some pieces moved, the last uppermost, or one taken away; and where all pieces are."""
    _, table, things = start()
    places = moved or {}
    lie = [thing for thing in things if thing.label not in (without, *places)]
    for label, (x, y) in places.items():
        lie.append(replace(next(thing for thing in things if thing.label == label), x=x, y=y))
    table.put(replace(table.tabletop, things=tuple(lie)))
    frame = table.newest()
    assert frame is not None
    plane = find_plane(frame.image, table.table)
    assert not isinstance(plane, NoPlane)
    return frame.image, plane, {thing.label or "": (thing.x, thing.y) for thing in lie}


def size() -> Size:
    board = start()[0].state.board
    return Size(board.piece_mm, board.piece_height_mm)


def at_the_start(without: str = "") -> tuple[BoardPieces, Places]:
    image, plane, lie = picture(without=without)
    state = start()[0].state
    return find_board_pieces(image, plane, state.agreed.colours, lying_towers(state), size=size()), lie


def after_hands(before: Places, towers: list[tuple[str, ...]], after: Places) -> tuple[BoardPieces, Places]:
    """What is found after hands moved pieces: `towers` stood where their lowest was before, others at the start."""
    first, _, lay = picture(before)
    stood = {colour for tower in towers for colour in tower}
    columns = [*towers, *((colour,) for colour in lay if colour not in stood)]
    book = [BookedTower("", *lay[tower[0]], tower, 3.0) for tower in columns]
    image, plane, lie = picture(after)
    return find_board_pieces(image, plane, tuple(lay), book, first, size()), lie


def is_there(found: BoardPieces, colour: str, place: tuple[float, float]) -> bool:
    piece = found.of(colour)
    if piece.x is None or piece.y is None:
        return False
    return bool(np.hypot(piece.x - place[0], piece.y - place[1]) < OFF_MM)


def test_a_white_piece_on_white_paper_is_not_taken_for_the_white_ring_on_another() -> None:
    found, lie = at_the_start()
    assert len(lie) == 6
    assert [colour for colour, place in lie.items() if not is_there(found, colour, place)] == []
    assert {piece.level for piece in found.pieces} == {0}


def test_a_piece_that_is_not_there_is_not_found_in_the_place_of_another() -> None:
    found, lie = at_the_start("white")
    white = found.of("white")
    if white.x is not None and white.y is not None:
        assert all(np.hypot(white.x - x, white.y - y) > APART_MM for x, y in lie.values())
        assert white.sure < SURE
    assert [colour for colour, place in lie.items() if not is_there(found, colour, place)] == []


def test_a_white_piece_that_left_white_paper_is_gone_from_there() -> None:
    found, lie = after_hands({"white": (166.0, -8.0)}, [], {})
    assert is_there(found, "white", lie["white"])


def test_a_piece_pulled_out_from_under_another_is_found_on_the_tower_it_was_laid_on() -> None:
    before = {"green": (300.0, 31.0), "yellow": (300.0, 31.0), "red": (193.0, 33.0), "black": (193.0, 33.0)}
    after = {**before, "red": (299.0, 31.0)}
    found, lie = after_hands(before, [("green", "yellow"), ("red", "black")], after)
    assert [colour for colour, place in lie.items() if not is_there(found, colour, place)] == []
    assert (found.of("red").over, found.of("yellow").over) == ("yellow", "green")


def test_a_black_piece_laid_on_a_tower_is_not_the_flicked_disc() -> None:
    before = {"green": (259.0, 30.0), "yellow": (259.0, 30.0)}
    found, lie = after_hands(before, [("green", "yellow")], {**before, "black": (259.0, 30.0)})
    assert found.disc is None
    assert is_there(found, "black", lie["black"]) and found.of("black").over == "yellow"
