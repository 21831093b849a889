"""The game as the referee knows it: what it can do, and in which file each of it stands."""

from collections.abc import Collection, Iterator

from companion.game import About, Event, Game, Option, Seat, Seen, Setup
from companion.games.zones import candidates, halves, positions, readings, rules, standing, table, view
from companion.games.zones.events import EVENTS, Laid
from companion.games.zones.pieces import fact_names, facts
from companion.games.zones.state import OPTIONS, State, start
from companion.kits.events import Starts
from companion.language import marked
from companion.sight import Look


class Zones(Game[State]):
    """ZoneS by A. Marston Croft: a board of terrain laid behind a screen, pieces with abilities, two bases."""

    id = "zones"
    name = "ZoneS"
    seats: tuple[int, ...] = (2,)
    about = About(
        gist=marked("Lay a land behind a screen, then summon and march."),
        needs=marked("tiles, tokens, a screen, a coin"),
        minutes=(20, 45),
    )
    options: tuple[Option, ...] = OPTIONS
    events: tuple[type[Event], ...] = EVENTS

    fact_names = staticmethod(fact_names)
    turn = staticmethod(rules.turn)
    breaches = staticmethod(rules.breaches)
    after = staticmethod(rules.after)
    sample = staticmethod(candidates.sample)
    reveals = staticmethod(candidates.reveals)
    words = staticmethod(view.words)
    whose_turn = staticmethod(standing.whose_turn)
    measures = staticmethod(standing.measures)
    public = staticmethod(candidates.public)
    public_state = staticmethod(candidates.public_state)
    contest = staticmethod(standing.contest)
    decided = staticmethod(candidates.decided)
    fallen = staticmethod(candidates.fallen)
    world_for = staticmethod(candidates.world_for)
    worth = staticmethod(standing.worth)
    look = staticmethod(table.look)
    chores = staticmethod(table.chores)
    half_seen = staticmethod(readings.half_seen)
    half_unread = staticmethod(readings.half_unread)
    half_faults = staticmethod(halves.faults)
    coin_seen = staticmethod(readings.coin_seen)
    rereadings = staticmethod(candidates.rereadings)
    rulings = staticmethod(rules.rulings)
    dump_position = staticmethod(positions.dump_position)
    load_position = staticmethod(positions.load_position)
    faults = staticmethod(positions.faults)
    start = staticmethod(start)
    view = staticmethod(view.view)
    table = staticmethod(table.table)

    def candidates(self, state: State, seen: Seen | None) -> Iterator[Event]:
        return candidates.lawful(state) if seen is None else readings.seen_events(state, seen)

    def thing_names(self, setup: Setup) -> Collection[str]:
        return facts(setup.facts).kinds

    def chance_event(self, _state: State, values: tuple[int | str, ...]) -> Event:
        return Starts(0 if values[0] == "heads" else 1)

    def filled(self, state: State, event: Event, seen: Seen) -> Event:
        """An event told without what a camera can read, with it: a seat that says no more than that it is ready."""
        if isinstance(event, Laid) and event == Laid(event.seat) and event.seat in (0, 1):
            return readings.half_seen(state, event.seat, seen)
        return event

    def half_look(self, state: State, seat: Seat) -> Look:
        """How one half behind the screen lies as far as it was told, for that seat's eyes and for simulated tables."""
        return Look(table.half_look(state, seat))
