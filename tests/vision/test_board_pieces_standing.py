"""Six pieces side by side on the start of our own printed board: each is found in a place of its own."""

from dataclasses import replace
from functools import lru_cache

import numpy as np

from companion.referee import Referee
from tests.vision.flick_figures import SURE
from ui.flicks import lying_towers
from ui.given import game_and_setup
from ui.opening import drawn_decks, printed_board, set_out, simulated_table
from vision.board_pieces import BoardPieces, Size, find_board_pieces
from vision.plane import NoPlane, find_plane

APART_MM = 18.0
OFF_MM = 3.0


@lru_cache(maxsize=2)
def at_the_start(without: str = "") -> tuple[BoardPieces, dict[str, tuple[float, float]]]:
    """What is found where every piece stands but one, and where they stand."""
    game, setup = game_and_setup("zong", 6, ())
    referee = Referee(game, setup, lambda line: None)
    decks = drawn_decks(referee, ())
    painted = simulated_table(game.table(setup), decks, lambda: 0.0, printed_board(referee))
    set_out(painted, referee)
    lie = tuple(thing for thing in painted.tabletop.things if thing.label != without)
    painted.put(replace(painted.tabletop, things=lie))
    frame = painted.newest()
    assert frame is not None
    plane = find_plane(frame.image, game.table(setup))
    assert not isinstance(plane, NoPlane)
    state = referee.state
    size = Size(state.board.piece_mm, state.board.piece_height_mm)
    found = find_board_pieces(frame.image, plane, state.agreed.colours, lying_towers(state), size=size)
    return found, {thing.label or "": (thing.x, thing.y) for thing in lie if thing.kind == "pawn"}


def test_a_white_piece_on_white_paper_is_not_taken_for_the_white_ring_on_another() -> None:
    found, lie = at_the_start()
    assert len(lie) == 6
    for colour, (x, y) in lie.items():
        piece = found.of(colour)
        assert piece.x is not None and piece.y is not None and piece.level == 0, colour
        assert np.hypot(piece.x - x, piece.y - y) < OFF_MM, colour


def test_a_piece_that_is_not_there_is_not_found_in_the_place_of_another() -> None:
    found, lie = at_the_start("white")
    white = found.of("white")
    assert "white" not in lie
    if white.x is not None and white.y is not None:
        assert all(np.hypot(white.x - x, white.y - y) > APART_MM for x, y in lie.values())
        assert white.sure < SURE
    for colour, (x, y) in lie.items():
        piece = found.of(colour)
        assert piece.x is not None and piece.y is not None
        assert np.hypot(piece.x - x, piece.y - y) < OFF_MM, colour
