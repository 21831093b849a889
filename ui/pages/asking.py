"""Questions to the people: which of these happened, a rule that was broken, a take-back that all must agree to, and
where table and book do not agree.
"""

from dataclasses import replace

from companion.game import Chance, Event, Over, Seat, View
from companion.journal import TookBack
from companion.judge import ELSE
from companion.sight import Thing
from companion.weigh import Ask, Refuse
from ui.pages.correcting import fitting
from ui.pages.picking import pictured
from ui.pages.played_table import PlayedTable
from ui.pages.supply import is_early
from ui.present.board import BoardModel, Mark, around, as_seen, board, places, traces
from ui.present.models import Banner, Button, Settling, TableFocus, TableModel
from ui.present.moment import GameSnapshot
from ui.present.names import lying_words, reading_words, region_words, written
from ui.present.piles import changed, is_piled, one_card
from ui.present.touches import at
from ui.secrecy import covered_legal, is_secret, public_differences, public_sightings
from ui.words import _, joined, several


class Asking:
    """What the referee asks or forbids, and how people settle it: by an answer, by letting pass, by putting right."""

    def __init__(self, side: PlayedTable) -> None:
        self._side = side

    def answer(self, events: tuple[Event, ...]) -> None:
        """This is what happened, of all that may have happened."""
        session = self._side.session
        self._side.heard(session.answer(events, asked_at=session.reply.seq))

    def none_of_these(self) -> None:
        self._side.settling = replace(self._side.settling, none_of=self._side.session.reply.verdict)

    def allow(self, event: Event, rules: tuple[str, ...]) -> None:
        """An event is allowed against some rules."""
        session = self._side.session
        self._side.focus = TableFocus()
        self._side.heard(session.tell(event, waive=rules, asked_at=session.reply.seq))

    def put_back(self) -> None:
        """People put the table back, or go on."""
        self._put_so(Settling(put_back=self._side.session.reply.verdict))

    def book_right(self) -> None:
        """Where table and book differ the book is right."""
        session = self._side.session
        self._put_so(Settling(put_back=session.reply.verdict, book_right=session.checking))

    def _put_so(self, settling: Settling) -> None:
        side = self._side
        side.focus = TableFocus(settling=settling)
        if side.hands is not None and side.session.reply.layout is None:
            side.hands.put()

    def table_right(self) -> None:
        """The table is right: all sure squares are put right at once; one that is not sure is asked about."""
        side, session = self._side, self._side.session
        # Emptied squares first: what stood there may then be said to stand elsewhere.
        left = sorted(session.reply.differences, key=lambda difference: len(difference.seen))

        def put_right() -> None:
            while (found := next(((d, r) for d in left if (r := fitting(session, d))), None)) is not None:
                difference, reading = found
                session.referee.correct(reading, "touch")
                left.remove(difference)

        if not session.at_once(put_right):
            return
        side.focus = TableFocus(square=left[0].region) if left else TableFocus()
        if not left:
            session.press("done")

    def whole_rule(self) -> None:
        """The rule that forbids something is shown whole, or in short again."""
        settling = self._side.settling
        self._side.settling = replace(settling, whole_rule=not settling.whole_rule)

    def look_again(self) -> None:
        self._side.focus = TableFocus()
        self._side.session.press("done")

    def agree_back(self, seat: Seat) -> None:
        """A seat agrees to a take-back that was refused; once all do it is done."""
        side, session = self._side, self._side.session
        agreed = side.settling.agreed | {seat}
        side.settling = replace(side.settling, agreed=agreed)
        if agreed >= set(range(session.referee.setup.seats)):
            side.focus = TableFocus()
            side.heard(session.take_back(agreed=agreed))


MOST_SQUARES = 6
"""So many squares are named in a sentence."""


def ask(moment: GameSnapshot, model: TableModel) -> TableModel:
    """One question, the likeliest answer first, each with a picture of what only it would change."""
    verdict = moment.reply.verdict
    if not isinstance(verdict, Ask):
        return model
    options = distinct(moment, verdict)
    # The squares by which the answers can be told from each other; of a single one none.
    boards = [view.board for _words, _events, view in options]
    names = [region.name for region in moment.table.regions]
    apart = tuple(name for name in names if len({repr(board.get(name, ())) for board in boards}) > 1)
    twice = [words for words, _events, _view in options]
    answers = tuple(
        Button(
            words,
            at(Asking.answer, events) if words != _(ELSE) else at(Asking.none_of_these),
            "main" if n == 0 and not (events and is_early(events[0], moment.piles.acts)) else "plain",
            detail=_told_apart(moment, view, apart) if twice.count(words) > 1 else "",
            board=outcome(moment, events, view, apart) if card_of(moment, events) is None else None,
            card=card_of(moment, events),
        )
        for n, (words, events, view) in enumerate(options)
    )
    if _(ELSE) not in twice:
        answers = (*answers, Button(_("None of these"), at(Asking.none_of_these), "plain", "wrong"))
    single = len(options) == 1
    marks = tuple(Mark(name, "chosen") for name in apart)
    return replace(
        model,
        headline=verdict.question or (_("Is this what happened?") if single else _("What happened?")),
        body=() if single else (_("Touch what you did."),),
        answers=answers,
        board=replace(model.board, marks=(*model.board.marks, *marks)),
    )


def distinct(moment: GameSnapshot, verdict: Ask) -> list[tuple[str, tuple[Event, ...], View]]:
    """The answers in words, with what all would see then; no two tell of the same and leave the same table."""
    found: list[tuple[str, tuple[Event, ...], View]] = []
    for n, events in enumerate(verdict.options):
        words = "".join(verdict.answers[n : n + 1]) or moment.words(events) or _("Nothing happened")
        state = moment.state
        for event in events:
            if not isinstance(event, TookBack):
                state = moment.game.after(state, event)
        view = moment.game.view(state, None) if events else moment.reply.view
        if all((words, view.board) != (said, other.board) for said, _events, other in found):
            found.append((words, events, view))
    return found


def _told_apart(moment: GameSnapshot, view: View, apart: tuple[str, ...]) -> str:
    """What would lie on the squares that differ, for answers that have the same words."""
    return "; ".join(
        _("{square}: {things}").format(
            square=region_words(name, moment.names, moment.called),
            things=lying_words(view.board.get(name, ()), moment.called),
        )
        for name in apart
    )


def card_of(moment: GameSnapshot, events: tuple[Event, ...]) -> Thing | None:
    """In a game of piles, the one card that the last of these events is about."""
    named = one_card(events[-1]) if events and is_piled(moment.reply.view) else None
    return None if named is None else pictured(moment, named)


def outcome(
    moment: GameSnapshot, events: tuple[Event, ...], view: View, apart: tuple[str, ...]
) -> BoardModel:
    """The part of the table that these events are about, as it would look after them (`view`), with their ways.

    `apart`: the squares by which they are told from other events: those are shown, and marked, instead.
    """
    about = [name for event in events for name in places(event, moment.table)]
    marks, arrows = traces(events, moment.table, "chosen")
    if is_piled(view):
        about = list(changed(moment.reply.view, view))
        marks, arrows = tuple(Mark(name, "chosen") for name in about), ()
    if apart:
        marks, about = tuple(Mark(name, "chosen") for name in apart), list(apart)
    rim = 0 if apart else 1
    return board(moment.table, dict(view.board), marks, arrows, around(moment.table, about, rim))


def refuse(moment: GameSnapshot, model: TableModel) -> TableModel:
    """What was understood, the rule that forbids it in its own words, the table as it should be, three answers."""
    verdict = moment.focus.settling.refused or moment.reply.verdict
    if not isinstance(verdict, Refuse):
        return model
    banner = _banner(moment, verdict, whole=moment.focus.settling.whole_rule)
    if isinstance(verdict.event, TookBack):
        close = Button(_("Go on"), at(Asking.put_back), "main", "done")
        return replace(model, headline=_("Nothing to take back"), banner=banner, answers=(close,))
    marks, arrows = traces((verdict.event,), moment.table, "wrong")
    if is_piled(moment.reply.view):
        after = moment.game.view(moment.game.after(moment.state, verdict.event), None)
        marks, arrows = tuple(Mark(name, "wrong") for name in changed(moment.reply.view, after)), ()
    instead = may_go(moment, verdict.event)
    marks = (*marks, *(Mark(name, "chosen") for name in instead or ()))
    told: tuple[str, ...] = ()
    if instead is not None:
        told = (_("That one cannot move now."),)
        if len(instead) > MOST_SQUARES:
            told = (_("Where it may go is lit on the board."),)
        elif instead:
            told = (_("It may go to {squares}.").format(squares=joined(list(instead), either=True)),)
    understood = _("Understood: {words}").format(words=moment.words((verdict.event,)))
    seen = moment.focus.settling.refused is None
    rules = (*verdict.waived, verdict.breach.rule)
    allow = Button(_("We allow it"), at(Asking.allow, verdict.event, rules), "plain", "hand")
    whole, card = moment.focus.settling.whole_rule, judged_by(moment, verdict.event)
    why = Button(
        _("Got it") if whole else _("Why?"), at(Asking.whole_rule), "plain", "done" if whole else "book"
    )
    answers = (
        Button(_("We put it back"), at(Asking.put_back), "main", "back")
        if seen
        else Button(_("Go on"), at(Asking.put_back), "main", "done"),
        *((Button(_("Look again"), at(Asking.look_again), "plain", "eye"),) if seen else ()),
        *((allow,) if verdict.breach.rule != "bookkeeping" else ()),
        *((why,) if _banner(moment, verdict, whole=not whole) != banner else ()),
    )
    return replace(
        model,
        headline=_("That is not allowed"),
        body=told if whole and card else (*told, understood),
        banner=banner,
        answers=answers,
        board=replace(board(moment.table, moment.reply.view.board, marks, arrows), asked=instead or ()),
        card=card if whole else None,
    )


def judged_by(moment: GameSnapshot, event: Event) -> Thing | None:
    """The card by whose print an event is judged, if all may see it: what goes or strikes, else the one named."""
    lying = moment.reply.view.board.get(event.start or event.by or "", ())
    shown = [thing.label for thing in lying if thing.kind == "card" and thing.face != "down"]
    named = None if is_secret(moment.game, moment.state, event) else one_card(event)
    label = next((label for label in (*reversed(shown), named) if label), None)
    return None if label is None else Thing("card", label, "up")


def _banner(moment: GameSnapshot, verdict: Refuse, *, whole: bool) -> Banner:
    """Why not, in one short sentence; the whole rule where it is asked for."""
    broken = written(moment.game.id, verdict.breach.rule)
    if broken is None:
        words = _("The rules of this game do not allow it.")
    else:
        words = f"{broken.words} {reading_words(broken)}".strip() if whole else broken.short or broken.words
    about = verdict.breach.about
    if not isinstance(verdict.event, TookBack) and about in moment.words((verdict.event,)):
        about = ""  # the event's own words say it already
    return Banner("refuse", words, about)


def may_go(moment: GameSnapshot, event: Event) -> tuple[str, ...] | None:
    """The squares to which the piece of a refused move may go instead; None where it was no move of such a piece."""
    start, to = event.start, event.to
    if (
        start is None
        or to is None
        or is_piled(moment.reply.view)
        or isinstance(moment.reply.turn, Chance | Over)
    ):
        return None
    ways = [other for other in covered_legal(moment.game, moment.state) if type(other) is type(event)]
    names = {region.name for region in moment.table.regions}
    return tuple(sorted({way.to for way in ways if way.start == start and way.to in names})) if ways else None


def agree(moment: GameSnapshot, model: TableModel) -> TableModel:
    """A take-back of something that was shown or settled: every seat confirms, each with its own button."""
    refused, agreed = moment.focus.settling.refused, moment.focus.settling.agreed
    about = refused.breach.about if refused is not None else ""
    broken = written(moment.game.id, "undo-agreed")
    buttons = tuple(
        Button(
            _("{name} agrees").format(name=name),
            at(Asking.agree_back, seat),
            "plain",
            "done" if seat in agreed else "",
            detail=_("agreed") if seat in agreed else _("touch to agree"),
            seat=seat,
        )
        for seat, name in enumerate(moment.names)
    )
    return replace(
        model,
        headline=_("Take this back?"),
        body=(about,),
        banner=Banner("ask", broken.words if broken else ""),
        answers=(*buttons, Button(_("No, go on"), at(Asking.put_back), "plain", "back")),
    )


MOST_LINES = 6


def lost(moment: GameSnapshot, model: TableModel) -> TableModel:
    """The table as seen against the book: either may be right, and a touched square can be settled alone."""
    found = public_differences(moment.reply)
    # What the book has and what was seen, once for all squares that differ alike.
    told: dict[tuple[str, str], list[str]] = {}
    for each in found:
        book, lies = (lying_words(one, moment.called) for one in (each.wanted, each.seen))
        alike = told.setdefault((book, lies), [])
        alike.append(region_words(each.region, moment.names, moment.called))
    line = _("{square}. In the book: {book}. On the table: {seen}.")
    lines = [
        line.format(square=", ".join(sorted(places)), book=book, seen=lies)
        for (book, lies), places in told.items()
    ][:MOST_LINES]
    headline = _("The table differs") if moment.checking else _("I cannot follow")
    words = _("The table could not be read.")
    if found and is_piled(moment.reply.view):
        words = several(
            "{n} place is not as the book has it.", "{n} places are not as the book has them.", len(found)
        )
    elif found:
        words = several(
            "{n} square is not as the book has it.", "{n} squares are not as the book has them.", len(found)
        )
    if len(lines) == 1:
        words = lines.pop()
    touch = _("Touch a square to settle it alone.")
    if is_piled(moment.reply.view):
        touch = _("Touch a place to settle it alone.")
    marks = tuple(Mark(difference.region, "wrong") for difference in found)
    shown = board(moment.table, moment.reply.view.board, marks)
    if moment.focus.seen and moment.scene is not None:
        seen = public_sightings(moment.reply, moment.scene.sightings)
        shown = replace(shown, pieces=as_seen(moment.table, seen, moment.reply.view.board))
    played: tuple[Button, ...] = ()
    if moment.checking and moment.meanwhile:
        # What differs was played while nobody watched, where lawful play can explain it.
        meanwhile = _("That was played: {words}").format(words=moment.words(moment.meanwhile))
        played = (Button(meanwhile, at(Asking.answer, moment.meanwhile), "main", "done"),)
    back = _("Put it back for me") if moment.simulated else _("The book is right: we put it back")
    answers = (
        *played,
        Button(back, at(Asking.book_right), "plain" if played else "main", "book"),
        Button(_("Table is right"), at(Asking.table_right), "plain", "pen", enabled=bool(found)),
    )
    if not moment.simulated:
        seen_words = _("Show book") if moment.focus.seen else _("Show table")
        answers = (
            *answers,
            Button(seen_words, at(PlayedTable.show_seen, seen=not moment.focus.seen), "quiet", "eye"),
        )
    return replace(
        model,
        headline=headline,
        banner=Banner("ask", words),
        body=(*(() if played else lines), *((touch,) if found else ())),
        answers=answers,
        board=replace(shown, asked=tuple(difference.region for difference in found)),
        tools=tuple(tool for tool in model.tools if tool.icon in ("back", "menu")),
    )
