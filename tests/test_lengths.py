"""No file of the product is longer than 400 lines, no function longer than 60."""

import ast

from tests.test_no_circles import FILES, tree


def test_no_file_and_no_function_is_too_long() -> None:
    found = []
    for name, path in FILES.items():
        text = path.read_text()
        if text.count("\n") > 400:
            found.append(name)
        if name.startswith("vision.training"):  # recipes that are run by hand
            continue
        for node in ast.walk(tree(name)):
            if isinstance(node, ast.FunctionDef) and (node.end_lineno or 0) - node.lineno >= 60:
                found.append(f"{name}.{node.name}")
    assert found == []
