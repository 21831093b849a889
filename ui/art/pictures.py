"""Pictures by name. Those of one game lie in a folder `art` of its own package, all others here."""

from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Literal

from companion.homes import home_of

_HERE = Path(__file__).parent
NAMES = tuple(sorted(file.stem for file in _HERE.glob("*.webp")))
"""Pictures of no game: `title` (a table under a lamp), `emblem` (the box), confetti to tint, discs."""
OfGame = Literal["title", "emblem"]
"""The pictures that every game may bring: an opaque wide one (16:9) and a square sign."""


def picture(name: str) -> Path:
    """The file of a picture that belongs to no game. Raises LookupError for an unknown name."""
    if name not in NAMES:
        raise LookupError(f"picture: expected one of {', '.join(NAMES)}, found {name}")
    return _HERE / f"{name}.webp"


@cache
def picture_of(game: str, name: OfGame) -> Path:
    """The file of a game's own picture; the box's own where the game brings none."""
    for home in (f"ui.games.{game}", home_of(game)):
        spec = find_spec(home)
        for folder in (spec.submodule_search_locations or ()) if spec is not None else ():
            file = Path(folder) / "art" / f"{name}.webp"
            if file.is_file():
                return file
    return picture(name)
