"""Games of ZoneS on the painted table: both halves read behind the screen, then every move refereed from what is seen.

A state that differs from what was played ends the game with a fault. `python -m tests.ui.seen_zones SEED TURNS` prints
figures.
"""

import sys
import time
from dataclasses import dataclass, field
from random import Random
from typing import Any

from companion.games.zones.events import Laid
from companion.referee import Referee
from ui.box.eyes import load_decks, own_decks
from ui.box.opening import LIVE_SETTLE_S, simulated_table
from ui.demo.playing import Clock, Demo, DemoFault, Hands
from ui.records.beginning import game_and_setup
from vision.eye import Eye


@dataclass(slots=True)
class Figures:
    """What was counted over several games."""

    games: int = 0
    halves: int = 0
    turns: int = 0
    seen: int = 0
    told: int = 0
    asked: int = 0
    laid_anew: int = 0
    pictures: int = 0
    faults: list[str] = field(default_factory=list)

    def lines(self) -> list[str]:
        to_see = self.seen + self.told + self.asked
        share = self.asked / max(1, to_see)
        return [
            f"{self.games} games, {self.halves} halves read behind the screen, {self.turns} turns",
            f"{len(self.faults)} wrong or not followed; {self.asked} asked of {to_see} ({share:.1%}),"
            f" {self.told} told, {self.laid_anew} laid anew, {self.pictures} pictures",
            *(f"  fault: {line}" for line in self.faults),
        ]


def new_game(seed: int) -> Demo:
    """A game with its painted table, nothing laid yet."""
    game, setup = game_and_setup("zones", None, ())
    clock, chance = Clock(), Random(seed)
    referee: Referee[Any] = Referee(game, setup, lambda line: None)
    decks = load_decks(own_decks(game, setup))
    table = simulated_table(game.table(setup), decks, clock)
    eye = Eye(game.table(setup), decks, settle_s=LIVE_SETTLE_S)
    return Demo(referee, Hands(table, decks, chance), eye, clock, chance)


def play(demo: Demo, figures: Figures, turns: int) -> None:
    """Plays a game to its end, or until so many turns are counted; then counts what happened."""
    figures.games += 1
    before = 4  # two halves, the screen, the coin
    try:
        for _ in demo.play(most=turns - figures.turns + before):
            pass
    except DemoFault as fault:
        figures.faults.append(f"entry {len(demo.referee.entries)}: {fault}")
    entries = demo.referee.entries
    figures.halves += sum(isinstance(entry.event, Laid) for entry in entries)
    figures.turns += max(0, len(entries) - before)
    figures.seen += sum(entry.by == "camera" for entry in entries)
    figures.told += demo.told
    figures.asked += demo.asked
    figures.laid_anew += demo.laid_anew
    figures.pictures += demo.pictures


def played(seed: int, turns: int) -> Figures:
    """As many games as it takes for so many turns."""
    figures = Figures()
    while figures.turns < turns and len(figures.faults) < 5:
        play(new_game(seed * 1000 + figures.games), figures, turns)
    return figures


def main(words: list[str]) -> None:
    seed, turns = (int(words[0]) if words else 1), (int(words[1]) if len(words) > 1 else 30)
    start = time.process_time()
    figures = played(seed, turns)
    print("\n".join(figures.lines()))
    print(f"{time.process_time() - start:.0f} s of processor time")


if __name__ == "__main__":
    main(sys.argv[1:])
