"""Bodies of round pieces weighed in figures, enrolled faces told by their fits, grids and angles of a search."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from vision.cards.fitting import (
    NEARLY_UPRIGHT,
    _off_upright,
    _open,
    angles_near_upright,
    apart_deg,
    grid_around,
)
from vision.decks.alike import TURNS, left_over
from vision.decks.references import References
from vision.discs.reader import (
    USUAL,
    Body,
    DiscPlace,
    _chance,
    _each_once,
    _odds,
    _place_of,
    _sound,
    _told,
)
from vision.identify.identify import TURNED, Crop, corners_px, look, size_of, variants, warped


def body(x: float = 50.0, y: float = 40.0, radius: float = 10.0, nothing: float = 0.1) -> Body:
    spread = np.diag([radius, radius])
    return Body((nothing, 1 - nothing, 0.0, 0.0), np.array([x, y]), np.array([x, y + 5]), spread, 1.0)


# round bodies


def test_odds_are_held_away_from_certainty() -> None:
    assert _odds(0.5, 0.01) == 0.0
    assert _odds(0.8, 0.01) == pytest.approx(np.log(4))
    assert _odds(0.0, 0.01) == pytest.approx(-np.log(99))
    assert _odds(1.0, 0.01) == pytest.approx(np.log(99))


def test_the_looks_at_a_piece_add_up() -> None:
    even = body(nothing=0.5)
    assert _chance(0.5, even, even) == pytest.approx(1 / (1 + np.exp(-USUAL)))
    first = _chance(0.5, body(nothing=0.2), even)
    assert first == pytest.approx(1 / (1 + np.exp(-USUAL - 0.2 * np.log(4))))
    second = _chance(0.5, even, body(nothing=0.2))
    assert second == pytest.approx(1 / (1 + np.exp(-USUAL - 0.65 * np.log(4))))
    assert _chance(0.8, even, even) == pytest.approx(1 / (1 + np.exp(-USUAL - 0.85 * np.log(4))))


@pytest.mark.parametrize(
    ("radius", "off", "sound"),
    [
        (10.0, 0.0, True),
        (3.0, 0.0, True),
        (2.9, 0.0, False),
        (15.0, 0.0, True),
        (15.1, 0.0, False),
        (10.0, 40.0, False),
    ],
)
def test_a_body_must_fit_the_place_where_it_was_looked_for(radius: float, off: float, *, sound: bool) -> None:
    assert _sound(body(radius=radius), DiscPlace(50.0 + off, 40.0, 10.0, 0.5)) == sound
    assert _sound(body(radius=radius), DiscPlace(50.0, 40.0 - off, 10.0, 0.5)) == sound


def test_a_body_is_looked_at_again_about_its_middle() -> None:
    place = _place_of(body(), 0.7)
    assert (place.x, place.y, place.reach, place.chance) == pytest.approx((50.0, 40.0, 10.0, 0.7), abs=0.1)
    assert _place_of(body(radius=1.0), 0.7).reach == 3.0


def test_of_bodies_that_mean_one_piece_the_likeliest_is_told() -> None:
    likely, twin, other = (
        replace(body(), sure=0.9),
        replace(body(x=55.9), sure=0.8),
        replace(body(x=56.2), sure=0.7),
    )
    assert _each_once([twin, likely]) == (likely,)
    assert _each_once([other, likely]) == (likely, other)
    assert _each_once([replace(body(y=45.9), sure=0.5), likely]) == (likely,)
    large = replace(body(x=59.0, radius=16.0), sure=0.6)
    assert _each_once([large, likely]) == (likely,), "six tenths of the larger one's reach"


# enrolled faces


def told(*fits: float) -> Any:
    """What is told where faces fit so well, each best in another turn."""
    known = [("deck", label) for label in ("fox", "owl", "hen", "elk", "cat")[: len(fits)]]
    table = np.full((len(fits), TURNS), -1.0)
    for n, fit in enumerate(fits):
        table[n, n] = fit
    return _told(known, table)


def test_what_a_face_leaves_unexplained_counts_against_it() -> None:
    assert left_over(np.array((0.9, 0.9))) == pytest.approx((1.0, 1.0))
    least, more = 1 - 0.81 + 0.01, 1 - 0.25 + 0.01
    assert left_over(np.array((0.9, 0.5))) == pytest.approx((1.0, (least / more) ** 2))
    assert left_over(np.array((2.0, -1.0))) == pytest.approx((1.0, (0.01 / 1.01) ** 2))


def test_a_face_is_named_where_it_is_clearly_the_best() -> None:
    named = told(0.9, 0.6)
    assert (named.label, named.deck, named.angle_px) == ("fox", "deck", 0.0)
    odds = np.exp(22 * -0.3) * ((0.2 / 0.65) ** 2)
    none = np.exp(22 * (0.55 - 0.9))
    assert named.sure == pytest.approx(1 / (1 + odds + none))
    assert named.others == ()
    second = told(0.6, 0.95)
    assert (second.label, second.angle_px) == ("owl", 360 / TURNS)
    assert told(0.49, 0.3) is None
    assert told(0.5, 0.3) is not None


def test_faces_that_look_alike_are_not_named() -> None:
    either = told(0.9, 0.9, 0.89, 0.88, 0.5)
    assert (either.label, either.deck, either.sure, either.angle_px) == (None, None, 1.0, None)
    assert [label for label, _ in either.others] == ["fox", "owl", "hen"]
    nearly = told(0.95, 0.93)
    assert nearly.label == "fox" and [label for label, _ in nearly.others] == ["owl"]


# a search


def test_angles_apart_and_off_upright() -> None:
    assert [_off_upright(angle) for angle in (0, 10, -10, 45, 80, 90, 135, 190)] == [
        0,
        10,
        10,
        45,
        10,
        0,
        45,
        10,
    ]
    assert [apart_deg(*pair) for pair in ((10, 350), (350, 10), (0, 180), (90, 0), (5, 5))] == [
        20,
        20,
        180,
        90,
        0,
    ]
    assert angles_near_upright(References(60.0, 60.0, ())) == NEARLY_UPRIGHT
    assert angles_near_upright(References(60.0, 90.0, ())) == (*NEARLY_UPRIGHT, 81, 87, 93, 99)


def test_a_grid_about_each_centre() -> None:
    places = grid_around([(100.0, 200.0), (0.0, 0.0)], 5.0)
    assert places.tolist() == [
        [97.5, 197.5], [102.5, 197.5], [97.5, 202.5], [102.5, 202.5], [-2.5, -2.5], [2.5, -2.5], [-2.5, 2.5], [2.5, 2.5]
    ]  # fmt: skip
    assert grid_around([(7.0, 8.0)], 1.0).tolist() == [[7.0, 8.0]]
    assert len(grid_around([(0.0, 0.0)], 7.5)) == 9


def test_places_near_a_clear_card_are_closed() -> None:
    places = np.array([(0.0, 0.0), (11.9, 0.0), (0.0, 12.0), (12.0, 0.0), (9.0, 9.0), (8.0, 8.0)])
    best = np.array([0.7, 0.1, 0.1, 0.69, 0.1, 0.1], np.float32)
    assert _open(places, best).tolist() == [False, False, True, True, True, False]


# a crop


def test_quarter_turns_and_growth_of_the_unit_square() -> None:
    corner = np.array((0.2, 0.3, 1.0))
    assert [(TURNED[k] @ corner)[:2].tolist() for k in range(4)] == [
        [0.2, 0.3],
        pytest.approx([0.7, 0.2]),
        pytest.approx([0.8, 0.7]),
        pytest.approx([0.3, 0.8]),
    ]
    assert (size_of(np.zeros((20, 30))) @ (0.5, 1.0, 1.0))[:2].tolist() == [14.5, 19.5]


def test_a_crop_is_looked_at_in_three_sizes() -> None:
    large = look(np.zeros((240, 160, 3), np.uint8), np.ones((240, 160), np.float32))
    assert large.picture.shape == (120, 80, 3)
    assert large.soft.shape == (30, 20, 3)
    assert large.grey.shape == (58, 38)
    assert large.whole is not None and large.whole.shape == (120, 80)
    assert (large.width, large.height) == (160, 240)
    small = look(np.zeros((30, 60, 3), np.uint8), None)
    assert (small.picture.shape, small.soft.shape, small.grey.shape) == ((30, 60, 3), (20, 40, 3), (30, 60))
    assert small.whole is None


def test_much_that_is_burnt_out_is_also_taken_for_glare() -> None:
    def shown(burnt: int, whole: Any = None) -> list[Crop]:
        picture = np.full((50, 50, 3), 100, np.uint8)
        picture[:, :burnt] = 250
        return variants(
            Crop(
                picture=picture,
                soft=picture,
                grey=np.zeros((50, 50), np.float32),
                whole=whole,
                width=50,
                height=50,
            )
        )

    assert len(shown(0)) == 1
    assert len(shown(1)) == 2, "exactly two in a hundred"
    plain, glare = shown(10)
    assert plain.whole is None and glare.whole is not None
    assert not glare.whole[:, :11].any() and glare.whole[:, 11:].all()
    half = np.ones((50, 50), np.float32)
    half[:25] = 0.0
    hidden = shown(10, half)[1].whole
    assert hidden is not None and not hidden[:25].any() and hidden[25:, 11:].all()
    assert len(shown(46)) == 1, "nothing would be left"
    mixed = np.full((50, 50, 3), (249, 255, 255), np.uint8)
    assert (
        len(
            variants(
                Crop(
                    picture=mixed,
                    soft=mixed,
                    grey=np.zeros((50, 50), np.float32),
                    whole=None,
                    width=50,
                    height=50,
                )
            )
        )
        == 1
    )


def test_samples_of_a_card_and_its_corners_in_the_crop() -> None:
    down, across = np.mgrid[0:20, 0:40].astype(np.float32)
    assert warped(across, np.eye(3), (20, 40)) == pytest.approx(across, abs=0.05)
    half = warped(down, np.eye(3), (10, 20))
    assert half[:, 0] == pytest.approx(np.arange(10) * 2 + 0.5, abs=0.05)
    turned = warped(across, TURNED[2], (20, 40))
    assert turned[0] == pytest.approx(across[0, ::-1], abs=0.05)
    crop = Crop(
        picture=np.zeros((9, 9, 3), np.uint8),
        soft=np.zeros((9, 9, 3), np.uint8),
        grey=across,
        whole=None,
        width=100,
        height=60,
    )
    assert corners_px(np.eye(3), crop) == ((-0.5, -0.5), (99.5, -0.5), (99.5, 59.5), (-0.5, 59.5))
    assert corners_px(TURNED[1], crop)[0] == (99.5, -0.5)
