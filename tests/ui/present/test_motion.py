"""What is shown to move between two pictures of a table, and what is never shown: a card that only some have seen."""

from dataclasses import replace

from ui.present.board import MOST_MOVING, Piece, motion

FOX = Piece("card", "fox", 30, 30, deck="warus", seat=0, name="Fox", figure="3")
OWL = Piece("card", "owl", 90, 90, deck="vikorks", seat=1, name="Owl", figure="5")
BACK = Piece("card", None, 30, 30, face="down", deck="warus", seat=0)
COIN = Piece("penny", "heads", 30, 30, width_mm=20, height_mm=20)


def at(piece: Piece, x: float, y: float) -> Piece:
    return replace(piece, x=x, y=y)


def test_nothing_moves_between_two_pictures_that_are_alike() -> None:
    assert not motion((FOX, OWL), (FOX, at(OWL, 91, 90)))


def test_a_card_slides_with_its_penny() -> None:
    found = motion((FOX, COIN, OWL), (OWL, at(FOX, 30, 90), at(COIN, 30, 90)))
    assert set(found.slides) == {(FOX, at(FOX, 30, 90)), (COIN, at(COIN, 30, 90))}
    assert not found.turns and not found.gone


def test_a_card_that_is_taken_fades_and_the_other_slides_there() -> None:
    found = motion((FOX, OWL), (at(FOX, 90, 90),))
    assert found.slides == ((FOX, at(FOX, 90, 90)),) and found.gone == (OWL,)


def test_of_two_alike_the_nearest_went() -> None:
    near, far = at(BACK, 30, 30), at(BACK, 150, 30)
    found = motion((near, far), (at(BACK, 150, 30), at(BACK, 30, 90)))
    assert found.slides == ((near, at(BACK, 30, 90)),)


def test_a_penny_and_a_card_are_turned_over_where_they_lie() -> None:
    tails = replace(COIN, label="tails")
    assert motion((COIN,), (tails,)).turns == ((COIN, tails),)
    assert motion((BACK,), (FOX,)).turns == ((BACK, FOX),)


def test_a_card_to_be_laid_that_is_laid_does_not_move() -> None:
    assert not motion((replace(FOX, faint=True),), (FOX,))
    assert not motion((replace(FOX, faint=True),), ())


def test_a_table_laid_anew_does_not_move() -> None:
    before = tuple(at(BACK, 40.0 * n, 30) for n in range(MOST_MOVING + 1))
    assert not motion(before, tuple(at(piece, piece.x, 300) for piece in before))


def test_a_card_seen_by_its_owner_alone_leaves_no_trace_when_it_is_hidden_again() -> None:
    own = replace(BACK, label="fox", peeped=True, name="Fox", figure="3")
    assert not motion((own,), (BACK,))
    assert not motion((own,), ()).gone
    ((before, after),) = motion((own,), (replace(OWL, x=30, y=30, seat=0),)).turns
    assert (before.label, before.name, before.figure, before.peeped) == (None, "", "", False)
    assert after.label == "owl"
