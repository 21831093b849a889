"""A box on a desk of its own: fake lamps, camera and eye around a real session, on the toy game."""

from types import SimpleNamespace
from typing import Any

from companion.game import Setup
from companion.referee import Referee
from companion.sight import Scene
from hardware.said import Said
from tests import shown
from tests.toys.strip import GAME
from tests.toys.strip.rules import State
from ui.box.session import Session
from ui.box.throws import SHOWN_SECONDS, Chances
from ui.journal.store import StoreFault

FINE = {
    "mat": SimpleNamespace(found=True, why=None),
    "light": SimpleNamespace(ok=True, why=None),
    "other_look": False,
}


class Lamps:
    """A panel that only remembers what is lit."""

    why: str | None = None
    failing: Said | None = None
    on: frozenset[str] = frozenset()

    def light(self, on: frozenset[str]) -> None:
        self.on = on

    def close(self) -> None:
        """Nothing to close."""


class Source:
    """A camera that shows whatever is put before it; `broken` is raised instead."""

    def __init__(self) -> None:
        self.trouble: str | None = None
        self.ended = False
        self.scene: Scene | None = None
        self.broken: Exception | None = None

    def newest(self) -> Any:
        if self.broken is not None:
            raise self.broken
        return None if self.scene is None else SimpleNamespace(scene=self.scene)

    def close(self) -> None:
        """Nothing to close."""


class Eye:
    """Reads what the source shows without fault; `broken` is raised instead."""

    def __init__(self) -> None:
        self.broken: Exception | None = None
        self.how: dict[str, Any] = dict(FINE)

    def read(self, frame: Any) -> Any:
        if self.broken is not None:
            raise self.broken
        return SimpleNamespace(scene=frame.scene, **self.how)


class Box:
    """A session on fakes, the lines it wrote, and a clock."""

    def __init__(self, lines: list[str] | None = None, seen: bool = True) -> None:
        self.lines = lines if lines is not None else []
        self.fault: StoreFault | None = None
        self.now = 0.0
        self.panel, self.source, self.eye = Lamps(), Source(), Eye()
        self.referee: Referee[State] = Referee(GAME, Setup(), self.write, tuple(self.lines))
        self.session = Session(
            self.referee,
            observer=(self.source, self.eye) if seen else None,
            panel=self.panel,
            chances=Chances(flip=lambda: "heads"),
            clock=lambda: self.now,
        )

    def write(self, lines: tuple[str, ...]) -> None:
        if self.fault is not None:
            raise self.fault
        self.lines.extend(lines)

    def shows(self, scene: Scene) -> None:
        self.source.scene = scene
        camera = self.session._camera
        assert camera is not None
        camera.look()
        self.session.tick()

    def after(self, *events: Any) -> Scene:
        state = self.referee.state
        for event in events:
            state = GAME.after(state, event)
        return shown.scene(GAME.look(state))

    def tossed(self) -> None:
        self.session.press("seat0")
        self.now += SHOWN_SECONDS
        self.session.tick()
