"""Reads picture files whole or not at all: a cut-off file is an error, never a half-grey picture.

OpenCV decodes what is left of a cut-off PNG or JPEG and says so only on stderr, so the end of the file is
checked here first (PNG: every chunk's length and checksum; JPEG: the end marker; WebP and BMP: the length in
the head). What is too large is refused by its head, before anything is decoded.
"""

import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.bounded import file_bytes
from companion.language import _, system_words
from vision.arrays import Picture
from vision.sources.picture_size import PNG as _PNG
from vision.sources.picture_size import size_fault
from vision.sources.quiet import damage_said

SUFFIXES = frozenset({".png", ".jpg", ".jpeg", ".webp", ".bmp"})
"""File name endings (lower case) that are taken for pictures."""
UNREAD = frozenset({".heic", ".heif", ".avif", ".jxl", ".jp2", ".tif", ".tiff", ".gif", ".dng"})
"""Those of pictures that phones and scanners write and that `read_picture` refuses."""

MOST_PICTURE_BYTES = 64 * 2**20
"""A longer file is read in no case."""
_JPEG = b"\xff\xd8\xff"
_PNG_KINDS_WITH_ALPHA = (4, 6)


class PictureFault(Exception):
    """A picture file that cannot be used; the message names the file, what was expected and what found.

    `words`: the same without the name of the file, for players.
    """

    def __init__(self, words: str, name: object) -> None:
        super().__init__(f"{name}: {words}")
        self.words, self.name = words, name


def is_picture(path: Path) -> bool:
    """Whether a file's name is that of a picture; hidden files (such as macOS's `._name`) are not."""
    return path.suffix.lower() in SUFFIXES and not path.name.startswith(".")


def pictures_of(folder: Path) -> list[Path]:
    """The picture files of a folder, unsorted, those that `read_picture` refuses too: none is left out unsaid.

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

    Raises PictureFault where the file is missing, empty, cut off, damaged or no picture.
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
    """The picture in these bytes; `name` is what the message of a PictureFault calls it."""
    wrong = _incomplete(data) or size_fault(data)
    if wrong is not None:
        words = _("expected a whole picture (PNG, JPEG, WebP or BMP), found {wrong}")
        raise PictureFault(words.format(wrong=wrong), name)
    jpeg = data.startswith(_JPEG)
    alpha = data.startswith(_PNG) and (data[25] in _PNG_KINDS_WITH_ALPHA or b"tRNS" in data[: 1 << 16])
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
    """What is wrong with the file as a whole, in words; None where nothing is."""
    if not data:
        return _("an empty file")
    if data.startswith(_PNG):
        return _png_fault(data)
    if data.startswith(_JPEG):
        return _jpeg_fault(data)
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
    at = len(_PNG)
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


def _jpeg_fault(data: bytes) -> str | None:
    """The end marker must follow the picture's own scan: a thumbnail inside carries one too."""
    at = 2
    while at + 4 <= len(data) and data[at] == 0xFF:
        kind = data[at + 1]
        if kind == 0xFF:
            at += 1
            continue
        if kind == 0xDA:
            return None if data.rfind(b"\xff\xd9") > at else _cut_off(data)
        at += 2 + int(struct.unpack(">H", data[at + 2 : at + 4])[0])
    return _cut_off(data)
