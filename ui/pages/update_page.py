"""The page that changes the program's version: from a stick, or back to the one before."""

import re
from typing import Literal

from hardware.updates import Change, Progress, Updates
from ui.owned.settings import FEWEST_FIGURES, UpdatePin
from ui.present.models import Button, Page, StepModel, notice
from ui.present.touches import Touch, Typed, do
from ui.records.beginning import app_version
from ui.words import _, several, system_words, word_tables

OLDER = "is older than"
"""What setup.sh says of a version that comes before the one that is used."""


class UpdatePage(Page):
    """Begins a change and follows it, also one begun before. `is_box`: the machine runs the app alone."""

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
        line = self._progress.line
        stages = word_tables("ui.pages")["update-stages"]
        self._stage = next((words for begin, words in stages.items() if line.startswith(begin)), self._stage)
        if self._progress.ended and not self._progress.well:
            self._trouble = not_changed(self._progress.line)
            self._is_older = OLDER in self._progress.line
            self._progress = None
        return self._progress != before

    def model(self) -> StepModel:
        if self._asked_pin_for is not None:
            new = _("A new PIN, at least {n} signs").format(n=FEWEST_FIGURES)
            return StepModel(_("Update"), editing=(_("PIN") if self._pin.is_set else new, ""))
        if self._progress is not None and self._progress.ended:
            anew = _("The box now starts anew by itself.")
            then = anew if self._is_box else _("Quit, and start the app again.")
            return StepModel(_("Update"), _("The other version is ready."), (then,))
        if self._progress is not None:
            going_on = _(self._stage) if self._stage else _("One moment …")
            return StepModel(_("Update"), going_on, (_("Leave the stick in, and the power on."),))
        has_stick, before = self._has_stick, self._updates.before
        trouble = self._trouble or self._pin.told
        keys = [Button(_("Update from the stick"), do(self.install_update), "main", "down")]
        if self._is_older:
            keys = [Button(_("Install the older version"), do(self.install_older), "plain", "down")]
        keys = keys if has_stick else []
        if before:
            words = _("Back to version {version}").format(version=before)
            keys.append(Button(words, do(self.return_to_before), "plain", "back"))
        lock = _("Ask for the PIN no more") if self._pin.is_set else _("Ask for a PIN before a change")
        keys.append(Button(lock, do(self.type_update_pin), "plain", "lock"))
        body = () if has_stick else (_("For a newer version plug in a USB stick that holds one."),)
        tried = _("A new version is tried first. If it does not start, this one stays. Your games are kept.")
        changed = self._updates.just_changed and not self._trouble
        words = _("Version {version} is used now.") if changed else _("This is version {version}.")
        headline, banner = words.format(version=app_version()), notice("trouble", trouble)
        return StepModel(_("Update"), headline, (*body, tried), banner, tuple(keys))

    def take(self, touch: Touch) -> bool:
        what = self._asked_pin_for
        if not isinstance(touch, Typed) or what is None:
            return super().take(touch)
        # A PIN was typed, for a change, or to set it or ask for it no more.
        self._asked_pin_for, text, pin = None, touch.text, self._pin
        if text is None:
            return True
        if not pin.is_set and len(text) < FEWEST_FIGURES:
            self._trouble = _("That is too short.")
        elif not pin.is_set:
            pin.choose(text)
        elif not pin.fits(text):
            wait = pin.wait_s
            words = several("Wrong too often. Wait {n} second.", "Wrong too often. Wait {n} seconds.", wait)
            self._trouble = words if wait else _("That is not the PIN.")
        elif what == "lock":
            pin.choose("")
        else:
            self._begin(what)
        return True

    def install_update(self) -> None:
        self._ask_or_begin("update")

    def install_older(self) -> None:
        self._ask_or_begin("older")

    def return_to_before(self) -> None:
        self._ask_or_begin("back")

    def type_update_pin(self) -> None:
        """The PIN is to be typed that is asked for before a change: a new one, or to ask no more."""
        self._trouble, self._asked_pin_for = "", "lock"

    def _ask_or_begin(self, change: Change) -> None:
        if self._pin.is_set:
            self._trouble, self._asked_pin_for = "", change
        else:
            self._begin(change)

    def _begin(self, change: Change) -> None:
        self._trouble, self._stage, self._is_older = "", "", False
        try:
            self._updates.begin(change)
        except OSError as fault:
            self._trouble = not_changed(system_words(fault))
        else:
            self._progress = Progress()


def not_changed(line: str) -> str:
    """The sentence that a change did not come about, from the last line that was said."""
    reasons = word_tables("ui.pages")["update-reasons"]
    known = (_(reason) for words, reason in reasons.items() if re.search(words, line))
    why = next(known, line.removeprefix("setup.sh: "))
    return _("The version is as it was: {why}").format(why=why)
