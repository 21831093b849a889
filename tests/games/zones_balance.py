"""How often each side of ZoneS wins, played at random and greedily: the proof that "our reading" is balanced.

    python -m tests.games.zones_balance --games 4000

Set-ups are drawn by lot behind the screen, seats and first turn alternate. A greedy player looks one event ahead: it
wins if it can, else captures the dearest piece that it can, else plays at random. A game that has not ended after
`LONGEST` turns is nobody's.
"""

import argparse
import random
from collections import Counter
from collections.abc import Callable

from companion.game import Event, Seat, Setup, Value, checked
from companion.games.zones import Zones, rules
from companion.games.zones.events import Lifted, Starts
from companion.games.zones.state import State, start

LONGEST = 400
Facts = tuple[tuple[str, Value], ...]
Player = Callable[[State, random.Random], Event]
GAME = Zones()


def by_lot(state: State, rng: random.Random) -> Event:
    """Any lawful event."""
    return rules.sample(state, rng.randrange)


def greedy(state: State, rng: random.Random) -> Event:
    """The win, else the dearest capture, else anything; equal ones by lot."""
    if state.choosing:
        return by_lot(state, rng)
    seat, before = state.turn, state.cost(state.turn)
    best: list[Event] = []
    most = -1
    for event in rules.plays(state):
        value = _gain(state, event, seat, before)
        if value > most:
            best, most = [], value
        if value == most:
            best.append(event)
    return best[rng.randrange(len(best))]


def _gain(state: State, event: Event, seat: Seat, before: int) -> int:
    to = event.to or getattr(event, "at", "")
    number = state.square(to)
    assert number is not None
    if state.board[number] is None and number not in state.home(1 - seat):
        return 0
    after = rules.after(state, event)
    if after.over is not None:
        return 1000 if seat in after.over.winners else 0
    return after.cost(seat) - before


def set_up(setup: Setup, rng: random.Random, first: Seat) -> State:
    """A game begun by lot behind the screen, with the coin fallen for this seat."""
    state = start(setup)
    while state.phase == "set-up":
        event = rules.sample(state, rng.randrange)
        state = rules.after(state, event)
        assert not isinstance(event, Lifted) or state.phase == "coin"
    return rules.after(state, Starts(first))


def played(setup: Setup, player: Player, seed: int) -> tuple[str | None, str]:
    """The side that wins one game, None where neither does, and the rule by which it ended."""
    rng = random.Random(f"{seed}.zones")
    state = set_up(setup, rng, seed // 2 % 2)
    for _ in range(LONGEST):
        if state.over is not None:
            break
        state = rules.after(state, player(state, rng))
    if state.over is None or not state.over.winners:
        return None, state.over.rule if state.over is not None else "not ended"
    return state.agreed.sides[state.over.winners[0]], state.over.rule


def results(
    player: Player, games: int, facts: Facts = (), first: int = 0
) -> tuple[Counter[str | None], Counter[str]]:
    """How often each side won (None: neither), and how the games ended; seeds from `first` on."""
    sides = "midgard,trolls", "trolls,midgard"
    setups = [checked(GAME, Setup(2, (("sides", pair),), facts=facts)) for pair in sides]
    winners, endings = Counter[str | None](), Counter[str]()
    for seed in range(first, first + games):
        winner, ending = played(setups[seed % 2], player, seed)
        winners[winner] += 1
        endings[ending] += 1
    return winners, endings


def share(winners: Counter[str | None]) -> float:
    """Midgard's part of the games that somebody won."""
    return winners["midgard"] / (winners["midgard"] + winners["trolls"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    asked = parser.parse_args()
    for name, player in (("random", by_lot), ("greedy", greedy)):
        winners, endings = results(player, asked.games, first=asked.first)
        part = share(winners)
        sided = 196 * (part * (1 - part) / (winners["midgard"] + winners["trolls"])) ** 0.5
        ends = ", ".join(f"{rule} {count}" for rule, count in endings.most_common())
        print(
            f"{name}: Midgard {winners['midgard']}, Trolls {winners['trolls']}, neither {winners[None]};",
            end=" ",
        )
        print(f"of those won Midgard {part:.1%} ± {sided:.1f}; {ends}", flush=True)


if __name__ == "__main__":
    main()
