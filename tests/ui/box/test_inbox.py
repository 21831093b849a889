"""The inbox: of readings the newest, of presses every one in order, from any thread."""

import threading
from typing import Any

from ui.box.session import Inbox, Press


def test_the_newest_reading_takes_the_place_of_older_ones_and_presses_queue() -> None:
    inbox: Any = Inbox()
    for n in range(3):
        inbox.post_reading(n)
        inbox.post_press(Press(f"seat{n}", "panel"))
    assert inbox.drain() == (2, [Press(f"seat{n}", "panel") for n in range(3)])
    assert inbox.drain() == (None, [])


def test_no_press_is_lost_between_threads() -> None:
    inbox: Any = Inbox()

    def press(who: int) -> None:
        for n in range(500):
            inbox.post_press(Press(f"{who}.{n}", "panel"))
            inbox.post_reading(n)

    threads = [threading.Thread(target=press, args=(who,)) for who in range(4)]
    for thread in threads:
        thread.start()
    got: list[str] = []
    while any(thread.is_alive() for thread in threads):
        got += [press.button for press in inbox.drain()[1]]
    got += [press.button for press in inbox.drain()[1]]
    assert len(got) == 2000
    for who in range(4):
        assert [name for name in got if name.startswith(f"{who}.")] == [f"{who}.{n}" for n in range(500)]
