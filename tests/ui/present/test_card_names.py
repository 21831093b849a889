"""Cards on keys are called as they are printed, and no two of them alike."""

import pytest

from companion.game import Setup, checked
from companion.games import all_games
from companion.games.zoon.family.deck import facts
from ui.present.card_facts import called

each_zoon = pytest.mark.parametrize("id", ["zoon_alternate", "zoondo"])


def plain(words: str) -> str:
    """The words with usual spaces."""
    return " ".join(words.split())


@each_zoon
def test_cards_of_one_name_are_told_apart_by_their_corners(id: str) -> None:
    game = all_games()[id]
    setup = checked(game, Setup(2))
    assert called(game, setup, "king-louis") == "King Louis"
    assert called(game, setup, "fleche-petard") == "Flèche pétard"
    assert plain(called(game, setup, "mourse-a")) == "Mourse (3 4 / 1 2)"
    assert plain(called(game, setup, "berserkorse-b")) == "Berserkorse (3 2 / 1 ★)"
    cards = (*facts().zoons, *facts().trumps)
    assert len({called(game, setup, card) for card in cards}) == len(cards)


@each_zoon
def test_a_corrected_corner_stands_in_the_name(id: str) -> None:
    game = all_games()[id]
    setup = checked(game, Setup(2, facts=(("mourse-a.corners.tl", 5),)))
    assert plain(called(game, setup, "mourse-a")) == "Mourse (5 4 / 1 2)"


@each_zoon
def test_what_is_no_card_is_called_by_its_label(id: str) -> None:
    game = all_games()[id]
    assert called(game, checked(game, Setup(2)), "no-such-card") == "No Such Card"
