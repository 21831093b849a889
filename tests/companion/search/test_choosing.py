"""What the opponent chooses: lawful, at once when time is up, the win that lies there, worse on lower levels."""

from itertools import pairwise
from random import Random
from typing import Any

import msgspec
import pytest

from companion.game import Chance, Over, Seats, SeenThrough
from companion.games import all_games
from companion.games.zombinion.events import Ended, Played, Shuffled, Took
from companion.games.zong.events import Threw
from companion.search import LEVELS, MIDDLE, STRONG, Level, Search, completed, options
from tests.companion.search.playing import agreed, played_by_lot
from tests.games import zombinion, zoondo
from tests.games.zombinion import ten

GAMES = all_games()
TURNS = (Threw, Played, Took, Ended)
"""What a seat does in its own turn alone."""
each_game = pytest.mark.parametrize("name", sorted(GAMES))


def never() -> bool:
    return False


class Counted(SeenThrough[Any]):
    """A game that counts how often it is asked for what takes time."""

    asked = 0

    def after(self, state: Any, event: Any) -> Any:
        self.asked += 1
        return self.within.after(state, event)

    def candidates(self, state: Any, seen: Any) -> Any:
        self.asked += 1
        return self.within.candidates(state, seen)


@each_game
def test_what_may_be_decided_comes_out_lawful(name: str) -> None:
    game, rng, decided = GAMES[name], Random(5), 0
    for state in played_by_lot(game, agreed(game, game.seats[0]), 8, 40):
        turn = game.turn(state)
        if not isinstance(turn, Seats):
            continue
        seat = min(turn.seats)
        found = list(options(game, state, seat))
        assert found
        for one in rng.sample(found, min(4, len(found))):
            event = completed(game, state, one, rng.randrange)
            if event is None:
                assert game.violation(state, one) is not None
                continue
            assert game.violation(state, event) is None
            assert game.decided(state, event) == one or name == "zong", "a flick that moves nothing is a pass"
            decided += 1
    assert decided > 20


@each_game
def test_nothing_is_begun_once_time_is_up(name: str) -> None:
    for state in played_by_lot(GAMES[name], agreed(GAMES[name], GAMES[name].seats[0]), 3, 12):
        game = Counted(GAMES[name])
        turn = game.turn(state)
        if not isinstance(turn, Seats):
            continue
        questions: list[int] = []

        def is_time_up(game: Counted = game, questions: list[int] = questions) -> bool:
            questions.append(game.asked)
            return len(questions) > 60

        chosen = Search(game, state, min(turn.seats), Random(1).randrange, is_time_up).best(STRONG)
        assert completed(game.within, state, chosen.event, Random(1).randrange) is not None
        steps = [later - earlier for earlier, later in pairwise(questions)]
        assert max(steps, default=0) <= 3, "between two looks at the clock there is one event"
        assert not questions or game.asked - questions[60:][0] <= 1


def test_without_any_time_there_is_still_a_move() -> None:
    state = zoondo.shown()
    chosen = Search(zoondo.GAME, state, 0, Random(1).randrange, lambda: True).best(STRONG)
    assert chosen.lines == ()
    assert zoondo.GAME.violation(state, chosen.event) is None


def test_a_seat_that_has_nothing_to_do_is_an_error() -> None:
    with pytest.raises(ValueError, match="nothing to do"):
        Search(zoondo.GAME, zoondo.shown(first=0), 1, Random(1).randrange, never).best(MIDDLE)


def test_the_last_molti_piu_zombi_is_taken_by_who_is_ahead() -> None:
    hunt: dict[str, Any] = {"phase": "hunt", "shots": 8, "targets": 1, "actions": 0}
    setup = zombinion.setup(2, kinds=ten(Random(2)), knowing="known", start="0")
    state = zombinion.at(
        "zombi*5 / molti-piu-zombi*3 pallottola*5", "zombi*5 / pallottola*7", agreed=setup, **hunt
    )
    pile = state.agreed.pile["molti-piu-zombi"]
    supply = tuple(1 if number == pile else left for number, left in enumerate(state.supply))
    state = msgspec.structs.replace(state, supply=supply)
    chosen = Search(zombinion.GAME, state, 0, Random(1).randrange, never).best(MIDDLE)
    assert chosen.event == Took(0, "molti-piu-zombi")
    assert chosen.lines[0].events[0] == chosen.event
    assert chosen.lines[0].worth > 0.9
    assert 1 < len(chosen.lines) <= 3


def test_the_order_of_a_shuffle_is_nobodys_choice() -> None:
    state = zombinion.GAME.start(zombinion.setup(2, kinds=ten(Random(2)), knowing="known", start="0"))
    chosen = Search(zombinion.GAME, state, 0, Random(1).randrange, never).best(MIDDLE)
    assert chosen.event == Shuffled(0)
    orders = {completed(zombinion.GAME, state, chosen.event, Random(seed).randrange) for seed in range(9)}
    assert len(orders) == 9


@pytest.mark.parametrize("name", ["zong", "zombinion"])
def test_where_the_account_foresees_how_all_play_on_no_line_goes_beyond_the_turn(name: str) -> None:
    game = GAMES[name]
    looked_at = 0
    for state in played_by_lot(game, agreed(game, game.seats[0]), 3, 40):
        turn = game.turn(state)
        seat = game.whose_turn(state)
        if isinstance(turn, Seats) and seat is not None and turn.seats == {seat}:
            chosen = Search(game, state, seat, Random(1).randrange, never).best(Level("test", 150, 0, 1.0))
            acting = [event.seat for line in chosen.lines for event in line.events if type(event) in TURNS]
            assert set(acting) <= {seat}
            looked_at += bool(acting)
    assert looked_at > 2


def test_an_emblem_that_nothing_else_can_be_is_attacked() -> None:
    state = zoondo.board("c3=0.gold-hure a1=0.sacrechene c4=1.draknar f6=1.jorund e6=1.korse-a")
    chosen = Search(zoondo.GAME, state, 0, Random(1).randrange, never).best(MIDDLE)
    assert chosen.event.seat == 0
    assert chosen.event.to == "c4"


@each_game
def test_worths_are_between_lost_and_won(name: str) -> None:
    game = GAMES[name]
    for state in played_by_lot(game, agreed(game, game.seats[0]), 2, 150):
        if not isinstance(game.turn(state), Over | Chance):
            assert all(0 <= game.worth(state, seat) <= 1 for seat in range(game.seats[0]))


def test_a_level_that_makes_mistakes_plays_other_things_too() -> None:
    state = zoondo.board("c3=0.gold-hure a1=0.sacrechene c4=1.draknar f6=1.jorund e6=1.korse-a")

    def moves(mistakes: int) -> set[Any]:
        level = Level("test", 50, mistakes, 1.0)
        return {
            Search(zoondo.GAME, state, 0, Random(seed).randrange, never).best(level).event
            for seed in range(8)
        }

    assert len(moves(100)) > len(moves(0))


def test_levels_look_further_and_err_less_from_one_to_the_next() -> None:
    assert [level.name for level in LEVELS] == ["beginner", "easy", "middle", "strong"]
    assert sorted(LEVELS, key=lambda level: level.playouts) == list(LEVELS)
    assert sorted(LEVELS, key=lambda level: -level.mistakes) == list(LEVELS)
