"""ZONG: random games, positions given and read, set-ups, votes, and what the screens are told."""

import json
import random
from collections import Counter
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from companion.game import Event, Over, PositionFault, Seats, Setup, SetupFault, checked, drawn, legal
from companion.games.zong.board import own_board
from companion.games.zong.cleanup import answer, book_of, placings
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
from companion.games.zong.mapping import board_json
from companion.games.zong.play import GAME
from companion.games.zong.sorting import Lying, sort_out
from companion.games.zong.state import State
from companion.games.zong.table import THROW
from companion.games.zong.throwing import throws
from companion.games.zong.voting import choices
from companion.rulebook import rules
from tests.games.zong import owners_board

LIGHTNING = {"disc": "lightning", "face": "lightning"}
BLUE = [{"disc": "blue", "face": 6}, {"disc": "blue", "face": 5}]
PIECES = {"red": "9", "blue": "8", "green": "6"}
FLICK = {"pieces": PIECES, "thrown": [LIGHTNING, *BLUE]}


def agreed(seats: int = 3, facts: dict[str, Any] | None = None, **options: str) -> Setup:
    return checked(GAME, Setup(seats, tuple(options.items()), facts=tuple((facts or {}).items())))


def state_of(given: dict[str, Any], setup: Setup | None = None) -> State:
    return GAME.position(setup or agreed(), given)


def random_setup(rng: random.Random) -> Setup:
    shared = {o.name: rng.choice(o.choices).value for o in GAME.options if not o.each_seat}
    return checked(GAME, Setup(rng.choice(GAME.seats), tuple(shared.items())))


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
            assert GAME.breach(state, event) is None, event
            state = GAME.after(state, event)
            assert GAME.faults(state) == ()
            assert sum(map(sum, state.hands)) == 2 * setup.seats + 3
            if number < 40:
                assert GAME.position(setup, json.loads(json.dumps(GAME.given(state)))) == state
        else:
            pytest.fail("a random game did not end")
    assert set(ends) == {"s1-first-on-goal-wins", "zg-15-owner-wins"}


def test_every_listed_event_is_lawful() -> None:
    for seed in range(6):
        rng = random.Random(seed)
        state = GAME.start(random_setup(rng))
        for _ in range(60):
            event = drawn(GAME, state, rng.randrange)
            if event is None:
                break
            assert [e for e in GAME.tries(state, None) if GAME.breach(state, e) is not None] == []
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
        sums |= {GAME.after(state, event).points for event in throws(state)}
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
        ({"pieces": PIECES, "dice": 3}, "dice: unknown field"),
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
    breach = GAME.breach(state, six)
    assert breach is not None and breach.rule == "zg-29-faces"
    assert GAME.breach(state, Threw(0, (Disc("blue", 1), Disc("blue", 2), Disc("blue", 3)))) is None
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
        assert dict(state.decided)[1] == (measured if tied else counts[0][0])


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


def test_the_clean_up_tells_each_piece_its_square_rule_and_doubt() -> None:
    state = GAME.after(state_of(FLICK), Zonged(0, {"blue": Rest(177.0, 32.0), "green": Rest(67.0, 144.0)}))
    blue, green = placings(state)
    assert (blue.colour, blue.home, blue.square, blue.rule) == ("blue", "8", "5", "zg-11-between-higher")
    assert (blue.at, blue.to, blue.must_move, blue.level) == ((177.0, 32.0), (193.5, 32.0), True, 0)
    assert not blue.doubtful
    assert green.square == "17" and green.doubtful
    assert green.others == (("18", 2.0),)
    ruled = GAME.after(state, Ruled("green", "16"))
    assert next(p for p in placings(ruled) if p.colour == "green").decided


def test_a_clean_up_without_a_game_is_told_as_json() -> None:
    board = own_board()
    book = book_of(
        board, {"pieces": {"red": "9", "blue": "8", "green": "8"}, "towers": {"8": ["green", "blue"]}}
    )
    seen = {"blue": Lying(177.0, 32.0)}
    told = json.loads(json.dumps(answer(sort_out(board, 3, book, seen), seen, book)))
    assert told["pieces"]["blue"] == {
        "x": 177.0, "y": 32.0, "belongs": "5", "rule": "zg-11-between-higher", "doubt": False, "margin_mm": 9.0,
        "others": [],
    }  # fmt: skip
    assert told["pieces"]["green"]["belongs"] == "8"
    assert told["towers"] == {"5": ["blue"], "8": ["green"], "9": ["red"]}


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
    others = list(GAME.rereadings(state, threw, THROW))
    assert Threw(0, (Disc("blue", 5), Disc("blue", 6), Disc("risk", 7))) in others
    assert all(other != threw for other in others)
    given = {
        "pieces": PIECES | {"blue": "9"},
        "towers": {"9": ["red", "blue"]},
        "thrown": [*BLUE, {"disc": "risk", "face": 0}],
    }
    points = state_of(given)
    found = list(GAME.rereadings(points, Advanced(0), "20"))
    assert found == [Advanced(0, ("blue",)), Advanced(0, ("blue",), ("red", "blue"))]
    assert list(GAME.rereadings(points, Advanced(0), "3")) == []


def test_the_people_may_put_any_piece_on_any_square() -> None:
    state = state_of({"pieces": PIECES})
    found = list(GAME.settings(state, "8"))
    assert found == [Ruled("red", "8"), Ruled("green", "8")]
    assert list(GAME.settings(state, THROW)) == []
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
    assert said(GAME.start(agreed()), throw) == ["Red throws blue 6, risk 7, spiral: 13 points"]


def test_the_screen_is_told_what_to_do_and_what_is_in_doubt() -> None:
    state = state_of(FLICK)
    view = GAME.view(state, None)
    assert view.headline == "Red to ZONG"
    assert "large ZONG disc" in view.awaited
    assert view.about["9"] == "9: red"
    assert view.aside[0] == ("3 blue, 1 risk, 1 lightning", "large ZONG disc")
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
            breach = GAME.breach(state, event)
            after = GAME.after(state, event)
            assert GAME.words(state, event)
            if breach is None:
                lawful += 1
                assert GAME.faults(after) == (), event
                state = after
            else:
                refused[breach.rule] += 1
                GAME.look(after), GAME.chores(after), GAME.view(after, None)
                drawn_event = drawn(GAME, state, rng.randrange)
                assert drawn_event is not None
                state = GAME.after(state, drawn_event)
    written = {rule.id for rule in rules("zong")}
    assert set(refused) <= written
    assert len(refused) > 15
    assert lawful > 30
