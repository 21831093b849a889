"""The games: every folder here is one, found by itself. No list to edit."""

import pkgutil
from functools import cache
from importlib import import_module
from typing import Any

from companion.game import Game


@cache
def all_games() -> dict[str, Game[Any]]:
    """Each game by its id; a game's folder holds `GAME`."""
    folders = sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg)
    return {name: import_module(f"{__name__}.{name}").GAME for name in folders}
