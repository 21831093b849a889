"""The board under a finger: a piece that is touched or dragged, the places it may go to, and what it does there.

Rule kept: without a camera to be looked for, the second touch tells; beside one it is asked about, as people point at
a board to look, too. On a phone it is always asked about: who looks there tells nothing, least of all another's move.
A card whose face only the table knows is told with that face, as it is then turned up.
"""

from collections.abc import Sequence
from typing import Any

import msgspec

from companion.game import Event, Seats
from companion.weigh import Ask, Lost
from ui.box.by_touch import with_faces_there
from ui.pages.played_table import PlayedTable
from ui.present.models import TableFocus
from ui.present.narrowing import narrowed
from ui.present.ways import ways_from
from ui.secrecy import covered_legal


class OnBoard:
    """The side of a table screen on which squares are touched. It keeps nothing: what is touched is in the focus."""

    def __init__(self, side: PlayedTable) -> None:
        self._side = side

    def touch(self, region: str) -> None:
        """A touched square: closed again, told as where a piece goes, or looked at."""
        side = self._side
        start = side.focus.square or side.refused_from
        if side.focus.square == region:
            self.look_at(None)
        elif start is None or not self._goes(start, region):
            self.look_at(region)

    def look_at(self, region: str | None) -> None:
        """A square is looked at, or nothing any more; what is being settled stays as it was."""
        self._side.focus = TableFocus(square=region, settling=self._side.focus.settling)

    def carry(self, start: str, to: str) -> None:
        """A piece was dragged: told where the rules allow it, else refused by the rule that forbids it."""
        if self._goes(start, to):
            return
        event = self._unlawful(start, to)
        if event is None:
            self.look_at(start)
        else:
            self._side.say(event)

    def carries(self, start: str, to: str | None = None) -> bool:
        """Whether dragging what lies there tells a move; else hands only put things elsewhere."""
        session = self._side.session
        reply = session.reply
        focus = self._side.focus
        settled = not (session.disputed or session.checking or session.veiled)
        looks = focus.alone is not None or focus.picking or focus.past is not None
        if not settled or looks or reply.layout is not None or not isinstance(reply.turn, Seats):
            return False
        untidy = {one.region for one in reply.differences} | {one.region for one in reply.chores}
        asked = isinstance(reply.verdict, Ask | Lost)
        lies = any(thing.kind != "penny" for thing in reply.view.board.get(start, ()))
        return lies and not asked and not untidy & {start, to} and self._unlawful(start, start) is not None

    def _goes(self, start: str, to: str) -> bool:
        """Tells what leads from one square to another, or asks which of several; whether anything does."""
        found = ways_from(self._side.moment(), start)
        for way in ((("start", start), ("to", to)), (("by", start), ("at", to))):
            if some := narrowed(found, way):
                event = self._meant(some)
                if event is not None:
                    self._side.say(event)
                else:
                    self._side.focus = TableFocus(picking=True, picks=way)
                return True
        return False

    def _meant(self, events: Sequence[Event]) -> Event | None:
        """The one event that is meant; None where people have to say which, or that it is so."""
        opened = self._side.opened
        if self._side.on_phone:
            return None
        if opened.simulated is not None:
            events = with_faces_there(events, opened.simulated.table, opened.simulated.tabletop)
        elif opened.session.has_camera:
            return None
        return events[0] if len(events) == 1 else None

    def _unlawful(self, start: str, to: str) -> Event | None:
        """What somebody means who carries a piece to where it may not go; None while no piece goes anywhere."""
        referee, reply = self._side.session.referee, self._side.session.reply
        acting = sorted(reply.turn.seats) if isinstance(reply.turn, Seats) else []
        lying = reply.view.board.get(start, ())
        seat = next(
            (thing.seat for thing in reversed(lying) if thing.seat is not None), next(iter(acting), None)
        )
        made: Any = None
        for event in covered_legal(referee.game, referee.state):
            # One that needs no more to be told than who goes from where to where.
            needed = {field.name for field in msgspec.structs.fields(event) if field.required}
            if event.start and event.to and needed == {"seat", "start", "to"}:
                made = type(event)
                break
        return None if made is None or seat is None else made(seat=seat, start=start, to=to)
