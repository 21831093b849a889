"""One card being entered or corrected: its table as plain data, changed field by field, with undo.

Rule kept: a shipped card is never rewritten; what differs from it becomes corrections. A card of the owner's own is a
table of the owner's sheet.
"""

import copy
from collections.abc import Iterator, Mapping
from typing import Any, Literal

from companion.games.zoon.family.grids import Stride, moves_of, strides_of, tapped
from companion.games.zoon.family.sheet import MOST_CORNER, Sheet, correctable, sheet_of, spelled_out
from companion.games.zoon.family.written import Fact
from companion.kits.exact import Mismatch
from companion.kits.grid import Offset

Kind = Literal["zoons", "trumps"]
CORNERS = ("tl", "tr", "br", "bl")
MOST_VALUE = 99
MIRROR = ("-a", "-b")

Table = dict[str, Any]


def new_zoon(name: str, id: str, tribe: str) -> Table:
    """The table of a Zoon of which nothing is known yet but its name."""
    corners = dict.fromkeys(CORNERS, 0)
    cards = {id: {"copies": 1, "corners": corners}}
    return {"name": name, "tribe": tribe, "type": "soldat", "value": 0, "moves": "n", "cards": cards}


def new_trump(name: str, tribe: str) -> Table:
    """The table of a trump of which nothing is known yet but its name."""
    found = {"name": name, "tribe": tribe, "kind": "tactique", "force": 1, "uses": "once"}
    return {**found, "does": "march", "moves": 1}


class CardDraft:
    """The table of one species or trump. `face` is the card of it that is looked at; `shipped` its table as shipped."""

    def __init__(
        self,
        kind: Kind,
        id: str,
        table: Mapping[str, Any],
        shipped: Mapping[str, Any] | None,
        *,
        is_new: bool = False,
    ) -> None:
        plain = spelled_out({"zoons": {id: table}})["zoons"][id] if kind == "zoons" else table
        self.kind, self.id = kind, id
        self.table: Table = copy.deepcopy(dict(plain))
        self.shipped = None if shipped is None else dict(shipped)
        self.face = next(iter(self.table["cards"])) if kind == "zoons" else id
        self._first = {} if is_new else copy.deepcopy(self.table)
        self._before: list[tuple[Table, str]] = []

    @property
    def is_changed(self) -> bool:
        return self.table != self._first

    @property
    def can_undo(self) -> bool:
        return bool(self._before)

    def undo(self) -> None:
        if self._before:
            self.table, self.face = self._before.pop()

    @property
    def holder(self) -> Table:
        """The table that has the type, value, star and grid: of a trump that becomes a Zoon, that Zoon's."""
        becomes: Table | None = self.table.get("as_zoon")
        return self.table if becomes is None else becomes

    @property
    def corners(self) -> Table | None:
        """The four corners of the face that is looked at, None for a card without."""
        if self.kind == "zoons":
            found: Table = self.table["cards"][self.face]["corners"]
            return found
        return self.holder.get("corners")

    def value(self, field: str) -> Any:
        if field in CORNERS:
            return None if self.corners is None else self.corners.get(field)
        if field == "copies":
            return self.table["cards"][self.face].get("copies", 1)
        return self._table_of(field).get(field)

    def put(self, field: str, value: Any) -> None:
        """Sets a field; None, or an empty text or list where it may be left out, takes it away."""
        self._remember()
        if field in CORNERS and self.corners is not None:
            self.corners[field] = value
        elif field == "copies":
            self.table["cards"][self.face]["copies"] = value
        elif field == "does":
            self._become(value)
        elif value in (None, "", [], ()) and field in (
            "star",
            "partners",
            "usable_by",
            "of",
            "boost",
            "strides",
        ):
            self._table_of(field).pop(field, None)
        else:
            self._table_of(field)[field] = value
        if field == "star" and value not in ("send", "trade"):
            self._table_of("partners").pop("partners", None)

    def toggle(self, field: str, name: str) -> None:
        held = list(self.value(field) or ())
        self.put(field, [each for each in held if each != name] if name in held else [*held, name])

    def mirror(self) -> None:
        """Gives a Zoon its mirror image, left and right changed over, or takes it away."""
        self._remember()
        cards = self.table["cards"]
        if len(cards) > 1:
            first = next(iter(cards))
            plain = first.removesuffix(MIRROR[0])
            self.table["cards"], self.face = {plain: cards[first]}, plain
            return
        ((name, card),) = cards.items()
        corners = card["corners"]
        turned = {"tl": corners["tr"], "tr": corners["tl"], "br": corners["bl"], "bl": corners["br"]}
        one, other = (f"{name}{mark}" for mark in MIRROR)
        self.table["cards"] = {one: card, other: {**card, "corners": turned}}
        self.face = one

    # the grid

    @property
    def grid_field(self) -> str | None:
        """The field that a grid is drawn for: paths, what gear adds, or the squares that a shot may strike."""
        if self.kind == "zoons" or "as_zoon" in self.table:
            return "moves"
        match self.table["does"]:
            case "gear":
                return "strides"
            case "shot":
                return None if self.table.get("aim") == "own-camp" else "aim"
        return None

    @property
    def strides(self) -> tuple[Stride, ...]:
        """The grid as it is drawn. Raises ValueError for a short form that cannot be read."""
        field = self.grid_field
        if field is None:
            return ()
        holder = self.holder if field == "moves" else self.table
        strides = strides_of(str(holder.get(field, "")))
        if field != "aim":
            return strides
        return tuple(Stride((stride.offsets[-1],), flown=True) for stride in strides)

    def tap(self, square: Offset, *, green: bool) -> None:
        """A tap on the grid; what a shot may strike is a square of its own, however far away."""
        field = self.grid_field
        if field is None:
            return
        strides = tapped(self.strides, square, green=green or field == "aim")
        self._remember()
        (self.holder if field == "moves" else self.table)[field] = moves_of(strides)

    # what comes of it

    def fault(self, others: Sheet) -> Mismatch | None:
        """What is wrong with the card beside all others, None when nothing is."""
        raw: dict[str, Any] = {self.kind: {self.id: self.table}}
        try:
            sheet_of(raw, others)
        except Mismatch as fault:
            return fault
        return None

    def corrections(self) -> Iterator[Fact]:
        """The facts in which the card differs from the shipped one, by their dotted names."""
        shipped: dict[str, Any] = {self.kind: {self.id: self.shipped}}
        now: dict[str, Any] = {self.kind: {self.id: self.table}}
        was = {name: table.get(key, "") for name, (table, key) in correctable(shipped)}
        for name, (table, key) in correctable(now):
            value = table.get(key, "")
            if value != was[name]:
                yield name, value

    def names(self) -> set[str]:
        return {name for name, _ in correctable({self.kind: {self.id: self.table}})}

    def _remember(self) -> None:
        self._before.append((copy.deepcopy(self.table), self.face))

    def _table_of(self, field: str) -> Table:
        shared = field in ("type", "value", "star", "partners") and self.kind == "trumps"
        return self.holder if shared else self.table

    def _become(self, does: str) -> None:
        """A trump that does something else needs other fields: those that it has not got begin with something."""
        for field in ("corners", "aim", "moves", "of", "boost", "strides", "blocks", "as_zoon"):
            self.table.pop(field, None)
        zeros = dict.fromkeys(CORNERS, 0)
        fresh: dict[str, Table] = {
            "shot": {"corners": zeros, "aim": "own-camp"},
            "wall": {"aim": "anywhere"},
            "cage": {"aim": "own-deployment"},
            "march": {"moves": 1},
            "pull-back": {"moves": 1},
            "control": {"moves": 1},
            "gear": {"boost": "plus-one"},
            "terrain": {"aim": "anywhere"},
            "zoon": {
                "aim": "own-deployment",
                "as_zoon": {"type": "soldat", "value": 0, "moves": "n", "corners": zeros},
            },
        }
        self.table["does"] = does
        self.table |= fresh[does]


def typed_number(old: int, digit: int, most: int, *, fresh: bool) -> int:
    """A number after one more digit: it begins anew when `fresh`, or when it would become too large."""
    longer = old * 10 + digit
    return digit if fresh or longer > most else longer


def most_of(field: str) -> int:
    return {"value": MOST_VALUE, "force": 3}.get(field, MOST_CORNER)
