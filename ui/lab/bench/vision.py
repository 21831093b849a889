"""`companion bench vision`: how well and how fast the eye reads, by source, held against what is asked of it.

Rule kept: everything goes through the eye that the games use; what cannot be measured with the pictures given is said.
"""

import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from companion.game import Game, Setup
from companion.referee import Referee
from ui.box.eyes import load_decks, own_decks
from ui.line.shapes import Json
from ui.records.arguments import UsageFault, game_and_setup
from ui.watching.score import read_truth, score
from ui.watching.watched import Watch, read_told

Progress = Callable[[str, int, int], None]

ALL_SOURCES = "all sources"
USUAL_QUICK = 6
"""With `--quick` every so-manieth picture is read."""


@dataclass(frozen=True, slots=True)
class Material:
    """What to measure on: folders of games and scenes, decks for the scenes, a folder of photographs, each n-th."""

    frames: Sequence[Path] = ()
    decks: Sequence[Path] = ()
    photos: Path | None = None
    every: int = 1


def vision(pictures: Material, progress: Progress | None = None) -> Json:
    """All figures of the eye on one thread.

    `frames` and `photos` are by source, `demands` a line for each figure that is asked for, `not_measured` those of
    which the pictures tell nothing. Raises UsageFault for folders that hold no usable truth.
    """
    import cv2

    from ui.lab.measured.times import measure_identity, measure_times

    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        frames = {folder.name: _of_folder(folder, pictures, progress) for folder in pictures.frames}
        photos = {} if pictures.photos is None else _of_photos(pictures.photos, pictures.every, progress)
        if progress is not None:
            progress("times", 0, 1)
        identity, times = measure_identity(), measure_times()
    finally:
        cv2.setNumThreads(threads)
    told = _demands(frames, photos, {"identity": identity, "times": times})
    return {"frames": frames, "photos": photos, "identity": identity, "times": times, **told}


def _of_folder(folder: Path, pictures: Material, progress: Progress | None) -> Json:
    """A folder of a game, with a truth.json that names it, or of single scenes."""
    from ui.lab.measured.scenes import measure_scenes, scenes_in

    try:
        truth = read_truth(folder) if (folder / "truth.json").is_file() else {}
        if "game" in truth:
            return _of_game(folder, truth, pictures.every, progress)
        if not scenes_in(folder):
            raise ValueError("neither truth.json nor *.truth.json")
        decks = load_decks(deck_folders(pictures.decks))
        found: Json = dict(
            measure_scenes(folder, decks, every=pictures.every, progress=progress).summary(notes=True)
        )
        return (
            found
            if decks
            else found | {"why": "no deck was named with --deck: cards' faces are not asked for"}
        )
    except (OSError, KeyError, ValueError) as fault:
        raise UsageFault(f"{folder}: expected pictures with a truth.json, found: {_said(fault)}") from None


def _of_game(folder: Path, truth: Json, every: int, progress: Progress | None) -> Json:
    """A game: by region, by object where outlines are told, the mat, and the referee that goes by what is seen."""
    from ui.lab.measured.mat import measure_mat
    from ui.lab.measured.measure import measure, table_of
    from ui.lab.measured.scenes import measure_scenes, scenes_in

    game, setup = agreed(truth)
    decks, table = load_decks(own_decks(game, setup)), table_of(truth["table"])
    if progress is not None:
        progress(folder.name, 0, len(truth["frames"]))
    found: Json = {"see": measure(folder, decks, every=every).summary()}
    if scenes_in(folder):
        found |= measure_scenes(folder, decks, table=table, every=every, progress=progress).summary(
            notes=True
        )
        mat = measure_mat(folder, table, every=every, progress=progress)
        found |= {"mat": mat.summary()} if mat is not None else {}
    return found | ({"watch": watched(folder, truth)} if every == 1 else {})


def _of_photos(folder: Path, every: int, progress: Progress | None) -> Json:
    from ui.lab.measured.figures import together
    from ui.lab.measured.photos import measure_photos

    try:
        measured = measure_photos(folder, every=every, progress=progress)
    except (OSError, KeyError, ValueError) as fault:
        raise UsageFault(
            f"{folder}: expected photographs with a manifest.json, found: {_said(fault)}"
        ) from None
    found: Json = {source: figures.summary(notes=True) for source, figures in measured.items()}
    return found | {ALL_SOURCES: together(measured.values()).summary()}


def _demands(frames: Json, photos: Json, machine: Json) -> Json:
    from ui.lab.measured import wanted

    told = [
        line
        for name, found in frames.items()
        for line in wanted.lines(wanted.OF_FRAMES + wanted.OF_MAT, name, found)
    ]
    told += [line for name, found in photos.items() for line in wanted.lines(wanted.OF_PHOTOS, name, found)]
    told += wanted.lines(wanted.OF_IDENTITY + wanted.OF_TIMES, "painted", machine)
    every = wanted.OF_FRAMES + wanted.OF_MAT + wanted.OF_PHOTOS + wanted.OF_IDENTITY + wanted.OF_TIMES
    return {"demands": told, "not_measured": wanted.unmet(every, told)}


def deck_folders(named: Sequence[Path]) -> list[Path]:
    """The deck folders among those named: a folder that holds only folders stands for all of these."""
    found: list[Path] = []
    for folder in named:
        inside = sorted(path for path in folder.iterdir()) if folder.is_dir() else []
        within = [path for path in inside if path.is_dir()]
        found += within if within and len(within) == len(inside) else [folder]
    return found


def watched(folder: Path, truth: Json) -> Json:
    """A folder refereed as `companion watch` does, held against its truth."""
    from vision.eye import Eye
    from vision.sources.replay import pictures_in

    game, setup = agreed(truth)
    told = read_told(list(enumerate(truth.get("told", ()), start=1)), str(folder), game, setup)
    watch = Watch(Referee(game, setup, lambda _line: None), told, still=1.0)
    eye = Eye(game.table(setup), load_decks(own_decks(game, setup)))
    source, lines = pictures_in(folder), []
    while not source.ended:
        frame = source.newest()
        if frame is not None:
            start = time.perf_counter()
            reading = eye.read(frame)
            lines.append(watch.take(frame.name or "", reading, (time.perf_counter() - start) * 1000).line)
    figures: Json = msgspec.to_builtins(score(lines, truth))
    summary = watch.summary()
    return figures | {name: summary[name] for name in ("see_ms_median", "judge_ms_median", "judge_ms_max")}


def frames_of_the_project() -> list[Path]:
    """The pictures with truth that come with the project's sources; none where only the program is installed."""
    folder = Path(__file__).resolve().parents[3] / "tests" / "frames"
    return sorted(path.parent for path in folder.glob("*/truth.json"))


def agreed(truth: Json) -> tuple[Game[Any], Setup]:
    """The game of a folder of pictures, between the tribes that its truth names."""
    tribes = truth.get("tribes", ())
    options = [f"tribes={','.join(tribes)}"] if tribes else []
    return game_and_setup(str(truth.get("game")), None, options)


def on_terminal(what: str, done: int, of: int) -> None:
    """Shows on stderr how far a measurement has come."""
    sys.stderr.write(f"\r\x1b[K{what} {done + 1}/{of}")
    sys.stderr.flush()


def _said(fault: Exception) -> str:
    """A fault in words; of a missing field Python gives its name only."""
    return f"no field {fault}" if isinstance(fault, KeyError) else str(fault)
