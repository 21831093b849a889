"""How a game ended: as the journal notes it, and in the words of lists and screens.

Rule kept: a note holds no words but the source's, so that every language can be told from it.
"""

from collections.abc import Sequence

import msgspec

from companion.game import PLAYER, Over, Setup
from ui.words import _, joined, several


def seat_name(seat: int, players: Sequence[str]) -> str:
    """A player's name, or "Player 1" for an unnamed first one."""
    return Setup(players=tuple(players)).player(seat) or _(PLAYER).format(number=seat + 1)


def same_name(name: str) -> str:
    """The key of a name: without regard to case and surplus spaces."""
    return " ".join(name.split()).casefold()


def result(over: Over, players: Sequence[str]) -> str:
    """Who won, or that nobody did, and why."""
    why = over.words[:1].upper() + over.words[1:]
    if not over.winners:
        return _("A draw. {why}").format(why=why)
    names = joined([seat_name(seat, players) for seat in over.winners])
    return several("{names} won. {why}", "{names} won. {why}", len(over.winners), names=names, why=why)


def noted(over: Over) -> str:
    """How a game ended, for the journal."""
    return msgspec.json.encode(over).decode()


def told(note: str, players: Sequence[str]) -> str:
    """The journal's note in words; a sentence noted by an earlier version stays as it is."""
    over = _read(note)
    return note if over is None else result(over, players)


def is_as_noted(note: str, over: Over | None, players: Sequence[str]) -> bool:
    """Whether a game ended as noted; of a sentence from an earlier version only the winners are compared."""
    if over is None:
        return False
    before = _read(note)
    if before is not None:
        return (before.winners, before.rule) == (over.winners, over.rule)
    who = result(Over(over.winners, "", over.rule), players).strip()
    return note.casefold().startswith(who.casefold())


def _read(note: str) -> Over | None:
    try:
        return msgspec.json.decode(note, type=Over)
    except msgspec.DecodeError:
        return None
