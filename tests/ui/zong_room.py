"""A game of ZONG at the screen without a camera, or with one that shows what a test puts before it."""

from collections.abc import Sequence
from pathlib import Path

from companion.game import Event
from companion.games.zong import GAME
from companion.games.zong.events import Advanced, Disc, Threw
from companion.sight import Scene, Sighting
from tests.situations.maker import Maker
from tests.situations.zong import FAST, FLICK, SLOW, _Zong
from tests.ui.at_desk import kinds, model_of, press_one, show, state_of
from ui.games.zong.side import TrackSide
from ui.pages.desk import Desk
from ui.present.models import Button

SPIRAL = (Disc("blue", 1), Disc("risk", 7), Disc("lightning", "spiral"))


class Room:
    """Desks of ZONG whose journals go into a folder."""

    def __init__(self, folder: Path) -> None:
        self.made = _Zong(Maker(folder, GAME))

    def begun(self, players: int = 4) -> Desk:
        return self.made.started(players)

    def spread(self, players: int = 4, then: Sequence[Event] = ()) -> Desk:
        """Everybody has thrown once: seats 1 and 3 stand on 6, the others on 15; then come these events."""
        desk = self.made.running(players)
        return self.made.told(desk, then)

    def flicking(self, players: int = 4) -> Desk:
        return self.spread(players, (Threw(0, FLICK),))


def side_of(desk: Desk) -> TrackSide:
    assert desk.side is not None
    return desk.side.own


def keys_of(desk: Desk) -> list[Button]:
    model = model_of(desk)
    return [*model.helps, *model.answers]


def press(desk: Desk, words: str) -> None:
    """Touches the key with these words."""
    press_one(desk, keys_of(desk), words)


def looked(desk: Desk, **places: tuple[float, float]) -> None:
    """The camera sees pieces at these places (mm), by colour."""
    table = GAME.table(desk.session.referee.setup)
    sightings = tuple(
        Sighting("pawn", colour, table.region_at(x, y), x=x, y=y, colour=colour)
        for colour, (x, y) in places.items()
    )
    show(desk, Scene(sightings))


__all__ = [
    "FAST",
    "FLICK",
    "SLOW",
    "SPIRAL",
    "Advanced",
    "Disc",
    "Room",
    "Threw",
    "keys_of",
    "kinds",
    "looked",
    "model_of",
    "press",
    "side_of",
    "state_of",
]
