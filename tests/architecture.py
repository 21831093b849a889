"""The list of rooms in docs/architecture.md, made from their own first sentences: `python -m tests.architecture`.

A room is a folder of one of the four layers; what lies in a layer itself counts as a room of its file's name.
"""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.test_no_circles import FILES, needed, tree

PAGE = Path(__file__).parents[1] / "docs" / "architecture.md"
BEGIN, END = "<!-- made by `python -m tests.architecture` -->", "<!-- end of what is made -->"
LAYERS = ("ui", "vision", "hardware", "companion")
LEFT_OUT = frozenset({"vision.workshop"})
"""Not installed."""


def room_of(name: str) -> str:
    """The room that a file stands in."""
    parts = name.split(".")
    if parts[0] == "companion" and parts[1:2] not in (["games"], ["kits"]):
        return "companion"
    return ".".join(parts[:2])


def running(node: ast.AST) -> Iterator[ast.AST]:
    """What stands in a file but for what is there for types alone."""
    for child in ast.iter_child_nodes(node):
        types = isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING"
        if not types and not isinstance(child, ast.expr):
            yield child
            yield from running(child)


@cache
def needs() -> dict[str, set[str]]:
    """By room, the rooms that it needs."""
    found: dict[str, set[str]] = defaultdict(set)
    for name in FILES:
        found[room_of(name)] |= {room_of(other) for other in needed(name, running)} - {room_of(name)}
    rooms = {room for room in found if (room not in LEFT_OUT and room not in LAYERS) or room == "companion"}
    return {room: found[room] & rooms for room in rooms}


def words_of(room: str) -> str:
    """What a room is for: the first sentence of its folder or file."""
    return (ast.get_docstring(tree(room)) or "").split("\n")[0]


def made() -> str:
    """What stands between the marks: what each room is for."""
    lines = [f"| `{room.replace('.', '/')}` | {words_of(room)} |" for room in sorted(needs())]
    return "\n".join([BEGIN, "", "| room | what it is for |", "| --- | --- |", *lines, "", END])


def main() -> None:
    text = PAGE.read_text()
    PAGE.write_text(
        re.sub(f"{re.escape(BEGIN)}.*?{re.escape(END)}", lambda _old: made(), text, flags=re.DOTALL)
    )


if __name__ == "__main__":
    main()
