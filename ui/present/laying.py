"""Laying out, guided: what is there, what is missing, what is wrong, and how much each seat still has to lay."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.game import Seat
from companion.judge import Difference
from companion.sight import Lying, Sighting, Thing, fits
from ui.present.models import Mark
from ui.present.names import counted, mended
from ui.present.regions import region_words
from ui.words import _


@dataclass(frozen=True, slots=True)
class Laying:
    """How far laying out has come: marks for the board, a line a seat, and what is wrong in words."""

    marks: tuple[Mark, ...]
    lines: tuple[str, ...]
    wrong: tuple[str, ...]

    @property
    def complete(self) -> bool:
        return not self.marks


def laying(differences: Sequence[Difference], names: Sequence[str]) -> Laying:
    """What the differences between the table and its layout mean to those who lay it out."""
    marks: list[Mark] = []
    wrong: list[str] = []
    missing: dict[Seat | None, list[Thing]] = {}
    for difference in differences:
        lacking, extra = matched(difference.wanted, difference.seen)
        for thing in lacking if not extra else ():
            missing.setdefault(thing.seat, []).append(thing)
        if lacking and not extra:
            marks.append(Mark(difference.region, "missing"))
        else:
            marks.append(Mark(difference.region, "wrong"))
            place = region_words(difference.region, names)
            wrong.append(f"{place}: {mended(difference.wanted, difference.seen)}")
    return Laying(tuple(marks), tuple(_lines(missing, names)), tuple(wrong))


def matched(wanted: Lying, seen: Sequence[Sighting]) -> tuple[list[Thing], list[Sighting]]:
    """The things wanted that nothing seen may be, and the sightings left over."""
    left = list(seen)
    lacking = []
    for thing in wanted:
        found = next((sighting for sighting in left if fits(thing, sighting)), None)
        if found is not None:
            left.remove(found)
        elif not thing.hidden:
            lacking.append(thing)
    return lacking, left


def _lines(missing: dict[Seat | None, list[Thing]], names: Sequence[str]) -> list[str]:
    cards_of = {seat: things for seat, things in missing.items() if seat is not None}
    loose = missing.get(None, [])
    lines = [
        _("{name}: {things} more to lay").format(name=names[seat], things=counted(things))
        for seat, things in sorted(cards_of.items())
    ]
    if loose:
        lines.append(_("Still to lay: {things}").format(things=counted(loose)))
    return lines
