"""ZONG: discs are thrown, pieces are flicked about, measured, and put back by rule.

The class is the game as the referee knows it: what it can do, and in which file each of it stands.
"""

from collections.abc import Collection, Iterator
from typing import Any

from companion.game import About, Event, Game, Measure, Option, Seat, Seen, Setup, Throw
from companion.games.zong import positions, rules, state, table, view
from companion.games.zong.events import EVENTS, Threw, Voted, Zonged
from companion.games.zong.state import BLUE, DISC_NAMES, FACTS, LIGHTNING, RISK, State, agreed, start
from companion.language import _, marked

DISCS = {BLUE: marked("Blue discs"), RISK: marked("Violet discs"), LIGHTNING: marked("Yellow discs")}
"""The name of each kind of disc."""


class Zong(Game[State]):
    """ZONG by Karl-Heinz Schmiel: discs are thrown, pieces are flicked about, and everything is put back by rule."""

    id = "zong"
    name = "ZONG"
    seats: tuple[int, ...] = (3, 4, 5, 6)
    about = About(
        gist=marked("A flick race through space, with towers."),
        needs=marked("the board, thrown discs, a piece each"),
        minutes=(15, 30),
    )
    options: tuple[Option, ...] = state.OPTIONS
    events: tuple[type[Event], ...] = EVENTS

    turn = staticmethod(rules.turn)
    violations = staticmethod(rules.violations)
    after = staticmethod(rules.after)
    assign_regions = staticmethod(table.assign_regions)
    ambiguities = staticmethod(table.ambiguities)
    hidden_things = staticmethod(table.third_discs)
    sample = staticmethod(rules.sample)
    shapes = staticmethod(rules.shapes)
    contest = staticmethod(view.contest)
    decided = staticmethod(rules.decided)
    fallen = staticmethod(rules.fallen)
    foresees = True
    look = staticmethod(table.look)
    chores = staticmethod(table.chores)
    alternatives = staticmethod(rules.alternatives)
    overrides = staticmethod(rules.overrides)
    dump_position = staticmethod(positions.dump_position)
    load_position = staticmethod(positions.load_position)
    plain = staticmethod(positions.with_names)
    faults = staticmethod(positions.faults)
    start = staticmethod(start)
    words = staticmethod(view.words)
    worth = staticmethod(rules.worth)
    table = staticmethod(table.table)
    view = staticmethod(view.view)

    def candidates(self, state: State, seen: Seen | None) -> Iterator[Event]:
        return rules.lawful(state) if seen is None else table.seen_events(state, seen)

    def whose_turn(self, state: State) -> Seat | None:
        return state.turn if state.over is None else None

    def measures(self, state: State) -> tuple[Measure, ...]:
        return (
            Measure(_("Squares from the start"), tuple(state.place(seat) for seat in range(state.seats))),
        )

    def thrown(self, state: State, event: Any) -> tuple[Throw, ...]:
        """The discs of a throw; a blue one only where its number tells which disc it is."""
        found = []
        for disc in event.discs if isinstance(event, Threw) else ():
            sides = state.agreed.faces(disc.disc)
            if disc.disc == BLUE:
                pairs = [pair for pair in state.agreed.blue if disc.face in pair]
                sides = tuple(sorted(pairs[0])) if len(pairs) == 1 else ()
            if len(set(sides)) > 1:
                found.append(Throw(event.seat, DISCS[disc.disc], str(disc.face), tuple(map(str, sides))))
        return tuple(found)

    def reveals(self, _state: State, event: Event) -> bool:
        """A throw and a flick cannot be undone, and a vote that was cast was heard."""
        return isinstance(event, Threw | Zonged | Voted)

    def thing_names(self, setup: Setup) -> Collection[str]:
        known = agreed(setup)
        return {*known.colours, *(str(face) for disc in DISC_NAMES for face in known.faces(disc))}

    def chance_event(self, _state: State, _values: tuple[int | str, ...]) -> Event:
        """Never asked: nothing here is left to dice, pennies or lots. Raises ValueError."""
        raise ValueError("ZONG awaits no dice, penny or lot")

    def fact_names(self) -> tuple[str, ...]:
        return FACTS


GAME = Zong()
