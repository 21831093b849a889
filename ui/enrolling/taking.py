"""Learning a deck card by card under a camera: what is due now, what was taken, what was not and why.

The same for the command and the screen. Rule kept: each card is on the disk before the next is asked for, so that an
abort loses nothing.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import count, islice
from pathlib import Path
from random import Random

from companion.language import number
from companion.sight import Face, Table
from ui.places import bin_folder, data_home, decks_folder
from ui.words import _
from vision.arrays import Picture
from vision.decks.alike import LookAlike
from vision.decks.deck import CardSize, Deck, side_by_side, write_jpeg
from vision.enrolling.folder import Draft, Outcome
from vision.enrolling.live import CARDS, CardWatch, Subject
from vision.painted.painter import Ground, Painter
from vision.painted.standpoint import CameraPose
from vision.painted.tabletop import Laid, TableTop
from vision.sources.frames import Frame

BACK = "back"
DISC_OFF = 0.05
"""A disc that differs from the usual size by more than this share was not measured well."""


@dataclass(frozen=True, slots=True, eq=False)
class Pair:
    """Two cards that look alike: their names, the distance, a picture of both, and where that lies on the disk."""

    one: str
    other: str
    distance: float
    picture: Picture
    file: Path


def drafts_folder() -> Path:
    """Where decks are kept that are not finished."""
    return data_home() / "enrolling"


class Enrolling:
    """One deck being learnt. `said` is what became of the last card, `trouble` whether it was not taken.

    `subject`: cards or discs. `folder` is the deck's, once it is finished; `pairs` are all pairs that were shown. A
    draft of the same name is gone on with: `resumed` says so. `labels`: the cards that come next; `faces`: what a deck
    of known cards holds, with the words for each that has some. `outcomes`: what became of each card that was laid. Not
    for use by several threads at once.
    """

    said, trouble, waits_for_back = "", False, False
    pair: Pair | None = None

    def __init__(
        self,
        name: str,
        size: CardSize | None = None,
        table: Table | None = None,
        *,
        first_empty: bool = True,
        folder: Path | None = None,
        subject: Subject = CARDS,
    ) -> None:
        self.name, self.size, self.table, self.subject = name, size, table, subject
        self.folder = folder or decks_folder() / name
        self.draft = Draft(drafts_folder() / name, subject)
        self.resumed = bool(self.draft.cards)
        self.watch = CardWatch(size, table, first_empty=first_empty, subject=subject)
        self.labels: list[str] = []
        self.faces: dict[str, str] = {}
        self.pairs: list[Pair] = []
        self.outcomes: list[Outcome] = []
        self._across: dict[str, float] = {}

    @property
    def has_back(self) -> bool:
        return any(card.label.lower().startswith(BACK) for card in self.draft.cards)

    def back_next(self) -> None:
        """The next card lies face down, it is the back; or not after all."""
        self.waits_for_back = not self.waits_for_back
        self.watch.forget_last()

    def skip_card(self) -> None:
        self.labels = self.labels[1:]

    def empty_again(self) -> None:
        self.watch.learn_empty()

    def undo_card(self) -> None:
        """Takes the last card out again; where the cards are known it is the next."""
        if cards := self.draft.cards:
            self.draft.drop(cards[-1].number)
            self.watch.forget_last()
            label = cards[-1].label
            self.said, self.trouble, self.pair = _("{card} taken out").format(card=label), False, None
            self.labels = [label, *self.labels] if label in self.faces else self.labels

    def see(self, picture: Picture) -> Outcome | None:
        """Looks at a picture; what became of a card, when one has just been looked at to the end. Raises EnrolFault."""
        pictures = self.watch.see(picture)
        return None if pictures is None else self.add(pictures)

    def add(self, pictures: tuple[Picture, ...]) -> Outcome:
        """Takes a card from straightened pictures of it. Raises EnrolFault."""
        label = BACK if self.waits_for_back else self.labels[0] if self.labels else None
        if label == BACK and self.has_back:
            label = f"{BACK}-{sum(card.label.startswith(BACK) for card in self.draft.cards) + 1}"
        outcome = self.draft.add(pictures, label, self.size)
        self.outcomes.append(outcome)
        self.trouble, self.pair = not outcome.taken, None
        if outcome.taken:
            self.waits_for_back = False
            self.labels = [label for label in self.labels if label != outcome.label]
            taken = _("{card} taken").format(card=outcome.label)
            self.said = "; ".join((taken, *outcome.warnings))
            self._measure(outcome.label)
        else:
            self.said = _("not taken: {why}").format(why=outcome.why)
        if outcome.like is not None and pictures:
            name, other, _own, far = outcome.like
            self.pair = compared(name, other, outcome.label, pictures[-1], far, self.name)
            self.pairs.append(self.pair)
        return outcome

    def _measure(self, label: str) -> None:
        """Takes discs out again that were measured otherwise than most: their edge was not seen, so they are laid anew.

        Discs are known in play by how large they are seen; of cards the outline is sure.
        """
        last, size = self.watch.last_mm, self.watch.measured
        if self.subject.kind != "disc" or last is None:
            return
        self._across[label] = last[0]
        if size is None:
            return
        for card in self.draft.cards:
            across = self._across.get(card.label, size.width_mm)
            if abs(across / size.width_mm - 1) > DISC_OFF:
                self.draft.drop(card.number)
                del self._across[card.label]
                self.labels = [card.label, *self.labels]
                self.said = _(
                    "{card} is out again: it looked {across} mm across, most are {usual};"
                    " lay it once more, elsewhere"
                ).format(card=card.label, across=number(across), usual=number(size.width_mm, 1, at_most=True))
                self.trouble = True

    def finish(self, *, replace: bool = False) -> tuple[Deck, tuple[Pair, ...]]:
        """Makes the deck, an old one goes to the bin; with the pairs hard to tell apart. Raises EnrolFault."""
        size, bin = self.size or self.watch.measured, bin_folder() if replace else None
        deck, alike = self.draft.finish(self.folder, size, self.folder.name, bin)
        return deck, pairs_of(deck, alike)


def pairs_of(deck: Deck, alike: Sequence[LookAlike]) -> tuple[Pair, ...]:
    """Faces of a deck side by side, each pair also as a small JPEG beside the drafts."""
    name = deck.path.name
    return tuple(compared(p.a, deck.face(p.a), p.b, deck.face(p.b), p.distance, name) for p in alike)


def compared(one: str, first: Picture, other: str, second: Picture, far: float, deck: str) -> Pair:
    """Two cards of a deck as a pair, its picture written if the disk lets it."""
    picture = side_by_side(first, second)
    file = drafts_folder() / "compared" / deck / f"{one} and {other}.jpg"
    with suppress(OSError):  # a picture for the eyes only: a full disk shows when the card itself is written
        write_jpeg(file, picture)
    return Pair(one, other, far, picture, file)


# A simulated table onto which the program lays one card or disc after another: to try out how a deck is learnt.

EMPTY_FRAMES, CARD_FRAMES = 3, 6
SIZE, FRAME_SECONDS = (1920, 1080), 0.1
MOST_TIMES = 4
ASIDE_MM, ASKEW_DEG = 12.0, 6.0


class DealtTable:
    """A frame source: the empty table, then each card that is `wanted` (`back…` for the back) for a few frames.

    A card that is still wanted after that is laid once more, elsewhere, as a person would; it ends when none is
    wanted any more, or one was laid MOST_TIMES.
    """

    trouble: str | None = None
    ended = False

    def __init__(
        self,
        table: Table,
        deck: Deck,
        wanted: Callable[[], str | None],
        seed: int = 1,
        on: Ground = "light wood",
    ) -> None:
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
        deck, chance, numbers = self._deck, self._chance, count()
        middle = self._table.width_mm / 2, self._table.height_mm / 2
        wide, high = deck.width_mm, deck.height_mm
        top, before, times, frames = TableTop(), None, 0, EMPTY_FRAMES
        while True:
            for n in islice(numbers, frames):
                yield Frame(self._painter.paint(top, n), n * FRAME_SECONDS, n)
            label, frames = self._wanted(), CARD_FRAMES
            times, before = times + 1 if label == before else 1, label
            if label is None or times > MOST_TIMES:
                return
            x, y = (at + chance.uniform(-ASIDE_MM, ASIDE_MM) for at in middle)
            face: Face = "up"
            if deck.kind == "disc":
                angle, high = chance.uniform(0, 360), wide
            else:
                angle = chance.uniform(-ASKEW_DEG, ASKEW_DEG) % 360
                if label.startswith(BACK):
                    label, face = deck.labels[0], "down"
            laid = Laid(
                deck.kind, label, x, y, angle, face=face, deck=deck.name, width_mm=wide, height_mm=high
            )
            top = TableTop((laid,))
