"""Printing a game from the touchscreen, and the choice of printed or old cards for the camera."""

import logging
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

from companion.game import Game
from hardware.machine import CommandFault, printers, send
from ui.box.eyes import choose_looks, own_decks
from ui.faces.face import Face, all_faces, face_of
from ui.places import data_home
from ui.present.models import Banner, Button, StepFault, StepModel, StepPage, choice, notice, ways_out
from ui.present.touches import GameTouch, LeaveSteps, Touch, do
from ui.printing.parts import deck_looks, parts_of
from ui.records.recount import plugged_in
from ui.words import _, device_words, for_players, marked, several, system_words, upper_first

PAPER_NAMES = {"a4": "A4", "letter": marked("US Letter"), "a3": "A3"}
Goal = Literal["printer", "stick", "file"]
LOOK_EVERY = 30
"""Ticks between searches for sticks and printers."""

_log = logging.getLogger(__name__)


class Stopped(Exception):
    """The people stopped the printing."""


class PrintPage(StepPage):
    """The page from the choice of a game to the result; `run` starts slow work in a thread."""

    name = "printing"

    def __init__(
        self,
        games: tuple[Game[Any], ...],
        run: Callable[[Callable[[], None]], None] | None = None,
        known_printers: Callable[[], tuple[str, ...]] = printers,
        sticks: Callable[[], list[Path]] = plugged_in,
    ) -> None:
        self._games = games
        self._run = run or (lambda work: threading.Thread(target=work, name="printing", daemon=True).start())
        self._known_printers, self._sticks = known_printers, sticks
        self._printers, self._is_looking = known_printers(), False
        self._has_stick = bool(sticks())
        self._game: Game[Any] | None = None
        self._paper, self._saves_ink = "a4", False
        self._without: set[str] = set()
        # Progress (None: not printing) and result; both are set in the other thread.
        self._far: tuple[int, int] | None = None
        self._outcome: StepModel | None = None
        self._shown: tuple[object, ...] = (self._printers, self._has_stick, None, None)
        self._stop = threading.Event()
        self._ticks = 0

    def tick(self) -> bool:
        self._ticks += 1
        if self._ticks % LOOK_EVERY == 0:
            self._has_stick = bool(self._sticks())
            if not self._is_looking:
                self._is_looking = True
                self._run(self._look)
        before, self._shown = self._shown, (self._printers, self._has_stick, self._far, self._outcome)
        return before != self._shown

    def _look(self) -> None:
        """Searches printers; it may run in a thread and touches nothing else."""
        self._printers = self._known_printers()
        self._is_looking = False

    def model(self) -> StepModel:
        if self._game is None:
            keys = tuple(
                Button(_(game.name), do(self.print_game, game.id), "plain", "cards", emblem=game.id)
                for game in self._games
            )
            body = (
                _("Paper, a knife and an evening: all that a game needs, true to size, for any printer."),
            )
            return StepModel(_("Print and play"), _("Which game?"), body, keys=keys, tools=ways_out())
        name = _(self._game.name)
        if self._outcome is not None:
            return self._outcome
        if self._far is not None:
            far = _("Sheet {n} of {total}").format(n=self._far[0], total=self._far[1]) if self._far[1] else ""
            keys = (Button(_("Stop"), do(self.stop_printing), "plain", "wrong"),)
            banner = Banner("wait", _("Drawing the sheets …"), far)
            return StepModel(name, banner=banner, keys=keys, tools=())
        # Parts, paper and goal. No goal is enabled while no part is chosen.
        papers = tuple(PAPER_NAMES)
        after = papers[(papers.index(self._paper) + 1) % len(papers)]
        words = _("Paper: {paper}").format(paper=_(PAPER_NAMES[self._paper]))
        other = _("Touch for {paper}.").format(paper=_(PAPER_NAMES[after]))
        # One key goes through all kinds of paper.
        on_paper = Button(words, do(self.choose_paper, after), "plain", "book", other)
        ink = choice(_("Save ink"), do(self.switch_ink), self._saves_ink, "book", _("Paler cards."))
        parts = self._parts(self._game)
        left_out = self._without & parts.keys()
        chosen = (
            choice(title, do(self.switch_part, id), id not in left_out, "cards")
            for id, title in parts.items()
        )
        enabled = len(left_out) < len(parts)
        goals = [
            (_("Print on {printer}").format(printer=printer), do(self.print_to, "printer", printer))
            for printer in self._printers
        ]
        if self._has_stick:
            goals.append((_("Save on the USB stick"), do(self.print_to, "stick", "")))
        where = [Button(words, touch, "main", "down", enabled=enabled) for words, touch in goals]
        file = do(self.print_to, "file", "")
        # Saving is the main key only without printer and stick.
        where.append(Button(_("Save as a file"), file, "plain" if where else "main", "down", enabled=enabled))
        return StepModel(name, keys=(*where, on_paper, ink, *chosen), tools=ways_out())

    def take(self, touch: Touch) -> bool:
        if not isinstance(touch, LeaveSteps):
            return super().take(touch)
        # Back: from the result to the parts, to the games, to the page before.
        if self._outcome is not None:
            self._outcome = None
        elif self._far is not None:
            self._stop.set()
        elif self._game is not None:
            self._game = None
        else:
            self.given_up = True
        return True

    def print_game(self, id: str) -> None:
        self._game, self._without = next(game for game in self._games if game.id == id), set()

    def choose_paper(self, paper: str) -> None:
        self._paper = paper

    def switch_ink(self) -> None:
        self._saves_ink = not self._saves_ink

    def switch_part(self, id: str) -> None:
        self._without ^= {id}

    def stop_printing(self) -> None:
        self._stop.set()

    close = stop_printing

    def _parts(self, game: Game[Any]) -> dict[str, str]:
        """A game's printable parts: titles by id."""
        face = face_of(game)
        return {part.id: _(part.title) for part in parts_of(face, face.usual_setup())}

    def print_to(self, goal: Goal, name: str = "") -> None:
        game = self._game
        if game is None or self._far is not None:
            return
        parts = self._parts(game)
        chosen = tuple(id for id in parts if id not in self._without) if self._without & parts.keys() else ()
        self._far = (0, 0)
        self._stop.clear()

        def work() -> None:
            whole = None
            try:
                banner = self._printed(face_of(game), chosen, goal, name)
                whole = not chosen
            except Stopped:
                banner = Banner("calm", _("Stopped. Nothing was printed."))
            except Exception as fault:  # nobody may wait for a thread that has ended
                if not isinstance(fault, OSError | ValueError | CommandFault | StepFault):
                    _log.exception("a game could not be printed")
                why = system_words(fault) if isinstance(fault, OSError) else for_players(fault)
                if isinstance(fault, CommandFault):
                    why = upper_first(device_words(fault.said))
                banner = Banner("trouble", _("It could not be printed."), why)
            self._outcome, self._far = came_of(game, banner, whole=whole), None

        self._run(work)

    def _printed(self, face: Face, parts: tuple[str, ...], goal: Goal, printer: str) -> Banner:
        """Draws, writes and sends the sheets, in the thread; a failure is raised to `print_to`."""
        from ui.printing.sheets import Wish, game_set, write_pdf

        def told(sheet: int, total: int) -> None:
            if self._stop.is_set():
                raise Stopped
            self._far = (sheet, total)

        told(0, 0)
        wish = Wish(self._paper, parts, saves_ink=self._saves_ink)
        drawings = game_set(face, face.with_owners(face.usual_setup()), wish)
        folder = next(iter(self._sticks()), None) if goal == "stick" else data_home() / "print"
        if folder is None:
            raise StepFault(_("The USB stick is gone."))
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{face.game.id}.pdf"
        count = write_pdf(drawings, wish.paper, path, told)
        if goal == "stick" and folder not in self._sticks():
            path.unlink(missing_ok=True)  # the stick was pulled out; this is its bare folder
            raise StepFault(_("The USB stick is gone."))
        sheets = several("{n} sheet", "{n} sheets", count)
        if goal == "printer":
            send(path, printer, wish.paper)
            return Banner("calm", _("{sheets} sent to {printer}.").format(sheets=sheets, printer=printer))
        return Banner("calm", _("{sheets} saved.").format(sheets=sheets), str(path))


def came_of(game: Game[Any], banner: Banner, *, whole: bool | None = None) -> StepModel:
    """The result of printing. `whole`: whether all of it was printed; None if nothing was."""
    body = _("Print at 100 %, not fitted to the page. The bar at the foot of each sheet must measure 100 mm.")
    first = _("The first sheet says how everything is cut, glued and laid.")
    said = () if whole is None else (body, first) if whole else (body,)
    return StepModel(_(game.name), body=said, banner=banner, tools=ways_out())


# The look of a game's cards, printed or old: asked before its first game, changed later.


class LooksPage(StepPage):
    """All decks with the look that the camera reads; games opened later use it."""

    name = "looks"

    def __init__(self) -> None:
        self._decks, self._fault = deck_looks(), ""
        self.faces = {folder.name: folder for face in all_faces() for folder in own_decks(face.game)}

    def model(self) -> StepModel:
        body = _(
            "What the camera reads. Touch a deck to switch it between the printed cards and the old ones."
        )
        keys = []
        for deck in self._decks:
            touch = do(self.choose, (deck.deck,), printed=not deck.printed)
            key = choice(deck.title, touch, deck.printed, "cards", deck.words)
            keys.append(replace(key, card=deck.card))
        return self._page(_("Printed or old cards"), body, tuple(keys))

    def _page(self, title: str, body: str, keys: tuple[Button, ...]) -> StepModel:
        banner = notice("trouble", self._fault)
        return StepModel(title, body=(body,), banner=banner, keys=keys, tools=ways_out())

    def choose(self, decks: Sequence[str], *, printed: bool) -> bool:
        """Has the camera read these decks in their printed look, or in the old box's."""
        self._fault = ""
        try:
            choose_looks(decks, printed=printed)
        except OSError as fault:
            self._fault = system_words(fault)
        self._decks = deck_looks()
        return not self._fault


class WhichSetPage(LooksPage):
    """Asks for the look before a camera watches a game, then does the touch that led here."""

    name = "which-set"

    def __init__(self, game: str, decks: Sequence[str], wanted: GameTouch) -> None:
        super().__init__()
        self._game, self._asked, self._wanted = game, frozenset(decks), wanted

    def model(self) -> StepModel:
        body = _(
            "The two sets look different to the camera. To change this later: Table and cards, Printed or old cards."
        )
        asked = [look for look in self._decks if look.deck in self._asked]
        names = tuple(deck.deck for deck in asked)
        new, old = do(self.choose, names, printed=True), do(self.choose, names, printed=False)
        looks = _("Made with Print and play; they look like this.")
        bought = _("The set that the game once came with.")
        keys = (
            Button(_("Printed here"), new, "plain", "cards", looks, card=asked[0].card),
            Button(_("From the old box"), old, "plain", "cards", bought),
        )
        return self._page(_("{game}: which set do you play with?").format(game=self._game), body, keys)

    def choose(self, decks: Sequence[str], *, printed: bool) -> bool:
        if super().choose(decks, printed=printed):
            self.given_up, self.then = True, self._wanted
        return self.given_up
