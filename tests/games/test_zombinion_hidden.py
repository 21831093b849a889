"""A referee that sees hands and decks never, told what people at the table can tell, beside a game where all is known.

Whatever is lawful in truth it must accept, and all that it knows must be so.
"""

from collections import Counter
from dataclasses import dataclass
from random import Random
from typing import Any

import msgspec
import pytest

from companion.game import Event, Game, Over, Setup, checked
from companion.games.zombinion import Zombinion
from companion.games.zombinion.events import Chose, Ended, Played, Revealed, Shot, Shuffled, Took
from companion.games.zombinion.state import State
from companion.lawful import drawn
from tests.games.test_zombinion_oracle import COMBAT, YES_OR_NO

GAME: Game[Any] = Zombinion()


def begun(rng: Random, seats: int) -> tuple[State, State]:
    """The truth, and what the referee knows of it: what each seat owns, in no order."""
    ten = rng.sample(COMBAT, 10)
    setup = checked(GAME, Setup(seats=seats, options=(("kinds", ",".join(ten)), ("start", "0"))))
    truth, hidden = [], []
    bought = rng.sample(ten * 10, 13 * seats)
    for _ in range(seats):
        own = (
            ["pallottola"] * 6
            + ["proiettili"]
            + ["zombi"] * 3
            + [bought.pop() for _ in range(rng.randrange(5, 14))]
        )
        rng.shuffle(own)
        truth.append({"hand": own[:5], "deck": own[5:], "discard": [], "in_play": []})
        unseen = {"hand": [None] * 5, "deck": [None] * (len(own) - 5), "discard": [], "in_play": []}
        hidden.append({**unseen, "unseen": dict(Counter(own))})
    return (
        GAME.load_position(setup, {"turn": 0, "phase": "action", "seats": truth}),
        GAME.load_position(setup, {"turn": 0, "phase": "action", "seats": hidden}),
    )


def _without(due: list[Any], done: Any) -> list[Any]:
    at = next((at for at, each in enumerate(due) if each is done), len(due))
    return due[:at] + due[at + 1 :]


def _alike(done: Any, known: Any) -> bool:
    if isinstance(done, Revealed):
        return bool(done == known)
    return isinstance(known, Chose) and (done.seat, done.what) == (known.seat, known.what)


def _nothing(done: Chose) -> Chose:
    """What a seat without an option says where the referee cannot know that."""
    return Chose(done.seat, done.what, yes=False) if done.what in YES_OR_NO else Chose(done.seat, done.what)


@dataclass
class Table:
    """The truth beside the referee's belief."""

    truth: State
    belief: State
    rng: Random

    def awaited(self, what: str, seat: int) -> bool:
        """Whether the referee waits for just this."""
        todo = self.belief.todo
        return bool(todo) and todo[-1].do == what and todo[-1].seat == seat

    def tell(self, event: Any) -> tuple[Event, ...]:
        """Tell the referee, who must accept it; gives what it has then done by itself."""
        violation = GAME.violation(self.belief, event)
        assert violation is None, (event, violation, self.truth, self.belief)
        self.belief = GAME.after(self.belief, event)
        assert GAME.faults(self.belief) == ()
        return tuple(self.belief.passed)

    def happens(self, event: Any) -> None:
        """Something happens in truth, and what people see and say of it is told."""
        before, self.truth = self.truth, GAME.after(self.truth, event)
        due = [done for done in self.truth.passed if isinstance(done, Revealed | Chose)]
        passed = self._told(before, event)
        while True:
            for known in passed:
                same = (done for done in due if _alike(done, known))
                due = _without(due, next(same, None))
            now = next((done for done in due if self._asked(done)), None)
            if now is None:
                break
            due = _without(due, now)
            passed = self.tell(now if isinstance(now, Revealed) else _nothing(now))
        step = self.belief.todo[-1] if self.belief.todo else None
        if (
            step
            and step.do == "set-aside"
            and not any(step.do in ("set-aside", "shuffle") for step in self.truth.todo)
        ):
            self.tell(Chose(step.seat, "set-aside", yes=False))

    def _asked(self, done: Any) -> bool:
        return self.awaited("reveal" if isinstance(done, Revealed) else done.what, done.seat)

    def _told(self, before: State, event: Any) -> tuple[Event, ...]:
        """Tell what people see and say of an event; gives what the referee has then done by itself."""
        if isinstance(event, Shuffled):
            return self.tell(event) if self.awaited("shuffle", event.seat) else ()
        if isinstance(event, Ended) and before.phase == "hunt":
            lying = self.truth.players[event.seat].discard
            seen = lying[-1] if lying and not self.truth.todo and self.rng.random() < 0.7 else None
            return self.tell(Ended(event.seat, seen))
        if isinstance(event, Chose) and event.what == "set-aside":
            card = before.todo[-1].cards[0]
            asked = self.awaited("set-aside", event.seat) and self.belief.todo[-1].cards == (card,)
            return (
                self.tell(Chose(event.seat, "set-aside", card=card, yes=event.yes))
                if event.yes or asked
                else ()
            )
        if isinstance(event, Chose) and event.what == "discard" and event.cards:
            hidden = tuple(card if self.rng.random() < 0.3 else None for card in event.cards[:-1])
            return self.tell(msgspec.structs.replace(event, cards=(*hidden, event.cards[-1])))
        if isinstance(event, Shot | Took) and GAME.violation(self.belief, event):
            self.tell(Ended(event.seat))
        return self.tell(event)

    def check(self) -> None:
        """All that the referee believes is so."""
        truth, belief = self.truth, self.belief
        for name in ("turn", "phase", "actions", "targets", "shots", "supply", "trash", "turns_taken"):
            assert getattr(truth, name) == getattr(belief, name), name
        for true, held in zip(truth.players, belief.players, strict=True):
            assert true.in_play == held.in_play
            assert true.shown == held.shown
            for place in ("hand", "deck", "discard"):
                slots, cards = getattr(held, place), getattr(true, place)
                assert len(slots) == len(cards), place
                assert not Counter(slot for slot in slots if slot) - Counter(cards), place
            assert all(slot in (None, card) for slot, card in zip(held.deck, true.deck, strict=True))
            assert held.discard[-1:] in ((), (None,), true.discard[-1:])
            owned = Counter((*true.hand, *true.deck, *true.discard))
            believed = Counter((*held.hand, *held.deck, *held.discard, *held.unseen))
            assert owned == Counter({card: n for card, n in believed.items() if card})


@pytest.mark.parametrize("seed", range(24))
def test_what_is_lawful_in_truth_is_never_refused(seed: int) -> None:
    rng = Random(seed)
    table = Table(*begun(rng, 2 + seed % 3), rng)
    for _ in range(400):
        turn = GAME.turn(table.truth)
        if isinstance(turn, Over):
            assert GAME.turn(table.belief) == turn
            break
        event = drawn(GAME, table.truth, rng.randrange)
        table.happens(event)
        if not table.truth.todo and table.truth.over is None:
            assert table.belief.todo == (), event
            table.check()


def test_a_hidden_game_meets_cards() -> None:
    rng = Random(1)
    table = Table(*begun(rng, 2), rng)
    met = set()
    for _ in range(200):
        event = drawn(GAME, table.truth, rng.randrange)
        if isinstance(event, Played):
            met.add(event.card)
        table.happens(event)
        if isinstance(GAME.turn(table.truth), Over):
            break
    assert len(met) > 4
