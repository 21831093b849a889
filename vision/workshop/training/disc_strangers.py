"""Negative lessons for discs and pawns: coins, dice and cards from the painters of those.

Rule kept: only the finder's own finds are shown, so that the lessons are its likely mistakes.
"""

from collections.abc import Sequence

import numpy as np

from vision.arrays import Picture, Values
from vision.discs.reader import DiscPlace, cut_at, find_places
from vision.workshop.training.coin_scenes import Painter
from vision.workshop.training.dice_grounds import ground
from vision.workshop.training.disc_lessons import ShapeLesson, of_nothing
from vision.workshop.training.painted_dice import Wanted, painted
from vision.workshop.training.painted_tables import painted_table

DIE_PX = 256
"""Side of a picture with dice in px."""
COINS_PX = 288
"""Side of a picture with coins in px."""


def stranger_lessons(chance: np.random.Generator, number: int) -> list[ShapeLesson]:
    """Crops of `number` pictures each of cards, dice and coins, at the finder's finds there."""
    grounds = [ground(chance, ()) for _ in range(8)]
    painter = Painter(chance, coins_kept=60)
    lessons = []
    for _ in range(number):
        table = np.ascontiguousarray(painted_table(chance).picture)
        lessons += _at(table, find_places(table))
        lessons += _dice(chance, grounds)
        lessons += _coins(painter)
    return lessons


def _dice(chance: np.random.Generator, grounds: Sequence[Values]) -> list[ShapeLesson]:
    side = float(np.exp(chance.uniform(np.log(18), np.log(150))))
    scene = painted(chance, grounds, Wanted(size=DIE_PX, side_px=side, clutter=0.0))
    picture = np.ascontiguousarray(scene.picture)
    near = [
        place
        for place in find_places(picture)
        if any(np.hypot(place.x - d.middle[0], place.y - d.middle[1]) < d.side_px for d in scene.dice)
    ]
    return _at(picture, near)


def _coins(painter: Painter) -> list[ShapeLesson]:
    scene = painter.scene(COINS_PX, 18.0, 130.0)
    picture = np.ascontiguousarray(scene.picture)
    near = [
        place
        for place in find_places(picture)
        if any(np.hypot(place.x - ring.x, place.y - ring.y) < 0.8 * ring.long for ring in scene.rings)
    ]
    return _at(picture, near, any_colour=0.0)


def _at(picture: Picture, places: Sequence[DiscPlace], any_colour: float = 1.0) -> list[ShapeLesson]:
    return [of_nothing(cut_at(picture, place.x, place.y, place.reach), any_colour) for place in places]
