"""Coins of silver and brass are no pennies, whatever light falls on them, and pennies beside them are."""

from collections import Counter

from tests.vision.other_coins import counted, scene


def test_coins_of_other_metals_are_no_pennies() -> None:
    told: Counter[tuple[str, str]] = Counter()
    for seed in range(1, 7):
        told += counted(scene(seed, kinds=("nickel", "steel", "brass", "bimetal")))
    others = [(kind, what) for kind, what in told if kind not in ("copper", "ground")]
    assert sum(told[one] for one in others if one[1] == "all") >= 30
    assert sum(told[one] for one in others if one[1] == "told") <= 1
    assert sum(told[one] for one in others if one[1] == "sure") == 0
    assert 2 * told["copper", "told"] >= told["copper", "all"] > 0
