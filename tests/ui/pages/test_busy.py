"""While a table is being opened the screen says so at once, and no longer than that."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.ui.audit import walk
from ui.present.touches import Start, Touch


def words(root: Any) -> list[str]:
    return [widget.text for widget in walk(root) if getattr(widget, "text", "")]


@pytest.mark.parametrize("fails", [False, True])
def test_it_is_said_while_the_table_is_opened(
    fails: bool, drive: Callable[..., Any], tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tests.situations.screens import situations

    desk = situations(tmp_path)["seats"]()
    driver = drive(desk)
    said: list[str] = []

    def slow(action: Touch) -> None:
        said.extend(text for text in words(driver.app.root) if "being opened" in text)
        if fails:
            raise OSError("no")

    monkeypatch.setattr(desk, "send", slow)
    if fails:
        with pytest.raises(OSError):
            driver.app.send(Start())
    else:
        driver.app.send(Start())
    assert len(said) == 1
    assert not [text for text in words(driver.app.root) if "being opened" in text]
