"""Returns memory: reference cycles of old widgets are collected, freed blocks go to the system."""

import ctypes
import gc

_M_TRIM_THRESHOLD, _M_TOP_PAD, _M_MMAP_THRESHOLD, _M_ARENA_MAX = -1, -2, -3, -8
SPARE_BYTES = 64 * 1024
"""Maximum of unused bytes at the end of the C library's heap."""
LARGE_BYTES = 1024 * 1024
"""Minimum size of a block that returns to the system when freed: whole pictures, and little else.

The eye makes and drops blocks of half this size many times a frame: returned each time, they took a frame
without motion from 7 ms to 14 ms and saved no memory.
"""
MANY = 10_000
"""New objects after which the young ones are collected: that takes a few ms."""
OFTEN = 20
"""Number of such collections after which the old objects are searched too."""


def hand_back_large() -> None:
    """Fixes glibc's threshold for large blocks, which otherwise grows, and has all threads share one arena."""
    option = getattr(ctypes.CDLL(None), "mallopt", None)
    if option is not None:
        option(_M_MMAP_THRESHOLD, LARGE_BYTES)
        option(_M_TRIM_THRESHOLD, SPARE_BYTES)
        option(_M_TOP_PAD, SPARE_BYTES)
        option(_M_ARENA_MAX, 1)


def settle() -> None:
    """Exempts all present objects from later collections."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()


def only_when_asked() -> None:
    """Turns automatic collections off: they took 100 to 300 ms, mostly when a touch was to be answered."""
    gc.disable()


def release() -> None:
    """Makes a closed app's long-lived objects collectable again and turns automatic collections on."""
    gc.unfreeze()
    gc.enable()


def tidy() -> bool:
    """Collects the young objects if there are MANY; returns whether a full sweep is due."""
    young, _middle, often = gc.get_count()
    if young > MANY:
        gc.collect(1)
    return often > OFTEN


def sweep(_seconds: float = 0.0) -> None:
    """Collects everything and returns it to the system."""
    gc.collect()
    trim()


def trim(_seconds: float = 0.0) -> None:
    """Returns freed memory to the system where the C library can (glibc): a few ms."""
    hand_back = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if hand_back is not None:
        hand_back(0)
