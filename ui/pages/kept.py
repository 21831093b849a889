"""The kept games at the desk: lists, export, deletion and return, new and resumed games; the people."""

import logging
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, groupby, repeat
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from companion.game import Game, Setup, nobody
from companion.games import all_games
from companion.journal import play_while_valid
from companion.language import joined
from companion.luck import Luck, luck
from companion.sight import Table
from companion.weigh import Ask, Lost, Refuse
from ui.box.eyes import unasked_looks
from ui.box.opening import BY_TOUCH, SIMULATED, Opened, Opener, OpeningFault
from ui.journal.store import GameEntry, Store, StoreFault, open_anyhow, put_aside
from ui.opponents.thinker import BoxSeats, box_seats
from ui.outcome import same_name, seat_name, told
from ui.owned.tribes import is_of_tribes, own_choices
from ui.owned.whole_files import keep_small, kept_small
from ui.pages.looking_back import BackPage, LookedBack, luck_lines
from ui.pages.tableside import Tableside
from ui.places import figures_file
from ui.present import models, touches
from ui.present.board import whole
from ui.present.models import Banner, Button, Page, Played, StepModel, choice, home_button, notice, page_of
from ui.present.touches import Goto, do
from ui.present.walk import GameFigures, entries_words, game_figures, how_it_stands, minutes
from ui.records.beginning import GameFault, begin, game_named, kept_record, resume
from ui.records.recount import Form, save_record
from ui.words import _, for_players, several, upper_first

if TYPE_CHECKING:
    from vision.eye import Reading
    from vision.sources.frames import Frame

ACROSS = 2
FEW = 3  # games per kind while all kinds are shown
MOST_LETTERS = 24  # of a name, which may come from anywhere
_log = logging.getLogger(__name__)
AGREED = "agreed"
"""Value of the note `coach` if all agreed; `source`: what watches the game; `box`: the box's seats."""
WIDE_PX = 480  # the longer side of a kept picture
QUALITY = 65  # of its JPEG, percent
RIM_MM = 12.0  # margin of table around the board


def played(game: GameEntry, when: Callable[[str], str]) -> Played:
    """A journal's game for the pages; `when` turns time stamps into words."""
    names = tuple(_short(seat_name(seat, game.players)) for seat in range(len(game.players)))
    how = told(game.result, game.players) if game.result else _("not finished")
    name, at, ended = game_words(game.game), when(game.started), game.finished is not None
    return Played(game.id, name, names, at, how, game.entries, ended, game.game)


def game_words(id: str) -> str:
    """A game's name; its id if this version does not know it."""
    try:
        return _(game_named(id).name)
    except GameFault:
        return _short(id)


def _short(name: Any) -> str:
    text = str(name)
    return text if len(text) <= MOST_LETTERS else text[: MOST_LETTERS - 1] + "…"


class Unseen(OpeningFault):
    """The source for a kept game cannot be opened."""

    def __init__(self, id: int, game: Game[Any], fault: OpeningFault) -> None:
        super().__init__(upper_first(for_players(fault)))
        self.id, self.game = id, game


class Unasked(Exception):
    """Nobody has said in which look these decks lie before the camera."""

    def __init__(self, game: Game[Any], decks: tuple[str, ...]) -> None:
        super().__init__(*decks)
        self.game, self.decks = game, decks


def _ask(game: Game[Any], setup: Setup, source: str) -> None:
    if source not in (SIMULATED, BY_TOUCH) and (decks := unasked_looks(game, setup)):
        raise Unasked(game, decks)


class KeptGames:
    """One journal's games; `unfinished`: resumable ones. `notice` is shown on the next page."""

    notice = ""

    def __init__(self, store: Store, opener: Opener, when: Callable[[str], str]) -> None:
        self.opener = opener
        self.unfinished: tuple[Played, ...] = ()
        self.when = when
        self._use(store)

    def _use(self, store: Store) -> None:
        self.store = store
        self.chosen: Played | None = None
        self.fault = ""
        self.looked: LookedBack | None = None
        self.look()

    def look(self) -> None:
        """Lists resumable games: one just begun, and the newest with entries; reports damage."""
        found, said, self.notice = list[Played](), self.notice, ""
        for n, game in enumerate(self.read(self.store.games)):
            if not game.ended and (game.entries or n == 0):
                with self._playable(game):
                    record = kept_record(self.store, game.id)
                    states, _stop = play_while_valid(record.game, record.setup, record.entries)
                    how = record.game.view(states[-1], None).headline if game.entries else _("just begun")
                    found.append(replace(game, how=how))
                    if game.entries:
                        break
        self.unfinished = tuple(found)
        for words in (self.store.told, self.notice):
            if words not in said:
                said = f"{said} {words}".strip()
        self.notice, self.store.told = said, ""

    def reopen(self) -> None:
        """Opens the journal again, as the cause of a failure may be gone."""
        self.notice = ""
        self.store.close()
        self._use(open_anyhow(self.store.path))

    def begin_empty(self) -> None:
        """Replaces an unreadable journal by an empty one; the old one is renamed."""
        with self.saying():
            aside = put_aside(self.store.path)
            self.reopen()
            self.notice = _("An empty journal was begun. The old one is kept beside it.") + f"\n{aside}"

    def begin(self, game: Game[Any], setup: Setup, source: str) -> Opened:
        """Begins a game and opens its table, or keeps nothing. Raises StoreFault, OpeningFault, Unasked."""
        _ask(game, setup, source)
        try:
            referee, book = begin(self.store, game, setup)
            opened = self.opener(referee, book, source)
        except (StoreFault, OpeningFault):
            self.drop_empty()
            raise
        self.drop_empty(but=opened.kept_id)
        return opened

    def resume(self, id: int, source: str) -> Opened:
        """Resumes a kept game. Raises StoreFault, GameFault, Unseen, Unasked."""
        referee, book = resume(self.store, id)
        _ask(referee.game, referee.setup, source)
        try:
            return self.opener(referee, book, source)
        except OpeningFault as fault:
            raise Unseen(id, referee.game, fault) from None

    def played_before(self, game: str) -> tuple[Setup, BoxSeats] | None:
        """The last set-up of a game with the box's seats; None if unknown."""
        last = next((kept.id for kept in self.played() if kept.game == game), None)
        with suppress(StoreFault, GameFault):
            if last is not None:
                box = box_seats(self.store.kept(last).notes.get("box", ""))
                return kept_record(self.store, last).setup, box
        return None

    @contextmanager
    def saying(self) -> Iterator[None]:
        """Turns faults of journal, game or table into the notice."""
        try:
            yield
        except (StoreFault, GameFault, OpeningFault) as fault:
            self.notice = for_players(fault)

    def find(self, id: int) -> Played | None:
        return next((game for game in self.read(self.store.games) if game.id == id), None)

    @property
    def last(self) -> str:
        return next((game.game for game in self.played()), "")

    def played(self) -> list[GameEntry]:
        """The games with events, the newest first; none if the journal cannot be read."""
        with suppress(StoreFault):
            return [game for game in self.store.games() if game.entries]
        return []

    def unplayable_model(self, game: Played) -> StepModel:
        """A game that this version cannot play: it can be exported and deleted."""
        banner = notice("calm", self.notice) or Banner("trouble", self.fault)
        facts = (entries_words(game.entries), game.when)
        keys = (Button(_("Export"), do(self.save, game.id, "jsonl"), "plain", "share"), delete_key())
        shown = models.Ending(joined(game.names) or game.game, facts=facts)
        return StepModel(game.game, banner=banner, rows=(shown,), aside=(models.KeyPad(keys, ACROSS),))

    def export_model(self, game: Played) -> StepModel:
        """The choice of an export's format, and afterwards its place."""
        page = _(
            "The result, every board and everything that happened. It opens in any browser and can be printed."
        )
        data = _("The record itself, line by line. Other boxes and programs read it.")
        read, record = do(self.save, game.id, "html"), do(self.save, game.id, "jsonl")
        keys = (
            Button(_("A page to read (HTML)"), read, "main", "book", page),
            Button(_("The record (JSON lines)"), record, "plain", "list", data),
        )
        words = _("The file goes onto a USB stick if one is plugged in, else into the folder of exports.")
        secret = () if game.ended else (_("This game has not ended: what is secret in it is left out."),)
        return StepModel(_("Export"), body=(words, *secret), banner=notice("good", self.notice), keys=keys)

    def deleting_model(self, game: Played) -> StepModel:
        keys = (
            Button(_("Keep it"), touches.PageBack(), "main", "back"),
            Button(_("Delete it"), touches.ReallyDeleteGame(game.id), "danger", "wrong"),
        )
        body = (
            f"{game.game} · {game.when}",
            _("Deleted games can be put back from the list of deleted games."),
        )
        return StepModel(_names(game), _("Delete this game?"), body, keys=keys)

    def bin_model(self) -> StepModel:
        keys = []
        for game in self.read(self.store.deleted):
            detail = " · ".join((game.game, entries_words(game.entries), game.when))
            keys.append(Button(_names(game), do(self.restore, game.id), "plain", "turn", detail))
        body = _("Touch a game to put it back.") if keys else _("No game is deleted.")
        banner = notice("calm", self.notice)
        return StepModel(_("Deleted games"), body=(body,), banner=banner, keys=tuple(keys))

    def open(self, id: int) -> None:
        """Looks back on one game as far as this version can play it."""
        self.notice, self.fault, self.looked = "", "", None
        game = self.chosen = self.find(id)
        if game is None:
            return
        with self._playable(game):
            record, on_disk = kept_record(self.store, id), self.store.kept(id)
            looked = LookedBack(
                record.game, record.setup, record.entries, game, on_disk.times, self.pictures(id)
            )
            if on_disk.notes.get("coach") == AGREED:
                box = box_seats(on_disk.notes.get("box", ""))
                looked.coached = frozenset(range(looked.setup.seats)) - box.keys()
            looked.walk  # noqa: B018 - raises for a record that cannot be played
            self.looked = looked
        self.fault, self.notice = self.notice, ""

    def save(self, id: int, form: Form) -> None:
        """Exports a game as its record (`jsonl`) or as a page (`html`)."""
        with self.saying():
            file = save_record(self.store, self.store.played(id), form)
            self.notice = _("Saved as {file}").format(file=file)

    def delete(self, id: int) -> None:
        """Deletes a game with its pictures; it can be put back without them."""
        with self.saying():
            self.store.delete(id)
            self.notice = _("The game is deleted. It can be put back.")

    def restore(self, id: int) -> None:
        with self.saying():
            self.store.restore(id)
            self.notice = _("The game is back among the past games.")

    def pictures(self, id: int) -> Mapping[int, Path]:
        """The kept pictures of a game by entry; none if it is not in the journal."""
        with suppress(StoreFault):
            return self.store.pictures(id).whole()
        return {}

    def drop_empty(self, but: int | None = None) -> None:
        """Deletes games without any event, except `but`."""
        if self.store.read_only_because is not None:
            return
        try:
            for game in self.store.games():
                if not game.entries and game.id != but:
                    self.store.drop_if_empty(game.id)
        except StoreFault as fault:
            _log.warning("an empty game stays in the journal: %s", fault)

    @contextmanager
    def _playable(self, game: Played) -> Iterator[None]:
        """Guards the playing of a kept game: on a failure the app goes on and names the game."""
        try:
            yield
        except Exception as fault:  # the log has the details
            known = isinstance(fault, StoreFault | GameFault)
            _log.warning("game %s of the journal cannot be played: %s", game.id, fault, exc_info=not known)
            words = _("This version cannot play the game of {when}: {game}.")
            self.notice = words.format(when=game.when, game=game.game)

    def read(self, ask: Callable[[], tuple[GameEntry, ...]]) -> tuple[Played, ...]:
        """Games for the pages; none, and a notice, if the journal cannot be read."""
        with self.saying():
            return tuple(played(game, self.when) for game in ask())
        return ()


class Moments:
    """Keeps a small picture of a great moment as soon as the camera sees it as booked.

    Rule kept: none while anything on the table is for some eyes only, and none of a mismatched table.
    """

    def __init__(self, kept: KeptGames) -> None:
        self._kept = kept
        self._side: Tableside | None = None
        self._seq = -1
        self._due: int | None = None

    def follow(self, side: Tableside | None) -> None:
        """Once a tick. Entries from before the table was opened get no picture."""
        if side is None or side is not self._side:
            self._side, self._due = side, None
            self._seq = -1 if side is None else side.session.reply.seq
            return
        if side.session.reply.seq != self._seq:
            self._seq = side.session.reply.seq
            last = side.moment().highlight
            self._due = None if last is None else last.seq
        session, offers, reading = side.session, side.alone.offers, side.session.reading
        # A picture needs a matching table, in public view, without a hand.
        hidden = session.veiled or offers.showing or offers.screened or side.focus.alone is not None
        seen = reading is not None and not reading.scene.hand and reading.mat.found
        troubled = session.reply.differences or isinstance(session.reply.verdict, Ask | Refuse | Lost)
        if self._due is None or hidden or not seen or troubled:
            return
        table, store = session.referee.game.table(session.referee.setup), self._kept.store
        picture = table_picture(session.frame, reading, table)
        if picture is None:
            return
        entry, self._due, id = self._due, None, side.opened.kept_id
        if id is not None and store.read_only_because is None:
            with suppress(StoreFault):
                store.pictures(id).keep(entry, picture)


def table_picture(frame: "Frame | None", reading: "Reading | None", table: Table) -> bytes | None:
    """The board rectified, far edge up, as a JPEG; None without a known plane."""
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


class PastPage(Page):
    """The last kept games by kind, or those of one kind or person."""

    name = "past"

    def __init__(self, past: KeptGames) -> None:
        self._past = past
        self.show()

    def show(self, game: str = "", person: str = "", page: int = 0) -> None:
        """Lists the games of one kind or person, or all (empty); `page` 0 has the newest."""
        self._game, self._person, self._page = game, person, page

    def model(self) -> StepModel:
        read, store, person = self._past.read, self._past.store, self._person
        mine = [game for game in read(store.games) if game.entries]
        if person:
            mine = [game for game in mine if same_name(person) in map(same_name, game.names)]
        kinds: dict[str, list[Button]] = {}
        for game in mine:
            # Unfinished games are marked.
            icon, detail = "list" if game.ended else "play", " · ".join(filter(None, (game.how, game.when)))
            key = Button(_names(game), touches.OpenKept(game.id), "plain", icon, detail)
            kinds.setdefault(game.game, []).append(key)
        only = self._game if self._game in kinds else ""
        rows: list[models.Said | Button] = []
        if only:
            turn = partial(do, self.show, only, person)
            rows += page_of(kinds[only], self._page, turn, _("Newer games"), _("Older games"))
        for kind, keys in kinds.items() if not only else ():
            rows += [models.Said(kind, "heading")] if len(kinds) > 1 else []
            rows += keys[:FEW]
            if len(keys) > FEW:
                words = several("All {n} games", "All {n} games", len(keys))
                rows.append(Button(words, do(self.show, kind, person), "quiet", "list"))
        # Tabs: all, then each kind; none if there is only one kind and no person.
        named = (("", _("All")), *((kind, kind) for kind in kinds)) if len(kinds) > 1 or person else ()
        tabs = [choice(words, do(self.show, kind, person), kind == only) for kind, words in named]
        if person:
            tabs.append(Button(_("Everybody’s games"), do(self.show, only), "plain", "wrong"))
        tools = [Button(_("Players"), Goto("players"), "plain", "people")]
        if read(store.deleted):
            tools.append(Button(_("Deleted games"), Goto("bin"), "plain", "wrong"))
        body = _("No game is kept here yet. Every game that you play is kept and listed here.")
        return StepModel(
            _("Past games with {name}").format(name=person) if person else _("Past games"),
            body=() if mine else (body,),
            banner=notice("calm", self._past.notice),
            tools=(*tools, home_button()),
            tabs=tuple(tabs),
            rows=tuple(rows),
        )


def _names(game: Played) -> str:
    return " – ".join(game.names) or game.game


class AfterPage(BackPage):
    """The result or standing of a game, and the ways on; named `after`: it is still on the table."""

    def __init__(self, name: str, looked: LookedBack, past: KeptGames) -> None:
        super().__init__(looked)
        self.name, self._past = name, past

    def model(self) -> StepModel:
        walk, game, at_table = self.looked.walk, self.looked.kept, self.name == "after"
        title = " · ".join((_(walk.game.name), " – ".join(walk.names)))
        shown = how_it_stands(walk, game, minutes(self.looked.stamps), at_table=at_table)
        keys = [
            Button(_("Step by step"), Goto("replay"), "plain", "step-on"),
            Button(_("Timeline"), Goto("timeline"), "plain", "clock"),
            Button(_("How it went"), Goto("luck"), "plain", "chart"),
        ]
        if game is not None:
            keys.append(Button(_("Export"), Goto("export"), "plain", "share"))
        # A game on the table is resumed there, and cannot be deleted or opened.
        if at_table:
            keys.insert(0, Button(_("Play again"), touches.PlayAgain(), "main", "play"))
        elif game is not None and walk.over is None:
            keys = [Button(_("Go on"), touches.Resume(game.id), "main", "play"), *keys, delete_key()]
        elif game is not None:
            again = Button(_("Play again"), touches.Rematch(game.id), "main", "play")
            once_more = Button(_("Open it once more"), touches.Resume(game.id), "plain", "back")
            keys = [again, *keys, once_more, delete_key()]
        banner, aside = notice("calm", self._past.notice), (models.KeyPad(tuple(keys), ACROSS),)
        return StepModel(title, banner=banner, rows=(shown,), aside=aside)


def delete_key() -> Button:
    return Button(_("Delete"), Goto("deleting"), "danger", "wrong")


# The people: games, wins, winning streaks, tribes, luck; and their pages.

AT_ONCE_SECONDS = 0.02
"""Maximum seconds of reading games per drawn frame."""
MOST_SEATS = 6


@dataclass(frozen=True, slots=True)
class PersonFigures:
    """A person's finished games."""

    name: str  # in its latest spelling
    games: int
    won: int
    by_game: tuple[models.WonOf, ...]
    run: int  # winning streak up to the last game
    longest: int  # longest winning streak
    tribe: str  # the most frequent one, the latest of equals; may be empty
    luck: tuple[Luck, ...]


def people(games: Iterable[GameFigures], nobody: Iterable[str] = ()) -> tuple[PersonFigures, ...]:
    """Everybody with a finished game, by their number. `nobody`: placeholder names."""
    unnamed = {same_name(name) for name in nobody} | {""}
    played: dict[str, list[tuple[GameFigures, int]]] = {}
    for game in sorted(games, key=lambda one: one.started):
        for seat, name in enumerate(game.players) if game.winners is not None else ():
            if same_name(name) not in unnamed:
                played.setdefault(same_name(name), []).append((game, seat))
    found = []
    for sat in played.values():
        wins = [seat in (game.winners or ()) for game, seat in sat]
        kinds = Counter(game.game for game, _seat in sat)
        won = Counter(game.game for (game, _seat), has_won in zip(sat, wins, strict=True) if has_won)
        runs = [len(list(run)) for has_won, run in groupby(wins) if has_won]
        run, longest = runs[-1] if wins[-1] else 0, max(runs, default=0)
        tribes = Counter(game.tribes[seat] for game, seat in reversed(sat) if seat < len(game.tribes))
        own = (fell for game, seat in sat for fell in game.fallen if fell[0].seat == seat)
        throws = chain.from_iterable(repeat(replace(throw, seat=0), count) for throw, count in own)
        last, seat = sat[-1]
        name, tribe = " ".join(last.players[seat].split()), tribes.most_common(1)[0][0] if tribes else ""
        by_game = tuple(
            models.WonOf(game_words(game), count, won[game]) for game, count in kinds.most_common()
        )
        found.append(PersonFigures(name, len(sat), sum(wins), by_game, run, longest, tribe, luck(throws)))
    return tuple(sorted(found, key=lambda one: (-one.games, -one.won, same_name(one.name))))


class PeoplePage(Page):
    """Everybody in the games read so far; a game's figures are cached (None: it cannot be played)."""

    name = "players"

    def __init__(self, kept: KeptGames) -> None:
        read = partial(msgspec.json.decode, type=dict[str, GameFigures | None])
        self._store, self._known = kept.store, kept_small(figures_file(), read) or {}
        # Figures are known by more than the number: it may be reused, and a game may go on.
        self._games = {
            f"{game.id} {game.started} {game.entries} {game.finished}": game for game in kept.played()
        }
        self.unread = [key for key in self._games if key not in self._known]

    @property
    def people(self) -> tuple[PersonFigures, ...]:
        known = filter(None, map(self._known.get, self._games))
        return people(known, map(nobody, range(MOST_SEATS)))

    def tick(self) -> bool:
        if not self.unread:
            return False
        until = time.monotonic() + AT_ONCE_SECONDS
        while self.unread:
            game = self._games[key := self.unread.pop(0)]
            self._known[key] = None
            try:
                self._known[key] = game_figures(kept_record(self._store, game.id), game.started)
            except Exception as fault:  # one broken game must not hide the others
                _log.warning("game %s of the journal counts nowhere: %s", game.id, fault)
            if time.monotonic() >= until:
                break
        if not self.unread:  # the cache keeps only games that exist
            known = {key: self._known[key] for key in self._games}
            keep_small(figures_file(), msgspec.json.encode(known))
        return True

    def model(self) -> StepModel:
        left = len(self.unread)
        keys: list[Button] = []
        for one in self.people:
            # Games and wins in a line, and the current winning streak.
            said = [several("{n} game", "{n} games", one.games), several("{n} won", "{n} won", one.won)]
            said += [_("{n} in a row").format(n=one.run)] if one.run > 1 else []
            keys.append(Button(one.name, do(self.show_person, one.name), "plain", "list", " · ".join(said)))
        body: tuple[str, ...] = ()
        if left:
            body = (several("{n} game is still being read …", "{n} games are still being read …", left),)
        elif not keys:
            body = (_("Nobody is here yet: whoever finishes a game under a name is listed here."),)
        return StepModel(_("Players"), body=body, keys=tuple(keys))

    def show_person(self, name: str) -> None:
        found = (one for one in self.people if one.name == name)
        self.then = next((models.ShownPage("player", partial(person_model, one)) for one in found), None)


def person_model(one: PersonFigures) -> StepModel:
    words = (_("games"), _("won"), _("in a row now"), _("longest run"))
    numbers = tuple(zip(words, (one.games, one.won, one.run, one.longest), strict=True))
    lines = []
    if one.tribe:
        # The tribe's name; its id if this version does not know it.
        options = (option for game in all_games().values() for option in game.options if is_of_tribes(option))
        choices = (each for option in options for each in (*option.choices, *own_choices(option)))
        tribe = next((_(each.words) for each in choices if each.value == one.tribe), one.tribe)
        lines.append(_("Favourite tribe: {tribe}").format(tribe=tribe))
    for each in one.luck:
        lines.append(_("{kind}: {luck}").format(kind=_(each.kind), luck=" · ".join(luck_lines(each))))
    games = Button(_("Games with {name}").format(name=one.name), touches.GamesOf(one.name), "plain", "list")
    return StepModel(one.name, rows=(models.Numbers(numbers), *one.by_game, *lines, games))
