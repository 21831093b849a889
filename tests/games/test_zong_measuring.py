"""Where a piece belongs by its position, how sure that is, and how whole clean-ups are worked out."""

import json
import random
import tomllib
from math import cos, pi, sin

import pytest

from companion.games.zong.board import Board, Square, Straddle, board_from, own_board
from companion.games.zong.rest import DOUBT_MM, Lying, areas, belongs, decided, sort_out
from tests.games.zong import FRAMES, MEASURED, owners_board

BOARD = owners_board()
both_boards = pytest.mark.parametrize("board", [BOARD, own_board()], ids=["owner's", "ours"])


@pytest.mark.parametrize(
    ("x", "y", "square", "doubtful"), [m[1:] for m in MEASURED], ids=[m[0] for m in MEASURED]
)
def test_measured_pieces_belong_where_they_were_judged_to(
    x: float, y: float, square: str, *, doubtful: bool
) -> None:
    found = belongs(BOARD, x, y)
    assert (found.square, found.doubtful) == (square, doubtful)


@pytest.mark.skipif(
    not (FRAMES / "truth.json").exists(), reason="ZONG_FRAMES names no folder with pictures of flicks"
)
def test_every_piece_of_the_pictures_belongs_where_the_truth_says() -> None:
    truth = json.loads((FRAMES / "truth.json").read_text())
    board = board_from(tomllib.loads((FRAMES / truth["board"]).read_text()))
    wrong = []
    for scene in truth["scenes"]:
        for piece in scene["after"]:
            found = belongs(board, piece["x"], piece["y"])
            if found.square + "?" * found.doubtful != piece["belongs"]:
                wrong.append((scene["scene"], piece, found))
    assert wrong == []


@pytest.mark.rule("zg-12-nearest-red")
def test_nearest_red_is_measured_from_middle_to_middle() -> None:
    found = belongs(BOARD, 348.0, 76.5)
    assert (found.square, found.rule) == ("5", "zg-12-nearest-red")
    assert belongs(BOARD, 292.0, 76.5).square == "5"
    assert belongs(BOARD, 266.0, 76.5).choices[:2] == ("5", "14")
    assert belongs(BOARD, 258.0, 76.5).square == "14"


@pytest.mark.parametrize(("straddle", "square"), [("last", "32"), ("track", "24"), ("goal", "goal")])
def test_partly_on_the_goal_goes_where_the_table_agreed(straddle: str, square: str) -> None:
    assert belongs(BOARD, 518.5, 170.0, straddle).square == square


def test_a_piece_just_within_the_goal_is_doubtful_and_so_is_one_just_across_its_side() -> None:
    within, across = belongs(BOARD, 540.0, 150.0), belongs(BOARD, 538.0, 150.0)
    assert (within.square, across.square) == ("goal", "32")
    assert within.choices == ("goal", "32")
    assert across.choices == ("32", "goal")
    assert (within.margin_mm, across.margin_mm) == (1.0, 1.0)
    assert not belongs(BOARD, 542.5, 150.0).doubtful


def test_where_two_borders_meet_the_margin_is_to_the_nearest_place_with_another_answer() -> None:
    """Off the corner of square 21, itself red, the piece is not nearer to red 8 before it is past the line between."""
    squares = (Square("8", 328.0, 70.0, 30.0, red=True), Square("21", 328.0, 116.0, 30.0, red=True))
    board = Board(360.0, 232.0, (*squares, Square("goal", 100.0, 116.0, 42.0)))
    found = belongs(board, 348.957, 94.813)
    assert found.square == "21" and dict(found.others).keys() >= {"8"}
    assert 1.8 < dict(found.others)["8"] < 2.6


@both_boards
def test_no_piece_near_another_answer_passes_for_sure(board: Board) -> None:
    """Every direction in steps of three degrees, near and far: an independent search finds no doubt that was missed."""
    rng = random.Random(1)
    ways = [(cos(pi * n / 60), sin(pi * n / 60)) for n in range(120)]
    doubtful = 0
    for _ in range(150):
        x, y = rng.uniform(-20, board.width_mm + 20), rng.uniform(-20, board.height_mm + 20)
        found = belongs(board, x, y)
        doubtful += found.doubtful
        assert (found.square, found.rule) == decided(board, x, y)
        for away in (0.4, 1.1, 1.9, 2.5, DOUBT_MM - 0.1):
            if any(decided(board, x + dx * away, y + dy * away)[0] != found.square for dx, dy in ways):
                assert found.margin_mm <= away + 0.05, (x, y, found)
                break
        else:
            assert found.margin_mm > DOUBT_MM - 0.3, (x, y, found)
    assert 10 < doubtful < 140


@both_boards
@pytest.mark.parametrize("straddle", ["last", "track", "goal"])
def test_every_answer_within_doubt_is_named(board: Board, straddle: Straddle) -> None:
    """Looked for all around, also where only one border runs near by; most positions lie near corners."""
    rng, ways = random.Random(3), [(cos(pi * n / 40), sin(pi * n / 40)) for n in range(80)]
    named = 0
    for _ in range(400):
        square, reach = rng.choice(board.squares), board.radius_mm + 4
        x, y = (
            middle + rng.choice((-1, 1)) * (square.side / 2 + rng.uniform(-6, reach))
            for middle in (square.x, square.y)
        )
        x, y = round(x, 1), round(y, 1)
        found = belongs(board, x, y, straddle)
        around = {
            decided(board, x + dx * away, y + dy * away, straddle)[0]
            for dx, dy in ways
            for away in (1.5, DOUBT_MM)
        }
        assert around <= {*found.choices}, (x, y, found)
        named += len(around) > 1
    assert named > 100


@both_boards
def test_a_piece_in_the_area_of_a_square_is_on_it_beyond_doubt(board: Board) -> None:
    rng = random.Random(2)
    for name, area in areas(board, 4).items():
        for _ in range(5 if name != "start" else 0):
            x, y = (
                rng.uniform(side + 0.05, side + length - 0.05)
                for side, length in ((area.x, area.w), (area.y, area.h))
            )
            found = belongs(board, x, y)
            assert (found.square, found.doubtful) == (name, False)


def test_towers_keep_what_stays_lowest_and_take_the_nearest_first() -> None:
    book = {"26": ("blue", "black"), "30": ("red",), "31": ("white",)}
    seen = {
        "black": Lying(432.0, 222.0),
        "red": Lying(432.0, 275.0),
        "white": Lying(408.0, 249.0),
    }
    found = sort_out(BOARD, 4, book, seen)
    assert found.towers["26"] == ("blue", "white", "red", "black")
    assert found.staying == {"blue"}
    assert "26" in found.doubtful, "24 and 26 mm are too near to tell which comes first"


def test_pieces_still_stacked_keep_their_order_and_come_as_one() -> None:
    book = {"26": ("blue", "black", "red"), "24": ("white",)}
    seen = {
        "black": Lying(401.0, 270.0),
        "red": Lying(403.0, 271.0),
        "blue": Lying(376.0, 232.0),
        "white": Lying(376.0, 285.0),
    }
    found = sort_out(BOARD, 4, book, seen)
    assert found.towers == {"27": ("blue", "black", "red", "white")}
    assert found.stacks["black"] == found.stacks["red"] != found.stacks["blue"]


def test_a_piece_that_was_said_to_lie_on_another_comes_above_it() -> None:
    book = {"26": ("blue",), "24": ("white",), "20": ("red",)}
    seen = {"white": Lying(376.0, 280.0), "red": Lying(378.0, 281.0, on="white")}
    assert sort_out(BOARD, 4, book, seen).towers["27"] == ("white", "red")
    turned = {"white": Lying(376.0, 280.0, on="red"), "red": Lying(378.0, 281.0)}
    assert sort_out(BOARD, 4, book, turned).towers["27"] == ("red", "white")
    unsaid = {"white": Lying(376.0, 280.0), "red": Lying(378.0, 281.0)}
    assert "27" in sort_out(BOARD, 4, book, unsaid).doubtful


def test_pieces_that_came_apart_on_their_own_square_leave_their_order_in_doubt() -> None:
    book = {"31": ("green", "yellow")}
    apart = {"green": Lying(150.3, 262.8), "yellow": Lying(162.0, 241.5)}
    found = sort_out(BOARD, 4, book, apart)
    assert found.towers["31"] == ("green", "yellow")
    assert found.doubtful == {"31"}
    assert not sort_out(BOARD, 4, book, {c: Lying(150.0, 250.0) for c in apart}).doubtful


def test_who_still_stands_at_the_start_has_not_left_it() -> None:
    book = {"start": ("red", "blue")}
    found = sort_out(BOARD, 3, book, {"red": Lying(55.0, 240.0), "blue": Lying(78.0, 214.0)})
    assert found.pieces["red"].square == "start"
    assert found.pieces["blue"].square == "18"
    came = sort_out(BOARD, 3, {"12": ("red",)}, {"red": Lying(34.0, 250.0)})
    assert came.pieces["red"].rule == "zg-12-nearest-red"


@both_boards
def test_nothing_is_made_or_lost_by_sorting(board: Board) -> None:
    rng = random.Random(4)
    colours = ["red", "blue", "green", "yellow", "black", "white"]
    for _ in range(60):
        book: dict[str, tuple[str, ...]] = {}
        for colour in colours:
            square = str(rng.randrange(1, board.last + 1))
            book[square] = (*book.get(square, ()), colour)
        seen = {
            colour: Lying(rng.uniform(-50, board.width_mm + 50), rng.uniform(-50, board.height_mm + 50))
            for colour in colours
            if rng.random() < 0.7
        }
        found = sort_out(board, 6, book, seen)
        assert sorted(c for tower in found.towers.values() for c in tower) == sorted(colours)
        for square, tower in found.towers.items():
            assert all(found.pieces[colour].square == square for colour in tower)
            kept = [colour for colour in book.get(square, ()) if colour not in seen]
            assert list(tower[: len(kept)]) == kept or square == "start"
