"""Zoondo as the referee knows it: what it can do, and what it does otherwise than the rest of the family."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any, Literal

from msgspec.structs import replace

from companion.game import About, Event, RandomSource, Seat, Setup
from companion.games.zoon.family import positions
from companion.games.zoon.family.board import NAMES, NUMBERS
from companion.games.zoon.family.deck import printed
from companion.games.zoon.family.events import Starts
from companion.games.zoon.family.options import Agreed, options_of
from companion.games.zoon.family.play import LOT, ZoonGame
from companion.games.zoon.family.positions import NAMED, piles_of
from companion.games.zoon.family.table import mat
from companion.games.zoon.family.worlds import standing, with_faces
from companion.games.zoon.zoondo import events as acts
from companion.games.zoon.zoondo import table
from companion.games.zoon.zoondo.state import AnyStep, Fought, Piece, Shot, State, Touch, Untidy
from companion.kits.exact import common, converted
from companion.language import marked
from companion.sight import Table


class Card(positions.Card, frozen=True, kw_only=True):
    """No penny ever lies in Zoondo."""

    up: bool = False
    penny: None = None
    seen: bool = False
    lies: Literal["", "upright", "turned"] = ""


class Zoondo(ZoonGame[State]):
    """Zoondo by Nicolas Pilartz and Migou: hidden armies, fights by touched corners."""

    id = "zoondo"
    name = "Zoondo"
    about = About(
        gist=marked("Hidden armies: guess what you attack, touch a corner."),
        needs=marked("two tribes of cards, the mat of squares"),
        minutes=(30, 60),
    )
    options = options_of("zoondo")
    events: tuple[type[Event], ...] = acts.EVENTS

    hidden = True
    falls = "s2-emblem-falls"
    before = (("deploy", acts.Deployed, "zo-03-armies-first", marked("the armies lie already")), LOT)
    state, piece, untidy, step, card = State, Piece, Untidy, AnyStep, Card
    deployed, moved, swapped, played = acts.Deployed, acts.Moved, acts.Swapped, acts.PlayedTrump
    fields = (
        "turn", "cards", "reinforcements", "hand", "aside", "tomb", "off", "obstacles", "walls", "todo", "untidy",
        "fought", "ready", "over",
    )  # fmt: skip

    seen = staticmethod(table.seen_events)
    look = staticmethod(table.look)
    lying = staticmethod(table.lying)
    untidy_looks = staticmethod(table.untidy_looks)
    ruled = staticmethod(acts.ruled)
    worth = staticmethod(standing)
    touched = staticmethod(table.touched)
    uncovered = staticmethod(table.uncovered)
    view = staticmethod(table.view)
    printed = staticmethod(printed)

    def chance_event(self, _state: State, values: tuple[int | str, ...]) -> Event:
        return Starts(int(values[0]))

    def army(self, state: State, seat: Seat) -> tuple[str, ...]:
        return state.agreed.armies[seat]

    def table(self, _setup: Setup) -> Table:
        return mat("card")

    def due(self, state: State, duel: acts.AnyDuel) -> Iterator[Any]:
        """Every way to touch, or else to turn up; a trump lies face up, so its back cannot be touched."""
        seats = duel.to_touch(state.agreed)
        for seat in seats:
            backs = (False,) if isinstance(duel, Shot) and seat != duel.seat else (False, True)
            yield from (acts.Touched(seat, corner, back) for back in backs for corner in acts.CORNERS)
        if not seats:
            yield from table.reveals(state, duel)

    def world_for(self, state: State, seat: Seat | None, lots: RandomSource) -> State:
        """A state drawn from all that this seat cannot tell from the real one: rival cards, and the corner touched.

        What nobody has told the referee is drawn for both seats. Where it was not shown the armies, all that it knows
        everybody saw.
        """
        secrets, duel = state.agreed.is_shown, state.duel
        shows = duel is not None and not duel.to_touch(state.agreed)
        due = ((False, NUMBERS[duel.at]), (True, len(state.todo) - 1)) if duel and shows else ()
        for owner in (0, 1):
            hidden = secrets and seat not in (None, owner)
            state = with_faces(state, owner, lots, hidden=hidden, due=due)
        duel = state.duel
        if duel is None or seat is None or not duel.to_touch(state.agreed):
            return state
        card = "attacker" if seat == duel.seat else "defender"
        if getattr(duel, card) is not None:
            touch = Touch(acts.CORNERS[lots(4)], back=bool(lots(2)))
            state = replace(state, todo=(*state.todo[:-1], replace(duel, **{card: touch})))
        return state

    def read_card(
        self, known: Agreed, card: Card, laid: Mapping[str, str], _at: str, becomes: Collection[str]
    ) -> Piece:
        """A card face down; up while it fights."""
        seen = known.is_shown and (card.seen or card.up or card.card in becomes)
        return Piece(**common(card, Piece) | dict(laid) | {"seen": seen})

    def read_more(self, state: State, given: Mapping[str, Any]) -> tuple[State, Mapping[str, Any]]:
        """With the last fight. A card given face up outside of one everybody has seen, and it lies face down."""
        fought, duel = converted(given.get("fought"), Fought | None, "fought"), state.duel
        board = tuple(
            piece.turned_down() if piece and piece.card and (duel is None or duel.at != NAMES[n]) else piece
            for n, piece in enumerate(state.board)
        )
        if "hand" in given and "aside" in given:
            hand, aside = (piles_of(given, name, NAMED) for name in ("hand", "aside"))
            given = {**given, "hand": [[*hand[seat], *aside[seat]] for seat in (0, 1)]}
        return replace(state, board=board, fought=fought), given
