"""The screen rests after some minutes of nothing, and the touch that wakes it does nothing else."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from kivy.clock import Clock

from companion.sight import Scene
from tests.situations.screens import situations
from ui.box.session import Press
from ui.present.touches import Goto, LeaveSteps
from ui.watching import perfect_eye
from vision.eye import Reading
from vision.light.fitness import Light as Brightness
from vision.mat.following import Mat
from vision.sources.frames import Frame


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
    desk.send(Goto("settings"))
    app._tick(0.0)
    assert not app._rest.is_resting


def test_pictures_of_a_table_at_which_nothing_happens_let_the_screen_rest(
    drive: Callable[..., Any], tmp_path: Path
) -> None:
    desk = situations(tmp_path)["play"]()
    desk.settings.change(saver=5)
    app = drive(desk).app
    session = desk.session
    scene = replace(perfect_eye.scene(session.reply.look), still_for=1.0)

    def seen(things: Scene, hand: bool = False) -> None:
        frame = Frame(np.zeros((2, 2, 3), np.uint8), 0.0, 0)
        moved = replace(things, hand=hand)
        session.inbox.post_reading((frame, Reading(moved, Mat(True), Brightness(True))))
        app._tick(0.0)

    seen(scene)
    since = app._rest._since
    app._rest.stir(since - 400)
    seen(scene)
    assert app._rest.is_resting, "a new picture of the same"
    seen(scene)
    assert app._rest.is_resting
    session.inbox.post_press(Press("dispute", "panel"))
    app._tick(0.0)
    assert not app._rest.is_resting, "a button"
    session.inbox.post_press(Press("dispute", "panel"))
    app._tick(0.0)
    app._rest.stir(Clock.get_time() - 400)
    seen(scene)
    assert app._rest.is_resting
    seen(scene, hand=True)
    assert not app._rest.is_resting, "a hand over the table"
    app._rest.stir(Clock.get_time() - 400)
    seen(scene, hand=True)
    assert app._rest.is_resting, "whatever lies where a hand is seen"
    cards = tuple(thing for thing in scene.sightings if thing != scene.sightings[0])
    seen(replace(scene, sightings=cards))
    assert not app._rest.is_resting, "a piece is gone"


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
