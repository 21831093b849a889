"""A simulated table gives frames as a camera does, and changes under a finger at once."""

import threading

import numpy as np
import pytest

from companion.sight import Region, Table
from tests.vision.decks.test_decks import FACES
from vision.decks.deck import load_deck
from vision.painted.painter import Painter
from vision.painted.simulated import SimulatedTable, by_hand
from vision.painted.standpoint import CameraPose
from vision.painted.tabletop import Laid, TableTop
from vision.sources.frames import Frame, FrameSource

TABLE = Table(132.0, 132.0, regions=(Region("a1", 0, 0, 66, 66),))
CARD = Laid("card", "kassin-a", 33.0, 33.0, 0.0, face="up", deck="boarix")


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def simulated(clock: Clock) -> SimulatedTable:
    painter = Painter(TABLE, [load_deck(FACES / "boarix")], CameraPose.over(TABLE, (320, 180)))
    return SimulatedTable(painter, clock, TableTop((CARD,)), frames_per_second=10)


def test_it_is_a_frame_source(simulated: SimulatedTable) -> None:
    source: FrameSource = simulated
    frame = source.newest()
    assert isinstance(frame, Frame)
    assert (frame.at, frame.number, frame.name, frame.image.shape) == (100.0, 0, None, (180, 320, 3))
    assert (source.trouble, source.ended) == (None, False)


def test_frames_come_at_their_pace_and_at_once_after_a_change(
    simulated: SimulatedTable, clock: Clock
) -> None:
    first = simulated.newest()
    assert first is not None
    clock.now += 0.05
    assert simulated.newest() is None
    simulated.change(lambda top: top.flipped(0))
    second = simulated.newest()
    assert second is not None
    assert simulated.tabletop.things[0].face == "down"
    assert np.abs(second.image.astype(int) - first.image).mean() > 1.0
    clock.now += 0.11
    third = simulated.newest()
    assert third is not None
    assert third.number == 2
    assert 0 < np.abs(third.image.astype(int) - second.image).mean() < 4.0
    simulated.close()
    simulated.close()
    clock.now += 1
    assert simulated.newest() is None
    assert simulated.ended


def test_changes_from_many_threads_are_all_kept(simulated: SimulatedTable) -> None:
    def lay() -> None:
        for _ in range(40):
            simulated.change(lambda top: top.added(CARD))

    threads = [threading.Thread(target=lay) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(simulated.tabletop.things) == 161


def test_a_hand_comes_does_it_and_goes(simulated: SimulatedTable) -> None:
    before = simulated.tabletop
    after = before.moved(0, 99.0, 99.0)
    steps = list(by_hand(before, after, TABLE, seat=1, reaches=3))
    assert len(steps) == 9
    hands = [step.hand for step in steps]
    assert hands[-1] is None
    assert steps[-1] == after
    assert all(hand is not None and hand.seat == 1 for hand in hands[:-1])
    assert [step.things for step in steps] == [before.things] * 4 + [after.things] * 5
    on_it = hands[3]
    assert on_it is not None
    assert (on_it.x, on_it.y) == (99.0, 99.0)
    gone = list(by_hand(after, TableTop(), TABLE))
    assert gone[2].hand is not None
    assert (gone[2].hand.x, gone[2].hand.y) == (99.0, 99.0)
    assert next(iter(by_hand(after, after, TABLE))).hand is not None
