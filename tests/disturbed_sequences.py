"""Recorded games whose pictures are disturbed from some picture on: the same entries, or a word on the screen.

The camera comes back with another picture size, hangs turned, exposes otherwise, or sends pictures late, torn, twice
or not at all. `python -m tests.disturbed_sequences` prints what came of it, a line for each game and disturbance.
"""

import argparse
import json
import os
import traceback
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import pi
from typing import Any

import cv2
import numpy as np

from companion.judge import COVERED, HAND
from companion.referee import NOTE, Referee, Reply
from tests.hidden.recorded import FILMED, SHARED, Recording, place, recording
from tests.vision.flick_figures import SURE
from tests.vision.flick_scenes import Flick, book_of, filmed
from ui.box.opening import LIVE_SETTLE_S
from ui.watching.watched import Watch
from vision.arrays import Picture
from vision.eye import Eye
from vision.sources.frames import Frame
from vision.sources.open_source import pictures_in
from vision.towers.reader import PieceWatch

Shown = tuple[str, Picture]
"""A picture and its name; without a name it is a passing look, which nobody has to have understood."""
SPOKEN = ("ask", "refuse", "lost")
BAD = ("wrong", "silent")
FLICKS = "zong-dev"
"""Flicks of ZONG, each a picture before and one after."""
LOOKS_S = 0.7
"""From one look at the table to the next: each of a game's pictures is looked at twice."""
HELD = "held"
"""The last picture, as it is held on: people wait for what the referee makes of it."""
HELD_LOOKS, HELD_S = 4, 3.0
"""So often it is looked at again, and at these intervals: time enough for whatever is waited for."""
OFF_MM = 4.0
"""A piece told farther than this from where it is is told elsewhere."""


def as_it_is(picture: Picture) -> Picture:
    return picture


@dataclass(frozen=True)
class Disturbance:
    """What a camera makes of a game's pictures from one on; `before`: of those before that one."""

    after: Callable[[Sequence[Shown]], Iterator[Shown]]
    before: Callable[[Picture], Picture] = as_it_is


def each(change: Callable[[Picture, int], Picture], most: int = 1000) -> Callable[..., Iterator[Shown]]:
    """The pictures each changed by itself, the first `most` of them."""

    def after(shown: Sequence[Shown]) -> Iterator[Shown]:
        for number, (name, picture) in enumerate(shown):
            yield name, change(picture, number) if number < most else picture

    return after


def sized(wide: int, high: int) -> Callable[..., Picture]:
    return lambda picture, _number=0: np.asarray(
        cv2.resize(picture, (wide, high), interpolation=cv2.INTER_AREA), np.uint8
    )


def turned(quarters: int) -> Callable[..., Picture]:
    return lambda picture, _number=0: np.ascontiguousarray(np.rot90(picture, quarters))


def exposed(*gains: float) -> Callable[..., Picture]:
    def change(picture: Picture, number: int = 0) -> Picture:
        return np.asarray(cv2.convertScaleAbs(picture, alpha=gains[number % len(gains)]), np.uint8)

    return change


def banded(share: float, bands: float) -> Callable[..., Picture]:
    """As under a lamp on the mains at a short exposure: bright and dark bands that wander."""

    def change(picture: Picture, number: int = 0) -> Picture:
        rows = np.arange(len(picture))[:, None, None] / len(picture)
        gain = 1 + share * np.sin(2 * pi * bands * rows + 2 * number)
        return np.minimum(picture * gain.astype(np.float32), 255).astype(np.uint8)

    return change


def often(shown: Sequence[Shown]) -> Iterator[Shown]:
    """Each picture twice more."""
    for name, picture in shown:
        yield from (("", picture), ("", picture), (name, picture))


def late(shown: Sequence[Shown]) -> Iterator[Shown]:
    """The picture before comes once more after each."""
    before: Picture | None = None
    for name, picture in shown:
        if before is not None:
            yield from (("", picture), ("", before))
        yield name, picture
        before = picture


def torn(shown: Sequence[Shown]) -> Iterator[Shown]:
    """Before each picture one whose upper half is of it, and whose lower half is still of the one before."""
    before: Picture | None = None
    for name, picture in shown:
        if before is not None:
            half = len(picture) // 2
            yield "", np.concatenate([picture[:half], before[half:]])
        yield name, picture
        before = picture


def broken(shown: Sequence[Shown]) -> Iterator[Shown]:
    """Before each picture a black one and one all of one colour."""
    for name, picture in shown:
        yield "", np.zeros_like(picture)
        yield "", np.full_like(picture, (0, 135, 0))
        yield name, picture


def missed(shown: Sequence[Shown]) -> Iterator[Shown]:
    """The table is never seen as the first picture has it, though what was told after that is told."""
    if len(shown) < 3:
        yield from shown
        return
    yield from (("", shown[0][1]), (shown[1][0], shown[2][1]))
    yield from shown[2:]


DISTURBANCES = {
    "1280 x 720": Disturbance(each(sized(1280, 720))),
    "960 x 540": Disturbance(each(sized(960, 540))),
    "640 x 360": Disturbance(each(sized(640, 360))),
    "960 x 540 and back": Disturbance(each(sized(960, 540), 2)),
    "up from 1280 x 720": Disturbance(each(lambda picture, _number: picture), sized(1280, 720)),
    "turned 90": Disturbance(each(turned(1))),
    "turned 180": Disturbance(each(turned(2))),
    "turned 270": Disturbance(each(turned(3))),
    "gain 0.5": Disturbance(each(exposed(0.5))),
    "gain 1.45": Disturbance(each(exposed(1.45))),
    "gain 0.65, 1.45 in turn": Disturbance(each(exposed(0.65, 1.45))),
    "bands 10 %": Disturbance(each(banded(0.10, 7))),
    "bands 15 %, wide": Disturbance(each(banded(0.15, 3))),
    "thrice": Disturbance(often),
    "late": Disturbance(late),
    "torn": Disturbance(torn),
    "broken between": Disturbance(broken),
    "one missed": Disturbance(missed),
}


@dataclass
class Followed:
    """What was booked and said by each picture."""

    entries: list[list[str]] = field(default_factory=list)
    words: list[str] = field(default_factory=list)

    def differs_from(self, usual: "Followed", true: Collection[str]) -> str:
        """`same`, `wrong` where something else was booked, `said` where that is missing and words say so, `silent`.

        `true`: what has happened in this game; the usual pictures need not show all of it. A question or a refusal
        says so once it was given; other words where they stand there at the end.
        """
        mine, others = (Counter(one for booked in run.entries for one in booked) for run in (self, usual))
        if any(one not in true for one in mine - others):
            return "wrong"
        # What one picture shows at once may be booked in either order.
        if not others - mine:
            return "same"
        said = {words for words, before in zip(self.words, usual.words, strict=True) if words != before}
        last = self.words[-1] if self.words[-1] != usual.words[-1] else ""
        return "said" if last or said & {*SPOKEN} else "silent"


def _event(entry: dict[str, Any]) -> str:
    kept = {key: value for key, value in entry.items() if key not in ("v", "seq", "by", "at")}
    return json.dumps(kept, sort_keys=True)


def _words(line: dict[str, Any], sentences: tuple[str, ...], reply: Reply) -> str:
    """What a screen says of a picture, and of what was told after it, besides how the game stands."""
    if line["verdict"] in SPOKEN:
        return str(line["verdict"])
    if any(words.startswith("refused: ") for words in sentences):
        return "refuse"
    if not line["mat"]["found"]:
        return "no mat"
    if line["light"]["why"]:
        # The screen says this in place of a hand's words too.
        return str(line["light"]["why"])
    if reply.verdict in (HAND, COVERED):
        return reply.verdict.why
    return " ".join(chore.words for chore in reply.chores if chore.rule == NOTE)


class Game:
    """A recorded game being followed as `companion watch` follows it."""

    def __init__(self, one: Recording) -> None:
        told = {after: [(event, "panel") for event in events] for after, events in one.told.items()}
        self.eye = one.eye()
        self.eye.settle_s = LIVE_SETTLE_S
        self.watch = Watch(Referee(one.game, one.setup, lambda _: None), told)
        self.followed = Followed()
        self.extra: list[str] = []

    def see(self, name: str, picture: Picture, at: float, number: int) -> None:
        reading = self.eye.read(Frame(picture, at, number, name))
        line, sentences = self.watch.take(name, reading, 0.0)
        self.extra += [_event(entry) for entry in line["events"]]
        if name:
            self.followed.entries.append(self.extra)
            self.followed.words.append(_words(line, sentences, self.watch.referee.now()))
            self.extra = []


class FlickSeen:
    """A flick of ZONG, its pieces followed from the picture before it to the one after."""

    def __init__(self, flick: Flick) -> None:
        self.flick, self.followed = flick, Followed()
        self.eye = Eye(flick.table)
        self.eye.watched = PieceWatch(tuple(flick.truth), flick.size)
        self.eye.watched.tell(book_of(flick))

    def see(self, name: str, picture: Picture, at: float, number: int) -> None:
        reading = self.eye.read(Frame(picture, at, number, name))
        if name in ("", "before"):
            return
        seen = {one.label: one for one in reading.scene.sightings if one.kind == "pawn"}
        told, doubts = [], []
        for colour, true in self.flick.truth.items():
            one = seen.get(colour)
            if one is None or one.x is None or one.y is None or one.sure < SURE:
                doubts.append(colour)
                continue
            off = float(np.hypot(one.x - true.x, one.y - true.y))
            told.append(f"{colour} {'in place' if off < OFF_MM else 'elsewhere'}")
        self.followed = Followed([sorted(told)], [" ".join(doubts)])


Following = Game | FlickSeen


def cases(
    name: str,
    kinds: Sequence[str],
    every: int = 1,
    far: int = 1000,
    begun: Mapping[int, Sequence[str]] | None = None,
) -> Iterator[tuple[str, str, str]]:
    """A recording with each disturbance from each picture on: the disturbance, the picture, and what came of it.

    `every`: from so many pictures one; `far`: so many are looked at from there on. `begun`: from these pictures on with
    these of the disturbances alone.
    """
    if name == FLICKS:
        for flick in list(filmed(SHARED / name))[::every]:
            shown = [("before", flick.before), ("after", flick.after)]
            yield from _cases(lambda flick=flick: FlickSeen(flick), shown, {1: kinds}, far, flick.name)  # type: ignore[misc]
        return
    one = recording(name)
    source, shown = pictures_in(one.folder), []
    while not source.ended:
        frame = source.newest()
        if frame is not None:
            shown += [("", frame.image), (frame.name or "", frame.image)]
    points = {
        2 * at: some for at, some in (begun or dict.fromkeys(range(0, len(shown) // 2, every), kinds)).items()
    }
    yield from _cases(lambda: Game(one), shown, points, 2 * far, true=_true(one.truth))


def _true(truth: dict[str, Any]) -> set[str]:
    looks = (frame.get("expect", frame) for frame in truth["frames"])
    return {_event(event) for look in looks for event in look.get("events", ())}


def _cases(
    begun: Callable[[], Following],
    shown: Sequence[Shown],
    points: Mapping[int, Sequence[str]],
    far: int,
    called: str = "",
    true: Collection[str] = (),
) -> Iterator[tuple[str, str, str]]:
    usual: dict[int, Followed] = {}
    every = (DISTURBANCES[kind].before for kinds in points.values() for kind in kinds)
    for before in dict.fromkeys([as_it_is, *every]):
        game = begun()
        for point, (name, picture) in enumerate(shown[: max(points) + 1]):
            if point in points:
                window = list(shown[point : point + far])
                window += [(HELD, window[-1][1])] * HELD_LOOKS
                if before is as_it_is:
                    usual[point] = _apart(game, window, point)
                for kind in points[point]:
                    if DISTURBANCES[kind].before is before:
                        followed = _apart(game, list(DISTURBANCES[kind].after(window)), point)
                        yield kind, called or shown[point + 1][0], followed.differs_from(usual[point], true)
            game.see(name, before(picture), point * LOOKS_S, point)


def _apart(game: Following, shown: Sequence[Shown], first: int) -> Followed:
    """How a game goes on in these pictures, in a process of its own: this one goes on from where it is."""
    reads, writes = os.pipe()
    child = os.fork()
    if child == 0:
        with os.fdopen(writes, "w") as told:
            try:
                at = first * LOOKS_S
                for number, (name, picture) in enumerate(shown, first):
                    game.see(name, picture, at, number)
                    at += HELD_S if name == HELD else LOOKS_S
                json.dump([game.followed.entries, game.followed.words], told)
            except BaseException:
                traceback.print_exc()
            finally:
                told.flush()
                os._exit(0)
    os.close(writes)
    with os.fdopen(reads) as told:
        followed = Followed(*json.load(told))
    os.waitpid(child, 0)
    return followed


def main() -> None:
    cv2.setNumThreads(1)  # its threads do not live on in a process that was forked
    parser = argparse.ArgumentParser(prog="python -m tests.disturbed_sequences")
    parser.add_argument("--every", type=int, default=1, help="only every so many pictures")
    parser.add_argument("--far", type=int, default=1000, help="only so many pictures from each on")
    parser.add_argument("--kinds", nargs="*", choices=list(DISTURBANCES), default=list(DISTURBANCES))
    parser.add_argument("games", nargs="*", default=[*FILMED, FLICKS])
    given = parser.parse_args()
    for name in given.games:
        if not (place(name).is_file() or (SHARED / name).is_dir()):
            print(f"{name}: not there; name the folder that holds frames by ZO_SHARED")
            continue
        found: dict[str, dict[str, list[str]]] = {kind: {} for kind in given.kinds}
        for kind, picture, came in cases(name, given.kinds, given.every, given.far):
            found[kind].setdefault(came, []).append(picture)
        for kind, outcomes in found.items():
            figures = ", ".join(f"{len(at)} {came}" for came, at in sorted(outcomes.items()))
            where = " ".join(f"{came}: {' '.join(at)}" for came, at in outcomes.items() if came in BAD)
            print(f"{name:<22} {kind:<24} {figures:<24} {where}", flush=True)


if __name__ == "__main__":
    main()
