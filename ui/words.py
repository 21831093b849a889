"""The door of `ui` to the words of the language that is spoken: `_` and `several`, and what a fault says to players."""

from companion.language import _, several

__all__ = ["_", "for_players", "several"]


def for_players(fault: Exception) -> str:
    """What a fault says to players: without the names of files and devices, where it has such words."""
    return str(getattr(fault, "words", fault))
