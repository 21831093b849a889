"""ZoneS: a board of terrain laid behind a screen, two sides with pieces of their own, two bases.

The class is the game as the referee knows it: what it can do, and in which file each of it stands.
"""

from collections.abc import Collection, Iterator

from companion.game import About, Event, Game, Measure, Option, Seat, Seen, Setup
from companion.games.zones import halves, positions, rules, table, view
from companion.games.zones.events import EVENTS, Based, Drew, Laid, Lifted
from companion.games.zones.pieces import fact_names, facts
from companion.games.zones.state import OPTIONS, State, start
from companion.kits.events import Starts
from companion.language import _, marked
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
    violations = staticmethod(rules.violations)
    after = staticmethod(rules.after)
    sample = staticmethod(rules.sample)
    words = staticmethod(view.words)
    contest = staticmethod(view.contest)
    fallen = staticmethod(rules.fallen)
    world_for = staticmethod(rules.world_for)
    worth = staticmethod(rules.worth)
    look = staticmethod(table.look)
    chores = staticmethod(table.chores)
    half_seen = staticmethod(table.half_seen)
    half_unread = staticmethod(table.half_unread)
    half_faults = staticmethod(halves.faults)
    coin_seen = staticmethod(table.coin_seen)
    alternatives = staticmethod(rules.alternatives)
    overrides = staticmethod(rules.overrides)
    dump_position = staticmethod(positions.dump_position)
    load_position = staticmethod(positions.load_position)
    faults = staticmethod(positions.faults)
    start = staticmethod(start)
    view = staticmethod(view.view)
    table = staticmethod(table.table)

    def candidates(self, state: State, seen: Seen | None) -> Iterator[Event]:
        return rules.lawful(state) if seen is None else table.seen_events(state, seen)

    def thing_names(self, setup: Setup) -> Collection[str]:
        return facts(setup.facts).kinds

    def chance_event(self, _state: State, values: tuple[int | str, ...]) -> Event:
        return Starts(0 if values[0] == "heads" else 1)

    def whose_turn(self, state: State) -> Seat | None:
        return state.turn if state.phase == "play" and state.over is None else None

    def measures(self, state: State) -> tuple[Measure, ...]:
        standing = [piece.seat for piece in state.board if piece is not None]
        pieces = tuple(standing.count(seat) + len(state.pool.reserve[seat]) for seat in (0, 1))
        return (
            Measure(_("Points captured"), tuple(state.cost(seat) for seat in (0, 1)), decides=True),
            Measure(_("Pieces"), pieces),
        )

    def reveals(self, _state: State, event: Event) -> bool:
        return isinstance(event, Lifted | Starts)

    def decided(self, _state: State, event: Event) -> Event:
        return Drew(event.seat, "", event.at) if isinstance(event, Drew) else event

    def public(self, _state: State, event: Event) -> Event:
        """What everybody may know while the screen is down: that something was laid, but neither what nor where."""
        if isinstance(event, Laid):
            return Laid(event.seat, whole=event.whole)
        return type(event)(event.seat) if isinstance(event, Based | Drew) else event

    def public_state(self, state: State) -> State:
        return rules.covered(state) if state.phase == "set-up" else state

    def filled(self, state: State, event: Event, seen: Seen) -> Event:
        """An event completed by what a camera can read: the half of a seat that only says that it is ready."""
        if isinstance(event, Laid) and event == Laid(event.seat) and event.seat in (0, 1):
            return table.half_seen(state, event.seat, seen)
        return event

    def half_look(self, state: State, seat: Seat) -> Look:
        """One half behind the screen as it was told, for that seat's eyes and for simulated tables."""
        return Look(table.half_look(state, seat))


GAME = Zones()
