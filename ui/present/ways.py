"""Where what lies on a square may go now, as everybody at the table may know it: for squares that are lit.

Rule kept: the rules say it (`covered_legal`), and nothing of it follows from a card that is hidden.
"""

from collections.abc import Sequence

from companion.game import Chance, Event, Over
from ui.present.moment import GameSnapshot
from ui.present.tabletop import Mark
from ui.secrecy import covered_legal, is_secret
from ui.words import _


def ways_from(moment: GameSnapshot, square: str) -> tuple[Event, ...]:
    """The lawful events in which what lies there goes elsewhere, or strikes from there."""
    if moment.reply.layout is not None or isinstance(moment.reply.turn, Chance | Over):
        return ()
    game, state = moment.game, moment.state
    return tuple(
        event
        for event in moment.piles.acts or covered_legal(game, state)
        if target_of(event, square) is not None and not is_secret(game, state, event)
    )


def target_of(event: Event, square: str) -> str | None:
    """The square that something on another goes to, or strikes at, by an event; None where it is not about that one."""
    if event.start == square:
        return event.to
    return event.at if event.by == square else None


def lit_by(moment: GameSnapshot, square: str, ways: Sequence[Event]) -> tuple[Mark, ...]:
    """A mark on every square that they lead to: it goes there, takes what lies there, or strikes at it from afar."""
    board = moment.reply.view.board
    own = next((thing.seat for thing in board.get(square, ()) if thing.kind == "card"), None)
    found: dict[str, Mark] = {}
    for event in ways:
        to = target_of(event, square)
        if to is None or to in found:
            continue
        enemy = any(thing.kind == "card" and thing.seat not in (own, None) for thing in board.get(to, ()))
        found[to] = Mark(to, "shoot" if event.by == square else "take" if enemy else "go")
    return tuple(found[to] for to in sorted(found))


def ways_words(marks: Sequence[Mark]) -> tuple[str, ...]:
    """The same in words."""
    words = {
        "go": _("May go to {squares}."),
        "take": _("May attack {squares}."),
        "shoot": _("May shoot at {squares}."),
    }
    squares = {kind: ", ".join(mark.region for mark in marks if mark.kind == kind) for kind in words}
    return tuple(words[kind].format(squares=names) for kind, names in squares.items() if names)
