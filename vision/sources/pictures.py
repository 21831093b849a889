"""Reads picture files whole or not at all: a cut-off file is an error, never a half-grey picture.

OpenCV decodes the rest of a cut-off PNG or JPEG and reports that only on stderr, so the end of the file is
checked here first (PNG: every chunk's length and checksum; JPEG: the end marker; WebP and BMP: the length in
the head). Pictures that are too large are refused by their heads, before anything is decoded.
"""

import os
import struct
import tempfile
import threading
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.bounded import file_bytes
from companion.language import _, system_words
from vision.arrays import Picture, T
from vision.sources.frames import SourceFault

MOST_PIXELS: Final = 50_000_000
"""Maximum pixels. Today's cameras make 12 to 48 million; a crafted file of a few kilobytes may claim any number."""
LEAST_SIDE: Final = 8
PNG: Final = b"\x89PNG\r\n\x1a\n"
_FRAMES: Final = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""The JPEG markers of segments with a picture's size."""


def size_fault(data: bytes) -> str | None:
    """The words for why a picture is refused for its size, or has none; None if it may be decoded."""
    sizes = list(sizes_of(data))
    for wide, high in sizes:
        if wide * high > MOST_PIXELS:
            words = _("{wide} × {high} px: at most {most} million pixels are read")
            return words.format(wide=wide, high=high, most=MOST_PIXELS // 10**6)
        if min(wide, high) < LEAST_SIDE:
            words = _("{wide} × {high} px: each side needs {least} px or more")
            return words.format(wide=wide, high=high, least=LEAST_SIDE)
    return None if sizes else _("no size in it")


def sizes_of(data: bytes) -> Iterator[tuple[int, int]]:
    """Every size (width, height in px) in the head of a PNG, JPEG, WebP or BMP file; forged heads have several."""
    if data.startswith(PNG):
        if len(data) >= 24:
            yield struct.unpack(">II", data[16:24])
    elif data.startswith(_JPEG):
        for kind, at in _jpeg_parts(data):
            if kind in _FRAMES and at + 9 <= len(data):
                high, wide = struct.unpack(">HH", data[at + 5 : at + 9])
                yield wide, high
    elif data[:4] == b"RIFF":
        yield from _webp_sizes(data)
    elif data.startswith(b"BM") and len(data) >= 26:
        (head,) = struct.unpack("<I", data[14:18])
        wide, high = struct.unpack("<HH", data[18:22]) if head == 12 else struct.unpack("<ii", data[18:26])
        yield abs(wide), abs(high)


def _jpeg_parts(data: bytes) -> Iterator[tuple[int, int]]:
    """The segments of a JPEG up to the picture's own scan: marker, and its offset."""
    at = 2
    while at + 4 <= len(data) and data[at] == 0xFF:
        kind = data[at + 1]
        if kind == 0xFF:
            at += 1
            continue
        yield kind, at
        if kind == 0xDA:
            return
        at += 2 + int(struct.unpack(">H", data[at + 2 : at + 4])[0])


def _webp_sizes(data: bytes) -> Iterator[tuple[int, int]]:
    at = 12
    while at + 18 <= len(data):
        kind, body = data[at : at + 4], data[at + 8 : at + 18]
        if kind == b"VP8X":
            yield 1 + int.from_bytes(body[4:7], "little"), 1 + int.from_bytes(body[7:10], "little")
        elif kind == b"VP8 ":
            wide, high = struct.unpack("<HH", body[6:10])
            yield wide & 0x3FFF, high & 0x3FFF
            return
        elif kind == b"VP8L":
            bits = int.from_bytes(body[1:5], "little")
            yield 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
            return
        (length,) = struct.unpack("<I", data[at + 4 : at + 8])
        at += 8 + length + length % 2


SUFFIXES = frozenset({".png", ".jpg", ".jpeg", ".webp", ".bmp"})
"""File name endings (lower case) of pictures."""
UNREAD = frozenset({".heic", ".heif", ".avif", ".jxl", ".jp2", ".tif", ".tiff", ".gif", ".dng"})
"""Endings of pictures that phones and scanners write and `read_picture` refuses."""

MOST_PICTURE_BYTES = 64 * 2**20
"""Maximum length of a file that is read."""
_JPEG = b"\xff\xd8\xff"
_PNG_KINDS_WITH_ALPHA = (4, 6)


class PictureFault(SourceFault):
    """A picture file that cannot be used; the message names the file, what was expected and what found."""


def is_picture(path: Path) -> bool:
    """Whether a file is a picture by its name; hidden files (such as macOS's `._name`) are not."""
    return path.suffix.lower() in SUFFIXES and not path.name.startswith(".")


def pictures_of(folder: Path) -> list[Path]:
    """The picture files of a folder, unsorted, including those that `read_picture` refuses, so that each is reported.

    Raises OSError.
    """
    kinds = SUFFIXES | UNREAD
    return [
        file
        for file in folder.iterdir()
        if file.suffix.lower() in kinds and not file.name.startswith(".") and file.is_file()
    ]


def read_picture(path: Path) -> Picture:
    """The picture in a file as BGR, turned upright as its EXIF data say, transparent parts on white.

    Raises PictureFault if the file is missing, empty, cut off, damaged or no picture.
    """
    try:
        data = file_bytes(path, MOST_PICTURE_BYTES)
    except FileNotFoundError:
        raise PictureFault(_("expected a picture, found no such file"), path) from None
    except IsADirectoryError:
        raise PictureFault(_("expected a picture, found a folder"), path) from None
    except OSError as error:
        words = _("expected a readable picture, found: {why}").format(why=system_words(error))
        raise PictureFault(words, path) from None
    return decode_picture(data, str(path))


def decode_picture(data: bytes, name: str) -> Picture:
    """The picture in these bytes. Raises PictureFault, with `name` in its message."""
    wrong = _incomplete(data) or size_fault(data)
    if wrong is not None:
        words = _("expected a whole picture (PNG, JPEG, WebP or BMP), found {wrong}")
        raise PictureFault(words.format(wrong=wrong), name)
    jpeg = data.startswith(_JPEG)
    alpha = data.startswith(PNG) and (data[25] in _PNG_KINDS_WITH_ALPHA or b"tRNS" in data[: 1 << 16])
    image, damage = (
        damage_said(lambda: _decoded(data, alpha=alpha)) if jpeg else (_decoded(data, alpha=alpha), None)
    )
    if image is None or damage is not None:
        found = damage or _("data that cannot be decoded")
        raise PictureFault(_("expected a picture, found {found}").format(found=found), name)
    return _on_white(image)


def _decoded(data: bytes, *, alpha: bool) -> NDArray[np.generic] | None:
    try:
        found = cv2.imdecode(
            np.frombuffer(data, np.uint8), cv2.IMREAD_UNCHANGED if alpha else cv2.IMREAD_COLOR
        )
    except cv2.error:
        return None
    return None if found is None else np.asarray(found)


def _on_white(image: NDArray[np.generic]) -> Picture:
    if image.dtype == np.uint16:
        image = np.asarray(image, np.uint16) >> np.uint16(8)
    picture = image.astype(np.uint8, copy=False)
    if picture.ndim == 2:
        return np.repeat(picture[:, :, None], 3, axis=2)
    if picture.shape[2] == 2:
        picture = np.concatenate([np.repeat(picture[:, :, :1], 3, axis=2), picture[:, :, 1:]], axis=2)
    if picture.shape[2] == 4:
        part = picture[:, :, 3:].astype(np.float32) / 255.0
        blended = picture[:, :, :3].astype(np.float32) * part + 255.0 * (1.0 - part)
        return np.asarray(np.rint(blended), np.uint8)
    return np.ascontiguousarray(picture[:, :, :3])


def _incomplete(data: bytes) -> str | None:
    """The words for what is wrong with the file as a whole, or None."""
    if not data:
        return _("an empty file")
    if data.startswith(PNG):
        return _png_fault(data)
    if data.startswith(_JPEG):
        # The end marker must follow the picture's own scan: a thumbnail inside carries one too.
        scan = next((at for kind, at in _jpeg_parts(data) if kind == 0xDA), len(data))
        return None if data.rfind(b"\xff\xd9") > scan else _cut_off(data)
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return _short(len(data), int(struct.unpack("<I", data[4:8])[0]) + 8)
    if data.startswith(b"BM") and len(data) > 26:
        return _short(len(data), int(struct.unpack("<I", data[2:6])[0]))
    return _("a file of another kind")


def _short(found: int, promised: int) -> str | None:
    words = _("a file cut off after {found} of {promised} bytes").format(found=found, promised=promised)
    return words if found < promised else None


def _cut_off(data: bytes) -> str:
    return _("a file cut off after {found} bytes").format(found=len(data))


def _png_fault(data: bytes) -> str | None:
    at = len(PNG)
    while at + 12 <= len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        end = at + 12 + length
        if end > len(data):
            break
        (checksum,) = struct.unpack(">I", data[end - 4 : end])
        if zlib.crc32(data[at + 4 : end - 4]) != checksum:
            return _("a damaged file (wrong checksum at byte {at})").format(at=at)
        if data[at + 4 : at + 8] == b"IEND":
            return None
        at = end
    return _cut_off(data)


# Messages of OpenCV and FFmpeg are kept off the terminal; faults are reported by SourceFault instead.

_CORRUPT = b"Corrupt JPEG data"
_ASIDE = threading.Lock()
_ERRORS_ONLY = 2
"""OpenCV's LOG_LEVEL_ERROR."""


def keep_quiet() -> None:
    """Limits stderr to errors of OpenCV, and nothing of FFmpeg, unless the environment asks for more."""
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
    if "OPENCV_LOG_LEVEL" not in os.environ:
        # The name differs by release: OpenCV 4.10 has cv2.setLogLevel, 5.0 cv2.utils.logging.
        setting = getattr(cv2, "setLogLevel", None) or cv2.utils.logging.setLogLevel
        setting(_ERRORS_ONLY)


def damage_said(decode: Callable[[], T]) -> tuple[T, str | None]:
    """The result of a JPEG decoder, and its message about damaged data, which it prints on stderr only.

    stderr is redirected meanwhile; all other output to it is passed on.
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
    others = b"".join(line for line in said if _CORRUPT not in line)
    if others:
        os.write(2, others)
    damage = next((line.decode(errors="replace").strip() for line in said if _CORRUPT in line), None)
    return found, damage
