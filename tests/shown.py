"""The scene that a perfect eye would see of a look, and ways to spoil it."""

from dataclasses import replace
from typing import Any

from companion.game import Game
from companion.judge import as_seen as sighting
from companion.sight import Lying, Scene
from ui.watching.perfect_eye import scene

__all__ = ["happened", "scene", "sighting", "unread"]


def happened(game: Game[Any], before: Any, after: Any) -> Scene:
    """The table at the instant when a card was shown: what it left to be tidied is not tidied yet."""
    old, instead = game.chores(before), dict[str, Lying]()
    for chore in game.chores(after):
        if chore not in old:
            instead.setdefault(chore.region, chore.before[0])
    return scene(game.look(after), **instead)


def unread(seen: Scene, region: str) -> Scene:
    """The same scene with the labels of one region not read."""
    return replace(
        seen,
        sightings=tuple(
            replace(s, label=None, sure=0.9) if s.region == region else s for s in seen.sightings
        ),
    )
