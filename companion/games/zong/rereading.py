"""What an entry could have been instead, told apart in one region; and which entries nobody can make unseen."""

from collections.abc import Iterator

from companion.game import Event
from companion.games.zong.events import Advanced, Disc, Threw, Voted, Zonged
from companion.games.zong.flow import forward_place
from companion.games.zong.moving import advances
from companion.games.zong.state import State
from companion.games.zong.table import THROW
from companion.games.zong.throwing import in_order, value


def reveals(_state: State, event: Event) -> bool:
    """A throw and a flick cannot be made again, and a vote that was cast was heard."""
    return isinstance(event, Threw | Zonged | Voted)


def rereadings(state: State, event: Event, region: str) -> Iterator[Event]:
    """A throw with one disc read otherwise; points played with others taken along, or in another order."""
    if isinstance(event, Threw) and region == THROW:
        yield from _throws(state, event)
    if isinstance(event, Advanced) and state.phase == "points" and event.seat == state.turn:
        home = state.board.named(state.place(event.seat))
        if region in (home, state.board.named(forward_place(state, event.seat))):
            yield from (other for other in advances(state, event.seat) if other != event)


def _throws(state: State, event: Threw) -> Iterator[Threw]:
    discs = tuple(Disc(disc.disc, value(disc.face)) for disc in event.discs)
    found: dict[Threw, None] = {}
    for n, disc in enumerate(discs):
        for face in state.agreed.faces(disc.disc):
            if face != disc.face:
                other = in_order((*discs[:n], Disc(disc.disc, face), *discs[n + 1 :]))
                found[Threw(event.seat, other)] = None
    yield from found
