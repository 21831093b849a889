"""What a test asks of a desk and does at it: its state, its keys, what a camera shows it."""

from collections.abc import Iterable
from types import SimpleNamespace
from typing import Any

from companion.sight import Scene
from ui.pages.desk import Desk
from ui.present.models import Button, TableModel


def state_of(desk: Desk) -> Any:
    return desk.session.referee.state


def model_of(desk: Desk) -> TableModel:
    found = desk.model()
    assert isinstance(found, TableModel)
    return found


def press_one(desk: Desk, keys: Iterable[Button], words: str) -> None:
    """Touches the first of these keys with these words."""
    known = list(keys)
    found = [key for key in known if words in key.words and key.enabled]
    assert found, f"no key {words!r} among {[key.words for key in known]}"
    desk.send(found[0].action)


def kinds(desk: Desk) -> list[str]:
    """What was booked, by kind."""
    return [type(entry.event).__name__ for entry in desk.session.referee.entries]


def show(desk: Desk, scene: Scene) -> None:
    """The camera sees a scene, in good light and on its mat."""
    fine: dict[str, Any] = {"mat": SimpleNamespace(found=True, why=None, image_to_table=None)}
    light = SimpleNamespace(ok=True, why=None)
    desk.session.reading = SimpleNamespace(scene=scene, light=light, other_look=False, **fine)  # type: ignore[assignment]
    desk.tick()
