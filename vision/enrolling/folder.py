"""Learns a deck from pictures, one card each: straightened, checked, and written as a deck folder. No training.

Rule kept: a deck folder is written whole or not at all, and only if it can be read back; what was not taken is said
with the reason.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from companion.language import _, expected_words, number, percent, system_words
from vision.arrays import Picture
from vision.decks.alike import TAKEN_TWICE_UP_TO, LookAlike
from vision.decks.deck import Deck, look_alikes
from vision.decks.writing import CardSize, EnrolFault, check_place, label_fault, write_deck
from vision.enrolling.card_quad import NoCard
from vision.enrolling.check import BLURRED_BELOW, GLARE_REFUSED, GLARE_WARNED, SOFT_BELOW, glare, sharpness
from vision.enrolling.combining import combined
from vision.enrolling.scan import cards_on_scan
from vision.enrolling.subject import CARDS, Subject
from vision.sources.pictures import PictureFault, pictures_of, read_picture

Kind = Literal["auto", "flat", "photo", "straight"]
"""Whether pictures are flat scans (the card fills the picture), photos (a card on a table), either, or photos of which
the card has been cut out already."""

_CAMERA_SHAPES = (4 / 3, 3 / 2, 16 / 9)
_FEW_PX = 200


@dataclass(frozen=True, slots=True, eq=False)
class Shot:
    """One card to learn: what to call it (`back…` for a back), and one or several pictures of it."""

    label: str
    pictures: tuple[Picture, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Outcome:
    """What became of one card: its picture where it was taken, else None; `why` it was not, and what to look at.

    `like`: the card that it was taken for, by name, and both pictures.
    """

    label: str
    image: Picture | None
    why: str = ""
    warnings: tuple[str, ...] = ()
    like: tuple[str, Picture, Picture] | None = None

    @property
    def taken(self) -> bool:
        return self.image is not None


@dataclass(frozen=True, slots=True, eq=False)
class Enrolment:
    """The deck as written, what became of each picture, and which faces are hard to tell apart."""

    deck: Deck
    outcomes: tuple[Outcome, ...]
    look_alikes: tuple[LookAlike, ...]


def enrol(
    folder: Path,
    shots: Iterable[Shot],
    size: CardSize | None = None,
    kind: Kind = "auto",
    name: str | None = None,
    bin: Path | None = None,
    subject: Subject = CARDS,
) -> Enrolment:
    """Learns the cards (or discs: `subject`) of these pictures and writes them as the deck `folder`.

    With a `bin` a deck that is there already goes there as a whole. Raises EnrolFault where the folder exists,
    no card was taken, there is no back, or the deck could not be written.
    """
    check_place(folder, replace=bin is not None)
    outcomes = without_doubles((examine(shot, size, kind, subject) for shot in shots), subject)
    taken = {outcome.label: outcome.image for outcome in outcomes if outcome.image is not None}
    if not any(not _is_back(label) for label in taken):
        reasons = "".join(f"; {outcome.label}: {outcome.why}" for outcome in outcomes if outcome.why)
        raise EnrolFault(expected_words(str(folder), _("at least one face"), _("none")) + reasons)
    deck = write_deck(folder, taken, size, name, bin, subject.kind)
    return Enrolment(deck, outcomes, look_alikes(deck))


def shots_in(folder: Path) -> tuple[tuple[Shot, ...], tuple[Outcome, ...]]:
    """The pictures of a folder, the file's stem as label, and what cannot be read. Raises EnrolFault for no picture.

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
    shot: Shot, size: CardSize | None = None, kind: Kind = "auto", subject: Subject = CARDS
) -> Outcome:
    """The picture of one card or disc, straightened, made of the best ones of it, or why none of them will do."""
    wrong = label_fault(shot.label)
    if wrong is not None:
        return Outcome(shot.label, None, wrong)
    good: list[tuple[float, Picture]] = []
    why = _("no picture of it")
    for picture in shot.pictures:
        flat = kind == "flat" or (kind == "auto" and _is_flat(picture, size, subject))
        lit = not flat
        try:
            image = (
                picture
                if flat or kind == "straight"
                else subject.find(picture, size, None, None).cut(picture)
            )
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
            good.append((_worth(sharp, bright), image))
    if not good:
        return Outcome(shot.label, None, why)
    best = combined([image for _worth_of, image in sorted(good, key=lambda one: -one[0])])
    return Outcome(
        shot.label, best, "", _warnings(best, sharpness(best, subject.sharp_px), glare(best) if lit else 0.0)
    )


def without_doubles(outcomes: Iterable[Outcome], subject: Subject = CARDS) -> tuple[Outcome, ...]:
    """The outcomes, a card that was already taken under another label left out; one label is taken once."""
    kept: list[Outcome] = []
    for outcome in outcomes:
        image = outcome.image
        if image is None:
            kept.append(outcome)
            continue
        near = [
            (subject.distance(image, other.image), other.label) for other in kept if other.image is not None
        ]
        nearest = min(near, default=(9.0, ""))
        if any(other.label == outcome.label and other.taken for other in kept):
            kept.append(Outcome(outcome.label, None, _("another picture of that name was taken already")))
        elif nearest[0] <= TAKEN_TWICE_UP_TO and not (_is_back(nearest[1]) and _is_back(outcome.label)):
            same = next(one.image for one in kept if one.label == nearest[1] and one.image is not None)
            why = _("it looks the same as {card}: taken twice?").format(card=nearest[1])
            kept.append(Outcome(outcome.label, None, why, like=(nearest[1], same, image)))
        else:
            kept.append(outcome)
    return tuple(kept)


def _is_back(label: str) -> bool:
    return label.lower().startswith("back")


def _is_flat(picture: Picture, size: CardSize | None, subject: Subject) -> bool:
    """Whether a picture has the shape of a card rather than of a camera; of a disc, whether it is square."""
    shape = picture.shape[1] / picture.shape[0]
    if subject.kind == "disc":
        return bool(abs(shape - 1.0) < 0.04)
    if size is not None:
        return bool(abs(shape / (size.width_mm / size.height_mm) - 1.0) < 0.04)
    return all(abs(max(shape, 1 / shape) / camera - 1.0) > 0.02 for camera in _CAMERA_SHAPES)


def _worth(sharp: float, bright: float) -> float:
    return min(sharp, 3.0) * (1.0 - 5.0 * bright)


def _warnings(image: Picture, sharp: float, bright: float) -> tuple[str, ...]:
    found = []
    if sharp < SOFT_BELOW:
        found.append(_("a little blurred (sharpness {sharp})").format(sharp=number(sharp, 2)))
    if bright > GLARE_WARNED:
        found.append(_("the lamp glares on {share} of it").format(share=percent(bright)))
    if min(image.shape[:2]) < _FEW_PX:
        found.append(_("only {wide} px wide").format(wide=min(image.shape[:2])))
    return tuple(found)
