"""How large the screen of a bare X server is: one without a window manager, which nobody fills at a window's wish.

A kiosk that starts the app by xinit is such a one. libX11 is asked, which a window on X needs in any case.
"""

import ctypes
import os
from contextlib import closing
from typing import Any

_WHO_MANAGES = b"_NET_SUPPORTING_WM_CHECK"
"""A property of the root window that every window manager of today sets."""
_IF_IT_EXISTS = 1


def bare_screen() -> tuple[int, int] | None:
    """Width and height of the screen; None where there is no X, or a window manager, or no telling."""
    if not os.environ.get("DISPLAY") or os.environ.get("SDL_VIDEODRIVER", "x11") != "x11":
        return None
    try:
        with closing(_Screen()) as screen:
            return None if screen.is_managed() else screen.size()
    except (OSError, AttributeError):  # no libX11, or no server that answers
        return None


class _Screen:
    """The first screen of the X server that DISPLAY names. Raises OSError where none answers."""

    def __init__(self) -> None:
        self._x: Any = ctypes.CDLL("libX11.so.6")
        self._x.XOpenDisplay.restype = ctypes.c_void_p
        self._x.XInternAtom.restype = self._x.XDefaultRootWindow.restype = ctypes.c_ulong
        opened = self._x.XOpenDisplay(None)
        if not opened:
            raise OSError("no X server answers")
        self._display = ctypes.c_void_p(opened)

    def size(self) -> tuple[int, int]:
        first = self._x.XDefaultScreen(self._display)
        return self._x.XDisplayWidth(self._display, first), self._x.XDisplayHeight(self._display, first)

    def is_managed(self) -> bool:
        """Whether a window manager runs."""
        atom = self._x.XInternAtom(self._display, _WHO_MANAGES, _IF_IT_EXISTS)
        if not atom:
            return False
        root = self._x.XDefaultRootWindow(self._display)
        kind, count, left = ctypes.c_ulong(), ctypes.c_ulong(), ctypes.c_ulong()
        width, value = ctypes.c_int(), ctypes.c_void_p()
        self._x.XGetWindowProperty(
            self._display, ctypes.c_ulong(root), ctypes.c_ulong(atom), ctypes.c_long(0), ctypes.c_long(1), 0,
            ctypes.c_ulong(0), ctypes.byref(kind), ctypes.byref(width), ctypes.byref(count), ctypes.byref(left),
            ctypes.byref(value),
        )  # fmt: skip
        if value:
            self._x.XFree(value)
        return count.value > 0

    def close(self) -> None:
        self._x.XCloseDisplay(self._display)
