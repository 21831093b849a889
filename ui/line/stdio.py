"""The line protocol: one JSON object a line in, one a line out, in order. A bad line changes nothing.

Verbs, fields, answers and codes are those of docs/protocol.md. These games are not kept: the other program
has every entry.
"""

import logging
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, BinaryIO, cast

import msgspec
from msgspec import UNSET, UnsetType

from companion.bounded import MOST_LINE_BYTES, OutOfBounds, json_value, shortened
from companion.game import Event, Game, Over, PositionFault, SeenThrough, Setup, SetupFault, legal
from companion.games import all_games
from companion.journal import Entry
from companion.referee import Referee, Reply
from companion.sight import Look
from companion.weigh import Refuse, Wait
from ui.line.given import ShapeFault, given_event, given_setup, read_scene, shape_fault
from ui.line.shapes import Json, entry_json, look_json, reply_json, rule_words, told, turn_json, view_json
from ui.secrecy import is_over, public, public_entry

_log = logging.getLogger(__name__)

# Requests: verbs, their fields, and the faults of a line that is no request.


class Fault(Exception):
    """A refusal: its code and words, and field and rule if known."""

    def __init__(
        self, code: str, message: str, at: str | None = None, rule: str | None = None, **more: Any
    ) -> None:
        message = shortened(message)
        super().__init__(message)
        self.body: Json = {"code": code, "rule": rule, "message": message, "at": at and shortened(at)} | more


Fact = int | str | bool
Facts = dict[str, Fact | dict[str, Fact]]
"""Corrected facts by dotted name (`archer.movement`) or by group, as in TOML."""


Options = dict[str, int | str | bool | tuple[str, ...]]
"""By name; a list means its words joined by commas."""
Eyes = int | None | UnsetType
"""The viewer of an answer: a seat, the public (null), or the referee (omitted)."""


class Request(msgspec.Struct, forbid_unknown_fields=True, tag_field="do", tag=str.lower):
    """One line in; its `id` is repeated in the answer."""

    id: Any = None

    def answer(self, desk: "Conversation") -> Json:
        """The answer. Raises Fault, ShapeFault."""
        raise NotImplementedError


class Games(Request):
    def answer(self, _desk: "Conversation") -> Json:
        return {"games": [game_json(game) for game in all_games().values()]}


class New(Request, kw_only=True):
    game: str
    seats: int
    options: Options = {}
    facts: Facts = {}
    players: tuple[str, ...] = ()

    def answer(self, desk: "Conversation") -> Json:
        game, setup = _agreed(self, self.players)
        return desk.begin(Referee(game, setup, lambda _line: None))


class Position(Request, kw_only=True):
    game: str
    seats: int
    state: dict[str, Any]
    options: Options = {}
    facts: Facts = {}

    def answer(self, desk: "Conversation") -> Json:
        """Begins a game at a position, from which all other requests work."""
        game, setup = _agreed(self, ())
        try:
            state = game.load_position(setup, self.state)
            wrong = game.faults(state) or game.beyond_box(state)
        except PositionFault as fault:
            at = f"state.{fault.at}" if fault.at else "state"
            raise Fault("bad-position", str(fault), at) from None
        except msgspec.ValidationError as fault:
            shaped = shape_fault(fault, "state")
            raise Fault("bad-position", str(shaped), shaped.at) from None
        except (KeyError, TypeError, ValueError, AttributeError) as fault:
            raise Fault("bad-position", f"this is no position of the game: {fault!r}", "state") from None
        if wrong:
            raise Fault("bad-position", wrong[0], "state")
        # Every kind of answer is tried once, as a state may pass all checks and still break a view.
        begun = cast(Game[Any], SeenThrough(game, start=lambda _setup: state))
        try:
            referee = Referee(begun, setup, lambda _line: None)
            for eyes in (None, *range(setup.seats)):
                game.view(state, eyes)
                legal_for(game, state, eyes)
            game.dump_position(state)
            referee.now()
        except (AssertionError, ArithmeticError, LookupError, TypeError, ValueError, AttributeError):
            _log.info("a position was refused that no answer can be given on", exc_info=True)
            raise Fault(
                "bad-position", "expected a position that play can come to, found another", "state"
            ) from None
        return desk.begin(referee)


class State(Request):
    def answer(self, desk: "Conversation") -> Json:
        return {"state": desk.referee.game.dump_position(desk.referee.state)}


class Turn(Request):
    def answer(self, desk: "Conversation") -> Json:
        return {"turn": turn_json(desk.referee.now().turn)}


class Legal(Request, kw_only=True):
    eyes: Eyes = UNSET

    def answer(self, desk: "Conversation") -> Json:
        game, state, eyes = desk.referee.game, desk.referee.state, desk.eyes(self.eyes)
        return {"legal": legal_for(game, state, eyes)} | shapes_for(game, state, eyes)


class TellRequest(Request, kw_only=True, tag="tell"):
    event: dict[str, Any]
    seat: int | None = None
    waive: str | tuple[str, ...] = ()
    asked_at: int | None = None
    eyes: Eyes = UNSET

    def answer(self, desk: "Conversation") -> Json:
        """Takes an event. One that the referee booked by itself already gives `same`: no entry, no fault."""
        referee = desk.referee
        eyes = desk.eyes(self.eyes)
        event = given_event(referee.game, referee.setup, self.event)
        if None not in (self.seat, event.seat) and self.seat != event.seat:
            words = f"seat: expected the event's own seat {event.seat}, found {self.seat}"
            raise Fault("bad-request", words, "seat")
        return desk.judged(lambda: referee.tell(event, "stdio", self.asked_at, self.waive), eyes)


class See(Request, kw_only=True):
    scene: dict[str, Any]
    done: bool = False

    def answer(self, desk: "Conversation") -> Json:
        referee, state = desk.referee, desk.referee.state
        scene = read_scene(self.scene, referee.game.table(referee.setup))
        return reply_json(referee.game, state, referee.see(scene, done=self.done))


class LookAt(Request, kw_only=True, tag="look"):
    eyes: Eyes = UNSET

    def answer(self, desk: "Conversation") -> Json:
        eyes, reply = desk.eyes(self.eyes), desk.referee.now()
        look, layout = reply.look, reply.layout
        if not isinstance(eyes, UnsetType):
            look, layout = looks_for(desk.referee.game, desk.referee.state, layout)
        return {"look": look_json(look), "layout": None if layout is None else look_json(layout)}


class View(Request, kw_only=True):
    eyes: int | None = None

    def answer(self, desk: "Conversation") -> Json:
        desk.eyes(self.eyes)
        return {"view": view_json(desk.referee.game.view(desk.referee.state, self.eyes))}


class Back(Request, kw_only=True):
    agreed: frozenset[int] = frozenset()
    eyes: Eyes = UNSET

    def answer(self, desk: "Conversation") -> Json:
        eyes = desk.eyes(self.eyes)
        return desk.judged(lambda: desk.referee.take_back("stdio", self.agreed), eyes)


class Journal(Request, kw_only=True):
    eyes: Eyes = UNSET

    def answer(self, desk: "Conversation") -> Json:
        referee, eyes = desk.referee, desk.eyes(self.eyes)
        told = entries_for(referee.game, referee.setup, referee.entries, eyes)
        return {"journal": [entry_json(entry) for entry in told]}


VERBS: dict[str, type[Request]] = {str(kind.__struct_config__.tag): kind for kind in Request.__subclasses__()}


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


def read_request(given: Json) -> Request:
    verb = given.get("do")
    if not isinstance(verb, str) or verb not in VERBS:
        code = "unknown-verb" if isinstance(verb, str) else "bad-request"
        raise Fault(code, f"do: expected one of {', '.join(VERBS)}, found {verb!r}", "do")
    kind = VERBS[verb]
    try:
        return msgspec.convert(given, kind)
    except msgspec.ValidationError as fault:
        raise shape_fault(fault, known=("do", *kind.__struct_fields__)) from None


class Conversation:
    """One conversation with at most one game at a time, begun by `new` or `position`."""

    def __init__(self) -> None:
        self._referee: Referee[Any] | None = None

    def answer(self, line: bytes) -> bytes:
        """The answer to one line, without line end. Raises nothing."""
        id: Any = None
        try:
            given = read_object(line)
            id = given.get("id")
            body: Json = {"ok": True} | read_request(given).answer(self)
        except Fault as fault:
            body = {"ok": False, "error": fault.body}
        except ShapeFault as fault:
            body = {"ok": False, "error": Fault("bad-request", str(fault), fault.at or None).body}
        except Exception as fault:  # the next line must be answered too
            _log.exception("a line could not be answered")
            body = {"ok": False, "error": Fault("bad-request", f"this could not be taken: {fault!r}").body}
        return msgspec.json.encode(body if id is None else {"id": id} | body)

    @property
    def referee(self) -> Referee[Any]:
        if self._referee is None:
            raise Fault("no-game", "no game has been begun: use new or position first")
        return self._referee

    def eyes(self, eyes: Eyes) -> Eyes:
        """The eyes, checked. Raises Fault for a seat that the game lacks."""
        seats = self.referee.setup.seats
        if isinstance(eyes, int) and not 0 <= eyes < seats:
            raise Fault("bad-request", f"eyes: expected null or a seat below {seats}, found {eyes}", "eyes")
        return eyes

    def begin(self, referee: Referee[Any]) -> Json:
        reply = referee.now()
        self._referee = referee
        return {"turn": turn_json(reply.turn), "view": view_json(reply.view), "seq": reply.seq}

    def judged(self, act: Callable[[], Reply], eyes: Eyes) -> Json:
        """The outcome of an act: done, or refused with the rule, its words and the legal events."""
        referee, state, first = self.referee, self.referee.state, len(self.referee.entries)
        reply = act()
        match reply.verdict:
            case Refuse(_, broken):
                words = rule_words(referee.game, broken.rule)
                is_over = isinstance(reply.turn, Over) and not broken.rule.startswith("undo-")
                message = f"{words} ({broken.about})" if broken.about else words
                may = [] if is_over else legal_for(referee.game, referee.state, eyes)
                code = "over" if is_over else "refused"
                raise Fault(code, message, None, broken.rule, words=words, about=broken.about, legal=may)
            case Wait(why):
                raise Fault("stale", why, "asked_at")
        told = entries_for(referee.game, referee.setup, referee.entries, eyes, first)
        booked = tuple(told) if reply.booked else ()
        return reply_json(referee.game, state, replace(reply, booked=booked))


def game_json(game: Game[Any]) -> Json:
    """A game in lists: seats, and options with defaults and ledger entries."""
    return {
        "id": game.id,
        "name": game.name,
        "seats": list(game.seats),
        "options": [msgspec.to_builtins(option) for option in game.options],
        "events": [kind.__name__ for kind in game.events],
    }


def serve(given: BinaryIO, out: BinaryIO) -> None:
    """Answers every line until the input ends or the output is closed."""
    desk = Conversation()
    try:
        for line in bounded_lines(given):
            out.write(desk.answer(line) + b"\n")
            out.flush()
    except BrokenPipeError:
        return


def bounded_lines(given: BinaryIO) -> Iterator[bytes]:
    """The lines of a stream without line ends; an overlong one is cut just beyond the limit."""
    while line := given.readline(MOST_LINE_BYTES + 2):
        rest = line
        while len(rest) > MOST_LINE_BYTES and not rest.endswith(b"\n"):
            rest = given.readline(MOST_LINE_BYTES + 2)
        yield line.rstrip(b"\r\n")


def _agreed(request: New | Position, players: tuple[str, ...]) -> tuple[Game[Any], Setup]:
    """A request's game and set-up with its `facts`, else the owner's. Raises Fault."""
    games, seats = all_games(), request.seats
    if request.game not in games:
        raise Fault(
            "unknown-game", f"game: expected one of {', '.join(games)}, found {request.game!r}", "game"
        )
    game = games[request.game]
    if request.facts and not (game.fact_names() or any(option.open for option in game.options)):
        raise Fault("bad-request", f"facts: expected none for {game.name}, found some", "facts")
    facts: dict[str, Fact] = {}
    for name, value in request.facts.items():
        facts |= (
            {f"{name}.{field}": fact for field, fact in value.items()}
            if isinstance(value, dict)
            else {name: value}
        )
    options = tuple(
        (name, ",".join(value) if isinstance(value, tuple) else value)
        for name, value in request.options.items()
    )
    try:
        setup = given_setup(game, Setup(seats, options, players, tuple(facts.items())), begins=True)
    except SetupFault as fault:
        field = fault.field.partition(":")[0]
        at = field if field in ("seats", "options", "facts", "players") else f"options.{field}"
        raise Fault("bad-request", str(fault), at) from None
    return game, setup


# Information for one player or all: legal events, entries, expected looks. Rule kept: a seat gets its own
# events whole and all others in their public form; after the end nothing is hidden, and the referee's eyes
# (UNSET) see everything.


def legal_for(game: Game[Any], state: Any, eyes: Eyes) -> list[Json]:
    """The events that these eyes may know to be legal, each with its words."""
    if isinstance(eyes, UnsetType):
        return [told(game, state, event) for event in legal(game, state)]
    if isinstance(game.turn(state), Over):
        return []
    known = game.public_state(state)
    found: list[Json] = []
    if eyes is not None:
        found += [told(game, state, event) for event in legal(game, state) if _is_of(event, eyes)]
    for event in legal(game, known):
        if eyes is None or not _is_of(event, eyes):
            found.append(told(game, known, public(game, known, event)))
    return [one for n, one in enumerate(found) if one not in found[:n]]


def shapes_for(game: Game[Any], state: Any, eyes: Eyes) -> Json:
    """`shapes`: for events with unlimited forms, the known and open fields that these eyes may see."""
    if isinstance(eyes, UnsetType):
        found = game.shapes(state)
    else:
        own = [one for one in game.shapes(state) if eyes is not None and one.given.get("seat") == eyes]
        others = game.shapes(game.public_state(state))
        found = (*own, *(one for one in others if eyes is None or one.given.get("seat") != eyes))
    shapes = [
        {"event": {"kind": shape.kind} | dict(shape.given), "open": dict(shape.open)} for shape in found
    ]
    return {"shapes": shapes} if shapes else {}


def entries_for(
    game: Game[Any], setup: Setup, entries: Sequence[Entry], eyes: Eyes, first: int = 0
) -> Iterator[Entry]:
    """The entries from `first` on, as these eyes may know them."""
    whole = isinstance(eyes, UnsetType) or is_over(game, setup, entries)
    for n in range(first, len(entries)):
        own = _is_of(entries[n].event, eyes) and not entries[n].event.blind
        yield entries[n] if whole or own else public_entry(game, setup, entries, n)


def looks_for(game: Game[Any], state: Any, layout: Look | None) -> tuple[Look, Look | None]:
    """The expected table, and the set-up being laid, as anybody beside the table may see them."""
    known = state if isinstance(game.turn(state), Over) else game.public_state(state)
    return game.look(known), None if layout is None else game.layout(known)


def _is_of(event: Event, eyes: Eyes) -> bool:
    return eyes is not None and event.seat == eyes
