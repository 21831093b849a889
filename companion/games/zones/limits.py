"""A rule that is broken by a number."""

from dataclasses import dataclass

from companion.game import Breach


@dataclass(frozen=True, slots=True)
class Limit(Breach):
    """`found` of a thing where another number is `wanted`; `what` is its id, where it is one of several kinds."""

    found: int = 0
    wanted: int = 0
    what: str = ""
