"""What a person at the table has in mind: what is shown, and which touch comes next, as window pixels. Inside the app.

Nothing here does anything to the app: a finger outside touches what is found here, or nothing happens.
"""

import time
from random import Random
from typing import Any

import numpy as np

from companion.game import Chance, Event, Over, Seats, legal
from companion.games.zombinion.events import Ended
from companion.games.zong.events import Zonged
from companion.games.zoon.zoondo.events import State as Hidden
from companion.weigh import Ask
from tests.lived.ambition import Ambition
from tests.lived.habits import flicked, habits, leads_to, means
from tests.lived.hands import Hands
from tests.lived.sight import Sight, kind_of
from tests.ui.audit import walk
from ui.games.zong.deeds import flick
from ui.pages.picking import Picking, value_of
from ui.pages.played_table import Asking, PlayedTable
from ui.pages.private_view import PrivateView
from ui.present.moment import is_piled
from ui.present.touches import TouchSquare, at, calls
from ui.touch.focus import Spot
from ui.widgets.simulated_table import SimulatedStage
from vision.painted.laying import tabletop_from_look

PATIENCE_SECONDS = 40.0
"""So long an event is waited for that was carried out on the table; then people tell it."""
TIDY_SECONDS = 10.0
"""So long the key that ends a turn is waited for; then the end is told among other events."""
MOST_DRAGS = 12
"""So many pieces are dragged after one flick; what then lies a little elsewhere is told as it was meant."""
SEEN_SECONDS = 5.0
"""The longest wait for what was laid out to be booked."""
BY_HAND = 4
"""So many things are laid by hand before "lay out for me" is touched."""


class Mind(Sight):
    """The thoughts of everybody at the table, asked for one by one."""

    def __init__(self, app: Any) -> None:
        super().__init__(app)
        self._chance = Random(7)
        self._meant: Event | None = None
        self._meant_at, self._since = -1, 0.0
        self._ambition: Ambition | None = None
        self._of: object = None
        self._laid = self._tidyings = self._drags = 0
        self._tidied_at = -1

    # what comes next

    def next(self) -> dict[str, Any]:
        """What is shown, and as its `step` the next touch at the table."""
        step = self._step()
        return self.shown() | {"step": step}

    def _step(self) -> dict[str, Any]:
        """The next touch: `do` is tap, drag, carry, wait, away, over or stuck, with `why`."""
        side = self._app.desk.side
        if side is None or self._app.desk.page != "table":
            return {"do": "away", "why": self._app.desk.page}
        self._side, self._session = side, side.session
        self._reply, self._game = self._session.reply, self._session.referee.game
        self._state = self._session.referee.state
        if self._of is not side:
            self._of, self._meant, self._laid = side, None, 0
            self._ambition = Ambition(self._game, self._chance)
        for step in (
            self._asked,
            self._forbidden,
            self._used_to,
            self._for_box,
            self._thrown,
            self._laid_out,
            self._tidied,
            self._acted,
        ):
            done = step()
            if done is not None:
                return done
        return self._turned() or {"do": "stuck", "why": "nothing comes to mind"}

    def _asked(self) -> dict[str, Any] | None:
        """A question is answered with what was meant, or else with what is wanted most of what it offers."""
        if isinstance(self._reply.turn, Over):
            return {"do": "over", "why": "it is over"}
        if not isinstance(self._reply.verdict, Ask):
            return None
        answers = self._keys(lambda action: calls(action, Asking.answer))
        meant = [spot for spot in answers if self._meant in spot.name.given[0]]
        options = meant or self._wanted(answers) or answers
        return self._tap(options[0], "the answer") if options else None

    def _wanted(self, answers: list[Spot]) -> list[Spot]:
        """Of answers those that begin with what leads to the end of the game soonest."""
        assert self._ambition is not None
        begins = [spot.name.given[0][:1] for spot in answers]
        event = self._ambition.choose(self._truth(), lambda each: (each,) in begins)
        return [spot for spot, first in zip(answers, begins, strict=True) if first == (event,)]

    def _forbidden(self) -> dict[str, Any] | None:
        if self._side.model().kind == "lost":
            played = self._keys(
                lambda action: calls(action, Asking.answer) and self._meant in action.given[0]
            )
            if played:
                return self._tap(played[0], "it was played")
        its_own = self._side.box.seats
        allow = self._keys(
            lambda action: (
                calls(action, Asking.allow)
                and (
                    action.given[0] == self._meant
                    or (action.given[0].turns_up and action.given[0].seat in its_own)
                )
            )
        )
        if allow and self._side.model().kind == "refuse":
            return self._tap(allow[0], "we allow it")
        for kind in (Asking.put_back, Asking.book_right, Asking.uncorrect):
            found = self._keys(lambda action, kind=kind: calls(action, kind))
            if found and self._side.model().kind in ("refuse", "lost", "confirm"):
                self._meant = None
                return self._tap(found[0], kind.__name__)
        return None

    def _used_to(self) -> dict[str, Any] | None:
        for fits in habits(self._side):
            found = [spot for spot in self._keys(fits) if not spot.widget.disabled]
            if found:
                return self._tap(found[0], kind_of(found[0].name))
        return None

    def _for_box(self) -> dict[str, Any] | None:
        """What the box plays is laid for it: by the key that does it once, or by hand."""
        box, seq = self._side.box, self._reply.seq
        if not box.seats or self._reply.layout is not None or self._reply.chores:
            return None
        for fits in (
            lambda action: kind_of(action) in ("let_box_go_on", "say_for_box"),
            lambda action: kind_of(action) == "hold_for_box" and action.given[1] > 0,
        ):
            found = self._keys(fits)
            if found:
                return self._tap(self._chance.choice(found), kind_of(found[0].name))
        if box.is_thinking:
            return {"do": "wait", "why": "the box is thinking"}
        turn = self._reply.turn
        if box.wish is None:
            its_own = isinstance(turn, Seats) and turn.seats <= box.seats and not self._reply.differences
            return {"do": "wait", "why": "for the box"} if its_own else None
        if self._meant is None or self._meant_at != seq:
            real = [event for event in box.wish.ways if self._is_real(event)]
            self._meant = self._chance.choice(real) if real else None
            self._meant_at, self._since, self._drags = seq, time.monotonic(), 0
        return None if self._meant is not None else {"do": "wait", "why": "for the box's move to be seen"}

    def _thrown(self) -> dict[str, Any] | None:
        if self._session.running:
            return {"do": "wait", "why": "dice are running"}
        turn = self._reply.turn
        if not isinstance(turn, Chance) or self._side.model().kind != "dice":
            return None
        its_own = self._side.box.seats
        waiting = [seat for seat in turn.seats if seat not in self._session.thrown and seat not in its_own]
        for seat in waiting:
            found = self._keys(
                lambda action, seat=seat: action == at(PlayedTable.press_button, f"seat{seat}")
            )
            if found:
                return self._tap(found[0], f"seat {seat} throws")
        return {"do": "wait", "why": "nobody is to throw any more"}

    def _laid_out(self) -> dict[str, Any] | None:
        layout = self._reply.layout
        if layout is None or self._stage is None:
            return None
        if self._laid < BY_HAND:
            step = self._hands().towards(layout)
            if step is not None:
                self._laid += 1
                return step | {"why": "laid by hand"}
        found = self._keys(lambda action: calls(action, PlayedTable.lay_out))
        if found:
            return self._tap(found[0], "lay out for me")
        step = self._hands().towards(layout)
        if step is not None:
            self._since = time.monotonic()
            return step | {"why": "laid by hand"}
        # Hands are kept off until it was seen.
        return {"do": "wait", "why": "to be seen"} if time.monotonic() - self._since < SEEN_SECONDS else None

    def _tidied(self) -> dict[str, Any] | None:
        """The table is put as the book has it, before anything else is done."""
        if (
            self._stage is None
            or self._reply.layout is not None
            or (self._meant is not None and self._meant_at == self._reply.seq)
        ):
            return None
        step = self._hands().towards(self._hands().as_booked())
        if step is None:
            return None
        if self._tidied_at != self._reply.seq:
            self._tidyings, self._tidied_at, self._since = 0, self._reply.seq, time.monotonic()
        self._tidyings += 1
        found = self._keys(lambda action: calls(action, PlayedTable.tidy))
        piled = is_piled(self._reply.view)
        if found and (self._tidyings > 1 or piled):
            return self._tap(found[0], kind_of(found[0].name))
        if piled and time.monotonic() - self._since < TIDY_SECONDS:
            return {"do": "wait", "why": "for a key that tidies"}  # so many cards are not carried one by one
        return step | {"why": "tidied"}

    def _acted(self) -> dict[str, Any] | None:
        if self._meant is None or self._meant_at != self._reply.seq:
            assert self._ambition is not None
            self._meant = self._flick() or self._ambition.choose(self._truth(), self._is_real)
            self._meant_at, self._since, self._drags = self._reply.seq, time.monotonic(), 0
            if self._meant is None and self._stage is not None:
                self._meant = self._hands().truth(legal(self._game, self._state))
            if self._meant is None:
                return {"do": "stuck", "why": "no lawful event comes to mind"}
        event = self._meant
        why = self._game.words(self._state, event)
        if isinstance(event, Ended):
            return self._ended(event, why)
        if is_piled(self._reply.view):
            return self._said(event, why)  # of piles a key says it, and "tidy for me" lays it
        if self._stage is not None and not event.told:
            step = self._hands().carry_out(event)
            if step is not None:
                self._since = time.monotonic()
                return step | {"why": why}
            if self._hands().changes(event) and time.monotonic() - self._since < PATIENCE_SECONDS:
                return {"do": "wait", "why": f"to be seen: {why}"}
        step = flicked(event, self._app.root, self._side)
        if step is not None and self._drags < MOST_DRAGS:
            self._since, self._drags = time.monotonic(), self._drags + 1
            return step | {"why": why}
        seen = self._side.opened.simulated is not None and isinstance(event, Zonged) and event.rest
        if seen and time.monotonic() - self._since < PATIENCE_SECONDS:
            return {"do": "wait", "why": f"to be seen: {why}"}
        return self._said(event, why)

    def _ended(self, event: Event, why: str) -> dict[str, Any] | None:
        """A turn with piles ends as people end it: by the key that says so, once the table is tidy."""
        natural = self._side.supply.natural()
        for fits in (
            lambda action: (
                natural is not None
                and action in (at(PlayedTable.tell, natural), at(PlayedTable.press_button, "done"))
            ),
            lambda action: calls(action, PlayedTable.tidy),
            lambda action: calls(action, PlayedTable.close, Picking.unpick),
        ):
            found = self._keys(fits)
            if found:
                return self._tap(found[0], f"said: {why}")
        if time.monotonic() - self._since > TIDY_SECONDS:
            return self._said(event, why)
        return {"do": "wait", "why": f"to be tidy: {why}"}

    def _flick(self) -> Event | None:
        """What a flick does to the pieces; who throws lightning may also leave it out."""
        if getattr(self._state, "phase", "") != "lightning":
            return None
        opened, table = self._side.opened, self._game.table(self._session.referee.setup)
        top = tabletop_from_look(self._reply.look, table, np.random.default_rng(1), opened.decks)
        lying = top if opened.simulated is None else opened.simulated.tabletop
        return flick(self._state, lying, self._chance)[0]

    # what is said with keys

    def _said(self, event: Event, why: str) -> dict[str, Any] | None:
        """The touch that leads to telling an event."""
        spot = self._way(event)
        if spot is not None:
            return self._tap(spot, f"said: {why}")
        turned = self._turned()
        if turned is not None:
            return turned
        for kind in (PlayedTable.open_telling, PlayedTable.open_menu):
            found = self._keys(lambda action, kind=kind: calls(action, kind))
            if found:
                return self._tap(found[0], f"to say: {why}")
        found = self._keys(lambda action: calls(action, PlayedTable.close, Picking.unpick))
        self._meant = None
        if found:
            return self._tap(found[0], f"something else than: {why}")
        return {"do": "stuck", "why": f"no way to say: {why}"}

    def _turned(self) -> dict[str, Any] | None:
        """The touch that turns to what finds no room beside the board."""
        found = [spot for spot in self._keys(lambda a: kind_of(a) == "turn_on") if not spot.widget.disabled]
        return self._tap(found[0], "turned on") if found else None

    def _way(self, event: Event) -> Spot | None:
        """What is shown that leads to an event, the surest first."""
        keys = [spot for spot in self._spots() if spot.board is None and spot.press is not None]
        squares = [spot for spot in self._spots() if spot.board is not None]
        telling = getattr(self._side.own, "telling", None)
        for fits in (
            lambda action: (
                (calls(action, PlayedTable.tell) and means(action.given[0], event))
                or (calls(action, Asking.answer) and action.given[0] == (event,))
            ),
            lambda action: (
                calls(action, Picking.count) and action.given[1] > 0 and self._lacks(event, action.given[0])
            ),
            lambda action: (
                calls(action, Picking.pick, Picking.pick_afresh)
                and value_of(event, action.given[0]) == action.given[1]
            ),
            *(() if telling is None else leads_to(event, telling)),
            lambda action: event.corner and calls(action, PlayedTable.tell) and action.given[0].corner,
            lambda action: isinstance(action, TouchSquare) and action.square == event.card,
            lambda action: event.corner is not None and calls(action, PrivateView.open_curtain),
            lambda action: event.corner is not None and action == at(PrivateView.draw_curtain, event.seat),
        ):
            found = [spot for spot in keys if fits(spot.name)]
            if found:
                return found[0]
        chosen = getattr(telling, "square", None) or getattr(telling, "piece", None)
        looked = self._side.focus.square in {event.start, event.by} - {None}
        chosen = chosen or looked or event.to in self._side.model().board.asked
        names = [event.to, event.at] if chosen else [event.start, event.by, event.at]
        if event.corner is not None:
            names = [str(self._chance.randrange(4))]
        for name in names:
            found = [spot for spot in squares if name is not None and spot.name == name]
            if found:
                return found[0]
        return None

    def _lacks(self, event: Event, card: Any) -> bool:
        counted = dict(self._side.focus.counted)
        return list(event.cards or ()).count(card) > counted.get(card, 0)

    # what is there

    @property
    def _stage(self) -> SimulatedStage | None:
        return next((w for w in walk(self._app.root) if isinstance(w, SimulatedStage)), None)

    def _hands(self) -> Hands:
        assert self._stage is not None
        return Hands(self._stage, self._session, self._side.opened)

    def _truth(self) -> Any:
        """The state with the faces of the cards that lie face down, as whoever laid them knows them."""
        known = self._stage is not None and isinstance(self._state, Hidden)
        return self._hands().true_state() if known else self._state

    def _is_real(self, event: Event) -> bool:
        return self._stage is None or self._hands().is_real(event)
