"""The owner's regression set on disk: a folder a run with its pictures, their truth, and what was read of them.

truth.json has the shape that `ui.lab.measured.measure` reads. Rule kept: a run is there whole or not at all;
results are replaced in one step.
"""

import shutil
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from companion.language import expected_words
from companion.sight import Table
from ui.journal.game_file import sync
from ui.owned.whole_files import not_writable, write_whole
from ui.places import selftests_folder
from ui.records.arguments import UsageFault, json_file
from ui.selftest.plan import Asked
from ui.words import _

TRUTH, RESULTS = "truth.json", "results.json"
JPEG_QUALITY = 95
Json = dict[str, Any]


class KeptPicture(msgspec.Struct, frozen=True):
    """A picture of a run: its file, what lay there (None: that thing was not laid), and what an eye should read."""

    file: str
    asked: tuple[Asked | None, ...]
    hand: bool = False
    sightings: tuple[Json, ...] = ()


class Truth(msgspec.Struct, frozen=True):
    """What stands of a run beside its pictures. `painted`: its table was simulated, on which the printed look lies."""

    game: str
    decks: tuple[str, ...]
    table: Table
    frames: tuple[KeptPicture, ...]
    painted: bool = False


@dataclass(frozen=True, slots=True)
class KeptRun:
    """A run on disk, with what was read of it each time."""

    folder: Path
    truth: Truth
    results: tuple[Json, ...] = ()


def keep_run(name: str, truth: Truth, pictures: Sequence[bytes], result: Json) -> Path:
    """Writes a run, its pictures as JPEG bytes. Gives its folder. Raises UsageFault."""
    runs = selftests_folder()
    draft: Path | None = None
    try:
        runs.mkdir(parents=True, exist_ok=True)
        draft = Path(tempfile.mkdtemp(prefix=".draft.", dir=runs))
        for frame, data in zip(truth.frames, pictures, strict=True):
            write_whole(draft / frame.file, data, shared=True)
        write_whole(draft / TRUTH, _json(truth), shared=True)
        write_whole(draft / RESULTS, _json({"results": [result]}), shared=True)
        draft.chmod(0o755)
        folder, number = runs / name, 2
        while folder.exists():
            folder, number = runs / f"{name}-{number}", number + 1
        draft.rename(folder)
        sync(runs)
    except OSError as fault:
        raise UsageFault(not_writable(runs, fault)) from None
    finally:
        if draft is not None:
            shutil.rmtree(draft, ignore_errors=True)
    return folder


def pictures_of(lyings: Sequence[tuple[Asked | None, ...]]) -> tuple[KeptPicture, ...]:
    """The pictures of a run, by what lay on the table in each."""
    named = ((f"{number:03}.jpg", lying) for number, lying in enumerate(lyings))
    return tuple(KeptPicture(file, lying, sightings=tuple(truth_of(lying))) for file, lying in named)


def truth_of(lying: Sequence[Asked | None]) -> list[Json]:
    """What a perfect eye would read, by region, each card followed by what lies on it."""
    told: list[Json] = []
    there = [(n, asked) for n, asked in enumerate(lying) if asked is not None]
    for n, asked in there:
        if asked.on is not None and asked.trick != "over" and lying[asked.on] is not None:
            continue
        told.append(_sighting(asked))
        told += [_sighting(other) for _m, other in there if other.on == n and other.trick != "over"]
    return told


def _sighting(asked: Asked) -> Json:
    body = {name: getattr(asked, name) for name in ("kind", "region", "label", "x", "y")}
    if asked.kind == "card":
        body |= {"face": asked.face, "tribe": asked.deck, "angle": asked.angle}
    return body


def all_runs() -> tuple[Path, ...]:
    """The folders of all runs, the oldest first."""
    return tuple(sorted(file.parent for file in selftests_folder().glob(f"[!.]*/{TRUTH}")))


def read_run(folder: Path) -> KeptRun:
    """A run as it was kept. Raises UsageFault naming the file and the field."""
    try:
        truth = msgspec.convert(json_file(folder / TRUTH), Truth)
        results = json_file(folder / RESULTS)["results"] if (folder / RESULTS).exists() else []
        return KeptRun(folder, truth, tuple(results))
    except (KeyError, TypeError, msgspec.ValidationError) as fault:
        words = expected_words(str(folder / TRUTH), _("the truth of a self-test"), str(fault))
        raise UsageFault(words) from None


def add_result(run: KeptRun, result: Json) -> None:
    """Adds what a replay read, in one step. Raises UsageFault."""
    file = run.folder / RESULTS
    try:
        write_whole(file, _json({"results": [*run.results, result]}), shared=True)
        sync(run.folder)
    except OSError as fault:
        raise UsageFault(not_writable(file, fault)) from None


def _json(value: Json | Truth) -> bytes:
    return msgspec.json.format(msgspec.json.encode(value), indent=1) + b"\n"
