"""Learning a deck as the people at the screen do it: name it, leave the table empty, then card after card."""

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from companion.sight import Table
from ui.enrolling import Enrolling, Pair
from ui.onlooker import Onlooker
from ui.present.models import Action, Banner, Button
from ui.present.names import label_words
from ui.present.steps import Shown, StepModel
from ui.tribes_agreed import labels_of
from ui.words import _, several
from vision.deck_writing import EnrolFault, label_fault

if TYPE_CHECKING:
    from vision.frames import Frame, FrameSource

MOST_PAIRS = 6


class EnrolSide:
    """One deck being learnt at the screen. `open_table` gives the frames for an Enrolling. Begins with its name."""

    def __init__(self, table: Table | None, open_table: Callable[[Enrolling], "FrameSource"]) -> None:
        self._table, self._open = table, open_table
        self._lock = threading.Lock()
        self._fault = ""
        self._pairs: tuple[Pair, ...] = ()
        self._renaming: int | None = None
        self._phase = "name"
        self._done = ""
        self.taking: Enrolling | None = None
        self.onlooker: Onlooker[bool] | None = None

    @property
    def frame(self) -> "Frame | None":
        return None if self.onlooker is None else self.onlooker.frame

    def start(self) -> None:
        """Nothing runs before the deck has a name."""

    def close(self) -> None:
        if self.onlooker is not None:
            self.onlooker.close()

    def tick(self) -> bool:
        """Whether the screen may have to change."""
        taking, onlooker = self.taking, self.onlooker
        if taking is None or onlooker is None:
            return False
        onlooker.drain()
        now = (taking.hint, taking.said, onlooker.trouble)
        changed = now != self._last
        self._last = now
        return changed

    _last: tuple[str, str, str | None] = ("", "", None)

    def send(self, action: Action) -> bool:
        """Does what a touch asks for; False for what is none of its business."""
        doer = getattr(self, f"_do_{action.name}", None)
        if doer is None:
            return False
        with self._lock:
            doer(action.about)
        return True

    def model(self) -> StepModel:
        """What the screen shows."""
        leave = Button(_("Leave"), Action("leave_steps"), "quiet", "back")
        if self._phase == "name" or self.taking is None:
            title = _("Name of the deck") + (f": {self._fault}" if self._fault else "")
            return StepModel(_("Enrol a deck"), "", editing=(title, ""))
        if self._renaming is not None:
            card = next(card for card in self.taking.draft.cards if card.number == self._renaming)
            return StepModel(_("Enrol a deck"), "", editing=(_("Name of this card"), card.label))
        if self._phase == "names":
            return self._names(leave)
        return self._finished() if self._phase == "finished" else self._running(self.taking, leave)

    def _running(self, taking: Enrolling, leave: Button) -> StepModel:
        cards = taking.draft.cards
        trouble = self._fault or (self.onlooker.trouble if self.onlooker is not None else None)
        banner = None
        if trouble:
            banner = Banner("trouble", trouble)
        elif taking.said:
            banner = Banner("trouble" if taking.trouble else "good", taking.said)
        size = taking.size or taking.watch.measured
        body = [several("{n} card taken", "{n} cards taken", len(cards))]
        if size is not None:
            body.append(_("A card measures {w:g} × {h:g} mm.").format(w=size.width_mm, h=size.height_mm))
        if taking.labels:
            body.append(_("Next: {card}").format(card=label_words(taking.labels[0])))
        if taking.resumed:
            body.append(_("Goes on with what was taken before."))
        pictures: list[Shown] = []
        if taking.pair is not None:
            names = _("{one} and {other}").format(
                one=label_words(taking.pair.one), other=label_words(taking.pair.other)
            )
            pictures.append(Shown(taking.pair.picture, names))
        keys = [
            Button(
                _("The next card is the back"),
                Action("back_next"),
                "main" if taking.waits_for_back else "plain",
                "cards",
            )
        ]
        if taking.labels:
            words = _("Without {card}").format(card=label_words(taking.labels[0]))
            keys.append(Button(words, Action("skip_card"), "plain", "wrong"))
        if cards:
            keys.append(Button(_("Names"), Action("names"), "plain", "pen"))
        keys.append(Button(_("Look at the empty table again"), Action("empty_again"), "plain", "eye"))
        undo = Button(_("Undo last"), Action("undo_card"), "plain", "turn", enabled=bool(cards))
        finish = Button(_("Finish"), Action("finish_deck"), "main", "done", enabled=len(cards) > 1)
        hint = (
            _("Lay the back.")
            if taking.waits_for_back
            else _(taking.hint[:1].upper() + taking.hint[1:]) + "."
        )
        return StepModel(
            label_words(taking.name),
            hint,
            tuple(body),
            banner,
            tuple(keys),
            (leave, undo, finish),
            tuple(pictures),
        )

    def _names(self, _leave: Button) -> StepModel:
        assert self.taking is not None
        keys = tuple(
            Button(label_words(card.label), Action("rename_card", card.number), "plain", "pen")
            for card in reversed(self.taking.draft.cards)
        )
        tools = (Button(_("Back"), Action("running"), "main", "back"),)
        banner = Banner("trouble", self._fault) if self._fault else None
        return StepModel(_("Names"), "", (), banner, keys, tools, live=False)

    def _finished(self) -> StepModel:
        shown = tuple(
            Shown(
                pair.picture,
                _("{one} and {other} look alike").format(
                    one=label_words(pair.one), other=label_words(pair.other)
                ),
            )
            for pair in self._pairs[:MOST_PAIRS]
        )
        words = (
            (_("No two faces look alike."),)
            if not self._pairs
            else (_("These are told apart by what is marked red, or left unread."),)
        )
        done = Button(_("Done"), Action("leave_steps"), "main", "done")
        return StepModel(_("Enrolled"), "", words, Banner("good", self._done), (), (done,), shown, live=False)

    def _look(self, frame: "Frame") -> bool | None:
        """In the onlooker's thread."""
        with self._lock:
            if self.taking is None or self._phase != "running" or self._renaming is not None:
                return None
            try:
                return True if self.taking.see(frame.image) is not None else None
            except EnrolFault as fault:
                self._fault = str(fault)
                return None

    def begin_by_hand(self, name: str, open_table: Callable[[Enrolling], "FrameSource"]) -> None:
        """Begins a deck whose onlooker is stepped by hand: for tests and pictures. What is left of it is forgotten."""
        self.taking = Enrolling(name, None, self._table)
        self.taking.draft.discard()
        self._phase = "running"
        self.onlooker = Onlooker(open_table(self.taking), self._look)

    def _do_typed(self, text: str | None) -> None:
        self._fault = ""
        if self._renaming is not None:
            self._rename(text)
            return
        if text is None:
            self._phase = "given up"
            return
        name = text.strip().lower().replace(" ", "-")
        wrong = label_fault(name)
        if wrong is not None:
            self._fault = wrong
            return
        taking = Enrolling(name, None, self._table)
        if taking.folder.exists():
            self._fault = _("there is one already")
            return
        try:
            source = self._open(taking)
        except Exception as fault:  # SourceFault; vision's own, which this file does not import for one word
            self._fault = str(fault)
            return
        if not taking.labels:
            taken = {card.label for card in taking.draft.cards}
            taking.labels = [label for label in labels_of(name) if label not in taken]
        self.taking, self._phase = taking, "running"
        self.onlooker = Onlooker(source, self._look)
        self.onlooker.start()

    @property
    def given_up(self) -> bool:
        return self._phase == "given up"

    def _rename(self, text: str | None) -> None:
        number, self._renaming = self._renaming, None
        if text is None or number is None or self.taking is None:
            return
        try:
            self.taking.draft.rename(number, text.strip().lower().replace(" ", "-"))
        except EnrolFault as fault:
            self._fault = str(fault)

    def _do_back_next(self, _about: object) -> None:
        assert self.taking is not None
        self.taking.take_back_next(not self.taking.waits_for_back)

    def _do_undo_card(self, _about: object) -> None:
        """The last card again; of a deck whose cards are known it is the next."""
        assert self.taking is not None
        label = self.taking.undo()
        if label is not None and label in labels_of(self.taking.name):
            self.taking.labels = [label, *self.taking.labels]

    def _do_skip_card(self, _about: object) -> None:
        assert self.taking is not None
        self.taking.labels = self.taking.labels[1:]

    def _do_empty_again(self, _about: object) -> None:
        assert self.taking is not None
        self.taking.watch.learn_empty()

    def _do_names(self, _about: object) -> None:
        self._phase = "names"

    def _do_running(self, _about: object) -> None:
        self._phase, self._fault = "running", ""

    def _do_rename_card(self, number: int) -> None:
        self._renaming, self._fault = number, ""

    def _do_finish_deck(self, _about: object) -> None:
        assert self.taking is not None
        self._fault = ""
        if not self.taking.has_back:
            self._fault = _("The back is missing: touch “The next card is the back” and lay one face down.")
            return
        try:
            deck, self._pairs = self.taking.finish()
        except EnrolFault as fault:
            self._fault = str(fault)
            return
        self._done = several("{n} face learnt", "{n} faces learnt", len(deck.faces))
        self._phase = "finished"


def simulated_frames(game: Any, taking: Enrolling) -> "FrameSource":
    """Cards of a game's first deck laid on the painted table one after another."""
    from companion.game import Setup, checked
    from ui.dealt import DealtTable
    from ui.eyes import load_decks, own_decks

    deck = load_decks(own_decks(game)[:1])[0]
    table = game.table(checked(game, Setup(game.seats[0])))
    taken = {card.label for card in taking.draft.cards}
    taking.labels = [label for label in (*deck.labels, "back") if label not in taken]
    return DealtTable(table, deck, lambda: next(iter(taking.labels), None))
