"""The line protocol: one JSON object a line in, exactly one a line out, in order. A bad line changes nothing.

Verbs, fields, answers and codes are those of docs/protocol.md. Games played this way are kept nowhere: the
program at the other end has every entry.
"""

import logging
from collections.abc import Callable, Iterable
from typing import Any, BinaryIO, cast

import msgspec

from companion.game import Game, Over, PositionFault, Setup, SetupFault, checked, legal
from companion.games import all_games
from companion.journal import read_event
from companion.judge import Refuse, Wait
from companion.referee import Referee, Reply
from companion.sight import Look
from ui.requests import (
    Back,
    Fault,
    Games,
    Legal,
    LookAt,
    New,
    Position,
    Request,
    See,
    State,
    Tell,
    Turn,
    View,
    by_dotted_name,
    read_object,
    read_request,
)
from ui.scenes import ShapeFault, read_scene, shape_fault
from ui.shapes import (
    Json,
    entry_json,
    look_json,
    reply_json,
    rule_words,
    told,
    turn_json,
    view_json,
)
from ui.tribes_agreed import with_owners

_log = logging.getLogger(__name__)
_CELL_FIELDS = ("from", "to", "at", "path", "cells")


class Begun:
    """A game that begins at a position in place of its own start."""

    def __init__(self, game: Game[Any], state: Any) -> None:
        self._game = game
        self._state = state

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def start(self, setup: Setup) -> Any:
        return self._state


class Desk:
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

    def _done(self, request: Request) -> Json:
        match request:
            case Games():
                return {"games": [game_json(game) for game in all_games().values()]}
            case New():
                return self._new(request)
            case Position():
                return self._position(request)
            case State():
                return {"state": self.referee.game.given(self.referee.state)}
            case Turn():
                return {"turn": turn_json(self.referee.now().turn)}
            case Legal():
                return {"legal": self._legal()} | self._shapes()
            case Tell():
                return self._tell(request)
            case See():
                return self._see(request)
            case LookAt():
                return self._look()
            case View():
                return self._view(request.eyes)
            case Back():
                return self._judged(lambda: self.referee.take_back("stdio", request.agreed))
            case _:
                return {"journal": [entry_json(entry) for entry in self.referee.entries]}

    def _new(self, request: New) -> Json:
        game, setup = _agreed(request, request.players)
        return self._begin(game, setup)

    def _position(self, request: Position) -> Json:
        game, setup = _agreed(request, ())
        try:
            state = game.position(setup, request.state)
            wrong = game.faults(state)
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
        return self._begin(cast(Game[Any], Begun(game, state)), setup)

    def _begin(self, game: Game[Any], setup: Setup) -> Json:
        self._referee = Referee(game, setup, lambda line: None)
        reply = self._referee.now()
        return {"turn": turn_json(reply.turn), "view": view_json(reply.view), "seq": reply.seq}

    def _legal(self) -> list[Json]:
        game, state = self.referee.game, self.referee.state
        return [told(game, state, event) for event in legal(game, state)]

    def _shapes(self) -> Json:
        """Events that have no end of forms, where any is awaited: what is given of each, and what is to be told."""
        shapes = getattr(self.referee.game, "shapes", None)
        found = () if shapes is None else shapes(self.referee.state)
        told = [
            {"event": {"kind": shape.kind} | dict(shape.given), "open": dict(shape.open)} for shape in found
        ]
        return {"shapes": told} if told else {}

    def _tell(self, request: Tell) -> Json:
        """Takes in an event. Telling what the referee has done by itself already is `same`: no entry, and no fault."""
        referee = self.referee
        _check_places(referee, request.event)
        try:
            event = read_event(referee.game, request.event)
        except ValueError as fault:
            shaped = shape_fault(msgspec.ValidationError(str(fault)))
            at = f"event.{shaped.at}" if shaped.at else "event"
            raise Fault("bad-request", f"{at}: {shaped.message}", at) from None
        whose = getattr(event, "seat", None)
        if request.seat is not None and request.seat != (request.seat if whose is None else whose):
            raise Fault(
                "bad-request", f"seat: expected the event's own seat {whose}, found {request.seat}", "seat"
            )
        return self._judged(lambda: referee.tell(event, "stdio", request.asked_at, request.waive))

    def _judged(self, act: Callable[[], Reply]) -> Json:
        """What was told: done, or refused with the rule, its words and what would be legal."""
        referee, state = self.referee, self.referee.state
        reply = act()
        match reply.verdict:
            case Refuse(_, breach):
                words = rule_words(referee.game, breach.rule)
                code = (
                    "over"
                    if isinstance(reply.turn, Over) and not breach.rule.startswith("undo-")
                    else "refused"
                )
                message = f"{words} ({breach.about})" if breach.about else words
                may = [] if code == "over" else self._legal()
                raise Fault(code, message, None, breach.rule, words=words, about=breach.about, legal=may)
            case Wait(why):
                raise Fault("stale", why, "asked_at")
        return reply_json(referee.game, state, reply)

    def _see(self, request: See) -> Json:
        referee, state = self.referee, self.referee.state
        try:
            scene = read_scene(request.scene, referee.game.table(referee.setup))
        except ShapeFault as fault:
            raise Fault("bad-request", str(fault), fault.at) from None
        return reply_json(referee.game, state, referee.see(scene, request.done))

    def _look(self) -> Json:
        reply = self.referee.now()
        layout: Look | None = reply.layout
        return {"look": look_json(reply.look), "layout": None if layout is None else look_json(layout)}

    def _view(self, eyes: int | None) -> Json:
        referee = self.referee
        if eyes is not None and not 0 <= eyes < referee.setup.seats:
            raise Fault(
                "bad-request",
                f"eyes: expected null or a seat below {referee.setup.seats}, found {eyes}",
                "eyes",
            )
        return {"view": view_json(referee.game.view(referee.state, eyes))}


def game_json(game: Game[Any]) -> Json:
    """A game as lists show it: its seats, and its options with their defaults and ledger entries."""
    return {
        "id": game.id,
        "name": game.name,
        "seats": list(game.seats),
        "options": [msgspec.to_builtins(option) for option in game.options],
        "events": [kind.__name__ for kind in game.events],
    }


def serve(lines: Iterable[bytes], out: BinaryIO) -> None:
    """Answers every line until the input ends, or nobody reads the answers any more."""
    desk = Desk()
    try:
        for line in lines:
            out.write(desk.answer(line) + b"\n")
            out.flush()
    except BrokenPipeError:
        return


def _agreed(request: New | Position, players: tuple[str, ...]) -> tuple[Game[Any], Setup]:
    """The game and set-up of a request; its `facts`, or else what the owner has written down. Raises Fault."""
    games, seats = all_games(), request.seats
    if request.game not in games:
        raise Fault(
            "unknown-game", f"game: expected one of {', '.join(games)}, found {request.game!r}", "game"
        )
    game = games[request.game]
    if len(players) > seats:
        raise Fault(
            "bad-request", f"players: expected at most {seats} names, found {len(players)}", "players"
        )
    if request.facts and not (hasattr(game, "fact_names") or any(option.open for option in game.options)):
        raise Fault("bad-request", f"facts: expected none for {game.name}, found some", "facts")
    facts = tuple(by_dotted_name(request.facts).items())
    given = Setup(seats, tuple(request.options.items()), players, facts)
    try:
        setup = with_owners(game, checked(game, given))
        game.start(setup)
    except SetupFault as fault:
        field = fault.field.partition(":")[0]
        at = field if field in ("seats", "options", "facts") else f"options.{field}"
        raise Fault("bad-request", str(fault), at) from None
    return game, setup


def _check_places(referee: Referee[Any], event: Json) -> None:
    """Squares and seats of an event are those of the game. Raises Fault with the field."""
    names = {region.name for region in referee.game.table(referee.setup).regions}
    for field in _CELL_FIELDS:
        given = event.get(field)
        for n, name in enumerate(given if isinstance(given, list) else [given]):
            if isinstance(name, str) and name not in names:
                at = f"event.{field}[{n}]" if isinstance(given, list) else f"event.{field}"
                raise Fault("bad-request", f"{at}: expected a square of the board, found {name!r}", at)
    seat = event.get("seat")
    if isinstance(seat, int) and not 0 <= seat < referee.setup.seats:
        raise Fault(
            "bad-request",
            f"event.seat: expected a seat below {referee.setup.seats}, found {seat}",
            "event.seat",
        )
