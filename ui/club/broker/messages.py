"""The MQTT messages between boxes and club: topics, and versioned JSON with bounded sizes.

`docs/club.md` has them as a table. Rule kept: an invalid message is a `MessageFault` of one line; fields of
later versions are ignored.
"""

import re
from typing import Annotated, Any, TypeVar

import msgspec

from companion.bounded import json_value
from ui.words import in_order

VERSION = 1
ROOT = f"zo/{VERSION}"
CLUB_TOPIC = f"{ROOT}/club"
"""Topic on which the club's computer announces that it listens (retained)."""
MOST_BYTES = 64 * 1024
"""Maximum bytes of a message."""
KINDS = ("state", "health", "result", "ack")

NO_NUL = r"^[^\x00]*$"
"""Excludes NUL, which databases refuse."""
Line = Annotated[str, msgspec.Meta(max_length=400, pattern=NO_NUL)]
Name = Annotated[str, msgspec.Meta(max_length=100, pattern=NO_NUL)]
Key = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{16}\Z")]
Digest = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{0,64}\Z")]
Box = Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9][a-z0-9-]{3,39}\Z")]
Count = Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]
Seat = Annotated[int, msgspec.Meta(ge=0, le=15)]
Seats = Annotated[tuple[Seat, ...], msgspec.Meta(max_length=16)]
Names = Annotated[tuple[Name, ...], msgspec.Meta(max_length=16)]
Lines = Annotated[tuple[Line, ...], msgspec.Meta(max_length=60)]
M = TypeVar("M", bound="Message")
MOST_REVISIONS = 10**6
"""Maximum number of revisions of one game's result."""


_UNREADABLE = re.compile("[\x01-\x1f\x7f-\x9f\u2028\u2029]")
_MAY_BE_ODD = re.compile(rb"""\\\w|"\s|\s"|\xc2[\x80-\x9f]|\xd8\x9c|\xe2[\x80\x81]|\xef\xbb\xbf|\x7f""")
"""Bytes that hint at control signs, invisible signs or signs that reorder others (Unicode TR 9)."""


class MessageFault(ValueError):
    """An invalid message, described in one line that quotes nothing of it."""


class Message(msgspec.Struct, frozen=True, kw_only=True):
    """Base of all messages: the version of the form."""

    v: int = VERSION


class Ended(msgspec.Struct, frozen=True, kw_only=True):
    winners: Seats = ()
    why: Line = ""
    rule: Name = ""


class Awaited(msgspec.Struct, frozen=True, kw_only=True):
    """The turn: `seats` may act, or `chance` is awaited, or the game is `over`."""

    seats: Seats = ()
    chance: dict[str, Any] | None = None
    over: Ended | None = None


class ScreenWords(msgspec.Struct, frozen=True, kw_only=True):
    """The texts of the shared screen; the message holds the board itself too, to be drawn."""

    headline: Line = ""
    awaited: Line = ""
    notes: Lines = ()
    aside: Annotated[tuple[Lines, ...], msgspec.Meta(max_length=16)] = ()


class Play(msgspec.Struct, frozen=True, kw_only=True):
    """The public view of the game on a table. `key`: unique among the box's games."""

    key: Annotated[str, msgspec.Meta(max_length=16)]
    game: Name
    name: Name
    players: Names
    entries: Count
    turn: Awaited
    view: ScreenWords


class TableState(Message, frozen=True, kw_only=True):
    """A table's present state. `run`: of the box's program, within which `n` counts; `table`: its name."""

    run: Key
    n: Count
    table: Name = ""
    on_turn: Names = ()
    play: Play | None = None


class Health(Message, frozen=True, kw_only=True):
    """Whether a box is online; the broker itself reports `online` false for a lost one (last will).

    `waiting`: number of results not yet acknowledged.
    """

    online: bool
    run: Key
    table: Name = ""
    version: Name = ""
    waiting: Count = 0


class Result(Message, frozen=True, kw_only=True):
    """How a game ended; repeated until the club acknowledges it. A higher `revision` of a `key` replaces it.

    `players`: the names given, by seat, else empty. `withdrawn`: the result does not count (taken back,
    deleted). `points`: by seat, in games won by points. `by_box`: the seats that the box played. `seconds`:
    from the first to the last entry; `ended`: when; both by the box's clock, which may be wrong. `digest`:
    BLAKE2b-256 of the record's lines.
    """

    key: Key
    revision: Annotated[int, msgspec.Meta(ge=1, le=MOST_REVISIONS)]
    withdrawn: bool = False
    game: Name
    name: Name
    players: Names
    winners: Seats = ()
    by_box: Seats = ()
    points: Annotated[tuple[int, ...], msgspec.Meta(max_length=16)] = ()
    why: Line = ""
    rule: Name = ""
    options: Annotated[dict[Name, int | bool | Line], msgspec.Meta(max_length=60)] = {}
    entries: Count = 0
    seconds: Count = 0
    ended: Annotated[str, msgspec.Meta(max_length=40)] = ""
    digest: Digest = ""

    def __post_init__(self) -> None:
        seats = set(range(len(self.players)))
        if not seats:
            raise ValueError("players: expected one at least")
        if len(set(self.winners)) != len(self.winners) or not seats.issuperset(self.winners):
            raise ValueError("winners: expected seats of the game, each once")
        if not seats.issuperset(self.by_box):
            raise ValueError("by_box: expected seats of the game")
        if self.points and len(self.points) != len(seats):
            raise ValueError("points: expected one number for each seat")

    @property
    def tells_the_same(self) -> str:
        """A value equal for two messages that report the same outcome, in any revision."""
        return "withdrawn" if self.withdrawn else self.digest


class Ack(Message, frozen=True, kw_only=True):
    """The club's receipt of a result: its revision and content (`Result.tells_the_same`)."""

    key: Key
    revision: Annotated[int, msgspec.Meta(ge=0, le=MOST_REVISIONS)]
    has: Annotated[str, msgspec.Meta(max_length=64)] = ""


class ClubHere(Message, frozen=True, kw_only=True):
    """Whether the club's computer listens; `run` is new at each of its starts."""

    online: bool
    run: Annotated[str, msgspec.Meta(max_length=40)] = ""


def topic(box: str, kind: str) -> str:
    return f"{ROOT}/{box}/{kind}"


def box_and_kind(name: str) -> tuple[str, str]:
    """The box and the kind of message that a topic names. Raises MessageFault."""
    parts = name.split("/")
    if len(parts) != 4 or "/".join(parts[:2]) != ROOT or parts[3] not in KINDS:
        raise MessageFault("no topic of a box")
    try:
        return msgspec.convert(parts[2], Box), parts[3]
    except msgspec.ValidationError:
        raise MessageFault("no id of a box") from None


def encoded(message: Message) -> bytes:
    return msgspec.json.encode(message)


def read(payload: bytes, kind: type[M]) -> M:
    """A message of a kind. Raises MessageFault if it is too long, cut, mistyped or of another version."""
    if len(payload) > MOST_BYTES:
        raise MessageFault(f"expected at most {MOST_BYTES} bytes, found {len(payload)}")
    try:
        body = json_value(payload)
        if _MAY_BE_ODD.search(payload):
            body = _tidied(body)
        version = body.get("v") if isinstance(body, dict) else None
        if type(version) is not int or version != VERSION:
            raise MessageFault(f"expected version {VERSION} of the form")
        return msgspec.convert(body, kind)
    except MessageFault:
        raise
    except msgspec.ValidationError as fault:
        raise MessageFault(str(fault).splitlines()[0][:200]) from None
    except ValueError as fault:
        raise MessageFault(f"no JSON within bounds ({type(fault).__name__})") from None


def _tidied(value: Any) -> Any:
    """Values with all their texts cleaned of signs that would break or reorder a line."""
    match value:
        case str():
            return in_order(_UNREADABLE.sub(" ", value)).strip()
        case list():
            return [_tidied(each) for each in value]
        case dict():
            return {name: _tidied(each) for name, each in value.items()}
        case _:
            return value
