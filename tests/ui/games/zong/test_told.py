"""What is being told of ZONG at the moment: discs, resting places, votes; what it comes to and what may follow."""

from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.zong.events import Disc, Rest
from companion.games.zong.rest import measured
from tests.games.zong_states import BLUE, FLICK, LIGHTNING, PIECES, agreed, state_of
from ui.games.zong import side as module
from ui.games.zong.side import (
    Telling,
    fallen_of,
    lies_at,
    may_throw,
    tower_orders,
    worded,
)

THROW = state_of({"pieces": PIECES})
FLICKED = state_of(FLICK)
CLEAN = state_of({**FLICK, "phase": "cleanup", "rest": {"blue": {"square": "12"}}})
BLUES = (Disc("blue", 6), Disc("blue", 5))


def test_a_throw_is_told_disc_by_disc() -> None:
    every = may_throw(THROW, ())
    assert len(every) > len(may_throw(THROW, BLUES[:1])) > len(may_throw(THROW, BLUES)) > 0
    assert all(BLUES[0] in event.discs for event in may_throw(THROW, BLUES[:1]))
    assert Telling(discs=BLUES).throw_told(THROW) is None
    three = (*BLUES, Disc("lightning", "spiral"))
    told = Telling(discs=three).throw_told(THROW)
    assert told is not None and sorted(map(str, told.discs)) == sorted(map(str, three))


def test_discs_fell_as_it_was_told_though_two_bear_the_same_number() -> None:
    one, two, five = (Disc("blue", face) for face in (1, 2, 5))
    pairs = ((one, two), (one, five))
    assert fallen_of(pairs, (one,)) == {0: one}
    assert fallen_of(pairs, (one, two)) == {1: one, 0: two}
    assert fallen_of(pairs, (two, five)) == {0: two, 1: five}
    assert fallen_of(pairs, (five, five)) == {}


def test_a_piece_let_go_of_near_another_lies_on_it() -> None:
    half = FLICKED.board.piece_mm / 2
    told = Telling(rest=(("blue", Rest(100.0, 50.0)), ("green", Rest(square="6"))))
    assert lies_at(FLICKED, told, "red", 100.0, 50.0) == Rest(100.0, 50.0, on="blue")
    assert lies_at(FLICKED, told, "red", 100.0 + half - 0.1, 50.0).on == "blue"
    assert lies_at(FLICKED, told, "red", 100.0, 50.0 - half - 0.1).on == ""
    assert lies_at(FLICKED, told, "red", 200.04, 20.06) == Rest(200.0, 20.1)
    assert lies_at(FLICKED, told, "blue", 100.0, 50.0).on == ""
    below = Telling(rest=(("blue", Rest(100.0, 50.0, on="red")),))
    assert lies_at(FLICKED, below, "red", 100.0, 50.0).on == "", "it lies under that one"
    two = Telling(rest=(("blue", Rest(100.0, 50.0)), ("green", Rest(100.0, 50.0, on="blue"))))
    assert lies_at(FLICKED, two, "red", 100.0, 50.0).on == "green"


def test_where_a_piece_belongs_by_where_it_lies() -> None:
    square = FLICKED.board.by_name["12"]
    found = measured(FLICKED, "red", Rest(square.x, square.y))
    assert found is not None and found.square == "12"
    for gone in (Rest(square="12"), Rest(None, 5.0), Rest(5.0, None)):
        assert measured(FLICKED, "red", gone) is None
    assert measured(FLICKED, "grey", Rest(square.x, square.y)) is None


def test_a_place_is_said_in_words() -> None:
    square = FLICKED.board.by_name["12"]
    assert worded(FLICKED, "red", Rest(), "goal") == Rest(goal=True)
    assert worded(FLICKED, "red", Rest(), "start") == Rest(off_board=True)
    assert worded(FLICKED, "blue", Rest(on="red"), "12") == Rest(square="12", on="red")
    assert worded(FLICKED, "red", Rest(square.x, square.y), "12") == Rest(square.x, square.y, square="12")
    assert worded(FLICKED, "red", Rest(), "12") == Rest(square="12")
    assert worded(FLICKED, "grey", Rest(), "12") is None


def test_what_was_told_becomes_an_event() -> None:
    told = Telling(rest=(("blue", Rest(square="12")),))
    flicked: Any = told.natural(FLICKED, frozenset(), looked=True)
    assert (flicked.seat, dict(flicked.rest)) == (0, {"blue": Rest(square="12")})


def test_points_are_made_with_those_taken_along(monkeypatch: pytest.MonkeyPatch) -> None:
    class Way:
        def __init__(self, name: str, *taken: str) -> None:
            self.name, self.taken = name, taken

    ways = [Way("alone"), Way("top", "blue"), Way("kept", "blue"), Way("both", "green", "blue")]
    monkeypatch.setattr(module, "advances", lambda state, seat: ways)

    def name(**told: Any) -> str | None:
        found: Any = Telling(**told).advance_told(THROW)
        return None if found is None else str(found.name)

    assert [name(), name(taken=("blue",)), name(taken=("blue",), kept=True)] == ["alone", "top", "kept"]
    assert name(taken=("blue", "green")) == "both" and name(taken=("red",)) is None
    assert Telling(taken=("blue",)).has_two_orders(THROW)
    assert not Telling().has_two_orders(THROW) and not Telling(taken=("red",)).has_two_orders(THROW)


def test_votes_are_counted_until_more_than_half_agree() -> None:
    def decided(*votes: tuple[int, str]) -> bool:
        return Telling(votes=votes).is_decided(CLEAN)

    assert not decided() and not decided((0, "12"))
    assert decided((0, "12"), (1, "12")), "two of three"
    assert not decided((0, "12"), (1, "11"))
    assert decided((0, "12"), (1, "11"), (2, "10")), "all have voted"
    assert Telling(votes=((1, "12"),)).votes_left(CLEAN) == (0, 2)
    booked = replace(CLEAN, vote=replace(CLEAN.vote, votes=((0, "12"),)))
    assert Telling(votes=((1, "12"),)).votes_left(booked) == (2,)
    four = state_of({"pieces": PIECES | {"yellow": "8"}}, agreed(4))
    assert not Telling(votes=((0, "12"), (1, "12"))).is_decided(four), "half is not more than half"


def test_what_may_be_voted_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "choices", lambda state: ("12", "11", "10"))
    assert Telling().may_vote(CLEAN) == ("12", "11")
    assert Telling(also="9").may_vote(CLEAN) == ("12", "11", "9")
    voted = replace(CLEAN, vote=replace(CLEAN.vote, votes=((0, "7"), (1, "12"))))
    assert Telling(also="7").may_vote(voted) == ("12", "11", "7")
    assert Telling(also="9").may_vote(replace(CLEAN, vote=replace(CLEAN.vote, asked="goal"))) == (
        "12",
        "11",
        "10",
    )
    pressed = [
        Telling(votes=votes).next_choice(CLEAN, 1) for votes in ((), ((1, "12"),), ((1, "11"),), ((0, "12"),))
    ]
    assert pressed == ["12", "11", "12", "12"]
    assert Telling(votes=((1, "gone"),)).next_choice(CLEAN, 1) == "12"


def test_votes_become_events_in_the_order_of_the_seats() -> None:
    votes = Telling(votes=((2, "12"), (0, "11")))
    assert [event.seat for event in votes.ballots_told(CLEAN)] == [0, 2]
    plain, goal = (
        votes.ballots_told(CLEAN)[0],
        votes.ballots_told(replace(CLEAN, vote=replace(CLEAN.vote, asked="goal")))[0],
    )
    assert plain != goal and type(plain) is type(goal)


def test_what_done_says_in_each_phase() -> None:
    def said(state: Any, looked: bool = True, back: tuple[str, ...] = (), **told: Any) -> str | None:
        event = Telling(**told).natural(state, frozenset(back), looked=looked)
        return None if event is None else type(event).__name__

    assert said(THROW) is None
    assert said(THROW, discs=(*BLUES, Disc("lightning", "spiral"))) == "Threw"
    assert said(FLICKED) is None and said(FLICKED, rest=(("blue", Rest(square="12")),)) == "Zonged"
    assert said(CLEAN) is None, "blue is not seen back"
    assert said(CLEAN, back=("blue",)) == said(CLEAN, ticked=frozenset({"blue"})) == "Cleaned"
    assert said(CLEAN, looked=False) == "Cleaned"
    assert said(replace(THROW, phase="spiral")) == "FellBack"
    assert said(replace(THROW, phase="vote")) is None


def test_a_tower_in_doubt_may_be_ordered_in_some_ways() -> None:
    tower = state_of(
        {"pieces": PIECES, "phase": "cleanup", "thrown": [LIGHTNING, *BLUE],
         "rest": {"blue": {"square": "6"}, "red": {"square": "6"}}}
    )  # fmt: skip
    orders = tower_orders(tower, "6")
    assert orders[0] == ("green", "blue", "red") and len(orders) == len(set(orders)) <= 6
    assert all(order[0] == "green" for order in orders), "who stood there stays below"
