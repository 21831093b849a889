"""Halves dealt by lot in ZoneS: by the rules, from one bag, all kinds and places possible."""

from collections import Counter
from random import Random

import pytest

from companion.games.zones import GAME
from companion.games.zones.halves import half_faults
from companion.games.zones.rules import dealt
from companion.games.zones.state import EACH, State
from ui.records.beginning import agreed


@pytest.mark.parametrize("seed", range(30))
def test_both_halves_are_lawful_and_leave_no_kind_beyond_the_bag(seed: int) -> None:
    chance = Random(seed)
    state: State = GAME.start(agreed(GAME, 2))
    for seat in (seed % 2, 1 - seed % 2):
        event = dealt(state, seat, chance.randrange)
        assert GAME.violation(state, event) is None
        state = GAME.after(state, event)
    assert state.screen.ready == (True, True)
    for seat, half in enumerate(state.screen.halves):
        assert not list(half_faults(state.agreed, seat, half))
    counts = Counter(kind for half in state.screen.halves for kind, _at in half.tiles)
    assert sum(counts.values()) == 2 * state.agreed.tiles and max(counts.values()) <= EACH


def test_every_square_may_bear_the_base_and_every_piece_may_stand() -> None:
    chance, state = Random(5), GAME.start(agreed(GAME, 2))
    halves = [dealt(state, 0, chance.randrange) for _n in range(150)]
    own = {state.agreed.board.names[number] for number in state.agreed.board.halves[0]}
    assert {half.base for half in halves} == own
    assert {piece for half in halves for piece, _at in half.pieces} == set(state.agreed.armies[0])


def test_what_lies_in_the_other_half_is_not_in_the_bag() -> None:
    chance, state = Random(2), GAME.start(agreed(GAME, 2))
    for _n in range(20):
        first = dealt(state, 0, chance.randrange)
        second = dealt(GAME.after(state, first), 1, chance.randrange)
        for kind, count in Counter(second.terrain.values()).items():
            assert count <= EACH - list(first.terrain.values()).count(kind)
