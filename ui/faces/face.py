"""The face of a game: everything the box must know of it besides its rules; and which face each game has.

The plain face here serves every game of cards that lie in regions; a game that needs more has a face of its own in
its folder of `ui.games`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from companion.game import Event, Game, Setup, Value, checked
from companion.games import all_games
from companion.homes import OURS, home_of
from companion.kits.options import sheet_in
from companion.sight import Table
from ui.owned.tribes import with_tribes
from ui.present.moment import Hint
from ui.words import marked

if TYPE_CHECKING:
    from typer import Typer

    from ui.present.models import EventPicture, OptionRow
    from ui.present.walk import Walk
    from vision.decks.deck import Deck
    from vision.eye import Eye
    from vision.painted.simulated import SimulatedTable
    from vision.painted.tabletop import PaintedSheet
    from vision.printed.marks import Drawing


@dataclass(frozen=True, slots=True)
class Persona:
    """A character whom the box plays; the words are marked for translation, not translated."""

    name: str
    temper: str = marked("Plays whatever looks best.")  # one line on how they play
    ahead: str = marked("I like where this is going.")  # this and `behind`, `won`, `lost`: what they say then
    behind: str = marked("You have me in a corner.")
    guesses: str = ""  # ahead, on a rival's face-down card that the move touches
    won: str = marked("Well played. Once more?")
    lost: str = marked("You were better today.")


@cache
def persona_of(game: str) -> Persona:
    """The character whom the box plays in a game: from `persona.toml` beside its face, else the usual one."""
    try:
        return sheet_in(f"ui.games.{game}", "persona", Persona)
    except (FileNotFoundError, ModuleNotFoundError):
        return Persona("Pip")


Facts = tuple[tuple[str, Value], ...]
"""An owner's facts on a game, as (name, value)."""
Room = tuple[float, float]
"""Printable width and height in mm of a sheet of paper, upright."""


@dataclass(frozen=True, slots=True)
class DiscDeck:
    """The discs of a game: their deck's name and title, and each face's label with its words."""

    name: str
    title: str
    faces: tuple[tuple[str, str], ...]
    table: Table

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple(label for label, _words in self.faces)


@dataclass(frozen=True, slots=True, eq=False)
class CardToPrint:
    """A card, tile or token to print and cut out: its label, face and back, and how many a game needs."""

    label: str
    face: "Drawing"
    back: "Drawing | None" = None
    copies: int = 1
    group: str = ""  # what it is bought or chosen with, as a tribe; empty: no such thing


@dataclass(frozen=True, slots=True, eq=False)
class PrintedPart:
    """One part of a game on paper.

    It has either `cards`, which are laid out on sheets and printed on both sides if they have backs, or drawings of
    its own (`draw`). Both raise OwnersFault for files of the owner's; `draw` raises ValueError where the paper has
    too little room for something that must not be glued together.
    """

    id: str
    title: str  # looked up where it is shown
    how: str  # what to do with its sheets; looked up as well
    cards: Callable[[Setup], list[CardToPrint]] | None = None
    draw: "Callable[[Setup, Room], list[Drawing]] | None" = None
    decks: tuple[str, ...] = ()  # decks that its cards make up, as far as the eye knows any
    pales: bool = False  # its own drawings may be paler to save ink; cards always may


class Face:
    """What every game shows and needs; games override what they need otherwise."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.persona: Persona = persona_of(game.id)  # whom the box plays in it

    # what is agreed before it

    def with_owners(self, setup: Setup) -> Setup:
        """The set-up with what the owner wrote down of this game. Raises OwnersFault for an unreadable file."""
        return with_tribes(self.game, setup)

    by_touch = False
    """Whether it has screens on which everything can be told by touch, without a camera."""

    @property
    def facts_at_first(self) -> Facts:
        """The owner's facts that a new agreement begins with; saved games keep theirs."""
        return ()

    def fact_rows(self, _facts: Facts, /) -> "tuple[OptionRow, ...]":
        """Agreements besides its options: facts of the owner's."""
        return ()

    def usual_setup(self) -> Setup:
        """The set-up where nobody agrees on anything."""
        return checked(self.game, Setup(self.game.seats[0]))

    # who plays where the box does

    def asked_of_people(self, _state: Any, _event: Event, /) -> str:
        """What people do at the table for the box's seat, where the event's own words do not say it."""
        return ""

    def advice(self, state: Any, event: Event, /) -> str:
        """A coach's suggestion in words: those of the event, if they fit what has not happened yet."""
        return self.game.words(state, event)

    aimed: tuple[type[Event], ...] = ()
    """Events that depend on somebody's aim: a coach judges none of them."""

    # what it is read by

    def discs(self, _setup: Setup, /) -> DiscDeck | None:
        """The discs of the game; None: it has none."""
        return None

    def drawn_discs(self, _setup: Setup, /) -> "Deck | None":
        """Drawn discs for a simulated table, where the game brings no pictures of them."""
        return None

    def tell_eye(self, eye: "Eye", state: Any) -> None:
        """Lets the eye know what the book knows and no picture shows."""

    # looked back on

    def still(self, _walk: "Walk", _place: int, /) -> Any:
        """A drawing of the board at a place, for looking back; None: things lie in regions of a table."""
        return None

    def event_pictures(self, _state: Any, _event: Event, /) -> "tuple[EventPicture, ...]":
        """Pictures beside the words of an event, as all may know it on the state before it; none: its cards."""
        return ()

    # commands

    def add_commands(self, app: "Typer") -> None:
        """Adds commands that only this game needs."""

    see_board: Callable[..., None] | None = None
    """Prints what pictures show on an owner's board, for `companion see --board`; None: it reads none."""

    # sheets to print

    def printed_parts(self, _setup: Setup, /) -> "tuple[PrintedPart, ...]":
        """Its parts to print, in the order of making; empty: its decks of pictures, and a mat."""
        return () if (made := _own(self.game.id, "printed", "parts")) is None else tuple(made(self.game))

    def large_card(self, setup: Setup, label: str) -> "Drawing | None":
        """A card as printed in the spoken language, for reading; None: its kept picture serves."""
        return None if (draw := _own(self.game.id, "printed", "large_card")) is None else draw(setup, label)

    # the simulated table

    def printed_board(self, _state: Any, /) -> "PaintedSheet | None":
        return None

    def set_out(self, simulated: "SimulatedTable", state: Any) -> None:
        """Puts on the simulated table what lies there before anybody has done anything."""

    def deeds(self, hands: Any, chance: Any) -> Any:
        """The deeds of its demo; None: those of every game."""
        make = _own(self.game.id, "deeds", "OwnDeeds")
        return None if make is None else make(self.game, hands, chance)


def face_of(game: Game[Any]) -> Face:
    """The face of a game: from its folder here, or from its own package if something installed brings it."""
    make: Callable[[Game[Any]], Face] = _own(game.id, "face", "face") or Face
    return make(game)


def with_owners(game: Game[Any], setup: Setup) -> Setup:
    """The set-up with what the owner wrote down of a game. Raises OwnersFault for an unreadable file."""
    return face_of(game).with_owners(setup)


def hints_of(game: str) -> tuple[Hint, ...]:
    """The hints of a game's first-game guide, from beside its face; none: it has no guide."""
    return () if (made := _own(game, "guide", "hints")) is None else tuple(made(game))


@cache
def all_faces() -> tuple[Face, ...]:
    return tuple(face_of(game) for game in all_games().values())


@cache
def _own(game: str, module: str, name: str) -> Any:
    """The object of this name in a module of a game or its family; None: there is no such module or name."""
    family = home_of(game).removeprefix(f"{OURS}.").partition(".")[0]
    for home in (f"ui.games.{family}", home_of(game)):
        if find_spec(home) is not None and find_spec(f"{home}.{module}") is not None:
            return getattr(import_module(f"{home}.{module}"), name, None)
    return None
