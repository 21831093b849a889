"""The game as the referee knows it: what it can do, and in which file each of it stands."""

from collections.abc import Collection, Iterator

from companion.game import About, Event, Game, Option, Seen, Setup
from companion.games.zong import candidates, positions, readings, rules, state, table, view, worth
from companion.games.zong.events import EVENTS
from companion.games.zong.state import DISC_NAMES, FACTS, State, agreed, start
from companion.language import marked


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
    breaches = staticmethod(rules.breaches)
    after = staticmethod(rules.after)
    assign_regions = staticmethod(readings.assign_regions)
    ambiguities = staticmethod(readings.ambiguities)
    hidden_things = staticmethod(readings.third_discs)
    sample = staticmethod(candidates.sample)
    shapes = staticmethod(candidates.shapes)
    reveals = staticmethod(candidates.reveals)
    whose_turn = staticmethod(worth.whose_turn)
    measures = staticmethod(worth.measures)
    thrown = staticmethod(worth.thrown)
    contest = staticmethod(view.contest)
    decided = staticmethod(candidates.decided)
    fallen = staticmethod(candidates.fallen)
    foresees = True
    look = staticmethod(table.look)
    chores = staticmethod(table.chores)
    rereadings = staticmethod(candidates.rereadings)
    rulings = staticmethod(rules.rulings)
    dump_position = staticmethod(positions.dump_position)
    load_position = staticmethod(positions.load_position)
    plain = staticmethod(positions.named_in_event)
    faults = staticmethod(positions.faults)
    start = staticmethod(start)
    words = staticmethod(view.words)
    worth = staticmethod(worth.worth)
    table = staticmethod(table.table)
    view = staticmethod(view.view)

    def candidates(self, state: State, seen: Seen | None) -> Iterator[Event]:
        return candidates.lawful(state) if seen is None else readings.seen_events(state, seen)

    def thing_names(self, setup: Setup) -> Collection[str]:
        known = agreed(setup)
        return {*known.colours, *(str(face) for disc in DISC_NAMES for face in known.faces(disc))}

    def chance_event(self, _state: State, _values: tuple[int | str, ...]) -> Event:
        """Never asked: nothing here is left to dice, pennies or lots. Raises ValueError."""
        raise ValueError("ZONG awaits no dice, penny or lot")

    def fact_names(self) -> tuple[str, ...]:
        return FACTS


GAME = Zong()
