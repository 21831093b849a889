"""The scene that a perfect eye would see of a look, and ways to spoil it."""

from dataclasses import replace

from companion.sight import Scene
from ui.perfect_eye import scene, sighting

__all__ = ["scene", "sighting", "unread"]


def unread(seen: Scene, region: str) -> Scene:
    """The same scene with the labels of one region not read."""
    return replace(
        seen,
        sightings=tuple(
            replace(s, label=None, sure=0.9) if s.region == region else s for s in seen.sightings
        ),
    )
