"""The hints of a first game of Zombinion: the supply, shots, the clean-up, what cards ask, and what wins."""

from typing import Any

from companion.games.zombinion.state import in_reach
from ui.games.sheets import hints_in
from ui.present.moment import GameSnapshot, Hint, bare, happened


def _lot(moment: GameSnapshot) -> bool:
    return bool(moment.state.phase == "lot")


def _free(moment: GameSnapshot, *phases: str) -> bool:
    """Whether the seat to act is free to choose, in one of these phases."""
    state: Any = moment.state
    return state.phase in phases and state.step is None and state.over is None


def _acts_after(moment: GameSnapshot, rounds: int) -> bool:
    return _free(moment, "action") and happened(moment, "Ended") >= rounds * moment.setup.seats


def hints(_game: str) -> tuple[Hint, ...]:
    return hints_in(
        "ui.games.zombinion",
        when={
            "supply": lambda moment: _lot(moment) and bare(moment),
            "deck": _lot,
            "whole": lambda moment: (
                moment.state.step is not None
                and moment.state.step.do not in ("shuffle", "draw")
                and not _lot(moment)
            ),
            "done": lambda moment: _free(moment, "hunt") and not moment.state.targets,
            "take": lambda moment: (
                _free(moment, "hunt") and moment.state.shots > 0 and moment.state.targets > 0
            ),
            "shoot": lambda moment: _free(moment, "action", "hunt") and moment.state.shots == 0,
            "turns": lambda moment: _free(moment, "action") and happened(moment, "Ended") >= 1,
            "action": lambda moment: _acts_after(moment, rounds=2),
            "points": lambda moment: _acts_after(moment, rounds=3),
            "empty": lambda moment: _free(moment, "action", "hunt") and 0 in moment.state.supply,
        },
        where={
            "take": lambda moment: tuple(
                card.id for card in in_reach(moment.state, moment.state.shots, least=1)
            )
        },
        parts={"supply": lambda moment: {"n": len(moment.state.agreed.piles)}},
    )
