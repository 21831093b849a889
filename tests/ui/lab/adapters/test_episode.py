"""Episodes: numbers of actions that last, chance that falls after what is decided, and nothing hidden told."""

import copy
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from companion.game import Event, Over, Setup, checked
from companion.games import all_games
from companion.games.zoon.alternate.events import TurnedUp
from companion.games.zoon.alternate.play import ZoonAlternate
from ui.demo.random_play import told_all
from ui.lab.adapters.episode import ACTIONS, FEATURES, Episode, canonical, features, hashed, numbered

each_game = pytest.mark.parametrize("id", list(all_games()))


def episode(id: str, seats: int | None = None) -> Episode:
    game = all_games()[id]
    return Episode(game, checked(game, Setup(seats or game.seats[0], told_all(game))))


def go_on(played: Episode, chance: Random) -> None:
    if played.outcomes:
        played.fall(chance.randrange(played.outcomes))
    else:
        played.act(chance.choice(list(played.actions)))


def steps(played: Episode, seed: int, most: int) -> Iterator[Episode]:
    chance = Random(seed)
    while not played.is_over and played.length < most:
        yield played
        go_on(played, chance)


@each_game
def test_a_number_means_the_same_event_in_every_state(id: str) -> None:
    meant: dict[int, str] = {}
    moved = states = 0
    for played in steps(episode(id), 3, 150):
        assert list(played.actions) == sorted(played.actions)
        for number, event in played.actions.items():
            states += 1
            moved += meant.setdefault(number, canonical(event)) != canonical(event)
    assert states > 50 and moved < states / 50


def test_numbers_do_not_depend_on_the_order_and_never_clash() -> None:
    events = [TurnedUp(0, square, card) for square in ("a1", "b2") for card in map(str, range(600))]
    one, other = numbered(events), numbered(reversed(events))
    assert one == other and len(one) == len(events)
    wished = [hashed(canonical(event), ACTIONS) for event in events]
    assert len(set(wished)) < len(wished)  # some had to move on
    assert sum(number == hashed(canonical(event), ACTIONS) for number, event in one.items()) > 1150


@each_game
def test_a_game_is_played_to_its_end_and_gives_what_it_takes(id: str) -> None:
    played = episode(id)
    for _played in steps(played, 5, 3000):
        pass
    assert played.is_over and isinstance(played.turn, Over)
    assert sum(played.returns()) == pytest.approx(0)
    assert max(played.returns()) == played.seats - 1


@each_game
def test_a_copy_goes_its_own_way_and_the_same_chance_leads_to_the_same(id: str) -> None:
    played = episode(id)
    for _played in steps(played, 1, 3):
        pass
    before = played.history(0)
    ways = [copy.deepcopy(played) for _ in range(2)]
    for way in ways:
        chance = Random(9)
        for _ in range(20):
            if not way.is_over:
                go_on(way, chance)
    assert played.history(0) == before
    assert ways[0].history(0) == ways[1].history(0) != before


def test_a_seat_is_told_nothing_of_what_the_other_lays_behind_the_screen() -> None:
    told = []
    for at in ("d5", "e6"):
        played = episode("zones")
        played.act(next(iter(played.actions)))
        number = next(n for n, event in played.actions.items() if event.at == at)
        assert played.acting == 1
        played.act(number)
        told.append((played.history(0), played.history(None), played.history(1)))
    assert told[0][:2] == told[1][:2]
    assert told[0][2] != told[1][2]


class _TurnsUpByChance(ZoonAlternate):
    """Zoon in which no seat chooses which card it turns up."""

    def decided(self, _state: Any, event: Event) -> Event:  # type: ignore[override]
        return TurnedUp(event.seat, event.at) if isinstance(event, TurnedUp) else event

    def fallen(self, _state: Any, _decided: Event, _rng: Any) -> Event | None:  # type: ignore[override]
        return None


def test_what_a_game_leaves_to_chance_falls_after_the_choice() -> None:
    game = _TurnsUpByChance()
    fell = 0
    for seed in range(4):
        for played in steps(Episode(game, checked(game, Setup())), seed, 300):
            turned = [(n, e) for n, e in played.actions.items() if isinstance(e, TurnedUp)]
            if not turned:
                continue
            number, event = turned[0]
            assert event.card is None
            trial = copy.deepcopy(played)
            trial.act(number)
            if trial.outcomes:
                fell += trial.outcomes > 1
                trial.fall(trial.outcomes - 1)
                assert '"card"' in trial.history(0).splitlines()[-2]
    assert fell


@each_game
def test_what_a_seat_sees_is_a_row_of_its_own(id: str) -> None:
    rows = set()
    for played in steps(episode(id), 2, 40):
        row = features(played.game, played.state, 0)
        assert row.shape == (FEATURES,) and set(row) == {0.0, 1.0}
        rows.add(row.tobytes())
    assert len(rows) > 5
