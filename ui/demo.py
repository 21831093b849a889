"""A player for demos: picks lawful events at random, lays the table by hand as it should look after each, does chores.

Nothing is told that a camera can see: what is booked, the whole pipeline has seen.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np

from companion.game import Chance, Event, Game, Over, Seats, drawn, legal
from companion.judge import Ask, Same
from companion.referee import Referee, Reply
from companion.sight import Look, Lying, Thing
from ui.covered_cards import Dealt, Untrue, as_shown, is_dealt
from ui.recount import sentence
from ui.secrecy import shown_cards
from ui.shapes import words_of
from vision.laying import tabletop_from_look
from vision.simulated import SimulatedTable, by_hand

if TYPE_CHECKING:
    from ui.camera import Reads
    from ui.desk import Desk
    from vision.decks import Deck
    from vision.tabletop import TableTop

FRAME_SECONDS = 0.25
"""In a headless demo time passes only with pictures, so it runs as fast as the machine can see."""
_PATIENCE_FRAMES = 12
_DRAWS = 6
_LAID_TIMES = 3
_HAND_SECONDS = 0.35
_PAUSE_SECONDS = 1.2
_PATIENCE_SECONDS = 15.0


class DemoFault(Exception):
    """What was laid on the simulated table was not understood as it was meant; one line."""


@dataclass(slots=True)
class Clock:
    """Seconds that pass only when a picture is taken."""

    now: float = 0.0

    def __call__(self) -> float:
        return self.now


@dataclass(slots=True)
class Hands:
    """Whoever lays the simulated table: a little aside, a little askew, and always with a hand that comes and goes."""

    table: SimulatedTable
    decks: "Sequence[Deck]"
    chance: Random
    _rng: np.random.Generator = field(init=False)

    def __post_init__(self) -> None:
        self._rng = np.random.default_rng(self.chance.randrange(2**32))

    def steps(self, look: Look, seat: int) -> "list[TableTop]":
        """Table tops on the way to a look, the hand withdrawn in the last; none where nothing has to move."""
        before = self.table.tabletop
        after = tabletop_from_look(look, self.table.table, self._rng, self.decks, before)
        return (
            [] if after.things == before.things else list(by_hand(before, after, self.table.table, seat, 1))
        )


def choose_next(game: Game[Any], state: Any, chance: Random, cards: Dealt | None = None) -> tuple[Event, ...]:
    """What happens next: one event, or while the table is laid out one of every seat. Raises DemoFault.

    `cards`: as they really lie, in a game where some are covered.
    """
    if cards is not None and is_dealt(game):
        try:
            return (cards.next(state),)
        except Untrue as wrong:
            raise DemoFault(f"the referee knows what is not so: {wrong}") from None
    if hasattr(game, "sample"):
        found = [drawn(game, state, chance.randrange) for _n in range(_DRAWS)]
        one = next((event for event in found if event is not None and not _is_unread(event)), found[0])
        if one is None:
            raise DemoFault("nobody can do anything, and the game is not over")
        return (one,)
    events: list[Event] = []
    turn = game.turn(state)
    together = len(turn.seats) if isinstance(turn, Seats) and game.layout(state) is not None else 1
    while len(events) < together:
        acted = {getattr(event, "seat", None) for event in events}
        options = [
            event for event in legal(game, state) if getattr(event, "seat", None) not in acted or not acted
        ]
        if not options:
            raise DemoFault("nobody can do anything, and the game is not over")
        events.append(chance.choice(options))
        if shown_cards(events[-1]):
            # An army that is shown is turned down before the next one is laid.
            break
        state = game.after(state, events[-1])
    return tuple(events)


def _is_unread(event: Event) -> bool:
    """Whether a card that would lie uppermost is left open: on a table some face lies there."""
    cards = getattr(event, "cards", None) or ()
    return cards[-1:] == (None,) or getattr(event, "top", "") is None


def after_all(game: Game[Any], state: Any, events: Sequence[Event]) -> Any:
    """The state after these events."""
    for event in events:
        state = game.after(state, event)
    return state


def is_shown(game: Game[Any], state: Any, events: Sequence[Event]) -> bool:
    """Whether a camera can see that this happened."""
    told = any(event.told for event in events)
    return not told and as_laid(game, state, events) != Look(game.look(state).regions)


def as_laid(game: Game[Any], state: Any, events: Sequence[Event]) -> Look:
    """How the table looks just when these events have happened: nothing is tidied that their reveal asks to tidy.

    An army that is shown lies face up, and a card turned up lies as it is said to have lain.
    """
    before = after_all(game, state, events[:-1])
    event, after = events[-1], after_all(game, state, events)
    if is_dealt(game):
        return as_shown(game, before, event)
    regions: dict[str, Lying] = dict(game.look(after).regions)
    seat = getattr(event, "seat", 0)
    for cell, label in shown_cards(event).items():
        regions[cell] = tuple(Thing("card", label, "up", thing.deck, seat) for thing in regions[cell])
    if hasattr(event, "turned"):
        due = game.chores(before)
        for chore in game.chores(after):
            if chore not in due:
                regions[chore.region] = chore.before[0]
        lies = 1 - seat if event.turned else seat
        at = getattr(event, "at", "")
        regions[at] = tuple(
            replace(thing, seat=lies)
            if thing.face == "up" and thing.label == getattr(event, "card", "")
            else thing
            for thing in regions.get(at, ())
        )
    return Look(regions)


def meant(reply: Reply, events: tuple[Event, ...]) -> tuple[Event, ...] | None:
    """The option of a question that was meant; None where nothing is asked or nothing of it was."""
    if not isinstance(reply.verdict, Ask):
        return None
    options = reply.verdict.options
    if events in options:
        return events
    # What was not said may have been seen besides: the face that lies uppermost at the end of a turn.
    same = [option for option in options if [*map(type, option)] == [*map(type, events)]]
    return same[0] if len(same) == 1 and hasattr(events[-1], "top") else None


@dataclass(slots=True)
class Demo:
    """One game played on a simulated table and seen through an eye, with no window and no wall clock."""

    referee: Referee[Any]
    hands: Hands
    eye: "Reads"
    clock: Clock
    chance: Random
    pictures: int = 0
    told: int = 0
    asked: int = 0
    laid_anew: int = 0
    cards: Dealt = field(init=False)

    def __post_init__(self) -> None:
        self.cards = Dealt(self.referee.game, self.chance)

    def play(self, most: int | None = None) -> Iterator[str]:
        """Plays to the end, or `most` entries: a line for whatever the referee books. Raises DemoFault."""
        while not isinstance(self.referee.now().turn, Over):
            if most is not None and len(self.referee.entries) >= most:
                return
            yield from self._one()

    def following(self) -> tuple[Event, ...]:
        """What happens next: what chance decides, else whatever somebody picks at random. Raises DemoFault."""
        game, state = self.referee.game, self.referee.state
        turn = game.turn(state)
        if isinstance(turn, Chance):
            return (game.thrown(state, self._throw(turn)),)
        return choose_next(game, state, self.chance, self.cards)

    def _one(self) -> Iterator[str]:
        """The next event, by the box where chance is awaited, else laid on the table, or told if it cannot be seen."""
        game, state = self.referee.game, self.referee.state
        by_chance = isinstance(game.turn(state), Chance)
        events = self.following()
        if not by_chance and is_shown(game, state, events):
            reply = self._laid(events)
        else:
            reply = self.referee.answer(events, "panel" if by_chance else "touch")
            self.told += 0 if by_chance else len(events)
        yield from self._lines(reply)
        if self._lay(game.look(self.referee.state), 0) or reply.chores:
            self._see_tidied()

    def _see_tidied(self) -> None:
        """The table is looked at until it is seen that everything is tidied: then it may be untidied anew.

        An eye that never saw the table bare of hands would not know the next one.
        """
        for _ in range(_PATIENCE_FRAMES):
            reply = self._look()
            if isinstance(reply.verdict, Same) and not reply.chores:
                return

    def _throw(self, turn: Chance) -> tuple[int | str, ...]:
        if turn.what == "lot":
            return (self.chance.choice(turn.seats),)
        sides: tuple[int | str, ...] = (1, 2, 3, 4, 5, 6) if turn.what == "dice" else ("heads", "tails")
        return tuple(self.chance.choice(sides) for _ in turn.seats)

    def _laid(self, events: tuple[Event, ...]) -> Reply:
        """Lays the table as the events leave it and waits until the referee has seen that. Raises DemoFault.

        Cards that were not made out are laid once more, each a little differently, as people do who are refused.
        """
        game, state, before = self.referee.game, self.referee.state, self.hands.table.tabletop
        reply = self.referee.now()
        for time in range(_LAID_TIMES):
            if time:
                self.hands.table.put(before)
                self.laid_anew += 1
            self._lay(as_laid(game, state, events), getattr(events[-1], "seat", 0))
            reply, is_settled = self._waited(events)
            if is_settled:
                return reply
            unseen = hasattr(game, "sample") and isinstance(reply.verdict, Same)
            unnamed = is_dealt(game) and isinstance(reply.verdict, Ask)
            if hasattr(events[-1], "turned") or unseen or unnamed:
                # A card that lies beneath another, and that the camera cannot read, its owner tells; and so does
                # whoever took a card that could have lain uppermost before, or is asked for other things than what
                # was done.
                self.told += len(events)
                self.asked += unnamed
                return self.referee.answer(events, "touch")
        words = words_of(game, state, events[0])
        raise DemoFault(f"meant: {words}; the referee made of it: {reply.verdict}")

    def _waited(self, events: tuple[Event, ...]) -> tuple[Reply, bool]:
        """What the referee makes of the table in the end, and whether that is booked."""
        reply = self.referee.now()
        for _ in range(_PATIENCE_FRAMES):
            reply = self._look()
            option = meant(reply, events)
            if option is not None:
                self.asked += 1
                return self.referee.answer(option, "touch", reply.seq), True
            if reply.booked:
                return reply, True
        return reply, False

    def _lay(self, look: Look, seat: int) -> bool:
        """Lays the table so; whether anything had to move."""
        steps = self.hands.steps(look, seat)
        for step in steps:
            self.hands.table.put(step)
            if step.hand is not None:
                self._look()
        return bool(steps)

    def _look(self) -> Reply:
        self.clock.now += FRAME_SECONDS
        frame = self.hands.table.newest()
        self.pictures += 1
        if frame is None:
            return self.referee.now()
        reading = self.eye.read(frame)
        return self.referee.see(reading.scene) if reading.mat.found else self.referee.now()

    def _lines(self, reply: Reply) -> Iterator[str]:
        game, setup = self.referee.game, self.referee.setup
        for entry in reply.booked:
            yield sentence(game, setup, self.referee.entries, entry.seq)


class Player:
    """Plays in the app's window: called once a frame, it does the next thing when its time has come."""

    def __init__(self, desk: "Desk", clock: Callable[[], float], seed: int = 1) -> None:
        self._desk, self._clock, self._chance = desk, clock, Random(seed)
        self._hands: Hands | None = None
        self._steps: list[TableTop] = []
        self._next_at = 0.0
        self._meant: tuple[Event, ...] = ()
        self._meant_at = -1
        self._give_up_at = 0.0
        self._cards: Dealt | None = None

    def __call__(self, _app: object = None) -> None:
        """Does what is due. A game that people have left is not begun again."""
        now = self._clock()
        if now < self._next_at:
            return
        if self._hands is None:
            self._begin(now)
        elif self._desk.opened is not None and self._desk.page == "table":
            self._go_on(now, self._hands)

    def _begin(self, now: float) -> None:
        from ui.present.models import Action

        self._desk.agreement.afresh()
        self._desk.send(Action("start"))
        opened = self._desk.opened
        if opened is None or opened.simulated is None:
            self._next_at = float("inf")
            return
        self._hands = Hands(opened.simulated, opened.decks, self._chance)
        self._next_at = now + _PAUSE_SECONDS

    def _go_on(self, now: float, hands: Hands) -> None:
        session = self._desk.session
        reply, game, state = session.reply, session.referee.game, session.referee.state
        self._next_at = now + _HAND_SECONDS
        if self._steps:
            hands.table.put(self._steps.pop(0))
            self._give_up_at = now + _PATIENCE_SECONDS
        elif isinstance(reply.turn, Over) or session.running:
            return
        elif self._meant and self._meant_at == reply.seq:
            self._wait(now, reply)
        elif self._steps_to(hands, game.look(state), 0):
            self._meant = ()
        elif isinstance(reply.turn, Chance):
            waiting = [seat for seat in reply.turn.seats if seat not in session.thrown]
            if waiting and not (reply.turn.what == "lot" and session.thrown):
                session.press(f"seat{waiting[0]}")
            self._next_at = now + _PAUSE_SECONDS
        else:
            if self._cards is None:
                self._cards = Dealt(game, self._chance)
            self._do(choose_next(game, state, self._chance, self._cards), reply, hands)
            self._next_at = now + _PAUSE_SECONDS

    def _do(self, events: tuple[Event, ...], reply: Reply, hands: Hands) -> None:
        session = self._desk.session
        game, state = session.referee.game, session.referee.state
        if session.veiled or not is_shown(game, state, events):
            session.answer(events)
            return
        self._meant, self._meant_at = events, reply.seq
        self._steps_to(hands, as_laid(game, state, events), getattr(events[-1], "seat", 0))

    def _wait(self, now: float, reply: Reply) -> None:
        """Until it has been seen; a question is answered, and what is not understood at all is told in the end."""
        option = meant(reply, self._meant)
        if option is not None:
            self._desk.session.answer(option, asked_at=reply.seq)
        elif now > self._give_up_at:
            self._desk.session.answer(self._meant, asked_at=reply.seq)

    def _steps_to(self, hands: Hands, look: Look, seat: int) -> bool:
        self._steps = hands.steps(look, seat)
        return bool(self._steps)


def player(desk: "Desk", seed: int = 1) -> Player:
    """A player for the app's window, by the wall clock."""
    import time

    return Player(desk, time.monotonic, seed)
