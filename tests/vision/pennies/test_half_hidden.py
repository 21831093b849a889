"""A penny half hidden under an attacking card is found; one quite hidden is remembered; where none lies none is."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.sight import Sighting
from tests.vision.cards.test_cards import deck
from tests.vision.painted.test_paint import TABLE
from vision.cards.fitting import Lying, Pose, outline
from vision.cards.reader import Card
from vision.decks.deck import Deck
from vision.decks.references import references
from vision.eye import Eye
from vision.painted.painter import Painter
from vision.painted.tabletop import Laid, TableTop
from vision.pennies.reader import card_beneath, half_chance, off_outline, showing
from vision.sources.frames import Frame

MIDDLE = (165.0, 165.0)
"""The middle of region c3."""


@pytest.fixture(scope="module")
def decks() -> list[Deck]:
    return [deck("monkus"), deck("boarix")]


@pytest.fixture(scope="module")
def painter(decks: list[Deck]) -> Painter:
    return Painter(TABLE, decks, seed=3)


def card(deck: Deck, number: int, x: float, y: float, angle: float) -> Laid:
    return Laid(
        "card",
        deck.labels[number],
        x,
        y,
        angle,
        face="up",
        deck=deck.name,
        width_mm=deck.width_mm,
        height_mm=deck.height_mm,
    )


def attacked(decks: list[Deck], number: int) -> Laid:
    return card(decks[0], number, MIDDLE[0] + 1, MIDDLE[1] - 1, 2.0)


def attacker(decks: list[Deck], number: int, dx: float, dy: float) -> tuple[Laid, Laid]:
    """A card that is pushed over the attacked one, and its own penny."""
    x, y = MIDDLE[0] + dx, MIDDLE[1] + dy
    return card(decks[1], number, x, y, 178.0), Laid("penny", "heads", x + 1, y - 2, 70.0)


def seen(eye: Eye, painter: Painter, at: float, *things: Laid) -> tuple[Sighting, ...]:
    """What is seen in region c3."""
    reading = eye.read(Frame(painter.paint(TableTop(things), int(at)), at, int(at)))
    return reading.scene.by_region().get("c3", ())


@pytest.mark.parametrize(
    ("number", "dx", "dy"), [(1, 2.0, 27.0), (5, -26.0, 1.0), (1, 28.0, -3.0), (5, -22.0, -24.0)]
)
def test_what_shows_of_a_penny_is_enough(
    decks: list[Deck], painter: Painter, number: int, dx: float, dy: float
) -> None:
    lower, (upper, riding) = attacked(decks, number), attacker(decks, number + 2, dx, dy)
    penny = Laid("penny", "tails", MIDDLE[0] - 1, MIDDLE[1] + 1, 30.0)
    over = [outline(Pose(upper.x, upper.y, upper.angle), upper.width_mm, upper.height_mm)]
    true = showing(penny.x, penny.y, over)
    assert 0.15 < true < 0.9
    lying = seen(Eye(TABLE, decks), painter, 0.0, lower, penny, upper, riding)
    assert [sighting.kind for sighting in lying] == ["card", "penny", "card", "penny"]
    assert lying[0].label == lower.label
    assert lying[1].label in (None, "tails")
    assert lying[1].sure > 0.5
    assert lying[1].corners_px is not None
    assert np.hypot((lying[1].x or 0) - penny.x, (lying[1].y or 0) - penny.y) < 3.5
    assert lying[1].visible == pytest.approx(true, abs=0.2)
    without = seen(Eye(TABLE, decks), painter, 1.0, lower, upper, riding)
    assert [sighting.kind for sighting in without] == ["card", "card", "penny"]


def test_a_penny_that_is_quite_hidden_is_remembered(decks: list[Deck], painter: Painter) -> None:
    lower, (upper, riding) = attacked(decks, 4), attacker(decks, 6, 3.0, 17.0)
    penny = Laid("penny", "tails", MIDDLE[0] + 2, MIDDLE[1] + 3, 200.0)
    attack = (lower, penny, upper, riding)
    eye = Eye(TABLE, decks)
    assert [s.kind for s in seen(eye, painter, 0.0, *attack)] == ["card", "card", "penny"]
    eye.forget()
    before = seen(eye, painter, 10.0, lower, penny)
    assert [s.label for s in before] == [lower.label, "tails"]
    lying = seen(eye, painter, 20.0, *attack)
    assert [s.label for s in lying] == [lower.label, "tails", upper.label, "heads"]
    assert lying[1].visible < 0.05
    assert 0.5 < lying[1].sure < before[1].sure
    # something else on the table changes: what is remembered stays remembered, as surely as before
    elsewhere = card(decks[0], 7, 363.0, 33.0, 0.0)
    assert seen(eye, painter, 30.0, *attack, elsewhere)[1] == lying[1]
    turned = seen(eye, painter, 40.0, lower, penny, upper, Laid("penny", "tails", riding.x, riding.y, 70.0))
    assert [s.label for s in turned] == [lower.label, "tails", upper.label, "tails"]
    # the attacker is taken off: what lies open is believed, and nothing else
    assert [s.kind for s in seen(eye, painter, 50.0, lower)] == ["card"]
    assert [s.kind for s in seen(eye, painter, 60.0, lower, upper, riding)] == ["card", "card", "penny"]


def test_another_card_does_not_inherit_a_penny(decks: list[Deck], painter: Painter) -> None:
    (upper, riding), penny = attacker(decks, 6, 3.0, 17.0), Laid("penny", "tails", *MIDDLE, 200.0)
    eye = Eye(TABLE, decks)
    seen(eye, painter, 0.0, attacked(decks, 4), penny)
    lying = seen(eye, painter, 10.0, attacked(decks, 8), upper, riding)
    assert [sighting.kind for sighting in lying] == ["card", "card", "penny"]


def test_a_card_that_was_moved_does_not_keep_its_penny_unseen(decks: list[Deck], painter: Painter) -> None:
    lower, (upper, riding) = attacked(decks, 4), attacker(decks, 6, 3.0, 17.0)
    eye = Eye(TABLE, decks)
    before = seen(eye, painter, 0.0, lower, Laid("penny", "tails", *MIDDLE, 200.0))
    assert [s.label for s in before] == [lower.label, "tails"]
    lying = seen(eye, painter, 10.0, replace(lower, x=lower.x - 4, y=lower.y - 6, angle=14.0), upper, riding)
    assert [s.label for s in lying] == [lower.label, upper.label, "heads"]


def test_a_penny_that_should_show_and_does_not_is_gone(decks: list[Deck], painter: Painter) -> None:
    """Taken off while the attacker was laid: half of it would lie open."""
    lower, (upper, riding) = attacked(decks, 4), attacker(decks, 6, 3.0, 33.0)
    penny = Laid("penny", "tails", MIDDLE[0] + 2, MIDDLE[1] + 3, 200.0)
    eye = Eye(TABLE, decks)
    assert [s.label for s in seen(eye, painter, 0.0, lower, penny)] == [lower.label, "tails"]
    assert [s.label for s in seen(eye, painter, 10.0, lower, upper, riding)] == [
        lower.label,
        upper.label,
        "heads",
    ]


def test_a_penny_that_sticks_out_over_an_edge_lies_on_the_card_below(decks: list[Deck]) -> None:
    group = references(tuple(decks))[0]
    lower, upper = (Lying(group, 0, Pose(*MIDDLE, 0), 1.0), Lying(group, 1, Pose(165.0, 190.0, 0), 1.0))
    cards = [Card(lying, Sighting("card", None)) for lying in (lower, upper)]

    def under(x: float, y: float) -> Card | None:
        return card_beneath(Sighting("penny", None, x=x, y=y), cards)

    assert under(165, 190) is cards[1]
    assert under(165, 150) is cards[0]
    assert under(165, 162) is cards[0]  # 2 mm within the upper card: half of it shows beside that
    assert under(165, 218) is cards[1]  # as near to an edge, but with nothing below
    assert under(165, 240) is None
    assert card_beneath(Sighting("penny", None), cards) is None


@given(st.floats(-60, 60), st.floats(-60, 60), st.floats(0, 360))
def test_what_lies_under_a_card_does_not_show(x: float, y: float, angle: float) -> None:
    over = outline(Pose(0, 0, angle), 60, 60)
    part = showing(x, y, [over])
    off = float(off_outline(over, np.array(x), np.array(y)))
    if off > 9.6:
        assert part == 1.0
    elif off < -9.6:
        assert part == 0.0
    else:
        assert 0.0 <= part <= 1.0
    assert showing(x, y, [over, over]) == part


def test_contrast_makes_sure_and_a_strange_card_unsure() -> None:
    clear = half_chance(visible=0.4, inside=0.6, ring=0.02, rest=0.1)
    assert clear > 0.99
    assert half_chance(visible=0.4, inside=0.1, ring=0.02, rest=0.1) < 0.05
    assert half_chance(visible=0.4, inside=0.6, ring=0.5, rest=0.1) < 0.05
    assert half_chance(visible=0.4, inside=0.6, ring=0.02, rest=0.6) < 0.5
