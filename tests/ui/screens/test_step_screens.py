"""A page of steps: where people have scrolled to, it stays."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.approved.touched import written
from ui.present.touches import do
from ui.widgets.boxes import Scroll

Drive, Fresh = Callable[..., Any], Callable[[str], Any]


def scroll(driver: Any) -> Scroll:
    return next(widget for widget in driver.app.root.walk() if isinstance(widget, Scroll))


@pytest.mark.parametrize(("situation", "kind"), [("looks", "choose"), ("printing", "switch_part")])
def test_a_list_stays_where_it_was_when_its_last_key_is_touched(
    drive: Drive, fresh: Fresh, situation: str, kind: str
) -> None:
    driver = drive(fresh(situation))
    assert scroll(driver).scroll_y == 1.0
    scroll(driver).scroll_y = 0.0
    before = driver.app.desk.model()
    last = [key.action for key in before.keys if written(key.action).name == kind][-1]
    driver.app.send(last)
    driver.run(0.2)
    assert driver.app.desk.model() != before and scroll(driver).scroll_y == 0.0


def test_another_page_of_the_same_title_begins_at_its_top(drive: Drive, fresh: Fresh) -> None:
    driver = drive(fresh("printing"))
    scroll(driver).scroll_y = 0.0
    page = driver.app.desk.step
    driver.app.send(do(page.print_to, "file"))
    driver.run(0.2)
    assert scroll(driver).scroll_y == 1.0
