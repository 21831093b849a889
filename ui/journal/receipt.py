"""What was acknowledged last, noted beside the journal: what a lost end of the log would have held is missed by it.

It is written after the journal and never waited for, so it never knows more than what stood on the disk: a journal
that lacks something of it has lost that. A note that cannot be read says nothing.
"""

import json
import os
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from ui.journal.schema import Kept, seal

_LATELY = 8
"""So many games are noted in full; of older ones only the number is. The log is folded at each game's end."""
_BLOCK = 512
_MOST_GAMES = 1_000_000


@dataclass(frozen=True, slots=True)
class Receipt:
    """The numbers of all games, and of the last ones how often something was written and how many lines there are."""

    ids: frozenset[int] = frozenset()
    last: dict[int, tuple[int, int]] = field(default_factory=dict)

    def with_game(self, id: int, writes: int, lines: int) -> "Receipt":
        """The same after a write to one game."""
        last = {key: value for key, value in self.last.items() if key != id}
        kept = [*last.items()][1 - _LATELY :]
        return Receipt(self.ids | {id}, dict([*kept, (id, (writes, lines))]))

    def without(self, id: int) -> "Receipt":
        """The same after a game was taken out."""
        return Receipt(self.ids - {id}, {key: value for key, value in self.last.items() if key != id})

    def missed(self, games: dict[int, int]) -> tuple[int, ...]:
        """The games that are not there whole; `games`: by number, how often something was written."""
        return tuple(sorted(id for id in self.ids if games.get(id, -1) < self.last.get(id, (0, 0))[0]))


def receipt_of(games: list[Kept]) -> Receipt:
    """The receipt for a journal of these games, the newest last."""
    receipt = Receipt()
    for game in games:
        receipt = receipt.with_game(game.id, game.writes, len(game.lines))
    return receipt


def read_receipt(journal: Path) -> Receipt:
    """What is noted beside a journal; nothing where no note can be read."""
    try:
        content = _path(journal).read_bytes()[:1_000_000]
        body, written = content.split(b"\n")[:2]
        told = json.loads(body)
        if seal(body.decode()).encode() != written:
            return Receipt()
        if sum(last - first for first, last in told["ids"]) > _MOST_GAMES:
            return Receipt()
        ids = frozenset(id for first, last in told["ids"] for id in range(first, last + 1))
        return Receipt(ids, {int(id): (writes, lines) for id, writes, lines in told["last"]})
    except (OSError, ValueError, KeyError, TypeError):
        return Receipt()


class ReceiptFile:
    """The note on the disk, held open."""

    def __init__(self, journal: Path, receipt: Receipt) -> None:
        self.receipt = receipt
        self._file = os.open(_path(journal), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        self._size = 0
        self.write(receipt)

    def write(self, receipt: Receipt) -> None:
        """Notes it, in one piece; where there is no room, nothing is said."""
        self.receipt = receipt
        last = [(id, *counts) for id, counts in receipt.last.items()]
        body = json.dumps({"ids": _ranges(receipt.ids), "last": last}, separators=(",", ":"))
        content = f"{body}\n{seal(body)}\n".encode()
        # Never shorter than before, so that one call writes all of it over what was there.
        self._size = max(self._size, -(-len(content) // _BLOCK) * _BLOCK)
        with suppress(OSError):
            os.pwrite(self._file, content.ljust(self._size), 0)

    def close(self) -> None:
        os.close(self._file)


def _path(journal: Path) -> Path:
    return journal.with_name(journal.name + ".receipt")


def _ranges(ids: frozenset[int]) -> list[tuple[int, int]]:
    ranges: list[tuple[int, int]] = []
    for id in sorted(ids):
        if ranges and ranges[-1][1] == id - 1:
            ranges[-1] = (ranges[-1][0], id)
        else:
            ranges.append((id, id))
    return ranges
