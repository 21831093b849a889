"""Cards and their numbers as people at the screen enter and correct them: tribe, card, form.

Rule kept: a card is written only when it can be played with; the form says what is wrong with it until then.
"""

import copy
from collections.abc import Mapping
from typing import Any, assert_never

from companion.games.zoon.family.deck import Facts, shipped
from companion.games.zoon.family.sheet import Sheet, correct, correctable, merged, spelled_out
from companion.games.zoon.family.written import Fact
from companion.kits.exact import exact
from ui.owned.tribes import Owned, OwnersFault, free_name, keep_corrections, keep_sheet, owned
from ui.pages.card_draft import CardDraft, Kind, new_trump, new_zoon
from ui.pages.card_editing import CardEditing
from ui.pages.card_touches import (
    CardTouch,
    ChooseTribe,
    GiveUpCards,
    LeaveCard,
    Named,
    OpenCard,
    SaveCard,
    ShowTribes,
    ThrowAway,
    TypeName,
)
from ui.present.models import Banner, Button
from ui.present.steps import StepModel
from ui.present.touches import Touch, Typed
from ui.present.tribes import CardFormModel, card_line
from ui.words import _


class CardSide:
    """Tribes, their cards, and the form of one card; with `card` given that card's form and nothing else."""

    def __init__(self, have: Owned, card: str | None = None) -> None:
        self.have = have
        self.given_up = False
        self._only = card is not None
        self._phase = "tribes"
        self._tribe = ""
        self._typing: Named | None = None
        self._fault = ""
        self._name = ""
        self._form: CardEditing | None = None
        if card is not None:
            self._open(card)

    @property
    def known(self) -> Facts:
        return self.have.facts

    def take(self, touch: Touch) -> bool:
        """Does what a touch asks for; False for what is none of its business."""
        self._fault = ""
        if self._form is not None and self._form.take(touch):
            return True
        if not isinstance(touch, CardTouch):
            return False
        self._take(touch)
        return True

    def _take(self, touch: CardTouch) -> None:
        match touch:
            case ShowTribes():
                self._phase = "tribes"
            case ChooseTribe(tribe):
                self._tribe, self._phase = tribe, "cards"
            case GiveUpCards():
                self.given_up = True
            case OpenCard(card):
                self._open(card)
            case TypeName(what):
                self._typing = what
            case Typed(text):
                self._typed(text)
            case LeaveCard():
                self._leave()
            case ThrowAway():
                self._away()
            case SaveCard():
                self._save()
            case _:
                assert_never(touch)

    def model(self) -> StepModel | CardFormModel:
        """What the screen shows."""
        if self._form is not None:
            return self._form.model(self._fault)
        if self._typing:
            title = {
                "tribe": _("Name of the tribe"),
                "continent": _("Its continent, if it is printed"),
                "zoon": _("Name of the Zoon"),
                "trump": _("Name of the trump"),
            }[self._typing]
            return StepModel(_("Cards"), "", editing=(title, ""))
        return self._tribes_model() if self._phase == "tribes" else self._cards_model()

    def _tribes_model(self) -> StepModel:
        own = {name for raw in self.have.sheets.values() for name in raw.get("tribes", {})}
        mine = _("Of your own")
        keys = [
            Button(name, ChooseTribe(tribe), "plain", "cards", mine if tribe in own else "")
            for tribe, name in self.known.tribes.items()
        ]
        keys.append(Button(_("New tribe"), TypeName("tribe"), "plain", "plus"))
        back = Button(_("Back"), GiveUpCards(), "quiet", "back")
        words = _("Which tribe is printed on the card?")
        return StepModel(
            _("Cards and their numbers"), words, (), self._banner(), tuple(keys), (back,), live=False
        )

    def _cards_model(self) -> StepModel:
        known, tribe = self.known, self._tribe
        zoons = [z.id for z in known.zoons.values() if z.tribe == tribe]
        trumps = [t.id for t in known.trumps.values() if t.tribe == tribe]
        keys = [
            Button(known.name(card), OpenCard(card), "plain", "pen", card_line(card, known))
            for card in (*zoons, *trumps)
        ]
        keys += [
            Button(_("New Zoon"), TypeName("zoon"), "plain", "plus"),
            Button(_("New trump"), TypeName("trump"), "plain", "plus"),
        ]
        back = Button(_("Back"), ShowTribes(), "quiet", "back")
        return StepModel(known.tribes[tribe], "", (), self._banner(), tuple(keys), (back,), live=False)

    def _banner(self) -> Banner | None:
        fault = self._fault or next(iter(self.have.faults.values()), "")
        return Banner("trouble", fault) if fault else None

    def _open(self, card: str) -> None:
        known = self.known
        zoon = known.zoons.get(card)
        kind: Kind = "trumps" if zoon is None else "zoons"
        id = card if zoon is None else zoon.species
        own = next((raw for raw in self.have.sheets.values() if id in raw.get(kind, {})), None)
        brought = shipped()
        table = _corrected(own if own is not None else brought, kind, id, self.have.corrections)
        draft = CardDraft(kind, id, table, brought[kind][id] if own is None else None)
        if zoon is not None:
            draft.face = card
        self._begin(draft)

    def _begin(self, draft: CardDraft) -> None:
        self._tribe = draft.table["tribe"]
        self._form = CardEditing(draft, self._others(draft), self.known)

    def _others(self, draft: CardDraft) -> Sheet:
        """All cards but the one in the form, as printed or added; what leans on that one is no fault."""
        found = Sheet()
        for raw in (shipped(), *self.have.sheets.values()):
            plain = spelled_out(raw)
            plain[draft.kind] = {k: v for k, v in plain.get(draft.kind, {}).items() if k != draft.id}
            found = merged(found, exact(plain, Sheet))
        return found

    # typing

    def _typed(self, text: str | None) -> None:
        what, self._typing = self._typing, None
        if text is None:
            return
        text = text.strip()
        if what == "continent":
            self._new_tribe(text)
        elif not text:
            return
        elif what == "tribe":
            self._name, self._typing = text, "continent"
        else:
            id = free_name(text, self._taken())
            if what == "zoon":
                draft = CardDraft("zoons", id, new_zoon(text, id, self._tribe), None, is_new=True)
            else:
                draft = CardDraft("trumps", id, new_trump(text, self._tribe), None, is_new=True)
            self._begin(draft)

    def _taken(self) -> set[str]:
        known = self.known
        species = {zoon.species for zoon in known.zoons.values()}
        return {*known.zoons, *known.trumps, *species, "cards", "tribe"}

    def _new_tribe(self, continent: str) -> None:
        taken = {*self.known.tribes, *self.have.armies, *self.have.sheets}
        id = free_name(self._name, taken)
        table = {"name": self._name} | ({"continent": free_name(continent, ())} if continent else {})
        if self._keep(id, {"tribes": {id: table}}):
            self._tribe, self._phase = id, "cards"

    # the form

    def _leave(self) -> None:
        """Back from the form; what was changed and not kept is asked about once."""
        if self._form is not None and self._form.draft.is_changed:
            self._fault = _("Not saved: touch “Save”, or “Throw away”.")
            return
        self._away()

    @property
    def is_changed(self) -> bool:
        """Whether the form holds what is not kept yet."""
        return self._form is not None and self._form.draft.is_changed

    def asks_before_home(self) -> bool:
        """Whether the form holds what is not kept yet; then it says so."""
        if not self.is_changed:
            return False
        self._leave()
        return True

    def _away(self) -> None:
        self._form, self._phase = None, "cards"
        self.given_up = self._only

    def _save(self) -> None:
        assert self._form is not None
        draft = self._form.draft
        if draft.fault(self._others(draft)) is not None:
            return
        if draft.shipped is not None:
            others = [pair for pair in self.have.corrections if pair[0] not in draft.names()]
            try:
                keep_corrections((*others, *draft.corrections()))
            except OwnersFault as fault:
                self._fault = str(fault)
                return
            self.have = owned()
        elif not self._keep_own(draft):
            return
        self._away()

    def _keep_own(self, draft: CardDraft) -> bool:
        """Writes a card of the owner's into the sheet that it is in, or into its tribe's. Whether it could be."""
        sheets = self.have.sheets
        name = next((n for n, raw in sheets.items() if draft.id in raw.get(draft.kind, {})), None)
        if name is None:
            name = next((n for n, raw in sheets.items() if self._tribe in raw.get("tribes", {})), self._tribe)
        raw = dict(sheets.get(name, {}))
        raw[draft.kind] = {**raw.get(draft.kind, {}), draft.id: draft.table}
        return self._keep(name, raw)

    def _keep(self, name: str, raw: Mapping[str, Any]) -> bool:
        try:
            keep_sheet(name, raw)
        except OwnersFault as fault:
            self._fault = str(fault)
            return False
        self.have = owned()
        return True


def _corrected(
    raw: Mapping[str, Any], kind: Kind, id: str, corrections: tuple[Fact, ...]
) -> Mapping[str, Any]:
    """A card's table with the owner's corrections in it."""
    table = copy.deepcopy(spelled_out({kind: {id: raw[kind][id]}}))
    names = {name for name, _ in correctable(table)}
    for name, value in corrections:
        if name in names:
            correct(table, name, value)
    found: Mapping[str, Any] = table[kind][id]
    return found
