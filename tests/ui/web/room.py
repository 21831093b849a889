"""A game at a table of which nothing is seen: played by what people tell, with every page of the web part drawn."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from html.parser import HTMLParser
from random import Random
from typing import Any

from companion.game import Chance, Event, Over, Seat, Setup, legal
from companion.games import all_games
from companion.lawful import drawn
from companion.referee import Referee
from ui.box.opening import Opened
from ui.box.session import Session
from ui.faces.face import face_of
from ui.pages.tableside import Tableside
from ui.present.models import TableFocus
from ui.present.touches import Touch
from ui.web.tonight import Keys, Parts, SeatModel, SeatTable, table_parts

VOID = frozenset({"input", "meta", "link", "br", "img"})


def begun(game: str, setup: Setup | None = None) -> Tableside:
    """A new game of this name, or on this set-up, with nothing that looks at it."""
    known = all_games()[game]
    referee: Referee[Any] = Referee(known, setup or face_of(known).usual_setup(), lambda _lines: None)
    return Tableside(Opened(Session(referee), None, None, (), {}))


class Room:
    """The table, and a phone for each of its seats."""

    def __init__(self, game: str, setup: Setup | None = None) -> None:
        self.side = begun(game, setup)
        seats = self.side.session.referee.setup.seats
        self.tables = {seat: SeatTable(self.side, seat) for seat in range(seats)}
        self.side.phones = frozenset(self.tables)
        self.keys: dict[Seat, Keys] = {}

    @property
    def referee(self) -> Referee[Any]:
        return self.side.session.referee

    def parts(self, eyes: Seat | None) -> Parts:
        """What a page shows these eyes; None: all who watch."""
        if eyes is None:
            return table_parts(SeatModel(None, self.side.model_of(TableFocus())), Keys(lambda _touch: False))
        self.keys[eyes] = Keys(self.tables[eyes].may_take)
        return table_parts(self.tables[eyes].model(), self.keys[eyes])

    def all_parts(self) -> Mapping[Seat | None, Parts]:
        return {eyes: self.parts(eyes) for eyes in (None, *self.tables)}

    def touches(self, seat: Seat) -> list[Touch]:
        """Everything that a seat's phone may send now."""
        self.parts(seat)
        return list(self.keys[seat]._ids)

    def tell(self, event: Event) -> None:
        """Something happened; everything keeps up with it."""
        self.side.session.tell(event)
        self.side.tick()

    def play(self, rng: Random) -> bool:
        """One lawful event drawn by lot; whether the game goes on."""
        referee = self.referee
        if isinstance(referee.game.turn(referee.state), Over):
            return False
        event = drawn(referee.game, referee.state, rng.randrange)
        if event is None:
            return False
        self.tell(event)
        return True

    @contextmanager
    def in_state(self, state: Any) -> Iterator[None]:
        """Within it the referee knows this to be so, whatever was told."""
        session, referee = self.side.session, self.referee
        held, reply = session.referee, session.reply
        game = referee.game
        session.referee = _Knowing(referee, state)  # type: ignore[assignment]
        session.reply = replace(
            reply, view=game.view(state, None), chores=game.chores(state), seq=reply.seq + 1000
        )
        self.side.alone.follow()
        try:
            yield
        finally:
            session.referee, session.reply = held, reply
            self.side.alone.follow()

    def lawful(self) -> list[Event]:
        referee = self.referee
        return (
            []
            if isinstance(self.side.session.reply.turn, Over | Chance)
            else legal(referee.game, referee.state)
        )


class _Knowing:
    """A referee that knows another state than the one that was told."""

    def __init__(self, referee: Referee[Any], state: Any) -> None:
        self._referee, self.state = referee, state

    def __getattr__(self, name: str) -> Any:
        return getattr(self._referee, name)


class Balanced(HTMLParser):
    """Fails where a piece of HTML does not close what it opens; keeps its words and keys."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.words: list[str] = []
        self.keys: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        assert "style" not in given and not any(name.startswith("on") for name in given), given
        if "data-key" in given and given["data-key"] and "disabled" not in given:
            self.keys.append(given["data-key"])
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open and self.open.pop() == tag, tag

    def handle_data(self, data: str) -> None:
        if data.strip():
            self.words.append(data.strip())


def read(html: str) -> Balanced:
    """A piece of HTML, checked."""
    found = Balanced()
    found.feed(html)
    found.close()
    assert not found.open, found.open
    return found
