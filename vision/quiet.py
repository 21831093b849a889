"""Keeps what OpenCV and FFmpeg say among themselves off the terminal: faults are told by SourceFault instead."""

import os

import cv2


def keep_quiet() -> None:
    """Only errors of OpenCV, and nothing of FFmpeg, go to stderr from now on, unless the environment asks for it."""
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
    if "OPENCV_LOG_LEVEL" not in os.environ:
        cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_ERROR)
