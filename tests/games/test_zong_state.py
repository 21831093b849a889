"""ZONG: random games, positions given and read, set-ups and votes."""

import json
import random
from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace

from companion.game import Over, PositionFault, Seats, SetupFault, legal
from companion.games.zong import GAME
from companion.games.zong.board import board_json
from companion.games.zong.events import (
    Cleaned,
    Disc,
    Disputed,
    Passed,
    Rest,
    Starts,
    Threw,
    Voted,
    Zonged,
)
from companion.games.zong.rules import choices, throws
from companion.games.zong.state import State
from companion.lawful import drawn
from tests.games.zong import owners_board
from tests.games.zong_states import BLUE, FLICK, LIGHTNING, PIECES, agreed, random_setup, state_of


def test_random_games_end_keep_every_piece_and_disc_and_read_back_as_they_are() -> None:
    ends: Counter[str] = Counter()
    for seed in range(60):
        rng = random.Random(seed)
        setup = random_setup(rng)
        state = GAME.start(setup)
        for number in range(3000):
            turn = GAME.turn(state)
            if isinstance(turn, Over):
                ends[turn.rule] += 1
                assert legal(GAME, state) == []
                break
            event = drawn(GAME, state, rng.randrange)
            assert event is not None
            assert GAME.violation(state, event) is None, event
            state = GAME.after(state, event)
            assert GAME.faults(state) == ()
            assert sum(map(sum, state.hands)) == 2 * setup.seats + 3
            if number < 40:
                assert GAME.load_position(setup, json.loads(json.dumps(GAME.dump_position(state)))) == state
        else:
            pytest.fail("a random game did not end")
    assert set(ends) == {"s1-first-on-goal-wins", "zg-15-owner-wins"}


def test_nobody_can_throw_too_few_discs_and_nothing_is_drawn_then() -> None:
    """Against the rules the turn may be passed on before a throw: then the next seat has two discs."""
    state = GAME.after(GAME.start(agreed(3)), Passed(0))
    assert state.turn == 1 and sum(state.hands[1]) == 2
    for seed in range(20):
        event = drawn(GAME, state, random.Random(seed).randrange)
        assert event is None or isinstance(event, Starts)


def test_every_listed_event_is_lawful() -> None:
    for seed in range(6):
        rng = random.Random(seed)
        state = GAME.start(random_setup(rng))
        for _ in range(60):
            event = drawn(GAME, state, rng.randrange)
            if event is None:
                break
            assert [e for e in GAME.candidates(state, None) if GAME.violation(state, e) is not None] == []
            state = GAME.after(state, event)


def counted(state: State, depth: int) -> tuple[int, int]:
    """Lines of play of this length that go on, and that ended; ended ones count once."""
    if isinstance(GAME.turn(state), Over):
        return (0, 1)
    if depth == 0:
        return (1, 0)
    counts = [counted(GAME.after(state, event), depth - 1) for event in legal(GAME, state)]
    return (sum(c[0] for c in counts), sum(c[1] for c in counts))


@pytest.mark.parametrize(
    ("given", "depth", "going_on", "ended"),
    [
        (None, 1, 82, 0),
        (None, 2, 268, 0),
        (
            {
                "pieces": {"red": "25", "blue": "25", "green": "9"},
                "thrown": [*BLUE, {"disc": "risk", "face": 7}],
            },
            1,
            0,
            3,
        ),
        (FLICK, 3, 192, 0),
    ],
)
def test_lines_of_play_are_counted(
    given: dict[str, Any] | None, depth: int, going_on: int, ended: int
) -> None:
    state = GAME.start(agreed()) if given is None else state_of(given)
    assert counted(state, depth) == (going_on, ended)


def test_the_first_throws_counted_by_hand() -> None:
    """Three blue discs 8 ways; two of them 12 ways, with either face of one of two others; one 6 ways, with both."""
    found = [event for event in legal(GAME, GAME.start(agreed())) if isinstance(event, Threw)]
    assert len(found) == 8 + 12 * 2 * 2 + 6 * 2 * 2


@pytest.mark.rule("zg-29-sum")
def test_no_throw_sums_to_less_than_nothing_or_more_than_21() -> None:
    """Whatever discs a seat has come to own, and with the highest faces that an owner may tell."""
    highest = agreed(facts={"blue.1": "7/0", "blue.2": "7/7", "blue.3": "7/1"})
    sums = set()
    for blue, risk, lightning in ((3, 1, 1), (0, 3, 2), (2, 2, 1), (1, 3, 1), (0, 2, 3)):
        state = replace(GAME.start(highest), hands=((blue, risk, lightning),) * 3)
        sums |= {GAME.after(state, event).throw.points for event in throws(state)}
    assert (min(sums), max(sums)) == (0, 21)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"pieces": {"red": "9", "blue": "8"}}, "nothing is said of green"),
        ({"pieces": PIECES | {"pink": "3"}}, "pieces.pink: expected one of red, blue, green"),
        ({"pieces": PIECES | {"red": "40"}}, "pieces.red: there is no square '40'"),
        ({"pieces": PIECES, "towers": {"9": ["red", "blue"]}}, "towers.9: blue stands on 8"),
        (
            {"pieces": PIECES | {"blue": "9"}, "towers": {"9": ["red"]}},
            "towers.9: expected all that stand there",
        ),
        ({"pieces": PIECES, "turn": 3}, "turn: expected a seat below 3"),
        ({"pieces": PIECES, "turn": "x"}, "turn"),
        ({"pieces": PIECES, "phase": "dance"}, "phase: expected one of"),
        ({"pieces": PIECES, "phase": "points"}, "thrown: three discs lie there"),
        ({"pieces": PIECES, "phase": "throw", "thrown": FLICK["thrown"]}, "thrown: three discs lie there"),
        ({"pieces": PIECES | {"red": "goal"}}, "over: the game is over when a piece is on the goal"),
        ({"pieces": PIECES, "discs": {"0": {"blue": 3, "risk": 1}}}, "discs: 1 risk discs, but there are 3"),
        ({"pieces": PIECES, "discs": {"5": {"blue": 3}}}, "discs.5: expected a seat below 3"),
        ({"pieces": PIECES, "discs": {"0": {"green": 3}}}, "discs.0.green: expected one of"),
        (
            {"pieces": PIECES, "discs": {str(s): {"blue": 1, "risk": 1, "lightning": 1} for s in range(3)}},
            "discs.0: 3 discs, but this seat owns 5",
        ),
        ({"pieces": PIECES, "dice": 3}, "dice: expected one of turn, "),
        (FLICK | {"rest": {"blue": {}}}, "rest.blue: ours-resting-place"),
        (FLICK | {"rest": {"blue": {"x": 1.0, "y": 1.0}}}, "rest: pieces are put back after each flick"),
        (FLICK | {"phase": "cleanup"}, "rest: nothing was flicked"),
        (FLICK | {"asked": "blue"}, "asked: something is asked in a vote"),
        (FLICK | {"lightnings": -1}, "lightnings: below 0"),
        (
            {
                "pieces": PIECES | {"red": "goal"},
                "phase": "over",
                "over": {"winners": [], "why": "", "rule": ""},
            },
            "over.winners: expected the one seat",
        ),
        ({"pieces": PIECES, "thrown": [LIGHTNING]}, "thrown: expected 3 discs or none"),
        ({"pieces": PIECES | {"red": True}}, "pieces.red: expected text, found true"),
        ({"pieces": ["red"]}, "pieces: expected a table, found ['red']"),
        ({"pieces": PIECES, "towers": {"9": "red"}}, "towers.9: expected a list, each text, found 'red'"),
        ({"pieces": PIECES, "thrown": [LIGHTNING, 6]}, "thrown[1]: expected a table, found 6"),
        ({"pieces": PIECES, "begun": 1}, "begun: expected true or false, found 1"),
        (
            {"pieces": PIECES, "thrown": [LIGHTNING, LIGHTNING, BLUE[0]]},
            "more lightning discs than seat 0 owns",
        ),
        (
            FLICK | {"pieces": PIECES | {"red": "1"}, "phase": "spiral", "spirals": 1},
            "phase: the piece is last",
        ),
    ],
)
def test_a_position_that_cannot_be_is_named(given: dict[str, Any], words: str) -> None:
    with pytest.raises(PositionFault) as fault:
        state_of(given)
    assert words in str(fault.value)


def test_a_sparse_position_is_filled_in_the_likeliest_way() -> None:
    state = state_of({"pieces": PIECES})
    assert (state.turn, state.phase, state.begun) == (0, "throw", True)
    assert state.hands == ((3, 1, 1), (0, 1, 1), (0, 1, 1))
    assert state_of({"towers": {"9": ["blue", "red", "green"]}}).squares[9] == (1, 0, 2)


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"blue.1": "6"}, "blue.1 as two numbers from 0 to 7"),
        ({"blue.2": "8/1"}, "blue.2 as two numbers from 0 to 7"),
        ({"blue.4": "6/1"}, "expected one of board, blue.1"),
        ({"board": "{}"}, "a board that can be played on"),
        ({"board": "no json"}, "a board that can be played on"),
    ],
)
def test_facts_that_cannot_be_are_named(facts: dict[str, Any], words: str) -> None:
    with pytest.raises(SetupFault, match="facts") as fault:
        GAME.start(agreed(facts=facts))
    assert words in str(fault.value)


@pytest.mark.rule("zg-01-blue-faces")
def test_the_owner_tells_the_faces_of_the_blue_discs() -> None:
    setup = agreed(facts={"blue.1": "1/1", "blue.2": "2/2", "blue.3": "3/3", "blue.confirmed": True})
    state = GAME.start(setup)
    six = Threw(0, (Disc("blue", 6), Disc("blue", 2), Disc("blue", 3)))
    violation = GAME.violation(state, six)
    assert violation is not None and violation.rule == "zg-29-faces"
    assert GAME.violation(state, Threw(0, (Disc("blue", 1), Disc("blue", 2), Disc("blue", 3)))) is None
    assert not any("confirmed" in note for note in GAME.view(state, None).notes)
    assert any("nobody has confirmed" in note for note in GAME.view(GAME.start(agreed()), None).notes)


def test_an_owners_board_is_played_on() -> None:
    setup = agreed(facts={"board": board_json(owners_board())})
    state = state_of(FLICK, setup)
    state = GAME.after(state, Zonged(0, {"blue": Rest(122.0, 262.8)}))
    assert GAME.after(state, Cleaned()).book()["32"] == ("blue",)
    assert GAME.table(setup).width_mm == 600.0


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.rule("zg-20-majority")
def test_any_votes_of_all_seats_lead_to_one_square(seats: int) -> None:
    """Most votes win; where two squares share the lead, what was measured does. Whatever the order of voting."""
    setup = agreed(seats)
    pieces = dict.fromkeys(str(setup.option("colours", "")).split(","), "9")
    start = state_of({"pieces": pieces, "thrown": FLICK["thrown"]}, setup)
    start = GAME.after(start, Zonged(0, {"blue": Rest(177.0, 32.0)}))
    start = GAME.after(start, Disputed("blue"))
    measured = "5"
    for seed in range(40):
        rng = random.Random(seed)
        votes = {seat: rng.choice(("4", "5", "13")) for seat in range(seats)}
        state = start
        for seat in rng.sample(range(seats), seats):
            if state.phase == "vote":
                state = GAME.after(state, Voted(seat, votes[seat]))
        counts = Counter(votes.values()).most_common()
        tied = len(counts) > 1 and counts[0][1] == counts[1][1]
        assert state.phase == "cleanup"
        assert dict(state.vote.decided)[1] == (measured if tied else counts[0][0])


def test_in_a_vote_all_who_have_not_voted_may_act_in_any_order() -> None:
    state = GAME.after(state_of(FLICK), Zonged(0, {"blue": Rest(324.0, 116.0)}))
    assert GAME.turn(state) == Seats(frozenset({0, 1, 2}))
    assert choices(state) == ("goal", "32")
    state = GAME.after(state, Voted(1, "goal"))
    assert GAME.turn(state) == Seats(frozenset({0, 2}))


@pytest.mark.parametrize(
    ("x", "phase"),
    [
        (333.0, "over"),
        (326.5, "over"),
        (325.5, "vote"),
        (323.1, "vote"),
        (322.9, "vote"),
        (320.2, "vote"),
        (319.5, "cleanup"),
    ],
)
def test_a_win_within_three_millimetres_is_put_to_the_table(x: float, phase: str) -> None:
    """The goal reaches from 312 to 354: a piece lies wholly on it from 323 on."""
    assert GAME.after(state_of(FLICK), Zonged(0, {"blue": Rest(x, 116.0)})).phase == phase
