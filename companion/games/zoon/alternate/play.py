"""Zoon by the alternate rules, as the referee knows it: what it can do, and in which file each of it stands."""

from collections.abc import Iterator
from typing import Any

from companion.abilities import About
from companion.game import Event, Seen, Setup
from companion.games.zoon.alternate import view
from companion.games.zoon.alternate.alternatives import (
    decided,
    rereadings,
    reveals,
    rulings,
    world_for,
    worth,
)
from companion.games.zoon.alternate.events import EVENTS, Fought
from companion.games.zoon.alternate.kind import KIND
from companion.games.zoon.alternate.state import State
from companion.games.zoon.alternate.table import layout, seen_events
from companion.games.zoon.alternate.view import contest, public
from companion.games.zoon.family.deck import printed_with_penny
from companion.games.zoon.family.play import ZoonGame
from companion.games.zoon.family.table import mat
from companion.games.zoon.family.turns import lawful
from companion.kits.events import Starts
from companion.language import marked
from companion.sight import Table


class ZoonAlternate(ZoonGame[State]):
    """Zoon by Steffan O'Sullivan's alternate rules, on top of the rules of Zoondo."""

    kind = KIND
    id = "zoon_alternate"
    name = marked("Zoon (alternate rules)")
    about = About(
        gist=marked("Two armies meet; a die each decides a fight."),
        needs=marked("two tribes of cards, pennies, the mat of squares"),
        minutes=(30, 60),
    )
    options = KIND.options
    events: tuple[type[Event], ...] = EVENTS

    layout = staticmethod(layout)
    reveals = staticmethod(reveals)
    rereadings = staticmethod(rereadings)
    rulings = staticmethod(rulings)
    contest = staticmethod(contest)
    decided = staticmethod(decided)
    world_for = staticmethod(world_for)
    worth = staticmethod(worth)
    printed = staticmethod(printed_with_penny)
    view = staticmethod(view.view)

    def chance_event(self, state: State, values: tuple[int | str, ...]) -> Event:
        if state.phase == "lot":
            return Starts(int(values[0]))
        return Fought((int(values[0]), int(values[1])))

    def candidates(self, state: State, seen: Seen | None) -> Iterator[Event]:
        return lawful(state) if seen is None else seen_events(state, seen)

    def public(self, _state: State, event: Any) -> Event:
        return public(event)

    def table(self, _setup: Setup) -> Table:
        return mat("card", "penny")
