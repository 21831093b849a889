"""The coach at the table: what a seat may do, where everybody agreed to a coach; gone with the next event or touch.

Rule kept: what the shared screen shows is thought out and told on the state that everybody may know. Where a seat may
see more than all may, or chooses in secret, the coach speaks on that seat's own page alone.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from math import log
from typing import Any

from companion.game import Chance, Event, Game, Over, Seat, Seats, Setup
from companion.search import STRONG, Line
from companion.weigh import Ask, Lost, Refuse
from ui.faces.face import face_of
from ui.opponents.thinker import Thinker
from ui.pages.played_table import PlayedTable
from ui.present.models import Banner, Button, TableFocus, TableModel, choice, going
from ui.present.moment import GameSnapshot, player
from ui.present.touches import at
from ui.secrecy import public
from ui.words import _

FEW = 5
"""A line that was tried less often is not judged."""
NEAR, LESS = 0.2, 0.6
"""How far below the best, in log odds, is nearly as good, and less good: about 5 and 15 % where both stand even."""
SURE = 0.99
"""No worth counts as surer than this, or as less sure than what is left of it."""


@dataclass(frozen=True, slots=True)
class CoachLine:
    """One line of play: its first event in words, how good it looks and why; its seat's events, and the best answer."""

    words: str
    verdict: str
    why: tuple[str, ...]
    own: tuple[Event, ...]
    answer: Event | None = None


@dataclass(frozen=True, slots=True)
class CoachAsked:
    """What the coach was asked: for whom, after which entry, on whose page; `note`: what it does not know."""

    seat: Seat
    seq: int
    alone: bool
    note: str
    thinks: bool
    troubled: bool = False
    lines: tuple[CoachLine, ...] = ()
    picked: int = 0


class Coach:
    """The coach of one game on one screen. On the shared one its thinker thinks for the box's seats too, by turns."""

    def __init__(
        self,
        side: PlayedTable,
        thinker: Thinker,
        lots: Callable[[int], int],
        box: Collection[Seat],
        *,
        agreed: bool,
        only: Seat | None = None,
        focus: Callable[[], TableFocus] | None = None,
    ) -> None:
        """`box`: the seats that it plays. `only`: the seat whose own phone this is, on which `focus` is looked at."""
        self.agreed, self.people = agreed, frozenset(range(side.session.referee.setup.seats)) - frozenset(box)
        self._side, self._thinker, self._lots, self._only = side, thinker, lots, only
        self._focus = focus or (lambda: side.focus)
        self._asked: CoachAsked | None = None

    @property
    def speaks(self) -> bool:
        """Whether it says something, or why it cannot."""
        return self._asked is not None and not self._asked.thinks

    def follow(self) -> bool:
        """Takes in what was thought, and lets go of what is no more so; whether a screen has to change."""
        asked, focus = self._asked, self._focus()
        if asked is None:
            return False
        # It goes with the next event, and with the page on which it was asked.
        here = not asked.alone or (focus.alone == asked.seat and focus.drawn)
        if self._side.session.reply.seq != asked.seq or not self._is_quiet or not here:
            self.leave_coach()
        elif asked.thinks and (thought := self._thinker.answered()) is not None:
            self._asked = replace(asked, thinks=False, troubled=bool(thought.fault))
            if thought.chosen is not None:
                referee, chosen = self._side.session.referee, thought.chosen
                game, known = referee.game, referee.game.public_state(referee.state)
                lines = chosen.lines or (Line((chosen.event,), 0.5, 0),)
                told = told_lines(game, referee.setup, known, asked.seat, lines)
                self._asked = replace(self._asked, lines=told)
        return self._asked != asked

    @property
    def _is_quiet(self) -> bool:
        """Whether nothing is being settled or laid out at the table."""
        session = self._side.session
        reply = session.reply
        busy = isinstance(reply.verdict, Ask | Refuse | Lost) or reply.layout is not None or reply.chores
        return not (busy or session.disputed or session.checking or session.veiled)

    def ask_coach(self, seat: Seat) -> None:
        self.leave_coach()
        moment, focus = self._side.moment(), self._focus()
        alone = _is_alone(moment, seat)
        if seat not in self._due(moment) or (alone and not (focus.alone == seat and focus.drawn)):
            return
        game, setup = moment.game, moment.setup
        state = moment.state if alone else game.public_state(moment.state)
        note, is_silent = what_it_lacks(game, setup, state, seat)
        self._asked = CoachAsked(seat, moment.reply.seq, alone, note, thinks=not is_silent)
        if not is_silent:
            self._thinker.ask(game, setup, state, seat, STRONG, self._lots(2**31), advises=True)

    def show_coach_line(self, number: int) -> None:
        if (asked := self._asked) is not None:
            last = max(len(asked.lines) - 1, 0)
            self._asked = replace(asked, picked=min(max(number, 0), last))

    def leave_coach(self) -> None:
        if self._asked is not None and self._asked.thinks:
            self._thinker.forget()
        self._asked = None

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
        alone, asked, focus = model.kind == "private", self._asked, self._focus()
        if asked is not None and asked.alone == alone:
            return self._said(asked, moment, model)
        due = self._due(moment)
        seats = tuple(seat for seat in due if _is_alone(moment, seat) == alone)
        if alone:
            busy = focus.picking or focus.square is not None or model.pad is not None
            seats = () if busy else tuple(seat for seat in seats if seat == focus.alone)
        elif len(seats) < len(due):
            names = ", ".join(moment.names[seat] for seat in due if seat not in seats)
            note = _("The coach speaks where {name} alone may look.").format(name=names)
            model = replace(model, notes=(*model.notes, note))
        # The ways to the coach are never loud, and stand after all else.
        keys = []
        for seat in seats:
            words = _("What may I do?") if len(seats) == 1 else _("What may {name} do?")
            words = words.format(name=moment.names[seat])
            keys.append(Button(words, at(Coach.ask_coach, seat), "quiet", "info"))
        if alone:
            return replace(model, answers=(*model.answers[:-1], *keys, *model.answers[-1:]))
        return replace(model, helps=(*model.helps, *keys))

    def _said(self, asked: CoachAsked, moment: GameSnapshot, model: TableModel) -> TableModel:
        """The model with what it says in the place of the keys; on a seat's own page its way out stays."""
        if asked.thinks:
            return replace(model, banner=model.banner or Banner("wait", _("The coach is thinking …")))
        name = moment.names[asked.seat]
        leave = Button(_("Enough"), at(Coach.leave_coach), "plain", "back")
        way_out = (leave, *(model.answers[-1:] if asked.alone else ()))
        model = TableModel(
            model.kind if asked.alone else "coach",
            _("What may {name} do?").format(name=name),
            model.chips,
            model.board,
            trouble=model.trouble,
            answers=way_out,
            tiles=model.tiles,
            tally=model.tally,
            own=model.own,
        )
        if asked.troubled:
            again = Button(_("Ask it again"), at(Coach.ask_coach, asked.seat), "plain", "turn")
            trouble = Banner("trouble", _("The coach cannot think just now."))
            return replace(model, banner=trouble, answers=(again, *way_out))
        if not asked.lines:
            nothing = asked.note or _("There is nothing to choose now.")
            return replace(model, banner=Banner("calm", nothing))
        keys = []
        for n, line in enumerate(asked.lines):
            picked = n == asked.picked
            why = (line.why or (_("Nothing is decided by it at once."),)) if picked else ()
            detail = "\n".join(part for part in (line.verdict, *why) if part)
            keys.append(choice(line.words, at(Coach.show_coach_line, n), picked, detail=detail))
        reckoned = _("Percent: how well {name} then stands by the box’s reckoning.").format(name=name)
        notes = (*((asked.note,) if asked.note else ()), reckoned)
        told = replace(model, answers=(*keys, *way_out), notes=notes)
        line = asked.lines[asked.picked]
        return going(told, moment.table, line.own, line.answer)


def _is_alone(moment: GameSnapshot, seat: Seat) -> bool:
    """Whether a seat may see more than all may, or chooses in secret: it is told nothing on the shared screen."""
    return seat in moment.offers.looking or seat in moment.offers.choosing


# Lines of play in words: what each is worth, and why as far as the game itself can tell. Words and reasons are told on
# the state that is handed in, which is the one that everybody may know.


def what_it_lacks(game: Game[Any], setup: Setup, state: Any, seat: Seat) -> tuple[str, bool]:
    """What a seat knows of its own cards and the referee does not, in words; whether nothing can be said without it."""
    name = player(setup, seat)
    if game.untold is not None and game.untold(state, seat)[0]:
        words = _("Nobody has told the box what {name} holds, so the coach cannot say.")
        return words.format(name=name), True
    own = (one for things in game.view(state, seat).board.values() for one in things if one.seat == seat)
    if any(one.kind == "card" and one.face == "down" and one.label is None for one in own):
        return _("The coach does not know which of {name}’s cards lie face down.").format(name=name), False
    return "", False


def told_lines(
    game: Game[Any], setup: Setup, state: Any, seat: Seat, lines: Sequence[Line]
) -> tuple[CoachLine, ...]:
    """Lines in words, the best first, and alone of those that read alike. `state`: as everybody may know it."""
    ordered = sorted(lines, key=lambda line: (line.plays >= FEW, line.worth), reverse=True)
    found: dict[str, CoachLine] = {}
    for line in (line for line in ordered if line.events):
        # How good it looks beside the best one, and what it is worth in percent.
        if isinstance(line.events[0], face_of(game).aimed):
            verdict = _("as good as your aim")
        elif line.plays < FEW:
            verdict = _("hardly looked at") if line.plays else ""
        else:
            # In log odds 2 % instead of 7 is as much less as 22 instead of 50.
            sure = [min(max(one.worth, 1 - SURE), SURE) for one in (ordered[0], line)]
            less = log(sure[0] / (1 - sure[0])) - log(sure[1] / (1 - sure[1]))
            verdict = _("less good") if less <= LESS else _("much worse")
            if less <= NEAR:
                verdict = _("looks best") if line is ordered[0] else _("nearly as good")
            verdict = f"{verdict} · {percent(line.worth)}"
        told = _told(game, setup, state, seat, line, verdict)
        found.setdefault(told.words, told)
    return tuple(found.values())


def percent(worth: float) -> str:
    """A worth of 0 … 1, not to be parted at the end of a line."""
    return f"{round(100 * worth)}\N{NO-BREAK SPACE}%"


def _told(game: Game[Any], setup: Setup, state: Any, seat: Seat, line: Line, verdict: str) -> CoachLine:
    """The line followed as far as everybody could follow it: to what falls by chance, or what nobody can know."""
    why, own, answer = list[str](), [line.events[0]], None
    begun, known, advice = state, state, face_of(game).advice
    for number, event in enumerate(line.events):
        if isinstance(game.turn(known), Chance | Over) or game.breach(known, event) is not None:
            break
        if number:
            says = _("Then: {words}")
            if event.seat in (seat, None):
                own.append(event)
            else:
                answer, says = event, _("Best answer: {words}")
            why.append(says.format(words=advice(known, public(game, known, event))))
        contest = game.contest(known, event)
        if contest is not None:
            why.append(contest.words)
        known = game.after(known, event)
        if game.whose_turn(known) != game.whose_turn(begun):
            # What was begun in a turn is settled once it is over.
            turn = game.turn(known)
            if isinstance(turn, Over):
                winners = ", ".join(player(setup, one) for one in turn.winners)
                why += [_("That wins the game for {name}.").format(name=winners)] if winners else []
            else:
                why += [
                    _("{what}, {name}: {after} instead of {before}").format(
                        what=old.words, name=player(setup, one), before=old.values[one], after=new.values[one]
                    )
                    for old, new in zip(game.measures(begun), game.measures(known), strict=False)
                    for one in range(setup.seats)
                    if old.values[one] != new.values[one]
                ]
            begun = known
        if answer is not None:
            break
    if not line.plays:
        why.append(_("Nothing else was found to choose."))
    return CoachLine(advice(state, line.events[0]), verdict, tuple(why), tuple(own), answer)
