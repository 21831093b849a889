"""Which face a game has."""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from companion.game import Game, Setup
from companion.games import all_games
from companion.homes import home_of
from ui.faces.face import Face
from ui.present.hints import Hint


def face_of(game: Game[Any]) -> Face:
    """The face of a game: that of its folder here, or in its own package where something installed brings it."""
    make: Callable[[Game[Any]], Face] = _own(game.id, "face", "face") or Face
    return make(game)


def with_owners(game: Game[Any], setup: Setup) -> Setup:
    """The set-up with what the owner wrote down of a game. Raises OwnersFault for a file that cannot be read."""
    return face_of(game).with_owners(setup)


def hints_of(game: str) -> tuple[Hint, ...]:
    """The hints of a game's first-game guide, by its id, from where its face is; none where it has no guide."""
    hints: tuple[Hint, ...] = _own(game, "guide", "HINTS") or ()
    return hints


@cache
def all_faces() -> tuple[Face, ...]:
    return tuple(face_of(game) for game in all_games().values())


@cache
def _own(game: str, module: str, name: str) -> Any:
    """What a game has by this name in a module of its own; None where it has no such module."""
    for home in (f"ui.games.{game}", home_of(game)):
        if find_spec(home) is not None and find_spec(f"{home}.{module}") is not None:
            return getattr(import_module(f"{home}.{module}"), name)
    return None
