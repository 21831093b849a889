"""What happened in a game, look by look: scenes as a perfect eye sees them, what was told, and the truth after each."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any, cast

import msgspec

from companion.game import Event, Game, SeenThrough, Setup, checked
from companion.games import all_games
from companion.lawful import drawn
from companion.sight import Scene
from tests import shown
from tests.games import zombinion_followed, zones, zones_balance, zong_followed
from tests.games.zombinion import GAME as ZOMBINION
from tests.hidden import zong_needed
from tests.hidden.steps import Needed, Step

LOOKS = 24


@dataclass(frozen=True, slots=True)
class Script:
    """A game from its start, and whether two states are the same to all who play it."""

    game: Game[Any]
    setup: Setup
    steps: tuple[Step, ...]
    alike: Callable[[Any, Any], bool]
    needed: tuple[Needed, ...] = ()


@cache
def script(name: str, seed: int) -> Script:
    """A game played at random, of so many looks."""
    return {"zong": _zong, "zones": _zones, "zombinion": _zombinion}.get(name, _zoons)(name, seed)


def _played(game: Game[Any], state: Any, rng: Random) -> Iterator[Step]:
    """Random events, each looked at when it has happened; what no camera can see is told."""
    looks = 0
    while looks < LOOKS:
        event = drawn(game, state, rng.randrange)
        if event is None:
            return
        before, state = state, game.after(state, event)
        if event.told or game.look(before) == game.look(state):
            yield Step(state, (event,))
            continue
        looks += 1
        shows = game.reveals(before, event)
        scene = shown.happened(game, before, state) if shows else shown.scene(game.look(state))
        yield Step(state, (event,), scene)


def _zoons(name: str, seed: int) -> Script:
    """Zoon or Zoondo, from the empty table on."""
    game = all_games()[name]
    setup = checked(game, Setup(2))
    return Script(game, setup, tuple(_played(game, game.start(setup), Random(seed))), _untidied)


def _zones(name: str, seed: int) -> Script:
    """ZoneS, from the screen's lifting on."""
    setup, rng = zones.agreed(), Random(seed)
    state = zones_balance.set_up(setup, rng, seed % 2)
    game = cast(Any, SeenThrough(cast(Any, zones.GAME), start=lambda _setup: state))
    first = Step(state, (), shown.scene(game.look(state)))
    return Script(game, setup, (first, *_played(game, state, rng)), _untidied)


def _untidied(one: Any, other: Any) -> bool:
    return bool(msgspec.structs.replace(one, untidy=()) == msgspec.structs.replace(other, untidy=()))


def _zombinion(name: str, seed: int) -> Script:
    """Zombinion, from the supply laid out on; what leaves no trace is told."""
    game, rng = ZOMBINION, Random(seed)
    setup = checked(game, Setup(2))
    state = game.start(setup)
    steps = [Step(state, (), shown.scene(game.look(state)))]
    while sum(step.scene is not None for step in steps) < LOOKS:
        event = zombinion_followed.as_laid(state, game.sample(state, rng.randrange), rng)
        before, state = state, game.after(state, event)
        silent = game.look(before) == game.look(state)
        if event.told or silent or zombinion_followed._is_for_nothing(before, event, state):
            steps.append(Step(state, (event,)))
        else:
            steps.append(Step(state, (event,), zombinion_followed.scene_of(before, event, state)))
    return Script(game, setup, tuple(steps), zombinion_followed.alike)


class _Listening(zong_followed.Follower):
    """Keeps what its referee is shown and told."""

    def __init__(self, seed: int, seats: int) -> None:
        super().__init__(seed, seats)
        self.steps: list[Step] = []
        self.told = len(self.referee.entries)
        see, tell, answer = self.referee.see, self.referee.tell, self.referee.answer

        def seeing(scene: Scene, *, done: bool = False) -> Any:
            reply = see(scene, done=done)
            self._keep(scene)
            return reply

        def telling(event: Event, by: str, *more: Any) -> Any:
            reply = tell(event, by, *more)
            self._keep(None)
            return reply

        def answering(events: tuple[Event, ...], by: str, *more: Any) -> Any:
            self.referee.tell = tell  # type: ignore[method-assign]
            reply = answer(events, by, *more)
            self.referee.tell = telling  # type: ignore[method-assign]
            last = self.steps.pop()
            self._keep(last.scene)
            return reply

        self.referee.see, self.referee.tell, self.referee.answer = seeing, telling, answering  # type: ignore

    def _keep(self, scene: Scene | None) -> None:
        new = tuple(entry.event for entry in self.referee.entries[self.told :])
        self.told = len(self.referee.entries)
        if scene is not None or new:
            self.steps.append(Step(self.referee.state, new, scene))


def _zong(name: str, seed: int) -> Script:
    """ZONG, as its own follower plays it."""
    follower = _Listening(seed, 3 + seed % 2)
    follower.play(LOOKS)
    steps = tuple(follower.steps)
    return Script(zong_followed.GAME, follower.setup, steps, _same_squares, tuple(zong_needed.needed(steps)))


def _same_squares(one: Any, other: Any) -> bool:
    """Whether the pieces belong to the same squares, it is the same turn, and the same was thrown in it."""
    return _turn(one) == _turn(other) and zong_followed.same_squares(one, other)


def _turn(state: Any) -> tuple[Any, ...]:
    thrown = sorted((disc.disc, str(disc.face)) for disc in state.throw.thrown)
    return (state.turn, state.phase, state.throw.lightnings, thrown)
