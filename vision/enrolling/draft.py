"""A deck that is being learnt, on disk card by card: what was taken before an abort is there when it goes on.

Rule kept: each card is written whole or not at all; only `finish` makes a deck of them.
"""

import os
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from companion.language import _
from vision.arrays import Picture
from vision.decks.alike import TAKEN_TWICE_UP_TO, LookAlike
from vision.decks.deck import Deck, look_alikes
from vision.decks.writing import CardSize, EnrolFault, label_fault, not_writable, write_deck
from vision.enrolling.folder import Outcome, Shot, examine
from vision.enrolling.subject import CARDS, Subject
from vision.sources.pictures import PictureFault, read_picture

_NAMED = re.compile(r"^(\d{4}) (.+)\.png$")
_WRITTEN = re.compile(r"^\.\d{4}\.png$")
"""A card that was just being written when the power went."""


@dataclass(frozen=True, slots=True)
class Taken:
    """One card of a draft: its number in order, its label, its file."""

    number: int
    label: str
    file: Path


@dataclass(frozen=True, slots=True, eq=False)
class Added:
    """What became of a card: taken or not, the reason, and the card that it is like (with its distance)."""

    outcome: Outcome
    like: tuple[str, Picture, float] | None = None


class Draft:
    """The draft of one deck in a folder of its own. Not for use by several threads at once."""

    def __init__(self, folder: Path, subject: Subject = CARDS) -> None:
        self.folder = folder
        self._subject = subject
        self._images: dict[int, Picture] = {}

    @property
    def cards(self) -> tuple[Taken, ...]:
        """The cards taken so far, in order."""
        if not self.folder.is_dir():
            return ()
        found = ((_NAMED.match(file.name), file) for file in self.folder.iterdir())
        return tuple(
            sorted((Taken(int(m[1]), m[2], file) for m, file in found if m), key=lambda card: card.number)
        )

    def next_label(self) -> str:
        """A number for a card that has no name yet: `01`, `02`, …"""
        used = {card.label for card in self.cards}
        return next(label for n in range(1, 10_000) if (label := f"{n:02}") not in used)

    def add(
        self, pictures: tuple[Picture, ...], label: str | None = None, size: CardSize | None = None
    ) -> Added:
        """Takes one card from straightened pictures of it; without a label it is numbered. Raises EnrolFault.

        A card that was taken already, is blurred or glares is not taken; one that is much like another is, and it
        is told which.
        """
        name = label or self.next_label()
        if any(card.label == name for card in self.cards):
            return Added(Outcome(name, None, _("a card of that name was taken already")))
        outcome = examine(Shot(name, pictures), size, "straight", self._subject)
        if outcome.image is None:
            return Added(outcome)
        images = {card.label: self.image(card.number) for card in self.cards}
        far = {label: self._subject.distance(outcome.image, other) for label, other in images.items()}
        like = min(far, key=far.__getitem__, default=None)
        if like is not None and far[like] <= TAKEN_TWICE_UP_TO:
            why = _("it looks the same as {card}: taken twice?").format(card=like)
            return Added(Outcome(name, None, why), (like, images[like], far[like]))
        number = max((card.number for card in self.cards), default=0) + 1
        self._write(number, name, outcome.image)
        return Added(outcome, None)

    def rename(self, number: int, label: str) -> None:
        """Gives a card another name. Raises EnrolFault for a name that cannot be, or is another card's."""
        wrong = label_fault(label)
        if wrong is not None:
            raise EnrolFault(wrong)
        if any(card.label == label and card.number != number for card in self.cards):
            raise EnrolFault(f"{label}: {_('a card of that name was taken already')}")
        card = self._card(number)
        card.file.rename(self.folder / f"{number:04} {label}.png")

    def drop(self, number: int) -> None:
        """Takes a card out again. Raises EnrolFault where there is none of that number."""
        self._card(number).file.unlink()
        self._images.pop(number, None)

    def image(self, number: int) -> Picture:
        """The picture of a card. Raises EnrolFault."""
        if number not in self._images:
            try:
                self._images[number] = read_picture(self._card(number).file)
            except PictureFault as fault:
                raise EnrolFault(str(fault)) from None
        return self._images[number]

    def finish(
        self, folder: Path, size: CardSize | None = None, name: str | None = None, bin: Path | None = None
    ) -> tuple[Deck, tuple[LookAlike, ...]]:
        """Makes the deck, does away with the draft; gives faces hard to tell apart too. Raises EnrolFault.

        `bin`: where a deck goes that is there already; without one it stays, and this is refused.
        """
        images: Mapping[str, Picture] = {card.label: self.image(card.number) for card in self.cards}
        deck = write_deck(folder, _one_shape(images, size), size, name, bin, self._subject.kind)
        self.discard()
        return deck, look_alikes(deck)

    def discard(self) -> None:
        """Forgets everything that was taken. Whatever else lies in the folder stays."""
        with suppress(OSError):
            for file in self.folder.iterdir():
                if _NAMED.match(file.name) or _WRITTEN.match(file.name):
                    file.unlink()
            self.folder.rmdir()
        self._images.clear()

    def _card(self, number: int) -> Taken:
        found = next((card for card in self.cards if card.number == number), None)
        if found is None:
            raise EnrolFault(_("expected the number of a card taken, found {number}").format(number=number))
        return found

    def _write(self, number: int, label: str, image: Picture) -> None:
        draft = self.folder / f".{number:04}.png"
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            with draft.open("wb") as out:
                out.write(cv2.imencode(".png", image)[1].tobytes())
                out.flush()
                os.fsync(out.fileno())
            draft.rename(self.folder / f"{number:04} {label}.png")
        except OSError as fault:
            raise EnrolFault(not_writable(self.folder, fault)) from None
        self._images[number] = image


def _one_shape(images: Mapping[str, Picture], size: CardSize | None) -> dict[str, Picture]:
    """All pictures in the shape of most: measured outlines of one deck differ by a percent or two."""
    if not images:
        return {}
    shapes = sorted(image.shape[1] / image.shape[0] for image in images.values())
    shape = size.width_mm / size.height_mm if size is not None else shapes[len(shapes) // 2]
    made = {}
    for label, image in images.items():
        wide = max(1, round(image.shape[0] * shape))
        near = abs(image.shape[1] / wide - 1.0) < 0.1
        made[label] = (
            np.asarray(cv2.resize(image, (wide, image.shape[0]), interpolation=cv2.INTER_AREA), np.uint8)
            if near
            else image
        )
    return made
