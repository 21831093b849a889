"""Pages of an app that is all its machine runs: it is switched off, not quit, and turns its picture."""

from collections.abc import Callable
from functools import partial

from hardware.power import PowerFault
from hardware.said import Said
from tests.situations.maker import Maker
from ui.pages.desk import Desk
from ui.present.desk_touches import Goto, SwitchOff
from ui.present.touches import Touch


class Machine:
    """A machine that only notes what it was asked, and refuses where it is to."""

    def __init__(self, *, refuses: bool = False) -> None:
        self.asked: list[str] = []
        self.refuses = refuses

    def off(self) -> None:
        self._ask("off")

    def restart(self) -> None:
        self._ask("restart")

    def _ask(self, what: str) -> None:
        self.asked.append(what)
        if self.refuses:
            raise PowerFault(Said("the machine refuses: {why}", why="not now"))


def box_situations(maker: Maker) -> dict[str, Callable[[], Desk]]:
    """By name, what makes a desk in that situation."""
    shown: dict[str, tuple[Touch, ...]] = {
        "box-home": (),
        "box-settings": (Goto("settings"),),
        "box-off": (Goto("power"),),
        "box-ending": (Goto("power"), SwitchOff()),
    }
    refused = partial(_in_a_box, maker, Machine(refuses=True), Goto("power"), SwitchOff())
    return {
        **{name: partial(_in_a_box, maker, Machine(), *touches) for name, touches in shown.items()},
        "box-refused": refused,
    }


def _in_a_box(maker: Maker, machine: Machine, *touches: Touch) -> Desk:
    desk = maker.home_resume()
    desk.be_box(machine)
    return maker.then(desk, *touches)
