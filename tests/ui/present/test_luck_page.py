"""How a game went, as the page says it: charts for each seat and all, lines over the turns, and too few throws said."""

import pytest

from companion.game import COIN, DICE, DIE, PENNY, Throw
from companion.luck import luck
from tests.situations.looked_back import PLAYS, record_of
from ui.pages.looking_back import LookedBack, LuckPage, charts, luck_lines, plots
from ui.present.walk import Walk


def walk_of(game: str, part: float = 1.0) -> Walk:
    record = record_of(game)
    return Walk.of(record.game, record.setup, record.entries[: round(part * len(record.entries))])


def test_every_throw_stands_in_one_bar_of_its_seat_and_in_one_of_all() -> None:
    walk = walk_of("zoon_alternate")
    thrown = len(list(walk.throws()))
    found = charts(walk)
    assert [chart.name for chart in found] == ["Ann", "Ben", "All together"]
    each = [sum(bar.count for bar in chart.bars) for chart in found]
    assert each[2] == thrown == each[0] + each[1]


@pytest.mark.parametrize("game", sorted(PLAYS))
def test_lines_have_a_point_for_every_turn_and_end_where_the_game_did(game: str) -> None:
    walk = walk_of(game)
    for plot, measure in zip(plots(walk), walk.measures(walk.last), strict=True):
        assert {len(line) for line in plot.values} == {len(walk.turns) + 1}
        assert tuple(line[-1] for line in plot.values) == measure.values


def test_while_a_game_goes_on_no_line_is_drawn() -> None:
    walk = walk_of("zombinion", 0.4)
    looked = LookedBack(walk.game, walk.setup, ())
    looked.walk = walk
    page = LuckPage(looked)
    page.show(1)
    model = page.model()
    (body,), (fell,) = model.body, model.rows
    assert isinstance(fell, tuple) and model.tabs == () and "When the game is over" in body


def test_too_few_throws_are_said_to_be_too_few_with_the_number_that_is_needed() -> None:
    (few,) = luck([Throw(0, DICE, "6", DIE)] * 29)
    (enough,) = luck([Throw(0, DICE, "6", DIE)] * 30)
    assert luck_lines(few)[-1] == "Too few throws to say anything: at least 30 are needed."
    assert luck_lines(enough) == ("30 throws", "Mean 6.00, expected 3.50", "Lucky")


def test_a_coin_is_neither_lucky_nor_unlucky() -> None:
    (coin,) = luck([Throw(0, COIN, "heads", PENNY)] * 20)
    assert luck_lines(coin) == ("20 throws", "100% heads, expected 50%")
