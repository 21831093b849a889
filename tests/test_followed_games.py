"""Random games followed by a perfect eye: nothing wrong is booked, and questions are rare.

Now and then two events fall between two looks, as when the loser turns a card up and the other moves at once. Games of
piles, where the second may cover the first, and which draw their own random events, are followed in their own tests.
"""

import random
from typing import Any

import pytest

from companion.game import Event, Game, Setup, checked
from companion.games import all_games
from companion.lawful import drawn
from companion.referee import Referee
from companion.sight import Scene
from companion.weigh import Accept, Ask, Same
from tests import shown

GAMES = {name: game for name, game in all_games().items() if game.sample is None}
GAMES_EACH, MOST_GAMES, LOOKS = 8, 40, 200
"""So many games of each kind; more of short ones, until so often has been looked."""


class Follower:
    """Plays at random and shows the referee what a camera would see, or tells it what no camera can."""

    def __init__(self, game: Game[Any], seed: int) -> None:
        self.rng = random.Random(seed)
        self.game = game
        self.setup = checked(game, Setup(game.seats[0]))
        self.referee = Referee(game, self.setup, lambda _: None)
        self.state = game.start(self.setup)
        self.unseen: tuple[Event, ...] = ()
        self.scene = Scene()
        self.looks = self.asked = self.told = 0

    def play(self, limit: int) -> None:
        for _ in range(limit):
            event = drawn(self.game, self.state, self.rng.randrange)
            if event is None:
                break
            after = self.game.after(self.state, event)
            silent = self.game.look(after) == self.game.look(self.state)
            if event.told or silent or self.game.layout(self.state) is not None:
                self.look()
                self.referee.tell(event, "test")
                self.state = after
                continue
            shows = self.game.reveals(self.state, event)
            self.scene = shown.scene(self.game.look(after))
            if shows:
                self.scene = shown.happened(self.game, self.state, after)
            self.unseen, self.state = (*self.unseen, event), after
            if len(self.unseen) == 2 or self.rng.random() < 0.8:
                self.look()
        self.look()

    def look(self) -> None:
        if not self.unseen:
            return
        before = self.referee.state
        reply = self.referee.see(self.scene, done=True)
        self.looks += 1
        if isinstance(reply.verdict, Ask):
            self.asked += 1
            assert any(self.leads(before, option) for option in reply.verdict.options), self.unseen
            self.referee.answer(self.unseen, "test")
        elif isinstance(reply.verdict, Accept):
            assert self.referee.state == self.state, f"{self.unseen} was taken for {reply.verdict}"
        else:
            # What changes nothing that can be seen, or cannot be told from two events, is told by hand.
            assert self.referee.state == before
            assert isinstance(reply.verdict, Same) or len(self.unseen) == 2, f"{self.unseen}: {reply.verdict}"
            self.told += 1
            self.referee.answer(self.unseen, "test")
        assert self.referee.state == self.state
        self.unseen = ()

    def leads(self, state: Any, option: tuple[Event, ...]) -> bool:
        for event in option:
            state = self.game.after(state, event)
        return bool(state == self.state)


@pytest.mark.parametrize("name", GAMES)
def test_a_perfect_eye_follows_random_games(name: str) -> None:
    looks = asked = told = 0
    for seed in range(MOST_GAMES):
        if seed >= GAMES_EACH and looks > LOOKS:
            break
        follower = Follower(GAMES[name], seed)
        follower.play(120)
        looks, asked, told = looks + follower.looks, asked + follower.asked, told + follower.told
    assert looks > LOOKS
    assert asked <= looks * 0.03
    assert told <= looks * 0.10
