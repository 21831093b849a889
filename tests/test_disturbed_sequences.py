"""A recorded game goes on, or says why it does not, whatever a camera does with its pictures.

All of it, at each picture of each recorded game: `python -m tests.disturbed_sequences`.
"""

from collections.abc import Sequence
from typing import Any

import cv2
import pytest

from tests.disturbed_sequences import DISTURBANCES, FLICKS, SHARED, cases
from tests.hidden.recorded import FILMED, place

SAME = ("1280 x 720", "up from 1280 x 720", "turned 90", "bands 10 %")
"""Two turns, one with a hand over the table, are followed as ever."""


OPEN = ("bands 10 %", "bands 15 %, wide", "broken between", "turned 270")
"""What is still passed over in silence at some picture, or goes on at fewer than it should."""


def known(names: Sequence[str]) -> list[Any]:
    """Cases by name; of those that are open it is seen whether they still are."""
    return [
        pytest.param(
            name,
            marks=pytest.mark.xfail(reason="silent at some picture", strict=False) if name in OPEN else (),
        )
        for name in names
    ]


@pytest.fixture(autouse=True)
def one_thread() -> None:
    cv2.setNumThreads(1)


def test_a_game_is_followed_whose_camera_comes_back_otherwise() -> None:
    found = {kind: came for kind, _at, came in cases("zoon", SAME, 100, 3, 4)}
    assert found == dict.fromkeys(SAME, "same")


@pytest.mark.slow
@pytest.mark.parametrize("kind", known([*DISTURBANCES]))
def test_nothing_is_booked_wrongly_and_nobody_left_in_silence(kind: str) -> None:
    found = list(cases("zoon", [kind], 5, 4))
    assert len(found) == 3
    assert {came for _kind, _at, came in found} <= {"same", "said"}, found
    same = sum(came == "same" for _kind, _at, came in found)
    assert same >= (1 if kind.startswith(("gain 1", "gain 0.65", "one missed")) else 3), found


@pytest.mark.slow
@pytest.mark.parametrize("name", known([*FILMED[1:], FLICKS]))
def test_the_other_recorded_games_too(name: str) -> None:
    if not (place(name).is_file() or (SHARED / name).is_dir()):
        pytest.skip(f"no recording {name} in {SHARED}; name its folder by ZO_SHARED")
    found = list(cases(name, ["960 x 540", "turned 180", "bands 10 %"], 9, 3))
    assert found and {came for _kind, _at, came in found} <= {"same", "said"}, found
