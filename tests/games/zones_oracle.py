"""ZoneS a second time, written from the ledger alone and as plainly as possible: which plays are lawful.

Squares are (column, row) from seat 0's left; a board is read from the JSON of a position and the facts of the pieces.
"""

from collections.abc import Iterator
from typing import Any

from companion.games.zones.pieces import Facts

Square = tuple[int, int]
AROUND = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]


class Board:
    """A position in play, with the readings that are the default."""

    def __init__(self, given: dict[str, Any], facts: Facts) -> None:
        self.facts = facts.kinds
        self.turn = given["turn"]
        self.terrain = {square(at): kind for at, kind in given["terrain"].items()}
        self.pieces = {square(at): (one["seat"], one["piece"]) for at, one in given["pieces"].items()}
        self.bases = [square(at) for at in given["bases"]]
        self.reserve = given["reserve"]

    def plays(self) -> Iterator[tuple[str, ...]]:
        """Every lawful play of the seat whose turn it is."""
        for start, (seat, _) in self.pieces.items():
            if seat == self.turn:
                for to in self.terrain:
                    if self.can_move(start, to):
                        yield ("Moved", name(start), name(to))
                    if self.can_shoot(start, to):
                        yield ("Shot", name(start), name(to))
        for piece in set(self.reserve[self.turn]):
            for at in self.terrain:
                if self.can_enter(piece, at):
                    yield ("Summoned", piece, name(at))

    def owner(self, at: Square) -> int | None:
        return self.pieces[at][0] if at in self.pieces else None

    def neighbours(self, at: Square) -> list[Square]:
        return [there for x, y in AROUND if (there := (at[0] + x, at[1] + y)) in self.terrain]

    def can_move(self, start: Square, to: Square) -> bool:
        seat, piece = self.pieces[start]
        kind, ground = self.facts[piece], self.terrain[to]
        if start == to or kind.category == "fortification" or ground == "base" or self.owner(to) == seat:
            return False
        leap = kind.special == "leap" and ground == "hills"
        if not leap and not (self.reaches(start, to) and ground not in kind.restricted):
            return False
        return to not in self.pieces or self.can_take(start, to)

    def reaches(self, start: Square, to: Square) -> bool:
        """Whether a straight line of the piece's movement leads there, with nothing on it that stops the piece."""
        seat, piece = self.pieces[start]
        kind = self.facts[piece]
        across, along = to[0] - start[0], to[1] - start[1]
        straight, slanting = 0 in (across, along), abs(across) == abs(along)
        allowed = {"orthogonal": straight, "diagonal": slanting, "any": straight or slanting, "none": False}
        if not allowed[kind.movement]:
            return False
        steps = max(abs(across), abs(along))
        way = [(start[0] + across * n // steps, start[1] + along * n // steps) for n in range(1, steps)]
        enemies = [at for at in way if self.owner(at) == 1 - seat]
        return (
            all(self.terrain[at] not in {"base", *kind.restricted, *kind.difficult} for at in way)
            and not any(self.owner(at) == seat for at in way)
            and len(enemies) <= (1 if kind.special == "cross-one" else 0)
        )

    def can_take(self, start: Square, at: Square) -> bool:
        """Whether the piece on `start` may capture the enemy there: it is not protected, or somebody helps."""
        seat, piece = self.pieces[start]
        rival, target = self.pieces[at]
        around = [self.pieces[near] for near in self.neighbours(at) if near in self.pieces and near != start]
        sheltered = any(owner == rival and self.facts[other].special == "shelter" for owner, other in around)
        protected = sheltered or self.terrain[at] in self.facts[target].preferred
        helped = any(owner == seat for owner, _ in around) or self.facts[piece].special == "counts-twice"
        return helped or not protected

    def can_shoot(self, start: Square, at: Square) -> bool:
        seat, piece = self.pieces[start]
        near = at in self.neighbours(start) and self.owner(at) == 1 - seat
        return self.facts[piece].special == "shoot" and near and self.can_take(start, at)

    def can_enter(self, piece: str, at: Square) -> bool:
        kind, ground = self.facts[piece], self.terrain[at]
        if at in self.pieces or ground == "base":
            return False
        home = at in self.neighbours(self.bases[self.turn])
        if kind.category == "fortification":
            return ground in kind.preferred and not home
        kin = any(self.pieces.get(near) == (self.turn, piece) for near in self.neighbours(at))
        own_text = (kind.special == "into-forest" and ground == "forest") or (
            kind.special == "beside-kin" and kin
        )
        return (home or own_text) and ground not in kind.restricted


def square(at: str) -> Square:
    return "abcdefghi".index(at[0]), int(at[1:])


def name(at: Square) -> str:
    return f"{'abcdefghi'[at[0]]}{at[1]}"
