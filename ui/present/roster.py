"""A form of choices in rows, and a question beside a picture: plain models of the roster screens."""

from dataclasses import dataclass

from ui.present.models import Banner, Button, OptionRow
from ui.present.steps import Shown


@dataclass(frozen=True, slots=True)
class FormModel:
    """A form: rows of choices, the chosen one `main`. `editing`: the title and text of what is being typed."""

    title: str
    rows: tuple[OptionRow, ...]
    banner: Banner | None
    tools: tuple[Button, ...]
    editing: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class PictureModel:
    """A question beside a large picture: what is asked, and the answers."""

    title: str
    picture: Shown
    body: tuple[str, ...]
    banner: Banner | None
    keys: tuple[Button, ...]
    tools: tuple[Button, ...]
