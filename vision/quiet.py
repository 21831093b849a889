"""Keeps what OpenCV and FFmpeg say among themselves off the terminal: faults are told by SourceFault instead."""

import os

import cv2

_ERRORS_ONLY = 2
"""OpenCV's LOG_LEVEL_ERROR."""


def keep_quiet() -> None:
    """Only errors of OpenCV, and nothing of FFmpeg, go to stderr from now on, unless the environment asks for it."""
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
    if "OPENCV_LOG_LEVEL" not in os.environ:
        # not under one name in all releases: OpenCV 4.10 has cv2.setLogLevel, 5.0 cv2.utils.logging
        setting = getattr(cv2, "setLogLevel", None) or cv2.utils.logging.setLogLevel
        setting(_ERRORS_ONLY)
