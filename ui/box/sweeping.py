"""Gives memory back: old widgets hold each other until they are swept up, and the C library keeps what was freed."""

import ctypes
import gc

_M_TRIM_THRESHOLD, _M_TOP_PAD, _M_MMAP_THRESHOLD, _M_ARENA_MAX = -1, -2, -3, -8
SPARE_BYTES = 64 * 1024
"""Bytes that may stay unused at the end of what the C library holds."""
LARGE_BYTES = 1024 * 1024
"""What is larger than this goes back to the system as soon as nobody uses it: whole pictures, and little else.

The eye makes and drops its small ones, of half this size, many times a frame: handed back each time, they took a frame
in which nothing moves from 7 ms to 14 ms, and no memory was won.
"""
MANY = 10_000
"""New things after which those that nothing uses any more are freed: that takes a few ms."""
OFTEN = 20
"""After this many times all else is looked through too."""


def hand_back_large() -> None:
    """Keeps the C library (glibc) from taking what was large once for usual, and keeping room for it ever after.

    All threads draw on one store, so that what one of them frees serves the others.
    """
    option = getattr(ctypes.CDLL(None), "mallopt", None)
    if option is not None:
        option(_M_MMAP_THRESHOLD, LARGE_BYTES)
        option(_M_TRIM_THRESHOLD, SPARE_BYTES)
        option(_M_TOP_PAD, SPARE_BYTES)
        option(_M_ARENA_MAX, 1)


def settle() -> None:
    """What is there now is not looked through at a sweep, until it settles anew."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()


def only_when_asked() -> None:
    """Python sweeps no more unasked: that took 100 to 300 ms, mostly just when a touch was to be answered."""
    gc.disable()


def release() -> None:
    """What a closed app needed for good may be swept up with all else, and Python sees to it again."""
    gc.unfreeze()
    gc.enable()


def tidy() -> bool:
    """Frees what was made lately and nothing uses any more, where that is much; whether a sweep is due."""
    young, _middle, often = gc.get_count()
    if young > MANY:
        gc.collect(1)
    return often > OFTEN


def sweep(_seconds: float = 0.0) -> None:
    """Frees what nothing uses any more, and hands it to the system."""
    gc.collect()
    trim()


def trim(_seconds: float = 0.0) -> None:
    """Hands to the system what was freed, where the C library can (glibc): a few ms."""
    hand_back = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if hand_back is not None:
        hand_back(0)
