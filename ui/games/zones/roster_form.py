"""One roster card as a form: how the piece moves, what each terrain means to it, its special, class, cost and count."""

from typing import get_args

from companion.games.zones.pieces import (
    TERRAINS,
    Category,
    Facts,
    Kind,
    Movement,
    Special,
    side_title,
    terrain_title,
)
from ui.games.zones.rosters import Pairs, is_entered
from ui.games.zones.touches import EnterField, SoItIs, TellOfPiece, TellTerrain
from ui.games.zones.words import named
from ui.present.models import Banner, Button, OptionRow
from ui.present.steps import StepModel
from ui.present.touches import ShowList, Undo
from ui.words import _

MOVEMENTS, SPECIALS, CLASSES = get_args(Movement), get_args(Special), get_args(Category)
RELATIONS = ("preferred", "difficult", "restricted")
NUMBERS, TEXTS = ("cost", "count"), ("name", "side")


def form_model(
    known: Facts, pairs: Pairs, piece: str, *, undo: bool, fault: str, editing: tuple[str, str] | None
) -> StepModel:
    """The form of one piece. What only the cards say comes first."""
    kind = known.kinds[piece]
    rows = (
        _row(_("Movement"), "movement", MOVEMENTS, kind.movement, "movement-title"),
        *(_terrain_row(kind, terrain) for terrain in TERRAINS),
        _row(_("Special"), "special", SPECIALS, kind.special, "special"),
        _row(_("Class"), "class", CLASSES, kind.category, "class"),
        OptionRow(
            _("Name, side, cost, and how many the set holds"),
            (
                _typed("name", kind.printed), _typed("side", side_title(kind.side)),
                _typed("cost", str(kind.cost)), _typed("count", f"×{kind.count}"),
            ),
        ),
    )  # fmt: skip
    done = is_entered(pairs, piece)
    banner = Banner("trouble", fault) if fault else None
    if banner is None and not done:
        banner = Banner("ask", _("Our reading is shown. Touch what is different on your card."))
    tools = (
        Button(_("Back"), ShowList(), "quiet", "back"),
        Button(_("Undo"), Undo(), "plain", "turn", enabled=undo),
        Button(_("My card says this"), SoItIs(), "main", "done"),
    )
    return StepModel(kind.name, banner=banner, tools=tools, editing=editing, rows=rows)


def relation_told(kind: Kind, terrain: str, relation: str) -> dict[str, str]:
    """The facts that change when a kind of terrain means something else to a piece."""
    found = {}
    for name in RELATIONS:
        before: frozenset[str] = getattr(kind, name)
        after = before | {terrain} if name == relation else before - {terrain}
        if after != before:
            found[name] = ",".join(each for each in TERRAINS if each in after)
    return found


def _terrain_row(kind: Kind, terrain: str) -> OptionRow:
    chosen = next((name for name in RELATIONS if terrain in getattr(kind, name)), "")
    buttons = tuple(
        Button(
            named("relation", relation),
            TellTerrain(terrain, relation),
            "chosen" if relation == chosen else "plain",
        )
        for relation in ("", *RELATIONS)
    )
    return OptionRow(terrain_title(terrain), buttons)


def _row(title: str, key: str, values: tuple[str, ...], chosen: str, table: str) -> OptionRow:
    buttons = tuple(
        Button(named(table, value), TellOfPiece(key, value), "chosen" if value == chosen else "plain")
        for value in values
    )
    return OptionRow(title, buttons)


def _typed(key: str, words: str) -> Button:
    return Button(words, EnterField(key), "plain", "pen")
