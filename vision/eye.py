"""The eye: frames in, readings out. The one pipeline behind `see`, `watch`, the app and the simulated table.

Rule kept: small grey pictures all the time, full resolution only where something changed; a thing that a hand hides
is never taken for gone. The readers find the things; this file has their order and the state between frames.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from math import hypot, inf
from statistics import median
from typing import Final

import cv2
import numpy as np

from companion.sight import Kind, Scene, Sighting, Table
from vision.arrays import Box, Picture
from vision.cards.reader import CardReader, SeenCards, explained_by, puzzling
from vision.decks.deck import Deck
from vision.decks.references import References, references
from vision.dice.reader import SURE, DiceReader, beside_dice, is_certain
from vision.discs.reader import DiscReader, PawnReader
from vision.light.fitness import Light, is_sharp, judge_light
from vision.loose.reader import prepared
from vision.mat.following import Mat, MatFinder
from vision.mat.lens import LensBook
from vision.mat.plane import Plane
from vision.motion.glimpse import PERHAPS_RESTING_S, RESTING_S, Changed, Glimpse, Glimpses, is_blank
from vision.motion.hands import HandsInView
from vision.pennies.reader import FreePennyReader, PenniesOnCards
from vision.reader import Reader, Seen, SeenPieces, View, changes_on, pieces_before
from vision.sources.frames import Frame
from vision.tokens.reader import TokenReader, is_unlike, token_decks, without_unlike
from vision.towers.reader import PieceWatch, TowerReader


class Stopwatch:
    """Runs from its creation; each `lap` names the time since the lap before."""

    def __init__(self) -> None:
        self._begun = self._last = time.perf_counter()
        self._laps: dict[str, float] = {}

    def lap(self, name: str) -> None:
        """Ends a part; the same name twice adds up."""
        now = time.perf_counter()
        self._laps[name] = self._laps.get(name, 0.0) + (now - self._last) * 1000
        self._last = now

    def total(self) -> dict[str, float]:
        """All parts and `total`, in ms."""
        whole = (time.perf_counter() - self._begun) * 1000
        return {name: round(ms, 3) for name, ms in {**self._laps, "total": whole}.items()}


STAYS_MM = 3.0
"""Maximum distance between two sightings of a thing that has not moved."""
SHOWS_LESS = 0.1
"""Loss of visible share from which something lies over a thing."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A frame as read: the scene, the mat, the light, and the milliseconds that each part took.

    `other_look`: most cards agree better with the other look of their deck (see `Eye.switch_looks`).
    """

    scene: Scene
    mat: Mat
    light: Light
    ms: Mapping[str, float] = field(default_factory=dict)
    other_look: bool = False


def hidden_regions(
    table: Table, plane: Plane | None, hand: HandsInView | None, light: Light, sightings: Sequence[Sighting]
) -> frozenset[str]:
    """The names of regions that cannot be read: under a hand, or burnt out."""
    names: set[str] = set()
    if hand is not None and plane is not None:
        names |= {r.name for r in table.regions if hand.covers(plane.rectangle_px(r.x, r.y, r.w, r.h))}
    # A lamp's glare hides as a hand does, unless a thing was read there nevertheless.
    return frozenset(names | (set(light.lost) - {sighting.region for sighting in sightings}))


def _lies_as(before: Sighting, after: Sighting) -> bool:
    """Whether a thing is seen unchanged: same name, same place, as much of it visible."""
    same = (before.kind, before.label, before.face) == (after.kind, after.label, after.face)
    if not same or before.x is None or before.y is None or after.x is None or after.y is None:
        return False
    apart = hypot(after.x - before.x, after.y - before.y)
    return apart <= STAYS_MM and after.visible >= before.visible - SHOWS_LESS


# Reconciles the readers of pieces, each of which knows its own kind only: of several sightings at one place the surest
# is kept; pieces of impossible size, print on cards, and pips of dice that were read are dropped.

SIZES_MM: Final[dict[Kind, tuple[float, float]]] = {
    "die": (7.0, 30.0),
    "penny": (14.5, 25.0),
    "disc": (11.0, 65.0),
    "pawn": (6.0, 45.0),
}
"""Minimum and maximum width per kind, with a wide margin, as the scale is known roughly only."""
ONE_PLACE: Final = 0.5
"""Minimum distance of two pieces, in widths of the smaller."""
LARGEST_PIP = 0.45
"""Maximum diameter of a pip, in sides of the die."""
ON_A_DIE = 1.2
"""Maximum distance of a pip on a die's side from the middle of its top, in sides of the die."""
NEVER_WITHIN: Final = 0.75
"""Minimum chance of a piece on a card that was read, as most of these are print; pennies are exempt."""


class Pieces:
    """Reads pieces of several kinds and drops implausible ones.

    `decks`: all that are enrolled; their sizes give the scale without a mat. `tokens_on_cards`: round things on cards
    are tokens or print.
    """

    part = "pieces"

    def __init__(
        self, readers: Sequence[Reader], decks: Sequence[Deck], *, tokens_on_cards: bool = False
    ) -> None:
        self.readers = tuple(readers)
        self.decks = tuple(decks)
        self._tokens = token_decks(decks) if tokens_on_cards else ()

    def read(self, view: View) -> SeenPieces:
        """First the pieces known from the look before, in the same order, then those newly found."""
        found = [piece for reader in self.readers for piece in reader.read(view).sightings]
        known = [piece for piece in pieces_before(view) if piece in found]
        pieces = (*known, *(piece for piece in found if piece not in known))
        if view.changes is None or view.changes.px:
            cards = beside_dice(view.sightings, pieces)
            # Where a die was read, a card that is not certain is likelier to be none than to tell its scale.
            certain = any(one.kind == "die" and one.label for one in pieces)
            scale = scale_by_cards(cards, self.decks, certain=certain) if view.plane is None else None
            pieces = sensible(pieces, cards, scale)
        if view.plane is not None:
            pieces = without_unlike(pieces, view.plane, view.covers, self._tokens)
        return SeenPieces(pieces)


Scale = Callable[[float, float], float]
"""Px per mm at a point of the picture (px)."""


def scale_by_cards(cards: Sequence[Sighting], decks: Sequence[Deck], *, certain: bool) -> Scale | None:
    """The scale by the three (`certain`) cards of a known deck nearest to a point; None without such cards."""
    sizes = {deck.name: (deck.width_mm, deck.height_mm) for deck in decks if deck.kind == "card"}
    places = []
    for card in cards:
        size = sizes.get(card.deck or "")
        if size is None or len(card.corners_px or ()) != 4 or (certain and not is_certain(card)):
            continue
        corners = np.array(card.corners_px, dtype=np.float32)
        area = abs(float(cv2.contourArea(corners)))
        x, y = corners.mean(axis=0).tolist()
        places.append((x, y, (area / (size[0] * size[1])) ** 0.5))

    def scale(x: float, y: float) -> float:
        near = sorted(places, key=lambda place: hypot(place[0] - x, place[1] - y))[:3]
        return float(median(place[2] for place in near))

    return scale if places else None


def sensible(
    pieces: Sequence[Sighting], cards: Sequence[Sighting], scale: Scale | None
) -> tuple[Sighting, ...]:
    """The pieces without implausible ones, in the order given.

    `cards`: the cards in the picture, and the things known to lie on them. `scale`: needed only without a mat, as the
    readers check sizes by the mat.
    """
    read = [card for card in cards if card.deck is not None and card.corners_px is not None]
    kept = [other for other in cards if other.kind != "card" and other.corners_px is not None]
    dice = [(one.sure, *_extent(one)) for one in pieces if one.kind == "die" and one.label]
    for piece in sorted(pieces, key=lambda one: -one.sure):
        x, y, width = _extent(piece)
        larger = (
            (a, b, w) for sure, a, b, w in dice if sure >= min(SURE, piece.sure) and width < LARGEST_PIP * w
        )
        if any(hypot(x - a, y - b) < ON_A_DIE * w for a, b, w in larger):
            continue
        if scale is not None:
            least, most = SIZES_MM.get(piece.kind, (0.0, 1e9))
            if not least <= width / scale(x, y) <= most:
                continue
        outlines = (np.array(card.corners_px, dtype=np.float32) for card in read)
        within = (cv2.pointPolygonTest(outline, (x, y), measureDist=False) >= 0 for outline in outlines)
        if piece.kind != "penny" and piece.sure < NEVER_WITHIN and any(within):
            continue
        if all(hypot(x - a, y - b) > ONE_PLACE * min(width, w) for a, b, w in map(_extent, kept)):
            kept.append(piece)
    return tuple(piece for piece in pieces if any(piece is one for one in kept))


def _extent(piece: Sighting) -> tuple[float, float, float]:
    """The middle of a piece's outline and its width (px)."""
    corners = np.array(piece.corners_px, dtype=np.float32)
    x, y = (corners.min(axis=0) + corners.max(axis=0)) / 2
    width = abs(float(cv2.contourArea(cv2.convexHull(corners)))) ** 0.5
    if piece.kind != "die":
        width *= 1.13  # a circle's diameter over the square root of its area
    return float(x), float(y), max(width, 1.0)


EARLIEST_S = 1e-3
"""Minimum time (s) without motion after the camera was knocked."""
CARDS_BEYOND_MM = 20.0
"""Maximum distance of a card outside the playing area; an arm reaches farther out."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class _Known:
    """The state of the last look without a hand: the table, and what each reader saw on it.

    `shape`: shape of that picture, whose px are used; `background`: that picture in small.
    """

    shape: tuple[int, ...]
    plane: Plane | None
    mat: Mat
    light: Light
    background: Picture | None
    seen: tuple[Seen, ...] = ()
    sightings: tuple[Sighting, ...] = ()
    other_look: bool = False

    def in_picture(
        self, glimpse: Glimpse, shape: tuple[int, ...], plane: Plane | None, mat: Mat, area: Box
    ) -> "_Known":
        """This state for a picture of another size or turn, its background warped into that by the corners of `area`
        (near-left corner and size, mm)."""
        sightings = tuple(replace(one, corners_px=None) for one in self.sightings)
        background = None
        if plane is None:
            mat = replace(self.mat, image_to_table=None)
        elif self.plane is not None and self.background is not None:
            scale = self.shape[1] / self.background.shape[1]
            before = np.array(self.plane.rectangle_px(*area), np.float32) / scale
            after = np.array(plane.rectangle_px(*area), np.float32) / glimpse.scale
            background, size = glimpse.small.copy(), glimpse.small.shape[1::-1]
            turn = cv2.getPerspectiveTransform(before, after)
            cv2.warpPerspective(self.background, turn, size, background, borderMode=cv2.BORDER_TRANSPARENT)
        return replace(self, shape=shape, plane=plane, mat=mat, background=background, sightings=sightings)


class Eye:
    """Reads one table through one camera, with state from frame to frame."""

    def __init__(
        self,
        table: Table,
        decks: Sequence[Deck] = (),
        *,
        settle_s: float = 0.0,
        lenses: LensBook | None = None,
        other_looks: Callable[[], Sequence[Deck]] = tuple,
    ) -> None:
        """`settle_s`: seconds without motion before changes are read; 0.2 suits live cameras.

        `lenses` stores what is learnt of the camera's lens. `other_looks` gives the decks in their other look (home
        printed, or from the box; empty: they have one look only); it is called once cards fit their look poorly.
        """
        self.table = table
        self.other_looks = other_looks
        self._read_by(decks)
        self.settle_s = settle_s
        self.watched: PieceWatch | None = None
        """Tracks the pieces of a board, in a game that has any; its towers need the history, not their looks alone."""
        self._mats = MatFinder(table, lenses)
        self._known: _Known | None = None
        self._sharp: tuple[object, bool] = (None, True)
        self.forget()

    def _read_by(self, decks: Sequence[Deck]) -> None:
        self.decks = tuple(decks)
        self.groups = references(self.decks)
        for group in self.groups:
            group.prepare()
        prepared(self.groups)
        self._others: tuple[References, ...] | None = None

    def switch_looks(self) -> None:
        """Reads cards in their other look from the next frame on, and everything afresh. See `Reading.other_look`.

        Call it on the thread of `read`, between two frames; it does nothing without another look.
        """
        before, others = self.decks, self.other_looks()
        if others:
            self.other_looks = lambda: before
            self._read_by(others)
            self.forget()

    def forget(self) -> None:
        """Drops all state; the next frame is read afresh."""
        self._known, self._glimpses, self._doubted_at, self._flickered = None, Glimpses(), -inf, False
        if self.watched is not None:
            self.watched.forget()

    @property
    def plane(self) -> Plane | None:
        """The plane of the table as last found."""
        return None if self._known is None else self._known.plane

    def readers(self) -> tuple[Reader, ...]:
        """The readers in their order: things that hide cards come before the cards."""
        kinds = self.table.kinds
        order: list[Reader] = []
        if tokens := {"card", "disc"} <= set(kinds):
            order.append(TokenReader(self.decks))
        if "card" in kinds:
            order.append(CardReader(self.groups))
        if {"card", "penny"} <= set(kinds):
            order.append(PenniesOnCards())
        known = token_decks(self.decks) if tokens else ()
        unlike = partial(is_unlike, decks=known) if tokens else None
        round_ones = DiscReader(self.decks, unlike, [deck.width_mm for deck in known])
        readers = (FreePennyReader(), DiceReader(), round_ones, PawnReader())
        alone: dict[Kind, Reader] = {reader.kind: reader for reader in readers}
        pieces = Pieces([alone[kind] for kind in kinds if kind in alone], self.decks, tokens_on_cards=tokens)
        if self.watched is None:
            return (*order, pieces)
        discs = Pieces([alone["disc"]] if "disc" in kinds else [], self.decks)
        return (*order, TowerReader(self.watched, discs, pieces, self.decks))

    def read(self, frame: Frame) -> Reading:
        """Reads one frame. Never raises, whatever the picture shows."""
        watch = Stopwatch()
        image = np.asarray(frame.image, dtype=np.uint8)
        if is_blank(image):
            # A blank picture was lost on its way: it is no motion, and the state stays.
            blank = Glimpses().see(image, frame.at)
            return self._told(self._look(image, blank, self._known, watch), blank, None, watch)
        glimpse, known = self._glimpses.see(image, frame.at, frame.small), self._known
        changed = glimpse.changed
        self._flickered |= glimpse.flickers
        watch.lap("small")
        if known is not None and known.shape != image.shape:
            # Another size or turn of picture: the state is carried over by the mat.
            plane, mat = self._mats.find(image, None, None, changed, frame.at)
            area = (0.0, 0.0, self.table.width_mm, self.table.height_mm)
            self._known = known = known.in_picture(glimpse, image.shape, plane, mat, area)
        plane = self.plane
        bumped = plane is not None and self._mats.has_moved(image, plane, changed, frame.at)
        cleared = known and not known.light.sharp and is_sharp(image, known.plane, self.table.tags)
        if bumped or cleared or (self._flickered and not glimpse.flickers):
            changed = Changed(everything=True, boxes=())  # what was unreadable may not be now
        told_anew = self.watched is not None and not self.watched.has_looked
        if known is not None and not changed.everything and not changed.boxes and not told_anew:
            return self._told(known, glimpse, None, watch)
        background = None if known is None or bumped else known.background
        hand = glimpse.hand(background)
        watch.lap("hand")
        # After a knock of the camera, one frame like the one before is enough.
        settle = min(self.settle_s, EARLIEST_S) if bumped else self.settle_s
        if known is not None and glimpse.still_for < settle:
            return self._told(known, glimpse, hand, watch)
        doubtful = hand is not None and self._is_doubtful(hand, glimpse, relit=changed.everything)
        if known is not None and hand and not doubtful and not self._may_be_cards(hand, known):
            return self._told(known, glimpse, hand, watch)
        # Look also under a doubtful hand; the cards read there, and the table being unchanged, may disprove it.
        looked = self._look(image, replace(glimpse, changed=changed), known, watch)
        if hand is not None:
            cards = [corners for seen in looked.seen for corners in seen.cards_px()]
            hand = glimpse.hand(background, cards)
        if hand is not None and doubtful and self._is_none(hand, glimpse.rests(hand), known, looked):
            hand = None
        if hand is None:
            self._known = replace(looked, mat=replace(looked.mat, moved_mm=0.0))
            self._flickered = glimpse.flickers
            self._glimpses.accept()
            if self.watched is not None:
                self.watched.accept()
        return self._told(looked if hand is None or known is None else known, glimpse, hand, watch)

    def _is_doubtful(self, hand: HandsInView, glimpse: Glimpse, *, relit: bool) -> bool:
        """Whether a look must check that this is a hand: it rests, or came with a change of light, and was not checked
        since. Pieces that are tracked (`watched`) are not looked at under a hand so soon."""
        rests = glimpse.rests(hand)
        came = glimpse.at - rests
        due = [PERHAPS_RESTING_S, *([0.0] if relit else [])] if self.watched is None else []
        if rests >= RESTING_S:
            due.append(rests // RESTING_S * RESTING_S)
        if not any(self._doubted_at < came + moment <= glimpse.at for moment in due):
            return False
        self._doubted_at = glimpse.at
        return True

    def _is_none(self, hand: HandsInView, rests_s: float, known: _Known | None, looked: _Known) -> bool:
        """Whether a supposed hand is none: it rests and hides nothing known. Before RESTING_S the table must also read
        as before: a card held in a hand would be read as one more."""
        before, after = () if known is None else known.sightings, looked.sightings
        gone = [one for one in before if not any(_lies_as(one, other) for other in after)]
        if rests_s < RESTING_S:
            return rests_s >= PERHAPS_RESTING_S and not gone and len(before) == len(after)
        hidden = hidden_regions(self.table, looked.plane, hand, looked.light, after)
        return not any(one.region in hidden for one in gone)

    def _may_be_cards(self, hand: HandsInView, known: _Known) -> bool:
        """Whether this hand may be cards just laid: it does not reach beyond where cards lie (CARDS_BEYOND_MM)."""
        if known.plane is None or not self.groups:
            return False
        left, low = -CARDS_BEYOND_MM, -CARDS_BEYOND_MM
        wide, high = self.table.width_mm - 2 * left, self.table.height_mm - 2 * low
        return not hand.reaches_beyond(known.plane.rectangle_px(left, low, wide, high))

    def _look(self, image: Picture, glimpse: Glimpse, known: _Known | None, watch: Stopwatch) -> _Known:
        """Reads the changes, or everything if they are unknown."""
        changed, at = glimpse.changed, glimpse.at
        plane, mat = (None, None) if known is None else (known.plane, known.mat)
        plane, mat = self._mats.find(image, plane, mat, changed, at)
        watch.lap("mat")
        same_place = known is not None and known.plane is plane
        # Blur is assumed to last: when it goes, `read` asks for everything.
        blurred = known is not None and same_place and not known.light.sharp and not changed.everything
        looks = self._mats.looks(image, plane)
        if looks is None or self._sharp[0] is not looks:
            self._sharp = looks, is_sharp(image, plane, self.table.tags)
        sharp = not blurred and self._sharp[1]
        light = judge_light(image, plane, self.table.regions, sharp=sharp)
        watch.lap("light")
        found = _Known(shape=image.shape, plane=plane, mat=mat, light=light, background=glimpse.small)
        if plane is None and self.table.tags is not None and known is not None:
            # Slow without a mat, so only for tables that have none and the first look; a mat lost in play is a pause.
            return replace(found, seen=known.seen)
        changes = None
        if known is not None and known.background is not None and same_place and not changed.everything:
            changes = changes_on(plane, changed.boxes, glimpse.since(known.background))
        before = () if known is None else known.seen
        view = View(image=image, plane=plane, table=self.table, changes=changes, before=before, sharp=sharp)
        for reader in self.readers():
            view = view.having(reader.read(view))
            watch.lap(reader.part)
        # Cards that fit poorly are compared with their other look, which is prepared the first time.
        cards = view.so_far(SeenCards)
        puzzle = () if plane is None or cards is None else puzzling(cards.lying)
        if puzzle and self._others is None:
            self._others = references(tuple(self.other_looks()))
        other = plane is not None and explained_by(image, plane, puzzle, self._others or ())
        sightings = beside_dice(view.sightings, view.sightings)
        return replace(found, seen=view.seen, sightings=sightings, other_look=other)

    def _told(self, known: _Known, glimpse: Glimpse, hand: HandsInView | None, watch: Stopwatch) -> Reading:
        hidden = hidden_regions(self.table, known.plane, hand, known.light, known.sightings)
        scene = Scene(known.sightings, glimpse.still_for, hand is not None, hidden, self._flickered)
        light = known.light.flickering if glimpse.flickers else known.light
        # In a blurred picture the blur is the reason for tags not seen.
        mat = known.mat if light.sharp or known.mat.why is None else replace(known.mat, why=light.why)
        return Reading(scene, mat, light, watch.total(), known.other_look)
