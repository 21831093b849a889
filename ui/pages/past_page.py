"""The pages of kept games: all of them, one that cannot be looked back on, what to do with one, and the bin."""

from collections.abc import Sequence

from companion.language import joined
from ui.faces.page import Page
from ui.pages.past_side import PastSide
from ui.present.after import AfterModel, delete_key, entries_words
from ui.present.desk_touches import Goto, OpenKept, PageBack, ReallyDeleteGame
from ui.present.figures import same_name
from ui.present.models import Banner, Button, Played
from ui.present.steps import Said, StepModel, back_button, home_button
from ui.present.touches import do
from ui.words import _, several

FEW, MANY = 3, 20
"""So many games of each kind are shown among all, and so many of one kind on a page."""


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
        kinds = tuple(dict.fromkeys(game.game for game in mine))
        only = self._game if self._game in kinds else ""
        rows: list[Said | Button] = []
        if only:
            rows += self._of_kind([game for game in mine if game.game == only])
        else:
            for kind in kinds:
                rows += [Said(kind, "heading")] if len(kinds) > 1 else []
                rows += self._newest(kind, [game for game in mine if game.game == kind])
        deleted = Button(_("Deleted games"), Goto("bin"), "plain", "wrong")
        players = Button(_("Players"), Goto("players"), "plain", "people")
        body = _("No game is kept here yet. Every game that you play is kept and listed here.")
        return StepModel(
            _("Past games with {name}").format(name=person) if person else _("Past games"),
            body=() if mine else (body,),
            banner=_calm(self._past.notice),
            tools=(players, *((deleted,) if self._past.deleted() else ()), home_button()),
            tabs=self._tabs(kinds, only),
            rows=tuple(rows),
        )

    def _tabs(self, kinds: Sequence[str], only: str) -> tuple[Button, ...]:
        """All, then a kind each; nothing where there is but one kind and nobody is chosen."""
        if len(kinds) < 2 and not self._person:
            return ()
        tabs = [
            Button(words, do(self.show, kind, self._person), "chosen" if kind == only else "plain")
            for kind, words in (("", _("All")), *((kind, kind) for kind in kinds))
        ]
        everybody = Button(_("Everybody’s games"), do(self.show, only), "plain", "wrong")
        return (*tabs, everybody) if self._person else tuple(tabs)

    def _newest(self, kind: str, games: Sequence[Played]) -> list[Button]:
        keys = [_key(game) for game in games[:FEW]]
        if len(games) > FEW:
            words = several("All {n} games", "All {n} games", len(games))
            keys.append(Button(words, do(self.show, kind, self._person), "quiet", "list"))
        return keys

    def _of_kind(self, games: Sequence[Played]) -> list[Button]:
        """So many games of a kind as a page holds, and the ways to newer and older ones."""
        last = max(0, -(-len(games) // MANY) - 1)
        page = min(self._page, last)
        keys = [_key(game) for game in games[page * MANY : (page + 1) * MANY]]
        if page:
            newer = do(self.show, self._game, self._person, page - 1)
            keys.insert(0, Button(_("Newer games"), newer, "quiet", "step-back"))
        if page < last:
            older = do(self.show, self._game, self._person, page + 1)
            keys.append(Button(_("Older games"), older, "quiet", "step-on"))
        return keys


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

    def model(self) -> StepModel | AfterModel:
        if self.name == "kept":
            return self._unplayable()
        return self._export() if self.name == "export" else self._deleting()

    def _unplayable(self) -> AfterModel:
        """It can be saved and deleted."""
        game, notice = self._game, self._past.notice
        banner = _calm(notice) or Banner("trouble", self._past.fault)
        facts = (entries_words(game.entries), game.when)
        save = do(self._past.save, game.id, "jsonl")
        keys = (Button(_("Export"), save, "plain", "share"), delete_key())
        tools = (back_button(), home_button())
        names = joined(game.names) or game.game
        return AfterModel(game.game, names, facts=facts, banner=banner, keys=keys, tools=tools)

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
        body: tuple[str, ...] = (words,)
        if not game.ended:
            body = (words, _("This game has not ended: what is secret in it is left out."))
        banner = Banner("good", past.notice) if past.notice else None
        return StepModel(_("Export"), body=body, banner=banner, keys=keys)

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
        keys = tuple(
            Button(
                _names(game),
                do(self._past.restore, game.id),
                "plain",
                "turn",
                " · ".join((game.game, entries_words(game.entries), game.when)),
            )
            for game in self._past.deleted()
        )
        body = (_("Touch a game to put it back."),) if keys else (_("No game is deleted."),)
        return StepModel(_("Deleted games"), body=body, banner=_calm(self._past.notice), keys=keys)


def _names(game: Played) -> str:
    return " – ".join(game.names) or game.game


def _calm(notice: str) -> Banner | None:
    return Banner("calm", notice) if notice else None
