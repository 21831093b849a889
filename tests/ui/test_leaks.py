"""Secrets that are on no page for all, and an ear that would hear them."""

from collections.abc import Callable
from typing import Any

import pytest


@pytest.mark.parametrize(
    "name", ["own-curtain", "hidden-play", "hidden-lost", "own-cards", "zones-not-yet", "zones-lift"]
)
def test_no_secret_is_written_where_all_can_read_it(
    name: str, drive: Callable[..., Any], fresh: Callable[[str], Any]
) -> None:
    from tests.ui.leaks import leaked, secrets

    desk = fresh(name)
    driver = drive(desk)
    driver.run(0.2)
    assert secrets(desk.side)
    assert leaked(desk, driver.app.root) == []
    desk.close()


def test_a_secret_that_is_told_is_heard(drive: Callable[..., Any], fresh: Callable[[str], Any]) -> None:
    from tests.ui.leaks import leaked
    from ui.widgets.text import Words

    desk = fresh("hidden-play")
    driver = drive(desk)
    driver.run(0.2)
    driver.app.root.add_widget(Words("On c5 lies Harold de Jarl"))
    assert leaked(desk, driver.app.root) == ["harold-de-jarl"]
    desk.close()
