"""Every icon that is named anywhere exists, and each draws something within its square."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import ui.widgets
from tests.test_no_circles import trees

BESIDES = ("face:", "swatch:")
"""What else may stand beside the words of a button: a face of a deck, the colour of a piece."""


def places() -> dict[str, int | None]:
    """By name, what takes the name of an icon: its place among the arguments, None where it has to be named."""
    found: dict[str, int | None] = {"Icon": 0}
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
    from ui.widgets.text import SIGNS

    known = named()
    assert len(known) > 15
    assert known - SIGNS.keys() == set()


def test_every_tone_of_a_banner_and_every_badge_has_an_icon(window: Any) -> None:
    from typing import get_args

    from ui.present.drawn import BADGES
    from ui.present.models import Tone
    from ui.widgets.text import SIGNS

    assert {*get_args(Tone), *BADGES.values()} - SIGNS.keys() - {""} == set()


def test_the_font_has_every_sign_once_and_each_fills_its_square() -> None:
    from PIL import ImageFont

    from ui.widgets.text import FILLING, SIGNS

    folder = Path(ui.widgets.__path__[0]) / "signs"
    font = ImageFont.truetype(folder / "MaterialSymbolsRounded.ttf", 200)
    unknown = bytes(font.getmask("\N{LATIN SMALL LETTER A}"))
    shapes: dict[bytes, str] = {}
    for name, sign in SIGNS.items():
        mask = font.getmask(sign)
        left, top, right, low = mask.getbbox()
        assert 80 < max(right - left, low - top) * FILLING < 225, name
        shape = bytes(mask)
        assert shape not in (b"", unknown), name
        assert shapes.setdefault(shape, name) in (name, "done"), name
    assert len(shapes) == len(SIGNS) - 1, "what is done is good"
    assert "Apache License" in (folder / "LICENSE.txt").read_text(encoding="utf-8")


def drawn(name: str) -> list[Any]:
    """The rectangles that an icon draws."""
    from kivy.graphics import Canvas

    from ui.widgets.drawing import Painter
    from vision.printed.marks import Art

    canvas = Canvas()
    with canvas:
        Painter(top=40).mark(Art(0, 0, 40, 40, name, deck="icon"))
    return [each for each in canvas.children if hasattr(each, "pos")]


def test_an_icon_stands_in_the_middle_of_its_square(window: Any) -> None:
    (sign,) = drawn("done")
    assert sign.texture is not None
    x, y = (at + size / 2 for at, size in zip(sign.pos, sign.size, strict=True))
    assert abs(x - 20) <= 1 and abs(y - 20) <= 1


def test_a_name_that_no_icon_has_draws_nothing(window: Any) -> None:
    assert drawn("no-such-icon") == []
