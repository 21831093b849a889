"""What is printed on a card, as far as players need it at a glance."""

from collections.abc import Mapping
from dataclasses import dataclass, field

STAR = "★"
CROSS = "×"
"""Signs that stand on cards in the place of a number."""


@dataclass(frozen=True, slots=True)
class PrintedCard:
    """A card as a mirror of the table tells of it: its name and the figures that matter in play.

    `figure`: what it is worth as it lies, empty where there is no one number; `under`: what it is worth under a penny,
    by the penny's side. `corners`: what stands in its corners, near left, near right, far right, far left as its owner
    reads it. `rule`: the id of the rule that says what it does, empty where there is none. `apart`: what tells it apart
    from other cards of its name.
    """

    name: str
    figure: str = ""
    under: Mapping[str, str] = field(default_factory=dict)
    corners: tuple[str, ...] = ()
    rule: str = ""
    apart: str = ""
