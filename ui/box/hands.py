"""Hands on a simulated table: what they lay and turn over there. Each card has a face, which only the table may know.

What they do is painted as a camera would see it and read by the same eye as any picture.
"""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from companion.sight import Look
from ui.box.by_touch import (
    as_known,
    brought,
    laid_up,
    tidied,
    turned_down,
    waits_to_turn,
    with_faces,
    with_lenders,
    with_own_faces,
)
from ui.box.opening import Opened
from ui.present.muster import Muster
from ui.present.piles import is_piled
from ui.secrecy import cards_turned_up

if TYPE_CHECKING:
    from vision.painted.simulated import SimulatedTable
    from vision.painted.tabletop import TableTop


class LayingHands:
    """Whoever moves what lies on the simulated table of a game. `piled`: it is a game of piles."""

    def __init__(self, opened: Opened, simulated: "SimulatedTable") -> None:
        self.simulated, self._opened = simulated, opened
        referee = opened.session.referee
        self.brought = brought(referee.game, referee.setup, opened.decks)
        self.piled = is_piled(opened.session.reply.view)
        self._chance: random.Random = opened.chance

    def change(self, change: "Callable[[TableTop], TableTop]") -> None:
        """Changes what lies there; no card lies there without a face, whether the referee knows it or not."""
        self.simulated.change(lambda top: self._with_faces(change(top)))

    def lay_out(self) -> None:
        """Lays out what the game wants laid out now."""
        if (layout := self._opened.session.reply.layout) is not None:
            self.put_so(layout)

    def put_as_book(self) -> None:
        """Puts everything as the book has it."""
        self.put_so(self._wanted)
        self._opened.session.look_afresh()

    def turn_over(self, region: str) -> None:
        """Turns the uppermost card of a region over."""
        table, things = self.simulated.table, self.simulated.tabletop.things
        cards = (n for n, one in enumerate(things) if one.kind == "card")
        index = max((n for n in cards if table.region_at(things[n].x, things[n].y) == region), default=None)
        if index is not None:
            self.change(lambda top: top.flipped(index))

    def turns(self, index: int) -> bool:
        """Whether the game waits for this to be turned over, so that a touch does it."""
        session = self._opened.session
        wanted = session.reply.layout or session.reply.look
        table, top = self.simulated.table, self.simulated.tabletop
        if waits_to_turn(table, top, index, wanted):
            return True
        thing = top.things[index]
        region = table.region_at(thing.x, thing.y)
        due = cards_turned_up(session.referee.game, session.referee.state)
        return thing.face == "down" and any(event.at == region for event in due)

    def covered(self) -> dict[str, str]:
        """By region the face of a card that lies there alone and face down: its owner may look at it."""
        cards = [one for one in self.simulated.tabletop.things if one.kind == "card" and not self.piled]
        places = [self.simulated.table.region_at(one.x, one.y) for one in cards]
        return {
            name: one.label
            for name, one in zip(places, cards, strict=True)
            if name and one.label and one.face == "down" and places.count(name) == 1
        }

    def lay_up(self, muster: Muster) -> None:
        self.put_so(laid_up(muster, self._deck(muster), self._chance), muster.cells)

    def turn_down(self, muster: Muster) -> None:
        self.put_so(turned_down(muster, self._deck(muster)), muster.cells)

    def move(self, label: str, x: float, y: float) -> None:
        """Moves the piece of a name to (x, y) mm, with all that stands on it."""
        pieces = enumerate(self.simulated.tabletop.things)
        index = next((n for n, one in pieces if (one.kind, one.label) == ("pawn", label)), None)
        if index is not None:
            self.change(lambda top: top.moved(index, x, y))
            self._opened.session.look_afresh()

    def put(self, regions: Sequence[str]) -> bool:
        """Puts these regions as the book has them; whether anything lay otherwise."""
        before = Counter(self.simulated.tabletop.things)
        self.put_so(self._wanted, regions)
        self._opened.session.look_afresh()
        return before != Counter(self.simulated.tabletop.things)

    def put_so(self, look: Look, regions: Sequence[str] | None = None) -> None:
        """Puts these regions, or all of them, as a look has them, with the cards that already lie somewhere."""
        table, decks = self.simulated.table, self._opened.decks
        if regions is None:
            regions = [region.name for region in table.regions if region.name not in look.ignored]
        self.change(
            lambda top: tidied(table, top, look, with_lenders(table, top, look, regions), decks, self._seed)
        )

    def _deck(self, muster: Muster) -> str | None:
        return next((card.deck for card in self.brought if card.seat == muster.seat), None)

    @property
    def _wanted(self) -> Look:
        """The table as the book has it, each card with the face that it has by the book."""
        referee = self._opened.session.referee
        return as_known(referee.game, referee.state, self._opened.session.reply.look)

    @property
    def _seed(self) -> int:
        """Another one each time."""
        return self._chance.randrange(2**31)

    def _with_faces(self, top: "TableTop") -> "TableTop":
        if not self.piled:
            return with_faces(self.brought, top, self._chance)
        referee: Any = self._opened.session.referee
        return with_own_faces(referee.game, referee.state, self.simulated.table, top, self._chance)
