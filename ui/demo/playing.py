"""Games that play themselves: random events, laid on the simulated table by hands and seen by the eye.

Headless at full speed, or by the clock in the app's window. An event that a camera can see is never reported,
so every booked one has passed the whole pipeline.
"""

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np

from companion.game import Chance, Event, Game, Over, Seats, Setup, legal
from companion.kits.events import DrawAgreed
from companion.lawful import drawn
from companion.referee import Referee, Reply, said
from companion.sight import Look, Lying, Scene, Thing
from companion.weigh import Accept, Ask, Lost, Refuse, Same, Verdict, Wait
from ui.box.eyes import game_decks
from ui.box.opening import LIVE_SETTLE_S, Opened, simulated_game
from ui.faces.face import face_of
from ui.line.shapes import rule_words
from ui.present.touches import Start
from ui.records.beginning import app_version
from ui.records.recount import sentence
from ui.secrecy import shown_cards
from vision.decks.deck import Deck
from vision.eye import Eye
from vision.painted.laying import tabletop_from_look
from vision.painted.simulated import SimulatedTable, by_hand
from vision.painted.tabletop import TableTop, heights

if TYPE_CHECKING:
    from ui.pages.desk import Desk

CIRCLES = 120
"""Number of events without a change on the table after which a draw is agreed.

The last Zoons may have walked past each other, and few of them walk backward: then nobody can win.
"""


class DemoFault(Exception):
    """The referee did not understand the simulated table as it was meant; one line."""


class Misread(DemoFault):
    """The eye read the table behind a screen otherwise than it lies."""


@dataclass(slots=True)
class Dealt:
    """The real cards of a game with covered ones: dealt, then played on.

    The game gives the true event, and the table's version of it, which is `waiting` to be reported.
    """

    game: Game[Any]
    chance: Random
    truth: Any = None
    waiting: list[Event] = field(default_factory=list)

    def next(self, state: Any) -> Event:
        """The next event as the table has it. Raises DemoFault for a state that the real cards contradict."""
        assert self.game.determinize is not None
        assert self.game.step_truth is not None
        if self.truth is None:
            self.truth = self.game.determinize(state, self.chance.randrange)
        while not self.waiting:
            wrong = self.game.belief_error(self.truth, state)
            if wrong:
                raise DemoFault(f"the referee knows what is not so: {wrong}")
            self.truth, events = self.game.step_truth(self.truth, state, self.chance.randrange)
            self.waiting = list(events)
        return self.waiting.pop(0)


@dataclass(slots=True)
class Hands:
    """Lays the simulated table slightly off and askew, with a hand that comes and goes each time."""

    table: SimulatedTable
    decks: Sequence[Deck]
    chance: Random
    _rng: np.random.Generator = field(init=False)

    def __post_init__(self) -> None:
        self._rng = np.random.default_rng(self.chance.randrange(2**32))

    def steps(self, look: Look, seat: int) -> list[TableTop]:
        """Table tops on the way to a look, without a hand in the last; empty if nothing has to move.

        Pieces are carried one by one, all else is laid in one go.
        """
        before, table = self.table.tabletop, self.table.table
        after = tabletop_from_look(look, table, self._rng, self.decks, before)
        if after.things == before.things:
            return []
        found: list[TableTop] = []
        for thing in after.things:
            if thing.kind != "pawn":
                continue
            # Each step puts one more piece in its place, the lowest first.
            lying = ((n, one) for n, one in enumerate(before.things) if one.kind == "pawn")
            old = next((n for n, one in lying if one.label == thing.label), None)
            if old is not None and before.things[old] != thing:
                one = before.removed(old).added(thing)
                found += by_hand(before, one, table, seat, 1)
                before = one
        # Two table tops are equal if the same things lie at the same heights.
        ends = [Counter(zip(top.things, heights(top.things), strict=True)) for top in (before, after)]
        return (
            [*found[:-1], after]
            if found and ends[0] == ends[1]
            else [*found, *by_hand(before, after, table, seat, 1)]
        )


def choose_next(game: Game[Any], state: Any, chance: Random, cards: Dealt | None = None) -> tuple[Event, ...]:
    """The next events: one, or during the set-up one for every seat. Raises DemoFault.

    `cards`: the real ones in a game with covered cards.
    """
    if cards is not None:
        return (cards.next(state),)
    if game.sample is not None:
        found = [drawn(game, state, chance.randrange) for _n in range(6)]
        for event in found:
            # The uppermost card is always named: on a real table its face is visible.
            is_told = event is not None and (event.cards or ())[-1:] != (None,)
            if event is not None and is_told and (not event.ends_turn or event.top is not None):
                return (event,)
        if found[0] is None:
            raise DemoFault("nobody can do anything, and the game is not over")
        return (found[0],)
    events: list[Event] = []
    turn = game.turn(state)
    together = len(turn.seats) if isinstance(turn, Seats) and game.layout(state) is not None else 1
    while len(events) < together:
        acted = {event.seat for event in events}
        options = [event for event in legal(game, state) if event.seat not in acted or not acted]
        if not options:
            raise DemoFault("nobody can do anything, and the game is not over")
        events.append(chance.choice(options))
        if shown_cards(events[-1]):
            # An army that is shown is turned face down before the next one is laid.
            break
        state = game.after(state, events[-1])
    return tuple(events)


def after_all(game: Game[Any], state: Any, events: Sequence[Event]) -> Any:
    for event in events:
        state = game.after(state, event)
    return state


def as_laid(game: Game[Any], state: Any, events: Sequence[Event]) -> Look:
    """The look just after these events, before the tidying that they call for.

    An army that is shown lies face up, and a card turned up lies as it was reported.
    """
    before = after_all(game, state, events[:-1])
    event, after = events[-1], after_all(game, state, events)
    old, new = game.look(before), game.look(after)
    regions: dict[str, Lying] = dict(new.regions)
    if game.determinize is not None:
        # A card shown and taken back, or turned up and moved on, lies there briefly on top of either look.
        already = {(chore.region, lying) for chore in game.chores(before) for lying in chore.before}
        for chore in () if isinstance(game.turn(after), Over) else game.chores(after):
            most = max(len(old.of(chore.region)), len(new.of(chore.region)))
            fresh = [lying for lying in chore.before if (chore.region, lying) not in already]
            longer = [lying for lying in fresh if len(lying) > most]
            if longer:
                regions[chore.region] = longer[0]
        return Look(regions)
    seat = event.seat or 0
    for cell, label in shown_cards(event).items():
        regions[cell] = tuple(Thing("card", label, "up", thing.deck, seat) for thing in regions[cell])
    if event.turned is not None:
        due = game.chores(before)
        for chore in game.chores(after):
            if chore not in due:
                regions[chore.region] = chore.before[0]
        lies = 1 - seat if event.turned else seat
        at = event.at or ""
        regions[at] = tuple(
            replace(thing, seat=lies) if thing.face == "up" and thing.label == event.card else thing
            for thing in regions.get(at, ())
        )
    return Look(regions)


Screened = tuple[Look, Callable[[Scene], Event]]
"""The look to lay behind a screen, and a function that reads its event from a scene or raises Misread."""


@dataclass
class Deeds:
    """Chooses the next events of a game on a simulated table and does them; games may override it."""

    game: Game[Any]
    hands: Hands
    chance: Random
    cards: Dealt | None = field(init=False)
    _lying: Counter[Thing] = field(init=False, default_factory=Counter)
    _since: int = field(init=False, default=0)

    def __post_init__(self) -> None:
        self.cards = None if self.game.determinize is None else Dealt(self.game, self.chance)

    def following(self, state: Any) -> tuple[Event, ...]:
        """The next events, picked at random; a draw once the game goes in circles. Raises DemoFault."""
        draws = [kind() for kind in self.game.events if issubclass(kind, DrawAgreed)]
        if draws:
            # Counts the events since a thing last came, left or was turned over.
            lying = Counter(thing for things in self.game.look(state).regions.values() for thing in things)
            self._since = self._since + 1 if lying == self._lying else 0
            self._lying = lying
            if self._since >= CIRCLES and self.game.violation(state, draws[0]) is None:
                return (draws[0],)
        return choose_next(self.game, state, self.chance, self.cards)

    def is_shown(self, state: Any, events: Sequence[Event]) -> bool:
        told = any(event.told for event in events)
        return not told and as_laid(self.game, state, events) != Look(self.game.look(state).regions)

    def steps(self, state: Any, events: tuple[Event, ...]) -> list[TableTop]:
        return self.hands.steps(as_laid(self.game, state, events), events[-1].seat or 0)

    def meant(self, _state: Any, reply: Reply, events: tuple[Event, ...]) -> tuple[Event, ...] | None:
        """The option of a question that was meant; None without a question or a matching option."""
        if not isinstance(reply.verdict, Ask):
            return None
        options = reply.verdict.options
        if events in options:
            return events
        # An option may hold more than was reported: the face on top at the end of a turn is seen too.
        same = [option for option in options if [*map(type, option)] == [*map(type, events)]]
        return same[0] if len(same) == 1 and events[-1].ends_turn else None

    def is_wrong(self, _state: Any, _events: tuple[Event, ...], _booked: Any) -> bool:
        """Whether a booked state is known to contradict these events."""
        return False

    def screened(self, _state: Any) -> Screened | None:
        """The look to lay behind a screen now; None while the table is open."""
        return None

    def is_said_at_panel(self, _event: Event) -> bool:
        """Whether people report this event by a button of the box."""
        return False

    def moves_unseen(self, _event: Event) -> bool:
        """Whether this leaves all things in place, including those that the camera cannot see."""
        return False

    def tell_eye(self, eye: Any, state: Any) -> None:
        """Passes on to the eye what people said and no picture shows."""


def deeds_of(game: Game[Any], hands: Hands, chance: Random) -> Deeds:
    """The deeds of a game's demo: its own, or the general ones."""
    own: Deeds | None = face_of(game).deeds(hands, chance)
    return own or Deeds(game, hands, chance)


# Headless, as fast as the machine reads.


FRAME_SECONDS = 0.25
"""Simulated seconds per picture; a headless demo has no other clock."""
_PATIENCE_FRAMES = 12
_LAID_TIMES = 3


@dataclass(slots=True)
class Clock:
    now: float = 0.0

    def __call__(self) -> float:
        return self.now


@dataclass(slots=True)
class Demo:
    """One game played on a simulated table and seen through an eye, with no window and no wall clock."""

    referee: Referee[Any]
    hands: Hands
    eye: Eye
    clock: Clock
    chance: Random
    pictures: int = 0
    told: int = 0
    asked: int = 0
    laid_anew: int = 0
    told_unseen: list[Event] = field(default_factory=list)
    questions: list[tuple[Event, ...]] = field(default_factory=list)
    scene: Scene = field(default_factory=Scene)
    deeds: Deeds = field(init=False)

    @classmethod
    def at_simulated_table(cls, game: Game[Any], setup: Setup, seed: int) -> "Demo":
        clock, chance = Clock(), Random(seed)
        referee = Referee(game, setup, lambda _line: None, app=app_version())
        table, decks = simulated_game(referee, game_decks(game, setup, painted=True), clock)
        eye = Eye(game.table(setup), decks, settle_s=LIVE_SETTLE_S)
        return cls(referee, Hands(table, decks, chance), eye, clock, chance)

    def __post_init__(self) -> None:
        self.deeds = deeds_of(self.referee.game, self.hands, self.chance)
        self.deeds.tell_eye(self.eye, self.referee.state)

    def play(self, most: int | None = None) -> Iterator[str]:
        """Plays to the end or for `most` entries; a line per booked entry. Raises DemoFault."""
        if self.hands.table.tabletop.things:
            self._see_tidied()
        while not isinstance(self.referee.now().turn, Over):
            if most is not None and len(self.referee.entries) >= most:
                return
            yield from self._one()

    def following(self) -> tuple[Event, ...]:
        """The next events: the outcome of an awaited chance, else a random choice. Raises DemoFault."""
        game, state = self.referee.game, self.referee.state
        turn = game.turn(state)
        if not isinstance(turn, Chance):
            return self.deeds.following(state)
        if turn.what == "lot":
            return (game.chance_event(state, (self.chance.choice(turn.seats),)),)
        sides: tuple[int | str, ...] = (1, 2, 3, 4, 5, 6) if turn.what == "dice" else ("heads", "tails")
        return (game.chance_event(state, tuple(self.chance.choice(sides) for _ in turn.seats)),)

    def _one(self) -> Iterator[str]:
        """Runs one event: thrown by the box, laid on the table, or reported if it cannot be seen."""
        game, state = self.referee.game, self.referee.state
        if (screened := self.deeds.screened(state)) is not None:
            # The things behind a screen are laid and read but not judged. Raises DemoFault.
            look, read = screened
            if self._lay(look) or not self.scene.sightings:
                for _ in range(_PATIENCE_FRAMES):
                    self._look()
            yield from self._lines(self.referee.answer((read(self.scene),), "touch"))
            return
        by_chance = isinstance(game.turn(state), Chance)
        asked = self.asked
        events = self.following()
        if not by_chance and self.deeds.is_shown(state, events):
            reply = self._laid(events)
        else:
            by_panel = by_chance or self.deeds.is_said_at_panel(events[0])
            reply = self.referee.answer(events, "panel" if by_panel else "touch")
            self.told += 0 if by_panel else len(events)
        yield from self._lines(reply, " (asked)" if self.asked > asked else "")
        if any(self.deeds.moves_unseen(entry.event) for entry in reply.booked):
            self.deeds.tell_eye(self.eye, self.referee.state)
            self._look()
        if self._lay(game.look(self.referee.state)) or reply.chores:
            self._see_tidied()

    def _see_tidied(self) -> None:
        """Looks at the table until the eye has seen everything tidied, so that it may be untidied anew.

        An eye that never saw the table without a hand would miss the next one.
        """
        for _ in range(_PATIENCE_FRAMES):
            reply = self._look()
            if isinstance(reply.verdict, Same) and not reply.chores:
                return

    def _laid(self, events: tuple[Event, ...]) -> Reply:
        """Lays the table as the events leave it and waits until the referee has seen it. Raises DemoFault.

        Cards that were not recognised are laid again a little differently, as people do.
        """
        game, state, before = self.referee.game, self.referee.state, self.hands.table.tabletop
        reply = self.referee.now()
        for attempt in range(_LAID_TIMES):
            if attempt:
                self.hands.table.put(before)
                self.laid_anew += 1
            self._take(self.deeds.steps(state, events))
            for _ in range(_PATIENCE_FRAMES):
                reply = self._look()
                option = self.deeds.meant(state, reply, events)
                if option is not None:
                    self.asked += 1
                    self.questions.append(option)
                    return self.referee.answer(option, "touch", reply.seq)
                if reply.booked and self.deeds.is_wrong(state, events, self.referee.state):
                    booked = said(game, state, tuple(entry.event for entry in reply.booked))
                    raise DemoFault(f"meant: {said(game, state, events)}; the referee booked: {booked}")
                if reply.booked:
                    return reply
            unseen = game.sample is not None and isinstance(reply.verdict, Same)
            unnamed = game.determinize is not None and isinstance(reply.verdict, Ask)
            if events[-1].turned is not None or unseen or unnamed:
                # People report the rest: the owner a card that lies beneath another or cannot be read, and
                # whoever took a card that could have been the uppermost, or is asked about other things than
                # were done.
                self.told += len(events)
                self.told_unseen += events
                self.asked += unnamed
                return self.referee.answer(events, "touch")
        for _ in range(24):
            # In time the referee asks people about what it cannot follow.
            reply = self._look()
            if isinstance(reply.verdict, Lost):
                self.told += len(events)
                self.asked += 1
                return self.referee.answer(events, "touch")
        raise DemoFault(
            f"meant: {said(game, state, events)}; the referee {_made(game, state, reply.verdict)}"
        )

    def _lay(self, look: Look) -> bool:
        steps = self.hands.steps(look, 0)
        self._take(steps)
        return bool(steps)

    def _take(self, steps: Sequence[TableTop]) -> None:
        """Puts the table through these steps and looks at each with a hand."""
        for step in steps:
            self.hands.table.put(step)
            if step.hand is not None:
                self._look()

    def _look(self) -> Reply:
        self.clock.now += FRAME_SECONDS
        frame = self.hands.table.newest()
        self.pictures += 1
        if frame is None:
            return self.referee.now()
        reading = self.eye.read(frame)
        self.scene = reading.scene
        if self.deeds.screened(self.referee.state) is not None:
            return self.referee.now()
        return self.referee.see(reading.scene) if reading.mat.found else self.referee.now()

    def _lines(self, reply: Reply, more: str = "") -> Iterator[str]:
        game, setup = self.referee.game, self.referee.setup
        for entry in reply.booked:
            yield sentence(game, setup, self.referee.entries, entry.seq) + more


def _made(game: Game[Any], state: Any, verdict: Verdict) -> str:
    """The referee's verdict in words."""
    match verdict:
        case Ask(options):
            return "asks: " + "; or: ".join(said(game, state, option) for option in options)
        case Refuse(event, violation):
            return f"refuses: {said(game, state, (event,))}: {rule_words(game, violation.rule)}"
        case Wait(why):
            return f"waits: {why}"
        case Accept(events):
            return f"understood: {said(game, state, events)}"
        case Lost(differences):
            return "cannot follow: " + ", ".join(difference.region for difference in differences)
        case _:
            return "sees no change"


# In the app's window, by the clock: throws, lays, answers questions.


_HAND_SECONDS = 0.35
_PAUSE_SECONDS = 1.2
_PATIENCE_SECONDS = 15.0


class Player:
    """Plays in the app's window, called once a frame. `setup`: the game to play; None: the desk's."""

    def __init__(
        self,
        desk: "Desk",
        clock: Callable[[], float] = time.monotonic,
        seed: int = 1,
        setup: Setup | None = None,
    ) -> None:
        self._desk, self._setup, self._clock, self._chance = desk, setup, clock, Random(seed)
        self._deeds: Deeds | None = None
        self._opened: Opened | None = None
        self._steps: list[TableTop] = []
        self._next_at = 0.0
        self._meant: tuple[Event, ...] = ()
        self._meant_at = -1
        self._give_up_at = 0.0

    def __call__(self, _app: object = None) -> None:
        """Does the due action. A game that people left is not restarted, and the next one is theirs."""
        now = self._clock()
        if now < self._next_at:
            return
        if self._deeds is None:
            self._begin(now)
        elif self._opened is not None and self._desk.opened is self._opened and self._desk.page == "table":
            self._go_on(now, self._deeds)

    def _begin(self, now: float) -> None:
        self._desk.agreement.afresh()
        if self._setup is not None:
            self._desk.agreement.propose(self._setup)
        self._desk.send(Start())
        opened = self._desk.opened
        if opened is None or opened.simulated is None:
            self._next_at = float("inf")
            return
        self._opened = opened
        hands = Hands(opened.simulated, opened.decks, self._chance)
        self._deeds = deeds_of(self._desk.session.referee.game, hands, self._chance)
        self._next_at = now + _PAUSE_SECONDS

    def _go_on(self, now: float, deeds: Deeds) -> None:
        session = self._desk.session
        reply, game, state = session.reply, session.referee.game, session.referee.state
        self._next_at = now + _HAND_SECONDS
        if self._steps:
            deeds.hands.table.put(self._steps.pop(0))
            self._give_up_at = now + _PATIENCE_SECONDS
        elif isinstance(reply.turn, Over) or session.running:
            return
        elif (screened := deeds.screened(state)) is not None:
            # The things behind the screen are laid, and read once their seat says that it is ready.
            (look, read), reading = screened, session.reading
            self._steps = deeds.hands.steps(look, 0)
            if self._steps or reading is None or not reading.mat.found:
                return
            if reading.scene.hand or reading.scene.still_for < 0.6:
                return
            try:
                session.answer((read(reading.scene),))
            except Misread:
                # Misread: it is laid once more, as people do who are told so in private.
                deeds.hands.table.put(replace(deeds.hands.table.tabletop, things=()))
        elif self._meant and self._meant_at == reply.seq:
            # Questions are answered until the event is seen; in the end it is reported.
            option = deeds.meant(session.referee.state, reply, self._meant)
            if option is not None:
                session.answer(option, asked_at=reply.seq)
            elif now > self._give_up_at:
                session.answer(self._meant, asked_at=reply.seq)
        elif steps := deeds.hands.steps(game.look(state), 0):
            self._steps, self._meant = steps, ()
        elif isinstance(reply.turn, Chance):
            waiting = [seat for seat in reply.turn.seats if seat not in session.thrown]
            if waiting and not (reply.turn.what == "lot" and session.thrown):
                session.press(f"seat{waiting[0]}")
            self._next_at = now + _PAUSE_SECONDS
        else:
            events = deeds.following(state)
            is_told = session.veiled or not deeds.is_shown(state, events)
            if is_told:
                session.answer(events)
            else:
                self._steps = deeds.steps(state, events)
            if not is_told or session.reply is reply:  # a failed write is reported again
                self._meant, self._meant_at = events, reply.seq
            self._next_at = now + _PAUSE_SECONDS
