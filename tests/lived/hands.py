"""What hands would do on the simulated table: drags and taps, in window pixels, from what lies there to a look."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import msgspec
import numpy as np

from companion.game import Event
from companion.games.zoon.family.state import NAMES
from companion.sight import Look
from ui.box.by_touch import as_known, seat_of
from ui.demo.playing import as_laid
from vision.painted.laying import tabletop_from_look


class Hands:
    """The hands of whoever sits at a simulated table."""

    def __init__(self, stage: Any, session: Any, opened: Any) -> None:
        self._stage, self._field, self._opened = stage, stage.field, opened
        self._table, self._top = stage.table.table, stage.table.tabletop
        self._game, self._state = session.referee.game, session.referee.state
        self._look = session.reply.look

    def as_booked(self) -> Look:
        """The table as the book has it."""
        return as_known(self._game, self._state, self._look)

    def towards(self, look: Look) -> dict[str, Any] | None:
        """The next thing that a hand does on the way to a look; None where all lies so."""
        return next(self._steps(look), None)

    def carry_out(self, event: Event) -> dict[str, Any] | None:
        """The next thing that a hand does of an event; a card that is due turns up whatever it proves to be."""
        if event.turns_up and event.card is not None:
            here = [t for t in self._top.things if t.kind == "card" and self._where(t) == event.at]
            down = [t for t in here if t.face == "down" and t.label == event.card]
            if down:
                return self._tap(down[0])
        if self._game.look(self._state) == self._game.look(self._game.after(self._state, event)):
            return None
        return self.towards(as_laid(self._game, self._state, (event,)))

    def changes(self, event: Event) -> bool:
        """Whether the table looks different after an event."""
        return as_laid(self._game, self._state, (event,)) != Look(self._game.look(self._state).regions)

    def is_real(self, event: Event) -> bool:
        """Whether it can be carried out with the cards that lie there, whatever face they have."""
        at = event.start or event.at
        if event.told or event.card is None or at is None:
            return True
        cards = [thing for thing in self._top.things if thing.kind == "card" and self._where(thing) == at]
        return not cards or any(thing.label == event.card for thing in cards)

    def truth(self, events: Sequence[Event]) -> Event | None:
        """What really lies there, told as one of these events tells of it, whatever the rules say to that."""
        for event in events:
            at = event.start or event.at
            cards = [thing for thing in self._top.things if thing.kind == "card" and self._where(thing) == at]
            down = [thing for thing in cards if thing.face == "down" and seat_of(thing) == event.seat]
            if event.card is not None and down:
                return msgspec.structs.replace(event, card=down[0].label)
        return None

    def true_state(self) -> Any:
        """A state of Zoondo in which every Zoon on the board has the face that lies there."""
        lying = {
            (self._where(thing), seat_of(thing)): thing.label
            for thing in self._top.things
            if thing.kind == "card"
        }
        board = tuple(
            piece and msgspec.structs.replace(piece, card=piece.card or lying.get((square, piece.seat)))
            for square, piece in zip(NAMES, self._state.board, strict=True)
        )
        return msgspec.structs.replace(self._state, board=board)

    def _goal(self, look: Look) -> Any:
        return tabletop_from_look(look, self._table, np.random.default_rng(1), self._opened.decks, self._top)

    def _steps(self, look: Look) -> Iterator[dict[str, Any]]:
        """What differs, one thing after the other: turned over, taken away, carried, brought."""
        left, wanted = list(self._top.things), []
        for thing in self._goal(look).things:
            same = next((one for one in left if self._same(one, thing)), None)
            if same is None:
                wanted.append(thing)
            else:
                left.remove(same)
        pairs = [(self._taken(left, thing), thing) for thing in wanted]
        stays = [old for old, thing in pairs if old is not None and self._where(old) == self._where(thing)]
        yield from (self._tap(old) for old in stays)
        # A penny that lies on a card goes with it.
        cards = [one for one in left if one.kind == "card"]
        yield from (self._off(one) for one in cards or left)
        yield from (self._carry(old, thing) for old, thing in pairs if old is not None and old not in stays)
        yield from (step for old, thing in pairs if old is None and (step := self._bring(thing)) is not None)

    def _taken(self, left: list[Any], thing: Any) -> Any:
        """What becomes the thing wanted, taken from what is left, the nearest; None where nothing may."""
        fitting = [one for one in left if (one.kind, one.deck) == (thing.kind, thing.deck)]
        fitting = [one for one in fitting if one.kind != "card" or one.label == thing.label]
        old = min(fitting, key=lambda one: abs(one.x - thing.x) + abs(one.y - thing.y), default=None)
        if old is not None:
            left.remove(old)
        return old

    def _where(self, thing: Any) -> str | None:
        name: str | None = self._table.region_at(thing.x, thing.y)
        return name

    def _same(self, one: Any, other: Any) -> bool:
        alike = (one.kind, one.deck, one.face) == (other.kind, other.deck, other.face)
        labels = other.label is None or one.label == other.label
        return alike and labels and self._where(one) == self._where(other)

    def _px(self, thing: Any) -> list[float]:
        return list(self._field.to_window(*self._field.to_px(thing.x, thing.y)))

    def _tap(self, thing: Any) -> dict[str, Any]:
        """A card on which a penny lies is touched beside it, and one below another where it is in sight."""
        above = [one for one in self._top.things[self._top.things.index(thing) + 1 :] if one.kind == "card"]
        over = next((one for one in above if self._where(one) == self._where(thing)), None)
        if thing.kind == "card" and over is not None:
            return {
                "do": "tap",
                "at": self._px(replace(thing, x=2 * thing.x - over.x, y=2 * thing.y - over.y)),
            }
        if thing.kind == "card" and any(self._lies_on(one, thing) for one in self._top.things):
            thing = replace(thing, x=thing.x + thing.width_mm / 3, y=thing.y - thing.height_mm / 3)
        return {"do": "tap", "at": self._px(thing)}

    def _lies_on(self, one: Any, card: Any) -> bool:
        return one.kind == "penny" and self._where(one) == self._where(card)

    def _carry(self, thing: Any, to: Any) -> dict[str, Any]:
        held = thing.kind == "penny"
        return {"do": "carry" if held else "drag", "at": self._px(thing), "to": self._px(to)}

    def _off(self, thing: Any) -> dict[str, Any]:
        """Over the edge of the table, into a tray."""
        tray = self._stage._trays[0]
        held = thing.kind == "penny"
        return {
            "do": "carry" if held else "drag",
            "at": self._px(thing),
            "to": list(tray.to_window(*tray.center)),
        }

    def _bring(self, thing: Any) -> dict[str, Any] | None:
        """From a tray; None where it has no such thing."""
        for tray in self._stage._trays:
            for item in range(tray._first, len(tray.cards) + 1):
                label = None if item == 0 else tray.cards[item - 1].label
                if (item == 0) != (thing.kind == "penny"):
                    continue
                if item and (tray.cards[item - 1].deck != thing.deck or thing.label not in (None, label)):
                    continue
                along = (item - tray._first + 0.5) * tray.step - tray.offset
                at = (
                    (tray.x + along, tray.center_y)
                    if tray.along
                    else (tray.center_x, tray.y + tray.height - along)
                )
                if tray.collide_point(*at):
                    return {"do": "drag", "at": list(tray.to_window(*at)), "to": self._px(thing)}
        return None
