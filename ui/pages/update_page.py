"""The page that changes the program's version: from a stick, or back to the one before."""

from typing import Literal

from hardware.updates import Change, Progress, Updates
from ui.faces.page import Page
from ui.owned.update_pin import FEWEST_FIGURES, UpdatePin
from ui.present.desk_touches import InstallUpdate, ReturnToBefore, TypeUpdatePin
from ui.present.steps import StepModel
from ui.present.touches import Touch, Typed
from ui.present.updating import (
    OLDER,
    changed_model,
    changing_model,
    not_changed,
    pin_model,
    stage_of,
    update_model,
)
from ui.records.beginning import app_version
from ui.words import _, several, system_words


class UpdatePage(Page):
    """Begins a change and follows it, also one that was begun before the page was left.

    `is_box`: the app is all that the machine runs.
    """

    name = "update"

    def __init__(self, updates: Updates, pin: UpdatePin, *, is_box: bool) -> None:
        self._updates, self._pin, self._is_box = updates, pin, is_box
        self._asked_pin_for: Change | Literal["lock"] | None = None
        self._is_older = False
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
            self._is_older = OLDER in self._progress.line
            self._progress = None
        return self._progress != before

    def model(self) -> StepModel:
        if self._asked_pin_for is not None:
            return pin_model(self._title())
        if self._progress is None:
            return update_model(
                app_version(),
                self._updates.before,
                self._trouble or self._pin.told,
                has_stick=self._has_stick,
                just_changed=self._updates.just_changed and not self._trouble,
                older=self._is_older,
                locked=self._pin.is_set,
            )
        return changed_model(is_box=self._is_box) if self._progress.ended else changing_model(self._stage)

    def take(self, touch: Touch) -> bool:
        match touch:
            case InstallUpdate(older):
                self._ask_or_begin("older" if older else "update")
            case ReturnToBefore():
                self._ask_or_begin("back")
            case TypeUpdatePin():
                self._trouble, self._asked_pin_for = "", "lock"
            case Typed(text) if self._asked_pin_for is not None:
                self._typed(self._asked_pin_for, text)
            case _:
                return False
        return True

    def _title(self) -> str:
        if self._pin.is_set:
            return _("PIN")
        return _("A new PIN, at least {n} signs").format(n=FEWEST_FIGURES)

    def _ask_or_begin(self, change: Change) -> None:
        if self._pin.is_set:
            self._trouble, self._asked_pin_for = "", change
        else:
            self._begin(change)

    def _typed(self, what: Change | Literal["lock"], text: str | None) -> None:
        """A PIN was typed, for a change, or to set it or ask for it no more."""
        self._asked_pin_for = None
        if text is None:
            return
        if not self._pin.is_set:
            if len(text) < FEWEST_FIGURES:
                self._trouble = _("That is too short.")
            else:
                self._pin.choose(text)
        elif not self._pin.fits(text):
            wait = self._pin.wait_s
            words = several("Wrong too often. Wait {n} second.", "Wrong too often. Wait {n} seconds.", wait)
            self._trouble = words if wait else _("That is not the PIN.")
        elif what == "lock":
            self._pin.choose("")
        else:
            self._begin(what)

    def _begin(self, change: Change) -> None:
        self._trouble = self._stage = ""
        self._is_older = False
        try:
            self._updates.begin(change)
        except OSError as fault:
            self._trouble = not_changed(system_words(fault))
        else:
            self._progress = Progress()
