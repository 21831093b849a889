"""Every screen at every size: nothing cut off, nothing off its place, nothing too small for a finger."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.ui.conftest import SIZES
from ui.situations import WITH_EYES, situations
from ui.situations_zones import ALIKE

NAMES = [name for name in situations(Path()) if name not in WITH_EYES | ALIKE]


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("name", NAMES)
def test_screen_is_whole(
    name: str, size: tuple[int, int], drive: Callable[..., Any], made: Callable[[str], Any]
) -> None:
    from tests.ui.audit import complaints

    driver = drive(made(name), size)
    driver.run(0.2)
    assert complaints(driver.app.root) == []
