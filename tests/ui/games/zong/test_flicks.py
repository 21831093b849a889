"""`companion cleanup` and `see --board`: what they print, and one line for whatever is wrong."""

import json
from pathlib import Path

import cv2
import pytest

from companion.game import Setup, checked
from companion.games.zong import GAME
from companion.games.zong.board import board_from, board_json, board_toml
from companion.games.zong.state import start
from companion.sight import Table
from tests.vision.flick_scenes import Flick, painted
from ui.cli import run_command
from ui.games.zong.boards import board_file
from ui.games.zong.flicks import (
    book_of,
    booked_towers,
    cleaned_up,
    lying_towers,
    seats_of,
    seen_json,
    watch_of,
)
from ui.records.beginning import UsageFault
from vision.eye import Eye
from vision.sources.frames import Frame
from vision.towers.finding import BoardPieces, PieceFound

SCENE = 0


@pytest.fixture(scope="module")
def flick() -> Flick:
    return painted(SCENE)


@pytest.fixture(scope="module")
def files(flick: Flick, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("flick")
    (folder / "board.toml").write_text(board_toml(board_from(flick.board | {"tags": _tags(flick)})))
    for name, picture in (("before", flick.before), ("after", flick.after)):
        cv2.imwrite(str(folder / f"{name}.png"), picture)
    pieces = {colour: square for square, tower in flick.book.items() for colour in tower}
    towers = {square: list(tower) for square, tower in flick.book.items() if len(tower) > 1}
    (folder / "state.json").write_text(json.dumps({"turn": 0, "pieces": pieces, "towers": towers}))
    return folder


def _tags(flick: Flick) -> dict[str, object]:
    tags = flick.table.tags
    assert tags is not None
    return {"dictionary": tags.dictionary, "ids": list(tags.ids), "side_mm": tags.side_mm}


def test_cleanup_tells_every_piece_and_the_towers(
    flick: Flick, files: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = ["cleanup", "--board", "board.toml", "--book", "state.json", "--json", "before.png", "after.png"]
    code = run_command([str(files / word) if "." in word else word for word in given])
    told = json.loads(capsys.readouterr().out)
    assert code == 0
    assert set(told) == {*flick.truth, "towers", "order_in_doubt"}
    for colour, true in flick.truth.items():
        assert set(told[colour]) == {"x", "y", "belongs", "rule", "doubt"}
        assert abs(told[colour]["x"] - true.x) < 3 and abs(told[colour]["y"] - true.y) < 3
    assert sorted(colour for tower in told["towers"].values() for colour in tower) == sorted(flick.truth)


def test_see_reads_a_board_with_its_book(
    flick: Flick, files: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = ["see", "--game", "zong", "--board", "board.toml", "--book", "state.json", "--json", "before.png"]
    code = run_command([str(files / word) if "." in word else word for word in given])
    told = json.loads(capsys.readouterr().out)
    assert code == 0
    seen = {piece["colour"]: piece for piece in told["pieces"]}
    for square, tower in flick.book.items():
        assert {seen[colour]["square"] for colour in tower} == {square}
        assert [seen[colour]["level"] for colour in tower] == list(range(len(tower)))


@pytest.mark.parametrize(
    ("state", "words"),
    [
        ([], "expected a state of ZONG"),
        ({}, "expected every colour in play once, found none"),
        ({"pieces": {"red": "400"}}, "expected a square of the board, found '400'"),
        ({"pieces": {"mauve": "1"}}, "found 'mauve'"),
        ({"towers": {"1": ["red", "red"]}}, "red stands in two places"),
        ({"towers": {"1": ["red"]}, "pieces": {"red": "2"}}, "pieces.red: stands on 1 too"),
        ({"towers": {"1": "red"}}, "towers.1: expected a list, each text, found 'red'"),
        ({"pieces": {"red": 1.5}}, "pieces.red: expected text, found 1.5"),
    ],
)
def test_a_wrong_book_is_named(flick: Flick, state: object, words: str) -> None:
    with pytest.raises(UsageFault, match=words.replace("(", "\\(")):
        book_of(state, board_from(flick.board), "state.json")


def test_more_or_fewer_seats_than_can_play_are_named(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = ["cleanup", "--book", "state.json", "--seats", "9", "before.png", "after.png"]
    assert run_command([str(files / word) if "." in word else word for word in given]) == 2
    assert "--seats: expected 3 to 6, found 9" in capsys.readouterr().err


def test_a_wrong_board_is_named(files: Path) -> None:
    with pytest.raises(UsageFault, match="expected a board's TOML file"):
        board_file(files / "none.toml")
    (files / "wrong.toml").write_text("width_mm = ")
    with pytest.raises(UsageFault, match="expected TOML"):
        board_file(files / "wrong.toml")
    (files / "small.toml").write_text("width_mm = 10\nheight_mm = 10\nsquare = []\n")
    with pytest.raises(UsageFault, match=r"small\.toml: "):
        board_file(files / "small.toml")


def test_pieces_on_the_start_are_looked_for_one_by_one(flick: Flick) -> None:
    board = board_from(flick.board)
    book = book_of({"pieces": {"red": "start", "blue": "start", "green": "start"}}, board, "book")
    assert [tower.colours for tower in booked_towers(board, 3, book)] == [("red",), ("blue",), ("green",)]
    assert seats_of({}, book) == 3
    assert seats_of({"discs": {"0": {}, "1": {}, "2": {}, "3": {}}}, book) == 4


def test_the_eye_is_told_the_book_of_a_state(flick: Flick) -> None:
    board = board_from(flick.board | {"tags": _tags(flick)})
    colours = [colour for tower in flick.book.values() for colour in tower]
    setup = Setup(
        seats=len(colours), options=(("colours", ",".join(colours)),), facts=(("board", board_json(board)),)
    )
    state = start(setup)
    for square, tower in flick.book.items():
        state = state.moved(tuple(colours.index(colour) for colour in tower), int(square))
    eye = Eye(Table(board.width_mm, board.height_mm, board.tags, kinds=("pawn",)))
    eye.watched = watch_of(state)
    seen = eye.read(Frame(flick.before, 0.0, 0)).scene.sightings
    assert sorted(sighting.label or "" for sighting in seen) == sorted(colours)


def test_the_eye_of_a_game_gone_on_with_is_told_where_flicked_pieces_lie() -> None:
    rest = {"x": 190.0, "y": 60.0}
    given = {
        "towers": {"9": ["red", "blue", "green"]},
        "pieces": {"yellow": "4"},
        "thrown": [
            {"disc": "lightning", "face": "lightning"},
            *({"disc": "blue", "face": n} for n in (5, 6)),
        ],
        "phase": "cleanup",
        "rest": {"blue": rest, "green": {**rest, "x": 191.0}, "yellow": {"off-board": True}},
    }
    state = GAME.load_position(checked(GAME, Setup(4)), given)
    told = [(tower.colours, tower.x, tower.y) for tower in lying_towers(state)]
    nine = state.board.by_name["9"]
    assert told == [(("red",), nine.x, nine.y), (("blue", "green"), 190.0, 60.0)]


def test_what_was_not_seen_is_in_doubt_and_stays_where_the_book_has_it(flick: Flick) -> None:
    board = board_from(flick.board)
    square = board.by_name["5"]
    book = {"5": ("red", "blue")}
    found = BoardPieces(
        (
            PieceFound("red", square.x, square.y, level=0, sure=0.99, visible=0.1, under="blue"),
            PieceFound("blue", None, None),
        ),
        None,
    )
    told = cleaned_up(board, 3, book, found)
    assert (told["blue"]["belongs"], told["blue"]["doubt"]) == ("5", "not seen")
    assert (told["red"]["belongs"], told["red"]["doubt"]) == ("5", None)
    unsure = BoardPieces((PieceFound("red", square.x, square.y, level=0, sure=0.6), *found.pieces[1:]), None)
    assert "not surely" in cleaned_up(board, 3, book, unsure)["red"]["doubt"]


@pytest.mark.parametrize(("sure", "doubtful"), [(0.99, False), (0.6, True)])
def test_a_piece_seen_unsurely_is_in_doubt_wherever_it_lies(
    flick: Flick, sure: float, doubtful: bool
) -> None:
    board = board_from(flick.board)
    square = board.by_name["5"]
    assert (
        seen_json(board, PieceFound("red", square.x, square.y, level=0, sure=sure, visible=0.1))["doubtful"]
        == doubtful
    )
