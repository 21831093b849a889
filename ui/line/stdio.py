"""The line protocol: one JSON object a line in, exactly one a line out, in order. A bad line changes nothing.

Verbs, fields, answers and codes are those of docs/protocol.md. Games played this way are kept nowhere: the
program at the other end has every entry.
"""

import logging
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any, BinaryIO, assert_never, cast

import msgspec
from msgspec import UnsetType

from companion.abilities import HasOpenForms, SeenThrough, TakesFacts, TellsWhatIsLost, ability
from companion.bounded import MOST_LINE_BYTES
from companion.game import Game, Over, PositionFault, Setup, SetupFault, legal
from companion.games import all_games
from companion.journal import Entry
from companion.referee import Referee, Reply
from companion.weigh import Refuse, Wait
from ui.faces.registry import with_owners
from ui.line.for_eyes import entries_for, legal_for, looks_for, shapes_for
from ui.line.given_events import given_event, given_setup
from ui.line.requests import (
    AnyRequest,
    Back,
    Eyes,
    Fault,
    Games,
    Journal,
    Legal,
    LookAt,
    New,
    OfGame,
    Position,
    See,
    State,
    TellRequest,
    Turn,
    View,
    by_dotted_name,
    read_object,
    read_request,
)
from ui.line.scenes import ShapeFault, read_scene, shape_fault
from ui.line.shapes import (
    Json,
    entry_json,
    look_json,
    reply_json,
    rule_words,
    told,
    turn_json,
    view_json,
)

_log = logging.getLogger(__name__)


class Begun(SeenThrough[Any]):
    """A game that begins at a position in place of its own start."""

    def __init__(self, game: Game[Any], state: Any) -> None:
        super().__init__(game)
        self._state = state

    def start(self, _setup: Setup) -> Any:
        return self._state


class Conversation:
    """One conversation: at most one game at a time, begun by `new` or `position`."""

    def __init__(self) -> None:
        self._referee: Referee[Any] | None = None

    def answer(self, line: bytes) -> bytes:
        """The answer to one line, without the line's end. Raises nothing."""
        id: Any = None
        try:
            given = read_object(line)
            id = given.get("id")
            body: Json = {"ok": True} | self._done(read_request(given))
        except Fault as fault:
            body = {"ok": False, "error": fault.body}
        except Exception as fault:  # the next line must be answered too
            _log.exception("a line could not be answered")
            body = {"ok": False, "error": Fault("bad-request", f"this could not be taken: {fault!r}").body}
        return msgspec.json.encode(body if id is None else {"id": id} | body)

    @property
    def referee(self) -> Referee[Any]:
        if self._referee is None:
            raise Fault("no-game", "no game has been begun: use new or position first")
        return self._referee

    def _done(self, request: AnyRequest) -> Json:
        match request:
            case Games():
                return {"games": [game_json(game) for game in all_games().values()]}
            case New():
                game, setup = _agreed(request, request.players)
                return self._begin(Referee(game, setup, lambda _line: None))
            case Position():
                return self._begin(_position(request))
            case _:
                return self._asked(request)

    def _asked(self, request: OfGame) -> Json:
        """What is asked of the game that was begun."""
        match request:
            case State():
                return {"state": self.referee.game.dump_position(self.referee.state)}
            case Turn():
                return {"turn": turn_json(self.referee.now().turn)}
            case Legal(eyes=eyes):
                return {"legal": self._legal(self._eyes(eyes))} | self._shapes(eyes)
            case TellRequest():
                return self._tell(request)
            case See():
                return self._see(request)
            case LookAt(eyes=eyes):
                return self._look(self._eyes(eyes))
            case View(eyes=eyes):
                self._eyes(eyes)
                return {"view": view_json(self.referee.game.view(self.referee.state, eyes))}
            case Back():
                return self._judged(
                    lambda: self.referee.take_back("stdio", request.agreed), self._eyes(request.eyes)
                )
            case Journal(eyes=eyes):
                return {"journal": [entry_json(entry) for entry in self._entries(self._eyes(eyes))]}
            case _:
                assert_never(request)

    def _eyes(self, eyes: Eyes) -> Eyes:
        """Whose eyes these are. Raises Fault where no such seat plays."""
        seats = self.referee.setup.seats
        if isinstance(eyes, int) and not 0 <= eyes < seats:
            raise Fault("bad-request", f"eyes: expected null or a seat below {seats}, found {eyes}", "eyes")
        return eyes

    def _begin(self, referee: Referee[Any]) -> Json:
        reply = referee.now()
        self._referee = referee
        return {"turn": turn_json(reply.turn), "view": view_json(reply.view), "seq": reply.seq}

    def _legal(self, eyes: Eyes) -> list[Json]:
        game, state = self.referee.game, self.referee.state
        if isinstance(eyes, UnsetType):
            return [told(game, state, event) for event in legal(game, state)]
        return legal_for(game, state, eyes)

    def _shapes(self, eyes: Eyes) -> Json:
        """Events that have no end of forms, where any is awaited: what is given of each, and what is to be told."""
        game, state = self.referee.game, self.referee.state
        if isinstance(eyes, UnsetType):
            able = ability(game, HasOpenForms[Any])
            found = () if able is None else able.shapes(state)
        else:
            found = shapes_for(game, state, eyes)
        told = [
            {"event": {"kind": shape.kind} | dict(shape.given), "open": dict(shape.open)} for shape in found
        ]
        return {"shapes": told} if told else {}

    def _entries(self, eyes: Eyes, first: int = 0) -> Iterable[Entry]:
        referee = self.referee
        if isinstance(eyes, UnsetType):
            return referee.entries[first:]
        return entries_for(referee.game, referee.setup, referee.entries, eyes, first)

    def _tell(self, request: TellRequest) -> Json:
        """Takes in an event. Telling what the referee has done by itself already is `same`: no entry, and no fault."""
        referee = self.referee
        eyes = self._eyes(request.eyes)
        try:
            event = given_event(referee.game, referee.setup, request.event)
        except ShapeFault as fault:
            raise Fault("bad-request", str(fault), fault.at) from None
        whose = event.seat
        if request.seat is not None and request.seat != (request.seat if whose is None else whose):
            raise Fault(
                "bad-request", f"seat: expected the event's own seat {whose}, found {request.seat}", "seat"
            )
        return self._judged(lambda: referee.tell(event, "stdio", request.asked_at, request.waive), eyes)

    def _judged(self, act: Callable[[], Reply], eyes: Eyes) -> Json:
        """What was told: done, or refused with the rule, its words and what would be legal."""
        referee, state, first = self.referee, self.referee.state, len(self.referee.entries)
        reply = act()
        match reply.verdict:
            case Refuse(_, breach):
                words = rule_words(referee.game, breach.rule)
                is_over = isinstance(reply.turn, Over) and not breach.rule.startswith("undo-")
                message = f"{words} ({breach.about})" if breach.about else words
                code, may = ("over", []) if is_over else ("refused", self._legal(eyes))
                raise Fault(code, message, None, breach.rule, words=words, about=breach.about, legal=may)
            case Wait(why):
                raise Fault("stale", why, "asked_at")
        return reply_json(
            referee.game,
            state,
            replace(reply, booked=tuple(self._entries(eyes, first)) if reply.booked else ()),
        )

    def _see(self, request: See) -> Json:
        referee, state = self.referee, self.referee.state
        try:
            scene = read_scene(request.scene, referee.game.table(referee.setup))
        except ShapeFault as fault:
            raise Fault("bad-request", str(fault), fault.at) from None
        return reply_json(referee.game, state, referee.see(scene, done=request.done))

    def _look(self, eyes: Eyes) -> Json:
        reply = self.referee.now()
        look, layout = reply.look, reply.layout
        if not isinstance(eyes, UnsetType):
            look, layout = looks_for(self.referee.game, self.referee.state, layout)
        return {"look": look_json(look), "layout": None if layout is None else look_json(layout)}


def game_json(game: Game[Any]) -> Json:
    """A game as lists show it: its seats, and its options with their defaults and ledger entries."""
    return {
        "id": game.id,
        "name": game.name,
        "seats": list(game.seats),
        "options": [msgspec.to_builtins(option) for option in game.options],
        "events": [kind.__name__ for kind in game.events],
    }


def serve(given: BinaryIO, out: BinaryIO) -> None:
    """Answers every line until the input ends, or nobody reads the answers any more."""
    desk = Conversation()
    try:
        for line in bounded_lines(given):
            out.write(desk.answer(line) + b"\n")
            out.flush()
    except BrokenPipeError:
        return


def bounded_lines(given: BinaryIO) -> Iterator[bytes]:
    """The lines of a stream, without their ends; of one that is too long only what shows that it is."""
    while line := given.readline(MOST_LINE_BYTES + 2):
        rest = line
        while len(rest) > MOST_LINE_BYTES and not rest.endswith(b"\n"):
            rest = given.readline(MOST_LINE_BYTES + 2)
        yield line.rstrip(b"\r\n")


def _agreed(request: New | Position, players: tuple[str, ...]) -> tuple[Game[Any], Setup]:
    """The game and set-up of a request; its `facts`, or else what the owner has written down. Raises Fault."""
    games, seats = all_games(), request.seats
    if request.game not in games:
        raise Fault(
            "unknown-game", f"game: expected one of {', '.join(games)}, found {request.game!r}", "game"
        )
    game = games[request.game]
    if request.facts and not (ability(game, TakesFacts) or any(option.open for option in game.options)):
        raise Fault("bad-request", f"facts: expected none for {game.name}, found some", "facts")
    facts = tuple(by_dotted_name(request.facts).items())
    options = tuple(
        (name, ",".join(value) if isinstance(value, tuple) else value)
        for name, value in request.options.items()
    )
    try:
        setup = given_setup(game, Setup(seats, options, players, facts), with_owners)
    except SetupFault as fault:
        field = fault.field.partition(":")[0]
        at = field if field in ("seats", "options", "facts", "players") else f"options.{field}"
        raise Fault("bad-request", str(fault), at) from None
    return game, setup


def _position(request: Position) -> Referee[Any]:
    """A referee of a game that begins at a position from which everything can be answered. Raises Fault."""
    game, setup = _agreed(request, ())
    try:
        state = game.load_position(setup, request.state)
        able = ability(game, TellsWhatIsLost[Any])
        wrong = game.faults(state) or (able.beyond_box(state) if able is not None else ())
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
    begun = cast(Game[Any], Begun(game, state))
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
    return referee
