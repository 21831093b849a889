"""The inbox: of readings the newest, of presses every one in order, from any thread."""

import threading

from ui.box.inbox import Inbox, Mail, Press


def test_the_newest_reading_takes_the_place_of_older_ones_and_presses_queue() -> None:
    inbox = Inbox[int]()
    for n in range(3):
        inbox.post_reading(n)
        inbox.post_press(Press(f"seat{n}", "panel"))
    assert inbox.drain() == Mail(
        2, (Press("seat0", "panel"), Press("seat1", "panel"), Press("seat2", "panel"))
    )
    assert inbox.drain() == Mail(None, ())


def test_no_press_is_lost_between_threads() -> None:
    inbox = Inbox[int]()

    def press(who: int) -> None:
        for n in range(500):
            inbox.post_press(Press(f"{who}.{n}", "panel"))
            inbox.post_reading(n)

    threads = [threading.Thread(target=press, args=(who,)) for who in range(4)]
    for thread in threads:
        thread.start()
    got: list[str] = []
    while any(thread.is_alive() for thread in threads):
        got += [press.button for press in inbox.drain().presses]
    got += [press.button for press in inbox.drain().presses]
    assert len(got) == 2000
    for who in range(4):
        assert [name for name in got if name.startswith(f"{who}.")] == [f"{who}.{n}" for n in range(500)]
