"""A game as a list to look through: where it may have turned, or every turn, each a touch away from its board."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.game import Event
from ui.present import story
from ui.present.back_touches import OpenPlace, ShowTimeline
from ui.present.desk_touches import Goto
from ui.present.missed import LookedFor, missed_body, missed_keys, missed_tool
from ui.present.models import Button
from ui.present.pages import entry_note
from ui.present.steps import StepModel, back_button, home_button
from ui.present.story import PointKind, TurningPoint, TurnTaken
from ui.present.walk import Walk
from ui.words import _

MANY = 20
"""So many turns stand on a page."""
MOST_SAID = 3
"""So many entries of a turn are told; the board has the rest."""
ICONS: dict[PointKind, str] = {
    "contest": "trophy", "first": "cards", "lead": "flag", "great": "arrows", "mended": "pen",
}  # fmt: skip


def timeline_model(
    walk: Walk, shown: ShowTimeline, pictures: Mapping[int, Path], *, coached: bool = False
) -> StepModel:
    """The turning points with the `pictures` kept of them, by entry, or a page of the turns.

    `coached`: there is a way to what a coach says was missed.
    """
    tabs = _tabs(shown, coached=coached)
    taken = story.turns(walk)
    keys = _turns(walk, taken, shown.page) if shown.every_turn else _points(walk, taken, pictures)
    body: tuple[str, ...] = ()
    if not keys:
        nothing = _(
            "Nothing has turned this game yet. Fights, captures and changes of the lead are shown here."
        )
        body = (_("No turn has been played yet.") if shown.every_turn else nothing,)
    entries = Button(_("Every entry"), Goto("history"), "plain", "list")
    tools = (entries, back_button(), home_button())
    return StepModel(_("Timeline"), body=body, tabs=tabs, keys=keys, tools=tools)


def missed_model(walk: Walk, looked: LookedFor, words: Callable[[Any, Event], str]) -> StepModel:
    """What a coach says was missed, and how far it has come."""
    tool = missed_tool(looked)
    tools = (*((tool,) if tool is not None else ()), back_button(), home_button())
    keys = missed_keys(walk, looked, story.turns(walk), words)
    tabs = _tabs(ShowTimeline(missed=True), coached=True)
    body = (missed_body(looked),)
    return StepModel(_("Timeline"), body=body, tabs=tabs, keys=keys, tools=tools)


def _tabs(shown: ShowTimeline, *, coached: bool) -> tuple[Button, ...]:
    tabs = [
        (_("Turning points"), ShowTimeline()),
        (_("Every turn"), ShowTimeline(every_turn=True)),
        *([(_("What did I miss?"), ShowTimeline(missed=True))] if coached else []),
    ]
    now = (shown.every_turn, shown.missed)
    return tuple(
        Button(words, touch, "chosen" if (touch.every_turn, touch.missed) == now else "plain")
        for words, touch in tabs
    )


def _points(walk: Walk, taken: tuple[TurnTaken, ...], pictures: Mapping[int, Path]) -> tuple[Button, ...]:
    number = {place: n for n, turn in enumerate(taken, 1) for place in range(turn.first, turn.last + 1)}
    found = []
    for point in story.turning_points(walk):
        file = pictures.get(walk.lines[point.place - 1].entry.seq)
        key = _point(walk, point, number.get(point.place))
        found.append(key if file is None else replace(key, photo=str(file)))
    return tuple(found)


def _point(walk: Walk, point: TurningPoint, turn: int | None) -> Button:
    """What happened, and in which turn."""
    line = walk.lines[point.place - 1]
    when = _("Before the first turn") if turn is None else _("Turn {number}").format(number=turn)
    words, more, seat = line.words, entry_note(line), point.seat
    contest = walk.contest(point.place)
    if point.kind == "lead" and point.seat is not None:
        words, more = _("{name} is ahead").format(name=walk.names[point.seat]), line.words
    elif contest is not None:
        words, more = contest.words, contest.more
        seat = seat if contest.winner is None else contest.sides[contest.winner].seat
    detail = " · ".join(part for part in (when, more) if part)
    return Button(words, OpenPlace(point.place), "plain", ICONS[point.kind], detail, seat)


def _turns(walk: Walk, taken: tuple[TurnTaken, ...], page: int) -> tuple[Button, ...]:
    """A page of the turns, and the ways to earlier and later ones."""
    last = max(0, -(-len(taken) // MANY) - 1)
    page = min(max(page, 0), last)
    some = list(enumerate(taken, 1))[page * MANY : (page + 1) * MANY]
    keys = [_turn(walk, turn, number) for number, turn in some]
    if page:
        keys.insert(
            0, Button(_("Earlier turns"), ShowTimeline(every_turn=True, page=page - 1), "quiet", "step-back")
        )
    if page < last:
        keys.append(
            Button(_("Later turns"), ShowTimeline(every_turn=True, page=page + 1), "quiet", "step-on")
        )
    return tuple(keys)


def _turn(walk: Walk, turn: TurnTaken, number: int) -> Button:
    """Whose turn it was, and what happened first in it."""
    said = [line.words for line in walk.lines[turn.first - 1 : turn.last] if not line.struck]
    more = said[:MOST_SAID] + (["…"] if len(said) > MOST_SAID else [])
    words = _("Turn {number}: {name}").format(number=number, name=walk.names[turn.seat])
    return Button(words, OpenPlace(turn.last), "plain", "", " · ".join(more), turn.seat)
