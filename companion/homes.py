"""Where games lie: each is a package of its own, a folder of `companion.games` or one that something installed brings.

Whoever brings a game announces its package in its own metadata, as an entry point of the group GROUP; `face` in that
package is its face.
"""

import pkgutil
from functools import cache
from importlib.metadata import entry_points
from importlib.util import find_spec

GROUP = "zo_companion.games"
OURS = "companion.games"


@cache
def homes() -> dict[str, str]:
    """By its id, the package of every game, those of this project first; no other takes the id of one of these."""
    spec = find_spec(OURS)
    assert spec is not None and spec.submodule_search_locations is not None
    folders = sorted(
        module.name for module in pkgutil.iter_modules(spec.submodule_search_locations) if module.ispkg
    )
    brought = {point.name: point.value for point in entry_points(group=GROUP)}
    ours = {name: f"{OURS}.{name}" for name in folders}
    return ours | {name: home for name, home in brought.items() if name not in ours}


def home_of(id: str) -> str:
    """The package of one game, where one of this id would lie in this project if there is none."""
    return homes().get(id, f"{OURS}.{id}")
