"""Thrown discs and stacked pieces of ZONG on the painted table: neither is taken for the other."""

from types import SimpleNamespace
from typing import Any

from companion.game import Setup, checked
from companion.games.zong import GAME
from companion.games.zong.state import State
from ui.box.opening import LIVE_SETTLE_S, simulated_game
from ui.games.zong.flicks import watch_of
from vision.eye import Eye
from vision.painted.tabletop import Laid, TableTop
from vision.towers.finding import BookedTower

HIDDEN = {"towers": {"11": ["blue", "red", "yellow"]}, "pieces": {"green": "7"}, "turn": 1, "phase": "throw"}
THROWN = (("4", 55.6, -47.7), ("lightning", 303.4, -32.2), ("4", 221.4, -78.7))


class Table:
    """A painted table on which a position of ZONG stands, and an eye that follows its pieces."""

    def __init__(self, given: dict[str, Any], seats: int) -> None:
        setup = checked(GAME, Setup(seats))
        self.state: State = GAME.load_position(setup, given)
        referee: Any = SimpleNamespace(game=GAME, state=self.state, setup=setup)
        self.now = 0.0
        self.table, decks = simulated_game(referee, (), lambda: self.now)
        self.eye = Eye(GAME.table(setup), decks, settle_s=LIVE_SETTLE_S)
        self.eye.watched = watch_of(self.state)

    def look(self) -> list[tuple[str, str | None, str | None]]:
        """What lies in which region, after the hand is gone."""
        for _ in range(4):
            self.now += 0.25
            frame = self.table.newest()
            assert frame is not None
            scene = self.eye.read(frame).scene
        return [(one.kind, one.label, one.region) for one in scene.sightings]

    def lay(self, *more: Laid) -> None:
        self.table.put(TableTop((*self.table.tabletop.things, *more)))


def test_a_thrown_disc_is_not_taken_for_the_piece_of_its_colour() -> None:
    table = Table(HIDDEN, 4)
    table.look()
    table.lay(*(Laid("disc", face, x, y, 130.0, deck="zong", width_mm=26.0) for face, x, y in THROWN))
    seen = table.look()
    discs = sorted(face or "" for kind, face, region in seen if kind == "disc" and region == "throw")
    assert discs == ["4", "4", "lightning"]
    assert {region for kind, _face, region in seen if kind == "pawn"} == {"7", "11"}


def test_a_piece_that_a_flick_laid_on_another_of_the_start_is_still_known_there() -> None:
    table = Table({"pieces": {"red": "8", "blue": "start", "green": "start"}, "turn": 1, "phase": "throw"}, 3)
    blue = next(thing for thing in table.table.tabletop.things if thing.label == "blue")
    others = [thing for thing in table.table.tabletop.things if thing.label != "green"]
    on_blue = Laid("pawn", "green", blue.x + 3.0, blue.y - 1.0, width_mm=22.0)
    table.table.put(TableTop((*others, on_blue)))
    table.eye.watched = watch_of(table.state, [BookedTower("", blue.x, blue.y, ("blue", "green"), 3.0)])
    told = table.look()
    assert ("pawn", "green", "start") in told and ("pawn", "blue", "start") in told
