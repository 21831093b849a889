"""The kept games as plain models: all of them, one of them with what can be done, and the bin."""

from collections.abc import Sequence

from companion.game import Choice
from ui.present.desk_touches import (
    Goto,
    OpenKept,
    PageBack,
    ReallyDeleteGame,
    ReallyQuit,
    RestoreGame,
    ResumeWith,
    SaveRecord,
    ShowGames,
)
from ui.present.models import Banner, Button, Played
from ui.present.steps import Said, StepModel, home_button
from ui.words import _, several, upper_first

FEW, MANY = 3, 20
"""So many games of each kind are shown among all, and so many of one kind on a page."""


def past_model(
    games: Sequence[Played], shown: ShowGames, notice: str = "", *, some_deleted: bool
) -> StepModel:
    """The games of the journal, those played last first: of every kind the newest few, or those of one kind."""
    mine = [
        game for game in games if not shown.person or same_name(shown.person) in map(same_name, game.names)
    ]
    kinds = tuple(dict.fromkeys(game.game for game in mine))
    only = shown.game if shown.game in kinds else ""
    if only:
        rows: list[Said | Button] = [*_page([game for game in mine if game.game == only], shown)]
    else:
        rows = []
        for kind in kinds:
            rows += [Said(kind, "heading")] if len(kinds) > 1 else []
            rows += _newest(kind, [game for game in mine if game.game == kind], shown)
    title = _("Past games")
    if shown.person:
        title = _("Past games with {name}").format(name=shown.person)
    body = (_("No game is kept here yet. Every game that you play is kept and listed here."),)
    return StepModel(
        title,
        body=() if mine else body,
        banner=_calm(notice),
        tools=_tools(some_deleted=some_deleted),
        tabs=_tabs(kinds, only, shown),
        rows=tuple(rows),
    )


def same_name(name: str) -> str:
    """What is the same for all ways of writing a name."""
    return " ".join(name.split()).casefold()


def _tabs(kinds: Sequence[str], only: str, shown: ShowGames) -> tuple[Button, ...]:
    """All, then a kind each; nothing where there is but one kind and nobody is chosen."""
    if len(kinds) < 2 and not shown.person:
        return ()
    named = (("", _("All")), *((kind, kind) for kind in kinds))
    tabs = [
        Button(words, ShowGames(kind, shown.person), "chosen" if kind == only else "plain")
        for kind, words in named
    ]
    everybody = Button(_("Everybody’s games"), ShowGames(only), "plain", "wrong")
    return (*tabs, everybody) if shown.person else tuple(tabs)


def _tools(*, some_deleted: bool) -> tuple[Button, ...]:
    deleted = Button(_("Deleted games"), Goto("bin"), "plain", "wrong")
    players = Button(_("Players"), Goto("players"), "plain", "people")
    return (players, *((deleted,) if some_deleted else ()), home_button())


def _newest(kind: str, games: Sequence[Played], shown: ShowGames) -> list[Button]:
    """The newest few of a kind, and the way to the others."""
    keys = [_key(game) for game in games[:FEW]]
    if len(games) > FEW:
        words = several("All {n} games", "All {n} games", len(games))
        keys.append(Button(words, ShowGames(kind, shown.person), "quiet", "list"))
    return keys


def _page(games: Sequence[Played], shown: ShowGames) -> list[Button]:
    """So many games of a kind as a page holds, and the ways to newer and older ones."""
    last = max(0, -(-len(games) // MANY) - 1)
    page = min(shown.page, last)
    keys = [_key(game) for game in games[page * MANY : (page + 1) * MANY]]
    if page:
        newer = ShowGames(shown.game, shown.person, page - 1)
        keys.insert(0, Button(_("Newer games"), newer, "quiet", "step-back"))
    if page < last:
        keys.append(
            Button(_("Older games"), ShowGames(shown.game, shown.person, page + 1), "quiet", "step-on")
        )
    return keys


def _key(game: Played) -> Button:
    """One game; one that has not ended is marked."""
    icon = "list" if game.ended else "play"
    detail = " · ".join(part for part in (game.how, game.when) if part)
    return Button(_names(game), OpenKept(game.id), "plain", icon, detail)


def export_model(game: Played, notice: str = "") -> StepModel:
    """A game to be taken along: as which kind of file, and where it lies once it is written."""
    page = _(
        "The result, every board and everything that happened. It opens in any browser and can be printed."
    )
    data = _("The record itself, line by line. Other boxes and programs read it.")
    keys = (
        Button(_("A page to read (HTML)"), SaveRecord(game.id, "html"), "main", "book", page),
        Button(_("The record (JSON lines)"), SaveRecord(game.id, "jsonl"), "plain", "list", data),
    )
    words = _("The file goes onto a USB stick if one is plugged in, else into the folder of exports.")
    body: tuple[str, ...] = (words,)
    if not game.ended:
        body = (words, _("This game has not ended: what is secret in it is left out."))
    banner = Banner("good", notice) if notice else None
    return StepModel(_("Export"), body=body, banner=banner, keys=keys)


def deleting_model(game: Played) -> StepModel:
    """Whether a game is really to be deleted."""
    keys = (
        Button(_("Keep it"), PageBack(), "main", "back"),
        Button(_("Delete it"), ReallyDeleteGame(game.id), "danger", "wrong"),
    )
    words = _("Delete this game?")
    body = (f"{game.game} · {game.when}", _("Deleted games can be put back from the list of deleted games."))
    return StepModel(_names(game), words, body, keys=keys)


def bin_model(games: Sequence[Played], notice: str = "") -> StepModel:
    """The deleted games, each put back by a touch."""
    keys = tuple(
        Button(
            _names(game),
            RestoreGame(game.id),
            "plain",
            "turn",
            " · ".join((game.game, _entries(game), game.when)),
        )
        for game in games
    )
    body = (_("Touch a game to put it back."),) if keys else (_("No game is deleted."),)
    return StepModel(_("Deleted games"), body=body, banner=_calm(notice), keys=keys)


def source_model(id: int, game: str, why: str, sources: Sequence[Choice]) -> StepModel:
    """A kept game whose camera cannot be opened: what shall look at the table instead?"""
    keys = tuple(
        Button(_(choice.words), ResumeWith(id, str(choice.value)), "plain", "eye") for choice in sources
    )
    body = (_("What should watch the table?"),)
    banner = Banner("trouble", upper_first(why))
    return StepModel(game, body=body, banner=banner, keys=keys)


def quit_model(game: str) -> StepModel:
    """Whether to quit while a game has not ended."""
    keys = (
        Button(_("Back"), PageBack(), "quiet", "back"),
        Button(_("Quit"), ReallyQuit(), "plain", "off"),
    )
    words = _("{game} has not ended. It is kept, and you can go on next time.").format(game=game)
    return StepModel(_("Quit?"), body=(words,), keys=keys, tools=())


def _names(game: Played) -> str:
    return " – ".join(game.names) or game.game


def _entries(game: Played) -> str:
    return several("{n} entry", "{n} entries", game.entries)


def _calm(notice: str) -> Banner | None:
    return Banner("calm", notice) if notice else None
