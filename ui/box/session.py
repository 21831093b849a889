"""One game at the box: the only place where referee, journal, eye, camera and panel meet. Knows no Kivy.

The owner of the session calls `tick` often, always from the same thread. A fault of a device never leaves it:
it becomes `trouble`, the game stays as it was, and the failed action is retried.
"""

import time
from collections import deque
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Generic, TypeVar

from companion.game import Chance, Event, Over, Turn
from companion.journal import Reading as Alternative
from companion.judge import judge, lacks_pennies
from companion.language import spoken
from companion.referee import Referee, Reply
from companion.sight import Scene
from companion.weigh import LOST_S, SETTLE_S, Accept, Lost, Refuse, Same
from hardware import dice
from hardware.dice import RUN_SECONDS, die_lamps, running_die, running_penny
from hardware.panel import Panel
from ui.box.camera import Camera
from ui.journal.store import Book, StoreFault
from ui.outcome import noted
from ui.words import _, device_words

if TYPE_CHECKING:
    from vision.eye import Eye, Reading
    from vision.sources.frames import Frame, FrameSource

Throw = int | str
"""A die's value, a penny's side, or the seat drawn by lot."""
REST_SECONDS = 1.0
"""Seconds for which a settled throw is shown before the game goes on."""
SHOWN_SECONDS = RUN_SECONDS + REST_SECONDS


@dataclass(frozen=True, slots=True)
class Chances:
    """Random sources of dice, pennies and lots; tests hand in their own."""

    roll: Callable[[], int] = dice.roll
    flip: Callable[[], str] = dice.flip
    draw: Callable[[Sequence[int]], int] = dice.draw


@dataclass(slots=True)
class Throws:
    """The throws for one awaited chance and their lamps: each seat to throw presses its button once.

    A throw counts once people had time to read it. `seq`: the record's state that it belongs to.
    """

    chances: Chances = field(default_factory=Chances)
    what: str = ""
    seq: int = -1
    told: bool = False
    thrown: dict[int, Throw] = field(default_factory=dict)
    at: dict[int, float] = field(default_factory=dict)
    by: dict[int, str] = field(default_factory=dict)

    def turn_to(self, turn: Turn, seq: int) -> None:
        """Forgets throws of an earlier state; those just reported stay on show."""
        if seq == self.seq or (self.told and seq == self.seq + 1 and not isinstance(turn, Chance)):
            return
        self.what = turn.what if isinstance(turn, Chance) else ""
        self.seq, self.told = seq, False
        self.thrown, self.at, self.by = {}, {}, {}

    def press(self, seat: int, chance: Chance, now: float, by: str = "panel") -> bool:
        """Throws for a seat; returns whether it did: a seat that has thrown does not throw again."""
        if self.told or seat in self.thrown:
            return False
        if chance.what == "lot":
            if self.thrown:
                return False
            self.thrown[seat] = self.chances.draw(chance.seats)
        elif seat not in chance.seats:
            return False
        else:
            self.thrown[seat] = self.chances.roll() if chance.what == "dice" else self.chances.flip()
        self.at[seat], self.by[seat] = now, by
        return True

    def outcome(self, chance: Chance, now: float) -> tuple[Throw, ...] | None:
        """All outcomes in the order of the chance's seats; None until each has rested long enough."""
        if self.told or any(since < SHOWN_SECONDS for since in self.since(now).values()):
            return None
        if chance.what == "lot":
            return tuple(self.thrown.values()) or None
        if any(seat not in self.thrown for seat in chance.seats):
            return None
        return tuple(self.thrown[seat] for seat in chance.seats)

    def running(self, now: float) -> frozenset[int]:
        """The seats whose throw has not come to rest yet."""
        return frozenset(seat for seat, since in self.since(now).items() if since < RUN_SECONDS)

    def since(self, now: float) -> Mapping[int, float]:
        """By seat, how many seconds ago it threw."""
        return {seat: now - at for seat, at in self.at.items()}

    def lights(self, turn: Turn, now: float, *, trouble: bool) -> frozenset[str]:
        """The lamps that are on: after a throw they run for RUN_SECONDS, then show its outcome."""
        since = self.since(now)
        if isinstance(turn, Chance):
            to_act = frozenset(turn.seats) - self.thrown.keys()
        else:
            to_act = frozenset(turn.winners if isinstance(turn, Over) else turn.seats)
        on = {f"turn{seat}" for seat in to_act}
        for seat, value in self.thrown.items():
            running = since[seat] < RUN_SECONDS
            if self.what == "dice" and isinstance(value, int):
                on |= running_die(seat, since[seat]) if running else die_lamps(seat, value)
            elif self.what == "penny":
                on |= running_penny(since[seat]) if running else frozenset({str(value)})
        if trouble:
            on.add("trouble")
        return frozenset(on)


S = TypeVar("S")
T = TypeVar("T")
_AGAIN_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class Press:
    """A pressed button; `by`: `panel` for a real one, `touch` for its copy on the screen."""

    button: str
    by: str


class Inbox:
    """The camera's newest reading and all presses in order. Any thread may post."""

    def __init__(self) -> None:
        self._readings: deque[tuple[Frame, Reading]] = deque(maxlen=1)
        self._presses = deque[Press]()
        self.post_reading, self.post_press = self._readings.append, self._presses.append

    def drain(self) -> "tuple[tuple[Frame, Reading] | None, list[Press]]":
        reading = self._readings.pop() if self._readings else None
        return reading, [self._presses.popleft() for _ in range(len(self._presses))]


class Session(Generic[S]):
    """A game being played with the devices at hand.

    `observer`: source and eye that see the table. `book`: the referee's journal. Source, panel and journal
    belong to the caller: `close` only ends the thread and darkens the lamps.

    `checking`: a resumed game waits until the table matches the book, or for "done" or a reported move; until
    then `reply.differences` hold the mismatches and no move is booked from the camera. `meanwhile`: the moves
    that explain the mismatches. `disputed`: a seat pressed "dispute"; the camera books nothing until that is
    settled. `veiled`: the table is for one pair of eyes; its picture reaches neither referee nor disk.
    `ready_presses`: seats that pressed while it was veiled; `seat_presses`: other presses that threw nothing.
    `natural`: the event meant by "done" on an unchanged table if only one is possible; `settled`: the one it
    means on any table, such as counting votes. `divert`: returns whether the screen takes a press of the
    panel.
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
        # A resumed game asks for no clean-up before its table was seen once: it may be done already.
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
        """All current faults in words, the gravest first."""
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
        """The gravest fault in words; None while all is well."""
        return next(iter(self.troubles), None)

    @property
    def thrown(self) -> dict[int, Throw]:
        """By seat, its throw for the chance that is awaited or was just settled."""
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
        """A value that changes only when somebody does something; regions count, as positions jitter."""
        reply = self.reply
        differs = frozenset(difference.region for difference in reply.differences)
        return (reply.seq, type(reply.verdict), differs, self._presses, *self._told)

    def tick(self) -> bool:
        """Takes in all readings and presses; returns whether anything changed that a screen shows."""
        before = self._shown
        if self._spoken != spoken().code:
            # After a change of language the reply is made anew, in that language, and the scene judged again.
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
            # Once all have thrown and had time to read it, the throw is reported to the referee.
            turn = self.reply.turn
            outcome = self._throws.outcome(turn, self._clock()) if isinstance(turn, Chance) else None
            if outcome is not None:
                event = self.referee.game.chance_event(self.referee.state, outcome)
                self._throws.told = True
                by = "touch" if set(self._throws.by.values()) == {"touch"} else "panel"
                self._do(lambda: self.referee.tell(event, by), told=True)
                # A failed write leaves the state as it was: the throw is then reported again.
                self._throws.told = self.reply.seq != self._throws.seq
            self._look()
            # The journal learns the result, or that there is none any more after a take-back.
            over, book = self.reply.turn, self.book
            ended = noted(over) if isinstance(over, Over) else None
            if book is not None and ended != self._noted:
                self._written(lambda: book.finish(ended))
                self._noted = ended if self._unwritten is None else self._noted
        self._light()
        self._troubles_shown = self.troubles
        return self._shown != before

    def look_afresh(self) -> None:
        """Drops the last scene, as the program itself changed the simulated table."""
        self._scene, self._looks_from = None, self._clock()

    def press(self, button: str) -> None:
        """Presses a button on the screen: `seat0`, `seat1`, …, `done`, `back`, `dispute`."""
        self._pressed(Press(button, "touch"))
        self._light()

    def tell(
        self, event: Event, by: str = "touch", asked_at: int | None = None, waive: str | Collection[str] = ()
    ) -> Reply:
        """See `Referee.tell`; a journal that cannot be written leaves the game as it was."""
        return self._do(lambda: self.referee.tell(event, by, asked_at, waive), told=True)

    def answer(self, events: tuple[Event, ...], by: str = "touch", asked_at: int | None = None) -> Reply:
        return self._do(lambda: self.referee.answer(events, by, asked_at), told=True)

    def take_back(self, by: str = "touch", agreed: frozenset[int] = frozenset()) -> Reply:
        return self._do(lambda: self.referee.take_back(by, agreed))

    def correct(self, reading: Alternative, by: str = "touch") -> Reply:
        return self._do(lambda: self.referee.correct(reading, by))

    def at_once(self, told: Callable[[], None]) -> bool:
        """Reports several events as one; returns whether all were written: otherwise none of them counts."""

        def act() -> Reply:
            with self.referee.at_once():
                told()
            return self.referee.now()

        self._do(act)
        return self._unwritten is None

    def dismiss_chore(self, region: str) -> Reply:
        return self._do(lambda: self.referee.dismiss_chore(region))

    def done(self, by: str = "touch") -> Reply:
        """Has the table judged now; in a resumed game it accepts the table as right and goes on from it."""
        if self.checking:
            self.checking = False
            return self._do(self.referee.now)
        scene = None if self.veiled else self._scene
        seq = self.reply.seq
        # "Done" may have a fixed meaning here, such as counting votes: it precedes what the table shows.
        settled = None if self.veiled or self.disputed else self.settled()
        if settled is not None:
            return self.tell(settled, by, asked_at=seq)
        reply = self._do(self.referee.now if scene is None else lambda: self.referee.see(scene, done=True))
        if reply.seq == seq and isinstance(reply.verdict, Same) and not self.disputed:
            # On an unchanged table "done" means the one event that changes nothing on it.
            meant = self.natural()
            if meant is not None:
                return self.tell(meant, by, asked_at=seq)
        return reply

    def dispute(self) -> None:
        """Stops the booking of camera readings, or resumes it once people agree."""
        self.disputed = not self.disputed

    def _do(self, act: Callable[[], Reply], *, told: bool = False) -> Reply:
        """Runs an act of the referee; if people reported it (`told`), a resumed game has gone on."""
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
        """The result of an act that writes into the journal; None on a failed write."""
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
        """Hands the scene to the referee if it, or the game, is new since the last time."""
        scene = self._scene
        if scene is None or self.disputed or self.veiled:
            return
        # The judge only distinguishes three ages of a scene: moving, settled, lost.
        stage = (scene.still_for >= SETTLE_S) + (scene.still_for >= LOST_S)
        new = (replace(scene, still_for=0.0), stage, self.reply.seq, self.checking)
        if new == self._judged:
            return
        if self.checking:
            # A resumed game shows the differences from the book before play goes on.
            if not scene.hand and scene.still_for >= SETTLE_S:
                judged = judge(self.referee.game, self.referee.state, scene)
                # A penny missed in one picture is no difference yet.
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
            # The new entry was booked from this very scene: judging it again would add nothing.
            self._judged = (*new[:2], self.reply.seq, self.checking)

    def _light(self) -> None:
        if self.panel is None:
            return
        wrong = bool(self.trouble) or self.disputed or isinstance(self.reply.verdict, Refuse | Lost)
        self.panel.light(self._throws.lights(self.reply.turn, self._clock(), trouble=wrong))
