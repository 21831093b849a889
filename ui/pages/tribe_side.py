"""Building tribes as people at the screen do it: a list of tribes, the builder, and the cards with their numbers.

Rule kept: nothing is written before “Save”; nothing that was changed is left without asking.
"""

from collections import Counter
from typing import Any

import msgspec

from companion.kits.tribes import FORMATS
from companion.kits.tribes_mending import Mend, changed
from companion.kits.zoons import Army, Format
from ui.box.eyes import card_faces
from ui.faces.step_page import StepPage
from ui.owned.tribe_words import format_words
from ui.owned.tribes import Owned, OwnersFault, forget_army, free_name, keep_army, owned
from ui.pages.card_side import CardSide
from ui.present.models import Action, Banner, Button
from ui.present.steps import StepModel
from ui.present.tribes import MINE, TYPES, BuilderModel, CardFormModel, builder_model, kept_line
from ui.words import _

DECIDED = frozenset({"list", "save_and_leave", "throw_away", "save_card"})
"""What is said where something was not saved and people are on their way home: then they go there."""
Shown = StepModel | BuilderModel | CardFormModel


class TribeSide(StepPage):
    """The pages of tribes. Begins with the list of those that were built."""

    def __init__(self) -> None:
        self.have: Owned = owned()
        self.given_up = False
        self.faces = card_faces()
        self._phase = "list"
        self._id = ""
        self._army = Army(())
        self._before: list[Army] = []
        self._kept: Army | None = None
        self._tab = MINE
        self._format: Format = "tribal"
        self._fault = ""
        self._cards: CardSide | None = None
        self._homeward = False

    def send(self, action: Action) -> bool:
        """Does what a touch asks for; False for what is none of its business."""
        homeward, self._homeward = self._homeward, False
        taken = self._taken(action)
        decided = action.name in DECIDED and self._phase != "leaving"
        self.given_up = homeward and decided and not self.asks_before_home()
        return taken

    def _taken(self, action: Action) -> bool:
        if self._cards is not None and self._phase != "leaving":
            if self._cards.send(action):
                if self._cards.given_up:
                    self._cards = None
                    self.have = owned()
                return True
            return False
        doer = getattr(self, f"_do_{action.name}", None)
        if doer is None:
            return False
        self._fault = ""
        doer(action.about)
        return True

    def model(self) -> Shown:
        """What the screen shows."""
        if self._cards is not None and self._phase != "leaving":
            return self._cards.model()
        shown: Shown = getattr(self, f"_{self._phase}_model")()
        return shown

    # what is shown

    def _list_model(self) -> StepModel:
        known = self.have.facts
        keys = [
            Button(army.name or id, Action("open", id), "plain", "cards", kept_line(army, known))
            for id, army in self.have.armies.items()
        ]
        new = Button(_("New tribe"), Action("new"), "plain" if keys else "main", "plus")
        numbers = Button(
            _("Cards and their numbers"), Action("cards"), "plain", "pen",
            _("Correct what your printed card tells otherwise, or enter cards of a tribe that is not here."),
        )  # fmt: skip
        fault = self._fault or next(iter(self.have.faults.values()), "")
        return StepModel(
            _("Tribes"),
            "",
            (),
            Banner("trouble", fault) if fault else None,
            (*keys, new, numbers),
            (Button(_("Back"), Action("leave_steps"), "main", "back"),),
            live=False,
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
                format_words(format), Action("format", format),
                "main" if chosen and format == self._army.format else "plain", "cards", details[format],
            )
            for format in FORMATS
        )  # fmt: skip
        back = Button(_("Back"), Action("more" if chosen else "list"), "main", "back")
        return StepModel(_("Format"), "", (), None, keys, (back,), live=False)

    def _base_model(self) -> StepModel:
        known = self.have.facts
        sold = [tribe for tribe in known.tribes if known.own_twelve(tribe)]
        keys = (
            Button(_("Nothing"), Action("base", ""), "plain", "plus", _("An empty tribe.")),
            *(
                Button(known.tribes[tribe], Action("base", tribe), "plain", "cards", _("As it is sold."))
                for tribe in sold
            ),
        )
        back = Button(_("Back"), Action("new"), "main", "back")
        return StepModel(_("Begin with"), "", (), None, keys, (back,), live=False)

    def _build_model(self) -> BuilderModel:
        tools = (
            Button(_("Back"), Action("leave"), "quiet", "back"),
            Button(_("Undo"), Action("undo"), "plain", "turn", enabled=bool(self._before)),
            Button(_("More"), Action("more"), "plain", "menu"),
            Button(_("Save"), Action("save"), "main", "done", enabled=self._is_changed),
        )
        return builder_model(self._army, self.have.facts, self._army.name, self._tab, tools, self._fault)

    def _more_model(self) -> StepModel:
        keys = (
            Button(_("Name"), Action("rename"), "plain", "pen", self._army.name),
            Button(_("Format"), Action("formats"), "plain", "cards", format_words(self._army.format)),
            Button(_("Duplicate"), Action("duplicate"), "plain", "plus", _("Go on with a copy.")),
            Button(_("Delete"), Action("delete"), "danger", "wrong"),
        )
        back = Button(_("Back"), Action("build"), "main", "back")
        return StepModel(self._army.name, "", (), self._banner(), keys, (back,), live=False)

    def _name_model(self) -> StepModel:
        return StepModel(_("Tribes"), "", editing=(_("Name of the tribe"), self._army.name))

    def _leaving_model(self) -> StepModel:
        keys = (
            Button(_("Save"), Action("save_and_leave"), "main", "done"),
            Button(_("Leave without saving"), Action("list"), "danger", "wrong"),
            Button(_("Go on building"), Action("build"), "plain", "back"),
        )
        with_card = self._cards is not None
        words = _("Neither the tribe nor the card is saved yet") if with_card else _("Not saved yet")
        return StepModel(self._army.name, words, (), self._banner(), keys, live=False)

    def _deleting_model(self) -> StepModel:
        keys = (
            Button(_("Delete"), Action("really_delete"), "danger", "wrong"),
            Button(_("Keep"), Action("more"), "main", "back"),
        )
        words = _("Delete {name}?").format(name=self._army.name)
        return StepModel(self._army.name, words, (), self._banner(), keys, live=False)

    def _banner(self) -> Banner | None:
        return Banner("trouble", self._fault) if self._fault else None

    @property
    def _is_changed(self) -> bool:
        return self._army != self._kept

    # what touches do

    def _do_list(self, _about: object) -> None:
        self.have, self._phase, self._cards = owned(), "list", None

    def _do_new(self, _about: object) -> None:
        self._begin("", Army(()), None)
        self._phase = "format"

    def _do_open(self, id: str) -> None:
        army = self.have.armies[id]
        self._begin(id, army if army.name else msgspec.structs.replace(army, name=id), army)

    def _do_formats(self, _about: object) -> None:
        self._phase = "format"

    def _do_format(self, format: Format) -> None:
        if self._army.name:
            self._change(msgspec.structs.replace(self._army, format=format))
            self._phase = "build"
        else:
            self._format, self._phase = format, "base"

    def _do_base(self, tribe: str) -> None:
        known = self.have.facts
        name = known.tribes.get(tribe, "")
        names = [army.name for army in self.have.armies.values()]
        title = _("My {tribe}").format(tribe=name) if name else _("My tribe")
        number = next(
            n for n in range(1, len(names) + 2) if (title if n == 1 else f"{title} {n}") not in names
        )
        cards = (known.own_twelve(tribe), known.own_trumps(tribe)) if tribe else ((), ())
        self._begin("", Army(*cards, title if number == 1 else f"{title} {number}", self._format), None)

    def _begin(self, id: str, army: Army, kept: Army | None) -> None:
        self._id, self._army, self._kept, self._before = id, army, kept, []
        self._phase, self._tab = "build", MINE if army.zoons else TYPES[0]

    def _do_build(self, _about: object) -> None:
        self._phase = "build"

    def _do_tab(self, tab: str) -> None:
        self._tab = tab

    def _do_add(self, card: str) -> None:
        self._change(changed(self._army, Mend(put=(card,)), self.have.facts))

    def _do_less(self, card: str) -> None:
        if Counter((*self._army.zoons, *self._army.trumps))[card]:
            self._change(changed(self._army, Mend(out=(card,)), self.have.facts))

    def _do_mend(self, mend: Mend) -> None:
        self._change(changed(self._army, mend, self.have.facts))

    def _change(self, army: Army) -> None:
        if army != self._army:
            self._before.append(self._army)
            self._army = army

    def _do_undo(self, _about: object) -> None:
        if self._before:
            self._army = self._before.pop()

    def _do_more(self, _about: object) -> None:
        self._phase = "more"

    def _do_rename(self, _about: object) -> None:
        self._phase = "name"

    def _do_typed(self, text: str | None) -> None:
        self._phase = "build"
        if text is not None and text.strip():
            self._change(msgspec.structs.replace(self._army, name=text.strip()))

    def _do_duplicate(self, _about: object) -> None:
        names = {army.name for army in self.have.armies.values()} | {self._army.name}
        number = next(n for n in range(2, len(names) + 3) if f"{self._army.name} {n}" not in names)
        copy = msgspec.structs.replace(self._army, name=f"{self._army.name} {number}")
        self._begin("", copy, None)

    def _do_save(self, _about: object) -> None:
        taken = {*self.have.facts.tribes, *self.have.armies, *(file.stem for file in self.have.faults)}
        id = self._id or free_name(self._army.name, taken)
        try:
            keep_army(id, self._army)
        except OwnersFault as fault:
            self._fault = str(fault)
            return
        self._id, self._kept = id, self._army
        self.have = owned()

    def _do_save_and_leave(self, _about: object) -> None:
        if self._cards is not None:
            self._cards.send(Action("save_card"))
            if self._cards.is_changed:
                self._phase = "build"  # the form says what is still wrong with the card
                return
            self._cards = None
        self._do_save(None)
        if not self._fault:
            self._do_list(None)

    def _do_delete(self, _about: object) -> None:
        self._phase = "deleting"

    def _do_really_delete(self, _about: object) -> None:
        try:
            if self._id:
                forget_army(self._id)
        except OwnersFault as fault:
            self._fault = str(fault)
            return
        self._do_list(None)

    def _do_leave(self, _about: object) -> None:
        if self._is_changed:
            self._phase = "leaving"
        else:
            self._do_list(None)

    def _do_cards(self, _about: object) -> None:
        self._cards = CardSide(self.have)

    def _do_card(self, card: str) -> None:
        self._cards = CardSide(self.have, card)

    def asks_before_home(self) -> bool:
        """Whether something is not saved yet; then the page says so, and people decide."""
        if not self._is_changed or not self._army.name or self._phase in ("list", "leaving"):
            self._homeward = self._cards is not None and self._cards.asks_before_home()
            return self._homeward
        if self._cards is not None and not self._cards.is_changed:
            self._cards = None
        self._phase, self._homeward = "leaving", True
        return True

    def way_back(self) -> Action:
        """What the Esc key asks for."""
        tools: Any = getattr(self.model(), "tools", ())
        return tools[0].action if tools else Action("build")
