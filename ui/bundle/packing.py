"""Packs files into one zip: no larger than is fit to send, whole or not there at all, with a list of what is in it.

Its owner alone may read it: what was played and seen is nobody else's on the same machine.
"""

import zipfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from ui.owned.whole_files import not_writable, write_whole
from ui.records.beginning import UsageFault

MOST_BYTES = 18_000_000
"""Bundles stay below 20 MB, which most mailboxes take."""
CONTENTS = "contents.txt"
_PACKED = (".jpg", ".png")


class Stopped(Exception):
    """People do not want the bundle any more."""


@dataclass(frozen=True, slots=True)
class Part:
    """One file of a bundle, and what it is in a few words."""

    name: str
    data: bytes
    about: str


def pack(
    file: Path,
    parts: Iterable[Part],
    head: str,
    notes: Iterable[str] = (),
    packed: Callable[[Part], None] = lambda _part: None,
) -> tuple[str, ...]:
    """Writes the parts, the most important first, to `file`; gives the names of those that had no room.

    Raises UsageFault where it cannot be written; then nothing is there that was not there before.
    """
    left_out: list[str] = []
    lines, out = [head, ""], BytesIO()
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with zipfile.ZipFile(out, "w") as bundle:
            for part in parts:
                packed(part)
                # about what it takes in the file: text shrinks to a third at most
                takes = len(part.data) if part.name.endswith(_PACKED) else len(part.data) // 3 + 200
                if out.tell() + takes > MOST_BYTES:
                    left_out.append(part.name)
                    continue
                _add(bundle, part.name, part.data)
                lines.append(f"{part.name:<34} {len(part.data):>9} bytes  {part.about}")
            lines += ["", *(f"- {note}" for note in notes)]
            lines += [f"- left out, as the bundle would be too large: {name}" for name in left_out]
            _add(bundle, CONTENTS, ("\n".join(lines).rstrip() + "\n").encode())
        write_whole(file, out.getvalue())
    except OSError as fault:
        raise UsageFault(not_writable(file, fault)) from None
    return tuple(left_out)


def _add(bundle: zipfile.ZipFile, name: str, data: bytes) -> None:
    how = zipfile.ZIP_STORED if name.endswith(_PACKED) else zipfile.ZIP_DEFLATED
    bundle.writestr(name, data, how)
