"""Which of up to a thousand enrolled faces a straightened card shows, and whether it is any of them at all.

Rule kept: a shortlist by thumbnails, then only what can be seen, window by window, on corners put right first; faces
that look alike are told apart by what differs between them or share the chance.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.arrays import Floats, Picture, Values
from vision.decks.references import References, reduced, shrunk
from vision.identify.crop import (
    GROWN,
    REGISTER_ACROSS,
    TURNED,
    Corners,
    Crop,
    corners_px,
    look,
    size_of,
    variants,
    warped,
)
from vision.identify.register import Template, ready, registered
from vision.identify.shortlist import PX_A_SAMPLE, Thumbnails, best, grid, thumbnails
from vision.identify.windows import ACROSS as FINEST
from vision.identify.windows import WindowedPatch, Windows, windows

SHORTLIST = 12
"""So many faces (each in one turn) are chosen by their thumbnails."""
LEAST, FEW, MANY, PARTLY = 2, 3, 5, 8
"""For so many of them at most the corners are put right: where none of them agrees at all, where one agrees well, where
none agrees well, and where only a part of the card shows: by that many a face may pass for many others."""
WHOLE = 0.75
"""Less than this part of a card is only a part."""
CLEARLY_BEHIND = 0.15
"""Thumbnails of a part that agree less well than the best by this are left, once a face agrees very well."""
COARSE = 0.4
"""The say of the thumbnails in how well a face agrees: they forgive blur, bent sleeves and poor corners."""
CLEAR, GOOD = 0.72, 0.62
"""Agreements from which a face is looked for no further, and from which only its nearest rivals are."""
HOPELESS = 0.32
"""Agreement below which the likeliest faces are no better than others: the crop shows none of the enrolled."""
FAR_BEHIND = 0.25
"""Thumbnails that agree less well than the best by this are left, once a face agrees well."""
COMPARED = 7
"""So many more of the shortlist are compared as the best one lies."""
RIVALS = 3
"""So many of the next best are held against the best."""
BY_CHANCE = 0.2
"""A face that has nothing to do with a card agrees with it by so much."""
ALIKE = 0.9
"""Faces that agree so well with each other tell nothing of whether the card is one of them at all."""
CLOSE = 0.12
"""Faces whose agreements differ by less are told apart by what differs between them."""
GAP_SPREAD, PART_SPREAD = 0.01, 0.06
"""Others are by how much less they agree: by so much for odds of e, and by the second more, times what is hidden."""
MOST_ODDS = 12.0
KNOWN = (-5.0, 4.0, 32.0)
"""Calibration of the chance that the best face is the right one: logistic in its agreement, and in that times how far
it leads its nearest rival against how far it should. Fitted on cards of three rendered tables, darkened, blurred, noisy
and burnt, with all faces enrolled, with half of each deck and with other decks only; each table checked with the fit
of the others. The offset is lower than the fit's, for fewer sure errors on cards of no deck."""
MOST_TEMPLATES = 128
"""So many faces are kept as corners are put right by them, some 150 kB each."""
SHAPE = 0.5
"""A crop and a card whose logarithms of width over height differ by more are of different shapes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Identity:
    """One face that a crop may show: `group` and `reference` by number.

    `turns`: so many quarter turns counter-clockwise make the crop upright. `sure` is the chance (0..1) that it is this
    one; all of them add up to the chance that it is one of the enrolled at all. `level` is the agreement (-1..1).
    `corners`: where the card's own top-left, top-right, bottom-right and bottom-left corners lie in the crop (px), put
    right.
    """

    group: int
    reference: int
    turns: int
    sure: float
    level: float
    corners: Corners


@dataclass(frozen=True, slots=True, eq=False)
class _Prepared:
    """A group as kept: thumbnails, grey pictures for registering, and windows."""

    shape: float
    square: bool
    thumbnails: Thumbnails
    templates: Values
    windows: Windows


@dataclass(frozen=True, slots=True, eq=False)
class _Start:
    """A face that the crop may show, by its thumbnail, in so many turns, and about where it lies (as below)."""

    group: int
    reference: int
    turns: int
    to_crop: Floats
    score: float


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class _Candidate:
    """A face in one turn, the map from its unit square to that of the crop, and what is seen by that map."""

    group: int
    reference: int
    turns: int
    to_crop: Floats
    level: float
    seen: WindowedPatch


class Identifier:
    """Tells enrolled faces apart. Prepared once, then used from one thread; some 30 kB a face.

    `groups` are the groups by whose numbers it answers: those given, without empty ones.
    """

    def __init__(self, groups: Sequence[References]) -> None:
        self.groups = tuple(group for group in groups if group.all)
        self._prepared = tuple(_prepared(group) for group in self.groups)
        self._templates: dict[tuple[int, int], Template] = {}

    def identify(self, crop: Picture, visible: Values | None = None, most: int = 5) -> tuple[Identity, ...]:
        """The likeliest faces of a straightened card, best first, at most `most`; none where nothing is enrolled.

        `crop` (BGR, any size, about the card's shape) shows the card to within some 5 % of its sides, in any quarter
        turn. `visible` (as large as the crop, 0..1): where the card can be seen; None: everywhere.
        """
        ways = [(crop, self._ranked(crop)) for crop in variants(look(crop, visible))]
        if not ways[0][1]:
            return ()
        seen, ranked = max(ways, key=lambda way: way[1][0].level)
        return self._told(seen, ranked)[:most]

    def glance(self, crop: Picture, visible: Values | None = None) -> float:
        """How well the likeliest face's thumbnail agrees with a crop as `identify` takes it (-1..1; -1: no faces)."""
        return max(
            (way[0].score for seen in variants(look(crop, visible)) if (way := self._shortlist(seen))),
            default=-1.0,
        )

    def _shortlist(self, crop: Crop) -> list[_Start]:
        """The faces whose thumbnails agree best, best first, each with where it lies in the crop."""
        found: dict[tuple[int, int, int], _Start] = {}
        for number, group in enumerate(self._prepared):
            level = group.thumbnails
            shape = (level.rows, level.columns)
            starts = [
                (turns, TURNED[turns] @ GROWN[k]) for turns in _turns(group, crop) for k in range(len(GROWN))
            ]
            if not starts:
                continue
            patches = np.stack([warped(crop.soft, start, shape) for _, start in starts])
            weights = None
            if crop.whole is not None:
                weights = np.stack([warped(crop.whole, start, shape) for _, start in starts])
            for (turns, start), agreements in zip(starts, level.agreements(patches, weights), strict=True):
                for score, index in best(agreements, SHORTLIST):
                    key = (number, index, turns)
                    if key not in found or score > found[key].score:
                        found[key] = _Start(number, index, turns, start, score)
        return sorted(found.values(), key=lambda start: -start.score)[:SHORTLIST]

    def _ranked(self, crop: Crop) -> list[_Candidate]:
        """The shortlist with the corners put right, each face once in its best look, best first.

        Corners are put right for the likeliest faces by themselves; for the rest as for the best of these.
        """
        starts = self._shortlist(crop)
        if not starts:
            return []
        found: list[_Candidate] = []
        for number, start in enumerate(starts):
            level = max((candidate.level for candidate in found), default=-1.0)
            behind = starts[0].score - start.score
            if number >= _most(level, crop.share) or (level >= GOOD and behind > FAR_BEHIND):
                break
            if level >= CLEAR and (crop.share >= WHOLE or behind > CLEARLY_BEHIND):
                break
            found.append(self._registered(crop, start))
        winner = max(found, key=lambda candidate: candidate.level)
        if winner.level < HOPELESS:
            return [winner]
        rest = [
            start
            for start in starts
            if (start.group, start.turns) == (winner.group, winner.turns)
            and self._shown(start) != self._shown(winner)
        ][:COMPARED]
        if rest:
            levels = self._prepared[winner.group].windows.compare(
                winner.seen, [start.reference for start in rest]
            )
            found += [
                replace(
                    winner,
                    reference=start.reference,
                    level=COARSE * start.score + (1 - COARSE) * float(level),
                )
                for start, level in zip(rest, levels, strict=True)
            ]
        # Of a face known in several looks the one that agrees best stands for all: a face is no rival of its own.
        unique: dict[tuple[int, str, str | None], _Candidate] = {}
        for candidate in sorted(found, key=lambda one: -one.level):
            unique.setdefault((candidate.group, *self._shown(candidate)), candidate)
        return list(unique.values())

    def _shown(self, one: _Start | _Candidate) -> tuple[str, str | None]:
        """Deck and label of what a start or a candidate is tried as."""
        return self.groups[one.group].all[one.reference].shown

    def _registered(self, crop: Crop, start: _Start) -> _Candidate:
        template = self._template(start.group, start.reference)
        size = size_of(crop.grey)
        weights = None
        if crop.whole is not None:
            weights = warped(crop.whole, start.to_crop, template.shape)
        to_crop = np.linalg.inv(size) @ registered(crop.grey, size @ start.to_crop, template, weights)
        found = self._candidate(crop, start, to_crop)
        if found.level >= GOOD or max(found.level, start.score) < HOPELESS:
            return found
        before = self._candidate(crop, start, start.to_crop)
        return before if before.level > found.level else found

    def _template(self, group: int, reference: int) -> Template:
        """A face as corners are put right by it: of a thousand few are ever tried, and those again and again."""
        known = self._templates.get((group, reference))
        if known is None:
            if len(self._templates) >= MOST_TEMPLATES:
                self._templates.clear()
            known = self._templates[group, reference] = Template(self._prepared[group].templates[reference])
        return known

    def _candidate(self, crop: Crop, start: _Start, to_crop: Floats) -> _Candidate:
        seen = self._seen(crop, start.group, to_crop)
        fine = float(self._prepared[start.group].windows.compare(seen, [start.reference])[0])
        level = COARSE * start.score + (1 - COARSE) * fine
        return _Candidate(
            group=start.group,
            reference=start.reference,
            turns=start.turns,
            to_crop=to_crop,
            level=level,
            seen=seen,
        )

    def _seen(self, crop: Crop, number: int, to_crop: Floats) -> WindowedPatch:
        level = self._prepared[number].windows
        shape = (level.rows, level.columns)
        patch = warped(crop.picture, to_crop, shape)
        if crop.whole is None:
            return level.see(patch, np.ones(shape, dtype=np.float32))
        return level.see(patch, warped(crop.whole, to_crop, shape))

    def _told(self, crop: Crop, ranked: Sequence[_Candidate]) -> tuple[Identity, ...]:
        """Candidates with their chances, the best first."""
        first = ranked[0]
        group = self._prepared[first.group]
        rivals = [one for one in ranked[1:] if one.group == first.group][:RIVALS]
        others = [one.reference for one in rivals]
        fine = group.windows.common(first.reference, others)
        coarse = group.thumbnails.values[others] @ group.thumbnails.values[first.reference]
        common = COARSE * coarse + (1 - COARSE) * fine
        apart = {index: float(share) for index, share in zip(others, common, strict=True)}
        odds = [0.0]
        # no other was compared with a face that does not agree: nothing speaks for it
        place = _place(first.level, BY_CHANCE, 0.0) if first.level >= HOPELESS else 0.0
        for other in ranked[1:]:
            gap = first.level - other.level
            against = min(gap / GAP_SPREAD, MOST_ODDS)
            alike = apart.get(other.reference, 0.0) if other.group == first.group else 0.0
            if alike < ALIKE and not self._same_label(first, other):
                place = min(place, _place(first.level, other.level, alike))
            if other.group == first.group and gap < CLOSE:
                odds_for = group.windows.between(first.seen, first.reference, other.reference)
                against = float(np.clip(odds_for, 0, MOST_ODDS))
            if crop.share < WHOLE:
                against = min(against, gap / (GAP_SPREAD + PART_SPREAD * (1 - crop.share)))
            odds.append(-against)
        shares = np.exp(np.array(odds))
        shares /= shares.sum()
        known = _known(max(first.level, 0.0), place)
        corners = [corners_px(candidate.to_crop, crop) for candidate in ranked]
        told_all = [
            Identity(
                group=candidate.group,
                reference=candidate.reference,
                turns=candidate.turns,
                sure=round(known * float(share), 4),
                level=round(candidate.level, 4),
                corners=corner,
            )
            for candidate, share, corner in zip(ranked, shares, corners, strict=True)
        ]
        return tuple(sorted(told_all, key=lambda identity: -identity.sure))

    def _same_label(self, one: _Candidate, other: _Candidate) -> bool:
        """Whether two references are printings of one face, by their labels."""
        first, second = (self.groups[c.group].all[c.reference].label for c in (one, other))
        return first is not None and first == second


def _most(level: float, share: float) -> int:
    """For how many faces corners are put right, where the best so far agrees so well and so much of a card shows."""
    if level < HOPELESS:
        return LEAST
    if share < WHOLE:
        return PARTLY
    return FEW if level >= GOOD else MANY


def _place(level: float, other: float, alike: float) -> float:
    """Where what is seen stands between two faces that agree with it and with each other by so much.

    1 at the one, 0 half way: least squares in the plane of the two.
    """
    return (level - other) * (1 + alike) / (max(level + other, 0.05) * (1 - alike))


def _known(level: float, place: float) -> float:
    """The chance that the best face is the right one at all, rather than a card that is not enrolled.

    `place` is that between it and its nearest rival.
    """
    offset, by_level, by_both = KNOWN
    odds = offset + level * (by_level + by_both * min(place, 1.0))
    return 1 / (1 + float(np.exp(-odds)))


def _prepared(group: References) -> _Prepared:
    rows, columns = grid(group, REGISTER_ACROSS)
    weights = np.array([0.114, 0.587, 0.299], dtype=np.float32)
    pictures = [reduced(reference.image, *grid(group, FINEST), PX_A_SAMPLE) for reference in group.all]
    greys = [shrunk(picture, rows, columns, PX_A_SAMPLE) @ weights for picture in pictures]
    templates = np.stack([ready(np.asarray(grey, dtype=np.float32)) for grey in greys])
    shape = float(np.log(group.width_mm / group.height_mm))
    small = thumbnails(group, pictures)
    return _Prepared(shape, group.is_square, small, templates, windows(group, pictures))


def _turns(group: _Prepared, crop: Crop) -> list[int]:
    """The quarter turns in which the crop has about the group's shape."""
    shape = float(np.log(crop.width / crop.height))
    turns = [k for k in (0, 2) if abs(shape - group.shape) <= SHAPE]
    return turns + [k for k in (1, 3) if abs(shape + group.shape) <= SHAPE]
