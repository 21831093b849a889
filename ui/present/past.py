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
)
from ui.present.models import Banner, Button, Played
from ui.present.pages import back_button, home_button
from ui.present.steps import StepModel
from ui.words import _, several


def past_model(games: Sequence[Played], notice: str = "", *, some_deleted: bool) -> StepModel:
    """Every game of the journal, the newest first; one that has not ended is marked."""
    keys = tuple(
        Button(
            _names(game),
            OpenKept(game.id),
            "plain",
            "list" if game.ended else "play",
            " · ".join(part for part in (game.game, game.how, _entries(game), game.when) if part),
        )
        for game in games
    )
    body = () if keys else (_("No game is kept here."),)
    deleted = Button(_("Deleted games"), Goto("bin"), "plain", "wrong")
    tools = (*((deleted,) if some_deleted else ()), home_button())
    return StepModel(_("Past games"), "", body, _calm(notice), keys, tools, live=False)


def deleting_model(game: Played) -> StepModel:
    """Whether a game is really to be deleted."""
    keys = (
        Button(_("Keep it"), PageBack(), "main", "back"),
        Button(_("Delete it"), ReallyDeleteGame(game.id), "danger", "wrong"),
    )
    words = _("Delete this game?")
    body = (f"{game.game} · {game.when}", _("Deleted games can be put back from the list of deleted games."))
    return StepModel(_names(game), words, body, None, keys, (back_button(), home_button()), live=False)


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
    return StepModel(
        _("Deleted games"), "", body, _calm(notice), keys, (back_button(), home_button()), live=False
    )


def source_model(id: int, game: str, why: str, sources: Sequence[Choice]) -> StepModel:
    """A kept game whose camera cannot be opened: what shall look at the table instead?"""
    keys = tuple(
        Button(_(choice.words), ResumeWith(id, str(choice.value)), "plain", "eye") for choice in sources
    )
    body = (_("What shall look at the table?"),)
    return StepModel(game, "", body, Banner("trouble", why), keys, (back_button(), home_button()), live=False)


def quit_model(game: str) -> StepModel:
    """Whether to quit while a game has not ended."""
    keys = (
        Button(_("Back"), PageBack(), "main", "back"),
        Button(_("Quit"), ReallyQuit(), "plain", "off"),
    )
    words = _("{game} has not ended. It is kept, and you can go on next time.").format(game=game)
    return StepModel(_("Quit?"), "", (words,), None, keys, live=False)


def _names(game: Played) -> str:
    return " – ".join(game.names) or game.game


def _entries(game: Played) -> str:
    return several("{n} entry", "{n} entries", game.entries)


def _calm(notice: str) -> Banner | None:
    return Banner("calm", notice) if notice else None
