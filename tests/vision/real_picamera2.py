"""The real picamera2 on libcamera's virtual pipeline, as far as a machine without a camera has them.

What it needs: Debian 13's `python3-libcamera` and `libcamera-ipa`, picamera2 from PyPI, pictures named 0.jpg, 1.jpg …
in a folder, and /usr/share/libcamera/pipeline/virtual/virtual.yaml that names a camera "Virtual0" of 1920 × 1080 with
that folder as its `frames: path:`. A kernel without /dev/dma_heap needs a preloaded library that answers for it.
"""

import importlib
import sys
from types import ModuleType
from typing import Any
from unittest.mock import MagicMock


def library() -> Any:
    """picamera2, made fit for a camera that has no raw pictures. Raises LookupError with what is missing."""
    try:
        libcamera = importlib.import_module("libcamera")
    except ImportError as fault:
        raise LookupError(f"libcamera's Python module is not here: {fault}") from None
    if not any("Virtual" in camera.id for camera in libcamera.CameraManager.singleton().cameras):
        raise LookupError(
            "libcamera has no virtual camera: see the first lines of tests/vision/real_picamera2.py"
        )
    try:
        importlib.import_module("pykms")
    except ImportError:
        sys.modules["pykms"] = MagicMock()  # for a preview on the screen, that nobody here asks for
    try:
        picamera2: Any = importlib.import_module("picamera2")
        allocators: Any = importlib.import_module("picamera2.allocators")
    except ImportError as fault:
        raise LookupError(f"picamera2 is not here: {fault}") from None

    class Virtual(picamera2.Picamera2):  # type: ignore[misc, name-defined]
        """A camera without raw pictures, of formats with two planes. `taken`: another program has it."""

        taken = False

        def __init__(self, camera_num: int = 0) -> None:
            super().__init__(camera_num)
            self.allocator = allocators.LibcameraAllocator(self.camera)

        def _open_camera(self) -> None:
            if self.taken:  # the virtual camera lets any number of programs have it
                raise RuntimeError("Failed to acquire camera: Device or resource busy")
            super()._open_camera()

        def _get_raw_modes(self) -> list[dict[str, Any]]:
            asked = self.camera.generate_configuration([libcamera.StreamRole.Viewfinder])
            formats = asked.at(0).formats
            return [
                {"format": str(kind), "size": (size.width, size.height)}
                for kind in formats.pixel_formats
                for size in formats.sizes(kind)
            ]

    found = ModuleType("picamera2")
    found.Picamera2 = Virtual  # type: ignore[attr-defined]
    found.CameraManager = importlib.import_module("picamera2.picamera2").CameraManager  # type: ignore[attr-defined]
    return found
