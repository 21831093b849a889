"""What a demo must know of a game that is played in a way of its own."""

from typing import TYPE_CHECKING, Protocol, runtime_checkable

if TYPE_CHECKING:
    from random import Random

    from ui.demo.deeds import Deeds, Hands


@runtime_checkable
class PlaysDemo(Protocol):
    """A face that knows who plays its game in a demo."""

    def deeds(self, hands: "Hands", chance: "Random") -> "Deeds":
        """Who plays it, with these hands."""
        ...
