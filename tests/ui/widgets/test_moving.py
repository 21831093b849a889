"""What moves on the mirror: only numbers of the canvas change, all comes to rest, and nothing runs while all rests."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from companion.sight import Region
from ui.present.models import BoardModel, Mark, Piece
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
    from ui.widgets.faces import Faces
    from ui.widgets.table import TableView

    return TableView(model, Faces(), size=(400, 300))


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
    assert len(first) == 2 and first[0][0] == first[1][0] < 0
    clock(0.1)
    assert list(shown.canvas.children) == instructions, "only numbers change on the way"
    assert first[0][0] < shifts(shown)[0][0] < 0
    clock(theme.CALM)
    assert not shown._motions.running and shifts(shown) == []


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
    assert not shown._motions.running and shifts(shown) == []


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
    assert shown._motions.running and len(shifts(shown)) == 2
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
    (ink,) = shown._pulse._inks
    strengths = set()
    for _step in range(20):
        clock(0.1)
        strengths.add(round(ink.a, 2))
    window.remove_widget(shown)
    clock(0.1)
    assert strengths == {1.0} if still else len(strengths) > 5
    assert ink.a == 1.0 and shown._pulse._clock is None
