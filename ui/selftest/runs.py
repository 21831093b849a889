"""Self-tests begun and kept: what one stands on, and the owner's regression set on disk, a folder a run.

A run holds its pictures, their truth, and what was read of them each time; truth.json has the shape that
`ui.lab.bench.vision` reads. Rule kept: a run is there whole or not at all; results are replaced in one step.
"""

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec

from companion.game import Game, Setup
from companion.games import all_games
from companion.language import expected_words
from companion.sight import Table
from ui.box.eyes import lying_decks, own_decks
from ui.journal.store import sync
from ui.owned.whole_files import not_writable, write_whole
from ui.places import decks_folder, selftests_folder
from ui.records.beginning import UsageFault, app_version, json_file
from ui.selftest.course import Asked, Course, plan, result_json, table_to_lay_on
from ui.words import _, system_words
from vision.arrays import Picture
from vision.decks.deck import Deck
from vision.eye import Eye, Reading
from vision.sources.frames import Frame

TRUTH, RESULTS = "truth.json", "results.json"
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


class Reader:
    """Reads pictures from nothing, each as if it were the first."""

    def __init__(self, table: Table, decks: Sequence[Deck]) -> None:
        self._eye = Eye(table, decks)

    def __call__(self, picture: Picture) -> Reading:
        self._eye.forget()
        return self._eye.read(Frame(picture, 0.0, 0))


@dataclass(frozen=True, slots=True, eq=False)
class Setting:
    """The table with the places to lay on, the decks, and the game. `painted`: the table is simulated."""

    table: Table
    decks: tuple[Deck, ...]
    folders: tuple[Path, ...]
    game: str
    painted: bool

    def course(self, seed: int, count: int, table: Table | None = None) -> Course:
        """A test of `count` things chosen by `seed`. Raises PlanFault."""
        table = table or self.table
        return Course(plan(table, self.decks, seed, count), table, Reader(table, self.decks))

    def keep(self, course: Course, seed: int, source: str) -> Path | None:
        """Keeps pictures, truth and result, named after the time; None where nothing was laid. Raises UsageFault."""
        if not course.steps:
            return None
        at = now()
        about = {"at": at, "version": app_version(), "seed": seed, "source": source}
        frames = pictures_of([step.lying for step in course.steps])
        truth = Truth(self.game, tuple(map(str, self.folders)), course.table, frames, self.painted)
        name, pictures = at[:19].replace(":", "-"), [step.data for step in course.steps]
        return keep_run(name, truth, pictures, about | result_json(course))


def now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def setting(game: Game[Any], setup: Setup, folders: Sequence[Path] = (), *, painted: bool = False) -> Setting:
    """A game's table and decks, or those in `folders`. `painted`: the table is simulated. Raises DeckFault."""
    mine = enrolled()
    brought = (folder for folder in own_decks(game, setup) if folder.name not in {own.name for own in mine})
    chosen = tuple(folders) or (*brought, *mine)
    decks = tuple(lying_decks(chosen, painted=painted))
    return Setting(table_to_lay_on(game.table(setup)), decks, chosen, game.id, painted)


def enrolled() -> tuple[Path, ...]:
    return tuple(sorted(path for path in decks_folder().glob("[!.]*") if path.is_dir()))


def replayed(run: KeptRun) -> Course:
    """A kept run, read again by the eye as it is now. Raises DeckFault, UsageFault and PictureFault."""
    truth = run.truth
    decks = lying_decks([moved(Path(path)) for path in truth.decks], painted=truth.painted)
    course = Course((), truth.table, Reader(truth.table, decks))
    for frame in truth.frames:
        file = run.folder / frame.file
        try:
            data = file.read_bytes()
        except OSError as fault:
            words = expected_words(str(file), _("a picture of a self-test"), system_words(fault))
            raise UsageFault(words) from None
        course.add(data, frame.asked)
    return course


def moved(folder: Path) -> Path:
    """A deck's folder, where it lies now: games bring theirs along to wherever they are installed."""
    if folder.is_dir():
        return folder
    known = [*(path for game in all_games().values() for path in own_decks(game)), *enrolled()]
    return next((path for path in known if path.name == folder.name), folder)


def keep_run(name: str, truth: Truth, pictures: Sequence[bytes], result: Json) -> Path:
    """Writes a run, its pictures as JPEG bytes. Gives its folder. Raises UsageFault."""
    runs, number = selftests_folder(), 2
    folder = runs / name
    try:
        runs.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".draft.", dir=runs, ignore_cleanup_errors=True) as made:
            draft = Path(made)
            for frame, data in zip(truth.frames, pictures, strict=True):
                write_whole(draft / frame.file, data, shared=True)
            write_whole(draft / TRUTH, _json(truth), shared=True)
            write_whole(draft / RESULTS, _json({"results": [result]}), shared=True)
            draft.chmod(0o755)
            while folder.exists():
                folder, number = runs / f"{name}-{number}", number + 1
            draft.rename(folder)
        sync(runs)
    except OSError as fault:
        raise UsageFault(not_writable(runs, fault)) from None
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
