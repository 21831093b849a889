"""No file of the product needs, by way of others, itself; not even for its types."""

import ast
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
FILES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
    for layer in ("companion", "vision", "hardware", "ui")
    for path in sorted((ROOT / layer).rglob("*.py"))
}


@cache
def tree(name: str) -> ast.Module:
    """A file as Python reads it."""
    return ast.parse(FILES[name].read_text())


def trees(head: str) -> list[ast.Module]:
    """The files whose names begin so."""
    return [tree(name) for name in FILES if name.startswith(head)]


def statements(node: ast.AST) -> Iterator[ast.AST]:
    """What is done in a file, whatever it stands in: nothing is imported within an expression."""
    waiting = [node]
    for one in waiting:
        yield one
        waiting += [child for child in ast.iter_child_nodes(one) if not isinstance(child, ast.expr)]


def needed(name: str, nodes: Callable[[ast.AST], Iterable[ast.AST]] = statements) -> set[str]:
    """The files that a file imports: at its head, within a function, or for types alone."""
    found = set()
    for node in nodes(tree(name)):
        if isinstance(node, ast.ImportFrom) and node.module:
            inner = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= inner & FILES.keys() or {node.module} & FILES.keys()
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names} & FILES.keys()
    return found - {name}


def circle(needs: dict[str, set[str]]) -> list[str]:
    """A way from a file back to itself; empty where there is none."""
    done: set[str] = set()

    def way(name: str, passed: list[str]) -> list[str]:
        if name in passed:
            return [*passed[passed.index(name) :], name]
        if name in done:
            return []
        for other in sorted(needs[name]):
            if found := way(other, [*passed, name]):
                return found
        done.add(name)
        return []

    return next((found for name in needs if (found := way(name, []))), [])


def test_no_file_needs_itself() -> None:
    assert circle({name: needed(name) for name in FILES}) == []


def test_a_circle_is_found_and_named() -> None:
    assert circle({"a": {"b"}, "b": {"c"}, "c": {"b"}}) == ["b", "c", "b"]
