"""What is drawn stands out from what is really behind it, in each theme: texts by 4.5 to 1, signs by 3 to 1."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.situations.screens import situations
from tests.ui.sizes import ONE_OF_A_KIND, SIZES
from ui.widgets.theme import PALETTES


@pytest.mark.parametrize(
    ("name", "theme"),
    [
        (name, theme)
        for n, name in enumerate(ONE_OF_A_KIND)
        for at, theme in enumerate(PALETTES)
        if "ZO_EVERY_SIZE" in os.environ or n % len(PALETTES) == at
    ],
)
def test_texts_and_signs_stand_out(
    name: str, theme: str, drive: Callable[..., Any], made: Callable[[str], Any]
) -> None:
    from tests.ui.drawn import drawn, faint

    desk = made(name)
    usual = desk.settings.now.theme
    desk.settings.change(theme=theme)
    try:
        driver = drive(desk, SIZES[0])
        driver.run(0.2)
        screen = drawn(driver.app.root)
        assert len(screen.inked) > 5 and faint(screen) == []
    finally:
        desk.settings.change(theme=usual)


def test_a_faint_text_is_noticed(drive: Callable[..., Any], tmp_path: Path) -> None:
    from kivy.graphics import Color, Rectangle
    from kivy.uix.widget import Widget

    from tests.ui.drawn import drawn, faint
    from ui.widgets.text import letters

    drive(situations(tmp_path)["home"]())
    root = Widget()
    with root.canvas:
        Color(0.3, 0.3, 0.3)
        Rectangle(pos=(0, 0), size=(200, 100))
        for strength, low in ((0.6, 10), (1.0, 50)):
            Color(strength, strength, strength)
            text = letters(f"contrast {strength}", 20)
            Rectangle(texture=text, pos=(20, low), size=text.size)
    assert [said.split(":")[0] for said in faint(drawn(root))] == ["'contrast 0.6'"]
