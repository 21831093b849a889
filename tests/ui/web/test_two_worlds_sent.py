"""Evenings that differ in what one seat knows and what its own phone looks at: all others are sent the same bytes.

All that leaves the box for phones and watchers is compared, the number of the messages and the pages' numbers too.
"""

import json
from collections import defaultdict
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from companion.game import Event, Seat
from companion.games import all_games
from companion.lawful import drawn
from companion.search import MIDDLE
from tests.games.test_zombinion_secrets import _otherwise as otherwise
from tests.own_touches import kind_of
from tests.situations.coached import AtOnce
from tests.ui.line.test_for_eyes import OPENING
from tests.ui.web.room import Room
from tests.ui.web.test_coach_on_phones import coached
from tests.ui.web.test_in_browser import NoGames
from tests.ui.web.test_pages_of_games import twins
from ui.games.zones.side import FieldSide
from ui.opponents.thinker import BoxSeats
from ui.pages.picking import Picking
from ui.pages.private_view import PrivateView
from ui.pages.thinking import Coach
from ui.present.touches import TouchSquare
from ui.web import tonight as web_tonight
from ui.web.site import Pressed, _news, _Open
from ui.web.tonight import SeatTable

LOOKS = (
    TouchSquare,
    Coach.ask_coach,
    Coach.show_coach_line,
    Coach.leave_coach,
    PrivateView.touch_corner,
    FieldSide.choose_brush,
    FieldSide.touch_field,
)
ALONE = (*LOOKS, Picking.pick, Picking.count, Picking.unpick)
"""Touches by which a phone looks about and tells nothing."""


class Wire:
    """In the place of what serves: it is called at once."""

    address = ("127.0.0.1", 1)

    def start(self) -> None: ...

    def stop(self) -> None: ...

    def soon(self, call: Callable[..., Any], *about: Any) -> None:
        call(*about)


class Sent(Room):
    """A game with a page open for each seat and for who watches: `sent` has all that goes out to each."""

    def __init__(self, game: str, box: BoxSeats | None = None) -> None:
        made = coached(game, box=box)
        self.side, self.keys = made.side, {}
        self.side.coach._thinker = self.side.box._thinker = AtOnce(most=0)
        self.tonight = web_tonight.PhonesTonight(NoGames(), lambda: 0.0, "127.0.0.1")
        site = self.tonight.site
        self.pages = {eyes: _Open(eyes, "") for eyes in (None, *made.tables)}
        site._pages = dict.fromkeys(self.pages.values())
        site._count()
        self.sent: dict[Seat | None, list[str]] = defaultdict(list)
        publish = site.publish

        def published(audience: Seat | None, state: Any) -> None:
            publish(audience, state)
            self.sent[audience].append(json.dumps(_news(self.pages[audience], state)))

        site.publish = published  # type: ignore[method-assign]
        self.tonight.tick(self.side)
        for seat in made.tables:
            self.tonight._seats[seat] = SeatTable(self.side, seat, AtOnce())
        self.tables = self.tonight._seats

    def tick(self) -> None:
        self.side.tick()
        self.tonight.tick(self.side)

    def tell(self, event: Event) -> None:
        super().tell(event)
        self.tick()

    def looks_about(self, seat: Seat, rng: Random, touches: int) -> int:
        """A phone touches what only looks, as its page offers it; how often it did."""
        done = 0
        for _touch in range(touches):
            page, _seq, keys = self.tonight._offered[seat][-1]
            may = ALONE if self.tables[seat].focus.alone is not None else LOOKS
            found = [id for touch, id in keys._ids.items() if kind_of(touch) in may]
            if found:
                self.tonight.site.pressed.put(Pressed(seat, page, rng.choice(found)))
                done += 1
            self.tick()
        return done


@pytest.fixture(autouse=True)
def unserved(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(web_tonight, "_listening", lambda *_about: Wire())
    yield


def evenings(game: str, box: BoxSeats | None = None) -> tuple[Sent, Sent]:
    return Sent(game, box), Sent(game, box)


def expect_same(one: Sent, other: Sent, eyes: tuple[Seat | None, ...]) -> None:
    for each in eyes:
        assert one.sent[each] == other.sent[each], each


@pytest.mark.parametrize("game", sorted(all_games()))
def test_what_a_phone_looks_at_and_asks_is_sent_to_nobody_else(game: str) -> None:
    one, other = evenings(game)
    rng, looks, touched = Random(1), Random(5), 0
    others = tuple(eyes for eyes in one.pages if eyes != 0)
    for _step in range(24 if game == "zones" else 12):
        touched += one.looks_about(0, looks, looks.randrange(4))
        expect_same(one, other, others)
        event = drawn(one.referee.game, one.referee.state, rng.randrange)
        if event is None:
            break
        one.tell(event)
        other.tell(event)
        expect_same(one, other, others)
    assert touched > 5
    assert one.sent[0] != other.sent[0], "its own phone does show it"


def hidden_told(one: Sent, other: Sent, seat: Seat, rng: Random) -> bool | None:
    """One event told at both, of which the others may not know what it is; None: no event is left."""
    common = [
        event for event in one.lawful() if event in other.lawful() and type(event).__name__ not in OPENING
    ]
    pairs = twins(one, common, seat, rng)
    if pairs:
        first, second = rng.choice(pairs)
        one.tell(first)
        other.tell(second)
        return True
    event = rng.choice(common) if common else drawn(one.referee.game, one.referee.state, rng.randrange)
    if event is None or type(event).__name__ in OPENING:
        return None
    one.tell(event)
    other.tell(event)
    return False


@pytest.mark.parametrize(
    ("game", "seat", "box"),
    [("zoondo", 0, {1: MIDDLE}), ("zoondo", 1, None), ("zones", 0, None), ("zones", 1, {1: MIDDLE})],
)
def test_what_a_seat_lays_hidden_is_sent_to_nobody_else(game: str, seat: Seat, box: BoxSeats | None) -> None:
    """What the box lays for its own seat is sent to nobody, not even to a phone of that seat."""
    one, other = evenings(game, box)
    rng, looks, hidden = Random(5), Random(6), 0
    others = tuple(eyes for eyes in one.pages if eyes != seat or (box and seat in box))
    for _step in range(15):
        told = hidden_told(one, other, seat, rng)
        if told is None:
            break
        hidden += told
        expect_same(one, other, others)
        if not box or seat not in box:
            one.looks_about(seat, looks, 2)
        expect_same(one, other, others)
    assert hidden, "the two evenings do differ"


@pytest.mark.parametrize("box", [None, {1: MIDDLE}])
def test_hands_of_zombinion_are_sent_to_nobody_else(box: BoxSeats | None) -> None:
    one, other = evenings("zombinion", box)
    rng, differing = Random(2), 0
    for _step in range(20):
        event = drawn(one.referee.game, one.referee.state, rng.randrange)
        if event is None:
            break
        for evening in (one, other):
            Room.tell(evening, event)
        for eyes in (None, 0, 1):
            with other.in_state(otherwise(rng, other.referee.state, eyes)):
                assert one.parts(eyes) == other.parts(eyes)
                hidden = next(seat for seat in (0, 1) if seat != eyes)
                differing += one.parts(hidden) != other.parts(hidden)
    assert differing > 5
