"""A penny that was not clearly read is held against the look before, but only where nobody can have turned it."""

import numpy as np
import pytest

from companion.sight import Sighting, Table
from vision.mat.plane import Plane
from vision.pennies.reader import seen_again
from vision.reader import Changes, View

TABLE = Table(400.0, 300.0)
PLANE = Plane(
    matrix=np.diag([900.0, 900.0, 1.0]),
    distortion=np.zeros(5),
    rotation=np.eye(3),
    translation=np.array([0.0, 0.0, 900.0]),
    width_mm=400.0,
    height_mm=300.0,
    picture_size=(400, 300),
    error_px=0.1,
)


def penny(heads: float, x: float = 100.0, chance: float = 0.95) -> Sighting:
    sides = sorted((("heads", heads * chance), ("tails", (1 - heads) * chance)), key=lambda side: -side[1])
    if sides[0][1] < 0.6 * chance:
        return Sighting(kind="penny", label=None, sure=chance, others=tuple(sides), x=x, y=50.0)
    return Sighting(kind="penny", label=sides[0][0], sure=sides[0][1], others=(sides[1],), x=x, y=50.0)


def told(now: Sighting, before: Sighting, *, changes: Changes | None = None, mat: bool = True) -> Sighting:
    view = View(
        image=np.zeros((300, 400, 3), np.uint8), plane=PLANE if mat else None, table=TABLE, changes=changes
    )
    (one,) = seen_again(view, [now], [before])
    return one


def test_two_looks_that_mean_one_side_make_it_surer() -> None:
    for now, before in ((0.75, 0.8), (0.55, 0.75), (0.75, 0.55)):
        both = told(penny(now), penny(before))
        assert both.label == "heads"
        assert both.sure / 0.95 > 0.6 and both.sure + both.others[0][1] == pytest.approx(0.95)
    assert told(penny(0.8), penny(0.8)).sure > penny(0.8).sure
    assert told(penny(0.2), penny(0.2)).label == "tails"
    assert told(penny(0.53), penny(0.53)).label is None


def test_two_looks_at_odds_tell_no_side() -> None:
    both = told(penny(0.8), penny(0.1))
    assert both.label is None and both.sure == pytest.approx(0.95)
    assert dict(both.others) == pytest.approx({"heads": 0.76, "tails": 0.19})


def test_the_look_before_never_outvotes_a_clear_one() -> None:
    now = penny(0.93)
    assert told(now, penny(0.001)) is now and told(now, penny(0.999)) is now


def test_what_may_have_been_turned_or_moved_is_read_by_itself() -> None:
    now, before = penny(0.7), penny(0.8)
    assert told(now, before, changes=Changes(((90.0, 40.0, 110.0, 60.0),))) is now
    assert told(now, before, mat=False) is now
    assert told(now, penny(0.8, x=110.0)) is now
