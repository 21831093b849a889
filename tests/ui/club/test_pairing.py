"""Pairings: nobody meets anybody twice as long as that can be, equals meet, and everybody sits out alike."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ui.club.tournaments import Entrant, buchholz, round_robin, swiss_round


def played(players: int, rounds: int, seed: int) -> tuple[dict[str, Entrant], list[list[tuple[str, ...]]]]:
    """A Swiss tournament with outcomes by lot, the stronger more often winning."""
    rng = Random(seed)
    names = [f"p{n}" for n in range(players)]
    found = {name: Entrant(name) for name in names}
    told = []
    for _ in range(rounds):
        against = buchholz(found)
        ranked = sorted(
            found.values(), key=lambda one: (-one.points, -against[one.name], names.index(one.name))
        )
        pairs = swiss_round(ranked)
        told.append(pairs)
        for pair in pairs:
            if len(pair) == 1:
                found[pair[0]].byes += 1
                found[pair[0]].points += 2
                continue
            one, other = (found[name] for name in pair)
            one.met[other.name] = one.met.get(other.name, 0) + 1
            other.met[one.name] = other.met.get(one.name, 0) + 1
            one.first += 1
            how = rng.choice((2, 1, 0))
            one.points += how
            other.points += 2 - how
    return found, told


@settings(max_examples=25, deadline=None, derandomize=True, database=None)
@given(players=st.integers(2, 24), seed=st.integers(0, 999))
def test_swiss(players: int, seed: int) -> None:
    rounds = min(6, (players - 1) // 2 + 1) if players > 2 else 1
    found, told = played(players, rounds, seed)
    for pairs in told:
        assert sorted(name for pair in pairs for name in pair) == sorted(found)
        assert sum(len(pair) == 1 for pair in pairs) == players % 2
    byes = [one.byes for one in found.values()]
    assert max(byes) - min(byes) <= 1
    if players >= 2 * rounds + 2:
        assert max((times for one in found.values() for times in one.met.values()), default=0) == 1


def test_equals_meet_in_a_large_field() -> None:
    found, told = played(60, 6, 3)
    assert all(times == 1 for one in found.values() for times in one.met.values())
    assert max(abs(one.first - 3) for one in found.values()) <= 2
    assert told[0][0] == ("p0", "p30"), "the first round is by seeds, the upper half against the lower"


def test_where_all_have_met_they_meet_again() -> None:
    _found, told = played(4, 5, 1)
    meetings = Counter(frozenset(pair) for pairs in told for pair in pairs)
    assert sorted(meetings.values()) == [1, 1, 2, 2, 2, 2]


@pytest.mark.parametrize("players", range(3, 20))
def test_tables_of_several(players: int) -> None:
    names = [f"p{n}" for n in range(players)]
    found = {name: Entrant(name) for name in names}
    for _ in range(3):
        tables = swiss_round(list(found.values()), 4)
        assert sorted(name for table in tables for name in table) == sorted(names)
        sizes = {len(table) for table in tables}
        assert max(sizes) <= 4 and max(sizes) - min(sizes) <= 1
        for table in tables:
            for one, other in combinations(table, 2):
                found[one].met[other] = found[one].met.get(other, 0) + 1
                found[other].met[one] = found[other].met.get(one, 0) + 1
    if players >= 16:
        assert max(times for one in found.values() for times in one.met.values()) <= 2


@pytest.mark.parametrize("players", range(2, 15))
def test_round_robin(players: int) -> None:
    rounds = round_robin([f"p{n}" for n in range(players)])
    assert len(rounds) == players - 1 + players % 2
    for pairs in rounds:
        assert len({name for pair in pairs for name in pair}) == players
    met = Counter(frozenset(pair) for pairs in rounds for pair in pairs if len(pair) == 2)
    assert len(met) == players * (players - 1) // 2 and set(met.values()) == {1}
    first = Counter(pair[0] for pairs in rounds for pair in pairs if len(pair) == 2)
    assert max(first.values()) - min(first[f"p{n}"] for n in range(players)) <= 1 + players % 2
