"""One self-test step by step: what is due, what lies there, what was read of it; pictures are told, not read."""

from dataclasses import asdict, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from companion.sight import Region, Sighting, Table
from ui.records.beginning import app_version
from ui.selftest import course as module
from ui.selftest.course import (
    Asked,
    Conditions,
    Course,
    Judged,
    conditions,
    invented_words,
    is_worse,
    on_table,
    outline,
    result_json,
    shows,
    things_json,
)
from vision.mat.following import Mat

TABLE = Table(
    400.0, 300.0, regions=(Region("left", 0.0, 0.0, 200.0, 300.0), Region("right", 200.0, 0.0, 200.0, 300.0))
)
FOX = Asked("card", "fox", "left", "the left", 100.0, 200.0, 0.0, "up", "warus")
OWL = Asked("card", "owl", "right", "the right", 300.0, 200.0, 0.0, "up", "warus")
HEADS = Asked("penny", "heads", "right", "the right", 300.0, 100.0, width_mm=20.0, height_mm=20.0)
PICTURE = np.zeros((30, 40, 3), np.uint8)
CLEAR = Conditions(0.0, 200.0, 2.5, 2.0)


@pytest.fixture
def course(monkeypatch: pytest.MonkeyPatch) -> Course:
    """A course that judges all as right, and measures the same conditions for whatever is there."""
    sizes = []

    def judge(
        lying: Any, sightings: Any, table: Table, size: tuple[int, int]
    ) -> tuple[list[Judged], list[Sighting]]:
        sizes.append(size)
        assert size == (40, 30)
        things = [Judged("hidden", None) if one is None else Judged("right", None) for one in lying]
        return things, [Sighting("card", "elk", x=50.0, y=150.0)]

    def measured(picture: object, asked: Asked, seen: object, mat: object, table: Table) -> Conditions:
        return replace(CLEAR, bright=asked.x)

    monkeypatch.setattr(module, "judge_look", judge)
    monkeypatch.setattr(module, "conditions", measured)
    reading: Any = SimpleNamespace(scene=SimpleNamespace(sightings=(), hand=True), mat=None)
    return Course((FOX, OWL, HEADS), TABLE, lambda picture: reading)


def test_things_are_laid_one_after_the_other(course: Course) -> None:
    assert (course.number, course.asked, course.last, course.lying) == (0, FOX, None, ())
    assert course.take(PICTURE).verdict == "right"
    assert (course.number, course.asked, course.lying) == (1, OWL, (FOX,))
    course.skip()
    assert course.last is None and course.lying == (FOX, None)
    course.take(PICTURE)
    assert course.asked is None and course.last == Judged("right", None, replace(CLEAR, bright=OWL.x))
    course.skip()
    assert course.number == 3, "when all is done nothing is skipped"
    with pytest.raises(IndexError):
        course.take(PICTURE)
    assert course.shows_hand(PICTURE)


def test_conditions_are_measured_for_what_was_laid(course: Course) -> None:
    course.take(PICTURE)
    course.skip()
    course.take(PICTURE)
    first, second = course.steps
    assert [one.conditions and one.conditions.bright for one in first.things] == [100.0]
    assert [one.conditions and one.conditions.bright for one in second.things] == [100.0, None, 300.0]
    assert [one["truth"] for one in things_json(course)["things"]] == [asdict(FOX), asdict(HEADS)]
    findings, invented = course.findings()
    assert [finding.kind for finding in findings] == ["card", "card", "penny"]
    assert len(invented) == 2
    assert result_json(course)["verdicts"] == [["right"], ["right", None, "right"]]
    assert result_json(course)["invented"] == 2


def test_what_was_not_there_is_dropped_and_what_is_laid_again_is_due_again(course: Course) -> None:
    course.take(PICTURE)
    course.take(PICTURE)
    course.not_there()
    assert (len(course.steps), course.lying) == (1, (FOX, None))
    course.not_there()
    assert (len(course.steps), course.lying) == (1, (FOX, None))
    course.again()
    assert (len(course.steps), course.lying, course.asked) == (1, (FOX,), OWL)
    course.again()
    assert (len(course.steps), course.lying, course.asked) == (0, (), FOX)
    course.again()
    assert course.number == 0


def test_what_was_laid_instead_is_put_right(course: Course) -> None:
    course.take(PICTURE)
    course.correct("elk", "up", "boarix")
    (told,) = course.lying
    assert told == replace(FOX, label="elk", deck="boarix")
    course.correct(None, "up")
    assert course.lying == (replace(FOX, label=None, deck=None, trick="stranger"),)
    assert [finding.stranger for finding in course.findings()[0]] == [True]
    course.correct(None, "down", "warus")
    assert course.lying == (replace(FOX, label=None, face="down"),)
    assert [step.lying for step in course.steps] == [course.lying]
    course.skip()
    with pytest.raises(IndexError):
        course.correct("elk", "up")
    course.take(PICTURE)
    course.correct("tails", "up", "warus")
    assert course.lying[-1] == replace(HEADS, label="tails"), "a penny has no face and no deck"


def test_a_picture_that_was_kept_is_read_with_what_lay_there(course: Course) -> None:
    course.take(PICTURE)
    assert [finding.stranger for finding in course.findings()[0]] == [False]
    course.add(course.steps[0].data, (OWL, None, HEADS))
    assert course.lying == course.steps[1].lying == (OWL, None, HEADS)
    assert course.asked is None and len(course.steps) == 2


def test_of_nothing_laid_nothing_is_kept(
    course: Course, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    kept: list[Any] = []
    monkeypatch.setattr(module, "keep_run", lambda *told, **more: kept.append((*told, more)) or tmp_path)
    stands = module.Setting(TABLE, (), (), "zoondo", painted=True)
    assert stands.keep(course, 3, "simulated") is None and not kept
    course.take(PICTURE)
    assert stands.keep(course, 3, "simulated") == tmp_path
    (told,) = kept
    assert (told[1].table, told[1].game, told[1].decks) == (TABLE, "zoondo", ())
    assert ([frame.asked for frame in told[1].frames], told[2]) == ([(FOX,)], [course.steps[0].data])
    about = {"at": told[3]["at"], "version": app_version(), "seed": 3, "source": "simulated"}
    assert told[3:] == (about | result_json(course), {}) and told[1].painted
    assert told[0] == told[3]["at"][:19].replace(":", "-")


def test_a_card_over_another_stays_one(course: Course) -> None:
    course.planned = (FOX, replace(OWL, trick="over", on=0))
    course.take(PICTURE)
    course.take(PICTURE)
    course.correct(None, "up")
    told = course.lying[-1]
    assert told is not None and told.trick == "over"
    findings, _ = course.findings()
    assert [finding.tricky for finding in findings] == [False, True, True]


def result(right: int = 5, sure: int = 1, invented: int = 2, kind: str = "card") -> dict[str, Any]:
    return {"scores": {kind: {"right": right, "sure": sure}}, "invented": invented}


def test_a_result_is_worse_by_any_of_three_figures() -> None:
    assert not is_worse(result(), result())
    assert not is_worse(result(6, 0, 1), result())
    assert is_worse(result(right=4), result())
    assert is_worse(result(sure=2), result())
    assert is_worse(result(invented=3), result())
    assert is_worse(result(kind="penny", sure=0), result())
    assert not is_worse(result(kind="penny", sure=0), result(right=0, sure=0))
    assert is_worse(result(kind="penny", right=0), result(right=0))
    assert not is_worse(result(kind="penny", right=0, sure=0), result(right=0, sure=0))


def test_what_was_seen_where_nothing_lies_is_told_with_its_place() -> None:
    elk = Sighting("card", "elk", face="up")
    bare = invented_words(elk, TABLE)
    assert bare == "Elk, face up (100% sure)"
    assert invented_words(replace(elk, region="c3"), TABLE) == f"{bare}, c3"
    assert invented_words(replace(elk, x=10.0), TABLE) == invented_words(replace(elk, y=10.0), TABLE) == bare
    assert invented_words(replace(elk, x=10.0, y=10.0), TABLE).startswith(f"{bare}, ")


def test_a_thing_is_outlined_where_it_was_seen_or_else_where_it_was_asked_for() -> None:
    thing = replace(FOX, width_mm=40.0, height_mm=60.0)
    corners = ((1.0, 2.0), (3.0, 2.0), (3.0, 4.0), (1.0, 4.0))
    seen = Sighting("card", "fox", corners_px=corners)
    mat, none = Mat(True, None, ((0.5, 0, 10), (0, 0.5, 20), (0, 0, 1))), Mat(False)
    assert outline(thing, seen, mat, TABLE, (800, 600)).tolist() == [list(corner) for corner in corners]
    without = outline(thing, None, none, TABLE, (800, 600))
    assert without == pytest.approx(np.array([(160, 140), (240, 140), (240, 260), (160, 260)]))
    by_mat = outline(thing, None, mat, TABLE, (800, 600))
    assert by_mat == pytest.approx(np.array([(140, 420), (220, 420), (220, 300), (140, 300)]))


def test_the_light_at_a_thing_is_measured_within_its_outline() -> None:
    picture = np.full((60, 80, 3), 40, np.uint8)
    picture[10:30, 20:40] = 100
    picture[10:20, 20:40] = (251, 252, 253)
    picture[25, 25] = 255
    square = tuple((float(x), float(y)) for x, y in ((20, 10), (40, 10), (40, 30), (20, 30)))
    mat = Mat(True, None, ((0.25, 0, 0), (0, 0.25, 0), (0, 0, 1)))
    told = conditions(picture, FOX, Sighting("card", "fox", corners_px=square), mat, TABLE)
    assert told is not None
    assert (told.glare, told.bright, told.px_per_mm) == (0.5, 253.0, pytest.approx(4.0))
    assert (
        conditions(picture, FOX, Sighting("card", "fox", corners_px=square), Mat(False), TABLE).px_per_mm
        is None
    )  # type: ignore[union-attr]
    for x, y in ((100.0, 10.0), (-100.0, 10.0), (20.0, 100.0), (73.0, 10.0), (20.0, 53.0)):
        away = tuple((x + a - 20.0, y + b - 10.0) for a, b in square)
        assert conditions(picture, FOX, Sighting("card", "fox", corners_px=away), mat, TABLE) is None
    edge = tuple((a + 52.0, b) for a, b in square)
    assert conditions(picture, FOX, Sighting("card", "fox", corners_px=edge), mat, TABLE) is not None


def test_without_a_mat_a_place_in_the_picture_is_one_on_the_table() -> None:
    bare = Table(400.0, 300.0, None, TABLE.regions)
    seen = Sighting("card", "fox", corners_px=((10.0, 10.0), (30.0, 10.0), (30.0, 30.0), (10.0, 30.0)))
    assert on_table(seen, bare, (80, 60)).region == "left"
    shifted = replace(seen, corners_px=((50.0, 10.0), (70.0, 10.0), (70.0, 30.0), (50.0, 30.0)))
    assert on_table(shifted, bare, (80, 60)).region == "right"
    placed = replace(seen, x=1.0)
    assert on_table(placed, bare, (80, 60)) is placed
    unseen = replace(seen, corners_px=None)
    assert on_table(unseen, bare, (80, 60)) is unseen


def test_about_half_of_a_card_shows_under_another() -> None:
    over = replace(OWL, trick="over", on=0)
    assert shows(0, (FOX, over)) == 0.5
    assert shows(1, (FOX, over)) == 1.0
    assert shows(0, (FOX, None, OWL)) == 1.0
    assert shows(0, (FOX, replace(HEADS, on=0))) == 1.0, "a penny hides little"
