"""Finds wooden pieces on a game's board, single and in towers, in millimetres: before a flick and after it.

Rule kept: every colour in play is told of once, neither lost nor made; one that cannot be found is told without a
place, and what lies hidden is inferred from the book and no surer than what lies on it.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Picture
from vision.mat.plane import Plane
from vision.towers.alone import find_alone
from vision.towers.found import AT_MOST, BoardPieces, PieceFound, as_column, chance_of, on_others
from vision.towers.ground import as_ground
from vision.towers.look import TowerLook
from vision.towers.outlines import with_outlined
from vision.towers.sheet import Circle, Size
from vision.towers.standing import LEAST_STANDING, standing
from vision.towers.tops import (
    LEAST_FITS,
    LIKELY_DISC,
    FlickedDisc,
    TopCandidate,
    chosen,
    covered,
    find_discs,
    find_tops,
    the_disc,
)
from vision.towers.touched import (
    bodies,
    is_the_disc,
    not_on_towers,
    ridden,
    still_whole,
    touched_towers,
    where_touched,
)
from vision.towers.towers import (
    BookedTower,
    Site,
    StandingTower,
    body,
    likeliest,
    stacks_beneath,
    stand,
)

__all__ = ["BoardPieces", "BookedTower", "FlickedDisc", "PieceFound", "Size", "find_board_pieces"]

Floats = NDArray[np.float32]

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
        towers = _as_towers(earlier, colours)
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
    hidden = covered(look, [outline for tower in steady for outline in bodies(look, tower)])
    loose = [colour for colour in colours if colour not in found]
    tries = TRIES if earlier is not None else TRIES_WITHOUT_GROUND
    candidates = find_tops(look, loose, ground, hidden, tries)
    blacks = [one for one in candidates if one.colour == "black"]
    disc = the_disc(discs, blacks, size.disc_across)
    if disc is not None:
        hidden |= covered(look, [_disc_outline(look, disc)])
        candidates = [one for one in candidates if not is_the_disc(one, disc, size)]
    if earlier is not None:
        candidates = with_outlined(look, earlier, candidates, loose, hidden)
        candidates = [one for one in candidates if disc is None or not is_the_disc(one, disc, size)]
        for tower in still_whole(look, earlier, touched, candidates):
            found |= {piece.colour: piece for piece in _as_pieces(look, tower)}
            touched.remove(tower)
        candidates = [one for one in candidates if one.colour not in found]
    riders = ridden(look, earlier, touched, candidates)
    for tower, rider in riders:
        column = [*tower.booked.colours, rider.colour]
        x, y = _foot(look, rider, len(column) - 1)
        sure = min(_sure(rider), AT_MOST)
        found |= {piece.colour: piece for piece in as_column(look, column, x, y, sure)}
        touched.remove(tower)
    loose = [colour for colour in loose if colour not in found]
    candidates = [one for one in candidates if one.colour in loose]
    tops = _loose_tops(look, candidates, loose, ground, hidden, touched, known_ground=earlier is not None)
    faint = [one for one in tops if one.score < FAINT]
    tops = [one for one in tops if one.score >= FAINT]
    found |= _with_what_lies_beneath(look, earlier, tops, loose, touched, all_are_there=book is not None)
    found |= {one.colour: _alone(look, one) for one in faint if one.colour not in found}
    left = [colour for colour in loose if colour not in found]
    if left and earlier is not None:
        for one in _partly_hidden(look, left, tops, ground, hidden, LEAST_FITS_AT_ALL):
            found[one.colour] = _alone(look, one)
    if disc is not None and "black" in found and _may_be_the_piece(disc, blacks, size):
        found["black"] = replace(found["black"], sure=min(found["black"].sure, AT_MOST))
    pieces = on_others([found.get(colour, PieceFound(colour, None, None)) for colour in colours], look)
    return BoardPieces(tuple(pieces), disc)


def _as_towers(look: TowerLook, colours: Sequence[str]) -> list[StandingTower]:
    """What stands in a picture of which there is no book."""
    pieces = find_board_pieces(look.image, look.plane, colours, size=look.size).pieces
    towers = []
    for piece in pieces:
        if piece.x is None or piece.y is None or piece.under is not None:
            continue
        column = [piece]
        while column[0].over is not None:
            column.insert(0, next(other for other in pieces if other.colour == column[0].over))
        names = tuple(one.colour for one in column)
        towers.append(stand(look, BookedTower("", piece.x, piece.y, names, 2.0)))
    return towers


def _disc_outline(look: TowerLook, disc: FlickedDisc) -> tuple[Circle, ...]:
    radius = look.size.disc_across / 2
    return (disc.x, disc.y, radius), look.viewpoint.seen(disc.x, disc.y, look.size.disc_high, radius)


def _loose_tops(
    look: TowerLook,
    candidates: list[TopCandidate],
    loose: Sequence[str],
    ground: Floats,
    hidden: NDArray[np.bool_],
    touched: Sequence[StandingTower],
    *,
    known_ground: bool,
) -> list[TopCandidate]:
    """The tops of pieces that do not stand as they stood: those in full view first, then those partly hidden."""
    for tower in touched:
        for level, colour in enumerate(tower.booked.colours):
            if colour not in loose:
                continue
            high = look.size.high * (level + 1)
            x, y, _ = look.viewpoint.seen(tower.x, tower.y, high, 1.0)
            top = look.top_near(x, y, colour, high, STILL_THERE_MM)
            candidates.append(TopCandidate(colour, top, top.score))
    candidates = [one for one in candidates if one.score >= LEAST_STANDING or one.visible < 1]
    apart = look.size.across * 0.7
    tops = chosen(sorted(candidates, key=lambda one: -one.score), apart)
    left = [colour for colour in loose if all(one.colour != colour for one in tops)]
    if left and known_ground:
        partly = _partly_hidden(look, left, tops, ground, hidden, LEAST_FITS)
        tops += [one for one in partly if one.score >= PARTLY_CLEAR]
    return tops


def _partly_hidden(
    look: TowerLook,
    left: Sequence[str],
    tops: Sequence[TopCandidate],
    ground: Floats,
    hidden: NDArray[np.bool_],
    least_fits: float,
) -> list[TopCandidate]:
    """Tops of colours that are left, which others that were found hide in part."""
    over = hidden | covered(
        look, [outline for one in tops for outline in body(look, *_foot(look, one, 0), 1)]
    )
    return chosen(find_tops(look, left, ground, over, 2, least_fits), look.size.across * 0.3)


def _alone(look: TowerLook, one: TopCandidate) -> PieceFound:
    x, y = _foot(look, one, 0)
    return PieceFound(one.colour, x, y, level=0, sure=_sure(one), visible=one.visible)


def _may_be_the_piece(disc: FlickedDisc, blacks: Sequence[TopCandidate], size: Size) -> bool:
    """Whether what was taken for the flicked disc may be the black piece."""
    alike = any(is_the_disc(one, disc, size) and one.score >= BLACK_SCORE for one in blacks)
    return alike and disc.score < LIKELY_DISC


def _foot(look: TowerLook, one: TopCandidate, level: int) -> tuple[float, float]:
    return look.viewpoint.stands(one.top.x, one.top.y, look.size.high * (level + 1))


def _with_what_lies_beneath(
    look: TowerLook,
    earlier: TowerLook | None,
    tops: Sequence[TopCandidate],
    loose: Sequence[str],
    touched: Sequence[StandingTower],
    *,
    all_are_there: bool,
) -> dict[str, PieceFound]:
    """The pieces of the tops, and beneath them those colours that show no top of their own."""
    found: dict[str, PieceFound] = {}
    missing = [colour for colour in loose if all(one.colour != colour for one in tops)]
    over = [one for one in tops if _in_order(one.colour, missing, touched)]
    each, site = NOWHERE if all_are_there else 0.0, Site(look, earlier, touched)
    stacks = likeliest(
        [
            stacks_beneath(site, one.colour, one.top, _in_order(one.colour, missing, touched), each)
            for one in over
        ]
    )
    for one in tops:
        if one in over:
            stack, lead = stacks[over.index(one)]
            names, x, y = (*stack.beneath, one.colour), stack.x, stack.y
        else:
            (x, y), names, lead = _foot(look, one, 0), (one.colour,), CLEAR_LEAD
        sure = _sure(one) * (0.5 + 0.5 * min(1.0, lead / CLEAR_LEAD))
        if one in over and not stack.likely:
            sure = min(sure, AT_MOST)
        column = as_column(look, names, x, y, round(sure, 3))
        column[-1] = replace(column[-1], visible=one.visible)
        found |= {piece.colour: piece for piece in column}
    return found


def _in_order(colour: str, missing: Sequence[str], touched: Sequence[StandingTower]) -> list[str]:
    """The missing colours that may lie beneath one: of its own tower those that lay beneath it, then others."""
    order: list[str] = []
    for tower in touched:
        names = tower.booked.colours
        if colour in names:
            order = [name for name in names[: names.index(colour)] if name in missing] + order
        else:
            order += [name for name in names if name in missing]
    above = {
        name
        for tower in touched
        if colour in tower.booked.colours
        for name in tower.booked.colours[tower.booked.colours.index(colour) :]
    }
    booked = {name for tower in touched for name in tower.booked.colours}
    return order + [name for name in missing if name not in booked and name not in above]


def _as_pieces(look: TowerLook, tower: StandingTower) -> list[PieceFound]:
    top = tower.top
    word = BOOKED if top.edge >= BOOKED_EDGE and top.fits >= BOOKED_FITS else 0.0
    return as_column(look, tower.booked.colours, tower.x, tower.y, chance_of(top.score + word))


def _sure(one: TopCandidate) -> float:
    return round(chance_of(one.score) * (0.5 + 0.5 * one.visible), 3)
