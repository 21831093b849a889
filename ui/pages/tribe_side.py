"""Building tribes as people at the screen do it: a list of tribes, the builder, and the cards with their numbers.

Rule kept: nothing is written before “Save”; nothing that was changed is left without asking.
"""

from collections import Counter
from typing import Any, Literal, assert_never

import msgspec

from companion.games.zoon.family.deck import Army
from companion.games.zoon.family.tribes import FORMATS, Mend, changed
from ui.box.eyes import card_faces
from ui.faces.step_page import StepPage
from ui.owned.tribe_words import format_words
from ui.owned.tribes import Owned, OwnersFault, forget_army, free_name, keep_army, owned
from ui.pages.card_side import CardSide
from ui.pages.card_touches import SaveCard, ThrowAway
from ui.present.models import Banner, Button
from ui.present.steps import StepModel
from ui.present.touches import Leave, LeaveSteps, Save, ShowList, Touch, Typed, Undo
from ui.present.tribe_touches import (
    AddCard,
    BeginFrom,
    BeginTouch,
    Build,
    BuildTouch,
    ChooseFormat,
    DeleteTribe,
    Duplicate,
    EditCard,
    EditCards,
    LeavingTouch,
    LessCard,
    ListTouch,
    MoreTouch,
    NewTribe,
    OpenTribe,
    ReallyDeleteTribe,
    Rename,
    SaveAndLeave,
    ShowFormats,
    ShowMore,
    ShowTab,
    TakeMend,
    TribeTouch,
)
from ui.present.tribes import MINE, TYPES, BuilderModel, CardFormModel, builder_model, kept_line
from ui.words import _

DECIDED = (ShowList, SaveAndLeave, ThrowAway, SaveCard)
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
        decided = isinstance(touch, DECIDED) and self._phase != "leaving"
        self.given_up = homeward and decided and not self.asks_before_home()
        return taken

    def _taken(self, touch: Touch) -> bool:
        if self._cards is not None and self._phase != "leaving":
            if self._cards.take(touch):
                if self._cards.given_up:
                    self._cards = None
                    self.have = owned()
                return True
            return False
        if not isinstance(touch, TribeTouch):
            return False
        self._fault = ""
        if isinstance(touch, ListTouch):
            self._take_list(touch)
        elif isinstance(touch, BeginTouch):
            self._take_begin(touch)
        elif isinstance(touch, BuildTouch):
            self._take_build(touch)
        elif isinstance(touch, MoreTouch):
            self._take_more(touch)
        else:
            self._take_leaving(touch)
        return True

    def model(self) -> Shown:
        """What the screen shows."""
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
            Button(army.name or id, OpenTribe(id), "plain", "cards", kept_line(army, known))
            for id, army in self.have.armies.items()
        ]
        new = Button(_("New tribe"), NewTribe(), "plain" if keys else "main", "plus")
        numbers = Button(
            _("Cards and their numbers"), EditCards(), "plain", "pen",
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
                format_words(format), ChooseFormat(format),
                "chosen" if chosen and format == self._army.format else "plain", "cards", details[format],
            )
            for format in FORMATS
        )  # fmt: skip
        back = Button(_("Back"), ShowMore() if chosen else ShowList(), "quiet", "back")
        return StepModel(_("Format"), keys=keys, tools=(back,))

    def _base_model(self) -> StepModel:
        known = self.have.facts
        sold = [tribe for tribe in known.tribes if known.own_twelve(tribe)]
        keys = (
            Button(_("Nothing"), BeginFrom(""), "plain", "plus", _("An empty tribe.")),
            *(
                Button(known.tribes[tribe], BeginFrom(tribe), "plain", "cards", _("As it is sold."))
                for tribe in sold
            ),
        )
        back = Button(_("Back"), NewTribe(), "quiet", "back")
        return StepModel(_("Begin with"), keys=keys, tools=(back,))

    def _build_model(self) -> BuilderModel:
        tools = (
            Button(_("Back"), Leave(), "quiet", "back"),
            Button(_("Undo"), Undo(), "plain", "turn", enabled=bool(self._before)),
            Button(_("More"), ShowMore(), "plain", "menu"),
            Button(_("Save"), Save(), "main", "done", enabled=self._is_changed),
        )
        return builder_model(self._army, self.have.facts, self._army.name, self._tab, tools, self._fault)

    def _more_model(self) -> StepModel:
        keys = (
            Button(_("Name"), Rename(), "plain", "pen", self._army.name),
            Button(_("Format"), ShowFormats(), "plain", "cards", format_words(self._army.format)),
            Button(_("Duplicate"), Duplicate(), "plain", "plus", _("Go on with a copy.")),
            Button(_("Delete"), DeleteTribe(), "danger", "wrong"),
        )
        back = Button(_("Back"), Build(), "quiet", "back")
        return StepModel(self._army.name, banner=self._banner(), keys=keys, tools=(back,))

    def _name_model(self) -> StepModel:
        return StepModel(_("Tribes"), editing=(_("Name of the tribe"), self._army.name))

    def _leaving_model(self) -> StepModel:
        keys = (
            Button(_("Save"), SaveAndLeave(), "main", "done"),
            Button(_("Leave without saving"), ShowList(), "danger", "wrong"),
            Button(_("Go on building"), Build(), "plain", "back"),
        )
        with_card = self._cards is not None
        words = _("Neither the tribe nor the card is saved yet") if with_card else _("Not saved yet")
        return StepModel(self._army.name, words, banner=self._banner(), keys=keys, tools=())

    def _deleting_model(self) -> StepModel:
        keys = (
            Button(_("Delete"), ReallyDeleteTribe(), "danger", "wrong"),
            Button(_("Keep"), ShowMore(), "main", "back"),
        )
        words = _("Delete {name}?").format(name=self._army.name)
        return StepModel(self._army.name, words, banner=self._banner(), keys=keys, tools=())

    def _banner(self) -> Banner | None:
        return Banner("trouble", self._fault) if self._fault else None

    @property
    def _is_changed(self) -> bool:
        return self._army != self._kept

    # what touches do

    def _take_list(self, touch: ListTouch) -> None:
        match touch:
            case ShowList():
                self._show_list()
            case NewTribe():
                self._begin("", Army(()), None)
                self._phase = "format"
            case OpenTribe(id):
                army = self.have.armies[id]
                self._begin(id, army if army.name else msgspec.structs.replace(army, name=id), army)
            case EditCards():
                self._cards = CardSide(self.have)
            case EditCard(card):
                self._cards = CardSide(self.have, card)
            case _:
                assert_never(touch)

    def _show_list(self) -> None:
        self.have, self._phase, self._cards = owned(), "list", None

    def _take_begin(self, touch: BeginTouch) -> None:
        match touch:
            case ShowFormats():
                self._phase = "format"
            case ChooseFormat(format) if self._army.name:
                self._change(msgspec.structs.replace(self._army, format=format))
                self._phase = "build"
            case ChooseFormat(format):
                self._army, self._phase = msgspec.structs.replace(self._army, format=format), "base"
            case BeginFrom(tribe):
                self._begin_from(tribe)
            case _:
                assert_never(touch)

    def _begin_from(self, tribe: str) -> None:
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

    def _take_build(self, touch: BuildTouch) -> None:
        army, known = self._army, self.have.facts
        match touch:
            case ShowTab(tab):
                self._tab = tab
            case AddCard(card):
                self._change(changed(army, Mend(put=(card,)), known))
            case LessCard(card):
                if Counter((*army.zoons, *army.trumps))[card]:
                    self._change(changed(army, Mend(out=(card,)), known))
            case TakeMend(mend):
                self._change(changed(army, mend, known))
            case Undo():
                if self._before:
                    self._army = self._before.pop()
            case _:
                assert_never(touch)

    def _change(self, army: Army) -> None:
        if army != self._army:
            self._before.append(self._army)
            self._army = army

    def _take_more(self, touch: MoreTouch) -> None:
        match touch:
            case Build():
                self._phase = "build"
            case ShowMore():
                self._phase = "more"
            case Rename():
                self._phase = "name"
            case Typed(text):
                self._phase = "build"
                if text is not None and text.strip():
                    self._change(msgspec.structs.replace(self._army, name=text.strip()))
            case Duplicate():
                self._duplicate()
            case DeleteTribe():
                self._phase = "deleting"
            case ReallyDeleteTribe():
                self._delete()
            case _:
                assert_never(touch)

    def _duplicate(self) -> None:
        names = {army.name for army in self.have.armies.values()} | {self._army.name}
        number = next(n for n in range(2, len(names) + 3) if f"{self._army.name} {n}" not in names)
        copy = msgspec.structs.replace(self._army, name=f"{self._army.name} {number}")
        self._begin("", copy, None)

    def _delete(self) -> None:
        try:
            if self._id:
                forget_army(self._id)
        except OwnersFault as fault:
            self._fault = str(fault)
            return
        self._show_list()

    def _take_leaving(self, touch: LeavingTouch) -> None:
        match touch:
            case Leave() if self._is_changed:
                self._phase = "leaving"
            case Leave():
                self._show_list()
            case Save():
                self._save()
            case SaveAndLeave():
                self._save_and_leave()
            case _:
                assert_never(touch)

    def _save(self) -> None:
        taken = {*self.have.facts.tribes, *self.have.armies, *(file.stem for file in self.have.faults)}
        id = self._id or free_name(self._army.name, taken)
        try:
            keep_army(id, self._army)
        except OwnersFault as fault:
            self._fault = str(fault)
            return
        self._id, self._kept = id, self._army
        self.have = owned()

    def _save_and_leave(self) -> None:
        if self._cards is not None:
            self._cards.take(SaveCard())
            if self._cards.is_changed:
                self._phase = "build"  # the form says what is still wrong with the card
                return
            self._cards = None
        self._save()
        if not self._fault:
            self._show_list()

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
        return tools[0].action if tools else Build()
