"""The page that changes the program's version: from a stick, or back to the one before."""

from hardware.updates import Change, Progress, Updates
from ui.faces.page import Page
from ui.present.desk_touches import InstallUpdate, ReturnToBefore
from ui.present.steps import StepModel
from ui.present.touches import Touch
from ui.present.updating import changed_model, changing_model, not_changed, stage_of, update_model
from ui.records.beginning import app_version
from ui.words import system_words


class UpdatePage(Page):
    """Begins a change and follows it, also one that was begun before the page was left.

    `is_box`: the app is all that the machine runs.
    """

    name = "update"

    def __init__(self, updates: Updates, *, is_box: bool) -> None:
        self._updates, self._is_box = updates, is_box
        going_on = updates.progress()
        self._progress = going_on if going_on.line and not going_on.ended else None
        self._stage = self._trouble = ""
        self._has_stick = updates.has_stick()

    def tick(self) -> bool:
        if self._progress is None:
            had, self._has_stick = self._has_stick, self._updates.has_stick()
            return had != self._has_stick
        if self._progress.ended:
            return False
        before, self._progress = self._progress, self._updates.progress()
        self._stage = stage_of(self._progress.line) or self._stage
        if self._progress.ended and not self._progress.well:
            self._trouble = not_changed(self._progress.line)
            self._progress = None
        return self._progress != before

    def model(self) -> StepModel:
        if self._progress is None:
            return update_model(
                app_version(),
                self._updates.before,
                self._trouble,
                has_stick=self._has_stick,
                just_changed=self._updates.just_changed and not self._trouble,
            )
        return changed_model(is_box=self._is_box) if self._progress.ended else changing_model(self._stage)

    def take(self, touch: Touch) -> bool:
        match touch:
            case InstallUpdate():
                self._begin("update")
            case ReturnToBefore():
                self._begin("back")
            case _:
                return False
        return True

    def _begin(self, change: Change) -> None:
        self._trouble = self._stage = ""
        try:
            self._updates.begin(change)
        except OSError as fault:
            self._trouble = not_changed(system_words(fault))
        else:
            self._progress = Progress()
