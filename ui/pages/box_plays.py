"""Seats that the box plays: it says what it does, throws its dice, and waits until the cards lie so.

Rule kept: what it does is booked as what people do is. What the camera can see it sees, with another move that lies
there no less believed; what nobody could see the box tells by itself. After a take-back it waits to be asked.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace

from companion.game import Chance, Event, Over, Seat, Seats
from companion.search import MIDDLE, STRONG, completed
from companion.sight import Lying
from companion.weigh import Ask, Lost, Refuse
from ui.box.by_touch import with_faces_there
from ui.faces.face import face_of
from ui.opponents.box_move import BoxMove, OwnHand, due_before, ways_of
from ui.opponents.box_seats import BoxSeats
from ui.opponents.thinker import Thinker
from ui.pages.picking import card_tile
from ui.pages.played_table import PlayedTable
from ui.pages.table_faces import going, pointed, quiet
from ui.present.board import places
from ui.present.models import Banner, Button, TableFocus, TableModel
from ui.present.moment import GameSnapshot
from ui.present.personas import Persona
from ui.present.touches import NothingToDo, at
from ui.secrecy import Offers
from ui.words import _, several

AHEAD, BEHIND = 0.75, 0.25
"""Beyond these the box says how it stands."""
SHOWN_ON = frozenset({"play", "dice", "over"})
LIFTED_FOR = 1
"""Entries after a screen was lifted during which people are told to lay what the box had behind it."""
THROWS_AFTER_S = 0.8
"""Seconds for which people see that the box is about to throw."""
SOON_S = 2.0
"""Who thinks for longer may be hurried."""
HURRIED_S = 0.2
"""Seconds of thought for each part that it lays out behind a screen, once it was hurried there."""


class BoxPlays:
    """The box at one game. `lots` draws among choices that are as good; `wish` is what it plays, until it lies so."""

    def __init__(
        self, side: PlayedTable, box: BoxSeats, thinker: Thinker, lots: Callable[[int], int]
    ) -> None:
        self._side, self._box, self._thinker, self._lots = side, box, thinker, lots
        self._seq, self._standing = -1, 0
        self._hands = {seat: OwnHand(side.session.referee.game, seat) for seat in box}
        self._drawing: Seat | None = None
        self._idle: set[Seat] = set()
        self._thinking: Seat | None = None
        self.wish: BoxMove | None = None
        self._due_at: float | None = None
        self._waits = False
        self._instead, self._is_troubled = "", False
        self._remarked: tuple[BoxMove | None, str] = (None, "")
        self._said = ""
        self._was_veiled, self._lifted_at = False, -1
        self._hurried, self._asked_at = False, 0.0

    @property
    def is_thinking(self) -> bool:
        return self._thinking is not None

    @property
    def is_drawing(self) -> bool:
        """Whether people are to say which cards they drew for it."""
        return self._drawing is not None

    @property
    def seats(self) -> frozenset[Seat]:
        return frozenset(self._box)

    @property
    def thought_for(self) -> frozenset[Seat]:
        """The seats for which the box thinks; none while it cannot, as people play on for it then."""
        return frozenset() if self._is_troubled else self.seats

    def meant_by_people(self, event: Event | None) -> Event | None:
        """What "done" says, unless that is for the box to decide: of its seats only what it has said itself."""
        if event is None or event.seat not in self.thought_for:
            return event
        return event if self.wish is not None and self.wish.agrees(event) else None

    def without_own(self, offers: Offers) -> Offers:
        """What people are offered for one pair of eyes: nothing of the seats for which the box thinks."""
        looking, choosing = (
            tuple(seat for seat in seats if seat not in self.thought_for)
            for seats in (offers.looking, offers.choosing)
        )
        return replace(offers, looking=looking, choosing=choosing)

    def follow(self) -> bool:
        if not self._box:
            return False
        before = self._shown
        reply, veiled = self._side.session.reply, self._side.session.veiled
        if self._was_veiled and not veiled:
            self._lifted_at, self._hurried = reply.seq, False
        self._was_veiled = veiled
        if reply.seq != self._seq:
            self._gone_on()
        refused = reply.verdict.event if isinstance(reply.verdict, Refuse) else None
        if self.wish is not None and refused is not None and self.wish.agrees(refused):
            self.wish = None  # a card that nobody had seen was another: it thinks anew
        if isinstance(reply.turn, Chance):
            self._throw(reply.turn)
        elif isinstance(reply.turn, Seats):
            self._play(reply.turn)
        return before != self._shown

    @property
    def _shown(self) -> tuple[object, ...]:
        held = None if self._drawing is None else self._hands[self._drawing].cards
        return (self._seq, self._thinking, self.wish, self._waits, self._is_troubled, self._drawing, held)

    def _gone_on(self) -> None:
        """Something was booked or taken back: what was thought before is worth nothing any more."""
        referee = self._side.session.referee
        standing = referee.standing
        self._instead = ""
        if len(standing) == self._standing + 1:
            event = standing[-1].event
            if self.wish is not None and event.seat == self.wish.seat and not self.wish.agrees(event):
                self._instead = self.wish.words  # what lies there counts, and is told
            for hand in self._hands.values():
                hand.follow(event, referee.state)
        self._waits = self._seq >= 0 and len(standing) < self._standing
        self._seq, self._standing = self._side.session.reply.seq, len(standing)
        self.wish, self._thinking, self._drawing, self._due_at = None, None, None, None
        self._is_troubled = False
        self._idle.clear()
        self._thinker.forget()

    @property
    def _may_act(self) -> bool:
        """Whether nothing is being settled or laid out at the table."""
        session, verdict = self._side.session, self._side.session.reply.verdict
        asks = isinstance(verdict, Ask | Refuse | Lost) and verdict != self._side.focus.settling.put_back
        halted = asks or session.disputed or session.checking or session.reply.layout is not None
        return not (halted or self._waits or self._is_troubled)

    def _throw(self, turn: Chance) -> None:
        """Presses the buttons of its seats, a moment after they are to be; a lot that people may draw is theirs."""
        session = self._side.session
        if not self._may_act:
            return
        due = [seat for seat in turn.seats if seat in self._box and seat not in session.thrown]
        is_theirs = turn.what == "lot" and (session.thrown or len(due) < len(turn.seats))
        if not due or is_theirs:
            self._due_at = None
        elif self._due_at is None:
            self._due_at = session.now + THROWS_AFTER_S
        elif session.now >= self._due_at:
            self._due_at = None
            session.press(f"seat{due[0]}")

    def _play(self, turn: Seats) -> None:
        if not self._may_act:
            return
        if self._thinking is None and self.wish is None:
            self._begin(turn)
        if self._hurried and self._side.session.now >= self._asked_at + HURRIED_S:
            self._thinker.hurry()
        seat = self._thinking
        if seat is None or (thought := self._thinker.answered()) is None:
            return
        self._thinking = None
        if thought.fault:
            self._is_troubled = True
        elif thought.chosen is None or thought.chosen.event.seat is None:
            # What nobody's seat does is for the people at the table.
            self._idle.add(seat)
        else:
            lines = thought.chosen.lines
            self._decided(seat, thought.chosen.event, lines[0].worth if lines else 0.5)

    def _begin(self, turn: Seats) -> None:
        """Turns to the first of its seats to act, or asks for its hand; behind a screen once all people are ready."""
        session, self._drawing = self._side.session, None
        due = sorted(turn.seats & self._box.keys() - self._idle)
        if not due or (session.veiled and turn.seats - self._box.keys()):
            return
        seat, referee = due[0], session.referee
        hand, state, level = self._hands[seat], referee.state, self._box[seat]
        if hand.wanted(state) and self._side.opened.simulated is not None:
            hand.drawn(state, self._lots)
        if hand.wanted(state):
            self._drawing = seat
            return
        self._thinking, self._asked_at = seat, session.now
        if session.veiled and level == STRONG:
            level = MIDDLE  # nobody would wait for more, with all the tiles that are laid then
        known = referee.game.with_hand(state, seat, hand.cards)
        self._thinker.ask(referee.game, referee.setup, known, seat, level, self._lots(2**31))

    def _decided(self, seat: Seat, event: Event, worth: float) -> None:
        """What nobody can see on the table is told at once; all else waits until it lies there."""
        referee = self._side.session.referee
        game, state = referee.game, referee.state
        event = due_before(game, state, event) or event
        asked, ways = face_of(game).asked_of_people(state, event), ways_of(game, state, event)
        told = completed(game, state, event, self._lots) if self._side.session.veiled else None
        if told is None and len(ways) == 1 and not asked:
            (way,) = ways
            named = way.told and places(way, game.table(referee.setup))
            if not named and game.look(game.after(state, way)) == game.look(state):
                told = way
        if told is not None:
            self._side.tell(told)
        else:
            words = asked or game.words(state, event)
            self.wish = BoxMove(seat, event, words, ways, worth, thrown=bool(asked))

    def let_box_go_on(self) -> None:
        self._waits = self._is_troubled = False

    def hurry_box(self) -> None:
        self._thinker.hurry()
        # Behind a screen much is laid out: one touch is for all of it.
        self._hurried = self._side.session.veiled

    def hold_for_box(self, card: str, more: int) -> None:
        """People drew this card for the box, or put it back where `more` is -1."""
        if self._drawing is not None:
            self._hands[self._drawing].told(card, more)

    def say_for_box(self) -> None:
        """What it plays lies on the table; what people alone have seen of it they are asked for step by step."""
        wish, simulated = self.wish, self._side.opened.simulated
        ways = () if wish is None else wish.ways
        if simulated is not None:
            ways = with_faces_there(ways, simulated.table, simulated.tabletop)
        if len(ways) == 1:
            self._side.tell(ways[0])
        elif wish is not None:
            self._side.focus = TableFocus(picking=True, picks=wish.said)

    # what it says: what it does, that it thinks, what it makes of the game

    def model(self, moment: GameSnapshot, model: TableModel) -> TableModel:
        """The model with what the box says, where nothing else has to be said first."""
        if not self._box or model.kind not in SHOWN_ON:
            return model
        turn, wish, persona = moment.reply.turn, self.wish, face_of(moment.game).persona
        if isinstance(turn, Over):
            said = persona.won if self.seats & set(turn.winners) else persona.lost
            words = _("{name}: “{words}”").format(name=persona.name, words=_(said))
            return replace(model, body=(*model.body, words))
        if isinstance(turn, Chance) and turn.what == "lot":
            # One lot is drawn for all: by people, where one of them may.
            theirs = tuple(roll for roll in model.rolls if roll.seat not in self.thought_for)
            model = replace(model, rolls=theirs or model.rolls)
        about = (self._thinking, self._drawing, None if wish is None else wish.seat)
        name = next((moment.names[seat] for seat in about if seat is not None), persona.name)
        # The model without what is awaited of whose turn it is, where a banner says what people are to do.
        due = replace(model, body=model.body[1:]) if model.kind == "play" else model
        if self._is_troubled:
            words = _("{name} cannot think just now. Play on for it, or ask it again.").format(name=name)
            again = Button(_("Ask it again"), at(BoxPlays.let_box_go_on), "main", "turn")
            return replace(due, banner=Banner("trouble", words), helps=(again, *model.helps))
        if self._waits:
            words = _("Something was taken back. {name} waits.").format(name=name)
            go_on = Button(
                _("{name} may go on").format(name=name), at(BoxPlays.let_box_go_on), "main", "play"
            )
            return replace(due, banner=model.banner or Banner("calm", words), helps=(go_on, *model.helps))
        lifted = self._lifted_at >= 0 and moment.reply.seq - self._lifted_at <= LIFTED_FOR
        if lifted and wish is None and (moment.reply.differences or moment.scene is None):
            words = _("Now lay what {name} has, as the board shows it.").format(name=name)
            where = frozenset(difference.region for difference in moment.reply.differences)
            return replace(due, banner=Banner("ask", words), own=pointed(model.own, where))
        if self._drawing is not None and model.kind == "play":
            return self._drawn(self._hands[self._drawing], name, moment, model)
        if self._thinking is not None and model.banner is None:
            words, veiled = _("{name} is thinking …").format(name=name), self._side.session.veiled
            slow = not self._hurried if veiled else self._box[self._thinking].seconds > SOON_S
            hurry = (Button(_("Play now"), at(BoxPlays.hurry_box), "quiet", "play"),) if slow else ()
            # What people could say for it stands there, but does not stand out.
            helps, tools = quiet(model.helps), quiet(model.tools)
            return replace(model, banner=Banner("wait", words), helps=(*helps, *hurry), tools=tools)
        if wish is not None and model.kind == "play" and not moment.reply.chores:
            return self._wishing(wish, moment, due)
        if self._instead and model.banner is None:
            words = _("{name} had meant: {words}").format(name=name, words=self._instead)
            counts = _("What lies there counts; it can be taken back.")
            return replace(model, banner=Banner("calm", words, counts))
        return model

    def _wishing(self, wish: BoxMove, moment: GameSnapshot, model: TableModel) -> TableModel:
        """What the box plays, on the board and in words, with the key that says that it lies so."""
        words, icon = (_("Lay it for me"), "cards") if moment.simulated else (_("It is laid"), "done")
        key = Button(words, at(BoxPlays.say_for_box), "main", icon)
        waits = model.banner is not None and model.banner.tone == "wait"
        temper = self.temper(wish, moment)
        return replace(
            going(model, moment.table, (wish.event,)),
            banner=model.banner if waits else Banner("ask", wish.words, _("Please lay it like this.")),
            remark=_("“{words}”").format(words=_(temper)) if temper else "",
            helps=(key, *model.helps) if wish.ways and not wish.thrown else model.helps,
            close_up=None,
        )

    def _drawn(self, hand: OwnHand, name: str, moment: GameSnapshot, model: TableModel) -> TableModel:
        """The cards that its hand may hold, to be touched as they are drawn."""
        wanted, held = hand.wanted(moment.state), Counter(hand.cards)
        cards = {**dict.fromkeys(held, 0), **hand.may_be(moment.state)}
        tiles = []
        for card, count in sorted(cards.items()):
            touch = at(BoxPlays.hold_for_box, card, 1) if count and wanted else NothingToDo()
            tile = replace(card_tile(moment, card, touch), lit=bool(held[card]), faded=not count)
            if held[card]:
                less = at(BoxPlays.hold_for_box, card, -1)
                tile = replace(tile, after=f"×{held[card]}", faded=False, less=less)
            tiles.append(tile)
        words = several(
            "Draw a card for {name} and touch it here.",
            "Draw for {name} and touch here what it holds: {n} more cards.",
            wanted,
            name=name,
        )
        more = _("Its hand lies open beside the table.")
        banner = Banner("ask", words, more)
        return replace(model, banner=banner, tiles=tuple(tiles), helps=(), tally=None, body=())

    def temper(self, wish: BoxMove, moment: GameSnapshot) -> str:
        """What it says besides of its move; never the same sentence twice running."""
        if self._remarked[0] is not wish:
            said = temper_of(face_of(moment.game).persona, wish.event, wish.worth, moment.reply.view.board)
            self._remarked = (wish, "" if said == self._said else said)
            self._said = said or self._said
        return self._remarked[1]

    def close(self) -> None:
        self._thinker.close()


def temper_of(persona: Persona, event: Event, worth: float, lying: Mapping[str, Lying]) -> str:
    """What somebody says of a move and how it stands with it; empty where it stands even. `lying`: what all may see."""
    if worth < BEHIND:
        return persona.behind
    if worth <= AHEAD:
        return ""
    hidden = any(
        thing.kind == "card" and thing.face == "down" and thing.seat not in (None, event.seat)
        for region in (event.to, event.at)
        for thing in lying.get(region or "", ())
    )
    return persona.guesses if hidden and persona.guesses else persona.ahead
