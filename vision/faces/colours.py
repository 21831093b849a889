"""Colours between others."""

from vision.printed.marks import Colour


def mixed(one: Colour, other: Colour, share: float) -> Colour:
    """A colour between two: 0 the one, 1 the other; beyond them below 0 and above 1."""
    r, g, b = (round(a + (z - a) * share) for a, z in zip(one, other, strict=True))
    return r, g, b
