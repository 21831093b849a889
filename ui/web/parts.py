"""A page in parts, each a piece of HTML: what has changed is sent, the rest stays as it is.

Everything that is written is escaped by the templates; what a key sends is known here alone, the page has its id.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment
from markupsafe import Markup

from companion.game import Seat
from companion.language import spoken
from ui.export.boards import KeysDrawn, drawn_board
from ui.export.svg import seat_class, seat_shape
from ui.export.templates import templates_in
from ui.present.discs import ThrowModel
from ui.present.field import FieldModel, ScreenModel
from ui.present.models import Button, TableModel
from ui.present.names import throw_words
from ui.present.touches import Touch
from ui.present.track import TrackModel
from ui.web.seat_table import SeatModel
from ui.words import _

Parts = Mapping[str, str]
"""By name, the HTML of each part of a page."""


class Keys:
    """The keys of one page as it is drawn: what each sends, known by ids that mean nothing elsewhere.

    `may`: whether a touch may be sent from there.
    """

    def __init__(self, may: Callable[[Touch], bool]) -> None:
        self._may = may
        self._ids: dict[Touch, str] = {}

    def key(self, touch: Touch) -> str:
        """The id of the key that sends a touch, the same one for the same touch; empty where it may not be sent."""
        if not self._may(touch):
            return ""
        try:
            return self._ids.setdefault(touch, f"k{len(self._ids)}")
        except TypeError:  # one that holds what cannot be told apart, such as an army that is being shown
            return ""

    @property
    def touches(self) -> tuple[Touch, ...]:
        """What the page's keys send, in the order of their ids."""
        return tuple(self._ids)

    def touch(self, id: str) -> Touch | None:
        """What a key sends; None where no key has this id."""
        return next((touch for touch, known in self._ids.items() if known == id), None)


@dataclass(frozen=True, slots=True)
class KeyShown:
    """A key as a page shows it; without an id it is only read. `is_cell`: one of many, which stand side by side."""

    id: str
    words: str
    detail: str = ""
    weight: str = "plain"
    enabled: bool = True
    number: str = ""
    less: str = ""
    is_cell: bool = False


@cache
def templates() -> Environment:
    """The templates, from which nothing unescaped comes."""
    made = templates_in(Path(__file__).parent / "pages", trimmed=True)
    made.globals["shape"] = lambda seat: Markup(seat_shape(seat))
    made.globals["seat_class"] = seat_class
    return made


def page(name: str, **words: Any) -> str:
    return templates().get_template(name).render(language=spoken().code, **words)


def seat_parts(model: SeatModel, keys: Keys) -> Parts:
    shared, own = model.shared, model.own
    own_words = own.headline if own is not None else ""
    return _parts(own or shared, shared, own_words, _keys_of(model, keys), keys, model.seat)


def watch_parts(model: TableModel) -> Parts:
    """What who watches sees: the table as it is shown to all, with nothing to touch."""
    return _parts(model, model, "", (), Keys(lambda _touch: False), None)


def closed_parts(headline: str, words: str) -> Parts:
    made = templates().get_template("parts.html").module
    parts: dict[str, str] = dict.fromkeys(("note", "dice", "board", "own", "keys", "tools", "past"), "")
    return parts | {"top": str(made.closed(headline, words))}  # type: ignore[attr-defined]


def _parts(
    main: TableModel,
    top: TableModel,
    own_words: str,
    keyed: tuple[KeyShown, ...],
    keys: Keys,
    seat: Seat | None,
) -> Parts:
    made: Any = templates().get_template("parts.html").module
    touched = KeysDrawn() if seat is None else KeysDrawn(keys.key, tuple(chip.name for chip in top.chips))
    # Dice, pennies and lots: whose each is, what fell or that it still rolls, and the key that throws it.
    dice = tuple(
        (roll.name, "…" if roll.running else roll.words, throw_words(roll.what), keys.key(roll.action))
        for roll in top.rolls
        if seat is None or roll.seat == seat
    )
    tasks = () if seat is None else tuple((task.words, keys.key(task.action)) for task in top.tasks)
    pad: tuple[tuple[str, str, bool], ...] = ()
    if seat is not None and main.pad is not None:
        # The corners of the enemy's card, each with its words.
        corners = (_("near left"), _("near right"), _("far right"), _("far left"))
        pad = tuple(
            (keys.key(corner), said, n == main.pad.chosen)
            for n, (corner, said) in enumerate(zip(main.pad.corners, corners, strict=True))
        )
    banners = tuple({id(each): each for each in (top.trouble, top.banner, main.banner) if each}.values())
    said = (*(top.body if main is not top else ()), *main.body, top.remark)
    body = tuple(dict.fromkeys(words for words in said if words))
    if isinstance(main.own, ThrowModel):
        body = (
            *body,
            f"{main.own.total} {main.own.total_words}",
            *(disc.faces[0].words for disc in main.own.fallen),
        )
    # The card that was touched, in words.
    card = main.close_up
    lines = () if card is None else (*card.lines, card.says)
    large = card and (card.name, tuple(line for line in lines if line and line != card.name))
    board = ""
    if not top.tiles and main.pad is None and not isinstance(main.own, ThrowModel | ScreenModel):
        board = drawn_board(main.board, main.own, _("The board"), touched)
    return {
        "top": str(made.top(top.headline, top.chips, top.tally, seat)),
        "note": str(made.note(banners, top.contest)),
        "dice": str(made.dice(dice)),
        "board": board,
        "own": str(made.own(own_words, body, large, pad)),
        "keys": str(made.keys(keyed, tasks)),
        "tools": str(made.tools(_buttons(top.tools, keys))),
        "past": str(made.past(top.past)),
    }


def _keys_of(model: SeatModel, keys: Keys) -> tuple[KeyShown, ...]:
    """All keys beside the board that this page may send, the game's own after those of every game."""
    main, seat = model.own or model.shared, model.seat

    def cell(
        touch: Touch,
        words: str,
        detail: str = "",
        number: str = "",
        *,
        lit: bool = False,
        enabled: bool = True,
    ) -> KeyShown:
        weight = "chosen" if lit else "plain"
        return KeyShown(keys.key(touch), words, detail, weight, enabled, number, is_cell=True)

    answers = (key for key in main.answers if not (model.is_home and key.icon == "back"))
    found = [*_buttons((*answers, *main.helps), keys)]
    for tile in main.tiles or model.shared.tiles:
        one = cell(tile.action, tile.words, tile.detail, tile.before, lit=tile.lit, enabled=not tile.faded)
        found.append(one if tile.less is None else replace(one, less=keys.key(tile.less)))
    thrown: list[KeyShown] = []
    match main.own:
        case TrackModel(feet=feet, ballots=ballots):
            found += [cell(foot.action, foot.words, foot.detail) for foot in feet if foot.action is not None]
            found += _buttons(tuple(key for ballot in ballots for key in ballot.keys), keys)
        case FieldModel(cells=cells):
            for each in cells:
                count = "" if each.count is None else str(each.count)
                found.append(cell(each.action, each.name, number=count, lit=each.lit, enabled=each.enabled))
        case ThrowModel(seat=thrower, discs=discs) if thrower == seat:
            faces = (face for disc in discs for face in disc.faces)
            thrown = [cell(face.action, face.words, lit=face.lit, enabled=not face.faded) for face in faces]
    return (*(key for key in found if key.id or key.less), *thrown)


def _buttons(buttons: tuple[Button, ...], keys: Keys) -> tuple[KeyShown, ...]:
    found = []
    for button in buttons:
        id = keys.key(button.action)
        if id:
            found.append(KeyShown(id, button.words, button.detail, button.weight, button.enabled))
    return tuple(found)
