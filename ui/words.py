"""The door of `ui` to the language that is spoken: its words, and what a fault says to players."""

from companion.language import _, joined, marked, several

__all__ = ["_", "for_players", "joined", "marked", "several"]


def for_players(fault: Exception) -> str:
    """What a fault says to players: without the names of files and devices, where it has such words."""
    return str(getattr(fault, "words", fault))
