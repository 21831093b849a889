"""Scenes and verdicts that tests of Zoondo at the table share."""

from typing import Any

from companion.games.zoon.zoondo.events import Moved, State, Touched
from companion.judge import judge
from companion.sight import Lying, Scene, Thing
from tests import shown as seen_by
from tests.games.zoondo import (
    GAME,
    board,
    played,
)

BACK_0 = Thing("card", None, "down", "boarix", 0)
BACK_1 = Thing("card", None, "down", "warus", 1)


def up(card: str, deck: str, seat: int | None = None) -> Thing:
    return Thing("card", card, "up", deck, seat)


def seen(state: State, **instead: Lying) -> Scene:
    return seen_by.scene(GAME.look(state), **instead)


def verdict(state: State, scene: Scene, *, done: bool = False) -> Any:
    return judge(GAME, state, scene, done=done).verdict


def words(state: State, scene: Scene) -> list[str]:
    return [chore.words for chore in judge(GAME, state, scene).chores]


def attacked(*, back: bool = False) -> State:
    state = board("a1=0.? c3=0.? d1=0.? c4=1.? f6=1.? e5=1.?")
    return played(state, Moved(0, "c3", "c4"), Touched(0, "tl", back), Touched(1, "tr", back))
