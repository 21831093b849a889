"""The self-test to the letter: what a seed asks for, how close calls are judged, what is reported, what is kept."""

import json
import stat
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.sight import Region, Sighting, Table
from tests.ui.selftest.test_selftest import CARD, DECKS, DOWN, GOOD, MAT, OVER, STRANGER, deck_of, seen
from ui.places import selftests_folder
from ui.records.beginning import UsageFault
from ui.selftest.course import (
    COUNTED,
    Asked,
    Conditions,
    Finding,
    PlanFault,
    Truth,
    add_result,
    advice,
    all_runs,
    carriers,
    cause,
    judge_look,
    keep_run,
    on_table,
    part_of,
    pictures_of,
    plan,
    read_run,
    request_words,
    saw_words,
    score_words,
    scores,
    seen_words_of,
    shows,
    table_to_lay_on,
    truth_of,
)
from vision.decks.deck import Deck

TOKENS = deck_of("zong", ("sun", "moon"), 30.0, 30.0, kind="disc")
BARE = Table(600.0, 300.0, kinds=("penny", "die", "disc", "pawn"))


@pytest.mark.parametrize(
    ("table", "decks", "seed", "count", "requests"),
    [
        (
            MAT, DECKS, 3, 10,
            [
                "Lay Fir of Boarix on square a6, upright for you.",
                "Lay Owl of Warus on square a1, upside down.",
                "Lay Oak of Boarix on square f3, its top to the right.",
                "Lay a penny on tails on the card on square a6.",
                "Lay a penny on heads on the card on square a1.",
                "Lay a card that is in none of the decks on square b4.",
                "Lay Elm of Boarix on square d2, upright for you.",
                "Lay a penny on heads on the card on square d2.",
                "Lay any card of Boarix, face down on square c4.",
                "Lay Hen of Warus over the near half of the card on square f3, so that half of that card still shows.",
            ],
        ),
        (
            MAT, DECKS[:1], 5, 3,
            [
                "Lay Fox of Warus on square d1, upside down.",
                "Lay Hen of Warus on square f4, its top to the right.",
                "Lay a penny on tails on the card on square d1.",
            ],
        ),
        (
            replace(MAT, kinds=("card", "disc")), (*DECKS, TOKENS), 2, 6,
            [
                "Lay Ash of Boarix on square d3, upside down.",
                "Lay Elk of Warus on square e6, its top to the right.",
                "Lay any card of Warus, face down on square d2.",
                "Lay Moon on the card on square e6.",
                "Lay Sun on the card on square d3.",
                "Lay Oak of Boarix on square f1, its top to the left.",
            ],
        ),
        (
            replace(MAT, kinds=("card",)), (deck_of("two", ("a-a", "b-b")),), 1, 6,
            [
                "Lay B B of Two on square d6, its top to the left.",
                "Lay A A of Two on square e3, upright for you.",
                "Lay any card of Two, face down on square b6.",
                "Lay a card that is in none of the decks on square f6.",
            ],
        ),
        (
            BARE, (), 4, 9,
            [
                "Lay a die showing 3 on the table, middle right.",
                "Lay any disc on the table, far right.",
                "Lay any disc on the table, far left.",
                "Lay any pawn on the table, far middle.",
                "Lay a penny on heads on the table, near right.",
                "Lay a die showing 1 on the table, middle.",
                "Lay a penny on tails on the table, middle left.",
                "Lay a penny on heads on the table, near left.",
                "Lay any pawn on the table, near middle.",
            ],
        ),
    ],
    ids=["mat", "few", "tokens", "more than there are", "bare"],
)  # fmt: skip
def test_a_seed_asks_for_just_these_things(
    table: Table, decks: tuple[Deck, ...], seed: int, count: int, requests: list[str]
) -> None:
    assert [request_words(one) for one in plan(table_to_lay_on(table), decks, seed, count)] == requests


def test_things_are_asked_for_as_large_as_they_are_and_where_they_are_to_lie() -> None:
    asked = plan(table_to_lay_on(MAT), (deck_of("warus", ("fox", "owl", "hen", "elk"), 50.0, 80.0),), 3, 10)
    over = next(one for one in asked if one.trick == "over")
    under = asked[over.on or 0]
    assert (over.x, over.y, over.angle) == (under.x, under.y - 0.47 * 80.0, under.angle)
    assert {(one.width_mm, one.height_mm) for one in asked if one.kind == "card"} == {(50.0, 80.0)}
    assert next(one for one in asked if one.trick == "stranger").deck is None
    token = next(one for one in plan(MAT, (TOKENS,), 1, 3) if one.kind == "penny")
    assert (token.angle, token.face, token.deck) == (0.0, None, None)
    bare = plan(table_to_lay_on(replace(BARE, kinds=("disc",))), (TOKENS,), 1, 3)
    assert [(one.label is not None, one.width_mm, one.face, one.on) for one in bare] == [
        (True, 30.0, "up", None)
    ] * 3
    assert len({one.label for one in bare[:2]}) == 2


def test_nothing_can_be_asked_for_without_a_deck_of_cards() -> None:
    for decks in ((), (deck_of("empty", ()),), (TOKENS,)):
        with pytest.raises(PlanFault, match=r"^no deck of cards is known"):
            plan(table_to_lay_on(replace(MAT, kinds=("card",))), decks, 1)


def test_places_to_lay_on_are_the_tables_own_where_four_are_large_enough() -> None:
    large = tuple(Region(f"r{n}", n * 50.0, 0.0, 45.0, 60.0) for n in range(4))
    small = Region("small", 0.0, 100.0, 44.0, 60.0)
    table = replace(MAT, regions=(*large, small))
    assert table_to_lay_on(table).regions == large
    parts = table_to_lay_on(replace(MAT, regions=(*large[:3], small))).regions
    assert parts[0] == Region("near left", 0.0, 0.0, 132.0, 132.0)
    assert [part.name for part in parts] == [
        "near left", "near middle", "near right",
        "middle left", "middle", "middle right",
        "far left", "far middle", "far right",
    ]  # fmt: skip
    assert parts[5] == Region("middle right", 264.0, 132.0, 132.0, 132.0)


def test_a_place_on_an_edge_or_beyond_it_is_in_the_nearest_part() -> None:
    points = ((-5.0, -5.0), (0.0, 395.0), (131.9, 132.0), (264.0, 263.9), (500.0, 500.0))
    assert [part_of(MAT, x, y) for x, y in points] == [
        "near left", "far left", "middle left", "middle right", "far right"
    ]  # fmt: skip


def test_what_lies_face_down_or_bears_something_carries_nothing() -> None:
    penny = Asked("penny", "heads", "c3", "square c3", 165.0, 165.0, on=0)
    assert carriers((CARD, DOWN, STRANGER, penny, CARD)) == [4]
    assert carriers((CARD, DOWN)) == [0]


@pytest.mark.parametrize(
    ("sightings", "verdict"),
    [
        ([seen("fox", x=209.0, y=165.0, region="d3")], "right"),
        ([seen("fox", x=211.0, y=165.0, region="d3")], "missed"),
        ([seen("fox", x=211.0, y=165.0)], "right"),
        ([seen("owl", 0.9)], "sure"),
        ([seen("owl", 0.89)], "wrong"),
        ([seen("fox", x=None, y=None)], "right"),
        ([seen("fox", x=None, y=None, region="d3")], "missed"),
        ([seen("fox", kind="penny")], "missed"),
        ([seen("owl"), seen("fox", x=190.0)], "right"),
        ([seen("owl"), seen("fox", x=196.0)], "sure"),
        ([seen(None, 0.99, face="down")], "sure"),
        ([seen(None, 0.5, face="down")], "wrong"),
    ],
)
def test_the_sighting_that_is_nearest_and_reads_as_asked_is_judged(
    sightings: list[Sighting], verdict: str
) -> None:
    assert judge_look([CARD], sightings, MAT, (1280, 720))[0][0].verdict == verdict


@pytest.mark.parametrize(
    ("asked", "sighting", "verdict"),
    [
        (DOWN, seen(None), "wrong"),
        (DOWN, seen(None, face="down"), "right"),
        (replace(DOWN, deck=None), seen(None, face="down", deck="boarix"), "right"),
        (STRANGER, seen(None, face="down"), "sure"),
        (replace(CARD, label=None), seen("owl"), "right"),
    ],
)
def test_what_is_face_down_foreign_or_any_card_is_judged_by_that(
    asked: Asked, sighting: Sighting, verdict: str
) -> None:
    assert judge_look([asked], [sighting], MAT, (1280, 720))[0][0].verdict == verdict


def test_of_a_card_under_another_nothing_is_asked_and_a_penny_covers_none() -> None:
    owl = seen("owl", y=137.0)
    assert judge_look([CARD, OVER], [seen(None), owl], MAT, (9, 9))[0][0].verdict == "hidden"
    penny = Asked("penny", "heads", "c3", "square c3", 165.0, 165.0, on=0)
    assert judge_look([CARD, penny], [], MAT, (9, 9))[0][0].verdict == "missed"
    assert (shows(0, (CARD, OVER)), shows(1, (CARD, OVER)), shows(0, (CARD, penny, None))) == (0.5, 1.0, 1.0)


def test_what_is_seen_beside_every_place_is_not_told_as_invented() -> None:
    look = judge_look([CARD], [seen("fox"), seen("hen", x=None, y=None, region=None)], MAT, (9, 9))
    assert look[1] == []


def test_without_a_mat_the_middle_of_the_corners_tells_the_place() -> None:
    table = table_to_lay_on(Table(600.0, 300.0, tags=None))
    corners = ((900.0, 10.0), (1000.0, 10.0), (1000.0, 110.0), (900.0, 110.0))
    found = Sighting("card", "fox", face="up", corners_px=corners)
    assert on_table(found, table, (1200, 600)).region == "far right"
    assert on_table(found, MAT, (1200, 600)) == found
    assert on_table(replace(found, x=1.0, y=1.0), table, (1200, 600)).region is None


@pytest.mark.parametrize(
    ("sighting", "words"),
    [
        (None, "nothing"),
        (seen(None, face="down"), "a card face down"),
        (seen(None), "a card that I cannot read"),
        (seen(None, kind="penny", face=None), "a penny whose side I cannot tell"),
        (seen(None, kind="die", face=None), "a die that I cannot read"),
        (seen(None, kind="pawn", face=None), "a pawn"),
        (seen("fox", 0.994), "Fox, face up (99% sure)"),
        (seen("heads", 0.5, kind="penny", face=None), "a penny on heads (50% sure)"),
    ],
)
def test_what_was_seen_is_said_so(sighting: Sighting | None, words: str) -> None:
    assert seen_words_of(sighting) == words


def test_what_it_is_worth_is_said_besides() -> None:
    said = [
        saw_words(judge_look([asked], sightings, MAT, (9, 9))[0][0])
        for asked, sightings in (
            (CARD, [seen("fox")]),
            (CARD, [seen(None)]),
            (CARD, [seen("owl", 0.6)]),
            (CARD, [seen("owl")]),
            (CARD, []),
            (None, []),
            (STRANGER, []),
        )
    ]
    assert said == [
        "I see Fox, face up (99% sure): right.",
        "I see a card that I cannot read: not read.",
        "I see Owl, face up (60% sure): not what was asked for.",
        "I see Owl, face up (99% sure): not what was asked for.",
        "I see nothing: not found.",
        "I see nothing: covered, not counted.",
        "I see no card of the decks there: right.",
    ]


def finding(kind: str, what: str, part: str, verdict: str, *more: object) -> Finding:
    return Finding(kind, what, part, verdict, *more)  # type: ignore[arg-type]


def test_a_report_counts_every_verdict_once_and_what_is_hidden_not_at_all() -> None:
    verdicts = ("right", "right", "unread", "missed", "wrong", "sure", "hidden")
    found = [finding("card", f"C{n}", "far left", verdict, GOOD) for n, verdict in enumerate(verdicts)]
    ((kind, score),) = scores(found).items()
    assert [score[name] for name in COUNTED] == [6, 2, 1, 2, 1, 1]
    assert score_words(kind, score) == (
        "cards: 2 of 6 right (33%), 1 not read, 1 not found, 2 wrong (1 of them sure)"
    )
    (die,) = scores([finding("die", "a die", "middle", "wrong")]).items()
    assert score_words(*die) == "dice: 0 of 1 right (0%), 1 wrong"
    assert scores([finding("card", "C", "far left", "hidden")]) == {}


def test_advice_is_one_sentence_a_place_and_cause_the_commonest_first() -> None:
    found = [
        finding("card", "Owl", "near left", "right", GOOD),
        finding("card", "Fox", "far right", "missed", GOOD),
        finding("penny", "a penny", "middle", "wrong", GOOD),
        finding("penny", "a penny", "middle", "unread", GOOD),
        finding("pawn", "any pawn", "far left", "unread", GOOD),
        finding("card", "Elk", "near right", "unread", GOOD, True),
    ]
    assert advice(found, ("Cat, face up", "Cat, face up")) == (
        "Pennies in the middle were read wrong (a penny): light and focus are good there."
        " Try a brighter penny, or light from the side.",
        "Cards in the far right were not found (Fox): light and focus are good there."
        " Enrol these cards again with this camera.",
        "Pawns in the far left were not read (any pawn): light and focus are good there."
        " Keep the support bundle for a report.",
        "Cards in the near right were not read (Elk): things that lie over one another are hard."
        " Let more of the lower card show.",
        "2 things were seen where nothing was asked for (Cat, face up): clear the table of everything else.",
    )
    assert advice([], ()) == ()
    assert advice(found[:1], ("a die",)) == (
        "1 thing was seen where nothing was asked for (a die): clear the table of everything else.",
    )


@pytest.mark.parametrize(
    ("there", "why"),
    [
        (None, "unknown"),
        (Conditions(0.06, 200.0, 2.5, 2.0), "glare"),
        (Conditions(0.059, 200.0, 2.5, 2.0), "unknown"),
        (Conditions(0.0, 69.9, 2.5, 2.0), "dark"),
        (Conditions(0.0, 70.0, 2.5, 2.0), "unknown"),
        (Conditions(0.0, 200.0, 2.5, 1.19), "small"),
        (Conditions(0.0, 200.0, 2.5, 1.2), "unknown"),
        (Conditions(0.0, 200.0, 2.5, None), "unknown"),
        (Conditions(0.0, 200.0, 0.59, 2.0), "blurred"),
        (Conditions(0.0, 200.0, 0.6, 2.0), "unknown"),
        (Conditions(0.2, 20.0, 0.1, 0.1), "glare"),
    ],
)
def test_the_gravest_cause_that_was_measured_is_named(there: Conditions | None, why: str) -> None:
    assert cause(finding("card", "Fox", "middle", "unread", there), 1.0) == why
    assert cause(finding("card", "Fox", "middle", "unread", None, True, True), 1.0) == "stranger"
    assert (
        cause(finding("die", "a die", "middle", "unread", Conditions(0.0, 200.0, 0.1, 2.0)), 1.0) == "unknown"
    )
    assert (
        cause(finding("card", "Fox", "middle", "unread", Conditions(0.0, 200.0, 1.3, 2.0)), 9.0) == "unknown"
    )


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ZO_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def keep(
    name: str,
    pictures: Sequence[tuple[bytes, tuple[Asked | None, ...]]],
    result: dict[str, Any],
    decks: tuple[str, ...] = (),
    *,
    painted: bool = False,
) -> Path:
    """Keeps a run of ZONG on the mat."""
    truth = Truth("zong", decks, MAT, pictures_of([lying for _data, lying in pictures]), painted)
    return keep_run(name, truth, [data for data, _lying in pictures], result)


def test_a_run_lies_whole_in_a_folder_of_its_own(home: Path) -> None:
    penny = Asked("penny", "heads", "c3", "square c3", 165.0, 165.0, on=0)
    pictures = ((b"one", (CARD,)), (b"two", (CARD, None, penny)))
    first = keep("monday", pictures, {"at": "now"}, ("/decks/warus",), painted=True)
    second = keep("monday", pictures, {})
    third = keep("monday", pictures, {})
    assert [path.name for path in (first, second, third)] == ["monday", "monday-2", "monday-3"]
    assert all_runs() == (first, second, third)
    assert sorted(path.name for path in first.iterdir()) == [
        "000.jpg",
        "001.jpg",
        "results.json",
        "truth.json",
    ]
    assert {path.name for path in selftests_folder().iterdir()} == {"monday", "monday-2", "monday-3"}
    assert stat.S_IMODE(first.stat().st_mode) == 0o755
    assert (first / "001.jpg").read_bytes() == b"two"
    truth = json.loads((first / "truth.json").read_text())
    assert truth["frames"][1]["sightings"] == truth_of((CARD, None, penny))
    assert [frame["hand"] for frame in truth["frames"]] == [False, False]
    run = read_run(first)
    assert (run.truth.game, run.truth.decks, run.truth.table) == ("zong", ("/decks/warus",), MAT)
    kept = [(frame.file, frame.asked) for frame in run.truth.frames]
    assert kept == [("000.jpg", (CARD,)), ("001.jpg", (CARD, None, penny))]
    assert run.results == ({"at": "now"},)
    assert (run.truth.painted, read_run(second).truth.painted) == (True, False)
    del truth["painted"]
    (second / "truth.json").write_text(json.dumps(truth))
    assert not read_run(second).truth.painted, "runs kept before the field was there"
    (third / "truth.json").write_text(json.dumps(truth | {"painted": "yes"}))
    with pytest.raises(UsageFault, match=r"truth\.json: expected the truth of a self-test, found"):
        read_run(third)
    add_result(run, {"at": "later"})
    assert read_run(first).results == ({"at": "now"}, {"at": "later"})
    assert sorted(path.name for path in first.iterdir()) == [
        "000.jpg",
        "001.jpg",
        "results.json",
        "truth.json",
    ]


def test_the_truth_names_a_card_with_its_face_deck_and_angle_and_a_thing_whose_card_was_skipped() -> None:
    penny = Asked("penny", "heads", "c3", "square c3", 165.0, 165.0, on=0)
    card = {"kind": "card", "region": "c3", "label": "fox", "x": 165.0, "y": 165.0}
    card |= {"face": "up", "tribe": "warus", "angle": 0.0}
    coin = {"kind": "penny", "region": "c3", "label": "heads", "x": 165.0, "y": 165.0}
    assert truth_of((CARD, penny)) == [card, coin]
    assert truth_of((None, penny)) == [coin]
    assert [one["label"] for one in truth_of((CARD, OVER))] == ["fox", "owl"]


def test_a_run_without_its_truth_is_one_line(home: Path) -> None:
    folder = keep("monday", ((b"one", (CARD,)),), {})
    (folder / "truth.json").write_text('{"frames": 3}')
    with pytest.raises(UsageFault, match=r"truth\.json: expected the truth of a self-test, found"):
        read_run(folder)
    (folder / "truth.json").unlink()
    assert all_runs() == ()
