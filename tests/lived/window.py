"""A real window: an X server of its own, the app in it as people start it, and a finger that clicks and drags."""

import json
import os
import shutil
import socket
import struct
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

NEEDED = ("Xvfb", "openbox", "xdotool")
ROOM = 64
"""So much larger than the window the X server's screen is, for what the window manager draws around it."""
START_SECONDS = 60.0
BLANK_SECONDS, LEAST_CONTRAST = 10.0, 10.0
"""So long a window may be blank: the levels of its pixels deviate less than this. The pointer alone gives 6."""
BARE = """<openbox_config xmlns="http://openbox.org/3.4/rc">
<applications><application class="*"><decor>no</decor></application></applications>
<keyboard><keybind key="A-F4"><action name="Close"/></keybind></keyboard></openbox_config>"""
"""Windows without a frame: a window's corner is where the X server says it is; closed by a key, as it has no cross."""


class Gone(Exception):
    """The app has ended, or answers no more."""


def lacking() -> list[str]:
    """The programs that are needed and not installed."""
    return [name for name in NEEDED if shutil.which(name) is None]


class Display:
    """An X server with a window manager, seen by nobody."""

    def __init__(self, size: tuple[int, int], folder: Path) -> None:
        self._screen = folder / "Xvfb_screen0"
        reading, writing = os.pipe()
        sizes = f"{size[0] + ROOM}x{size[1] + ROOM}x24"
        self._server = subprocess.Popen(
            [
                "Xvfb",
                "-displayfd",
                str(writing),
                "-screen",
                "0",
                sizes,
                "-fbdir",
                str(folder),
                "-nolisten",
                "tcp",
            ],
            pass_fds=(writing,),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(writing)
        with os.fdopen(reading) as told:
            self.name = f":{told.readline().strip()}"
        self.environment = {**os.environ, "DISPLAY": self.name}
        settings = folder / "openbox.xml"
        settings.write_text(BARE, encoding="utf-8")
        self._manager = subprocess.Popen(
            ["openbox", "--config-file", str(settings)],
            env=self.environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def picture(self) -> np.ndarray[Any, Any]:
        """The whole screen, RGB."""
        raw = self._screen.read_bytes()
        header = struct.unpack(">25I", raw[:100])
        start, width, height, line, colours = header[0], header[4], header[5], header[12], header[19]
        begin = start + 12 * colours
        rows = np.frombuffer(raw, np.uint8, line * height, begin).reshape(height, line)
        return rows[:, : width * 4].reshape(height, width, 4)[:, :, 2::-1]

    def close(self) -> None:
        for process in (self._manager, self._server):
            process.terminate()
            process.wait()


class App:
    """The app in its window, on a display."""

    def __init__(self, display: Display, home: Path, size: tuple[int, int]) -> None:
        self.size, self._display, self._home = size, display, home
        self._place, self.errors = home / "lived.socket", home / "errors.txt"
        home.mkdir(parents=True, exist_ok=True)
        self.start()

    def start(self) -> None:
        """Starts the app, and waits for its window. Raises Gone."""
        self._place.unlink(missing_ok=True)
        own = {
            "ZO_HOME": str(self._home),
            "ZO_SIZE": f"{self.size[0]}x{self.size[1]}",
            "SDL_AUDIODRIVER": "dummy",
        }
        with self.errors.open("ab") as errors:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "tests.lived.inside", str(self._place)],
                env=self._display.environment | own,
                stdout=errors,
                stderr=errors,
            )
        self._corner = self._found()

    def _found(self) -> tuple[int, int]:
        """Where the window's upper left corner lies, once it is there."""
        end = time.monotonic() + START_SECONDS
        while time.monotonic() < end:
            if self.process.poll() is not None:
                raise Gone(f"the app ended as it began: {self.errors.read_text()[-2000:]}")
            ids = self._xdotool("search", "--onlyvisible", "--pid", str(self.process.pid)).split()
            if ids and self._place.exists():
                told = self._xdotool("getwindowgeometry", "--shell", ids[-1])
                where = dict(line.split("=", 1) for line in told.split())
                if (int(where["WIDTH"]), int(where["HEIGHT"])) == self.size:
                    return int(where["X"]), int(where["Y"])
            time.sleep(0.2)
        raise Gone("no window of the right size came up")

    def _xdotool(self, *words: str) -> str:
        done = subprocess.run(
            ["xdotool", *words], env=self._display.environment, capture_output=True, text=True, check=False
        )
        return done.stdout

    def ask(self, question: str, **about: Any) -> Any:
        """What the app answers. Raises Gone."""
        try:
            with socket.socket(socket.AF_UNIX) as line:
                line.settimeout(60)
                line.connect(str(self._place))
                line.sendall(json.dumps({"ask": question, **about}).encode() + b"\n")
                with line.makefile("rb") as answers:
                    told = json.loads(answers.readline() or b"null")
        except OSError as fault:
            raise Gone(f"the app answers no more: {fault}") from None
        if told is None or "fault" in told:
            raise Gone(f"the app could not answer {question}: {told and told['fault']}")
        return told

    def _at(self, x: float, y: float) -> tuple[str, str]:
        """A place of the window (pixels from the lower left) as the X server counts."""
        return str(round(self._corner[0] + x)), str(round(self._corner[1] + self.size[1] - 1 - y))

    def tap(self, x: float, y: float) -> None:
        self._xdotool("mousemove", *self._at(x, y), "mousedown", "1", "sleep", "0.06", "mouseup", "1")

    def hold(self, x: float, y: float, seconds: float) -> None:
        self._xdotool("mousemove", *self._at(x, y), "mousedown", "1", "sleep", str(seconds), "mouseup", "1")

    def drag(self, x: float, y: float, to_x: float, to_y: float, wait: float = 0.05) -> None:
        """Drags from one place to another at an even pace, after a moment's wait."""
        steps = 6
        ways = [(x + (to_x - x) * n / steps, y + (to_y - y) * n / steps) for n in range(1, steps + 1)]
        moves = [word for way in ways for word in ("mousemove", *self._at(*way), "sleep", "0.03")]
        self._xdotool(
            "mousemove", *self._at(x, y), "mousedown", "1", "sleep", str(wait), *moves, "mouseup", "1"
        )

    def picture(self, file: Path) -> None:
        """Saves the window as it is seen. Raises Gone where nothing is seen in it for a while."""
        (left, top), (width, height) = self._corner, self.size
        end = time.monotonic() + BLANK_SECONDS
        while (
            seen := self._display.picture()[top : top + height, left : left + width]
        ).std() < LEAST_CONTRAST:
            if time.monotonic() > end:
                raise Gone(f"the window is blank at {file.name}")
            time.sleep(0.1)
        Image.fromarray(np.ascontiguousarray(seen)).save(file)

    def quit(self) -> None:
        """Closes the window as its cross does. Raises Gone where that ends nothing, or ends badly."""
        self._xdotool("key", "alt+F4")
        try:
            code = self.process.wait(30)
        except subprocess.TimeoutExpired:
            raise Gone("the window was closed, and the app goes on") from None
        if code != 0:
            raise Gone(f"the window was closed, and the app ended with {code}")

    def kill(self) -> None:
        """Ends the app as a power cut does."""
        self.process.kill()
        self.process.wait()
