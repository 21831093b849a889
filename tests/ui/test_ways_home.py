"""From whatever a game shows, one touch leads home, and the game is kept."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ui.present.models import Action
from ui.situations import WITH_EYES, situations

HOME = Action("goto", "home")
FACES = (
    "play", "chores", "dice", "dice-lot", "laying", "ask", "refuse", "lost", "square", "dispute", "agree", "menu",
    "telling", "over", "cards-lost", "zong-lost", "zong-throw",
)  # fmt: skip
"""Situations of a game under way, of every kind."""


@pytest.mark.parametrize(
    "name", [name for name in situations(Path()) if name in FACES and name not in WITH_EYES]
)
def test_one_touch_leads_home_and_the_game_is_kept(
    name: str, drive: Callable[..., Any], tmp_path: Path
) -> None:
    from tests.ui.audit import walk
    from ui.widgets.keys import Touched

    desk = situations(tmp_path)[name]()
    entries = len(desk.session.referee.entries)
    driver = drive(desk)
    keys = [widget for widget in walk(driver.app.root) if isinstance(widget, Touched)]
    way = next(key for key in keys if key.action == HOME and not key.disabled)
    driver.touch(*way.to_window(*way.center))
    assert desk.page == "home"
    kept = desk._store.unfinished() or desk._store.games()[0]
    assert kept.entries == entries


def test_who_cannot_be_followed_may_take_back_or_ask_for_more(made: Callable[[str], Any]) -> None:
    model = made("lost").model()
    assert model.kind == "lost"
    ways = {button.action for button in (*model.answers, *model.tools) if button.enabled}
    assert {Action("press", "back"), Action("menu"), Action("table_right"), Action("book_right")} <= ways
