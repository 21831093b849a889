"""A game on the table, as the people at the screen handle it: what they look at, what they say, what they are asked.

Rule kept: all goes through the session; an answer carries the `seq` of its question; what a rule forbids stays on the
screen until people go on, whatever the camera sees meanwhile.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, assert_never

from companion.game import Event, Seat, View
from companion.journal import TookBack, standing
from companion.referee import Reply
from companion.sight import Thing
from companion.weigh import SETTLE_S, Accept, Refuse, Same, Wait
from ui.box.by_touch import LayingHands
from ui.box.opening import Opened
from ui.box.session import Session
from ui.faces.page import Page
from ui.faces.registry import face_of, hints_of
from ui.opponents.box_seats import BoxSeats
from ui.opponents.thinker import Thinker
from ui.owned.settings import SettingsKept
from ui.pages.box_plays import BoxPlays
from ui.pages.coach import Coach
from ui.pages.correcting import Correcting, fitting
from ui.pages.face import page_face
from ui.pages.guide import Guide
from ui.pages.on_board import OnBoard
from ui.pages.played_table import PlayedTable
from ui.pages.private_view import PrivateView
from ui.pages.supply import SupplySide
from ui.present import table_touches as at_table
from ui.present.board import places
from ui.present.chronicle import Chronicle, Told
from ui.present.models import MOST_PICTURES, EventPicture, Happened, Settling, TableFocus, TableModel
from ui.present.moment import DoneDoes, GameSnapshot
from ui.present.piles import deck_of_faces, is_piled
from ui.present.signs import signed
from ui.present.table import one_main, table_model
from ui.present.telling import is_early
from ui.present.touches import Touch
from ui.present.walk import Walk, board_at
from ui.secrecy import is_screened, public


class Tableside(Page):
    """The screen's side of one game. `take` does what a touch asks for, where it is about the game."""

    name = "table"

    def __init__(
        self,
        opened: Opened,
        unkept: str = "",
        settings: SettingsKept | None = None,
        box: BoxSeats | None = None,
        *,
        coach: bool = False,
    ) -> None:
        """`unkept`: the words that say that nothing of this game is kept, where that is so.

        `settings`: where it is kept whether people have learnt this game; without them there is no guide. `box`: the
        seats that it plays. `coach`: all agreed to one.
        """
        self.opened = opened
        self._unkept = (unkept,) if unkept else ()
        self.focus = TableFocus()
        self.phones: frozenset[Seat] = frozenset()
        self.on_phone = False
        self._stirred = 0
        self.hands = None if opened.simulated is None else LayingHands(opened, opened.simulated)
        self._laid, self._lays_out = opened.session.reply, False
        referee = opened.session.referee
        self._chronicle = Chronicle(referee.game, referee.setup)
        self.supply = SupplySide(self)
        self.correcting = Correcting(self, self.supply, self._chronicle)
        self.board = OnBoard(self)
        self._last = LastEvents(self, self._chronicle)
        self.guide = None if settings is None else Guide(referee.game.id, hints_of(referee.game.id), settings)
        thinker, lots = Thinker(), opened.chance.randrange
        self.box = BoxPlays(self, box or {}, thinker, lots)
        self.coach = Coach(self, thinker, lots, self.box.seats, agreed=coach)
        self.own = page_face(referee.game).table_side(self)
        opened.session.natural, opened.session.settled = self.natural, self.own.settled
        self.alone = PrivateView(self, self.own.pressed)
        self.alone.follow()

    @property
    def session(self) -> Session[Any]:
        return self.opened.session

    @property
    def _settling(self) -> Settling:
        return self.focus.settling

    @_settling.setter
    def _settling(self, settling: Settling) -> None:
        """The rest of what is looked at stays."""
        self.focus = replace(self.focus, settling=settling)

    @property
    def box_seats(self) -> frozenset[Seat]:
        return self.box.thought_for

    @property
    def is_looking(self) -> bool:
        """Whether something else than the game as it stands is looked at."""
        focus = self.focus
        away = focus.alone is not None or focus.picking
        shown = focus.picture or focus.square is not None or focus.past is not None
        return away or focus.menu != "" or shown or self.session.disputed

    def natural(self) -> Event | None:
        """What "done" says while the table is as the book has it; None where something else may be meant."""
        return self.box.meant_by_people(self.own.natural() or self.supply.natural())

    @property
    def refused_from(self) -> str | None:
        """Where the piece of the move stands whose refusal is on the screen: where else it may go is lit there."""
        settling, verdict = self._settling, self.session.reply.verdict
        shown = settling.refused or (None if verdict == settling.put_back else verdict)
        return shown.event.start if isinstance(shown, Refuse) and self.focus.square is None else None

    @property
    def done_does(self) -> DoneDoes:
        """What "done" on the screen would do now; nothing is said of it where a game's own keys say that."""
        session = self.session
        if session.checking:
            return "judges"
        if session.veiled or session.disputed or self.own.says_done_itself:
            return ""
        meant = self.natural()
        if meant is not None and not is_early(meant, self.supply.acts):
            return "says"
        scene = session.reading.scene if session.reading is not None else None
        puzzled = isinstance(session.reply.verdict, Wait) and session.reply.layout is None
        if scene is None or scene.hand or scene.still_for < SETTLE_S or not session.reply.differences:
            return ""
        return "judges" if puzzled else ""

    @property
    def shows_simulated(self) -> bool:
        """Whether the simulated table stands in the board's place: always, but where what lay there before is shown.

        Cards that lie open on it while an army is shown are for its owner alone.
        """
        if self.focus.alone is not None or self.alone.offers.showing:
            return self.focus.drawn and self.alone.muster is not None and self.focus.square is None
        hidden = self.supply.tiled or self.own.hides_simulated or self.box.is_drawing
        return not (hidden or self.alone.offers.screened or self.focus.past is not None)

    @property
    def shows_camera(self) -> bool:
        """Whether the camera's picture may be shown: not of an army that lies open, nor while a square is asked for."""
        session = self.session
        return self.focus.picture and self.focus.alone is None and not (session.veiled or session.disputed)

    def tick(self) -> bool:
        """Takes in what came from camera and panel; whether a screen may have to change."""
        before = self.session.reply
        changed = self.session.tick()
        self._follow(before)
        sides = (self.alone, self.supply, self.own, self.box, self.coach)
        stirred = [side.follow() for side in sides]
        while self.opened.backs:
            self.heard(self.session.take_back(self.opened.backs.popleft()))
            stirred.append(True)
        stirred.append(self._lay_told())
        self._stirred += any(stirred)
        return changed or any(stirred)

    def _lay_told(self) -> bool:
        """Lays on the simulated table what was said, as nobody else would; what is unlawful there is put back.

        Once it was asked to lay out it does so as long as anything is to be laid out.
        Whether the table was changed, or people are told why. What lies otherwise elsewhere stays so.
        """
        session, before = self.session, self._laid
        reply = self._laid = session.reply
        if self.hands is not None and self._lays_out and reply.seq != before.seq and not session.veiled:
            self.hands.lay_out()
        layout = before.layout or reply.layout
        if self.hands is None or layout is not None or session.veiled or session.disputed or session.checking:
            return False
        if reply.seq == before.seq:
            known = (before.verdict, self._settling.put_back, self._settling.refused)
            refused = isinstance(reply.verdict, Refuse) and reply.verdict not in known
            if refused:
                self.heard(reply)
                self.hands.put_as_book()
            return refused
        last, referee = session.referee.entries[-1], session.referee
        if last.by == "camera" or is_screened(reply.look, reply.view):
            return False
        names = [region.name for region in referee.game.table(referee.setup).regions]
        changed = [name for name in names if reply.look.of(name) != before.look.of(name)]
        return self.own.lay_told(
            self.hands, last.event, [name for name in changed if name not in reply.look.ignored]
        )

    @property
    def version(self) -> tuple[object, ...]:
        """The same for as long as screens show the same, but for what each looks at, and the camera's picture."""
        return (self.session.happened, self.focus.settling, self._stirred)

    def close(self) -> None:
        self.box.close()
        self.opened.close()

    def model(self) -> TableModel:
        moment = self.moment()
        model = table_model(moment, self.focus, self.own.dress)
        if self.focus.past is not None and model.past:
            return self._last.shown_on(model)
        model = one_main(self.coach.model(moment, self.box.model(moment, model)))
        return model if self.guide is None else self.guide.model(moment, model)

    # for a seat that looks on its own phone

    def model_of(self, focus: TableFocus, coach: Coach | None = None) -> TableModel:
        """What a screen shows of the game for who looks at this, whatever the shared one does; `coach` speaks there."""
        with self._looked_at_by(focus):
            moment = self.moment()
            if moment.muster is not None and moment.muster.seat != focus.alone:
                moment = replace(moment, muster=None)
            model = table_model(moment, self.focus, self.own.dress)
            said = self.box.model(moment, model)
            return one_main(said if coach is None else coach.model(moment, said))

    def taken_for(self, focus: TableFocus, touch: at_table.TableTouch) -> TableFocus:
        """Does what a touch asks for of who looks at this: what is looked at then. The shared screen follows."""
        before = self.session.reply
        with self._looked_at_by(focus):
            self._take_and_follow(touch, before)
            after = self.focus
        self._follow(before)
        self._keep_up()
        return after

    def _keep_up(self) -> None:
        """What stands beside the game takes in what a touch has changed."""
        for side in (self.alone, self.own, self.box):
            side.follow()
        self._lay_told()

    @contextmanager
    def _looked_at_by(self, focus: TableFocus) -> Iterator[None]:
        shared = self.focus, self.on_phone
        self.focus, self.on_phone = focus, True
        try:
            yield
        finally:
            self.focus, self.on_phone = shared

    def moment(self) -> GameSnapshot:
        session, referee = self.session, self.session.referee
        lines = self._chronicle.tell(referee.entries)
        return GameSnapshot(
            referee.game,
            referee.setup,
            referee.state,
            session.reply,
            lines,
            thrown=session.thrown,
            running=session.running,
            troubles=(*session.troubles, *self._unkept),
            scene=session.reading.scene if session.reading is not None and not session.veiled else None,
            corrections=self.correcting.offered(lines),
            proposal=self.correcting.proposed(lines),
            checking=session.checking,
            meanwhile=session.meanwhile,
            disputed=session.disputed,
            simulated=self.opened.simulated is not None,
            has_camera=self.opened.source is not None and self.opened.simulated is None,
            offers=self.box.without_own(self.alone.offers),
            muster=self.alone.muster,
            piles=self.supply.now(self._chronicle.before),
            contest=self._chronicle.contest(referee.entries),
            last=self._last.now(lines),
            highlight=self._last.highlight(lines),
            done=self.done_does,
            covered=dict if self.hands is None else self.hands.covered,
        )

    def _follow(self, before: Reply) -> None:
        """What people looked at goes when the game has moved on under it."""
        reply = self.session.reply
        if reply.seq != before.seq:
            self.focus = self.own.stays() or TableFocus(picture=self.focus.picture)
        elif reply.verdict != before.verdict and not isinstance(reply.verdict, Wait):
            kept = self._settling
            put_back = kept.put_back if reply.verdict == kept.put_back else None
            whole = kept.whole_rule and isinstance(kept.refused or reply.verdict, Refuse)
            self._settling = replace(kept, put_back=put_back, whole_rule=whole)

    def heard(self, reply: Reply) -> None:
        """What people said was taken in, or a rule forbids it: then they are told so until they go on."""
        if isinstance(reply.verdict, Refuse):
            self.focus = TableFocus(settling=Settling(refused=reply.verdict, agreed=self.box.seats))

    def take(self, touch: Touch) -> bool:
        if not isinstance(touch, at_table.TableTouch):
            return False
        self.alone.touched()
        self.coach.touched(touch)
        self._take_and_follow(touch, self.session.reply)
        self._keep_up()
        return True

    def _take_and_follow(self, touch: at_table.TableTouch, before: Reply) -> None:
        self._stirred += 1
        self._take(touch)
        if not isinstance(self._settling.refused, Refuse):
            self._follow(before)

    def _take(self, touch: at_table.TableTouch) -> None:
        """Gives a touch to what it is about. Raises TypeError for one that nothing here knows."""
        if isinstance(touch, at_table.PlayTouch):
            self._play(touch)
        elif isinstance(touch, at_table.LookTouch):
            self._look(touch)
        elif isinstance(touch, at_table.AskedTouch):
            self._take_answer(touch)
        elif isinstance(touch, at_table.AloneTouch | at_table.MusterTouch):
            self.alone.take(touch)
        elif isinstance(touch, at_table.HeapTouch):
            self.supply.take(touch)
        elif isinstance(touch, at_table.CorrectingTouch):
            self.correcting.take(touch)
        elif isinstance(touch, at_table.CoachTouch):
            self.coach.take(touch)
        elif isinstance(touch, at_table.AtTable):
            touch.method(*touch.given)
            if self.focus.menu:  # what is asked for in the menu begins at the game
                self.focus = TableFocus()
        elif isinstance(touch, at_table.StageTouch):
            self._lay(touch)
        elif not self.own.take(touch):
            raise TypeError(f"nobody takes {touch!r}")

    @property
    def _told(self) -> tuple[object, ...]:
        """What of the referee's reply asks anything of the people."""
        reply = self.session.reply
        verdict = None if isinstance(reply.verdict, Accept | Same) else reply.verdict
        return (reply.seq, verdict, reply.chores, reply.differences, self.session.checking)

    def _wave(self, regions: Iterable[str]) -> None:
        for region in regions:
            self.session.dismiss_chore(region)

    def _play(self, touch: at_table.PlayTouch) -> None:
        match touch:
            case at_table.PressButton(button):
                self.focus = TableFocus(picture=self.focus.picture)
                if button == "back":
                    self.heard(self.session.take_back())
                    return
                before = self._told
                self.session.press(button)
                if button == "done" and not self.own.says_done_itself:
                    self.focus = replace(self.focus, idle=self._told == before)
            case at_table.Tell(event):
                self.say(event)
            case at_table.Wave(regions):
                self._wave(regions)
            case at_table.WaveAll():
                self._wave({chore.region for chore in self.session.reply.chores})
            case at_table.TouchSquare(square):
                if self.focus.alone is not None or self.focus.picking:
                    self.alone.touch(square)
                elif not self.alone.offers.showing:
                    self.board.touch(square)
            case at_table.LiftSquare(square):
                if self.board.carries(square):
                    self.board.look_at(square)
            case at_table.CarrySquare(square, to):
                if self.board.carries(square, to) and not self.own.carry(square, to):
                    self.board.carry(square, to)
            case at_table.NothingToDo():
                pass
            case _:
                assert_never(touch)

    def say(self, event: Event) -> None:
        """Tells the referee what happened, as answer to what it asks for now."""
        self.focus = TableFocus()
        self.heard(self.session.tell(event, asked_at=self.session.reply.seq))
        self.alone.follow()

    def _look(self, touch: at_table.LookTouch) -> None:
        kept = TableFocus(settling=self._settling)
        match touch:
            case at_table.Close():
                self.focus = kept
                self.own.close()
                if self.session.disputed:
                    self.session.press("dispute")
            case at_table.OpenMenu():
                self.focus = replace(kept, menu="menu", picture=self.focus.picture)
            case at_table.OpenTelling():
                self.focus = replace(kept, menu="telling")
            case at_table.AskTurn(square):
                self.focus = replace(kept, square=square, menu="turn")
            case at_table.SwitchPicture():
                self.focus = replace(kept, picture=not self.focus.picture)
            case at_table.ShowSeen(seen):
                self.focus = replace(self.focus, seen=seen)
            case at_table.ShowPast(seq):
                self.focus = replace(kept, past=None if self.focus.past == seq else seq)
            case _:
                assert_never(touch)

    def _lay(self, touch: at_table.StageTouch) -> None:
        """Does what hands would do on the simulated table."""
        hands = self.hands
        if hands is None:
            return
        match touch:
            case at_table.LayOut():
                self._lays_out = True
                hands.lay_out()
            case at_table.Tidy():
                if not hands.put([chore.region for chore in self.session.reply.chores]):
                    self._play(at_table.WaveAll())  # all lies so already, whatever the camera makes of it
            case at_table.TurnOver(region):
                self.focus = TableFocus()
                hands.turn_over(region)
            case at_table.LayUp(muster):
                hands.lay_up(muster)
            case at_table.TurnDown(muster):
                hands.turn_down(muster)

    # what people are asked, and how they settle it: by an answer, by letting pass, by putting right

    def _take_answer(self, touch: at_table.AskedTouch) -> None:
        session, settling = self.session, self._settling
        asked_at, verdict = session.reply.seq, session.reply.verdict
        match touch:
            case at_table.Answer(events):
                self.heard(session.answer(events, asked_at=asked_at))
            case at_table.NoneOfThese():
                self._settling = replace(settling, none_of=verdict)
            case at_table.Allow(event, rules):
                self.focus = TableFocus()
                self.heard(session.tell(event, waive=rules, asked_at=asked_at))
            case at_table.PutBack() | at_table.BookRight():
                book_right = isinstance(touch, at_table.BookRight) and session.checking
                self.focus = TableFocus(settling=Settling(put_back=verdict, book_right=book_right))
                if self.hands is not None and session.reply.layout is None:
                    self.hands.put_as_book()
            case at_table.WholeRule():
                self._settling = replace(settling, whole_rule=not settling.whole_rule)
            case at_table.LookAgain():
                self.focus = TableFocus()
                session.press("done")
            case at_table.AgreeBack(seat):
                agreed = settling.agreed | {seat}
                self._settling = replace(settling, agreed=agreed)
                if agreed >= set(range(session.referee.setup.seats)):
                    self.focus = TableFocus()
                    self.heard(session.take_back(agreed=agreed))
            case at_table.TableRight():
                self._put_book_right()
            case _:
                assert_never(touch)

    def _put_book_right(self) -> None:
        """The book is put right, all sure squares at once; one that cannot be told for sure is asked about."""
        session = self.session
        # Emptied squares first: what stood there may then be said to stand elsewhere.
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


# The last events of a game at the table, and the board as it was after one of them. Rule kept: what is shown is what
# the events are in public; nothing here is told by a card that lies face down.


MOST = 4


class LastEvents:
    """The side of a table screen on which the last events stand. They are worked out once a state."""

    def __init__(self, side: PlayedTable, chronicle: Chronicle) -> None:
        self._side, self._chronicle = side, chronicle
        self._known: tuple[int, tuple[Happened, ...], Happened | None] = (-1, (), None)

    def now(self, lines: tuple[Told, ...]) -> tuple[Happened, ...]:
        """The last events that count, the newest first; the one that the board shows is lit."""
        shown = self._side.focus.past
        return tuple(replace(one, lit=one.seq == shown) for one in self._worked_out(lines)[1])

    def highlight(self, lines: tuple[Told, ...]) -> Happened | None:
        """The last event, where it decided something, brought a card, or may have turned the game."""
        return self._worked_out(lines)[2]

    def _worked_out(self, lines: tuple[Told, ...]) -> tuple[int, tuple[Happened, ...], Happened | None]:
        seq, referee = self._side.session.reply.seq, self._side.session.referee
        if self._known[0] != seq:
            counting = standing(referee.entries)
            words = {line.entry.seq: line for line in lines}
            first = max(0, len(counting) - MOST)
            found = [self._happened(n, words[counting[n].seq]) for n in range(first, len(counting))][::-1]
            event = counting[-1].event if found else None
            large = event is not None and (found[0].contest is not None or event.takes or event.great)
            self._known = (seq, tuple(found), found[0] if large else None)
        return self._known

    def _happened(self, n: int, line: Told) -> Happened:
        """The event with this number among those that count: a picture, the words, and what came of it."""
        referee, event = self._side.session.referee, line.entry.event
        game, before = referee.game, self._chronicle.state_before(n)
        table, shown = game.table(referee.setup), public(game, before, event)
        view, contest = game.view(self._chronicle.state_before(n + 1), None), game.contest(before, event)
        pictures: tuple[EventPicture, ...] = ()
        if not isinstance(shown, TookBack):
            pictures = face_of(game).event_pictures(before, shown)
        if not pictures and is_piled(view):
            named = (*(shown.cards or ()), shown.card)
            cards = dict.fromkeys(card for card in named if isinstance(card, str))
            deck = deck_of_faces(view)
            pictures = tuple(
                Thing("card", label, "up", deck, shown.seat) for label in tuple(cards)[:MOST_PICTURES]
            )
        elif not pictures:
            at = places(shown, table)[::-1]
            if not at and contest is not None and n:
                # The end of a contest lies where that began.
                at = places(standing(referee.entries)[n - 1].event, table)[-1:]
            card = _lying(view, at, shown) or _lying(game.view(before, None), at, shown)
            pictures = () if card is None else (card,)
        seat = event.seat
        if contest is not None:
            seat = None if contest.winner is None else contest.sides[contest.winner].seat
        seq = line.entry.seq
        return Happened(seq, line.words, at_table.ShowPast(seq), seat, pictures, contest=contest)

    def shown_on(self, model: TableModel) -> TableModel:
        """The same page with the board as it was after the event that is looked at."""
        referee, seq = self._side.session.referee, self._side.focus.past
        lines = self._chronicle.tell(referee.entries)
        walk = Walk(referee.game, referee.setup, lines, self._chronicle.after_each)
        place = next((n + 1 for n, line in enumerate(walk.lines) if line.entry.seq == seq), None)
        if place is None:
            return model
        own = face_of(walk.game).still(walk, place)
        shown = signed(walk.game, walk.setup, board_at(walk, place))
        return replace(model, board=shown, own=own, tiles=(), tally=None, highlight=None)


def _lying(view: View, regions: Sequence[str], event: Event) -> Thing | None:
    """The uppermost card in the first of these regions that holds one; none where pieces stand on cards.

    Of what turned a card up, that card, whatever lies over it.
    """
    if any(thing.kind not in ("card", "penny") for things in view.board.values() for thing in things):
        return None
    up = event.turns_up and event.card is not None
    cards = [
        thing for name in regions for thing in reversed(view.board.get(name, ())) if thing.kind == "card"
    ]
    card = next((thing for thing in cards if not up or thing.seat == event.seat), None)
    return replace(card, label=event.card, face="up") if card is not None and up else card
