"""Building tribes as people at the screen do it: a list of tribes, the builder, and the cards with their numbers.

Rule kept: nothing is written before “Save”; nothing that was changed is left without asking.
"""

from typing import Any, Literal, assert_never

import msgspec

from companion.games.zoon.family.deck import Army, Format
from companion.games.zoon.family.tribes import FORMATS, Mend, Mending, changed, limits, totals
from ui.box.eyes import card_faces
from ui.faces.step_page import StepPage
from ui.owned.card_words import words_of
from ui.owned.tribe_words import format_words, limit_words, mend_words, sentence
from ui.owned.tribes import Owned, OwnersFault, forget_army, free_name, keep_army, owned
from ui.pages.card_side import CardSide
from ui.present.models import Banner, Button
from ui.present.steps import StepModel
from ui.present.touches import Do, LeaveSteps, Touch, Typed, do
from ui.present.tribes import (
    MINE,
    MOST_MENDS,
    TABS,
    TRUMPS,
    TYPES,
    BrokenRow,
    BuilderModel,
    CardFormModel,
    CardRow,
    cards_of,
    corner_signs,
    gauges,
    kept_line,
    trump_line,
    well_words,
    zoon_line,
)
from ui.words import _, several

DECIDED = ("show_list", "save_and_leave", "throw_away", "save_card")
"""What is said where something was not saved and people are on their way home: then they go there."""
Shown = StepModel | BuilderModel | CardFormModel
Phase = Literal["list", "format", "base", "build", "more", "name", "leaving", "deleting"]


class TribeSide(StepPage):
    """The pages of tribes. Begins with the list of those that were built."""

    def __init__(self) -> None:
        self.have: Owned = owned()
        self.given_up = False
        self.faces = card_faces()
        self._phase: Phase = "list"
        self._id = ""
        self._army = Army(())
        self._before: list[Army] = []
        self._kept: Army | None = None
        self._tab = MINE
        self._fault = ""
        self._cards: CardSide | None = None
        self._homeward = False

    def take(self, touch: Touch) -> bool:
        """Does what a touch asks for; False for what is none of its business."""
        homeward, self._homeward = self._homeward, False
        taken = self._taken(touch)
        decided = isinstance(touch, Do) and touch.method.__name__ in DECIDED
        self.given_up = homeward and decided and self._phase != "leaving" and not self.asks_before_home()
        return taken

    def _taken(self, touch: Touch) -> bool:
        if self._cards is not None and self._phase != "leaving":
            taken = self._cards.take(touch)
            if self._cards.given_up:
                self._cards, self.have = None, owned()
            return taken
        self._fault = ""
        if isinstance(touch, Typed):
            self._name_typed(touch.text)
            return True
        return super().take(touch)

    def model(self) -> Shown:
        if self._cards is not None and self._phase != "leaving":
            return self._cards.model()
        match self._phase:
            case "list":
                return self._list_model()
            case "format":
                return self._format_model()
            case "base":
                return self._base_model()
            case "build":
                return self._build_model()
            case "more":
                return self._more_model()
            case "name":
                return self._name_model()
            case "leaving":
                return self._leaving_model()
            case "deleting":
                return self._deleting_model()
            case _:
                assert_never(self._phase)

    # what is shown

    def _list_model(self) -> StepModel:
        known = self.have.facts
        keys = [
            Button(army.name or id, do(self.open_tribe, id), "plain", "cards", kept_line(army, known))
            for id, army in self.have.armies.items()
        ]
        new = Button(_("New tribe"), do(self.new_tribe), "plain" if keys else "main", "plus")
        numbers = Button(
            _("Cards and their numbers"), do(self.edit_cards), "plain", "pen",
            _("Correct what is different on your printed card, or enter cards of a tribe that is missing here."),
        )  # fmt: skip
        fault = self._fault or next(iter(self.have.faults.values()), "")
        return StepModel(
            _("Tribes"),
            banner=Banner("trouble", fault) if fault else None,
            keys=(*keys, new, numbers),
            tools=(Button(_("Back"), LeaveSteps(), "quiet", "back"),),
        )

    def _format_model(self) -> StepModel:
        details = {
            "tribal": _("All cards from one tribe."),
            "continental": _("All cards from one continent."),
            "mondial": _("Any cards."),
        }
        chosen = self._kept is not None or bool(self._before) or bool(self._army.zoons)
        keys = tuple(
            Button(
                format_words(format), do(self.choose_format, format),
                "chosen" if chosen and format == self._army.format else "plain", "cards", details[format],
            )
            for format in FORMATS
        )  # fmt: skip
        back = Button(_("Back"), do(self.show_more) if chosen else do(self.show_list), "quiet", "back")
        return StepModel(_("Format"), keys=keys, tools=(back,))

    def _base_model(self) -> StepModel:
        known = self.have.facts
        sold = [tribe for tribe in known.tribes if known.own_twelve(tribe)]
        keys = (
            Button(_("Nothing"), do(self.begin_from, ""), "plain", "plus", _("An empty tribe.")),
            *(
                Button(known.tribes[tribe], do(self.begin_from, tribe), "plain", "cards", _("As it is sold."))
                for tribe in sold
            ),
        )
        back = Button(_("Back"), do(self.new_tribe), "quiet", "back")
        return StepModel(_("Begin with"), keys=keys, tools=(back,))

    def _build_model(self) -> BuilderModel:
        tools = (
            Button(_("Back"), do(self.leave), "quiet", "back"),
            Button(_("Undo"), do(self.undo), "plain", "turn", enabled=bool(self._before)),
            Button(_("More"), do(self.show_more), "plain", "menu"),
            Button(_("Save"), do(self.save), "main", "done", enabled=self._is_changed),
        )
        army, known = self._army, self.have.facts
        sums, broken = totals(army, known), self._broken()
        well = Banner("good", _("This tribe can be played."), well_words(army, known, sums))
        return BuilderModel(
            Button(f"{army.name} · {format_words(army.format)}", do(self.show_more), "plain", "pen"),
            self._tab,
            gauges(sums),
            tuple(self._tab_key(tab) for tab in TABS),
            tuple(self._row(card) for card in cards_of(self._tab, army, known)),
            _("No card yet: choose a type, then touch +.")
            if self._tab == MINE
            else _("There is no such card."),
            broken,
            None if broken else well,
            self._banner(),
            tools,
        )

    def _tab_key(self, tab: str) -> Button:
        words = {MINE: _("Chosen"), TRUMPS: _("Trumps"), **words_of("many-of-type")}[tab]
        return Button(words, do(self.show_tab, tab), "chosen" if tab == self._tab else "plain")

    def _row(self, card: str) -> CardRow:
        army, known = self._army, self.have.facts
        zoon, trump = known.zoons.get(card), known.trumps.get(card)
        if zoon is not None:
            line = zoon_line(zoon, army, known)
        else:
            line = trump_line(known.trumps[card], known, tribal=army.format == "tribal")
        count = (*army.zoons, *army.trumps).count(card)
        corners = zoon.corners if zoon is not None else trump.corners if trump is not None else None
        return CardRow(
            known.name(card),
            line,
            (zoon or known.trumps[card]).tribe,
            card,
            corner_signs(corners) if corners is not None else (),
            count,
            do(self.edit_card, card),
            Button("−", do(self.less_card, card), "plain", enabled=count > 0),
            Button("+", do(self.add_card, card), "plain"),
        )

    def _broken(self) -> tuple[BrokenRow, ...]:
        """Every broken limit with its mends; of several first what mends them all."""
        army, known = self._army, self.have.facts
        found, mending, sums = limits(army, known), Mending(army, known), totals(army, known)
        rows = [
            BrokenRow(limit_words(limit, sums, known), tuple(map(self._mend, mending.of(limit)[:MOST_MENDS])))
            for limit in found
        ]
        whole = mending.all() if len(found) > 1 else None
        if whole is not None:
            words = several("{n} limit broken", "{n} limits broken", len(found))
            rows.insert(0, BrokenRow(words, (self._mend(whole),)))
        return tuple(rows)

    def _mend(self, mend: Mend) -> Button:
        words = sentence(mend_words(mend, self.have.facts)).rstrip(".")
        return Button(words, do(self.take_mend, mend), "main" if mend.whole else "plain")

    def _more_model(self) -> StepModel:
        keys = (
            Button(_("Name"), do(self.rename), "plain", "pen", self._army.name),
            Button(_("Format"), do(self.show_formats), "plain", "cards", format_words(self._army.format)),
            Button(_("Duplicate"), do(self.duplicate), "plain", "plus", _("Go on with a copy.")),
            Button(_("Delete"), do(self.delete_tribe), "danger", "wrong"),
        )
        back = Button(_("Back"), do(self.build), "quiet", "back")
        return StepModel(self._army.name, banner=self._banner(), keys=keys, tools=(back,))

    def _name_model(self) -> StepModel:
        return StepModel(_("Tribes"), editing=(_("Name of the tribe"), self._army.name), names=True)

    def _leaving_model(self) -> StepModel:
        keys = (
            Button(_("Save"), do(self.save_and_leave), "main", "done"),
            Button(_("Leave without saving"), do(self.show_list), "danger", "wrong"),
            Button(_("Go on building"), do(self.build), "plain", "back"),
        )
        with_card = self._cards is not None
        words = _("Neither the tribe nor the card is saved yet") if with_card else _("Not saved yet")
        return StepModel(self._army.name, words, banner=self._banner(), keys=keys, tools=())

    def _deleting_model(self) -> StepModel:
        keys = (
            Button(_("Delete"), do(self.really_delete_tribe), "danger", "wrong"),
            Button(_("Keep"), do(self.show_more), "main", "back"),
        )
        words = _("Delete {name}?").format(name=self._army.name)
        return StepModel(self._army.name, words, banner=self._banner(), keys=keys, tools=())

    def _banner(self) -> Banner | None:
        return Banner("trouble", self._fault) if self._fault else None

    @property
    def _is_changed(self) -> bool:
        return self._army != self._kept

    # what touches do

    def new_tribe(self) -> None:
        self._begin("", Army(()), None)
        self._phase = "format"

    def open_tribe(self, id: str) -> None:
        army = self.have.armies[id]
        self._begin(id, army if army.name else msgspec.structs.replace(army, name=id), army)

    def edit_cards(self) -> None:
        self._cards = CardSide(self.have)

    def edit_card(self, card: str) -> None:
        self._cards = CardSide(self.have, card)

    def show_list(self) -> None:
        """Back to the list, whatever was changed."""
        self.have, self._phase, self._cards = owned(), "list", None

    def show_formats(self) -> None:
        self._phase = "format"

    def choose_format(self, format: Format) -> None:
        army = msgspec.structs.replace(self._army, format=format)
        if army.name:
            self._change(army)
            self._phase = "build"
        else:
            self._army, self._phase = army, "base"

    def begin_from(self, tribe: str) -> None:
        """Begins with a tribe as it is sold; with an empty one where it has no name."""
        known = self.have.facts
        name = known.tribes.get(tribe, "")
        names = [army.name for army in self.have.armies.values()]
        title = _("My {tribe}").format(tribe=name) if name else _("My tribe")
        number = next(
            n for n in range(1, len(names) + 2) if (title if n == 1 else f"{title} {n}") not in names
        )
        cards = (known.own_twelve(tribe), known.own_trumps(tribe)) if tribe else ((), ())
        self._begin("", Army(*cards, title if number == 1 else f"{title} {number}", self._army.format), None)

    def _begin(self, id: str, army: Army, kept: Army | None) -> None:
        self._id, self._army, self._kept, self._before = id, army, kept, []
        self._phase, self._tab = "build", MINE if army.zoons else TYPES[0]

    def show_tab(self, tab: str) -> None:
        self._tab = tab

    def add_card(self, card: str) -> None:
        self.take_mend(Mend(put=(card,)))

    def less_card(self, card: str) -> None:
        if card in (*self._army.zoons, *self._army.trumps):
            self.take_mend(Mend(out=(card,)))

    def take_mend(self, mend: Mend) -> None:
        """What is proposed to put a tribe right."""
        self._change(changed(self._army, mend, self.have.facts))

    def undo(self) -> None:
        if self._before:
            self._army = self._before.pop()

    def _change(self, army: Army) -> None:
        if army != self._army:
            self._before.append(self._army)
            self._army = army

    def build(self) -> None:
        """Back to the tribe that is being built."""
        self._phase = "build"

    def show_more(self) -> None:
        self._phase = "more"

    def rename(self) -> None:
        self._phase = "name"

    def _name_typed(self, text: str | None) -> None:
        self._phase = "build"
        if text is not None and text.strip():
            self._change(msgspec.structs.replace(self._army, name=text.strip()))

    def delete_tribe(self) -> None:
        self._phase = "deleting"

    def duplicate(self) -> None:
        names = {army.name for army in self.have.armies.values()} | {self._army.name}
        number = next(n for n in range(2, len(names) + 3) if f"{self._army.name} {n}" not in names)
        copy = msgspec.structs.replace(self._army, name=f"{self._army.name} {number}")
        self._begin("", copy, None)

    def really_delete_tribe(self) -> None:
        try:
            if self._id:
                forget_army(self._id)
        except OwnersFault as fault:
            self._fault = str(fault)
            return
        self.show_list()

    def leave(self) -> None:
        """Back to the list; what was changed is asked about."""
        if self._is_changed:
            self._phase = "leaving"
        else:
            self.show_list()

    def save(self) -> None:
        taken = {*self.have.facts.tribes, *self.have.armies, *(file.stem for file in self.have.faults)}
        id = self._id or free_name(self._army.name, taken)
        try:
            keep_army(id, self._army)
        except OwnersFault as fault:
            self._fault = str(fault)
            return
        self._id, self._kept = id, self._army
        self.have = owned()

    def save_and_leave(self) -> None:
        if self._cards is not None:
            self._cards.save_card()
            if self._cards.is_changed:
                self._phase = "build"  # the form says what is still wrong with the card
                return
            self._cards = None
        self.save()
        if not self._fault:
            self.show_list()

    def asks_before_home(self) -> bool:
        """Whether something is not saved yet; then the page says so, and people decide."""
        if not self._is_changed or not self._army.name or self._phase in ("list", "leaving"):
            self._homeward = self._cards is not None and self._cards.asks_before_home()
            return self._homeward
        if self._cards is not None and not self._cards.is_changed:
            self._cards = None
        self._phase, self._homeward = "leaving", True
        return True

    def way_back(self) -> Touch:
        """What the Esc key asks for."""
        tools: Any = getattr(self.model(), "tools", ())
        return tools[0].action if tools else do(self.build)
