"""What is timed is really read: the painted table's cards and pennies, and the painted faces."""

from itertools import count

import pytest

from ui.lab.bench import times as figures_times
from ui.lab.bench.times import measure_identity, measure_times, painted_faces, painted_table
from vision.painted.painter import Painter


def test_the_painted_faces_are_told_while_they_are_timed() -> None:
    figures = measure_identity(faces=60, crops=10)
    assert (figures["right"], figures["wrong_and_sure"], figures["strangers_named"]) == (1.0, 0, 0)
    assert 0 < float(str(figures["ms"])) <= float(str(figures["ms_most"]))


def test_the_painted_table_is_read_while_it_is_timed() -> None:
    figures = measure_times(tries=1)
    assert figures["cards_read"] == 24
    assert figures["pennies_found"] == 12
    unchanged, changed, whole = (
        float(str(figures[f"ms_{name}"])) for name in ("unchanged", "one_changed", "whole_table")
    )
    assert 0 < unchanged < changed < whole


def test_the_painted_table_is_what_it_is_said_to_be() -> None:
    table, deck, top = painted_table()
    kinds = [thing.kind for thing in top.things]
    assert (kinds.count("card"), kinds.count("penny")) == (24, 12)
    assert Painter(table, [deck]).paint(top, 0).shape == (1080, 1920, 3)


def test_what_is_timed_is_the_time_of_one_core(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = count()

    class Clock:
        @staticmethod
        def process_time() -> float:
            return next(ticks) * 0.002

    monkeypatch.setattr(figures_times, "time", Clock)
    figures = measure_identity(faces=3, crops=2)
    assert (figures["ms"], figures["ms_most"]) == (2.0, 2.0)


def test_the_same_seed_paints_the_same_faces() -> None:
    for (name, face), (again, same), (_, other) in zip(
        painted_faces(2, 7), painted_faces(2, 7), painted_faces(2, 8), strict=True
    ):
        assert name == again and (face == same).all() and (face != other).any()
