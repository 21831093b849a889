"""What players look for is in sight: a fight's numbers, the board as wide as the screen, the keys of the guide."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from companion.games.zoon.family.deck import facts
from tests.ui.at_desk import model_of
from tests.ui.audit import walk
from tests.ui.sizes import SIZES, named
from ui.games.zoon.printed import printed_card
from ui.languages import OWN_NAMES
from ui.pages.desk import Desk
from vision.printed.pdf import picture_of

each_size = pytest.mark.parametrize("size", SIZES, ids=named)
Drive = Callable[..., Any]
Make = Callable[[str], Desk]
UPRIGHT = SIZES[2]


def found(driver: Any, kind: type) -> list[Any]:
    return [widget for widget in walk(driver.app.root) if isinstance(widget, kind)]


def is_whole(widget: Any) -> bool:
    """Whether all of a widget is in view: inside what scrolls it, and nothing lies over it."""
    from kivy.uix.scrollview import ScrollView

    from ui.touch.focus import box_of
    from ui.widgets.panel import GuideStrip

    box = box_of(widget)
    holder = widget.parent
    while holder is not None and holder is not holder.parent:
        if isinstance(holder, ScrollView) and box.within(box_of(holder)).high < box.high - 1:
            return False
        holder = holder.parent if not isinstance(holder, GuideStrip) else None
    return True


def is_within(box: Any, other: Any) -> bool:
    """Whether all of a box lies in another; less than a pixel beyond it is not seen."""
    inner = box.within(other)
    return box.wide - inner.wide < 1 and box.high - inner.high < 1


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
    from ui.widgets.panel import ContestCard, HappenedRow
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
    from ui.touch.focus import box_of
    from ui.widgets.keys import Touched
    from ui.widgets.panel import GuideStrip

    desk = fresh("guide-zoon_alternate-turn")
    driver = drive(desk, size)
    driver.run(0.3)
    (strip,) = found(driver, GuideStrip)
    board, screen = box_of(driver.app._page._holder), box_of(driver.app.root)
    assert box_of(strip).y >= board.top - 1, "it stands above the board"
    assert abs(box_of(strip).x - board.x) <= 1 and abs(box_of(strip).right - board.right) <= 1
    shown = model_of(desk).guide
    assert shown is not None
    keys = [widget for widget in walk(strip) if isinstance(widget, Touched)]
    assert {key.action for key in keys} == {key.action for key in shown.keys} and len(keys) == len(shown.keys)
    for part in (strip, *keys):
        assert is_within(box_of(part), screen), "all of it is in sight"
    key = next(widget for widget in walk(strip) if getattr(widget, "action", None) == shown.keys[0].action)
    driver.touch(*key.to_window(*key.center))
    driver.run(0.3)
    assert desk.side is not None and desk.side.guide is not None
    assert [each for each in found(driver, GuideStrip) if each is strip] == []


@each_size
@pytest.mark.parametrize("name", ["guide-zong-box", "guide-zong-turn", "guide-zones-box"])
def test_the_guide_covers_no_key_and_nothing_that_was_thrown(
    name: str, size: tuple[int, int], made: Make, drive: Drive
) -> None:
    from tests.ui.audit import complaints
    from ui.touch.focus import box_of
    from ui.widgets.panel import GuideStrip
    from ui.widgets.tiles import OwnBoard

    driver = drive(made(name), size)
    driver.run(0.3)
    (strip,), (board,) = found(driver, GuideStrip), found(driver, OwnBoard)
    assert box_of(strip).within(box_of(board)).high <= 1
    assert complaints(driver.app.root) == []


@each_size
def test_what_is_large_for_a_moment_is_whole_and_moves_neither_the_guide_nor_the_board(
    size: tuple[int, int], fresh: Make, drive: Drive
) -> None:
    from dataclasses import replace

    from ui.touch.focus import box_of
    from ui.widgets.panel import GuideStrip, Highlight

    driver = drive(fresh("guide-zoon_alternate-turn"), size)
    driver.run(0.3)
    page = driver.app._page
    model = page.shown
    (strip,), before = found(driver, GuideStrip), box_of(page._board)
    one = replace(model.past[0], seq=model.past[0].seq + 1)
    page.show(replace(model, highlight=one, past=(one, *model.past)))
    driver.run(0.1)
    (large,) = found(driver, Highlight)
    assert is_within(box_of(large), box_of(page._holder)), "it lies over the board alone"
    assert box_of(large).within(box_of(strip)).high <= 0
    assert found(driver, GuideStrip) == [strip] and box_of(page._board) == before
    large.leave()
    driver.run(0.5)
    assert not found(driver, Highlight)
    assert found(driver, GuideStrip) == [strip] and box_of(page._board) == before


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
    name: str, made: Make, drive: Drive
) -> None:
    from ui.widgets.simulated_table import SimulatedStage
    from ui.widgets.tiles import TileKey

    desk = made(name)
    driver = drive(desk, UPRIGHT)
    driver.run(0.3)
    assert len(found(driver, TileKey)) > 8
    tally = model_of(desk).tally
    assert tally is not None and tally.switch is not None
    driver.app.send(tally.switch.action)
    driver.run(0.3)
    assert not found(driver, TileKey)
    assert bool(found(driver, SimulatedStage)) is (name == "cards-simulated")
    tally = model_of(desk).tally
    assert tally is not None and tally.switch is not None
    driver.app.send(tally.switch.action)
    driver.run(0.3)
    assert len(found(driver, TileKey)) > 8, "and again when they are asked for"


@each_size
def test_a_code_to_scan_fills_the_page(size: tuple[int, int], made: Make, drive: Drive) -> None:
    from ui.widgets.drawing import SmallDrawing

    driver = drive(made("phones"), size)
    driver.run(0.3)
    (code,) = [
        sign for sign in found(driver, SmallDrawing) if getattr(sign._drawing, "name", "") == "picture"
    ]
    assert min(code.width, code.height) >= 0.6 * min(size)
    assert is_whole(code)


@each_size
def test_who_plays_a_seat_stands_below_its_title_in_low_keys(
    size: tuple[int, int], made: Make, drive: Drive
) -> None:
    from ui.touch.focus import box_of
    from ui.widgets.theme import TOUCH, u
    from ui.widgets.tiles import TileKey

    driver = drive(made("box-levels"), size)
    driver.run(0.3)
    tiles = found(driver, TileKey)
    assert len(tiles) == 5
    for tile in tiles:
        assert u(TOUCH) <= box_of(tile).high <= u(80) and is_whole(tile)


def test_where_there_is_no_camera_nobody_is_asked_for_one(fresh: Make, drive: Drive) -> None:
    from ui.pages.played_table import PlayedTable
    from ui.present.touches import at
    from ui.widgets.text import Words

    desk = fresh("zones-seats")
    driver = drive(desk, SIZES[0])
    assert driver.app.desk.page == "seats" and "Pictures come from" not in str(driver.app._page.shown)
    assert "Pictures come from" not in [words.text for words in found(driver, Words)]
    game = fresh("play")
    game.send(at(PlayedTable.open_menu))
    icons = {key.icon for key in model_of(game).answers}
    assert not {"check", "trouble"} & icons, "nothing that needs a camera"


@each_size
def test_keys_at_the_foot_of_a_throw_are_of_one_height(
    size: tuple[int, int], made: Make, drive: Drive
) -> None:
    from ui.touch.focus import spots_of

    driver = drive(made("dice"), size)
    driver.run(0.3)
    boxes = [spot.box for spot in spots_of(driver.app.root) if spot.press is not None and spot.board is None]
    foot = min(box.y for box in boxes)
    heights = {round(box.high) for box in boxes if abs(box.y - foot) < 2}
    assert len(heights) == 1


@each_size
def test_leaving_is_smaller_than_what_people_come_for(
    size: tuple[int, int], made: Make, drive: Drive
) -> None:
    from ui.present.touches import Quit
    from ui.touch.focus import spots_of

    driver = drive(made("home"), size)
    driver.run(0.2)
    spots = {spot.name: spot.box for spot in spots_of(driver.app.root)}
    quits = spots.pop(Quit())
    first = max(spots.values(), key=lambda box: box.wide)
    assert quits.wide <= 0.5 * first.wide


def test_the_first_question_of_all_stands_beside_the_table(made: Make, drive: Drive) -> None:
    from ui.widgets.drawing import Icon
    from ui.widgets.pictures import Painting

    driver = drive(made("language"), SIZES[0])
    driver.run(0.2)
    assert len(found(driver, Painting)) == 1 and len(found(driver, Icon)) == 1, "the sound alone has a sign"


def test_a_pile_is_told_of_once(fresh: Make) -> None:
    from ui.present.touches import TouchSquare

    desk = fresh("cards-action")
    desk.send(TouchSquare("furbizia"))
    model = model_of(desk)
    (rule,) = model.notes
    said = [part for line in model.body for part in line.split(" · ")]
    assert said and model.banner is None
    assert not [part for part in said if part.casefold() in rule.casefold()]


def test_the_screen_shows_the_printed_board_of_squares(made: Make, drive: Drive) -> None:
    import numpy as np

    from ui.games.zong.printed import board_drawing
    from ui.games.zong.track import TrackModel
    from vision.printed.marks import Image, Placed
    from vision.printed.pdf import picture_of

    desk = made("zong-board")
    driver = drive(desk, SIZES[0])
    driver.run(0.2)
    shown = model_of(desk).own
    assert isinstance(shown, TrackModel) and desk.side is not None
    board = desk.side.session.referee.state.board
    (ground,) = (mark.drawing for mark in shown.drawn(0.5).marks if isinstance(mark, Placed))
    (image,) = (mark.picture for mark in ground.marks if isinstance(mark, Image))
    high, wide = image.shape[:2]
    assert wide / high == pytest.approx(board.width_mm / board.height_mm, rel=0.01)
    printed = picture_of(board_drawing(board, bare=True), wide / board.width_mm)
    assert np.array_equal(printed, image)
    again = model_of(desk).own
    assert any(getattr(mark, "drawing", None) is ground for mark in again.drawn(0.5).marks), (
        "it is drawn once"
    )


def test_a_card_that_is_read_large_is_printed_in_the_language_spoken(fresh: Make, drive: Drive) -> None:
    """What is kept for the eye is the mean of all languages."""
    from ui.widgets.drawing import SmallDrawing

    desk = fresh("cards-reference")
    driver = drive(desk, SIZES[0])
    driver.run(0.2)
    card = model_of(desk).card
    assert card is not None and card.label is not None
    faces = driver.app.faces
    large = faces.large(card.deck, card.label)
    assert large is not None and large is not faces.face(card.deck, card.label)
    assert large.shape[0] > 700 and large is faces.large(card.deck, card.label), "it is drawn once"
    drawings = [getattr(sign._drawing, "marks", (None,)) for sign in found(driver, SmallDrawing)]
    pictures = [getattr(marks[0], "picture", None) for marks in drawings]
    assert sum(picture is large for picture in pictures) == 1
    desk.settings.change(language="de")
    driver.app.refresh()
    assert faces.large(card.deck, card.label) is not large


@pytest.mark.parametrize("code", OWN_NAMES)
def test_a_touched_card_speaks_the_language_of_the_screen(fresh: Make, drive: Drive, code: str) -> None:
    """What the eye goes by has a Zoon's type in English."""
    from ui.widgets.drawing import SmallDrawing

    desk = fresh("square")
    desk.settings.change(language=code)
    driver = drive(desk, SIZES[0])
    driver.run(0.2)
    shown = model_of(desk).close_up
    assert shown is not None and shown.piece.label in facts().zoons
    printed = picture_of(printed_card(facts(), shown.piece.label), 9.0)
    pictures = [picture for sign in found(driver, SmallDrawing) for picture, _texture in sign._painter._kept]
    assert sum(np.array_equal(picture, printed) for picture in pictures) == 1
