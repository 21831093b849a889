"""The game on the table: looks and actions of the people, answers to the referee, the game's own side.

Rule kept: all goes through the session; an answer carries the `seq` of its question. One touch corrects only
what it names: a change of another square or entry is told first and needs a confirmation.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.game import Chance, Event, Over, Seat, View
from companion.journal import Entry, Reading, TookBack, standing
from companion.judge import ELSE
from companion.language import spoken
from companion.referee import Reply
from companion.sight import Look, Lying, Scene, Thing
from companion.weigh import Accept, Ask, Difference, Refuse, Same
from ui.box.by_touch import LayingHands
from ui.box.opening import Opened
from ui.box.session import Session
from ui.present.board import Mark, around, as_seen, board, places, traces
from ui.present.models import Banner, Button, Settling, TableFocus, TableModel, Weight
from ui.present.moment import Correction, GameSnapshot, changed, is_piled, one_card, players
from ui.present.names import lying_words, reading_words, region_words, written
from ui.present.touches import AtTable, TableTouch, at
from ui.secrecy import covered_legal, is_secret, public_differences, public_sightings
from ui.words import _, joined, several, upper_first


class PlayedTable(ABC):
    """A game on the table for the parts beside it. Its methods are touches."""

    own: "GameSide"

    def __init__(self, opened: Opened) -> None:
        self.opened = opened
        self.focus = TableFocus()
        self.phones: frozenset[Seat] = frozenset()  # the seats with a phone
        self.on_phone = False  # the present touch or look comes from a phone
        self.hands = None if opened.simulated is None else LayingHands(opened, opened.simulated)
        self.lays_out = False

    @property
    def session(self) -> Session[Any]:
        return self.opened.session

    @property
    @abstractmethod
    def box_seats(self) -> frozenset[Seat]:
        """The seats that the box plays: their secrets are nobody's to see or to report."""

    @abstractmethod
    def moment(self) -> GameSnapshot:
        """A snapshot of the game."""

    @abstractmethod
    def heard(self, reply: Reply) -> None:
        """Takes in the referee's reply to people."""

    @property
    def settling(self) -> Settling:
        return self.focus.settling

    @settling.setter
    def settling(self, settling: Settling) -> None:
        """Sets this part of the focus; the rest stays."""
        self.focus = replace(self.focus, settling=settling)

    @property
    def is_looking(self) -> bool:
        """Whether something besides the present game is in view."""
        focus = self.focus
        away = focus.alone is not None or focus.picking
        shown = focus.picture or focus.square is not None or focus.past is not None
        return away or focus.menu != "" or shown or self.session.disputed

    @property
    def refused_from(self) -> str | None:
        """The square of the piece whose refused move is shown: its legal targets are lit."""
        settling, verdict = self.settling, self.session.reply.verdict
        shown = settling.refused or (None if verdict == settling.put_back else verdict)
        return shown.event.start if isinstance(shown, Refuse) and self.focus.square is None else None

    def press_button(self, button: str) -> None:
        """Presses a button of the panel: `done`, `back`, `dispute`, or a seat's as `seat0`."""
        self.focus = TableFocus(picture=self.focus.picture)
        if button == "back":
            self.heard(self.session.take_back())
            return
        before = self._asks
        self.session.press(button)
        if button == "done" and not self.own.says_done_itself:
            self.focus = replace(self.focus, idle=self._asks == before)

    @property
    def _asks(self) -> tuple[object, ...]:
        """The parts of the referee's reply that ask something of the people."""
        reply = self.session.reply
        verdict = None if isinstance(reply.verdict, Accept | Same) else reply.verdict
        return (reply.seq, verdict, reply.chores, reply.differences, self.session.checking)

    def tell(self, event: Event) -> None:
        """Reports an event as the answer to the present question."""
        self.focus = TableFocus()
        self.heard(self.session.tell(event, asked_at=self.session.reply.seq))

    def wave(self, regions: tuple[str, ...]) -> None:
        for region in regions:
            self.session.dismiss_chore(region)

    def wave_all(self) -> None:
        self.wave(tuple({chore.region for chore in self.session.reply.chores}))

    def close(self) -> None:
        self.focus = TableFocus(settling=self.settling)
        self.own.close()
        if self.session.disputed:
            self.session.press("dispute")

    def open_menu(self) -> None:
        self.focus = TableFocus(settling=self.settling, menu="menu", picture=self.focus.picture)

    def open_telling(self) -> None:
        self.focus = TableFocus(settling=self.settling, menu="telling")

    def ask_turn(self, square: str) -> None:
        """Asks whether to turn up a hidden card."""
        self.focus = TableFocus(settling=self.settling, square=square, menu="turn")

    def switch_picture(self) -> None:
        self.focus = TableFocus(settling=self.settling, picture=not self.focus.picture)

    def show_seen(self, *, seen: bool) -> None:
        self.focus = replace(self.focus, seen=seen)

    def show_past(self, seq: int) -> None:
        """Shows one of the last events on the board; a second touch returns to the present."""
        past = None if self.focus.past == seq else seq
        self.focus = TableFocus(settling=self.settling, past=past)

    # hands on the simulated table

    def lay_out(self) -> None:
        if self.hands is not None:
            self.lays_out = True
            self.hands.lay_out()

    def tidy(self) -> None:
        regions = [chore.region for chore in self.session.reply.chores]
        if self.hands is not None and not self.hands.put(regions):
            self.wave_all()  # everything is in place already, even if the camera does not see it

    def turn_over(self, region: str) -> None:
        if self.hands is not None:
            self.focus = TableFocus()
            self.hands.turn_over(region)


CLOSE, MENU = at(PlayedTable.close), at(PlayedTable.open_menu)
ON_STAGE = (
    PlayedTable.lay_out, PlayedTable.tidy, PlayedTable.turn_over, LayingHands.lay_up, LayingHands.turn_down
)  # fmt: skip


def press(button: str) -> AtTable:
    return at(PlayedTable.press_button, button)


def tell(event: Event) -> AtTable:
    return at(PlayedTable.tell, event)


def quiet(keys: tuple[Button, ...], loud: Button | None = None) -> tuple[Button, ...]:
    """The keys with no loud one but this."""
    return tuple(
        replace(key, weight="plain") if key.weight == "main" and key is not loud else key for key in keys
    )


class GameSide:
    """A game's own share of a table screen; `take` handles its own touches."""

    says_done_itself = False
    hides_simulated = False  # whether its own board replaces the simulated table

    def __init__(self, side: PlayedTable) -> None:
        self.side = side

    def take(self, _touch: TableTouch, /) -> bool:
        """Handles a touch; False if it is not the game's own."""
        return False

    def lay_told(self, hands: LayingHands, _event: Event, regions: list[str], /) -> bool:
        """Lays a reported event's regions on the simulated table; whether anything changed."""
        return hands.put(regions)

    def carry(self, _start: str, _to: str, /) -> bool:
        """Handles a drag between two squares; False for the general way."""
        return False

    @property
    def names(self) -> tuple[str, ...]:
        return players(self.side.session.referee.setup)

    @property
    def colours(self) -> tuple[str, ...]:
        """The colour of each seat's piece, if each has one."""
        return ()

    def natural(self) -> Event | None:
        """The event that "done" means on a matching table; None if it may mean something else."""
        return None

    def settled(self) -> Event | None:
        """The event that "done" means on any table."""
        return None

    def follow(self) -> bool:
        """Takes in entries, readings and presses; whether a screen has to change."""
        self.side.session.seat_presses = []
        return False

    def stays(self) -> TableFocus | None:
        """The focus that stays open after an entry."""
        return None

    def close(self) -> None:
        """Drops what was touched."""

    def pressed(self, seat: Seat) -> None:
        """Takes a seat's own button while a screen hides the laying."""

    def dress(self, _kind: str, model: TableModel, /) -> TableModel:
        """The model of a face of the table screen as this game shows it."""
        return model


class Asking(PlayedTable):
    """The referee's questions and refusals, settled by answering, allowing or correcting."""

    _offered: tuple[object, object, tuple[Correction, ...]] = (None, None, ())
    """The last offer with its key (book, square, language): each offer replays the whole game."""

    def answer(self, events: tuple[Event, ...]) -> None:
        self.heard(self.session.answer(events, asked_at=self.session.reply.seq))

    def none_of_these(self) -> None:
        self.settling = replace(self.settling, none_of=self.session.reply.verdict)

    def allow(self, event: Event, rules: tuple[str, ...]) -> None:
        self.focus = TableFocus()
        self.heard(self.session.tell(event, waive=rules, asked_at=self.session.reply.seq))

    def put_back(self) -> None:
        self.focus = TableFocus(settling=Settling(put_back=self.session.reply.verdict))
        if self.hands is not None and self.session.reply.layout is None:
            self.hands.put()

    def book_right(self) -> None:
        self.put_back()
        self.settling = replace(self.settling, book_right=self.session.checking)

    def table_right(self) -> None:
        """Accepts the table: corrects all certain squares at once and asks about an uncertain one."""
        session = self.session
        # Emptied squares first, so that their pieces can be found elsewhere.
        left = sorted(session.reply.differences, key=lambda difference: len(difference.seen))

        def put_right() -> None:
            while (found := next(((d, r) for d in left if (r := fitting(session, d))), None)) is not None:
                difference, reading = found
                session.referee.correct(reading, "touch")
                left.remove(difference)

        if not session.at_once(put_right):
            return
        self.focus = TableFocus(square=left[0].region) if left else TableFocus()
        if not left:
            session.press("done")

    def whole_rule(self) -> None:
        """Toggles the short and the full text of the rule that forbids something."""
        self.settling = replace(self.settling, whole_rule=not self.settling.whole_rule)

    def look_again(self) -> None:
        self.focus = TableFocus()
        self.session.press("done")

    def agree_back(self, seat: Seat) -> None:
        """A seat agrees to a take-back that needs it; it is done once all have."""
        agreed = self.settling.agreed | {seat}
        self.settling = replace(self.settling, agreed=agreed)
        if agreed >= set(range(self.session.referee.setup.seats)):
            self.focus = TableFocus()
            self.heard(self.session.take_back(agreed=agreed))

    def correct(self, reading: Reading) -> None:
        """Corrects something; a wider change is shown first and done when asked again."""
        if self.focus.reading != reading and self._goes_further(reading):
            self.focus = replace(self.focus, reading=reading)
        else:
            self.focus = TableFocus()
            self.heard(self.session.correct(reading))

    def uncorrect(self) -> None:
        self.focus = replace(self.focus, reading=None)

    def offered(self) -> tuple[Correction, ...]:
        """The alternatives for the touched square; in a dispute, those of the last event."""
        square, session = self.focus.square, self.session
        referee = session.referee
        about: tuple[str, ...] = () if square is None else (square,)
        if square is None and session.disputed:
            last = max(referee.standing, key=lambda entry: entry.seq, default=None)
            about = () if last is None else places(last.event, referee.game.table(referee.setup))
            if is_piled(session.reply.view):
                about = self.moment().piles.changed
        where = (*about, spoken().code)
        if self._offered[0] is referee.book and self._offered[1] == where:
            return self._offered[2]
        found = list[Correction]()
        for reading in (reading for name in about for reading in referee.readings(name)):
            known = any(reading == one.reading for one in found)
            if known or is_secret(referee.game, referee.state, reading.event):
                continue
            correction = self._correction(reading)
            if all(correction.outcome != one.outcome for one in found):
                found.append(correction)
        self._offered = referee.book, where, tuple(found)
        return self._offered[2]

    def proposed(self) -> Correction | None:
        """The correction that awaits confirmation, with its effects."""
        return None if self.focus.reading is None else self._correction(self.focus.reading, whole=True)

    def _correction(self, reading: Reading, *, whole: bool = False) -> Correction:
        """A correction with the board after it; `whole`: and with other entries that it changes."""
        book = self.session.referee.book
        entry = Entry(len(book.entries), "touch", reading.event, corrects=reading.seq)
        states, after = book.played_with(entry)[0], standing((*book.entries, entry))
        anew = []
        if whole and reading.seq is not None:
            for n, (now, then) in enumerate(zip(book.standing, after, strict=True)):
                if then is now and n + 1 < len(states):
                    words = book.game.words(book.states[n], now.event)
                    otherwise = book.game.words(states[n], then.event)
                    anew += [(words, otherwise)] if words != otherwise else []
        return Correction(reading, book.game.view(states[-1], None).board, tuple(anew))

    def _goes_further(self, reading: Reading) -> bool:
        """Whether a correction changes more than the touched square or the last event's places."""
        square, book = self.focus.square, self.session.referee.book
        table, last = book.game.table(book.setup), book.standing[-1] if book.standing else None
        named = {square} if square is not None else set(places(reading.event, table))
        # An event that revealed or settled something is corrected only after a confirmation.
        settled = last is not None and book.game.reveals(book.states[-2], last.event)
        if last is not None and last.seq == reading.seq and not settled:
            named |= {*places(reading.event, table), *places(last.event, table)}
        now, then = self.session.reply.view.board, self._correction(reading, whole=True)
        return not named.issuperset(changed_squares(now, then.outcome)) or bool(then.anew)


ANSWERS = (
    Asking.answer, Asking.none_of_these, Asking.allow, Asking.put_back, Asking.book_right, Asking.table_right,
    Asking.whole_rule, Asking.look_again, Asking.agree_back,
)  # fmt: skip
"""The ways to answer the referee."""
MOST_SQUARES = 6  # maximum named in one sentence
MOST_LINES = 6  # maximum differences listed
MOST_CHANGES = 5  # maximum changes listed for confirmation


def ask(moment: GameSnapshot, model: TableModel) -> TableModel:
    """One question, the likeliest answer first, each with a picture of its own change."""
    verdict = moment.reply.verdict
    assert isinstance(verdict, Ask)
    # The answers in words with the public view after each; equal ones are merged.
    options: list[tuple[str, tuple[Event, ...], View]] = []
    for n, events in enumerate(verdict.options):
        words = "".join(verdict.answers[n : n + 1]) or moment.words(events) or _("Nothing happened")
        state = moment.state
        for event in events:
            if not isinstance(event, TookBack):
                state = moment.game.after(state, event)
        view = moment.game.view(state, None) if events else moment.reply.view
        if all((words, view.board) != (said, other.board) for said, _events, other in options):
            options.append((words, events, view))
    # The squares that distinguish the answers; none for a single one.
    boards = [view.board for _words, _events, view in options]
    names = [region.name for region in moment.table.regions]
    apart = tuple(name for name in names if len({repr(board.get(name, ())) for board in boards}) > 1)
    called = [words for words, _events, _view in options]
    answers = list[Button]()
    for words, events, view in options:
        touch = at(Asking.answer, events) if words != _(ELSE) else at(Asking.none_of_these)
        early = bool(events) and moment.piles.is_early(events[0])
        # Answers with equal words are told apart by the things on those squares.
        lying = [
            _("{square}: {things}").format(
                square=region_words(name, moment.names, moment.called),
                things=lying_words(view.board.get(name, ()), moment.called),
            )
            for name in (apart if called.count(words) > 1 else ())
        ]
        # In a game of piles, the card of the last of these events.
        named = one_card(events[-1]) if events and is_piled(moment.reply.view) else None
        card = None if named is None else moment.pictured(named)
        # The part of the table in view: the distinguishing squares, or those of the events.
        about = apart or tuple(name for event in events for name in places(event, moment.table))
        marks, arrows = traces(events, moment.table, "chosen")
        if is_piled(view):
            about, arrows = apart or changed(moment.reply.view, view), ()
        if apart or is_piled(view):
            marks = tuple(Mark(name, "chosen") for name in about)
        window = around(moment.table, about, 0 if apart else 1)
        shown = board(moment.table, dict(view.board), marks, arrows, window) if card is None else None
        weight: Weight = "plain" if answers or early else "main"
        answers.append(Button(words, touch, weight, detail="; ".join(lying), board=shown, card=card))
    if _(ELSE) not in called:
        answers.append(Button(_("None of these"), at(Asking.none_of_these), "plain", "wrong"))
    single = len(options) == 1
    marks = (*model.board.marks, *(Mark(name, "chosen") for name in apart))
    return replace(
        model,
        headline=verdict.question or (_("Is this what happened?") if single else _("What happened?")),
        body=() if single else (_("Touch what you did."),),
        answers=tuple(answers),
        board=replace(model.board, marks=marks),
    )


def refuse(moment: GameSnapshot, model: TableModel) -> TableModel:
    """A refused event: what was understood, the rule in its own words, the expected table, answers."""
    verdict = moment.focus.settling.refused or moment.reply.verdict
    assert isinstance(verdict, Refuse)
    banner = _banner(moment, verdict, whole=moment.focus.settling.whole_rule)
    if isinstance(verdict.event, TookBack):
        close = Button(_("Go on"), at(Asking.put_back), "main", "done")
        return replace(model, headline=_("Nothing to take back"), banner=banner, answers=(close,))
    marks, arrows = traces((verdict.event,), moment.table, "wrong")
    if is_piled(moment.reply.view):
        after = moment.game.view(moment.game.after(moment.state, verdict.event), None)
        # Piles stay in place: the piles that the event would change are marked instead.
        marks, arrows = tuple(Mark(name, "wrong") for name in changed(moment.reply.view, after)), ()
    # The legal targets of the piece; None if the event is no move of such a piece.
    start, reply = verdict.event.start, moment.reply
    moved = start is not None and verdict.event.to is not None and not isinstance(reply.turn, Chance | Over)
    lawful = covered_legal(moment.game, moment.state) if moved and not is_piled(reply.view) else []
    ways = [other for other in lawful if type(other) is type(verdict.event)]
    names = {region.name for region in moment.table.regions}
    goes = {way.to for way in ways if way.start == start and way.to in names}
    instead = tuple(sorted(goes)) if ways else None
    marks = (*marks, *(Mark(name, "chosen") for name in instead or ()))
    # Help comes before the refusal's details: where the piece may go.
    told: tuple[str, ...] = ()
    if instead is not None:
        told = (_("That one cannot move now."),)
        if len(instead) > MOST_SQUARES:
            told = (_("Where it may go is lit on the board."),)
        elif instead:
            told = (_("It may go to {squares}.").format(squares=joined(list(instead), either=True)),)
    understood = _("Understood: {words}").format(words=moment.words((verdict.event,)))
    seen = moment.focus.settling.refused is None
    rules = (*verdict.waived, verdict.violation.rule)
    allow = Button(_("We allow it"), at(Asking.allow, verdict.event, rules), "plain", "hand")
    whole, card = moment.focus.settling.whole_rule, judged_by(moment, verdict.event)
    words, icon = (_("Got it"), "done") if whole else (_("Why?"), "book")
    why = Button(words, at(Asking.whole_rule), "plain", icon)
    words, icon = (_("We put it back"), "back") if seen else (_("Go on"), "done")
    answers = (
        Button(words, at(Asking.put_back), "main", icon),
        *((Button(_("Look again"), at(Asking.look_again), "plain", "eye"),) if seen else ()),
        # People may waive a rule, but not a contradiction in the book.
        *((allow,) if verdict.violation.rule != "bookkeeping" else ()),
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
    """The card whose print decides about an event, if public: the mover or striker, else the named one."""
    lying = moment.reply.view.board.get(event.start or event.by or "", ())
    shown = [thing.label for thing in lying if thing.kind == "card" and thing.face != "down"]
    named = None if is_secret(moment.game, moment.state, event) else one_card(event)
    label = next((label for label in (*reversed(shown), named) if label), None)
    return None if label is None else Thing("card", label, "up")


def _banner(moment: GameSnapshot, verdict: Refuse, *, whole: bool) -> Banner:
    """The reason in one short sentence, or the whole rule."""
    broken = written(moment.game.id, verdict.violation.rule)
    if broken is None:
        words = _("The rules of this game do not allow it.")
    else:
        words = f"{broken.words} {reading_words(broken)}".strip() if whole else broken.short or broken.words
    about = verdict.violation.about
    if not isinstance(verdict.event, TookBack) and about in moment.words((verdict.event,)):
        about = ""  # the event's own words say it already
    return Banner("refuse", words, about)


def agree(moment: GameSnapshot, model: TableModel) -> TableModel:
    """A take-back of something revealed or settled: every seat confirms with its own button."""
    refused, agreed = moment.focus.settling.refused, moment.focus.settling.agreed
    about = refused.violation.about if refused is not None else ""
    broken = written(moment.game.id, "undo-agreed")
    buttons = []
    for seat, name in enumerate(moment.names):
        words, touch = _("{name} agrees").format(name=name), at(Asking.agree_back, seat)
        icon, detail = ("done", _("agreed")) if seat in agreed else ("", _("touch to agree"))
        buttons.append(Button(words, touch, "plain", icon, detail, seat))
    return replace(
        model,
        headline=_("Take this back?"),
        body=(about,),
        banner=Banner("ask", broken.words if broken else ""),
        answers=(*buttons, Button(_("No, go on"), at(Asking.put_back), "plain", "back")),
    )


def lost(moment: GameSnapshot, model: TableModel) -> TableModel:
    """The table against the book: either may be right, and a touched square is settled alone."""
    found = public_differences(moment.reply)
    # Squares with the same difference share one line.
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
    n, touch = len(found), _("Touch a square to settle it alone.")
    words = several("{n} square is not as the book has it.", "{n} squares are not as the book has them.", n)
    if is_piled(moment.reply.view):
        touch = _("Touch a place to settle it alone.")
        words = several("{n} place is not as the book has it.", "{n} places are not as the book has them.", n)
    if len(lines) == 1:
        words = lines.pop()
    words = words if found else _("The table could not be read.")
    marks = tuple(Mark(difference.region, "wrong") for difference in found)
    shown = board(moment.table, moment.reply.view.board, marks)
    if moment.focus.seen and moment.scene is not None:
        seen = public_sightings(moment.reply, moment.scene.sightings)
        shown = replace(shown, pieces=as_seen(moment.table, seen, moment.reply.view.board))
    played: tuple[Button, ...] = ()
    if moment.checking and moment.meanwhile:
        # The differences may be legal play that nobody watched.
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
        switch = at(PlayedTable.show_seen, seen=not moment.focus.seen)
        answers = (*answers, Button(seen_words, switch, "quiet", "eye"))
    return replace(
        model,
        headline=headline,
        banner=Banner("ask", words),
        body=(*(() if played else lines), *((touch,) if found else ())),
        answers=answers,
        board=replace(shown, asked=tuple(difference.region for difference in found)),
        tools=tuple(tool for tool in model.tools if tool.icon in ("back", "menu")),
    )


def fitting(session: Session[Any], difference: Difference) -> Reading | None:
    """The override that makes the book match one region as seen; None if that is not certain."""
    referee = session.referee
    seen = Scene(difference.seen)
    unread = any(sighting.label is None and sighting.face != "down" for sighting in difference.seen)
    found = []
    for reading in session.referee.readings(difference.region):
        if reading.seq is None:
            after = referee.game.look(referee.game.after(referee.state, reading.event))
            if Look({difference.region: after.of(difference.region)}).fits(seen):
                found.append(reading)
    return None if not found or (unread and len(found) > 1) else found[0]


def confirm(moment: GameSnapshot, model: TableModel) -> TableModel:
    """The booked event, its replacement, and every square that would change."""
    proposal = moment.proposal()
    assert proposal is not None
    now, then = moment.reply.view.board, proposal.outcome
    others = changed_squares(now, then)
    anew = (_("“{now}” becomes “{then}”").format(now=before, then=after) for before, after in proposal.anew)
    told = (*anew, *(square_words(moment, name, then) for name in others))
    lines, more = told[:MOST_CHANGES], len(told) - MOST_CHANGES
    rest = (several("and {n} thing more", "and {n} things more", more),) if more > 0 else ()
    seq = proposal.reading.seq
    replaced = (line.words for line in moment.lines if line.entry.seq == seq and not line.struck)
    instead = [_("Instead of: {words}").format(words=words) for words in replaced][:1]
    answers = (
        Button(_("Yes, put it right"), at(Asking.correct, proposal.reading), "main", "done"),
        Button(_("No, leave it"), at(Asking.uncorrect), "plain", "back"),
    )
    marks = tuple(Mark(name, "chosen") for name in others)
    return replace(
        model,
        headline=_("Put it right like this?"),
        banner=Banner("ask", proposal.reading.words),
        body=(*instead, *((_("This would change:"),) if lines else ()), *lines, *rest),
        answers=answers,
        board=board(moment.table, then, marks),
    )


def dispute(moment: GameSnapshot, model: TableModel) -> TableModel:
    """A wrong entry: the last event's alternatives, or a touch on the wrong square."""
    last = moment.standing[-1].words if moment.standing else ""
    where = _("Touch the square that is wrong.")
    if moment.piles.acts:
        where = _("Touch the place that is wrong.")
    answers = (
        *correction_keys(moment, None),
        Button(_("Take the last one back"), press("back"), "plain", "back"),
        Button(_("All is well, go on"), press("dispute"), "plain", "done"),
    )
    return replace(
        model,
        headline=_("What is wrong?"),
        banner=Banner("ask", where, _("Nothing is booked meanwhile.")),
        body=(_("Last: {words}").format(words=last),) if last else (),
        answers=answers,
    )


def correction_keys(moment: GameSnapshot, touched: str | None) -> tuple[Button, ...]:
    """One key per correction of the touched square or last entry; equal words are told apart."""
    found, corrections = [], moment.corrections()
    # Each in words, with a second line if that distinguishes it.
    told = [(one.reading.words, "") for one in corrections]
    if touched is not None:
        held = [lying_words(one.outcome.get(touched, ()), moment.called) for one in corrections]
        told = [(upper_first(words), one.reading.words) for words, one in zip(held, corrections, strict=True)]
    for one, (words, detail) in zip(corrections, told, strict=True):
        if touched is None and one.reading.seq is None:
            continue
        alike = [more for called, more in told if called == words]
        if len(alike) == 1:
            detail = ""
        elif alike.count(detail) > 1:
            others = changed_squares(moment.reply.view.board, one.outcome)
            said = [square_words(moment, name, one.outcome) for name in others if name != touched]
            detail = "; ".join((detail, *said) if detail else said)
        # The touched square, or the correction's own, as it would be.
        about = (touched,) if touched else places(one.reading.event, moment.table)[-1:]
        if moment.piles.changed and not touched:
            about = moment.piles.changed[-1:]
        shown = None
        if about:
            shown = board(moment.table, one.outcome, (), (), around(moment.table, about, rim=0))
        found.append(Button(words, at(Asking.correct, one.reading), "plain", detail=detail, board=shown))
    return tuple(found)


def changed_squares(now: Mapping[str, Lying], then: Mapping[str, Lying]) -> list[str]:
    return sorted(name for name in {*now, *then} if now.get(name, ()) != then.get(name, ()))


def square_words(moment: GameSnapshot, name: str, then: Mapping[str, Lying]) -> str:
    return _("{square}: {then}, not {now}").format(
        square=region_words(name, moment.names, moment.called),
        then=lying_words(then.get(name, ()), moment.called),
        now=lying_words(moment.reply.view.board.get(name, ()), moment.called),
    )
