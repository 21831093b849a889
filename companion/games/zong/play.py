"""The game as the referee knows it: what it can do, and in which file each of it stands."""

from collections.abc import Collection, Iterator
from typing import Any

from companion.abilities import (
    About,
    DecidesContests,
    DrawsEvents,
    HasOpenForms,
    HidesThings,
    IntroducesItself,
    LeavesToChance,
    NamesThings,
    PlacesThings,
    ReadsOtherForms,
    TakesFacts,
    TellsProgress,
    TellsThrows,
    ValuesStates,
)
from companion.game import Event, Game, Option, Seen, Setup
from companion.games.zong import (
    flow,
    invariants,
    judging,
    listing,
    luck,
    lying_discs,
    options,
    outcomes,
    positions,
    progress,
    rereading,
    rules,
    ruling,
    saying,
    seeing,
    standing,
    table,
    tidying,
    view,
)
from companion.games.zong.events import EVENTS
from companion.games.zong.state import DISC_NAMES, FACTS, State, agreed, start
from companion.language import marked
from companion.sight import Look


class Zong(
    Game[State],
    DecidesContests[State],
    DrawsEvents[State],
    HasOpenForms[State],
    HidesThings[State],
    PlacesThings[State],
    ReadsOtherForms,
    TakesFacts,
    TellsProgress[State],
    TellsThrows[State],
    LeavesToChance[State],
    ValuesStates[State],
    IntroducesItself,
    NamesThings,
):
    """ZONG by Karl-Heinz Schmiel: discs are thrown, pieces are flicked about, and everything is put back by rule."""

    id = "zong"
    name = "ZONG"
    seats: tuple[int, ...] = (3, 4, 5, 6)
    about = About(
        gist=marked("A flick race through space, with towers."),
        needs=marked("the board, thrown discs, a piece each"),
        minutes=(15, 30),
    )
    options: tuple[Option, ...] = options.OPTIONS
    events: tuple[type[Event], ...] = EVENTS

    turn = staticmethod(flow.turn)
    breaches = staticmethod(rules.breaches)
    after = staticmethod(rules.after)
    assign_regions = staticmethod(standing.assign_regions)
    ambiguities = staticmethod(seeing.ambiguities)
    hidden_things = staticmethod(lying_discs.third_discs)
    sample = staticmethod(listing.sample)
    shapes = staticmethod(listing.shapes)
    reveals = staticmethod(rereading.reveals)
    words = staticmethod(saying.words)
    whose_turn = staticmethod(progress.whose_turn)
    measures = staticmethod(progress.measures)
    thrown = staticmethod(progress.thrown)
    contest = staticmethod(outcomes.contest)
    decided = staticmethod(luck.decided)
    fallen = staticmethod(luck.fallen)
    worth = staticmethod(judging.worth)
    foresees = True
    look = staticmethod(table.look)
    chores = staticmethod(tidying.chores)
    rereadings = staticmethod(rereading.rereadings)
    rulings = staticmethod(ruling.rulings)
    dump_position = staticmethod(positions.dump_position)
    load_position = staticmethod(positions.load_position)
    plain = staticmethod(positions.named_in_event)
    faults = staticmethod(invariants.faults)
    start = staticmethod(start)
    view = staticmethod(view.view)
    table = staticmethod(table.table)

    def candidates(self, state: State, seen: Seen | None) -> Iterator[Event]:
        return listing.lawful(state) if seen is None else seeing.seen_events(state, seen)

    def thing_names(self, setup: Setup) -> Collection[str]:
        known = agreed(setup)
        return {*known.colours, *(str(face) for disc in DISC_NAMES for face in known.faces(disc))}

    def chance_event(self, _state: State, _values: tuple[int | str, ...]) -> Event:
        """Never asked: nothing here is left to dice, pennies or lots. Raises ValueError."""
        raise ValueError("ZONG awaits no dice, penny or lot")

    def public(self, _state: State, event: Any) -> Event:
        """Nothing is hidden."""
        public: Event = event
        return public

    def public_state(self, state: State) -> State:
        """Nothing is hidden."""
        return state

    def layout(self, _state: State) -> Look | None:
        """Nothing is laid out at leisure: the pieces are put on the start, and that is how the table looks."""
        return None

    def fact_names(self) -> tuple[str, ...]:
        """What the set-up's facts may tell: the owner's board, and the faces of the blue discs."""
        return FACTS


GAME = Zong()
