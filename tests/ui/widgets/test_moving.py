"""What moves on the mirror: only numbers of the canvas change, all comes to rest, and nothing runs while all rests."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from companion.sight import Region
from ui.present.board import BoardModel, Mark, Piece
from ui.widgets import theme

SQUARES = tuple(
    Region(f"{c}{r}", 66.0 * n, 66.0 * (r - 1), 66.0, 66.0) for n, c in enumerate("abc") for r in (1, 2)
)
FOX = Piece("card", "fox", 33, 33, width_mm=59, height_mm=59, seat=0, name="Fox", figure="3")
COIN = Piece("penny", "heads", 51, 51, width_mm=22, height_mm=22)
TABLE = BoardModel(SQUARES, (0.0, 0.0, 198.0, 132.0), (FOX, COIN))


@pytest.fixture
def clock(window: Any) -> Iterator[Callable[[float], None]]:
    """Lets so much time pass."""
    from kivy.clock import Clock

    now = [2000.0]
    before = Clock.time
    Clock.time = lambda: now[0]
    Clock._last_tick, Clock._max_fps = now[0], 0

    def run(seconds: float) -> None:
        for _frame in range(max(1, round(seconds * 30))):
            now[0] += 1 / 30
            Clock.tick()

    yield run
    theme.choose("dark")
    Clock.time = before


def view(model: BoardModel = TABLE) -> Any:
    from ui.widgets.drawing import DrawingView
    from ui.widgets.pictures import Faces

    return DrawingView(model, Faces(), size=(400, 300))


def moved(model: BoardModel = TABLE) -> BoardModel:
    away = tuple(replace(piece, x=piece.x + 66) for piece in model.pieces)
    return replace(model, pieces=away)


def shifts(shown: Any) -> list[tuple[float, float]]:
    from kivy.graphics import Translate

    return [one.xy for one in shown.canvas.children if isinstance(one, Translate)]


def test_a_card_slides_with_its_penny_and_comes_to_rest(clock: Callable[[float], None]) -> None:
    shown = view()
    shown.show(moved())
    first, instructions = shifts(shown), list(shown.canvas.children)
    assert len(first) == 2 and first[0][0] == pytest.approx(first[1][0]) and first[0][0] < 0
    clock(0.1)
    assert list(shown.canvas.children) == instructions, "only numbers change on the way"
    assert first[0][0] < shifts(shown)[0][0] < 0
    clock(theme.CALM)
    assert shown.part == 1 and shifts(shown) == []


def test_a_table_at_rest_draws_nothing(clock: Callable[[float], None]) -> None:
    from kivy.clock import Clock

    shown = view()
    clock(0.2)
    before = len(Clock.get_events())
    instructions = list(shown.canvas.children)
    shown.show(replace(TABLE))
    clock(1.0)
    assert list(shown.canvas.children) == instructions and len(Clock.get_events()) <= before


def test_nothing_moves_where_motion_is_reduced(clock: Callable[[float], None]) -> None:
    theme.choose("dark", still=True)
    shown = view()
    shown.show(moved())
    assert shown.part == 1 and shifts(shown) == []


def test_a_penny_is_turned_over_and_what_is_taken_fades(clock: Callable[[float], None]) -> None:
    from kivy.graphics import Canvas, Scale

    shown = view()
    shown.show(replace(TABLE, pieces=(replace(COIN, label="tails"),)))
    sides = [one for one in shown.canvas.children if isinstance(one, Scale)]
    (fading,) = [one for one in shown.canvas.children if type(one) is Canvas]
    assert sides[0].x > 0.5 > sides[1].x
    clock(0.25)
    assert sides[1].x > 0.5 > sides[0].x and fading.opacity < 0.5
    clock(theme.CALM)
    assert not [one for one in shown.canvas.children if type(one) in (Scale, Canvas)]


def test_a_table_resized_on_the_way_goes_on(clock: Callable[[float], None]) -> None:
    shown = view()
    shown.show(moved())
    clock(0.1)
    shown.size = (800, 600)
    assert shown.part < 1 and len(shifts(shown)) == 2
    clock(theme.CALM)
    assert shifts(shown) == []


@pytest.mark.parametrize("still", [False, True])
def test_the_next_place_pulses_or_is_outlined(
    window: Any, still: bool, clock: Callable[[float], None]
) -> None:
    theme.choose("dark", still=still)
    marks = (Mark("b1", "missing", due=True), Mark("c1", "missing"))
    shown = view(replace(TABLE, marks=marks))
    window.add_widget(shown)
    clock(0.1)
    (layer,) = shown._pulsing
    strengths = set()
    for _step in range(20):
        clock(0.1)
        strengths.add(round(layer.opacity, 2))
    window.remove_widget(shown)
    clock(0.1)
    assert strengths == {1.0} if still else len(strengths) > 5
    assert layer.opacity == 1.0 and shown._ticking is None


def board_of_tokens(square: str, facing: int = 0) -> Any:
    from companion.games.zones.state import Field
    from ui.games.zones.field import FieldModel, Standing

    board = Field(2, 4)
    tiles = dict.fromkeys(board.names, "forest")
    return FieldModel(board, tiles, tokens=(Standing(square, "archer", "Archer", "red", 0),), half=facing)


@pytest.mark.parametrize("facing", [0, 1])
def test_a_token_slides_as_its_board_is_turned(facing: int, clock: Callable[[float], None]) -> None:
    from ui.widgets.drawing import DrawingView
    from ui.widgets.pictures import Faces

    start, end = ("a3", "b4") if facing else ("a1", "b2")
    shown = DrawingView(board_of_tokens(start, facing), Faces(), lambda _touch: None, size=(400, 300))
    shown.show(board_of_tokens(end, facing))
    ((by_x, by_y),) = shifts(shown)
    side = 40.0 * shown.scale * (-1 if facing else 1)
    # A frame has not passed yet: it is still where it stood.
    assert (by_x, by_y) == pytest.approx((-side, -side))
    clock(theme.CALM + 0.1)
    assert shifts(shown) == [] and shown.part == 1


def test_a_piece_falls_from_its_tower(clock: Callable[[float], None]) -> None:
    from kivy.graphics import Scale

    from ui.games.zong.track import Token
    from ui.widgets.drawing import DrawingView

    red = Token("red", 0, 20, 20, level=2)
    model = on_track(red)
    shown = DrawingView(model, None, lambda _touch: None, size=(400, 200))
    shown.show(replace(model, tokens=(replace(red, x=120, level=0),)))
    (size,) = [one for one in shown.canvas.children if isinstance(one, Scale)]
    assert size.x > 1.4 and shifts(shown)[0][0] < 0
    clock(0.2)
    assert 1 < size.x < 1.4
    clock(theme.CALM)
    assert shifts(shown) == []


def on_track(*tokens: Any, **more: Any) -> Any:
    from companion.games.zong.board import Board
    from ui.games.zong.track import TrackModel

    part = more.pop("window", (0.0, 0.0, 400.0, 200.0))
    return TrackModel(Board(400.0, 200.0, ()), 0, part, tokens=tokens, **more)


def test_a_piece_slides_unless_a_finger_carried_it_or_the_board_is_shown_otherwise(window: Any) -> None:
    from ui.games.zong.track import Token
    from ui.widgets.drawing import DrawingView

    red, blue = Token("red", 0, 20, 20, level=1), Token("blue", 1, 220, 20)
    there = replace(red, x=90, level=0)

    def moves(before: Any, after: Any, carried: str = "") -> int:
        shown = DrawingView(before, None, lambda _touch: None, size=(400, 200))
        shown._carried = carried
        shown.show(after)
        return len(shown._motion.slides)

    assert moves(on_track(red, blue), on_track(there, blue)) == 1
    assert moves(on_track(red, blue), on_track(there, blue), "red") == 0
    assert moves(on_track(red), on_track(there, blue)) == 1
    assert moves(on_track(red), on_track(there, window=(0.0, 0.0, 200.0, 100.0))) == 0
    assert moves(on_track(replace(red, faint=True)), on_track(there)) == 0


@pytest.mark.parametrize("still", [False, True])
def test_a_die_tumbles_unless_motion_is_reduced(
    window: Any, still: bool, clock: Callable[[float], None]
) -> None:
    from ui.pages.played_table import PlayedTable
    from ui.present.models import Roll
    from ui.present.touches import at
    from ui.widgets.panel import RollTile

    theme.choose("dark", still=still)
    roll = Roll(0, "Ann", "dice", None, at(PlayedTable.press_button, "seat0"), running=True)
    tile = RollTile(roll, lambda _touch: None, turned=False)
    window.add_widget(tile)
    askew = set()
    for _step in range(10):
        clock(0.1)
        askew.add(tile.face._askew)
    window.remove_widget(tile)
    clock(0.2)
    assert tile.face._askew or tile.face._value is None
    assert askew == {0.0} if still else len(askew) > 3 and 0.0 not in askew


def test_the_picture_of_a_board_becomes_a_texture_once(window: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    import numpy as np
    from kivy.graphics.texture import Texture

    from ui.games.zong.track import Token
    from ui.present.models import Shown
    from ui.widgets import drawing, pictures

    made: list[Any] = []

    class Counted:
        @staticmethod
        def create(**more: Any) -> Any:
            made.append(Texture.create(**more))
            return made[-1]

    monkeypatch.setattr(pictures, "Texture", Counted)
    picture = Shown(np.zeros((8, 16, 3), np.uint8))
    red = Token("red", 0, 20, 20)
    shown = drawing.DrawingView(on_track(red, picture=picture), None, size=(400, 200))
    for x in (40, 60, 80):
        shown.show(on_track(replace(red, x=x), picture=picture))
    assert len(made) == 1


def test_a_board_with_more_large_cards_than_are_kept_comes_to_rest(clock: Callable[[float], None]) -> None:
    from kivy.graphics.texture import Texture

    from ui.widgets.drawing import DrawingView
    from ui.widgets.pictures import LARGE_KEPT, PRINTED_ART, Faces, FaceTexture
    from vision.printed.marks import Art, Drawing

    class Nine:
        window, rim = (0.0, 0.0, 300.0, 300.0), 0.0

        def drawn(self, _unit: float, _names: tuple[str, ...] = (), _large: float = 1.0, /) -> Drawing:
            cards = (Art(n % 3 * 100, n // 3 * 100, 98, 98, f"card{n}", deck="box") for n in range(9))
            return Drawing("nine", 300, 300, tuple(cards))

    assert LARGE_KEPT < 9
    faces, asked = Faces(), list[str]()
    face = FaceTexture(Texture.create(size=(2, 2)), PRINTED_ART)
    faces.picture = lambda _deck, _label: face  # type: ignore[assignment]
    faces.use({}, lambda label: asked.append(label) or Drawing(label, 10, 10, ()))  # type: ignore[func-returns-value]
    shown = DrawingView(Nine(), faces, size=(900, 900))
    shown.draw()
    assert asked == [], "a touch is answered before cards are drawn"
    clock(0.5)
    assert set(asked) == {f"card{n}" for n in range(9)}
    before = len(asked)
    clock(1.0)
    assert len(asked) == before, "nothing is drawn while all rests"
