"""No two public classes of a layer share a name; each game is a name space of its own, and so is the laboratory."""

import ast
from collections import Counter

from tests.test_no_circles import FILES, tree

GAMES = ("companion.games.", "ui.games.")
LAB = "ui.lab"


def test_no_two_classes_of_a_layer_share_a_name() -> None:
    found: Counter[tuple[str, str]] = Counter()
    for name in FILES:
        if name.startswith((*GAMES, "vision.workshop")):
            continue
        classes = [node.name for node in tree(name).body if isinstance(node, ast.ClassDef)]
        layer = LAB if name.startswith(LAB) else name.partition(".")[0]
        found.update((layer, each) for each in classes if not each.startswith("_"))
    assert {layer for layer, _ in found} == {"companion", "vision", "hardware", "ui", LAB}
    assert [twice for twice, count in found.items() if count > 1] == []
