"""How a game ended, in the words that lists and screens show, and as the journal notes it.

Rule kept: what is noted has no words in any language but the source's, so that it can be told in every one.
"""

from collections.abc import Sequence

import msgspec

from companion.game import PLAYER, Over, Setup
from ui.words import _, joined, several


def seat_name(seat: int, players: Sequence[str]) -> str:
    """A player's name, or "Player 1" for the first where nobody gave one."""
    return Setup(players=tuple(players)).player(seat) or _(PLAYER).format(number=seat + 1)


def same_name(name: str) -> str:
    """What is the same for all ways of writing a name: in capitals or small, with spaces around it or not."""
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
    """What the journal notes in words; earlier versions noted a sentence, which is told as it is."""
    over = _read(note)
    return note if over is None else result(over, players)


def is_as_noted(note: str, over: Over | None, players: Sequence[str]) -> bool:
    """Whether a game ended as the journal notes; of a sentence only who won is compared, not how the end is worded."""
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
