"""Which of the cards proposed are taken: by how well they agree, how much of them shows, and what is known already."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from vision.cards.finding import CardSearch
from vision.cards.fitting import Lying, Pose, Sheet
from vision.decks.references import Reference, References

PAPER = np.zeros((9, 9, 3), np.uint8)
GROUP = References(60.0, 60.0, (Reference("deck", "fox", PAPER), Reference("deck", "owl", PAPER)))
SHEET = Sheet(0.0, 0.0, np.zeros((400, 400, 3), np.uint8), np.zeros((400, 400, 3), np.uint8))
POSE = Pose(200.0, 200.0, 0.0)
BOX = (100.0, 100.0, 300.0, 300.0)


class Told(CardSearch):
    """A search that is told how well a card agrees and how much of it shows, in place of looking at a picture."""

    def __init__(self, earlier: tuple[Lying, ...] = (), **told: Any) -> None:
        super().__init__(SHEET, [GROUP], np.zeros((400, 400), np.uint8), (), earlier)
        self.told = {"whole": 0.0, "part": 0.0, "shows": 1.0, "like": True, "room": True, "left": 1.0, "lies": True,
                     "fits": Lying(GROUP, 0, POSE, 0.0)} | told  # fmt: skip

    def _fit_from(self, group: References, index: int, pose: Pose, visible: Any) -> Lying:
        return Lying(group, index, pose, self.told["whole" if visible is None else "part"])

    def _fitted(self, _group: References, _index: int, _pose: Pose, _visible: Any, *, scan: bool) -> Lying:
        assert not scan
        fits: Lying = self.told["fits"]
        return fits

    def seen_part(self, _card: Lying) -> float:
        return float(self.told["shows"])

    def _may_still_lie(self, _old: Lying, _index: int) -> bool:
        return bool(self.told["lies"])

    def unexplained(self, _card: Lying) -> float:
        return float(self.told["left"])

    def proves(self, _card: Lying, _visible: Any = None, **_more: bool) -> bool:
        return bool(self.told["like"])

    def has_room(self, _card: Lying) -> bool:
        return bool(self.told["room"])

    def take(self, card: Lying) -> None:
        self.found.append(card)


def free(index: int | None = 0, pose: Pose = POSE, **told: Any) -> list[tuple[float, float]]:
    """Agreement and visible part of what is taken of one card proposed."""
    finding = Told(**told)
    finding.accept_free([(GROUP, index, pose)], [(0.0, 0.0, 50.0, 50.0), BOX])
    return [(card.agreement, card.visible) for card in finding.found]


def test_a_whole_card_is_taken_where_it_agrees() -> None:
    assert free(whole=0.52) == [(0.52, 1.0)]
    assert free(whole=0.51) == []
    assert free(whole=0.9, like=False) == []
    assert free(whole=0.9, room=False) == []
    assert free(whole=0.9, pose=Pose(301.0, 200.0, 0.0)) == []
    assert free(None, whole=0.9) == []


def test_a_box_holds_its_edges() -> None:
    assert all(free(whole=0.9, pose=Pose(x, y, 0.0)) for x in (100.0, 300.0) for y in (100.0, 300.0))
    for x, y in ((99.0, 200.0), (301.0, 200.0), (200.0, 99.0), (200.0, 301.0)):
        assert not free(whole=0.9, pose=Pose(x, y, 0.0))


def test_a_card_half_hidden_is_taken_where_enough_of_it_shows() -> None:
    assert free(part=0.48, shows=0.3) == [(0.48, 0.3)]
    assert free(part=0.47, shows=0.3) == []
    assert free(part=0.9, shows=0.29) == []
    assert free(part=0.9, shows=0.5, like=False) == []
    assert free(None, part=0.9, shows=0.5) == [], "what is like no reference agrees with none"


def test_a_card_is_taken_once() -> None:
    finding = Told(whole=0.9, part=0.9)
    finding.accept_free([(GROUP, 0, POSE), (GROUP, 1, Pose(203.0, 200.0, 0.0))], [BOX])
    assert len(finding.found) == 1
    apart = Told(whole=0.9, part=0.9)
    apart.accept_free([(GROUP, 0, POSE), (GROUP, 1, Pose(235.0, 200.0, 0.0))], [BOX])
    assert len(apart.found) == 2
    under = Told(whole=0.9, part=0.9, shows=0.4)
    under.accept_free([(GROUP, 0, POSE), (GROUP, 1, Pose(225.0, 200.0, 0.0))], [BOX])
    assert [card.visible for card in under.found] == [1.0, 0.4], "it shares more than half with the first"


OLD = Lying(GROUP, 0, POSE, 0.9)


def earlier(old: Lying = OLD, **told: Any) -> list[float]:
    """The visible part of what is taken of a card that lay there before."""
    finding = Told((old,), **told)
    finding.accept_earlier()
    return [card.visible for card in finding.found]


def test_what_lay_there_still_does_where_it_still_looks_so() -> None:
    same = Lying(GROUP, 0, POSE, 0.48)
    assert earlier(fits=same, shows=0.3) == [0.3]
    assert earlier(fits=same, shows=0.29) == []
    assert earlier(fits=replace(same, agreement=0.47)) == []
    assert earlier(fits=replace(same, index=1)) == [], "another face"
    assert earlier(fits=replace(same, index=None)) == []
    assert earlier(replace(OLD, index=None), fits=same) == []
    assert earlier(fits=same, like=False) == []
    assert earlier(fits=same, lies=False) == [], "nothing there looks like it, so it is not fitted"


@pytest.mark.parametrize(
    ("x", "y", "stays"),
    [(203.9, 200.0, True), (204.0, 200.0, False), (200.0, 196.1, True), (203.0, 203.0, False)],
)
def test_what_slid_away_is_no_longer_what_lay_there(x: float, y: float, *, stays: bool) -> None:
    assert bool(earlier(fits=Lying(GROUP, 0, Pose(x, y, 0.0), 0.9))) == stays


def unmoved(old: Lying, monkeypatch: pytest.MonkeyPatch, *scores: float) -> list[float]:
    """The agreement of what is taken, without being searched for, of a card that lay there before."""
    monkeypatch.setattr("vision.cards.finding.agreements", lambda *_: np.array(scores))
    finding = Told((old,))
    finding.accept_unmoved()
    return [card.agreement for card in finding.found]


def test_what_fits_where_it_lay_as_well_as_it_did_is_not_searched_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert unmoved(OLD, monkeypatch, 0.88, 0.2) == [0.88]
    assert unmoved(OLD, monkeypatch, 0.86, 0.2) == [], "something lies on it"
    assert unmoved(OLD, monkeypatch, 0.88, 0.89) == [], "another face"
    assert unmoved(replace(OLD, agreement=0.5), monkeypatch, 0.5, 0.2) == []
    assert unmoved(replace(OLD, visible=0.6), monkeypatch, 0.9, 0.2) == [], "it lay under another"
    assert unmoved(replace(OLD, index=None), monkeypatch, 0.9, 0.2) == []


def test_what_is_like_no_reference_must_explain_something() -> None:
    def unread(pose: Pose = POSE, **told: Any) -> list[float]:
        finding = Told(**told)
        finding.accept_unread([(GROUP, None, pose)], [(0.0, 0.0, 50.0, 50.0), BOX])
        return [card.visible for card in finding.found]

    assert unread(shows=0.5, left=0.18) == [0.5]
    assert unread(shows=0.5, left=0.17) == []
    assert unread(shows=0.3, left=1.0) == [0.3]
    assert unread(shows=0.29, left=1.0) == []
    assert unread(Pose(200.0, 99.0, 0.0)) == []


def test_a_card_is_known_where_one_lies_just_there() -> None:
    finding = Told()
    finding.found = [OLD]
    assert finding.is_known(Lying(GROUP, None, Pose(208.0, 205.0, 0.0), 0.0))
    assert not finding.is_known(Lying(GROUP, None, Pose(212.0, 200.0, 0.0), 0.0)), "12 mm off"
    small = References(40.0, 40.0, GROUP.all)
    finding.found = [Lying(small, 0, POSE, 0.9)]
    assert finding.is_known(Lying(small, None, Pose(206.0, 206.0, 0.0), 0.0)), (
        "34 by 34 mm of 40 by 40 are shared"
    )
    assert not finding.is_known(Lying(small, None, Pose(208.0, 208.0, 0.0), 0.0)), (
        "32 by 32 mm are too little"
    )
    kept = Told()
    kept.kept = (OLD,)
    assert kept.is_known(OLD)


def test_what_explains_enough() -> None:
    assert Told(left=0.125).explains(OLD, 0.5)
    assert not Told(left=0.12).explains(OLD, 0.5)
