"""The screen rests after some minutes of nothing, and the touch that wakes it does nothing else."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from kivy.clock import Clock

from tests.situations.screens import situations
from ui.present.desk_touches import Goto
from ui.present.touches import LeaveSteps


class Light:
    def __init__(self) -> None:
        self.set_to: list[float] = []

    def set(self, percent: float) -> None:
        self.set_to.append(percent)


def test_a_screen_rests_dims_and_wakes(drive: Callable[..., Any], tmp_path: Path) -> None:
    desk = situations(tmp_path)["home"]()
    driver = drive(desk)
    rest, light = driver.app._rest, Light()
    rest._light, rest._percent = light, 0
    desk.settings.change(saver=5, brightness=75)
    now = Clock.get_time()
    rest.follow(now + 299, "20:15", 5, 75)
    assert not rest.is_resting and light.set_to == [75]
    rest.follow(now + 301, "20:15", 5, 75)
    assert rest.is_resting and light.set_to == [75, 10]
    before = desk.page
    driver.touch(driver.app.root_box.width / 2, driver.app.root_box.height / 2)
    assert not rest.is_resting and light.set_to == [75, 10, 75]
    assert desk.page == before, "the touch that wakes does nothing else"


def test_what_happens_at_the_table_wakes_it_and_never_means_never(
    drive: Callable[..., Any], tmp_path: Path
) -> None:
    desk = situations(tmp_path)["home"]()
    app = drive(desk).app
    now = Clock.get_time()
    app._rest.follow(now + 100_000, "20:15", 0, 100)
    assert not app._rest.is_resting
    app._rest.follow(now + 100_000, "20:15", 5, 100)
    assert app._rest.is_resting
    app._rest_or_stir(stirred=True)
    assert not app._rest.is_resting
    desk.send(Goto("settings"))


def test_the_check_of_the_pins_has_them_for_itself(drive: Callable[..., Any], tmp_path: Path) -> None:
    desk = situations(tmp_path)["home"]()
    app = drive(desk).app
    held: list[str] = []

    class Panel:
        def close(self) -> None:
            held.append("let go")

    app._panel.let_go()
    app._panel._open = lambda _post: held.append("held") or Panel()  # type: ignore[func-returns-value]
    app._take_presses()
    assert held == ["held"]
    app.send(Goto("pins"))
    assert held == ["held", "let go"], "before the page opens them"
    app._take_presses()
    assert held == ["held", "let go"]
    app.send(LeaveSteps())
    app._take_presses()
    assert held == ["held", "let go", "held"]
