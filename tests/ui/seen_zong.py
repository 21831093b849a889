"""Games of ZONG on the painted table: discs thrown, pieces flicked and put back by painted hands, refereed by the eye.

What was flicked where is known to the tenth of a millimetre, and every flick that is booked is held against that; a
move that was booked otherwise than it was made cannot be played on, and ends the game with a fault.

`python -m tests.ui.seen_zong SEED TURNS [SEATS]` prints figures.
"""

import math
import sys
import time
from dataclasses import dataclass, field
from random import Random
from typing import Any

from companion.games.zong.events import Advanced, Cleaned, FellBack, Threw, Voted, Zonged
from companion.referee import Referee
from companion.sight import Scene
from ui.box.opening import LIVE_SETTLE_S, simulated_game
from ui.demo.playing import Clock, Demo, DemoFault, Hands
from ui.records.beginning import game_and_setup
from vision.eye import Eye, Reading
from vision.painted.simulated import SimulatedTable
from vision.sources.frames import Frame

SEEN = (Threw, Zonged, Advanced, FellBack)
"""What a camera is to see; the rest is told, or done when all is seen to be tidy."""
OFF_MM = 4.0
"""A piece seen farther than this from where it is was not seen there."""
MOST_TOLD = 25


@dataclass(slots=True)
class Figures:
    """What was counted over several games."""

    games: int = 0
    turns: int = 0
    seen: int = 0
    told: list[str] = field(default_factory=list)
    flicks: int = 0
    cleaned: int = 0
    votes: int = 0
    asked: int = 0
    questions: list[str] = field(default_factory=list)
    laid_anew: int = 0
    pictures: int = 0
    faults: list[str] = field(default_factory=list)
    pieces: int = 0
    misplaced: list[str] = field(default_factory=list)

    def lines(self) -> list[str]:
        happened = self.seen + len(self.told)
        return [
            f"{self.games} games, {self.turns} turns, {self.flicks} flicks, {self.cleaned} clean-ups,"
            f" {self.votes} votes",
            f"{len(self.faults)} wrong or not followed; {self.asked} asked of {happened} to be seen"
            f" ({self.asked / max(1, happened):.1%}), {len(self.told)} told, {self.laid_anew} laid anew",
            f"{self.pictures} pictures; {self.pieces} times a piece was looked at that none covers, and"
            f" {len(self.misplaced)} times it was not seen where it is",
            *(f"  misplaced: {line}" for line in self.misplaced[:MOST_TOLD]),
            *(f"  asked: {line}" for line in self.questions),
            *(f"  told: {line}" for line in self.told),
            *(f"  fault: {line}" for line in self.faults),
        ]


class HeldAgainstTruth:
    """An eye whose every look with no hand in the way is held against what lies on the painted table."""

    def __init__(self, eye: Eye, table: SimulatedTable, figures: Figures) -> None:
        self._eye, self._table, self._figures = eye, table, figures

    @property
    def watched(self) -> Any:
        return self._eye.watched

    @watched.setter
    def watched(self, watch: Any) -> None:
        self._eye.watched = watch

    def read(self, frame: Frame) -> Reading:
        reading = self._eye.read(frame)
        if (
            self._table.tabletop.hand is None
            and not reading.scene.hand
            and reading.scene.still_for >= LIVE_SETTLE_S
        ):
            self._hold(reading.scene)
        return reading

    def _hold(self, scene: Scene) -> None:
        seen = {one.label: one for one in scene.sightings if one.kind == "pawn"}
        things = self._table.tabletop.things
        for n, thing in enumerate(things):
            if thing.kind != "pawn" or any(other.lies_on(thing) for other in things[n + 1 :]):
                continue
            self._figures.pieces += 1
            one, there = seen.get(thing.label), f"{thing.label} at {thing.x:.0f}, {thing.y:.0f}"
            if one is None or one.x is None or one.y is None:
                self._figures.misplaced.append(f"{there}: not seen")
            elif math.hypot(one.x - thing.x, one.y - thing.y) > OFF_MM:
                self._figures.misplaced.append(
                    f"{there}: seen at {one.x:.0f}, {one.y:.0f}, sure {one.sure:.2f}"
                )


def new_game(seed: int, seats: int, figures: Figures) -> Demo:
    """A game with its painted table, nothing played yet."""
    game, setup = game_and_setup("zong", seats, ())
    clock, chance = Clock(), Random(seed)
    referee: Referee[Any] = Referee(game, setup, lambda line: None)
    table, decks = simulated_game(referee, (), clock)
    eye = HeldAgainstTruth(Eye(game.table(setup), decks, settle_s=LIVE_SETTLE_S), table, figures)
    return Demo(referee, Hands(table, decks, chance), eye, clock, chance)


def play(demo: Demo, figures: Figures, turns: int) -> None:
    """Plays a game to its end, or until so many turns are counted; then counts what happened."""
    before = figures.turns
    figures.games += 1
    try:
        for _ in demo.play():
            thrown = sum(isinstance(entry.event, Threw) for entry in demo.referee.entries)
            if before + thrown >= turns and demo.referee.state.phase == "throw":
                break
    except DemoFault as fault:
        figures.faults.append(f"{demo.referee.setup.seats} seats, entry {len(demo.referee.entries)}: {fault}")
    events = [(entry.event, entry.by) for entry in demo.referee.entries]
    figures.turns += sum(isinstance(event, Threw) for event, _ in events)
    figures.flicks += sum(isinstance(event, Zonged) for event, _ in events)
    figures.cleaned += sum(isinstance(event, Cleaned) for event, _ in events)
    figures.votes += sum(isinstance(event, Voted) for event, _ in events)
    told = len(demo.told_unseen)
    figures.seen += sum(isinstance(event, SEEN) for event, _ in events) - told
    figures.told += [str(event) for event in demo.told_unseen]
    figures.asked += demo.asked
    figures.questions += [str(option) for option in demo.questions]
    figures.laid_anew += demo.laid_anew
    figures.pictures += demo.pictures


def played(seed: int, turns: int, seats: int | None = None) -> Figures:
    """As many games as it takes for so many turns, with 3 to 6 seats one after the other, or always with so many."""
    figures = Figures()
    while figures.turns < turns and len(figures.faults) < 5:
        number = seed * 1000 + figures.games
        demo = new_game(number, seats or 3 + figures.games % 4, figures)
        play(demo, figures, turns)
    return figures


def main(words: list[str]) -> None:
    seed, turns = (int(words[0]) if words else 1), (int(words[1]) if len(words) > 1 else 30)
    start = time.process_time()
    figures = played(seed, turns, int(words[2]) if len(words) > 2 else None)
    print("\n".join(figures.lines()))
    print(f"{time.process_time() - start:.0f} s of processor time")


if __name__ == "__main__":
    main(sys.argv[1:])
