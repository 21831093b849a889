"""The words of a drawing, also of what is placed in it."""

from collections.abc import Iterator

from vision.printed.marks import Drawing, Label, Placed


def labels(drawing: Drawing) -> Iterator[Label]:
    for mark in drawing.marks:
        if isinstance(mark, Label):
            yield mark
        elif isinstance(mark, Placed):
            yield from labels(mark.drawing)
