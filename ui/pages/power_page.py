"""The page that asks once before the machine is switched off or started anew: the game on the table is kept."""

from collections.abc import Callable
from typing import assert_never

from hardware.power import Power, PowerFault
from ui.faces.page import Page
from ui.pages.kept import KeptGames
from ui.present.desk_touches import PowerTouch, StartAnew, SwitchOff
from ui.present.models import Banner, Button
from ui.present.steps import StepModel
from ui.present.touches import Touch
from ui.words import _, device_words


class PowerPage(Page):
    """Asks whether to switch off. `let_go` puts away the game on the table before the machine ends."""

    name = "power"

    def __init__(self, power: Power, kept: KeptGames, let_go: Callable[[], None]) -> None:
        self._power, self._kept, self._let_go = power, kept, let_go
        self._ending = False
        self._trouble = ""

    def model(self) -> StepModel:
        if self._ending:
            return ending_model()
        unfinished = self._kept.unfinished
        return power_model(unfinished[0].game if unfinished else "", self._trouble)

    def take(self, touch: Touch) -> bool:
        if not isinstance(touch, PowerTouch):
            # A touch meanwhile begins nothing that would be cut off.
            return self._ending
        self._let_go()
        try:
            match touch:
                case SwitchOff():
                    self._power.off()
                case StartAnew():
                    self._power.restart()
                case _:
                    assert_never(touch)
            self._ending = True
        except PowerFault as fault:
            self._trouble = _("The box cannot be switched off: {why}").format(why=device_words(fault.said))
        return True


# Whether the machine is to be switched off or started anew, as a plain model.


def power_model(game: str, trouble: str = "") -> StepModel:
    """Asked once. `game`: the one that has not ended, if any; `trouble`: why the machine could not be switched off."""
    keys = (
        Button(_("Switch off"), SwitchOff(), "plain", "off"),
        Button(_("Restart"), StartAnew(), "plain", "turn"),
    )
    words = _("{game} has not ended. It is kept, and you can go on next time.").format(game=game)
    banner = Banner("trouble", trouble) if trouble else None
    body = (_("Wait until the screen is dark before you pull the plug."),)
    return StepModel(_("Switch off?"), words if game else "", body, banner, keys)


def ending_model() -> StepModel:
    """The machine is being switched off."""
    return StepModel(_("One moment …"), _("The box is shutting down."), tools=())
