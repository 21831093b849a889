"""Reading what others wrote: files, JSON and TOML, all within bounds that no honest file comes near.

Rule kept: a file that is too long, too deep or not regular is a fault like any other: no wait, no flood, no crash.
"""

import errno
import math
import os
import stat
import tomllib
from pathlib import Path
from typing import Any, Final

import msgspec

from companion.language import _

MOST_BYTES: Final = 16 * 2**20
"""Maximum of a text that is read: about a record of a hundred thousand entries."""
MOST_JSON_BYTES: Final = 4 * 2**20
"""Maximum of a single JSON text: a line of a record, a state, a table."""
MOST_TOML_BYTES: Final = 256 * 2**10
MOST_LINE_BYTES: Final = 2**20
"""Maximum of a line of the line protocol."""
MOST_DEPTH: Final = 40
LARGEST: Final = 2**53
"""Maximum of a number: larger ones are not the same in every program."""


class OutOfBounds(ValueError):
    """Data that cannot be used: where (`at`), what was expected, what was found."""

    def __init__(self, expected: str, found: str, at: str = "") -> None:
        words = _("expected {expected}, found {found}").format(expected=expected, found=found)
        super().__init__(f"{at}: {words}" if at else words)
        self.expected, self.found = expected, found


def file_bytes(path: Path, most: int = MOST_BYTES) -> bytes:
    """The bytes of a regular file. Raises OSError, also for pipes, devices and files that are too long."""
    handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        kind = os.fstat(handle)
        if stat.S_ISDIR(kind.st_mode):
            raise IsADirectoryError(errno.EISDIR, _("a folder"), str(path))
        if not stat.S_ISREG(kind.st_mode):
            raise OSError(errno.EINVAL, _("a pipe or device, no regular file"), str(path))
        found = bytearray()
        while len(found) <= most and (part := os.read(handle, min(most + 1 - len(found), 2**20))):
            found += part
    finally:
        os.close(handle)
    if len(found) > most:
        raise OSError(errno.EFBIG, _("more than {most} bytes").format(most=most), str(path))
    return bytes(found)


def file_text(path: Path, most: int = MOST_BYTES) -> str:
    """The text of a regular file. Raises OSError, and UnicodeDecodeError for anything but UTF-8."""
    return file_bytes(path, most).decode("utf-8")


def json_value(text: str | bytes) -> Any:
    """The value of a JSON text. Raises ValueError (OutOfBounds, msgspec.DecodeError, UnicodeError)."""
    if len(text) > MOST_JSON_BYTES:
        raise OutOfBounds(_("at most {most} characters").format(most=MOST_JSON_BYTES), str(len(text)))
    try:
        found = msgspec.json.decode(text)
    except RecursionError:
        raise _too_deep() from None
    check_bounds(found)
    return found


def toml_table(text: str) -> dict[str, Any]:
    """The table of a TOML text. Raises ValueError (OutOfBounds, tomllib.TOMLDecodeError)."""
    if len(text) > MOST_TOML_BYTES:
        raise OutOfBounds(_("at most {most} characters").format(most=MOST_TOML_BYTES), str(len(text)))
    try:
        found = tomllib.loads(text)
    except RecursionError:
        raise _too_deep() from None
    except tomllib.TOMLDecodeError:
        raise
    except ValueError as fault:  # a number of five thousand digits, a date that is none
        raise OutOfBounds("TOML", str(fault)) from None
    check_bounds(found)
    return found


def check_bounds(value: Any, *path: Any) -> None:
    """Raises OutOfBounds for plain data nested too deep, or with a number or text that nothing can use."""
    if not isinstance(value, dict | list):
        if (wrong := _out_of_bounds(value)) is not None:
            raise OutOfBounds(*wrong, ".".join(map(str, path or (None,))))
        return
    if len(path) >= MOST_DEPTH:
        raise _too_deep()
    for key, one in value.items() if isinstance(value, dict) else enumerate(value):
        if isinstance(key, str) and (wrong := _out_of_bounds(key)) is not None:
            raise OutOfBounds(*wrong, ".".join(map(str, path)))
        check_bounds(one, *path, key)


def _out_of_bounds(one: Any) -> tuple[str, str] | None:
    """What was expected in place of a single value, and what was found; None: the value is within bounds."""
    if isinstance(one, str) and not one.isascii():
        try:
            one.encode()
        except UnicodeEncodeError:
            return _("text"), _("half a character (a lone surrogate)")
    elif isinstance(one, float) and not (math.isfinite(one) and abs(one) <= LARGEST):
        return _("a number up to {most}").format(most=LARGEST), str(one)
    elif isinstance(one, int) and abs(one) > LARGEST:
        bits = _("one of {n} bits").format(n=one.bit_length())
        return _("a number up to {most}").format(most=LARGEST), bits
    return None


def shortened(words: str, most: int = 160) -> str:
    """A message with words of at most `most` letters: a value that was found may be of any length."""
    return " ".join(
        word if len(word) <= most else f"{word[:60]}… ({len(word)} letters)" for word in words.split(" ")
    )


def _too_deep() -> OutOfBounds:
    return OutOfBounds(_("data nested at most {n} deep").format(n=MOST_DEPTH), _("deeper ones"))
