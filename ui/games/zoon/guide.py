"""When the hints of a first game are due, by the alternate rules (pennies, face-up rows, dice) and in Zoondo (hidden
armies, touched corners).
"""

from typing import Any

from companion.games.zoon.alternate.events import Fight, Shot, TurnUp
from companion.games.zoon.family.moves import March, Star
from ui.games.sheets import hints_in
from ui.present.moment import GameSnapshot, Hint, When, bare, chored, happened, one_that_moves, tidying

AFTER = ("za-24-loser-leaves", "za-25-pennies-turn-after-fights", "s2-loser-leaves", "s2-turned-down")
"""Rules of the chores after a fight, in either game."""


def _deploying(moment: GameSnapshot) -> bool:
    return bool(moment.state.phase == "deploy")


def _since_moves(count: int) -> When:
    """A condition: a turn begins with nothing due or untidy, after at least this many moves."""

    def holds(moment: GameSnapshot) -> bool:
        state: Any = moment.state
        begins = state.phase == "play" and state.step is None and not tidying(moment)
        return begins and happened(moment, "Moved") >= count

    return holds


def _fight_at(moment: GameSnapshot) -> tuple[str, ...]:
    step = moment.state.step
    return () if step is None or isinstance(step, March | Star) else (step.at,)


def _corners(moment: GameSnapshot) -> int:
    """Number of corners touched in the fight that is due; -1: there is none."""
    duel = moment.state.duel
    return -1 if duel is None else (duel.defender is not None) + (duel.attacker is not None)


def _has_trump(moment: GameSnapshot) -> bool:
    state: Any = moment.state
    return bool(_since_moves(4)(moment) and state.stock.hand[state.turn])


def hints(game: str) -> tuple[Hint, ...]:
    """The hints of one of the two games, from its own sheet and the shared one."""
    return hints_in(
        "ui.games.zoon",
        f"ui.games.{game}",
        when={
            "shown": lambda moment: (
                _deploying(moment) and moment.state.agreed.is_shown and bool(moment.offers.showing)
            ),
            "box": lambda moment: _deploying(moment) and bare(moment),
            "lay": _deploying,
            "fronts": lambda moment: moment.state.phase == "fronts",
            "fight": lambda moment: isinstance(moment.state.step, Fight | Shot),
            "touch": lambda moment: _corners(moment) in (0, 1),
            "reveal": lambda moment: _corners(moment) == 2,
            "fought": chored(*AFTER),
            "turn-up": lambda moment: isinstance(moment.state.step, TurnUp),
            "move": _since_moves(0),
            "look": _since_moves(2),
            "turns": _since_moves(1),
            "attack": _since_moves(3),
            "trump": _has_trump,
        },
        where={
            "fight": _fight_at, "touch": _fight_at, "reveal": _fight_at,
            "fought": chored(*AFTER), "move": one_that_moves,
        },
    )  # fmt: skip
