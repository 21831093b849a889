"""The game as the referee knows it: what it can do, and in which file each of it stands."""

from collections.abc import Collection, Iterator
from typing import Any

from companion.abilities import (
    About,
    DecidesContests,
    DrawsEvents,
    DrawsWorlds,
    FillsInWhatIsSeen,
    IntroducesItself,
    LeavesToChance,
    NamesThings,
    ReadsCoins,
    TakesFacts,
    TellsProgress,
    ValuesStates,
)
from companion.game import Event, Game, Option, Seat, Seen, Setup
from companion.games.zones import (
    half_reading,
    hiding,
    invariants,
    judging,
    listing,
    options,
    outcomes,
    pieces,
    positions,
    progress,
    rereading,
    rules,
    ruling,
    saying,
    screened,
    seeing,
    table,
    view,
    worlds,
)
from companion.games.zones.events import EVENTS, Laid
from companion.games.zones.state import State, start
from companion.kits.events import Starts
from companion.language import marked
from companion.sight import Look


class Zones(
    Game[State],
    DecidesContests[State],
    DrawsEvents[State],
    FillsInWhatIsSeen[State],
    ReadsCoins[State],
    TakesFacts,
    TellsProgress[State],
    DrawsWorlds[State],
    LeavesToChance[State],
    ValuesStates[State],
    IntroducesItself,
    NamesThings,
):
    """ZoneS by A. Marston Croft: a board of terrain laid behind a screen, pieces with abilities, two bases."""

    id = "zones"
    name = "ZoneS"
    seats: tuple[int, ...] = (2,)
    about = About(
        gist=marked("Lay a land behind a screen, then summon and march."),
        needs=marked("tiles, tokens, a screen, a coin"),
        minutes=(20, 45),
    )
    options: tuple[Option, ...] = options.OPTIONS
    events: tuple[type[Event], ...] = EVENTS

    fact_names = staticmethod(pieces.fact_names)
    turn = staticmethod(rules.turn)
    breaches = staticmethod(rules.breaches)
    after = staticmethod(rules.after)
    sample = staticmethod(listing.sample)
    reveals = staticmethod(rereading.reveals)
    words = staticmethod(saying.words)
    whose_turn = staticmethod(progress.whose_turn)
    measures = staticmethod(progress.measures)
    public_state = staticmethod(hiding.public_state)
    contest = staticmethod(outcomes.contest)
    decided = staticmethod(worlds.decided)
    fallen = staticmethod(worlds.fallen)
    world_for = staticmethod(worlds.world_for)
    worth = staticmethod(judging.worth)
    look = staticmethod(table.look)
    chores = staticmethod(table.chores)
    half_seen = staticmethod(half_reading.half_seen)
    half_unread = staticmethod(half_reading.half_unread)
    half_faults = staticmethod(screened.faults)
    coin_seen = staticmethod(seeing.coin_seen)
    rereadings = staticmethod(rereading.rereadings)
    rulings = staticmethod(ruling.rulings)
    dump_position = staticmethod(positions.dump_position)
    load_position = staticmethod(positions.load_position)
    faults = staticmethod(invariants.faults)
    start = staticmethod(start)
    view = staticmethod(view.view)
    table = staticmethod(table.table)

    def candidates(self, state: State, seen: Seen | None) -> Iterator[Event]:
        return listing.lawful(state) if seen is None else seeing.seen_events(state, seen)

    def thing_names(self, setup: Setup) -> Collection[str]:
        return pieces.facts(setup.facts).kinds

    def chance_event(self, _state: State, values: tuple[int | str, ...]) -> Event:
        return Starts(0 if values[0] == "heads" else 1)

    def public(self, _state: State, event: Any) -> Event:
        return hiding.public(event)

    def layout(self, _state: State) -> Look | None:
        """Nothing is laid out in the open: behind the screen every square may look any way."""
        return None

    def filled(self, state: State, event: Any, seen: Seen) -> Event:
        """An event told without what a camera can read, with it: a seat that says no more than that it is ready."""
        if isinstance(event, Laid) and event == Laid(event.seat) and event.seat in (0, 1):
            return half_reading.half_seen(state, event.seat, seen)
        assert isinstance(event, Event)
        return event

    def half_look(self, state: State, seat: Seat) -> Look:
        """How one half behind the screen lies as far as it was told, for that seat's eyes and for simulated tables."""
        return Look(table.half_look(state, seat))
