"""What a self-test stands on: the game's table, the decks that are known, the eye that reads, and where pictures
come from."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from companion.game import Game, Setup
from companion.games import all_games
from companion.language import expected_words
from companion.sight import Table
from ui.box.eyes import lying_decks, own_decks
from ui.places import decks_folder
from ui.records.arguments import UsageFault
from ui.records.beginning import app_version
from ui.selftest.course import Course, result_json
from ui.selftest.plan import plan, table_to_lay_on
from ui.selftest.runs import KeptRun, Truth, keep_run, pictures_of
from ui.words import _, system_words
from vision.arrays import Picture
from vision.decks.deck import Deck
from vision.eye import Eye, Reading
from vision.sources.frames import Frame


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
    """The table and decks of a game; `folders` stand in place of its own and of those enrolled. Raises DeckFault.

    `painted`: the table is simulated.
    """
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
