"""Which board this is."""

from pathlib import Path

_MODEL = Path("/proc/device-tree/model")


def is_pi() -> bool:
    try:
        return b"Raspberry Pi" in _MODEL.read_bytes()
    except OSError:
        return False
