"""A game of ZONG at the screen without a camera, or with one that shows what a test puts before it."""

from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from companion.game import Event
from companion.games.zong.events import Advanced, Disc, Threw
from companion.games.zong.play import GAME
from companion.sight import Scene, Sighting
from ui.desk import Desk
from ui.present.models import Action, Button, TableModel
from ui.situations import _Maker
from ui.situations_zong import FAST, FLICK, SLOW, _Zong
from ui.zong.side import TrackSide

SPIRAL = (Disc("blue", 1), Disc("risk", 7), Disc("lightning", "spiral"))


class Room:
    """Desks of ZONG whose journals go into a folder."""

    def __init__(self, folder: Path) -> None:
        self.made = _Zong(_Maker(folder, GAME))

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
    return desk.side.track


def state_of(desk: Desk) -> Any:
    return desk.session.referee.state


def model_of(desk: Desk) -> TableModel:
    found = desk.model()
    assert isinstance(found, TableModel)
    return found


def keys_of(desk: Desk) -> list[Button]:
    model = model_of(desk)
    return [*model.helps, *model.answers]


def press(desk: Desk, words: str) -> None:
    """Touches the key with these words."""
    keys = [key for key in keys_of(desk) if words in key.words and key.enabled]
    assert keys, f"no key {words!r} among {[key.words for key in keys_of(desk)]}"
    desk.send(keys[0].action)


def kinds(desk: Desk) -> list[str]:
    """What was booked, by kind."""
    return [type(entry.event).__name__ for entry in desk.session.referee.entries]


def looked(desk: Desk, **places: tuple[float, float]) -> None:
    """The camera sees pieces at these places (mm), by colour."""
    table = GAME.table(desk.session.referee.setup)
    sightings = tuple(
        Sighting("pawn", colour, table.region_at(x, y), x=x, y=y, colour=colour)
        for colour, (x, y) in places.items()
    )
    fine = {"mat": SimpleNamespace(found=True, why=None, image_to_table=None)}
    light = SimpleNamespace(ok=True, why=None)
    desk.session.reading = SimpleNamespace(scene=Scene(sightings), light=light, **fine)  # type: ignore[assignment]
    desk.tick()


__all__ = [
    "FAST",
    "FLICK",
    "SLOW",
    "SPIRAL",
    "Action",
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
