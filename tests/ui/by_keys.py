"""A page worked with keys alone: whether all that can be touched is reached, with a ring that is seen."""

from typing import Any

from tests.ui.touch.test_app import keys_of
from ui.touch.focus import Way

WAYS: tuple[Way, ...] = ("left", "right", "up", "down")
MOST_STOPS = 100


def expect_all_reached(driver: Any) -> None:
    """Steps through a page that is open, from key to key and from board to board."""
    from kivy.core.window import Window

    from ui.touch.focus import spots_of

    focus, reached, spots = driver.app.focus, set[int](), spots_of(driver.app.root)
    wanted = {id(each) for each in keys_of(driver) if not each.disabled}
    boards = {id(spot.board) for spot in spots if spot.board is not None}
    for _stop in range(MOST_STOPS):
        focus.step(1)
        driver.run(1 / 30)
        # As the ring itself knows it: `focus.at` would look through the whole page once more at each stop.
        if focus._about is None or (id(focus._about[0]) in reached and wanted <= reached):
            break
        (widget, _at), (name, seen) = focus._about, focus._place
        reached.add(id(widget))
        box = focus.ring.box
        assert box is not None and box.wide > 10 and box.high > 10, name
        assert box.x >= -1 and box.right <= Window.width + 1 and box.y >= -1 and box.top <= Window.height + 1
        if not isinstance(name, str):
            assert box.high >= min(widget.height, seen.high) - 1, "it has been scrolled into view"
    assert wanted | boards <= reached
    assert not_led_to(spots_of(driver.app.root)) == []


def not_led_to(spots: list[Any]) -> list[object]:
    """The spots to which arrows alone do not lead from the first one."""
    from ui.touch.focus import towards

    reached, waiting = {spots[0]}, [spots[0]]
    while waiting and len(reached) < len(spots):
        start = waiting.pop()
        for way in WAYS:
            there = towards(way, start, spots, together=True) or towards(way, start, spots, together=False)
            if there is not None and there not in reached:
                reached.add(there)
                waiting.append(there)
    return [spot.name for spot in spots if spot not in reached]
