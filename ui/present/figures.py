"""What one game tells of the people who played it: who won, their tribes, what fell for each."""

from collections import Counter

import msgspec

from companion.journal import Record
from ui.owned.tribes import is_of_tribes
from ui.present.walk import Walk


class FaceFell(msgspec.Struct, frozen=True, array_like=True):
    """How often one face of one kind of thing fell for one seat; `faces`: all that were as likely."""

    seat: int
    kind: str
    face: str
    faces: tuple[str, ...]
    count: int


class GameFigures(msgspec.Struct, frozen=True, kw_only=True):
    """What one game adds. `winners`: None while it goes on; `tribes`: by seat, where it has any; `turns`: how many."""

    game: str
    started: str
    players: tuple[str, ...]
    winners: tuple[int, ...] | None = None
    tribes: tuple[str, ...] = ()
    turns: int = 0
    fallen: tuple[FaceFell, ...] = ()


def game_figures(record: Record, started: str) -> GameFigures:
    """What a record adds. Of one that is not over no luck is told."""
    walk = Walk.of(record.game, record.setup, record.entries)
    named = (record.setup.option(one.name, "") for one in record.game.options if is_of_tribes(one))
    tribes = next((str(tribes) for tribes in named if tribes), "")
    fell = Counter((t.seat, t.kind, t.face, t.faces) for t in walk.throws()) if walk.over else Counter()
    return GameFigures(
        game=record.game.id,
        started=started,
        players=record.setup.players,
        winners=None if walk.over is None else walk.over.winners,
        tribes=tuple(tribes.split(",")) if tribes else (),
        turns=len(walk.turns),
        fallen=tuple(FaceFell(*what, count) for what, count in sorted(fell.items())),
    )


def same_name(name: str) -> str:
    """What is the same for all ways of writing a name: in capitals or small, with spaces around it or not."""
    return " ".join(name.split()).casefold()
