"""Who won a fight is the largest thing on the screen for a moment, with both dice at rest, and then on the list."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from pytest import approx

from companion.game import Chance
from tests.situations.screens import situations
from tests.ui.audit import complaints, walk
from tests.ui.conftest import SIZES
from ui.pages.desk import Desk
from ui.pages.played_table import PlayedTable
from ui.present.models import Happened, TableModel
from ui.present.touches import at

each_size = pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
Drive = Callable[..., Any]


@pytest.fixture
def fighting(tmp_path: Any) -> Desk:
    """A fight is to be thrown for."""
    return situations(tmp_path)["dice"]()


@pytest.fixture
def fought(tmp_path: Any) -> Desk:
    """A fight has just been thrown for; nothing is tidied yet."""
    return situations(tmp_path)["chores"]()


def fight_model(desk: Desk) -> TableModel:
    shown = desk.model()
    assert isinstance(shown, TableModel)
    return shown


def thrown(driver: Any, desk: Desk) -> Happened:
    """Both throw, and the dice come to rest."""
    for seat in (0, 1):
        driver.app.send(at(PlayedTable.press_button, f"seat{seat}"))
    ahead = desk.session._clock
    desk.session._clock = lambda: ahead() + 5.0
    driver.run(0.1)
    found = fight_model(desk).highlight
    assert found is not None
    return found


def large(driver: Any) -> Any:
    """What is large over the board now, or None."""
    from ui.widgets.panel import Highlight

    return next((widget for widget in walk(driver.app.root) if isinstance(widget, Highlight)), None)


@each_size
def test_the_winner_stands_in_the_largest_type_with_both_dice_at_rest_and_goes(
    size: tuple[int, int], fighting: Desk, drive: Drive
) -> None:
    from ui.widgets.panel import DieFace
    from ui.widgets.text import Fitted, Words
    from ui.widgets.theme import u

    driver = drive(fighting, size)
    contest = thrown(driver, fighting).contest
    assert contest is not None and "beats" in contest.words
    driver.run(0.5)
    root = driver.app.root
    texts = [widget for widget in walk(root) if isinstance(widget, Words | Fitted) and widget.text]
    head = max((text for text in texts if text.text == contest.words), key=lambda text: float(text.font_size))
    assert head.font_size >= max(text.font_size for text in texts if text is not head)
    assert head.font_size >= u(30)
    assert {side.score for side in contest.sides} <= {text.text for text in walk_texts(large(driver))}
    faces = [
        None if widget._askew else widget._value
        for widget in walk(large(driver))
        if isinstance(widget, DieFace)
    ]
    inks = [widget._ink for widget in walk(large(driver)) if isinstance(widget, DieFace)]
    assert "on_seat" not in inks, "dark pips on a dark die"
    assert sorted(faces) == sorted(side.die for side in contest.sides)
    assert complaints(root) == []
    driver.run(2.5)
    assert large(driver) is None
    told = {text.text for text in walk_texts(root)}
    lasting = {text for side in contest.sides for text in (side.name, side.score)}
    assert lasting <= told, "it stays beside the board"
    assert complaints(root) == []


def walk_texts(root: Any) -> list[Any]:
    from ui.widgets.text import Fitted, Words

    return [widget for widget in walk(root) if isinstance(widget, Words | Fitted) and widget.text]


def test_a_touch_ends_it_and_one_beside_it_does_what_it_always_does(fighting: Desk, drive: Drive) -> None:
    from ui.widgets.panel import ChoreKey

    driver = drive(fighting, SIZES[0])
    thrown(driver, fighting)
    driver.run(0.3)
    seq, chores = fighting.session.reply.seq, fight_model(fighting).tasks
    assert chores
    middle = large(driver).center
    driver.touch(*middle)
    driver.run(0.4)
    assert large(driver) is None
    assert (fighting.session.reply.seq, fighting.side.focus.square) == (seq, None)  # type: ignore[union-attr]
    driver.touch(*middle)
    assert fighting.side.focus.square is not None  # type: ignore[union-attr]

    driver.app.send(at(PlayedTable.close))
    fighting.session.take_back(agreed=frozenset({0, 1}))
    driver.run(0.2)
    thrown(driver, fighting)
    driver.run(0.3)
    key = next(widget for widget in walk(driver.app.root) if isinstance(widget, ChoreKey))
    assert large(driver) is not None
    driver.touch(*key.to_window(*key.center))
    driver.run(0.4)
    assert large(driver) is None and len(fight_model(fighting).tasks) < len(chores)


def test_two_quick_touches_end_it_as_one_does(fighting: Desk, drive: Drive) -> None:
    driver = drive(fighting, SIZES[0])
    thrown(driver, fighting)
    driver.run(0.3)
    middle = large(driver).center
    driver.touch(*middle)
    driver.touch(*middle)
    driver.run(0.6)
    driver.touch(*middle)
    assert fighting.side.focus.square is not None, "what is gone hears no touch"  # type: ignore[union-attr]


def test_what_comes_in_its_place_stays_for_as_long(fighting: Desk, drive: Drive) -> None:
    driver = drive(fighting, SIZES[0])
    one = thrown(driver, fighting)
    driver.run(1.0)
    model = replace(fight_model(fighting), highlight=replace(one, seq=one.seq + 1))
    driver.app._page._light(model)
    driver.run(1.7)
    assert large(driver) is not None
    driver.run(0.8)
    assert large(driver) is None


def test_it_covers_no_square_that_waits_to_be_tidied(fighting: Desk, drive: Drive) -> None:
    driver = drive(fighting, SIZES[0])
    thrown(driver, fighting)
    driver.run(0.3)
    board = driver.app._page._board
    shown = large(driver)
    for task in fight_model(fighting).tasks:
        region = next(region for region in board.model.regions if region.name == task.region)
        assert not shown.collide_point(*board.to_px(*region.centre)), task.region


def test_without_motion_it_is_there_at_once_and_gone_at_once(fighting: Desk, drive: Drive) -> None:
    fighting.settings.change(still=True)
    driver = drive(fighting, SIZES[0])
    thrown(driver, fighting)
    assert large(driver).opacity == approx(1.0)
    before = large(driver).pos
    driver.run(1.6)
    assert large(driver) is not None and large(driver).pos == before
    driver.run(0.5)
    assert large(driver) is None
    fighting.settings.change(still=False)


def test_it_is_no_news_to_who_comes_back_to_the_game(fought: Desk, drive: Drive) -> None:
    driver = drive(fought, SIZES[0])
    driver.run(0.3)
    assert fight_model(fought).highlight is not None
    assert large(driver) is None


def test_a_question_ends_it(fighting: Desk, drive: Drive) -> None:
    driver = drive(fighting, SIZES[0])
    thrown(driver, fighting)
    driver.run(0.2)
    assert large(driver) is not None
    driver.app.send(at(PlayedTable.press_button, "dispute"))
    driver.run(0.1)
    assert large(driver) is None


def test_the_result_stays_on_the_list_while_things_are_tidied_and_after_the_next_deed(fought: Desk) -> None:
    contest = fight_model(fought).contest
    session = fought.session
    for task in fight_model(fought).tasks:
        fought.send(task.action)
    assert fight_model(fought).tasks == ()
    assert contest is not None and fight_model(fought).past[0].contest == contest
    assert not isinstance(session.reply.turn, Chance)
    event = next(
        event for event in session.referee.game.candidates(session.referee.state, None) if not event.told
    )
    session.tell(event)
    shown = fight_model(fought)
    assert shown.highlight is None and shown.past[1].contest == contest


def test_a_struck_out_fight_is_shown_no_longer(fought: Desk) -> None:
    fought.session.take_back(agreed=frozenset({0, 1}))
    assert fight_model(fought).contest is None
    assert all(one.contest is None for one in fight_model(fought).past)
