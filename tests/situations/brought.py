"""Situations of any game that has none of its own, as one that something brings: agreed on, played, looked at.

Events are told one by one, and a perfect eye sees each table that comes of them; nothing of a screen is made up here.
"""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from companion.game import Over
from companion.games import all_games
from tests.situations.maker import Maker
from tests.situations.moments import plays
from ui.pages.agreement import Draft, agree
from ui.pages.desk import Desk
from ui.pages.played_table import PlayedTable
from ui.pages.private_view import PrivateView
from ui.present.touches import Goto, Start, TouchSquare, at

WITH_THEIR_OWN = frozenset({"zombinion", "zones", "zong", "zoon_alternate", "zoondo"})
"""Games that have situations of their own."""
SOME, MORE = 4, 9
"""So many events have happened."""


def brought_situations(folder: Path) -> dict[str, Callable[[], Desk]]:
    """By name, what makes a desk in that situation; the name begins with the game's id."""
    found: dict[str, Callable[[], Desk]] = {}
    for game in all_games().values():
        if game.id not in WITH_THEIR_OWN:
            made = _Brought(Maker(folder, game))
            found |= {f"{game.id}-{name}": make for name, make in made.situations().items()}
    return found


class _Brought:
    def __init__(self, maker: Maker) -> None:
        self.maker = maker

    def situations(self) -> dict[str, Callable[[], Desk]]:
        """By name, what makes a desk in that situation."""
        played = partial(self.maker.until, plays)
        then = self.maker.then
        return {
            "seats": self.maker.seats,
            "options": lambda: then(self.maker.seats(), agree(Draft.on_page, "options")),
            "asked": lambda: then(self.maker.seats(), Start()),
            "first": self.maker.started,
            "curtain": self.curtain,
            "alone": self.alone,
            "play": lambda: played(SOME),
            "later": lambda: played(MORE),
            "menu": lambda: then(played(SOME), at(PlayedTable.open_menu)),
            "telling": lambda: then(played(SOME), at(PlayedTable.open_telling)),
            "square": self.square,
            "dispute": lambda: then(played(SOME), at(PlayedTable.press_button, "dispute")),
            "back": lambda: then(played(SOME), at(PlayedTable.press_button, "back")),
            "history": lambda: then(played(MORE), Goto("history")),
            "over": self.over,
        }

    def curtain(self) -> Desk:
        """Before what somebody chooses, or looks at, alone; the first screen where nobody does."""
        desk: Desk = self.maker.started()
        assert desk.side is not None
        alone = (*desk.side.alone.offers.choosing, *desk.side.alone.offers.looking)
        return self.maker.then(desk, *(at(PrivateView.draw_curtain, seat) for seat in alone[:1]))

    def alone(self) -> Desk:
        desk = self.curtain()
        assert desk.side is not None
        opened = (at(PrivateView.open_curtain),) if desk.side.focus.alone is not None else ()
        return self.maker.then(desk, *opened)

    def square(self) -> Desk:
        desk: Desk = self.maker.until(plays, SOME)
        lying = next(name for name, things in desk.session.reply.look.regions.items() if things)
        return self.maker.then(desk, TouchSquare(lying))

    def over(self) -> Desk:
        return self.maker.until(lambda r: isinstance(r.now().turn, Over))
