"""What the coach says: two or three lines of play, what each is worth, and why as far as the game itself can tell.

Rule kept: words and reasons are told on the state that is handed in, which is the one that everybody may know.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import log
from typing import Any

from companion.game import Chance, Event, Game, Over, Seat, Setup
from companion.search import Line
from ui.present.board import places, traces
from ui.present.field import shown_going
from ui.present.models import Banner, Button, TableModel
from ui.present.moment import GameSnapshot, player
from ui.present.pointing import pointing_to
from ui.present.table_touches import AskCoach, LeaveCoach, ShowCoachLine
from ui.secrecy import public
from ui.words import _

FEW = 5
"""A line that was tried less often is not judged."""
NEAR, LESS = 0.2, 0.6
"""So much less than the best, in log odds, is nearly as good, and less good: about 5 and 15 % where both stand even."""
SURE = 0.99
"""No worth counts as surer than this, or as less sure than what is left of it."""


@dataclass(frozen=True, slots=True)
class Advice:
    """How a game's face tells of what may be done: an event's `words` on a state, and kinds that depend on aim."""

    words: Callable[[Any, Event], str]
    aimed: tuple[type[Event], ...] = ()


@dataclass(frozen=True, slots=True)
class CoachLine:
    """One line of play: its first event in words, how good it looks, and why.

    `own`: what the seat does, in order; `answer`: the best answer to it, where one was found.
    """

    words: str
    verdict: str
    why: tuple[str, ...]
    own: tuple[Event, ...]
    answer: Event | None = None


@dataclass(frozen=True, slots=True)
class CoachSays:
    """What the coach says to a seat now: that it `thinks`, its `lines` with the one `picked`, or why it has none.

    `note`: what it does not know. `troubled`: it cannot think.
    """

    seat: Seat
    name: str
    thinks: bool = False
    lines: tuple[CoachLine, ...] = ()
    picked: int = 0
    note: str = ""
    troubled: bool = False


def what_it_lacks(game: Game[Any], setup: Setup, state: Any, seat: Seat) -> tuple[str, bool]:
    """What a seat knows of its own cards and the referee does not, in words; whether nothing can be said without it."""
    name = player(setup, seat)
    if game.untold is not None and game.untold(state, seat)[0]:
        return _("Nobody has told the box what {name} holds, so the coach cannot say.").format(
            name=name
        ), True
    lying = game.view(state, seat).board.values()
    if any(
        one.kind == "card" and one.face == "down" and one.label is None and one.seat == seat
        for things in lying
        for one in things
    ):
        return _("The coach does not know which of {name}’s cards lie face down.").format(name=name), False
    return "", False


def told_lines(
    game: Game[Any], setup: Setup, state: Any, seat: Seat, lines: Sequence[Line], advice: Advice
) -> tuple[CoachLine, ...]:
    """Lines in words, the best first, and alone of those that read alike. `state`: as everybody may know it."""
    ordered = sorted(lines, key=lambda line: (line.plays >= FEW, line.worth), reverse=True)
    found: dict[str, CoachLine] = {}
    for line in ordered:
        if line.events:
            told = _told(game, setup, state, seat, line, _verdict(ordered[0], line, advice), advice.words)
            found.setdefault(told.words, told)
    return tuple(found.values())


def _verdict(best: Line, line: Line, advice: Advice) -> str:
    """How good a line looks beside the best one, and what it is worth in percent."""
    if isinstance(line.events[0], advice.aimed):
        return _("as good as your aim")
    if not line.plays:
        return ""
    if line.plays < FEW:
        return _("hardly looked at")
    less = _odds(best) - _odds(line)
    if line is best:
        said = _("looks best")
    elif less <= NEAR:
        said = _("nearly as good")
    else:
        said = _("less good") if less <= LESS else _("much worse")
    return f"{said} · {percent(line.worth)}"


def _odds(line: Line) -> float:
    """A line's worth in log odds: 2 % instead of 7 is as much less as 22 instead of 50."""
    worth = min(max(line.worth, 1 - SURE), SURE)
    return log(worth / (1 - worth))


def percent(worth: float) -> str:
    """A worth of 0 … 1, not to be parted at the end of a line."""
    return f"{round(100 * worth)}\N{NO-BREAK SPACE}%"


def _told(
    game: Game[Any],
    setup: Setup,
    state: Any,
    seat: Seat,
    line: Line,
    verdict: str,
    words: Callable[[Any, Event], str],
) -> CoachLine:
    """The line followed as far as everybody could follow it: to what falls by chance, or what nobody can know."""
    why, own, answer = list[str](), [line.events[0]], None
    begun, known = state, state
    for number, event in enumerate(line.events):
        if isinstance(game.turn(known), Chance | Over) or game.breach(known, event) is not None:
            break
        if number and event.seat in (seat, None):
            own.append(event)
            why.append(_("Then: {words}").format(words=words(known, public(game, known, event))))
        elif number and event.seat is not None:
            answer = event
            why.append(_("Best answer: {words}").format(words=words(known, public(game, known, event))))
        contest = game.contest(known, event)
        if contest is not None:
            why.append(contest.words)
        known = game.after(known, event)
        if game.whose_turn(known) != game.whose_turn(begun):
            # What was begun in a turn is settled once it is over.
            why += _changed(game, setup, begun, known)
            begun = known
        if answer is not None:
            break
    if not line.plays:
        why.append(_("Nothing else was found to choose."))
    return CoachLine(words(state, line.events[0]), verdict, tuple(why), tuple(own), answer)


def _changed(game: Game[Any], setup: Setup, begun: Any, state: Any) -> list[str]:
    """Who has won, or else what has become more or less since then, seat by seat."""
    turn = game.turn(state)
    if isinstance(turn, Over):
        winners = ", ".join(player(setup, one) for one in turn.winners)
        return [_("That wins the game for {name}.").format(name=winners)] if winners else []
    return [
        _("{what}, {name}: {after} instead of {before}").format(
            what=old.words, name=player(setup, seat), before=old.values[seat], after=new.values[seat]
        )
        for old, new in zip(game.measures(begun), game.measures(state), strict=False)
        for seat in range(setup.seats)
        if old.values[seat] != new.values[seat]
    ]


def with_coach_keys(
    moment: GameSnapshot, model: TableModel, seats: Sequence[Seat], elsewhere: Sequence[Seat] = ()
) -> TableModel:
    """The model with the ways to the coach, one for each of these seats: never loud, and after all else.

    `elsewhere`: the seats with which it speaks on their own pages alone.
    """
    if elsewhere and model.kind == "play":
        names = ", ".join(moment.names[seat] for seat in elsewhere)
        note = _("The coach speaks where {name} alone may look.").format(name=names)
        model = replace(model, notes=(*model.notes, note))
    if not seats:
        return model
    keys = tuple(
        Button(
            _("What may I do?")
            if len(seats) == 1
            else _("What may {name} do?").format(name=moment.names[seat]),
            AskCoach(seat),
            "quiet",
            "info",
        )
        for seat in seats
    )
    if model.kind == "private":
        return replace(model, answers=(*model.answers[:-1], *keys, *model.answers[-1:]))
    return replace(model, helps=(*model.helps, *keys))


def coach_model(says: CoachSays, moment: GameSnapshot, model: TableModel) -> TableModel:
    """The model with what the coach says in the place of the keys; on a seat's own page its way out stays."""
    if says.thinks:
        return replace(model, banner=model.banner or Banner("wait", _("The coach is thinking …")))
    alone = model.kind == "private"
    way_out = (Button(_("Enough"), LeaveCoach(), "plain", "back"), *(model.answers[-1:] if alone else ()))
    model = replace(
        model,
        kind=model.kind if alone else "coach",
        headline=_("What may {name} do?").format(name=says.name),
        banner=None,
        body=(),
        answers=way_out,
        helps=(),
        tasks=(),
        past=(),
        tools=(),
        notes=(),
        remark="",
        close_up=None,
        contest=None,
        highlight=None,
    )
    if says.troubled:
        again = Button(_("Ask it again"), AskCoach(says.seat), "plain", "turn")
        trouble = Banner("trouble", _("The coach cannot think just now."))
        return replace(model, banner=trouble, answers=(again, *way_out))
    if not says.lines:
        return replace(model, banner=Banner("calm", says.note or _("There is nothing to choose now.")))
    keys = tuple(_line_key(line, n, picked=n == says.picked) for n, line in enumerate(says.lines))
    reckoned = _("Percent: how well {name} then stands by the box’s reckoning.").format(name=says.name)
    notes = (*((says.note,) if says.note else ()), reckoned)
    told = replace(model, answers=(*keys, *way_out), notes=notes)
    return _drawn(says.lines[says.picked], moment, told)


def _line_key(line: CoachLine, number: int, *, picked: bool) -> Button:
    why = (line.why or (_("Nothing is decided by it at once."),)) if picked else ()
    detail = "\n".join(part for part in (line.verdict, *why) if part)
    return Button(line.words, ShowCoachLine(number), "chosen" if picked else "plain", "", detail)


def _drawn(line: CoachLine, moment: GameSnapshot, model: TableModel) -> TableModel:
    """The line on the board: what the seat does, and in another colour what answers it."""
    marks, arrows = traces(line.own, moment.table, "go")
    if line.answer is not None:
        answered, back = traces((line.answer,), moment.table, "take")
        known = {mark.region for mark in marks}
        marks = (*marks, *(mark for mark in answered if mark.region not in known))
        arrows = (*arrows, *back)
    shown = replace(model, board=replace(model.board, marks=marks, arrows=arrows))
    names = [region.name for region in moment.table.regions]
    shown = pointing_to(shown, {name for event in line.own for name in places(event, names)})
    ways = tuple((arrow.regions[0], arrow.regions[-1]) for arrow in arrows if arrow.kind == "go")
    return replace(shown, own=shown_going(shown.own, ways))
