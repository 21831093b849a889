"""Whose turn it is, and whether now is the time for an event: before play, in a fight, in the middle of an effect."""

from collections.abc import Iterator
from typing import Any

from companion.game import Breach, Chance, Seats, Turn
from companion.games.zoon.family.board import March, Star
from companion.games.zoon.family.state import seat_name
from companion.games.zoon.zoondo import touching
from companion.games.zoon.zoondo.events import Deployed, Moved, Swapped, Touched, TurnedUp
from companion.games.zoon.zoondo.state import Fight, Shot, State
from companion.kits.events import Starts, Stopped
from companion.language import _

_TO_ACT = tuple(Seats(frozenset({seat})) for seat in (0, 1))


def turn(state: State) -> Turn:
    """Who is to act, or what chance is awaited, or how it ended."""
    if state.over is not None or state.phase == "lot":
        return state.over or Chance("lot", (0, 1), _("Draw lots: who begins?"))
    if state.phase == "deploy":
        return Seats(frozenset({0, 1} - {seat for seat in (0, 1) if state.ready[seat]}))
    if state.duel is not None:
        return Seats(touching.seats_due(state, state.duel))
    return _TO_ACT[state.todo[-1].seat if state.todo else state.turn]


def out_of_time(state: State, event: Any) -> Iterator[Breach]:
    """Whether something else has to happen first."""
    laying, drawing = state.phase == "deploy", state.phase == "lot"
    if laying != isinstance(event, Deployed):
        yield Breach("zo-03-armies-first", "" if laying else _("the armies lie already"))
    if drawing != isinstance(event, Starts):
        yield Breach("s2-lot", "" if drawing else _("the game has begun"))
    if state.phase != "play" or isinstance(event, Deployed | Starts | Touched | TurnedUp):
        return
    step = state.step
    if isinstance(step, Fight | Shot):
        touched = not touching.to_touch(state.agreed, step)
        yield Breach("zo-13-turned-up", step.at) if touched else Breach("zo-12-touch-first", step.at)
    elif step is None:
        if event.seat != state.turn:
            yield Breach("s2-in-turn", _("{name} to move").format(name=seat_name(state, state.turn)))
        if isinstance(event, Swapped | Stopped):
            yield Breach("ours-nothing-to-stop")
    else:
        yield from _out_of_step(state, step, event)


def _out_of_step(state: State, step: March | Star, event: Any) -> Iterator[Breach]:
    """A trump or star is under way: only its own moves, or a word that it ends, come now."""
    fits = isinstance(event, Moved | Stopped) or (isinstance(step, Star) and isinstance(event, Swapped))
    if not fits or event.seat != step.seat:
        card = step.card if isinstance(step, Star) else step.trump
        about = f"{state.agreed.facts.name(card)}: {seat_name(state, step.seat)}"
        yield Breach("zo-19-carry-out-first", about)
