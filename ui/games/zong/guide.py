"""The hints of a first game of ZONG: three discs out of five, lightnings, spirals, points, the goal."""

from companion.games.zong.state import State
from ui.games.sheets import hints_in
from ui.present.hints import happened
from ui.present.moment import GameSnapshot

NEAR = 12
"""So few squares before the goal it is told how it is reached."""


def _fresh(moment: GameSnapshot) -> bool:
    state: State = moment.state
    return state.phase == "throw" and not state.begun


def _in_tower(moment: GameSnapshot) -> bool:
    state: State = moment.state
    return state.phase == "points" and state.place(state.turn) > 0 and len(state.tower(state.turn)) > 1


def _near_goal(moment: GameSnapshot) -> bool:
    state: State = moment.state
    return state.phase == "throw" and state.place(state.turn) >= state.board.last + 1 - NEAR


HINTS = hints_in(
    "ui.games.zong",
    when={
        "pieces": _fresh,
        "discs": _fresh,
        "cleanup": lambda moment: moment.state.phase == "cleanup",
        "lightning": lambda moment: moment.state.phase == "lightning",
        "spiral": lambda moment: moment.state.phase == "spiral",
        "together": _in_tower,
        "points": lambda moment: moment.state.phase == "points",
        "goal": _near_goal,
        "take-three": lambda moment: (
            moment.state.phase == "throw" and moment.state.begun and happened(moment, "Threw") == 1
        ),
        "throw": lambda moment: moment.state.phase == "throw",
    },
    parts={"pieces": lambda moment: {"n": moment.state.seats}},
)
