"""Assembles and runs the app: window settings first, then journal, screens and, at a game, the eye.

As a program it draws the first screen and ends: `companion check --quick` runs it in a folder of its own.
"""

import atexit
import ctypes
import faulthandler
import fcntl
import logging
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from datetime import datetime
from importlib import import_module
from itertools import count
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import Any

from companion.game import Setup
from companion.language import day_words
from hardware.machine import box_power, touch_provider
from hardware.updates import find_updates, went_well
from ui.box.sweeping import hand_back_large
from ui.words import _

USUAL_SIZE = (1280, 720)
LOG_BYTES = 400_000
TOUCH_PROVIDERS = {
    "mouse": ("mouse", "mouse,disable_multitouch"),
    "mtdev": ("touch", "probesysfs,provider=mtdev"),
    "hidinput": ("touch", "probesysfs,provider=hidinput"),
}
"""Exactly one is used, detected or named by ZO_TOUCH; with two, each touch would come twice."""


def configure(home: Path, size: tuple[int, int] | None = None, *, fullscreen: bool = False) -> None:
    """Settles Kivy before its window exists: its own folder, one touch provider, no multisampling.

    Raises ValueError for an unknown touch provider.
    """
    touch = os.environ.get("ZO_TOUCH") or touch_provider()
    if touch not in TOUCH_PROVIDERS:
        raise ValueError(f"ZO_TOUCH: expected one of {', '.join(TOUCH_PROVIDERS)}, found {touch!r}")
    # Without graphics hardware Mesa buffers frames: 100 MB, and a core that the eye needs.
    usual = {
        "LP_NUM_THREADS": "0", "KIVY_NO_ARGS": "1", "KIVY_NO_CONFIG": "1", "KIVY_NO_FILELOG": "1",
        "KIVY_LOG_MODE": "PYTHON", "KIVY_HOME": str(home / "kivy"),
    }  # fmt: skip
    os.environ |= usual | os.environ
    hand_back_large()
    # Kivy's folder; on a read-only disk a temporary one.
    folder = Path(os.environ["KIVY_HOME"])
    with suppress(OSError):
        home.mkdir(mode=0o700, parents=True, exist_ok=True)
        folder.mkdir(parents=True, exist_ok=True)
    if not os.access(folder, os.W_OK):
        try:
            passing = tempfile.mkdtemp(prefix="zo-companion-")
        except OSError:
            passing = tempfile.mkdtemp(prefix="zo-companion-", dir="/dev/shm")
        os.environ["KIVY_HOME"] = passing
        atexit.register(shutil.rmtree, passing, ignore_errors=True)
    from kivy.config import Config

    width, height = size or USUAL_SIZE
    Config.remove_section("input")
    Config.add_section("input")
    Config.set("input", *TOUCH_PROVIDERS[touch])
    graphics = {
        "multisamples": 0, "width": width, "height": height, "minimum_width": 480, "minimum_height": 480,
        "fullscreen": "auto" if fullscreen else 0, "show_cursor": 0 if fullscreen else 1,
        # The app dims by itself; a display server would blank the screen during play.
        "allow_screensaver": 0 if fullscreen else 1,
    }  # fmt: skip
    Config.setall("graphics", graphics)
    Config.setall("kivy", {"exit_on_escape": 0, "log_level": "warning"})
    # A touch keeps its origin even if it moves before its first frame: else a quick drag is a tap.
    motion = import_module("kivy.input.motionevent").MotionEvent
    motion.sync_with_dispatch = property(lambda _touch: False, lambda _touch, _given: None)


def keep_log(file: Path) -> None:
    """Logs warnings and worse to a file for the support bundle, up to LOG_BYTES.

    Without a writable file there is none.
    """
    with suppress(OSError):
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not os.access(file.parent, os.W_OK):
        return
    handler = RotatingFileHandler(file, maxBytes=LOG_BYTES, backupCount=1, encoding="utf-8", delay=True)
    handler.setLevel(logging.WARNING)
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s %(message)s"))
    logging.getLogger().addHandler(handler)


def asked_size() -> tuple[int, int] | None:
    """The window's size from ZO_SIZE, such as 800x480. Raises ValueError."""
    text = os.environ.get("ZO_SIZE")
    if not text:
        return None
    width, cross, height = text.lower().partition("x")
    if not (cross and width.isdecimal() and height.isdecimal()):
        raise ValueError(f"ZO_SIZE: expected WIDTHxHEIGHT such as 800x480, found {text!r}")
    return int(width), int(height)


def asked_fullscreen() -> bool:
    """Whether the window fills the screen: ZO_FULLSCREEN (0 or 1), else on a Raspberry Pi.

    Raises ValueError.
    """
    from hardware.machine import is_pi

    text = os.environ.get("ZO_FULLSCREEN", "")
    if text not in ("", "0", "1"):
        raise ValueError(f"ZO_FULLSCREEN: expected 0 or 1, found {text!r}")
    return text == "1" if text else is_pi()


def window_size(asked: tuple[int, int] | None, *, fullscreen: bool) -> tuple[int, int] | None:
    """The initial size: as asked, or the whole screen without a window manager; None: the default."""
    return bare_screen() if asked is None and fullscreen else asked


def local_time(stamp: str) -> str:
    """A journal's time stamp (UTC, ISO 8601) in local words: with the day only if it is not today."""
    try:
        then = datetime.fromisoformat(stamp).astimezone()
    except ValueError:
        return stamp
    is_today, clock = then.date() == datetime.now().astimezone().date(), then.strftime("%H:%M")
    return clock if is_today else f"{day_words(then.year, then.month, then.day)} {clock}"


def run(
    game: str | None = None,
    demo: Setup | None = None,
    source: str | None = None,
    size: tuple[int, int] | None = None,
    *,
    fullscreen: bool | None = None,
    each_tick: Callable[[Any], None] | None = None,
) -> int:
    """Opens the app and returns the exit code when it is closed.

    `game`: offered first. `source`: a camera as `companion watch` names it, or `simulated`. `demo`: a set-up
    that plays itself on the simulated table. Raises ValueError for an invalid environment variable,
    AnotherWindow if one is open on the same games.
    """
    from ui.places import data_home, log_file

    size = size or asked_size()
    if fullscreen is None:
        fullscreen = asked_fullscreen()
    size = window_size(size, fullscreen=fullscreen)
    with only_window(data_home()):
        if box_power() is not None:
            # If the watchdog ends a hanging app, the machine's log says where it hung.
            faulthandler.enable()
        # Kivy reads its settings on import, so nothing of it may be imported before.
        configure(data_home(), size, fullscreen=fullscreen)
        keep_log(log_file())
        from ui.touch.app import CompanionApp, PagesPanel

        panel = PagesPanel()
        desk = make_desk(game, source if demo is None else "simulated", panel.let_go)
        if demo is not None:
            from ui.demo.playing import Player

            each_tick = Player(desk, setup=demo)
        CompanionApp(desk, each_tick, panel).run()
        went_well()
    return 0


def make_desk(
    game: str | None = None, source: str | None = None, before_game: Callable[[], None] = lambda: None
) -> Any:
    """The desk with this machine's journal; a journal fault is told on the first screen.

    `before_game` is called before a game is laid on the table.
    """
    from companion.games import all_games
    from companion.language import ENGLISH, speak
    from ui.box.opening import open_table, sources
    from ui.journal.store import open_anyhow
    from ui.languages import language
    from ui.owned.settings import SettingsKept
    from ui.pages.agreement import Agreement
    from ui.pages.desk import Desk
    from ui.places import games_folder
    from ui.records.beginning import game_named, usual_game
    from ui.web.phones import WebPhones
    from ui.web.shelf import JournalShelf

    settings = SettingsKept()
    # The language comes before the journal, whose faults stand on the first screen.
    speak(language(settings.now.language or ENGLISH.code))
    power = box_power()
    store = open_anyhow(games_folder())
    first = game_named(game) if game else usual_game(store)
    games = tuple(all_games().values())
    agreement = Agreement(games, lambda: sources(source), source, first=first)

    def opener(referee: Any, book: Any, source: str) -> Any:
        before_game()
        return open_table(referee, book, source)

    desk = Desk(store, opener, agreement, when=local_time, clock=time.monotonic, settings=settings)
    if power is not None:
        desk.be_box(power)
    desk.phones = WebPhones(JournalShelf(games_folder(), local_time))
    desk.may_change_version(find_updates(is_box=power is not None))
    # By name, since the base imports no extra.
    desk.club = import_module("ui.club.broker.link").BoxInClub()
    return desk


# The size of a bare X screen, as of a kiosk started by xinit: without a window manager nobody enlarges a
# window on request. libX11 is there, as every window on X needs it.


_WHO_MANAGES = b"_NET_SUPPORTING_WM_CHECK"
"""A root window property that every modern window manager sets."""
_IF_IT_EXISTS = 1


def bare_screen() -> tuple[int, int] | None:
    """Width and height of the screen; None with a window manager, without X, or if unknown."""
    if not os.environ.get("DISPLAY") or os.environ.get("SDL_VIDEODRIVER", "x11") != "x11":
        return None
    try:
        x: Any = ctypes.CDLL("libX11.so.6")
        x.XOpenDisplay.restype = ctypes.c_void_p
        x.XInternAtom.restype = x.XDefaultRootWindow.restype = ctypes.c_ulong
        x.XListProperties.restype = ctypes.POINTER(ctypes.c_ulong)
        display = ctypes.c_void_p(x.XOpenDisplay(None))
    except (OSError, AttributeError):  # no libX11
        return None
    if not display:  # no server that answers
        return None
    count, root = ctypes.c_int(), ctypes.c_ulong(x.XDefaultRootWindow(display))
    found = x.XListProperties(display, root, ctypes.byref(count))
    managed = x.XInternAtom(display, _WHO_MANAGES, _IF_IT_EXISTS) in (found[: count.value] if found else ())
    if found:
        x.XFree(found)
    first = x.XDefaultScreen(display)
    size = x.XDisplayWidth(display, first), x.XDisplayHeight(display, first)
    x.XCloseDisplay(display)
    return None if managed else size


FILE = "window.lock"


class AnotherWindow(Exception):
    """Another window is open on the same games; the message says so."""


@contextmanager
def only_window(home: Path) -> Iterator[None]:
    """Holds the lock of a folder of games for this window. Raises AnotherWindow.

    On a read-only disk there is no lock, and nothing that two windows could spoil.
    """
    with ExitStack() as held:
        try:
            home.mkdir(mode=0o700, parents=True, exist_ok=True)
            file = os.open(home / FILE, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            held.callback(os.close, file)
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            words = _("Zo Companion is open already: another window plays the games in {folder}.")
            raise AnotherWindow(words.format(folder=home)) from None
        except OSError:
            pass
        yield


def first_screen() -> int:
    """Opens the app until its first screen is drawn; the exit code."""
    from ui.checks.machine import NO_WINDOW
    from ui.places import data_home

    size, frames = (800, 480), count(1)
    configure(data_home(), size)
    from kivy.core.window import Window

    if Window is None:
        return NO_WINDOW

    def each_tick(app: Any) -> None:
        if next(frames) == 2:  # the first one has been drawn
            app.stop()

    return run(source="simulated", size=size, fullscreen=False, each_tick=each_tick)


if __name__ == "__main__":
    sys.exit(first_screen())
