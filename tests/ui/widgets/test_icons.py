"""Every icon that is named anywhere exists, and each draws something within its square."""

import ast
from collections.abc import Iterator
from typing import Any

from tests.test_no_circles import trees

BESIDES = ("face:", "swatch:")
"""What else may stand beside the words of a button: a face of a deck, the colour of a piece."""


def places() -> dict[str, int | None]:
    """By name, what takes the name of an icon: its place among the arguments, None where it has to be named."""
    found: dict[str, int | None] = {"Icon": 0, "draw_icon": 0}
    for tree in trees("ui."):
        for made in ast.walk(tree):
            if isinstance(made, ast.ClassDef):
                fields = [line.target.id for line in made.body if isinstance(line, ast.AnnAssign)]  # type: ignore[union-attr]
                if "icon" in fields:
                    found[made.name] = fields.index("icon")
            if isinstance(made, ast.FunctionDef):
                names = [argument.arg for argument in made.args.args if argument.arg != "self"]
                if "icon" in names or "icon" in [argument.arg for argument in made.args.kwonlyargs]:
                    found[made.name] = names.index("icon") if "icon" in names else None
    return found


def texts(node: ast.AST) -> Iterator[str]:
    """What a value may be, as far as it is written where it is given: of a choice, either side."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    if isinstance(node, ast.IfExp):
        yield from (*texts(node.body), *texts(node.orelse))


def named() -> set[str]:
    """Every icon that some file names."""
    found: set[str] = set()
    takers = places()
    for tree in trees("ui."):
        for call in ast.walk(tree):
            if not isinstance(call, ast.Call):
                continue
            name = getattr(call.func, "id", getattr(call.func, "attr", ""))
            place = takers.get(name)
            if place is not None and place < len(call.args):
                found.update(texts(call.args[place]))
            found.update(text for key in call.keywords if key.arg == "icon" for text in texts(key.value))
    return {text for text in found if text and not text.startswith(BESIDES)}


def test_every_icon_that_is_named_exists(window: Any) -> None:
    from ui.widgets.icon_shapes import SHAPES

    assert len(named()) > 15
    assert named() - SHAPES.keys() == set()


def test_every_tone_of_a_banner_and_every_badge_has_an_icon(window: Any) -> None:
    from typing import get_args

    from ui.present.models import Tone
    from ui.widgets.icon_shapes import SHAPES
    from ui.widgets.squares import BADGES

    assert {*get_args(Tone), *BADGES.values()} - SHAPES.keys() - {""} == set()


def drawn(name: str, side: float) -> list[tuple[float, float]]:
    """The points of all that an icon draws."""
    from kivy.graphics import Canvas

    from ui.widgets.icon_shapes import SHAPES

    canvas = Canvas()
    with canvas:
        SHAPES[name](0.0, 0.0, side)
    found = []
    for stroke in canvas.children:
        if hasattr(stroke, "points") and stroke.points:
            flat = [float(value) for value in stroke.points]
            found += list(zip(flat[::2], flat[1::2], strict=True))
        elif hasattr(stroke, "pos"):
            found += [tuple(stroke.pos), (stroke.pos[0] + stroke.size[0], stroke.pos[1] + stroke.size[1])]
    return found


def names() -> list[str]:
    from ui.widgets.icon_shapes import SHAPES

    return list(SHAPES)


def test_each_icon_draws_something_and_keeps_within_its_square(window: Any) -> None:
    side = 200.0
    for name in names():
        points = drawn(name, side)
        assert points, name
        assert all(-1 <= value <= side + 1 for point in points for value in point), name


def test_a_name_that_no_icon_has_draws_nothing(window: Any) -> None:
    from kivy.graphics import Canvas

    from ui.widgets.icons import draw_icon

    canvas = Canvas()
    with canvas:
        draw_icon("no-such-icon", 0, 0, 40, (1, 1, 1, 1))
    assert not [stroke for stroke in canvas.children if hasattr(stroke, "points") or hasattr(stroke, "pos")]
