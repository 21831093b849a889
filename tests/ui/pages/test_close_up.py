"""A touched card is shown close up: what it is, where it may go; two touches put it right, or tell where it went."""

from pathlib import Path
from typing import Any

import pytest

from companion.games import all_games
from tests.situations.maker import Maker
from tests.situations.moments import moves
from tests.ui.at_desk import model_of
from ui.pages.desk import Desk
from ui.pages.picking import ways_from
from ui.pages.played_table import Asking, PlayedTable
from ui.present.models import TableModel
from ui.present.touches import TouchSquare, at, calls

GAMES = ("zoon_alternate", "zoondo")


def begun(folder: Path, game: str, least: int = 20) -> Desk:
    desk = Maker(folder, all_games()[game]).until(moves, least)
    assert moves(desk.session.referee)
    return desk


def touched(desk: Desk, square: str) -> TableModel:
    desk.send(TouchSquare(square))
    return model_of(desk)


def mover(desk: Desk) -> str:
    moment: Any = desk.side.moment()  # type: ignore[union-attr]
    return max(moment.reply.view.board, key=lambda name: len(ways_from(moment, name)))


@pytest.mark.parametrize("game", GAMES)
def test_an_open_card_is_told_with_its_figures_and_one_face_down_is_not(game: str, tmp_path: Path) -> None:
    desk = begun(tmp_path, game, 30)
    board = desk.session.reply.view.board
    seen = {"up": 0, "down": 0}
    for square, lying in board.items():
        card = [thing for thing in lying if thing.kind == "card"][-1:]
        if not card or card[0].seat is None:
            continue
        shown = touched(desk, square).close_up
        desk.send(at(PlayedTable.close))
        assert shown is not None and shown.piece.angle == 0
        seen[str(card[0].face)] += 1
        if card[0].face == "up":
            assert shown.name and len(shown.piece.corners) == 4
        else:
            assert (shown.name, shown.piece.name, shown.piece.figure, shown.piece.corners) == ("", "", "", ())
            assert shown.piece.label is None and not shown.says
    assert seen["down"] and (seen["up"] or game == "zoondo")


@pytest.mark.parametrize("game", GAMES)
def test_lit_squares_answer_and_nothing_else_is_lit(game: str, tmp_path: Path) -> None:
    desk = begun(tmp_path, game)
    shown = touched(desk, mover(desk)).board
    lit = {mark.region for mark in shown.marks if mark.kind in ("go", "take", "shoot")}
    assert lit and lit == set(shown.asked)


@pytest.mark.parametrize("game", GAMES)
def test_a_second_touch_on_a_lit_square_tells_the_move(game: str, tmp_path: Path) -> None:
    desk = begun(tmp_path, game)
    start = mover(desk)
    to = touched(desk, start).board.asked[0]
    entries = len(desk.session.referee.entries)
    asked = touched(desk, to)
    while asked.kind == "pick":  # several things may be meant
        desk.send(asked.answers[0].action)
        asked = model_of(desk)
    event = desk.session.referee.entries[-1].event
    assert len(desk.session.referee.entries) > entries
    assert to in (event.to, event.at) and start in (event.start, event.by)


@pytest.mark.parametrize("game", GAMES)
def test_a_touch_on_the_same_square_closes_it_and_one_on_another_looks_there(
    game: str, tmp_path: Path
) -> None:
    desk = begun(tmp_path, game)
    start = mover(desk)
    asked = touched(desk, start).board.asked
    other = next(name for name in desk.session.reply.view.board if name != start and name not in asked)
    assert touched(desk, other).board.marks[-1].region == other
    assert touched(desk, other).kind != "square"


@pytest.mark.parametrize("game", GAMES)
def test_any_square_is_put_right_in_two_touches(game: str, tmp_path: Path) -> None:
    desk = begun(tmp_path, game, 30)
    for square in desk.session.reply.view.board:
        keys = [key for key in touched(desk, square).answers if calls(key.action, Asking.correct)]
        readings = desk.session.referee.readings(square)
        assert bool(keys) == bool(readings)
        desk.send(at(PlayedTable.close))
