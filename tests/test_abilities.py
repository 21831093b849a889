"""What a game may do besides: whoever has the methods of an ability claims it, and nobody else is taken for able."""

import inspect
from typing import Any, get_origin

import pytest

from companion import abilities
from companion.abilities import DrawsEvents, HasUnknownCards, SeenThrough, SharesFaces, ability
from companion.game import Game
from companion.games import all_games
from tests.toys import stall, strip, veil

GAMES = {**all_games(), **{toy.GAME.id: toy.GAME for toy in (stall, strip, veil)}}
ABILITIES = [
    kind
    for kind in vars(abilities).values()
    if inspect.isclass(kind)
    and getattr(kind, "_is_protocol", False)
    and kind.__module__ == abilities.__name__
    and get_origin(kind) is None
]
each_game = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
each_ability = pytest.mark.parametrize("kind", ABILITIES, ids=lambda kind: kind.__name__)


def needed(kind: type) -> set[str]:
    """The names that an ability is made of."""
    return {name for name in (*vars(kind), *inspect.get_annotations(kind)) if not name.startswith("_")}


@each_game
@each_ability
def test_a_game_claims_an_ability_if_and_only_if_it_has_what_belongs_to_it(
    game: Game[Any], kind: Any
) -> None:
    has = {name for name in needed(kind) if hasattr(type(game), name)}
    assert has == (needed(kind) if ability(game, kind) else set())


@each_ability
def test_every_ability_is_some_games(kind: Any) -> None:
    assert needed(kind)
    assert any(ability(game, kind) is game for game in GAMES.values())


@each_ability
def test_a_game_seen_through_another_can_do_what_the_one_within_can(kind: Any) -> None:
    for game in GAMES.values():
        through: Any = SeenThrough(game)
        assert ability(through, kind) is ability(game, kind)


def test_an_ability_may_be_asked_for_with_its_kind_of_state() -> None:
    games = all_games()
    assert ability(games["zombinion"], HasUnknownCards[Any]) is games["zombinion"]
    assert ability(games["zoondo"], HasUnknownCards[Any]) is None
    shared = ability(games["zoondo"], SharesFaces)
    assert shared is not None
    assert shared.faces == "companion.games.zoon.family"
    assert ability(games["zong"], DrawsEvents[Any]) is games["zong"]
