"""The app as people start it, and a door in it: a socket that says what is on the screen and what hands would do.

python -m tests.lived.inside SOCKET
"""

import json
import socket
import sys
import traceback
from contextlib import suppress
from pathlib import Path
from typing import Any

FRAMES = 3
"""So many frames pass before an answer: what was touched before has been done and is on the screen."""


class Door:
    """Answers questions on the app's own thread, some frames later."""

    def __init__(self, place: Path) -> None:
        self._listening = socket.socket(socket.AF_UNIX)
        self._listening.bind(str(place))
        self._listening.listen()
        self._listening.settimeout(0)
        self._waiting: socket.socket | None = None
        self._frames = 0
        self._mind: Any = None

    def __call__(self, app: Any) -> None:
        if self._waiting is None:
            with suppress(BlockingIOError):
                self._waiting, _address = self._listening.accept()
                self._frames = 0
            return
        self._frames += 1
        if self._frames < FRAMES:
            return
        line, self._waiting = self._waiting, None
        with line, line.makefile("rwb") as both:
            line.settimeout(None)
            both.write(json.dumps(self._answer(app, json.loads(both.readline()))).encode() + b"\n")

    def _answer(self, app: Any, asked: dict[str, Any]) -> dict[str, Any]:
        from tests.lived.mind import Mind

        if self._mind is None:
            self._mind = Mind(app)
        try:
            answer: dict[str, Any] = getattr(self._mind, asked.pop("ask"))(**asked)
        except Exception:
            return {"fault": traceback.format_exc()[-3000:]}
        return answer


def main() -> int:
    from ui.touch.main import run

    return run(each_tick=Door(Path(sys.argv[1])))


if __name__ == "__main__":
    sys.exit(main())
