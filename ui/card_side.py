"""Cards and their numbers as people at the screen enter and correct them: tribe, card, form.

Rule kept: a card is written only when it can be played with; the form says what is wrong with it until then.
"""

from collections.abc import Mapping
from typing import Any

from companion.game import Value
from companion.kits.zoon_sheet import Sheet, merged, spelled_out
from companion.kits.zoons import Facts, shipped
from ui.card_draft import CORNERS, CardDraft, most_of, new_trump, new_zoon, typed_number
from ui.card_form import form_model
from ui.card_words import choices, field_words
from ui.present.models import Action, Banner, Button
from ui.present.steps import StepModel
from ui.present.tribes import CardFormModel, card_line
from ui.tribes import Owned, OwnersFault, free_name, keep_corrections, keep_sheet, owned
from ui.words import _

LISTS = ("partners", "usable_by", "of")
NEW = {"tribe": "", "zoon": "", "trump": "", "continent": ""}
"""What is typed for something new."""
OWN_CAMP = "own-camp"


class CardSide:
    """Tribes, their cards, and the form of one card; with `card` given that card's form and nothing else."""

    def __init__(self, have: Owned, card: str | None = None) -> None:
        self.have = have
        self.given_up = False
        self._only = card is not None
        self._phase = "tribes"
        self._tribe = ""
        self._typing = ""
        self._choosing = ""
        self._fault = ""
        self._name = ""
        self._draft: CardDraft | None = None
        self.picked, self.fresh, self.green = "tl", True, False
        if card is not None:
            self._open(card)

    @property
    def known(self) -> Facts:
        return self.have.facts

    def send(self, action: Action) -> bool:
        """Does what a touch asks for; False for what is none of its business."""
        doer = getattr(self, f"_do_{action.name}", None)
        if doer is None:
            return False
        self._fault = ""
        doer(action.about)
        return True

    def model(self) -> StepModel | CardFormModel:
        """What the screen shows."""
        if self._typing:
            title = {
                "tribe": _("Name of the tribe"),
                "continent": _("Its continent, if it is printed"),
                "zoon": _("Name of the Zoon"),
                "trump": _("Name of the trump"),
            }.get(self._typing, _("Name"))
            return StepModel(_("Cards"), "", editing=(title, self._text_now()))
        if self._choosing:
            return self._choice_model()
        if self._phase == "form" and self._draft is not None:
            return form_model(self, self._draft, self._fault)
        return self._tribes_model() if self._phase == "tribes" else self._cards_model()

    def others(self) -> Sheet:
        """All cards but the one in the form, as printed or added."""
        draft = self._draft
        found = Sheet()
        sheets: list[Mapping[str, Any]] = [shipped(), *self.have.sheets.values()]
        for raw in sheets:
            plain = spelled_out(raw)
            if draft is not None:
                plain[draft.kind] = {k: v for k, v in plain.get(draft.kind, {}).items() if k != draft.id}
            found = merged(found, _unchecked(plain))
        return found

    def _tribes_model(self) -> StepModel:
        own = {name for raw in self.have.sheets.values() for name in raw.get("tribes", {})}
        mine = _("Of your own")
        keys = [
            Button(name, Action("tribe", tribe), "plain", "cards", mine if tribe in own else "")
            for tribe, name in self.known.tribes.items()
        ]
        keys.append(Button(_("New tribe"), Action("type", "tribe"), "plain", "plus"))
        back = Button(_("Back"), Action("give_up_cards"), "main", "back")
        words = _("Which tribe is printed on the card?")
        return StepModel(
            _("Cards and their numbers"), words, (), self._banner(), tuple(keys), (back,), live=False
        )

    def _cards_model(self) -> StepModel:
        known, tribe = self.known, self._tribe
        zoons = [z.id for z in known.zoons.values() if z.tribe == tribe]
        trumps = [t.id for t in known.trumps.values() if t.tribe == tribe]
        keys = [
            Button(known.name(card), Action("open", card), "plain", "pen", card_line(card, known))
            for card in (*zoons, *trumps)
        ]
        keys += [
            Button(_("New Zoon"), Action("type", "zoon"), "plain", "plus"),
            Button(_("New trump"), Action("type", "trump"), "plain", "plus"),
        ]
        back = Button(_("Back"), Action("tribes"), "main", "back")
        return StepModel(known.tribes[tribe], "", (), self._banner(), tuple(keys), (back,), live=False)

    def _choice_model(self) -> StepModel:
        """What may be chosen in a field; of a list several."""
        draft, field = self._draft, self._choosing
        assert draft is not None
        now = draft.value(field)
        if field == "partners":
            species = {
                z.species: z.name for z in self.known.zoons.values() if z.tribe == draft.table["tribe"]
            }
            offered = tuple((name, words, "") for name, words in species.items())
        else:
            offered = choices(field)  # type: ignore[assignment]
        if field == "aim" and draft.value("does") == "shot":
            offered = ((OWN_CAMP, _("Own camp"), ""), ("", _("Squares on its grid"), ""))
        several_may = field in LISTS
        keys = tuple(
            Button(
                words,
                Action("toggle" if several_may else "chosen", value),
                "main" if (value in (now or ()) if several_may else value == (now or "")) else "plain",
                detail=more,
            )
            for value, words, more in offered
        )
        done = Button(_("Done"), Action("chosen_all"), "main", "done")
        return StepModel(field_words(field), "", (), None, keys, (done,), live=False)

    def _banner(self) -> Banner | None:
        fault = self._fault or next(iter(self.have.faults.values()), "")
        return Banner("trouble", fault) if fault else None

    # lists

    def _do_tribes(self, _about: object) -> None:
        self._phase = "tribes"

    def _do_tribe(self, tribe: str) -> None:
        self._tribe, self._phase = tribe, "cards"

    def _do_give_up_cards(self, _about: object) -> None:
        self.given_up = True

    def _do_open(self, card: str) -> None:
        self._open(card)

    def _open(self, card: str) -> None:
        known = self.known
        kind, id = ("zoons", known.zoons[card].species) if card in known.zoons else ("trumps", card)
        own = next((raw for raw in self.have.sheets.values() if id in raw.get(kind, {})), None)
        brought = shipped()
        shipped_table = brought.get(kind, {}).get(id) if own is None else None
        table = _corrected(own if own is not None else brought, kind, id, self.have.corrections)
        self._draft = CardDraft(kind, id, table, shipped_table)  # type: ignore[arg-type]
        if card in self._draft.table.get("cards", {}):
            self._draft.face = card
        self._phase, self.fresh, self.green = "form", True, False
        self.picked = "tl" if self._draft.corners is not None else "force"
        self._tribe = self._draft.table["tribe"]

    # typing

    def _text_now(self) -> str:
        if self._typing == "name" and self._draft is not None:
            return str(self._draft.table["name"])
        return ""

    def _do_type(self, what: str) -> None:
        self._typing = what

    def _do_typed(self, text: str | None) -> None:
        what, self._typing = self._typing, ""
        text = (text or "").strip()
        if what == "name" and text and self._draft is not None:
            self._draft.put("name", text)
        elif what == "tribe" and text:
            self._name, self._typing = text, "continent"
        elif what == "continent":
            self._new_tribe(text)
        elif what == "zoon" and text:
            id = free_name(text, self._taken())
            self._begin(CardDraft("zoons", id, new_zoon(text, id, self._tribe), None, is_new=True))
        elif what == "trump" and text:
            id = free_name(text, self._taken())
            self._begin(CardDraft("trumps", id, new_trump(text, self._tribe), None, is_new=True))

    def _begin(self, draft: CardDraft) -> None:
        self._draft, self._phase, self.fresh, self.green = draft, "form", True, False
        self.picked = "tl" if draft.corners is not None else "force"

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

    def _do_pick(self, field: str) -> None:
        self.picked, self.fresh = field, True

    def _do_digit(self, sign: int | str) -> None:
        draft = self._draft
        assert draft is not None
        if self.picked in CORNERS:
            draft.put(self.picked, sign)
            at = CORNERS.index(self.picked)
            self.picked = CORNERS[at + 1] if at + 1 < len(CORNERS) else CORNERS[0]
        elif isinstance(sign, int):
            old = draft.value(self.picked) or 0
            draft.put(self.picked, typed_number(old, sign, most_of(self.picked), self.fresh))
            self.fresh = False

    def _do_field(self, field: str) -> None:
        if field == "name":
            self._typing = "name"
        else:
            self._choosing = field

    def _do_chosen(self, value: Value) -> None:
        field, self._choosing = self._choosing, ""
        assert self._draft is not None
        self._draft.put(field, value)
        if self._draft.corners is None and self.picked in CORNERS:
            self.picked = "force"

    def _do_toggle(self, value: str) -> None:
        assert self._draft is not None
        self._draft.toggle(self._choosing, value)

    def _do_chosen_all(self, _about: object) -> None:
        self._choosing = ""

    def _do_face(self, card: str) -> None:
        assert self._draft is not None
        self._draft.face = card

    def _do_mirror(self, _about: object) -> None:
        assert self._draft is not None
        self._draft.mirror()

    def _do_green(self, green: bool) -> None:
        self.green = green

    def _do_tap(self, square: tuple[int, int]) -> None:
        assert self._draft is not None
        self._draft.tap(square, self.green)

    def _do_undo_card(self, _about: object) -> None:
        assert self._draft is not None
        self._draft.undo()

    def _do_leave_card(self, _about: object) -> None:
        """Back from the form; what was changed and not kept is asked about once."""
        if self._draft is not None and self._draft.is_changed:
            self._fault = _("Not saved: touch “Save”, or “Throw away”.")
            return
        self._away()

    def _do_throw_away(self, _about: object) -> None:
        self._away()

    def _away(self) -> None:
        self._draft = None
        self._phase = "cards"
        self.given_up = self._only

    def _do_save_card(self, _about: object) -> None:
        draft = self._draft
        assert draft is not None
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
        draft.kept()
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


def _unchecked(raw: Mapping[str, Any]) -> Sheet:
    """A sheet that was read before, one card of it left out: what leans on that card is no fault now."""
    from companion.kits.exact import exact

    return exact(raw, Sheet)


def _corrected(
    raw: Mapping[str, Any], kind: str, id: str, corrections: tuple[tuple[str, Value], ...]
) -> Mapping[str, Any]:
    """A card's table with the owner's corrections in it."""
    import copy

    from companion.kits.zoon_sheet import correctable

    table = copy.deepcopy(spelled_out({kind: {id: raw[kind][id]}}))
    places = dict(correctable(table))
    for name, value in corrections:
        if name in places:
            holder, key = places[name]
            holder[key] = value
    found: Mapping[str, Any] = table[kind][id]
    return found
