"""The face of a game: all that the box must know of it besides its rules.

This one, the plain face, serves every game of cards that lie in regions; a game that needs more has a face of its own
in its folder of `ui.games`.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from companion.game import Game, Option, Setup, SetupFault, Value, checked
from companion.sight import Table
from ui.owned.tribes_agreed import with_tribes
from ui.present.touches import Touch

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from random import Random

    from kivy.uix.widget import Widget
    from typer import Typer

    from ui.demo.deeds import Deeds, Hands
    from ui.faces.game_side import GameSide
    from ui.faces.step_page import StepPage
    from ui.pages.agreement import Agreement
    from ui.pages.draft import Draft
    from ui.pages.tableside import Tableside
    from ui.present.models import Button, OptionRow, SeatsModel
    from ui.screens.page import Page
    from ui.widgets.faces import Faces
    from ui.widgets.keys import Send
    from ui.widgets.own_board import OwnBoard
    from vision.decks.deck import Deck
    from vision.eye import Eye
    from vision.painted.sheet import PaintedSheet
    from vision.painted.simulated import SimulatedTable
    from vision.printed.drawing import Drawing


Facts = tuple[tuple[str, Value], ...]
"""What an owner tells of a game, as (name, value)."""


@dataclass(frozen=True, slots=True)
class DiscDeck:
    """The discs of a game: the name of their deck, what they are called, and each face's label with its words."""

    name: str
    title: str
    faces: tuple[tuple[str, str], ...]
    table: Table

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple(label for label, _words in self.faces)


@dataclass(frozen=True, slots=True)
class Sheet:
    """Something of a game that can be printed: its name, what it is, and how it is put together.

    `cut`: both sides are printed and cut out, on pages of their own; `glue`: what is said of the rest.
    """

    name: str
    words: str
    cut: bool = False
    glue: str = ""


class Face:
    """What every game shows and needs, changed by the games that show or need something else."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game

    # what is agreed before it

    def with_owners(self, setup: Setup) -> Setup:
        """The set-up with what the owner wrote down of this game. Raises OwnersFault for a file that cannot be read."""
        return with_tribes(self.game, setup)

    by_touch = False
    """Whether it has screens on which all of it is told by touch, without a camera."""

    def asked_first(self, facts: Facts) -> str:
        """The page on which the owner is asked something before it is played; empty where nothing is."""
        return ""

    usual_facts: Facts = ()
    """What a demo answers where the owner is asked something first."""

    def fact_rows(self, facts: Facts) -> "tuple[OptionRow, ...]":
        """What is agreed besides its options: facts of the owner's."""
        return ()

    def fact_typed(self, facts: Facts, name: str) -> tuple[str, str]:
        """What is asked for where a fact is typed, and how it stands now."""
        return name, str(dict(facts).get(name, ""))

    def told_fact(self, draft: "Draft", name: str, text: str) -> "Draft | str":
        """The draft with a fact as it was typed, or why it cannot be so."""
        return draft.with_fact(name, text)

    def seat_key(self, draft: "Draft", option: Option, seat: int) -> "Button | None":
        """The key to a page of its own for what one seat chooses of an option; None where its choices are listed."""
        return None

    def agreement_page(self, draft: "Draft") -> "SeatsModel | None":
        """A page of its own where a game is agreed on; None where the draft's page is none of these."""
        return None

    def setup_fault(self, draft: "Draft", fault: SetupFault) -> str:
        """Why a set-up cannot be, where this game says it in words of its own."""
        return ""

    def chosen(self, before: "Draft", after: "Draft") -> "Draft":
        """What else changes in a draft when an option is chosen."""
        return after

    def agree(self, draft: "Draft", touch: "Touch") -> "Draft | None":
        """The draft after a touch on a page of its own where it is agreed on; None for any other touch."""
        return None

    def usual_setup(self) -> Setup:
        """What is agreed where nobody agrees on anything."""
        return checked(self.game, Setup(self.game.seats[0]))

    # pages of its own

    pages: tuple[str, ...] = ()
    """Pages that lead through something step by step, which only this game has."""

    def step(
        self, page: str, agreement: "Agreement", source: str, clock: "Callable[[], float]"
    ) -> "StepPage":
        """Begins one of these pages; pictures come from `source`. Raises StepFault."""
        raise NotImplementedError

    def screen(self, page: str, send: "Send", picture: "Widget") -> "Page":
        """The screen that shows one of these pages; `picture`: the widget with the camera's picture."""
        raise NotImplementedError

    # the table's screen

    def table_side(self, side: "Tableside") -> "GameSide":
        """What it keeps and does at the table's screen."""
        from ui.faces.game_side import GameSide

        return GameSide(side)

    def board(self, model: Any, faces: "Faces", send: "Send") -> "OwnBoard":
        """The widget that draws `TableModel.own`."""
        raise NotImplementedError

    # what it is read by

    def discs(self, setup: Setup) -> DiscDeck | None:
        """The discs that it is played with; None where it has none."""
        return None

    def drawn_discs(self, setup: Setup) -> "Deck | None":
        """Discs of which the game brings no pictures, drawn for a simulated table."""
        return None

    def tell_eye(self, eye: "Eye", state: Any) -> None:
        """Lets the eye know what the book knows and no picture shows."""

    # commands

    sees_boards = False
    """Whether `companion see --board` reads pieces on a board of the owner's."""

    def see_board(self, images: "list[Path]", board: "Path", book: "Path | None", json: bool) -> None:
        """Prints what `companion see --board` finds. Raises GivenFault, PictureFault."""
        raise NotImplementedError

    def add_commands(self, app: "Typer") -> None:
        """Adds commands that only this game needs."""

    # sheets to print

    sheets: "tuple[Sheet, ...]" = ()

    def draw(self, sheet: str, setup: Setup, room: "tuple[float, float] | None") -> "list[Drawing]":
        """The drawings of one of its sheets, for pages with so much room (mm); None: in one piece.

        Raises ValueError where there is too little room, OwnersFault for files of the owner's.
        """
        raise NotImplementedError

    # the simulated table

    def printed_board(self, state: Any) -> "PaintedSheet | None":
        """What lies printed on the simulated table."""
        return None

    def set_out(self, simulated: "SimulatedTable", state: Any) -> None:
        """Puts on the simulated table what lies there before anybody has done anything."""

    def deeds(self, hands: "Hands", chance: "Random") -> "Deeds | None":
        """Who plays it in a demo, where it is played in a way of its own."""
        return None
