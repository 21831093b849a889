"""The figures of a watched game and the sentences about its pictures, made of figures told to it."""

from collections import Counter
from types import SimpleNamespace
from typing import Any

from companion.game import Seats
from companion.referee import Silence
from ui.watching.watched import Watch, _troubles


def watch(**told: Any) -> Watch:
    referee: Any = SimpleNamespace(now=lambda: SimpleNamespace(turn=Seats(frozenset({1}))))
    return Watch(referee, **told)


def test_the_summary_adds_up_what_was_seen_and_judged() -> None:
    summary = watch(
        events=5,
        counts=Counter({"ask": 2, "refuse": 1, "lost": 4, "same": 9}),
        silence=Silence(0, 6),
        see_ms=[1.2345, 9.0, 2.0],
        judge_ms=[0.5, 1.0006, 7.1239],
    ).summary()
    assert {name: value for name, value in summary.items() if name != "turn"} == {
        "pictures": 3,
        "events": 5,
        "asked": 2,
        "refused": 1,
        "lost": 4,
        "silent": 6,
        "ms_median": 9.12,
        "see_ms_median": 2.0,
        "judge_ms_median": 1.0,
        "judge_ms_max": 7.12,
    }
    assert watch(see_ms=[1.2345], judge_ms=[0.0049]).summary()["see_ms_median"] == 1.23


def test_without_a_picture_there_are_no_times() -> None:
    summary = watch().summary()
    assert (summary["pictures"], summary["asked"], summary["refused"], summary["lost"]) == (0, 0, 0, 0)
    assert [summary[name] for name in summary if "ms" in name] == [None] * 4


def test_pictures_events_and_verdicts_are_counted() -> None:
    from companion.weigh import Ask, Same

    counted = watch()
    for verdict, booked, see, judge in (
        (Ask(((),)), (1, 2), 3.0, 0.5),
        (Same(), (), 4.0, 0.25),
        (Same(), (3,), 5.0, 1.0),
    ):
        reply: Any = SimpleNamespace(verdict=verdict)
        events: Any = booked
        counted._count(reply, events, see, judge)
    assert counted.counts == {"ask": 1, "same": 2}
    assert (counted.summary()["pictures"], counted.events) == (3, 3)
    assert (counted.see_ms, counted.judge_ms) == ([3.0, 4.0, 5.0], [0.5, 0.25, 1.0])


def test_what_is_wrong_with_a_picture_is_said() -> None:
    def troubles(found: bool, ok: bool, why: str | None = None) -> list[str]:
        reading: Any = SimpleNamespace(
            mat=SimpleNamespace(found=found, why=why), light=SimpleNamespace(ok=ok, why=why), other_look=False
        )
        return _troubles(reading)

    assert troubles(True, True) == []
    assert troubles(False, True) == ["The mat is not in view."]
    assert troubles(True, False) == ["The light is not good."]
    assert troubles(False, False) == ["The mat is not in view.", "The light is not good."]
    assert troubles(False, False, "So it is.") == ["So it is.", "So it is."]
