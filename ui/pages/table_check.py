"""The table check: how well the table is seen while people look, as pass or fail, and what locks its camera.

Rule kept: the screen never waits: judging and locking are done in threads of their own, and only their results are
taken over, by `tick`, in the thread of the screen.
"""

import threading
from collections import deque
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from hardware.panel import PinPanel
from ui.box.opening import Opened
from ui.pages.tableside import Tableside
from ui.present.models import Banner, Button, Page, StepModel, back_button, home_button
from ui.present.touches import do
from ui.words import _, device_words, for_players, several, word_tables
from vision.calibration.verdict import Verdict, failed, passed, untold

if TYPE_CHECKING:
    from companion.sight import Table
    from vision.calibration.judging import Calibration
    from vision.sources.frames import Frame

Run = Callable[[Callable[[], None]], None]  # does a piece of work; not before it returns, if it likes
EVERY_S = 1.5  # between two judgements of the pictures
TOGETHER_S = 6.0  # the age of the oldest picture that is judged
MOST_PICTURES = 6  # judged together


class Calibrating:
    """The calibration of one table's camera while people look at it; `locks` says in words what is locked."""

    def __init__(self, opened: Opened, table: "Table", run: Run | None = None) -> None:
        """`run` does the work that takes long; None: each in a thread of its own."""
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
        """Takes in the newest picture and what was found out; whether the screen has to change."""
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
        """Has the camera find and hold its settings, or let them go; the first good calibration does so itself."""
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
    """What a camera says to that, or in words what is wrong with it."""
    try:
        return ask()
    except Exception as fault:  # whatever a driver raises: the screen says it
        return for_players(fault)


class TableCheck(Page):
    """Judges one table's pictures from `begin` until it is closed; `trial`: that table, where no game is on it."""

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

    def open(self, opened: Opened) -> None:
        """Looks at a table on which no game is."""
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
        """All checks, the verdict above them, and what locks the camera's settings, or lets them go."""
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
    """All checks: what failed first, in the order in which one mends it, then the rest in that order."""
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
