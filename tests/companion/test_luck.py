"""What fell is held against what is to be expected: of dice, pennies and discs, each seat's and all together."""

from math import isclose

import pytest

from companion.game import COIN, DICE, DIE, PENNY, Throw
from companion.games import all_games
from companion.luck import luck


def dice(seat: int, faces: str) -> list[Throw]:
    return [Throw(seat, DICE, face, DIE) for face in faces]


def test_the_bars_are_the_counts_and_what_is_expected_of_fair_throws() -> None:
    (found,) = luck(dice(0, "115666"))
    assert [(bar.face, bar.count) for bar in found.bars] == list(
        zip("123456", (2, 0, 0, 0, 1, 3), strict=True)
    )
    assert all(isclose(bar.expected, 1.0) for bar in found.bars)
    assert isclose(found.mean, 25 / 6) and found.expected == 3.5
    assert isclose(found.spread, (35 / 12 / 6) ** 0.5)


def test_each_seat_has_its_own_throws() -> None:
    throws = [*dice(0, "66"), *dice(1, "1")]
    assert [one.mean for one in luck(throws, 0)] == [6.0] and [one.mean for one in luck(throws, 1)] == [1.0]
    assert luck(throws, 2) == () and luck(throws)[0].throws == 3


@pytest.mark.parametrize(("faces", "enough"), [("123456" * 4 + "12345", False), ("123456" * 5, True)])
def test_fewer_than_thirty_dice_say_nothing(faces: str, *, enough: bool) -> None:
    (found,) = luck(dice(0, faces))
    assert found.needed == 30 and found.enough is enough and (found.p is not None) is enough


@pytest.mark.parametrize(
    ("faces", "verdict"), [("6" * 30, "lucky"), ("1" * 30, "unlucky"), ("123456" * 5, "even")]
)
def test_a_mean_far_from_what_is_expected_is_luck(faces: str, verdict: str) -> None:
    assert luck(dice(0, faces))[0].verdict == verdict


def test_a_penny_counts_its_first_side() -> None:
    (found,) = luck([Throw(0, COIN, side, PENNY) for side in ("heads", "tails", "tails", "tails")])
    assert (found.mean, found.expected, found.needed) == (0.25, 0.5, 10)


def test_discs_of_different_faces_are_held_against_their_own() -> None:
    throws = [Throw(0, "blue", "6", ("1", "6")), Throw(0, "blue", "2", ("2", "5"))]
    (found,) = luck(throws)
    assert [(bar.face, bar.count, bar.expected) for bar in found.bars] == [
        ("1", 0, 0.5), ("2", 1, 0.5), ("5", 0, 0.5), ("6", 1, 0.5),
    ]  # fmt: skip
    assert (found.mean, found.expected, found.p) == (4.0, 3.5, None)


def test_the_throws_of_a_fight_are_those_of_its_two_seats() -> None:
    from tests.situations.looked_back import record_of
    from ui.present.walk import Walk

    record = record_of("zoon_alternate")
    walk = Walk.of(record.game, record.setup, record.entries)
    place, line = next((n, line) for n, line in enumerate(walk.lines) if hasattr(line.entry.event, "dice"))
    fell = record.game.thrown(walk.states[place], line.entry.event)
    contest = walk.contest(place + 1)
    assert contest is not None
    assert [(throw.seat, int(throw.face)) for throw in fell] == [
        (side.seat, side.die) for side in contest.sides
    ]


def test_a_throw_of_zong_is_its_discs() -> None:
    from companion.game import Setup, checked
    from companion.games.zong.events import Disc, Threw

    game = all_games()["zong"]
    state = game.start(checked(game, Setup(3)))
    event = Threw(0, (Disc("blue", 4), Disc("risk", 7), Disc("lightning", "spiral")))
    assert game.thrown(state, event) == (
        Throw(0, "Blue discs", "4", ("3", "4")),
        Throw(0, "Violet discs", "7", ("7", "0")),
        Throw(0, "Yellow discs", "spiral", ("lightning", "spiral")),
    )
