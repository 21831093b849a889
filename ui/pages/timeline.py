"""A game as a list to look through: where it may have turned, every turn, or what a coach says was missed."""

from collections.abc import Mapping
from functools import partial
from pathlib import Path

from ui.pages.looking_back import BackPage, LookedBack
from ui.present.desk_touches import Goto, OpenPlace
from ui.present.models import Button
from ui.present.steps import StepModel, back_button, home_button, page_of
from ui.present.touches import do
from ui.present.walk import PointKind, TurningPoint, TurnTaken, Walk
from ui.words import _

MOST_SAID = 3
"""So many entries of a turn are told; the board has the rest."""
ICONS: dict[PointKind, str] = {
    "contest": "trophy", "first": "cards", "lead": "flag", "great": "arrows", "mended": "pen",
}  # fmt: skip


class TimelinePage(BackPage):
    """What is listed has a tab each; every line is a touch away from its board."""

    name = "timeline"

    def __init__(self, looked: LookedBack) -> None:
        super().__init__(looked)
        self._tab, self._page = "points", 0
        self.parts = () if looked.missed is None else (looked.missed,)

    def model(self) -> StepModel:
        walk, missed, tab = self.looked.walk, self.looked.missed, self._tab
        named = [("points", _("Turning points")), ("turns", _("Every turn"))]
        named += [] if missed is None else [("missed", _("What did I miss?"))]
        tool: Button | None = Button(_("Every entry"), Goto("history"), "plain", "list")
        if tab == "missed" and missed is not None:
            keys = missed.keys()
            body, tool = missed.body, missed.key
        elif tab == "turns":
            turns = [_turn(walk, turn, number) for number, turn in enumerate(walk.turns, 1)]
            keys = page_of(
                turns, self._page, partial(do, self.show, tab), _("Earlier turns"), _("Later turns")
            )
            body = "" if keys else _("No turn has been played yet.")
        else:
            keys, tab = (
                tuple(_point(walk, each, self.looked.pictures) for each in walk.turning_points),
                "points",
            )
            nothing = _(
                "Nothing has turned this game yet. Fights, captures and changes of the lead are shown here."
            )
            body = "" if keys else nothing
        tabs = tuple(
            Button(words, do(self.show, each), "chosen" if each == tab else "plain") for each, words in named
        )
        tools = (*(() if tool is None else (tool,)), back_button(), home_button())
        return StepModel(_("Timeline"), body=(body,) if body else (), tabs=tabs, keys=keys, tools=tools)

    def show(self, tab: str, page: int = 0) -> None:
        """The turning points, a page of all turns, or what was missed: `points`, `turns`, `missed`."""
        self._tab, self._page = tab, page

    def tick(self) -> bool:
        return self.looked.missed is not None and self.looked.missed.tick()

    def left(self) -> None:
        if self.looked.missed is not None:
            self.looked.missed.stop()


def _point(walk: Walk, point: TurningPoint, pictures: Mapping[int, Path]) -> Button:
    """What happened, and in which turn, with the picture that was kept of it."""
    line, turn = walk.lines[point.place - 1], walk.turn_at(point.place)
    when = _("Before the first turn") if turn is None else _("Turn {number}").format(number=turn)
    words, more, seat = line.words, line.note, point.seat
    contest = walk.contest(point.place)
    if point.kind == "lead" and point.seat is not None:
        words, more = _("{name} is ahead").format(name=walk.names[point.seat]), line.words
    elif contest is not None:
        words, more = contest.words, contest.more
        seat = seat if contest.winner is None else contest.sides[contest.winner].seat
    detail = " · ".join(part for part in (when, more) if part)
    photo = str(pictures.get(line.entry.seq, ""))
    return Button(words, OpenPlace(point.place), "plain", ICONS[point.kind], detail, seat, photo=photo)


def _turn(walk: Walk, turn: TurnTaken, number: int) -> Button:
    """Whose turn it was, and what happened first in it."""
    said = [line.words for line in walk.lines[turn.first - 1 : turn.last] if not line.struck]
    more = said[:MOST_SAID] + (["…"] if len(said) > MOST_SAID else [])
    words = _("Turn {number}: {name}").format(number=number, name=walk.names[turn.seat])
    return Button(words, OpenPlace(turn.last), "plain", "", " · ".join(more), turn.seat)
