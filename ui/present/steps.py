"""A screen that leads through something step by step beside the camera's picture: a plain model of it."""

from dataclasses import dataclass, field
from typing import Any

from ui.present.models import Banner, Button


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """A picture to be shown (BGR) with a few words; two are the same only if they are one object.

    `large`: it is to be seen, or scanned, from some way off.
    """

    image: Any
    words: str = ""
    large: bool = False


@dataclass(frozen=True, slots=True)
class StepModel:
    """One step: what is due (`headline`, `body`), what came of the last (`banner`), what can be done.

    `keys` are the large choices, `tools` stand at the foot; `pictures` are shown above the words. `live`: the camera's
    picture is shown. `editing`: the title and text of what is being typed.
    """

    title: str
    headline: str
    body: tuple[str, ...] = ()
    banner: Banner | None = None
    keys: tuple[Button, ...] = ()
    tools: tuple[Button, ...] = ()
    pictures: tuple[Shown, ...] = field(default=())
    live: bool = True
    editing: tuple[str, str] | None = None
