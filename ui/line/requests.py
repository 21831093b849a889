"""The requests of the line protocol: verbs, their fields, and what is wrong with a line that is none of them."""

from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from companion.bounded import MOST_LINE_BYTES, OutOfBounds, json_value, shortened
from ui.line.scenes import shape_fault
from ui.line.shapes import Json


class Fault(Exception):
    """An answer that is no: its code, its words, and where it can be told the field and the rule."""

    def __init__(
        self, code: str, message: str, at: str | None = None, rule: str | None = None, **more: Any
    ) -> None:
        message = shortened(message)
        super().__init__(message)
        self.body: Json = {"code": code, "rule": rule, "message": message, "at": at and shortened(at)} | more


Fact = int | str | bool
Facts = dict[str, Fact | dict[str, Fact]]
"""Corrected facts, by dotted name (`archer.movement`) or by group, as a TOML file would have them."""


def by_dotted_name(facts: Facts) -> dict[str, Fact]:
    """Facts of groups under their dotted names."""
    found: dict[str, Fact] = {}
    for name, value in facts.items():
        if isinstance(value, dict):
            found |= {f"{name}.{field}": fact for field, fact in value.items()}
        else:
            found[name] = value
    return found


Options = dict[str, int | str | bool | tuple[str, ...]]
"""By name; a list means the same as its words joined by commas."""
Eyes = int | None | UnsetType
"""Whose eyes an answer is for: a seat's, everybody's (null), or the referee's own (left out)."""
CODES = (
    "bad-json", "bad-request", "unknown-verb", "unknown-game", "no-game", "bad-position", "stale", "refused", "over",
)  # fmt: skip


class Request(msgspec.Struct, forbid_unknown_fields=True, tag_field="do", tag=str.lower):
    """A line in; `id` comes back in the answer."""

    id: Any = None


class Games(Request): ...


class New(Request, kw_only=True):
    game: str
    seats: int
    options: Options = {}
    facts: Facts = {}
    players: tuple[str, ...] = ()


class Position(Request, kw_only=True):
    game: str
    seats: int
    state: dict[str, Any]
    options: Options = {}
    facts: Facts = {}


class State(Request): ...


class Turn(Request): ...


class Legal(Request, kw_only=True):
    eyes: Eyes = UNSET


class TellRequest(Request, kw_only=True, tag="tell"):
    event: dict[str, Any]
    seat: int | None = None
    waive: str | tuple[str, ...] = ()
    asked_at: int | None = None
    eyes: Eyes = UNSET


class See(Request, kw_only=True):
    scene: dict[str, Any]
    done: bool = False


class LookAt(Request, kw_only=True, tag="look"):
    eyes: Eyes = UNSET


class View(Request, kw_only=True):
    eyes: int | None = None


class Back(Request, kw_only=True):
    agreed: frozenset[int] = frozenset()
    eyes: Eyes = UNSET


class Journal(Request, kw_only=True):
    eyes: Eyes = UNSET


OfGame = State | Turn | Legal | TellRequest | See | LookAt | View | Back | Journal
"""What is asked of the game that was begun."""
AnyRequest = Games | New | Position | OfGame
VERBS: dict[str, type[AnyRequest]] = {
    "games": Games, "new": New, "position": Position, "state": State, "turn": Turn, "legal": Legal, "tell": TellRequest,
    "see": See, "look": LookAt, "view": View, "back": Back, "journal": Journal,
}  # fmt: skip


def read_object(line: bytes) -> Json:
    if len(line) > MOST_LINE_BYTES:
        raise Fault("bad-json", f"expected a line of at most {MOST_LINE_BYTES} bytes, found a longer one")
    try:
        given = json_value(line)
    except OutOfBounds as fault:
        raise Fault("bad-json", str(fault)) from None
    except ValueError as fault:
        raise Fault("bad-json", f"expected one JSON object, found {fault}") from None
    if not isinstance(given, dict):
        raise Fault("bad-request", f"expected one JSON object, found {type(given).__name__}")
    return given


def read_request(given: Json) -> AnyRequest:
    verb = given.get("do")
    if not isinstance(verb, str):
        raise Fault("bad-request", "do: expected one of " + ", ".join(VERBS) + f", found {verb!r}", "do")
    if verb not in VERBS:
        raise Fault("unknown-verb", f"do: expected one of {', '.join(VERBS)}, found {verb!r}", "do")
    kind = VERBS[verb]
    try:
        return msgspec.convert(given, kind)
    except msgspec.ValidationError as fault:
        shaped = shape_fault(fault, known=("do", *kind.__struct_fields__))
        raise Fault("bad-request", str(shaped), shaped.at or None) from None
