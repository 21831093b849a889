"""How soon a phone shows a game, and is right again after it was gone: `python -m tests.ui.web.first_view GAME`."""

import sys
import time
from statistics import median
from typing import Any

from tests.ui.web.browser import browser, quit_all
from tests.ui.web.relay import Relay
from tests.ui.web.test_in_browser import Table, let_in, until, words

TIMES = 5
LOADED = "return performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation'))"
FILLED = """
const done = arguments[0], top = document.getElementById('top');
const look = () => top.innerText ? done(performance.now()) : requestAnimationFrame(look);
look();
"""


def is_disputed(phone: Any) -> bool:
    """Whether the page shows that the people are not agreed."""
    return "What is wrong?" in words(phone, "top")


def main(game: str = "zoondo") -> None:
    table = Table(game)
    side = table.side
    assert side is not None
    relay = Relay(int(table.url.rsplit(":", 1)[1]))
    views, returns, sent = [], [], 0
    try:
        with browser() as phone:
            let_in(phone, table, 0, relay.url)
            for n in range(TIMES):
                phone.get(f"{relay.url}/seat")
                views.append(float(phone.execute_async_script(FILLED)))
                sent = int(
                    phone.execute_script(f"{LOADED}.map(e => e.transferSize).reduce((a, b) => a + b, 0)")
                )
                relay.cut()
                until(lambda: words(phone, "away"), "that the box does not answer")
                table.do(lambda: side.session.press("dispute"))
                time.sleep(2.5)  # by now the page tries again but seldom
                relay.mend()
                began = time.monotonic()
                phone.execute_script("dispatchEvent(new Event('online'))")
                disputed = n % 2 == 0
                until(lambda: is_disputed(phone) == disputed, "the game as it is now")  # noqa: B023
                returns.append((time.monotonic() - began) * 1000)
    finally:
        quit_all()
        relay.close()
        table.close()
    sys.stdout.write(
        f"{game}: first view {median(views):.0f} ms, most {max(views):.0f} ms, {sent / 1000:.0f} kB without the game; "
        f"right again after {median(returns):.0f} ms, most {max(returns):.0f} ms\n"
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
