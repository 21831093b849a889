"""What a position from outside must hold together besides what is true of every state: faces, sums, votes.

Kept apart from the invariants, since what people allow for once may break it.
"""

from companion.game import PositionFault
from companion.games.zong.board import GOAL
from companion.games.zong.resting import is_told, rest_breach
from companion.games.zong.state import BLUE, LIGHTNING, State
from companion.games.zong.throwing import can_show, points_of


def check_resting(state: State) -> None:
    """Raises PositionFault for a resting place or a decision that is none."""
    for seat, rest in state.rest if state.over is None else ():
        breach = rest_breach(state, state.agreed.colours[seat], rest)
        if breach is not None and not is_told(state, state.agreed.colours[seat], rest):
            raise PositionFault(f"rest.{state.agreed.colours[seat]}", f"{breach.rule} {breach.about}".strip())
    for seat, square in state.vote.decided:
        if state.board.number(square) is None:
            raise PositionFault(f"decided.{state.agreed.colours[seat]}", f"there is no square {square!r}")


def check(state: State) -> None:
    """Raises PositionFault for the first thing that does not go with the rest."""
    _check_thrown(state)
    _check_due(state)
    for name, pieces in (("mates", state.mates), ("along", state.along)):
        if state.turn in pieces or len(set(pieces)) != len(pieces):
            raise PositionFault(name, "expected others than the piece of the turn, each once")
    _check_vote(state)


def _check_thrown(state: State) -> None:
    for n, disc in enumerate(state.throw.thrown):
        if disc.face not in state.agreed.faces(disc.disc):
            faces = ", ".join(map(str, state.agreed.faces(disc.disc)))
            raise PositionFault(f"thrown[{n}]", f"expected one of {faces}, found {disc.face!r}")
    blue = tuple(int(disc.face) for disc in state.throw.thrown if disc.disc == BLUE)
    if not can_show(state.agreed, blue):
        raise PositionFault("thrown", f"{', '.join(map(str, blue))} are on one blue disc")


def _check_due(state: State) -> None:
    """No more is left to be played than was thrown."""
    faces = [disc.face for disc in state.throw.thrown if disc.disc == LIGHTNING]
    for name, left, thrown in (
        ("lightnings", state.throw.lightnings, faces.count("lightning")),
        ("spirals", state.throw.spirals, faces.count("spiral")),
    ):
        if left > thrown:
            raise PositionFault(name, f"{left} left to be played, but {thrown} thrown")
    if state.throw.points not in (0, points_of(state.throw.thrown)):
        raise PositionFault("points", f"expected {points_of(state.throw.thrown)}, found {state.throw.points}")


def _check_vote(state: State) -> None:
    asked = state.agreed.seat(state.vote.asked)
    if asked is not None and asked not in dict(state.rest):
        raise PositionFault("asked", f"{state.vote.asked} was not flicked")
    for seat, vote in state.vote.votes:
        if seat not in range(state.seats):
            raise PositionFault(f"votes.{seat}", f"expected a seat below {state.seats}")
        known = state.agreed.seat(vote) if state.vote.asked == GOAL else state.board.number(vote)
        if known is None:
            raise PositionFault(f"votes.{seat}", f"nobody can vote for {vote!r}")
