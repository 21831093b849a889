"""Keeps what OpenCV and FFmpeg say among themselves off the terminal: faults are told by SourceFault instead."""

import os
import tempfile
import threading
from collections.abc import Callable
from typing import TypeVar

import cv2

T = TypeVar("T")

_JPEG = b"Corrupt JPEG data"
_ASIDE = threading.Lock()
_ERRORS_ONLY = 2
"""OpenCV's LOG_LEVEL_ERROR."""


def keep_quiet() -> None:
    """Only errors of OpenCV, and nothing of FFmpeg, go to stderr from now on, unless the environment asks for it."""
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
    if "OPENCV_LOG_LEVEL" not in os.environ:
        # not under one name in all releases: OpenCV 4.10 has cv2.setLogLevel, 5.0 cv2.utils.logging
        setting = getattr(cv2, "setLogLevel", None) or cv2.utils.logging.setLogLevel
        setting(_ERRORS_ONLY)


def damage_said(decode: Callable[[], T]) -> tuple[T, str | None]:
    """What a JPEG decoder gives, and what it said of damaged data, which it says nowhere but on stderr.

    Whatever else comes there meanwhile is passed on.
    """
    with _ASIDE, tempfile.TemporaryFile() as aside:
        try:
            stderr = os.dup(2)
        except OSError:  # a service without one
            return decode(), None
        os.dup2(aside.fileno(), 2)
        try:
            found = decode()
        finally:
            os.dup2(stderr, 2)
            os.close(stderr)
        aside.seek(0)
        said = aside.read().splitlines(keepends=True)
    others = b"".join(line for line in said if _JPEG not in line)
    if others:
        os.write(2, others)
    damage = next((line.decode(errors="replace").strip() for line in said if _JPEG in line), None)
    return found, damage
