"""What boxes and the club tell each other by MQTT: topics, and JSON of one version, read within bounds.

`docs/club.md` has the same as a table. Rule kept: what is not as it should be is a `MessageFault` of one line, and
fields that a later version adds are left alone.
"""

import re
from typing import Annotated, Any, TypeVar

import msgspec

from companion.bounded import json_value
from ui.words import in_order

VERSION = 1
ROOT = f"zo/{VERSION}"
CLUB_TOPIC = f"{ROOT}/club"
"""Where the club's computer says that it listens (retained)."""
MOST_BYTES = 64 * 1024
"""The longest message that is read."""
KINDS = ("state", "health", "result", "ack")

NO_NUL = r"^[^\x00]*$"
"""A sign that databases refuse."""
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
"""How often a box may tell another end of one game."""


_UNREADABLE = re.compile("[\x01-\x1f\x7f-\x9f\u2028\u2029]")
_MAY_BE_ODD = re.compile(rb"""\\\w|"\s|\s"|\xc2[\x80-\x9f]|\xd8\x9c|\xe2[\x80\x81]|\xef\xbb\xbf|\x7f""")
"""Control signs, what is not seen or turns the order of others about (Unicode TR 9), and bytes that hint at any."""


class MessageFault(ValueError):
    """A message that is not as it should be; one line without anything of what it says."""


class Message(msgspec.Struct, frozen=True, kw_only=True):
    """What every message has: the version of its form."""

    v: int = VERSION


class Ended(msgspec.Struct, frozen=True, kw_only=True):
    winners: Seats = ()
    why: Line = ""
    rule: Name = ""


class Awaited(msgspec.Struct, frozen=True, kw_only=True):
    """Whose turn it is: `seats` may act, or `chance` is awaited, or the game is `over`."""

    seats: Seats = ()
    chance: dict[str, Any] | None = None
    over: Ended | None = None


class ScreenWords(msgspec.Struct, frozen=True, kw_only=True):
    """What the shared screen says; the board itself is in the message too, for whoever draws it."""

    headline: Line = ""
    awaited: Line = ""
    notes: Lines = ()
    aside: Annotated[tuple[Lines, ...], msgspec.Meta(max_length=16)] = ()


class Play(msgspec.Struct, frozen=True, kw_only=True):
    """The game on a table, as everybody may know it. `key`: the game's among those of the box."""

    key: Annotated[str, msgspec.Meta(max_length=16)]
    game: Name
    name: Name
    players: Names
    entries: Count
    turn: Awaited
    view: ScreenWords


class TableState(Message, frozen=True, kw_only=True):
    """What stands on a table now. `run`: of the program on the box, `n` counts within it; `table`: its name."""

    run: Key
    n: Count
    table: Name = ""
    on_turn: Names = ()
    play: Play | None = None


class Health(Message, frozen=True, kw_only=True):
    """Whether a box is there. The broker tells `online` false by itself where one is lost (last will).

    `waiting`: the number of results that wait to be acknowledged.
    """

    online: bool
    run: Key
    table: Name = ""
    version: Name = ""
    waiting: Count = 0


class Result(Message, frozen=True, kw_only=True):
    """How a game ended. It is told again until the club acknowledges it; a higher `revision` of a `key` replaces it.

    `players`: the names that were given for the seats, empty where none was. `withdrawn`: it does not count after all
    (taken back, deleted). `points`: by seat, where the game is won by any. `by_box`: the seats that the box played.
    `seconds`: from the first to the last entry, by the box's clock; `ended`: when, by the same clock, which may be
    wrong. `digest`: BLAKE2b-256 of the record's lines.
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
        """What two tellings of the same have in common, whatever their revision."""
        return "withdrawn" if self.withdrawn else self.digest


class Ack(Message, frozen=True, kw_only=True):
    """The club has a result, in this revision and telling this (`Result.tells_the_same`)."""

    key: Key
    revision: Annotated[int, msgspec.Meta(ge=0, le=MOST_REVISIONS)]
    has: Annotated[str, msgspec.Meta(max_length=64)] = ""


class ClubHere(Message, frozen=True, kw_only=True):
    """Whether the club's computer listens; `run` is new whenever it begins to."""

    online: bool
    run: Annotated[str, msgspec.Meta(max_length=40)] = ""


def topic(box: str, kind: str) -> str:
    return f"{ROOT}/{box}/{kind}"


def box_and_kind(name: str) -> tuple[str, str]:
    """Which box a topic is of, and what is told there. Raises MessageFault."""
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
    """A message of a kind. Raises MessageFault for what is too long, cut, of other types or of another version."""
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
    """What was told, its words without signs that would spoil a line of text, the words beside them included."""
    match value:
        case str():
            return in_order(_UNREADABLE.sub(" ", value)).strip()
        case list():
            return [_tidied(each) for each in value]
        case dict():
            return {name: _tidied(each) for name, each in value.items()}
        case _:
            return value
