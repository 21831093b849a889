"""The form of one card as a model: its corners, numbers, choices and grid, and what is still wrong with it."""

from companion.games.zoon.family.sheet import Sheet
from companion.kits.exact import NOTHING, Mismatch, shown
from ui.owned.card_words import FIELDS, choices, field_words
from ui.pages.card_draft import CORNERS, CardDraft
from ui.pages.card_touches import (
    Digit,
    LeaveCard,
    Mirror,
    OpenField,
    PaintGreen,
    PickField,
    SaveCard,
    ShowFace,
    ThrowAway,
)
from ui.present.models import Banner, Button
from ui.present.touches import UndoCard
from ui.present.tribes import CORNER_SIGNS, CardFormModel, GridModel
from ui.words import _, several

DIGITS = tuple(range(10))


def form_model(draft: CardDraft, others: Sheet, picked: str, *, green: bool, fault: str) -> CardFormModel:
    """The card in the form beside all `others`; `picked` is what the pad sets, `green` what a tap on the grid means."""
    wrong = draft.fault(others)
    banner = None
    if fault:
        banner = Banner("trouble", fault)
    elif wrong is not None:
        banner = Banner("ask", fault_words(wrong))
    elif draft.shipped is not None and (changed := len(list(draft.corrections()))):
        words = several("{n} fact is not as shipped.", "{n} facts are not as shipped.", changed)
        banner = Banner("calm", words)
    leave = Button(_("Back"), LeaveCard(), "quiet", "back")
    if draft.is_changed and fault:
        leave = Button(_("Throw away"), ThrowAway(), "danger", "wrong")
    tools = (
        leave,
        Button(_("Undo"), UndoCard(), "plain", "turn", enabled=draft.can_undo),
        Button(_("Save"), SaveCard(), "main", "done", enabled=wrong is None and draft.is_changed),
    )
    return CardFormModel(
        str(draft.table["name"]),
        str(draft.table["tribe"]),
        draft.face,
        _corners(draft, picked),
        tuple(_number(draft, picked, field) for field in _numbers(draft)),
        _fields(draft),
        _pad(draft, picked),
        _grid(draft, green=green),
        banner,
        tools,
    )


def fault_words(wrong: Mismatch) -> str:
    """What is wrong with a card, by the name of the field."""
    field = next(part for part in reversed(wrong.path) if not part.startswith("["))
    words = field_words(field) if field in FIELDS else _("Corner")
    found = "" if wrong.found in ([], "", NOTHING) else _(", not {found}").format(found=shown(wrong.found))
    return _("{field}: this needs {expected}").format(field=words, expected=wrong.expected) + found


def _corners(draft: CardDraft, picked: str) -> tuple[tuple[str, Button], ...]:
    corners = draft.corners
    if corners is None:
        return ()
    return tuple(
        (
            corner,
            Button(
                CORNER_SIGNS.get(str(corners[corner]), str(corners[corner])),
                PickField(corner),
                "chosen" if picked == corner else "plain",
            ),
        )
        for corner in CORNERS
    )


def _numbers(draft: CardDraft) -> tuple[str, ...]:
    """The fields of a card that are numbers."""
    if draft.kind == "zoons":
        return ("value", "copies")
    found = ["force"]
    if "as_zoon" in draft.table:
        found.append("value")
    if draft.table["does"] in ("march", "pull-back", "control"):
        found.append("moves")
    return tuple(found)


def _number(draft: CardDraft, picked: str, field: str) -> Button:
    words = _("{field}: {value}").format(field=field_words(field), value=draft.value(field))
    return Button(words, PickField(field), "chosen" if picked == field else "plain")


def _fields(draft: CardDraft) -> tuple[Button, ...]:
    """What is chosen or typed, and for a Zoon its faces."""
    own = draft.shipped is None
    fields = ["name"]
    if draft.kind == "zoons":
        fields += ["type", "star"]
        if own and draft.value("star") in ("send", "trade"):
            fields.append("partners")
    else:
        does = str(draft.table["does"])
        fields += ["uses"]
        if own:
            fields += ["does", "usable_by"]
            fields += ["of"] if does in ("march", "gear", "control") else []
            fields += ["type", "star"] if does == "zoon" else []
            fields += ["blocks"] if does == "terrain" else []
        fields += ["boost"] if does in ("march", "gear") else []
        fields += ["aim"] if does not in ("march", "pull-back", "control", "gear") else []
    fields.append("confirmed")
    keys = [Button(_field_words(draft, field), OpenField(field), "plain") for field in fields]
    if draft.kind == "zoons":
        keys += _faces(draft)
    return tuple(keys)


def _faces(draft: CardDraft) -> list[Button]:
    """The faces of a Zoon to choose from; of one's own also whether it has a mirror image."""
    cards = list(draft.table["cards"])
    keys = []
    if len(cards) > 1:
        for number, card in enumerate(cards, start=1):
            words = _("Face {number}").format(number=number)
            keys.append(Button(words, ShowFace(card), "chosen" if card == draft.face else "plain"))
    if draft.shipped is None and len(cards) < 3:
        words = _("Without mirror image") if len(cards) == 2 else _("With mirror image")
        keys.append(Button(words, Mirror(), "plain"))
    return keys


def _field_words(draft: CardDraft, field: str) -> str:
    value = draft.value(field)
    offered = {str(choice): words for choice, words, _more in choices(field)}
    if isinstance(value, list | tuple):
        shown = ", ".join(offered.get(str(each), str(each)) for each in value) or _("any")
    elif field == "aim" and draft.table["does"] == "shot" and value != "own-camp":
        shown = _("on its grid")
    elif field in ("usable_by", "of"):
        shown = _("any")
    elif field in ("confirmed", "blocks"):
        shown = _("yes") if value else _("no")
    else:
        shown = offered.get(str(value or ""), str(value or _("none")))
    return _("{field}: {value}").format(field=field_words(field), value=shown)


def _pad(draft: CardDraft, picked: str) -> tuple[Button, ...]:
    """Ten digits, and in a corner the sign that a card of its kind may have there."""
    keys = [Button(str(digit), Digit(digit), "plain") for digit in DIGITS]
    if picked in CORNERS:
        sign = "x" if draft.kind == "trumps" and "as_zoon" not in draft.table else "star"
        keys.append(Button(CORNER_SIGNS[sign], Digit(sign), "plain"))
    return tuple(keys)


def _grid(draft: CardDraft, *, green: bool) -> GridModel | None:
    field = draft.grid_field
    if field is None:
        return None
    modes = (
        Button(_("Path"), PaintGreen(green=False), "plain" if green else "chosen"),
        Button(_("Green square"), PaintGreen(green=True), "chosen" if green else "plain"),
    )
    title = {"moves": _("Movement"), "strides": _("Adds"), "aim": _("Strikes")}[field]
    try:
        return GridModel(title, draft.strides, () if field == "aim" else modes)
    except ValueError:
        return GridModel(title, (), ())
