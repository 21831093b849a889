"""The scene that a perfect eye would see of a look: for pictures of screens, for measuring and for tests."""

from companion.judge import as_seen
from companion.sight import Look, Lying, Scene


def scene(look: Look, still_for: float = 1.0, **instead: Lying) -> Scene:
    """What a perfect eye sees of a look, hidden things too; `instead` says what lies in some regions instead."""
    regions = {**look.regions, **instead}
    return Scene(tuple(as_seen(thing, name) for name, lying in regions.items() for thing in lying), still_for)
