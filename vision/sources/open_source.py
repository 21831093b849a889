"""Opens whatever people name as a camera: `picamera`, a V4L device, a video, a folder or a glob of pictures."""

import glob
import time
from collections.abc import Callable
from pathlib import Path

from companion.language import _, marked
from vision.sources.frames import FrameSource, SourceFault
from vision.sources.locks import LockBook
from vision.sources.picam import open_picamera
from vision.sources.pictures import SUFFIXES, is_picture
from vision.sources.replay import STILL_SECONDS, Pictures, Video, natural, pictures_in
from vision.sources.video_device import open_device

VIDEO_SUFFIXES = frozenset(
    {".mp4", ".avi", ".mkv", ".mov", ".webm", ".m4v", ".mjpeg", ".mjpg", ".mpg", ".mpeg"}
)

_EXPECTED = marked("picamera, a device (/dev/video0 or 0), a video, a folder or a glob of pictures")


def open_source(
    text: str,
    still: float = STILL_SECONDS,
    clock: Callable[[], float] = time.monotonic,
    locks: LockBook | None = None,
) -> FrameSource:
    """The frame source that a word names.

    `still`: how many seconds each picture of a folder or glob counts as still. `clock` stamps the frames of cameras.
    `locks`: where what the camera is told to hold is kept.
    Raises SourceFault that says what was expected and what was found.
    """
    if not text.strip():
        raise SourceFault(_("expected {sources}, found nothing").format(sources=_(_EXPECTED)), "source")
    if text == "picamera":
        return open_picamera(clock, locks)
    # What lies in the machine's memory has a path under /dev as well, and is no device.
    is_device = text.startswith("/dev/") and not text.startswith("/dev/shm/")
    if text.isdigit() or is_device:
        return open_device(text, clock, locks=locks)
    path = Path(text).expanduser()
    if path.is_dir():
        return pictures_in(path, still)
    if path.is_file():
        if is_picture(path):
            return Pictures([path], still)
        if path.suffix.lower() in VIDEO_SUFFIXES:
            return Video(path)
        known = " ".join(sorted(SUFFIXES | VIDEO_SUFFIXES))
        raise SourceFault(
            _("expected a picture or a video ({known}), found another kind of file").format(known=known), path
        )
    if glob.has_magic(text):
        pattern = str(path)
        files = [Path(name) for name in glob.glob(pattern, recursive=True)]  # noqa: PTH207 - patterns may be absolute
        pictures = [file for file in files if is_picture(file) and file.is_file()]
        if not pictures:
            raise SourceFault(_("expected pictures (PNG, JPEG, WebP or BMP), found none that match"), pattern)
        return Pictures(sorted(pictures, key=lambda file: natural(file.as_posix())), still)
    raise SourceFault(_("expected {sources}, found no such file").format(sources=_(_EXPECTED)), text)
