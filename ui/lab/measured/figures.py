"""What was found, read and invented, counted kind by kind over many pictures.

Rule kept: figures as counted; too small or too well hidden things are matched, but missing them is no fault.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from statistics import median

from companion.sight import Kind, Sighting
from ui.lab.measured.matching import Matched, TrueObject, Zone, matched

SURE = 0.9
"""A wrong reading that claims at least this is counted as wrong and sure."""
FOUND_FROM: dict[Kind, float] = {"card": 0.45, "penny": 0.5, "die": 0.5, "disc": 0.5, "pawn": 0.5}
"""Things of which a smaller part can be seen need not be found."""
READ_FROM: dict[Kind, float] = {"card": 0.6, "penny": 0.5, "die": 0.5, "disc": 0.5, "pawn": 0.5}
LEAST_PX: dict[Kind, float] = {"card": 90.0, "penny": 30.0, "die": 25.0, "disc": 0.0, "pawn": 0.0}
"""Smaller ones need not be found: a card's longer side, a penny's diameter, a die's side."""

Value = float | int | bool | str | None | list[str] | dict[str, "Value"]
Summary = dict[str, Value]


class Tally(Counter[str]):
    """Counts of one kind of thing, by name. `notes`: what went wrong where.

    `asked` are those whose label is wanted, found or not; what was missed is unread. `strangers` are cards of no
    enrolled deck. `backs` are cards face down.
    """

    def __init__(self) -> None:
        super().__init__()
        self.notes: list[str] = []

    def share(self, part: str, whole: str) -> float | None:
        return share(self[part], self[whole])

    def summary(self) -> Summary:
        """Shares (0..1) and counts; None where there was nothing to count, colours and strangers only where asked."""
        found: Summary = {
            "objects": self["objects"],
            "found": self.share("found", "objects"),
            "missed": self["objects"] - self["found"],
            "invented": self["invented"],
            "invented_share": self.share("invented", "objects"),
        }
        if self["asked"]:
            found |= {
                "asked": self["asked"],
                "right": self.share("right", "asked"),
                "right_of_found": self.share("right", "asked_and_found"),
                "unread": self["asked"] - self["right"] - self["wrong"],
                "wrong": self["wrong"],
                "wrong_and_sure": self["wrong_and_sure"],
                "wrong_and_sure_share": self.share("wrong_and_sure", "asked"),
            }
        if self["backs"]:
            found |= {
                "backs": self["backs"],
                "backs_right": self.share("backs_right", "backs"),
                "backs_named": self["backs_named"],
            }
        if self["strangers"]:
            found |= {
                "strangers": self["strangers"],
                "strangers_named": self["strangers_named"],
                "strangers_named_and_sure": self["strangers_named_and_sure"],
            }
        if self["coloured"]:
            found |= {
                "coloured": self["coloured"],
                "colours_right": self.share("colours_right", "coloured"),
                "colours_wrong": self["colours_wrong"],
            }
        return found


@dataclass(slots=True)
class SourceFigures:
    """The counts of one source of pictures, kind by kind, and what a picture took (ms of one core, decoded)."""

    pictures: int = 0
    kinds: dict[Kind, Tally] = field(default_factory=dict)
    small: dict[Kind, Tally] = field(default_factory=dict)
    ms: list[float] = field(default_factory=list)

    def summary(self, *, notes: bool = False) -> Summary:
        """Figures by kind; `small <kind>` counts what is smaller than need be found. `notes`: what went wrong where."""
        found: Summary = {"pictures": self.pictures, "ms": middle(self.ms)}
        for name, tallies in (("", self.kinds), ("small ", self.small)):
            for kind, tally in sorted(tallies.items()):
                if tally.total():
                    found[f"{name}{kind}"] = tally.summary()
                    if notes and tally.notes:
                        found[f"{name}{kind}"] |= {"notes": tally.notes}  # type: ignore[operator]
        return found


def together(sources: Iterable[SourceFigures]) -> SourceFigures:
    whole = SourceFigures()
    for one in sources:
        whole.pictures += one.pictures
        whole.ms += one.ms
        for mine, theirs in ((whole.kinds, one.kinds), (whole.small, one.small)):
            for kind, tally in theirs.items():
                mine.setdefault(kind, Tally()).update(tally)
                mine[kind].notes += tally.notes
    return whole


def count_picture(
    figures: SourceFigures,
    where: str,
    true: Sequence[TrueObject],
    seen: Sequence[Sighting],
    kinds: Iterable[Kind],
    zones: Sequence[Zone] = (),
) -> Matched:
    """Adds one picture's sightings of these kinds to the figures."""
    figures.pictures += 1
    wanted = set(kinds)
    there = [one for one in true if one.kind in wanted]
    found = [sighting for sighting in seen if sighting.kind in wanted]
    pairs = matched(there, found, zones)
    for one in there:
        _tally(figures, one)
    for number in pairs.missed:
        _count(_tally(figures, there[number]), where, there[number], None)
    for number, other in pairs.pairs:
        _count(_tally(figures, there[number]), where, there[number], found[other])
    for number in pairs.invented:
        tally = figures.kinds.setdefault(found[number].kind, Tally())
        tally["invented"] += 1
        tally.notes.append(f"{where}: invented {_told(found[number])}")
    return pairs


def _tally(figures: SourceFigures, one: TrueObject) -> Tally:
    tallies = figures.small if is_small(one) else figures.kinds
    return tallies.setdefault(one.kind, Tally())


def is_small(one: TrueObject) -> bool:
    """Whether a thing is smaller in the picture than need be found."""
    size = one.longest if one.kind == "card" else 2 * one.radius
    return size < LEAST_PX[one.kind]


def _count(tally: Tally, where: str, one: TrueObject, seen: Sighting | None) -> None:
    if one.counts:
        tally["objects"] += 1
        tally["found"] += seen is not None
        if seen is None:
            tally.notes.append(f"{where}: missed {_name(one)}")
    if one.colour is not None and seen is not None and one.counts:
        tally["coloured"] += 1
        tally["colours_right"] += seen.colour == one.colour
        tally["colours_wrong"] += seen.colour not in (None, one.colour)
    if not one.asked:
        return
    if one.face == "down":
        tally["backs"] += 1
        tally["backs_right"] += seen is not None and seen.face == "down"
        tally["backs_named"] += seen is not None and seen.label is not None
    elif not one.known:
        named = seen is not None and seen.label is not None and seen.label not in one.labels
        tally["strangers"] += 1
        tally["strangers_named"] += named
        tally["strangers_named_and_sure"] += seen is not None and named and seen.sure >= SURE
        if named:
            tally.notes.append(f"{where}: {_name(one)} is of no deck, read as {_told(seen)}")
    elif one.labels:
        tally["asked"] += 1
        if seen is None:
            return
        tally["asked_and_found"] += 1
        if seen.label in one.labels:
            tally["right"] += 1
            return
        if seen.label is not None:
            tally["wrong"] += 1
            tally["wrong_and_sure"] += seen.sure >= SURE
        tally.notes.append(f"{where}: {_name(one)}, read as {_told(seen)}")


def _name(one: TrueObject) -> str:
    at = one.centre
    name = "a back" if one.face == "down" else one.labels[0] if one.labels else one.kind
    return f"{name} at {at[0]:.0f}, {at[1]:.0f}"


def _told(seen: Sighting | None) -> str:
    if seen is None:
        return "nothing"
    corners = seen.corners_px or ((0.0, 0.0),)
    x, y = (sum(axis) / len(corners) for axis in zip(*corners, strict=True))
    best = (
        seen.label
        or ", ".join(f"unread {name} {chance:.2f}" for name, chance in seen.others[:2])
        or seen.face
    )
    return f"{seen.kind} {best} ({seen.sure:.2f}) at {x:.0f}, {y:.0f}"


def share(part: int, whole: int) -> float | None:
    """A part of a whole (0..1); None of nothing."""
    return round(part / whole, 5) if whole else None


def middle(values: Sequence[float], digits: int = 2) -> float | None:
    """The median, rounded; None of nothing."""
    return round(median(values), digits) if values else None
