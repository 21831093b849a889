"""The hints of a first game of ZONG: three discs out of five, lightnings, spirals, points, the goal."""

from companion.games.zong.state import State
from ui.games.sheets import hints_in
from ui.present.hints import happened
from ui.present.moment import GameSnapshot

NEAR = 12
"""So few squares before the goal it is told how it is reached."""


def _state(moment: GameSnapshot) -> State:
    state: State = moment.state
    return state


def _fresh(moment: GameSnapshot) -> bool:
    state = _state(moment)
    return state.phase == "throw" and not state.begun


def _in_tower(moment: GameSnapshot) -> bool:
    state = _state(moment)
    return state.phase == "points" and state.place(state.turn) > 0 and len(state.tower(state.turn)) > 1


def _near_goal(moment: GameSnapshot) -> bool:
    state = _state(moment)
    return state.phase == "throw" and state.place(state.turn) >= state.board.last + 1 - NEAR


HINTS = hints_in(
    "ui.games.zong",
    when={
        "pieces": _fresh,
        "discs": _fresh,
        "cleanup": lambda moment: _state(moment).phase == "cleanup",
        "lightning": lambda moment: _state(moment).phase == "lightning",
        "spiral": lambda moment: _state(moment).phase == "spiral",
        "together": _in_tower,
        "points": lambda moment: _state(moment).phase == "points",
        "goal": _near_goal,
        "take-three": lambda moment: (
            _state(moment).phase == "throw" and _state(moment).begun and happened(moment, "Threw") == 1
        ),
        "throw": lambda moment: _state(moment).phase == "throw",
    },
    parts={"pieces": lambda moment: {"n": _state(moment).seats}},
)
