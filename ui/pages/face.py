"""What the pages must know of a game besides what the box knows: how it is agreed on, and its side of the table."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from companion.game import Game, Option, SetupFault
from ui.faces.face import Face, Facts
from ui.faces.registry import face_of
from ui.pages.played_table import GameSide, PlayedTable

if TYPE_CHECKING:
    from ui.faces.step_page import StepPage
    from ui.pages.draft import Draft
    from ui.present.models import Button
    from ui.present.steps import StepModel


class PageFace(Face):
    """What every game shows on the pages, changed by the games that show something else."""

    @property
    def steps(self) -> "Mapping[str, Callable[..., StepPage]]":
        """By the name of a page that only this game has, what begins it, given a StepStart; it raises StepFault."""
        return {}

    def seat_key(self, _draft: "Draft", _option: Option, _seat: int, /) -> "Button | None":
        """The key to a page of its own for what one seat chooses of an option; None where its choices are listed."""
        return None

    def facts_key(self, _facts: Facts, /) -> "Button | None":
        """The key, below the seats, to facts of the owner's that newcomers should know of; None without any."""
        return None

    def agreement_page(self, _draft: "Draft", /) -> "StepModel | None":
        """A page of its own where a game is agreed on; None where the draft's page is none of these."""
        return None

    def setup_fault(self, _draft: "Draft", _fault: SetupFault, /) -> str:
        """Why a set-up cannot be, where this game says it in words of its own."""
        return ""

    def chosen(self, _before: "Draft", after: "Draft", /) -> "Draft":
        """What else changes in a draft when an option is chosen."""
        return after

    def table_side(self, side: PlayedTable) -> GameSide:
        return GameSide(side)


def page_face(game: Game[Any]) -> PageFace:
    face = face_of(game)
    return face if isinstance(face, PageFace) else PageFace(game)
