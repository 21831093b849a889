"""Which tests reach which function, and how long each test takes: the tests run once under coverage."""

import ast
import json
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parents[2]
LAYERS = ("companion", "vision", "ui", "hardware")


def reach(folder: Path, jobs: int) -> int:
    """Runs all tests and writes `reached.json` into the folder; returns the exit code of the tests."""
    folder.mkdir(exist_ok=True)
    for old in folder.glob("reach.*"):
        old.unlink()
    command = [sys.executable, "-m", "pytest", "-q", "-n", str(jobs), "-p", "tests.mutation.watching"]
    code = subprocess.run(command, cwd=ROOT, check=False).returncode
    tests, took = gathered(folder)
    (folder / "reached.json").write_text(json.dumps({"tests": tests, "took": took}))
    print(f"{len(tests)} functions are reached by {len(took)} tests")
    return code


def gathered(folder: Path) -> tuple[dict[str, list[str]], dict[str, float]]:
    """By `path::function` the tests that reach it; by test how many seconds it took."""
    from coverage import CoverageData

    found: dict[str, set[str]] = defaultdict(set)
    for file in folder.glob("reach.data.*"):
        data = CoverageData(str(file))
        data.read()
        for path in data.measured_files():
            name = str(Path(path).relative_to(ROOT))
            functions = _functions(ROOT / name)
            for line, contexts in data.contexts_by_lineno(path).items():
                if function := functions.get(line):
                    found[f"{name}::{function}"] |= {context for context in contexts if context}
    took: dict[str, float] = {}
    for file in folder.glob("reach.took.*"):
        took |= json.loads(file.read_text())
    return {key: sorted(names) for key, names in found.items()}, took


def _functions(path: Path) -> dict[int, str]:
    """By line of a file the dotted name of the outermost function that it stands in; its head does not count."""
    lines: dict[int, str] = {}

    def walk(node: ast.AST, name: str) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.ClassDef):
                walk(child, f"{name}.{child.name}".strip("."))
            elif isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
                whole = f"{name}.{child.name}".strip(".")
                lines.update(dict.fromkeys(range(child.body[0].lineno, (child.end_lineno or 0) + 1), whole))

    walk(ast.parse(path.read_text()), "")
    return lines


__all__ = ["LAYERS", "gathered", "reach"]
