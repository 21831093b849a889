"""Opens a camera by name: `picamera`, a V4L device, a video, a folder or a glob of pictures.

Recorded pictures are given out in the order of their names, none skipped. Rule kept: an unreadable one raises a
SourceFault that names it, before anything is made of it.
"""

import glob
import re
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import cv2
import numpy as np

from companion.language import _, marked, system_words
from vision.sources.device import open_device
from vision.sources.frames import Frame, FrameSource, SourceFault
from vision.sources.locks import LockBook
from vision.sources.picam import open_picamera
from vision.sources.pictures import SUFFIXES, is_picture, keep_quiet, pictures_of, read_picture

VIDEO_SUFFIXES = frozenset(
    {".mp4", ".avi", ".mkv", ".mov", ".webm", ".m4v", ".mjpeg", ".mjpg", ".mpg", ".mpeg"}
)

_EXPECTED = marked("picamera, a device (/dev/video0 or 0), a video, a folder or a glob of pictures")
STILL_SECONDS = 1.0
"""Seconds for which each picture of a folder counts as still."""


def natural(name: str) -> tuple[tuple[int, int | str], ...]:
    """A sort key that puts `2.jpg` before `10.jpg`."""
    parts = re.split(r"(\d+)", name.lower())
    return tuple((0, int(part)) if part.isdigit() else (1, part) for part in parts if part)


class Pictures:
    """Pictures as a camera: one per call of newest(), in order; `at` grows by `still` seconds a picture.

    newest() raises SourceFault for an unreadable picture; the next call goes on with the next one.
    """

    trouble: str | None = None

    def __init__(self, files: Sequence[Path], still: float = STILL_SECONDS) -> None:
        self.files = tuple(files)
        self.still = still
        self._next = 0

    @property
    def ended(self) -> bool:
        return self._next >= len(self.files)

    def newest(self) -> Frame | None:
        if self.ended:
            return None
        number, file = self._next, self.files[self._next]
        self._next += 1
        return Frame(read_picture(file), number * self.still, number, file.name)

    def close(self) -> None:
        self._next = len(self.files)


def pictures_in(folder: Path, still: float = STILL_SECONDS) -> Pictures:
    """The pictures of a folder in the order of their names, numbers by value. Raises SourceFault for an empty one."""
    try:
        files = pictures_of(folder)
    except OSError as error:
        words = _("expected a folder of pictures, found: {why}").format(why=system_words(error))
        raise SourceFault(words, folder) from None
    if not files:
        raise SourceFault(_("expected pictures (PNG, JPEG, WebP or BMP), found none"), folder)
    return Pictures(sorted(files, key=lambda file: natural(file.name)), still)


def pictures_from(files: Sequence[str], still: float = STILL_SECONDS) -> Pictures:
    """These picture files in this order. Raises SourceFault for none, or for one that is missing or no picture."""
    if not files:
        raise SourceFault(_("pictures: expected picture files, found none"))
    for file in files:
        if not is_picture(Path(file)) or not Path(file).is_file():
            raise SourceFault(_("expected a picture (PNG, JPEG, WebP or BMP), found none"), file)
    return Pictures([Path(file) for file in files], still)


class Video:
    """A video file as a camera: each frame in turn, `at` by the file's own rate.

    Raises SourceFault if the file cannot be opened and, from newest(), if it ends before its promised number of frames;
    the message has the number read.
    """

    trouble: str | None = None

    def __init__(self, file: Path) -> None:
        if not file.is_file():
            raise SourceFault(_("expected a video, found no such file"), file)
        keep_quiet()
        self._file = file
        self._capture = cv2.VideoCapture(str(file))
        if not self._capture.isOpened():
            raise SourceFault(_("expected a video, found a file that cannot be decoded"), file)
        rate = float(self._capture.get(cv2.CAP_PROP_FPS))
        self._rate = rate if 0.1 <= rate <= 1000.0 else 25.0
        self._promised = int(self._capture.get(cv2.CAP_PROP_FRAME_COUNT))
        self._number = 0
        self.ended = False

    def newest(self) -> Frame | None:
        if self.ended:
            return None
        got, image = self._capture.read()
        if not got or image is None:
            self.close()
            # Containers' counts are off by a frame or two; more missing frames mean a cut-off file.
            if self._number == 0:
                raise SourceFault(
                    _("expected a video, found one without a frame that can be read"), self._file
                )
            missing = self._promised - self._number
            if missing > max(2, self._promised // 50):
                words = _("expected {promised} frames, found a video cut off after {number}")
                raise SourceFault(words.format(promised=self._promised, number=self._number), self._file)
            return None
        frame = Frame(np.asarray(image, np.uint8), self._number / self._rate, self._number)
        self._number += 1
        return frame

    def close(self) -> None:
        self.ended = True
        self._capture.release()


def open_source(
    text: str,
    still: float = STILL_SECONDS,
    clock: Callable[[], float] = time.monotonic,
    locks: LockBook | None = None,
) -> FrameSource:
    """The frame source of a name.

    `still`: seconds for which each picture of a folder or glob counts as still. `clock` stamps the frames of cameras.
    `locks`: the store of the camera's locked settings. Raises SourceFault with what was expected and what was found.
    """
    if not text.strip():
        raise SourceFault(_("expected {sources}, found nothing").format(sources=_(_EXPECTED)), "source")
    if text == "picamera":
        return open_picamera(clock, locks)
    # Files in memory (/dev/shm) are not devices.
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
