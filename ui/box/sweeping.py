"""Gives memory back: old widgets hold each other until they are swept up, and the C library keeps what was freed."""

import ctypes
import gc

_M_TRIM_THRESHOLD, _M_TOP_PAD, _M_MMAP_THRESHOLD, _M_ARENA_MAX = -1, -2, -3, -8
SPARE_BYTES = 64 * 1024
"""So much room may stay unused at the end of what the C library holds."""
LARGE_BYTES = 256 * 1024
"""What is larger than this goes back to the system as soon as nobody uses it: pictures, and little else."""


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
    """What the program needs for good is not looked through at every sweep."""
    gc.collect()
    gc.freeze()


def release() -> None:
    """What a closed app needed for good may be swept up with all else."""
    gc.unfreeze()


def sweep(_seconds: float = 0.0) -> None:
    """Frees what nothing uses any more, and hands it to the system."""
    gc.collect()
    trim()


def trim(_seconds: float = 0.0) -> None:
    """Hands to the system what was freed, where the C library can (glibc): a few ms."""
    hand_back = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if hand_back is not None:
        hand_back(0)
