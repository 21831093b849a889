"""Where games lie: each is a package of its own, a folder of `companion.games` or one that something installed brings.

A folder without rules is a family, whose `GAMES` names the folder of each game by its id. Whoever brings a game
announces its package in its own metadata, as an entry point of the group GROUP; `face` in that package is its face.
"""

from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.resources import files
from pathlib import Path

GROUP = "zo_companion.games"
OURS = "companion.games"


@cache
def homes() -> dict[str, str]:
    """The package of every game by its id, this project's first; an installed game cannot take one of their ids."""
    ours: dict[str, str] = {}
    for folder in sorted(path.parent for path in Path(str(files(OURS))).glob("*/__init__.py")):
        home = f"{OURS}.{folder.name}"
        alone = {folder.name: home} if (folder / "rules.md").is_file() else None
        ours |= alone or {id: f"{home}.{name}" for id, name in import_module(home).GAMES.items()}
    brought = {point.name: point.value for point in entry_points(group=GROUP)}
    return ours | {name: home for name, home in brought.items() if name not in ours}


def home_of(id: str) -> str:
    """The package of one game; for an unknown id the place that it would have in this project."""
    return homes().get(id, f"{OURS}.{id}")
