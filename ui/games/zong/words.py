"""ZONG's things in the words of the screen: discs, squares, pieces."""

from companion.game import Event
from companion.games.zong.board import GOAL, START
from companion.games.zong.events import Disc, Rest, Threw, Zonged
from companion.games.zong.state import BLUE, LIGHTNING, RISK, called
from companion.rulebook import rule
from ui.words import _, joined


def square_name(square: str) -> str:
    """A square, alone on a button."""
    return {START: _("Start"), GOAL: _("Goal")}.get(square, square)


def disc_words(disc: Disc) -> str:
    if disc.disc == "blue":
        return _("Blue {number}").format(number=disc.face)
    if disc.disc == "risk":
        return _("Violet {number}").format(number=disc.face)
    return _("Lightning") if disc.face == "lightning" else _("Spiral")


def rest_words(rest: Rest, *, said: bool = False) -> str:
    """A resting place as told; empty where only its position is known. `said`: as a sentence."""
    if rest.goal:
        return _("It is wholly on the goal") if said else _("wholly on the goal")
    if rest.off_board:
        return _("It is off the board") if said else _("off the board")
    if rest.between:
        return _("between {squares}").format(squares=joined(rest.between))
    if rest.off_track:
        return _("It is off the track") if said else _("off the track")
    words = _("It is on {square}") if said else _("on {square}")
    return words.format(square=called(rest.square)) if rest.square else ""


def short_rule(rule_id: str) -> str:
    return rule("zong", rule_id).short


def to_throw(event: Event, *, for_box: bool = False) -> str:
    """What a seat may throw or flick, or people for the box; empty for anything else."""
    if isinstance(event, Zonged):
        return _("Flick the ZONG disc for it") if for_box else _("Flick the ZONG disc")
    if not isinstance(event, Threw):
        return ""
    names = {BLUE: _("blue"), RISK: _("violet"), LIGHTNING: _("yellow")}
    words = _("Throw these discs for it: {discs}") if for_box else _("Throw these discs: {discs}")
    return words.format(discs=joined([names[disc.disc] for disc in event.discs]))
