"""Who only does what the screen says comes to a first move without a wrong page: `tests.lived.newcomer`, in short."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.lived.newcomer import BAD, SET_UP, next_touch
from tests.lived.sight import Sight
from tests.ui.pages.test_by_one_tap import begin

AT_TABLE = 5
"""The guide is wanted, all is laid out, lots are drawn, a piece is touched, and where it goes."""


@pytest.mark.parametrize("game", ["zoon_alternate", "zoondo"])
def test_the_first_move_is_told_by_what_the_screen_says(
    game: str, drive: Callable[..., Any], tmp_path: Path
) -> None:
    player = begin(drive, tmp_path, game)
    sight, reasons = Sight(player.driver.app), []
    for _touch in range(AT_TABLE):
        found = next_touch(sight.shown(), ())
        assert found is not None, "something says how it goes on"
        spot, reason = found
        reasons.append(reason)
        player.driver.touch(*spot["at"])
        player.settle(4.0)
        assert player.desk.model().kind not in BAD, (spot, reasons)
    kinds = [type(entry.event).__name__ for entry in player.session.referee.standing]
    assert [kind for kind in kinds if kind not in SET_UP] == ["Moved"], reasons
    assert reasons[-2:] == ["a square that the hint points at", "a lit square"]
    player.desk.close()
