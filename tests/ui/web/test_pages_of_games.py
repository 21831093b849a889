"""Every page of every game, along games played by lot: whole HTML, own keys only, and no secret of another seat."""

from random import Random
from typing import Any

import msgspec
import pytest

from companion.game import Chance, Event
from companion.games import all_games
from companion.lawful import drawn
from tests.approved.touched import written
from tests.games.test_zombinion_secrets import _otherwise as otherwise
from tests.ui.line.test_for_eyes import OPENING
from tests.ui.web.room import Room, read
from ui.faces.face import face_of
from ui.pages.played_table import PlayedTable
from ui.present.touches import at
from ui.secrecy import public, shown_cards
from ui.web.tonight import may_send


@pytest.mark.parametrize("game", sorted(all_games()))
def test_pages_are_whole_and_send_what_is_their_own(game: str) -> None:
    rng, room = Random(7), Room(game)
    seen: set[str] = set()
    for step in range(90):
        if step % 6 == 0 or step > 85:
            for eyes, parts in room.all_parts().items():
                keys = [key for html in parts.values() for key in read(html).keys]
                if eyes is None:
                    assert not keys
                    continue
                touches = [room.keys[eyes].touch(key) for key in keys]
                assert all(touch is not None and may_send(touch, eyes) for touch in touches)
                seen |= {written(touch).name for touch in touches}
        if not room.play(rng):
            break
    assert {"press_button", "tell"} & seen, seen


@pytest.mark.parametrize("game", sorted(all_games()))
def test_every_key_of_a_phone_can_be_touched(game: str) -> None:
    """Nothing that a phone offers fails, and nothing but what it offers reaches the game."""
    rng, room = Random(11), Room(game)
    for _step in range(25):
        seat = rng.choice(sorted(room.tables))
        touches = [touch for touch in room.touches(seat) if touch != at(PlayedTable.press_button, "back")]
        if touches and rng.random() < 0.7:
            room.tables[seat].take(rng.choice(touches))
            room.side.tick()
        elif not room.play(rng):
            break
        room.all_parts()
    assert room.side.focus.alone is None, (
        "nothing that a phone touches opens a page for one pair of eyes at the box"
    )


def test_a_die_is_thrown_and_a_lot_is_drawn() -> None:
    rng, room, seen = Random(3), Room("zoon_alternate"), set()
    for _step in range(60):
        turn = room.side.session.reply.turn
        if isinstance(turn, Chance):
            words = read(room.parts(turn.seats[0])["dice"]).words
            assert words == ["Draw lots" if turn.what == "lot" else "Throw"], turn.what
            seen.add(turn.what)
        if not room.play(rng):
            break
    assert "dice" in seen, seen


class Worlds:
    """The same game twice, differing in what one seat alone knows; what other eyes are shown is the same bytes."""

    def __init__(self, game: str, **options: Any) -> None:
        agreed = face_of(all_games()[game]).usual_setup()
        agreed = msgspec.structs.replace(agreed, options=tuple((dict(agreed.options) | options).items()))
        self.both = (Room(game, agreed), Room(game, agreed))

    def compare(self, eyes: tuple[int | None, ...]) -> None:
        for each in eyes:
            one, other = (room.parts(each) for room in self.both)
            assert one == other, each

    def tell(self, first: Event, second: Event) -> None:
        for room, event in zip(self.both, (first, second), strict=True):
            room.tell(event)

    def common(self) -> list[Event]:
        one, other = (room.lawful() for room in self.both)
        return [event for event in one if event in other and type(event).__name__ not in OPENING]


def twins(room: Room, events: list[Event], seat: int, rng: Random) -> list[tuple[Event, Event]]:
    """Pairs of a seat's events that differ, and that everybody else knows as the same; an army lies otherwise."""
    game, state = room.referee.game, room.referee.state
    known = [(event, public(game, state, event)) for event in events if event.seat == seat]
    pairs = [
        (one, two)
        for n, (one, as_one) in enumerate(known)
        for two, as_two in known[n + 1 :]
        if as_one == as_two
    ]
    for event, as_all in known:
        cards = list(shown_cards(event).items())
        if cards and as_all != event:
            labels = rng.sample([label for _cell, label in cards], len(cards))
            laid = dict(zip((cell for cell, _label in cards), labels, strict=True))
            pairs.append((event, msgspec.structs.replace(event, cards=laid)))
    return pairs


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("game", "options"), [("zoondo", {"knowing": "shown"}), ("zones", {})])
def test_two_hidden_worlds_give_everybody_else_the_same(
    game: str, options: dict[str, Any], seed: int
) -> None:
    rng, worlds, hidden = Random(seed), Worlds(game, **options), 0
    others = (None, 1)
    for _step in range(24):
        worlds.compare(others)
        common = worlds.common()
        pairs = twins(worlds.both[0], common, 0, rng)
        if pairs:
            worlds.tell(*rng.choice(pairs))
            hidden += 1
        else:
            referee = worlds.both[0].referee
            event = rng.choice(common) if common else drawn(referee.game, referee.state, rng.randrange)
            if event is None or type(event).__name__ in OPENING:
                break
            worlds.tell(event, event)
    worlds.compare(others)
    assert hidden, "the two worlds do differ"


@pytest.mark.parametrize("seed", range(2))
def test_hands_and_decks_of_zombinion_are_told_to_nobody_else(seed: int) -> None:
    rng, worlds, differing = Random(seed), Worlds("zombinion", knowing="known"), 0
    for _step in range(25):
        event = drawn(worlds.both[0].referee.game, worlds.both[0].referee.state, rng.randrange)
        if event is None:
            break
        worlds.tell(event, event)
        for eyes in (None, 0, 1):
            kept = worlds.both[1].referee.state
            other = otherwise(rng, kept, eyes)
            with worlds.both[1].in_state(other):
                worlds.compare((eyes,))
                hidden = next(seat for seat in (0, 1) if seat != eyes)
                differing += worlds.both[0].parts(hidden) != worlds.both[1].parts(hidden)
    assert differing > 5, "what a seat is shown does depend on what it holds"
