"""Zoondo as the referee knows it: what it can do, and what it does otherwise than the rest of the family."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from companion.game import About, Breach, Event, Seat, Seats, Setup
from companion.games.zoon.family import turns
from companion.games.zoon.family.deck import printed
from companion.games.zoon.family.kind import Deed, Kind
from companion.games.zoon.family.moves import move_breaches
from companion.games.zoon.family.options import options_of
from companion.games.zoon.family.play import LAYING, RULING, SHARED, ZoonGame
from companion.games.zoon.family.state import lost
from companion.games.zoon.family.table import mat
from companion.games.zoon.family.trumps import plays
from companion.games.zoon.family.worlds import decided, standing
from companion.games.zoon.zoondo import alternatives, fights, knowledge, moves, positions, table, trumps, view
from companion.games.zoon.zoondo.events import (
    EVENTS,
    Deployed,
    Moved,
    PlayedTrump,
    Ruled,
    Swapped,
    Touched,
    TurnedUp,
)
from companion.games.zoon.zoondo.state import Duel, Fight, Piece, Shot, State, Step, Untidy
from companion.kits.events import Starts
from companion.language import marked
from companion.sight import Table


def _begun(state: State, event: Any) -> State:
    """The last fight is over for good once something else happens than that its cards are told."""
    return state if state.fought is None or isinstance(event, TurnedUp) else replace(state, fought=None)


def _turn(state: State, duel: Duel) -> Seats:
    return Seats(fights.seats_due(state, duel))


def _due(state: State, duel: Duel) -> Iterator[Any]:
    yield from fights.touches(state.agreed, duel)
    if not fights.to_touch(state.agreed, duel):
        yield from fights.reveals(state, duel)


def _out_of_step(state: State, event: Any) -> Iterator[Breach]:
    duel = state.duel
    if isinstance(event, Touched | TurnedUp):
        return
    if duel is None:
        yield from turns.out_of_effect(state, event)
    else:
        due = fights.to_touch(state.agreed, duel)
        yield Breach("zo-12-touch-first" if due else "zo-13-turned-up", duel.at)


def _settled(state: State) -> State:
    """Steps that cannot be carried out, or are done, fall off; when none is left the turn passes."""
    while state.todo and state.over is None and turns.is_idle(state, state.step):
        state = replace(state, todo=state.todo[:-1])
    if state.over is not None:
        return replace(state, todo=())
    return state if state.todo or state.phase != "play" else turns.passed(state)


KIND = Kind(
    options=options_of("zoondo"),
    hidden=True,
    state=State,
    piece=Piece,
    untidy=Untidy,
    step=Step,
    card=positions.Card,
    fields=positions.FIELDS,
    read_card=positions.read_card,
    read_more=positions.read_more,
    piece_faults=positions.piece_faults,
    play_faults=positions.play_faults,
    deployed=Deployed,
    played=PlayedTrump,
    fights=(Fight, Shot),
    before=(("deploy", Deployed, "zo-03-armies-first", marked("the armies lie already")), turns.LOT),
    deeds={
        **SHARED,
        Moved: Deed(moves.after_move, move_breaches),
        Touched: Deed(fights.after_touch, fights.touch_breaches, fights=True),
        TurnedUp: Deed(fights.after_turning, fights.turn_breaches, fights=True),
        PlayedTrump: Deed(trumps.after, trumps.breaches),
        Swapped: Deed(turns.traded, moves.trade_breaches),
        Deployed: LAYING,
        Ruled: RULING,
    },
    begun=_begun,
    out_of_step=_out_of_step,
    turn=_turn,
    due=_due,
    plays=plays,
    settled=_settled,
    misfit=fights.misfit_fight,
    public=knowledge.public_state,
    claimed=knowledge.claimed,
    rested=fights.rested,
    beaten=lost,
    born=trumps.born,
    caged=trumps.caged,
    shot=trumps.shot,
    headline=view.headline_of_own,
    lay_words=view.lay_words,
    step_words=view.step_words,
    said=view.SAID,
    seen=table.seen_events,
    look=table.look,
    lying=table.lying,
    chores=table.CHORES,
    untidy_looks=table.untidy_looks,
    chore_words=table.chore_words,
    falls="s2-emblem-falls",
    turned_down=knowledge.turned_down,
    moved=Moved,
    grid_moves=moves.grid_moves,
    trades=moves.trades,
    swapped=moves.swapped,
)


class Zoondo(ZoonGame[State]):
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

    reveals = staticmethod(alternatives.reveals)
    public = staticmethod(view.public)
    contest = staticmethod(view.contest)
    printed = staticmethod(printed)
    touched = staticmethod(view.touched)
    decided = staticmethod(decided)
    world_for = staticmethod(alternatives.world_for)
    worth = staticmethod(standing)
    layout = staticmethod(table.layout)
    rereadings = staticmethod(alternatives.rereadings)
    rulings = staticmethod(alternatives.rulings)
    uncovered = staticmethod(view.uncovered)
    view = staticmethod(view.view)

    def chance_event(self, _state: State, values: tuple[int | str, ...]) -> Event:
        return Starts(int(values[0]))

    def army(self, state: State, seat: Seat) -> tuple[str, ...]:
        return state.agreed.armies[seat]

    def table(self, _setup: Setup) -> Table:
        return mat("card")
