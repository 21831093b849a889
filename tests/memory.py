"""What the C library does with memory that is freed."""

import ctypes

_M_TRIM_THRESHOLD, _M_TOP_PAD, _M_MMAP_THRESHOLD = -1, -2, -3
MIB = 1 << 20
LARGEST_BYTES = 32 * MIB
"""What is larger is the system's again at once: glibc takes no higher limit."""


def keep_freed() -> None:
    """Has glibc keep what is freed, up to 512 MiB: the eye's arrays, given back and faulted in anew, cost a tenth of
    the suite's time.
    """
    option = getattr(ctypes.CDLL(None), "mallopt", None)
    if option is not None:
        option(_M_MMAP_THRESHOLD, LARGEST_BYTES)
        option(_M_TRIM_THRESHOLD, 512 * MIB)
        option(_M_TOP_PAD, 32 * MIB)
