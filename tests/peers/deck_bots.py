"""Our opponent against pyminion's own bots, by our rules: games won.

`python -m tests.peers.deck_bots --bot BigMoneyUltimate --games N` wants `pip install pyminion==0.4.0`. Every ten holds
Smithy (Furbizia) and Chapel (Sacrificio), which the bots buy, and eight others by lot of those that both games have.
pyminion's own code decides for a bot: before each decision it is given its own cards, in any order where it cannot see
them, and the supply. Its BanditBot is left out: it buys a card that Zombinion lacks. Who begins changes with the seed.
"""

import argparse
from collections import Counter
from dataclasses import replace
from random import Random
from typing import cast

from companion.game import Event, Over, Seat, Setup, checked
from companion.games import all_games
from companion.games.zombinion.events import Chose, Ended, Played, Shot, Took, What
from companion.games.zombinion.rules import sample
from companion.games.zombinion.state import State, Step
from companion.search import LEVELS, Level, Search, completed
from tests.companion.search.matches import interval
from tests.companion.search.playing import Clock
from tests.peers.deck_builders import NAMES

BOTS = ("BigMoney", "BigMoneySmithy", "BigMoneyUltimate", "ChapelBot")
BOUGHT = ("furbizia", "sacrificio")
BASIC_NAMES = {
    "pallottola": "Copper", "proiettili": "Silver", "caricatore": "Gold", "zombi": "Estate",
    "molti-zombi": "Duchy", "molti-piu-zombi": "Province", "infezione": "Curse",
}  # fmt: skip
LONGEST = 4000
"""A game that goes on for so many events counts as a draw."""


def kingdom(seed: int) -> tuple[str, ...]:
    """Ten kinds that both games have, among them those that the bots buy."""
    others = sorted(set(NAMES) - set(BOUGHT))
    return tuple(sorted((*BOUGHT, *Random(seed).sample(others, 8))))


class Bot:
    """One of pyminion's bots on a seat of our table. Raises ImportError where pyminion is not installed."""

    def __init__(self, name: str, kinds: tuple[str, ...]) -> None:
        from pyminion import bots
        from pyminion.bots import examples
        from pyminion.expansions.base import __dict__ as base
        from pyminion.game import Game

        assert bots is not None
        names = BASIC_NAMES | {kind: NAMES[kind] for kind in kinds}
        cards = {card.name: card for card in base.values() if hasattr(card, "name") and hasattr(card, "type")}
        self.card = {ours: cards[theirs] for ours, theirs in names.items()}
        self.ours = {theirs: ours for ours, theirs in names.items()}
        self.player = getattr(examples, name)()
        self.game = Game([self.player], [[self.card[kind] for kind in kinds]], log_stdout=False)

    def event(self, state: State, seat: Seat) -> Event:
        """What the bot does where it is to act."""
        self._look(state, seat)
        step, decider = state.step, self.player.decider
        if step is not None:
            return self._answer(state, step)
        hand = state.players[seat].hand
        if state.phase == "action" and any(card in state.agreed.actions for card in hand):
            actions = [self.card[card] for card in hand if card in state.agreed.actions]
            played = decider.action_phase_decision(actions, self.player, self.game) if state.actions else None
            return Ended(seat) if played is None else Played(seat, self.ours[played.name])
        treasures = tuple(card for card in hand if card in state.agreed.treasures)
        if treasures:
            return Shot(seat, treasures)
        if state.targets:
            priced = zip(state.agreed.priced, state.supply, strict=True)
            valid = [self.card[card.id] for card, left in priced if left and card.cost <= state.shots]
            bought = decider.buy_phase_decision(valid_cards=valid, player=self.player, game=self.game)
            if bought is not None:
                return Took(seat, self.ours[bought.name])
        return Ended(seat)

    def _look(self, state: State, seat: Seat) -> None:
        """The bot's own cards, what is left of its turn, and the supply, as pyminion keeps them."""
        from pyminion.core import Pile, Supply

        player, own = state.players[seat], self.player
        hand = [card for card in player.hand if card is not None]
        covered = Counter(player.owned()) - Counter(hand) - Counter(player.in_play)
        own.hand.cards = [self.card[card] for card in hand]
        own.playmat.cards = [self.card[card] for card in player.in_play]
        own.discard_pile.cards = []
        own.deck.cards = [self.card[card] for card in sorted(covered.elements())]
        acting = state.turn == seat
        own.state.actions = state.actions if acting else 1
        own.state.money, own.state.buys = (state.shots, state.targets) if acting else (0, 1)
        piles = []
        for kind, left in zip(state.agreed.piles, state.supply, strict=True):
            pile = Pile([self.card[kind]] * left)
            pile.name = self.card[kind].name
            piles.append(pile)
        self.game.supply = Supply(piles)

    def _answer(self, state: State, step: Step) -> Event:
        """What a card asks of the bot: one that it played, or an Attack."""
        player = state.players[step.seat]
        hand = [card for card in player.hand if card is not None]
        asked = {"prompt": "", "card": self.card[step.card], "player": self.player, "game": self.game}
        decider = self.player.decider
        if step.do == "discard":
            due = len(hand) - step.n
            valid = [self.card[card] for card in hand]
            found = decider.discard_decision(
                **asked, valid_cards=valid, min_num_discard=due, max_num_discard=due
            )
        elif step.do == "trash":
            valid = [self.card[card] for card in hand]
            found = decider.trash_decision(**asked, valid_cards=valid, min_num_trash=0, max_num_trash=4)
        elif step.do == "topdeck":
            valid = [self.card[card] for card in hand if "victory" in state.agreed.cards[card].types]
            found = decider.topdeck_decision(**asked, valid_cards=valid, min_num_topdeck=1, max_num_topdeck=1)
        elif step.do == "react":
            return Chose(step.seat, "react", yes="barricata" in hand)
        else:
            raise AssertionError(f"nothing that these bots play asks for {step}")
        return Chose(step.seat, cast(What, step.do), tuple(self.ours[card.name] for card in found))


def winners(bot_name: str, level: Level, seed: int, thought: list[float]) -> tuple[Seat, ...]:
    """Who has won a game of a level on seat `seed % 2` against a bot; nobody where it goes on for too long."""
    game, rng = all_games()["zombinion"], Random(seed)
    kinds, seat = kingdom(seed), seed % 2
    options = (("knowing", "known"), ("kinds", ",".join(kinds)), ("start", "0"))
    state = game.start(checked(game, Setup(2, options)))
    bot = Bot(bot_name, kinds)
    for _ in range(LONGEST):
        turn = game.turn(state)
        if isinstance(turn, Over):
            return turn.winners
        step = state.step
        by = state.turn if step is None else step.seat
        if step is not None and step.do == "shuffle":
            event = sample(state, rng.randrange)
        elif by != seat:
            event = bot.event(state, by)
        else:
            clock = Clock(level.seconds)
            chosen = Search(game, state, by, rng.randrange, clock.is_time_up).best(level)
            thought.append(clock.taken())
            found = completed(game, state, chosen.event, rng.randrange)
            assert found is not None
            event = found
        assert game.violation(state, event) is None, event
        state = game.after(state, event)
    return ()


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--bot", choices=BOTS, default="BigMoney")
    reader.add_argument("--games", type=int, default=20)
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("--level", choices=[level.name for level in LEVELS], default="strong")
    reader.add_argument("--playouts", type=int, help="for one move, in place of the level's own number")
    reader.add_argument("--seconds", type=float, default=1.0, help="of processor time a move")
    asked = reader.parse_args()
    level = next(level for level in LEVELS if level.name == asked.level)
    level = replace(level, playouts=asked.playouts or level.playouts, seconds=asked.seconds)
    won = drawn = 0
    thought: list[float] = []
    for seed in range(asked.seed, asked.seed + asked.games):
        found = winners(asked.bot, level, seed, thought)
        won += found == (seed % 2,)
        drawn += len(found) != 1
    low, high = interval(won + drawn / 2, asked.games)
    thought.sort()
    print(
        f"{level.name} ({level.playouts} play-outs, {level.seconds} s) against {asked.bot}: {won} won, {drawn} drawn",
        f"of {asked.games} ({low:.1%} to {high:.1%}); 95 % of moves {thought[int(len(thought) * 0.95)]:.2f} s",
        flush=True,
    )


if __name__ == "__main__":
    main()
