"""What stands on the cards of the mirror: the figure that counts, and nothing on a card that lies face down."""

from dataclasses import replace
from typing import Any

import pytest

from companion.game import Setup, checked
from companion.games import all_games
from companion.sight import Thing
from tests.walks import walk
from ui.present.board import Piece, board, signed, signed_pieces
from ui.present.names import card_facts

ZOON = all_games()["zoon_alternate"]
TWO = Setup(2)


def on_square(*things: Thing, game: Any = ZOON) -> list[Piece]:
    table = game.table(checked(game, TWO))
    return list(signed(game, TWO, board(table, {"b2": things})).pieces)


def kassin(face: Any = "up") -> Thing:
    return Thing("card", "kassin-a", face, "warus", 0)


@pytest.mark.parametrize(("penny", "figure"), [("heads", "3"), ("tails", "0")])
def test_the_figure_is_the_one_under_the_penny(penny: str, figure: str) -> None:
    card, coin = on_square(kassin(), Thing("penny", penny))
    assert (card.name, card.figure, card.corners) == ("Kassin", figure, ())
    assert not coin.name and not coin.figure


def test_a_penny_on_an_upper_card_counts_for_that_card() -> None:
    upper = Thing("card", "mourse-a", "up", "vikorks", 1)
    below, above, _coin = on_square(kassin(), upper, Thing("penny", "tails"))
    assert (below.figure, above.figure) == ("3", "3") and above.name == "Mourse"


def test_a_penny_lies_beside_the_figure_and_within_its_card() -> None:
    card, coin = on_square(kassin(), Thing("penny", "heads"))
    assert coin.x + coin.width_mm / 2 <= card.x + card.width_mm / 2 + 1e-6
    assert coin.x - coin.width_mm / 2 > card.x and coin.y > card.y


def test_where_corners_are_touched_each_has_its_figure() -> None:
    (card,) = on_square(kassin(), game=all_games()["zoondo"])
    assert card.corners == ("0", "0", "2", "1") and not card.figure


def test_a_pile_bears_its_cost_and_an_unknown_card_its_label() -> None:
    game = all_games()["zombinion"]
    assert (card_facts(game, TWO, "esca").name, card_facts(game, TWO, "esca").figure) == ("Esca", "2")
    assert card_facts(game, TWO, "no-such-card").name == "No Such Card"


def test_a_card_that_lies_face_down_bears_nothing_unless_it_may_be_seen() -> None:
    down = Piece("card", "kassin-a", 0, 0, face="down", seat=0)
    (hidden,) = signed_pieces(ZOON, TWO, [down])
    assert (hidden.name, hidden.figure, hidden.corners) == ("", "", ())
    (open_,) = signed_pieces(ZOON, TWO, [replace(down, peeped=True)])
    assert open_.name == "Kassin" and open_.figure == "3"
    coin = Piece("penny", "tails", 0, 0, width_mm=20.0, height_mm=20.0)
    assert signed_pieces(ZOON, TWO, [down, coin])[0] == down


@pytest.mark.parametrize("name", [name for name, game in all_games().items() if game.faces])
def test_on_the_shared_mirror_only_open_cards_are_told(name: str) -> None:
    game = all_games()[name]
    setup = checked(game, TWO)
    told = 0
    for seed in range(3):
        for _before, _event, state in walk(game, setup, seed):
            shown = signed(game, setup, board(game.table(setup), game.view(state, None).board))
            for piece in shown.pieces:
                has = bool(piece.name or piece.figure or piece.corners)
                is_open = piece.face != "down" or piece.peeped
                assert has == (piece.kind == "card" and bool(piece.label) and is_open)
                assert not has or piece.face != "down"
                told += has
    assert told
