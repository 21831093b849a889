"""Whether a step that is still due can be carried out where it stands: both sides of a fight, the Zoon of a star."""

from companion.games.zoon.family.board import NUMBERS, March, Star
from companion.games.zoon.family.moves import march_moves, star_moves
from companion.games.zoon.family.state import (
    misfit_of_march,
    misfit_of_seat,
    misfit_of_square,
    misfit_of_star,
    pulls_another,
)
from companion.games.zoon.zoondo import touching
from companion.games.zoon.zoondo.knowing import public_state
from companion.games.zoon.zoondo.state import Fight, Piece, Shot, State, Step


def misfit(state: State, step: Step) -> str:
    """What is wrong with a step, in words that begin with its field; empty where nothing is."""
    wrong = misfit_of_seat(step.seat)
    if wrong:
        return wrong
    if isinstance(step, March):
        own = state.agreed.trumps[step.seat]
        return misfit_of_march(step, state.agreed.facts, own, ("march", "pull-back", "control"))
    wrong = misfit_of_square(step.at, state.at)
    piece = None if wrong else state.at(step.at)
    if piece is None:
        return wrong
    if isinstance(step, Star):
        return _misfit_star(state, step, piece)
    if piece.seat == step.seat or piece.cage:
        return f"at: a fight has two sides, and seat {step.seat} has nobody to fight on {step.at}"
    wrong = _misfit_fight(step) if isinstance(step, Fight) else _misfit_shot(state, step)
    if not wrong and not touching.seats_due(state, step):
        return "attacker: both have touched and nothing is left to be shown, so the fight is settled"
    return wrong


def _misfit_star(state: State, step: Star, piece: Piece) -> str:
    facts = state.agreed.facts
    wrong = misfit_of_star(step, facts, state.agreed.armies[0] + state.agreed.armies[1], "in neither army")
    if not wrong and not pulls_another(step, facts) and piece.card != step.card:
        return f"at: {step.at} is not where the star of {step.card} is due"
    return wrong


def _misfit_fight(step: Fight) -> str:
    if step.piece.cage:
        return "piece: a caged Zoon does not fight"
    if step.start not in NUMBERS:
        return f"start: expected a square a1 … f6, found {step.start!r}"
    return "path: expected squares a1 … f6" if any(square not in NUMBERS for square in step.path) else ""


def _misfit_shot(state: State, step: Shot) -> str:
    trump = state.agreed.facts.trumps.get(step.trump)
    if trump is None or trump.does != "shot":
        return f"trump: no trump of this name shoots, found {step.trump!r}"
    if step.trump not in state.agreed.trumps[step.seat]:
        return f"trump: {step.trump} is no trump of seat {step.seat}"
    return ""


def is_idle(state: State, step: Step) -> bool:
    """Whether nothing can be done for a step as far as everybody knows, so that it falls away by itself."""
    if isinstance(step, March):
        return step.left <= 0 or next(march_moves(public_state(state), step), None) is None
    return isinstance(step, Star) and next(star_moves(public_state(state), step), None) is None
