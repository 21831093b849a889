"""A game on the table as handled at the screen: looks, reports and questions.

Rule kept: all goes through the session; an answer carries the `seq` of its question; a refusal stays on the
screen until people go on, even if the camera sees something new.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from companion.game import Chance, Event, Over, Seat, View
from companion.journal import Book, TookBack
from companion.judge import HAND, NOT_STILL
from companion.language import spoken
from companion.referee import TAKEN_BACK, Reply
from companion.sight import Thing, paired_off
from companion.weigh import SETTLE_S, Ask, Difference, Lost, Refuse, Wait
from ui.box.opening import Opened
from ui.faces.face import face_of, hints_of
from ui.opponents.thinker import BoxSeats, Thinker
from ui.owned.settings import SettingsKept
from ui.pages import picking, played_table
from ui.pages.agreement import page_face
from ui.pages.picking import SupplySide, deck_checking, tally, telling_keys, tiles
from ui.pages.played_table import CLOSE, MENU, Asking, PlayedTable, press, quiet
from ui.pages.private_view import PrivateView, curtain, mustering, private, waiting
from ui.pages.thinking import BoxPlays, Coach
from ui.present import models, touches
from ui.present.board import Mark, board, places, signed, traces
from ui.present.models import Banner, Button, Chip, Page, Settling, TableFocus, TableModel
from ui.present.moment import Chronicle, DoneDoes, GameSnapshot, Hint, Told, deck_of_faces, is_piled
from ui.present.names import Called, counted, mended, region_words, written
from ui.present.touches import Goto, MakeBundle, Touch, at, is_of, taken_by
from ui.present.walk import Walk, board_at, won_words
from ui.secrecy import covered_legal, is_screened, is_secret, public
from ui.words import _, joined, marked, several, upper_first

SHOWN_ON = frozenset({"layout", "play", "dice", "mustering"})
"""Faces of the table screen with hints: none that is private or asks something."""


class Guide:
    """The guide through a first game: offered until one was played to its end, then one hint at a time.

    Shown hints are kept in the settings as `game:hint`, so that the next evening continues. The game's name
    alone means that its guide is done or refused. Rule kept: a hint depends on public facts only, so it gives
    no hidden card away.
    """

    def __init__(self, game: str, hints: tuple[Hint, ...], settings: SettingsKept) -> None:
        self._game, self._hints, self._settings = game, hints, settings
        self.now: Hint | None = None  # the one that is shown
        self._since = -1

    @property
    def shown(self) -> frozenset[str]:
        """The ids of shown hints; an empty one among them means that the guide is followed."""
        pairs = (entry.partition(":") for entry in self._settings.now.learnt)
        return frozenset(hint for game, colon, hint in pairs if colon and game == self._game)

    @property
    def follows(self) -> bool:
        return "" in self.shown

    def follow_guide(self) -> None:
        self._keep(f"{self._game}:")

    def leave_guide(self) -> None:
        """Ends or refuses the guide; it is not offered again for this game."""
        self._keep(self._game)

    def hint_read(self) -> None:
        if self.now is None:
            return
        shown = {*self.shown, self.now.id}
        if all(hint.id in shown for hint in self._hints):
            self._keep(self._game)
        else:
            self._keep(*(f"{self._game}:{id}" for id in sorted(shown)))

    def model(self, moment: GameSnapshot, model: TableModel) -> TableModel:
        """The model with the offer or the due hint; in the menu, with the key to begin or end the guide."""
        if not self._hints:
            return model
        if model.kind == "menu":
            key = Button(_("Guide"), at(Guide.follow_guide), "plain", "info")
            if self.follows:
                key = Button(_("Stop the guide"), at(Guide.leave_guide), "plain", "info")
            return replace(model, answers=(*model.answers[:-1], key, *model.answers[-1:]))
        if isinstance(moment.reply.turn, Over) and self._game not in self._settings.now.learnt:
            # A game played to its end ends the guide, too.
            self._keep(self._game)
        if model.kind not in SHOWN_ON:
            return model
        if not self.follows:
            fresh = self._game not in self._settings.now.learnt and not moment.standing
            keys = (
                Button(_("Show me"), at(Guide.follow_guide), "main", "done"),
                Button(_("No thanks"), at(Guide.leave_guide), "plain"),
            )
            return replace(model, guide=models.GuideCard(_("First game?"), keys)) if fresh else model
        seen = replace(moment, state=moment.game.public_state(moment.state), muster=None)
        # A hint stays until the game has moved on or it no longer applies; then the next one is due.
        if self.now is not None and (seen.reply.seq != self._since or not self.now.when(seen)):
            self.hint_read()
        if self.now is None and self.follows:
            left = (hint for hint in self._hints if hint.id not in self.shown and hint.when(seen))
            self.now, self._since = next(left, None), seen.reply.seq
        hint = self.now
        if hint is None:
            return model
        # Words, keys and marks of the hint; the menu ends the guide.
        keys = (
            Button(_("Got it"), at(Guide.hint_read), "plain", "done"),
            Button("", touches.OpenRules(moment.game.id, hint.rule), "plain", "book"),
        )
        card = models.GuideCard(_(hint.words).format(**hint.parts(seen)), keys)
        tools = tuple(
            replace(tool, weight="chosen")
            if hint.key and tool.icon == hint.key and tool.weight == "plain"
            else tool
            for tool in model.tools
        )
        return replace(
            models.pointing_to(model, frozenset(hint.where(seen)), "point"), guide=card, tools=tools
        )

    def _keep(self, *entries: str) -> None:
        """Replaces this game's entries in the settings."""
        others = (entry for entry in self._settings.now.learnt if entry.partition(":")[0] != self._game)
        self.now = None
        self._settings.change(learnt=(*others, *entries))


MOST = 4
"""Maximum number of last events shown."""


class Tableside(Asking, picking.Picking, Page):
    """The screen's side of one game. `take` handles touches about the game."""

    name = "table"

    def __init__(
        self,
        opened: Opened,
        unkept: str = "",  # the warning if this game is not recorded
        settings: SettingsKept | None = None,  # remember the guide; without them there is none
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
        self._last: dict[int, tuple[object, models.Happened]] = {}
        self.guide = None if settings is None else Guide(referee.game.id, hints_of(referee.game.id), settings)
        thinker, rng = Thinker(), opened.chance.randrange
        self.box = BoxPlays(self, box or {}, thinker, rng)
        self.coach = Coach(self, thinker, rng, self.box.seats, agreed=coach)
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
        """The event that "done" means on a matching table; None if it may mean something else."""
        return self.box.meant_by_people(self.own.natural() or self.supply.natural())

    @property
    def done_does(self) -> DoneDoes:
        """The effect of "done" now; unspecified if a game's own keys tell it."""
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
        """Whether the simulated table replaces the board; an open army on it is for its owner alone."""
        if self.focus.alone is not None or self.alone.offers.showing:
            return self.focus.drawn and self.alone.muster is not None and self.focus.square is None
        hidden = self.supply.tiled or self.own.hides_simulated or self.box.is_drawing
        return not (hidden or self.alone.offers.screened or self.focus.past is not None)

    @property
    def shows_camera(self) -> bool:
        """Whether the camera's picture may be shown: no open army, no square being asked for."""
        session = self.session
        return self.focus.picture and self.focus.alone is None and not (session.veiled or session.disputed)

    def tick(self) -> bool:
        """Takes in camera and panel; returns whether a screen may have to change."""
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
        """Lays reported events on the simulated table and undoes illegal ones; whether it did so or said why.

        Once asked to lay out it goes on. Other mismatches stay.
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
        """A value that changes with the game's view, but not with a viewer's focus or the picture."""
        return (self.session.happened, self.focus.settling, self._stirred)

    def end(self) -> None:
        """Closes the game for good."""
        self.box.close()
        self.opened.close()

    def model(self) -> TableModel:
        moment = self.moment()
        model = table_model(moment, self.own.dress)
        if self.focus.past is not None and model.past:
            # The same page with the board after the event in view.
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

    def model_of(self, focus: TableFocus, coach: Coach | None = None) -> TableModel:
        """The model for a viewer with its own `focus`; `coach` advises there."""
        with self._looked_at_by(focus):
            moment = self.moment()
            if moment.muster is not None and moment.muster.seat != focus.alone:
                moment = replace(moment, muster=None)
            model = table_model(moment, self.own.dress)
            said = self.box.model(moment, model)
            return one_main(moment, said if coach is None else coach.model(moment, said))

    def taken_for(self, focus: TableFocus, touch: touches.TableTouch) -> TableFocus:
        """Handles a touch by a viewer with this focus; the new focus. The shared screen follows."""
        before = self.session.reply
        with self._looked_at_by(focus):
            self._take_and_follow(touch, before)
            after = self.focus
        self._follow(before)
        self._keep_up()
        return after

    def _keep_up(self) -> None:
        """Has the parts beside the game take in a touch's changes."""
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

    def _last_events(self, lines: tuple[Told, ...]) -> tuple[models.Happened, ...]:
        """The last valid events, the newest first, each computed once; the one in view is lit."""
        book, known, self._last = self.session.referee.book, self._last, {}
        counting = _counting(book, lines)
        for place in range(len(counting), max(len(counting) - MOST, 0), -1):
            line, states = counting[place - 1], book.states[place - 1 : place + 1]
            about, seq = (line.words, spoken(), states), line.entry.seq
            same = seq in known and known[seq][0] == about
            self._last[seq] = known[seq] if same else (about, _happened(book, counting, place))
        return tuple(replace(one, lit=seq == self.focus.past) for seq, (_about, one) in self._last.items())

    def _follow(self, before: Reply) -> None:
        """Drops looks that the game has moved beyond."""
        reply = self.session.reply
        if reply.seq != before.seq:
            self.focus = self.own.stays() or TableFocus(picture=self.focus.picture)
        elif reply.verdict != before.verdict and not isinstance(reply.verdict, Wait):
            kept = self.settling
            put_back = kept.put_back if reply.verdict == kept.put_back else None
            whole = kept.whole_rule and isinstance(kept.refused or reply.verdict, Refuse)
            self.settling = replace(kept, put_back=put_back, whole_rule=whole)

    def heard(self, reply: Reply) -> None:
        """Takes in a reply to people; a refusal stays until they go on."""
        if isinstance(reply.verdict, Refuse):
            self.focus = TableFocus(settling=Settling(refused=reply.verdict, agreed=self.box.seats))
        self.alone.follow()

    def take(self, touch: Touch) -> bool:
        if not isinstance(touch, touches.TableTouch):
            return False
        self.alone.touched()
        if not is_of(self.coach, touch):
            self.coach.leave_coach()  # any other touch ends the advice
        self._take_and_follow(touch, self.session.reply)
        self._keep_up()
        return True

    def _take_and_follow(self, touch: touches.TableTouch, before: Reply) -> None:
        """Gives a touch to the part that it is for. Raises TypeError if none takes it."""
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
            case _ if self.guide is not None and is_of(self.guide, touch):
                taken_by(self.guide, touch)
                if self.focus.menu:  # a choice in the menu starts from the game's view
                    self.focus = TableFocus()
            case _:
                taken = any(taken_by(part, touch) for part in (self, *self.parts))
                if not (taken or self.own.take(touch)):
                    raise TypeError(f"nobody takes {touch!r}")
        if not isinstance(self.settling.refused, Refuse):
            self._follow(before)


# The last events, and the board after one of them. Rule kept: they are shown in public form; no hidden card
# decides anything here.


def _counting(book: Book[Any], lines: tuple[Told, ...]) -> tuple[Told, ...]:
    """The entries in words that are not struck."""
    return tuple(lines[entry.seq] for entry in book.standing)


def _happened(book: Book[Any], lines: tuple[Told, ...], place: int) -> models.Happened:
    """The event before a place: picture, words, and result."""
    game, line = book.game, lines[place - 1]
    event, (before, after) = line.entry.event, book.states[place - 1 : place + 1]
    table, shown = game.table(book.setup), public(game, before, event)
    view, contest = game.view(after, None), game.contest(before, event)
    pictures: tuple[models.EventPicture, ...] = ()
    if not isinstance(shown, TookBack):
        pictures = face_of(game).event_pictures(before, shown)
    if not pictures and is_piled(view):
        named = (*(shown.cards or ()), shown.card)
        cards = dict.fromkeys(card for card in named if isinstance(card, str))
        deck, seat = deck_of_faces(view.board), shown.seat
        pictures = tuple(
            Thing("card", label, "up", deck, seat) for label in tuple(cards)[: models.MOST_PICTURES]
        )
    elif not pictures:
        spot = places(shown, table)[::-1]
        if not spot and contest is not None and place > 1:
            # A contest's end is shown where it began.
            spot = places(lines[place - 2].entry.event, table)[-1:]
        card = _lying(view, spot, shown) or _lying(game.view(before, None), spot, shown)
        pictures = () if card is None else (card,)
    seat = event.seat
    if contest is not None:
        seat = None if contest.winner is None else contest.sides[contest.winner].seat
    seq = line.entry.seq
    return models.Happened(seq, line.words, at(PlayedTable.show_past, seq), seat, pictures, contest=contest)


def _lying(view: View, regions: Sequence[str], event: Event) -> Thing | None:
    """The top card in the first of these regions with one; None for games with pieces on cards.

    An event that turned a card up gives that card, even if another covers it.
    """
    if any(thing.kind not in ("card", "penny") for things in view.board.values() for thing in things):
        return None
    up = event.turns_up and event.card is not None
    cards = [
        thing for name in regions for thing in reversed(view.board.get(name, ())) if thing.kind == "card"
    ]
    card = next((thing for thing in cards if not up or thing.seat == event.seat), None)
    return replace(card, label=event.card, face="up") if card is not None and up else card


# The faces of the table screen: snapshot and focus become one model. Rule kept: the referee's verdict decides
# which face is due; a look at a square, menu or camera precedes it and ends with one touch.

TILED = frozenset({"play", "over", "pick", "square", "telling"})
"""Faces that show piles as tiles; where places matter, the table is shown."""
DECIDED = frozenset({"play", "layout", "over"})
"""Faces that tell the last event's result."""
WATCHED = frozenset({"play", "dice", "layout", "over", "lost"})
"""Faces with the tools; all but the last also have the last events."""
ALONE = frozenset({"curtain", "private", "mustering", "muster"})
"""Private faces, without anything beside the board."""
TURNED_BY = marked("Tap a card on the table to turn it over.")
_BLIND = marked(
    "On the simulated table nobody knows their own face-down cards, so a move may turn out wrong when a card is "
    "turned up. To play a whole game, agree that the referee knows the armies."
)
_LAYING = marked("The table is being laid out.")
MOST_PILES = 6
"""Maximum number of piles named at once."""
FEW_LACKING = 3
"""Number of lacking squares up to which each is asked about during the set-up."""
Face = Callable[[GameSnapshot, TableModel], TableModel]
Dress = Callable[[str, TableModel], TableModel]


def table_model(moment: GameSnapshot, dress: Dress = lambda _kind, model: model) -> TableModel:
    """The screen's present model; `dress` adapts a face's model to its game."""
    kind, face = face_due(moment)
    model = dress(kind, face(moment, frame(moment, kind)))
    # Names and figures are printed on open cards; a game's own board shows no card large.
    game, setup = moment.game, moment.setup
    answers = tuple(
        key if key.board is None else replace(key, board=signed(game, setup, key.board))
        for key in model.answers
    )
    large = model.close_up if model.own is None else None
    drawn = signed(game, setup, model.board)
    return one_main(moment, replace(model, board=drawn, answers=answers, close_up=large))


def one_main(moment: GameSnapshot, model: TableModel) -> TableModel:
    """Leaves one key loud: the first main one of answers, helps, tools.

    Beside a large key “done” stays in the drawer alone; answers do not count while something awaits judging.
    """
    large = model.helps if moment.done == "judges" else (*model.helps, *model.answers)
    if any(key.weight == "main" for key in large):
        model = replace(model, tools=tuple(tool for tool in model.tools if tool.icon != "done"))
    loud = next((key for key in (*model.answers, *model.helps, *model.tools) if key.weight == "main"), None)
    answers, helps, tools = (quiet(keys, loud) for keys in (model.answers, model.helps, model.tools))
    return replace(model, answers=answers, helps=helps, tools=tools)


def face_due(moment: GameSnapshot) -> tuple[str, Face]:
    """The due face: people's own look, then the referee's verdict, then the game."""
    focus, settling, reply = moment.focus, moment.focus.settling, moment.reply
    alone, refused, turn = focus.alone is not None, settling.refused, reply.turn
    # An accepted verdict does not halt play any more.
    stop = None if reply.verdict == settling.put_back else reply.verdict
    asks_all = refused is not None and (type(refused.event), refused.violation.rule) == (
        TookBack,
        "undo-agreed",
    )
    # In a resumed game people have yet to say whether the table or the book is right.
    differs = moment.checking and bool(reply.differences) and not settling.book_right
    # The lot is drawn once everything lies right; without a camera people decide that.
    laid_out = not reply.differences if moment.scene is not None else not moment.simulated
    faces: tuple[tuple[str, bool, Face], ...] = (
        ("curtain", alone and not focus.drawn, curtain),
        ("muster", alone and moment.muster is not None, mustering),
        ("private", alone, private),
        ("mustering", bool(moment.offers.showing), waiting),
        ("deck", moment.piles.deck_check is not None, deck_checking),
        ("pick", focus.picking, picking.stepped),
        ("menu", focus.menu == "menu", menu),
        ("telling", focus.menu == "telling", telling),
        ("turn", focus.menu == "turn", picking.turn_up),
        ("confirm", focus.reading is not None, played_table.confirm),
        ("square", focus.square is not None, picking.square),
        ("dispute", moment.disputed, played_table.dispute),
        ("agree", asks_all, played_table.agree),
        ("refuse", refused is not None or isinstance(stop, Refuse), played_table.refuse),
        ("lost", isinstance(stop, Ask) and stop == settling.none_of, played_table.lost),
        ("ask", isinstance(stop, Ask), played_table.ask),
        ("lost", isinstance(stop, Lost) or differs, played_table.lost),
        ("over", isinstance(turn, Over), over),
        ("dice", isinstance(turn, Chance) and (reply.layout is None or laid_out), _dice),
        ("layout", reply.layout is not None, _layout),
    )
    return next(((kind, face) for kind, is_due, face in faces if is_due), ("play", _play))


def frame(moment: GameSnapshot, kind: str) -> TableModel:
    """The common parts: headline, seats, trouble, the book's board, the last events, the tools."""
    view = moment.reply.view
    told = moment.troubles if kind not in ("private", "muster") else ()
    trouble = Banner("trouble", upper_first(told[0])) if told else None
    # The book's board, with marks for the last event and chores.
    last = moment.standing[-1:] if moment.reply.layout is None else ()
    marks, arrows = traces([line.entry.event for line in last], moment.table)
    if is_piled(view):
        marks, arrows = tuple(Mark(name, "moved") for name in moment.piles.changed if last), ()
    chores = {chore.region: Mark(chore.region, "chore") for chore in moment.reply.chores}
    marks = (*(mark for mark in marks if mark.region not in chores), *chores.values())
    shown = replace(board(moment.table, view.board, marks, arrows), counts=tuple(view.counts.items()))
    return TableModel(
        kind,
        view.headline,
        chips(moment, kind),
        shown,
        trouble=trouble,
        past=moment.last if kind in WATCHED - {"lost"} else (),
        tools=tools(moment) if kind in WATCHED else (),
        tiles=tiles(moment, shown.marks) if moment.piles.tiled and kind in TILED else (),
        tally=tally(moment) if kind in TILED else None,
        contest=moment.last[0].contest if moment.last and kind in DECIDED else None,
        highlight=moment.highlight if kind in DECIDED else None,
    )


def chips(moment: GameSnapshot, kind: str) -> tuple[Chip, ...]:
    """The seats with the acting ones marked, minus facts that trays show or a screen hides."""
    turn = moment.reply.turn
    acting = turn.winners if isinstance(turn, Over) else turn.seats
    active = {*acting}.difference(moment.thrown if isinstance(turn, Chance) else ())
    in_trays = moment.simulated and moment.game.brings is not None
    hidden = in_trays or kind in ALONE or moment.offers.screened
    aside = () if hidden else moment.reply.view.aside
    return tuple(
        Chip(seat, name, seat in active, aside[seat] if seat < len(aside) else ())
        for seat, name in enumerate(moment.names)
    )


def tools(moment: GameSnapshot) -> tuple[Button, ...]:
    """The permanent buttons, as on the panel, with the number of further chores in the drawer."""
    some, more = bool(moment.standing), len(_in_drawer(moment)) - 1
    return (
        Button(_("Done"), press("done"), "main" if moment.done else "plain", "done"),
        Button(_("Take back"), press("back"), "plain", "back", enabled=some),
        Button(_("That’s wrong"), press("dispute"), "plain", "wrong", enabled=some),
        Button(f"{_('More')} ({more})" if more > 0 else _("More"), MENU, "plain", "menu"),
    )


def _play(moment: GameSnapshot, model: TableModel) -> TableModel:
    view, verdict = moment.reply.view, moment.reply.verdict
    body = tuple(text for text in (view.awaited, *view.notes) if text)
    banner = None
    shown = model.board
    putting = _puts_back(moment)
    if moment.reply.differences and (putting or not isinstance(verdict, Wait)):
        marked = {mark.region for mark in shown.marks if mark.kind == "chore"}
        marks = tuple(
            Mark(difference.region, "wrong" if putting else "chore")
            for difference in moment.reply.differences
            if putting or difference.region not in marked
        )
        shown = replace(shown, marks=(*shown.marks, *marks))
    if isinstance(verdict, Wait):
        banner = Banner("wait", _(verdict.why)) if _waited_for(moment) else None
    elif moment.focus.idle:
        banner = Banner("wait", _idle_words(moment))
    elif putting and not moment.simulated:
        banner = Banner("ask", _("Put the table back as the board shows it; then play goes on."))
    if moment.simulated and moment.offers.turning_up:
        body = (*body, _(TURNED_BY))
    return replace(model, body=body, banner=banner, tasks=tasks(moment), helps=helps(moment), board=shown)


def _waited_for(moment: GameSnapshot) -> str:
    """The awaited condition in words; empty if the camera has stopped, as its trouble is told."""
    verdict = moment.reply.verdict
    stale = bool(moment.troubles) and verdict in (HAND, NOT_STILL)
    return verdict.why if isinstance(verdict, Wait) and not stale else ""


def _idle_words(moment: GameSnapshot) -> str:
    """The answer to a "done" without effect."""
    return _("Nothing new on the table.") if moment.scene is not None else _("Nothing to do just now.")


def _puts_back(moment: GameSnapshot) -> bool:
    """Whether people are restoring the book's table: only then is a mismatch wrong."""
    if not moment.reply.differences:
        return False
    verdict, settling = moment.reply.verdict, moment.focus.settling
    return verdict in (settling.put_back, TAKEN_BACK) or (settling.book_right and moment.checking)


def _dice(moment: GameSnapshot, model: TableModel) -> TableModel:
    chance = moment.reply.turn
    assert isinstance(chance, Chance)
    rolls = tuple(_roll(moment, chance, seat) for seat in chance.seats)
    played = _play(moment, model)
    return replace(played, rolls=rolls, body=played.body or (chance.words,))


def _roll(moment: GameSnapshot, chance: Chance, seat: Seat) -> models.Roll:
    """One seat's throw in words: a number, a penny's side, or the drawn name."""
    value = moment.thrown.get(seat)
    words = "" if value is None else str(value)
    if chance.what == "lot" and isinstance(value, int):
        words = _("{name} begins").format(name=moment.names[value])
    elif value in ("heads", "tails"):
        words = _("heads") if value == "heads" else _("tails")
    throws = press(f"seat{seat}")
    return models.Roll(seat, moment.names[seat], chance.what, value, throws, words, seat in moment.running)


def _layout(moment: GameSnapshot, model: TableModel) -> TableModel:
    """The set-up: regions not yet right are marked, and each seat learns the number of missing things."""
    reply = moment.reply
    found, lines, wrong = laying(reply.differences, moment.names, moment.called)
    wanted = reply.layout.regions if reply.layout is not None else {}
    pieces = board(moment.table, wanted).pieces
    lacking = {difference.region for difference in reply.differences}
    if moment.scene is None and not lacking:
        lacking = set(wanted)
    missing = {mark.region for mark in found if mark.kind == "missing"}
    # The next place of each seat is its first incomplete one.
    first: dict[Seat | None, str] = {}
    for region, lying in wanted.items():
        if region in missing and lying:
            first.setdefault(lying[0].seat, region)
    marks = tuple(replace(mark, due=mark.region in first.values()) for mark in found)
    missing = missing or (lacking if moment.scene is None else set())
    regions = {region.name: region for region in moment.table.regions}
    shown = tuple(
        replace(piece, faint=any(regions[name].contains(piece.x, piece.y) for name in missing))
        for piece in pieces
    )
    body = tuple(text for text in (reply.view.awaited, *lines, *wrong[:4]) if text)
    if moment.simulated and any(mark.kind == "chore" for mark in found):
        body = (*body, _(TURNED_BY))
    ready: tuple[Button, ...] = ()
    if isinstance(reply.turn, Chance):
        draws = press(f"seat{reply.turn.seats[0]}")
        ready = (Button(_("All is laid out: draw lots"), draws, "plain", "turn"),)
    why = _waited_for(moment) if moment.scene is not None else ""
    banner = Banner("wait", _(why)) if why and why != _LAYING else None
    if banner is None and moment.focus.idle:
        banner = Banner("wait", _("Not all is laid out yet.") if lacking else _idle_words(moment))
    return replace(
        model,
        headline=_("Lay out the table") if isinstance(reply.turn, Chance) else model.headline,
        notes=(_(_BLIND),) if moment.simulated and moment.setup.option("knowing", "") == "trusted" else (),
        body=body,
        banner=banner,
        # Only the last few lacking squares are asked about one by one.
        tasks=tasks(moment) if len(lacking) <= FEW_LACKING else (),
        helps=(*helps(moment), *ready),
        board=replace(model.board, pieces=shown, marks=marks, arrows=()),
    )


def tasks(moment: GameSnapshot) -> tuple[models.Task, ...]:
    """The chores, each with the touch that waives it; one shared by two regions is listed once."""
    found: dict[str, tuple[str, ...]] = {}
    for chore in moment.reply.chores:
        found[chore.words] = (*found.get(chore.words, ()), chore.region)
    return tuple(
        models.Task(words, regions[0], at(PlayedTable.wave, regions)) for words, regions in found.items()
    )


def _in_drawer(moment: GameSnapshot) -> tuple[models.Task, ...]:
    """The chores; during the set-up the board's marks replace them."""
    return tasks(moment) if moment.reply.layout is None else ()


def alone_keys(moment: GameSnapshot, *, seldom: bool = True) -> tuple[Button, ...]:
    """Keys to the curtain in the order of seats: to choose alone, or (`seldom`) to look."""
    found = []
    for seat, name in enumerate(moment.names):
        chooses, touch = seat in moment.offers.choosing, at(PrivateView.draw_curtain, seat)
        if chooses or (seldom and seat in moment.offers.looking):
            words = _("{name} chooses in secret") if chooses else _("For {name} alone")
            weight: models.Weight = "main" if chooses else "plain"
            found.append(Button(words.format(name=name), touch, weight, "eye", seat=seat))
    return tuple(found)


def helps(moment: GameSnapshot) -> tuple[Button, ...]:
    """Keys for private actions, reports of a turned card, and help by the simulated table."""
    found = [*telling_keys(moment), *alone_keys(moment, seldom=not moment.piles.acts)]
    if moment.offers.turning_up:
        action = at(picking.Picking.pick, "kind", moment.offers.turning_up)
        found.append(Button(_("Say which card it is"), action, "plain", "cards"))
    if not moment.simulated:
        return tuple(found)
    if moment.reply.layout is not None and (moment.reply.differences or moment.scene is None):
        found.append(Button(_("Lay out for me"), at(PlayedTable.lay_out), "plain", "cards"))
    elif moment.reply.chores:
        found.insert(0, Button(_("Tidy for me"), at(PlayedTable.tidy), "main", "tidy"))
    return tuple(found)


def laying(
    differences: Sequence[Difference], names: Sequence[str], called: Called
) -> tuple[tuple[Mark, ...], list[str], list[str]]:
    """Progress of the set-up: marks (a missing pile with its name), a line a seat, and mistakes."""
    marks: list[Mark] = []
    wrong: list[str] = []
    missing: dict[Seat | None, list[Thing]] = {}
    piles: list[str] = []
    down = 0
    for difference in differences:
        pairs, extra = paired_off(difference.wanted, difference.seen)
        wanted = [thing.face for thing in difference.wanted if thing.kind == "card"]
        faces = [sighting.face for sighting in difference.seen if sighting.kind == "card"]
        # A hidden thing cannot be seen, so it never counts as missing.
        lacking = [thing for thing, seen in pairs if seen is None and not thing.hidden]
        if lacking and not extra:
            for thing in lacking:
                missing.setdefault(thing.seat, []).append(thing)
            is_pile = any(thing.label == difference.region for thing in lacking)
            name = called(difference.region) if is_pile else ""
            piles += [name] if is_pile else []
            marks.append(Mark(difference.region, "missing", name))
        elif (wanted, faces, len(difference.seen)) == (["up"], ["down"], 1):
            # Laid correctly, it only waits to be turned up.
            marks.append(Mark(difference.region, "chore"))
            down += 1
        else:
            marks.append(Mark(difference.region, "wrong"))
            place = region_words(difference.region, names, called)
            mend = mended(difference.wanted, difference.seen, called)
            wrong.append(_("{square}: {things}").format(square=place, things=mend))
    lines = [several("{n} card still to turn up", "{n} cards still to turn up", down)] if down else []
    for seat, name in enumerate(names):
        if things := missing.get(seat):
            lines.append(_("{name}: {things} more to lay").format(name=name, things=counted(things)))
    if loose := missing.get(None):
        lines.append(_("Still to lay: {things}").format(things=counted(loose)))
    if piles:
        more = len(piles) - MOST_PILES
        named = piles[:MOST_PILES] + ([_("{n} more").format(n=more)] if more > 0 else [])
        lines.append(_("Piles still to lay: {piles}").format(piles=joined(named)))
    return tuple(marks), lines, wrong


def menu(moment: GameSnapshot, model: TableModel) -> TableModel:
    picture = _("Board") if moment.focus.picture else _("Camera picture")
    answers = (
        Button(_("Done"), press("done"), "plain", "done"),
        Button(_("Say what happened"), at(PlayedTable.open_telling), "plain", "hand"),
        Button(picture, at(PlayedTable.switch_picture), "plain", "camera"),
        Button(_("Rules"), touches.OpenRules(moment.game.id), "plain", "book"),
        Button(_("History"), Goto("history"), "plain", "list"),
        *((Button(_("Check the table"), Goto("check"), "plain", "check"),) if moment.has_camera else ()),
        Button(_("Phones"), Goto("phones"), "plain", "eye"),
        *((Button(_("Support bundle"), MakeBundle(), "plain", "trouble"),) if moment.has_camera else ()),
        Button(_("Home (the game is kept)"), Goto("home"), "plain", "home"),
        *(alone_keys(moment) if moment.piles.acts else ()),
        Button(_("Back to the game"), CLOSE, "plain", "back"),
    )
    view = moment.reply.view
    body = tuple(text for text in (view.awaited, *view.notes) if text)
    return replace(
        model, headline=_("More"), body=body, answers=answers, past=moment.last, tasks=_in_drawer(moment)
    )


def telling(moment: GameSnapshot, model: TableModel) -> TableModel:
    """All events that can be reported now and not be seen; moves are reported by touch."""
    game, state, told = moment.game, moment.state, list[Event]()
    if not isinstance(game.turn(state), Chance):
        told += [
            event for event in covered_legal(game, state) if event.told and not is_secret(game, state, event)
        ]
    for kind in game.events:
        # Kinds without any field but the seat.
        if kind.told and kind.__struct_fields__ in ((), ("seat",)):
            seats = range(moment.setup.seats)
            some = [kind(seat=seat) for seat in seats] if kind.__struct_fields__ else [kind()]
            told += [event for event in some if event not in told and game.violation(state, event) is None]
    answers = (
        *picking.trump_keys(moment, picking.public_acts(moment)),
        *picking.said_keys(moment, told),
        Button(_("Back to the game"), CLOSE, "plain", "back"),
    )
    body = _("Moves can be said too: touch the square that the piece stood on.")
    if moment.piles.acts:
        answers = (*telling_keys(moment), *answers)
        body = _("Touch a pile to say what was taken from it, or read what its card does.")
    return replace(model, headline=_("Say what happened"), body=(body,), answers=answers)


def over(moment: GameSnapshot, model: TableModel) -> TableModel:
    end = moment.reply.turn
    assert isinstance(end, Over)
    headline = won_words([moment.names[seat] for seat in end.winners])
    body = moment.reply.view.notes
    broken = written(moment.game.id, end.rule)
    banner = Banner("good", end.words, broken.short if broken else "")
    tools = (
        Button(_("How it was won"), Goto("after"), "main", "done"),
        Button(_("Play again"), touches.PlayAgain(), "plain", "play"),
        Button(_("New game"), Goto("seats"), "plain", "plus"),
        Button(_("Home"), Goto("home"), "plain", "home"),
    )
    helps: tuple[Button, ...] = (Button(_("Take back"), press("back"), "quiet", "back"),)
    if is_piled(moment.reply.view):
        # Each seat's result, winners first, and other facts worth knowing.
        aside = moment.reply.view.aside
        order = sorted(range(len(aside)), key=lambda seat: seat not in end.winners)
        lines = (f"{moment.names[seat]}: {', '.join(aside[seat][:2])}" for seat in order if aside[seat])
        body = (*lines, *(note for note in body if note != end.words))
        helps = (Button(_("Count the decks"), at(SupplySide.check_deck, 0), "plain", "cards"), *helps)
    return replace(model, headline=headline, banner=banner, body=body, helps=helps, tools=tools)
