"""The form of one card under the finger: what is picked, typed on its pad, chosen and tapped."""

from typing import assert_never

from companion.game import Value
from companion.games.zoon.family.deck import Facts
from companion.games.zoon.family.sheet import Sheet
from ui.owned.card_words import choices, field_words
from ui.pages.card_draft import CORNERS, CardDraft, most_of, typed_number
from ui.pages.card_form import form_model
from ui.pages.card_touches import (
    ChooseValue,
    ChosenAll,
    Digit,
    DrawnTouch,
    FieldTouch,
    Mirror,
    OpenField,
    PaintGreen,
    PickField,
    ShowFace,
    TapSquare,
    ToggleValue,
)
from ui.present.models import Button
from ui.present.steps import StepModel
from ui.present.touches import Touch, Typed, UndoCard
from ui.present.tribes import CardFormModel
from ui.words import _

LISTS = ("partners", "usable_by", "of")
OWN_CAMP = "own-camp"


class CardEditing:
    """One draft with what is picked in its form. `others` are all other cards, `known` what their names are.

    `typing` is a field that is being typed, `choosing` one whose choices are shown.
    """

    def __init__(self, draft: CardDraft, others: Sheet, known: Facts) -> None:
        self.draft = draft
        self.typing = self.choosing = ""
        self._others, self._known = others, known
        self._picked = "tl" if draft.corners is not None else "force"
        self._fresh, self._green = True, False

    def take(self, touch: Touch) -> bool:
        """Does what a touch asks for; False for what is none of its business."""
        if isinstance(touch, FieldTouch):
            self._take_field(touch)
        elif isinstance(touch, DrawnTouch):
            self._take_drawn(touch)
        else:
            return False
        return True

    def model(self, fault: str) -> StepModel | CardFormModel:
        """The form, or the choices of one of its fields."""
        if self.typing:
            return StepModel(_("Cards"), "", editing=(_("Name"), str(self.draft.table["name"])))
        if self.choosing:
            return self._choice_model()
        return form_model(self.draft, self._others, self._picked, green=self._green, fault=fault)

    def _choice_model(self) -> StepModel:
        """What may be chosen in a field; of a list several."""
        draft, field = self.draft, self.choosing
        now, several_may = draft.value(field), field in LISTS
        keys = tuple(
            Button(
                words,
                ToggleValue(str(value)) if several_may else ChooseValue(value),
                "chosen" if (value in (now or ()) if several_may else value == (now or "")) else "plain",
                detail=more,
            )
            for value, words, more in self._offered(field)
        )
        done = Button(_("Done"), ChosenAll(), "main", "done")
        return StepModel(field_words(field), "", (), None, keys, (done,), live=False)

    def _offered(self, field: str) -> tuple[tuple[Value, str, str], ...]:
        if field == "partners":
            own = [zoon for zoon in self._known.zoons.values() if zoon.tribe == self.draft.table["tribe"]]
            return tuple((name, words, "") for name, words in {z.species: z.name for z in own}.items())
        if field == "aim" and self.draft.value("does") == "shot":
            return ((OWN_CAMP, _("Own camp"), ""), ("", _("Squares on its grid"), ""))
        return choices(field)

    def _take_field(self, touch: FieldTouch) -> None:
        match touch:
            case PickField(field):
                self._picked, self._fresh = field, True
            case Digit(sign):
                self._digit(sign)
            case OpenField("name"):
                self.typing = "name"
            case OpenField(field):
                self.choosing = field
            case ChooseValue(value):
                self._choose(value)
            case ToggleValue(value):
                self.draft.toggle(self.choosing, value)
            case ChosenAll():
                self.choosing = ""
            case Typed(text):
                self.typing = ""
                if text is not None and text.strip():
                    self.draft.put("name", text.strip())
            case _:
                assert_never(touch)

    def _take_drawn(self, touch: DrawnTouch) -> None:
        match touch:
            case ShowFace(card):
                self.draft.face = card
            case Mirror():
                self.draft.mirror()
            case PaintGreen(green):
                self._green = green
            case TapSquare(square):
                self.draft.tap(square, green=self._green)
            case UndoCard():
                self.draft.undo()
            case _:
                assert_never(touch)

    def _digit(self, sign: int | str) -> None:
        """Corners are filled one after the other; other numbers digit by digit."""
        draft, field = self.draft, self._picked
        if field in CORNERS:
            draft.put(field, sign)
            self._picked = CORNERS[(CORNERS.index(field) + 1) % len(CORNERS)]
        elif isinstance(sign, int):
            draft.put(field, typed_number(draft.value(field) or 0, sign, most_of(field), fresh=self._fresh))
            self._fresh = False

    def _choose(self, value: Value) -> None:
        field, self.choosing = self.choosing, ""
        self.draft.put(field, value)
        if self.draft.corners is None and self._picked in CORNERS:
            self._picked = "force"
