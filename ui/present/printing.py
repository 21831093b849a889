"""The page that prints a game: which one, what of it, on what paper, and where to; as plain models."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from companion.game import Game
from ui.present.models import Banner, Button
from ui.present.pages import home_button
from ui.present.steps import StepModel
from ui.present.touches import LeaveSteps, Touch
from ui.words import _, marked

PAPER_NAMES = {"a4": "A4", "letter": marked("US Letter"), "a3": "A3"}


class PrintGame(Touch, frozen=True):
    """This game is to be printed."""

    id: str


class ChoosePaper(Touch, frozen=True):
    paper: str


class SwitchInk(Touch, frozen=True):
    """Paler cards, or the full colours."""


class SwitchPart(Touch, frozen=True):
    """A part of the game is printed, or left out."""

    id: str


class PrintTo(Touch, frozen=True):
    """Goes to a printer by its name, onto the stick that is plugged in, or into a file of the program's folder."""

    kind: Literal["printer", "stick", "file"]
    name: str = ""


class StopPrinting(Touch, frozen=True):
    pass


PrintTouch = PrintGame | ChoosePaper | SwitchInk | SwitchPart | PrintTo | StopPrinting


@dataclass(frozen=True, slots=True)
class PartShown:
    """A part of the game: its words, and whether it is printed."""

    id: str
    title: str
    chosen: bool


def which_game_model(games: Sequence[Game[Any]]) -> StepModel:
    """Which game is to be printed."""
    keys = tuple(Button(_(game.name), PrintGame(game.id), "plain", "cards", emblem=game.id) for game in games)
    body = (_("Paper, a knife and an evening: all that a game needs, true to size, for any printer."),)
    return StepModel(_("Print and play"), _("Which game?"), body, None, keys, _tools(), live=False)


def wish_model(
    game: str,
    parts: Sequence[PartShown],
    paper: str,
    *,
    saves_ink: bool,
    printers: Sequence[str],
    has_stick: bool,
) -> StepModel:
    """What of it, on what paper, and where to. Nothing can be sent while no part is chosen."""
    papers = tuple(PAPER_NAMES)
    after = papers[(papers.index(paper) + 1) % len(papers)]
    on_paper = Button(
        _("Paper: {paper}").format(paper=_(PAPER_NAMES[paper])),
        ChoosePaper(after),
        "plain",
        "book",
        _("Touch for {paper}.").format(paper=_(PAPER_NAMES[after])),
    )
    chosen = (
        Button(part.title, SwitchPart(part.id), "chosen" if part.chosen else "plain", "cards")
        for part in parts
    )
    ink = Button(_("Save ink"), SwitchInk(), "chosen" if saves_ink else "plain", "book", _("Paler cards."))
    can = any(part.chosen for part in parts)
    where = [
        Button(
            _("Print on {printer}").format(printer=name),
            PrintTo("printer", name),
            "main",
            "down",
            enabled=can,
        )
        for name in printers
    ]
    if has_stick:
        stick = Button(_("Save on the USB stick"), PrintTo("stick"), "main", "down", enabled=can)
        where.append(stick)
    where.append(
        Button(_("Save as a file"), PrintTo("file"), "plain" if where else "main", "down", enabled=can)
    )
    keys = (*where, on_paper, ink, *chosen)
    return StepModel(game, "", (), None, keys, _tools(), live=False)


def working_model(game: str, done: int, total: int) -> StepModel:
    """How far it is."""
    said = _("Drawing the sheets …")
    far = _("Sheet {n} of {total}").format(n=done, total=total) if total else ""
    keys = (Button(_("Stop"), StopPrinting(), "plain", "wrong"),)
    return StepModel(game, "", (), Banner("wait", said, far), keys, (), live=False)


def outcome_model(game: str, said: str, more: str, *, well: bool, whole: bool | None = None) -> StepModel:
    """What came of it, and what is done with the sheets. `whole`: a first sheet says how; None where none was made."""
    body: list[str] = []
    if whole is not None:
        body.append(
            _(
                "Print at 100 %, not fitted to the page. The bar at the foot of each sheet must measure 100 mm."
            )
        )
    if whole:
        body.append(_("The first sheet says how everything is cut, glued and laid."))
    banner = Banner("calm" if well else "trouble", said, more)
    return StepModel(game, "", tuple(body), banner, (), _tools(), live=False)


def _tools() -> tuple[Button, ...]:
    return (Button(_("Back"), LeaveSteps(), "quiet", "back"), home_button())
