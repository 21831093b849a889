"""Gives memory back: old widgets hold each other until they are swept up, and the C library keeps what was freed."""

import ctypes
import gc

_M_MMAP_THRESHOLD = -3
LARGE_BYTES = 256 * 1024
"""What is larger than this goes back to the system as soon as nobody uses it: pictures, and little else."""


def hand_back_large() -> None:
    """Keeps the C library (glibc) from taking what was large once for usual, and keeping room for it ever after."""
    option = getattr(ctypes.CDLL(None), "mallopt", None)
    if option is not None:
        option(_M_MMAP_THRESHOLD, LARGE_BYTES)


def settle() -> None:
    """What the program needs for good is not looked through at every sweep."""
    gc.collect()
    gc.freeze()


def release() -> None:
    """What a closed app needed for good may be swept up with all else."""
    gc.unfreeze()


def sweep(_seconds: float = 0.0) -> None:
    """Frees what nothing uses any more, and hands it to the system where the C library can (glibc)."""
    gc.collect()
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)
