"""A game is two folders: nothing else of the product names one, asks which it has, or asks it by a name in quotes."""

import ast
from collections.abc import Iterator

from companion.games import all_games
from companion.homes import homes
from tests.test_no_circles import FILES as PRODUCT
from tests.test_no_circles import ROOT, tree

GAMES = frozenset(all_games())
PACKAGES = (*homes().values(), *(f"ui.games.{game}" for game in GAMES))
FILES = {
    name: str(path.relative_to(ROOT))
    for name, path in PRODUCT.items()
    if path.relative_to(ROOT).parts[:2] not in (("companion", "games"), ("ui", "games"))
}


def imported(node: ast.AST) -> Iterator[str]:
    """The modules and names that a statement imports, dotted."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    if isinstance(node, ast.ImportFrom) and node.module:
        yield from (f"{node.module}.{alias.name}" for alias in node.names)


WRAPPERS = ("SeenThrough",)
"""Not games, but what a game is seen through: see `companion.game`."""
USUAL = "ui/records/beginning.py"
"""Where the game is named that is meant where none is."""


def asked_of(call: ast.Call) -> str:
    """What `isinstance`, `getattr` or `hasattr` is asked of, as written."""
    name = call.func.id if isinstance(call.func, ast.Name) else ""
    if name not in ("isinstance", "getattr", "hasattr") or ast.unparse(call.args[1]) in WRAPPERS:
        return ""
    return ast.unparse(call.args[0])


def faults(name: str) -> Iterator[str]:
    """Where a file names a game or asks which one it has."""
    for node in ast.walk(tree(name)):
        line = f"{FILES[name]}:{getattr(node, 'lineno', 0)}"
        for wanted in imported(node):
            if any(f"{wanted}.".startswith(f"{package}.") for package in PACKAGES):
                yield f"{line}: imports {wanted}"
        if isinstance(node, ast.Constant) and node.value in GAMES and FILES[name] != USUAL:
            yield f"{line}: {node.value!r}"
        if isinstance(node, ast.Call):
            asked = asked_of(node)
            if asked == "game" or asked.endswith((".game", "_game")):
                yield f"{line}: {ast.unparse(node)}"


def test_no_file_names_a_game_or_asks_which_one_it_has() -> None:
    assert [fault for name in FILES for fault in faults(name)] == []
