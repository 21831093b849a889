"""The key that leads on stands whole in view, whatever is said above it: nobody scrolls to lay what the box plays."""

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.games import all_games
from tests.situations.guided import TURNS
from tests.situations.moments import plays
from tests.ui.audit import walk
from tests.ui.fingers import begun
from tests.ui.screens.test_seen_from_afar import is_whole
from tests.ui.sizes import SIZES, dealt, named
from ui.languages import OWN_NAMES
from ui.pages.played_table import PlayedTable
from ui.present.touches import Goto, at
from ui.words import _

SEED = 11
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


@pytest.mark.parametrize("size", SIZES, ids=named)
@pytest.mark.parametrize("name", ["home", "home-resume", "home-two", "home-unread"])
def test_a_new_game_is_begun_without_scrolling(
    name: str, size: tuple[int, int], drive: Callable[..., Any], made: Callable[[str], Any]
) -> None:
    """In the largest type, which leaves least room."""
    from ui.touch.focus import spots_of

    desk = made(name)
    desk._home._games = tuple(all_games().values())
    desk.settings.change(text=160, language="de")
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


def in_each_language(
    desk: Any, size: tuple[int, int], drive: Callable[..., Any]
) -> Iterator[tuple[str, Any]]:
    """The languages, each with what is drawn in it; when it is closed the desk speaks English again."""
    driver = drive(desk, size)
    try:
        for language in OWN_NAMES:
            desk.settings.change(language=language)
            driver.app.refresh()
            driver.run(0.2)
            yield language, driver.app.root
    finally:
        desk.settings.change(language="en")


GUIDED = tuple(f"guide-{game}-{when}" for game in TURNS for when in ("box", "turn"))
BOX = ("guide-zombinion-wish", "guide-zombinion-fails")


@pytest.mark.parametrize(("name", "size"), dealt([*GUIDED, "guide-offer", *BOX]), ids=named)
def test_with_the_guide_what_leads_on_is_in_view_in_every_language(
    name: str, size: tuple[int, int], drive: Callable[..., Any], made: Callable[[str], Any]
) -> None:
    """The key that stands out; where none does, the first two of the turn."""
    from ui.touch.focus import spots_of
    from ui.widgets.panel import GuideStrip

    desk = made(name)
    with closing(in_each_language(desk, size, drive)) as drawn:
        for language, root in drawn:
            shown = desk.model()
            loud = [key.action for key in shown.helps if key.weight == "main"]
            assert loud or name not in BOX
            wanted = loud or [key.action for key in shown.helps[:2]]
            spots = {spot.name: spot for spot in spots_of(root)}
            for action in wanted:
                assert spots[action].seen.high >= spots[action].box.high - 1, (language, action)
            (strip,) = [each for each in walk(root) if isinstance(each, GuideStrip)]
            assert shown.guide is not None and is_whole(strip)


@pytest.mark.parametrize("size", SIZES, ids=named)
@pytest.mark.parametrize("name", ["cards-reference", "cards-reference-last"])
def test_what_is_taken_from_a_pile_is_said_without_scrolling(
    name: str, size: tuple[int, int], drive: Callable[..., Any], made: Callable[[str], Any]
) -> None:
    from ui.touch.focus import spots_of

    desk = made(name)
    with closing(in_each_language(desk, size, drive)) as drawn:
        for language, root in drawn:
            loud = [spot for spot in spots_of(root) if getattr(spot.widget, "is_main", False)]
            assert len(loud) == 1 and loud[0].seen.high >= loud[0].box.high - 1, language
            shown = desk.model()
            assert shown.card is not None and shown.banner is None
            assert len(shown.body) == len(shown.notes) == 1, "what the card does is said once, by its rule"


def words_of(root: Any) -> list[Any]:
    from ui.widgets.text import Words

    return [widget for widget in walk(root) if isinstance(widget, Words)]


@pytest.mark.parametrize("size", SIZES, ids=named)
@pytest.mark.parametrize("name", ["zong-flick", "cards-action"])
def test_what_is_to_be_done_and_the_keys_for_it_are_whole(
    name: str, size: tuple[int, int], drive: Callable[..., Any], made: Callable[[str], Any]
) -> None:
    from ui.touch.focus import spots_of

    desk = made(name)
    with closing(in_each_language(desk, size, drive)) as drawn:
        for language, root in drawn:
            shown = desk.model()
            if name == "zong-flick":
                dragging = _("Drag each piece that moved to where it lies now.")
                assert [is_whole(said) for said in words_of(root) if dragging in said.text] == [True]
            wanted = [key.action for key in shown.helps]
            seen = {
                spot.name: spot.seen.high >= spot.box.high - 1
                for spot in spots_of(root)
                if spot.name in wanted
            }
            assert len(seen) == 2 and seen[wanted[0]], language
            assert seen[wanted[1]] or size != SIZES[2], "below a board keys stand two a row"


def test_what_differs_is_told_whole_and_once_for_squares_that_differ_alike(
    drive: Callable[..., Any], tmp_path: Path
) -> None:
    from kivy.core.window import Window

    player = begun(drive, tmp_path, SIZES[0], "zoon_alternate", SEED)
    player.press("Lay out for me")
    player.settle(2.0)
    player.play(Random(SEED), until=lambda referee: plays(referee))
    squares = ("c1", "d1", "e1", "f1")
    for square in squares:
        tray = next(tray for tray in player.stage._trays if tray.seat == 0)
        player.driver.drag(player.place(square), tray.to_window(*tray.center))
    player.desk.send(at(PlayedTable.close))
    player.settle(2.0)
    player.desk.session.press("done")
    player.settle(2.0)
    assert player.desk.model().kind == "lost"
    for size in SIZES:
        Window.size = size
        player.driver.run(0.3)
        told = [said for said in words_of(player.driver.app.root) if "In the book" in said.text]
        assert [[square for square in squares if square in said.text] for said in told] == [[*squares]]
        assert is_whole(told[0]), size
    player.desk.close()


@pytest.mark.parametrize("language", ["en", "de"])
def test_below_a_board_the_first_of_what_differs_is_in_view(
    language: str, drive: Callable[..., Any], made: Callable[[str], Any]
) -> None:
    desk = made("lost")
    desk.settings.change(language=language)
    try:
        driver = drive(desk, SIZES[2])
        driver.run(0.3)
        first = next(said for said in words_of(driver.app.root) if said.text == desk.model().body[0])
        assert is_whole(first)
    finally:
        desk.settings.change(language="en")
