"""A form of choices in rows: the plain model of the roster screens."""

from dataclasses import dataclass

from ui.present.models import Banner, Button, OptionRow


@dataclass(frozen=True, slots=True)
class FormModel:
    """A form: rows of choices, the chosen one `main`. `editing`: the title and text of what is being typed."""

    title: str
    rows: tuple[OptionRow, ...]
    banner: Banner | None
    tools: tuple[Button, ...]
    editing: tuple[str, str] | None = None
