"""The self-test: what it asks for, how it judges, what it advises, and that its pictures read again give the same."""

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.sight import Region, Sighting, Table
from ui.box.eyes import choose_looks
from ui.box.opening import simulated_table
from ui.cli import run_command
from ui.lab.bench.figures import measure
from ui.line.given import read_table
from ui.present.names import card_name
from ui.records.beginning import game_and_setup
from ui.selftest.course import (
    Asked,
    Conditions,
    Course,
    Finding,
    PlanFault,
    Setting,
    advice,
    all_runs,
    is_worse,
    judge_look,
    part_of,
    plan,
    read_run,
    report_lines,
    request_words,
    saw_words,
    score_words,
    scores,
    setting,
    table_to_lay_on,
    truth_of,
)
from ui.selftest.side import lay, stranger
from vision.decks.deck import Deck, DeckFace, DeckKind
from vision.mat.plane import Plane, find_plane
from vision.sources.pictures import read_picture

SQUARES = tuple(
    Region(f"{column}{row}", x * 66.0, row * 66.0 - 66.0, 66.0, 66.0)
    for x, column in enumerate("abcdef")
    for row in range(1, 7)
)
MAT = Table(396.0, 396.0, regions=SQUARES, kinds=("card", "penny"))
PLAIN = np.zeros((8, 6, 3), np.uint8)


def deck_of(
    name: str, labels: tuple[str, ...], wide: float = 60.0, high: float = 60.0, kind: DeckKind = "card"
) -> Deck:
    """A deck of which only names and sizes are known."""
    faces = tuple(DeckFace(label, PLAIN) for label in labels)
    return Deck(name=name, path=Path(name), width_mm=wide, height_mm=high, faces=faces, backs=(), kind=kind)


DECKS = (
    deck_of("warus", ("fox", "owl", "hen", "elk", "cat")),
    deck_of("boarix", ("oak", "elm", "ash", "fir")),
)


@given(st.integers(0, 10_000), st.integers(1, 12))
def test_ten_things_are_asked_for_that_can_be_laid(seed: int, count: int) -> None:
    table = table_to_lay_on(MAT)
    asked = plan(table, DECKS, seed, count)
    assert len(asked) == count and asked == plan(table, DECKS, seed, count)
    named = [(one.deck, one.label) for one in asked if one.kind == "card" and one.label is not None]
    assert len(named) == len(set(named))
    assert all(label in {deck.name: deck.labels for deck in DECKS}[deck or ""] for deck, label in named)
    for n, one in enumerate(asked):
        assert table.region_at(one.x, one.y) == one.region
        if one.on is not None:
            assert one.on < n and asked[one.on].kind == "card" and asked[one.on].face == "up"
        assert request_words(one).startswith("Lay ") and "None" not in request_words(one)
    bare = [one.region for one in asked if one.on is None]
    assert len(bare) == len(set(bare))


def test_the_hard_things_are_among_them_and_all_parts_of_the_table() -> None:
    asked = plan(table_to_lay_on(MAT), DECKS, 1, 10)
    assert {one.trick for one in asked} == {"", "over", "stranger"}
    assert any(one.face == "down" for one in asked)
    assert {one.label for one in asked if one.kind == "penny"} == {"heads", "tails"}
    assert len({part_of(MAT, one.x, one.y) for one in asked}) >= 6


def test_a_table_without_squares_is_laid_out_in_nine_parts() -> None:
    table = table_to_lay_on(Table(600.0, 300.0, kinds=("penny", "die", "disc")))
    asked = plan(table, (), 3, 6)
    assert len(table.regions) == 9 and {one.kind for one in asked} == {"penny", "die", "disc"}
    assert all(one.label in "123456" for one in asked if one.kind == "die" and one.label)
    with pytest.raises(PlanFault, match="enrol a deck first"):
        plan(table_to_lay_on(Table(600.0, 300.0)), (), 3)


WARUS = ("--option", "tribes=warus,warus")
CARD = Asked("card", "fox", "c3", "square c3", 165.0, 165.0, 0.0, "up", "warus")
OVER = Asked("card", "owl", "c3", "square c3", 165.0, 137.0, 0.0, "up", "warus", trick="over", on=0)
DOWN = Asked("card", None, "c3", "square c3", 165.0, 165.0, 0.0, "down", "warus")
STRANGER = Asked("card", None, "c3", "square c3", 165.0, 165.0, 0.0, "up", trick="stranger")
TAILS = Asked("penny", "tails", "c3", "square c3", 165.0, 165.0)


def seen(label: str | None, sure: float = 0.99, **more: Any) -> Sighting:
    given: dict[str, Any] = {"face": "up", "x": 165.0, "y": 165.0, "region": "c3"} | more
    return Sighting(given.pop("kind", "card"), label, sure=sure, **given)


@pytest.mark.parametrize(
    ("asked", "sightings", "verdict"),
    [
        (CARD, [seen("fox")], "right"),
        (CARD, [seen(None)], "unread"),
        (CARD, [seen("owl")], "sure"),
        (CARD, [seen("owl", 0.6)], "wrong"),
        (CARD, [], "missed"),
        (CARD, [seen("fox", x=300.0, region="e3")], "missed"),
        (CARD, [seen("fox", x=190.0, region="d3")], "right"),
        (CARD, [seen(None, face="down")], "sure"),
        (DOWN, [seen(None, face="down", deck="warus")], "right"),
        (DOWN, [seen(None, face="down", deck="boarix")], "sure"),
        (DOWN, [seen("fox")], "sure"),
        (STRANGER, [seen(None)], "right"),
        (STRANGER, [seen("fox")], "sure"),
        (STRANGER, [], "right"),
        (TAILS, [seen("heads", 0.5, kind="penny", face=None)], "wrong"),
    ],
)
def test_each_reading_is_judged_for_what_it_is(asked: Asked, sightings: list[Sighting], verdict: str) -> None:
    look = judge_look([asked], sightings, MAT, (1280, 720))
    assert look[0][0].verdict == verdict
    assert "I see" in saw_words(look[0][0])


def test_of_two_cards_on_each_other_each_is_judged_by_its_own() -> None:
    both = [seen("fox"), seen("owl", y=137.0)]
    look = judge_look([CARD, OVER], both, MAT, (1280, 720))
    assert [judged.verdict for judged in look[0]] == ["right", "right"] and look[1] == []
    only_top = judge_look([CARD, OVER], [seen("owl", y=137.0)], MAT, (1280, 720))
    assert [judged.verdict for judged in only_top[0]] == ["hidden", "right"]
    lie = judge_look([CARD, OVER], [seen("cat"), seen("owl", y=137.0)], MAT, (1280, 720))
    assert [judged.verdict for judged in lie[0]] == ["sure", "right"]


def test_what_was_skipped_is_not_missed_and_what_nobody_laid_is_told() -> None:
    look = judge_look([None, CARD], [seen("fox"), seen("hen", x=20.0, y=20.0, region="a1")], MAT, (9, 9))
    assert [judged.verdict for judged in look[0]] == ["hidden", "right"]
    assert [sighting.label for sighting in look[1]] == ["hen"]


def test_without_a_mat_the_picture_s_parts_stand_for_the_table_s() -> None:
    table = table_to_lay_on(Table(600.0, 300.0, tags=None))
    asked = Asked("card", "fox", "far left", "far left", 100.0, 250.0, 0.0, "up")
    near = ((100.0, 50.0), (200.0, 50.0), (200.0, 150.0), (100.0, 150.0))
    found = Sighting("card", "fox", face="up", corners_px=near)
    assert judge_look([asked], [found], table, (1200, 600))[0][0].verdict == "right"
    far = Sighting("card", "fox", face="up", corners_px=tuple((x + 800, y + 400) for x, y in near))
    assert judge_look([asked], [far], table, (1200, 600))[0][0].verdict == "missed"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ZO_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


GOOD = Conditions(0.0, 200.0, 2.5, 2.0)


@pytest.mark.parametrize(
    ("there", "said"),
    [
        (Conditions(0.3, 250.0, 2.5, 2.0), "glares there. Move the lamp"),
        (Conditions(0.0, 50.0, 2.5, 2.0), "too dark there"),
        (Conditions(0.0, 200.0, 2.5, 0.8), "Hang the camera lower"),
        (Conditions(0.0, 200.0, 0.4, 2.0), "Turn the lens"),
        (GOOD, "Enrol these cards again"),
    ],
)
def test_advice_names_the_place_and_the_cause(there: Conditions, said: str) -> None:
    fine = Finding("card", "Owl", "near left", "right", GOOD)
    found = [fine, fine, Finding("card", "Fox", "far right", "unread", there)]
    told = advice(found)[0]
    assert said in told and "far right were not read (Fox)" in told
    assert "2 of 3 right (67%), 1 not read" in score_words("card", scores(found)["card"])


def test_of_a_foreign_card_it_is_only_asked_that_it_is_not_taken_for_another(home: Path) -> None:
    game, setup = game_and_setup("zoon_alternate", None, [])
    stands = setting(game, setup, [])
    course = Course([STRANGER, CARD], stands.table, stands.course(1, 1)._read)
    blank = np.full((720, 1280, 3), 60, np.uint8)
    judged = course.take(blank)
    assert saw_words(judged) == "I see no card of the decks there: right."
    score, _counted, mend = report_lines(course)
    assert "1 of 1 right" in score and "nothing needs mending" in mend
    taken = Finding("card", "a card that is in none of the decks", "far left", "sure", GOOD, stranger=True)
    (told,) = advice([taken])
    assert "looks like one of yours" in told and "these cards" not in told


def test_nothing_is_advised_where_all_was_read() -> None:
    assert "nothing needs mending" in advice([Finding("card", "Owl", "near left", "right", GOOD)])[0]


def test_fewer_right_or_more_wrong_and_sure_is_worse() -> None:
    good = {"scores": {"card": {"right": 5, "sure": 0}}, "invented": 0}
    assert not is_worse(good, good)
    assert is_worse({"scores": {"card": {"right": 4, "sure": 0}}, "invented": 0}, good)
    assert is_worse({"scores": {"card": {"right": 5, "sure": 1}}, "invented": 0}, good)
    assert is_worse(good | {"invented": 1}, good)
    assert not is_worse({"scores": {"card": {"right": 6, "sure": 0}}, "invented": 0}, good)


def test_pennies_follow_their_card_in_the_truth() -> None:
    penny = Asked("penny", "heads", "c3", "square c3", 165.0, 165.0, on=0)
    other = Asked("card", "hen", "a1", "square a1", 33.0, 33.0, 0.0, "up", "warus")
    told = truth_of([CARD, other, penny, None])
    assert [one["label"] for one in told] == ["fox", "heads", "hen"]


def test_on_the_simulated_table_it_tests_itself_and_reads_its_pictures_again(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert (
        run_command(["selftest", "--source", "simulated", "--seed", "3", "--count", "2", *WARUS, "--json"])
        == 0
    )
    told = json.loads(capsys.readouterr().out)
    assert len(told["things"]) == 2 and told["scores"]["card"]["right"] >= 2
    (run,) = all_runs()
    kept = read_run(run)
    assert [len([one for one in frame.asked if one]) for frame in kept.truth.frames] == [1, 2]
    assert not [path for path in run.parent.iterdir() if path.name.startswith(".")]
    truth = json.loads((run / "truth.json").read_text())
    assert read_table(truth["table"]) == kept.truth.table
    figures = measure(run, stand().decks).summary()  # what was kept is what measuring reads
    assert figures["pictures"] == 2 and figures["occupied_right"] == 1.0
    assert run_command(["selftest", "--replay", "--json"]) == 0
    again = json.loads(capsys.readouterr().out)
    assert not again["worse"] and again["verdicts"] == told["verdicts"]
    assert run_command(["selftest", "--list", "--json"]) == 0
    (row,) = json.loads(capsys.readouterr().out)
    assert (row["run"], row["pictures"], row["replays"]) == (run.name, 2, 1)
    _spoil(run)
    assert run_command(["selftest", "--replay", run.name]) == 1
    assert "worse than before" in capsys.readouterr().out
    # a worse result is not what the next is held against
    assert run_command(["selftest", "--replay", "--accept"]) == 1
    assert run_command(["selftest", "--replay"]) == 0


def _spoil(run: Path) -> None:
    """The same pictures with a cloth over everything that was laid."""
    import cv2
    import numpy as np

    for file in run.glob("*.jpg"):
        picture = read_picture(file)
        plane = find_plane(picture, MAT)
        assert isinstance(plane, Plane)
        cloth = plane.to_px([(4, 4), (392, 4), (392, 392), (4, 392)]).round().astype(np.int32)
        cv2.imwrite(str(file), cv2.fillConvexPoly(picture, cloth, (58, 92, 24)))


class Typist(io.StringIO):
    """Somebody at the keyboard, who lays what is asked for before they type."""

    def __init__(self, answers: list[tuple[Callable[[], None] | None, str]]) -> None:
        super().__init__()
        self.answers = answers

    def readline(self, _size: int | None = -1, /) -> str:  # type: ignore[override]
        if not self.answers:
            return ""
        first, line = self.answers.pop(0)
        if first is not None:
            first()
        return line + "\n"


def stand() -> Setting:
    return setting(*game_and_setup("zoon_alternate", None, [WARUS[1]]))


def test_at_the_keyboard_things_are_laid_skipped_and_put_right(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    stands = stand()
    now = iter(range(10_000))
    table = simulated_table(stands.table, (*stands.decks, stranger(stands.decks, 1)), lambda: next(now) * 0.3)
    monkeypatch.setattr("ui.owned.cameras.open_camera", lambda _source, **_more: table)
    asked = stands.course(3, 4).planned
    assert [one.kind for one in asked][:2] == ["card", "card"]
    first, second = asked[:2]
    other = next(
        label
        for deck in stands.decks
        if deck.name == second.deck
        for label in deck.labels
        if label not in (first.label, second.label)
    )
    chance = Random(1)

    def put(one: Asked, label: str | None) -> Callable[[], None]:
        from dataclasses import replace

        return lambda: lay(table, replace(one, label=label), (), chance, stands.decks)

    answers = [
        (put(first, first.label), ""),
        (None, ""),
        (put(second, other), ""),
        (None, "something"),
        (None, "nonsense"),
        (None, "99"),
        (None, f"{card_name(other)} · "),
        (None, ""),
    ]
    monkeypatch.setattr(sys, "stdin", Typist([*answers, (None, "skip"), (None, "q")]))
    assert run_command(["selftest", "--source", "0", "--seed", "3", "--count", "4", *WARUS, "--json"]) == 0
    out, err = capsys.readouterr()
    told = json.loads(out)
    assert [thing["truth"]["label"] for thing in told["things"]] == [first.label, other]
    assert [thing["verdict"] for thing in told["things"]] == ["right", "right"]
    assert "not what was asked for" in err
    assert "'nonsense' is not known here" in err and "'99' is not known here" in err
    titles = dict.fromkeys(line for line in err.splitlines() if line.startswith("Self-test: "))
    assert list(titles) == [f"Self-test: {n} of 4" for n in (1, 2, 3, 4)]
    assert len(read_run(all_runs()[0]).truth.frames) == 2


def test_nothing_is_kept_of_nothing_and_no_run_is_said(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(["selftest", "--replay"]) == 2
    assert "expected a kept run, found none" in capsys.readouterr().err
    assert run_command(["selftest", "2026"]) == 2
    assert "expected --replay" in capsys.readouterr().err


def test_a_run_that_cannot_be_written_leaves_nothing(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_fd: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("ui.owned.whole_files.os.fsync", full)
    assert run_command(["selftest", "--source", "simulated", "--seed", "3", "--count", "1", *WARUS]) == 2
    assert list((home / "selftest").iterdir()) == []


def test_cards_are_tested_by_the_set_that_lies_on_the_table(home: Path) -> None:
    game, setup = game_and_setup("zombinion", 2, [])
    (unsaid,), (painted,) = setting(game, setup).decks, setting(game, setup, painted=True).decks
    choose_looks(("zombinion",), printed=True)
    (printed,) = setting(game, setup).decks
    choose_looks(("zombinion",), printed=False)
    (boxed,), (still,) = setting(game, setup).decks, setting(game, setup, painted=True).decks
    assert printed.labels == boxed.labels
    assert not np.array_equal(printed.face("radio"), boxed.face("radio"))
    assert np.array_equal(unsaid.face("radio"), boxed.face("radio"))
    for simulated in (painted, still):
        assert np.array_equal(printed.face("radio"), simulated.face("radio"))
