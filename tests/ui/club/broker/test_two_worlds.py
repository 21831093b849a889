"""Two worlds that differ in what is hidden: the broker is told the same bytes of both."""

from random import Random
from typing import Any

import msgspec
import pytest

from companion.game import Over, legal
from companion.games import all_games
from companion.lawful import drawn
from companion.referee import Referee
from tests.games import test_zombinion_secrets as zombinion_secrets
from tests.games.zombinion import GAME as ZOMBINION
from tests.games.zombinion import setup, ten
from tests.ui.web.played import on_table
from ui.club.broker.publisher import play_json, state_json
from ui.records.beginning import agreed

OPENING = ("TurnedUp", "Touched")
"""What tells two worlds apart for everybody: a card that is turned up, and who wins a fight."""


def told(referee: Referee[Any]) -> bytes:
    return msgspec.json.encode(state_json(on_table(referee), "Table 1", "0" * 16, 1))


def two(game: str, **options: Any) -> tuple[Referee[Any], Referee[Any]]:
    found = all_games()[game]
    agreed_on = agreed(found, 2, tuple(options.items()), ("Ann", "Bea"))
    one, other = (Referee(found, agreed_on, lambda _lines: None) for _ in range(2))
    return one, other


@pytest.mark.parametrize("seed", range(4))
def test_covered_armies_of_zoondo(seed: int) -> None:
    rng = Random(seed)
    one, other = two("zoondo", knowing="shown")
    for seat in (0, 1):
        army = next(event for event in legal(one.game, one.state) if event.seat == seat)
        for referee in (one, other):
            cards = list(army.cards.values())
            rng.shuffle(cards)
            shuffled = dict(zip(army.cards, cards, strict=True))
            referee.tell(msgspec.structs.replace(army, cards=shuffled), "touch")
        assert told(one) == told(other)
    assert one.state != other.state, "the worlds do differ"
    for _ in range(40):
        both = [event for event in legal(one.game, one.state) if event in legal(other.game, other.state)]
        both = [event for event in both if type(event).__name__ not in OPENING]
        if not both:
            break
        event = rng.choice(both)
        one.tell(event, "touch")
        other.tell(event, "touch")
        assert told(one) == told(other)


def test_both_halves_of_zones_behind_the_screen() -> None:
    rng = Random(3)
    one, other = two("zones")
    for _ in range(16):
        seats = [
            event.seat for event in legal(one.game, one.state) if type(event).__name__ in ("Based", "Drew")
        ]
        seat = rng.choice(seats)
        for referee in (one, other):
            referee.tell(
                rng.choice([e for e in legal(referee.game, referee.state) if e.seat == seat]), "touch"
            )
        assert told(one) == told(other)
    assert one.state != other.state


@pytest.mark.parametrize("seed", range(3))
def test_hands_and_decks_of_zombinion(seed: int) -> None:
    rng = Random(seed)
    agreed_on = setup(3, kinds=ten(rng), knowing="known", start="0")
    referee = Referee(ZOMBINION, agreed_on, lambda _lines: None)
    differing = 0
    for _ in range(100):
        event = drawn(ZOMBINION, referee.state, rng.randrange)
        assert event is not None
        if isinstance(referee.tell(event, "touch").turn, Over):
            break
        hidden = zombinion_secrets._otherwise(rng, referee.state, None)
        differing += hidden != referee.state
        game, seq = ZOMBINION, len(referee.entries)
        other = play_json("0" * 16, game, agreed_on, seq, game.turn(hidden), game.view(hidden, None))
        mine = msgspec.json.encode(state_json(other, "Table 1", "0" * 16, 1))
        assert mine == told(referee).replace(b"00112233aabbccdd", b"0" * 16)
    assert differing > 30


def test_the_test_would_hear_a_secret() -> None:
    """One seat's own view in the place of that of all: the two worlds are told apart."""
    rng = Random(1)
    referee = Referee(ZOMBINION, setup(3, kinds=ten(rng), knowing="known", start="0"), lambda _lines: None)
    for _ in range(10):
        event = drawn(ZOMBINION, referee.state, rng.randrange)
        assert event is not None
        referee.tell(event, "touch")
    hidden = zombinion_secrets._otherwise(rng, referee.state, None)
    seen = {
        msgspec.json.encode(
            state_json(
                play_json("", ZOMBINION, referee.setup, 10, ZOMBINION.turn(state), ZOMBINION.view(state, 0)),
                "",
                "",
                1,
            )
        )
        for state in (referee.state, hidden)
    }
    assert len(seen) == 2
