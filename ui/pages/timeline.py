"""A game as a list to look through: where it may have turned, every turn, or what a coach says was missed."""

from functools import partial
from itertools import count

from ui.pages.looking_back import BackPage, LookedBack
from ui.present.desk_touches import Goto
from ui.present.models import Button, choice
from ui.present.steps import StepModel, back_button, home_button, page_of
from ui.present.touches import do
from ui.present.walk import PointKind, TurningPoint, TurnTaken
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
            keys, body, tool = missed.keys(self.open_place), missed.body, missed.key
        elif tab == "turns":
            turns, turn = [*map(self._turn, walk.turns, count(1))], partial(do, self.show, tab)
            keys = page_of(turns, self._page, turn, _("Earlier turns"), _("Later turns"))
            body = "" if keys else _("No turn has been played yet.")
        else:
            keys, tab = tuple(map(self._point, walk.turning_points)), "points"
            nothing = _(
                "Nothing has turned this game yet. Fights, captures and changes of the lead are shown here."
            )
            body = "" if keys else nothing
        tabs = tuple(choice(words, do(self.show, each), each == tab) for each, words in named)
        tools = (*(() if tool is None else (tool,)), back_button(), home_button())
        return StepModel(_("Timeline"), body=(body,) if body else (), tabs=tabs, keys=keys, tools=tools)

    def _point(self, point: TurningPoint) -> Button:
        """What happened, and in which turn, with the picture that was kept of it."""
        walk, touch = self.looked.walk, do(self.open_place, point.place)
        line, turn, contest = (
            walk.lines[point.place - 1],
            walk.turn_at(point.place),
            walk.contest(point.place),
        )
        when = _("Before the first turn") if turn is None else _("Turn {number}").format(number=turn)
        words, more, seat = line.words, line.note, point.seat
        if point.kind == "lead" and point.seat is not None:
            words, more = _("{name} is ahead").format(name=walk.names[point.seat]), line.words
        elif contest is not None:
            words, more = contest.words, contest.more
            seat = seat if contest.winner is None else contest.sides[contest.winner].seat
        detail = " · ".join(part for part in (when, more) if part)
        photo = str(self.looked.pictures.get(line.entry.seq, ""))
        return Button(words, touch, "plain", ICONS[point.kind], detail, seat, photo=photo)

    def _turn(self, turn: TurnTaken, number: int) -> Button:
        """Whose turn it was, and what happened first in it."""
        walk, touch = self.looked.walk, do(self.open_place, turn.last)
        said = [line.words for line in walk.lines[turn.first - 1 : turn.last] if not line.struck]
        more = said[:MOST_SAID] + (["…"] if len(said) > MOST_SAID else [])
        words = _("Turn {number}: {name}").format(number=number, name=walk.names[turn.seat])
        return Button(words, touch, "plain", "", " · ".join(more), turn.seat)

    def show(self, tab: str, page: int = 0) -> None:
        """The turning points, a page of all turns, or what was missed: `points`, `turns`, `missed`."""
        self._tab, self._page = tab, page

    def tick(self) -> bool:
        return self.looked.missed is not None and self.looked.missed.tick()

    def left(self) -> None:
        if self.looked.missed is not None:
            self.looked.missed.stop()
