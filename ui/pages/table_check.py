"""Diagnosis at the desk: the table check, buttons and lamps, the support bundle.

The table check judges how well the table is seen, as pass or fail, and locks the camera. Rule kept: the
screen never waits. Judging and locking run in threads; `tick`, in the screen's thread, takes only their
results.
"""

import logging
import threading
from collections import deque
from collections.abc import Callable
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any

from hardware.panel import NoPanel, PinPanel, open_panel
from hardware.pins import PinFault, PinMap, find_pins
from ui.box.opening import Opened
from ui.pages.kept import KeptGames
from ui.pages.print_page import Stopped
from ui.pages.tableside import Tableside
from ui.places import pins_file
from ui.present import models
from ui.present.models import Banner, Button, Page, StepModel, back_button, choice, home_button, ways_out
from ui.present.touches import Touch, do
from ui.records.beginning import UsageFault
from ui.words import _, device_words, for_players, several, word_tables
from vision.calibration.verdict import Verdict, failed, passed, untold

if TYPE_CHECKING:
    from companion.sight import Table
    from ui.bundle.gathering import Gathered, Part
    from vision.calibration.judging import Calibration
    from vision.eye import Reading
    from vision.sources.frames import Frame

Run = Callable[[Callable[[], None]], None]  # runs a piece of work, perhaps later
EVERY_S = 1.5  # between two calibrations
TOGETHER_S = 6.0  # maximum age of a picture in a calibration
MOST_PICTURES = 6  # maximum pictures in a calibration


class Calibrating:
    """The repeated calibration of one table's camera; `locks`: its locked settings in words."""

    def __init__(self, opened: Opened, table: "Table", run: Run | None = None) -> None:
        """`run` starts slow work; None: each in a thread of its own."""
        self.opened, self._table = opened, table
        in_a_thread = partial(threading.Thread, name="calibration", daemon=True)
        self._run = run or (lambda work: in_a_thread(target=work).start())
        self.calibration: Calibration | None = None
        held = getattr(opened.source, "locked", None)
        self.locks = "" if held is None else held.words
        self._pictures: deque[Frame] = deque(maxlen=MOST_PICTURES)
        self._judged_at: float | None = None
        self._done: deque[Calibration | str] = deque()
        self.is_locking = self._judging = self._left_to_people = False

    @property
    def can_lock(self) -> bool:
        return hasattr(self.opened.source, "calibrate")

    @property
    def is_locked(self) -> bool:
        return getattr(self.opened.source, "locked", None) is not None

    def tick(self) -> bool:
        """Takes the newest picture and finished results; whether the screen has to change."""
        session = self.opened.session
        if session.frame is not None and session.reading is not None and not session.reading.scene.hand:
            self._take(session.frame)
        changed = bool(self._done)
        while self._done:
            found = self._done.popleft()
            if isinstance(found, str):
                self.is_locking, self.locks = False, found
                continue
            self.calibration, self._judging = found, False
            if found.ok and not self.is_locked and not self._left_to_people:
                self.lock()
        return changed

    def lock(self) -> None:
        """Has the camera find and lock its settings, or unlocks them; a good calibration locks too."""
        source: Any = self.opened.source
        if not self.can_lock or self.is_locking:
            return
        self._left_to_people = True
        if self.is_locked:
            self.locks = _said(source.unlock) or _("The camera sets itself.")
        else:
            self.is_locking, self.locks = True, _("The camera finds its settings …")
            self._run(lambda: self._done.append(_said(lambda: source.calibrate().words)))

    def _take(self, frame: "Frame") -> None:
        held = self._pictures
        if held and (frame is held[-1] or frame.at < held[-1].at):
            return
        while held and frame.at - held[0].at > TOGETHER_S:
            held.popleft()
        held.append(frame)
        just_judged = self._judged_at is not None and 0 <= frame.at - self._judged_at < EVERY_S
        if self._judging or just_judged:
            return
        self._judged_at, self._judging = frame.at, True
        pictures = [one.image for one in held]
        readings: dict[str, float] = getattr(self.opened.source, "readings", dict)()

        def judge() -> None:
            from vision.calibration.judging import calibrate

            self._done.append(calibrate(pictures, self._table, readings=readings))

        self._run(judge)


def _said(ask: Callable[[], Any]) -> Any:
    """The camera's answer, or its fault in words."""
    try:
        return ask()
    except Exception as fault:  # whatever a driver raises: the screen says it
        return for_players(fault)


class TableCheck(Page):
    """Judges one table's pictures from `begin` until closed; `trial`: the table if no game is on it."""

    name = "check"

    def __init__(self) -> None:
        self.trial: Tableside | None = None
        self.calibrating: Calibrating | None = None

    def begin(self, opened: Opened) -> None:
        """Starts to judge this table unless that runs already."""
        if self.calibrating is None:
            referee = opened.session.referee
            self.calibrating = Calibrating(opened, referee.game.table(referee.setup))
            self.parts = (self.calibrating,)

    def open(self, opened: Opened) -> None:
        """Opens a table without a game."""
        self.trial = Tableside(opened)
        self.begin(opened)
        opened.session.start()

    def close(self) -> None:
        if self.trial is not None:
            self.trial.end()
        self.trial = self.calibrating = None
        self.parts = ()

    def tick(self) -> bool:
        changed = self.trial is not None and self.trial.tick()
        return (self.calibrating is not None and self.calibrating.tick()) or changed

    def model(self) -> StepModel:
        """All checks, the verdict above, and the key that locks or unlocks the camera's settings."""
        calibrating, locks = self.calibrating, tuple[Button, ...]()
        lines = () if calibrating is None else check_lines(calibrating)
        if calibrating is not None and calibrating.can_lock:
            words, ready = _("Unlock") if calibrating.is_locked else _("Lock"), not calibrating.is_locking
            locks = (Button(words, do(calibrating.lock), "plain", "camera", enabled=ready),)
        wrong = [line for line in lines if line.ok is False]
        if wrong:
            words = several("{n} thing to mend", "{n} things to mend", len(wrong))
            verdict = Banner("trouble", words, f"{wrong[0].name}: {wrong[0].fix}" if wrong[0].fix else "")
        elif any(line.ok is None for line in lines):
            verdict = Banner("wait", _("Still looking …"))
        else:
            verdict = Banner("good", _("All is well."))
        tools = (*locks, back_button(), home_button())
        return StepModel(_("Table check"), banner=verdict, tools=tools, rows=lines, live=True)


def check_lines(calibrating: Calibrating) -> tuple[Verdict, ...]:
    """All checks: failed ones first, each group in the order in which one repairs."""
    opened, found = calibrating.opened, calibrating.calibration
    judged = () if found is None or opened.session.reading is None else found.verdicts
    judged = judged or (untold("mat", _("Not looked for yet.")),)
    verdicts = (_camera(calibrating), *judged, _decks(opened), _panel(opened))
    names = word_tables("ui.pages")["checks"]
    return tuple(
        replace(each, name=_(names.get(each.name, each.name)))
        for each in sorted(verdicts, key=lambda each: each.ok is not False)
    )


def _camera(calibrating: Calibrating) -> Verdict:
    opened, session = calibrating.opened, calibrating.opened.session
    if trouble := getattr(opened.source, "trouble", None):
        return failed("camera", trouble, _("Look at the cable, then wait a moment."))
    known = word_tables("ui.pages")["cameras"].get(type(opened.source).__name__)
    source = _(known) if known else _("a recording")
    source = source if opened.simulated is None else _("the simulated table")
    if session.reading is None or session.frame is None:
        return untold("camera", _("Waiting for a picture from {source}.").format(source=source))
    said = _("Pictures come from {source}.").format(source=source)
    shows_locks = calibrating.can_lock and calibrating.locks
    return passed("camera", f"{said} {calibrating.locks}" if shows_locks else said)


def _decks(opened: Opened) -> Verdict:
    reading = opened.session.reading
    if not opened.decks:
        return failed("cards", _("No deck is known."), _("Enrol one: companion enrol."))
    known = ", ".join(f"{deck.name} ({len(deck.faces)})" for deck in opened.decks)
    sightings = () if reading is None else reading.scene.sightings
    cards = [sighting for sighting in sightings if sighting.kind == "card"]
    if not cards:
        return passed("cards", _("Known: {decks}.").format(decks=known))
    seen = several("{n} card on the table", "{n} cards on the table", len(cards))
    read = sum(card.label is not None or card.face == "down" for card in cards)
    if read == len(cards):
        return passed("cards", _("{seen}, all recognised. Known: {decks}.").format(seen=seen, decks=known))
    words = _("{seen}, {number} of them recognised. Known: {decks}.")
    said = words.format(seen=seen, number=read, decks=known)
    return failed("cards", said, _("Turn them to the light, or enrol their deck."))


def _panel(opened: Opened) -> Verdict:
    if not (said := getattr(opened.session.panel, "why", None)):
        return passed("buttons", _("The box’s buttons and lamps answer."))
    why = device_words(said)
    if isinstance(opened.session.panel, PinPanel):
        return failed("buttons", f"{why}.", _("Touch the screen instead, or free the pin."))
    return passed("buttons", _("On the screen only: {why}.").format(why=why.rstrip(".")))


Post = Callable[[str], None]


def begin_pins() -> "PinsPage":
    try:
        return PinsPage(find_pins(pins_file()), open_panel)
    except PinFault as fault:
        return PinsPage(fault, open_panel)


class PinsPage(models.StepPage):
    """Holds the panel while it is shown. `open` returns it and gets a callback for presses."""

    def __init__(self, pins: PinMap | PinFault, open: Callable[[PinMap, Post], PinPanel | NoPanel]) -> None:
        self._presses: SimpleQueue[str] = SimpleQueue()
        self._pins = pins if isinstance(pins, PinMap) else None
        self._panel = NoPanel(pins.said) if isinstance(pins, PinFault) else open(pins, self._presses.put)
        self._pressed: set[str] = set()
        self._lit: frozenset[str] = frozenset()

    def tick(self) -> bool:
        before = len(self._pressed)
        while not self._presses.empty():
            self._pressed.add(self._presses.get())
        return len(self._pressed) > before

    def light_lamp(self, lamp: str) -> None:
        self._lit ^= {lamp}
        self._panel.light(self._lit)

    def left(self) -> None:
        self._panel.close()

    def model(self) -> StepModel:
        title, why = _("Buttons and lamps"), self._panel.why
        banner = Banner("trouble", device_words(why)) if why else None
        if isinstance(self._panel, NoPanel) or self._pins is None:
            body = (_("The screen has the same keys: a box without buttons plays as well."),)
            return StepModel(title, body=body, banner=banner, tools=ways_out())
        lines, keys = [_("Press each button once. Touch a lamp below to light it.")], []
        yes, no = _("✓ {button} (GPIO {pin}) was pressed."), _("– {button} (GPIO {pin}): not pressed yet.")
        for name, pin in self._pins.buttons.items():
            lines.append((yes if name in self._pressed else no).format(button=name, pin=pin))
        for name, pin in self._pins.lamps.items():
            words = _("Lamp {lamp} (GPIO {pin})").format(lamp=name, pin=pin)
            keys.append(choice(words, do(self.light_lamp, name), name in self._lit, "lamp"))
        return StepModel(title, body=tuple(lines), banner=banner, keys=tuple(keys), tools=ways_out())


# The support bundle: recent pictures, the thread that writes it, its page. Nothing waits for the thread: the
# game goes on, and writing can be stopped.

LATELY = 3
"""Maximum number of pictures remembered for the support bundle."""
REST = 5
"""Frames after writing in which touches are ignored: they were meant to stop it."""

_log = logging.getLogger(__name__)


@dataclass(slots=True, eq=False)
class Writing:
    """One bundle being written in a thread: number of packed files, and the result."""

    files: int = 0
    outcome: tuple[str, str] | None = None
    stopped: bool = False

    def packed(self, _part: "Part") -> None:
        if self.stopped:
            raise Stopped
        self.files += 1


class Packing(Page):
    """Remembers recent pictures and packs them; meanwhile its page shows the progress and takes no touch."""

    name = "packed"

    def __init__(self, kept: KeptGames) -> None:
        self._kept = kept
        self._lately: deque[tuple[Frame, Reading]] = deque(maxlen=LATELY)
        self._outcome = ("", "")
        self._writing: Writing | None = None
        self._files_shown = self._rests = 0

    @property
    def is_writing(self) -> bool:
        return self._writing is not None

    def model(self) -> StepModel:
        said, more = self._outcome
        if self._writing is not None:
            files = self._writing.files
            said = _("Writing the support bundle. This takes some seconds …")
            more = several("{n} file packed so far", "{n} files packed so far", files) if files else ""
        keys = (Button(_("Stop"), do(self.stop), "plain", "wrong"),) if self.is_writing else ()
        words = _("Of a running game it holds only what this screen shows. contents.txt says what is in it.")
        banner = Banner("wait" if self.is_busy else "calm", said, more)
        tools = tuple(replace(tool, enabled=not self.is_busy) for tool in (back_button(), home_button()))
        return StepModel(_("Support bundle"), body=(words,), banner=banner, keys=keys, tools=tools)

    def take(self, touch: Touch) -> bool:
        return super().take(touch) or self.is_busy

    @property
    def is_busy(self) -> bool:
        """Whether it is being written or just was: people must be able to read where it is."""
        return self.is_writing or self._rests > 0

    def ask(self, opened: Opened | None, *, trial: bool) -> None:
        """Starts a bundle of the table as it is now. `trial`: no game is on it."""
        if self.is_writing:
            return
        # The table is captured at once, as the game goes on during the writing.
        at_table, journal = None, self._kept.store.path
        if opened is not None:
            from ui.bundle.gathering import Gathered, Running, camera

            referee, book = opened.session.referee, opened.session.book
            at_table = Gathered(table=referee.game.table(referee.setup), decks=opened.decks)
            at_table.camera = camera(opened.source)
            at_table.seen = [(frame.image, reading) for frame, reading in self._lately]
            if not trial:
                number, entries = None if book is None else book.id, len(referee.entries)
                at_table.at_table = Running(referee.game, referee.setup, referee.state, number, entries)
        writing = self._writing = Writing()

        def write() -> None:
            try:
                file = write_desk_bundle(at_table, journal, writing.packed)
                writing.outcome = (_("The support bundle is written."), str(file))
            except Stopped:
                return
            except Exception as fault:  # nobody may wait for a thread that has ended
                why = str(fault)
                if not isinstance(fault, UsageFault):
                    _log.exception("the support bundle could not be written")
                    why = f"{type(fault).__name__}: {fault}"
                writing.outcome = (_("The support bundle could not be written."), why)

        threading.Thread(target=write, name="bundle", daemon=True).start()

    def stop(self) -> None:
        """Stops the writing: nobody waits, and the thread then deletes its work."""
        if self._writing is not None:
            self._writing.stopped = True
            self._writing, self._outcome = None, (_("Stopped. No support bundle was written."), "")

    def follow(self) -> bool:
        """Once a tick, on any page; whether the screen may have to change."""
        writing = self._writing
        if self._rests:
            self._rests -= 1
            return not self._rests
        if writing is None:
            return False
        if writing.outcome is not None:
            self._outcome, self._writing, self._rests = writing.outcome, None, REST
            return True
        before, self._files_shown = self._files_shown, writing.files
        return before != writing.files

    def remember(self, side: Tableside, seq: int) -> None:
        """Keeps the newest picture, and those of entries."""
        session = side.session
        if session.veiled:
            self.forget()
            return
        is_known = self._lately and self._lately[-1][0] is session.frame
        if session.frame is None or session.reading is None or is_known:
            return
        if self._lately and session.reply.seq == seq:
            self._lately.pop()
        self._lately.append((session.frame, session.reading))

    def forget(self) -> None:
        self._lately.clear()


def write_desk_bundle(at_table: "Gathered | None", journal: Path, packed: "Callable[[Part], None]") -> Path:
    """Writes the bundle of a table and a journal, in any thread; `packed` gets each file and may end it."""
    from ui.bundle.gathering import Gathered, default_file, verdicts, write_bundle
    from ui.checks import machine as checks
    from ui.journal.store import StoreFault, look_at

    gathered = at_table or Gathered()
    # Camera and pins are in use; the readings of the pictures tell about them.
    gathered.checks = verdicts(lambda: (*checks.versions(), *checks.disk(), checks.display()))
    file = default_file()
    with ExitStack() as opened:
        try:
            gathered.store = opened.enter_context(closing(look_at(journal)))
        except StoreFault:
            _log.warning("the support bundle is made without the journal", exc_info=True)
        write_bundle(file, gathered, packed)
    return file
