"""Discs and pieces are laid as people lay them: on their tile, in towers, side by side; what may stay stays."""

from itertools import combinations
from math import hypot

import numpy as np

from companion.sight import Look, Region, Table, Thing
from tests.vision.thrown import ACROSS, enrolled
from vision.decks.deck import Deck
from vision.painted.laying import tabletop_from_look
from vision.painted.tabletop import Laid, TableTop

REGIONS = (
    Region("a1", 0, 0, 50, 50),
    Region("b1", 50, 0, 50, 50),
    Region("start", 0, 60, 100, 100),
    Region("throw", 0, -110, 300, 104),
)
TABLE = Table(300.0, 200.0, regions=REGIONS, kinds=("card", "disc", "pawn"))
TILES = Deck(name="tiles", path=enrolled().path, width_mm=47.0, height_mm=47.0, faces=(), backs=())


def laid(look: Look, before: TableTop | None = None, seed: int = 1) -> TableTop:
    return tabletop_from_look(look, TABLE, np.random.default_rng(seed), (TILES, enrolled()), before)


def tile(label: str) -> Thing:
    return Thing("card", label, "up", "tiles")


def tower(*colours: str) -> tuple[Thing, ...]:
    return tuple(Thing("pawn", colour, hidden=n < len(colours) - 1) for n, colour in enumerate(colours))


def by_label(top: TableTop) -> dict[str | None, Laid]:
    return {thing.label: thing for thing in top.things}


def test_a_token_lies_on_its_tile_and_walks_from_one_to_the_other() -> None:
    first = laid(Look({"a1": (tile("plain"), Thing("disc", "3")), "b1": (tile("forest"),)}))
    assert [thing.label for thing in first.things] == ["plain", "3", "forest"]
    token = by_label(first)["3"]
    assert (token.width_mm, token.deck) == (ACROSS, "zong")
    assert hypot(token.x - by_label(first)["plain"].x, token.y - by_label(first)["plain"].y) < 3
    then = laid(Look({"a1": (tile("plain"),), "b1": (tile("forest"), Thing("disc", "3"))}), first)
    assert by_label(then)["plain"] == by_label(first)["plain"]
    assert by_label(then)["3"].lies_on(by_label(then)["forest"])
    assert laid(Look({"a1": (tile("plain"),), "b1": (tile("forest"), Thing("disc", "3"))}), then, 9) == then


def test_a_tower_stands_one_on_the_other_in_its_order() -> None:
    first = laid(Look({"a1": tower("red", "blue"), "b1": tower("green")}))
    then = laid(Look({"b1": tower("green", "red", "blue")}), first)
    green, red, blue = then.things
    assert [one.label for one in then.things] == ["green", "red", "blue"]
    assert green == by_label(first)["green"]
    assert red.lies_on(green) and blue.lies_on(red)


def test_pieces_on_the_start_and_thrown_discs_lie_apart() -> None:
    look = Look(
        {
            "start": tuple(Thing("pawn", colour) for colour in ("red", "blue", "green", "white")),
            "throw": (Thing("disc", "1"), Thing("disc", "1"), Thing("disc", "spiral")),
        }
    )
    top = laid(look)
    assert [TABLE.region_at(one.x, one.y) for one in top.things] == ["start"] * 4 + ["throw"] * 3
    assert not any(other.lies_on(one) for one, other in combinations(top.things, 2))
    assert laid(look, top, 5) == top
