"""Enrols a deck card by card under a camera: the due card, the taken ones, the refusals; and its page.

Command and screen share it. Rule kept: a card is on disk before the next is asked for, so that an abort loses
nothing.
"""

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import count, islice
from pathlib import Path
from random import Random
from typing import Any, Literal

from companion.game import Game, Setup, checked
from companion.language import number
from companion.sight import Face, Table
from ui.box.camera import Onlooker
from ui.box.eyes import disc_decks, lying_decks, own_decks, painted_discs
from ui.box.opening import SIMULATED
from ui.faces.face import DiscDeck
from ui.owned.cameras import open_camera
from ui.owned.tribes import labels_of
from ui.places import bin_folder, data_home, decks_folder
from ui.present.models import Banner, Button, Shown, StepModel, StepPage, Weight, notice
from ui.present.names import card_name, label_words
from ui.present.touches import LeaveSteps, Touch, Typed, do
from ui.words import _, for_players, several
from vision.arrays import Picture
from vision.decks.alike import LookAlike
from vision.decks.deck import CardSize, Deck, EnrolFault, label_fault, side_by_side, write_jpeg
from vision.enrolling.folder import Draft, Outcome
from vision.enrolling.live import CARDS, DISCS, CardWatch, Subject
from vision.painted.painter import Ground, Painter
from vision.painted.standpoint import CameraPose
from vision.painted.tabletop import Laid, TableTop
from vision.sources.frames import Frame, FrameSource

BACK = "back"
DISC_OFF = 0.05
"""Maximum deviation of a disc from the usual size, as a share; beyond it the edge was missed."""


@dataclass(frozen=True, slots=True, eq=False)
class Pair:
    """Two cards that look alike: names, distance, a picture of both and its file."""

    one: str
    other: str
    distance: float
    picture: Picture
    file: Path

    @classmethod
    def of(cls, one: str, first: Picture, other: str, second: Picture, far: float, deck: str) -> "Pair":
        """Two cards of a deck as a pair; its picture is written if the disk allows it."""
        picture = side_by_side(first, second)
        file = drafts_folder() / "compared" / deck / f"{one} and {other}.jpg"
        with suppress(OSError):  # a full disk is reported when the card itself is written
            write_jpeg(file, picture)
        return cls(one, other, far, picture, file)


def drafts_folder() -> Path:
    return data_home() / "enrolling"


class Enrolling:
    """One deck being enrolled. `said`: the result of the last card; `trouble`: whether it was refused.

    `subject`: cards or discs. `folder`: the finished deck's; `pairs`: all pairs that were shown. `resumed`: a
    draft of that name is continued. `labels`: the next cards; `faces`: a known deck's cards with their words,
    if any. `outcomes`: the result of each card laid. Not thread-safe.
    """

    said, trouble, waits_for_back = "", False, False
    pair: Pair | None = None

    def __init__(
        self,
        name: str,
        size: CardSize | None = None,
        table: Table | None = None,
        *,
        first_empty: bool = True,
        folder: Path | None = None,
        subject: Subject = CARDS,
    ) -> None:
        self.name, self.size, self.table, self.subject = name, size, table, subject
        self.folder = folder or decks_folder() / name
        self.draft = Draft(drafts_folder() / name, subject)
        self.resumed = bool(self.draft.cards)
        self.watch = CardWatch(size, table, first_empty=first_empty, subject=subject)
        self.labels: list[str] = []
        self.faces: dict[str, str] = {}
        self.pairs: list[Pair] = []
        self.outcomes: list[Outcome] = []
        self._across: dict[str, float] = {}

    @property
    def has_back(self) -> bool:
        return any(card.label.lower().startswith(BACK) for card in self.draft.cards)

    def back_next(self) -> None:
        """Toggles whether the next card is the back (laid face down)."""
        self.waits_for_back = not self.waits_for_back
        self.watch.forget_last()

    def skip_card(self) -> None:
        self.labels = self.labels[1:]

    def empty_again(self) -> None:
        self.watch.learn_empty()

    def undo_card(self) -> None:
        """Removes the last card; a known one is due again."""
        if cards := self.draft.cards:
            self.draft.drop(cards[-1].number)
            self.watch.forget_last()
            label = cards[-1].label
            self.said, self.trouble, self.pair = _("{card} taken out").format(card=label), False, None
            self.labels = [label, *self.labels] if label in self.faces else self.labels

    def see(self, picture: Picture) -> Outcome | None:
        """Looks at a picture; the result of a card once it is fully seen. Raises EnrolFault."""
        pictures = self.watch.see(picture)
        return None if pictures is None else self.add(pictures)

    def add(self, pictures: tuple[Picture, ...]) -> Outcome:
        """Takes a card from rectified pictures. Raises EnrolFault."""
        label = BACK if self.waits_for_back else self.labels[0] if self.labels else None
        if label == BACK and self.has_back:
            label = f"{BACK}-{sum(card.label.startswith(BACK) for card in self.draft.cards) + 1}"
        outcome = self.draft.add(pictures, label, self.size)
        self.outcomes.append(outcome)
        self.trouble, self.pair = not outcome.taken, None
        if outcome.taken:
            self.waits_for_back = False
            self.labels = [label for label in self.labels if label != outcome.label]
            taken = _("{card} taken").format(card=outcome.label)
            self.said = "; ".join((taken, *outcome.warnings))
            self._measure(outcome.label)
        else:
            self.said = _("not taken: {why}").format(why=outcome.why)
        if outcome.like is not None and pictures:
            name, other, _own, far = outcome.like
            self.pair = Pair.of(name, other, outcome.label, pictures[-1], far, self.name)
            self.pairs.append(self.pair)
        return outcome

    def _measure(self, label: str) -> None:
        """Removes discs whose size deviates from most, as their edge was missed; they are due again.

        In play discs are told apart by size; a card's outline is reliable.
        """
        last, size = self.watch.last_mm, self.watch.measured
        if self.subject.kind != "disc" or last is None:
            return
        self._across[label] = last[0]
        if size is None:
            return
        for card in self.draft.cards:
            across = self._across.get(card.label, size.width_mm)
            if abs(across / size.width_mm - 1) > DISC_OFF:
                self.draft.drop(card.number)
                del self._across[card.label]
                self.labels = [card.label, *self.labels]
                self.said = _(
                    "{card} is out again: it looked {across} mm across, most are {usual};"
                    " lay it once more, elsewhere"
                ).format(card=card.label, across=number(across), usual=number(size.width_mm, 1, at_most=True))
                self.trouble = True

    def finish(self, *, replace: bool = False) -> tuple[Deck, tuple[Pair, ...]]:
        """Makes the deck and moves an old one to the bin; also its similar pairs. Raises EnrolFault."""
        size, bin = self.size or self.watch.measured, bin_folder() if replace else None
        deck, alike = self.draft.finish(self.folder, size, self.folder.name, bin)
        return deck, pairs_of(deck, alike)


def pairs_of(deck: Deck, alike: Sequence[LookAlike]) -> tuple[Pair, ...]:
    """Faces of a deck side by side, each pair also as a small JPEG beside the drafts."""
    name = deck.path.name
    return tuple(Pair.of(p.a, deck.face(p.a), p.b, deck.face(p.b), p.distance, name) for p in alike)


# A simulated table on which the program lays cards or discs by itself, to try out enrolling.

EMPTY_FRAMES, CARD_FRAMES = 3, 6
SIZE, FRAME_SECONDS = (1920, 1080), 0.1
MOST_TIMES = 4
ASIDE_MM, ASKEW_DEG = 12.0, 6.0


class DealtTable:
    """A frame source: the empty table, then each `wanted` card (`back…`: the back) for a few frames.

    A card that is still wanted is laid again elsewhere, as a person would; the source ends when none is
    wanted or one was laid MOST_TIMES.
    """

    trouble: str | None = None
    ended = False

    def __init__(
        self,
        table: Table,
        deck: Deck,
        wanted: Callable[[], str | None],
        seed: int = 1,
        on: Ground = "light wood",
    ) -> None:
        self._deck, self._table, self._wanted, self._chance = deck, table, wanted, Random(seed)
        self._painter = Painter(table, (deck,), CameraPose.over(table, SIZE), seed=seed, on=on)
        self._frames = self._dealt()

    def newest(self) -> Frame | None:
        frame = None if self.ended else next(self._frames, None)
        self.ended = frame is None
        return frame

    def close(self) -> None:
        self.ended = True

    def _dealt(self) -> Iterator[Frame]:
        deck, chance, numbers = self._deck, self._chance, count()
        middle = self._table.width_mm / 2, self._table.height_mm / 2
        wide, high = deck.width_mm, deck.height_mm
        top, before, times, frames = TableTop(), None, 0, EMPTY_FRAMES
        while True:
            for n in islice(numbers, frames):
                yield Frame(self._painter.paint(top, n), n * FRAME_SECONDS, n)
            label, frames = self._wanted(), CARD_FRAMES
            times, before = times + 1 if label == before else 1, label
            if label is None or times > MOST_TIMES:
                return
            x, y = (at + chance.uniform(-ASIDE_MM, ASIDE_MM) for at in middle)
            face: Face = "up"
            if deck.kind == "disc":
                angle, high = chance.uniform(0, 360), wide
            else:
                angle = chance.uniform(-ASKEW_DEG, ASKEW_DEG) % 360
                if label.startswith(BACK):
                    label, face = deck.labels[0], "down"
            laid = Laid(
                deck.kind, label, x, y, angle, face=face, deck=deck.name, width_mm=wide, height_mm=high
            )
            top = TableTop((laid,))


MOST_PAIRS = 6
Phase = Literal["what", "name", "running", "faces", "names", "finished"]
"""The page's subject: the kind of deck, its name, laying, the next face, names, or the result."""


class EnrolPage(StepPage):
    """Enrolling on the screen: the kind of deck, its name, then card by card. `asks_names`: of each card."""

    asks_names = False
    replaces = False  # whether an old deck of that name goes to the bin
    made: tuple[Deck, tuple[Pair, ...]] | None = None

    def __init__(
        self,
        table: Table | None,
        open_table: Callable[[Enrolling], FrameSource],
        discs: Sequence[DiscDeck] = (),
    ) -> None:
        self._table, self._open, self._discs = table, open_table, tuple(discs)
        self._lock, self._fault = threading.Lock(), ""
        self._last: tuple[str, str, str | None] = ("", "", None)
        self._phase: Phase | int = "what" if self._discs else "name"
        self.taking: Enrolling | None = None
        self.onlooker: Onlooker[bool] | None = None

    def tick(self) -> bool:
        taking, onlooker = self.taking, self.onlooker
        if taking is None or onlooker is None:
            return False
        onlooker.drain()
        before, self._last = self._last, (taking.watch.hint, taking.said, onlooker.trouble)
        return before != self._last

    def take(self, touch: Touch) -> bool:
        with self._lock:
            if isinstance(touch, Typed):
                self._typed(touch.text)
                return True
            return super().take(touch)

    def model(self) -> StepModel:
        taking, phase = self.taking, self._phase
        if phase == "what":
            keys = [Button(_("A deck of cards"), do(self.learn_cards), "plain", "cards")]
            keys += [
                Button(deck.title, do(self.learn_discs, deck.name), "plain", "eye") for deck in self._discs
            ]
            words = _("Lay one after another under the camera: that is all it takes.")
            banner, headline = notice("trouble", self._fault), _("What is to be learnt?")
            return StepModel(_("Enrol"), headline, (words,), banner, tuple(keys), tools=(_leave(),))
        if phase == "name" or taking is None:
            title = _("Name of the deck") + (f": {self._fault}" if self._fault else "")
            return StepModel(_("Enrol a deck"), editing=(title, ""))
        # A number as phase: the name of that card is being typed.
        if isinstance(phase, int):
            label = next(card.label for card in taking.draft.cards if card.number == phase)
            return StepModel(_("Enrol a deck"), editing=(_("Name of this card"), label))
        if phase == "finished":
            assert self.made is not None
            deck, pairs = self.made
            said = several("{n} face learnt", "{n} faces learnt", len(deck.faces))
            pictures = tuple(
                self._shown(pair, _("{one} and {other} look alike")) for pair in pairs[:MOST_PAIRS]
            )
            words = _("No two faces look alike.")
            # Similar pairs do not fail the deck: the eye tells them apart by details, or reads neither.
            if pairs:
                words = _("These are told apart by what is marked red, or left unread.")
            tools, good = (Button(_("Done"), LeaveSteps(), "main", "done"),), Banner("good", said)
            return StepModel(_("Enrolled"), body=(words,), banner=good, tools=tools, pictures=pictures)
        if phase == "running":
            return self._running(taking)
        # The choice of the next face, or of a card to rename.
        back = (Button(_("Back"), do(self.go_on), "quiet", "back"),)
        if phase == "faces":
            keys = [
                Button(self._called(label), do(self.next_face, label), "plain") for label in taking.labels
            ]
            return StepModel(self._title(taking), _("Which one is laid next?"), keys=tuple(keys), tools=back)
        cards = ((card.label, do(self.rename_card, card.number)) for card in reversed(taking.draft.cards))
        keys = [Button(self._called(label), touch, "plain", "pen") for label, touch in cards]
        return StepModel(_("Names"), banner=notice("trouble", self._fault), keys=tuple(keys), tools=back)

    def _running(self, taking: Enrolling) -> StepModel:
        taken, is_discs = len(taking.draft.cards), taking.subject.kind == "disc"
        # Count, measured size, and the next card.
        size = taking.size or taking.watch.measured
        wide, high = (
            (number(side, 1, at_most=True) for side in (size.width_mm, size.height_mm)) if size else ("", "")
        )
        if is_discs:
            said = [several("{n} disc taken", "{n} discs taken", taken)]
            measured = _("A disc is {w} mm across.").format(w=wide)
        else:
            said = [several("{n} card taken", "{n} cards taken", taken)]
            measured = _("A card measures {w} × {h} mm.").format(w=wide, h=high)
        said += [measured] if size is not None else []
        if taking.labels:
            said.append(_("Next: {card}").format(card=self._called(taking.labels[0])))
        if taking.resumed:
            said.append(_("Goes on with what was taken before."))
        # The keys besides laying the next card.
        keys: list[Button] = []
        if not is_discs:
            weight: Weight = "main" if taking.waits_for_back else "plain"
            keys.append(Button(_("The next card is the back"), do(taking.back_next), weight, "cards"))
        if taking.labels:
            words = _("Without {card}").format(card=self._called(taking.labels[0]))
            keys.append(Button(words, do(taking.skip_card), "plain", "wrong"))
        if is_discs and len(taking.labels) > 1:
            keys.append(Button(_("Another face now"), do(self.choose_face), "plain", "turn"))
        if taken:
            keys.append(Button(_("Names"), do(self.show_names), "plain", "pen"))
        keys.append(Button(_("Look at the empty table again"), do(taking.empty_again), "plain", "eye"))
        undo = Button(_("Undo last"), do(taking.undo_card), "plain", "turn", enabled=taken > 0)
        enough = taken > (0 if is_discs else 1)
        finish = Button(_("Finish"), do(self.finish_deck), "main", "done", enabled=enough)
        hint = taking.watch.hint
        hint = _("Lay the back.") if taking.waits_for_back else _(hint[:1].upper() + hint[1:]) + "."
        trouble = self._fault or (self.onlooker.trouble if self.onlooker is not None else "") or ""
        became = notice("trouble" if taking.trouble else "good", taking.said)
        return StepModel(
            self._title(taking),
            hint,
            tuple(said),
            notice("trouble", trouble) or became,
            tuple(keys),
            tools=(_leave(), undo, finish),
            pictures=() if taking.pair is None else (self._shown(taking.pair, _("{one} and {other}")),),
            live=True,
        )

    def _called(self, label: str) -> str:
        faces = self.taking.faces if self.taking is not None else {}
        return faces.get(label) or card_name(label)

    def _title(self, taking: Enrolling) -> str:
        title = next((deck.title for deck in self._discs if deck.name == taking.name), "")
        return title if title and taking.subject.kind == "disc" else label_words(taking.name)

    def _shown(self, pair: Pair, words: str) -> Shown:
        return Shown(pair.picture, words.format(one=self._called(pair.one), other=self._called(pair.other)))

    def _look(self, frame: Frame) -> bool | None:
        """Runs in the onlooker's thread."""
        taking = self.taking
        if taking is None or self._phase != "running":
            return None
        # The search needs no lock: the watch belongs to this thread.
        pictures = taking.watch.see(frame.image)
        if pictures is None:
            return None
        with self._lock:
            if self._phase != "running":  # the screen shows a question by now
                taking.watch.forget_last()
                return None
            try:
                if taking.add(pictures).taken and self.asks_names:
                    self._phase = taking.draft.cards[-1].number
            except EnrolFault as fault:
                self._fault = str(fault)
                return None
        return True

    def learn_cards(self) -> None:
        self._phase, self._fault = "name", ""

    def choose_face(self) -> None:
        self._phase = "faces"

    def show_names(self) -> None:
        self._phase = "names"

    def rename_card(self, number: int) -> None:
        self._phase, self._fault = number, ""

    def go_on(self) -> None:
        self._phase, self._fault = "running", ""

    def _typed(self, text: str | None) -> None:
        self._fault, name = "", (text or "").strip().lower().replace(" ", "-")
        if isinstance(self._phase, int):
            number, self._phase = self._phase, "running" if self.asks_names else "names"
            try:
                if text is not None:
                    self._taking.draft.rename(number, name)
            except EnrolFault as fault:
                self._fault = str(fault)
            return
        if text is None:
            self.given_up = True
            return
        self._fault = label_fault(name) or ""
        if self._fault:
            return
        taking = Enrolling(name, None, self._table)
        if taking.folder.exists():
            self._fault = _("there is one already")
        else:
            self.begin(taking, dict.fromkeys(labels_of(name), ""))

    def begin(self, taking: Enrolling, faces: dict[str, str]) -> None:
        """Opens the camera and begins, or continues a draft. `faces`: see `Enrolling`."""
        try:
            source = self._open(taking)
        except Exception as fault:  # SourceFault, not imported to keep vision out
            self._fault = for_players(fault)
            return
        if not taking.labels:
            taken = {card.label for card in taking.draft.cards}
            taking.labels = [label for label in faces if label not in taken]
        self.taking, self.parts, self._phase, taking.faces = taking, (taking,), "running", faces
        self.onlooker = Onlooker(source, self._look)
        self.onlooker.start()

    def learn_discs(self, name: str) -> None:
        """Enrols a game's discs; the old ones are replaced at the end."""
        deck = next(deck for deck in self._discs if deck.name == name)
        self._fault = ""
        self.begin(Enrolling(deck.name, None, deck.table, subject=DISCS), dict(deck.faces))

    @property
    def _taking(self) -> Enrolling:
        assert self.taking is not None
        return self.taking

    def next_face(self, label: str) -> None:
        taking = self._taking
        taking.labels = [label, *(other for other in taking.labels if other != label)]
        self._phase = "running"

    def finish_deck(self) -> None:
        taking, self._fault = self._taking, ""
        if taking.subject.kind == "card" and not taking.has_back:
            self._fault = _("The back is missing: touch “The next card is the back” and lay one face down.")
            return
        try:
            self.made = taking.finish(replace=self.replaces or taking.subject.kind == "disc")
        except EnrolFault as fault:
            self._fault = str(fault)
            return
        self._phase = "finished"


def _leave() -> Button:
    return Button(_("Leave"), LeaveSteps(), "quiet", "back")


def begin_enrolling(game: Game[Any], setup: Setup, source: str, clock: Callable[[], float]) -> EnrolPage:
    """An enrolling page for a game's mat; the camera opens once the deck has a name."""

    def frames(taking: Enrolling) -> FrameSource:
        return simulated_frames(game, taking) if source == SIMULATED else open_camera(source, clock=clock)

    return EnrolPage(game.table(setup), frames, disc_decks(game, setup))


def simulated_frames(game: Any, taking: Enrolling) -> FrameSource:
    """Cards of a game's first deck, or the discs being enrolled, laid on the painted table in turn."""
    taken = {card.label for card in taking.draft.cards}
    table = taking.table or game.table(checked(game, Setup(game.seats[0])))
    named: tuple[str, ...] = ()
    if taking.subject.kind == "disc":
        deck = painted_discs(taking.name)
    else:
        (deck,), named = lying_decks(own_decks(game)[:1], painted=True), ("back",)
    taking.labels = taking.labels or [label for label in (*deck.labels, *named) if label not in taken]
    return DealtTable(table, deck, lambda: next(iter(taking.labels), None))
