"""Rows read from a journal file that SQLite will no longer open: page by page, each believed only by its checksum.

The layout is SQLite's own, https://www.sqlite.org/fileformat2.html: sections 1.6 (b-tree pages), 2.1 (records)
and 4.1 (write-ahead log). Only leaves of tables are looked at, so nothing that a cut-off file has lost is needed.
Rule kept: a file that was made to mislead costs no more time and memory than a large one that was not.
"""

from collections.abc import Iterator
from pathlib import Path

from ui.journal.schema import MOST_LINE_BYTES, PAGE

Row = tuple[int, tuple[object, ...]]
"""A row's id and its columns: None, int or str."""

_MAGIC = b"SQLite format 3\x00"
_LEAF = 0x0D
_FILE_HEADER = 100
_LOG_HEADER = 32
_FRAME_HEADER = 24
_PAGES = (PAGE, 4096)
"""The pages of journals made now, and of older ones: where the file does not say, both are tried."""

_MOST_BYTES = 200_000_000
"""Of a longer file only so much is read: no table has played so many games."""
_TIMES_FOLLOWED = 16
"""A long row goes on in pages of its own; old copies of it in the log go on in the same ones, but not more often."""


_MOST_COLUMNS = 10


class _Torn(Exception):
    """A cell that does not hold a whole row of ours."""


class _Pages(dict[int, bytes]):
    """Pages by their numbers, and how many of them may still be followed by rows that go on in them."""

    left = 0


def rows(path: Path) -> Iterator[Row]:
    """Every row that can be read from a database file and its write-ahead log, older copies first."""
    content, log = _content(path), _content(path.with_name(path.name + "-wal"))
    for size in _sizes(content, log):
        parts = (content[start : start + size].ljust(size, b"\0") for start in range(0, len(content), size))
        pages = _Pages(enumerate(parts, start=1))
        frames = _frames(log, size)
        pages.left = _TIMES_FOLLOWED * (len(pages) + len(frames))
        for number, page in pages.items():
            yield from _leaf(page, _FILE_HEADER if number == 1 else 0, pages)
        pages.update(frames)
        for number, page in frames:
            yield from _leaf(page, _FILE_HEADER if number == 1 else 0, pages)


def _sizes(content: bytes, log: bytes) -> tuple[int, ...]:
    """How long the pages are, by the heads of the file and its log where one of them says so."""
    given = int.from_bytes(content[16:18], "big") if content.startswith(_MAGIC) else 0
    for size in (65536 if given == 1 else given, int.from_bytes(log[8:12], "big")):
        if 512 <= size <= 65536 and not size & (size - 1):
            return (size,)
    return _PAGES


def _content(path: Path) -> bytes:
    if not path.is_file():
        return b""
    with path.open("rb") as file:
        return file.read(_MOST_BYTES)


def _frames(content: bytes, size: int) -> list[tuple[int, bytes]]:
    """Page numbers and pages of a write-ahead log; those left from before its last restart come first."""
    starts = range(_LOG_HEADER, len(content) - _FRAME_HEADER - size + 1, _FRAME_HEADER + size)
    salts = content[16:24]
    ordered = sorted(starts, key=lambda start: content[start + 8 : start + 16] == salts)
    return [
        (
            int.from_bytes(content[start : start + 4], "big"),
            content[start + _FRAME_HEADER : start + _FRAME_HEADER + size],
        )
        for start in ordered
    ]


def _leaf(page: bytes, header: int, pages: _Pages) -> Iterator[Row]:
    if len(page) <= header + 8 or page[header] != _LEAF:
        return
    # Cells lie side by side, so all together are no longer than the page; a bit of room for a damaged one.
    left = 2 * len(page)
    cells = int.from_bytes(page[header + 3 : header + 5], "big")
    for at in range(header + 8, min(header + 8 + 2 * cells, len(page)), 2):
        try:
            length, start = _varint(page, int.from_bytes(page[at : at + 2], "big"))
            row_id, start = _varint(page, start)
            left -= min(length, len(page))
            if left < 0:
                return
            yield row_id, _record(_payload(page, start, length, pages))
        except (_Torn, UnicodeDecodeError):
            continue


def _payload(page: bytes, at: int, length: int, pages: _Pages) -> bytes:
    """The bytes of a row; a long one goes on in other pages, each with the number of the next before it."""
    usable = len(page)
    if length <= usable - 35:
        return page[at : at + length]
    least = (usable - 12) * 32 // 255 - 23
    local = least + (length - least) % (usable - 4)
    local = local if local <= usable - 35 else least
    if length > 2 * MOST_LINE_BYTES:
        raise _Torn
    payload = bytearray(page[at : at + local])
    following = int.from_bytes(page[at + local : at + local + 4], "big")
    while len(payload) < length:
        pages.left -= 1
        if following not in pages or pages.left < 0:
            raise _Torn
        content = pages[following]
        payload += content[4 : 4 + min(length - len(payload), usable - 4)]
        following = int.from_bytes(content[:4], "big")
    return bytes(payload)


def _record(payload: bytes) -> tuple[object, ...]:
    header, at = _varint(payload, 0)
    kinds: list[int] = []
    while at < header and len(kinds) <= _MOST_COLUMNS:
        kind, at = _varint(payload, at)
        kinds.append(kind)
    columns: list[object] = []
    for kind in kinds:
        width = _width(kind)
        content = payload[at : at + width]
        if len(content) < width:
            raise _Torn
        columns.append(_value(kind, content))
        at += width
    return tuple(columns)


def _width(kind: int) -> int:
    if kind >= 12:
        return (kind - 12) // 2
    if kind in (10, 11):
        raise _Torn
    return (0, 1, 2, 3, 4, 6, 8, 8, 0, 0)[kind]


def _value(kind: int, content: bytes) -> object:
    if kind == 0:
        return None
    if kind in (8, 9):
        return kind - 8
    if kind >= 13 and kind % 2:
        return content.decode()
    if kind >= 12 or kind == 7:
        raise _Torn  # no column of the journal holds bytes or a fraction
    return int.from_bytes(content, "big", signed=True)


def _varint(content: bytes, at: int) -> tuple[int, int]:
    value = 0
    for index in range(9):
        if at + index >= len(content):
            raise _Torn
        byte = content[at + index]
        if index == 8:
            return value << 8 | byte, at + 9
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at + index + 1
    raise _Torn
