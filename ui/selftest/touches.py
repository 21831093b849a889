"""Touches in a self-test."""

from companion.sight import Face
from ui.present.touches import Touch


class LaidThere(Touch, frozen=True):
    """The thing that was asked for lies there."""


class SkipThing(Touch, frozen=True):
    pass


class NextThing(Touch, frozen=True):
    pass


class LayAgain(Touch, frozen=True):
    pass


class SomethingElse(Touch, frozen=True):
    """Something else lies there than was asked for."""


class AsAsked(Touch, frozen=True):
    """After all what was asked for lies there."""


class NothingLies(Touch, frozen=True):
    """The thing was not laid."""


class ReallyLies(Touch, frozen=True):
    """What lies there in truth; `label` None: a card face down, or one that is in no deck."""

    label: str | None
    face: Face | None = None
    deck: str | None = None


class ShowReport(Touch, frozen=True):
    pass


SelftestTouch = (
    LaidThere
    | SkipThing
    | NextThing
    | LayAgain
    | SomethingElse
    | AsAsked
    | NothingLies
    | ReallyLies
    | ShowReport
)
