"""One game at the box: the one place where referee, journal, eye, camera and panel meet. Knows no Kivy.

Whoever owns the session calls `tick` often, always from the same thread. Nothing that a device does wrong leaves
it: it becomes `trouble`, the game stays as it was, and what failed is tried again.
"""

import time
from collections import deque
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Generic, TypeVar

from companion.book import Reading as Rereading
from companion.game import Chance, Event, Over
from companion.judge import judge, lacks_pennies
from companion.language import spoken
from companion.referee import Referee, Reply
from companion.sight import Scene
from companion.weigh import LOST_S, SETTLE_S, Accept, Lost, Refuse, Same
from hardware.panel import Panel
from ui.box.camera import Camera
from ui.box.throws import Chances, Throw, Throws
from ui.journal.store import Book, StoreFault
from ui.outcome import noted
from ui.words import _, device_words

if TYPE_CHECKING:
    from vision.eye import Eye, Reading
    from vision.sources.frames import Frame, FrameSource


S = TypeVar("S")
T = TypeVar("T")
_AGAIN_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class Press:
    """A button was pressed; `by` is `panel` for a real one, `touch` for its like on the screen."""

    button: str
    by: str


class Inbox:
    """What happened outside: the newest reading of the camera, and every press in order. Any thread may post."""

    def __init__(self) -> None:
        self._readings: deque[tuple[Frame, Reading]] = deque(maxlen=1)
        self._presses = deque[Press]()
        self.post_reading, self.post_press = self._readings.append, self._presses.append

    def drain(self) -> "tuple[tuple[Frame, Reading] | None, list[Press]]":
        reading = self._readings.pop() if self._readings else None
        return reading, [self._presses.popleft() for _ in range(len(self._presses))]


class Session(Generic[S]):
    """A game being played, with whatever devices there are.

    `observer`: source and eye that see the table, where any do; `book` is where the referee writes. Source, panel and
    journal belong to whoever made them: `close` ends the thread and darkens the lamps, no more.

    `checking`: a resumed game waits for the table to look as the book has it, for "done" or a deed told; until then
    `reply.differences` say what differs and nothing is booked from what is seen; `meanwhile` is what the table tells of
    if it was played in the meantime. Nothing is asked for on its table before that was seen once. `disputed`: a seat
    pressed "dispute", and nothing is booked from what is seen until it is settled or pressed again. `veiled`: what is
    seen is for one pair of eyes; the referee is not shown it, and nobody keeps it. `ready_presses`: seats that pressed
    their button meanwhile, `seat_presses` those that pressed theirs otherwise and threw nothing by it. `natural`: what
    "done" says has happened, where the table shows nothing new and nothing else can be meant; `settled`: what it says
    whatever the table shows, as that votes are to be counted. `divert`: whether the screen takes a press of the panel.
    """

    def __init__(
        self,
        referee: Referee[S],
        *,
        observer: "tuple[FrameSource, Eye] | None" = None,
        panel: Panel | None = None,
        inbox: Inbox | None = None,
        book: Book | None = None,
        chances: Chances | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.referee = referee
        self._unseen = bool(referee.entries) and observer is not None
        self.reply: Reply = self._asked_for(referee.now())
        self.panel = panel
        self.inbox: Inbox = inbox or Inbox()
        self.reading: Reading | None = None
        self.frame: Frame | None = None
        self.disputed = False
        self.veiled = False
        self.ready_presses: list[int] = []
        self.seat_presses: list[int] = []
        self.natural: Callable[[], Event | None] = lambda: None
        self.settled: Callable[[], Event | None] = lambda: None
        self.divert: Callable[[str], bool] = lambda _button: False
        self.checking = self._unseen and self.reply.layout is None
        self.meanwhile: tuple[Event, ...] = ()
        self._clock = clock
        self.book = book
        self._unwritten: str | None = None
        """Why the last write failed, in words."""
        self._write_again_at = 0.0
        self._noted: str | None = None
        self._throws = Throws(chances or Chances())
        self._scene: Scene | None = None
        self._judged: object = None
        self._spoken = spoken().code
        self._looks_from: float | None = None
        self._presses = 0
        self._troubles_shown: tuple[str, ...] = ()
        """As of the last tick: a camera's trouble changes in its own thread, between the ticks."""
        self._camera: Camera | None = None
        if observer is not None:
            self._camera = Camera(*observer, self.inbox.post_reading)
        self._throws.turn_to(self.reply.turn, self.reply.seq)
        self._light()

    def start(self) -> None:
        if self._camera is not None:
            self._camera.start()

    def close(self) -> None:
        if self._camera is not None:
            self._camera.close()
        if self.panel is not None:
            self.panel.light(frozenset())

    @property
    def has_camera(self) -> bool:
        return self._camera is not None

    @property
    def now(self) -> float:
        """The session's clock, in s."""
        return self._clock()

    @property
    def troubles(self) -> tuple[str, ...]:
        """Everything that is not as it should be, the gravest first."""
        told = [self._unwritten, self._camera.trouble if self._camera else None]
        if self.reading is not None and self._camera is not None and self._camera.trouble is None:
            told += [
                self.reading.mat.why,
                None if self.reading.light.ok else self.reading.light.why,
                _("These look like the other set of cards. Choose it: Table and cards, Printed or old cards.")
                if self.reading.other_look
                else None,
            ]
        if self.panel is not None and self.panel.failing is not None:
            told.append(device_words(self.panel.failing))
        return tuple(dict.fromkeys(words for words in told if words))

    @property
    def trouble(self) -> str | None:
        """The gravest trouble in words, None while all is well."""
        return next(iter(self.troubles), None)

    @property
    def thrown(self) -> dict[int, Throw]:
        """By seat, what it threw for the chance that is awaited or was just settled."""
        return dict(self._throws.thrown)

    @property
    def running(self) -> frozenset[int]:
        """The seats whose thrown die or penny has not come to rest yet."""
        return self._throws.running(self._clock())

    @property
    def _shown(self) -> tuple[object, ...]:
        return (self.reply, self.frame, *self._told)

    @property
    def _told(self) -> tuple[object, ...]:
        return (self._troubles_shown, self.running, self.thrown, self.disputed, self.checking)

    @property
    def happened(self) -> tuple[object, ...]:
        """The same for as long as nobody does anything: a picture in which all lies as it lay is nothing new.

        Where a piece is seen to lie differs a little from picture to picture, so that only the places count.
        """
        reply = self.reply
        differs = frozenset(difference.region for difference in reply.differences)
        return (reply.seq, type(reply.verdict), differs, self._presses, *self._told)

    def tick(self) -> bool:
        """Takes in everything that has come; True when anything changed that a screen would show."""
        before = self._shown
        if self._spoken != spoken().code:
            # A reply has its words from when it was made, so it is made anew, and what is seen is judged anew.
            self._spoken, self._judged = spoken().code, None
            said, anew = self.reply, self._asked_for(self.referee.now())
            self.reply = replace(anew, verdict=said.verdict, differences=said.differences)
        observed, presses = self.inbox.drain()
        since = self._looks_from
        if observed is not None and (since is None or observed[0].at > since):
            self.frame, self.reading = observed
            self._scene = self.reading.scene if self.reading.mat.found else None
        self._presses += len(presses)
        for press in presses:
            if not self.divert(press.button):
                self._pressed(press)
        if self._clock() >= self._write_again_at:
            # The referee is told what was thrown, once all have thrown and everybody could read it.
            turn = self.reply.turn
            outcome = self._throws.outcome(turn, self._clock()) if isinstance(turn, Chance) else None
            if outcome is not None:
                event = self.referee.game.chance_event(self.referee.state, outcome)
                self._throws.told = True
                by = "touch" if set(self._throws.by.values()) == {"touch"} else "panel"
                self._do(lambda: self.referee.tell(event, by), told=True)
                self._throws.told = self.reply.seq != self._throws.seq
            self._look()
            # How the game ended is noted, or that it goes on after a take-back.
            over, book = self.reply.turn, self.book
            ended = noted(over) if isinstance(over, Over) else None
            if book is not None and ended != self._noted:
                self._written(lambda: book.finish(ended))
                self._noted = ended if self._unwritten is None else self._noted
        self._light()
        self._troubles_shown = self.troubles
        return self._shown != before

    def look_afresh(self) -> None:
        """The table was changed by ourselves: what was seen of it before is not judged any more."""
        self._scene, self._looks_from = None, self._clock()

    def press(self, button: str) -> None:
        """A button on the screen: `seat0`, `seat1`, …, `done`, `back`, `dispute`."""
        self._pressed(Press(button, "touch"))
        self._light()

    def tell(
        self, event: Event, by: str = "touch", asked_at: int | None = None, waive: str | Collection[str] = ()
    ) -> Reply:
        """See `Referee.tell`; where the journal cannot be written, nothing happens but trouble."""
        return self._do(lambda: self.referee.tell(event, by, asked_at, waive), told=True)

    def answer(self, events: tuple[Event, ...], by: str = "touch", asked_at: int | None = None) -> Reply:
        return self._do(lambda: self.referee.answer(events, by, asked_at), told=True)

    def take_back(self, by: str = "touch", agreed: frozenset[int] = frozenset()) -> Reply:
        return self._do(lambda: self.referee.take_back(by, agreed))

    def correct(self, reading: Rereading, by: str = "touch") -> Reply:
        return self._do(lambda: self.referee.correct(reading, by))

    def at_once(self, told: Callable[[], None]) -> bool:
        """Several things told to the referee by one touch: whether all of them are written; else none counts."""

        def act() -> Reply:
            with self.referee.at_once():
                told()
            return self.referee.now()

        self._do(act)
        return self._unwritten is None

    def dismiss_chore(self, region: str) -> Reply:
        return self._do(lambda: self.referee.dismiss_chore(region))

    def done(self, by: str = "touch") -> Reply:
        """The table is ready to be judged now; in a resumed game: the table is right, go on from what it shows."""
        if self.checking:
            self.checking = False
            return self._do(self.referee.now)
        scene = None if self.veiled else self._scene
        seq = self.reply.seq
        settled = None if self.veiled or self.disputed else self.settled()
        if settled is not None:
            return self.tell(settled, by, asked_at=seq)
        reply = self._do(self.referee.now if scene is None else lambda: self.referee.see(scene, done=True))
        if reply.seq == seq and isinstance(reply.verdict, Same) and not self.disputed:
            meant = self.natural()
            if meant is not None:
                return self.tell(meant, by, asked_at=seq)
        return reply

    def dispute(self) -> None:
        """Stops or goes on booking what is seen, until the people are agreed."""
        self.disputed = not self.disputed

    def _do(self, act: Callable[[], Reply], *, told: bool = False) -> Reply:
        """`told`: people say what happened: with that a resumed game has gone on, and its table is judged as ever."""
        entries, before = len(self.referee.entries), self.reply
        reply = self._written(act) or before
        if len(self.referee.entries) != entries:
            self.disputed = False
            self._throws.turn_to(reply.turn, reply.seq)
            if told:
                self.checking = self._unseen = False
        self.reply = self._asked_for(reply)
        return self.reply

    def _written(self, act: Callable[[], T]) -> T | None:
        """What an act gives that writes into the journal; None where it could not be written, until later."""
        try:
            given = act()
        except StoreFault as fault:
            self._unwritten, self._write_again_at = fault.words, self._clock() + _AGAIN_SECONDS
            return None
        self._unwritten = None
        return given

    def _asked_for(self, reply: Reply) -> Reply:
        return replace(reply, chores=()) if self._unseen else reply

    def _pressed(self, press: Press) -> None:
        match press.button:
            case "done":
                self.done(press.by)
            case "back":
                self.take_back(press.by)
            case "dispute":
                self.dispute()
            case name if name.startswith("seat") and name[4:].isdecimal():
                turn = self.reply.turn
                seat = int(name[4:])
                if isinstance(turn, Chance) and seat < self.referee.setup.seats:
                    self._throws.press(seat, turn, self._clock(), press.by)
                elif self.veiled:
                    self.ready_presses.append(seat)
                else:
                    self.seat_presses.append(seat)

    def _look(self) -> None:
        """Hands the scene to the referee, if anything in it or in the game is new since the last time."""
        scene = self._scene
        if scene is None or self.disputed or self.veiled:
            return
        # How long the scene has held, as far as it matters to the judge.
        stage = (scene.still_for >= SETTLE_S) + (scene.still_for >= LOST_S)
        new = (replace(scene, still_for=0.0), stage, self.reply.seq, self.checking)
        if new == self._judged:
            return
        if self.checking:
            # The first look at the table of a resumed game: what differs from the book is shown before play goes on.
            if not scene.hand and scene.still_for >= SETTLE_S:
                judged = judge(self.referee.game, self.referee.state, scene)
                # A penny that is merely not seen is no difference yet: one picture may miss it.
                differences = tuple(
                    each for each in judged.differences if not lacks_pennies(each.wanted, each.seen)
                )
                self.checking, self._unseen = bool(differences), False
                self.meanwhile = judged.verdict.events if isinstance(judged.verdict, Accept) else ()
                self.reply = replace(self.referee.now(), differences=differences, chores=judged.chores)
            self._judged = new
            return
        self._unseen = False
        self._do(lambda: self.referee.see(scene))
        if self._unwritten is None:
            # What was booked has been weighed against this same scene already.
            self._judged = (*new[:2], self.reply.seq, self.checking)

    def _light(self) -> None:
        if self.panel is None:
            return
        wrong = bool(self.trouble) or self.disputed or isinstance(self.reply.verdict, Refuse | Lost)
        self.panel.light(self._throws.lights(self.reply.turn, self._clock(), trouble=wrong))
