"""What a coach says after the game: where something clearly better could have been played; part of the timeline."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from companion.game import Event
from companion.search import EACH, Chosen
from ui.present.coaching import percent
from ui.present.desk_touches import OpenPlace
from ui.present.models import Button
from ui.present.story import TurnTaken
from ui.present.walk import Walk
from ui.words import _, several

CLEARLY = 0.15
"""So much less what was played has to be worth than the best that was found, 1 being a game won …"""
LEAST = 60
"""… after so many play-outs of each."""
assert LEAST <= EACH


@dataclass(frozen=True, slots=True)
class MissedChance:
    """A place after an event than which a `better` one was found; what both were worth to their seat, 0 … 1."""

    place: int
    better: Event
    played_worth: float
    better_worth: float


def missed_at(place: int, played: Event, weighed: Chosen) -> MissedChance | None:
    """What was missed by an event, `played` as far as its seat decided it; None where that is not clear."""
    if len(weighed.lines) != 2:
        return None
    best, worse = weighed.lines
    clear = best.worth - worse.worth >= CLEARLY and min(best.plays, worse.plays) >= LEAST
    if not clear or best.events[0] == played:
        return None
    return MissedChance(place, best.events[0], worse.worth, best.worth)


@dataclass(frozen=True, slots=True)
class LookedFor:
    """How far the coach has come: `done` of `all` decisions, what it found; `left`: those that it cannot judge.

    `begun`: it was asked to look; `running`: it goes on by itself; `troubled`: it cannot think.
    """

    done: int = 0
    all: int = 0
    left: int = 0
    found: tuple[MissedChance, ...] = ()
    begun: bool = False
    running: bool = False
    troubled: bool = False


def missed_keys(
    walk: Walk, looked: LookedFor, turns: tuple[TurnTaken, ...], words: Callable[[Any, Event], str]
) -> tuple[Button, ...]:
    """What was missed, in the order of the game: what was played, and what would have been better."""
    number = {place: n for n, turn in enumerate(turns, 1) for place in range(turn.first, turn.last + 1)}
    keys = []
    for one in looked.found:
        line = walk.lines[one.place - 1]
        when = _("Turn {number}").format(number=number[one.place])
        better = _("Better: {words} ({better} instead of {played})").format(
            words=words(walk.states[one.place - 1], one.better),
            better=percent(one.better_worth),
            played=percent(one.played_worth),
        )
        detail = f"{when} · {better}"
        keys.append(Button(line.words, OpenPlace(one.place), "plain", "info", detail, line.entry.event.seat))
    return tuple(keys)


def missed_body(looked: LookedFor) -> str:
    """How far it is, what was found, and what cannot be judged."""
    if looked.troubled:
        return _("The coach cannot think just now.")
    if not looked.begun:
        said = [_("The coach goes through what people decided. It looks for what was clearly better.")]
    elif looked.running or looked.done < looked.all:
        said = [_("{n} of {all} decisions looked at.").format(n=looked.done, all=looked.all)]
    elif looked.found:
        said = [
            several("{n} decision looked at.", "{n} decisions looked at.", looked.done),
            _("Percent: how well the player stands by the box’s reckoning."),
        ]
    else:
        said = [several("{n} decision looked at.", "{n} decisions looked at.", looked.done)]
        said += [_("Nothing clearly better was found.")] if looked.done else []
    if looked.left:
        said.append(
            several(
                "{n} was left out: nobody told the box the cards that it hangs on.",
                "{n} were left out: nobody told the box the cards that they hang on.",
                looked.left,
            )
        )
    return " ".join(said)
