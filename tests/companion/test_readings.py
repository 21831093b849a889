"""Rules that are our reading of their source: marked by the ledger, with the source's own words beside them."""

import pytest

from companion import rulebook
from companion.games import all_games

TABLE = {
    "zoondo": ("zo-24-shots", "zo-12-attacker-first", "zo-37-limits", "zo-29-at-least-one"),
    "zoon_alternate": ("za-20-star-on-a-draw", "zo-37-limits", "zo-29-at-least-one", "zo-50-zoon-trump"),
    "zong": ("zg-22-leaves-the-tower", "zg-10-clean-up-first", "zg-30-tower-of-the-turn"),
    "zones": ("zn-06-bag", "zn-03-ten-pieces", "zn-08-in-own-half", "zn-12-straight-line"),
    "zombinion": ("zb-end-standstill", "zb-furbizia", "zb-molti-zombi", "zb-radio"),
}
"""Rules that add to their text or depart from it."""


@pytest.mark.parametrize("game", TABLE)
def test_a_rule_that_adds_to_its_text_is_shown_as_our_reading(game: str) -> None:
    for id in TABLE[game]:
        assert rulebook.rule(game, id).is_reading, id
        assert "reads" not in rulebook.rule(game, id).source


def test_the_sources_own_words_stand_beside_a_reading() -> None:
    assert rulebook.rule("zoondo", "zo-24-shots").reads == "La carte vaincue est éliminée du jeu"
    assert rulebook.rule("zoon_alternate", "za-20-star-on-a-draw").reads.startswith("In case of a draw")
    assert (
        rulebook.rule("zoondo", "s2-attack").reads == ""
        and not rulebook.rule("zoondo", "s2-attack").is_reading
    )
    assert rulebook.rule("zombinion", "zb-end-standstill").reads == ""


def test_every_game_has_readings_and_sentences_of_the_source() -> None:
    for game in all_games():
        marked = [rule.is_reading for rule in rulebook.rules(game)]
        assert 0.1 < sum(marked) / len(marked) < 0.6, game


def test_a_source_line_tells_the_reading_from_the_place() -> None:
    text = """- `ab-01-x`: One. (AB-01; reads "two words (or so)"; source 000, 5)

- `ab-02-y`: Two. (AB-02; reads nothing; source 000)
"""
    one, two = rulebook.read_rules(text)
    assert (one.reads, one.is_reading, one.source) == ("two words (or so)", True, "AB-01; source 000, 5")
    assert (two.reads, two.is_reading, two.source, two.ledger) == ("", True, "AB-02; source 000", ("AB-02",))
