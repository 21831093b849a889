"""Sightings are paired one to one with what lies there, by outline or, for small things, by their middles."""

import numpy as np
import pytest

from companion.sight import Kind, Sighting
from ui.lab.bench.figures import TrueObject, Zone, boxed, circle, likeness, matched, outline
from vision.loose.outlines import same


def square(x: float, y: float, side: float) -> tuple[tuple[float, float], ...]:
    return ((x, y), (x + side, y), (x + side, y + side), (x, y + side))


def true(x: float, y: float, side: float, kind: Kind = "card") -> TrueObject:
    return TrueObject(kind=kind, outline=np.array(square(x, y, side)))


def seen(x: float, y: float, side: float, kind: Kind = "card") -> Sighting:
    return Sighting(kind, None, corners_px=square(x, y, side))


def test_outlines_share_what_both_cover() -> None:
    one, other = np.array(square(0, 0, 10)), np.array(square(5, 0, 10))
    assert same(one, other) == pytest.approx(1 / 3)
    assert same(one, np.array(square(20, 0, 10))) == 0


def test_a_card_is_found_from_two_fifths_on() -> None:
    assert matched([true(0, 0, 100)], [seen(40, 0, 100)]).pairs == ((0, 0),)
    nearly = matched([true(0, 0, 100)], [seen(45, 0, 100)])
    assert (nearly.pairs, nearly.missed, nearly.invented) == ((), (0,), (0,))


def test_small_things_are_found_by_their_middles() -> None:
    penny = TrueObject(kind="penny", outline=circle(50, 50, 20))
    assert penny.radius == pytest.approx(20, rel=0.02)
    much_smaller = Sighting("penny", "heads", corners_px=square(56, 47, 6))
    assert likeness(penny, outline(much_smaller)) == pytest.approx(0.55, abs=0.02)
    too_far = Sighting("penny", "heads", corners_px=square(58, 47, 6))
    assert likeness(penny, outline(too_far)) == 0
    card = TrueObject(kind="card", outline=circle(50, 50, 20))
    assert likeness(card, outline(much_smaller)) == 0


def test_the_better_pair_is_made_first_and_one_thing_is_found_once() -> None:
    there = [true(0, 0, 100), true(30, 0, 100)]
    pairs = matched(there, [seen(28, 0, 100), seen(10, 0, 100), seen(31, 0, 100)])
    assert pairs.pairs == ((0, 1), (1, 2))
    assert pairs.invented == (0,)


def test_kinds_are_not_mixed_and_what_has_no_outline_matches_nothing() -> None:
    pairs = matched([true(0, 0, 40, "die")], [seen(0, 0, 40, "disc"), Sighting("die", "3")])
    assert pairs.pairs == ()
    assert pairs.invented == (0, 1)


def test_what_is_seen_where_nothing_is_known_is_not_invented() -> None:
    pairs = matched([], [seen(0, 0, 10), seen(80, 80, 10)], [Zone(5, 5, 20)])
    assert pairs.invented == (1,)


def test_a_boxed_truth_is_held_against_the_box_of_what_is_seen() -> None:
    turned = ((50.0, 0.0), (100.0, 50.0), (50.0, 100.0), (0.0, 50.0))
    box = boxed(np.array(turned))
    assert likeness(TrueObject(kind="card", outline=box, boxed=True), np.array(turned)) == pytest.approx(1)
    assert likeness(TrueObject(kind="card", outline=box), np.array(turned)) == pytest.approx(0.5)


def test_a_boxed_truth_is_held_against_what_shows_of_a_card_beneath_another() -> None:
    def card(left: float, visible: float) -> Sighting:
        return Sighting(
            "card", None, corners_px=((left, 0), (left + 60, 0), (left + 60, 90), (left, 90)), visible=visible
        )

    strip = boxed(np.array([[0.0, 0.0], [20.0, 90.0]]))
    truth = TrueObject(kind="card", outline=strip, boxed=True)
    assert matched([truth], [card(0, 0.33), card(20, 1.0)]).pairs == ((0, 0),)
    assert matched([truth], [card(0, 1.0), card(20, 1.0)]).pairs == (), (
        "of which nothing is said to be hidden"
    )
    right = TrueObject(kind="card", outline=boxed(np.array([[80.0, 0.0], [100.0, 90.0]])), boxed=True)
    askew = Sighting("card", None, corners_px=((40, -3), (100, -3), (100, 90), (40, 90)), visible=0.33)
    assert matched([right], [askew, card(20, 1.0)]).pairs == ((0, 0),), "a sliver along a side does not show"
    whole = TrueObject(kind="card", outline=strip)
    assert matched([whole], [card(0, 0.33), card(20, 1.0)]).pairs == (), (
        "its outline is that of the whole card"
    )
