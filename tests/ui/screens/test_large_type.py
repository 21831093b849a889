"""The most crowded pages in the largest type: nothing is cut off or pushed off its place, and every key is found."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.ui.sizes import EVERY_SIZE, SIZES, named

LARGEST = 160
CROWDED = ("zong-discs-heap", "zones-asked", "zones-menu", "card-new", "history", "after-zombinion")
"""Pages that have once been too small for it."""


@pytest.mark.parametrize(
    ("name", "size"),
    [(name, SIZES[n % len(SIZES)]) for n, name in enumerate(sorted(EVERY_SIZE))]
    + [(name, SIZES[0]) for name in CROWDED]
    + [("history", SIZES[2])],
    ids=named,
)
def test_screen_is_whole_in_the_largest_type(
    name: str, size: tuple[int, int], drive: Callable[..., Any], made: Callable[[str], Any]
) -> None:
    from tests.ui.audit import complaints

    desk = made(name)
    desk.settings.change(text=LARGEST)
    try:
        driver = drive(desk, size)
        driver.run(0.2)
        assert complaints(driver.app.root) == []
    finally:
        desk.settings.change(text=100)
