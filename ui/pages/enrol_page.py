"""Learning a deck as the people at the screen do it: name it, leave the table empty, then card after card."""

import threading
from collections.abc import Callable, Sequence
from typing import Any, Literal

from companion.game import Game, Setup, checked
from companion.language import number
from companion.sight import Table
from ui.box.camera import Onlooker
from ui.box.eyes import disc_decks, lying_decks, own_decks, painted_discs
from ui.box.opening import SIMULATED
from ui.enrolling.taking import DealtTable, Enrolling, Pair
from ui.faces.face import DiscDeck
from ui.owned.cameras import open_camera
from ui.owned.tribes import labels_of
from ui.present.models import Banner, Button, Shown, StepModel, StepPage, Weight, notice
from ui.present.names import card_name, label_words
from ui.present.touches import LeaveSteps, Touch, Typed, do
from ui.words import _, for_players, several
from vision.decks.deck import Deck, EnrolFault, label_fault
from vision.enrolling.live import DISCS
from vision.sources.frames import Frame, FrameSource

MOST_PAIRS = 6
Phase = Literal["what", "name", "running", "faces", "names", "finished"]
"""What the page is about: what is to be learnt, the deck's name, laying, which face is next, names, or the outcome."""


class EnrolPage(StepPage):
    """One deck being learnt: what it is, for cards its name, then one after another. `asks_names`: of each card."""

    asks_names = False
    replaces = False  # whether a deck of the name that is there already goes to the bin
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
            if pairs:
                words = _("These are told apart by what is marked red, or left unread.")
            tools, good = (Button(_("Done"), LeaveSteps(), "main", "done"),), Banner("good", said)
            return StepModel(_("Enrolled"), body=(words,), banner=good, tools=tools, pictures=pictures)
        if phase == "running":
            return self._running(taking)
        # Which face is laid next, or which card is to be called otherwise.
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
        # How many were taken, how large they are, and what comes next.
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
        # What may be done besides laying the next one.
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
        """In the onlooker's thread."""
        taking = self.taking
        if taking is None or self._phase != "running":
            return None
        # The picture is searched with nothing locked: the watch is this thread's own.
        pictures = taking.watch.see(frame.image)
        if pictures is None:
            return None
        with self._lock:
            if self._phase != "running":  # a question about the cards is on the screen meanwhile
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
        """Opens the camera and begins; a draft is gone on with where it ended. `faces`: see `Enrolling`."""
        try:
            source = self._open(taking)
        except Exception as fault:  # SourceFault; vision's own, which this file does not import for one word
            self._fault = for_players(fault)
            return
        if not taking.labels:
            taken = {card.label for card in taking.draft.cards}
            taking.labels = [label for label in faces if label not in taken]
        self.taking, self.parts, self._phase, taking.faces = taking, (taking,), "running", faces
        self.onlooker = Onlooker(source, self._look)
        self.onlooker.start()

    def learn_discs(self, name: str) -> None:
        """Learns a game's discs; those learnt before are replaced once this is finished."""
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
    """Learning a deck on a game's mat; the camera is opened once the deck has a name."""

    def frames(taking: Enrolling) -> FrameSource:
        return simulated_frames(game, taking) if source == SIMULATED else open_camera(source, clock=clock)

    return EnrolPage(game.table(setup), frames, disc_decks(game, setup))


def simulated_frames(game: Any, taking: Enrolling) -> FrameSource:
    """Cards of a game's first deck, or the discs that are being learnt, laid on the painted table one by one."""
    taken = {card.label for card in taking.draft.cards}
    table = taking.table or game.table(checked(game, Setup(game.seats[0])))
    named: tuple[str, ...] = ()
    if taking.subject.kind == "disc":
        deck = painted_discs(taking.name)
    else:
        (deck,), named = lying_decks(own_decks(game)[:1], painted=True), ("back",)
    taking.labels = taking.labels or [label for label in (*deck.labels, *named) if label not in taken]
    return DealtTable(table, deck, lambda: next(iter(taking.labels), None))
