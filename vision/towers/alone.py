"""Pieces in one picture of which there is no book: what shows is told, and what a tower is made of is weighed.

Rule kept: nobody knows which colours are in play, nor how high a tower is; what another answer explains nearly as
well is said to be unsure.
"""

from collections.abc import Sequence
from itertools import permutations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.towers.colour import BEST
from vision.towers.found import AT_MOST, PieceFound, as_column, chance_of, on_others
from vision.towers.look import TowerLook
from vision.towers.sheet import BoardSheet, fill
from vision.towers.tops import TopCandidate, chosen, find_tops
from vision.towers.towers import Stack, body, likeliest, surroundings_of

Mask = NDArray[np.bool_]
Near = tuple[BoardSheet, NDArray[np.int32], NDArray[np.float32]]

TRIES: Final = 6
"""So many places are looked at closely for each colour."""
CLEAR: Final = 8.5
"""A top with a smaller score may be something printed: its piece may as well lie beneath another."""
HIGHEST: Final = 4
"""At most so many pieces are looked for beneath a top."""
KEPT: Final = 6
"""So many of what may lie beneath each top are held against those of the others."""
EACH: Final = 45.0
"""What it counts (mm² of picture) against each piece beneath a top: shadows may look like one."""
CLEAR_LEAD: Final = 100.0
"""What lies beneath a top told by so much (mm² of picture) more than the next guess is sure."""

LEAST_SURE: Final = 0.6
"""A clear top is a piece; where nothing tells what it lies on, its place and level are only so sure."""


def find_alone(look: TowerLook, colours: Sequence[str]) -> tuple[PieceFound, ...]:
    """A piece of each colour, without a place where none shows."""
    nothing = np.zeros(look.view.shape, np.bool_)
    ground = np.zeros(look.view.shape, np.float32)
    tops = chosen(find_tops(look, colours, ground, nothing, TRIES), 0.7 * look.size.across)
    clear = [one for one in tops if one.score >= CLEAR]
    rest = [colour for colour in colours if all(one.colour != colour for one in clear)]
    found: dict[str, PieceFound] = {}
    weighed = [_stacks_beneath(look, one, colours, rest) for one in clear]
    stacks = likeliest([some for some, _ in weighed])
    for one, (stack, lead), (_, strange) in zip(clear, stacks, weighed, strict=True):
        # A clear top may be something printed, and its piece lie here.
        lead = min(lead, stack.weight - strange)
        sure = chance_of(one.score) * (
            LEAST_SURE + (1 - LEAST_SURE) * float(np.clip(lead / CLEAR_LEAD, 0, 1))
        )
        if stack.beneath:
            sure = min(sure, AT_MOST)
        column = as_column(look, (*stack.beneath, one.colour), stack.x, stack.y, round(sure, 3))
        found |= {piece.colour: piece for piece in column}
    for one in tops:
        if one.colour not in found:
            x, y = look.viewpoint.stands(one.top.x, one.top.y, look.size.high)
            sure = min(AT_MOST, chance_of(one.score))
            found[one.colour] = PieceFound(one.colour, x, y, level=0, sure=sure, visible=one.visible)
    missing = [PieceFound(colour, None, None) for colour in colours if colour not in found]
    return tuple(on_others([*(found[colour] for colour in colours if colour in found), *missing], look))


def _stacks_beneath(
    look: TowerLook, one: TopCandidate, colours: Sequence[str], rest: Sequence[str]
) -> tuple[list[Stack], float]:
    """The likeliest of what may lie beneath a top, of the `rest` of the colours, nothing always among them; and how
    much speaks for the likeliest with a colour that shows a clear top as well."""
    others = [colour for colour in colours if colour != one.colour]
    most = min(HIGHEST, len(others))
    near = surroundings_of(look, one.top, most + 1)
    stacks: list[Stack] = []
    for count in range(most + 1):
        x, y = look.viewpoint.stands(one.top.x, one.top.y, look.size.high * (count + 1))
        levels = _levels(look, near[0], (x, y), count + 1)
        own = _fits(look, near, levels[-1], one.colour)
        each = {
            (level, colour): _fits(look, near, levels[level], colour)
            for level in range(count)
            for colour in others
        }
        for beneath in permutations(others, count):
            weight = own + sum(each[place] for place in enumerate(beneath)) - EACH * count
            stacks.append(Stack(beneath, x, y, weight, likely=False))
    strange = max((s.weight for s in stacks if not set(s.beneath) <= set(rest)), default=-np.inf)
    likely = [stack for stack in stacks if set(stack.beneath) <= set(rest)]
    best = sorted(likely, key=lambda stack: -stack.weight)[:KEPT]
    return (best if stacks[0] in best else [*best, stacks[0]]), float(strange)


def _levels(
    look: TowerLook, sheet: BoardSheet, foot: tuple[float, float], count: int
) -> list[tuple[Mask, Mask]]:
    """Where the side, and where the top, of each piece of a tower shows, bottom first."""
    shows = np.zeros(sheet.picture.shape[:2], np.uint8)
    for level, circles in enumerate(body(look, *foot, count)):
        fill(shows, sheet, circles, 2 * level + 1)
        fill(shows, sheet, circles[1:], 2 * level + 2)
    return [(shows == 2 * level + 1, shows == 2 * level + 2) for level in range(count)]


def _fits(look: TowerLook, near: Near, level: tuple[Mask, Mask], colour: str) -> float:
    """How much speaks for a piece of a colour at a level, in mm² of the table."""
    sheet, steps, ground = near
    total = 0.0
    for inside, fit in zip(level, (look.colours.side, look.colours.top), strict=True):
        if inside.any():
            total += float((np.maximum(fit(colour, steps[inside]), -0.5 * BEST) - ground[inside]).sum())
    return total / sheet.scale**2
