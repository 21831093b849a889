"""A simulated table onto which the program lays one card or disc after another: to try out how a deck is learnt."""

from collections.abc import Callable, Iterator
from itertools import count, islice
from random import Random

from companion.sight import Face, Table
from vision.decks.deck import Deck
from vision.painted.painter import Ground, Painter
from vision.painted.standpoint import CameraPose
from vision.painted.tabletop import Laid, TableTop
from vision.sources.frames import Frame

EMPTY_FRAMES, CARD_FRAMES = 3, 6
SIZE = (1920, 1080)
MOST_TIMES = 4
FRAME_SECONDS = 0.1
ASIDE_MM, ASKEW_DEG = 12.0, 6.0


class DealtTable:
    """A frame source: the empty table, then each card that is `wanted` (`back…` for the back) for a few frames.

    A card that is still wanted after that is laid once more, elsewhere, as a person would; it ends when none is
    wanted any more, or one was laid MOST_TIMES.
    """

    trouble: str | None = None

    def __init__(
        self,
        table: Table,
        deck: Deck,
        wanted: Callable[[], str | None],
        seed: int = 1,
        on: Ground = "light wood",
    ) -> None:
        self.ended = False
        self._deck, self._table, self._wanted, self._chance = deck, table, wanted, Random(seed)
        self._painter = Painter(table, (deck,), CameraPose.over(table, SIZE), seed=seed, on=on)
        self._frames = self._dealt()

    def newest(self) -> Frame | None:
        frame = None if self.ended else next(self._frames, None)
        self.ended = frame is None
        return frame

    def close(self) -> None:
        self.ended = True

    def _dealt(self) -> Iterator[Frame]:
        top, before, times, numbers = TableTop(), None, 0, count()
        frames = EMPTY_FRAMES
        while True:
            for number in islice(numbers, frames):
                yield Frame(self._painter.paint(top, number), number * FRAME_SECONDS, number)
            label, frames = self._wanted(), CARD_FRAMES
            times = times + 1 if label == before else 1
            if label is None or times > MOST_TIMES:
                return
            top, before = TableTop((self._laid(label),)), label

    def _laid(self, label: str) -> Laid:
        deck, chance = self._deck, self._chance
        x, y = (
            side / 2 + chance.uniform(-ASIDE_MM, ASIDE_MM)
            for side in (self._table.width_mm, self._table.height_mm)
        )
        wide, high, back = deck.width_mm, deck.height_mm, label.startswith("back")
        if deck.kind == "disc":
            angle = chance.uniform(0, 360)
            return Laid("disc", label, x, y, angle, face="up", deck=deck.name, width_mm=wide, height_mm=wide)
        angle, label = chance.uniform(-ASKEW_DEG, ASKEW_DEG) % 360, deck.labels[0] if back else label
        face: Face = "down" if back else "up"
        return Laid("card", label, x, y, angle, face=face, deck=deck.name, width_mm=wide, height_mm=high)
