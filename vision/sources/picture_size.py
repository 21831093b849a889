"""How large a picture is, by the head of its file, so that what is too large is never decoded."""

import struct
from collections.abc import Iterator
from typing import Final

from companion.language import _

MOST_PIXELS: Final = 50_000_000
"""Cameras of today make pictures of 12 to 48 million pixels; a crafted file of a few kilobytes may claim any number."""
LEAST_SIDE: Final = 8
PNG: Final = b"\x89PNG\r\n\x1a\n"
_FRAMES: Final = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""The JPEG markers that tell a picture's size."""


def size_fault(data: bytes) -> str | None:
    """Why a picture of this size is not decoded, in words; None where it may be, or its size is not known."""
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
    """Every size (px) that the head of a PNG, JPEG, WebP or BMP file claims; more than one where it lies."""
    if data.startswith(PNG):
        if len(data) >= 24:
            yield struct.unpack(">II", data[16:24])
    elif data.startswith(b"\xff\xd8\xff"):
        yield from _jpeg_sizes(data)
    elif data[:4] == b"RIFF":
        yield from _webp_sizes(data)
    elif data.startswith(b"BM") and len(data) >= 26:
        (head,) = struct.unpack("<I", data[14:18])
        wide, high = struct.unpack("<HH", data[18:22]) if head == 12 else struct.unpack("<ii", data[18:26])
        yield abs(wide), abs(high)


def _jpeg_sizes(data: bytes) -> Iterator[tuple[int, int]]:
    at = 2
    while at + 9 <= len(data) and data[at] == 0xFF:
        kind = data[at + 1]
        if kind == 0xFF:
            at += 1
            continue
        if kind in _FRAMES:
            high, wide = struct.unpack(">HH", data[at + 5 : at + 9])
            yield wide, high
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
