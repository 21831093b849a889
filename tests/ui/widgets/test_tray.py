"""What a seat has beside the simulated table: an open card bears its name, a hidden one only whose it is."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from companion.referee import Referee
from ui.box.by_touch import Brought, brought, out_of_play
from ui.box.session import Session
from ui.faces.face import face_of
from ui.present.board import Piece
from ui.records.beginning import game_named
from vision.printed.marks import Art, Disc, Label, Part

GAME = game_named("zoon_alternate")
SETUP = face_of(GAME).usual_setup()


def test_only_an_open_card_or_one_that_is_peeped_at_is_told(window: Any) -> None:
    from ui.widgets.pictures import Faces
    from ui.widgets.simulated_table import Tray

    asked: list[tuple[str | None, str | None]] = []

    def signs(pieces: Sequence[Piece]) -> tuple[Piece, ...]:
        asked.extend((piece.label, piece.face) for piece in pieces)
        return tuple(pieces)

    tray = Tray(0, Faces(), signs, size=(66, 400))
    tray.show((Brought(0, "kassin-a", "boarix"), Brought(0, "tortue", "boarix", open=True)))
    assert asked[-2:] == [("kassin-a", "down"), ("tortue", "up")]
    tray.turn(1)
    assert asked[-2:] == [("kassin-a", "up"), ("tortue", "up")]
    tray.turn(1)
    assert asked[-2:] == [("kassin-a", "down"), ("tortue", "up")]


def drawn(tray: Any) -> list[Any]:
    """What it shows, in units."""
    from ui.widgets.theme import u

    return list(tray.marks(tray.width / u(1), tray.height / u(1)))


def test_what_is_out_of_play_lies_at_the_end_beneath_a_sign(window: Any) -> None:
    from ui.widgets.pictures import Faces
    from ui.widgets.simulated_table import Tray

    beaten, trump = Brought(0, "kassin-a", "boarix"), Brought(0, "tortue", "boarix", open=True, held=True)
    tray = Tray(0, Faces(), tuple, size=(66, 400))
    tray.show((beaten, trump))
    assert tray.cards == (beaten, trump) and not any(isinstance(mark, Art) for mark in drawn(tray))
    tray.show((beaten, trump), frozenset({beaten}))
    (sign,) = [mark for mark in drawn(tray) if isinstance(mark, Art)]
    assert tray.cards == (trump, beaten) and (sign.name, sign.deck) == ("tomb", "icon")
    last = [mark for mark in drawn(tray) if isinstance(mark, Part)][-1]
    assert sign.y < last.y < sign.y + sign.h, "upon the last card"


def test_what_is_out_of_play_is_not_counted_with_the_hand(window: Any) -> None:
    from ui.widgets.pictures import Faces
    from ui.widgets.simulated_table import Tray

    trumps = tuple(Brought(0, label, "boarix", open=True, held=True) for label in ("tortue", "mur", "cage"))
    beaten = Brought(0, "kassin-a", "boarix")
    tray = Tray(0, Faces(), tuple, size=(66, 200))
    tray.show((*trumps, beaten), frozenset({beaten}))
    assert tray.beyond > 0 and [mark.words for mark in drawn(tray) if isinstance(mark, Label)] == ["3"]


@pytest.mark.parametrize("size", [(66, 200), (200, 66)])
@pytest.mark.parametrize("slid", [0.0, 10.0, 1000.0])
def test_their_number_covers_no_card(size: tuple[int, int], slid: float, window: Any) -> None:
    from ui.widgets import simulated_table as shown
    from ui.widgets.pictures import Faces

    tray = shown.Tray(0, Faces(), tuple, pennies=False, size=[shown.u(side) for side in size])
    labels = ("tortue", "mur", "cage", "kassin-a", "kassin-b")
    tray.show(tuple(Brought(0, label, "boarix", open=True) for label in labels))
    tray.slide(shown.u(slid))
    cards = [mark for mark in drawn(tray) if isinstance(mark, Part) and mark.marks]
    assert len(cards) >= 2
    (number,) = [mark for mark in drawn(tray) if isinstance(mark, Disc)]
    for card in cards:
        reach = card.thing.width_mm / 2
        assert max(abs(card.x - number.x), abs(card.y - number.y)) >= reach + number.size / 2 - 0.5
    x, y = shown.u(number.x), tray.height - shown.u(number.y)
    assert tray.item_at(x, y) is None, "nothing is picked up where the number stands"


def test_beaten_zoons_and_played_trumps_are_out_of_play() -> None:
    cards = brought(GAME, SETUP, ())
    session: Session[Any] = Session(Referee(GAME, SETUP, lambda _lines: None))
    session.start()
    mine = tuple(card for card in cards if card.seat == 0)
    assert out_of_play(mine, session.reply, 0) == frozenset(), "they are yet to be laid"
    playing = replace(session.reply, layout=None)
    zoons = frozenset(card for card in mine if not card.held)
    assert zoons and out_of_play(mine, playing, 0) == zoons
    spent = replace(playing, view=replace(playing.view, aside=((), ())))
    assert out_of_play(mine, spent, 0) == frozenset(mine)
