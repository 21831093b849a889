"""A seat's whole deck counted before the camera when a game is over: batch by batch, held against the book.

Nothing of it is in the record: the book stays as it is, and people see which card is missing or too many.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from companion.game import Game, Seat
from companion.sight import Scene, Table, place_of
from ui.present.sides import is_strip


@dataclass(frozen=True, slots=True)
class DeckCheck:
    """How far counting has come.

    `owned`: by card, how many the book says the seat owns. `counted`: how many have been counted, batches before this
    one and corrections by hand. `lying`: what the camera reads before the seat now, `unread` how many more it cannot.
    """

    seat: Seat
    owned: Mapping[str, int]
    counted: Mapping[str, int] = field(default_factory=dict)
    lying: tuple[str, ...] = ()
    unread: int = 0

    @property
    def total(self) -> int:
        return sum(self.counted.values())

    @property
    def missing(self) -> dict[str, int]:
        """By card, how many the book has and nobody has counted."""
        return dict(Counter(self.owned) - Counter(self.counted))

    @property
    def beyond(self) -> dict[str, int]:
        """By card, how many were counted that the book does not have."""
        return dict(Counter(self.counted) - Counter(self.owned))


def owned(game: Game[Any], state: Any, seat: Seat) -> dict[str, int]:
    """By card, how many the book says a seat owns; empty in a game whose seats own no cards."""
    seats = game.dump_position(state).get("seats", ())
    body = seats[seat] if seat < len(seats) else {}
    found: Counter[str] = Counter()
    for value in body.values():
        if isinstance(value, Mapping):
            found.update({card: count for card, count in value.items() if isinstance(count, int)})
        elif isinstance(value, list | tuple):
            found.update(card for card in value if isinstance(card, str))
    return dict(found)


def begun(game: Game[Any], state: Any, seat: Seat) -> DeckCheck | None:
    """Counting the deck of a seat, nothing counted yet; None where it owns no cards."""
    has = owned(game, state, seat)
    return DeckCheck(seat, has) if has else None


def looked_at(check: DeckCheck, scene: Scene | None, table: Table) -> DeckCheck:
    """With what lies face up in the seat's own row now; a hand over it leaves the last look."""
    if scene is None or scene.hand:
        return check
    rows = {r.name for r in table.regions if place_of(r.name).seat == check.seat and is_strip(table, r)}
    seen = [
        one for one in scene.sightings if one.kind == "card" and one.region in rows and one.face != "down"
    ]
    labels = tuple(sorted(one.label for one in seen if one.label is not None))
    return replace(check, lying=labels, unread=len(seen) - len(labels))


def taken(check: DeckCheck) -> DeckCheck:
    """The batch that lies there is counted."""
    return replace(check, counted=dict(Counter(check.counted) + Counter(check.lying)))


def by_hand(check: DeckCheck, card: str, by: int) -> DeckCheck:
    counts = Counter(check.counted)
    counts[card] = max(0, counts[card] + by)
    return replace(check, counted={name: count for name, count in counts.items() if count})
