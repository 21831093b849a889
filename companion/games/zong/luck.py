"""What nobody decides in ZONG: the faces that discs show, and where a flick leaves the pieces."""

from functools import lru_cache
from typing import Any

from companion.game import Event, RandomSource
from companion.games.zong.events import Disc, Passed, Threw, Zonged
from companion.games.zong.listing import flick, is_felt
from companion.games.zong.state import BLUE, State
from companion.games.zong.throwing import in_order


def decided(_state: State, event: Any) -> Event:
    """Which discs are thrown, not what they show; that a flick is made, not what comes of it."""
    if isinstance(event, Threw):
        return _unshown(event)
    if isinstance(event, Zonged):
        return Zonged(event.seat)
    assert isinstance(event, Event)
    return event


@lru_cache(maxsize=4096)
def _unshown(event: Threw) -> Threw:
    """A throw of the same discs, whatever they show."""
    return Threw(event.seat, tuple(Disc(disc.disc, "") for disc in event.discs))


def fallen(state: State, decided: Event, lots: RandomSource) -> Event | None:
    """Each disc shows either of its two faces; a flick moves what it moves."""
    if isinstance(decided, Zonged):
        felt = flick(state, lots)
        return felt if is_felt(state, felt) else Passed(state.turn)
    if not isinstance(decided, Threw):
        return None
    blue = list(state.agreed.blue)
    discs = []
    for disc in decided.discs:
        faces = blue.pop(lots(len(blue))) if disc.disc == BLUE else state.agreed.faces(disc.disc)
        discs.append(Disc(disc.disc, faces[lots(len(faces))]))
    return Threw(decided.seat, in_order(discs))
