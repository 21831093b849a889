"""The games: every folder here is one, found by itself. No list to edit."""

from functools import cache
from importlib import import_module
from typing import Any

from companion.game import Game
from companion.homes import homes


@cache
def all_games() -> dict[str, Game[Any]]:
    """Each game by its id; a game's package holds `GAME`."""
    return {name: import_module(home).GAME for name, home in homes().items()}
