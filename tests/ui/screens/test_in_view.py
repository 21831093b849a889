"""The key that leads on stands whole in view, whatever is said above it: nobody scrolls to lay what the box plays."""

from collections.abc import Callable
from typing import Any

import pytest

from companion.games import all_games
from tests.ui.sizes import SIZES, named
from ui.present.desk_touches import Goto

SAID = (
    "box-move-zoon_alternate", "box-move-zoondo", "box-move-zong", "box-move-zones",
    "box-waits", "box-waits-zones", "box-fails-zones",
)  # fmt: skip
"""Situations in which the box says something and waits for people."""


@pytest.mark.parametrize("size", SIZES, ids=named)
@pytest.mark.parametrize("name", SAID)
def test_key_that_leads_on_is_in_view(
    name: str, size: tuple[int, int], drive: Callable[..., Any], made: Callable[[str], Any]
) -> None:
    from ui.touch.focus import spots_of

    driver = drive(made(name), size)
    driver.run(0.2)
    loud = [spot for spot in spots_of(driver.app.root) if getattr(spot.widget, "is_main", False)]
    assert len(loud) == 1
    assert loud[0].seen.high >= loud[0].box.high - 1, "it is pushed out of view"


def test_in_the_largest_type_what_is_awaited_leaves_room_for_a_key(
    drive: Callable[..., Any], made: Callable[[str], Any]
) -> None:
    from ui.touch.focus import box_of, spots_of

    desk = made("guide-offer")
    desk.settings.change(text=160, language="de")
    try:
        driver = drive(desk, SIZES[0])
        driver.run(0.2)
        loud = [spot for spot in spots_of(driver.app.root) if getattr(spot.widget, "is_main", False)]
        assert loud and loud[0].seen.high >= loud[0].box.high - 1, "it is pushed out of view"
        scrolls = [box_of(spot.scroll) for spot in spots_of(driver.app.root) if spot.scroll is not None]
        assert all(box.high >= 3 * loud[0].box.high for box in scrolls), "hardly a key finds room there"
    finally:
        desk.settings.change(text=100, language="en")


@pytest.mark.parametrize("text", [100, 160])
@pytest.mark.parametrize("size", SIZES, ids=named)
@pytest.mark.parametrize("name", ["home", "home-resume", "home-two", "home-unread"])
def test_a_new_game_is_begun_without_scrolling(
    name: str, size: tuple[int, int], text: int, drive: Callable[..., Any], made: Callable[[str], Any]
) -> None:
    from ui.touch.focus import spots_of

    desk = made(name)
    desk._home._games = tuple(all_games().values())
    desk.settings.change(text=text, language="de")
    try:
        driver = drive(desk, size)
        driver.run(0.2)
        spots = spots_of(driver.app.root)
        begins = [spot for spot in spots if getattr(spot.widget, "action", None) == Goto("games")]
        loud = [spot for spot in spots if getattr(spot.widget, "is_main", False)]
        assert len(begins) == len(loud) == 1
        for spot in (*begins, *loud):
            assert spot.seen.high >= spot.box.high - 1, "it is pushed out of view"
    finally:
        desk.settings.change(text=100, language="en")
