"""Situations with a coach: all asked, what it says at the table and on a seat's own page, and after the game."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from companion.game import Event, Game, Seat, Seats, Setup, legal
from companion.games import all_games
from companion.games.zones.events import Lifted
from companion.kits.events import Starts
from companion.lawful import drawn
from companion.referee import Referee
from companion.search import Chosen, Level, Line
from tests.own_touches import own
from tests.situations.looked_back import keep
from tests.situations.maker import SEED, Maker
from tests.situations.moments import moves
from tests.situations.weighed import thought
from tests.situations.zones import ANN, BEN
from ui.opponents.thinker import Thinker, Thought
from ui.pages.agreement import Draft, agree
from ui.pages.desk import Desk
from ui.pages.kept import AGREED
from ui.pages.looking_back import TimelinePage
from ui.pages.private_view import PrivateView
from ui.pages.thinking import Coach
from ui.present.touches import Goto, OpenKept, at

WORTHS, PLAYS = (0.62, 0.59, 0.34), (200, 70, 30)


class AtOnce(Thinker):
    """Answers at once and does not search: the first lawful events of the seat, each with what may follow.

    `fault`: what it says instead. After `most` answers it says no more.
    """

    def __init__(self, fault: str = "", most: int = 10_000) -> None:
        super().__init__(("/no/such/program",))
        self._left = most
        self._found: Thought | None = None
        self._fault = fault
        self._count = 0

    @property
    def is_thinking(self) -> bool:
        return self._found is not None

    def ask(
        self,
        game: Game[Any],
        setup: Setup,
        state: Any,
        seat: Seat,
        level: Level,
        seed: int,
        *,
        played: Event | None = None,
        advises: bool = False,
    ) -> None:
        if played is not None:
            self.weigh(game, state, seat, played, seed)
            return
        own = [event for event in legal(game, state) if event.seat == seat][: len(WORTHS)]
        lines = [
            Line((event, *following(game, state, event)), worth, plays)
            for event, worth, plays in zip(own, WORTHS, PLAYS, strict=False)
        ]
        self._found = Thought(fault=self._fault) if self._fault else Thought(Chosen(own[0], tuple(lines)))

    def weigh(self, game: Game[Any], state: Any, seat: Seat, played: Event, seed: int) -> None:
        """Every third decision was a bad one."""
        self._count += 1
        decided = game.decided(state, played)
        other = next(event for event in legal(game, state) if event.seat == seat and event != decided)
        lines = (Line((other,), 0.71, 80), Line((decided,), 0.38, 80)) if self._count % 3 == 0 else ()
        self._found = Thought(Chosen(other if lines else decided, lines))

    def answered(self) -> Thought | None:
        found = self._found if self._left else None
        self._found = self._found if found is None else None
        self._left -= found is not None
        return found

    def forget(self) -> None:
        self._found = None


class AsKept(AtOnce):
    """Answers at once what the real coach said of this decision before."""

    def weigh(self, game: Game[Any], state: Any, seat: Seat, played: Event, seed: int) -> None:
        self._found = thought(game, seed)


def following(game: Game[Any], state: Any, event: Event) -> tuple[Event, ...]:
    """What may come next, where nobody needs to throw first."""
    after = game.after(state, event)
    return tuple(legal(game, after)[:1])


class Coached(Maker):
    """Makes desks at which all people have agreed to a coach."""

    def seats(self) -> Desk:
        desk = super().seats()
        return self.then(desk, *(agree(Draft.agreeing, seat) for seat in range(desk.agreement.draft.seats)))

    def asked(self) -> Desk:
        """All are asked, and one has agreed."""
        return self.then(super().seats(), agree(Draft.on_page, "coach"), agree(Draft.agreeing, 0))

    def until(self, wanted: Callable[[Referee[Any]], bool], least: int = 0, tidy: bool = True) -> Desk:
        desk = super().until(wanted, least, tidy)
        think_at_once(desk)
        return desk

    def played(self, *begun: Event, events: int) -> Desk:
        """A game begun so, and so many events drawn by lot."""
        desk, chance = self.started(), Random(SEED)
        session = desk.session
        for event in begun:
            session.tell(event)
        for _event in range(events):
            drawn_now = drawn(self.game, session.referee.state, chance.randrange)
            assert drawn_now is not None
            session.tell(drawn_now)
        desk.tick()
        think_at_once(desk)
        return desk

    def told(self, desk: Desk, line: int = 0, fault: str = "") -> Desk:
        """The coach has said what may be done, and a line of it is looked at."""
        think_at_once(desk, fault)
        return self.then(self._answered(desk), at(Coach.show_coach_line, line))

    def told_alone(self) -> Desk:
        """The same on a seat's own page."""
        desk = self.until(lambda referee: moves(referee) and not speaks_to_all(referee), 12)
        return self._answered(
            self.then(desk, at(PrivateView.draw_curtain, to_act(desk)), at(PrivateView.open_curtain))
        )

    def _answered(self, desk: Desk) -> Desk:
        self.then(desk, at(Coach.ask_coach, to_act(desk)))
        desk.tick()
        return desk

    def missed(self, game: str, decisions: int, thinker: Thinker | None = None) -> Desk:
        """After a kept game, so many decisions looked at: by what the coach answered, as it was kept."""
        desk = self.desk()
        id = keep(desk, game)
        desk.kept.store.note(id, {"coach": AGREED})
        self.then(desk, Goto("past"), OpenKept(id), Goto("timeline"), own("show", "missed"))
        page = desk.top
        assert isinstance(page, TimelinePage) and page.looked.missed is not None
        page.looked.missed._thinker = thinker or AsKept(most=decisions or 10_000)
        if decisions:
            page.looked.missed.go_on()
        while page.looked.missed.running and page.looked.missed.done < decisions:
            page.tick()
        return desk


def to_act(desk: Desk) -> Seat:
    """Who is to act."""
    turn = desk.session.reply.turn
    assert isinstance(turn, Seats)
    return min(turn.seats)


def think_at_once(desk: Desk, fault: str = "") -> None:
    """The coach at this table does not search."""
    assert desk.side is not None
    desk.side.coach._thinker = AtOnce(fault)


def speaks_to_all(referee: Referee[Any]) -> bool:
    """Whether the coach may speak on the shared screen: somebody is to act who sees no more than all."""
    game, state, turn = referee.game, referee.state, referee.now().turn
    if not isinstance(turn, Seats) or not moves(referee):
        return False
    return all(game.view(state, seat) == game.view(state, None) for seat in turn.seats)


def field(zones: Coached) -> Desk:
    """A game of ZoneS in which a piece may be captured."""
    return zones.played(ANN, BEN, Lifted(), Starts(0), events=7)


def coached_situations(folder: Path) -> dict[str, Callable[[], Desk]]:
    """By name, what makes a desk in that situation."""
    games = all_games()
    zoon, zones = Coached(folder, games["zoon_alternate"]), Coached(folder, games["zones"])
    return {
        "coach-asked": zoon.asked,
        "coach-key": partial(field, zones),
        "coach": lambda: zones.told(field(zones)),
        "coach-second": lambda: zoon.told(zoon.until(speaks_to_all, 12), 1),
        "coach-alone": zoon.told_alone,
        "coach-trouble": lambda: zones.told(field(zones), 0, "it ended again and again"),
        "coach-missed": partial(zones.missed, "zones", 40),
        "coach-looking": partial(zones.missed, "zones", 9),
    }
