"""Printed cards of Zoon read back from painted tables: `python -m tests.vision.zoon_cards`, `--help` says what else.

Every card of two tribes lies on a table of six by six squares, turned a little or round, under six lamps, from three
heights and at four tilts, the trumps in each language in turn; the eye knows all looks of every deck, or with
`--alone` the printed ones. Prints what was right, left unread, wrong, and wrong and sure, by lamp, height and tilt, and
the cards that it went wrong with.
"""

import argparse
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations, product
from typing import Final

import numpy as np

from tests.vision.painted.test_paint import FACES, TABLE
from vision.decks.deck import Deck, load_deck
from vision.eye import Eye
from vision.painted.painter import Painter
from vision.painted.standpoint import CameraPose, Lamp
from vision.painted.tabletop import Laid, TableTop
from vision.sources.frames import Frame

TRIBES: Final = ("boarix", "monkus", "rhinogoths", "warus")
LAMPS: Final = {
    "room": Lamp(),
    "cold": Lamp(strength=0.9, warmth=-0.25),
    "warm": Lamp(strength=0.8, warmth=0.3),
    "dim": Lamp(strength=0.5, noise=4.0),
    "side": Lamp(at=(-420.0, 180.0, 420.0), evenness=0.35),
    "glossy": Lamp(strength=1.05, glare=0.6),
}
HEIGHTS: Final = (0.85, 1.0, 1.15)
"""How near the camera hangs, over what shows the table whole."""
TILTS: Final = (0.0, 8.0, 14.0, 20.0)
SURE: Final = 0.9
LANGUAGES: Final = 4
SQUARE_MM: Final = 66.0


@dataclass(frozen=True, slots=True)
class Setting:
    """One picture to take: whose cards, under which lamp, from how near and how far tilted."""

    tribes: tuple[str, str]
    lamp: str
    nearness: float
    tilt_deg: float


def settings() -> Iterator[Setting]:
    """All of them."""
    for tribes, lamp, near, tilt in product(combinations(TRIBES, 2), LAMPS, HEIGHTS, TILTS):
        yield Setting(tribes, lamp, near, tilt)


@cache
def deck(name: str) -> Deck:
    return load_deck(FACES / name, looks=True)


@cache
def printed(name: str, language: int = 0) -> Deck:
    """The printed look of a tribe, its trumps in one of the languages that are kept."""
    return deck(name).printed_looks[language]


@cache
def printed_alone(name: str) -> Deck:
    """A tribe as somebody has it who printed it: the eye knows no other look of it."""
    looks = deck(name).further
    return replace(looks[0], further=looks[1:])


def laid(tribes: tuple[str, str], seed: int) -> tuple[Laid, ...]:
    """Every card of two tribes in squares of the board, a back of each besides, in an order drawn by the seed."""
    chance = np.random.default_rng(seed)
    cards = [(name, label) for name in tribes for label in (*printed(name).labels, None)]
    squares = chance.permutation(36)[: len(cards)]
    things = []
    for (name, label), square in zip(cards, squares, strict=True):
        x, y = (square % 6 + 0.5) * SQUARE_MM, (square // 6 + 0.5) * SQUARE_MM
        angle = float(chance.choice([0, 180]) + chance.uniform(-5, 5))
        off = chance.uniform(-1.0, 1.0, 2)
        face = "up" if label is not None else "down"
        things.append(Laid("card", label, x + off[0], y + off[1], angle, face=face, deck=name))
    return tuple(things)


def read(setting: Setting, seed: int, tally: Counter[str], *, alone: bool = False) -> None:
    """Paints and reads one table, and counts. `alone`: the eye knows the printed looks alone."""
    things = laid(setting.tribes, seed)
    camera = CameraPose.over(TABLE, tilt_deg=setting.tilt_deg, nearness=setting.nearness, margin_mm=110.0)
    decks = [printed(name, seed % LANGUAGES) for name in setting.tribes]
    image = Painter(TABLE, decks, camera, LAMPS[setting.lamp], seed).paint(TableTop(things))
    known = printed_alone if alone else deck
    looker = Eye(TABLE, [known(name) for name in setting.tribes])
    cards = [one for one in looker.read(Frame(image, 0.0, 0)).scene.sightings if one.kind == "card"]
    for thing in things:
        near = [one for one in cards if np.hypot((one.x or 0) - thing.x, (one.y or 0) - thing.y) < 20]
        said = near[0].label if near else None
        is_back = thing.face == "down"
        if is_back:
            what = (
                "back right"
                if near and near[0].face == "down"
                else "back missed"
                if said is None
                else "wrong"
            )
        else:
            what = "right" if said == thing.label else "unread" if said is None else "wrong"
        tally[what] += 1
        if what == "wrong":
            tally["wrong and sure"] += near[0].sure >= SURE
            tally[f"{thing.label} as {said}"] += 1
        if what in ("unread", "wrong", "back missed"):
            tally[f"lamp {setting.lamp}: {what}"] += 1
            tally[f"height {setting.nearness}: {what}"] += 1
            tally[f"tilt {setting.tilt_deg}: {what}"] += 1
            tally[f"card {thing.label or 'back of ' + str(thing.deck)}: {what}"] += 1


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--tables", type=int, default=1, help="so many tables for each setting")
    parser.add_argument("--every", type=int, default=1, help="every so many settings only")
    parser.add_argument("--alone", action="store_true", help="the eye knows the printed looks alone")
    parser.add_argument("--first", type=int, default=0, help="tables of other seeds")
    given = parser.parse_args()
    tally: Counter[str] = Counter()
    for number, setting in enumerate(list(settings())[:: given.every]):
        for table in range(given.tables):
            read(setting, 1000 * (given.first + table) + number, tally, alone=given.alone)
    for name in sorted(tally, key=lambda name: (":" in name or " as " in name, name)):
        print(f"{tally[name]:6d} {name}")


if __name__ == "__main__":
    main()
