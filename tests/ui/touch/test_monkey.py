"""A short random walk over the app's pages: nothing raises, and every page is left in two touches."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.games import all_games
from tests.situations.maker import Maker
from tests.ui.fingers import Room
from tests.ui.monkey import let_loose

ACTIONS, MOST_ACTIONS = 120, 1200
"""At least so many, and at most until something was played."""


@pytest.mark.parametrize("game", ["zoon_alternate", "zong"])
def test_random_touches_find_no_exception_and_no_trap(
    game: str, drive: Callable[..., Any], tmp_path: Path
) -> None:
    room = Room()
    maker = Maker(tmp_path, all_games()[game])
    desk = maker.desk(room.open if game != "zong" else None)
    driver = drive(desk, each_tick=lambda _app: room.tick(desk) if game != "zong" else None)
    found = let_loose(
        driver,
        8,
        lambda found: found.actions >= (ACTIONS if found.games and found.entries else MOST_ACTIONS),
    )
    assert found.exceptions == [] and found.traps == []
    assert len(found.pages) > 5
    assert found.games and found.entries, found.words()
