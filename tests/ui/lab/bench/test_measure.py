"""Measuring counts what it should: right, unread, wrong, missing."""

import dataclasses

from companion.sight import Region, Scene, Sighting, Table
from ui.lab.bench.figures import Figures, count
from vision.eye import Reading
from vision.light.fitness import Light
from vision.mat.following import Mat

TABLE = Table(132.0, 66.0, regions=(Region("a1", 0, 0, 66, 66), Region("b1", 66, 0, 66, 66)))
FOX = {"kind": "card", "region": "a1", "label": "fox", "face": "up", "tribe": "t"}
BACK = {"kind": "card", "region": "b1", "label": None, "face": "down", "tribe": "t"}
COIN = {"kind": "penny", "region": "a1", "label": "heads"}
ENTRY = {"file": "0.jpg", "hand": False, "sightings": [FOX, COIN, BACK]}


def counted(*sightings: Sighting, entry: dict[str, object] = ENTRY) -> Figures:
    figures = Figures()
    count(figures, entry, Reading(Scene(sightings), Mat(found=True), Light(ok=True)), TABLE)
    return figures


GOOD = (
    Sighting("card", "fox", "a1", face="up", deck="t"),
    Sighting("penny", "heads", "a1"),
    Sighting("card", None, "b1", face="down", deck="t"),
)


def test_all_right() -> None:
    summary = counted(*GOOD).summary()
    assert summary["identity_right"] == summary["occupied_right"] == summary["backs_right"] == 1.0
    assert summary["pennies_found"] == summary["sides_right"] == 1.0
    assert summary["wrong"] == []


def test_a_sure_mistake_weighs() -> None:
    wrong = dataclasses.replace(GOOD[0], label="owl", sure=0.95)
    figures = counted(wrong, *GOOD[1:])
    assert (figures["faces_wrong"], figures["faces_wrong_and_sure"], figures["faces_unread"]) == (1, 1, 0)


def test_unread_is_neither_right_nor_wrong() -> None:
    figures = counted(dataclasses.replace(GOOD[0], label=None), *GOOD[1:])
    assert (figures["faces_right"], figures["faces_wrong"], figures["faces_unread"]) == (0, 0, 1)


def test_what_is_missing_or_too_many_is_told() -> None:
    figures = counted(GOOD[0], Sighting("penny", "tails", "a1", sure=0.99), Sighting("penny", "heads", "a1"))
    assert figures["places_right"] == 1
    assert figures["pennies_extra"] == 1
    assert figures["sides_wrong_and_sure"] == 1
    assert len(figures.notes) == 4


def test_pictures_with_a_hand_count_only_as_such() -> None:
    figures = counted(entry={"file": "1.jpg", "hand": True, "sightings": None})
    assert (figures["pictures"], figures["hands"], figures["hands_seen"]) == (0, 1, 0)
