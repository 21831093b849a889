"""Situations in which a device is in trouble: light, mat, camera, pins; each in the device's own words."""

from collections.abc import Callable

from companion.game import Setup
from companion.language import _
from companion.sight import Scene
from hardware.panel import NoPanel
from hardware.pins import PinFault
from hardware.said import Said
from tests.situations.maker import Maker
from tests.situations.moments import plays
from ui.pages.desk import Desk
from ui.pages.table_check import PinsPage


def trouble_situations(maker: Maker) -> dict[str, Callable[[], Desk]]:
    """By name, what makes a desk in that situation."""
    return {
        "trouble": lambda: covered(maker),
        "trouble-light": lambda: dark(maker),
        "trouble-camera": lambda: loose(maker),
        "pins-wrong": lambda: wrong_pins(maker),
    }


def covered(maker: Maker) -> Desk:
    """Two corner tags of the mat are covered."""
    import numpy as np

    from vision.eye import Reading
    from vision.light.fitness import Light
    from vision.mat.following import Mat
    from vision.mat.plane import NoPlane, plane_from_tags

    desk = maker.until(plays, 12)
    corner = np.zeros((4, 2))
    missing = plane_from_tags({2: corner, 3: corner}, maker.game.table(Setup(2)), (1920, 1080))
    assert isinstance(missing, NoPlane)
    desk.session.reading = Reading(Scene(), Mat(False, missing.why), Light(True))
    desk.session._camera = _Silent()  # type: ignore[assignment]
    return desk


def dark(maker: Maker) -> Desk:
    """The light is off."""
    import numpy as np

    from vision.eye import Reading
    from vision.light.fitness import judge_light
    from vision.mat.following import Mat

    desk = maker.until(plays, 12)
    light = judge_light(np.zeros((72, 128, 3), np.uint8), None)
    desk.session.reading = Reading(Scene(), Mat(True), light)
    desk.session._camera = _Silent()  # type: ignore[assignment]
    return desk


def loose(maker: Maker) -> Desk:
    """The camera's cable is loose."""
    from vision.sources.device import NO_PICTURE

    desk = maker.until(plays, 12)
    desk.session._camera = _Silent(_(NO_PICTURE))  # type: ignore[assignment]
    return desk


def wrong_pins(maker: Maker) -> Desk:
    """The owner's pin map names a pin that there is not."""
    words = "{where}: expected a BCM pin from 0 to {last}, found {found}"
    wrong = PinFault(words, "pins.toml: buttons.done", last=27, found=99)
    desk = maker.desk()
    page = PinsPage(wrong, lambda _pins, _post: NoPanel(Said("")))
    page.name = "pins"
    desk._put(page)
    return desk


class _Silent:
    """A camera that shows nothing new; `trouble` of its own, if it has any."""

    def __init__(self, trouble: str | None = None) -> None:
        self.trouble = trouble

    def close(self) -> None:
        """There is nothing to let go of."""
