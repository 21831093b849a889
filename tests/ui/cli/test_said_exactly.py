"""What a few commands say of values that no quick run of theirs comes to."""

import pytest

from companion.sight import Table
from ui.cli import check, common, table
from ui.lab.bench import command as bench
from ui.records.beginning import UsageFault
from ui.selftest.course import Course, Reader, report_lines


def test_figures_are_indented_and_lists_of_them_stand_a_line_each() -> None:
    lines = bench._lines(
        {"mean": 1.5, "parts": {"eye": 2, "deep": {"x": 3}}, "rows": [{"a": 1, "b": 2}, {"a": 3}], "none": [],
         "notes": ["one", "two"], "names": ["x"]},
        "  ",
    )  # fmt: skip
    assert [*lines] == [
        "  mean: 1.5", "  parts", "    eye: 2", "    deep", "      x: 3", "  rows", "    a: 1, b: 2", "    a: 3",
        "  none: []", "  notes: 2 (--json tells them)", "  names: ['x']",
    ]  # fmt: skip


def test_what_is_seen_is_told_in_whole_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    card = {"region": "c3", "kind": "card", "label": "fox", "face": "up", "sure": 0.98765, "x": 12.6, "y": 7.4,
            "angle": 180.2}  # fmt: skip
    penny = {"region": None, "kind": "penny", "label": None, "face": None, "sure": 0.5, "x": None, "y": 0.0,
             "angle": None}  # fmt: skip
    line = {"image": "a.jpg", "ms": {"total": 12.6}, "mat": {"found": True, "why": None},
            "light": {"ok": False, "why": "too dark"}, "scene": {"hand": True, "sightings": [card, penny]}}  # fmt: skip
    table._say(line)
    told, mat, hand, heads, *rows = capsys.readouterr().out.splitlines()
    assert (told, mat, hand) == (
        "a.jpg: 13 ms",
        "  mat: found; light: too dark",
        "  a hand is over the table",
    )
    assert heads.split() == ["where", "what", "label", "face", "sure", "x", "y", "angle"]
    assert [row.split() for row in rows] == [
        ["c3", "card", "fox", "up", "0.988", "13", "7", "180"], ["penny", "0.500", "0"]
    ]  # fmt: skip
    line["mat"] = {"found": False, "why": None}
    line["light"], line["scene"] = {"ok": True, "why": None}, {"hand": False, "sightings": []}
    table._say(line)
    assert capsys.readouterr().out.splitlines()[1:] == [
        "  mat: not found; light: good", "where  what  label  face  sure  x  y  angle"
    ]  # fmt: skip


def test_a_selftest_of_nothing_says_so() -> None:
    table = Table(600.0, 300.0)
    assert [*report_lines(Course((), table, Reader(table, ())))] == ["Nothing was laid."]


def test_what_changed_since_the_last_replay_is_told_by_kind() -> None:
    before = {"scores": {"card": {"right": 5, "sure": 0}, "die": {"right": 1, "sure": 0}}}
    now = {
        "scores": {
            "card": {"right": 4, "sure": 1},
            "die": {"right": 1, "sure": 0},
            "penny": {"right": 2, "sure": 0},
        }
    }
    assert check._changes(now, before) == [
        "  card: 5 right before, 4 now; 0 wrong and sure before, 1 now",
        "  penny: 0 right before, 2 now; 0 wrong and sure before, 0 now",
    ]


@pytest.mark.parametrize(("came", "code"), [(None, 0), (0, 0), (2, 2)])
def test_a_window_ends_with_the_code_of_its_app(
    monkeypatch: pytest.MonkeyPatch, came: int | None, code: int
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "offscreen")
    monkeypatch.setattr("ui.touch.main.run", lambda game, demo: came)
    assert common.open_window("zong") == code


def test_a_wrong_setting_of_a_window_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(game: str | None, demo: object) -> int:
        raise ValueError("ZO_SIZE: expected WIDTHxHEIGHT, found 'x'")

    monkeypatch.setenv("SDL_VIDEODRIVER", "offscreen")
    monkeypatch.setattr("ui.touch.main.run", refused)
    with pytest.raises(UsageFault, match=r"^ZO_SIZE: expected"):
        common.open_window()
