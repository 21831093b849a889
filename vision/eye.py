"""The eye: frames in, readings out. The one pipeline behind `see`, `watch`, the app and the simulated table.

Rule kept: small and grey all the time, full resolution only where something changed; what a hand hides is never
taken for gone.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.sight import Scene, Sighting, Table
from vision.cards.lying import Lying
from vision.cards.reader import Card, Cards, read_cards
from vision.decks.deck import Deck
from vision.decks.references import references
from vision.light.fitness import Light, judge_light
from vision.loose.reader import read_loose
from vision.mat.following import MatFinder
from vision.mat.lens_memory import LensBook
from vision.mat.mat import Mat
from vision.mat.plane import Plane
from vision.motion.hands import Hand, find_hand
from vision.motion.still import Changed, Motion, Stillness
from vision.motion.unchanged import Unchanged
from vision.pennies.beneath import card_beneath, pennies_beneath
from vision.pennies.print import is_print
from vision.pennies.reader import find_pennies
from vision.pieces import Search, find_pieces, meet, merged
from vision.reading import Reading
from vision.sources.frames import Frame
from vision.stopwatch import Stopwatch
from vision.tokens.reader import Token, bare, find_tokens, token_decks, without_unlike
from vision.towers.reader import (
    PieceWatch,
    as_sightings,
    boxes_about,
    lie_as_discs,
    without_pieces,
)
from vision.towers.sheet import Circle

__all__ = ["Eye", "Mat", "Reading"]

Picture = NDArray[np.uint8]
Box = tuple[float, float, float, float]

SMALL_WIDE = 480
"""Width in px of the small picture that every frame is first looked at in."""
RESTING_S = 8.0
"""What looks like a hand and has not moved at all for so long is none."""
EARLIEST_S = 1e-3
"""The picture of a camera that was knocked must have held for at least so long."""
LIGHT_EVERY_S = 5.0
"""The light is judged anew after so many seconds, if anything changed."""
MOST_THROWN = 3
"""So many thrown discs may have the colours of pieces."""
CARDS_BEYOND_MM = 20.0
"""No card lies farther than this outside the playing area; an arm comes from there."""
TOUCH_MM = 4.0
"""What lies nearer to a change than this is read again."""


@dataclass(frozen=True, slots=True, eq=False)
class _Known:
    """What was read last, with no hand in the way."""

    plane: Plane | None
    cards: Cards
    pennies: tuple[tuple[Sighting, Lying], ...]
    tokens: tuple[Token, ...]
    pieces: tuple[Sighting, ...]
    sightings: tuple[Sighting, ...]
    mat: Mat
    light: Light
    background: Picture


class Eye:
    """Looks at one table through one camera; keeps what it knows from frame to frame."""

    def __init__(
        self,
        table: Table,
        decks: Sequence[Deck] = (),
        *,
        settle_s: float = 0.0,
        lenses: LensBook | None = None,
    ) -> None:
        """`settle_s`: seconds without motion before what changed is read; live cameras do well with 0.2.

        `lenses` keeps what is learnt of the camera's lens.
        """
        self.table = table
        self.decks = tuple(decks)
        self.groups = references(self.decks)
        for group in self.groups:
            group.prepare()
        on_cards = {"card", "disc"} <= set(table.kinds)
        self._token_decks = token_decks(self.decks) if on_cards else ()
        self.settle_s = settle_s
        self.watched: PieceWatch | None = None
        """Who follows the pieces of a board where a game has any: towers are told by the book, not by their looks."""
        self._mats = MatFinder(table, lenses)
        self._known: _Known | None = None
        self._still: Stillness | None = None
        self._lit_at = 0.0

    def forget(self) -> None:
        """Reads everything afresh at the next frame."""
        self._known, self._still = None, None
        if self.watched is not None:
            self.watched.forget()

    @property
    def plane(self) -> Plane | None:
        """The plane of the table as last found."""
        return None if self._known is None else self._known.plane

    def read(self, frame: Frame) -> Reading:
        """Reads one frame. Never raises for what a picture shows."""
        watch = Stopwatch()
        image = np.asarray(frame.image, dtype=np.uint8)
        scale = max(1.0, image.shape[1] / SMALL_WIDE)
        small = _small(image, scale)
        if self._still is None:
            self._still = Stillness(scale)
        motion = self._still.see(
            np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), dtype=np.uint8), frame.at
        )
        changed = self._still.changed()
        watch.lap("small")
        known = self._known
        if known is not None and known.background.shape != small.shape:
            known = None
        bumped = (
            known is not None
            and known.plane is not None
            and self._mats.has_moved(image, known.plane, changed, frame.at)
        )
        if bumped:
            changed = Changed(True, ())
        told_anew = self.watched is not None and not self.watched.has_looked
        if known is not None and not changed.everything and not changed.boxes and not told_anew:
            return self._told(known, motion, None, watch)
        background = None if known is None or bumped else known.background
        hand = find_hand(small, background=background, scale=scale)
        if motion.still_for >= RESTING_S:
            # Nobody holds a hand so still: something else that looks like one must not hold play up.
            hand = None
        watch.lap("hand")
        # After a knock the table is found again as soon as one frame shows what the one before did.
        settle = min(self.settle_s, EARLIEST_S) if bumped else self.settle_s
        if known is not None and (
            motion.still_for < settle or (hand and not self._may_be_cards(hand, known))
        ):
            return self._told(known, motion, hand, watch)
        looked = self._look(image, small, known, changed, frame.at, watch)
        if hand is not None:
            hand = find_hand(small, background=background, scale=scale, cards_px=_uncovered(looked.cards))
        if hand is not None and known is not None:
            return self._told(known, motion, hand, watch)
        if hand is None:
            self._known = replace(looked, mat=replace(looked.mat, moved_mm=0.0))
            self._still.accept()
            if self.watched is not None:
                self.watched.accept()
        return self._told(looked, motion, hand, watch)

    def _may_be_cards(self, hand: Hand, known: _Known) -> bool:
        """Whether cards just laid may look like this hand: it lies where they may lie, all but a finger's breadth."""
        if known.plane is None or not self.groups:
            return False
        left, low = -CARDS_BEYOND_MM, -CARDS_BEYOND_MM
        wide, high = self.table.width_mm - 2 * left, self.table.height_mm - 2 * low
        return not hand.reaches_beyond(_corners_px(known.plane, left, low, wide, high))

    def _without_mat(
        self, image: Picture, found: _Known, known: _Known | None, changed: Changed, watch: Stopwatch
    ) -> _Known:
        """Reads a picture in which no mat was found; `found` holds what is known of it so far."""
        # Slow, so only where no mat is expected, or for the first look: a mat lost in play is a pause.
        if self.table.tags is not None and known is not None:
            return found
        loose = read_loose(image, self.groups) if "card" in self.table.kinds else ()
        watch.lap("cards")
        pieces = self._pieces(image, None, loose, known, changed)
        watch.lap("pieces")
        return replace(found, pieces=pieces, sightings=(*loose, *pieces))

    def _look(
        self,
        image: Picture,
        small: Picture,
        known: _Known | None,
        changed: Changed,
        at: float,
        watch: Stopwatch,
    ) -> _Known:
        """Reads what has changed, or everything where that is not known."""
        plane, mat = (None, None) if known is None else (known.plane, known.mat)
        plane, mat = self._mats.find(image, plane, mat, changed, at)
        watch.lap("mat")
        light = known.light if known is not None and known.plane is plane else None
        if light is None or changed.everything or not 0 <= at - self._lit_at < LIGHT_EVERY_S:
            light = judge_light(image, plane, self.table.regions)
            self._lit_at = at
        watch.lap("light")
        if plane is None:
            found = _Known(None, Cards(), (), (), (), (), mat, light, small)
            return self._without_mat(image, found, known, changed, watch)
        boxes: list[Box] | None = None
        kept: Cards | None = None
        earlier: tuple[Card, ...] = ()
        if known is not None and known.plane is plane and not changed.everything:
            touched = _boxes_mm(plane, changed.boxes)
            still = Unchanged(known.background, small, image.shape[1] / small.shape[1])
            lying = tuple(
                card
                for card in known.cards.lying
                if not _touches_any(card.box, touched) or still.looks_the_same(card.sighting.corners_px or ())
            )
            kept = Cards(lying, known.cards.plain)
            earlier = known.cards.lying
            boxes = list(merged(touched))
        tokens = self._tokens(image, plane, boxes, known)
        watch.lap("tokens")
        cards = Cards()
        if "card" in self.table.kinds:
            under, over = bare(image, plane, tokens), [token.covers for token in tokens]
            cards = read_cards(under, plane, self.table, self.groups, boxes, kept, earlier, over)
        watch.lap("cards")
        pennies: list[tuple[Sighting, Card]] = []
        if "penny" in self.table.kinds:
            pennies = self._pennies(image, plane, cards.lying, () if kept is None else kept.lying, known)
            pennies = [one for one in pennies if not any(token.bears(_middle(one[0])) for token in tokens)]
            watch.lap("pennies")
        known_of = [card.sighting for card in cards.lying]
        known_of += [*(penny for penny, _ in pennies), *(token.sighting for token in tokens)]
        pieces = self._pieces(image, plane, known_of, known, changed)
        pieces = without_unlike(pieces, plane, tokens, self._token_decks)
        watch.lap("pieces")
        told = (*_in_order(cards.lying, pennies, self.table), *(token.sighting for token in tokens), *pieces)
        owned = tuple((penny, card.lying) for penny, card in pennies)
        return _Known(plane, cards, owned, tokens, pieces, told, mat, light, small)

    def _tokens(
        self, image: Picture, plane: Plane, boxes: Sequence[Box] | None, known: _Known | None
    ) -> tuple[Token, ...]:
        """Discs with enrolled faces that lie on cards: looked for where something changed, elsewhere as they were."""
        decks = self._token_decks
        if boxes is None or known is None:
            return find_tokens(image, plane, self.table, decks)
        kept = [token for token in known.tokens if not _touches_any(token.box, boxes)]
        found = find_tokens(image, plane, self.table, decks, boxes)
        return (*kept, *(token for token in found if not any(token.is_at(other) for other in kept)))

    def _pieces(
        self,
        image: Picture,
        plane: Plane | None,
        cards: Sequence[Sighting],
        known: _Known | None,
        changed: Changed,
    ) -> tuple[Sighting, ...]:
        """What is no card and lies on none: looked for where something changed, elsewhere as it was."""
        if self.watched is not None and plane is not None:
            return self._watched(self.watched, image, plane, known, changed)
        if known is None or known.plane is not plane or changed.everything:
            return find_pieces(Search(image, plane, None, tuple(cards), self.decks), self.table)
        search = Search(image, plane, changed.boxes, tuple(cards), self.decks)
        return find_pieces(search, self.table, known.pieces)

    def _watched(
        self, watched: PieceWatch, image: Picture, plane: Plane, known: _Known | None, changed: Changed
    ) -> tuple[Sighting, ...]:
        """The pieces of a board by their book; of all else only discs are looked for.

        A thrown disc may have a piece's colour: what was read as one is no piece.
        """
        discs_only = replace(self.table, kinds=tuple(kind for kind in self.table.kinds if kind == "disc"))
        found = watched.see(image, plane)
        others: tuple[Circle, ...] = ()
        for _ in range(MOST_THROWN):
            placed = watched.newly_placed()
            search = Search(image, plane, boxes_about(placed, plane, watched.size), (), self.decks)
            read = find_pieces(search, discs_only)
            more = lie_as_discs(placed, read, self.decks, plane, watched.size)
            if not more:
                break
            others = (*others, *more)
            found = watched.see(image, plane, others)
        boxes = watched.unexplained(changed.boxes)
        fresh = known is None or known.plane is not plane or changed.everything
        search = Search(image, plane, None if fresh else boxes, (), self.decks)
        before = () if fresh or known is None else tuple(p for p in known.pieces if p.kind == "disc")
        discs = find_pieces(search, discs_only, before)
        return (
            *as_sightings(found, self.table, plane, watched.size),
            *without_pieces(discs, found, watched.size),
        )

    def _pennies(
        self,
        image: Picture,
        plane: Plane,
        cards: Sequence[Card],
        kept: Sequence[Card],
        known: _Known | None,
    ) -> list[tuple[Sighting, Card]]:
        """Each penny with the card that it lies on; pennies on cards that were kept are kept."""
        old = {id(card.lying) for card in kept}
        fresh = [card for card in cards if id(card.lying) not in old]
        before = () if known is None else known.pennies
        now = {id(card.lying): card for card in cards}
        placed = [(penny, now[id(lying)]) for penny, lying in before if id(lying) in old]
        if fresh:
            for penny in find_pennies(image, plane, [card.sighting for card in fresh]):
                card = card_beneath(penny, cards)
                if card is None or id(card.lying) in old or is_print(image, plane, penny, card.lying):
                    continue
                placed.append((penny, card))
            placed += pennies_beneath(image, plane, cards, fresh, placed, before)
        return placed

    def _told(self, known: _Known, motion: Motion, hand: Hand | None, watch: Stopwatch) -> Reading:
        covered: frozenset[str] = frozenset()
        if hand is not None and known.plane is not None:
            covered = frozenset(
                region.name
                for region in self.table.regions
                if hand.covers(_corners_px(known.plane, region.x, region.y, region.w, region.h))
            )
        # What burns out in a lamp's glare hides as well as a hand does, unless a card was made out all the same.
        seen = {sighting.region for sighting in known.sightings}
        covered |= {name for name in known.light.lost if name not in seen}
        scene = Scene(
            sightings=known.sightings,
            still_for=motion.still_for,
            hand=hand is not None,
            covered=covered,
        )
        return Reading(scene, known.mat, known.light, watch.total())


def _uncovered(cards: Cards) -> list[tuple[tuple[float, float], ...]]:
    """The corners (px) of cards that were recognised and that nothing lies on."""
    known = [
        card.sighting for card in cards.lying if card.lying.index is not None and card.sighting.visible == 1
    ]
    return [sighting.corners_px for sighting in known if sighting.corners_px]


def _middle(sighting: Sighting) -> NDArray[np.float64]:
    return np.array([sighting.x, sighting.y], np.float64)


def _small(image: Picture, scale: float) -> Picture:
    wide, high = round(image.shape[1] / scale), round(image.shape[0] / scale)
    # Halving is quick where shrinking by other factors is not; means of means are the same picture.
    while image.shape[1] >= 2 * wide and image.shape[0] >= 2 * high:
        half = (image.shape[1] // 2, image.shape[0] // 2)
        image = np.asarray(cv2.resize(image, half, interpolation=cv2.INTER_AREA), dtype=np.uint8)
    if image.shape[:2] == (high, wide):
        return image
    return np.asarray(cv2.resize(image, (wide, high), interpolation=cv2.INTER_AREA), dtype=np.uint8)


def _boxes_mm(plane: Plane, boxes: Sequence[Box]) -> list[Box]:
    """Boxes (px) as boxes of the table (mm) that hold them, and a little more."""
    if not boxes:
        return []
    left, top, right, bottom = np.array(boxes).T
    corners = np.array([[left, top], [right, top], [right, bottom], [left, bottom]]).transpose(2, 0, 1)
    places = plane.to_mm(corners.reshape(-1, 2)).reshape(-1, 4, 2)
    around = np.hstack([places.min(axis=1) - TOUCH_MM, places.max(axis=1) + TOUCH_MM])
    return [(float(box[0]), float(box[1]), float(box[2]), float(box[3])) for box in around]


def _touches_any(box: Box, boxes: Sequence[Box]) -> bool:
    return any(meet(box, other) for other in boxes)


def _in_order(
    cards: Sequence[Card], pennies: Sequence[tuple[Sighting, Card]], table: Table
) -> tuple[Sighting, ...]:
    """Cards by region, bottom first, each followed by the pennies that lie on it."""
    names = {region.name: number for number, region in enumerate(table.regions)}
    ordered: list[Sighting] = []
    for card in sorted(cards, key=lambda card: names.get(card.sighting.region or "", len(names))):
        ordered.append(card.sighting)
        ordered += [replace(penny, region=card.sighting.region) for penny, under in pennies if under is card]
    return tuple(ordered)


def _corners_px(plane: Plane, x: float, y: float, w: float, h: float) -> tuple[tuple[float, float], ...]:
    corners = plane.to_px(np.array([[x, y], [x + w, y], [x + w, y + h], [x, y + h]]))
    return tuple((float(a), float(b)) for a, b in corners)
