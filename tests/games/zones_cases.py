"""Cases of ZoneS from the source text and the ledger alone, read from `zones_cases.txt`."""

from pathlib import Path
from typing import NamedTuple

from tests.games.zones import PLAIN


class Case(NamedTuple):
    """One position, what is told on it, and what then holds. `reserve` None: whatever stands nowhere."""

    pieces: str
    acts: str
    then: str
    rows: str
    facts: str
    turn: int
    reserve: str | None
    captured: str


def cases() -> dict[str, list[Case]]:
    """All cases by what they are about, in the order of the file."""
    found: dict[str, list[Case]] = {}
    text = Path(__file__).with_suffix(".txt").read_text()
    for part in text.split("\n== ")[1:]:
        about, _, rest = part.partition("\n")
        found[about] = [_case(block.splitlines()[1:]) for block in rest.split("\n- ")[1:]]
    return found


def _case(lines: list[str]) -> Case:
    given = [line.strip() for line in lines if line.strip()]
    more = dict(line.split(": ", 1) for line in given if ": " in line)
    pieces, acts, *then = (line for line in given if ": " not in line)
    return Case(
        pieces,
        acts,
        "".join(then),
        more.get("rows", " ".join(PLAIN)),
        more.get("facts", ""),
        int(more.get("turn", "0")),
        more.get("reserve"),
        more.get("captured", "|"),
    )
