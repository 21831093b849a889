"""What a touch asks for is found by its type: nothing in `ui` looks a method up by a name made at run time."""

import ast
from collections import Counter
from importlib import import_module

from tests.test_no_circles import FILES, tree
from ui.present.touches import Touch

UI = [name for name in FILES if name.startswith("ui.")]


def test_no_attribute_is_looked_up_by_a_name_that_is_put_together() -> None:
    found = [
        f"{name}:{node.lineno}"
        for name in UI
        for node in ast.walk(tree(name))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "getattr"
        and isinstance(node.args[1], ast.JoinedStr | ast.BinOp)
    ]
    assert found == []


def test_every_kind_of_touch_has_a_name_of_its_own_and_is_a_value() -> None:
    for name in UI:
        if name.endswith("touches"):
            import_module(name)
    kinds = _kinds(Touch)
    names = Counter(kind.__name__ for kind in kinds if kind.__module__.startswith("ui."))
    assert len(names) > 30 and [name for name, count in names.items() if count > 1] == []
    assert all(kind.__struct_config__.frozen for kind in kinds)


def _kinds(kind: type[Touch]) -> set[type[Touch]]:
    return {kind}.union(*map(_kinds, kind.__subclasses__()))
