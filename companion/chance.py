"""One thing that was thrown and fell by chance."""

from dataclasses import dataclass

from companion.game import Seat


@dataclass(frozen=True, slots=True)
class Throw:
    """What `seat` threw, the face that fell, and all that were as likely; kind and faces are words to be looked up."""

    seat: Seat
    kind: str
    face: str
    faces: tuple[str, ...]
