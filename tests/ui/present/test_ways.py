"""Squares that are lit for a card that is looked at: just those of lawful events, and nothing of what is hidden."""

from types import SimpleNamespace
from typing import Any

import pytest

from companion.game import Chance, Game, Over, Setup, checked, legal
from companion.games import all_games
from tests.walks import walk
from ui.pages.picking import lit_by, target_of, ways_from, ways_words
from ui.present.moment import Piles
from ui.secrecy import public

BOARDS = ("zoon_alternate", "zoondo", "zones")
"""Games whose things go from square to square by events that name both."""


def moment(game: Game[Any], setup: Setup, state: Any) -> Any:
    reply = SimpleNamespace(layout=game.layout(state), turn=game.turn(state), view=game.view(state, None))
    return SimpleNamespace(
        game=game, setup=setup, state=state, reply=reply, piles=Piles(), table=game.table(setup)
    )


def lit(shown: Any, square: str) -> dict[str, str]:
    return {mark.region: mark.kind for mark in lit_by(shown, square, ways_from(shown, square))}


def awaited(game: Game[Any], state: Any) -> bool:
    return game.layout(state) is None and not isinstance(game.turn(state), Chance | Over)


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("seed", range(3))
def test_lit_squares_are_those_of_the_lawful_events(name: str, seed: int) -> None:
    game = all_games()[name]
    setup = checked(game, Setup(2))
    squares = [region.name for region in game.table(setup).regions]
    found = 0
    for _before, _event, state in walk(game, setup, seed, 90):
        if not awaited(game, state):
            continue
        known = game.public_state(state)
        open_ = [event for event in legal(game, known) if public(game, state, event) == event]
        ways: dict[str, set[str]] = {square: set() for square in squares}
        for event in open_:
            if event.start in ways and event.to is not None:
                ways[event.start].add(event.to)
            if event.by in ways and event.by != event.start and event.at is not None:
                ways[event.by].add(event.at)
        shown = moment(game, setup, state)
        for square in squares:
            assert set(lit(shown, square)) == ways[square]
            found += len(ways[square])
    assert found > 20


@pytest.mark.parametrize("name", BOARDS)
def test_what_is_lit_follows_from_what_everybody_knows(name: str) -> None:
    game = all_games()[name]
    setup = checked(game, Setup(2))
    squares = [region.name for region in game.table(setup).regions]
    shown = 0
    for _before, _event, state in walk(game, setup, 7, 60):
        known = game.public_state(state)
        if awaited(game, state) and awaited(game, known):
            true, seen = moment(game, setup, state), moment(game, setup, known)
            for square in squares:
                marks = lit(true, square)
                assert marks == lit(seen, square)
                shown += len(marks)
    assert shown > 20


def test_a_square_with_an_enemy_is_lit_otherwise_than_an_empty_one() -> None:
    game = all_games()["zoon_alternate"]
    setup = checked(game, Setup(2))
    kinds = set()
    for seed in range(4):
        for _before, _event, state in walk(game, setup, seed, 90):
            if not awaited(game, state):
                continue
            shown = moment(game, setup, state)
            board = shown.reply.view.board
            for square, lying in board.items():
                own = next((thing.seat for thing in lying if thing.kind == "card"), None)
                for to, kind in lit(shown, square).items():
                    kinds.add(kind)
                    enemy = any(t.kind == "card" and t.seat not in (own, None) for t in board.get(to, ()))
                    assert kind == "shoot" or (kind == "take") == enemy
    assert {"go", "take"} <= kinds


def test_the_same_is_said_in_words() -> None:
    game = all_games()["zoon_alternate"]
    setup = checked(game, Setup(2))
    told = 0
    for _before, _event, state in walk(game, setup, 1, 60):
        shown = moment(game, setup, state)
        for square in shown.reply.view.board:
            ways = ways_from(shown, square)
            said = " ".join(ways_words(lit_by(shown, square, ways)))
            targets = {target_of(event, square) for event in ways}
            assert all(f"{to}" in said for to in targets)
            assert bool(said) == bool(targets)
            told += len(targets)
    assert told > 20
