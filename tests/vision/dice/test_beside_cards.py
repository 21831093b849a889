"""Dice and cards in one picture without a mat: dice are not told as cards, and no false card hides the dice on it."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from companion.sight import Kind, Sighting, Table
from tests.vision.looked import find_dice
from vision.decks.deck import Deck
from vision.dice.reader import DiePlace, DieReading, beside_dice, leaning
from vision.eye import Eye, scale_by_cards, sensible
from vision.sources.frames import Frame
from vision.workshop.training.dice_grounds import ground
from vision.workshop.training.painted_dice import Wanted, painted

KINDS: tuple[Kind, ...] = ("card", "penny", "die", "disc", "pawn")
DECK = Deck(name="poker", path=Path(), width_mm=63.0, height_mm=88.0, faces=(), backs=())


def outlined(kind: Kind, x: float, y: float, wide: float, high: float, label: str | None = None) -> Sighting:
    corners = ((x, y), (x + wide, y), (x + wide, y + high), (x, y + high))
    return Sighting(kind, label, sure=0.95, corners_px=corners)


DIE = outlined("die", 100, 100, 30, 30, "4")
BESIDE = outlined("die", 130, 100, 30, 30, "2")


@pytest.mark.parametrize(
    ("card", "stays"),
    [
        (outlined("card", 98, 98, 35, 50), False),
        (outlined("card", 98, 98, 64, 40), False),
        (outlined("card", 100, 128, 30, 25), False),
        (outlined("card", 90, 90, 75, 60), False),
        (outlined("card", 160, 40, 120, 170), True),
        (outlined("card", 80, 40, 120, 170), True),
        (outlined("card", 300, 100, 30, 40), True),
        (outlined("card", 98, 98, 35, 50, "ace"), True),
        (replace(outlined("card", 98, 98, 35, 50), x=10.0, y=10.0), True),
        (replace(outlined("card", 98, 98, 64, 40, "ace"), sure=0.42), False),
        (outlined("disc", 98, 98, 30, 30), True),
    ],
)
def test_what_is_dice_is_no_card(card: Sighting, *, stays: bool) -> None:
    """A die with its side, two dice, a side, what lies about two dice; beside, beneath, far off, certain, on a mat."""
    assert beside_dice((DIE, card, BESIDE), (DIE, BESIDE)) == (
        (DIE, card, BESIDE) if stays else (DIE, BESIDE)
    )


def test_a_card_with_a_name_yields_only_to_dice_that_are_certain() -> None:
    card = replace(outlined("card", 98, 98, 35, 50, "ace"), sure=0.7)
    doubtful = replace(DIE, sure=0.74)
    assert beside_dice((card,), (doubtful,)) == (card,)
    assert beside_dice((card,), (DIE,)) == ()


def test_where_a_die_was_read_a_doubtful_card_tells_no_scale() -> None:
    """Dice of 90 px would be 66 mm wide beside a card of 63 mm that is seen 86 px wide."""
    false = replace(outlined("card", 300, 300, 86, 120, "five"), deck="poker", sure=0.42)
    true = replace(false, sure=0.97)
    assert scale_by_cards([false], [DECK], certain=True) is None
    for card, certain in ((false, False), (true, True)):
        scale = scale_by_cards([card], [DECK], certain=certain)
        assert scale is not None and scale(0.0, 0.0) == pytest.approx(86 / 63, rel=0.01)


def test_what_is_as_small_as_a_pip_on_a_die_is_none() -> None:
    """A die that is certain is believed even before a surer pip in its middle; one that is not, less."""
    die = outlined("die", 100, 100, 40, 40, "5")
    on_top, on_its_side = outlined("disc", 116, 116, 8, 8), outlined("pawn", 118, 150, 8, 8)
    beside, as_large = outlined("disc", 180, 105, 8, 8), outlined("disc", 145, 105, 30, 30)
    round_ones = [replace(one, sure=0.98) for one in (on_top, on_its_side, beside, as_large)]
    assert sensible((die, *round_ones), (), None) == (die, *round_ones[2:])
    assert sensible((replace(die, sure=0.8), *round_ones), (), None) == tuple(round_ones)


def test_of_painted_dice_none_is_told_as_a_card_or_lost_to_one() -> None:
    chance = np.random.default_rng(2101)
    grounds = [ground(chance, []) for _ in range(4)]
    eye = Eye(Table(0.0, 0.0, tags=None, kinds=KINDS))
    wanted = Wanted(size=320, side_px=34, most=9, most_deg=35, leaning=0.0, symbols=0.0)
    number = 0
    for _ in range(4):
        picture = painted(chance, grounds, wanted).picture
        alone = find_dice(picture, None, None)
        eye.forget()
        seen = eye.read(Frame(picture, 0.0, 0, "")).scene.sightings
        assert {die.corners_px for die in alone} <= {one.corners_px for one in seen if one.kind == "die"}
        assert beside_dice(seen, alone) == seen
        number += len(alone)
    assert number > 12


def test_a_clear_face_is_withheld_without_a_mat_only_if_it_likelier_leans(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    picture = painted(np.random.default_rng(8), [np.full((256, 256, 3), 0.2, np.float32)], Wanted()).picture
    told = DieReading(np.zeros(8), DiePlace(60.0, 60.0, 22.0), (0.0, 0.0), 0.0, 0.4)
    clear, hazy = (
        replace(told, kinds=np.array([0.02, 0.0, 0.0, 0.0, most, 0.98 - most, 0.0, 0.0]))
        for most in (0.96, 0.7)
    )
    assert 0.0 < leaning(picture, [clear], None)[0] < 0.1
    for reading, lean, cocked in (
        (clear, 0.4, False),
        (clear, 0.6, True),
        (hazy, 0.4, True),
        (hazy, 0.1, False),
    ):
        monkeypatch.setattr("vision.dice.reader._read", lambda *_about, one=reading: [one])
        monkeypatch.setattr("vision.dice.reader.leaning", lambda *_about, chance=lean: [chance])
        (seen,) = find_dice(picture, None, None)
        assert seen.cocked is cocked and (seen.label is None) is cocked
        assert seen.sure == pytest.approx(0.98 if cocked else seen.chance(seen.label or ""))
