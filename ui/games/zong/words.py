"""ZONG's things as people call them at the screen: discs, squares, pieces."""

from companion.games.zong.board import GOAL, START
from companion.games.zong.events import Disc, Rest
from companion.rulebook import NoSuchRule, Rule, rule
from ui.words import _

COLOURS = ("red", "blue", "green", "yellow", "black", "white")


def colour_words(colour: str) -> str:
    """A piece's colour."""
    known = {
        "red": _("Red"),
        "blue": _("Blue"),
        "green": _("Green"),
        "yellow": _("Yellow"),
        "black": _("Black"),
        "white": _("White"),
    }
    return known.get(colour, colour.capitalize())


def square_words(square: str) -> str:
    """A square, within a sentence."""
    return {START: _("the start"), GOAL: _("the goal")}.get(square, square)


def square_name(square: str) -> str:
    """A square, alone on a button."""
    return {START: _("Start"), GOAL: _("Goal")}.get(square, square)


def disc_words(disc: Disc) -> str:
    """A thrown disc with what it shows."""
    if disc.disc == "blue":
        return _("Blue {number}").format(number=disc.face)
    if disc.disc == "risk":
        return _("Violet {number}").format(number=disc.face)
    return _("Lightning") if disc.face == "lightning" else _("Spiral")


def rest_words(rest: Rest) -> str:
    """Where a piece came to rest, as it was said; empty where only its position is known."""
    if rest.goal:
        return _("wholly on the goal")
    if rest.off_board:
        return _("off the board")
    if rest.between:
        return _("between {squares}").format(squares=_(" and ").join(rest.between))
    if rest.off_track:
        return _("off the track")
    return _("on {square}").format(square=square_words(rest.square)) if rest.square else ""


def rule_of(rule_id: str) -> Rule | None:
    """A rule of ZONG as it is written."""
    try:
        return rule("zong", rule_id)
    except (NoSuchRule, FileNotFoundError, ModuleNotFoundError):
        return None
