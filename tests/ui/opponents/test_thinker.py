"""The process that thinks: it answers, hurries, and whatever becomes of it costs no game."""

import sys
import time
from collections.abc import Iterator
from typing import Any

import pytest

from companion.game import Game, Seats
from companion.games import all_games
from companion.games.zombinion.events import Ruled
from companion.search import BEGINNER, STRONG
from tests.companion.search.playing import agreed, played_by_lot
from ui.opponents import thinker as thinking
from ui.opponents.thinker import Thinker, Thought


def under_way(game: Game[Any]) -> tuple[Any, Any, int]:
    """A set-up, a state some moves in, and a seat that has something to do."""
    setup = agreed(game, game.seats[0], told=False)
    *_, state = (
        state
        for state in played_by_lot(game, setup, 3, 60, told=False)
        if isinstance(game.turn(state), Seats) and game.layout(state) is None
    )
    turn = game.turn(state)
    assert isinstance(turn, Seats)
    return setup, state, min(turn.seats)


def answer(thinker: Thinker, seconds: float = 60.0) -> Thought:
    until = time.monotonic() + seconds
    while (thought := thinker.answered()) is None:
        assert time.monotonic() < until, "no answer"
        time.sleep(0.002)
    return thought


PATIENT = """
from dataclasses import replace
from ui.opponents import __main__ as thinks
thinks.BY_NAME["strong"] = replace(thinks.BY_NAME["strong"], playouts=10**9, seconds=600.0)
thinks.main()
"""
"""The strongest thinks for ten minutes there: an answer that comes sooner was hurried."""


@pytest.fixture(scope="module")
def thinker() -> Iterator[Thinker]:
    made = Thinker((sys.executable, "-c", PATIENT))
    yield made
    made.close()


@pytest.mark.parametrize("id", ["zoon_alternate", "zoondo", "zones", "zong", "zombinion"])
def test_a_seat_does_what_is_lawful(thinker: Thinker, id: str) -> None:
    game = all_games()[id]
    setup, state, seat = under_way(game)
    thinker.ask(game, setup, state, seat, BEGINNER, 1)
    thought = answer(thinker)
    assert thought.fault == "" and thought.chosen is not None
    assert thought.chosen.event.seat in (seat, None)
    first = [line.events[0] for line in thought.chosen.lines]
    assert all(type(event) in game.events for event in first)


def test_a_game_with_more_cards_than_exist_is_thought_about(thinker: Thinker) -> None:
    game = all_games()["zombinion"]
    setup, state, seat = under_way(game)
    thinker.ask(game, setup, game.after(state, Ruled(card="pallottola", count=61)), seat, BEGINNER, 1)
    assert answer(thinker).chosen is not None


def test_the_strongest_hurries_when_it_is_asked_to(thinker: Thinker) -> None:
    game = all_games()["zoon_alternate"]
    setup, state, seat = under_way(game)
    thinker.ask(game, setup, state, seat, STRONG, 1)
    time.sleep(0.3)
    assert thinker.answered() is None and thinker.is_thinking
    thinker.hurry()
    assert answer(thinker).chosen is not None
    assert not thinker.is_thinking


def test_only_the_latest_question_is_answered(thinker: Thinker) -> None:
    game = all_games()["zoon_alternate"]
    setup, state, seat = under_way(game)
    thinker.ask(game, setup, state, seat, STRONG, 1)
    thinker.ask(game, setup, state, seat, BEGINNER, 2)
    assert answer(thinker).chosen is not None
    assert thinker.answered() is None


def test_a_seat_with_nothing_to_do_is_told_so(thinker: Thinker) -> None:
    game = all_games()["zoon_alternate"]
    setup, state, seat = under_way(game)
    thinker.ask(game, setup, state, 1 - seat, BEGINNER, 1)
    assert answer(thinker) == Thought()


def test_a_process_that_is_killed_is_begun_again() -> None:
    thinker, game = Thinker(), all_games()["zoon_alternate"]
    setup, state, seat = under_way(game)
    thinker.ask(game, setup, state, seat, STRONG, 1)
    assert thinker._process is not None
    thinker._process.kill()
    thinker._process.wait()
    assert thinker.answered() is None
    time.sleep(0.2)
    thinker.hurry()
    assert answer(thinker).chosen is not None
    thinker.close()


@pytest.mark.parametrize(
    "code", ["raise SystemExit(3)", "import sys; sys.stdin.readline(); print('rubbish')", "nothing to run ("]
)
def test_one_that_ends_again_and_again_is_a_fault_in_words(code: str) -> None:
    thinker, game = Thinker((sys.executable, "-c", code)), all_games()["zoon_alternate"]
    setup, state, seat = under_way(game)
    thinker.ask(game, setup, state, seat, BEGINNER, 1)
    assert answer(thinker).fault
    thinker.close()


def test_one_that_hangs_is_a_fault_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "LATE_S", -0.5)
    thinker = Thinker((sys.executable, "-c", "import time; time.sleep(60)"))
    game = all_games()["zoon_alternate"]
    setup, state, seat = under_way(game)
    thinker.ask(game, setup, state, seat, BEGINNER, 1)
    assert answer(thinker).fault
    thinker.close()


def test_no_such_program_is_a_fault_in_words() -> None:
    thinker, game = Thinker(("/no/such/program",)), all_games()["zoon_alternate"]
    setup, state, seat = under_way(game)
    thinker.ask(game, setup, state, seat, BEGINNER, 1)
    assert answer(thinker).fault
    thinker.close()


NO_PAUSE = """
import gc
from ui.opponents import __main__ as thinks
def noted(question, stopped):
    return thinks.Thought(fault=str((gc.isenabled(), gc.get_freeze_count() > 0)))
thinks.answered = noted
thinks.main()
"""


def test_no_collection_stops_it_while_it_thinks() -> None:
    """A full one takes 20 to 40 ms here, and more than the 50 ms that "play now" has on a Raspberry Pi."""
    thinker, game = Thinker((sys.executable, "-c", NO_PAUSE)), all_games()["zoon_alternate"]
    setup, state, seat = under_way(game)
    thinker.ask(game, setup, state, seat, BEGINNER, 1)
    assert answer(thinker).fault == "(False, True)"
    thinker.close()
