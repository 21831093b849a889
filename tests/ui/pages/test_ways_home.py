"""From whatever a game shows two touches lead home at the most, and the game is kept."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.own_touches import own, send
from tests.situations.screens import WITH_EYES, situations
from tests.ui.journal.journals import unfinished
from ui.pages.agreement import Draft, agree, typing_name
from ui.pages.played_table import MENU, Asking, PlayedTable
from ui.present.touches import Goto, PageBack, Quit, at

HOME = Goto("home")
FACES = (
    "play", "chores", "dice", "dice-lot", "laying", "ask", "refuse", "lost", "square", "dispute", "agree", "menu",
    "telling", "over", "cards-lost", "zong-lost", "zong-throw",
)  # fmt: skip
"""Situations of a game under way, of every kind."""


@pytest.mark.parametrize(
    "name", [name for name in situations(Path()) if name in FACES and name not in WITH_EYES]
)
def test_home_is_one_touch_away_or_in_the_drawer_and_the_game_is_kept(
    name: str, drive: Callable[..., Any], tmp_path: Path
) -> None:
    from tests.ui.audit import walk
    from ui.widgets.keys import Touched

    desk = situations(tmp_path)[name]()
    entries = len(desk.session.referee.entries)
    driver = drive(desk)
    for _touch in range(2):
        keys = [
            widget for widget in walk(driver.app.root) if isinstance(widget, Touched) and not widget.disabled
        ]
        way = next(key for action in (HOME, MENU) for key in keys if key.action == action)
        driver.touch(*way.to_window(*way.center))
        driver.run(0.2)
        if desk.page == "home":
            break
    assert desk.page == "home"
    kept = unfinished(desk.kept.store) or desk.kept.store.games()[0]
    assert kept.entries == entries


@pytest.mark.parametrize("name", ["refuse", "ask", "square"])
def test_a_question_shows_one_way_home_with_its_sign_in_the_middle(
    name: str, drive: Callable[..., Any], tmp_path: Path
) -> None:
    from tests.ui.audit import walk
    from ui.widgets.drawing import Icon
    from ui.widgets.keys import Touched

    driver = drive(situations(tmp_path)[name]())
    (key,) = [one for one in walk(driver.app.root) if isinstance(one, Touched) and one.action == HOME]
    (icon,) = [one for one in walk(key) if isinstance(one, Icon)]
    assert icon.center == pytest.approx(key.center, abs=1)


@pytest.mark.parametrize("name", ["home", "home-resume", "home-two", "home-unread"])
def test_on_the_first_screen_a_new_game_and_the_end_are_in_sight(
    name: str, drive: Callable[..., Any], tmp_path: Path
) -> None:
    from tests.ui.audit import walk
    from ui.widgets.keys import Touched

    driver = drive(situations(tmp_path)[name](), (800, 480))
    keys = [one for one in walk(driver.app.root) if isinstance(one, Touched)]
    for wanted in ({Goto("games"), Goto("seats")}, {Quit()}):
        key = next(one for one in keys if one.action in wanted)
        (left, low), (right, high) = key.to_window(*key.pos), key.to_window(key.right, key.top)
        assert 0 <= left < right <= 800 and 0 <= low < high <= 480


PAGES = (
    "eye", "games", "seats", "options", "typing", "history", "past", "kept", "deleting", "bin", "unseen", "quit",
    "packed", "enrol-what", "enrol-name", "selftest", "tribes", "tribe-format", "tribe-base", "tribe-more",
    "tribe-name", "tribe-deleting", "tribe-cards", "card-choice", "cards-picker", "zong-map", "zong-map-typing",
    "zones-cards", "zones-card", "zones-army", "own-curtain", "touch-curtain", "zones-curtain",
    "muster",
)  # fmt: skip
"""Pages on which no game is played, one of each kind, and those for one pair of eyes."""


@pytest.mark.parametrize("name", [name for name in situations(Path()) if name in PAGES])
def test_every_page_is_left_in_at_most_two_touches(
    name: str, drive: Callable[..., Any], tmp_path: Path
) -> None:
    from tests.ui.ways_out import touches_to_leave

    desk = situations(tmp_path)[name]()
    assert touches_to_leave(drive(desk)) is not None
    desk.close()


@pytest.mark.parametrize("name", ["tribe-needs", "card-correct"])
def test_what_is_not_saved_is_asked_about_before_home(name: str, tmp_path: Path) -> None:
    desk = situations(tmp_path)[name]()
    desk.send(Goto("home"))
    assert desk.page == "tribes" and "not saved" in repr(desk.model()).lower()
    send(desk, own("throw_away" if name.startswith("card") else "show_list"))
    assert desk.page != "tribes"


def test_who_cannot_be_followed_may_take_back_or_ask_for_more(made: Callable[[str], Any]) -> None:
    model = made("lost").model()
    assert model.kind == "lost"
    ways = {button.action for button in (*model.answers, *model.tools) if button.enabled}
    assert {
        at(PlayedTable.press_button, "back"),
        at(PlayedTable.open_menu),
        at(Asking.table_right),
        at(Asking.book_right),
    } <= ways


@pytest.mark.parametrize("pages", [("options",), ("box:1",), ("who:0",), ("options", "coach")])
def test_from_what_is_agreed_one_page_back_leads_to_the_page_before(
    pages: tuple[str, ...], made: Callable[[str], Any]
) -> None:
    desk = made("seats")
    for page in pages:
        desk.send(agree(Draft.on_page, page))
    for before in ("seats", *pages[:-1])[::-1]:
        desk.send(PageBack())
        assert (desk.page, desk.agreement.draft.page) == ("seats", before)
    desk.send(agree(typing_name, 0))
    desk.send(PageBack())
    assert desk.page == "seats" and desk.model().editing is None, "what was typed is let go of"
