"""Tracks the wooden pieces of a board from picture to picture: the pieces found last are expected in the next look.

Rule kept: only an accepted look, with no hand in the way, is the basis of the next; the players may correct it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.sight import Sighting
from vision.arrays import Box, Corners, Picture, as_corners, box_about, circle
from vision.decks.deck import Deck
from vision.light.colours import White, body_colour
from vision.mat.plane import Plane
from vision.reader import Reader, Seen, SeenPieces, View, looking_at
from vision.towers.finding import BoardPieces, BookedTower, as_towers, find_in_look, named
from vision.towers.look import Circle, Size, TowerLook, differs

SLACK_MM = 3.0
"""Tolerance of the place of a piece that was found before."""
LEAST_SURE = 0.5
"""Minimum chance of a piece that is reported."""
LEAST_ROOM_MM = 5.0
"""Radius of the circle that must fit into a change beside pieces for it to be a disc."""
MOST_CHANGED = 0.25
"""Maximum changed share of the view; above it, single changes cannot be told."""
_SHADED = 1.4
"""Width of a piece with its close shadow, in widths of the piece."""
_COARSER = 4
"""Factor between the picture and the mask in which room for a disc is searched."""
_CIRCLE = circle(24)


@dataclass(frozen=True, slots=True, eq=False)
class _Seen:
    look: TowerLook
    found: BoardPieces
    earlier: TowerLook | None = None
    """The look accepted before it, at the same box of the table; dropped once this one is accepted."""


class PieceWatch:
    """Tracks the pieces of some colours on one board. Not thread-safe."""

    def __init__(self, colours: Sequence[str], size: Size | None = None) -> None:
        """Raises KeyError, at the first look, for a colour that no wooden piece has."""
        self.colours = tuple(colours)
        self.size = size or Size()
        self._book: tuple[BookedTower, ...] | None = None
        self._newest: _Seen | None = None
        self._accepted: _Seen | None = None

    @property
    def has_looked(self) -> bool:
        """Whether a picture was read since the last `tell` or `forget`."""
        return self._newest is not None

    @property
    def stacks(self) -> tuple[BookedTower, ...]:
        """The towers of two and more pieces in the look accepted last."""
        if self._accepted is None:
            return ()
        return tuple(tower for tower in as_towers(self._accepted.found, SLACK_MM) if len(tower.colours) > 1)

    def tell(self, towers: Sequence[BookedTower]) -> None:
        """Sets where the pieces stand: at the start, and when the players correct the camera."""
        self._book = tuple(towers)
        self._newest = self._accepted = None

    def see(self, image: Picture, plane: Plane, others: Sequence[Circle] = ()) -> BoardPieces:
        """The pieces in a picture (BGR), by what changed since the look accepted last.

        `others`: circles (mm) of things known not to be pieces.
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
        """Boxes (px) of all changes from the look accepted last to the newest; None if too much changed.

        Called between `see` and `accept`. Works also if the camera was knocked between the two.
        """
        if self._newest is None or self._newest.earlier is None:
            return None
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
        """Things of the look accepted last, with their outlines as the newest look's camera sees them."""
        if self._newest is None or self._accepted is None:
            return ()
        was, now = self._accepted.look.plane, self._newest.look.plane
        return tuple(
            replace(one, corners_px=as_corners(now.to_px(was.to_mm(np.array(one.corners_px)))))
            for one in things
        )

    def unexplained(self, boxes: Sequence[Box]) -> tuple[Box, ...]:
        """The boxes (px) with changes beside the pieces that the newest look found and those that left.

        Called between `see` and `accept`.
        """
        looks = [look for look in (self._accepted, self._newest) if look is not None]
        if len(looks) < 2 or not boxes:
            return tuple(boxes)
        return boxes_left(boxes, looks[-1].look.plane, [look.found for look in looks], self.size)

    def newly_placed(self) -> Corners:
        """Places (mm) of single pieces in the newest look that were not expected there."""
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
        """Makes the newest look, which had nothing in the way, the basis of the next ones."""
        if self._newest is not None:
            self._accepted = self._newest = replace(self._newest, earlier=None)

    def forget(self) -> None:
        """Drops all looks; the next starts from the last `tell`."""
        self._newest = self._accepted = None


def boxes_left(
    boxes: Sequence[Box], plane: Plane, found: Sequence[BoardPieces], size: Size
) -> tuple[Box, ...]:
    """The boxes (px) with room for a disc beside the pieces that were found."""
    wide, high = plane.picture_size
    mask = np.zeros((high // _COARSER + 1, wide // _COARSER + 1), np.uint8)
    for box in boxes:
        mask[_cells(box)] = 1
    # Middle, radius and height (mm) of all bodies found, with their close shadows.
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


def _cells(box: Box) -> tuple[slice, slice]:
    left, top, right, low = (max(0, round(value / _COARSER)) for value in box)
    return slice(top, low), slice(left, right)


# Reads the pieces of a board, and discs thrown among them. A thrown disc may have a piece's colour; if its face was
# read, it is not a piece.

MOST_THROWN = 3
"""Maximum thrown discs with the colours of pieces."""


class TowerReader:
    """Reads the pieces that `watch` tracks, and the discs among them by `discs`; `loose` reads without a mat. `decks`:
    all that are enrolled."""

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
        # Each new single piece is read as a disc too; those that prove to be discs are excluded in another `see`.
        reach = watch.size.across * _SHADED
        about = np.array([(x, y) for x in (-reach, reach) for y in (-reach, reach)])
        for _ in range(MOST_THROWN):
            placed = watch.newly_placed()
            boxes = tuple(box_about(plane.to_px(about + place)) for place in placed)
            read = self.discs.read(looking_at(view, boxes)).sightings
            # A piece is a disc if a face of its colour was read there and its size is nearer to a disc's: the top of
            # a piece may bear a ring and read as some face.
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
        # Reported as pawns labelled with their colour, as the rules name them; the flicked disc is left out.
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
                    corners_px=as_corners(plane.to_px(outline, watch.size.high * (piece.level + 1))),
                    visible=piece.visible,
                    colour=piece.colour,
                )
            )
        return SeenPieces((*told, *discs))

    def _discs(self, view: View) -> tuple[Sighting, ...]:
        """The discs, searched where something beside pieces changed, after a knock of the camera too."""
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
    """The other sightings without discs that are a piece or the flicked disc."""
    places = [(piece.x, piece.y, size.across / 2) for piece in found.pieces]
    if found.disc is not None:
        places.append((found.disc.x, found.disc.y, size.disc_across / 2))
    return tuple(one for one in others if one.kind != "disc" or not any(_on(one, *place) for place in places))


def _on(one: Sighting, x: float | None, y: float | None, radius: float) -> bool:
    if one.x is None or one.y is None or x is None or y is None:
        return False
    # Twice the radius: a tower's top, taken for a disc on the table, shows farther away than its foot.
    return float(np.hypot(one.x - x, one.y - y)) < 2 * radius
