"""Laying out, guided: what is there, what is missing, what is wrong, and how much each seat still has to lay."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from companion.game import Seat
from companion.sight import Lying, Sighting, Thing, fits
from companion.weigh import Difference
from ui.present.models import Mark
from ui.present.names import counted, label_words, mended
from ui.present.regions import region_words
from ui.words import _, joined, several

MOST_PILES = 6
"""So many piles are named at once."""


@dataclass(frozen=True, slots=True)
class Laying:
    """How far laying out has come: marks for the board, a line a seat, and what is wrong in words."""

    marks: tuple[Mark, ...]
    lines: tuple[str, ...]
    wrong: tuple[str, ...]


def laying(
    differences: Sequence[Difference], names: Sequence[str], card_name: Callable[[str], str] = label_words
) -> Laying:
    """What the differences between the table and its layout mean to those who lay it out.

    A pile that is missing is marked with its card's name.
    """
    marks: list[Mark] = []
    wrong: list[str] = []
    missing: dict[Seat | None, list[Thing]] = {}
    piles: list[str] = []
    down = 0
    for difference in differences:
        lacking, extra = matched(difference.wanted, difference.seen)
        for thing in lacking if not extra else ():
            missing.setdefault(thing.seat, []).append(thing)
        if lacking and not extra and any(thing.label == difference.region for thing in lacking):
            piles.append(card_name(difference.region))
        if lacking and not extra:
            is_pile = any(thing.label == difference.region for thing in lacking)
            marks.append(Mark(difference.region, "missing", card_name(difference.region) if is_pile else ""))
        elif _waits_face_down(difference):
            marks.append(Mark(difference.region, "chore"))
            down += 1
        else:
            marks.append(Mark(difference.region, "wrong"))
            place = region_words(difference.region, names)
            mend = mended(difference.wanted, difference.seen)
            wrong.append(_("{square}: {things}").format(square=place, things=mend))
    to_turn = [several("{n} card still to turn up", "{n} cards still to turn up", down)] if down else []
    return Laying(tuple(marks), (*to_turn, *_lines(missing, names), *_pile_words(piles)), tuple(wrong))


def with_next(marks: tuple[Mark, ...], wanted: Mapping[str, Lying]) -> tuple[Mark, ...]:
    """The marks, and which place is next: for each seat the first that still lacks its cards, and the first of all."""
    missing = {mark.region for mark in marks if mark.kind == "missing"}
    first: dict[Seat | None, str] = {}
    for region, lying in wanted.items():
        if region in missing and lying:
            first.setdefault(lying[0].seat, region)
    return tuple(replace(mark, due=mark.region in first.values()) for mark in marks)


def _pile_words(piles: list[str]) -> list[str]:
    """The first piles that are still to be laid, by name."""
    if not piles:
        return []
    more = len(piles) - MOST_PILES
    named = piles[:MOST_PILES] + ([_("{n} more").format(n=more)] if more > 0 else [])
    return [_("Piles still to lay: {piles}").format(piles=joined(named))]


def _waits_face_down(difference: Difference) -> bool:
    """Whether a card lies as it was laid and only waits to be turned up: nothing about it is wrong."""
    wanted = [thing for thing in difference.wanted if thing.kind == "card"]
    seen = [sighting for sighting in difference.seen if sighting.kind == "card"]
    if len(wanted) != 1 or len(seen) != 1 or len(difference.seen) > len(seen):
        return False
    return (wanted[0].face, seen[0].face) == ("up", "down")


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
