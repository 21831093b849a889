"""Fingers that play on the simulated table through the app's own widgets: drags, double taps, buttons."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from kivy.uix.scrollview import ScrollView

from companion.game import Chance, Event, Game, Over, legal
from companion.games import all_games
from companion.weigh import Ask, Lost, Refuse
from tests.ui.audit import walk
from tests.ui.eyes import PerfectEye
from ui.box.eyes import load_decks, own_decks
from ui.box.opening import Opened, faces_of, sources
from ui.box.session import Inbox, Session
from ui.box.throws import SHOWN_SECONDS, Chances
from ui.faces.face import face_of
from ui.journal.store import open_store
from ui.pages.agreement import Agreement
from ui.pages.desk import Desk
from ui.pages.played_table import PlayedTable
from ui.present.touches import Goto, Start, Touch, calls
from ui.widgets.drawing import DrawingView
from ui.widgets.keys import Tool, Touched
from ui.widgets.paged import Paged
from ui.widgets.panel import Highlight
from ui.widgets.simulated_table import SimulatedStage
from ui.widgets.text import Fitted, Words
from vision.painted.simulated import SimulatedTable

STUCK = 6
"""So many rounds without an entry and a game does not go on."""


def touch_what_asks(driver: Any, action: Touch) -> None:
    """Touches the widget that asks for something, turned to or scrolled into view. Raises LookupError."""
    while not _touched(driver, action):
        on = [
            key for key in walk(driver.app.root)
            if isinstance(key, Tool) and key.button.icon == "step-on" and isinstance(key.parent.parent, Paged)
        ]  # fmt: skip
        if not on or on[0].disabled:
            raise LookupError(f"nothing to touch for {action}")
        driver.touch(*on[0].to_window(*on[0].center))
        driver.run(0.1)


def _touched(driver: Any, action: Touch) -> bool:
    """Whether something in sight asked for this, and was touched."""
    root = driver.app.root
    for widget in walk(root):
        if isinstance(widget, Touched) and widget.action == action and not widget.disabled:
            for parent in widget.walk_reverse():
                if hasattr(parent, "scroll_to") and parent.children[0].height > parent.height:
                    parent.scroll_to(widget, padding=2, animate=False)
                    driver.run(0.1)
                    break
                if parent is root:
                    break
            driver.touch(*widget.to_window(*widget.center))
            return True
        for square in widget.squares() if isinstance(widget, DrawingView) else ():
            if square.touch == action:
                x, y, wide, high = square.box
                driver.touch(*widget.to_window(x + wide / 2, y + high / 2))
                return True
    return False


class NoPainter:
    """Stands in for the painter: the perfect eye looks at no picture, and people see a black one."""

    def __init__(self, table: Any) -> None:
        self.table = table

    def paint(self, tabletop: Any, shot: int) -> Any:
        return np.zeros((9, 16, 3), np.uint8)


@cache
def _decks(folders: tuple[Path, ...]) -> tuple[Any, ...]:
    """The decks that games bring along: each is read once for all that play with it."""
    return tuple(load_decks(folders))


class Room:
    """Where a simulated table is played on: its clock, its dice, and an opener for the desk."""

    def __init__(self, seed: int = 1) -> None:
        self.now = 0.0
        self.chance = Random(seed)

    def clock(self) -> float:
        return self.now

    def open(self, referee: Any, book: Any, _source: str) -> Opened:
        table = SimulatedTable(NoPainter(referee.game.table(referee.setup)), self.clock)  # type: ignore[arg-type]
        face_of(referee.game).set_out(table, referee.state)
        folders = own_decks(referee.game, referee.setup)
        inbox: Inbox = Inbox()
        session: Session[Any] = Session(
            referee,
            observer=(table, PerfectEye(table)),
            inbox=inbox,
            book=book,
            chances=Chances(lambda: self.chance.randint(1, 6), lambda: "heads", lambda seats: seats[0]),
            clock=self.clock,
        )
        session.start = lambda: None  # type: ignore[method-assign]
        return Opened(
            session,
            table,
            table,
            _decks(tuple(folders)),
            faces_of(folders),
            chance=self.chance,
        )

    def tick(self, desk: Desk) -> None:
        """An eighth of a second passes, and the eye looks."""
        self.now += 0.125
        if desk.opened is not None:
            camera = desk.opened.session._camera
            assert camera is not None
            camera.look()


class Player:
    """Plays a game to its end with touches alone; without `by_hand`, events are told and the cards put as told.

    That is for what comes before a test: a drag takes many frames.
    """

    def __init__(self, driver: Any, desk: Desk, room: Room) -> None:
        self.driver, self.desk, self.room = driver, desk, room
        self.by_hand = True

    @property
    def session(self) -> Session[Any]:
        return self.desk.session

    @property
    def stage(self) -> SimulatedStage:
        return next(widget for widget in walk(self.driver.app.root) if isinstance(widget, SimulatedStage))

    def settle(self, seconds: float = 1.0) -> None:
        """Waits until what was done has been seen; of the frames meanwhile every fourth is shown, and the last two."""
        steps = round(seconds / 0.125)
        for step in range(1, steps + 1):
            self.room.tick(self.desk)
            if step % 4 == 0 or step >= steps - 1:
                self.driver.run(1 / 30)

    def press(self, words: str) -> None:
        """Touches the button with these words. Raises LookupError where there is none."""
        for widget in walk(self.driver.app.root):
            if isinstance(widget, Touched) and not widget.disabled and words in _texts(widget):
                self._scroll_to(widget)
                self.driver.touch(*self._middle(widget))
                return
        shown = [_texts(w) for w in walk(self.driver.app.root) if isinstance(w, Touched)]
        raise LookupError(f"no button {words!r} among {shown}")

    def _scroll_to(self, widget: Any) -> None:
        """Scrolls until a widget is in view, as a finger would."""
        for parent in widget.walk_reverse():
            if isinstance(parent, ScrollView) and parent.children[0].height > parent.height:
                parent.scroll_to(widget, padding=2, animate=False)
                self.driver.run(0.1)
                return
            if parent is self.driver.app.root:
                return

    def _middle(self, widget: Any) -> tuple[float, float]:
        return tuple(widget.to_window(widget.x + widget.width / 2, widget.y + widget.height / 2))

    def place(self, region: str) -> tuple[float, float]:
        """Where the middle of a square is on the screen."""
        table = self.stage.table.table
        found = next(each for each in table.regions if each.name == region)
        return self.stage.field.to_px(*found.centre)

    def play(
        self, chance: Random, most: int = 400, until: Callable[[Any], bool] = lambda referee: False
    ) -> int:
        """Plays on until something is so or the game is over; how many rounds it took."""
        stuck = 0
        for n in range(most):
            if isinstance(self.session.reply.turn, Over) or until(self.session.referee):
                return n
            seq = self.session.reply.seq
            self.round(chance)
            stuck = 0 if self.session.reply.seq != seq else stuck + 1
            if stuck > STUCK:
                raise AssertionError(f"nothing goes on: {self.session.reply}")
        return most

    def round(self, chance: Random) -> None:
        """Does the one thing that is due."""
        reply = self.session.reply
        match reply.verdict:
            case Ask(options):
                self.press(self.desk.side.moment().words(options[0]))  # type: ignore[union-attr]
                self.settle(0.2)
                return
            case Refuse() | Lost():
                raise AssertionError(f"not understood: {reply.verdict}")
        if reply.layout is not None:
            if any(calls(key.action, PlayedTable.lay_out) for key in self.desk.model().helps):  # type: ignore[union-attr]
                self.press("Lay out for me")  # once: what is to be laid out after it follows by itself
        elif reply.chores:
            self.press("Tidy for me")
        elif isinstance(reply.turn, Chance):
            self.throw(reply.turn)
        else:
            self.do(self.choose(chance))
        self.settle()

    def throw(self, turn: Chance) -> None:
        names = self.desk.side.moment().names  # type: ignore[union-attr]
        for seat in turn.seats:
            if isinstance(self.session.reply.turn, Chance) and seat not in self.session.thrown:
                self.press(names[seat])
            if turn.what == "lot":
                break
        self.settle(SHOWN_SECONDS + 0.7)

    def choose(self, chance: Random) -> Event:
        game: Game[Any] = self.session.referee.game
        events = legal(game, self.session.referee.state)
        plain = [event for event in events if type(event).__name__ in ("Moved", "TurnedUp")]
        real = [event for event in plain if self._is_real(event)]
        return chance.choice(real or plain or events)

    def _is_real(self, event: Any) -> bool:
        """Whether the card that an event names is the one that lies there: the finger's owner knows it."""
        at = event.start or event.at
        region = next(each for each in self.stage.table.table.regions if each.name == at)
        lying = [thing for thing in self.stage.table.tabletop.things if region.contains(thing.x, thing.y)]
        return any(thing.kind == "card" and thing.label == event.card for thing in lying)

    def do(self, event: Event) -> None:
        """Carries out an event by hand, then turns up whatever it turns up."""
        referee = self.session.referee
        after = referee.game.look(referee.game.after(referee.state, event))
        if event.told:
            self.session.tell(event)
            return
        if not self.by_hand:
            self.session.tell(event)
            self.desk.side.hands.put()  # type: ignore[union-attr]
            return
        start, to = event.start, event.to or event.at
        assert to is not None
        for shown in walk(self.driver.app.root):
            if isinstance(
                shown, Highlight
            ):  # what is large for a moment goes at a touch, which does nothing else
                self.driver.touch(*shown.center)
                self.driver.run(1.0)
        if start is not None:
            self.driver.drag(self.place(start), self.place(to), steps=3)
        else:
            self.driver.touch(*self.place(to), taps=2)
            return
        top = self.stage.table.tabletop
        region = next(each for each in self.stage.table.table.regions if each.name == to)
        for thing in top.things:
            wanted = [w for w in after.of(to) if w.kind == "card" and w.face == "up"]
            inside = region.contains(thing.x, thing.y) and thing.kind == "card" and thing.face == "down"
            if inside and len(wanted) == len([w for w in after.of(to) if w.kind == "card"]):
                self.driver.touch(*self.stage.field.to_px(thing.x, thing.y), taps=2)


def begun(drive: Callable[..., Any], folder: Path, size: tuple[int, int], game: str, seed: int) -> Player:
    """A game on the simulated table, opened where its guide is offered."""
    room = Room(seed)
    desk = Desk(
        open_store(folder / "games"), room.open, Agreement((all_games()[game],), sources, "simulated")
    )
    desk.send(Goto("seats"))
    desk.send(Start())
    player = Player(drive(desk, size), desk, room)
    player.settle()
    return player


def _texts(widget: Any) -> list[str]:
    return [each.text for each in walk(widget) if isinstance(each, Words | Fitted)]
