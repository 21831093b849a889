"""Gives memory back: old widgets hold each other until they are swept up, and the C library keeps what was freed."""

import ctypes
import gc


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
