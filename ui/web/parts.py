"""A page in parts, each a piece of HTML: what has changed is sent, the rest stays as it is.

Everything that is written is escaped by the templates; what a key sends is known here alone, the page has its id.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
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
from ui.present.models import Button, CloseUp, Roll, TableModel
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
    """A whole page, before anything of a game is in it."""
    return templates().get_template(name).render(language=spoken().code, **words)


def seat_parts(model: SeatModel, keys: Keys) -> Parts:
    """What a seat's phone shows."""
    shared, own = model.shared, model.own
    own_words = own.headline if own is not None else ""
    return _parts(own or shared, shared, own_words, _keys_of(model, keys), keys, model.seat)


def watch_parts(model: TableModel) -> Parts:
    """What who watches sees: the table as it is shown to all, with nothing to touch."""
    return _parts(model, model, "", (), Keys(lambda _touch: False), None)


def closed_parts(headline: str, words: str) -> Parts:
    """What is shown while there is no game."""
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
    rolls = (roll for roll in top.rolls if seat is None or roll.seat == seat)
    tasks = () if seat is None else tuple((task.words, keys.key(task.action)) for task in top.tasks)
    pad = () if seat is None else _pad(main, keys)
    banners = tuple({id(each): each for each in (top.trouble, top.banner, main.banner) if each}.values())
    said = (*(top.body if main is not top else ()), *main.body, top.remark)
    body = tuple(dict.fromkeys(words for words in said if words))
    if isinstance(main.own, ThrowModel):
        body = (
            *body,
            f"{main.own.total} {main.own.total_words}",
            *(disc.faces[0].words for disc in main.own.fallen),
        )
    large = _close_up(main.close_up)
    return {
        "top": str(made.top(top.headline, top.chips, top.tally, seat)),
        "note": str(made.note(banners, top.contest)),
        "dice": str(made.dice(tuple(_rolled(roll, keys.key(roll.action)) for roll in rolls))),
        "board": "" if top.tiles else _board(main, touched),
        "own": str(made.own(own_words, body, large, pad)),
        "keys": str(made.keys(keyed, tasks)),
        "tools": str(made.tools(_buttons(top.tools, keys))),
        "past": str(made.past(top.past)),
    }


def _rolled(roll: Roll, id: str) -> tuple[str, str, str, str]:
    """A die, penny or lot: whose it is, what fell or that it still rolls, and the key that throws it."""
    return roll.name, "…" if roll.running else roll.words, throw_words(roll.what), id


def _keys_of(model: SeatModel, keys: Keys) -> tuple[KeyShown, ...]:
    """All keys beside the board that this page may send, the game's own after those of every game."""
    main, seat = model.own or model.shared, model.seat
    answers = (key for key in main.answers if not (model.is_home and key.icon == "back"))
    found = [*_buttons((*answers, *main.helps), keys)]
    for tile in main.tiles or model.shared.tiles:
        id = keys.key(tile.action)
        less = "" if tile.less is None else keys.key(tile.less)
        if id or less:
            weight = "chosen" if tile.lit else "plain"
            found.append(
                KeyShown(id, tile.words, tile.detail, weight, not tile.faded, tile.before, less, is_cell=True)
            )
    found += _own_keys(main.own, keys, seat)
    return tuple(found)


def _own_keys(own: object, keys: Keys, seat: Seat) -> Iterator[KeyShown]:
    """The keys below a game's own board: pieces and votes, what there is to lay, discs of whoever throws."""
    match own:
        case TrackModel():
            for foot in own.feet:
                if foot.action is not None and keys.key(foot.action):
                    yield KeyShown(keys.key(foot.action), foot.words, foot.detail, is_cell=True)
            for ballot in own.ballots:
                yield from _buttons(ballot.keys, keys)
        case FieldModel():
            for cell in own.cells:
                if keys.key(cell.action):
                    count = "" if cell.count is None else str(cell.count)
                    weight = "chosen" if cell.lit else "plain"
                    id = keys.key(cell.action)
                    yield KeyShown(id, cell.name, "", weight, cell.enabled, count, is_cell=True)
        case ThrowModel(seat=thrower, discs=discs) if thrower == seat:
            for face in (face for disc in discs for face in disc.faces):
                weight = "chosen" if face.lit else "plain"
                yield KeyShown(keys.key(face.action), face.words, "", weight, not face.faded, is_cell=True)


def _buttons(buttons: tuple[Button, ...], keys: Keys) -> tuple[KeyShown, ...]:
    found = []
    for button in buttons:
        id = keys.key(button.action)
        if id:
            found.append(KeyShown(id, button.words, button.detail, button.weight, button.enabled))
    return tuple(found)


def _pad(model: TableModel, keys: Keys) -> tuple[tuple[str, str, bool], ...]:
    """The corners of the enemy's card: near left, near right, far right, far left, each with its words."""
    pad = model.pad
    if pad is None:
        return ()
    words = (_("near left"), _("near right"), _("far right"), _("far left"))
    return tuple(
        (keys.key(corner), said, n == pad.chosen)
        for n, (corner, said) in enumerate(zip(pad.corners, words, strict=True))
    )


def _close_up(large: CloseUp | None) -> tuple[str, tuple[str, ...]] | None:
    """The card that was touched, in words."""
    if large is None:
        return None
    more = (large.says,) if large.says else ()
    return large.name, tuple(line for line in (*large.lines, *more) if line and line != large.name)


def _board(model: TableModel, touched: KeysDrawn) -> str:
    if model.pad is not None or isinstance(model.own, ThrowModel | ScreenModel):
        return ""
    return drawn_board(model.board, model.own, _("The board"), touched)
