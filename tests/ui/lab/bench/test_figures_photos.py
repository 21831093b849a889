"""Photographs are measured by source, each with its own references; what was cut out as one is not asked for."""

import json
from pathlib import Path

import cv2
import numpy as np

from ui.lab.bench.figures import (
    CALLED,
    Photograph,
    ReferenceSet,
    enrolled_for,
    measure_photos,
    photographs,
    reference_sets,
    truth_of,
)
from ui.lab.bench.times import painted_faces

FACES = painted_faces(3, seed=6)


def quad(x: float) -> list[list[float]]:
    return [[x, 50.0], [x + 126, 50.0], [x + 126, 226.0], [x, 226.0]]


def laid(path: Path) -> Path:
    """Two photographs of one source, its references, and one of another source."""
    (path / "dev").mkdir()
    (path / "refs").mkdir()
    picture = np.full((300, 640, 3), (60, 90, 120), dtype=np.uint8)
    for number, (_, face) in enumerate(FACES):
        picture[50:226, 20 + 200 * number : 146 + 200 * number] = face
    for name in ("one", "two", "far"):
        cv2.imwrite(str(path / f"dev/{name}.png"), picture)
    refs = []
    for name, face in FACES[:2]:
        cv2.imwrite(str(path / f"refs/{name}.png"), face)
        refs.append({"file": f"refs/{name}.png", "set": "s", "name": name, "made_from": "dev/one.png"})
    (path / "refs/refs.json").write_text(json.dumps(refs))
    cards = [
        {"name": name, "quad": quad(20 + 200 * number), "visible": 1.0}
        for number, (name, _) in enumerate(FACES)
    ]
    entries = [
        {
            "file": f"dev/{name}.png",
            "source_repo": source,
            "kind": "card",
            "height": 300,
            "truth": {"cards": cards},
        }
        for name, source in (("one", "near/cards"), ("two", "near/cards"), ("far", "far/cards"))
    ]
    entries.append({"file": "dev/far.png", "source_repo": "far/cards", "kind": "other", "truth": {}})
    (path / "manifest.json").write_text(json.dumps(entries))
    return path


def test_sets_belong_to_the_source_they_were_cut_from(tmp_path: Path) -> None:
    photos = photographs(laid(tmp_path))
    sets = reference_sets(tmp_path, photos)
    assert [photo.picture.name for photo in photos] == ["one.png", "two.png", "far.png"]
    assert (sets[0].sources, sets[0].deck.width_mm, len(sets[0].deck.faces)) == ({"near/cards"}, 63.0, 2)
    asked = {photo.picture.name: truth_of(photo, enrolled_for(photo.source, sets))[0] for photo in photos}
    assert [(one.asked, one.known) for one in asked["one.png"]] == [
        (False, True),
        (False, True),
        (True, False),
    ]
    assert [(one.asked, one.known) for one in asked["two.png"]] == [(True, True), (True, True), (True, False)]
    assert not any(one.known for one in asked["far.png"])


def test_only_the_sets_of_a_source_are_enrolled_for_it(tmp_path: Path) -> None:
    (own,) = reference_sets(tmp_path, photographs(laid(tmp_path)))
    other = ReferenceSet(own.deck, own.cut_from, frozenset({"far/cards"}))
    assert enrolled_for("near/cards", [own, other]) == [own]
    assert enrolled_for("another/source", [own, other]) == [own, other]


def test_each_source_is_read_and_counted_by_itself(tmp_path: Path) -> None:
    found = measure_photos(laid(tmp_path))
    near, far = found["near/cards"], found["far/cards"]
    assert (near.pictures, far.pictures) == (2, 1)
    assert near.kinds["card"]["asked"] == near.kinds["card"]["right"] == 2
    assert near.kinds["card"]["strangers"] == 2
    assert far.kinds["card"]["strangers"] == 3


def photo(kind: str, truth: dict[str, object]) -> Photograph:
    return Photograph(Path("a.jpg"), "a.jpg", "s", CALLED[kind], truth, 500)


def test_dice_pennies_and_discs_are_told_as_they_are_matched() -> None:
    dice = [
        {"x": 50, "y": 60, "size": 40, "pips": 3},
        {"x": 9, "y": 9, "size": 8, "w": 6, "h": 8, "pips": 6, "symbol_face": True},
    ]
    first, second = truth_of(photo("dice", {"dice": dice}), [])[0]
    assert (first.kind, first.labels, first.radius, second.asked) == ("die", ("3",), 20.0, False)
    pennies = [
        {"x": 5, "y": 5, "r": 30, "face": "tails"},
        {"x": 5, "y": 5, "r": 30, "face": None, "occluded": True},
    ]
    one, other = truth_of(photo("penny", {"pennies": pennies, "other_coins": []}), [])[0]
    assert (one.labels, one.asked, one.counts) == (("tails",), True, True)
    assert (other.labels, other.asked, other.counts) == ((), False, False)
    discs, zones = truth_of(
        photo(
            "disc",
            {"discs": [{"x": 5, "y": 5, "r": 30, "color": "red"}], "ignore": [{"x": 1, "y": 2, "r": 3}]},
        ),
        [],
    )
    assert (discs[0].colour, discs[0].asked, len(zones)) == ("red", False, 1)


def test_cards_of_which_only_the_place_is_known_are_zones() -> None:
    truth = {
        "cards": [
            {"name": "fox", "quad": quad(0)},
            {"name": "owl", "center": [400, 90]},
            {"name": "hen", "box": [1, 2, 60, 90]},
        ],
        "overlapping_pairs": [{"center": [300, 300]}],
    }
    cards, zones = truth_of(photo("card", truth), [])
    assert [card.boxed for card in cards] == [False, True]
    assert [(zone.x, zone.y) for zone in zones] == [(300.0, 300.0), (400.0, 90.0)]
