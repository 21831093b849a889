"""Options that several commands have."""

from pathlib import Path
from typing import Annotated

from typer import Option

Words = list[str] | None
Files = list[Path] | None
"""What may be named any number of times."""
Json = Annotated[bool, Option("--json", help="One JSON document.")]
JsonLines = Annotated[
    bool, Option("--json", help="One JSON line a picture, of a recording a summary at the end.")
]
OfGame = Annotated[str, Option(help="A game's id: its table and its decks.")]
Options = Annotated[Words, Option(help="NAME=VALUE of the game, any number of times.")]
Seats = Annotated[int | None, Option(help="The game's usual number if left out.")]
Seed = Annotated[int, Option(help="The same seed plays the same games.")]
Decks = Annotated[Files, Option(help="A deck's folder, once a deck, in place of all.")]
