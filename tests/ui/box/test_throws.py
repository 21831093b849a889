"""The camera thread, throws, lamps and the end in words, each by itself."""

from collections.abc import Callable

import pytest

from companion.game import Chance, Over, Seats, Turn
from hardware.lamps import RUN_SECONDS, die_lamps
from tests.ui.at_box import Box, Eye, Source
from ui.box.camera import Camera
from ui.box.session import Inbox
from ui.box.throws import SHOWN_SECONDS, Chances, Throw, Throws


@pytest.fixture
def box() -> Box:
    return Box()


def test_the_camera_thread_posts_the_newest_and_ends(box: Box) -> None:
    box.source.scene = box.after()
    box.session.start()
    found = None
    for _ in range(2000):
        found = box.session.inbox.drain()[0]
        if found is not None:
            break
    box.session.close()
    assert found is not None
    assert box.session._camera is not None and not box.session._camera._thread.is_alive()
    assert box.panel.on == frozenset()


def test_a_camera_says_a_fault_once_and_clears_it(caplog: pytest.LogCaptureFixture) -> None:
    source, inbox = Source(), Inbox()
    camera = Camera(source, Eye(), inbox.post_reading)
    source.broken = OSError("gone")
    assert not camera.look() and not camera.look()
    assert len(caplog.records) == 1
    source.broken = None
    assert not camera.look()
    assert camera.trouble is None


def test_a_recording_that_is_at_its_end_is_said() -> None:
    source, inbox = Source(), Inbox()
    camera = Camera(source, Eye(), inbox.post_reading)
    assert not camera.look()
    assert camera.trouble is None
    source.ended = True
    assert not camera.look()
    assert camera.trouble == "No more pictures come: all of the recording have been shown."


def throws(roll: Callable[[], int] = lambda: 4) -> Throws:
    return Throws(Chances(roll, lambda: "tails", lambda seats: seats[-1]))


def test_each_seat_rolls_its_own_die_in_any_order() -> None:
    fell = iter([5, 2])
    thrown, chance = throws(lambda: next(fell)), Chance("dice", (1, 0), "")
    thrown.turn_to(chance, 3)
    assert thrown.press(0, chance, 10.0)
    assert not thrown.press(0, chance, 10.2)
    assert thrown.outcome(chance, 20.0) is None
    assert thrown.press(1, chance, 20.0)
    assert thrown.outcome(chance, 20.0) is None
    assert thrown.outcome(chance, 20.0 + RUN_SECONDS) is None
    assert thrown.outcome(chance, 20.01 + SHOWN_SECONDS) == (2, 5)


def test_any_seat_draws_the_lot_and_only_once() -> None:
    thrown, chance = throws(), Chance("lot", (0, 1), "")
    thrown.turn_to(chance, 0)
    assert thrown.press(0, chance, 0.0)
    assert not thrown.press(1, chance, 0.0)
    assert thrown.outcome(chance, SHOWN_SECONDS) == (1,)


def test_throws_do_not_outlive_what_they_were_thrown_for() -> None:
    thrown, chance = throws(), Chance("dice", (0, 1), "")
    thrown.turn_to(chance, 3)
    thrown.press(0, chance, 0.0)
    thrown.turn_to(Chance("dice", (0, 1), ""), 5)
    assert thrown.thrown == {}


def test_lamps_show_whose_turn_and_what_fell() -> None:
    def lights(
        turn: Turn, thrown: dict[int, Throw], since: float = 0.0, *, trouble: bool = False
    ) -> frozenset[str]:
        shown = Throws(what="dice" if thrown else "", thrown=thrown, at=dict.fromkeys(thrown, 0.0))
        return shown.lights(turn, since, trouble=trouble)

    assert lights(Seats(frozenset({0, 1})), {}) == {"turn0", "turn1"}
    chance = Chance("dice", (0, 1), "")
    assert lights(chance, {0: 6}, RUN_SECONDS, trouble=True) == die_lamps(0, 6) | {"turn1", "trouble"}
    assert len(lights(chance, {0: 6}, 0.0) - {"turn1"}) == 4
    assert lights(Over((1,), "", ""), {}) == {"turn1"}
