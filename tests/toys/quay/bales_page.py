"""The page on which Quay asks whether there is anything to play it with."""

from collections.abc import Callable

from ui.present.models import Button, StepModel, StepPage
from ui.present.touches import LeaveSteps, Touch


class CutOut(Touch, frozen=True):
    """The bales are cut out."""


class BalesPage(StepPage):
    """Asks whether the bales are cut out; `kept` hears that they are."""

    def __init__(self, kept: Callable[[], None]) -> None:
        self._kept = kept

    def take(self, touch: Touch) -> bool:
        if not isinstance(touch, CutOut):
            return False
        self._kept()
        self.given_up = True
        return True

    def model(self) -> StepModel:
        return StepModel(
            "The bales of Quay",
            "Three bales are needed",
            ("Print them and cut them out, or take three coins and write on them.",),
            keys=(Button("They are cut out", CutOut(), "main", "done"),),
            tools=(Button("Back", LeaveSteps(), "quiet", "back"),),
        )
