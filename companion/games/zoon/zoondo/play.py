"""The game as the referee knows it: what it can do, and in which file each of it stands."""

from collections.abc import Iterator

from companion.abilities import (
    About,
    BringsCards,
    DealsArmies,
    DecidesContests,
    DrawsWorlds,
    IntroducesItself,
    LeavesToChance,
    NamesThings,
    PrintsCards,
    SharesFaces,
    TellsProgress,
    TouchesCorners,
    Uncovers,
    ValuesStates,
)
from companion.game import Event, Game, Seat, Seen, Setup
from companion.games.zoon.family import state
from companion.games.zoon.family.deck import printed, thing_names
from companion.games.zoon.family.state import Stock, agreed
from companion.games.zoon.zoondo import (
    hiding,
    invariants,
    judging,
    knowing,
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
    timing,
    view,
    worlds,
)
from companion.games.zoon.zoondo.events import EVENTS
from companion.games.zoon.zoondo.kind import KIND
from companion.games.zoon.zoondo.state import State
from companion.kits.events import Starts
from companion.language import marked


class Zoondo(
    Game[State],
    BringsCards[State],
    DealsArmies[State],
    DecidesContests[State],
    NamesThings,
    PrintsCards,
    SharesFaces,
    TellsProgress[State],
    TouchesCorners[State],
    Uncovers[State],
    DrawsWorlds[State],
    LeavesToChance[State],
    ValuesStates[State],
    IntroducesItself,
):
    """Zoondo by Nicolas Pilartz and Migou: hidden armies, fights by touched corners."""

    id = "zoondo"
    name = "Zoondo"
    seats = (2,)
    about = About(
        gist=marked("Hidden armies: guess what you attack, touch a corner."),
        needs=marked("two tribes of cards, the mat of squares"),
        minutes=(30, 60),
    )
    faces = "companion.games.zoon.family"
    options = options.OPTIONS
    events: tuple[type[Event], ...] = EVENTS

    turn = staticmethod(timing.turn)
    breaches = staticmethod(rules.breaches)
    after = staticmethod(rules.after)
    reveals = staticmethod(rereading.reveals)
    words = staticmethod(saying.words)
    whose_turn = staticmethod(state.whose_turn)
    measures = staticmethod(state.measures)
    public = staticmethod(hiding.public)
    public_state = staticmethod(knowing.public_state)
    contest = staticmethod(outcomes.contest)
    printed = staticmethod(printed)
    touched = staticmethod(hiding.touched)
    decided = staticmethod(worlds.decided)
    fallen = staticmethod(worlds.fallen)
    world_for = staticmethod(worlds.world_for)
    worth = staticmethod(judging.worth)
    thing_names = staticmethod(thing_names)
    look = staticmethod(table.look)
    layout = staticmethod(table.layout)
    chores = staticmethod(tidying.chores)
    rereadings = staticmethod(rereading.rereadings)
    rulings = staticmethod(ruling.rulings)
    dump_position = staticmethod(positions.dump_position)
    load_position = staticmethod(positions.load_position)
    faults = staticmethod(invariants.faults)
    uncovered = staticmethod(view.uncovered)
    view = staticmethod(view.view)
    table = staticmethod(table.table)

    def candidates(self, state: State, seen: Seen | None) -> Iterator[Event]:
        return listing.lawful(state) if seen is None else seeing.seen_events(state, seen)

    def start(self, setup: Setup) -> State:
        """Both armies in hand, nothing on the board. Raises SetupFault."""
        given = agreed(setup, KIND)
        return State(agreed=given, stock=Stock(hand=given.trumps, unseen=given.armies))

    def brings(self, state: State, seat: Seat) -> tuple[tuple[str, ...], tuple[str, ...]]:
        return state.stock.unseen[seat], state.stock.hand[seat]

    def chance_event(self, _state: State, values: tuple[int | str, ...]) -> Event:
        return Starts(int(values[0]))

    def army(self, state: State, seat: Seat) -> tuple[str, ...]:
        return state.agreed.armies[seat]
