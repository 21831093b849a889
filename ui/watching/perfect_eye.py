"""The scene that a perfect eye sees of a look: for screenshots, measurements and tests."""

from companion.judge import as_seen
from companion.sight import Look, Lying, Scene


def scene(look: Look, still_for: float = 1.0, **instead: Lying) -> Scene:
    """A perfect eye's scene of a look, with hidden things; `instead` overrides some regions."""
    regions = {**look.regions, **instead}
    return Scene(tuple(as_seen(thing, name) for name, lying in regions.items() for thing in lying), still_for)
