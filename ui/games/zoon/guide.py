"""When the hints of both games of Zoon are due."""

from typing import Any

from companion.games.zoon.family.moves import March, Star
from ui.present.moment import GameSnapshot, When, happened, tidying

SHARED = "ui.games.zoon"
"""The sheet of the hints that both games have."""


def deploying(moment: GameSnapshot) -> bool:
    return bool(moment.state.phase == "deploy")


def since_moves(count: int) -> When:
    """A turn begins, nothing is due or to be tidied, and this many moves were made before it."""

    def holds(moment: GameSnapshot) -> bool:
        state: Any = moment.state
        begins = state.phase == "play" and state.step is None and not tidying(moment)
        return begins and happened(moment, "Moved") >= count

    return holds


def fight_at(moment: GameSnapshot) -> tuple[str, ...]:
    step = moment.state.step
    return () if step is None or isinstance(step, March | Star) else (step.at,)


def has_trump(moment: GameSnapshot) -> bool:
    state: Any = moment.state
    return bool(since_moves(4)(moment) and state.stock.hand[state.turn])
