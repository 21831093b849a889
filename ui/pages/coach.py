"""The coach at the table: what a seat may do, where everybody agreed to a coach; gone with the next event or touch.

Rule kept: what the shared screen shows is thought out and told on the state that everybody may know. Where a seat may
see more than all may, or chooses in secret, the coach speaks on that seat's own page alone.
"""

import logging
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any, Protocol, assert_never

from companion.game import Game, Seat, Seats
from companion.search import Chosen, Line
from companion.weigh import Ask, Lost, Refuse
from ui.box.session import Session
from ui.faces.registry import face_of
from ui.opponents.thinker import Thinker
from ui.present.coaching import (
    Advice,
    CoachLine,
    CoachSays,
    coach_model,
    told_lines,
    what_it_lacks,
    with_coach_keys,
)
from ui.present.models import TableFocus, TableModel
from ui.present.moment import GameSnapshot
from ui.present.table_touches import AskCoach, CoachTouch, LeaveCoach, ShowCoachLine, TableTouch

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class CoachAsked:
    """For whom the coach was asked, on which entry, and whether on that seat's own page."""

    seat: Seat
    seq: int
    alone: bool


class CoachedScreen(Protocol):
    """A screen on which the coach may speak: the shared one, or a seat's own phone, with what is looked at there."""

    @property
    def focus(self) -> TableFocus: ...

    @property
    def session(self) -> Session[Any]: ...

    def moment(self) -> GameSnapshot:
        """The game as it is now."""
        ...


class Coach:
    """The coach of one game on one screen. `agreed`: all people at the table did; `box`: the seats that it plays.

    `only`: the seat whose own phone this is; None: the shared screen, whose thinker is the one that thinks for the
    box's seats: neither is asked while the other is.
    """

    def __init__(
        self,
        side: CoachedScreen,
        thinker: Thinker,
        lots: Callable[[int], int],
        box: Collection[Seat],
        *,
        agreed: bool,
        only: Seat | None = None,
    ) -> None:
        self.agreed, self.people = agreed, frozenset(range(side.session.referee.setup.seats)) - frozenset(box)
        self._side, self._thinker, self._lots, self._only = side, thinker, lots, only
        self._asked: CoachAsked | None = None
        self._thinks, self._troubled, self._note = False, False, ""
        self._lines: tuple[CoachLine, ...] = ()
        self._picked = 0

    @property
    def _shown(self) -> tuple[object, ...]:
        return (self._asked, self._thinks, self._troubled, self._lines, self._picked)

    @property
    def speaks(self) -> bool:
        """Whether it says something, or why it cannot."""
        return self._asked is not None and not self._thinks

    def follow(self) -> bool:
        """Takes in what was thought, and lets go of what is no more so; whether a screen has to change."""
        if self._asked is None:
            return False
        before = self._shown
        if not self._may_stay(self._asked):
            self.forget()
        elif self._thinks and (thought := self._thinker.answered()) is not None:
            self._thinks, self._troubled = False, bool(thought.fault)
            if thought.fault:
                _log.warning("the coach cannot think: %s", thought.fault)
            if thought.chosen is not None:
                self._lines = self._told(self._asked.seat, thought.chosen)
        return before != self._shown

    def _may_stay(self, asked: CoachAsked) -> bool:
        """Whether the game and the page on which it was asked are still the same."""
        if self._side.session.reply.seq != asked.seq or not self._is_quiet:
            return False
        focus = self._side.focus
        return not asked.alone or (focus.alone == asked.seat and focus.drawn)

    @property
    def _is_quiet(self) -> bool:
        """Whether nothing is being settled or laid out at the table."""
        session = self._side.session
        reply = session.reply
        busy = isinstance(reply.verdict, Ask | Refuse | Lost) or reply.layout is not None or reply.chores
        return not (busy or session.disputed or session.checking or session.veiled)

    def touched(self, touch: TableTouch) -> None:
        """What was said goes with any other touch."""
        if not isinstance(touch, CoachTouch):
            self.forget()

    def take(self, touch: CoachTouch) -> None:
        match touch:
            case AskCoach(seat):
                self._ask(seat)
            case ShowCoachLine(number):
                self._picked = min(max(number, 0), max(len(self._lines) - 1, 0))
            case LeaveCoach():
                self.forget()
            case _:
                assert_never(touch)

    def forget(self) -> None:
        if self._thinks:
            self._thinker.forget()
        self._asked, self._thinks, self._troubled, self._note = None, False, False, ""
        self._lines, self._picked = (), 0

    def _ask(self, seat: Seat) -> None:
        self.forget()
        moment, focus = self._side.moment(), self._side.focus
        alone = _is_alone(moment, seat)
        if seat not in self._due(moment) or (alone and not (focus.alone == seat and focus.drawn)):
            return
        game, setup = moment.game, moment.setup
        state = moment.state if alone else game.public_state(moment.state)
        self._asked = CoachAsked(seat, moment.reply.seq, alone)
        self._note, is_silent = what_it_lacks(game, setup, state, seat)
        if not is_silent:
            self._thinks = True
            self._thinker.advise(game, setup, state, seat, self._lots(2**31))

    def _due(self, moment: GameSnapshot) -> tuple[Seat, ...]:
        """The people who are to act, where the box is not, and the coach may speak."""
        turn = moment.reply.turn
        if not self.agreed or not self._is_quiet or not isinstance(turn, Seats):
            return ()
        due = sorted(turn.seats) if turn.seats <= self.people else ()
        return tuple(seat for seat in due if self._only in (None, seat))

    def model(self, moment: GameSnapshot, model: TableModel) -> TableModel:
        """The model with the ways to the coach, or with what it says, where all agreed to it."""
        if not self.agreed or model.kind not in ("play", "private"):
            return model
        alone, asked = model.kind == "private", self._asked
        if asked is not None and asked.alone == alone:
            return coach_model(self._says(asked, moment), moment, model)
        due = self._due(moment)
        seats = tuple(seat for seat in due if _is_alone(moment, seat) == alone)
        elsewhere = () if alone else tuple(seat for seat in due if seat not in seats)
        focus = self._side.focus
        if alone:
            busy = focus.picking or focus.square is not None or model.pad is not None
            seats = () if busy else tuple(seat for seat in seats if seat == focus.alone)
        return with_coach_keys(moment, model, seats, elsewhere)

    def _says(self, asked: CoachAsked, moment: GameSnapshot) -> CoachSays:
        name = moment.names[asked.seat]
        return CoachSays(
            asked.seat, name, self._thinks, self._lines, self._picked, self._note, self._troubled
        )

    def _told(self, seat: Seat, chosen: Chosen) -> tuple[CoachLine, ...]:
        """What was found in words, told on what everybody may know."""
        referee = self._side.session.referee
        game, known = referee.game, referee.game.public_state(referee.state)
        lines = chosen.lines or (Line((chosen.event,), 0.5, 0),)
        return told_lines(game, referee.setup, known, seat, lines, advice_of(game))


def advice_of(game: Game[Any]) -> Advice:
    """How a game tells of what may be done."""
    face = face_of(game)
    return Advice(lambda state, event: face.advice(state, event) or game.words(state, event), face.aimed)


def _is_alone(moment: GameSnapshot, seat: Seat) -> bool:
    """Whether a seat may see more than all may, or chooses in secret: it is told nothing on the shared screen."""
    return seat in moment.offers.looking or seat in moment.offers.choosing
