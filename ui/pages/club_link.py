"""What the desk knows of the club that a box tells its results to; how it is told stands above."""

from typing import Protocol

from ui.owned.club import ClubKept
from ui.pages.kept import KeptGames
from ui.pages.tableside import Tableside


class ClubLink(Protocol):
    """Follows the desk, and tells the club where the owner has turned that on."""

    @property
    def kept(self) -> ClubKept:
        """The settings; after a change `renew` is called."""

    @property
    def said(self) -> tuple[str, bool]:
        """How it stands in a sentence, or what came of a try, and whether that is well; empty: nothing to say."""

    def follow(self, page: str, played: Tableside | None, kept: KeptGames) -> None:
        """Once a tick: the page that is shown, the game on the table, and the games that are kept."""

    def renew(self) -> None:
        """The settings have changed."""

    def try_it(self) -> None:
        """Tries whether the club can be reached: `said` tells what came of it."""
