"""What players look for is in sight: a fight's numbers, the board as wide as the screen, the keys of the guide."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.ui.at_desk import model_of
from tests.ui.audit import walk
from tests.ui.sizes import SIZES, named
from ui.pages.desk import Desk
from ui.present.models import SeatsModel

each_size = pytest.mark.parametrize("size", SIZES, ids=named)
Drive = Callable[..., Any]
Make = Callable[[str], Desk]
UPRIGHT = SIZES[2]


def found(driver: Any, kind: type) -> list[Any]:
    return [widget for widget in walk(driver.app.root) if isinstance(widget, kind)]


def is_whole(widget: Any) -> bool:
    """Whether all of a widget is in view: inside what scrolls it, and nothing lies over it."""
    from kivy.uix.scrollview import ScrollView

    from ui.touch.spots import box_of
    from ui.widgets.guide_card import GuideStrip

    box = box_of(widget)
    holder = widget.parent
    while holder is not None and holder is not holder.parent:
        if isinstance(holder, ScrollView) and box.within(box_of(holder)).high < box.high - 1:
            return False
        holder = holder.parent if not isinstance(holder, GuideStrip) else None
    return True


@each_size
@pytest.mark.parametrize("name", ["dice", "guide-zoon_alternate-turn"])
def test_before_a_fight_both_values_are_in_view(
    name: str, size: tuple[int, int], made: Make, drive: Drive
) -> None:
    from ui.widgets.text import Words

    desk = made(name)
    driver = drive(desk, size)
    driver.run(0.3)
    model = model_of(desk)
    assert model.kind == "dice" and (model.guide is not None) is name.startswith("guide")
    said = [words for words in found(driver, Words) if words.text == model.body[0]]
    assert len(said) == 1 and is_whole(said[0])


@each_size
@pytest.mark.parametrize("name", ["chores", "simulated"])
def test_after_a_fight_the_sums_stay_large_and_in_view(
    name: str, size: tuple[int, int], made: Make, drive: Drive
) -> None:
    from ui.widgets.contest_card import ContestCard
    from ui.widgets.happened_rows import HappenedRow
    from ui.widgets.text import Fitted
    from ui.widgets.theme import BODY, type_px

    desk = made(name)
    driver = drive(desk, size)
    driver.run(0.3)
    contest = model_of(desk).contest
    assert contest is not None
    (card,) = found(driver, ContestCard)
    assert is_whole(card) and not found(driver, HappenedRow)
    said = {each.text: each.font_size for each in walk(card) if isinstance(each, Fitted)}
    for side in contest.sides:
        assert said[side.score] >= type_px(BODY)


@each_size
def test_the_guides_keys_are_in_sight_and_go_on(size: tuple[int, int], fresh: Make, drive: Drive) -> None:
    from ui.widgets.guide_card import GuideStrip

    desk = fresh("guide-zoon_alternate-turn")
    driver = drive(desk, size)
    driver.run(0.3)
    (strip,) = found(driver, GuideStrip)
    board = driver.app._page._holder
    assert strip.y >= board.y - 1 and strip.top <= board.top + 1, "it lies over the board alone"
    shown = model_of(desk).guide
    assert shown is not None
    key = next(widget for widget in walk(strip) if getattr(widget, "action", None) == shown.keys[0].action)
    driver.touch(*key.to_window(*key.center))
    driver.run(0.3)
    assert desk.side is not None and desk.side.guide is not None
    assert [each for each in found(driver, GuideStrip) if each is strip] == []


def test_what_is_large_for_a_moment_takes_the_guides_place(fresh: Make, drive: Drive) -> None:
    from dataclasses import replace

    from ui.widgets.guide_card import GuideStrip
    from ui.widgets.highlight import Highlight

    driver = drive(fresh("guide-zoon_alternate-turn"), SIZES[0])
    driver.run(0.3)
    page = driver.app._page
    model = page.shown
    one = replace(model.past[0], seq=model.past[0].seq + 1)
    page.show(replace(model, highlight=one, past=(one, *model.past)))
    driver.run(0.1)
    assert found(driver, Highlight) and not found(driver, GuideStrip)
    found(driver, Highlight)[0].leave()
    driver.run(0.5)
    assert not found(driver, Highlight) and found(driver, GuideStrip)


@pytest.mark.parametrize("name", ["simulated", "simulated-laying"])
def test_on_an_upright_screen_the_board_takes_the_width(name: str, made: Make, drive: Drive) -> None:
    from ui.widgets.simulated_table import SimulatedStage

    driver = drive(made(name), UPRIGHT)
    driver.run(0.3)
    (stage,) = found(driver, SimulatedStage)
    left, near, wide, _high = stage.field.model.window
    (x, _y), (right, _top) = stage.field.to_px(left, near), stage.field.to_px(left + wide, near)
    assert right - x >= 0.8 * UPRIGHT[0]


@pytest.mark.parametrize("name", ["cards-simulated", "cards-hunt"])
def test_a_game_of_piles_shows_them_as_tiles_until_the_table_is_asked_for(
    name: str, fresh: Make, drive: Drive
) -> None:
    from ui.widgets.simulated_table import SimulatedStage
    from ui.widgets.tiles import TileKey

    desk = fresh(name)
    driver = drive(desk, UPRIGHT)
    driver.run(0.3)
    assert len(found(driver, TileKey)) > 8
    tally = model_of(desk).tally
    assert tally is not None and tally.switch is not None
    driver.app.send(tally.switch.action)
    driver.run(0.3)
    assert not found(driver, TileKey)
    assert bool(found(driver, SimulatedStage)) is (name == "cards-simulated")


@each_size
def test_a_code_to_scan_fills_the_page(size: tuple[int, int], made: Make, drive: Drive) -> None:
    from ui.screens.steps import Pictured

    driver = drive(made("phones"), size)
    driver.run(0.3)
    (code,) = found(driver, Pictured)
    assert min(code.width, code.height) >= 0.6 * min(size)
    assert is_whole(code)


@each_size
def test_who_plays_a_seat_stands_below_its_title_in_low_keys(
    size: tuple[int, int], made: Make, drive: Drive
) -> None:
    from ui.touch.spots import box_of
    from ui.widgets.theme import TOUCH, u
    from ui.widgets.tiles import TileKey

    driver = drive(made("box-levels"), size)
    driver.run(0.3)
    tiles = found(driver, TileKey)
    assert len(tiles) == 5
    for tile in tiles:
        assert u(TOUCH) <= box_of(tile).high <= u(80) and is_whole(tile)


def test_where_there_is_no_camera_nobody_is_asked_for_one(fresh: Make, drive: Drive) -> None:
    from ui.present.table_touches import OpenMenu
    from ui.widgets.text import Words

    desk = fresh("zones-seats")
    driver = drive(desk, SIZES[0])
    assert isinstance(driver.app._page.shown, SeatsModel) and not driver.app._page.shown.views
    assert "Pictures come from" not in [words.text for words in found(driver, Words)]
    game = fresh("play")
    game.send(OpenMenu())
    icons = {key.icon for key in model_of(game).answers}
    assert not {"check", "trouble"} & icons, "nothing that needs a camera"


def test_pictures_of_the_games_are_there_with_their_page(fresh: Make, drive: Drive) -> None:
    from companion.games import all_games
    from ui.art.pictures import picture_of
    from ui.widgets.painting import arrivals

    driver = drive(fresh("home"), SIZES[0])
    driver.app.on_start()
    driver.run(0.5)
    games = {game.id for game in driver.app.desk.agreement.games}
    assert games <= set(all_games())
    assert {picture_of(id, "title") for id in games} <= arrivals.loaded
