"""What is shown in the window of the app: the page, and everything on it that can be touched. Inside the app."""

from collections.abc import Callable
from typing import Any

from companion.game import Over
from tests.ui.audit import walk
from ui.pages.picking import ways_from
from ui.present.models import Cell, TableModel
from ui.present.touches import Do
from ui.touch.focus import Spot, box_of, hidden_part, spots_of


def kind_of(action: object) -> str:
    return action.method.__name__ if isinstance(action, Do) else type(action).__name__


class Sight:
    """Looks at the app's window."""

    def __init__(self, app: Any) -> None:
        self._app = app

    def shown(self) -> dict[str, Any]:
        """The page, and everything on it that can be touched, with its words and its place."""
        desk = self._app.desk
        model, side = desk.model(), desk.side
        reply = None if side is None else side.session.reply
        return {
            "page": desk.page,
            "kind": str(getattr(model, "kind", "")),
            "moment": self._moment(model),
            "headline": str(getattr(model, "headline", "")),
            "game": desk.agreement.game.id,
            "seq": None if reply is None else reply.seq,
            "over": reply is not None and isinstance(reply.turn, Over),
            "winners": list(reply.turn.winners) if reply and isinstance(reply.turn, Over) else [],
            **self._marked(model),
            "booked": [] if side is None else [type(e.event).__name__ for e in side.session.referee.standing],
            "busy": side is not None and self._is_busy(side),
            "spots": [self._told(spot) for spot in self._spots() if self._in_view(spot)],
            "hidden": [self._told(spot) for spot in self._spots() if not self._in_view(spot)],
            "texts": [str(w.text) for w in walk(self._app.root) if isinstance(getattr(w, "text", None), str)],
        }

    def _is_busy(self, side: Any) -> bool:
        """Whether something goes on by itself that people see: the box thinks, dice roll, a table is being laid out."""
        laid = side.session.reply.layout is not None and side.lays_out
        return bool(side.box.is_thinking or side.session.running or laid)

    def _marked(self, model: Any) -> dict[str, list[str]]:
        """What stands out on the board: squares to which something goes, those that a hint is about, and whose piece
        may be moved as everybody can see.
        """
        own = getattr(model, "own", None)
        drawn = model.board.marks if isinstance(model, TableModel) else ()
        marks = {mark.region: mark.kind for mark in drawn}
        for square in (*getattr(own, "squares", ()), *getattr(own, "cells", ())):
            if getattr(square, "mark", None):
                marks[square.words if isinstance(square, Cell) else square.name] = square.mark
        side = self._app.desk.side
        moment = None if side is None else side.moment()
        movable: list[str] = []
        if moment is not None and getattr(model, "kind", "") == "play":
            movable = [region.name for region in moment.table.regions if ways_from(moment, region.name)]
        return {
            "lit": sorted(name for name, kind in marks.items() if kind in ("go", "take", "shoot")),
            "pointed": sorted(name for name, kind in marks.items() if kind == "point"),
            "movable": movable,
        }

    def _moment(self, model: Any) -> str:
        """What kind of moment it is, for pictures: the face, what it is about, and what stands on it besides."""
        side = self._app.desk.side
        state = None if side is None else side.session.referee.state
        event = side.session.referee.entries[-1].event if side and side.session.referee.entries else None
        extras = [
            name
            for name in ("guide", "contest", "highlight", "banner", "tasks")
            if getattr(model, name, None)
        ]
        parts = [getattr(model, "kind", ""), getattr(state, "phase", ""), *extras]
        return "-".join(
            str(part) for part in (*parts, type(event).__name__ if event and extras else "") if part
        )

    def _told(self, spot: Spot) -> dict[str, Any]:
        action = None if spot.press is None else spot.name
        x, y = spot.seen.middle
        words = " | ".join(
            str(each.text) for each in walk(spot.widget) if isinstance(getattr(each, "text", None), str)
        )
        return {
            "words": words if words and spot.board is None else str(spot.name),
            "touch": kind_of(action) if spot.board is None else "square",
            "about": repr(action),
            "at": [x, y],
            "size": [spot.box.wide, spot.box.high],
            "main": getattr(spot.widget, "is_main", False),
        }

    def _spots(self) -> list[Spot]:
        return spots_of(self._app.root)

    def _in_view(self, spot: Spot) -> bool:
        seen = spot.seen
        return seen.wide >= min(spot.box.wide, 24) and seen.high >= min(spot.box.high, 24) * 0.9

    def _keys(self, fits: Callable[[Any], bool]) -> list[Spot]:
        return [
            spot
            for spot in self._spots()
            if spot.board is None and spot.press is not None and fits(spot.name)
        ]

    def _tap(self, spot: Spot, why: str) -> dict[str, Any]:
        """A tap, or a drag at the bar that scrolls what is meant into view."""
        x, y = spot.seen.middle
        if self._in_view(spot) or spot.scroll is None:
            return {"do": "tap", "at": [x, y], "why": why}
        view, scroll = box_of(spot.scroll), spot.scroll
        hidden = max(1.0, hidden_part(scroll))
        to = min(1.0, max(0.0, scroll.scroll_y - (view.middle[1] - spot.box.middle[1]) / hidden))
        edge = view.right - scroll.bar_width / 2
        was = view.y + view.high * min(0.97, max(0.03, scroll.scroll_y))
        will = was + view.high * (to - scroll.scroll_y) * 1.1
        will = min(view.top - 2, max(view.y + 2, will))  # never over a key beside it
        return {"do": "drag", "at": [edge, was], "to": [edge, will], "why": f"scrolled: {why}"}
