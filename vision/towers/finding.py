"""Finds wooden pieces on a game's board, single and in towers, in millimetres: before a flick and after it.

Rule kept: every colour in play is reported exactly once, without a place if it was not found. Pieces still stacked keep
their order in the book (the towers expected). Hidden pieces are inferred from it, and are no surer than those on them.
"""

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass, replace
from functools import cache
from itertools import combinations, pairwise, permutations
from typing import Final

import cv2
import numpy as np

from vision.arrays import Mask, Picture, Values
from vision.mat.plane import Plane
from vision.towers.look import (
    BEST,
    LEAST_FITS,
    LIKELY_DISC,
    WHOLE,
    Circle,
    Colours,
    FlickedDisc,
    Size,
    Top,
    TowerLook,
    as_ground,
    as_surroundings,
    chosen,
    covered,
    fill,
    find_discs,
    find_tops,
    in_view,
    lit_alike,
    most_of,
    peaks,
    sheet_of,
    the_disc,
)

# Towers: where those of the book stand, whether they were touched, and what lies beneath each remaining top.
# Evidence for what lies beneath is measured in mm² of the table that fit.

UNTOUCHED: Final = 0.04
"""Maximum changed share of a tower that still stands."""
UNMOVED, UNMOVED_MM = 80.0, 5.0
"""Bonus (mm²) per piece beneath a top that would be where it was, and the tolerance of that place."""
SCALE: Final = 1.5
"""Samples per mm of the sheet on which stacks are compared."""
_AROUND_MM: Final = 20.0
_RING_MM: Final = 14.0


@dataclass(frozen=True, slots=True)
class BookedTower:
    """A tower, or a single piece, of the book: its square, the square's middle (mm), its colours bottom first, and the
    maximum distance (mm) of the tower's own middle from the square's."""

    square: str
    x: float
    y: float
    colours: tuple[str, ...]
    reach_mm: float = 12.0


@dataclass(frozen=True, slots=True)
class StandingTower:
    """A tower as a picture shows it: the place (mm) of its uppermost piece, and its top."""

    booked: BookedTower
    x: float
    y: float
    top: Top


def stand(look: TowerLook, booked: BookedTower, taken: Sequence[Circle] = ()) -> StandingTower:
    """A tower of the book as it stands in a picture, its middle outside the circles (mm) that are `taken`.

    If these leave no place, its top's score is far below 0.
    """
    level, colour = len(booked.colours) - 1, booked.colours[-1]
    top = top_on(look, booked.x, booked.y, level, colour, booked.reach_mm, taken)
    return StandingTower(booked, *look.foot(top, level), top)


def top_on(
    look: TowerLook,
    x: float,
    y: float,
    level: int,
    colour: str,
    reach_mm: float,
    taken: Sequence[Circle] = (),
) -> Top:
    """The best top of a colour at a level of a tower within `reach_mm` of (x, y) mm."""
    high = look.size.high * (level + 1)
    shown = [look.seen(at_x, at_y, high, radius) for at_x, at_y, radius in taken]
    return look.top_near(*look.seen(x, y, high)[:2], colour, high, reach_mm, taken=shown)


def body(look: TowerLook, x: float, y: float, pieces: int, more_mm: float = 0.0) -> list[tuple[Circle, ...]]:
    """The outlines (two circles each) of a tower's pieces at (x, y) mm, bottom first, enlarged by `more_mm`."""
    radius, high = look.size.across / 2 + more_mm, look.size.high
    rings = [look.seen(x, y, high * level, radius) for level in range(pieces + 1)]
    return [(low, top) for low, top in pairwise(rings)]


@dataclass(frozen=True, slots=True)
class Stack:
    """A guess at what lies beneath a top, bottom first, the tower's place then (mm), and its evidence (mm²).

    `likely`: all of it comes from the top's own tower, or is where it was.
    """

    beneath: tuple[str, ...]
    x: float
    y: float
    weight: float
    likely: bool


@dataclass(frozen=True, slots=True, eq=False)
class Site:
    """The look now, the one before the flick, and the touched towers as they stood then.

    Where these stood, the ground is unknown.
    """

    look: TowerLook
    before: TowerLook | None
    former: Sequence[StandingTower]


def stacks_beneath(
    site: Site, top: Top, options: Sequence[tuple[str, ...]], each: float = 0.0
) -> list[Stack]:
    """The options for what lies beneath a top, each with its evidence.

    `each`: bonus (mm²) per colour of the top's own tower that would otherwise be nowhere, and penalty per other one:
    few pieces come to lie right beneath one from elsewhere.
    """
    look, before, former, colour = site.look, site.before, site.former, top.colour
    # A finer sheet about the top, and how well it shows the ground. Ground never seen is assumed to have the colours
    # about it.
    most, reach, radius = max(map(len, options)) + 1, look.size.across + _AROUND_MM, look.size.across / 2
    box = (top.x - reach, top.y - reach, top.x + reach, top.y + reach)
    sheet = sheet_of(look.image, look.plane, box, SCALE)
    steps = Colours.steps(sheet.picture)
    foot = look.foot(top, most - 1)
    hull: list[tuple[Circle, ...]] = [((*foot, radius + 1.5), (top.x, top.y, look.radius(most) + 1.5))]
    if before is not None:
        hull = [circles for tower in former for circles in bodies(before, tower, 1.5)]
    near, ring = (
        covered(sheet, [((*foot, radius + more), (top.x, top.y, radius + more))]) for more in (1.5, _RING_MM)
    )
    unknown = covered(sheet, hull)
    ground = as_surroundings(sheet.picture, unknown, ring & ~unknown & ~near)
    if before is not None:
        was = sheet_of(before.image, before.plane, box, SCALE)
        known = as_ground(sheet.picture, was.picture, in_view(look.plane, sheet))
        ground[~unknown] = known[~unknown]

    @cache
    def shown(count: int) -> list[tuple[Mask, Mask]]:
        """Masks of the visible side and top of each of `count` + 1 pieces, bottom first."""
        shows = np.zeros(sheet.picture.shape[:2], np.uint8)
        for level, circles in enumerate(body(look, *look.foot(top, count), count + 1)):
            fill(shows, sheet, circles, 2 * level + 1)
            fill(shows, sheet, circles[1:], 2 * level + 2)
        return [(shows == 2 * level + 1, shows == 2 * level + 2) for level in range(count + 1)]

    @cache
    def fits(count: int, level: int, name: str) -> float:
        """The evidence (mm²) for a colour at a level of a tower with `count` pieces beneath the top."""
        total = 0.0
        for inside, shaded in zip(shown(count)[level], (True, False), strict=True):
            if inside.any():
                fit = look.colours.fits(name, steps[inside], shaded=shaded)
                total += float((np.maximum(fit, -0.5 * BEST) - ground[inside]).sum())
        return total / sheet.scale**2

    families = [set(tower.booked.colours) for tower in former]
    weighed = []
    for stack in options:
        x, y = look.foot(top, len(stack))
        weight = sum(fits(len(stack), level, name) for level, name in enumerate((*stack, colour)))
        # Bonus if a tower stood there whose lowest pieces would be just these.
        there = (tower for tower in former if np.hypot(tower.x - x, tower.y - y) <= UNMOVED_MM)
        unmoved = len(stack) * any(tower.booked.colours[: len(stack)] == stack for tower in there)
        akin = [any({one, colour} <= family for family in families) for one in stack]
        strange = 0 if unmoved else akin.count(False)
        weight += each * (len(stack) - 2 * strange) + UNMOVED * unmoved
        weighed.append(Stack(stack, x, y, weight, strange == 0))
    return weighed


def likeliest(options: Sequence[Sequence[Stack]]) -> list[tuple[Stack, float]]:
    """One stack per top, no colour in two of them, with its lead (mm²) over the best choice without it."""
    found = _best(options, frozenset())
    told = []
    for number, stack in enumerate(found[1]):
        others = [other for other in options[number] if other.beneath != stack.beneath]
        second = _best([*options[:number], others, *options[number + 1 :]], frozenset())[0]
        told.append((stack, found[0] - second))
    return told


def _best(options: Sequence[Sequence[Stack]], used: frozenset[str]) -> tuple[float, tuple[Stack, ...]]:
    """The most evidence that one stack per top can have without `used` colours, and these stacks."""
    if not options:
        return 0.0, ()
    best: tuple[float, tuple[Stack, ...]] = (-float("inf"), ())
    for stack in options[0]:
        if used.isdisjoint(stack.beneath):
            weight, rest = _best(options[1:], used.union(stack.beneath))
            if stack.weight + weight > best[0]:
                best = (stack.weight + weight, (stack, *rest))
    return best


# Round outlines that are new on the table reveal a piece on ground of its own colour. The area within must have
# the colour too; an outline alone proves no piece.

NEEDS_NO_WORD: Final = 9.0
"""Score from which a top is not judged by its outline."""
LEAST_NEW: Final = 0.5
"""Minimum new share of the outline of a piece that came to lie there."""
USUALLY_NEW, NEW_WEIGHT = 0.8, 8.0
"""Usual new share of a top's outline, and the loss of score per unit below it."""
OUTLINED_FITS: Final = 1.0
OUTLINED_SCORE: Final = 5.0
_PLACES, _REACH_MM = 8, 3.0
"""Maximum outlines that are looked at closely, and the reach about each."""
_FAINT: Final = 2.0
_NOISES: Final = 2.0
_EDGE: Final = 0.4
"""A new edge counts in full if as steep as the sum of _FAINT, _NOISES x noise and _EDGE x the edges there before."""


def with_outlined(
    look: TowerLook, earlier: TowerLook, candidates: Sequence[Top], colours: Sequence[str], hidden: Mask
) -> list[Top]:
    """The candidates, with those of colours without a clear one judged by their outlines, and tops found by outline.

    `hidden`: samples of the sheet that other things cover.
    """
    clear = {one.colour for one in candidates if one.score >= NEEDS_NO_WORD}
    weak = [colour for colour in colours if colour not in clear]
    if not weak:
        return list(candidates)
    # Per sample, the share (0..1) of a piece's outline about it that is a new edge.
    view, radius = look.view & earlier.view, look.radius(0) * look.sheet.scale
    now, was = lit_alike(look.sheet.picture, earlier.sheet.picture, view)
    steep = _steep(now - was)
    noise = float(np.median(steep[view])) if view.any() else 0.0
    edges = cv2.dilate(_steep(was), np.ones((3, 3), np.uint8))
    shows = np.minimum(steep / (_FAINT + _NOISES * noise + _EDGE * edges), 1.0)
    shows[~view] = 0
    half = int(np.ceil(radius + 1.5))
    steps = np.arange(-half, half + 1)
    ring = np.clip(1.2 - np.abs(np.hypot(*np.meshgrid(steps, steps)) - radius), 0, 1).astype(np.float32)
    new = np.asarray(cv2.filter2D(shows, cv2.CV_32F, ring / ring.sum()), np.float32)

    def judged(one: Top) -> Top:
        if one.visible < WHOLE:
            return one
        column, row = look.sheet.nearest(one.x, one.y)
        here = new[max(0, row - 1) : max(0, row + 2), max(0, column - 1) : max(0, column + 2)]
        known = float(here.max()) if here.size else 0.0
        return replace(one, score=one.score - NEW_WEIGHT * max(0.0, USUALLY_NEW - known))

    found = [one if one.colour in clear else judged(one) for one in candidates]
    # New outlines where no piece is known, the clearest first.
    left = np.array(np.where(hidden, 0, new), np.float32)
    for one in candidates:
        if one.colour in clear:
            cv2.circle(left, look.sheet.nearest(one.x, one.y), round(radius), 0, -1)
    half = round(0.5 * radius)
    for column, row in peaks(left, LEAST_NEW, _PLACES, 0.7 * radius):
        numbers = look.steps[max(0, row - half) : row + half + 1, max(0, column - half) : column + half + 1]
        for colour in weak:
            if float(np.median(look.colours.fits(colour, numbers))) < OUTLINED_FITS:
                continue
            top = look.top_near(*look.sheet.place(column, row), colour, look.size.high, _REACH_MM)
            if top.fits >= OUTLINED_FITS and top.score >= OUTLINED_SCORE:
                found.append(judged(top))
    return sorted(found, key=lambda one: -one.score)


def _steep(values: Values) -> Values:
    """The gradient (grey levels per sample) of the steepest channel."""
    across, down = cv2.Sobel(values, cv2.CV_32F, 1, 0, ksize=3), cv2.Sobel(values, cv2.CV_32F, 0, 1, ksize=3)
    return np.asarray(np.sqrt(most_of(across * across + down * down)) / 8, np.float32)


STRAY_SCORE, STRAY_FITS = 8.0, 1.0
"""Minimum score and fit of a top elsewhere, where the ground changed, that shows its tower to be touched."""
CLEARLY_ELSEWHERE: Final = 9.5
"""Score of a piece's top elsewhere from which its tower is not whole."""
STRAY_GROUND: Final = 1.0
STRAY_GAIN: Final = 2.5
STRAY_REACH_MM: Final = 2.0
"""Where the ground fits less than STRAY_GROUND, as in a shadow, a top counts if its score rose there by STRAY_GAIN over
the best within STRAY_REACH_MM in the picture before."""
GONE: Final = 2.5
"""Loss of its top's score from which a tower was touched; white on white paper shows no more change."""
RIDES_MM: Final = 6.0
"""Tolerance of the place of a piece on a tower, against that of the tower's next piece."""
WHOLE_LEAD: Final = 40.0
"""Minimum lead (mm²) of a changed tower as a whole over any part of it."""
AS_GOOD_A_PIECE: Final = 1.0
"""Maximum loss of score, as the black piece against as the disc, of a black thing on a tower that is the piece."""
RIDES_LEAD: Final = 40.0
"""Minimum lead (mm²) of a whole tower beneath a top over the top alone."""


def touched_towers(
    look: TowerLook,
    earlier: TowerLook,
    ground: Values,
    towers: Sequence[StandingTower],
    discs: list[FlickedDisc],
) -> list[StandingTower]:
    """The towers that changed, and unchanged ones of which a piece has turned up elsewhere."""

    def was_not_there(one: Top) -> bool:
        """Whether the earlier picture shows a worse top there, or another colour."""
        before = earlier.top_near(one.x, one.y, one.colour, earlier.size.high, STRAY_REACH_MM)
        return before.score < one.looks - STRAY_GAIN or before.fits < 0

    touched = []
    for tower in towers:
        level, colour = len(tower.booked.colours) - 1, tower.booked.colours[-1]
        # A shadow on it is no change.
        inside = covered(look.sheet, bodies(look, tower)) & look.view
        if (inside.any() and (ground[inside] < 0).mean() > UNTOUCHED) or (
            top_on(look, tower.x, tower.y, level, colour, STRAY_REACH_MM).score < tower.top.score - GONE
        ):
            touched.append(tower)
    # If a piece of an unchanged tower shows clearly elsewhere, that tower was touched after all.
    known = where_touched(look, ground, touched)
    nothing = np.zeros(ground.shape, np.bool_)
    steady = [colour for tower in towers if tower not in touched for colour in tower.booked.colours]
    disc = the_disc(discs, [], look.size.disc_across)
    strays = {
        one.colour
        for one in find_tops(look, steady, known, nothing, 2)
        if one.score >= STRAY_SCORE
        and one.fits >= STRAY_FITS
        and (
            one.ground < 0
            or ((one.ground < STRAY_GROUND or one.score >= CLEARLY_ELSEWHERE) and was_not_there(one))
        )
        and (disc is None or not is_the_disc(one, disc, look.size))
    }
    return [tower for tower in towers if tower in touched or strays & set(tower.booked.colours)]


def where_touched(look: TowerLook, ground: Values, touched: Sequence[StandingTower]) -> Values:
    """`ground` where towers stood, which is unknown, judged by the colours about them."""
    own = [covered(look.sheet, bodies(look, tower, 1.5)) for tower in touched]
    unknown = np.any([np.zeros_like(look.view), *own], axis=0)
    for tower, inside in zip(touched, own, strict=True):
        wide = covered(look.sheet, [((tower.x, tower.y, look.size.across / 2 + 12.0),)])
        fits = as_surroundings(look.sheet.picture, inside, wide & ~unknown & (ground > 0))
        ground = np.where(inside, fits, ground).astype(np.float32)
    return ground


def ridden(site: Site, candidates: Sequence[Top]) -> list[tuple[StandingTower, Top]]:
    """Towers on which a piece from elsewhere came to lie, each with that piece's top.

    Such a tower shows no top of its own; without this, print in its colours would be taken for its pieces.
    """
    look, found = site.look, list[tuple[StandingTower, Top]]()
    for tower in site.former:
        names, high = tower.booked.colours, look.size.high * (len(tower.booked.colours) + 1)
        x, y, _ = look.seen(tower.x, tower.y, high)
        for one in candidates:
            near = np.hypot(one.x - x, one.y - y) <= RIDES_MM
            if not near or one.colour in names or one.score < STRAY_SCORE or one.visible < 1:
                continue
            if any(one.colour == other.colour for _, other in found):
                continue
            weights, most = _weights(site, one, names)
            if weights[names] > most and weights[names] > weights[()] + RIDES_LEAD:
                found.append((tower, one))
                break
    return found


def _weights(site: Site, top: Top, names: tuple[str, ...]) -> tuple[dict[tuple[str, ...], float], float]:
    """The evidence (mm²) for each lower and upper part of a tower beneath a top, and the most for a proper part."""
    parts = [names[:count] for count in range(len(names) + 1)]
    parts += [names[count:] for count in range(1, len(names))]
    weights = {one.beneath: one.weight for one in stacks_beneath(site, top, parts)}
    return weights, max(weight for beneath, weight in weights.items() if beneath != names)


def still_whole(site: Site, candidates: Sequence[Top]) -> list[StandingTower]:
    """The changed towers that still stand, by their tops and what shows beneath.

    Without this, print in their colours elsewhere would be taken for their pieces.
    """
    whole = []
    for tower in site.former:
        *lower, colour = tower.booked.colours
        names = tuple(lower)
        if not names or any(one.colour in names and one.score >= CLEARLY_ELSEWHERE for one in candidates):
            continue
        top = top_on(site.look, tower.x, tower.y, len(names), colour, STRAY_REACH_MM)
        if top.score < STRAY_SCORE or top.fits < STRAY_FITS:
            continue
        weights, most = _weights(site, top, names)
        # Without the bonus for being unmoved: the lead must be visible.
        if weights[names] - UNMOVED * len(names) > most + WHOLE_LEAD:
            whole.append(tower)
    return whole


def bodies(look: TowerLook, tower: StandingTower, more_mm: float = 0.0) -> list[tuple[Circle, ...]]:
    """The outlines of a tower's pieces, bottom first, enlarged by `more_mm`."""
    return body(look, tower.x, tower.y, len(tower.booked.colours), more_mm)


def not_on_towers(
    look: TowerLook, discs: Sequence[FlickedDisc], touched: Sequence[StandingTower]
) -> list[FlickedDisc]:
    """The discs without those that are the black piece on a tower, which looks larger nearer the camera."""

    def rides(disc: FlickedDisc, tower: StandingTower) -> bool:
        if "black" in tower.booked.colours or np.hypot(disc.x - tower.x, disc.y - tower.y) > RIDES_MM:
            return False
        top = top_on(look, tower.x, tower.y, len(tower.booked.colours), "black", RIDES_MM)
        return top.score >= disc.score - AS_GOOD_A_PIECE

    return [disc for disc in discs if not any(rides(disc, tower) for tower in touched)]


def is_the_disc(one: Top, disc: FlickedDisc, size: Size) -> bool:
    """Whether a top is black and lies within the disc."""
    near = np.hypot(one.x - disc.x, one.y - disc.y) < size.disc_across / 2
    return one.colour == "black" and bool(near)


# Pieces as reported: one of each colour, with its neighbours below and above. A piece that was not found is reported
# without a place.

EVEN: Final = 6.0
"""Score at which the chance of a top is one half; its log odds are the score minus this."""
AT_MOST: Final = 0.8
"""Maximum chance of pieces that lie across others, or under pieces of another tower."""


@dataclass(frozen=True, slots=True)
class PieceFound:
    """One piece: its middle in table mm (None: not found) and its level, 0 on the board.

    `sure`: the chance (0..1) that it is there; `visible`: its visible share (0..1); `over`: the colour of the piece
    right beneath it; `under`: the colour of the piece right above it.
    """

    colour: str
    x: float | None
    y: float | None
    _: KW_ONLY
    level: int = 0
    sure: float = 0.0
    visible: float = 0.0
    over: str | None = None
    under: str | None = None


@dataclass(frozen=True, slots=True)
class BoardPieces:
    """All pieces, one of each colour asked for, in that order, and the flicked disc if it shows."""

    pieces: tuple[PieceFound, ...]
    disc: FlickedDisc | None

    def of(self, colour: str) -> PieceFound:
        """The piece of a colour. Raises KeyError for a colour that was not asked for."""
        return {piece.colour: piece for piece in self.pieces}[colour]


def as_towers(found: BoardPieces, slack_mm: float) -> list[BookedTower]:
    """The towers found, as the book of the next look; pieces not found have none."""
    towers = []
    for piece in found.pieces:
        if piece.x is not None and piece.y is not None and piece.under is None:
            names = [piece.colour]
            while (over := found.of(names[0]).over) is not None and over not in names:
                names.insert(0, over)
            towers.append(BookedTower("", piece.x, piece.y, tuple(names), slack_mm))
    return towers


def chance_of(score: float) -> float:
    """The chance (0..1) that a top with this score is one."""
    return round(float(1 / (1 + np.exp(EVEN - score))), 3)


def as_column(look: TowerLook, names: Sequence[str], x: float, y: float, sure: float) -> list[PieceFound]:
    """The pieces of a tower at (x, y) mm, bottom first."""
    whole = [covered(look.sheet, [circles]) for circles in body(look, x, y, len(names))]
    pieces = []
    for level, (name, area) in enumerate(zip(names, whole, strict=True)):
        shows = area & ~np.any([np.zeros_like(area), *whole[level + 1 :]], axis=0)
        pieces.append(
            PieceFound(
                name,
                x,
                y,
                level=level,
                sure=sure,
                visible=round(float(shows.sum()) / max(1, int(area.sum())), 2),
                over=names[level - 1] if level else None,
                under=names[level + 1] if level + 1 < len(names) else None,
            )
        )
    return pieces


def on_others(pieces: list[PieceFound], look: TowerLook) -> list[PieceFound]:
    """The pieces with overlaps resolved: of two that show nearer than two can lie, the more visible lies on top."""
    told = list(pieces)
    for number, one in enumerate(told):
        for other in told:
            if one is other or one.x is None or one.y is None or other.x is None or other.y is None:
                continue
            near = np.hypot(one.x - other.x, one.y - other.y) < 0.85 * look.size.across
            if near and one.level == other.level and one.visible > other.visible and one.over is None:
                level = other.level + 1
                x, y, _ = look.seen(one.x, one.y, look.size.high * (one.level + 1))
                x, y = look.stands(x, y, look.size.high * (level + 1))
                told[number] = replace(
                    one, x=x, y=y, level=level, over=other.colour, sure=min(one.sure, AT_MOST)
                )
                place = told.index(other)
                told[place] = replace(other, under=one.colour, sure=min(other.sure, AT_MOST))
                break
    return told


# Pieces in one picture without a book: clear tops are reported, and stacks beneath them are weighed. The colours in
# play and the towers' heights are unknown, so an answer with a close rival gets a low chance.

ALONE_TRIES: Final = 6
"""Maximum places per colour that are looked at closely."""
CLEAR: Final = 8.5
"""Minimum score of a clear top; a lower one may be print, and its piece may lie beneath another."""
HIGHEST: Final = 4
"""Maximum pieces searched beneath a top."""
KEPT: Final = 6
"""Maximum guesses beneath each top that are combined with those of the others."""
EACH: Final = 45.0
"""Penalty (mm²) per piece beneath a top, because a shadow may look like one."""
ALONE_CLEAR_LEAD: Final = 100.0
"""Lead (mm²) over the next guess from which a stack is certain."""

LEAST_SURE: Final = 0.6
"""Chance of a clear top's place and level if nothing tells what it lies on."""


def find_alone(look: TowerLook, colours: Sequence[str]) -> tuple[PieceFound, ...]:
    """A piece of each colour, without a place if none shows."""
    nothing = np.zeros(look.view.shape, np.bool_)
    ground = np.zeros(look.view.shape, np.float32)
    tops = chosen(find_tops(look, colours, ground, nothing, ALONE_TRIES), 0.7 * look.size.across)
    clear = [one for one in tops if one.score >= CLEAR]
    rest = [colour for colour in colours if all(one.colour != colour for one in clear)]
    found: dict[str, PieceFound] = {}
    # Per clear top: the best stacks of the `rest` of the colours, the empty one always among them, and the most
    # evidence for a stack with a colour that has a clear top elsewhere.
    weighed = []
    for one in clear:
        others = [colour for colour in colours if colour != one.colour]
        counts = range(min(HIGHEST, len(others)) + 1)
        options = [beneath for count in counts for beneath in permutations(others, count)]
        told = stacks_beneath(Site(look, None, ()), one, options, EACH)
        strange = max((s.weight for s in told if not set(s.beneath) <= set(rest)), default=-np.inf)
        likely = [stack for stack in told if set(stack.beneath) <= set(rest)]
        best = sorted(likely, key=lambda stack: -stack.weight)[:KEPT]
        weighed.append((best if told[0] in best else [*best, told[0]], float(strange)))
    stacks = likeliest([likely for likely, _ in weighed])
    for one, (stack, lead), (_, strange) in zip(clear, stacks, weighed, strict=True):
        # A clear top elsewhere may be print, and its piece lie here.
        lead = min(lead, stack.weight - strange)
        sure = chance_of(one.score) * (
            LEAST_SURE + (1 - LEAST_SURE) * float(np.clip(lead / ALONE_CLEAR_LEAD, 0, 1))
        )
        if stack.beneath:
            sure = min(sure, AT_MOST)
        column = as_column(look, (*stack.beneath, one.colour), stack.x, stack.y, round(sure, 3))
        found |= {piece.colour: piece for piece in column}
    for one in tops:
        if one.colour not in found:
            sure = min(AT_MOST, chance_of(one.score))
            found[one.colour] = PieceFound(one.colour, *look.foot(one, 0), sure=sure, visible=one.visible)
    missing = [PieceFound(colour, None, None) for colour in colours if colour not in found]
    return tuple(on_others([*(found[colour] for colour in colours if colour in found), *missing], look))


# Where the towers of the book stand in a picture. Two towers cannot stand in one place: the better one has it, and
# the other is searched beside it.

LEAST_STANDING: Final = 2.5
"""Minimum score of the top of a tower that stands where the book has it."""
SIDE_BY_SIDE: Final = 0.85
"""Minimum distance of the middles of pieces side by side, in widths."""


def standing(look: TowerLook, book: Sequence[BookedTower]) -> list[StandingTower]:
    waiting = [(number, stand(look, booked)) for number, booked in enumerate(book) if booked.colours]
    placed: dict[int, StandingTower] = {}
    while waiting:
        waiting.sort(key=lambda one: one[1].top.score)
        number, tower = waiting.pop()
        if tower.top.score < LEAST_STANDING:
            continue
        booked = tower.booked
        apart = SIDE_BY_SIDE * look.size.across
        taken = [(other.x, other.y, apart) for other in placed.values()]
        crowded = any(float(np.hypot(tower.x - x, tower.y - y)) < apart for x, y, _ in taken)
        # A tower with little reach has no other place: by the book it lies across its neighbour.
        if booked.reach_mm > look.size.across and crowded:
            waiting.append((number, stand(look, booked, taken)))
        else:
            placed[number] = tower
    return [placed[number] for number in sorted(placed)]


STILL_THERE_MM: Final = 3.0
"""Maximum shift of a tower that lost its top."""
NOWHERE: Final = 60.0
"""Bonus (mm²) per colour beneath a top that would otherwise be nowhere."""
TRIES, TRIES_WITHOUT_GROUND = 3, 6
"""Maximum places per colour that are looked at closely: with a picture before, and without."""
PARTLY_CLEAR: Final = 5.5
"""Minimum score of a partly hidden top before stacks are weighed; a lower one may be a tower's side."""
FAINT: Final = 4.5
"""Minimum score of a top that counts before stacks are weighed; a lower one counts if its piece is nowhere else."""
BLACK_SCORE: Final = 8.0
"""Score as the black piece from which the disc found may be that piece."""
LEAST_FITS_AT_ALL: Final = -2.0
"""Minimum fit of the last remaining candidate for a colour."""
BOOKED: Final = 2.0
BOOKED_EDGE, BOOKED_FITS = 0.75, 2.0
"""Bonus for the score of a top where the book has it, if its edge and its fit reach these."""
CLEAR_LEAD: Final = 60.0
"""Lead (mm²) over the next guess from which a tower is certain."""


def find_board_pieces(
    image: Picture,
    plane: Plane,
    colours: Sequence[str],
    book: Sequence[BookedTower] | None = None,
    before: Picture | None = None,
    size: Size | None = None,
    before_plane: Plane | None = None,
) -> BoardPieces:
    """The pieces of these colours in a picture (BGR).

    `book`: the towers as they stood in the picture `before`; without that, as they should stand in this one.
    `before_plane`: the camera's plane then, if it has moved. Raises KeyError for a colour that no wooden piece has.
    """
    size = size or Size()
    look = TowerLook(image, plane, named(colours), size)
    earlier = None if before is None else TowerLook(before, before_plane or plane, look.names, size, look.box)
    return find_in_look(look, colours, book, earlier)


def named(colours: Sequence[str]) -> tuple[str, ...]:
    """These colours, and black, the flicked disc's: the colours that a look must know."""
    return tuple(dict.fromkeys((*colours, "black")))


# The search goes from certain to guessed, and what was found is not searched again:
# 1. changes against the picture before: towers without a change stand as they stood;
# 2. the flicked disc, and tops of the colours still missing; a black top may be the disc itself;
# 3. changed towers that still stand, and towers on which a piece from elsewhere came to lie: print in their colours
#    elsewhere on the board must not be taken for pieces;
# 4. the tops that remain, one per colour, and beneath them the colours without a top (`likeliest` weighs all);
# 5. last, faint tops and those that others partly hide.
def find_in_look(
    look: TowerLook, colours: Sequence[str], book: Sequence[BookedTower] | None, earlier: TowerLook | None
) -> BoardPieces:
    """`find_board_pieces` for prepared pictures; both looks must be at the same box of the table."""
    size = look.size
    if book is None and earlier is None:
        return BoardPieces(find_alone(look, colours), None)
    towers = standing(earlier or look, book) if book is not None else []
    if book is None and earlier is not None:
        seen_then = find_board_pieces(earlier.image, earlier.plane, colours, size=earlier.size)
        towers = [stand(earlier, booked) for booked in as_towers(seen_then, 2.0)]
    ground = np.zeros(look.view.shape, np.float32)
    touched: list[StandingTower] = []
    discs: list[FlickedDisc] = []
    if earlier is not None:
        ground = as_ground(look.sheet.picture, earlier.sheet.picture, look.view & earlier.view)
        discs = find_discs(look, ground)
        touched = touched_towers(look, earlier, ground, towers, discs)
        if any("black" in tower.booked.colours for tower in touched):
            discs = not_on_towers(look, discs, touched)
        ground = where_touched(look, ground, touched)
    steady = [tower for tower in towers if tower not in touched]
    found = {piece.colour: piece for tower in steady for piece in _as_pieces(look, tower)}
    hidden = covered(look.sheet, [outline for tower in steady for outline in bodies(look, tower)])
    loose = [colour for colour in colours if colour not in found]
    tries = TRIES if earlier is not None else TRIES_WITHOUT_GROUND
    candidates = find_tops(look, loose, ground, hidden, tries)
    blacks = [one for one in candidates if one.colour == "black"]
    disc = the_disc(discs, blacks, size.disc_across)
    if disc is not None:
        radius = size.disc_across / 2
        top = look.seen(disc.x, disc.y, size.disc_high, radius)
        hidden |= covered(look.sheet, [((disc.x, disc.y, radius), top)])
        candidates = [one for one in candidates if not is_the_disc(one, disc, size)]
    if earlier is not None:
        candidates = with_outlined(look, earlier, candidates, loose, hidden)
        candidates = [one for one in candidates if disc is None or not is_the_disc(one, disc, size)]
        for tower in still_whole(Site(look, earlier, touched), candidates):
            found |= {piece.colour: piece for piece in _as_pieces(look, tower)}
            touched.remove(tower)
        candidates = [one for one in candidates if one.colour not in found]
    for tower, rider in ridden(Site(look, earlier, touched), candidates):
        names = (*tower.booked.colours, rider.colour)
        x, y = look.foot(rider, len(names) - 1)
        sure = min(_sure(rider), AT_MOST)
        found |= {piece.colour: piece for piece in as_column(look, names, x, y, sure)}
        touched.remove(tower)
    loose = [colour for colour in loose if colour not in found]
    candidates = [one for one in candidates if one.colour in loose]
    # Tops of pieces that moved: those in full view first, then partly hidden ones.
    for tower in touched:
        for level, colour in enumerate(tower.booked.colours):
            if colour in loose:
                candidates.append(top_on(look, tower.x, tower.y, level, colour, STILL_THERE_MM))
    candidates = [one for one in candidates if one.score >= LEAST_STANDING or one.visible < 1]
    tops = chosen(sorted(candidates, key=lambda one: -one.score), look.size.across * 0.7)
    left = [colour for colour in loose if all(one.colour != colour for one in tops)]
    if left and earlier is not None:
        partly = _partly_hidden(look, left, tops, ground, hidden, LEAST_FITS)
        tops += [one for one in partly if one.score >= PARTLY_CLEAR]
    faint = [one for one in tops if one.score < FAINT]
    tops = [one for one in tops if one.score >= FAINT]
    # Colours without a top lie beneath one: any part of each touched tower, in its order.
    missing = [colour for colour in loose if all(one.colour != colour for one in tops)]
    booked = {name for tower in touched for name in tower.booked.colours}
    each, site = 0.0 if book is None else NOWHERE, Site(look, earlier, touched)
    weighed = []
    for one in tops:
        # Pieces of the top's own tower that lay beneath it come lowest, then others.
        order: list[str] = []
        for tower in touched:
            names = tower.booked.colours
            if one.colour in names:
                order = [name for name in names[: names.index(one.colour)] if name in missing] + order
            else:
                order += [name for name in names if name in missing]
        order += [name for name in missing if name not in booked]
        parts = [some for count in range(len(order) + 1) for some in combinations(order, count)]
        alone = [Stack((), *look.foot(one, 0), 0.0, likely=True)]
        weighed.append(stacks_beneath(site, one, parts, each) if order else alone)
    for one, (stack, lead) in zip(tops, likeliest(weighed), strict=True):
        sure = _sure(one) * (0.5 + 0.5 * min(1.0, lead / CLEAR_LEAD))
        if not stack.likely:
            sure = min(sure, AT_MOST)
        column = as_column(look, (*stack.beneath, one.colour), stack.x, stack.y, round(sure, 3))
        column[-1] = replace(column[-1], visible=one.visible)
        found |= {piece.colour: piece for piece in column}
    found |= {one.colour: _alone(look, one) for one in faint if one.colour not in found}
    left = [colour for colour in loose if colour not in found]
    if left and earlier is not None:
        for one in _partly_hidden(look, left, tops, ground, hidden, LEAST_FITS_AT_ALL):
            found[one.colour] = _alone(look, one)
    if disc is not None and "black" in found and _may_be_the_piece(disc, blacks, size):
        found["black"] = replace(found["black"], sure=min(found["black"].sure, AT_MOST))
    pieces = on_others([found.get(colour, PieceFound(colour, None, None)) for colour in colours], look)
    return BoardPieces(tuple(pieces), disc)


def _partly_hidden(
    look: TowerLook, left: Sequence[str], tops: Sequence[Top], ground: Values, hidden: Mask, least_fits: float
) -> list[Top]:
    """Tops of the colours `left` that found pieces partly hide."""
    above = [outline for one in tops for outline in body(look, *look.foot(one, 0), 1)]
    over = hidden | covered(look.sheet, above)
    return chosen(find_tops(look, left, ground, over, 2, least_fits), look.size.across * 0.3)


def _alone(look: TowerLook, one: Top) -> PieceFound:
    return PieceFound(one.colour, *look.foot(one, 0), sure=_sure(one), visible=one.visible)


def _may_be_the_piece(disc: FlickedDisc, blacks: Sequence[Top], size: Size) -> bool:
    """Whether the disc found may be the black piece."""
    alike = any(is_the_disc(one, disc, size) and one.score >= BLACK_SCORE for one in blacks)
    return alike and disc.score < LIKELY_DISC


def _as_pieces(look: TowerLook, tower: StandingTower) -> list[PieceFound]:
    top = tower.top
    word = BOOKED if top.edge >= BOOKED_EDGE and top.fits >= BOOKED_FITS else 0.0
    return as_column(look, tower.booked.colours, tower.x, tower.y, chance_of(top.score + word))


def _sure(one: Top) -> float:
    return round(chance_of(one.score) * (0.5 + 0.5 * one.visible), 3)
