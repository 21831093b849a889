"""What commands print: tables for people, JSON for programs."""

import json
import sys
from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

import typer

WIDTH = 100
Thing = TypeVar("Thing")


def say_json(value: Any) -> None:
    """One JSON document or record on one line."""
    sys.stdout.write(json.dumps(value, ensure_ascii=False, separators=(", ", ": ")) + "\n")
    sys.stdout.flush()


def say(words: str = "") -> None:
    typer.echo(words)


def say_table(heads: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """A table; on a terminal with some colour, and folded to its width, elsewhere to WIDTH letters."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, header_style="bold")
    for number, head in enumerate(heads):
        # Ids are never broken, so that they can be searched for and copied.
        is_of_ids = all(" " not in str(row[number]) for row in rows)
        table.add_column(head, overflow="fold", no_wrap=is_of_ids)
    for row in rows:
        table.add_row(*(Text("" if cell is None else str(cell)) for cell in row))
    console = Console(width=None if sys.stdout.isatty() else WIDTH)
    console.print(table)


def tracked(coming: Iterable[Thing], what: str, total: int) -> list[Thing]:
    """All that comes, while a bar on stderr tells how far it is, where somebody watches."""
    from rich.console import Console
    from rich.progress import track

    console = Console(stderr=True)
    return list(track(coming, what, total, console=console, disable=not console.is_terminal, transient=True))
