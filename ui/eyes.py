"""Which pictures of cards an eye goes by: the decks that were named, or those that the game brings along."""

from collections.abc import Sequence
from importlib.resources import as_file, files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.game import Game, Setup

if TYPE_CHECKING:
    from vision.decks import Deck


def own_decks(game: Game[Any], setup: Setup | None = None) -> list[Path]:
    """The deck folders that a game brings along: with a set-up those it names seat by seat, else all."""
    faces = files(f"companion.games.{game.id}") / "faces"
    if not faces.is_dir():
        return []
    with as_file(faces) as folder:
        found = {path.name: path for path in sorted(folder.iterdir()) if path.is_dir()}
    if setup is not None:
        seats = [option.name for option in game.options if option.each_seat]
        named = [
            name for option in seats for name in str(setup.option(option, "")).split(",") if name in found
        ]
        if named:
            return [found[name] for name in dict.fromkeys(named)]
    return list(found.values())


def load_decks(folders: Sequence[Path]) -> "list[Deck]":
    """The decks in these folders. Raises DeckFault."""
    from vision.decks import load_deck

    return [load_deck(folder) for folder in folders]
