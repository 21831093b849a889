"""An army shown to the referee alone: which card lies on which square, read by the camera, put right by touches.

Rule kept: nothing of it leaves this value before its owner says that it is right; then it goes to the referee as one
event, and everybody else learns only that the army lies there.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import msgspec

from companion.game import Event, Game, Seat, legal
from companion.sight import Face, Scene
from ui.secrecy import is_secret, shown_cards

SURE = 0.9
"""A reading below this is asked about."""

Stage = Literal["laying", "turning"]


@dataclass(frozen=True, slots=True)
class Muster:
    """One seat's army while it is being shown.

    `cells` are the squares that it may lie on, `count` how many cards it lays. `seen`: by square what the camera read
    there last, None for a card that it could not read. `said`: what its owner said of a square instead, None for
    "nothing". `faces`: which way up the cards lie. `kept`: what lies where while the cards are turned down.
    """

    seat: Seat
    army: tuple[str, ...]
    cells: tuple[str, ...]
    count: int
    sample: Event
    stage: Stage = "laying"
    seen: Mapping[str, str | None] = field(default_factory=dict)
    guesses: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    faces: Mapping[str, Face | None] = field(default_factory=dict)
    said: Mapping[str, str | None] = field(default_factory=dict)
    kept: Mapping[str, str | None] = field(default_factory=dict)
    looked: bool = False

    @property
    def lying(self) -> dict[str, str | None]:
        """What lies on each square, None for a card not known: as its owner said, else as it was read."""
        if self.stage == "turning":
            return dict(self.kept)
        found = {cell: label for cell, label in self.seen.items() if cell not in self.said}
        found |= {cell: label for cell, label in self.said.items() if label is not None}
        unread = [cell for cell, label in found.items() if label is None]
        left = list((Counter(self.army) - Counter(filter(None, found.values()))).elements())
        if len(unread) == 1 and len(left) == 1 and len(found) == self.count:
            # The one card that could not be read is the only one that nobody has seen.
            found[unread[0]] = left[0]
        return found

    @property
    def left(self) -> tuple[str, ...]:
        return tuple((Counter(self.army) - Counter(filter(None, self.lying.values()))).elements())

    @property
    def unread(self) -> tuple[str, ...]:
        """Squares with a card that is not known."""
        return tuple(sorted(cell for cell, label in self.lying.items() if label is None))

    @property
    def double(self) -> tuple[str, ...]:
        """Squares whose card lies there more often than the army has it, or is none of it."""
        beyond = Counter(filter(None, self.lying.values())) - Counter(self.army)
        return tuple(sorted(cell for cell, label in self.lying.items() if label in beyond))

    @property
    def missing(self) -> int:
        """How many cards are still to be laid; below nought: too many lie there."""
        return self.count - len(self.lying)

    @property
    def is_complete(self) -> bool:
        return not (self.unread or self.double or self.missing)

    @property
    def open_cells(self) -> tuple[str, ...]:
        """Squares that should have a card face down, and on which the camera sees none."""
        return tuple(sorted(cell for cell in self.lying if self.faces.get(cell) != "down"))

    @property
    def event(self) -> Event:
        cards = {cell: label for cell, label in sorted(self.lying.items()) if label is not None}
        more: dict[str, Any] = {"cells": ()} if "cells" in self.sample.__struct_fields__ else {}
        return msgspec.structs.replace(self.sample, cards=cards, **more)


def begun(game: Game[Any], state: Any, seat: Seat) -> Muster | None:
    """A seat's army, nothing of it laid yet; None where none is due."""
    layout = game.layout(state)
    own = [] if layout is None else [event for event in legal(game, state) if (event.seat or 0) == seat]
    shown = [event for event in own if shown_cards(event) and is_secret(game, state, event)]
    if layout is None or not shown:
        return None
    ways = [shown_cards(event) for event in shown]
    cards = Counter(game.army(state, seat))
    for way in ways:
        cards |= Counter(way.values())
    wanted = {cell for cell, lying in layout.regions.items() if lying and lying[0].seat == seat}
    cells = wanted.union(*(way.keys() for way in ways))
    return Muster(seat, tuple(cards.elements()), tuple(sorted(cells)), len(ways[0]), shown[0])


def looked_at(muster: Muster, scene: Scene | None) -> Muster:
    """With what a still picture shows; a hand in the way leaves everything as it was read last."""
    if scene is None or scene.hand:
        return muster
    seen, faces, guesses = {}, {}, {}
    regions = scene.by_region()
    for cell in muster.cells:
        if cell in scene.covered:
            if cell in muster.seen:
                seen[cell] = muster.seen[cell]
            faces[cell] = muster.faces.get(cell)
            continue
        cards = [sighting for sighting in regions.get(cell, ()) if sighting.kind == "card"]
        if not cards:
            continue
        card = cards[-1]
        faces[cell] = card.face
        seen[cell] = card.label if card.sure >= SURE and card.face != "down" else None
        labels = (card.label, *(label for label, _chance in card.others))
        guesses[cell] = tuple(label for label in labels if label is not None)
    if muster.stage == "turning":
        return replace(muster, faces=faces, looked=True)
    # A card turned down already is one that was read a moment ago, if nobody says otherwise.
    for cell, face in faces.items():
        if face == "down" and muster.seen.get(cell) is not None:
            seen[cell] = muster.seen[cell]
    return replace(muster, seen=seen, faces=faces, guesses=guesses, looked=True)


def said(muster: Muster, cell: str, label: str | None) -> Muster:
    """What its owner says lies on a square; a card said to lie here lies nowhere else by hearsay."""
    alone = label is not None and muster.army.count(label) == 1
    kept = {other: name for other, name in muster.said.items() if not (alone and name == label)}
    return replace(muster, said={**kept, cell: label})


def choices(muster: Muster, cell: str) -> tuple[str, ...]:
    """What a square may hold: the camera's guesses first, then what lies nowhere yet, then the rest of the army."""
    ordered = [*muster.guesses.get(cell, ()), *muster.left, *muster.army]
    return tuple(dict.fromkeys(label for label in ordered if label in muster.army))
