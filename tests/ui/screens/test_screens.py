"""Every screen at the sizes dealt to it: nothing cut off or too small for a finger, all in reach of keys, approved.

Then the language is changed, as people do in the midst of a game: the same holds in it, and nothing stays in English.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.language import ENGLISH, speak
from tests.approved.pages import differing, text_of
from tests.situations.screens import WITH_EYES, situations
from tests.situations.zones import ALIKE
from tests.ui.screens.test_languages import languages_of, left_in_english
from tests.ui.sizes import dealt, named
from ui.languages import language
from ui.present.models import TableModel

NAMES = [name for name in situations(Path()) if name not in WITH_EYES | ALIKE]

FOLLOWING = frozenset(
    {"play", "chores", "dice", "ask", "refuse", "lost", "cards-hunt", "zong-vote", "zones-move"}
)
"""Faces of the table whose words must all follow when the language is changed."""


def loud_keys(shown: object) -> list[str]:
    """The keys of a table that stand out."""
    if not isinstance(shown, TableModel):
        return []
    return [key.words for key in (*shown.answers, *shown.helps, *shown.tools) if key.weight == "main"]


@pytest.mark.parametrize(("name", "size"), dealt(NAMES), ids=named)
def test_screen_is_whole(
    name: str,
    size: tuple[int, int],
    drive: Callable[..., Any],
    made: Callable[[str], Any],
    fresh: Callable[[str], Any],
) -> None:
    from tests.approved.screens import differing_picture
    from tests.ui.audit import complaints, walk
    from tests.ui.by_keys import expect_all_reached
    from ui.widgets.keys import SoundKey

    desk = made(name)
    shown = made.shown[name]  # type: ignore[attr-defined]
    driver = drive(desk, size)
    driver.run(0.2)
    if text_of(desk.model()) != text_of(shown):
        # Another test has touched that one, or what it shows is not shown for long.
        desk = fresh(name)
        driver = drive(desk, size)
        driver.run(0.2)
    # Before the audit, which has a frame really drawn: after that a text's box is another.
    assert differing_picture(name, size, driver.app.root) == ""
    assert complaints(driver.app.root) == []
    # At the table it is in the drawer.
    sounds = not isinstance(shown, TableModel) or shown.kind == "menu"
    assert sum(isinstance(widget, SoundKey) for widget in walk(driver.app.root)) == sounds
    assert differing(name, shown) == ""
    assert len(loud_keys(shown)) <= 1
    expect_all_reached(driver)
    usual = desk.settings.now.language
    stale = [code for code in languages_of(name, size) if left_in_english(code, driver)]
    # Other tests find the desk as it was.
    desk.settings.change(language=usual)
    speak(ENGLISH)
    desk.tick()
    assert not stale or name not in FOLLOWING
    for code in stale:
        # What pages and pictures tell of the past was said before the change: said in that language it is whole.
        speak(language(code))
        assert left_in_english(code, drive(fresh(name), size)) == []
