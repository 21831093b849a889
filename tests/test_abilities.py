"""What a game may do besides what every game does: some game does it, and what belongs together is there together."""

import inspect
from typing import Any

import pytest

from companion.game import Game, SeenThrough
from companion.games import all_games
from tests.toys import stall, strip, veil

GAMES: dict[str, Any] = {**all_games(), **{toy.GAME.id: toy.GAME for toy in (stall, strip, veil)}}
FIRST = "about"
"""In `Game` all before this is what every game does."""
GIVEN = [name for name in vars(Game) if not name.startswith("_")]
BESIDE = GIVEN[GIVEN.index(FIRST) :]
MEMBERS = {*Game.__annotations__, *GIVEN}
each_game = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))


def says(game: Any, name: str) -> bool:
    """Whether a game has an answer of its own."""
    return inspect.getattr_static(type(game), name) is not inspect.getattr_static(Game, name)


@pytest.mark.parametrize("name", BESIDE)
def test_whatever_a_game_may_do_besides_some_game_does(name: str) -> None:
    assert any(says(game, name) for game in GAMES.values())


@each_game
def test_what_belongs_together_is_there_together(game: Any) -> None:
    for whole in (("determinize", "step_truth", "belief_error"), ("untold", "with_hand")):
        assert len({says(game, name) for name in whole}) == 1


@each_game
def test_a_game_seen_through_another_can_do_what_the_one_within_can(game: Any) -> None:
    through: Any = SeenThrough(game)
    for name in MEMBERS:
        assert getattr(through, name) == getattr(game, name)


def test_a_game_says_where_the_pictures_of_its_family_are() -> None:
    assert GAMES["zoondo"].faces == "companion.games.zoon.family"
    assert GAMES["zong"].faces == ""


@each_game
def test_a_game_derives_from_what_a_game_is(game: Any) -> None:
    assert Game in type(game).__mro__
