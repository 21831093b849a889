"""A game on the table, as the people at the screen handle it: what they look at, what they say, what they are asked.

Rule kept: all goes through the session; an answer carries the `seq` of its question; what a rule forbids stays on the
screen until people go on, whatever the camera sees meanwhile.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from companion.game import Event, Seat, View
from companion.journal import Book, TookBack
from companion.language import spoken
from companion.referee import Reply
from companion.sight import Thing
from companion.weigh import SETTLE_S, Refuse, Wait
from ui.box.opening import Opened
from ui.faces.face import face_of, hints_of
from ui.faces.page import Page
from ui.opponents.box_seats import BoxSeats
from ui.opponents.thinker import Thinker
from ui.owned.settings import SettingsKept
from ui.pages import picking
from ui.pages.agreement import page_face
from ui.pages.asking import Asking
from ui.pages.box_plays import BoxPlays
from ui.pages.coach import Coach
from ui.pages.guide import Guide
from ui.pages.played_table import PlayedTable
from ui.pages.private_view import PrivateView
from ui.pages.supply import SupplySide
from ui.pages.table_faces import one_main, table_model
from ui.present import touches
from ui.present.board import places, signed
from ui.present.models import MOST_PICTURES, EventPicture, Happened, Settling, TableFocus, TableModel
from ui.present.moment import Chronicle, DoneDoes, GameSnapshot, Told
from ui.present.piles import deck_of_faces, is_piled
from ui.present.walk import Walk, board_at
from ui.secrecy import is_screened, public

MOST = 4
"""Most of the last events that are shown."""


class Tableside(Asking, picking.Picking, Page):
    """The screen's side of one game. `take` does what a touch asks for, where it is about the game."""

    name = "table"

    def __init__(
        self,
        opened: Opened,
        unkept: str = "",  # says that nothing of this game is kept, where that is so
        settings: SettingsKept | None = None,  # know who has learnt this game; without them there is no guide
        box: BoxSeats | None = None,
        *,
        coach: bool = False,  # all agreed to one
    ) -> None:
        super().__init__(opened)
        self._unkept = (unkept,) if unkept else ()
        self._stirred = 0
        self._laid = opened.session.reply
        referee = opened.session.referee
        self._chronicle = Chronicle(referee.game, referee.setup)
        self.supply = SupplySide(self)
        self._last: dict[int, tuple[object, Happened]] = {}
        self.guide = None if settings is None else Guide(referee.game.id, hints_of(referee.game.id), settings)
        thinker, lots = Thinker(), opened.chance.randrange
        self.box = BoxPlays(self, box or {}, thinker, lots)
        self.coach = Coach(self, thinker, lots, self.box.seats, agreed=coach)
        self.own = page_face(referee.game).table_side(self)
        opened.session.natural, opened.session.settled = self.natural, self.own.settled
        self.alone = PrivateView(self)
        self.alone.follow()
        beside = (self.supply, self.alone, self.coach, self.box, self.own, self.hands, self.guide)
        self.parts = tuple(part for part in beside if part is not None)

    @property
    def box_seats(self) -> frozenset[Seat]:
        return self.box.thought_for

    def natural(self) -> Event | None:
        """What "done" says while the table is as the book has it; None where something else may be meant."""
        return self.box.meant_by_people(self.own.natural() or self.supply.natural())

    @property
    def done_does(self) -> DoneDoes:
        """What "done" on the screen would do now; nothing is said of it where a game's own keys say that."""
        session = self.session
        if session.checking:
            return "judges"
        if session.veiled or session.disputed or self.own.says_done_itself:
            return ""
        meant = self.natural()
        if meant is not None and not self.supply.now().is_early(meant):
            return "says"
        scene = session.reading.scene if session.reading is not None else None
        puzzled = isinstance(session.reply.verdict, Wait) and session.reply.layout is None
        if scene is None or scene.hand or scene.still_for < SETTLE_S or not session.reply.differences:
            return ""
        return "judges" if puzzled else ""

    @property
    def shows_simulated(self) -> bool:
        """Whether the simulated table stands in the board's place; an army that lies open on it only for its owner."""
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
        """Lays on the simulated table what was said and puts back what is unlawful there; whether it did, or said why.

        Once asked to lay out it goes on. What lies otherwise elsewhere stays so.
        """
        session, before = self.session, self._laid
        reply = self._laid = session.reply
        if self.hands is not None and self.lays_out and reply.seq != before.seq and not session.veiled:
            self.hands.lay_out()
        layout = before.layout or reply.layout
        if self.hands is None or layout is not None or session.veiled or session.disputed or session.checking:
            return False
        if reply.seq == before.seq:
            known = (before.verdict, self.settling.put_back, self.settling.refused)
            refused = isinstance(reply.verdict, Refuse) and reply.verdict not in known
            if refused:
                self.heard(reply)
                self.hands.put()
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

    def end(self) -> None:
        """Lets go of the game: nobody comes back to this table."""
        self.box.close()
        self.opened.close()

    def model(self) -> TableModel:
        moment = self.moment()
        model = table_model(moment, self.own.dress)
        if self.focus.past is not None and model.past:
            # The same page with the board as it was after the event that is looked at.
            book, seq = self.session.referee.book, self.focus.past
            walk = Walk(book.game, book.setup, _counting(book, moment.lines), book.states)
            place = next((n for n, line in enumerate(walk.lines, 1) if line.entry.seq == seq), None)
            if place is None:
                return model
            own, shown = face_of(walk.game).still(walk, place), board_at(walk, place)
            shown = signed(walk.game, walk.setup, shown)
            return replace(model, board=shown, own=own, tiles=(), tally=None, highlight=None)
        model = one_main(moment, self.coach.model(moment, self.box.model(moment, model)))
        return model if self.guide is None else self.guide.model(moment, model)

    # for a seat that looks on its own phone

    def model_of(self, focus: TableFocus, coach: Coach | None = None) -> TableModel:
        """What a screen shows of the game for who looks at this, whatever the shared one does; `coach` speaks there."""
        with self._looked_at_by(focus):
            moment = self.moment()
            if moment.muster is not None and moment.muster.seat != focus.alone:
                moment = replace(moment, muster=None)
            model = table_model(moment, self.own.dress)
            said = self.box.model(moment, model)
            return one_main(moment, said if coach is None else coach.model(moment, said))

    def taken_for(self, focus: TableFocus, touch: touches.TableTouch) -> TableFocus:
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
            self.focus,
            thrown=session.thrown,
            running=session.running,
            troubles=(*session.troubles, *self._unkept),
            scene=session.reading.scene if session.reading is not None and not session.veiled else None,
            corrections=self.offered,
            proposal=self.proposed,
            checking=session.checking,
            meanwhile=session.meanwhile,
            disputed=session.disputed,
            simulated=self.opened.simulated is not None,
            has_camera=self.opened.source is not None and self.opened.simulated is None,
            offers=self.box.without_own(self.alone.offers),
            muster=self.alone.muster,
            piles=self.supply.now(),
            last=self._last_events(lines),
            done=self.done_does,
            covered=dict if self.hands is None else self.hands.covered,
        )

    def _last_events(self, lines: tuple[Told, ...]) -> tuple[Happened, ...]:
        """The last events that count, the newest first, each worked out once; the one that is shown is lit."""
        book, known, self._last = self.session.referee.book, self._last, {}
        counting = _counting(book, lines)
        for place in range(len(counting), max(len(counting) - MOST, 0), -1):
            line, states = counting[place - 1], book.states[place - 1 : place + 1]
            about, seq = (line.words, spoken(), states), line.entry.seq
            same = seq in known and known[seq][0] == about
            self._last[seq] = known[seq] if same else (about, _happened(book, counting, place))
        return tuple(replace(one, lit=seq == self.focus.past) for seq, (_about, one) in self._last.items())

    def _follow(self, before: Reply) -> None:
        """What people looked at goes when the game has moved on under it."""
        reply = self.session.reply
        if reply.seq != before.seq:
            self.focus = self.own.stays() or TableFocus(picture=self.focus.picture)
        elif reply.verdict != before.verdict and not isinstance(reply.verdict, Wait):
            kept = self.settling
            put_back = kept.put_back if reply.verdict == kept.put_back else None
            whole = kept.whole_rule and isinstance(kept.refused or reply.verdict, Refuse)
            self.settling = replace(kept, put_back=put_back, whole_rule=whole)

    def heard(self, reply: Reply) -> None:
        """What people said was taken in, or a rule forbids it: then they are told so until they go on."""
        if isinstance(reply.verdict, Refuse):
            self.focus = TableFocus(settling=Settling(refused=reply.verdict, agreed=self.box.seats))
        self.alone.follow()

    def take(self, touch: touches.Touch) -> bool:
        if not isinstance(touch, touches.TableTouch):
            return False
        self.alone.touched()
        if not touches.is_of(self.coach, touch):
            self.coach.leave_coach()  # what was said goes with any other touch
        self._take_and_follow(touch, self.session.reply)
        self._keep_up()
        return True

    def _take_and_follow(self, touch: touches.TableTouch, before: Reply) -> None:
        """Gives a touch to what it is about. Raises TypeError for one that nothing here knows."""
        self._stirred += 1
        match touch:
            case touches.TouchSquare(square):
                if self.focus.alone is not None or self.focus.picking:
                    self.alone.touch(square)
                elif not self.alone.offers.showing:
                    picking.touch(self, square)
            case touches.LiftSquare(square):
                if picking.carries(self, square):
                    picking.look_at(self, square)
            case touches.CarrySquare(square, to):
                if picking.carries(self, square, to) and not self.own.carry(square, to):
                    picking.carry(self, square, to)
            case touches.NothingToDo():
                pass
            case _ if self.guide is not None and touches.is_of(self.guide, touch):
                touches.taken_by(self.guide, touch)
                if self.focus.menu:  # what is asked for in the menu begins at the game
                    self.focus = TableFocus()
            case _:
                taken = any(touches.taken_by(part, touch) for part in (self, *self.parts))
                if not (taken or self.own.take(touch)):
                    raise TypeError(f"nobody takes {touch!r}")
        if not isinstance(self.settling.refused, Refuse):
            self._follow(before)


# The last events of a game at the table, and the board as it was after one of them. Rule kept: what is shown is what
# the events are in public; nothing here is told by a card that lies face down.


def _counting(book: Book[Any], lines: tuple[Told, ...]) -> tuple[Told, ...]:
    """Those that count of all entries in words."""
    return tuple(lines[entry.seq] for entry in book.standing)


def _happened(book: Book[Any], lines: tuple[Told, ...], place: int) -> Happened:
    """The event before a place: a picture, the words, and what came of it."""
    game, line = book.game, lines[place - 1]
    event, (before, after) = line.entry.event, book.states[place - 1 : place + 1]
    table, shown = game.table(book.setup), public(game, before, event)
    view, contest = game.view(after, None), game.contest(before, event)
    pictures: tuple[EventPicture, ...] = ()
    if not isinstance(shown, TookBack):
        pictures = face_of(game).event_pictures(before, shown)
    if not pictures and is_piled(view):
        named = (*(shown.cards or ()), shown.card)
        cards = dict.fromkeys(card for card in named if isinstance(card, str))
        deck, seat = deck_of_faces(view.board), shown.seat
        pictures = tuple(Thing("card", label, "up", deck, seat) for label in tuple(cards)[:MOST_PICTURES])
    elif not pictures:
        spot = places(shown, table)[::-1]
        if not spot and contest is not None and place > 1:
            # The end of a contest lies where that began.
            spot = places(lines[place - 2].entry.event, table)[-1:]
        card = _lying(view, spot, shown) or _lying(game.view(before, None), spot, shown)
        pictures = () if card is None else (card,)
    seat = event.seat
    if contest is not None:
        seat = None if contest.winner is None else contest.sides[contest.winner].seat
    seq = line.entry.seq
    return Happened(seq, line.words, touches.at(PlayedTable.show_past, seq), seat, pictures, contest=contest)


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
