"""Another version of the program, as a plain model: what may be begun, how far it is, what came of it."""

from ui.present.steps import StepModel
from ui.words import _, marked

OLDER = "is older than"
"""What setup.sh says of a version that comes before the one that is used."""
_STAGES = (
    ("Unpacking", marked("Unpacking the new version …")),
    ("Installing", marked("Installing the new version. This takes some minutes …")),
    ("Trying", marked("Trying the new version …")),
)
"""What is shown from a line on that begins so."""
_REASONS = (
    ("expected a bundle on a USB stick", marked("there is no newer version on the stick")),
    ("expected a whole bundle", marked("the file on the stick is damaged; copy it anew")),
    ("is the one that is used", marked("it is the one on the stick")),
    (OLDER, marked("the one on the stick is older")),
    ("signed with the owner's key", marked("the one on the stick is not signed by this box’s owner")),
    ("does not start", marked("the newer one does not start")),
    ("does not answer", marked("the system does not answer")),
)
"""What is said where the last line holds these words; what else may happen is said as it is."""


def stage_of(line: str) -> str:
    """The sentence that a line of what is said stands for; empty for one among others."""
    return next((sentence for begin, sentence in _STAGES if line.startswith(begin)), "")


def not_changed(line: str) -> str:
    """The sentence that a change did not come about, from the last line that was said."""
    why = next((_(reason) for words, reason in _REASONS if words in line), line.removeprefix("setup.sh: "))
    return _("The version is as it was: {why}").format(why=why)


def left_alone(version: str) -> str:
    """The sentence for the first page where a version did not stay up."""
    return _("Version {version} did not stay up. The one before it runs.").format(version=version)


def changing_model(stage: str) -> StepModel:
    """A change goes on."""
    return StepModel(
        _("Update"), _(stage) if stage else _("One moment …"), (_("Leave the stick in, and the power on."),)
    )


def changed_model(*, is_box: bool) -> StepModel:
    """A change has come about."""
    body = _("The box now starts anew by itself.") if is_box else _("Quit, and start the app again.")
    return StepModel(_("Update"), _("The other version is ready."), (body,))
