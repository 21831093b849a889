"""The self-test on the screen: lay, look, next; correct, skip; the report."""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random, randrange

import cv2
import numpy as np

from companion.sight import Face
from ui.box.camera import Onlooker
from ui.box.opening import SIMULATED, simulated_table
from ui.present.models import Banner, Button, Shown, StepModel, StepPage, Tone, notice
from ui.present.names import card_name, label_words
from ui.present.touches import Do, Goto, LeaveSteps, Touch, do
from ui.records.beginning import UsageFault
from ui.selftest import course
from ui.selftest.course import Asked
from ui.words import _
from vision.arrays import Picture
from vision.decks.deck import Deck, DeckFace
from vision.motion.glimpse import Glimpses
from vision.painted.simulated import SimulatedTable
from vision.painted.tabletop import Laid
from vision.sources.frames import Frame

STILL_SECONDS = 0.6
HAND_SECONDS = 4.0
"""Seconds without motion after which a supposed hand counts as none."""
PAINTED = ("card", "penny", "disc")
"""The kinds that the simulated table can show."""
STRANGER = "a stranger"
ASIDE_MM, ASKEW_DEG = 4.0, 5.0
"""People's inaccuracy in laying things."""
WORTH: dict[str, Tone] = {"right": "good", "hidden": "calm"}


class SelftestSide(StepPage):
    """One self-test at the screen. `keeps`: its pictures are kept with its report.

    Rule kept: while a picture is being read only the onlooker's thread touches the course.
    """

    def __init__(
        self,
        stands: course.Setting,
        source: str,
        seed: int | None = None,
        clock: Callable[[], float] = time.monotonic,
        count: int = course.THINGS,
        *,
        keeps: bool = True,
    ) -> None:
        """Raises PlanFault, SourceFault."""
        from ui.owned.cameras import open_camera

        seed = randrange(10_000) if seed is None else seed
        self._stands, self._source, self.seed, self._keeps = stands, source, seed, keeps
        self._simulated: SimulatedTable | None = None
        table = stands.table
        if source == SIMULATED:
            table = replace(table, kinds=tuple(kind for kind in table.kinds if kind in PAINTED))
        self.course: course.Course = stands.course(seed, count, table)
        if source == SIMULATED:
            self._simulated = simulated_table(table, (*stands.decks, stranger(stands.decks, seed)), clock)
        opened = self._simulated or open_camera(source, clock=clock)
        self._chance = Random(seed)
        self._resting = Resting(self.course.shows_hand)
        self.phase = "lay"
        self._looking, self._kept = False, ""
        self.folder: Path | None = None
        self.onlooker: Onlooker[bool] = Onlooker(opened, self._look)

    def start(self) -> None:
        self.onlooker.start()

    def tick(self) -> bool:
        before = (self.phase, self._resting.hint, self.onlooker.trouble)
        for _taken in self.onlooker.drain():
            self.phase = "seen"
        return before != (self.phase, self._resting.hint, self.onlooker.trouble)

    def take(self, touch: Touch) -> bool:
        """Refuses touches about the test while a picture is being read."""
        return (self._looking and isinstance(touch, Do)) or super().take(touch)

    def skip_thing(self) -> None:
        self.course.skip()
        self.next_thing()

    def something_else(self) -> None:
        self.phase = "which"

    def as_asked(self) -> None:
        """The thing was laid as asked after all."""
        self.phase = "seen"

    def nothing_lies(self) -> None:
        self.course.not_there()
        self.next_thing()

    def really_lies(self, label: str | None, face: Face | None = None, deck: str | None = None) -> None:
        """Corrects the thing; `label` None: a card face down, or one of no deck."""
        self.course.correct(label, face, deck)
        self.phase = "seen"

    def model(self) -> StepModel:
        trouble, phase = notice("trouble", self.onlooker.trouble or ""), self.phase
        number = min(self.course.number + (phase == "lay"), len(self.course.planned))
        title = _("Self-test: {n} of {all}").format(n=max(1, number), all=len(self.course.planned))
        leave = Button(_("Leave"), LeaveSteps(), "quiet", "back")
        # While it is being read no key may change the test, so there is only the exit.
        if phase == "look":
            hint = {"hand": _("Take your hand away."), "moving": _("Waiting until nothing moves …")}
            waits = Banner("wait", hint.get(self._resting.hint, _("Reading …")))
            return StepModel(title, _("Looking"), banner=trouble or waits, tools=(leave,), live=True)
        if phase == "seen":
            return self._seen(title, leave)
        if phase == "which":
            return self._which(title)
        asked = self.course.asked
        if phase == "report" or asked is None:
            again = Button(_("Once more"), Goto("selftest"), "plain", "turn")
            done = Button(_("Done"), leave.action, "main", "done")
            body, banner = course.report_lines(self.course), notice("good", self._kept)
            return StepModel(_("Self-test: report"), body=body, banner=banner, tools=(again, done))
        keys = (
            Button(_("It lies there"), do(self.laid_there), "main", "done"),
            Button(_("Skip this one"), do(self.skip_thing), "plain"),
        )
        first = (_("Clear the table first, except for the mat."),) if self.course.number == 0 else ()
        end = Button(_("Report"), do(self.show_report), "plain", "list", enabled=bool(self.course.steps))
        # The asked face is shown, so that nobody has to know its name.
        deck, image = next((deck for deck in self._stands.decks if deck.name == asked.deck), None), None
        if deck is not None and asked.kind == "card":
            image = deck.back if asked.face == "down" else deck.face(asked.label) if asked.label else None
        shown: tuple[Shown, ...] = ()
        if image is not None:
            # A small picture is enough to recognise a card, and quick to show.
            scale = min(1.0, 240 / max(image.shape[:2]))
            small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
            shown = (Shown(np.asarray(small, np.uint8)),)
        words, tools = course.request_words(asked), (leave, end)
        return StepModel(title, words, first, trouble, keys, tools=tools, pictures=shown, live=True)

    def _seen(self, title: str, leave: Button) -> StepModel:
        last = self.course.last
        assert last is not None
        keys = [Button(_("Next"), do(self.next_thing), "main", "play")]
        if last.verdict != "right":
            keys.append(Button(_("I lay it again"), do(self.lay_again), "plain"))
        keys.append(Button(_("Something else lies there"), do(self.something_else), "plain"))
        banner = Banner(WORTH.get(last.verdict, "trouble"), course.seen_words_of(last.seen))
        said = course.saw_words(last)
        return StepModel(title, said, banner=banner, keys=tuple(keys), tools=(leave,), live=True)

    def _which(self, title: str) -> StepModel:
        """Asks for the real thing, with the likely ones first."""
        asked, last = self.course.lying[-1], self.course.last
        assert asked is not None and last is not None
        choices = [Button(_("Nothing: it was not laid"), do(self.nothing_lies))]
        if asked.kind == "penny":
            choices += [Button(_(side), do(self.really_lies, side)) for side in ("heads", "tails")]
        elif asked.kind == "die":
            choices += [Button(str(n), do(self.really_lies, str(n))) for n in range(1, 7)]
        elif asked.kind == "card":
            choices += [
                Button(_("A card face down"), do(self.really_lies, None, "down")),
                Button(_("A card that is in no deck"), do(self.really_lies, None, "up")),
            ]
            named = [(deck.name, label) for deck in self._stands.decks for label in deck.labels]
            seen = last.seen
            likely = set() if seen is None else {seen.label, *(name for name, _sure in seen.others)}
            named.sort(key=lambda one: (one[1] not in likely, one[0] != asked.deck, one))
            choices += [
                Button(f"{card_name(label)} · {label_words(deck)}", do(self.really_lies, label, "up", deck))
                for deck, label in named
            ]
        tools = (Button(_("Back"), do(self.as_asked), "quiet", "back"),)
        return StepModel(title, _("What lies there?"), keys=tuple(choices), tools=tools, live=True)

    def _look(self, frame: Frame) -> bool | None:
        """Runs in the onlooker's thread: reads once the table rests."""
        if not self._looking or not self._resting.see(frame):
            return None
        self.course.take(frame.image)
        self._looking = False
        return True

    def laid_there(self) -> None:
        asked = self.course.asked
        if asked is None:
            return
        if self._simulated is not None:
            lay(self._simulated, asked, self.course.lying, self._chance, self._stands.decks)
        self._resting = Resting(self.course.shows_hand)
        self.phase, self._looking = "look", True

    def lay_again(self) -> None:
        self.course.again()
        if self._simulated is not None:
            top = self._simulated.tabletop
            self._simulated.put(top.removed(len(top.things) - 1))
        self.phase = "lay"

    def next_thing(self) -> None:
        self.phase = "lay"
        if self.course.asked is None:
            self.show_report()

    def show_report(self) -> None:
        self.phase = "report"
        try:
            if not self._kept and (folder := self.keep()) is not None:
                words = _("Kept as {name}: companion selftest --replay reads it again.")
                self._kept = words.format(name=folder.name)
        except UsageFault as fault:
            self._kept = str(fault)

    def keep(self) -> Path | None:
        """Keeps the run once; its folder, None if nothing is kept. Raises UsageFault."""
        if self.folder is None and self._keeps:
            self.folder = self._stands.keep(self.course, self.seed, self._source)
        return self.folder


# Waiting for a resting table, and laying things on the simulated one.


class Resting:
    """Follows frames and reports when the table is at rest without a hand.

    `shows_hand` examines a picture with a supposed hand more closely, as it may be cards.
    """

    def __init__(self, shows_hand: Callable[[Picture], bool], seconds: float = STILL_SECONDS) -> None:
        self.seconds = seconds
        self._shows_hand = shows_hand
        self.hint = ""
        self._glimpses = Glimpses()

    def see(self, frame: Frame) -> bool:
        """Takes in a frame; returns whether the table rests in it."""
        image = np.asarray(frame.image, np.uint8)
        glimpse, hint = self._glimpses.see(image, frame.at), ""
        if glimpse.still_for < self.seconds:
            hint = "moving"
        elif glimpse.still_for < HAND_SECONDS and glimpse.hand(None) is not None and self._shows_hand(image):
            hint = "hand"
        self.hint = hint
        return not hint


def stranger(decks: Sequence[Deck], seed: int) -> Deck:
    """A deck of one card that no other has: random shapes."""
    rng = np.random.default_rng(seed)
    cards = [deck for deck in decks if deck.kind == "card"]
    size = (cards[0].width_mm, cards[0].height_mm) if cards else (63.0, 88.0)
    wide, high = round(size[0] * 6), round(size[1] * 6)
    image = np.full((high, wide, 3), 235, np.uint8)
    for _shape in range(14):
        colour = tuple(int(value) for value in rng.integers(20, 230, 3))
        x, y = int(rng.integers(0, wide)), int(rng.integers(0, high))
        if rng.random() < 0.5:
            cv2.circle(image, (x, y), int(rng.integers(wide // 20, wide // 5)), colour, -1, cv2.LINE_AA)
        else:
            w, h = (int(rng.integers(side // 12, side // 3)) for side in (wide, high))
            cv2.rectangle(image, (x, y), (x + w, y + h), colour, -1)
    back = np.full((high, wide, 3), (40, 60, 90), np.uint8)
    faces, path = (DeckFace(STRANGER, image),), Path(STRANGER)
    return Deck(name=STRANGER, path=path, width_mm=size[0], height_mm=size[1], faces=faces, backs=(back,))


def lay(
    table: SimulatedTable, asked: Asked, lying: Sequence[Asked | None], chance: Random, decks: Sequence[Deck]
) -> None:
    """Lays a thing on the simulated table as a person would: slightly off and askew."""
    aside = ASIDE_MM / 2 if asked.on is not None else ASIDE_MM
    x, y = (at + chance.uniform(-aside, aside) for at in (asked.x, asked.y))
    angle = (asked.angle + chance.uniform(-ASKEW_DEG, ASKEW_DEG)) % 360
    label, deck = asked.label, asked.deck
    if asked.trick == "stranger":
        label = deck = STRANGER
    elif asked.kind == "card" and asked.face == "down":
        labels = [face for one in decks if one.name == deck for face in one.labels]
        used = {one.label for one in lying if one is not None}
        label = chance.choice([face for face in labels if face not in used] or labels or [None])
    if asked.kind != "card":
        angle = chance.uniform(0, 360)
    face, wide, high = asked.face or "up", asked.width_mm, asked.height_mm
    thing = Laid(asked.kind, label, x, y, angle, face=face, deck=deck, width_mm=wide, height_mm=high)
    table.change(lambda top: top.added(thing))
