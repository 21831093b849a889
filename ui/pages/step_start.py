"""Pages that lead through something step by step which only one game has: what they are begun with, and by whom."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Protocol, runtime_checkable

from ui.faces.registry import all_faces
from ui.faces.step_page import StepPage
from ui.pages.agreement import Agreement


@dataclass(frozen=True, slots=True)
class StepStart:
    """What a page of steps is begun with: the game agreed on, the source of pictures, and seconds that only grow."""

    agreement: Agreement
    source: str
    clock: Callable[[], float]


@runtime_checkable
class LeadsStepByStep(Protocol):
    """A face with pages that lead through something step by step, which only its game has."""

    @property
    def steps(self) -> Mapping[str, Callable[[StepStart], StepPage]]:
        """By the name of a page, what begins it. That raises StepFault."""
        ...


@cache
def own_pages() -> dict[str, Callable[[StepStart], StepPage]]:
    leading = (face for face in all_faces() if isinstance(face, LeadsStepByStep))
    return {page: begin for face in leading for page, begin in face.steps.items()}
