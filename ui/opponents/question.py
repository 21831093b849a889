"""What the process that thinks is asked and what it answers: lines of JSON."""

from typing import Any

import msgspec

from companion.game import Seat, Setup


class Question(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What does a seat do? `ask` numbers the questions; `position` is the state as `Game.dump_position` gives it.

    `played`: what it did, as JSON; then it is asked how well that was (`companion.search.weighed`). `advises`: it is
    asked for a coach, so the best moves are tried as often as each other (`companion.search.advised`).
    """

    ask: int
    game: str
    setup: Setup
    position: dict[str, Any]
    seat: Seat
    level: str
    seed: int
    played: dict[str, Any] | None = None
    advises: bool = False


class Stop(msgspec.Struct, frozen=True):
    """The question with this number is to be answered at once, with what has been found."""

    stop: int


class LineFound(msgspec.Struct, frozen=True):
    """See `companion.search.Line`; events as their JSON."""

    events: tuple[dict[str, Any], ...]
    worth: float
    plays: int


class MoveFound(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the seat does, as `companion.search.Chosen` has it; or that it has `nothing` to do, or a `fault`."""

    ask: int
    event: dict[str, Any] | None = None
    lines: tuple[LineFound, ...] = ()
    nothing: str = ""
    fault: str = ""


_asked = msgspec.json.Decoder(Question)
_stop = msgspec.json.Decoder(Stop)


def read_line(line: bytes) -> Question | Stop:
    """A line of input. Raises msgspec.DecodeError for one that is neither: only the box itself writes them."""
    return _stop.decode(line) if line.startswith(b'{"stop"') else _asked.decode(line)
