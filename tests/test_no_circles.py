"""No file of the product needs, by way of others, itself. What is imported for types alone needs nothing."""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
FILES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
    for layer in ("companion", "vision", "hardware", "ui")
    for path in sorted((ROOT / layer).rglob("*.py"))
}


def running(node: ast.AST) -> Iterator[ast.AST]:
    """What stands in a file but for what is there for types alone."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING":
            continue
        yield child
        yield from running(child)


def needed(name: str) -> set[str]:
    """The files that a file imports, at its head or within a function."""
    found = set()
    for node in running(ast.parse(FILES[name].read_text())):
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
