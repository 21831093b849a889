"""The hints of a first game of ZONG: three discs out of five, lightnings, spirals, points, the goal."""

from collections.abc import Mapping

from companion.games.zong.state import State
from ui.present.hints import Hint, happened
from ui.present.moment import GameSnapshot
from ui.words import marked

NEAR = 12
"""So few squares before the goal it is told how it is reached."""


def _state(moment: GameSnapshot) -> State:
    state: State = moment.state
    return state


def _fresh(moment: GameSnapshot) -> bool:
    """Whether nobody has thrown yet."""
    state = _state(moment)
    return state.phase == "throw" and not state.begun


def _in_tower(moment: GameSnapshot) -> bool:
    state = _state(moment)
    return state.phase == "points" and state.place(state.turn) > 0 and len(state.tower(state.turn)) > 1


def _near_goal(moment: GameSnapshot) -> bool:
    state = _state(moment)
    return state.phase == "throw" and state.place(state.turn) >= state.board.last + 1 - NEAR


def _colours(moment: GameSnapshot) -> Mapping[str, object]:
    return {"n": _state(moment).seats}


HINTS: tuple[Hint, ...] = (
    Hint(
        "pieces",
        marked("Put the {n} pieces on the start, one for each player. Lay the ZONG disc beside the board."),
        "s1-a-piece-each",
        _fresh,
        parts=_colours,
    ),
    Hint(
        "discs",
        marked(
            "Each player takes a risk disc and a lightning disc. The youngest begins, and takes the three blue ones."
        ),
        "zg-36-youngest-begins",
        _fresh,
    ),
    Hint(
        "cleanup",
        marked(
            "Each piece goes to a square near where it came to rest: I say which. Touch a piece to read why."
        ),
        "zg-10-clean-up-first",
        lambda moment: _state(moment).phase == "cleanup",
    ),
    Hint(
        "lightning",
        marked(
            "Flick the ZONG disc from the goal with one finger, at any piece you like. You may also pass."
        ),
        "zg-09-from-the-goal",
        lambda moment: _state(moment).phase == "lightning",
    ),
    Hint(
        "spiral",
        marked("Your piece goes back, right behind the nearest piece behind it. Whoever is last stays put."),
        "zg-21-one-position-back",
        lambda moment: _state(moment).phase == "spiral",
    ),
    Hint(
        "together",
        marked("Your piece stands in a tower. If you like, take others of the tower along with you."),
        "zg-31-same-tower",
        _in_tower,
    ),
    Hint(
        "points",
        marked("Add up your numbers and go exactly that many squares. The board shows where to."),
        "zg-29-sum",
        lambda moment: _state(moment).phase == "points",
    ),
    Hint(
        "goal",
        marked("Whoever gets to the goal first has won. You need not reach it by the exact number."),
        "zg-33-overshoot",
        _near_goal,
    ),
    Hint(
        "take-three",
        marked(
            "The next player takes the three discs that were just thrown. Again that makes five to choose from."
        ),
        "zg-37-next-takes-three",
        lambda moment: (
            _state(moment).phase == "throw" and _state(moment).begun and happened(moment, "Threw") == 1
        ),
    ),
    Hint(
        "throw",
        marked(
            "Choose three of your five discs, shake them and let them drop. If I cannot see them, touch what they show."
        ),
        "zg-05-three-of-five",
        lambda moment: _state(moment).phase == "throw",
    ),
)
