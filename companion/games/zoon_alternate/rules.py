"""Turn, law and consequence: which rule an event breaks first, and what it does even when forbidden."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import msgspec

from companion.game import Breach, Chance, Over, Seat, Seats, Turn
from companion.games.zoon_alternate import (
    effects,
    fought,
    laying,
    moving,
    reinforcing,
    ruling,
    trumps,
    turning,
)
from companion.games.zoon_alternate.changes import on_board, seat_name
from companion.games.zoon_alternate.events import (
    Deployed,
    DrawAgreed,
    Flipped,
    Fought,
    FrontsUp,
    Moved,
    PlayedTrump,
    Reinforced,
    Resigned,
    Ruled,
    Starts,
    Stopped,
    Swapped,
    TurnedUp,
)
from companion.games.zoon_alternate.routes import grid_moves
from companion.games.zoon_alternate.state import Fight, March, Piece, Shot, Show, Star, State, TurnUp, Untidy
from companion.games.zoon_alternate.unseen import credible, possible

Act = Moved | PlayedTrump | Reinforced


def turn(state: State) -> Turn:
    """Who is to act, or what chance is awaited, or how it ended."""
    if state.over is not None:
        return state.over
    if state.phase in ("deploy", "fronts"):
        return Seats(frozenset(seat for seat in (0, 1) if not state.ready[seat]))
    if state.phase == "lot":
        return Chance("lot", (0, 1), "Draw lots: who begins?")
    step = state.step
    if isinstance(step, Fight | Shot):
        defender = state.at(step.at)
        rival = 1 - step.seat if defender is None or defender.seat == step.seat else defender.seat
        return Chance("dice", (step.seat, rival), "Both roll a die for the fight.")
    return Seats(frozenset({state.turn if step is None else step.seat}))


def breach(state: State, event: Any) -> Breach | None:
    """The first rule that an event breaks: its time, then whose it is, then all the rest."""
    if type(event) is Moved and not state.todo and state.phase == "play" and state.over is None:
        if event.seat != state.turn:
            return Breach("s2-in-turn", f"{seat_name(state, state.turn)} to move")
        return moving.breach(state, event)
    if isinstance(event, Ruled):
        return ruling.breach(state, event)
    if state.over is not None:
        return Breach("ours-over", state.over.why)
    if isinstance(event, Flipped):
        waits = any(thing.what == "flip" and thing.at == event.at for thing in state.untidy)
        return None if waits else Breach("za-25-pennies-turn-after-fights", event.at)
    if isinstance(event, Resigned | DrawAgreed):
        return None
    if (seat := getattr(event, "seat", 0)) not in (0, 1):
        return Breach("ours-two-seats", str(seat))
    state = _gone_on(state, event)
    if state.over is not None:
        return Breach("ours-over", state.over.why)
    out_of_time = _time(state, event)
    if out_of_time is not None:
        return out_of_time
    return _LAWS[type(event)](state, event)


def _time(state: State, event: Any) -> Breach | None:
    """Whether now is the time for such an event, and by this seat."""
    if state.phase == "deploy":
        return None if isinstance(event, Deployed) else Breach("zo-03-armies-first")
    if isinstance(event, Deployed):
        return Breach("zo-03-armies-first", "the armies lie already")
    if state.phase == "fronts":
        return None if isinstance(event, FrontsUp) else Breach("za-02-fronts-up-first")
    if isinstance(event, FrontsUp):
        return Breach("za-02-fronts-up-first", "the front rows are up already")
    if state.phase == "lot":
        return None if isinstance(event, Starts) else Breach("s2-lot")
    if isinstance(event, Starts):
        return Breach("s2-lot", "the game has begun")
    return _due(state, event)


def _due(state: State, event: Any) -> Breach | None:
    """Whether an event is what must come next in a turn."""
    step, seat = state.step, getattr(event, "seat", None)
    if isinstance(step, Fight | Shot):
        return None if isinstance(event, Fought) else Breach("za-32-dice-first", f"the fight on {step.at}")
    if isinstance(step, Show):
        shown = isinstance(event, TurnedUp) and (seat, event.at) == (step.seat, step.at)
        return None if shown else Breach("za-09-turned-up", step.at)
    if isinstance(event, Fought):
        return Breach("za-32-dice-first", "no fight is due")
    if isinstance(step, TurnUp):
        if isinstance(event, TurnedUp) and seat == step.seat:
            return None
        return Breach("za-04-flip-one-more", f"{seat_name(state, step.seat)} turns up {step.left}")
    if isinstance(event, TurnedUp):
        return Breach("za-03-stays-down", event.at)
    if isinstance(step, March | Star):
        card = step.trump if isinstance(step, March) else step.card
        name = state.agreed.facts.name(card)
        wanted = (Moved, Stopped) if isinstance(step, March) else (Moved, Swapped, Stopped)
        if seat != step.seat or not isinstance(event, wanted):
            return Breach("zo-19-carry-out-first", f"{name}: {seat_name(state, step.seat)}")
        return None
    if seat != state.turn:
        return Breach("s2-in-turn", f"{seat_name(state, state.turn)} to move")
    return Breach("ours-nothing-to-stop") if isinstance(event, Swapped | Stopped) else None


def _stop_breach(state: State, event: Stopped) -> Breach | None:
    step = state.step
    if isinstance(step, March):
        free = step.made > 0 or next(trumps.march_moves(state, step, sure=True), None) is None
        return None if free else Breach("zo-29-at-least-one", state.agreed.facts.name(step.trump))
    if isinstance(step, Star):
        if effects.is_certain(state, step):
            return Breach("zo-19-must-if-possible", state.agreed.facts.name(step.card))
        return None
    return Breach("ours-nothing-to-stop")


def _swap_breach(state: State, event: Swapped) -> Breach | None:
    step = state.step
    if isinstance(step, Star):
        return effects.trade_breach(state, step, event)
    return Breach("zo-19-carry-out-first", f"{event.start} ↔ {event.to}")


def _starts_breach(state: State, event: Starts) -> Breach | None:
    return None


_LAWS: dict[type, Callable[[State, Any], Breach | None]] = {
    Deployed: laying.deployed_breach,
    FrontsUp: laying.fronts_breach,
    Starts: _starts_breach,
    Moved: moving.breach,
    Fought: fought.breach,
    TurnedUp: turning.breach,
    PlayedTrump: trumps.breach,
    Reinforced: reinforcing.breach,
    Swapped: _swap_breach,
    Stopped: _stop_breach,
}


def _gone_on(state: State, event: Any) -> State:
    """Whoever takes the next turn has seen that a trump's further moves are not wanted."""
    step = state.step
    if isinstance(step, March) and step.made and isinstance(event, Act) and event.seat != step.seat:
        return settled(replace(state, todo=state.todo[:-1]))
    return state


def after(state: State, event: Any) -> State:
    """What an event does, lawful or not."""
    if state.over is not None and not isinstance(event, Ruled):
        return state
    if state.phase == "play" and state.todo:
        state = _gone_on(state, event)
    state = _DOES[type(event)](state, event)
    if state.phase == "play":
        state = credible(state)
    return settled(state) if isinstance(event, _PLAY) else state


def _started(state: State, event: Starts) -> State:
    begun = replace(state, phase="play", turn=event.seat)
    return replace(begun, over=_stuck(begun))


def _stopped(state: State, event: Stopped) -> State:
    return replace(state, todo=state.todo[:-1])


def _swapped(state: State, event: Swapped) -> State:
    if isinstance(state.step, Star):
        state = replace(state, todo=state.todo[:-1])
    return effects.swapped(state, event)


def _flipped(state: State, event: Flipped) -> State:
    return replace(
        state, untidy=tuple(t for t in state.untidy if not (t.what == "flip" and t.at == event.at))
    )


def _resigned(state: State, event: Resigned) -> State:
    return replace(
        state, over=Over((1 - event.seat,), f"{seat_name(state, event.seat)} surrenders", "s2-surrender")
    )


def _draw(state: State, event: DrawAgreed) -> State:
    return replace(state, over=Over((), "Both agree to a draw", "zo-43-draw-agreed"))


_DOES: dict[type, Callable[[State, Any], State]] = {
    Deployed: laying.deployed,
    FrontsUp: laying.fronts_up,
    Starts: _started,
    Moved: moving.after,
    Fought: fought.after,
    TurnedUp: turning.after,
    PlayedTrump: trumps.after,
    Reinforced: reinforcing.after,
    Swapped: _swapped,
    Stopped: _stopped,
    Flipped: _flipped,
    Resigned: _resigned,
    DrawAgreed: _draw,
    Ruled: ruling.after,
}
_PLACES = ("come", "other", "off")
_PLAY = (Moved, Fought, TurnedUp, PlayedTrump, Reinforced, Swapped, Stopped)


def settled(state: State) -> State:
    """Steps that cannot be carried out, or are done, fall off; when none is left the turn passes."""
    if state.phase != "play":
        return state
    while state.over is None and state.todo and _is_done(state, state.todo[-1]):
        state = replace(state, todo=state.todo[:-1])
    if state.over is not None:
        return replace(state, todo=())
    return state if state.todo else _passed(state)


def _is_done(state: State, step: Any) -> bool:
    if isinstance(step, TurnUp):
        return step.left <= 0
    if isinstance(step, Show):
        piece = state.at(step.at)
        return piece is None or piece.up
    if isinstance(step, March):
        return step.left <= 0 or next(trumps.march_moves(state, step), None) is None
    if isinstance(step, Star):
        return next(effects.star_moves(state, step), None) is None
    return False


def _passed(state: State) -> State:
    board = state.board
    if any(piece is not None and piece.moved for piece in board):
        board = tuple(_rested(piece) for piece in board)
    passed = replace(state, turn=1 - state.turn, board=board, untidy=_aged(state.untidy))
    over = _stuck(passed)
    return passed if over is None else replace(passed, over=over)


def _aged(untidy: tuple[Untidy, ...]) -> tuple[Untidy, ...]:
    """What may still be tidied in the next turn. Where a Zoon stands must be right by the end of that turn.

    Otherwise a Zoon that steps back and comes again would look as if it had never stepped back.
    """
    if not any(thing.what in _PLACES for thing in untidy):
        return untidy
    kept = (thing for thing in untidy if not thing.old)
    return tuple(msgspec.structs.replace(t, old=True) if t.what in _PLACES else t for t in kept)


def _rested(piece: Piece | None) -> Piece | None:
    if piece is None or not piece.moved:
        return piece
    return Piece(piece.seat, piece.card, piece.up, piece.penny, piece.on, piece.claims)


def _stuck(state: State) -> Over | None:
    """The end of the game when the seat to move can do nothing at all."""
    seat = state.turn
    if any_act(state, seat):
        return None
    return Over((1 - seat,), f"{seat_name(state, seat)} cannot play", "zo-05-cannot-play")


def any_act(state: State, seat: Seat) -> bool:
    """Whether a seat can move, play a trump or lay a reinforcement."""
    for number, piece in on_board(state, seat):
        if next(grid_moves(state, number, piece, possible(state, number)), None) is not None:
            return True
    return (
        next(trumps.plays(state, seat), None) is not None
        or next(reinforcing.all_of(state, seat), None) is not None
    )
