"""Questions in words: what an answer says, and answers that say the same taken together."""

from dataclasses import replace
from typing import TypeVar

from companion.game import Event, Game
from companion.journal import TookBack
from companion.language import _
from companion.verdict import Ask

S = TypeVar("S")


def said(game: Game[S], state: S, events: tuple[Event, ...]) -> str:
    """What these events, one after the other, are called if they happen now."""
    words = []
    for event in events:
        if isinstance(event, TookBack):
            words.append(_("The last one did not happen"))
            continue
        words.append(game.words(state, event))
        state = game.after(state, event)
    return "; ".join(words)


def told_apart(game: Game[S], state: S, asked: Ask) -> Ask:
    """The question without answers that read like a likelier one: nobody could choose between them."""
    answers = (*asked.answers, *("" for _ in asked.options[len(asked.answers) :]))
    kept: dict[str, tuple[tuple[Event, ...], str]] = {}
    for option, answer in zip(asked.options, answers, strict=True):
        kept.setdefault(answer or said(game, state, option), (option, answer))
    if len(kept) == len(asked.options):
        return asked
    options, words = zip(*kept.values(), strict=True)
    return replace(asked, options=options, answers=words if asked.answers else ())
