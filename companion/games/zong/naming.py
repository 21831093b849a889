"""What ZONG's things are called in the language that is spoken: pieces by their colour, squares, discs."""

from companion.games.zong.board import GOAL, START
from companion.games.zong.events import Disc, DiscName, Face
from companion.language import _, marked, several

COLOUR_WORDS = {
    "red": marked("Red"),
    "blue": marked("Blue"),
    "green": marked("Green"),
    "yellow": marked("Yellow"),
    "black": marked("Black"),
    "white": marked("White"),
}
"""The colours of pieces, as they stand alone."""

_WITHIN = {
    "red": marked("red"),
    "blue": marked("blue"),
    "green": marked("green"),
    "yellow": marked("yellow"),
    "black": marked("black"),
    "white": marked("white"),
}


def piece_name(colour: str) -> str:
    """A piece by its colour, within a sentence."""
    return _(_WITHIN.get(colour, colour))


def piece_title(colour: str) -> str:
    """A piece by its colour, alone or at the head of a sentence."""
    return _(COLOUR_WORDS.get(colour, colour))


def pieces_named(colours: tuple[str, ...]) -> str:
    """Pieces in a list whose order matters, as in a tower from below."""
    return ", ".join(map(piece_name, colours))


def lies_on(piece: str, other: str) -> str:
    """That a piece was said to lie on another."""
    return _("{piece} on {other}").format(piece=piece_name(piece), other=piece_name(other))


def called(square: str) -> str:
    """A square as people name it, within a sentence."""
    return {START: _("the start"), GOAL: _("the goal")}.get(square, square)


def title(square: str) -> str:
    """A square at the head of a sentence."""
    return {START: _("The start"), GOAL: _("The goal")}.get(square, square)


def called_square(square: str) -> str:
    """A square within a sentence that speaks of no other square."""
    return _("square {number}").format(number=square) if square.isdecimal() else called(square)


def face_name(face: Face) -> str:
    """What a disc shows, whatever its kind."""
    return {"lightning": _("lightning"), "spiral": _("spiral")}.get(str(face), str(face))


def shown(disc: Disc) -> str:
    """A disc in words: what it shows, and for a number which kind it is by its colour."""
    if not str(disc.face).isdecimal():
        return face_name(disc.face)
    known = {"blue": _("blue {number}"), "risk": _("violet {number}"), "lightning": _("yellow {number}")}
    return known[disc.disc].format(number=disc.face)


def counted_discs(name: DiscName, count: int) -> str:
    """So many discs of a kind, by its colour as it looks on the table."""
    if name == "blue":
        return several("{n} blue", "{n} blue", count)
    return (
        several("{n} violet", "{n} violet", count)
        if name == "risk"
        else several("{n} yellow", "{n} yellow", count)
    )
