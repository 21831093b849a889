"""Drawing in parts where there is no graphics hardware: Mesa keeps 64 KB for every single thing until all is drawn.

A board of five hundred lines and shapes came to 35 MB, and that stayed with the program between its frames.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import TypeVar

from kivy.graphics import Callback
from kivy.graphics.opengl import GL_RENDERER, glFlush, glGetString

T = TypeVar("T")
PART = 8
"""So many pieces or squares of a board are drawn in one part."""


def in_parts(things: Iterable[T]) -> Iterator[T]:
    """The things one after the other, to be drawn by the caller a part at a time."""
    for n, thing in enumerate(things):
        if n % PART == 0:
            drawn_so_far()
        yield thing


def drawn_so_far() -> None:
    """What the open canvas has up to here is drawn before anything more; graphics hardware is left to its own ways."""
    if _is_software():
        Callback(lambda _instruction: glFlush())


@cache
def _is_software() -> bool:
    return b"llvmpipe" in (glGetString(GL_RENDERER) or b"")
