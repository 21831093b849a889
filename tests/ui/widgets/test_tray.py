"""What a seat has beside the simulated table: an open card bears its name, a hidden one only whose it is."""

from collections.abc import Sequence
from typing import Any

from ui.box.by_touch import Brought
from ui.present.models import Piece


def test_only_an_open_card_or_one_that_is_peeped_at_is_told(window: Any) -> None:
    from ui.widgets.faces import Faces
    from ui.widgets.tray import Tray

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
