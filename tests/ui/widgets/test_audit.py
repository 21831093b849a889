"""The audit of a screen notices what it is there for: a target that a finger misses, a way back that is too loud."""

from typing import Any

import pytest

from ui.present.models import Button
from ui.present.touches import Goto


@pytest.fixture(autouse=True)
def usual(window: Any) -> None:
    from ui.widgets import theme

    theme.fit(800, 480)


def found(button: Button, width: float = 120.0, height: float = 60.0) -> list[str]:
    from tests.ui.audit import complaints
    from ui.widgets.keys import Tool

    tool = Tool(button, lambda _touch: None, size=(width, height))
    return complaints(tool)


def test_a_loud_way_back_is_complained_of() -> None:
    assert "loudest" in " ".join(found(Button("Back", Goto("home"), "main")))
    assert "loudest" not in " ".join(found(Button("Back", Goto("home"), "quiet")))
    assert "loudest" not in " ".join(found(Button("Start", Goto("home"), "main")))


@pytest.mark.parametrize(("width", "height", "small"), [(49, 60, True), (60, 50, True), (51, 56, False)])
def test_a_target_of_less_than_nine_millimetres_is_complained_of(
    width: float, height: float, small: bool
) -> None:
    said = " ".join(found(Button("", Goto("home"), "plain", "home"), width, height))
    assert ("target of" in said) is small
