"""Zoondo as the referee knows it: what it can do, and in which file each of it stands."""

from collections.abc import Iterator

from companion.abilities import About, DealsArmies, TouchesCorners, Uncovers
from companion.game import Event, Seat, Seen, Setup
from companion.games.zoon.family.deck import printed
from companion.games.zoon.family.play import ZoonGame
from companion.games.zoon.family.table import mat
from companion.games.zoon.family.turns import lawful
from companion.games.zoon.family.worlds import decided, standing
from companion.games.zoon.zoondo.alternatives import rereadings, reveals, rulings, world_for
from companion.games.zoon.zoondo.events import EVENTS
from companion.games.zoon.zoondo.kind import KIND
from companion.games.zoon.zoondo.state import State
from companion.games.zoon.zoondo.table import layout, seen_events
from companion.games.zoon.zoondo.view import contest, public, touched, uncovered, view
from companion.kits.events import Starts
from companion.language import marked
from companion.sight import Table


class Zoondo(ZoonGame[State], DealsArmies[State], TouchesCorners[State], Uncovers[State]):
    """Zoondo by Nicolas Pilartz and Migou: hidden armies, fights by touched corners."""

    kind = KIND
    id = "zoondo"
    name = "Zoondo"
    about = About(
        gist=marked("Hidden armies: guess what you attack, touch a corner."),
        needs=marked("two tribes of cards, the mat of squares"),
        minutes=(30, 60),
    )
    options = KIND.options
    events: tuple[type[Event], ...] = EVENTS

    reveals = staticmethod(reveals)
    public = staticmethod(public)
    contest = staticmethod(contest)
    printed = staticmethod(printed)
    touched = staticmethod(touched)
    decided = staticmethod(decided)
    world_for = staticmethod(world_for)
    worth = staticmethod(standing)
    layout = staticmethod(layout)
    rereadings = staticmethod(rereadings)
    rulings = staticmethod(rulings)
    uncovered = staticmethod(uncovered)
    view = staticmethod(view)

    def candidates(self, state: State, seen: Seen | None) -> Iterator[Event]:
        return lawful(state) if seen is None else seen_events(state, seen)

    def chance_event(self, _state: State, values: tuple[int | str, ...]) -> Event:
        return Starts(int(values[0]))

    def army(self, state: State, seat: Seat) -> tuple[str, ...]:
        return state.agreed.armies[seat]

    def table(self, _setup: Setup) -> Table:
        return mat("card")
