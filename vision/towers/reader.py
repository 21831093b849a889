"""Pieces followed from picture to picture: what was found last is the book of the next look.

Rule kept: only a look that was accepted, with no hand in the way, becomes the book; and people may tell it anew.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.sight import Sighting
from vision.arrays import Box, Corners, Picture, Points, box_about, circle
from vision.decks.deck import Deck
from vision.light.colours import White, body_colour
from vision.mat.plane import Plane
from vision.reader import Reader, Seen, SeenPieces, View, looking_at
from vision.towers.finding import BoardPieces, BookedTower, as_towers, find_in_look, named
from vision.towers.look import Circle, Size, TowerLook, differs

SLACK_MM = 3.0
"""What was found stands within this of where it was found."""
LEAST_SURE = 0.5
"""What is likelier not there is not told."""
LEAST_ROOM_MM = 5.0
"""What changed beside pieces is no disc where no circle of this radius has room in it."""
MOST_CHANGED = 0.25
"""Where more of what is in the picture than this looks otherwise, it cannot be told what changed."""
_SHADED = 1.4
"""The width of a piece with the shadow close about it, in widths of the piece."""
_COARSER = 4
"""Room for a disc is looked for in a mask that is smaller than the picture by this factor."""
_CIRCLE = circle(24)


@dataclass(frozen=True, slots=True, eq=False)
class _Seen:
    look: TowerLook
    found: BoardPieces
    earlier: TowerLook | None = None
    """The look accepted before it, at the same box of the table; let go once this one is accepted."""


class PieceWatch:
    """Follows the pieces of some colours on one board. Not for use by several threads at once."""

    def __init__(self, colours: Sequence[str], size: Size | None = None) -> None:
        """Raises KeyError, at the first look, for a colour that no wooden piece has."""
        self.colours = tuple(colours)
        self.size = size or Size()
        self._book: tuple[BookedTower, ...] | None = None
        self._newest: _Seen | None = None
        self._accepted: _Seen | None = None

    @property
    def has_looked(self) -> bool:
        """Whether a picture was looked at since the watch was told anything."""
        return self._newest is not None

    @property
    def stacks(self) -> tuple[BookedTower, ...]:
        """Where pieces lay one on the other in the look that was accepted last."""
        if self._accepted is None:
            return ()
        return tuple(tower for tower in as_towers(self._accepted.found, SLACK_MM) if len(tower.colours) > 1)

    def tell(self, towers: Sequence[BookedTower]) -> None:
        """What stands where by the book: at the start, and whenever people know better than the camera."""
        self._book = tuple(towers)
        self._newest = self._accepted = None

    def see(self, image: Picture, plane: Plane, others: Sequence[Circle] = ()) -> BoardPieces:
        """The pieces in a picture (BGR), by what changed since the look that was accepted last.

        `others`: where (mm) things lie that are surely no pieces.
        """
        look = TowerLook(image, plane, named(self.colours), self.size, others=others)
        book: Sequence[BookedTower] | None = self._book
        earlier = None
        if self._accepted is not None:
            book, earlier = as_towers(self._accepted.found, SLACK_MM), self._accepted.look
            if earlier.box != look.box:
                earlier = TowerLook(
                    earlier.image, earlier.plane, earlier.names, self.size, look.box, earlier.others
                )
        found = find_in_look(look, self.colours, book, earlier)
        self._newest = _Seen(look, found, earlier)
        return found

    def changed(self) -> tuple[Box, ...] | None:
        """Boxes (px) that hold all that looks otherwise in the newest look than in the one accepted last, also where
        the camera was knocked between them; None where too much does.

        Called between `see` and `accept`.
        """
        if self._newest is None or self._newest.earlier is None:
            return None
        # Both looks are at one box of the table.
        look, earlier = self._newest.look, self._newest.earlier
        sheet, both = look.sheet, look.in_picture & earlier.view
        other = look.in_picture & ~(both & ~differs(sheet.picture, earlier.sheet.picture, both))
        if other.sum() > MOST_CHANGED * look.in_picture.sum():
            return None
        thick = cv2.morphologyEx(other.astype(np.uint8), cv2.MORPH_OPEN, np.ones((2, 2), np.uint8))
        near = cv2.dilate(thick, np.ones((5, 5), np.uint8))
        count, _labels, boxes, _middles = cv2.connectedComponentsWithStats(near, connectivity=8)
        found = []
        for column, row, wide, high, _area in boxes[1:count].tolist():
            (left, far), (right, low) = sheet.place(column, row), sheet.place(column + wide, row + high)
            found.append(box_about(look.plane.to_px([(left, far), (right, far), (right, low), (left, low)])))
        return tuple(found)

    def placed_anew(self, things: Sequence[Sighting]) -> tuple[Sighting, ...]:
        """Things of the look accepted last with their outlines as the newest look's camera sees them."""
        if self._newest is None or self._accepted is None:
            return ()
        was, now = self._accepted.look.plane, self._newest.look.plane
        return tuple(
            replace(one, corners_px=_points(now.to_px(was.to_mm(np.array(one.corners_px))))) for one in things
        )

    def unexplained(self, boxes: Sequence[Box]) -> tuple[Box, ...]:
        """Those boxes (px) in which something else changed than the pieces that the newest look found, or that left.

        Called between `see` and `accept`.
        """
        looks = [look for look in (self._accepted, self._newest) if look is not None]
        if len(looks) < 2 or not boxes:
            return tuple(boxes)
        return boxes_left(boxes, looks[-1].look.plane, [look.found for look in looks], self.size)

    def newly_placed(self) -> Corners:
        """Where (mm) the newest look found single pieces that were not known to stand there."""
        if self._newest is None:
            return ()
        accepted = self._accepted
        known = self._book or () if accepted is None else as_towers(accepted.found, SLACK_MM)
        return tuple(
            (tower.x, tower.y)
            for tower in as_towers(self._newest.found, SLACK_MM)
            if len(tower.colours) == 1
            if all(np.hypot(tower.x - one.x, tower.y - one.y) > one.reach_mm for one in known)
        )

    def accept(self) -> None:
        """The newest look was one with nothing in the way: the next are held against it."""
        if self._newest is not None:
            self._accepted = self._newest = replace(self._newest, earlier=None)

    def forget(self) -> None:
        """The next look knows nothing but the book that was told."""
        self._newest = self._accepted = None


def boxes_left(
    boxes: Sequence[Box], plane: Plane, found: Sequence[BoardPieces], size: Size
) -> tuple[Box, ...]:
    """Those boxes (px) in which there is room for a disc beside the pieces that were found."""
    wide, high = plane.picture_size
    mask = np.zeros((high // _COARSER + 1, wide // _COARSER + 1), np.uint8)
    for box in boxes:
        mask[_cells(box)] = 1
    # Middle, radius and height (mm) of all bodies that were found, with the shadow close about them.
    placed = [
        (piece.x, piece.y, size.across / 2 * _SHADED, size.high * (piece.level + 1))
        for pieces in found
        for piece in pieces.pieces
        if piece.x is not None and piece.y is not None
    ]
    discs = [pieces.disc for pieces in found if pieces.disc is not None]
    placed += [(disc.x, disc.y, size.disc_across / 2 * _SHADED, size.disc_high) for disc in discs]
    for x, y, radius, top in placed:
        ring = np.array([x, y]) + radius * _CIRCLE
        outline = np.concatenate([plane.to_px(ring, 0.0), plane.to_px(ring, top)]) / _COARSER
        cv2.fillConvexPoly(mask, cv2.convexHull(np.rint(outline).astype(np.int32)), 0)
    room = LEAST_ROOM_MM * plane.px_per_mm(plane.width_mm / 2, plane.height_mm / 2) / _COARSER
    half = max(1, round(room))
    round_ = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * half + 1, 2 * half + 1))
    left = cv2.morphologyEx(mask, cv2.MORPH_OPEN, round_, borderType=cv2.BORDER_CONSTANT, borderValue=0)
    return tuple(box for box in boxes if left[_cells(box)].any())


def _points(outline: Points) -> Corners:
    return tuple((x, y) for x, y in outline.tolist())


def _cells(box: Box) -> tuple[slice, slice]:
    left, top, right, low = (max(0, round(value / _COARSER)) for value in box)
    return slice(top, low), slice(left, right)


# Reads the pieces of a board by their book, and what discs were thrown among them. A thrown disc may have a
# piece's colour: what was read as one is no piece.

MOST_THROWN = 3
"""Most thrown discs that may have the colours of pieces."""


class TowerReader:
    """Reads the pieces that `watch` follows, and by `discs` what lies among them; `loose` reads without a mat.

    `decks`: all that are enrolled.
    """

    part = "pieces"

    def __init__(self, watch: PieceWatch, discs: Reader, loose: Reader, decks: Sequence[Deck]) -> None:
        self.watch = watch
        self.discs = discs
        self.loose = loose
        self.decks = tuple(decks)

    def read(self, view: View) -> Seen:
        """Pieces first, those beneath before those above."""
        if view.plane is None:
            return self.loose.read(view)
        watch, plane = self.watch, view.plane
        found = watch.see(view.image, plane)
        others: tuple[Circle, ...] = ()
        # As wide as a piece shows with its shadow.
        reach = watch.size.across * _SHADED
        about = np.array([(x, y) for x in (-reach, reach) for y in (-reach, reach)])
        for _ in range(MOST_THROWN):
            placed = watch.newly_placed()
            boxes = tuple(box_about(plane.to_px(about + place)) for place in placed)
            read = self.discs.read(looking_at(view, boxes)).sightings
            # What was taken for a piece is a disc if a face was read that has its colour; what is nearer in size to a
            # piece is one all the same: its top may bear a ring, and read as some face.
            more: list[Circle] = []
            for disc in read:
                deck = next((deck for deck in self.decks if deck.name == disc.deck), None)
                if disc.label is None or deck is None or disc.x is None or disc.y is None:
                    continue
                ring = plane.to_mm(np.array(disc.corners_px))
                across = 2 * float(np.hypot(*(ring - ring.mean(axis=0)).T).mean())
                # An enrolled disc fills its picture.
                face = deck.face(disc.label)
                colour = body_colour(face, np.array(face.shape[1::-1]) / 2 * (1 + 0.9 * _CIRCLE), White())
                larger = across > (watch.size.across + deck.width_mm) / 2
                here = any(_on(disc, x, y, watch.size.across / 4) for x, y in placed)
                if disc.sure >= LEAST_SURE and larger and colour == disc.colour and here:
                    more.append((disc.x, disc.y, reach / 2))
            if not more:
                break
            others = (*others, *more)
            found = watch.see(view.image, plane, others)
        discs = without_pieces(self._discs(view), found, watch.size)
        # Pawns labelled with their colour, as the rules know them; the flicked disc is no piece and is not told.
        told = []
        for piece in sorted(found.pieces, key=lambda piece: piece.level):
            if piece.x is None or piece.y is None or piece.sure < LEAST_SURE:
                continue
            outline = np.array([piece.x, piece.y]) + watch.size.across / 2 * _CIRCLE
            told.append(
                Sighting(
                    kind="pawn",
                    label=piece.colour,
                    region=view.table.region_at(piece.x, piece.y),
                    sure=piece.sure,
                    x=round(piece.x, 1),
                    y=round(piece.y, 1),
                    corners_px=_points(plane.to_px(outline, watch.size.high * (piece.level + 1))),
                    visible=piece.visible,
                    colour=piece.colour,
                )
            )
        return SeenPieces((*told, *discs))

    def _discs(self, view: View) -> tuple[Sighting, ...]:
        """Discs are looked for where something else changed than the pieces, after a knock as well."""
        watch = self.watch
        boxes = watch.changed() if view.changes is None else view.changes.px
        if boxes is None:
            return self.discs.read(replace(view, seen=())).sightings
        before = view.earlier(SeenPieces) or SeenPieces()
        known = [piece for piece in before.sightings if piece.kind == "disc"]
        if view.changes is None:
            known = list(watch.placed_anew(known))
        return self.discs.read(looking_at(view, watch.unexplained(boxes), known)).sightings


def without_pieces(others: Sequence[Sighting], found: BoardPieces, size: Size) -> tuple[Sighting, ...]:
    """Other sightings less the discs that are a piece, or the flicked disc, once more."""
    places = [(piece.x, piece.y, size.across / 2) for piece in found.pieces]
    if found.disc is not None:
        places.append((found.disc.x, found.disc.y, size.disc_across / 2))
    return tuple(one for one in others if one.kind != "disc" or not any(_on(one, *place) for place in places))


def _on(one: Sighting, x: float | None, y: float | None, radius: float) -> bool:
    if one.x is None or one.y is None or x is None or y is None:
        return False
    # A tower's top, taken for a disc on the table, shows farther away than its foot.
    return float(np.hypot(one.x - x, one.y - y)) < 2 * radius
