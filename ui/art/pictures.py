"""Pictures by name. What belongs to one game lies in a folder `art` of its own package; the rest lies here."""

from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Literal

from companion.homes import home_of

_HERE = Path(__file__).parent
NAMES = tuple(sorted(file.stem for file in _HERE.glob("*.webp")))
"""The pictures that belong to no game. `title` is a table under a lamp, `emblem` the sign of the box; confetti
is white, to be tinted; a disc without a number leaves room for one."""
OfGame = Literal["title", "emblem"]
"""What every game may bring: a wide picture (16:9, nothing shows through), and a square sign."""


def picture(name: str) -> Path:
    """The file of a picture that belongs to no game. Raises LookupError for a name that there is none of."""
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
