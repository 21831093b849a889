"""The guide of a first game lies on nothing that it speaks of or that may be touched, whatever it says."""

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.games import all_games
from tests.ui.audit import walk
from tests.ui.fingers import begun
from tests.ui.pages.test_guide import next_event
from tests.ui.sizes import SIZES, named
from ui.faces.face import hints_of
from ui.pages.tableside import Guide
from ui.present.touches import at

SEED, LONGEST = 4, 60
EARLY = 6
"""Until so many events have happened every hint is put away once it was looked at."""
MOST_OF_THEM = 0.7
"""So many of a game's hints come up in one game at random."""
FINGER = 47
"""A finger (9 mm on a 7-inch screen), in units."""
NO_NARROWER = 0.95
"""At most so much narrower are squares and pieces that are smaller than a finger without a guide too."""


def lain_on(root: Any) -> list[str]:
    """What the guide's strip lies on."""
    from ui.touch.focus import box_of, spots_of
    from ui.widgets.drawing import DrawingView
    from ui.widgets.panel import GuideStrip
    from ui.widgets.simulated_table import Tray

    (strip,) = [each for each in walk(root) if isinstance(each, GuideStrip)]
    own = {id(each) for each in walk(strip)}
    under = [(repr(spot.name), spot.seen) for spot in spots_of(root) if id(spot.widget) not in own]
    under += [(type(each).__name__, box_of(each)) for each in walk(root) if isinstance(each, Tray)]
    for board in (each for each in walk(root) if isinstance(each, DrawingView)):
        under += [(square.name, box_of(board)) for square in board.squares()]
        under.append((type(board).__name__, box_of(board)))
    box = box_of(strip)
    return [name for name, other in under if min(other.within(box).wide, other.within(box).high) > 1]


def narrowest_square(root: Any) -> float:
    """The side of the smallest square of a board in pixels; infinite where none is shown."""
    from ui.widgets.drawing import DrawingView

    boards = [each for each in walk(root) if isinstance(each, DrawingView)]
    sides = [min(square.box[2:]) for board in boards for square in board.squares()]
    return min(sides, default=float("inf"))


def hints_of_a_game(player: Any, chance: Random) -> Iterator[str]:
    """A game at random on the simulated table, tidied as it goes on; the id of each hint while it is shown."""
    side, shown = player.desk.side, set[str]()
    session = side.session
    hints = hints_of(session.referee.game.id)
    for _n in range(LONGEST):
        if len(shown) == len(hints):
            return
        for _hint in hints:
            side.model()
            if side.guide.now is not None and side.guide.now.id not in shown:
                shown.add(side.guide.now.id)
                yield side.guide.now.id
            chores, early = session.reply.chores, session.reply.seq < EARLY
            for chore in chores:
                session.dismiss_chore(chore.region)
            if early:
                side.take(at(Guide.hint_read))
            elif not chores:
                break
        event = next_event(side, chance)
        if event is None:
            return
        assert session.tell(event, asked_at=session.reply.seq).booked, event
        if side.hands is not None:
            side.hands.put()


@pytest.mark.parametrize("size", SIZES, ids=named)
@pytest.mark.parametrize("game", sorted(all_games()))
def test_no_hint_lies_on_what_may_be_touched(
    game: str, size: tuple[int, int], drive: Callable[..., Any], tmp_path: Path
) -> None:
    from ui.widgets.theme import u

    player = begun(drive, tmp_path, size, game, SEED)
    root = player.driver.app.root
    under, sides = {"the offer": lain_on(root)}, list[float]()
    player.desk.send(at(Guide.follow_guide))
    for hint in hints_of_a_game(player, Random(SEED)):
        player.driver.run(0.2)
        under[hint] = lain_on(root)
        sides.append(narrowest_square(root))
    assert {hint: names for hint, names in under.items() if names} == {}
    assert len(under) > MOST_OF_THEM * len(hints_of(game)), sorted(under)
    player.desk.send(at(Guide.leave_guide))
    player.driver.run(0.2)
    assert min(sides) >= min(u(FINGER), NO_NARROWER * narrowest_square(root))
    player.desk.close()
