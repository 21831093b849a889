"""Listens for secrets: what some eyes alone may know, written on a page that everybody sees."""

from collections.abc import Iterator
from typing import Any
from unicodedata import combining, normalize

from companion.game import Over
from tests.ui.audit import walk
from ui.secrecy import public_entries

FOR_ALL = frozenset(
    {"play", "chores", "refuse", "lost", "dispute", "layout", "dice", "mustering", "curtain", "menu"}
)
"""Kinds of table pages on which no card is named but for what happened to it."""


def secrets(side: Any) -> set[str]:
    """The labels of the cards that one seat may look at, and that nobody has told or shown to all."""
    referee = side.session.referee
    game, state = referee.game, referee.state
    if isinstance(side.session.reply.turn, Over):
        return set()
    shown = set(_labels(game.view(state, None)))
    own = {label for seat in range(referee.setup.seats) for label in _labels(game.view(state, seat))}
    told = _plain(repr([entry.event for entry in public_entries(game, referee.setup, referee.entries)]))
    beside = _plain(repr(game.view(state, None).aside))
    return {label for label in own - shown if not any(_stem(label) in words for words in (told, beside))}


def leaked(desk: Any, root: Any) -> list[str]:
    """The secrets written on the page that is shown; none where it is for one pair of eyes."""
    side = desk.side
    if side is None or desk.page != "table" or getattr(desk.model(), "kind", "") not in FOR_ALL:
        return []
    texts = [_plain(each.text) for each in walk(root) if isinstance(getattr(each, "text", None), str)]
    return sorted(label for label in secrets(side) if any(_stem(label) in text for text in texts))


def _labels(view: Any) -> Iterator[str]:
    for lying in view.board.values():
        yield from (thing.label for thing in lying if thing.label is not None)


def _stem(label: str) -> str:
    """The first word of a label that is long enough to be no other word."""
    return next((part for part in label.split("-") if len(part) > 4), label)


def _plain(text: str) -> str:
    """Small letters without accents, as labels have them."""
    return "".join(sign for sign in normalize("NFD", text.lower()) if not combining(sign))
