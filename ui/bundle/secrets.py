"""What of a running game may leave the box: only what its shared screen shows.

Rule kept: where it is not certain that something lies open it is left out; a picture keeps the playing area, and of
that only the regions in which nothing is known to the referee, or read by the eye, that the shared screen does not
show.
"""

import re
import unicodedata
from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any

import cv2
import msgspec
import numpy as np

from companion.game import Game, Setup, View
from companion.sight import Lying, Scene, Sighting, Table
from ui.box.eyes import own_decks
from vision.arrays import Picture
from vision.mat.plane import NoPlane, Plane, find_plane
from vision.sources.pictures import is_picture

AROUND_MM = 12.0
"""A hidden region is blackened so far beyond its edges: things stand over them a little."""
PAPER = 0.25
"""A tag's white paper beyond its black square, as a part of its side."""
HIDDEN = "[hidden]"
ACCENTED = {"a": "aàâä", "c": "cç", "e": "eéèêë", "i": "iîï", "n": "nñ", "o": "oôö", "u": "uùûü"}
"""The letters that a printed name may have where its label has a plain one."""
LIGATURES = {"ae": "æ", "oe": "œ"}
_MARKS = "[\u0300-\u036f]*"


@dataclass(frozen=True, slots=True)
class Public:
    """What the shared screen shows of one running game. `secret` are regions whose content it does not show."""

    table: Table
    view: View
    secret: frozenset[str]
    labels: frozenset[str]

    def shows(self, sighting: Sighting) -> bool:
        """Whether a reading, and the picture of it, shows no more than the screen does: no face where none is open."""
        if sighting.region is None or sighting.region in self.secret:
            return False
        if sighting.kind != "card" or sighting.face == "down":
            return True
        return _lies_open(self.view.board.get(sighting.region, ()))

    def told(self, sighting: Sighting) -> Sighting | None:
        """The sighting as it may be told: whole, without what it was read as, or not at all."""
        if sighting.region in self.secret or sighting.region is None:
            return None
        return sighting if self.shows(sighting) else replace(sighting, label=None, others=())

    def redacted(self, text: str) -> str:
        """A text without the names of cards that the shared screen does not show."""
        if not self.labels:
            return text
        names = {name for label in self.labels for name in _names(label)}
        ordered = sorted(names, key=len, reverse=True)
        pattern = r"(?<![\w-])(" + "|".join(map(_however_accented, ordered)) + r")(?![\w-])"
        return re.sub(pattern, HIDDEN, text, flags=re.IGNORECASE)


def public(game: Game[Any], setup: Setup, state: Any, labels: Collection[str] = ()) -> Public:
    """What is public of a game in this state. `labels`: names of cards besides those of the game's own decks."""
    table, view, look = game.table(setup), game.view(state, None), game.look(state)
    secret = {name for name in look.ignored if not view.board.get(name)}
    for name in {*look.regions, *view.board}:
        if _more(look.of(name), view.board.get(name, ())):
            secret.add(name)
    said = str(msgspec.to_builtins(view)).lower()
    open_ones = {thing.label for lying in view.board.values() for thing in lying if thing.label}
    names = {*labels, *_own_labels(game, setup)}
    hidden = frozenset(label for label in names - open_ones if _spoken(label).lower() not in said)
    return Public(table, view, frozenset(secret), hidden)


def _own_labels(game: Game[Any], setup: Setup) -> set[str]:
    """The names of all cards of the game's own decks."""
    files = (file for folder in own_decks(game, setup) for file in folder.iterdir() if is_picture(file))
    return {file.stem for file in files if not file.stem.startswith("back")}


def blackened(picture: Picture, known: Public, scene: Scene | None) -> Picture | None:
    """The picture with everything black that does not lie open; None where that cannot be told."""
    if known.table.tags is None:
        return None
    plane = find_plane(picture, known.table)
    if isinstance(plane, NoPlane):
        return None
    keep = np.zeros(picture.shape[:2], np.uint8)
    _fill(keep, _area(plane, 0, 0, known.table.width_mm, known.table.height_mm), 255)
    dark = known.secret | _not_seen_down(known, scene)
    for region in known.table.regions:
        if region.name in dark:
            around = (
                region.x - AROUND_MM,
                region.y - AROUND_MM,
                region.w + 2 * AROUND_MM,
                region.h + 2 * AROUND_MM,
            )
            _fill(keep, _area(plane, *around), 0)
    for corners in plane.tags_px.values():
        # beyond the playing area, so that the plane can be found again
        middle = corners.mean(axis=0)
        _fill(keep, middle + (corners - middle) * (1 + 2 * PAPER), 255)
    for region in known.table.regions:
        if region.name in dark:
            # the paper of a tag reaches into the corner of the playing area
            _fill(keep, _area(plane, region.x, region.y, region.w, region.h), 0)
    for sighting in scene.sightings if scene is not None else ():
        if sighting.corners_px and not known.shows(sighting):
            corners = np.asarray(sighting.corners_px, np.float64)
            middle = corners.mean(axis=0)
            _fill(keep, middle + (corners - middle) * 1.15, 0)
    shown = picture.copy()
    shown[keep == 0] = 0
    return shown


def _not_seen_down(known: Public, scene: Scene | None) -> frozenset[str]:
    """Regions where a card should lie face down and is not seen so: somebody may be looking at it just now."""
    seen = {} if scene is None else scene.by_region()
    covered = frozenset[str]() if scene is None else scene.covered
    found = set()
    for name, lying in known.view.board.items():
        down = sum(thing.kind == "card" and thing.face == "down" for thing in lying)
        backs = sum(one.kind == "card" and one.face == "down" for one in seen.get(name, ()))
        if down > backs or (down and name in covered):
            found.add(name)
    return frozenset(found)


def _lies_open(lying: Lying) -> bool:
    """Whether the shared screen shows an open card there, and none that lies face down."""
    cards = [thing for thing in lying if thing.kind == "card"]
    return bool(cards) and all(card.face == "up" and card.label is not None for card in cards)


def _more(known: Lying, shown: Lying) -> bool:
    """Whether the referee knows more of a region than the screen shows."""
    left = list(shown)
    for thing in known:
        match = next(
            (other for other in left if other.kind == thing.kind and (thing.label in (None, other.label))),
            None,
        )
        if match is None:
            return True
        left.remove(match)
    return False


def _names(label: str) -> set[str]:
    """A card as labels and sentences have it, also without the letter of its kind: `kassin-a`, Kassin A, Kassin."""
    stem = label[:-2] if len(label) > 4 and label[-2] == "-" else label
    return {name for one in (label, stem) for name in (one, _spoken(one)) if name}


def _however_accented(name: str) -> str:
    """A pattern for a name, whatever accents it is printed with."""
    for two, one in LIGATURES.items():
        name = name.lower().replace(one, two)
    letters = unicodedata.normalize("NFD", name)
    plain = "".join(letter for letter in letters if not unicodedata.combining(letter))
    pattern = ""
    for part in re.findall("ae|oe|.", plain, re.DOTALL):
        # An accent may also stand behind its letter as a sign of its own.
        signs = "".join(f"[{ACCENTED[one]}]{_MARKS}" if one in ACCENTED else re.escape(one) for one in part)
        pattern += f"(?:{signs}|{LIGATURES[part]})" if part in LIGATURES else signs
    return pattern


def _spoken(label: str) -> str:
    """A label as sentences have it: `king-louis` → `King Louis`."""
    return " ".join(part[:1].upper() + part[1:] for part in label.split("-") if part)


def _area(plane: Plane, x: float, y: float, w: float, h: float) -> np.ndarray[Any, np.dtype[np.float64]]:
    """The outline (px) of a rectangle of the table, bent as the lens bends it."""
    ends = np.array([[x, y], [x + w, y], [x + w, y + h], [x, y + h]], np.float64)
    sides = [np.linspace(ends[n], ends[(n + 1) % 4], 12, endpoint=False) for n in range(4)]
    return plane.to_px(np.concatenate(sides))


def _fill(mask: np.ndarray[Any, Any], outline: np.ndarray[Any, Any], value: int) -> None:
    cv2.fillPoly(mask, [np.round(outline).astype(np.int32)], (value,))
