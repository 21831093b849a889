"""The checks of `companion check`, each with verdict, reason and remedy.

A missing camera or missing pins are `not here` and no fault: the simulated table and the screen serve.
"""

import errno
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from itertools import chain
from pathlib import Path
from queue import Empty, SimpleQueue
from subprocess import CompletedProcess

from hardware.machine import is_pi
from hardware.panel import NoPanel, PinPanel, open_panel
from hardware.pins import PinFault, PinMap, find_pins
from ui import places
from ui.journal.store import StoreFault, look_at
from ui.words import several
from vision.calibration.verdict import Verdict, either, failed, passed, untold

OLDEST_PYTHON = (3, 11)
LEAST_FREE_MB = 50
PATIENCE_SECONDS = 60.0
NO_WINDOW = 4
"""The exit code of `ui.touch.main` where this machine cannot draw."""
PATIENCE_S = 20.0
"""Seconds to wait for a button."""
LIT_S = 1.0
"""Seconds for which a lamp is lit if nobody can be asked about it."""
_PACKAGES = {
    "opencv": ("opencv-python-headless", "opencv-python", "opencv"),
    "numpy": ("numpy",),
    "kivy": ("kivy",),
    "gpiozero": ("gpiozero",),
    "msgspec": ("msgspec",),
}
_PIN_FIXES = {
    "group gpio": "sudo adduser $USER gpio, then log in anew",
    "python3-lgpio": "sudo apt install python3-lgpio",
    "not there": "start the Raspberry Pi anew; Raspberry Pi OS's own kernel shows its pins",
}
"""Remedies by the words in which a panel reports why it has no pins."""
_PINS_IN_USE = "end other programs that use the pins"
_PI_MODULES = {"picamera2": "sudo apt install python3-picamera2", "lgpio": "sudo apt install python3-lgpio"}


def all_checks(camera: str | None) -> Iterator[Verdict]:
    """Every check in turn. `camera`: a source to look through instead of the one found."""
    return chain(versions(), pi_modules(), disk(), (display(),), pins(), table(camera))


def quick_checks() -> Iterator[Verdict]:
    """Checks that this version starts and reads the kept files, without camera and pins."""
    yield from versions()
    yield from disk()
    yield first_screen()


def versions() -> Iterator[Verdict]:
    """Python and the packages that the program needs."""
    is_new = sys.version_info >= OLDEST_PYTHON
    yield either("python", platform.python_version(), "install Python 3.11 or newer", ok=is_new)
    for name, distributions in _PACKAGES.items():
        number = installed_version(*distributions)
        if number is None and find_spec("cv2" if name == "opencv" else name) is not None:
            number = "without a version"
        yield either(name, number or "missing", "./setup.sh run installs it", ok=bool(number))


def pi_modules() -> Iterator[Verdict]:
    """The system's modules for camera and pins of a Raspberry Pi."""
    for module, fix in _PI_MODULES.items():
        if find_spec(module) is not None:
            yield passed(module, installed_version(module) or "there")
        elif is_pi():
            yield failed(module, "missing", fix)
        else:
            yield untold(module, "this is no Raspberry Pi")


def disk() -> Iterator[Verdict]:
    """The journal's folder (exists or can be made, writable, with room), and the journal itself."""
    folder = places.data_home()
    there = next(path for path in (folder, *folder.absolute().parents) if path.exists())
    try:
        if there == folder:
            with tempfile.TemporaryFile(dir=folder) as file:
                file.write(b"written")
        elif not (there.is_dir() and os.access(there, os.W_OK | os.X_OK)):
            raise PermissionError(errno.EACCES, f"it cannot be made in {there}")
    except OSError as fault:
        fix = "make the folder writable, or set ZO_HOME to another one"
        yield failed("data folder", f"{folder}: {fault.strerror}", fix)
        return
    yield passed("data folder", f"{folder}{'' if there == folder else ', to be made'}")
    free = shutil.disk_usage(there).free // 2**20
    yield either("disk", f"{free} MB free", "free some space", ok=free >= LEAST_FREE_MB)
    path = places.games_folder()
    try:
        with closing(look_at(path)) as store:
            games = store.games()
    except StoreFault as fault:
        yield failed("journal", str(fault), "the message says what helps; no game is thrown away")
        return
    counted = several("{n} game", "{n} games", len(games))
    told = f"{counted}, {sum(p.finished is None for p in games)} unfinished" if games else "no games yet"
    fix = "start the app: it saves what can be read and keeps the damaged file"
    yield either("journal", store.repaired or told, fix, ok=not store.repaired)


def display() -> Verdict:
    """The display that the app can use: X, Wayland, or the kernel's own screen."""
    for name in ("WAYLAND_DISPLAY", "DISPLAY"):
        if os.environ.get(name):
            return passed("display", f"{name} is {os.environ[name]}")
    screens = sorted(str(path) for path in (*Path("/dev/dri").glob("card*"), *Path("/dev").glob("fb[0-9]*")))
    if screens:
        return passed("display", f"no desktop; the app can use {screens[0]}")
    return untold("display", "no screen: companion demo --headless and companion watch need none")


def apart(module: str, *arguments: str, home: str, seconds: float, **more: str) -> CompletedProcess[str]:
    """Runs a module of the app silently in its own process and folder. Raises TimeoutExpired."""
    return subprocess.run(
        [sys.executable, "-m", module, *arguments],
        env=os.environ | {"ZO_HOME": home, "KIVY_HOME": home, "SDL_AUDIODRIVER": "dummy"} | more,
        capture_output=True,
        text=True,
        errors="replace",
        timeout=seconds,
        check=False,
    )


def first_screen() -> Verdict:
    """Draws the first screen off-screen in its own process and folder, as the app may be running."""
    with tempfile.TemporaryDirectory(prefix="zo-first-screen-") as home:
        own = {"SDL_VIDEODRIVER": "offscreen", "KIVY_WINDOW": "sdl2"}
        try:
            run = apart("ui.touch.main", home=home, seconds=PATIENCE_SECONDS, **own)
        except subprocess.TimeoutExpired:
            return failed("first screen", f"not drawn within {PATIENCE_SECONDS:.0f} s")
    if run.returncode == 0:
        return passed("first screen", "drawn")
    if run.returncode == NO_WINDOW and not display().ok:
        return untold("first screen", "no screen, and nothing to draw with")
    said = [line for line in run.stderr.splitlines() if line.strip()]
    why = said[-1] if said else f"exit code {run.returncode}"
    return failed("first screen", why, "./setup.sh run installs what is missing")


def pins() -> Iterator[Verdict]:
    path = places.pins_file()
    try:
        found = find_pins(path)
    except PinFault as fault:
        yield failed("pins", str(fault), f"correct {path}, or remove it to use the default map")
        return
    panel = open_panel(found, lambda _name: None)
    free = (
        "switch off what uses it in sudo raspi-config (SPI: GPIO7 to 11, I2C: GPIO2 and 3, serial: GPIO14 and 15), or "
        f"name other pins in {path}"
    )
    kinds = (("buttons", found.buttons, found.source), ("LEDs", found.lamps, "lit for a moment"))
    try:
        panel.light(frozenset(found.lamps))
        for what, named, told in kinds:
            if not isinstance(panel, PinPanel):
                why = f"{panel.why or 'no pins'}; the screen has the same controls"
                fix = next((fix for words, fix in _PIN_FIXES.items() if words in why), _PINS_IN_USE)
                yield failed(what, why, fix) if is_pi() else untold(what, why)
            elif lost := [f"GPIO{pin} ({name})" for name, pin in named.items() if name in panel.lost]:
                words = f"{len(named) - len(lost)} {what}, {told}; used by something else: {', '.join(lost)}"
                yield failed(what, words, free)
            elif what == "LEDs" and panel.why and not panel.lost:
                yield failed(what, str(panel.why), "look at the wiring of the LEDs")
            else:
                yield passed(what, f"{len(named)} {what}, {told}")
    finally:
        panel.close()


def tried(
    pins: PinMap,
    say: Callable[[str], None],
    was_lit: Callable[[], bool] | None,
    patience_s: float = PATIENCE_S,
) -> Iterator[Verdict]:
    """Tests each lamp (lights it) and each button (waits for its press) of a map in turn.

    `say` tells people what is lit or awaited. `was_lit` asks whether a lamp is lit; None: nobody is asked.
    """
    presses: SimpleQueue[str] = SimpleQueue()
    panel = open_panel(pins, presses.put)

    def lamp(what: str) -> Verdict:
        if panel.why and isinstance(panel, PinPanel) and not panel.lost:
            return failed(what, str(panel.why), "look at the wiring of the LEDs")
        if was_lit is None:
            time.sleep(LIT_S)
            return passed(what, "lit for a moment; nobody was asked whether it shone")
        fix = "turn the LED round (short leg to ground), or look for a loose wire"
        return passed(what, "shone") if was_lit() else failed(what, "did not shine", fix)

    def button(what: str, name: str) -> Verdict:
        # Presses from before the question do not count as an answer.
        while not presses.empty():
            presses.get_nowait()
        say(f"{what}: press it")
        others: dict[str, None] = {}
        until = time.monotonic() + patience_s
        with suppress(Empty):
            while (left := until - time.monotonic()) > 0:
                pressed = presses.get(timeout=left)
                if pressed == name:
                    return passed(what, "was pressed")
                others[pressed] = None
                say(f"  that was GPIO{pins.buttons[pressed]} {pressed}")
        if not others:
            fix = "its wires go to this pin and to ground"
            return failed(what, f"not pressed within {patience_s:.0f} s", fix)
        told = ", ".join(f"GPIO{pins.buttons[other]} ({other})" for other in others)
        return failed(what, f"pressed instead: {told}", "swap the wires, or the pins in the pin map")

    try:
        if isinstance(panel, NoPanel):
            yield failed("pins", str(panel.why), "the wiring can wait: first the pins must be there")
            return
        for name, pin in (*pins.lamps.items(), *pins.buttons.items()):
            what = f"GPIO{pin} {name}"
            if name in panel.lost:
                yield failed(what, "used by something else", "see what companion check says of it")
            elif name in pins.lamps:
                say(f"{what}: lit now")
                panel.light(frozenset({name}))
                yield lamp(what)
            else:
                panel.light(frozenset())
                yield button(what, name)
    finally:
        panel.close()


def table(camera: str | None) -> Iterator[Verdict]:
    """The camera, and the calibration of its pictures."""
    source = camera or _attached()
    if source is None:
        from vision.sources.attached import looked_for

        loose = "; a Pi camera whose ribbon cable is loose is not found" if is_pi() else ""
        yield untold("camera", f"{looked_for()}{loose}: the simulated table serves")
        return
    from ui.checks.lookout import look_through

    yield from look_through(source)


def _attached() -> str | None:
    from vision.sources.attached import has_pi_camera, video_devices

    return "picamera" if has_pi_camera() else next(iter(video_devices()), None)


def installed_version(*distributions: str) -> str | None:
    """The version of the first installed package among these; None if there is none."""
    for name in distributions:
        with suppress(PackageNotFoundError):
            return version(name)
    return None
