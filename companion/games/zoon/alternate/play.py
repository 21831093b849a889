"""Zoon by the alternate rules, as the referee knows it: what it can do, and what it does otherwise than its family."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from companion.game import About, Breach, Chance, Event, Setup
from companion.games.zoon.alternate import (
    alternatives,
    events,
    face_up,
    fights,
    moves,
    positions,
    table,
    trumps,
    view,
)
from companion.games.zoon.alternate.state import Fight, Piece, Shot, Show, State, Step, TurnUp, Untidy
from companion.games.zoon.family import laying, turns
from companion.games.zoon.family.deck import printed_with_penny
from companion.games.zoon.family.events import Reinforced
from companion.games.zoon.family.kind import Deed, Kind
from companion.games.zoon.family.moves import move_breaches
from companion.games.zoon.family.options import options_of
from companion.games.zoon.family.play import LAYING, RULING, SHARED, ZoonGame
from companion.games.zoon.family.positions import Card
from companion.games.zoon.family.state import seat_name
from companion.games.zoon.family.table import mat
from companion.kits.events import Starts
from companion.language import _, marked
from companion.sight import Table


def _turn(state: State, step: Fight | Shot) -> Chance:
    defender = state.at(step.at)
    rival = 1 - step.seat if defender is None or defender.seat == step.seat else defender.seat
    return Chance("dice", (step.seat, rival), _("Both roll a die for the fight."))


def _due(state: State, step: Step) -> Iterator[Any]:
    if isinstance(step, Fight | Shot):
        yield from map(events.Fought, fights.DICE)
    elif isinstance(step, TurnUp | Show):
        yield from face_up.turnings(state, step)


def _out_of_step(state: State, event: Any) -> Iterator[Breach]:
    step, seat = state.step, event.seat
    if isinstance(step, Fight | Shot):
        if not isinstance(event, events.Fought):
            yield Breach("za-32-dice-first", _("the fight on {square}").format(square=step.at))
    elif isinstance(step, Show):
        if not (isinstance(event, events.TurnedUp) and (seat, event.at) == (step.seat, step.at)):
            yield Breach("za-09-turned-up", step.at)
    elif isinstance(event, events.Fought):
        yield Breach("za-32-dice-first", _("no fight is due"))
    elif isinstance(step, TurnUp):
        if not (isinstance(event, events.TurnedUp) and seat == step.seat):
            words = _("{name} turns up {n}").format(name=seat_name(state, step.seat), n=step.left)
            yield Breach("za-04-flip-one-more", words)
    elif isinstance(event, events.TurnedUp):
        yield Breach("za-03-stays-down", event.at)
    else:
        yield from turns.out_of_effect(state, event)


def _settled(state: State) -> State:
    """Steps that cannot be carried out, or are done, fall off; when none is left the turn passes."""
    if state.phase != "play":
        return state
    stays = any(isinstance(step, TurnUp) and step.stays for step in state.todo)
    state = face_up.still_owed(state)
    while state.over is None and (step := state.step) is not None and _is_done(state, step):
        state = replace(state, todo=state.todo[:-1])
        stays = isinstance(step, TurnUp) and step.stays
    if state.over is not None:
        return replace(state, todo=())
    if stays and not state.todo:
        return replace(state, over=turns.stuck(state))
    return state if state.todo else turns.passed(state)


def _is_done(state: State, step: Step) -> bool:
    if isinstance(step, TurnUp):
        return step.left <= 0
    if isinstance(step, Show):
        piece = state.at(step.at)
        return piece is None or piece.up
    return turns.is_idle(state, step)


def _started(state: State, event: Starts) -> State:
    """Play begins; where cards lie face down against the rules, by a ruling or by leave, they are turned up first."""
    begun = face_up.asked_out_of_turn(replace(state, phase="play", turn=event.seat))
    return begun if begun.todo else turns.started(state, event)


def _reinforced(state: State, event: Reinforced) -> State:
    done = laying.reinforced(state, event)
    return done if done is state else face_up.asked_to_turn_up(done, event.seat)


def _flip_breaches(state: State, event: events.Flipped) -> Iterator[Breach]:
    if not any(thing.what == "flip" and thing.at == event.at for thing in state.untidy):
        yield Breach("za-25-pennies-turn-after-fights", event.at)


def _flipped(state: State, event: events.Flipped) -> State:
    left = tuple(thing for thing in state.untidy if not (thing.what == "flip" and thing.at == event.at))
    return replace(state, untidy=left)


KIND = Kind(
    options=options_of("alternate"),
    hidden=False,
    state=State,
    piece=Piece,
    untidy=Untidy,
    step=Step,
    card=Card,
    fields=positions.FIELDS,
    read_card=positions.read_card,
    read_more=positions.read_more,
    piece_faults=positions.piece_faults,
    laying_faults=positions.laying_faults,
    play_faults=positions.play_faults,
    deployed=events.Deployed,
    played=events.PlayedTrump,
    fights=(Fight, Shot),
    before_fights=(Show,),
    owed=(TurnUp,),
    before=(
        ("deploy", events.Deployed, "zo-03-armies-first", marked("the armies lie already")),
        ("fronts", events.FrontsUp, "za-02-fronts-up-first", marked("the front rows are up already")),
        turns.LOT,
    ),
    deeds={
        **SHARED,
        events.Deployed: LAYING,
        events.FrontsUp: Deed(face_up.fronts_up, face_up.fronts_breaches, plays=False),
        Starts: Deed(_started, plays=False),
        events.Moved: Deed(moves.after_move, move_breaches),
        events.Fought: Deed(fights.after_fight, fights.dice_breaches),
        events.TurnedUp: Deed(face_up.after_turning, face_up.turn_breaches),
        events.PlayedTrump: Deed(trumps.after, trumps.breaches),
        Reinforced: Deed(_reinforced, laying.reinforce_breaches),
        events.Swapped: Deed(turns.traded, moves.trade_breaches),
        events.Flipped: Deed(_flipped, _flip_breaches, plays=False, any_time=True),
        events.Ruled: RULING,
    },
    opening=face_up.front_rows,
    out_of_step=_out_of_step,
    turn=_turn,
    due=_due,
    plays=trumps.plays,
    settled=_settled,
    misfit=fights.misfit_fight,
    claimed=face_up.claimed,
    rested=fights.rested,
    beaten=fights.beaten,
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
    shown_breaches=moves.shown_breaches,
    falls="za-24-emblem-falls",
    asked=face_up.asked_out_of_turn,
    moved=events.Moved,
    grid_moves=moves.grid_moves,
    trades=moves.trades,
    swapped=moves.swapped,
)


class ZoonAlternate(ZoonGame[State]):
    """Zoon by Steffan O'Sullivan's alternate rules, on top of the rules of Zoondo."""

    kind = KIND
    id = "zoon_alternate"
    name = marked("Zoon (alternate rules)")
    about = About(
        gist=marked("Two armies meet; a die each decides a fight."),
        needs=marked("two tribes of cards, pennies, the mat of squares"),
        minutes=(30, 60),
    )
    options = KIND.options
    events: tuple[type[Event], ...] = events.EVENTS

    layout = staticmethod(table.layout)
    reveals = staticmethod(alternatives.reveals)
    rereadings = staticmethod(alternatives.rereadings)
    rulings = staticmethod(alternatives.rulings)
    contest = staticmethod(view.contest)
    decided = staticmethod(alternatives.decided)
    world_for = staticmethod(alternatives.world_for)
    worth = staticmethod(alternatives.worth)
    printed = staticmethod(printed_with_penny)
    view = staticmethod(view.view)

    def chance_event(self, state: State, values: tuple[int | str, ...]) -> Event:
        if state.phase == "lot":
            return Starts(int(values[0]))
        return events.Fought((int(values[0]), int(values[1])))

    def public(self, _state: State, event: Any) -> Event:
        return view.public(event)

    def table(self, _setup: Setup) -> Table:
        return mat("card", "penny")
