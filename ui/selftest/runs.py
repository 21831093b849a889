"""The owner's regression set on disk: a folder a run with its pictures, their truth, and what was read of them.

truth.json has the shape that `ui.lab.measured.measure` reads. Rule kept: a run is there whole or not at all;
results are replaced in one step.
"""

import json
import os
import shutil
import tempfile
from collections.abc import Sequence
from dataclasses import asdict, dataclass
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


@dataclass(frozen=True, slots=True)
class KeptRun:
    """A run on disk: its pictures by name, and after each what lay on the table (None: that thing was not laid).

    `painted`: its table was simulated, on which the printed look lies.
    """

    folder: Path
    table: Table
    decks: tuple[Path, ...]
    game: str
    frames: tuple[tuple[str, tuple[Asked | None, ...]], ...]
    results: tuple[Json, ...] = ()
    painted: bool = False


def keep_run(
    name: str,
    table: Table,
    game: str,
    decks: Sequence[Path],
    pictures: Sequence[tuple[bytes, tuple[Asked | None, ...]]],
    result: Json,
    *,
    painted: bool = False,
) -> Path:
    """Writes a run: JPEG bytes with the truth of each picture. Gives its folder. Raises UsageFault."""
    runs = selftests_folder()
    draft: Path | None = None
    try:
        runs.mkdir(parents=True, exist_ok=True)
        draft = Path(tempfile.mkdtemp(prefix=".draft.", dir=runs))
        frames = []
        for number, (data, lying) in enumerate(pictures):
            file = f"{number:03}.jpg"
            _write(draft / file, data)
            frames.append(
                {
                    "file": file,
                    "hand": False,
                    "sightings": truth_of(lying),
                    "asked": [None if one is None else asdict(one) for one in lying],
                }
            )
        truth = {
            "game": game,
            "decks": [str(path) for path in decks],
            "painted": painted,
            "table": msgspec.to_builtins(table),
            "frames": frames,
        }
        _write(draft / TRUTH, _json(truth))
        _write(draft / RESULTS, _json({"results": [result]}))
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
    body: Json = {
        "kind": asked.kind,
        "region": asked.region,
        "label": asked.label,
        "x": asked.x,
        "y": asked.y,
    }
    if asked.kind == "card":
        body |= {"face": asked.face, "tribe": asked.deck, "angle": asked.angle}
    return body


def all_runs() -> tuple[Path, ...]:
    """The folders of all runs, the oldest first."""
    return tuple(sorted(file.parent for file in selftests_folder().glob(f"[!.]*/{TRUTH}")))


def read_run(folder: Path) -> KeptRun:
    """A run as it was kept. Raises UsageFault naming the file and the field."""
    truth = json_file(folder / TRUTH)
    try:
        table = msgspec.convert(truth["table"], Table)
        frames = tuple(
            (
                str(frame["file"]),
                tuple(None if one is None else msgspec.convert(one, Asked) for one in frame["asked"]),
            )
            for frame in truth["frames"]
        )
        decks = tuple(Path(path) for path in truth["decks"])
        results = json_file(folder / RESULTS)["results"] if (folder / RESULTS).exists() else []
        painted = msgspec.convert(truth.get("painted", False), bool)
        return KeptRun(folder, table, decks, str(truth["game"]), frames, tuple(results), painted)
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


def _json(value: Json) -> bytes:
    return (json.dumps(value, ensure_ascii=False, indent=1) + "\n").encode()


def _write(file: Path, data: bytes) -> None:
    with file.open("wb") as out:
        out.write(data)
        out.flush()
        os.fsync(out.fileno())
