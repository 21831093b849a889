"""ZONG told: clean-ups as JSON, readings otherwise, overrides, words, and whatever else may be said."""

import random
from collections import Counter
from typing import Any

import msgspec
import pytest

from companion.game import Event, PositionFault, Setup, checked
from companion.games.zong import GAME
from companion.games.zong.board import THROW, own_board
from companion.games.zong.events import (
    Advanced,
    Cleaned,
    Disc,
    Disputed,
    FellBack,
    Passed,
    Rest,
    Ruled,
    Starts,
    Threw,
    Voted,
    Zonged,
)
from companion.games.zong.rest import book_of, placings
from companion.games.zong.state import State
from companion.lawful import drawn
from companion.rulebook import rules
from tests.games.zong_states import BLUE, FLICK, PIECES, agreed, random_setup, state_of


def test_the_clean_up_tells_each_piece_its_square_rule_and_doubt() -> None:
    state = GAME.after(state_of(FLICK), Zonged(0, {"blue": Rest(177.0, 32.0), "green": Rest(67.0, 144.0)}))
    blue, green = placings(state)
    assert state.book()["8"] == ("blue",) and state.rest[0][1] == Rest(177.0, 32.0)
    assert (blue.colour, blue.square, blue.rule) == ("blue", "5", "zg-11-between-higher")
    assert (blue.to, blue.must_move, blue.level) == ((193.5, 32.0), True, 0)
    assert not blue.doubtful
    assert green.square == "17" and green.doubtful
    assert green.others == (("18", 2.0),)
    ruled = GAME.after(state, Ruled("green", "16"))
    assert next(p for p in placings(ruled) if p.colour == "green").decided


@pytest.mark.parametrize(
    "given",
    [
        {"pieces": {"red": "40"}},
        {"pieces": {"red": "4"}, "towers": {"5": ["red"]}},
        {"towers": {"5": ["red"], "6": ["red"]}},
        {"towers": {"5": ["red", "red"]}},
        {"pieces": 3},
    ],
)
def test_a_book_that_cannot_be_is_named(given: dict[str, Any]) -> None:
    with pytest.raises(PositionFault):
        book_of(own_board(), given)


def test_a_throw_and_points_are_read_otherwise_where_they_can_have_been() -> None:
    state = GAME.start(agreed())
    threw = Threw(0, (Disc("blue", 6), Disc("blue", 5), Disc("risk", 0)))
    others = list(GAME.alternatives(state, threw, THROW))
    assert Threw(0, (Disc("blue", 5), Disc("blue", 6), Disc("risk", 7))) in others
    assert all(other != threw for other in others)
    given = {
        "pieces": PIECES | {"blue": "9"},
        "towers": {"9": ["red", "blue"]},
        "thrown": [*BLUE, {"disc": "risk", "face": 0}],
    }
    points = state_of(given)
    found = list(GAME.alternatives(points, Advanced(0), "20"))
    assert found == [Advanced(0, ("blue",)), Advanced(0, ("blue",), ("red", "blue"))]
    assert list(GAME.alternatives(points, Advanced(0), "3")) == []


def test_the_people_may_put_any_piece_on_any_square() -> None:
    state = state_of({"pieces": PIECES})
    found = list(GAME.overrides(state, "8"))
    assert found == [Ruled("red", "8"), Ruled("green", "8")]
    assert list(GAME.overrides(state, THROW)) == []
    assert GAME.after(state, Ruled("red", "8")).book() == {"6": ("green",), "8": ("blue", "red")}


def test_throws_flicks_and_votes_cannot_be_made_unseen() -> None:
    state = state_of(FLICK)
    assert GAME.reveals(state, Zonged(0))
    assert GAME.reveals(state, Voted(0, "goal"))
    assert not GAME.reveals(state, Advanced(0))


def said(state: State, *events: Event) -> list[str]:
    found = []
    for event in events:
        found.append(GAME.words(state, event))
        state = GAME.after(state, event)
    return found


def test_events_in_words() -> None:
    flick = Zonged(0, {"blue": Rest(177.0, 32.0), "green": Rest(94.5, 40.0)})
    assert said(
        state_of(FLICK), flick, Disputed("blue"), Voted(0, "4"), Voted(2, "4"), Cleaned(), Advanced(0)
    ) == [
        "Red ZONGs: blue belongs on 5, green belongs on 2",
        "The table votes on where blue belongs",
        "Red votes for 4",
        "Green votes for 4; so blue belongs on 4",
        "Every piece stands where it belongs",
        "Red goes on to 20",
    ]
    throw = Threw(0, (Disc("blue", 6), Disc("risk", 7), Disc("lightning", "spiral")))
    assert said(GAME.start(agreed()), throw) == ["Red throws blue 6, violet 7, spiral: 13 points"]


def test_the_screen_is_told_what_to_do_and_what_is_in_doubt() -> None:
    state = state_of(FLICK)
    view = GAME.view(state, None)
    assert view.headline == "Red to ZONG"
    assert "large ZONG disc" in view.awaited
    assert view.about["9"] == "9: red"
    assert view.aside[0] == ("3 blue, 1 violet, 1 yellow", "large ZONG disc")
    state = GAME.after(state, Zonged(0, {"blue": Rest(324.0, 116.0)}))
    view = GAME.view(state, 1)
    assert view.headline == "Where does blue belong?"
    assert view.awaited == "Every player has one vote: the goal or 32. The majority decides."
    assert "Doubtful: blue belongs on the goal; 32 is 1.0 mm away." in view.notes
    named = GAME.start(checked(GAME, Setup(3, players=("Ada", "", "Cyd"))))
    assert GAME.view(named, None).headline == "Ada to throw"


def any_event(rng: random.Random, seats: int) -> Event:
    """An event as a clumsy hand or a broken program may tell it."""
    colours = ["red", "blue", "green", "yellow", "black", "white", "pink", "goal", ""]
    squares = ["start", "goal", "1", "4", "5", "31", "32", "33", "0", "x", ""]
    seat = rng.randrange(-1, seats + 1)
    some = tuple(rng.sample(colours, rng.randrange(4)))
    spots: list[dict[str, Any]] = [
        {"x": rng.uniform(-90, 450), "y": rng.uniform(-90, 330), "on": rng.choice(colours)},
        {"square": rng.choice(squares)},
        {"between": [rng.choice(squares), rng.choice(squares)]},
        {"off-track": rng.choice([True, "4", "5", "x"])},
        {"goal": True, "off-board": rng.random() < 0.2},
        {},
    ]
    rest = {colour: msgspec.convert(rng.choice(spots), Rest) for colour in some}
    discs = tuple(
        Disc(
            rng.choice(("blue", "risk", "lightning")),
            rng.choice((0, 1, 6, 7, 9, "6", "lightning", "spiral", "?")),
        )
        for _ in range(rng.choice((0, 2, 3, 3, 3, 4)))
    )
    return rng.choice(
        [
            Starts(seat),
            Threw(seat, discs),
            Zonged(seat, rest),
            Passed(seat),
            Disputed(rng.choice(colours)),
            Voted(seat, rng.choice(squares), rng.choice(colours)),
            Cleaned({c: rng.choice(squares) for c in some}, {rng.choice(squares): some}),
            FellBack(seat, rng.choice(squares)),
            Advanced(seat, some, tuple(rng.sample(colours, rng.randrange(4))), rng.choice(squares)),
            Ruled(rng.choice(colours), rng.choice(squares), some),
        ]
    )


def test_whatever_is_told_is_refused_by_a_written_rule_or_leads_to_a_state_that_can_be() -> None:
    refused: Counter[str] = Counter()
    lawful = 0
    for seed in range(80):
        rng = random.Random(seed)
        state = GAME.start(random_setup(rng))
        for _ in range(80):
            if state.over is not None:
                break
            event = any_event(rng, state.seats)
            violation = GAME.violation(state, event)
            after = GAME.after(state, event)
            assert GAME.words(state, event)
            if violation is None:
                lawful += 1
                assert GAME.faults(after) == (), event
                state = after
            else:
                refused[violation.rule] += 1
                GAME.look(after), GAME.chores(after), GAME.view(after, None)
                drawn_event = drawn(GAME, state, rng.randrange)
                assert drawn_event is not None
                state = GAME.after(state, drawn_event)
    written = {rule.id for rule in rules("zong")}
    assert set(refused) <= written
    assert len(refused) > 15
    assert lawful > 30
