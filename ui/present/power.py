"""Whether the machine is to be switched off or started anew, as a plain model."""

from ui.present.desk_touches import StartAnew, SwitchOff
from ui.present.models import Banner, Button
from ui.present.pages import back_button, home_button
from ui.present.steps import StepModel
from ui.words import _


def power_model(game: str, trouble: str = "") -> StepModel:
    """Asked once. `game`: the one that has not ended, if any; `trouble`: why the machine could not be switched off."""
    keys = (
        Button(_("Switch off"), SwitchOff(), "plain", "off"),
        Button(_("Restart"), StartAnew(), "plain", "turn"),
    )
    words = _("{game} has not ended. It is kept, and you can go on next time.").format(game=game)
    banner = Banner("trouble", trouble) if trouble else None
    body = (_("Wait until the screen is dark before you pull the plug."),)
    return StepModel(
        _("Switch off?"),
        words if game else "",
        body,
        banner,
        keys,
        (back_button(), home_button()),
        live=False,
    )


def ending_model() -> StepModel:
    """The machine is being switched off."""
    return StepModel(_("One moment …"), _("The box is shutting down."), (), None, (), (), live=False)
