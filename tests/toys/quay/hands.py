"""Quay on the simulated table: its bales, and the hands that throw them in a demo."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from msgspec import structs

from companion.game import Event
from tests.toys.quay.board import BALE_MM
from tests.toys.quay.rules import BALES, Threw
from ui.demo.playing import Deeds
from vision.decks.deck import Deck, DeckFace
from vision.painted.simulated import by_hand
from vision.painted.tabletop import Laid, TableTop

INKS = {"tea": (40, 150, 60), "wool": (190, 90, 40), "oil": (40, 60, 200)}
"""Blue, green and red of each bale."""


def drawn_bales() -> Deck:
    """A deck of discs with a face for each bale."""
    faces = tuple(DeckFace(bale, _picture(bale)) for bale in sorted(BALES))
    return Deck(
        name="quay",
        path=Path("quay"),
        width_mm=BALE_MM,
        height_mm=BALE_MM,
        faces=faces,
        backs=(),
        kind="disc",
    )


def _picture(bale: str) -> Any:
    """What is printed on a bale: its first letter."""
    found, at = np.full((200, 200, 3), INKS[bale], np.uint8), (52, 148)
    cv2.putText(found, bale[0].upper(), at, cv2.FONT_HERSHEY_DUPLEX, 4.9, (240, 240, 240), 20, cv2.LINE_AA)
    return found


def laid(place: tuple[str, float, float]) -> Laid:
    """A bale where the book has it."""
    bale, x, y = place
    return Laid("disc", bale, x, y, deck="quay", width_mm=BALE_MM)


@dataclass
class Throwing(Deeds):
    """Hands that throw to their own ship more often than not, and never twice to the same place."""

    def following(self, state: Any) -> tuple[Event, ...]:
        event = super().following(state)[0]
        at_home = isinstance(event, Threw) and self.chance.random() < 0.5
        return (structs.replace(event, to=state.berths[state.turns % 2]) if at_home else event,)

    def steps(self, state: Any, events: tuple[Event, ...]) -> list[TableTop]:
        event, table = events[-1], self.hands.table
        if not isinstance(event, Threw):
            return super().steps(state, events)
        region = next(each for each in table.table.regions if each.name == event.to)
        thrown = next(thing for thing in table.tabletop.things if thing.label == event.bale)
        others = [thing for thing in table.tabletop.things if thing is not thrown]
        wide, high = region.w / 2 - BALE_MM, region.h / 2 - BALE_MM
        while True:
            x = region.centre[0] + self.chance.uniform(-wide, wide)
            y = region.centre[1] + self.chance.uniform(-high, high)
            landed = replace(thrown, x=x, y=y, angle=self.chance.uniform(0, 360))
            if not any(landed.lies_on(other) for other in others):
                top = TableTop((*others, landed))
                return list(by_hand(table.tabletop, top, table.table, event.seat, 1))
