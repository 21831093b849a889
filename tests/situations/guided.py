"""Situations of a first game: the guide is offered, and shows its hint of how to lay out and of a turn."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random

from companion.game import Chance, Event
from companion.games import all_games
from companion.lawful import drawn
from tests.situations.maker import Maker
from ui.pages.desk import Desk
from ui.pages.tableside import Guide
from ui.present.touches import at

SEED = 5
LONGEST = 60
TURNS = {"zombinion": "take", "zones": "move", "zong": "points", "zoon_alternate": "fight", "zoondo": "touch"}
"""By game, the hint that tells of a turn."""


def guided_situations(folder: Path) -> dict[str, Callable[[], Desk]]:
    """By name, what makes a desk in that situation."""
    found: dict[str, Callable[[], Desk]] = {}
    for id, turn in TURNS.items():
        made = _Guided(Maker(folder, all_games()[id]))
        found[f"guide-{id}-box"] = partial(made.until, "")
        found[f"guide-{id}-turn"] = partial(made.until, turn)
    first = _Guided(Maker(folder, all_games()["zoondo"]))
    return {"guide-offer": first.offered, **found}


class _Guided:
    def __init__(self, maker: Maker) -> None:
        self.maker = maker
        maker.guided = True

    def offered(self) -> Desk:
        found: Desk = self.maker.started()
        return found

    def until(self, hint: str) -> Desk:
        """A random game until this hint is shown; empty: the first one."""
        desk, chance = self.offered(), Random(SEED)
        assert desk.side is not None and desk.side.guide is not None
        desk.send(at(Guide.follow_guide))
        for _n in range(LONGEST):
            desk.tick()
            desk.model()
            guide = None if desk.side is None else desk.side.guide
            now = None if guide is None else guide.now
            if now is not None and hint in ("", now.id):
                return desk
            event = self._next(desk, chance)
            assert desk.session.tell(event, by="touch" if event.told else "camera").booked, event
            for chore in desk.session.reply.chores:
                desk.session.dismiss_chore(chore.region)
        raise LookupError(hint)

    def _next(self, desk: Desk, chance: Random) -> Event:
        referee = desk.session.referee
        turn = referee.game.turn(referee.state)
        if isinstance(turn, Chance):
            fallen: dict[str, tuple[int | str, ...]] = {"dice": (3, 5), "penny": ("heads",)}
            return referee.game.chance_event(referee.state, fallen.get(turn.what, (turn.seats[0],)))
        event = drawn(referee.game, referee.state, chance.randrange)
        assert event is not None
        return event
