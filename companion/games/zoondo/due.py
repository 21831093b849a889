"""Whether a step that is still due can be carried out where it stands: both sides of a fight, the Zoon of a star."""

from companion.games.zoondo import effects, marching, touching
from companion.games.zoondo.knowing import covered
from companion.games.zoondo.state import Fight, Piece, Shot, State, Step
from companion.kits.zoon_board import NUMBERS, March, Star


def misfit(state: State, step: Step) -> str:
    """What is wrong with a step, in words that begin with its field; empty where nothing is."""
    if step.seat not in (0, 1):
        return f"seat: expected 0 or 1, found {step.seat}"
    if isinstance(step, March):
        return _misfit_march(state, step)
    if step.at not in NUMBERS:
        return f"at: expected a square a1 … f6, found {step.at!r}"
    piece = state.at(step.at)
    if piece is None:
        return f"at: no Zoon lies on {step.at}"
    if isinstance(step, Star):
        return _misfit_star(state, step, piece)
    if piece.seat == step.seat or piece.cage:
        return f"at: a fight has two sides, and seat {step.seat} has nobody to fight on {step.at}"
    wrong = _misfit_fight(step) if isinstance(step, Fight) else _misfit_shot(state, step)
    if not wrong and not touching.seats_due(state, step):
        return "attacker: both have touched and nothing is left to be shown, so the fight is settled"
    return wrong


def _misfit_march(state: State, step: March) -> str:
    trump = state.agreed.facts.trumps.get(step.trump)
    if trump is None or trump.does not in ("march", "pull-back", "control"):
        return f"trump: no trump of this name moves Zoons, found {step.trump!r}"
    if step.trump not in state.agreed.trumps[step.seat]:
        return f"trump: {step.trump} is no trump of seat {step.seat}"
    return "" if step.left <= trump.moves else f"left: expected at most {trump.moves}, found {step.left}"


def _misfit_star(state: State, step: Star, piece: Piece) -> str:
    zoon = state.agreed.facts.zoons.get(step.card)
    if zoon is None or zoon.star is None:
        return f"card: no Zoon of this name has a star, found {step.card!r}"
    if step.card not in state.agreed.armies[0] + state.agreed.armies[1]:
        return f"card: {step.card} is in neither army"
    if zoon.star != "pull-other" and piece.card != step.card:
        return f"at: {step.at} is not where the star of {step.card} is due"
    return ""


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
        return step.left <= 0 or next(marching.march_moves(covered(state), step), None) is None
    return isinstance(step, Star) and next(effects.star_moves(covered(state), step), None) is None
