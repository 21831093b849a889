"""Finds wooden pieces on a game's board, single and in towers, in millimetres: before a flick and after it.

Rule kept: every colour in play is told of once, neither lost nor made; one that cannot be found is told without a
place. Pieces that are still stacked keep the order that the book has; what lies hidden is inferred from it and no surer
than what lies on it.
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

# Towers: where those of the book stand, whether they were touched, and what a top that is left stands on.

UNTOUCHED: Final = 0.04
"""A tower of which no larger part changed stands as it stood."""
UNMOVED, UNMOVED_MM = 80.0, 5.0
"""What it counts (mm² of picture) for each piece beneath a top that it would be where it was, to within so much."""
SCALE: Final = 1.5
"""Samples a mm for telling what a tower is made of."""
_AROUND_MM: Final = 20.0
_RING_MM: Final = 14.0


@dataclass(frozen=True, slots=True)
class BookedTower:
    """Where by the book a tower stands, or a single piece: its square, the square's middle (mm), how far from it the
    tower's own may be, and its colours, bottom first."""

    square: str
    x: float
    y: float
    colours: tuple[str, ...]
    reach_mm: float = 12.0


@dataclass(frozen=True, slots=True)
class StandingTower:
    """A tower where a picture shows it: `x`, `y` (mm) of its uppermost piece, and how its top looks."""

    booked: BookedTower
    x: float
    y: float
    top: Top


def stand(look: TowerLook, booked: BookedTower, taken: Sequence[Circle] = ()) -> StandingTower:
    """Where a tower of the book stands in a picture, its middle in none of the circles (mm) that are `taken`.

    Its top's score is far below 0 where all its places are taken.
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
    """How a top of a colour looks at a level of a tower at (x, y) mm, or near there."""
    high = look.size.high * (level + 1)
    shown = [look.seen(at_x, at_y, high, radius) for at_x, at_y, radius in taken]
    return look.top_near(*look.seen(x, y, high)[:2], colour, high, reach_mm, taken=shown)


def body(look: TowerLook, x: float, y: float, pieces: int, more_mm: float = 0.0) -> list[tuple[Circle, ...]]:
    """The outlines (two circles each) of the pieces of a tower at (x, y) mm, bottom first, and `more_mm` about."""
    radius, high = look.size.across / 2 + more_mm, look.size.high
    rings = [look.seen(x, y, high * level, radius) for level in range(pieces + 1)]
    return [(low, top) for low, top in pairwise(rings)]


@dataclass(frozen=True, slots=True)
class Stack:
    """What a top may stand on, bottom first, where it stands then (mm), and how much speaks for it (mm² of picture).

    `likely`: all of it was beneath that top before, or is where it was.
    """

    beneath: tuple[str, ...]
    x: float
    y: float
    weight: float
    likely: bool


@dataclass(frozen=True, slots=True, eq=False)
class Site:
    """A part of the board in which towers were touched: the look now, the one before the flick, the towers then.

    Where these stood the ground is not known.
    """

    look: TowerLook
    before: TowerLook | None
    former: Sequence[StandingTower]


def stacks_beneath(
    site: Site, top: Top, options: Sequence[tuple[str, ...]], each: float = 0.0
) -> list[Stack]:
    """What may lie beneath a top, of these options.

    `each`: what it counts (mm² of picture) for every colour of the top's own tower that would otherwise be nowhere,
    and against any other: few pieces come to lie right beneath one from elsewhere.
    """
    look, before, former, colour = site.look, site.before, site.former, top.colour
    # A finer sheet about the top, the numbers of its colours, and how well it shows the ground. Where that was never
    # seen it is taken to be of the colours about it.
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
        """Where the side, and where the top, of each piece shows above `count` others and of these, bottom first."""
        shows = np.zeros(sheet.picture.shape[:2], np.uint8)
        for level, circles in enumerate(body(look, *look.foot(top, count), count + 1)):
            fill(shows, sheet, circles, 2 * level + 1)
            fill(shows, sheet, circles[1:], 2 * level + 2)
        return [(shows == 2 * level + 1, shows == 2 * level + 2) for level in range(count + 1)]

    @cache
    def fits(count: int, level: int, name: str) -> float:
        """How much speaks for a piece of a colour where a level shows, in mm² of the table."""
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
        # The lowest ones of a tower that stood there would be where they were.
        there = (tower for tower in former if np.hypot(tower.x - x, tower.y - y) <= UNMOVED_MM)
        unmoved = len(stack) * any(tower.booked.colours[: len(stack)] == stack for tower in there)
        akin = [any({one, colour} <= family for family in families) for one in stack]
        strange = 0 if unmoved else akin.count(False)
        weight += each * (len(stack) - 2 * strange) + UNMOVED * unmoved
        weighed.append(Stack(stack, x, y, weight, strange == 0))
    return weighed


def likeliest(options: Sequence[Sequence[Stack]]) -> list[tuple[Stack, float]]:
    """One stack for each top, such that no colour lies in two places, and by how much (mm²) it is ahead."""
    found = _best(options, frozenset())
    told = []
    for number, stack in enumerate(found[1]):
        others = [other for other in options[number] if other.beneath != stack.beneath]
        second = _best([*options[:number], others, *options[number + 1 :]], frozenset())[0]
        told.append((stack, found[0] - second))
    return told


def _best(options: Sequence[Sequence[Stack]], used: frozenset[str]) -> tuple[float, tuple[Stack, ...]]:
    if not options:
        return 0.0, ()
    best: tuple[float, tuple[Stack, ...]] = (-float("inf"), ())
    for stack in options[0]:
        if used.isdisjoint(stack.beneath):
            weight, rest = _best(options[1:], used.union(stack.beneath))
            if stack.weight + weight > best[0]:
                best = (stack.weight + weight, (stack, *rest))
    return best


# Round outlines that are new on the table: they betray a piece on ground of its own colour. An outline alone
# makes no piece; what lies within it must have the colour, looked at closely.

NEEDS_NO_WORD: Final = 9.0
"""A colour with a top at least so good needs no other word."""
LEAST_NEW: Final = 0.5
"""The least part of its outline that is new about a piece that came to lie somewhere."""
USUALLY_NEW, NEW_WEIGHT = 0.8, 8.0
"""What it counts that less than usual of a top's outline is new."""
OUTLINED_FITS: Final = 1.0
OUTLINED_SCORE: Final = 5.0
_PLACES, _REACH_MM = 8, 3.0
"""Places that are looked at closely, and how far around each."""
_FAINT: Final = 2.0
_NOISES: Final = 2.0
_EDGE: Final = 0.4
"""A slope counts in full from this steepness, this multiple of the noise and this part of the edges there before."""


def with_outlined(
    look: TowerLook, earlier: TowerLook, candidates: Sequence[Top], colours: Sequence[str], hidden: Mask
) -> list[Top]:
    """The candidates, those of colours that have no clear one judged by their outlines as well, and with tops that
    only show by those. `hidden`: samples that show other things already found."""
    clear = {one.colour for one in candidates if one.score >= NEEDS_NO_WORD}
    weak = [colour for colour in colours if colour not in clear]
    if not weak:
        return list(candidates)
    # How much (0..1) of a piece's outline about each sample of the sheet is an edge that was not there.
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
    # Where a round outline is new and no piece is known, the clearest first.
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
    """By how many levels a sample the steepest channel changes."""
    across, down = cv2.Sobel(values, cv2.CV_32F, 1, 0, ksize=3), cv2.Sobel(values, cv2.CV_32F, 0, 1, ksize=3)
    return np.asarray(np.sqrt(most_of(across * across + down * down)) / 8, np.float32)


STRAY_SCORE, STRAY_FITS = 8.0, 1.0
"""A top at least so good and of its colour, where the ground is gone, belongs to a tower that was touched."""
CLEARLY_ELSEWHERE: Final = 9.5
"""A tower is not whole of which a piece has so good a top elsewhere."""
STRAY_GROUND: Final = 1.0
STRAY_GAIN: Final = 2.5
STRAY_REACH_MM: Final = 2.0
"""What looks like a shadow, or like the ground about a tower that was there, may be a top all the same: if the picture
before has none so good there."""
GONE: Final = 2.5
"""A tower whose top has a score so much smaller than before is not as it was: white on white paper changes no more."""
RIDES_MM: Final = 6.0
"""How far a piece on a tower may show from where the tower's next piece would."""
WHOLE_LEAD: Final = 40.0
"""So much more (mm² of picture) must speak for all of a tower that changed than for any part of it."""
AS_GOOD_A_PIECE: Final = 1.0
"""What lies on a tower is the black piece rather than the disc if as that it has a score smaller by no more."""
RIDES_LEAD: Final = 40.0
"""So much more (mm² of picture) must speak for the whole tower beneath a top than for the top alone."""


def touched_towers(
    look: TowerLook,
    earlier: TowerLook,
    ground: Values,
    towers: Sequence[StandingTower],
    discs: list[FlickedDisc],
) -> list[StandingTower]:
    """The towers that changed, and those that look as they did but of which a piece has turned up elsewhere."""

    def was_not_there(one: Top) -> bool:
        """Whether the earlier picture shows less of a top of that colour in that place, or another colour."""
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
    """The ground where towers stood is not known: it should be as about it."""
    own = [covered(look.sheet, bodies(look, tower, 1.5)) for tower in touched]
    unknown = np.any([np.zeros_like(look.view), *own], axis=0)
    for tower, inside in zip(touched, own, strict=True):
        wide = covered(look.sheet, [((tower.x, tower.y, look.size.across / 2 + 12.0),)])
        fits = as_surroundings(look.sheet.picture, inside, wide & ~unknown & (ground > 0))
        ground = np.where(inside, fits, ground).astype(np.float32)
    return ground


def ridden(site: Site, candidates: Sequence[Top]) -> list[tuple[StandingTower, Top]]:
    """Towers on which a piece from elsewhere came to lie, each with that piece.

    Such a tower shows no top of its own, and printed things of its colours must not be taken for its pieces.
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
    """What speaks for each lower and upper part of a tower beneath a top, and the most for any but all of it."""
    parts = [names[:count] for count in range(len(names) + 1)]
    parts += [names[count:] for count in range(1, len(names))]
    weights = {one.beneath: one.weight for one in stacks_beneath(site, top, parts)}
    return weights, max(weight for beneath, weight in weights.items() if beneath != names)


def still_whole(site: Site, candidates: Sequence[Top]) -> list[StandingTower]:
    """Of the towers that changed those that stand as they stood all the same, by their tops and what shows beneath.

    Printed things of their colours elsewhere must not be taken for their pieces.
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
        # That all of it is where it was counts for it: the measure is what shows.
        if weights[names] - UNMOVED * len(names) > most + WHOLE_LEAD:
            whole.append(tower)
    return whole


def bodies(look: TowerLook, tower: StandingTower, more_mm: float = 0.0) -> list[tuple[Circle, ...]]:
    """The outlines of a tower's pieces, bottom first, and `more_mm` about."""
    return body(look, tower.x, tower.y, len(tower.booked.colours), more_mm)


def not_on_towers(
    look: TowerLook, discs: Sequence[FlickedDisc], touched: Sequence[StandingTower]
) -> list[FlickedDisc]:
    """The discs less those that are the black piece, come to lie on a tower: nearer the camera it looks larger."""

    def rides(disc: FlickedDisc, tower: StandingTower) -> bool:
        if "black" in tower.booked.colours or np.hypot(disc.x - tower.x, disc.y - tower.y) > RIDES_MM:
            return False
        top = top_on(look, tower.x, tower.y, len(tower.booked.colours), "black", RIDES_MM)
        return top.score >= disc.score - AS_GOOD_A_PIECE

    return [disc for disc in discs if not any(rides(disc, tower) for tower in touched)]


def is_the_disc(one: Top, disc: FlickedDisc, size: Size) -> bool:
    """Whether a black top is the disc, or a part of it."""
    near = np.hypot(one.x - disc.x, one.y - disc.y) < size.disc_across / 2
    return one.colour == "black" and bool(near)


# Pieces as they are told: one of each colour, with what it lies on and what lies on it. A piece that was not
# found is told without a place; it is never left out.

EVEN: Final = 6.0
"""A top with this score is as likely as not to be one; each point more or less counts e."""
AT_MOST: Final = 0.8
"""What is told of pieces that lie across others, or under strange ones, is no surer than this."""


@dataclass(frozen=True, slots=True)
class PieceFound:
    """One piece: its middle in table mm (None: not found) and its level, 0 on the board.

    `sure`: the chance (0..1) that it is there; `visible`: the part of it (0..1) that shows; `over`, `under`: the
    colours of the pieces right beneath and right above it.
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
    """All pieces, one of each colour asked for, in that order, and the flicked disc where it can be seen."""

    pieces: tuple[PieceFound, ...]
    disc: FlickedDisc | None

    def of(self, colour: str) -> PieceFound:
        """The piece of a colour. Raises KeyError for one that was not asked for."""
        return {piece.colour: piece for piece in self.pieces}[colour]


def as_towers(found: BoardPieces, slack_mm: float) -> list[BookedTower]:
    """What was found, as the book of the next look; what was not found has no tower."""
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
    """Pieces that show nearer together than two can lie: the one in full view lies on the other."""
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


# Pieces in one picture of which there is no book: what shows is told, and what a tower is made of is weighed.
# Nobody knows which colours are in play, nor how high a tower is; what another answer explains nearly as well
# is said to be unsure.

ALONE_TRIES: Final = 6
"""Places that are looked at closely for each colour."""
CLEAR: Final = 8.5
"""A top with a smaller score may be something printed: its piece may as well lie beneath another."""
HIGHEST: Final = 4
"""Most pieces looked for beneath a top."""
KEPT: Final = 6
"""Most guesses beneath each top that are weighed against those of the others."""
EACH: Final = 45.0
"""What it counts (mm² of picture) against each piece beneath a top: shadows may look like one."""
ALONE_CLEAR_LEAD: Final = 100.0
"""What lies beneath a top told by so much (mm² of picture) more than the next guess is sure."""

LEAST_SURE: Final = 0.6
"""A clear top is a piece; where nothing tells what it lies on, its place and level are only so sure."""


def find_alone(look: TowerLook, colours: Sequence[str]) -> tuple[PieceFound, ...]:
    """A piece of each colour, without a place where none shows."""
    nothing = np.zeros(look.view.shape, np.bool_)
    ground = np.zeros(look.view.shape, np.float32)
    tops = chosen(find_tops(look, colours, ground, nothing, ALONE_TRIES), 0.7 * look.size.across)
    clear = [one for one in tops if one.score >= CLEAR]
    rest = [colour for colour in colours if all(one.colour != colour for one in clear)]
    found: dict[str, PieceFound] = {}
    # What may lie beneath each top, of the `rest` of the colours, nothing always among it; and how much speaks for the
    # likeliest with a colour that shows a clear top as well.
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
        # A clear top may be something printed, and its piece lie here.
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


# Where the towers of the book stand in a picture, each in a place of its own. Two towers never stand in one
# place; the one that shows better has it, the other is looked for beside it.

LEAST_STANDING: Final = 2.5
"""A tower of the book whose top has a smaller score is not where the book has it."""
SIDE_BY_SIDE: Final = 0.85
"""Pieces whose middles are nearer than so much of their width do not stand side by side."""


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
        # The book has towers that can only stand here nearer together than that where one lies across the other.
        if booked.reach_mm > look.size.across and crowded:
            waiting.append((number, stand(look, booked, taken)))
        else:
            placed[number] = tower
    return [placed[number] for number in sorted(placed)]


STILL_THERE_MM: Final = 3.0
"""A tower that lost its top may have slid so far."""
NOWHERE: Final = 60.0
"""What it counts (mm² of picture) for what lies beneath a top that a colour would otherwise be nowhere."""
TRIES, TRIES_WITHOUT_GROUND = 3, 6
"""So many places are looked at closely for each colour, where it is known what changed, and where it is not."""
PARTLY_CLEAR: Final = 5.5
"""A top partly hidden that is less clear than this may be a tower's side: what lies beneath others is told first."""
FAINT: Final = 4.5
"""A top with a smaller score is believed where its piece is nowhere else, also not beneath another."""
BLACK_SCORE: Final = 8.0
"""What was taken for the flicked disc may be the black piece if it looks so much like one."""
LEAST_FITS_AT_ALL: Final = -2.0
"""Where nothing else can be a piece of a colour, a new thing may be it that fits it so badly."""
BOOKED: Final = 2.0
BOOKED_EDGE, BOOKED_FITS = 0.75, 2.0
"""What the book's word counts beside the look of a top that is where it has it: if outline and colour are a piece's."""
CLEAR_LEAD: Final = 60.0
"""A tower told by so much (mm² of picture) more than the next guess is sure."""


def find_board_pieces(
    image: Picture,
    plane: Plane,
    colours: Sequence[str],
    book: Sequence[BookedTower] | None = None,
    before: Picture | None = None,
    size: Size | None = None,
    before_plane: Plane | None = None,
) -> BoardPieces:
    """Where the pieces of these colours are in a picture (BGR).

    `book`: the towers as they stood in the picture `before`; without such a picture, as they should stand in this one.
    `before_plane`: if the camera stood differently then. Raises KeyError for a colour that no wooden piece has.
    """
    size = size or Size()
    look = TowerLook(image, plane, named(colours), size)
    earlier = None if before is None else TowerLook(before, before_plane or plane, look.names, size, look.box)
    return find_in_look(look, colours, book, earlier)


def named(colours: Sequence[str]) -> tuple[str, ...]:
    """The colours that a look for pieces of these must know: the flicked disc is black."""
    return tuple(dict.fromkeys((*colours, "black")))


# The search goes from what is sure to what is guessed, and what was found is not looked for again:
# 1. what changed against the picture before, so that towers of which nothing changed stand as they stood;
# 2. the flicked disc, and tops of the colours that are missing then; a black top may be the disc itself;
# 3. towers that stand whole all the same, and towers on which a piece from elsewhere came to lie: their colours,
#    printed elsewhere on the board, must not be taken for pieces;
# 4. the tops that remain, one a colour, and beneath them the colours that show no top (`likeliest` weighs them all);
# 5. last, faint tops and those that others hide in part.
def find_in_look(
    look: TowerLook, colours: Sequence[str], book: Sequence[BookedTower] | None, earlier: TowerLook | None
) -> BoardPieces:
    """As `find_board_pieces`, where both pictures are made ready; both looks must be at one box of the table."""
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
    # The tops of pieces that do not stand as they stood: those in full view first, then those partly hidden.
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
    # Beneath the tops lie those colours that show no top of their own: nothing of a tower, or all that may be left of
    # it, in its order.
    missing = [colour for colour in loose if all(one.colour != colour for one in tops)]
    booked = {name for tower in touched for name in tower.booked.colours}
    each, site = 0.0 if book is None else NOWHERE, Site(look, earlier, touched)
    weighed = []
    for one in tops:
        # Of its own tower those that lay beneath it, then others.
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
    """Tops of colours that are left, which others that were found hide in part."""
    above = [outline for one in tops for outline in body(look, *look.foot(one, 0), 1)]
    over = hidden | covered(look.sheet, above)
    return chosen(find_tops(look, left, ground, over, 2, least_fits), look.size.across * 0.3)


def _alone(look: TowerLook, one: Top) -> PieceFound:
    return PieceFound(one.colour, *look.foot(one, 0), sure=_sure(one), visible=one.visible)


def _may_be_the_piece(disc: FlickedDisc, blacks: Sequence[Top], size: Size) -> bool:
    """Whether what was taken for the flicked disc may be the black piece."""
    alike = any(is_the_disc(one, disc, size) and one.score >= BLACK_SCORE for one in blacks)
    return alike and disc.score < LIKELY_DISC


def _as_pieces(look: TowerLook, tower: StandingTower) -> list[PieceFound]:
    top = tower.top
    word = BOOKED if top.edge >= BOOKED_EDGE and top.fits >= BOOKED_FITS else 0.0
    return as_column(look, tower.booked.colours, tower.x, tower.y, chance_of(top.score + word))


def _sure(one: Top) -> float:
    return round(chance_of(one.score) * (0.5 + 0.5 * one.visible), 3)
