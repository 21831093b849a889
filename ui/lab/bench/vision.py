"""`companion bench vision`: how well and how fast the eye reads, by source, against what is demanded of it.

Rule kept: everything goes through the eye that the games use; figures that the given pictures cannot yield are named.
"""

import json
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2

from companion.game import Game, Setup
from companion.kits.options import sheet_in
from companion.referee import Referee
from ui.box.eyes import load_decks, own_decks
from ui.lab.bench.figures import measure, measure_mat, measure_photos, measure_scenes, scenes_in, together
from ui.lab.bench.times import measure_identity, measure_times
from ui.line.given import read_table
from ui.line.shapes import Json
from ui.records.beginning import UsageFault, game_and_setup
from ui.watching.watched import Watch, read_told, read_truth, score
from vision.eye import Eye
from vision.sources.open_source import pictures_in


def vision(
    frames: Sequence[Path] = (), decks: Sequence[Path] = (), photos: Path | None = None, every: int = 1
) -> Json:
    """All figures of the eye on one thread, from every `every`-th picture; `decks` are those of single scenes.

    `frames` and `photos` are by source, `demands` has a line for each demanded figure, `not_measured` the demands
    that the pictures say nothing of. Raises UsageFault for folders without usable truth.
    """
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        of_frames = {folder.name: _of_folder(folder, decks, every) for folder in frames}
        of_photos: Json = {}
        if photos is not None:
            with _usable(photos, "photographs with a manifest.json"):
                measured = measure_photos(photos, every=every)
            of_photos = {source: figures.summary(notes=True) for source, figures in measured.items()}
            of_photos["all sources"] = together(measured.values()).summary()
        machine = {"identity": measure_identity(), "times": measure_times()}
    finally:
        cv2.setNumThreads(threads)
    told = held_against(of_frames, of_photos, machine)
    return {"frames": of_frames, "photos": of_photos, **machine, **told}


def _of_folder(folder: Path, named: Sequence[Path], every: int) -> Json:
    """A folder of a game, with a truth.json that names it, or of single scenes."""
    with _usable(folder, "pictures with a truth.json"):
        truth = read_truth(folder) if (folder / "truth.json").is_file() else {}
        if "game" in truth:
            # By region, by object where outlines are known, the mat, and the referee working from what is seen.
            game, setup = agreed(truth)
            decks, table = load_decks(own_decks(game, setup)), read_table(truth["table"])
            seen: Json = {"see": measure(folder, decks, every=every).summary()}
            if scenes_in(folder):
                seen |= measure_scenes(folder, decks, table=table, every=every).summary(notes=True)
                mat = measure_mat(folder, table, every=every)
                seen |= {"mat": mat} if mat is not None else {}
            return seen | ({"watch": watched(folder, truth)} if every == 1 else {})
        if not scenes_in(folder):
            raise ValueError("neither truth.json nor *.truth.json")
        known = load_decks(deck_folders(named))
        found: Json = dict(measure_scenes(folder, known, every=every).summary(notes=True))
        why = "no deck was named with --deck: cards' faces are not asked for"
        return found if known else found | {"why": why}


@contextmanager
def _usable(folder: Path, expected: str) -> Iterator[None]:
    """Turns faults of a folder's contents into UsageFault."""
    try:
        yield
    except (OSError, KeyError, ValueError) as fault:
        why = f"no field {fault}" if isinstance(fault, KeyError) else fault
        raise UsageFault(f"{folder}: expected {expected}, found: {why}") from None


def deck_folders(named: Sequence[Path]) -> list[Path]:
    """The deck folders among those named: a folder of nothing except folders stands for all of these."""
    found: list[Path] = []
    for folder in named:
        inside = sorted(path for path in folder.iterdir()) if folder.is_dir() else []
        within = [path for path in inside if path.is_dir()]
        found += within if within and len(within) == len(inside) else [folder]
    return found


def watched(folder: Path, truth: Json) -> Json:
    """A folder refereed as by `companion watch`, compared with its truth."""
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
            lines.append(watch.take(frame.name or "", reading, (time.perf_counter() - start) * 1000)[0])
    summary = watch.summary()
    return score(lines, truth) | {
        name: summary[name] for name in ("see_ms_median", "judge_ms_median", "judge_ms_max")
    }


def frames_of_the_project() -> list[Path]:
    """The pictures with truth among the project's sources; none where only the program is installed."""
    folder = Path(__file__).resolve().parents[3] / "tests" / "frames"
    files = sorted(folder.glob("*/truth.json"))
    return [file.parent for file in files if "table" in json.loads(file.read_text(encoding="utf-8"))]


def agreed(truth: Json) -> tuple[Game[Any], Setup]:
    """The game of a folder of pictures, between the tribes named in its truth."""
    tribes = truth.get("tribes", ())
    options = [f"tribes={','.join(tribes)}"] if tribes else []
    return game_and_setup(str(truth.get("game")), None, options)


# Demands on the eye, and whether the measured figures meet them: one line for each demand and source. Rule kept: a
# demand that could not be measured is listed as such, and not as met.


@dataclass(frozen=True, slots=True)
class Demand:
    """One demanded figure: its kind, its name in that summary, and its bound."""

    what: str
    kind: str
    figure: str
    least: float | None = None
    most: float | None = None


DEMANDS = sheet_in("ui.lab.bench", "demands", dict[str, list[Demand]])
"""Demands by what they are measured on: frames, photos, the mat, the machine."""


def held_against(frames: Json, photos: Json, machine: Json) -> Json:
    """A line for each demand and source with that figure, and the demands without any."""
    of_frames = DEMANDS["frames"] + DEMANDS["mat"]
    told = [line for name, found in frames.items() for line in lines(of_frames, name, found)]
    told += [line for name, found in photos.items() for line in lines(DEMANDS["photos"], name, found)]
    told += lines(DEMANDS["machine"], "painted", machine)
    every = of_frames + DEMANDS["photos"] + DEMANDS["machine"]
    return {"demands": told, "not_measured": unmet(every, told)}


def lines(demands: Iterable[Demand], source: str, figures: Json) -> list[Json]:
    """A line for each demand met or missed by the figures (by kind) of a source."""
    found = list[Json]()
    for one in demands:
        value = figures.get(one.kind, {}).get(one.figure)
        if value is not None:
            figure = float(value)
            met = (one.least is None or figure >= one.least) and (one.most is None or figure <= one.most)
            bound = {"least": one.least} if one.least is not None else {"most": one.most}
            found.append({"what": one.what, "source": source, "figure": figure, **bound, "met": met})
    return found


def unmet(demands: Iterable[Demand], told: Iterable[Json]) -> list[str]:
    """The demands that could not be measured."""
    known = {line["what"] for line in told}
    return [demand.what for demand in demands if demand.what not in known]
