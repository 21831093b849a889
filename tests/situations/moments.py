"""Moments of a game in which a situation is held: what a referee awaits."""

from typing import Any

from companion.game import Chance, Over, legal
from companion.referee import Referee


def moves(referee: Referee[Any]) -> bool:
    """Whether a piece may be moved."""
    reply = referee.now()
    return reply.layout is None and any(e.start is not None for e in legal(referee.game, referee.state))


def plays(referee: Referee[Any]) -> bool:
    """Whether some seat is to act, all laid out."""
    reply = referee.now()
    return reply.layout is None and not isinstance(reply.turn, Chance | Over)


def awaits(referee: Referee[Any], what: str) -> bool:
    """Whether this chance is awaited: dice, penny or lot."""
    turn = referee.now().turn
    return isinstance(turn, Chance) and turn.what == what
