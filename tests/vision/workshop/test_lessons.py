"""What networks are given to learn keeps its word: what is told is what shows, and what is doubtful is left open."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.sight import Table
from tests.vision.flicked import PaintedSquare, Stood, after, towers
from vision.discs.reader import DiscPlace, cut_at
from vision.pennies import reader as coin_scan
from vision.pennies.reader import CLOSE_PX, CROP_PX, RADIUS_PX, Ellipse, Shrinking
from vision.workshop.training import disc_strangers, painted_tables, relief_light, relief_pen
from vision.workshop.training.coin_lessons import close_look, closes
from vision.workshop.training.coin_scenes import Ring
from vision.workshop.training.coin_scenes import Scene as Coins
from vision.workshop.training.coin_strangers import strangers
from vision.workshop.training.disc_lessons import found_lesson, shape_lessons
from vision.workshop.training.painted_discs import Piece, Scene
from vision.workshop.training.painted_prints import OTHER, TEXTURE, Printer
from vision.workshop.training.painted_tables import PaintedTable, painted_table
from vision.workshop.training.table_changes import changed

Picture = NDArray[np.uint8]


@pytest.mark.parametrize(("visible", "told"), [(1.0, True), (0.45, False)])
def test_a_piece_that_is_half_covered_is_shown_neither_as_one_nor_as_nothing(
    visible: float, *, told: bool
) -> None:
    piece = Piece(
        kind="disc",
        label=None,
        top=(144.0, 144.0),
        foot=(144.0, 150.0),
        spread=((24.0, 0.0), (0.0, 24.0)),
        visible=visible,
    )
    scene = Scene(np.full((288, 288, 3), 90, np.uint8), (piece,))
    chance = np.random.default_rng(3)
    assert [lesson.told for lesson in shape_lessons(scene, chance)[:2]] == [float(told)] * 2
    for _ in range(12):
        maps = found_lesson(scene, chance).maps
        assert maps[0].max() == (1.0 if told else 0.0)
        assert told or maps[4].min() == 0.0


def test_thought_up_pieces_never_lie_in_one_another() -> None:
    squares = tuple(
        PaintedSquare(str(n), 40.0 + 70 * (n % 5), 40.0 + 70 * (n // 5), 34.0, red=False) for n in range(15)
    )
    table = Table(360.0, 260.0)

    def in_one_another(stood: list[Stood]) -> list[tuple[Stood, Stood]]:
        pairs = [
            (one, other) for n, one in enumerate(stood) for other in stood[:n] if one.level == other.level
        ]
        return [pair for pair in pairs if np.hypot(pair[0].x - pair[1].x, pair[0].y - pair[1].y) < 17]

    ridden = 0
    for seed in range(120):
        chance = np.random.default_rng(seed)
        _, stood, hit = towers(chance, ("red", "blue", "green", "white", "black", "yellow"), squares)
        lie = after(chance, stood, hit, table, squares)
        assert in_one_another(stood) == in_one_another(lie) == []
        assert {piece.colour for piece in lie} == {piece.colour for piece in stood}
        ridden += any(piece.moved and piece.level for piece in lie)
    assert ridden > 3


def test_what_moves_one_outline_moves_all_and_light_moves_none() -> None:
    quads = np.array(
        [[(60, 50), (120, 50), (120, 134), (60, 134)], [(250, 120), (310, 120), (310, 204), (250, 204)]]
    )
    picture, owners = np.full((288, 384, 3), 40, np.uint8), np.zeros((288, 384), np.uint8)
    for number, quad in enumerate(quads, start=1):
        cv2.fillConvexPoly(picture, quad.astype(np.int32), (60, 60, 200) if number == 1 else (60, 200, 60))
        cv2.fillConvexPoly(owners, quad.astype(np.int32), number)
    table = PaintedTable(picture, quads.astype(np.float64), owners, np.ones(2, np.float32))
    tried = 0
    for seed in range(40):
        (shown,) = changed([table], np.random.default_rng(seed))
        for number in (1, 2):
            if shown.visible[number - 1] < 0.99:
                continue
            tried += 1
            down, across = np.nonzero(shown.owners == number)
            assert shown.quads[number - 1].mean(axis=0) == pytest.approx(
                [across.mean(), down.mean()], abs=1.5
            )
            _blue, green, red = shown.picture[down, across].mean(axis=0)
            assert red > green if number == 1 else green > red
    assert tried > 40


def test_what_is_no_card_is_never_told_as_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(painted_tables, "_laid", lambda *_table, **_more: [])
    laid: list[int] = []
    thing = painted_tables._lay_thing
    monkeypatch.setattr(painted_tables, "_lay_thing", lambda *told: (laid.append(1), thing(*told)))
    for seed in (0, 6):
        table = painted_table(np.random.default_rng(seed))
        assert not table.owners.any() and table.quads.shape == (0, 4, 2)
    assert laid


def test_strangers_have_no_penny_among_them() -> None:
    shown = strangers([np.full((60, 80, 3), 90, np.uint8)], np.random.default_rng(2))
    assert len(shown) == 8 and all(scene.rings == () for scene, _ in shown)
    picture = Shrinking(shown[0][0].picture)
    outline = Ellipse(np.array([40.0, 30.0]), np.eye(2) * 10)
    assert close_look(picture, outline, ()).penny == 0.0
    assert (
        close_look(
            picture, outline, (Ring(x=40.0, y=30.0, long=10.0, short=10.0, turn=0.0, visible=1.0),)
        ).penny
        == 1.0
    )


def test_coins_are_cut_out_for_lessons_as_they_are_when_they_are_looked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    level = np.random.default_rng(4).integers(0, 250, (70, 93, 3), np.uint8)
    shown: list[NDArray[np.float32]] = []

    def nothing(_name: str, batch: NDArray[np.float32]) -> NDArray[np.float32]:
        shown.append(batch[0].transpose(1, 2, 0))
        return np.full((1, 4, 24, 30), -9.0, np.float32)

    def look(padded: Picture) -> NDArray[np.float32]:
        shown.append((padded.astype(np.float32) - 128) / 64)
        answers = np.full((padded.shape[0] // 4, padded.shape[1] // 4, 4), -9.0, np.float32)
        answers[10, 12] = (4.0, 0.0, 0.0, 0.0)
        return answers

    monkeypatch.setattr(coin_scan, "answers", nothing)
    coin_scan.scanned(level)
    (lesson,) = closes(look, [(Coins(level, ()), 1.0)], np.random.default_rng(1))
    taught, run = shown[1], shown[0]
    assert taught.shape == run.shape and np.abs(taught - run).max() < 1e-5
    (outline,) = coin_scan.peaks(look(np.zeros((88, 112, 3), np.uint8)), 0.05)
    assert (lesson.crop == Shrinking(level).crop(outline, CLOSE_PX, RADIUS_PX)).all()


def test_a_coins_drawing_fits_any_resolution(monkeypatch: pytest.MonkeyPatch) -> None:
    def drawn() -> NDArray[np.float32]:
        pen = relief_pen.Pen(np.random.default_rng(1))
        body = pen.flat(pen.ellipse(0.2, 0.3, 0.4, 0.2, 0.5))
        return np.asarray(np.maximum(body, pen.lines([pen.box(-0.7, -0.6, 0.1, -0.2)], 0.1)), np.float32)

    coarse = drawn()
    monkeypatch.setattr(relief_pen, "SIDE", 2 * relief_pen.SIDE)
    monkeypatch.setattr(relief_pen, "RADIUS", 2 * relief_pen.RADIUS)
    fine = cv2.resize(drawn(), coarse.shape[::-1], interpolation=cv2.INTER_AREA)
    assert np.abs(fine - coarse).mean() < 0.025


def test_signs_that_turn_into_one_another_are_one_and_letters_are_no_digits(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    written: set[str] = set()

    def noted(_self: Printer, text: str, _size: float, _chance: np.random.Generator) -> NDArray[np.float32]:
        written.add(text)
        return np.zeros((TEXTURE, TEXTURE), np.float32)

    monkeypatch.setattr(Printer, "_text", noted)
    chance, printer = np.random.default_rng(2), Printer()
    for label, wanted in (("6/9", {"6", "9"}), ("7", {"7"}), ("0", {"0"})):
        written.clear()
        for _ in range(20):
            printer.stamp(label, chance, 0.9)
        assert written == wanted
    written.clear()
    for _ in range(600):
        printer.stamp(OTHER, chance, 0.9)
    assert len(written) > 60 and not written & set("0123456789OI")


def test_a_struck_penny_is_cut_as_one_of_a_real_picture_is(monkeypatch: pytest.MonkeyPatch) -> None:
    cut: list[Picture] = []
    view = relief_light.side_view
    monkeypatch.setattr(relief_light, "side_view", lambda crop: (cut.append(crop), view(crop))[1])
    y, x = np.mgrid[0 : relief_pen.SIDE, 0 : relief_pen.SIDE] - (relief_pen.SIDE - 1) / 2
    heights = np.asarray(np.hypot(x, y) < relief_pen.RADIUS, np.float32)
    for seed in range(4):
        seen = relief_light.lit(heights, np.random.default_rng(seed))
        assert (seen == view(cut[-1])).all()
        assert cut[-1].shape in ((CROP_PX, CROP_PX), (2 * CROP_PX, 2 * CROP_PX)) and cut[-1].dtype == np.uint8


def test_only_what_the_finder_points_at_is_shown_as_a_stranger(monkeypatch: pytest.MonkeyPatch) -> None:
    table = painted_table(np.random.default_rng(6))
    monkeypatch.setattr(disc_strangers, "painted_table", lambda _chance: table)
    for painter in ("_dice", "_coins", "ground", "Painter"):
        monkeypatch.setattr(disc_strangers, painter, lambda *_told, **_more: [])
    pointed = (DiscPlace(80.0, 90.0, 14.0, 0.6), DiscPlace(200.0, 120.0, 30.0, 0.4))
    monkeypatch.setattr(disc_strangers, "find_places", lambda _picture: pointed)
    lessons = disc_strangers.stranger_lessons(np.random.default_rng(1), 1)
    assert [(lesson.shape, lesson.told) for lesson in lessons] == [(0, 1.0), (0, 1.0)]
    for lesson, place in zip(lessons, pointed, strict=True):
        assert (lesson.picture == cut_at(table.picture, place.x, place.y, place.reach).picture).all()
