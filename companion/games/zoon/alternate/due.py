"""Whether a step that is still due can be carried out where it stands: both sides of a fight, the Zoon of a star."""

from companion.games.zoon.alternate.changes import face_down
from companion.games.zoon.alternate.state import Aside, Fight, Piece, Shot, Show, State, Step, TurnUp
from companion.games.zoon.family.board import NUMBERS, March, Star
from companion.games.zoon.family.moves import MOVES, march_moves, star_moves
from companion.games.zoon.family.state import (
    misfit_of_march,
    misfit_of_seat,
    misfit_of_square,
    misfit_of_star,
    pulls_another,
)


def misfit(state: State, step: Step) -> str:
    """What is wrong with a step, in words that begin with its field; empty where nothing is."""
    wrong = misfit_of_seat(step.seat)
    if wrong:
        return wrong
    if isinstance(step, TurnUp):
        down = len(face_down(state, step.seat))
        return "" if 0 < step.left <= down else f"left: expected 1 to {down}, found {step.left}"
    if isinstance(step, March):
        own = state.agreed.trumps[step.seat]
        return misfit_of_march(step, state.agreed.facts, own, MOVES)
    wrong = misfit_of_square(step.at, state.at)
    piece = None if wrong else state.at(step.at)
    if piece is None:
        return wrong
    if isinstance(step, Star):
        return _misfit_star(state, step, piece)
    if isinstance(step, Show):
        own_down = piece.seat == step.seat and not piece.up
        return "" if own_down else f"at: expected a face-down card of seat {step.seat} on {step.at}"
    return _misfit_fight(state, step, piece)


def _misfit_star(state: State, step: Star, piece: Piece) -> str:
    facts = state.agreed.facts
    pulled = pulls_another(step, facts)
    owner = 1 - step.seat if pulled else step.seat
    wrong = misfit_of_star(step, facts, state.agreed.armies[owner], f"not in the army of seat {owner}")
    if not wrong and not pulled and (piece.seat, piece.card) != (step.seat, step.card):
        return f"at: {step.at} is not where the star of {step.card} is due"
    return wrong


def _misfit_fight(state: State, step: Fight | Shot, piece: Piece) -> str:
    side = step.piece.seat if isinstance(step, Fight) else step.seat
    if piece.cage or piece.seat == side == step.seat:
        return f"at: a fight has two sides, and seat {side} has nobody to fight on {step.at}"
    if isinstance(step, Fight) and step.piece.cage:
        return "piece: a caged Zoon does not fight"
    if isinstance(step, Fight):
        return "" if step.back in NUMBERS else f"back: expected a square a1 … f6, found {step.back!r}"
    trump = state.agreed.facts.trumps.get(step.trump)
    if trump is None or trump.corners is None:
        return f"trump: no trump of this name shoots, found {step.trump!r}"
    played = (
        Aside(step.trump, step.penny) in state.aside[step.seat]
        if trump.reused
        else step.trump in state.stock.tomb[step.seat]
    )
    return "" if played else f"trump: seat {step.seat} has not played {step.trump}"


def is_idle(state: State, step: Step) -> bool:
    """Whether nothing can be done for a step, so that it falls away by itself."""
    if isinstance(step, March):
        return step.left <= 0 or next(march_moves(state, step), None) is None
    return isinstance(step, Star) and next(star_moves(state, step), None) is None
