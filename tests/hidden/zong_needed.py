"""What must be seen of a game of ZONG for anybody to know what happened.

A piece that no picture shows from a flick until all is put back may have been flicked as well, to anywhere. A disc that
no picture of its throw shows is told by what is played first: a number by how far the piece goes, the only lightning by
a flick, the only spiral by a step back. Nothing tells a nought, what was passed, a number while something else is
played first, or any face once the goal is reached.
"""

from collections.abc import Iterator, Sequence

from companion.game import Event
from companion.games.zong.events import Advanced, Disc, FellBack, Threw, Zonged
from companion.games.zong.rules import value
from tests.hidden.steps import Needed, Step


def needed(steps: Sequence[Step]) -> Iterator[Needed]:
    """Which pieces and discs have to be seen, and in which looks."""
    look = 0
    for at, step in enumerate(steps):
        for event in step.events:
            if isinstance(event, Zonged):
                lying = _until(steps[at:], [bool(one.truth.rest) for one in steps[at:]])
                yield Needed("pawn", None, look, look + _looks(lying))
            elif isinstance(event, Threw):
                turn = _until(steps[at:], [bool(one.truth.throw.thrown) for one in steps[at:]])
                if step.truth.throw.thrown:  # with what ends the turn: the discs lie there still
                    turn = steps[at : at + len(turn) + 1]
                for disc in event.discs:
                    if not _is_told(disc, event, turn):
                        yield Needed("disc", str(disc.face), look, look + _looks(turn))
        look += step.scene is not None


def _until(steps: Sequence[Step], so: Sequence[bool]) -> Sequence[Step]:
    """The first step and those after it for as long as it is so."""
    return steps[: next((n for n, still in enumerate(so) if n and not still), len(so))]


def _looks(steps: Sequence[Step]) -> int:
    return sum(step.scene is not None for step in steps)


def _is_told(disc: Disc, throw: Threw, turn: Sequence[Step]) -> bool:
    """Whether what was played tells what a disc showed that nobody saw."""
    deeds: list[Event] = [event for step in turn for event in step.events if event is not throw]
    first, alone = deeds[0] if deeds else None, sum(other.face == disc.face for other in throw.discs) == 1
    if disc.face == "lightning":
        return isinstance(first, Zonged) and alone
    if disc.face == "spiral":
        return isinstance(first, FellBack) and alone
    return isinstance(first, Advanced) and value(disc.face) != 0 and turn[-1].truth.over is None
