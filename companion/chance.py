"""One thing that was thrown and fell by chance."""

from dataclasses import dataclass

from companion.game import Seat


@dataclass(frozen=True, slots=True)
class Throw:
    """A `kind` of thing, such as `die`, that `seat` threw: the face that fell, and all that were as likely."""

    seat: Seat
    kind: str
    face: str
    faces: tuple[str, ...]
