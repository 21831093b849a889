"""What one seat alone may see is open while its key is held, at that seat's own edge, and closes by itself."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from tests.situations.screens import situations
from tests.ui.audit import complaints, walk
from tests.ui.conftest import SIZES
from ui.pages.desk import Desk
from ui.pages.played_table import PlayedTable
from ui.pages.private_view import HIDE_SECONDS, PrivateView
from ui.present.models import TableModel
from ui.present.touches import at

each_size = pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
Drive = Callable[..., Any]


@pytest.fixture
def waiting(tmp_path: Any) -> Desk:
    """A game with hidden armies; seat 0 is to move, and may look at its own cards."""
    desk = situations(tmp_path)["own-cards"]()
    desk.send(at(PlayedTable.close))
    return desk


@pytest.fixture
def choosing(tmp_path: Any) -> Desk:
    """A corner of the enemy's card is to be touched in secret."""
    return situations(tmp_path)["touch-curtain"]()


def kind(desk: Desk) -> str:
    shown = desk.model()
    assert isinstance(shown, TableModel)
    return shown.kind


def edge_key(driver: Any) -> Any:
    from ui.widgets.keys import EdgeKey

    return next(widget for widget in walk(driver.app.root) if isinstance(widget, EdgeKey))


@contextmanager
def held(driver: Any, at: tuple[float, float]) -> Iterator[None]:
    """A finger that stays where it is."""
    from kivy.base import EventLoop

    from tests.situations.driver import Finger

    finger = Finger(*at)
    EventLoop.post_dispatch_input("begin", finger)
    driver.run(0.7)
    yield
    EventLoop.post_dispatch_input("end", finger)
    driver.run(0.1)


def shown_kind(driver: Any) -> str:
    """What the screen shows, whatever the desk has in mind."""
    return str(driver.app._page.shown.kind)


@each_size
def test_own_cards_are_seen_only_while_the_key_is_held(
    size: tuple[int, int], waiting: Desk, drive: Drive
) -> None:
    driver = drive(waiting, size)
    driver.app.send(at(PrivateView.draw_curtain, 0))
    driver.run(0.1)
    assert kind(waiting) == "curtain" and complaints(driver.app.root) == []
    with held(driver, edge_key(driver).center):
        assert shown_kind(driver) == "private"
    assert shown_kind(driver) == kind(waiting) == "play"


def test_where_something_is_chosen_a_short_touch_opens_and_a_held_key_closes(
    choosing: Desk, drive: Drive
) -> None:
    driver = drive(choosing, SIZES[0])
    seat = choosing.side.focus.alone  # type: ignore[union-attr]
    driver.touch(*edge_key(driver).center)
    driver.run(1.0)
    assert shown_kind(driver) == "private"
    hide = edge_key(driver)
    assert hide.button.words == "Hide"
    driver.touch(*hide.center)
    assert kind(choosing) == "play"
    driver.app.send(at(PrivateView.draw_curtain, seat))
    driver.run(0.1)
    with held(driver, edge_key(driver).center):
        assert shown_kind(driver) == "private"
    assert kind(choosing) == "play"


def test_a_short_touch_opens_also_where_the_page_takes_long_to_draw(choosing: Desk, drive: Drive) -> None:
    """On a slow box the finger is gone before what it opened is there."""
    from kivy.base import EventLoop

    from tests.situations.driver import Finger

    driver = drive(choosing, SIZES[0])
    finger = Finger(*edge_key(driver).center)
    EventLoop.post_dispatch_input("begin", finger)
    driver.now += 0.6
    EventLoop.idle()
    EventLoop.post_dispatch_input("end", finger)
    driver.run(0.1)
    assert shown_kind(driver) == "private"


@pytest.mark.parametrize("fingers", [True, False], ids=["held", "left alone"])
def test_it_closes_by_itself(fingers: bool, choosing: Desk, drive: Drive) -> None:
    driver = drive(choosing, SIZES[0])
    session = choosing.session
    if not fingers:
        driver.touch(*edge_key(driver).center)
    clock = session._clock
    if fingers:
        with held(driver, edge_key(driver).center):
            session._clock = lambda: clock() + HIDE_SECONDS + 1
            driver.run(0.1)
            assert shown_kind(driver) == "play"
    else:
        session._clock = lambda: clock() + HIDE_SECONDS + 1
        driver.run(0.1)
    assert shown_kind(driver) == "play"


@pytest.mark.parametrize("size", [SIZES[0], SIZES[2]], ids=["landscape", "portrait"])
def test_each_seats_key_stands_at_its_own_edge_always(
    size: tuple[int, int], waiting: Desk, drive: Drive
) -> None:
    from kivy.graphics import Rotate

    driver = drive(waiting, size)
    places = {}
    for seat in (0, 1, 0, 1):
        driver.app.send(at(PrivateView.draw_curtain, seat))
        driver.run(0.1)
        key = edge_key(driver)
        assert key.button.seat == seat
        assert places.setdefault(seat, tuple(key.pos)) == tuple(key.pos)
        driver.app.send(at(PlayedTable.close))
    assert places[0][1] < places[1][1], "the near seat's key is the nearer one"
    turned = [
        [step.angle for step in edge_key_of(driver, seat).canvas.before.children if isinstance(step, Rotate)]
        for seat in (0, 1)
    ]
    assert turned == [[], [180.0]]


def edge_key_of(driver: Any, seat: int) -> Any:
    driver.app.send(at(PrivateView.draw_curtain, seat))
    driver.run(0.1)
    found = edge_key(driver)
    driver.app.send(at(PlayedTable.close))
    return found
