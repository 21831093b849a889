"""The kept games at the desk: listed, told, saved as a file, deleted and put back; what cannot be read is said."""

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from companion.journal import play_while_valid
from companion.language import joined
from ui.box.opening import OpeningFault
from ui.faces.page import Page
from ui.journal.moment_pictures import MomentPictures
from ui.journal.store import GameEntry, Store, StoreFault
from ui.outcome import seat_name, told
from ui.pages.looking_back import LookedBack
from ui.present.desk_touches import Goto, OpenKept, PageBack, PlayAgain, ReallyDeleteGame, Rematch, Resume
from ui.present.figures import same_name
from ui.present.models import Banner, Button, Played, choice, notice
from ui.present.steps import Ending, KeyPad, Said, StepModel, home_button, page_of
from ui.present.touches import do
from ui.present.walk import Walk, entries_words
from ui.records.beginning import GameFault, game_named, kept_record
from ui.records.saved_records import Form, save_record
from ui.words import _, for_players, several

FEW = 3
"""So many games of each kind are shown among all."""
MOST_LETTERS = 24
"""A longer name is shortened: it may come from anywhere."""
_log = logging.getLogger(__name__)


class Noticing:
    """Who looks after kept games. `notice` is said on the page shown next."""

    notice = ""

    @contextmanager
    def saying(self) -> Iterator[None]:
        """Around what a journal, a game or a table may refuse: then the notice says why."""
        try:
            yield
        except (StoreFault, GameFault, OpeningFault) as fault:
            self.notice = for_players(fault)


class PastSide(Noticing):
    """What the pages of kept games show and do."""

    def __init__(self, store: Store, when: Callable[[str], str]) -> None:
        self._store, self._when = store, when
        self.chosen: Played | None = None
        self.fault = ""
        self.looked: LookedBack | None = None

    # what is shown

    def games(self) -> list[Played]:
        return [game for game in self._read(self._store.games) if game.entries]

    def deleted(self) -> tuple[Played, ...]:
        return self._read(self._store.deleted)

    def find(self, id: int) -> Played | None:
        """One kept game; None where the journal does not know it."""
        return next((game for game in self._read(self._store.games) if game.id == id), None)

    def unfinished(self) -> tuple[Played, ...]:
        """The games to be gone on with: one just begun, and the newest in which something has happened."""
        found: list[Played] = []
        for n, game in enumerate(self._read(self._store.games)):
            if not game.ended and (game.entries or n == 0):
                with self._playable(game):
                    record = kept_record(self._store, game.id)
                    states, _stop = play_while_valid(record.game, record.setup, record.entries)
                    how = record.game.view(states[-1], None).headline if game.entries else _("just begun")
                    found.append(replace(game, how=how))
                    if game.entries:
                        break
        return tuple(found)

    @property
    def last(self) -> str:
        return next((game.game for game in self.played()), "")

    def played(self) -> list[GameEntry]:
        """The games in which something has happened, the newest first; none where the journal cannot be read."""
        try:
            return [game for game in self._store.games() if game.entries]
        except StoreFault:
            return []

    # what touches do

    def open(self, id: int) -> None:
        """One game is looked back on, as far as this version can play it."""
        self.notice, self.fault, self.looked = "", "", None
        game = self.chosen = self.find(id)
        if game is None:
            return
        with self._playable(game):
            record, stamps = kept_record(self._store, id), self._store.kept(id).times
            times = tuple(self._when(stamp) for stamp in stamps[1:])
            looked = LookedBack(record.game, record.setup, record.entries, game, stamps, times)
            looked.pictures = self.pictures(id)
            looked.walk  # noqa: B018 - what cannot be gone through is found out here
            self.looked = looked
        self.fault, self.notice = self.notice, ""

    def save(self, id: int, form: Form) -> None:
        """A game is written as a file: its record (`jsonl`), or a page to read (`html`)."""
        with self.saying():
            file = save_record(self._store, self._store.played(id), form)
            self.notice = _("Saved as {file}").format(file=file)

    def delete(self, id: int) -> None:
        """It is deleted with its pictures, and may be put back without them."""
        with self.saying():
            started = self._store.played(id).started
            self._store.delete(id)
            MomentPictures(self._store.path).drop(started)
            self.notice = _("The game is deleted. It can be put back.")

    def restore(self, id: int) -> None:
        with self.saying():
            self._store.restore(id)
            self.notice = _("The game is back among the past games.")

    def pictures(self, id: int) -> Mapping[int, Path]:
        """The pictures kept of a game, by entry; none where it is not in the journal."""
        try:
            return MomentPictures(self._store.path).of(self._store.played(id).started)
        except StoreFault:
            return {}

    def drop_empty(self, but: int | None = None) -> None:
        """Lets go of games in which nothing ever happened, `but` one."""
        if self._store.read_only_because is not None:
            return
        try:
            for game in self._store.games():
                if not game.entries and game.id != but:
                    self._store.drop_if_empty(game.id)
        except StoreFault as fault:
            _log.warning("an empty game stays in the journal: %s", fault)

    # what is read

    @contextmanager
    def _playable(self, game: Played) -> Iterator[None]:
        """Around what needs a game to be played: whatever a journal holds, the app goes on, and says which it is."""
        try:
            yield
        except Exception as fault:  # what is wrong with it is in the log
            known = isinstance(fault, StoreFault | GameFault)
            _log.warning("game %s of the journal cannot be played: %s", game.id, fault, exc_info=not known)
            words = _("This version cannot play the game of {when}: {game}.")
            self.notice = words.format(when=game.when, game=game.game)

    def _read(self, ask: Callable[[], tuple[GameEntry, ...]]) -> tuple[Played, ...]:
        """Games as the pages tell of them; none, and a notice, where the journal cannot be read."""
        with self.saying():
            return tuple(played(game, self._when) for game in ask())
        return ()


def played(game: GameEntry, when: Callable[[str], str]) -> Played:
    """A game of the journal as pages tell of it; `when` turns time stamps into words."""
    names = tuple(_short(seat_name(seat, game.players)) for seat in range(len(game.players)))
    how = told(game.result, game.players) if game.result else _("not finished")
    name, at, ended = game_words(game.game), when(game.started), game.finished is not None
    return Played(game.id, name, names, at, how, game.entries, ended, game.game)


def game_words(id: str) -> str:
    """A game's name; its id where this version does not know it."""
    try:
        return _(game_named(id).name)
    except GameFault:
        return _short(id)


def _short(name: Any) -> str:
    text = str(name)
    return text if len(text) <= MOST_LETTERS else text[: MOST_LETTERS - 1] + "…"


# The pages of kept games: all of them, one that cannot be looked back on, what to do with one, and the bin.


class PastPage(Page):
    """The kept games that were played last, by kind; or those of one kind, or of one person."""

    name = "past"

    def __init__(self, past: PastSide) -> None:
        self._past = past
        self._game = self._person = ""
        self._page = 0

    def show(self, game: str = "", person: str = "", page: int = 0) -> None:
        """Lists the kept games of one kind, of one person, or all (empty); `page` 0 has the newest."""
        self._game, self._person, self._page = game, person, page

    def model(self) -> StepModel:
        mine, person = self._past.games(), self._person
        if person:
            mine = [game for game in mine if same_name(person) in map(same_name, game.names)]
        kinds: dict[str, list[Button]] = {}
        for game in mine:
            kinds.setdefault(game.game, []).append(_key(game))
        only = self._game if self._game in kinds else ""
        rows: list[Said | Button] = []
        if only:
            turn = partial(do, self.show, only, person)
            rows += page_of(kinds[only], self._page, turn, _("Newer games"), _("Older games"))
        for kind, keys in kinds.items() if not only else ():
            rows += [Said(kind, "heading")] if len(kinds) > 1 else []
            rows += keys[:FEW]
            if len(keys) > FEW:
                words = several("All {n} games", "All {n} games", len(keys))
                rows.append(Button(words, do(self.show, kind, person), "quiet", "list"))
        deleted = Button(_("Deleted games"), Goto("bin"), "plain", "wrong")
        players = Button(_("Players"), Goto("players"), "plain", "people")
        body = _("No game is kept here yet. Every game that you play is kept and listed here.")
        return StepModel(
            _("Past games with {name}").format(name=person) if person else _("Past games"),
            body=() if mine else (body,),
            banner=notice("calm", self._past.notice),
            tools=(players, *((deleted,) if self._past.deleted() else ()), home_button()),
            tabs=self._tabs(tuple(kinds), only),
            rows=tuple(rows),
        )

    def _tabs(self, kinds: Sequence[str], only: str) -> tuple[Button, ...]:
        """All, then a kind each; nothing where there is but one kind and nobody is chosen."""
        if len(kinds) < 2 and not self._person:
            return ()
        named = (("", _("All")), *((kind, kind) for kind in kinds))
        tabs = [choice(words, do(self.show, kind, self._person), kind == only) for kind, words in named]
        everybody = Button(_("Everybody’s games"), do(self.show, only), "plain", "wrong")
        return (*tabs, everybody) if self._person else tuple(tabs)


def _key(game: Played) -> Button:
    """One game; one that has not ended is marked."""
    icon = "list" if game.ended else "play"
    detail = " · ".join(part for part in (game.how, game.when) if part)
    return Button(_names(game), OpenKept(game.id), "plain", icon, detail)


class OnePage(Page):
    """One kept game: `kept` that this version cannot play, to be taken along (`export`), or `deleting` it."""

    def __init__(self, name: str, past: PastSide, game: Played) -> None:
        self.name, self._past, self._game = name, past, game
        self.parts = (past,)

    def model(self) -> StepModel:
        models = {"kept": self._unplayable, "export": self._export, "deleting": self._deleting}
        return models[self.name]()

    def _unplayable(self) -> StepModel:
        """It can be saved and deleted."""
        game = self._game
        banner = notice("calm", self._past.notice) or Banner("trouble", self._past.fault)
        facts = (entries_words(game.entries), game.when)
        save = do(self._past.save, game.id, "jsonl")
        keys = (Button(_("Export"), save, "plain", "share"), delete_key())
        shown = Ending(joined(game.names) or game.game, facts=facts)
        return StepModel(game.game, banner=banner, rows=(shown,), aside=(KeyPad(keys, ACROSS),))

    def _export(self) -> StepModel:
        """As which kind of file, and where it lies once it is written."""
        past, game = self._past, self._game
        page = _(
            "The result, every board and everything that happened. It opens in any browser and can be printed."
        )
        data = _("The record itself, line by line. Other boxes and programs read it.")
        read, record = do(past.save, game.id, "html"), do(past.save, game.id, "jsonl")
        keys = (
            Button(_("A page to read (HTML)"), read, "main", "book", page),
            Button(_("The record (JSON lines)"), record, "plain", "list", data),
        )
        words = _("The file goes onto a USB stick if one is plugged in, else into the folder of exports.")
        secret = () if game.ended else (_("This game has not ended: what is secret in it is left out."),)
        return StepModel(_("Export"), body=(words, *secret), banner=notice("good", past.notice), keys=keys)

    def _deleting(self) -> StepModel:
        game = self._game
        keys = (
            Button(_("Keep it"), PageBack(), "main", "back"),
            Button(_("Delete it"), ReallyDeleteGame(game.id), "danger", "wrong"),
        )
        body = (
            f"{game.game} · {game.when}",
            _("Deleted games can be put back from the list of deleted games."),
        )
        return StepModel(_names(game), _("Delete this game?"), body, keys=keys)


class BinPage(Page):
    name = "bin"

    def __init__(self, past: PastSide) -> None:
        self._past = past
        self.parts = (past,)

    def model(self) -> StepModel:
        keys = []
        for game in self._past.deleted():
            detail = " · ".join((game.game, entries_words(game.entries), game.when))
            keys.append(Button(_names(game), do(self._past.restore, game.id), "plain", "turn", detail))
        body, banner = _("No game is deleted."), notice("calm", self._past.notice)
        body = _("Touch a game to put it back.") if keys else body
        return StepModel(_("Deleted games"), body=(body,), banner=banner, keys=tuple(keys))


def _names(game: Played) -> str:
    return " – ".join(game.names) or game.game


ACROSS = 2


def keys_after(walk: Walk, game: Played | None, *, at_table: bool) -> KeyPad:
    """What can be looked at and done. A game on the table is gone on with there, and neither deleted nor opened."""
    found = [
        Button(_("Step by step"), Goto("replay"), "plain", "step-on"),
        Button(_("Timeline"), Goto("timeline"), "plain", "clock"),
        Button(_("How it went"), Goto("luck"), "plain", "chart"),
    ]
    if game is not None:
        found.append(Button(_("Export"), Goto("export"), "plain", "share"))
    if at_table:
        found.insert(0, Button(_("Play again"), PlayAgain(), "main", "play"))
    elif game is not None and walk.over is None:
        found = [Button(_("Go on"), Resume(game.id), "main", "play"), *found, delete_key()]
    elif game is not None:
        again = Button(_("Play again"), Rematch(game.id), "main", "play")
        once_more = Button(_("Open it once more"), Resume(game.id), "plain", "back")
        found = [again, *found, once_more, delete_key()]
    return KeyPad(tuple(found), ACROSS)


def delete_key() -> Button:
    return Button(_("Delete"), Goto("deleting"), "danger", "wrong")
