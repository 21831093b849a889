"""The journal at the desk: the games kept in it, what is the matter with it, and games begun and gone on with."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.game import Game, Seat, Setup
from companion.referee import Referee
from companion.sight import Table
from companion.weigh import Ask, Lost, Refuse
from ui.box.eyes import unasked_looks
from ui.box.opening import BY_TOUCH, SIMULATED, Opened, Opener, OpeningFault
from ui.journal.moment_pictures import MomentPictures
from ui.journal.store import Store, StoreFault, open_anyhow, put_aside
from ui.opponents.box_seats import BoxSeats, box_seats, box_word
from ui.pages.past_side import Noticing, PastSide
from ui.pages.tableside import Tableside
from ui.present.board import whole
from ui.present.models import Played
from ui.records.beginning import GameFault, begin, kept_record, resume
from ui.records.figures_kept import FiguresKept
from ui.words import _, for_players

if TYPE_CHECKING:
    from vision.eye import Reading
    from vision.sources.frames import Frame


AGREED = "agreed"
"""The note of a game with a coach."""


@dataclass(frozen=True, slots=True)
class Beside:
    """What looks at a game, which seats of it the box plays, and whether all agreed to a coach.

    `source` is empty where it is not known.
    """

    source: str = ""
    box: BoxSeats = field(default_factory=dict)
    coach: bool = False


class Unseen(Exception):
    """What is to look at a kept game cannot be opened; one line for people."""

    def __init__(self, game: Game[Any], fault: OpeningFault) -> None:
        super().__init__(for_players(fault))
        self.game = game


class Unasked(Exception):
    """Nobody has said yet which set of these decks lies before the camera that is to look at a game."""

    def __init__(self, game: Game[Any], decks: tuple[str, ...]) -> None:
        super().__init__(*decks)
        self.game, self.decks = game, decks


def _ask(game: Game[Any], setup: Setup, source: str) -> None:
    """Raises Unasked."""
    if source not in (SIMULATED, BY_TOUCH) and (decks := unasked_looks(game, setup)):
        raise Unasked(game, decks)


class KeptGames(Noticing):
    """The games of one journal. `opener` opens what looks at a table; `when` turns time stamps into words.

    `unfinished`: the games to be gone on with. `notice` is said on the first screen.
    """

    def __init__(self, store: Store, opener: Opener, when: Callable[[str], str]) -> None:
        self.opener = opener
        self.unfinished: tuple[Played, ...] = ()
        self._when = when
        self._use(store)

    def _use(self, store: Store) -> None:
        """Keeps games in this journal from now on."""
        self.store = store
        self.past = PastSide(store, self._when)
        self.figures = FiguresKept(store)
        self._moments = Moments(store)
        self.look()

    def look(self) -> None:
        """Looks for unfinished games; what is damaged, and one that cannot be played, is told of."""
        self.unfinished = self.past.unfinished()
        for words in (self.store.told, self.past.notice):
            if words not in self.notice:
                self.notice = f"{self.notice} {words}".strip()
        self.store.told = ""

    def tick(self, side: Tableside | None) -> None:
        """Once a tick: the journal's own, and the pictures of the game on the table."""
        self._moments.follow(side)

    def clear(self) -> None:
        """What was said has been read."""
        self.notice = self.past.notice = ""

    @property
    def unkept(self) -> str:
        """The words that say that nothing of a game is kept, where that is so."""
        return _("This game is not kept.") if self.store.read_only_because is not None else ""

    def reopen(self) -> None:
        """Tries once more to open the journal: what kept it from being written may be gone."""
        self.notice = ""
        self.store.close()
        self._use(open_anyhow(self.store.path))

    def begin_empty(self) -> None:
        """An empty journal takes the place of one that cannot be read, which is kept under another name."""
        with self.saying():
            aside = put_aside(self.store.path)
            self.reopen()
            self.notice = _("An empty journal was begun. The old one is kept beside it.") + f"\n{aside}"

    def begin(self, game: Game[Any], setup: Setup, source: str) -> Opened:
        """Begins a game and opens its table; where that cannot be nothing of it is kept.

        Raises StoreFault, OpeningFault, Unasked.
        """
        _ask(game, setup, source)
        try:
            referee, book = begin(self.store, game, setup)
            opened = self.opener(referee, book, source)
        except (StoreFault, OpeningFault):
            self.past.drop_empty()
            raise
        self.past.drop_empty(but=None if book is None else book.id)
        return opened

    def beside(self, id: int) -> Beside:
        """What is noted beside a kept game. Raises StoreFault."""
        notes = self.store.kept(id).notes
        return Beside(notes.get("source", ""), box_seats(notes.get("box", "")), notes.get("coach") == AGREED)

    def resume(self, id: int, source: str) -> Opened:
        """Goes on with a kept game. Raises StoreFault, GameFault, Unseen, Unasked."""
        referee, book = resume(self.store, id)
        _ask(referee.game, referee.setup, source)
        try:
            return self.opener(referee, book, source)
        except OpeningFault as fault:
            raise Unseen(referee.game, fault) from None

    def played_before(self, game: str) -> tuple[Setup, BoxSeats] | None:
        """With what a game was begun the last time, and the seats of the box; None where that is not known."""
        last = next((kept.id for kept in self.past.played() if kept.game == game), None)
        try:
            return None if last is None else (kept_record(self.store, last).setup, self.beside(last).box)
        except (StoreFault, GameFault):
            return None

    def coached(self, id: int, seats: int) -> frozenset[Seat]:
        """The people's seats of a kept game, where all of them agreed to a coach; else none."""
        try:
            beside = self.beside(id)
        except StoreFault:
            return frozenset()
        return frozenset(range(seats)) - beside.box.keys() if beside.coach else frozenset()

    def keep_beside(self, opened: Opened, beside: Beside) -> None:
        notes = {"source": beside.source, "box": box_word(beside.box)}
        if opened.session.book is not None and opened.session.book.id is not None:
            with self.saying():
                self.store.note(opened.session.book.id, notes | ({"coach": AGREED} if beside.coach else {}))

    def stamps(self, opened: Opened) -> tuple[Played | None, tuple[str, ...], tuple[str, ...]]:
        """The game on the table as it is kept, when each line of it was written, and the same for entries in words."""
        if opened.session.book is not None and opened.session.book.id is not None:
            with self.saying():
                stamps = self.store.kept(opened.session.book.id).times
                times = tuple(self._when(stamp) for stamp in stamps[1:])
                return self.past.find(opened.session.book.id), stamps, times
        return None, (), ()

    def pictures(self, opened: Opened) -> Mapping[int, Path]:
        id = None if opened.session.book is None else opened.session.book.id
        return {} if id is None else self.past.pictures(id)

    def open_trial(self, game: Game[Any], setup: Setup, source: str) -> Opened | None:
        """A table to look at without a game being played on it: nothing of it is kept."""
        with self.saying():
            return self.opener(Referee(game, setup, lambda _line: None), None, source)
        return None


WIDE_PX, QUALITY = 480, 65
"""The longer side of a picture, and how well it is kept, in percent."""
RIM_MM = 12.0
"""So much of the table around the board is in a picture."""


class Moments:
    """Keeps a small picture of the table at great moments of a game, as soon as the camera sees it as it is booked.

    Rule kept: none while something on the table is for some eyes only, nor before it lies as the book has it.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self.pictures = MomentPictures(store.path)
        self._side: Tableside | None = None
        self._seq = -1
        self._due: int | None = None

    def follow(self, side: Tableside | None) -> None:
        """Once a tick. What was booked before a table was opened has no picture any more."""
        if side is None or side is not self._side:
            self._side, self._due = side, None
            self._seq = -1 if side is None else side.session.reply.seq
            return
        if side.session.reply.seq != self._seq:
            self._seq = side.session.reply.seq
            last = side.moment().highlight
            self._due = None if last is None else last.seq
        session, offers, reading = side.session, side.alone.offers, side.session.reading
        # The table lies as the book has it, in view of all, and no hand is above it.
        hidden = session.veiled or offers.showing or offers.screened or side.focus.alone is not None
        seen = reading is not None and not reading.scene.hand and reading.mat.found
        troubled = session.reply.differences or isinstance(session.reply.verdict, Ask | Refuse | Lost)
        if self._due is None or hidden or not seen or troubled:
            return
        table = session.referee.game.table(session.referee.setup)
        picture = table_picture(session.frame, reading, table)
        if picture is None:
            return
        entry, book, self._due = self._due, side.session.book, None
        if book is not None and book.id is not None and self._store.read_only_because is None:
            with suppress(StoreFault):
                self.pictures.keep(self._store.played(book.id).started, entry, picture)


def table_picture(frame: "Frame | None", reading: "Reading | None", table: Table) -> bytes | None:
    """The board seen straight from above, far edge up, as a JPEG; None where the camera does not say where it lies."""
    if frame is None or reading is None or reading.mat.image_to_table is None:
        return None
    import cv2
    import numpy as np

    left, near, width, height = whole(table)
    left, near, width, height = left - RIM_MM, near - RIM_MM, width + 2 * RIM_MM, height + 2 * RIM_MM
    scale = WIDE_PX / max(width, height)
    to_cut = np.array([[scale, 0, -left * scale], [0, -scale, (near + height) * scale], [0, 0, 1.0]])
    matrix: Any = to_cut @ np.asarray(reading.mat.image_to_table)
    seen = cv2.warpPerspective(frame.image, matrix, (round(width * scale), round(height * scale)))
    done, packed = cv2.imencode(".jpg", seen, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return packed.tobytes() if done else None
