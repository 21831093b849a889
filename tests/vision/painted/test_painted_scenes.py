"""The whole way, twice: a painted table is read back by the eye as it was laid."""

from collections.abc import Iterator

import numpy as np
import pytest

from companion.sight import Look, Scene, Sighting, Thing
from tests.vision.cards import test_cards
from tests.vision.painted.test_paint import TABLE
from vision.decks.deck import Deck
from vision.eye import Eye
from vision.painted.laying import tabletop_from_look
from vision.painted.painter import Ground, Painter
from vision.painted.standpoint import CameraPose, Lamp
from vision.painted.tabletop import Laid, TableTop
from vision.sources.frames import Frame


@pytest.fixture(scope="module")
def decks() -> list[Deck]:
    return [test_cards.deck("monkus"), test_cards.deck("boarix")]


def armies(decks: list[Deck], rng: np.random.Generator) -> Look:
    """Two armies in their first rows: backs behind, fronts with pennies before them, and one attack."""
    regions: dict[str, tuple[Thing, ...]] = {}
    for seat, deck in enumerate(decks):
        rows = (1, 2) if seat == 0 else (6, 5)
        for column in "abcdef":
            label = str(rng.choice(deck.labels))
            penny = Thing("penny", str(rng.choice(["heads", "tails"])))
            regions[f"{column}{rows[0]}"] = (Thing("card", None, "down", deck.name),)
            regions[f"{column}{rows[1]}"] = (Thing("card", label, "up", deck.name, seat), penny)
    attacked = Thing("card", decks[0].labels[2], "up", decks[0].name, 0)
    attacker = Thing("card", decks[1].labels[3], "up", decks[1].name, 1)
    regions["c3"] = (attacked, Thing("penny", "heads", hidden=True), attacker, Thing("penny", "heads"))
    return Look(regions)


def uncovered_pennies(top: TableTop) -> Iterator[Laid]:
    """The pennies that no card laid after them touches."""
    for n, thing in enumerate(top.things):
        rim = [(thing.x + dx, thing.y + dy) for dx, dy in ((0, 0), (9, 0), (-9, 0), (0, 9), (0, -9))]
        above = [card for card in top.things[n + 1 :] if card.kind == "card"]
        if thing.kind == "penny" and not any(card.covers(x, y) for card in above for x, y in rim):
            yield thing


def lies_near(penny: Sighting, top: TableTop) -> bool:
    """Whether a penny lies where one was seen, be it half covered."""
    assert penny.x is not None
    assert penny.y is not None
    laid = [thing for thing in top.things if thing.kind == "penny"]
    return any(np.hypot(thing.x - penny.x, thing.y - penny.y) < 4.0 for thing in laid)


def nearest(thing: Laid, seen: list[Sighting]) -> Sighting:
    def off(sighting: Sighting) -> float:
        assert sighting.x is not None
        assert sighting.y is not None
        return float(np.hypot(sighting.x - thing.x, sighting.y - thing.y))

    found = min(seen, key=off)
    assert off(found) < 4.0
    return found


@pytest.mark.parametrize(("on", "seed"), [("grey cloth", 1), ("dark wood", 2)])
def test_a_painted_table_is_read_back(decks: list[Deck], on: Ground, seed: int) -> None:
    rng = np.random.default_rng(seed)
    look = armies(decks, rng)
    top = tabletop_from_look(look, TABLE, rng, decks)
    pose = CameraPose.over(TABLE, tilt_deg=float(rng.uniform(3, 14)), roll_deg=float(rng.uniform(-3, 3)))
    painter = Painter(TABLE, decks, pose, Lamp(glare=0.15), seed, on)
    reading = Eye(TABLE, decks).read(Frame(painter.paint(top), 0.0, 0))
    assert reading.mat.found, reading.mat.why
    assert reading.light.ok
    scene: Scene = reading.scene
    assert not scene.hand
    cards = [sighting for sighting in scene.sightings if sighting.kind == "card"]
    laid = [thing for thing in top.things if thing.kind == "card"]
    assert len(cards) == len(laid)
    for thing in laid:
        found = nearest(thing, cards)
        assert (found.face, found.deck) == (thing.face, thing.deck)
        assert found.label == (thing.label if thing.face == "up" else None)
        assert found.region == TABLE.region_at(thing.x, thing.y)
        if thing.face == "up":
            assert found.angle is not None
            assert abs((found.angle - thing.angle + 180) % 360 - 180) < 3.0
    pennies = [sighting for sighting in scene.sightings if sighting.kind == "penny"]
    open_to_view = list(uncovered_pennies(top))
    assert len(open_to_view) == 13
    found_pennies = [nearest(thing, pennies) for thing in open_to_view]
    pairs = list(zip(open_to_view, found_pennies, strict=True))
    assert sum(found.label == thing.label for thing, found in pairs) >= 11
    assert not [
        found for thing, found in pairs if found.label not in (None, thing.label) and found.sure >= 0.9
    ]
    assert not [found for found in pennies if found.sure >= 0.9 and not lies_near(found, top)]


def test_an_empty_painted_table_is_empty(decks: list[Deck]) -> None:
    painter = Painter(TABLE, decks, CameraPose.over(TABLE, (1280, 720)), seed=4, on="light wood")
    reading = Eye(TABLE, decks).read(Frame(painter.paint(TableTop()), 0.0, 0))
    assert reading.mat.found
    assert reading.scene.sightings == ()
