"""The box as a player and as a coach.

It announces its seats' events, throws their dice, and waits until the cards lie so. Rule kept: its events are
booked like people's. Visible ones are seen by the camera, which may equally see another move; invisible ones
the box reports itself. After a take-back it waits to be asked.
"""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from math import log
from typing import Any

from companion.game import Chance, Event, Game, Over, RandomSource, Seat, Seats, Setup, shuffled
from companion.search import MIDDLE, STRONG, Line, completed
from companion.sight import Lying
from companion.weigh import Ask, Lost, Refuse
from ui.box.by_touch import with_faces_there
from ui.faces.face import Persona, face_of
from ui.opponents.thinker import BoxSeats, Thinker
from ui.pages.picking import card_tile
from ui.pages.played_table import PlayedTable, quiet
from ui.present.board import places
from ui.present.models import Banner, Button, TableFocus, TableModel, choice, going, pointed
from ui.present.moment import GameSnapshot, player
from ui.present.touches import NothingToDo, at
from ui.secrecy import Offers, public
from ui.words import _, several

SAID = ("start", "to", "at", "by", "trump", "card")
"""The fields of an event that its seat decides."""


@dataclass(frozen=True, slots=True)
class BoxMove:
    """A move of the box: the decided part of its event, words, and all events that may come of it.

    `thrown`: people throw or flick for it, and the outcome is read or reported as usual. `worth`: the box's
    chances by its own estimate, 0 to 1.
    """

    seat: Seat
    event: Event
    words: str
    ways: tuple[Event, ...]
    worth: float
    thrown: bool = False

    @property
    def said(self) -> tuple[tuple[str, Any], ...]:
        """The decided fields as (field, value)."""
        fields = ((name, getattr(self.event, name, None)) for name in SAID)
        known = tuple((name, value) for name, value in fields if value is not None)
        return (("kind", type(self.event).__name__), ("seat", self.seat), *known)

    def agrees(self, event: Event) -> bool:
        """Whether a booked event is this move, with any outcome."""
        if event in self.ways:
            return True
        return type(event) is type(self.event) and all(
            getattr(event, name, None) == value for name, value in self.said[1:]
        )


def ways_of(game: Game[Any], state: Any, decided: Event) -> tuple[Event, ...]:
    same = (
        event
        for event in game.candidates(state, None)
        if event == decided or game.decided(state, event) == decided
    )
    found = tuple(event for event in same if game.violation(state, event) is None)
    return found or ((decided,) if game.violation(state, decided) is None else ())


def due_before(game: Game[Any], state: Any, event: Event) -> Event | None:
    """The event that ends a phase before another, if only the owner of the hand knows that it is due."""
    if ways_of(game, state, event):
        return None
    for end in game.candidates(state, None):
        is_end = end.ends_turn and end.seat == event.seat and game.violation(state, end) is None
        if is_end and game.violation(game.after(state, end), event) is None:
            return end
    return None


class OwnHand:
    """One seat's hand as people reported it; dropped once it becomes impossible."""

    def __init__(self, game: Game[Any], seat: Seat) -> None:
        self._game, self.seat = game, seat
        self.cards: tuple[str, ...] = ()

    def wanted(self, state: Any) -> int:
        """Number of cards yet to be reported; an impossible hand is forgotten."""
        if self._game.untold is None:
            return 0
        count, pool = self._game.untold(state, self.seat)
        if len(self.cards) > count or Counter(self.cards) - Counter(pool):
            self.cards = ()
        return count - len(self.cards)

    def may_be(self, state: Any) -> dict[str, int]:
        """The possible count of each unreported card."""
        assert self._game.untold is not None
        pool = Counter(self._game.untold(state, self.seat)[1])
        return dict(sorted((pool - Counter(self.cards)).items()))

    def told(self, card: str, more: int) -> None:
        """Adds a card, or removes one reported by mistake."""
        held = Counter(self.cards)
        held[card] += more
        self.cards = tuple(held.elements())

    def drawn(self, state: Any, rng: RandomSource) -> None:
        """Draws unreported cards by lot, if no real cards are used."""
        pool = [card for card, count in self.may_be(state).items() for _ in range(count)]
        self.cards = (*self.cards, *shuffled(pool, rng)[: self.wanted(state)])

    def follow(self, event: Event, state: Any) -> None:
        """Removes cards that the seat laid down, and all at the end of its turn. `state`: after the event."""
        if event.seat != self.seat or event.takes:
            return
        if event.ends_turn and self._game.whose_turn(state) != self.seat:
            self.cards = ()
        else:
            for card in (event.card, *(event.cards or ())):
                if card is not None:
                    self.told(card, -1)


AHEAD, BEHIND = 0.75, 0.25
"""Worth beyond which the box comments on its position."""
SHOWN_ON = frozenset({"play", "dice", "over"})
LIFTED_FOR = 1
"""Number of entries after a screen was lifted in which people are asked to lay the box's things."""
THROWS_AFTER_S = 0.8
"""Seconds of warning before the box throws."""
SOON_S = 2.0
"""Seconds of thinking after which it may be hurried."""
HURRIED_S = 0.2
"""Seconds of thinking per part behind a screen once hurried."""


class BoxPlays:
    """The box at one game. `rng` breaks ties; `wish`: its move until it lies on the table."""

    def __init__(self, side: PlayedTable, box: BoxSeats, thinker: Thinker, rng: Callable[[int], int]) -> None:
        self._side, self._box, self._thinker, self._rng = side, box, thinker, rng
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
        """Whether people are to name the cards that they drew for it."""
        return self._drawing is not None

    @property
    def seats(self) -> frozenset[Seat]:
        return frozenset(self._box)

    @property
    def thought_for(self) -> frozenset[Seat]:
        """The seats that the box thinks for; none while it cannot, as people then play them."""
        return frozenset() if self._is_troubled else self.seats

    def meant_by_people(self, event: Event | None) -> Event | None:
        """The meaning of "done", except for box seats beyond their announced move."""
        if event is None or event.seat not in self.thought_for:
            return event
        return event if self.wish is not None and self.wish.agrees(event) else None

    def without_own(self, offers: Offers) -> Offers:
        """The private offers without those of the box's seats."""
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
            self.wish = None  # an unseen card was another one: it thinks again
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
        """Drops thoughts made obsolete by an entry or take-back."""
        referee = self._side.session.referee
        standing = referee.standing
        self._instead = ""
        if len(standing) == self._standing + 1:
            event = standing[-1].event
            if self.wish is not None and event.seat == self.wish.seat and not self.wish.agrees(event):
                self._instead = self.wish.words  # the move on the table counts; this is told
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
        """Whether nothing at the table is being settled or laid out."""
        session, verdict = self._side.session, self._side.session.reply.verdict
        asks = isinstance(verdict, Ask | Refuse | Lost) and verdict != self._side.focus.settling.put_back
        halted = asks or session.disputed or session.checking or session.reply.layout is not None
        return not (halted or self._waits or self._is_troubled)

    def _throw(self, turn: Chance) -> None:
        """Presses its seats' buttons after a moment; a lot that people may draw is theirs."""
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
            # An event without a seat is for the people.
            self._idle.add(seat)
        else:
            lines = thought.chosen.lines
            self._decided(seat, thought.chosen.event, lines[0].worth if lines else 0.5)

    def _begin(self, turn: Seats) -> None:
        """Thinks for its first acting seat or asks for its hand; behind a screen once people are ready."""
        session, self._drawing = self._side.session, None
        due = sorted(turn.seats & self._box.keys() - self._idle)
        if not due or (session.veiled and turn.seats - self._box.keys()):
            return
        seat, referee = due[0], session.referee
        hand, state, level = self._hands[seat], referee.state, self._box[seat]
        if hand.wanted(state) and self._side.opened.simulated is not None:
            hand.drawn(state, self._rng)
        if hand.wanted(state):
            self._drawing = seat
            return
        self._thinking, self._asked_at = seat, session.now
        if session.veiled and level == STRONG:
            level = MIDDLE  # many tiles are laid then: a higher level would take too long
        known = referee.game.with_hand(state, seat, hand.cards)
        self._thinker.ask(referee.game, referee.setup, known, seat, level, self._rng(2**31))

    def _decided(self, seat: Seat, event: Event, worth: float) -> None:
        """Reports an invisible event at once; others wait until they lie on the table."""
        referee = self._side.session.referee
        game, state = referee.game, referee.state
        event = due_before(game, state, event) or event
        asked, ways = face_of(game).asked_of_people(state, event), ways_of(game, state, event)
        told = completed(game, state, event, self._rng) if self._side.session.veiled else None
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
        # Behind a screen one touch hurries all its thinking.
        self._hurried = self._side.session.veiled

    def hold_for_box(self, card: str, more: int) -> None:
        """Adds a card that people drew for the box, or (`more` -1) removes it."""
        if self._drawing is not None:
            self._hands[self._drawing].told(card, more)

    def say_for_box(self) -> None:
        """Reports that its move lies on the table; facts that only people saw are asked step by step."""
        wish, simulated = self.wish, self._side.opened.simulated
        ways = () if wish is None else wish.ways
        if simulated is not None:
            ways = with_faces_there(ways, simulated.table, simulated.tabletop)
        if len(ways) == 1:
            self._side.tell(ways[0])
        elif wish is not None:
            self._side.focus = TableFocus(picking=True, picks=wish.said)

    def model(self, moment: GameSnapshot, model: TableModel) -> TableModel:
        """The model with the box's words, unless others come first."""
        if not self._box or model.kind not in SHOWN_ON:
            return model
        turn, wish, persona = moment.reply.turn, self.wish, face_of(moment.game).persona
        if isinstance(turn, Over):
            said = persona.won if self.seats & set(turn.winners) else persona.lost
            words = _("{name}: “{words}”").format(name=persona.name, words=_(said))
            return replace(model, body=(*model.body, words))
        if isinstance(turn, Chance) and turn.what == "lot":
            # One lot serves all: people draw it if one of them may.
            theirs = tuple(roll for roll in model.rolls if roll.seat not in self.thought_for)
            model = replace(model, rolls=theirs or model.rolls)
        about = (self._thinking, self._drawing, None if wish is None else wish.seat)
        name = next((moment.names[seat] for seat in about if seat is not None), persona.name)
        # A banner with instructions replaces the line about whose turn it is.
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
            # People's keys for its seat stay, but quiet.
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
        """The box's move on the board and in words, with the key that says it is laid."""
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
        """Tiles for the cards that its hand may hold, touched as they are drawn."""
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
        """A remark on its move; never the same twice in a row."""
        if self._remarked[0] is not wish:
            said = temper_of(face_of(moment.game).persona, wish.event, wish.worth, moment.reply.view.board)
            self._remarked = (wish, "" if said == self._said else said)
            self._said = said or self._said
        return self._remarked[1]

    def close(self) -> None:
        self._thinker.close()


def temper_of(persona: Persona, event: Event, worth: float, lying: Mapping[str, Lying]) -> str:
    """A persona's remark on a move and its position; empty in an even one. `lying`: the public view."""
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


# The coach: advice to a seat if everybody agreed; it ends with the next event or touch. Rule kept: advice on
# the shared screen is computed and worded from the public state. A seat with private knowledge or a secret
# choice is advised on its own page alone.

FEW = 5
"""Minimum tries of a line before it is judged."""
NEAR, LESS = 0.2, 0.6
"""Loss in log odds up to which a line is nearly as good, or less good: about 5 and 15 % at even chances."""
SURE = 0.99
"""Limit of certainty of a worth; its complement is the lower limit."""


@dataclass(frozen=True, slots=True)
class CoachLine:
    """One line of play in words: first event, verdict, reasons; its seat's events, the best answer."""

    words: str
    verdict: str
    why: tuple[str, ...]
    own: tuple[Event, ...]
    answer: Event | None = None


@dataclass(frozen=True, slots=True)
class CoachAsked:
    """A question to the coach: seat, entry, page; `note`: what it does not know."""

    seat: Seat
    seq: int
    alone: bool
    note: str
    thinks: bool
    troubled: bool = False
    lines: tuple[CoachLine, ...] = ()
    picked: int = 0


class Coach:
    """One game's coach on one screen. The shared one's thinker also serves the box's seats, in turn."""

    def __init__(
        self,
        side: PlayedTable,
        thinker: Thinker,
        rng: Callable[[int], int],
        box: Collection[Seat],
        *,
        agreed: bool,
        only: Seat | None = None,
        focus: Callable[[], TableFocus] | None = None,
    ) -> None:
        """`box`: the seats that it plays. `only`: the seat of this phone, whose view is `focus`."""
        self.agreed, self.people = agreed, frozenset(range(side.session.referee.setup.seats)) - frozenset(box)
        self._side, self._thinker, self._rng, self._only = side, thinker, rng, only
        self._focus = focus or (lambda: side.focus)
        self._asked: CoachAsked | None = None

    @property
    def speaks(self) -> bool:
        """Whether it shows advice, or why it cannot."""
        return self._asked is not None and not self._asked.thinks

    def follow(self) -> bool:
        """Takes in results and drops outdated advice; whether a screen has to change."""
        asked, focus = self._asked, self._focus()
        if asked is None:
            return False
        # Advice ends with the next event, and with the page on which it was asked.
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
        """Whether nothing at the table is being settled or laid out."""
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
            self._thinker.ask(game, setup, state, seat, STRONG, self._rng(2**31), advises=True)

    def show_coach_line(self, number: int) -> None:
        if (asked := self._asked) is not None:
            last = max(len(asked.lines) - 1, 0)
            self._asked = replace(asked, picked=min(max(number, 0), last))

    def leave_coach(self) -> None:
        if self._asked is not None and self._asked.thinks:
            self._thinker.forget()
        self._asked = None

    def _due(self, moment: GameSnapshot) -> tuple[Seat, ...]:
        """The people to act whom the coach may advise."""
        turn = moment.reply.turn
        if not self.agreed or not self._is_quiet or not isinstance(turn, Seats):
            return ()
        due = sorted(turn.seats) if turn.seats <= self.people else ()
        return tuple(seat for seat in due if self._only in (None, seat))

    def model(self, moment: GameSnapshot, model: TableModel) -> TableModel:
        """The model with keys to the coach, or with its advice, if all agreed to it."""
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
        # The keys to the coach are never loud, and come last.
        keys = []
        for seat in seats:
            words = _("What may I do?") if len(seats) == 1 else _("What may {name} do?")
            words = words.format(name=moment.names[seat])
            keys.append(Button(words, at(Coach.ask_coach, seat), "quiet", "info"))
        if alone:
            return replace(model, answers=(*model.answers[:-1], *keys, *model.answers[-1:]))
        return replace(model, helps=(*model.helps, *keys))

    def _said(self, asked: CoachAsked, moment: GameSnapshot, model: TableModel) -> TableModel:
        """The model with advice in place of the keys; a private page keeps its exit."""
        if asked.thinks:
            return replace(model, banner=model.banner or Banner("wait", _("The coach is thinking …")))
        name = moment.names[asked.seat]
        leave = Button(_("Enough"), at(Coach.leave_coach), "plain", "back")
        way_out = (leave, *(model.answers[-1:] if asked.alone else ()))
        # Only the shared parts are copied: keys of the game beside the advice would end it by mistake.
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
        # The picked line is drawn on the board.
        return going(told, moment.table, line.own, line.answer)


def _is_alone(moment: GameSnapshot, seat: Seat) -> bool:
    """Whether a seat has private knowledge or a secret choice, and so no advice on the shared screen."""
    return seat in moment.offers.looking or seat in moment.offers.choosing


# Lines of play in words: the worth, and the reasons that the game can give, both from the given (public)
# state.


def what_it_lacks(game: Game[Any], setup: Setup, state: Any, seat: Seat) -> tuple[str, bool]:
    """The seat's private knowledge that the referee lacks, in words; whether advice is impossible without."""
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
    """Lines in words, the best first, one for each wording. `state`: the public one."""
    ordered = sorted(lines, key=lambda line: (line.plays >= FEW, line.worth), reverse=True)
    found: dict[str, CoachLine] = {}
    for line in (line for line in ordered if line.events):
        # Its quality relative to the best, and its worth in percent.
        if isinstance(line.events[0], face_of(game).aimed):
            verdict = _("as good as your aim")
        elif line.plays < FEW:
            verdict = _("hardly looked at") if line.plays else ""
        else:
            # In log odds 2 % against 7 % is as large a loss as 22 % against 50 %.
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
    return f"{round(100 * worth)}\N{NO-BREAK SPACE}%"


def _told(game: Game[Any], setup: Setup, state: Any, seat: Seat, line: Line, verdict: str) -> CoachLine:
    """A line in words while everybody can follow it: up to chance or hidden knowledge."""
    why, own, answer = list[str](), [line.events[0]], None
    begun, known, advice = state, state, face_of(game).advice
    for number, event in enumerate(line.events):
        if isinstance(game.turn(known), Chance | Over) or game.violation(known, event) is not None:
            break
        if number:
            says = _("Then: {words}")
            if event.seat in (seat, None):
                own.append(event)
            else:
                answer, says = event, _("Best answer: {words}")
            why.append(says.format(words=advice(known, public(game, known, event))))
        # The reasons: each event, its contests, and per turn the numbers of the game that changed.
        contest = game.contest(known, event)
        if contest is not None:
            why.append(contest.words)
        known = game.after(known, event)
        if game.whose_turn(known) != game.whose_turn(begun):
            # Numbers are compared once the turn is over, when all it began is settled.
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
    # A line that was never tried has no verdict to explain.
    if not line.plays:
        why.append(_("Nothing else was found to choose."))
    return CoachLine(advice(state, line.events[0]), verdict, tuple(why), tuple(own), answer)
