"""Finds wooden pieces on a game's board, single and in towers, in millimetres: before a flick and after it.

Rule kept: every colour in play is told of once, neither lost nor made; one that cannot be found is told without a
place, and what lies hidden is inferred from the book and no surer than what lies on it.
"""

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass, replace
from itertools import combinations, permutations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Picture, Values
from vision.mat.plane import Plane
from vision.towers.colour import as_ground
from vision.towers.look import (
    LEAST_FITS,
    LIKELY_DISC,
    FlickedDisc,
    Size,
    Top,
    TowerLook,
    chosen,
    covered,
    find_discs,
    find_tops,
    the_disc,
)
from vision.towers.towers import (
    BookedTower,
    Site,
    Stack,
    StandingTower,
    bodies,
    body,
    is_the_disc,
    likeliest,
    not_on_towers,
    ridden,
    stacks_beneath,
    stand,
    still_whole,
    top_on,
    touched_towers,
    where_touched,
    with_outlined,
)

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
TRIES: Final = 3
TRIES_WITHOUT_GROUND: Final = 6
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
BOOKED_EDGE: Final = 0.75
BOOKED_FITS: Final = 2.0
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
    look: TowerLook,
    left: Sequence[str],
    tops: Sequence[Top],
    ground: Values,
    hidden: NDArray[np.bool_],
    least_fits: float,
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
