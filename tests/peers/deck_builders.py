"""Random play of our deck builder and of pyminion's in one run on one core: games and decisions a second.

`python -m tests.peers.deck_builders --games N` wants `pip install pyminion==0.4.0`. Both play two seats with the same
tens, drawn from the 19 kinds that both have; both draw from what is lawful, lay their treasures, rarely pass where they
could act, and give a game up after the same number of turns. Times are the processor's; shuffles are no decisions.
"""

import argparse
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from companion.game import Over, RandomSource, Setup, checked
from companion.games import all_games
from ui.demo.random_play import rng_of

NAMES = {
    "survivors": "Gardens", "furbizia": "Smithy", "maverick": "Village", "coraggio": "Laboratory",
    "copertura": "Market", "proiettili-esplosivi": "Moneylender", "esca": "Cellar", "sacrificio": "Chapel",
    "munizioni": "Workshop", "aiutarsi": "Festival", "molotov": "Council Room", "sciame-di-zombi": "Witch",
    "barricata": "Moat", "fuga-rapida": "Bureaucrat", "tattica": "Throne Room", "rifornimento": "Remodel",
    "ricarica": "Mine", "piano-superiore": "Militia", "nascondiglio": "Library",
}  # fmt: skip
RARELY = 16
"""One in so many times nobody acts though something could be done: as often as our own random play does."""
MOST_TURNS = 400
"""A game in which a seat has taken so many turns is given up, and counted as such."""


@dataclass(slots=True)
class Played:
    """What came of many games: how many ended, how many turns and decisions they took, and the processor's seconds."""

    games: int = 0
    given_up: int = 0
    turns: int = 0
    decisions: int = 0
    seconds: float = 0.0

    def row(self, name: str) -> str:
        return (
            f"| {name} | {self.games / self.seconds:.0f} | {self.decisions / self.seconds:.0f} "
            f"| {self.turns / self.games:.1f} | {self.decisions / self.games:.0f} | {self.given_up} |"
        )


def tens(games: int, seed: int) -> list[tuple[str, ...]]:
    """Ten kinds for each game, the same for the same seed."""
    chance = Random(seed)
    return [tuple(sorted(chance.sample(sorted(NAMES), 10))) for _ in range(games)]


def ours(sets: list[tuple[str, ...]], seed: int) -> Played:
    """Plays with our engine as its own opponent does when it thinks a game to its end."""
    game, found = all_games()["zombinion"], Played()
    start = time.process_time()
    for number, kinds in enumerate(sets):
        state, rng = _ours(kinds, seed + number)
        while not (over := isinstance(game.turn(state), Over)) and max(state.turns_taken) < MOST_TURNS:
            event = game.sample(state, rng)
            found.decisions += type(event).__name__ != "Shuffled"
            state = game.after(state, event)
        found.games += 1
        found.given_up += not over
        found.turns += sum(state.turns_taken)
    found.seconds = time.process_time() - start
    return found


def _ours(kinds: tuple[str, ...], seed: int) -> tuple[Any, RandomSource]:
    """A game with these kinds in which every deck is told, before its first event, and the lots for it."""
    game = all_games()["zombinion"]
    options = (("knowing", "known"), ("kinds", ",".join(kinds)))
    return game.start(checked(game, Setup(2, options))), rng_of(Random(seed))


def theirs(sets: list[tuple[str, ...]], seed: int) -> Played:
    """Plays with pyminion. Raises ImportError where it is not installed."""
    from pyminion.expansions.base import __dict__ as base
    from pyminion.game import Game
    from pyminion.player import Player

    logging.disable(logging.CRITICAL)
    cards = {card.name: card for card in base.values() if hasattr(card, "name") and hasattr(card, "type")}
    found, chance = Played(), Random(seed)
    start = time.process_time()
    for kinds in sets:
        decider = _Chooser(chance)
        players = [Player(decider=decider, player_id=str(seat)) for seat in (0, 1)]
        kingdom = [cards[NAMES[kind]] for kind in kinds]
        game = Game(players, [kingdom], kingdom, log_stdout=False)
        game.start()
        over = _to_the_end(game)
        found.games += 1
        found.given_up += not over
        found.turns += sum(player.turns for player in players)
        found.decisions += decider.decisions
    found.seconds = time.process_time() - start
    logging.disable(logging.NOTSET)
    return found


def _to_the_end(game: Any) -> bool:
    """Whether a game of pyminion's came to its end. Rifornimento with an empty hand breaks one off (an assertion)."""
    while game.players[0].turns < MOST_TURNS:
        for player in game.players:
            try:
                player.take_turn(game)
            except AssertionError:
                return False
            if game.is_over():
                return True
    return False


class _Chooser:
    """Decides for a pyminion player: uniformly among what is lawful."""

    def __init__(self, chance: Random) -> None:
        self.decisions = 0
        self._chance = chance

    def action_phase_decision(self, valid_actions: list[Any], player: Any, game: Any) -> Any:
        self.decisions += 1
        return self._chance.choice(valid_actions) if self._chance.randrange(RARELY) else None

    def treasure_phase_decision(self, valid_treasures: list[Any], player: Any, game: Any) -> list[Any]:
        self.decisions += 1
        return valid_treasures

    def buy_phase_decision(self, valid_cards: list[Any], player: Any, game: Any) -> Any:
        self.decisions += 1
        return self._chance.choice(valid_cards) if valid_cards and self._chance.randrange(RARELY) else None

    def binary_decision(self, *args: Any, **more: Any) -> bool:
        self.decisions += 1
        return self._chance.random() < 0.5

    def multi_play_decision(
        self, prompt: str, card: Any, valid_cards: list[Any], *args: Any, **more: Any
    ) -> Any:
        self.decisions += 1
        return self._chance.choice(valid_cards)

    def __getattr__(self, name: str) -> Callable[..., list[Any]]:
        """Every other decision is a choice of cards with a least and a most number, named alike."""
        if not name.endswith("_decision"):
            raise AttributeError(name)
        verb = name.removesuffix("_decision")

        def choose(prompt: str, card: Any, valid_cards: list[Any], *args: Any, **more: Any) -> list[Any]:
            self.decisions += 1
            least, most = more.get(f"min_num_{verb}", 0), more.get(f"max_num_{verb}", -1)
            most = len(valid_cards) if most < 0 else min(most, len(valid_cards))
            return self._chance.sample(valid_cards, self._chance.randint(min(least, most), most))

        return choose


def main() -> None:
    """Prints a table in Markdown: ours and the peer's in turns, so that a busy machine is fair to both."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--games", type=int, default=400)
    reader.add_argument("--seed", type=int, default=1)
    asked = reader.parse_args()
    sets = tens(asked.games, asked.seed)
    print("| random play | games/s | decisions/s | turns a game | decisions a game | given up |")
    print("| --- | --- | --- | --- | --- | --- |")
    for _ in range(3):
        print(ours(sets, asked.seed).row("Zombinion"), flush=True)
        print(theirs(sets, asked.seed).row("pyminion"), flush=True)


if __name__ == "__main__":
    main()
