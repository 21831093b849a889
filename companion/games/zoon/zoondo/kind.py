"""What Zoondo does otherwise than the rest of the family: what is due in a fight, and what each event does."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from companion.game import Breach, Seat, Seats
from companion.games.zoon.family import rulings
from companion.games.zoon.family.board import NAMES
from companion.games.zoon.family.laying import (
    Reinforced,
    deploy_breaches,
    deployed,
    reinforce_breaches,
    reinforced,
)
from companion.games.zoon.family.moves import stop_breaches
from companion.games.zoon.family.state import Deed, Kind, draw_agreed, resign_breaches, resigned
from companion.games.zoon.family.turns import LOT, is_idle, out_of_effect, passed, started, stopped, traded
from companion.games.zoon.zoondo import effects, moving, positions, saying, touching, trumps, turning, view
from companion.games.zoon.zoondo.changes import turned_down
from companion.games.zoon.zoondo.events import Deployed, Moved, PlayedTrump, Ruled, Swapped, Touched, TurnedUp
from companion.games.zoon.zoondo.knowing import claimed, public_state
from companion.games.zoon.zoondo.options import OPTIONS
from companion.games.zoon.zoondo.routes import moves_by_grid
from companion.games.zoon.zoondo.state import Duel, Fight, Piece, Shot, State, Step, Untidy
from companion.kits.events import DrawAgreed, Resigned, Starts, Stopped
from companion.language import marked


def _begun(state: State, event: Any) -> State:
    """The last fight is over for good once something else happens than that its cards are told."""
    return state if state.fought is None or isinstance(event, TurnedUp) else replace(state, fought=None)


def _turn(state: State, duel: Duel) -> Seats:
    return Seats(touching.seats_due(state, duel))


def _due(state: State, duel: Duel) -> Iterator[Any]:
    yield from touching.touches(state.agreed, duel)
    if not touching.to_touch(state.agreed, duel):
        yield from turning.reveals(state, duel)


def _out_of_step(state: State, event: Any) -> Iterator[Breach]:
    duel = state.duel
    if isinstance(event, Touched | TurnedUp):
        return
    if duel is None:
        yield from out_of_effect(state, event)
    else:
        due = touching.to_touch(state.agreed, duel)
        yield Breach("zo-12-touch-first" if due else "zo-13-turned-up", duel.at)


def _settled(state: State) -> State:
    """Steps that cannot be carried out, or are done, fall off; when none is left the turn passes."""
    while state.todo and state.over is None and is_idle(state, state.step):
        state = replace(state, todo=state.todo[:-1])
    if state.over is not None:
        return replace(state, todo=())
    return state if state.todo or state.phase != "play" else passed(state)


def _called(_state: State, square: str) -> str:
    return square


def _moved(seat: Seat, start: int, to: int, _piece: Piece) -> Moved:
    return Moved(seat, NAMES[start], NAMES[to])


KIND = Kind(
    options=OPTIONS,
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
    walked=Moved,
    traded=Swapped,
    ruled=Ruled,
    fights=(Fight, Shot),
    before=(("deploy", Deployed, "zo-03-armies-first", marked("the armies lie already")), LOT),
    deeds={
        Moved: Deed(moving.after, moving.breaches),
        Touched: Deed(touching.touched, touching.touch_breaches, fights=True),
        TurnedUp: Deed(turning.turned, turning.turn_breaches, fights=True),
        PlayedTrump: Deed(trumps.after, trumps.breaches),
        Reinforced: Deed(reinforced, reinforce_breaches),
        Swapped: Deed(traded, effects.trade_breaches),
        Stopped: Deed(stopped, stop_breaches),
        Deployed: Deed(deployed, deploy_breaches, plays=False),
        Starts: Deed(started, plays=False),
        Resigned: Deed(resigned, resign_breaches, plays=False, any_time=True),
        DrawAgreed: Deed(draw_agreed, plays=False, any_time=True),
        Ruled: Deed(rulings.after, rulings.breaches, plays=False, any_time=True),
    },
    begun=_begun,
    out_of_step=_out_of_step,
    turn=_turn,
    due=_due,
    plays=trumps.plays,
    settled=_settled,
    misfit=touching.misfit,
    public=public_state,
    called=_called,
    claimed=claimed,
    born=trumps.born,
    caged=trumps.caged,
    shot=trumps.shot,
    headline=view.headline_of_own,
    lay_words=view.lay_words,
    step_words=view.step_words,
    said=saying.SAID,
    falls="s2-emblem-falls",
    turned_down=turned_down,
    moved=_moved,
    grid_moves=moves_by_grid,
    trades=effects.trades,
    swapped=effects.swapped,
)
