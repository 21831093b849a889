"""The table check: how well the table is seen while people look, as pass or fail, and what locks its camera.

Rule kept: the screen never waits: judging and locking are done in threads of their own, and only their results are
taken over, by `tick`, in the thread of the screen.
"""

import threading
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from hardware.panel import PinPanel
from ui.box.opening import Opened
from ui.faces.page import Page
from ui.pages.tableside import Tableside
from ui.present.models import Banner, Button
from ui.present.steps import CheckLine, StepModel, back_button, home_button
from ui.present.touches import do
from ui.words import _, device_words, for_players, marked, several

if TYPE_CHECKING:
    from companion.sight import Table
    from vision.calibration.judging import Calibration
    from vision.sources.frames import Frame

NAMES = {
    "mat": marked("Mat"),
    "focus": marked("Focus"),
    "exposure": marked("Exposure"),
    "white balance": marked("White balance"),
    "detail": marked("Detail"),
    "flicker": marked("Flicker"),
    "glare": marked("Glare"),
    "steadiness": marked("Steadiness"),
}
CAMERAS = {"PiCamera": marked("the Pi camera"), "VideoDevice": marked("the USB camera")}
RECORDED = marked("a recording")
Run = Callable[[Callable[[], None]], None]
"""Does a piece of work; not before it returns, if it likes."""
EVERY_S = 1.5
"""The pictures are judged anew after so many seconds."""
TOGETHER_S = 6.0
"""Pictures older than this no longer count."""
MOST_PICTURES = 6


class Calibrating:
    """The calibration of one table's camera while people look at it.

    `calibration` is the newest, None before the first. `locks` says in words what is locked; `is_locking` while the
    camera finds its settings.
    """

    def __init__(self, opened: "Opened", table: "Table", run: Run | None = None) -> None:
        self.calibration: Calibration | None = None
        held = getattr(opened.source, "locked", None)
        self.locks = "" if held is None else held.words
        self.opened, self._table = opened, table
        self._run = run or _in_a_thread
        self._pictures: deque[Frame] = deque(maxlen=MOST_PICTURES)
        self._judged_at: float | None = None
        self._done: deque[Callable[[], None]] = deque()
        self._judging = False
        self._left_to_people = False
        self.is_locking = False

    @property
    def can_lock(self) -> bool:
        from vision.sources.locks import LockingDevice

        return isinstance(self.opened.source, LockingDevice)

    @property
    def is_locked(self) -> bool:
        return getattr(self.opened.source, "locked", None) is not None

    def tick(self) -> bool:
        """Takes in the newest picture and what was found out; whether the screen has to change."""
        session = self.opened.session
        frame, reading = session.frame, session.reading
        if frame is not None and reading is not None and not reading.scene.hand:
            self._take(frame)
        changed = bool(self._done)
        while self._done:
            self._done.popleft()()
        return changed

    def lock(self) -> None:
        """Has the camera find its settings and hold them, or let them go where it holds them.

        A calibration that passes does so by itself, once; after that it is for people to say.
        """
        source: Any = self.opened.source
        if not self.can_lock or self.is_locking:
            return
        self._left_to_people = True
        if self.is_locked:
            try:
                source.unlock()
                self.locks = _("The camera sets itself.")
            except Exception as fault:  # whatever a driver raises: the screen says it
                self.locks = for_players(fault)
            return
        self.is_locking = True
        self.locks = _("The camera finds its settings …")

        def find() -> None:
            try:
                words = source.calibrate().words
            except Exception as fault:  # whatever a driver raises: the screen says it
                words = for_players(fault)
            self._done.append(lambda: self._locked(words))

        self._run(find)

    def _locked(self, words: str) -> None:
        self.is_locking, self.locks = False, words

    def _take(self, frame: "Frame") -> None:
        held = self._pictures
        if held and (frame is held[-1] or frame.at < held[-1].at):
            return
        while held and frame.at - held[0].at > TOGETHER_S:
            held.popleft()
        held.append(frame)
        due = self._judged_at is None or not 0 <= frame.at - self._judged_at < EVERY_S
        if due and not self._judging:
            self._judged_at, self._judging = frame.at, True
            pictures = [one.image for one in held]
            tell = getattr(self.opened.source, "readings", None)
            readings: dict[str, float] = {} if tell is None else tell()

            def judge() -> None:
                from vision.calibration.judging import calibrate

                found = calibrate(pictures, self._table, readings=readings)
                self._done.append(lambda: self._found(found))

            self._run(judge)

    def _found(self, calibration: "Calibration") -> None:
        self.calibration, self._judging = calibration, False
        if calibration.ok and not self.is_locked and not self._left_to_people:
            self.lock()


def _in_a_thread(work: Callable[[], None]) -> None:
    threading.Thread(target=work, name="calibration", daemon=True).start()


class TableCheck(Page):
    """Judges one table's pictures from `begin` until it is closed; without one it shows that nothing is seen.

    `trial`: the table that is looked at where no game is on it.
    """

    name = "check"

    def __init__(self) -> None:
        self.trial: Tableside | None = None
        self.calibrating: Calibrating | None = None

    def begin(self, opened: Opened) -> None:
        """Judges this table from now on, unless it does so already."""
        if self.calibrating is None:
            referee = opened.session.referee
            self.calibrating = Calibrating(opened, referee.game.table(referee.setup))
            self.parts = (self.calibrating,)

    def open(self, opened: Opened | None) -> None:
        """Looks at a table on which no game is; None: it cannot be opened."""
        if opened is not None:
            self.trial = Tableside(opened)
            self.begin(opened)
            opened.session.start()

    def close(self) -> None:
        if self.trial is not None:
            self.trial.end()
        self.trial = self.calibrating = None
        self.parts = ()

    def tick(self) -> bool:
        """Takes in what was found; whether the screen may have to change."""
        changed = self.trial is not None and self.trial.tick()
        return (self.calibrating is not None and self.calibrating.tick()) or changed

    def model(self) -> StepModel:
        calibrating, lock = self.calibrating, None
        lines = () if calibrating is None else check_lines(calibrating)
        if calibrating is not None and calibrating.can_lock:
            # It locks the camera's settings, or lets them go.
            words = _("Unlock") if calibrating.is_locked else _("Lock")
            ready = not calibrating.is_locking
            lock = Button(words, do(calibrating.lock), "plain", "camera", enabled=ready)
        return check_model(lines, lock)


def check_model(lines: tuple[CheckLine, ...], lock: Button | None) -> StepModel:
    """The table check: all lines, the verdict above them, and what locks the camera where it can be."""
    failed = [line for line in lines if line.passed is False]
    waiting = [line for line in lines if line.passed is None]
    if failed:
        words = several("{n} thing to mend", "{n} things to mend", len(failed))
        verdict = Banner("trouble", words, f"{failed[0].name}: {failed[0].fix}" if failed[0].fix else "")
    elif waiting:
        verdict = Banner("wait", _("Still looking …"))
    else:
        verdict = Banner("good", _("All is well."))
    tools = (*(() if lock is None else (lock,)), back_button(), home_button())
    return StepModel(_("Table check"), banner=verdict, tools=tools, rows=lines, live=True)


def check_lines(calibrating: Calibrating) -> tuple[CheckLine, ...]:
    """All checks: what failed first, in the order in which one mends it, then the rest in that order."""
    opened = calibrating.opened
    calibration = None if opened.session.reading is None else calibrating.calibration
    lines = (_camera(calibrating), *_judged(calibration), _decks(opened), _panel(opened))
    return tuple(sorted(lines, key=lambda line: line.passed is not False))


def _camera(calibrating: Calibrating) -> CheckLine:
    opened = calibrating.opened
    name, session, trouble = _("Camera"), opened.session, getattr(opened.source, "trouble", None)
    if trouble:
        return CheckLine(name, trouble, _("Look at the cable, then wait a moment."), passed=False)
    source = _(CAMERAS.get(type(opened.source).__name__, RECORDED))
    if opened.simulated is not None:
        source = _("the simulated table")
    if session.reading is None or session.frame is None:
        return CheckLine(name, _("Waiting for a picture from {source}.").format(source=source), passed=None)
    said = _("Pictures come from {source}.").format(source=source)
    if calibrating.can_lock and calibrating.locks:
        said = f"{said} {calibrating.locks}"
    return CheckLine(name, said, passed=True)


def _judged(calibration: "Calibration | None") -> tuple[CheckLine, ...]:
    if calibration is None or not calibration.verdicts:
        return (CheckLine(_(NAMES["mat"]), _("Not looked for yet."), passed=None),)
    return tuple(
        CheckLine(_(NAMES.get(verdict.name, verdict.name)), verdict.words, verdict.fix, passed=verdict.ok)
        for verdict in calibration.verdicts
    )


def _decks(opened: Opened) -> CheckLine:
    name, reading = _("Cards"), opened.session.reading
    if not opened.decks:
        return CheckLine(name, _("No deck is known."), _("Enrol one: companion enrol."), passed=False)
    known = ", ".join(f"{deck.name} ({len(deck.faces)})" for deck in opened.decks)
    sightings = () if reading is None else reading.scene.sightings
    cards = [sighting for sighting in sightings if sighting.kind == "card"]
    if not cards:
        return CheckLine(name, _("Known: {decks}.").format(decks=known), passed=True)
    seen = several("{n} card on the table", "{n} cards on the table", len(cards))
    read = sum(card.label is not None or card.face == "down" for card in cards)
    if read < len(cards):
        words = _("{seen}, {number} of them recognised. Known: {decks}.").format(
            seen=seen, number=read, decks=known
        )
        return CheckLine(name, words, _("Turn them to the light, or enrol their deck."), passed=False)
    return CheckLine(
        name, _("{seen}, all recognised. Known: {decks}.").format(seen=seen, decks=known), passed=True
    )


def _panel(opened: Opened) -> CheckLine:
    name, said = _("Buttons"), getattr(opened.panel, "why", None)
    if not said:
        return CheckLine(name, _("The box’s buttons and lamps answer."), passed=True)
    why = device_words(said)
    if isinstance(opened.panel, PinPanel):
        return CheckLine(name, f"{why}.", _("Touch the screen instead, or free the pin."), passed=False)
    return CheckLine(name, _("On the screen only: {why}.").format(why=why.rstrip(".")), passed=True)
