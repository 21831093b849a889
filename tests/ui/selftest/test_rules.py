"""The self-test is fair: it asks no more of a thing than shows, and names the commonest trouble first."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from companion.sight import Region, Sighting, Table
from ui.lab.bench.vision import held_against
from ui.present.touches import do
from ui.selftest.course import Asked, Conditions, Finding, advice, judge_look
from ui.selftest.side import Resting, SelftestSide
from vision.sources.frames import Frame

TABLE = Table(200.0, 200.0, None, (Region("a1", 0, 0, 100, 100), Region("b1", 100, 0, 100, 100)))
UNDER = Asked("card", "king", "a1", "a1", 50.0, 50.0, face="up")
OVER = Asked("card", "queen", "a1", "a1", 50.0, 20.0, face="up", trick="over", on=0)


@pytest.mark.parametrize(("lying", "verdict"), [((UNDER,), "unread"), ((UNDER, OVER), "hidden")])
def test_a_card_that_another_lies_over_need_not_be_read(lying: tuple[Asked, ...], verdict: str) -> None:
    seen = Sighting("card", None, "a1", 0.3, face="up", x=50.0, y=50.0)
    assert judge_look(lying, (seen,), TABLE, (200, 200))[0][0].verdict == verdict


def test_the_commonest_trouble_is_told_first() -> None:
    fine = Conditions(sharp=2.0, glare=0.0, bright=150.0, px_per_mm=3.0)
    once = Finding("penny", "heads", "far left", "missed", fine)
    often = [Finding("die", "5", "near right", "unread", fine)] * 3
    told = advice([once, *often])
    assert len(told) == 2 and told[0].startswith("Dice in the near right")


def test_while_a_picture_is_looked_at_touches_leave_the_course_alone() -> None:
    skipped: list[str] = []
    side: Any = SelftestSide.__new__(SelftestSide)
    side.course = SimpleNamespace(skip=lambda: skipped.append("skipped"), asked=object())
    side._looking = True
    assert side.take(do(side.skip_thing)) and not skipped
    side._looking = False
    assert side.take(do(side.skip_thing)) and skipped


def test_the_table_rests_once_nothing_has_moved_for_the_time_given() -> None:
    bare = np.full((120, 160, 3), 90, np.uint8)
    laid = bare.copy()
    laid[30:90, 40:100] = 220
    resting = Resting(lambda _picture: False, seconds=0.5)
    rests = []
    for number, image in enumerate((bare, bare, bare, laid, laid, laid)):
        rests.append((resting.see(Frame(image, 0.25 * number, number)), resting.hint))
    moves, still = (False, "moving"), (True, "")
    assert rests == [moves, moves, still, moves, moves, still]


def test_what_no_picture_tells_of_is_named_as_not_measured() -> None:
    told = held_against({}, {}, {})
    assert told["demands"] == [] and len(told["not_measured"]) > 5
