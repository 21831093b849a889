"""What the pages must know of a game besides what the box knows: how it is agreed on, and its side of the table."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from companion.game import Game, Option, SetupFault
from ui.faces.face import Face, Facts
from ui.faces.registry import all_faces, face_of
from ui.pages.game_side import GameSide

if TYPE_CHECKING:
    from ui.faces.step_page import StepPage
    from ui.pages.agreement import Agreement
    from ui.pages.draft import Draft
    from ui.pages.tableside import Tableside
    from ui.present.models import Button, SeatsModel
    from ui.present.touches import Touch


class PageFace(Face):
    """What every game shows on the pages, changed by the games that show something else."""

    def fact_typed(self, facts: Facts, name: str) -> tuple[str, str]:
        """What is asked for where a fact is typed, and how it stands now."""
        return name, str(dict(facts).get(name, ""))

    def told_fact(self, draft: "Draft", name: str, text: str) -> "Draft | str":
        """The draft with a fact as it was typed, or why it cannot be so."""
        return draft.with_fact(name, text)

    def seat_key(self, _draft: "Draft", _option: Option, _seat: int, /) -> "Button | None":
        """The key to a page of its own for what one seat chooses of an option; None where its choices are listed."""
        return None

    def agreement_page(self, _draft: "Draft", /) -> "SeatsModel | None":
        """A page of its own where a game is agreed on; None where the draft's page is none of these."""
        return None

    def setup_fault(self, _draft: "Draft", _fault: SetupFault, /) -> str:
        """Why a set-up cannot be, where this game says it in words of its own."""
        return ""

    def chosen(self, _before: "Draft", after: "Draft", /) -> "Draft":
        """What else changes in a draft when an option is chosen."""
        return after

    def agree(self, _draft: "Draft", _touch: "Touch", /) -> "Draft | None":
        """The draft after a touch on a page of its own where it is agreed on; None for any other touch."""
        return None

    def table_side(self, side: "Tableside") -> GameSide:
        """What it keeps and does at the table's screen."""
        return GameSide(side)


@dataclass(frozen=True, slots=True)
class StepStart:
    """What a page of steps is begun with: the game agreed on, the source of pictures, and seconds that only grow."""

    agreement: "Agreement"
    source: str
    clock: Callable[[], float]


@runtime_checkable
class LeadsStepByStep(Protocol):
    """A face with pages that lead through something step by step, which only its game has."""

    @property
    def steps(self) -> "Mapping[str, Callable[[StepStart], StepPage]]":
        """By the name of a page, what begins it. That raises StepFault."""
        ...


def page_face(game: Game[Any]) -> PageFace:
    """The face of a game as the pages know it."""
    face = face_of(game)
    return face if isinstance(face, PageFace) else PageFace(game)


@cache
def own_pages() -> "dict[str, Callable[[StepStart], StepPage]]":
    """By name, what begins the pages that only one game has."""
    leading = (face for face in all_faces() if isinstance(face, LeadsStepByStep))
    return {page: begin for face in leading for page, begin in face.steps.items()}
