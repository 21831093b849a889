"""The page that asks once before the machine is switched off or started anew: the game on the table is kept."""

from collections.abc import Callable

from hardware.power import Power
from hardware.system_command import CommandFault
from ui.faces.page import Page
from ui.pages.kept import KeptGames
from ui.present.models import Button, notice
from ui.present.steps import StepModel
from ui.present.touches import Touch, do
from ui.words import _, device_words


class PowerPage(Page):
    """Asks whether to switch off. `let_go` puts away the game on the table before the machine ends."""

    name = "power"

    def __init__(self, power: Power, kept: KeptGames, let_go: Callable[[], None]) -> None:
        self._power, self._kept, self._let_go = power, kept, let_go
        self._ending = False
        self._trouble = ""

    def model(self) -> StepModel:
        """Asked once, with the game that has not ended, and why the machine could not be switched off."""
        if self._ending:
            return StepModel(_("One moment …"), _("The box is shutting down."), tools=())
        keys = (
            Button(_("Switch off"), do(self.switch_off), "plain", "off"),
            Button(_("Restart"), do(self.start_anew), "plain", "turn"),
        )
        unfinished = self._kept.unfinished
        words = _("{game} has not ended. It is kept, and you can go on next time.")
        headline = words.format(game=unfinished[0].game) if unfinished else ""
        body = (_("Wait until the screen is dark before you pull the plug."),)
        return StepModel(_("Switch off?"), headline, body, notice("trouble", self._trouble), keys)

    def take(self, touch: Touch) -> bool:
        # A touch meanwhile begins nothing that would be cut off.
        return self._ending or super().take(touch)

    def switch_off(self) -> None:
        self._end(self._power.off)

    def start_anew(self) -> None:
        self._end(self._power.restart)

    def _end(self, end: Callable[[], None]) -> None:
        self._let_go()
        try:
            end()
            self._ending = True
        except CommandFault as fault:
            self._trouble = _("The box cannot be switched off: {why}").format(why=device_words(fault.said))
