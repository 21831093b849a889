"""Learns cards under a camera: the empty table first, then one card after another, each taken once it lies still.

Rule kept: the costly search for the outline is made once a card, when nothing moves any more; the further pictures of
it are cut out where it was found.
"""

from dataclasses import dataclass, field
from queue import SimpleQueue
from typing import Final, Literal

import cv2
import numpy as np

from companion.language import _
from companion.sight import Table
from vision.arrays import Picture
from vision.decks.alike import TAKEN_TWICE_UP_TO
from vision.decks.deck import CardSize
from vision.enrolling.card_quad import NoCard
from vision.enrolling.subject import CARDS, FoundSubject, Subject
from vision.mat.plane import NoPlane, Plane, find_plane
from vision.motion.hands import find_hand

NEEDED: Final = 3
"""Pictures of a card lying still before it is taken; the best of them is kept."""
STILL_STEP: Final = 6.0
"""Grey levels by which the small picture may differ from the one before where nothing moves."""
SMALL_PX: Final = 240
HAND_PX: Final = 480
HAND_LOOKS: Final = 8
"""What looks like a hand in so many pictures at rest is a card's own picture."""
AGREEING: Final = 3
"""So many cards of one size tell the size of the deck's cards."""
SAME_SIZE: Final = 0.03
"""Sides that differ by less than this share are equally long."""
_PX_PER_MM_SPARE = 1.2
_EDGE_MM = 4.0


@dataclass(slots=True)
class _Attempt:
    """What lies there now, as far as it is known: its outline, its pictures so far, how often a hand was waited for."""

    found: FoundSubject | None = None
    pictures: list[Picture] = field(default_factory=list)
    looked: bool = False
    waited: int = 0


class CardWatch:
    """Watches for one card after another. `hint` always says what to do now.

    `table`: a table with corner tags, so that only its playing area is looked at, and cards are measured by it; where
    the tags are not in view, the whole picture is. `first_empty`: the first pictures at rest show the empty table,
    which makes cards found on any ground. `size` of the cards, where it is known. `subject`: cards, or discs.

    One thread shows it pictures. Others may ask it to `forget_last` or to `learn_empty`, which is done before the next
    picture is looked at, and may read `hint` and `measured`.
    """

    def __init__(
        self,
        size: CardSize | None = None,
        table: Table | None = None,
        needed: int = NEEDED,
        *,
        first_empty: bool = False,
        subject: Subject = CARDS,
    ) -> None:
        self.hint = _("leave the table empty for a moment") if first_empty else subject.hint
        self.measured: CardSize | None = None
        """The size that most of the cards so far have by the mat, to half a millimetre; None while that is not sure."""
        self._asked: SimpleQueue[Literal["forget", "empty"]] = SimpleQueue()
        self._waits_for_empty = first_empty
        self._size, self._table, self._needed, self._subject = size, table, needed, subject
        self._plane: Plane | None = None
        self._before: tuple[tuple[int, ...], Picture] | None = None
        self._empty: Picture | None = None
        self._attempt = _Attempt()
        self._sizes: list[tuple[float, float]] = []
        self._taken: Picture | None = None

    def forget_last(self) -> None:
        """The card taken last may be taken again."""
        self._asked.put("forget")

    def learn_empty(self) -> None:
        """The next pictures at rest show the empty table."""
        self._asked.put("empty")
        self.hint = _("leave the table empty for a moment")

    def see(self, picture: Picture) -> tuple[Picture, ...] | None:
        """Looks at one more picture; gives the pictures of a card, straightened, once it has lain still.

        What was asked for while the picture was looked at comes first: then the card is looked at anew.
        """
        while not self._asked.empty():
            if self._asked.get() == "forget":
                self._taken = None
            else:
                self._waits_for_empty = True
                self.hint = _("leave the table empty for a moment")
            self._attempt = _Attempt()
        pictures = self._seen_in(picture)
        if self._asked.empty():
            return pictures
        self._taken = None
        return None

    def _seen_in(self, picture: Picture) -> tuple[Picture, ...] | None:
        if not self._rests(picture):
            self._attempt = _Attempt()
            if not self._waits_for_empty:
                self.hint = _("hold still")
            return None
        attempt, subject = self._attempt, self._subject
        if self._waits_for_empty:
            self._empty, self._waits_for_empty = picture, False
            self.hint = subject.hint
            return None
        if attempt.found is None and (self._hand_is_there(picture) or not self._find(picture)):
            return None
        assert attempt.found is not None
        image = attempt.found.cut(self._seen(picture))
        if (
            not attempt.pictures
            and self._taken is not None
            and subject.distance(self._taken, image) <= TAKEN_TWICE_UP_TO
        ):
            attempt.found, self.hint = None, subject.next_hint
            return None
        attempt.pictures.append(image)
        if len(attempt.pictures) < self._needed:
            self.hint = _("hold still")
            return None
        pictures = tuple(attempt.pictures)
        self._taken = pictures[-1]
        attempt.found, attempt.pictures = None, []
        self.hint = subject.next_hint
        return pictures

    def _find(self, picture: Picture) -> bool:
        """Looks for the outline, once for a picture at rest; whether there is a card."""
        if self._attempt.looked:
            return False
        self._attempt.looked = True
        self._plane = None
        if self._table is not None and self._table.tags is not None:
            plane = find_plane(picture, self._table)
            self._plane = None if isinstance(plane, NoPlane) else plane
        empty = None if self._empty is None or self._empty.shape != picture.shape else self._seen(self._empty)
        try:
            found = self._subject.find(self._seen(picture), self._size, empty, self._sides_px())
        except NoCard as reason:
            self._taken = None
            self.hint = str(reason)
            return False
        self._attempt.found = found
        if self._plane is not None and self._table is not None:
            scale = _scale(self._plane, self._table)
            self._sizes.append((found.sides_px[0] / scale, found.sides_px[1] / scale))
            agreed = self._agreed()
            self.measured = None if agreed is None else CardSize(*(round(side * 2) / 2 for side in agreed))
        return True

    @property
    def last_mm(self) -> tuple[float, float] | None:
        """The sides of what was found last, by the mat; None without one."""
        return self._sizes[-1] if self._sizes and self._plane is not None else None

    def _agreed(self) -> tuple[float, float] | None:
        if len(self._sizes) < AGREEING:
            return None
        wide, high = (float(np.median(sides)) for sides in zip(*self._sizes, strict=True))
        near = [abs(w / wide - 1) < SAME_SIZE and abs(h / high - 1) < SAME_SIZE for w, h in self._sizes]
        return (wide, high) if sum(near) >= AGREEING else None

    def _sides_px(self) -> tuple[float, float] | None:
        """How large a card must be seen, where a mat and earlier cards or the owner tell."""
        size, table = self._size, self._table
        if self._plane is None or table is None:
            return None
        scale = _scale(self._plane, table)
        known = self._agreed() if size is None else (size.width_mm, size.height_mm)
        return None if known is None else (known[0] * scale, known[1] * scale)

    def _seen(self, picture: Picture) -> Picture:
        """What is looked at: the playing area from above where there is a mat, else all of it."""
        table = self._table
        if self._plane is None or table is None:
            return picture
        wide, high = table.width_mm - 2 * _EDGE_MM, table.height_mm - 2 * _EDGE_MM
        return self._plane.rectify(picture, _EDGE_MM, _EDGE_MM, wide, high, _scale(self._plane, table))

    def _hand_is_there(self, picture: Picture) -> bool:
        """Whether a hand is still over the table; one that never goes is none."""
        if self._attempt.looked or self._attempt.waited >= HAND_LOOKS:
            return False
        scale = max(1.0, max(picture.shape[:2]) / HAND_PX)
        small = cv2.resize(picture, None, fx=1 / scale, fy=1 / scale, interpolation=cv2.INTER_AREA)
        if find_hand(np.asarray(small, np.uint8), background=None, scale=scale) is None:
            return False
        self._attempt.waited += 1
        self.hint = _("take your hand away")
        return True

    def _rests(self, picture: Picture) -> bool:
        """Whether nothing has moved since the picture before."""
        scale = SMALL_PX / max(picture.shape[:2])
        small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        grey = np.asarray(cv2.GaussianBlur(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), (0, 0), 1.0), np.uint8)
        before, self._before = self._before, (picture.shape, grey)
        # Pictures of several sizes have one shape in small, and places in px hold for one size only.
        if before is None or before[0] != picture.shape:
            return False
        step = cv2.absdiff(before[1], grey).astype(np.float32)
        # the light may flicker as a whole; what moves does so in one place
        step = np.abs(step - np.median(step))
        return float((step > STILL_STEP).mean()) <= self._subject.moved_part


def _scale(plane: Plane, table: Table) -> float:
    return _PX_PER_MM_SPARE * plane.px_per_mm(table.width_mm / 2, table.height_mm / 2)
