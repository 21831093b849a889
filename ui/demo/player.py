"""A demo in the app's window: by the clock it throws, lays the table, and answers what it is asked."""

import time
from collections.abc import Callable
from dataclasses import replace
from random import Random

from companion.game import Chance, Event, Over, Setup
from ui.box.opening import Opened
from ui.demo.deeds import Deeds, Hands, Misread, deeds_of
from ui.pages.desk import Desk
from ui.present.touches import Start
from vision.painted.tabletop import TableTop

_HAND_SECONDS = 0.35
_PAUSE_SECONDS = 1.2
_PATIENCE_SECONDS = 15.0


class Player:
    """Plays in the app's window: called once a frame, it does the next thing when its time has come."""

    def __init__(
        self,
        desk: Desk,
        clock: Callable[[], float] = time.monotonic,
        seed: int = 1,
        setup: Setup | None = None,
    ) -> None:
        """`setup`: what is played; without one, what is agreed at the desk."""
        self._desk, self._setup, self._clock, self._chance = desk, setup, clock, Random(seed)
        self._deeds: Deeds | None = None
        self._opened: Opened | None = None
        self._steps: list[TableTop] = []
        self._next_at = 0.0
        self._meant: tuple[Event, ...] = ()
        self._meant_at = -1
        self._give_up_at = 0.0

    def __call__(self, _app: object = None) -> None:
        """Does what is due. A game that people have left is not begun again, and the next one is theirs."""
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
            # What belongs behind the screen is laid, then it is read when its seat says that it is ready.
            (look, read), reading = screened, session.reading
            self._steps = deeds.hands.steps(look, 0)
            if self._steps or reading is None or not reading.mat.found:
                return
            if reading.scene.hand or reading.scene.still_for < 0.6:
                return
            try:
                session.answer((read(reading.scene),))
            except Misread:
                # As people do who are told in private that something is wrong: it is laid once more.
                deeds.hands.table.put(replace(deeds.hands.table.tabletop, things=()))
        elif self._meant and self._meant_at == reply.seq:
            # Until it has been seen: a question is answered, what is not understood at all is told in the end.
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
            if not is_told or session.reply is reply:  # what could not be written is said again
                self._meant, self._meant_at = events, reply.seq
            self._next_at = now + _PAUSE_SECONDS
