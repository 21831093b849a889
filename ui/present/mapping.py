"""The screen on which a board is mapped, as a plain model: the board in the picture, and what to tap next."""

from dataclasses import dataclass

from ui.present.models import Banner, Button
from ui.present.track import TrackModel


@dataclass(frozen=True, slots=True)
class MapModel:
    """One step of mapping. `steps` lead from part to part; `keys` are what can be done in this one.

    `editing`: the title and text of what is being typed.
    """

    title: str
    track: TrackModel
    headline: str
    body: tuple[str, ...] = ()
    banner: Banner | None = None
    steps: tuple[Button, ...] = ()
    keys: tuple[Button, ...] = ()
    tools: tuple[Button, ...] = ()
    editing: tuple[str, str] | None = None
