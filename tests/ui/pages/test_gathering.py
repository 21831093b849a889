"""Which pictures are gathered for a calibration, and for how long: exactly, at a clock of the test's own."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from ui.checks import lookout
from ui.pages.table_check import EVERY_S, MOST_PICTURES, TOGETHER_S, Calibrating
from vision.sources.frames import Frame


class Source:
    """Gives a picture with its number at each `every`-th asking, and ends after `last`."""

    def __init__(self, every: int, last: int) -> None:
        self.asked, self.given, self.every, self.last = 0, 0, every, last

    @property
    def ended(self) -> bool:
        return self.given >= self.last

    def newest(self) -> Any:
        self.asked += 1
        if self.asked % self.every:
            return None
        self.given += 1
        return SimpleNamespace(image=self.given)


class Clock:
    """Goes on by a quarter of a second with each sleep, and a little with each look at it."""

    def __init__(self, look: float) -> None:
        self.now, self.slept, self.look = 0.0, 0, look

    def monotonic(self) -> float:
        self.now += self.look
        return self.now

    def sleep(self, _seconds: float) -> None:
        self.slept += 1
        self.now += 0.25


@pytest.mark.parametrize(
    ("every", "last", "live", "look", "expected", "slept"),
    [
        (1, 3, True, 0.5, [1, 2, 3], 0),
        (1, 3, False, 0.5, [1, 2, 3], 0),
        (1, 40, True, 0.5, [1, 2, 3, 4, 5, 6], 0),
        (1, 40, True, 0.125, [1, 2, 3, 4, 5, 6, 7, 8], 0),
        (1, 9, False, 0.125, [2, 3, 4, 5, 6, 7, 8, 9], 0),
        (2, 40, True, 0.5, [1, 2, 3], 3),
        (2, 40, False, 0.5, [1, 2, 3], 4),
        (3, 40, True, 0.5, [1, 2], 4),
        (20, 40, True, 0.5, [], 6),
    ],
)
def test_pictures_of_a_few_seconds(
    every: int,
    last: int,
    live: bool,
    look: float,
    expected: list[int],
    slept: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = Clock(look)
    monkeypatch.setattr(lookout, "time", clock)
    source: Any = Source(every, last)
    assert (lookout.newest(source, lookout.ENOUGH_PICTURES, live=live), clock.slept) == (expected, slept)


@pytest.fixture
def judging() -> tuple[Calibrating, list[Any]]:
    """A calibration that is not carried out, and each time that it was asked for."""
    asked: list[Any] = []
    opened: Any = SimpleNamespace(source=SimpleNamespace())
    return Calibrating(opened, SimpleNamespace(), asked.append), asked  # type: ignore[arg-type]


def frame(at: float) -> Frame:
    return Frame(np.zeros((1, 1, 3), np.uint8), at, 0)


def test_old_pictures_go_and_no_picture_counts_twice(judging: tuple[Calibrating, list[Any]]) -> None:
    found, _asked = judging
    frames = [frame(at) for at in (0.0, 1.0, 1.0, 0.5, TOGETHER_S, TOGETHER_S + 0.1)]
    for each in (frames[0], frames[0], *frames[1:], frames[-1]):
        found._take(each)
    assert [each.at for each in found._pictures] == [1.0, 1.0, TOGETHER_S, TOGETHER_S + 0.1]
    for step in range(9):
        found._take(frame(7.0 + step / 100))
    assert [round(each.at - 7, 2) for each in found._pictures] == [0.03, 0.04, 0.05, 0.06, 0.07, 0.08]
    assert len(found._pictures) == MOST_PICTURES


def test_pictures_are_judged_at_once_and_then_every_so_often(judging: tuple[Calibrating, list[Any]]) -> None:
    found, asked = judging
    times = []
    for at in (2.0, 2.1, 2.0 + EVERY_S, 2.1 + EVERY_S, 2.0 + 2 * EVERY_S):
        before = len(asked)
        found._take(frame(at))
        found._judging = False
        if len(asked) > before:
            times.append(at)
    assert times == [2.0, 2.0 + EVERY_S, 2.0 + 2 * EVERY_S]


def test_nothing_is_judged_while_something_is(judging: tuple[Calibrating, list[Any]]) -> None:
    found, asked = judging
    for at in (2.0, 20.0, 40.0):
        found._take(frame(at))
    assert len(asked) == 1 and found._judged_at == 2.0
