"""Enrols a deck from pictures of its cards: rectified, checked, and written as a deck folder. No training.

Rule kept: a deck folder is written atomically, and only if it can be read back; each card left out is reported with
the reason.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from companion.language import _, expected_words, number, percent, system_words
from vision.arrays import Floats, Picture
from vision.decks.alike import TAKEN_TWICE_UP_TO, LookAlike, distance, registration
from vision.decks.deck import (
    CardSize,
    Deck,
    EnrolFault,
    check_place,
    label_fault,
    look_alikes,
    not_writable,
    write_deck,
    write_synced,
)
from vision.enrolling.card_quad import NoCard, cut_out, refined, unlike_rim, upright
from vision.enrolling.live import CARDS, Subject
from vision.sources.pictures import PictureFault, pictures_of, read_picture

# Several cards on one flat scan: each is found on the lid's even ground and cut out, in reading order. All must have
# one size; a scan with other sizes is not taken for one of several cards.

SCAN_WORK_PX: Final = 900
LEAST_PART: Final = 0.03
FULL: Final = 0.88
"""Minimum share of its own rectangle that a card fills: its corners are round, but nothing sticks out."""
ONE_SIZE: Final = 0.1
"""Tolerance (relative) of the sides of cards on one scan."""
CUTS: Final = (1.2, 2.0, 4.0)


def cards_on_scan(picture: Picture) -> tuple[Picture, ...]:
    """The cards of a scan, rectified, row by row; empty unless there are at least two, all of one size."""
    scale = min(1.0, SCAN_WORK_PX / max(picture.shape[:2]))
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    lab = np.asarray(cv2.cvtColor(small.astype(np.float32) / 255.0, cv2.COLOR_BGR2Lab), np.float32)
    ground = unlike_rim(lab)
    best: list[Floats] = []
    for cut in CUTS:
        mask = np.asarray(ground.distance > ground.limit * cut, np.uint8)
        clean = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
        outlines, _tree = cv2.findContours(clean, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        # Rectangles, holes ignored.
        found: list[Floats] = []
        for outline in outlines:
            rectangle = cv2.minAreaRect(outline)
            area = float(rectangle[1][0] * rectangle[1][1])
            if area >= LEAST_PART * mask.size and float(cv2.contourArea(outline)) >= FULL * area:
                found.append(upright(np.asarray(cv2.boxPoints(rectangle), np.float64)))
        if len(found) > len(best):
            sides = np.array(
                [sorted(np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1)[:2]) for quad in found]
            )
            if (np.abs(sides / np.median(sides, axis=0) - 1.0) <= ONE_SIZE).all():
                best = found
    if len(best) < 2:
        return ()
    quads = []
    for quad in best:
        better = refined(quad, lab)
        moved = np.inf if better is None else float(np.abs(better - quad).max())
        longer = float(np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1).max())
        fine = quad if better is None or moved > 0.03 * longer else better
        quads.append(upright((fine + 0.5) / scale - 0.5))
    # From top to bottom, and within a row from left to right.
    high = float(np.median([np.ptp(quad[:, 1]) for quad in quads]))
    ordered: list[Floats] = []
    left = sorted(quads, key=lambda quad: float(quad[:, 1].mean()))
    while left:
        top = float(left[0][:, 1].mean())
        row = [quad for quad in left if float(quad[:, 1].mean()) - top < high / 2]
        ordered += sorted(row, key=lambda quad: float(quad[:, 0].mean()))
        left = left[len(row) :]
    return tuple(cut_out(picture, quad) for quad in ordered)


# Combines several pictures of one card: less noise, and no glare where any picture lacks it. Method: the others are
# registered on the best (findTransformECC, affine); a clipped spot is taken from pictures in which it is not clipped,
# the rest is the mean of those that agree with the best. Pictures that do not fit are left out, which keeps the
# result about as sharp as the best.

WORK_PX: Final = 300
CLIPPED: Final = 250
AGREE: Final = 18.0
"""Maximum difference (grey levels) between pictures that agree at a spot."""
GLARE_RIM: Final = 0.03
MOST_SHIFT: Final = 0.03
"""Maximum shift between pictures of one card, as a share of its side."""


def combined(pictures: Sequence[Picture]) -> Picture:
    """The pictures of one card, the best first, combined into one. Raises ValueError for none."""
    if not pictures:
        raise ValueError("expected at least one picture, found none")
    best = pictures[0]
    fitting = [one for one in (_fitted(other, best) for other in pictures[1:]) if one is not None]
    if not fitting:
        return best
    layers = np.stack([best, *fitting]).astype(np.float32)
    clipped = layers.min(axis=3) >= CLIPPED
    # Clipped spots of the best are filled from the others; elsewhere only samples that agree with the best count.
    agrees = np.abs(layers - layers[0]).max(axis=3) <= AGREE
    weight = np.where(clipped[0][None], ~clipped, agrees & ~clipped).astype(np.float32)
    weight[0] += weight.sum(axis=0) == 0
    mixed = (layers * weight[..., None]).sum(axis=0) / weight.sum(axis=0)[..., None]
    return np.asarray(np.clip(mixed + 0.5, 0, 255), np.uint8)


def _fitted(other: Picture, best: Picture) -> Picture | None:
    """Another picture registered on the best one; None if they do not show the same card."""
    if other.shape != best.shape:
        size = (best.shape[1], best.shape[0])
        other = np.asarray(cv2.resize(other, size, interpolation=cv2.INTER_CUBIC), np.uint8)
    scale = min(1.0, WORK_PX / max(best.shape[:2]))
    one, two = _grey(best, scale), _grey(other, scale)
    warp = registration(one, two, 20, MOST_SHIFT, MOST_SHIFT * max(one.shape))
    if warp is None:
        return None
    warp[:, 2] /= scale
    flags = cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP
    moved = cv2.warpAffine(
        other, warp, (best.shape[1], best.shape[0]), flags=flags, borderMode=cv2.BORDER_REPLICATE
    )
    fitted = np.asarray(moved, np.uint8)
    # Compared with everything that is clipped in either set to grey.
    lost = np.asarray((best.min(axis=2) >= CLIPPED) | (fitted.min(axis=2) >= CLIPPED), np.uint8)
    wide = max(3, round(GLARE_RIM * max(best.shape[:2]))) | 1
    glares = cv2.dilate(lost, np.ones((wide, wide), np.uint8)) > 0
    plain = best.copy(), fitted.copy()
    for picture in plain:
        picture[glares] = 128
    return fitted if distance(*plain) <= TAKEN_TWICE_UP_TO else None


def _grey(picture: Picture, scale: float) -> Picture:
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)


BLURRED_BELOW = 0.35
"""Sharpness below which a picture is refused; blur with a standard deviation of about a hundredth of the card."""
SOFT_BELOW = 0.8
"""Sharpness below which a warning is given."""
GLARE_REFUSED = 0.10
"""Share of a card under clipped light from which it is refused; from GLARE_WARNED a warning is given."""
GLARE_WARNED = 0.015

_SIDE_PX = 128
_CLIPPED = 250


def sharpness(image: Picture, side_px: int = _SIDE_PX) -> float:
    """The sharpness of a card at `side_px` a side; 128 is about what a camera over a table sees.

    The root mean square of the strongest tenth of the Laplacian, over the standard deviation of grey. Measured on 84
    faces of four decks: in focus 2.5 … 4.2; blurred by 0.5 % of the card's side 1.0 … 1.8; by 1 % 0.32 … 0.57; by
    1.6 % 0.17 … 0.3.
    """
    small = cv2.resize(image, (side_px, side_px), interpolation=cv2.INTER_AREA)
    grey = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.float32)
    spread = float(grey.std())
    if spread < 2.0:
        return 0.0
    steep = np.sort(np.abs(cv2.Laplacian(grey, cv2.CV_32F)[4:-4, 4:-4]).ravel())
    strongest = steep[-steep.size // 10 :]
    return float(np.sqrt((strongest**2).mean())) / spread


def glare(image: Picture) -> float:
    """The share (0..1) of a card under clipped light: patches white in all channels and larger than print."""
    small = cv2.resize(image, (_SIDE_PX, _SIDE_PX), interpolation=cv2.INTER_AREA)
    clipped = np.asarray(small.min(axis=2) >= _CLIPPED, np.uint8)
    patches = cv2.morphologyEx(clipped, cv2.MORPH_OPEN, np.ones((7, 7), np.uint8))
    return float(patches.mean())


_CAMERA_SHAPES = (4 / 3, 3 / 2, 16 / 9)
_FEW_PX = 200


@dataclass(frozen=True, slots=True, eq=False)
class Shot:
    """One card to enrol: its label (`back…` for a back), and one or several pictures of it."""

    label: str
    pictures: tuple[Picture, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Outcome:
    """The result for one card: its picture if it was taken, else None and `why`; and warnings.

    `like`: the card that it seems to repeat: its label, its picture, this picture, and their distance.
    """

    label: str
    image: Picture | None
    why: str = ""
    warnings: tuple[str, ...] = ()
    like: tuple[str, Picture, Picture, float] | None = None

    @property
    def taken(self) -> bool:
        return self.image is not None


@dataclass(frozen=True, slots=True, eq=False)
class Enrolment:
    """The deck as written, the result for each card, and the faces that are hard to tell apart."""

    deck: Deck
    outcomes: tuple[Outcome, ...]
    look_alikes: tuple[LookAlike, ...]


def enrol(
    folder: Path,
    shots: Iterable[Shot],
    size: CardSize | None = None,
    name: str | None = None,
    bin: Path | None = None,
    subject: Subject = CARDS,
) -> Enrolment:
    """Enrols the cards (or discs: `subject`) of these pictures and writes them as the deck `folder`.

    `bin`: where an existing deck is moved whole. Raises EnrolFault if the folder exists and there is no `bin`, no face
    was taken, there is no back, or the deck could not be written.
    """
    check_place(folder, replace=bin is not None)
    outcomes = without_doubles((examine(shot, size, subject) for shot in shots), subject)
    taken = {outcome.label: outcome.image for outcome in outcomes if outcome.image is not None}
    if not any(not _is_back(label) for label in taken):
        reasons = "".join(f"; {outcome.label}: {outcome.why}" for outcome in outcomes if outcome.why)
        raise EnrolFault(expected_words(str(folder), _("at least one face"), _("none")) + reasons)
    deck = write_deck(folder, taken, size, name, bin, subject.kind)
    return Enrolment(deck, outcomes, look_alikes(deck))


def shots_in(folder: Path) -> tuple[tuple[Shot, ...], tuple[Outcome, ...]]:
    """The pictures of a folder, labelled by the file's stem, and the unreadable ones. Raises EnrolFault for none.

    `fox (2).jpg` and `fox#2.jpg` are further pictures of `fox`. A scan of several cards gives `scan-1`, `scan-2` and
    so on, row by row.
    """
    try:
        files = sorted(pictures_of(folder))
    except OSError as error:
        raise EnrolFault(
            expected_words(str(folder), _("a folder of pictures"), system_words(error))
        ) from None
    if not files:
        raise EnrolFault(expected_words(str(folder), _("pictures (PNG, JPEG, WebP or BMP)"), _("none")))
    pictures: dict[str, list[Picture]] = {}
    unread: list[Outcome] = []
    for file in files:
        label = re.sub(r"(\s*\(\d+\)|#\d+)$", "", file.stem).strip()
        try:
            picture = read_picture(file)
            several = cards_on_scan(picture)
            if several:
                pictures |= {f"{label}-{number}": [card] for number, card in enumerate(several, start=1)}
            else:
                pictures.setdefault(label, []).append(picture)
        except PictureFault as fault:
            unread.append(Outcome(label, None, str(fault)))
    shots = tuple(Shot(label, tuple(found)) for label, found in pictures.items() if found)
    return shots, tuple(unread)


def examine(
    shot: Shot, size: CardSize | None = None, subject: Subject = CARDS, *, straight: bool = False
) -> Outcome:
    """The picture of one card or disc, combined from its good ones, or why none of them will do.

    A flat scan is taken as a whole; in a photo the card is searched. `straight`: the pictures are rectified already.
    """
    wrong = label_fault(shot.label)
    if wrong is not None:
        return Outcome(shot.label, None, wrong)
    good: list[tuple[float, Picture, bool]] = []
    why = _("no picture of it")
    for picture in shot.pictures:
        # A scanner has no lamp that could glare: white there is paper.
        lit = straight or not _is_flat(picture, size, subject)
        try:
            image = picture if straight or not lit else subject.find(picture, size, None, None).cut(picture)
        except NoCard as reason:
            why = str(reason)
            continue
        sharp, bright = sharpness(image, subject.sharp_px), glare(image) if lit else 0.0
        if sharp < BLURRED_BELOW:
            why = _("it is blurred (sharpness {sharp}; {least} is needed): hold still, focus, come closer")
            why = why.format(sharp=number(sharp, 2), least=number(BLURRED_BELOW, 2, at_most=True))
        elif bright > GLARE_REFUSED:
            why = _("the lamp glares on {share} of it: move the lamp or tilt the card")
            why = why.format(share=percent(bright))
        else:
            good.append((min(sharp, 3.0) * (1.0 - 5.0 * bright), image, lit))
    if not good:
        return Outcome(shot.label, None, why)
    # Combining may remove glare and noise, so the warnings are about the result.
    best = combined([image for _worth_of, image, _lit in sorted(good, key=lambda one: -one[0])])
    sharp, bright = sharpness(best, subject.sharp_px), glare(best) if any(one[2] for one in good) else 0.0
    warnings = []
    if sharp < SOFT_BELOW:
        warnings.append(_("a little blurred (sharpness {sharp})").format(sharp=number(sharp, 2)))
    if bright > GLARE_WARNED:
        warnings.append(_("the lamp glares on {share} of it").format(share=percent(bright)))
    if min(best.shape[:2]) < _FEW_PX:
        warnings.append(_("only {wide} px wide").format(wide=min(best.shape[:2])))
    return Outcome(shot.label, best, "", tuple(warnings))


def without_doubles(outcomes: Iterable[Outcome], subject: Subject = CARDS) -> tuple[Outcome, ...]:
    """The outcomes, with cards refused that were taken already, under the same or another label; backs may be alike."""
    kept: list[Outcome] = []
    for outcome in outcomes:
        image = outcome.image
        if image is None:
            kept.append(outcome)
            continue
        taken = [(other.label, other.image) for other in kept if other.image is not None]
        if any(label == outcome.label for label, _image in taken):
            kept.append(Outcome(outcome.label, None, _("another picture of that name was taken already")))
            continue
        twice = _taken_twice(image, outcome.label, taken, subject)
        both_backs = twice is not None and twice.like is not None and _is_back(twice.like[0])
        kept.append(outcome if twice is None or (both_backs and _is_back(outcome.label)) else twice)
    return tuple(kept)


def _taken_twice(
    image: Picture, label: str, taken: Sequence[tuple[str, Picture]], subject: Subject
) -> Outcome | None:
    """The refusal of a card that looks like one of those taken; None if it looks like none of them."""
    far = [(subject.distance(image, other), name, other) for name, other in taken]
    distance, name, other = min(far, key=lambda one: one[:2], default=(np.inf, label, image))
    if distance > TAKEN_TWICE_UP_TO:
        return None
    why = _("it looks the same as {card}: taken twice?").format(card=name)
    return Outcome(label, None, why, like=(name, other, image, distance))


def _is_back(label: str) -> bool:
    return label.lower().startswith("back")


def _is_flat(picture: Picture, size: CardSize | None, subject: Subject) -> bool:
    """Whether a picture is a flat scan: it has a card's shape rather than a camera's; for a disc, it is square."""
    shape = picture.shape[1] / picture.shape[0]
    if subject.kind == "disc":
        return bool(abs(shape - 1.0) < 0.04)
    if size is not None:
        return bool(abs(shape / (size.width_mm / size.height_mm) - 1.0) < 0.04)
    return all(abs(max(shape, 1 / shape) / camera - 1.0) > 0.02 for camera in _CAMERA_SHAPES)


# A deck in progress, stored card by card, so that it can be resumed after an abort.
# Rule kept: each card is written atomically; only `finish` makes a deck of them.

_NAMED = re.compile(r"^(\d{4}) (.+)\.png$")
_WRITTEN = re.compile(r"^\.\d{4}\.png$")
"""Name of a card's file until it is written; left over after a power cut."""


@dataclass(frozen=True, slots=True)
class Taken:
    """One card of a draft: its number in order, its label, its file."""

    number: int
    label: str
    file: Path


class Draft:
    """The draft of one deck, in a folder of its own. Not thread-safe."""

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
        """The first free number as a label: `01`, `02`, …"""
        used = {card.label for card in self.cards}
        return next(label for n in range(1, 10_000) if (label := f"{n:02}") not in used)

    def add(
        self, pictures: tuple[Picture, ...], label: str | None = None, size: CardSize | None = None
    ) -> Outcome:
        """Takes one card from rectified pictures of it; without a label it is numbered. Raises EnrolFault.

        A card is refused if it is blurred, glares, or was taken already (`Outcome.like` has the one it looks like).
        """
        name = label or self.next_label()
        if any(card.label == name for card in self.cards):
            return Outcome(name, None, _("a card of that name was taken already"))
        outcome = examine(Shot(name, pictures), size, self._subject, straight=True)
        if outcome.image is None:
            return outcome
        taken = [(card.label, self.image(card.number)) for card in self.cards]
        twice = _taken_twice(outcome.image, name, taken, self._subject)
        if twice is not None:
            return twice
        number = max((card.number for card in self.cards), default=0) + 1
        draft = self.folder / f".{number:04}.png"
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            write_synced(draft, cv2.imencode(".png", outcome.image)[1].tobytes())
            draft.rename(self.folder / f"{number:04} {name}.png")
        except OSError as fault:
            raise EnrolFault(not_writable(self.folder, fault)) from None
        self._images[number] = outcome.image
        return outcome

    def rename(self, number: int, label: str) -> None:
        """Gives a card another label. Raises EnrolFault for an invalid label, or another card's."""
        wrong = label_fault(label)
        if wrong is not None:
            raise EnrolFault(wrong)
        if any(card.label == label and card.number != number for card in self.cards):
            raise EnrolFault(f"{label}: {_('a card of that name was taken already')}")
        card = self._card(number)
        card.file.rename(self.folder / f"{number:04} {label}.png")

    def drop(self, number: int) -> None:
        """Removes a card. Raises EnrolFault if there is none of that number."""
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
        """Writes the deck and discards the draft; returns faces hard to tell apart too. Raises EnrolFault.

        `bin`: where an existing deck is moved; without it that is an error.
        """
        images: Mapping[str, Picture] = {card.label: self.image(card.number) for card in self.cards}
        deck = write_deck(folder, _one_shape(images, size), size, name, bin, self._subject.kind)
        self.discard()
        return deck, look_alikes(deck)

    def discard(self) -> None:
        """Deletes all cards of the draft; other files in the folder stay."""
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


def _one_shape(images: Mapping[str, Picture], size: CardSize | None) -> dict[str, Picture]:
    """All pictures in one shape, that of the size or the median: measured outlines differ by a percent or two."""
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
