"""The game as the referee knows it: what it can do, and in which file each of it stands."""

from collections.abc import Iterator
from typing import Any

from companion.abilities import (
    About,
    BringsCards,
    DecidesContests,
    DrawsWorlds,
    IntroducesItself,
    LeavesToChance,
    NamesThings,
    PrintsCards,
    SharesFaces,
    TellsProgress,
    ValuesStates,
)
from companion.game import Event, Game, Seat, Seen, Setup
from companion.games.zoon.alternate import (
    invariants,
    judging,
    listing,
    options,
    outcomes,
    positions,
    rereading,
    rules,
    ruling,
    saying,
    seeing,
    table,
    tidying,
    view,
    worlds,
)
from companion.games.zoon.alternate.events import EVENTS, Fought
from companion.games.zoon.alternate.kind import KIND
from companion.games.zoon.alternate.state import State
from companion.games.zoon.family import state
from companion.games.zoon.family.deck import printed_with_penny, thing_names
from companion.games.zoon.family.state import Stock, agreed
from companion.kits.events import Starts
from companion.language import marked


class ZoonAlternate(
    Game[State],
    BringsCards[State],
    DecidesContests[State],
    NamesThings,
    PrintsCards,
    SharesFaces,
    TellsProgress[State],
    DrawsWorlds[State],
    LeavesToChance[State],
    ValuesStates[State],
    IntroducesItself,
):
    """Zoon by Steffan O'Sullivan's alternate rules, on top of the rules of Zoondo."""

    id = "zoon_alternate"
    name = marked("Zoon (alternate rules)")
    seats = (2,)
    about = About(
        gist=marked("Two armies meet; a die each decides a fight."),
        needs=marked("two tribes of cards, pennies, the mat of squares"),
        minutes=(30, 60),
    )
    faces = "companion.games.zoon.family"
    options = options.OPTIONS
    events: tuple[type[Event], ...] = EVENTS

    turn = staticmethod(rules.turn)
    breaches = staticmethod(rules.breaches)
    after = staticmethod(rules.after)
    look = staticmethod(table.look)
    chores = staticmethod(tidying.chores)
    layout = staticmethod(table.layout)
    reveals = staticmethod(rereading.reveals)
    rereadings = staticmethod(rereading.rereadings)
    rulings = staticmethod(ruling.rulings)
    contest = staticmethod(outcomes.contest)
    decided = staticmethod(worlds.decided)
    fallen = staticmethod(worlds.fallen)
    world_for = staticmethod(worlds.world_for)
    worth = staticmethod(judging.worth)
    thing_names = staticmethod(thing_names)
    printed = staticmethod(printed_with_penny)
    words = staticmethod(saying.words)
    whose_turn = staticmethod(state.whose_turn)
    measures = staticmethod(state.measures)
    faults = staticmethod(invariants.faults)
    load_position = staticmethod(positions.load_position)
    dump_position = staticmethod(positions.dump_position)
    table = staticmethod(table.table)
    view = staticmethod(view.view)

    def start(self, setup: Setup) -> State:
        """Both armies in hand, nothing on the board. Raises SetupFault."""
        given = agreed(setup, KIND)
        return State(agreed=given, stock=Stock(hand=given.trumps, unseen=given.armies))

    def brings(self, state: State, seat: Seat) -> tuple[tuple[str, ...], tuple[str, ...]]:
        return state.stock.unseen[seat], state.stock.hand[seat]

    def chance_event(self, state: State, values: tuple[int | str, ...]) -> Event:
        if state.phase == "lot":
            return Starts(int(values[0]))
        return Fought((int(values[0]), int(values[1])))

    def candidates(self, state: State, seen: Seen | None) -> Iterator[Event]:
        return listing.lawful(state) if seen is None else seeing.seen_events(state, seen)

    def public(self, _state: State, event: Any) -> Event:
        return saying.public(event)

    def public_state(self, state: State) -> State:
        """The referee knows no more than everybody: a face-down card is told only by agreement."""
        return state
