"""The hints of a first game of ZONG: three discs out of five, lightnings, spirals, points, the goal."""

from companion.games.zong.state import State
from ui.games.sheets import hints_in
from ui.present.moment import GameSnapshot, Hint, happened

NEAR = 12
"""Squares before the goal from which on people are told how it is reached."""


def _fresh(moment: GameSnapshot) -> bool:
    state: State = moment.state
    return state.phase == "throw" and not state.begun


def hints(_game: str) -> tuple[Hint, ...]:
    return hints_in(
        "ui.games.zong",
        when={
            "pieces": _fresh,
            "discs": _fresh,
            "cleanup": lambda moment: moment.state.phase == "cleanup",
            "lightning": lambda moment: moment.state.phase == "lightning",
            "spiral": lambda moment: moment.state.phase == "spiral",
            "together": lambda moment: (
                moment.state.phase == "points"
                and moment.state.place(moment.state.turn) > 0
                and len(moment.state.tower(moment.state.turn)) > 1
            ),
            "points": lambda moment: moment.state.phase == "points",
            "goal": lambda moment: (
                moment.state.phase == "throw"
                and moment.state.place(moment.state.turn) >= moment.state.board.last + 1 - NEAR
            ),
            "take-three": lambda moment: (
                moment.state.phase == "throw" and moment.state.begun and happened(moment, "Threw") == 1
            ),
            "throw": lambda moment: moment.state.phase == "throw",
        },
        parts={"pieces": lambda moment: {"n": moment.state.seats}},
    )
