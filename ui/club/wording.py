"""The words of the club's pages, in the language that is spoken: whole sentences, looked up when a page is made."""

from collections.abc import Sequence
from datetime import datetime

from companion.language import day_words
from ui.club.broker.messages import Play, Result
from ui.club.tables import TableNow
from ui.outcome import seat_name
from ui.words import _, joined, several


def when(stamp: float) -> str:
    """A time as people of the club read it: the day only if it is not today."""
    then, now = datetime.fromtimestamp(stamp), datetime.now()
    clock = then.strftime("%H:%M")
    return clock if then.date() == now.date() else f"{day_words(then.year, then.month, then.day)} {clock}"


def outcome(result: Result) -> str:
    if not result.winners:
        return _("A draw.")
    names = joined([seat_name(seat, result.players) for seat in result.winners])
    return several("{names} won.", "{names} won.", len(result.winners), names=names)


def players(given: Sequence[str], by_box: Sequence[int] = ()) -> list[str]:
    """Names of all seats; of those that a box played it is said."""
    names = [seat_name(seat, given) for seat in range(len(given))]
    words = _("{name} (the box)")
    return [words.format(name=name) if seat in by_box else name for seat, name in enumerate(names)]


def length(result: Result) -> str:
    minutes = result.seconds // 60
    if not minutes:
        return several("{n} event", "{n} events", result.entries)
    return several("{n} minute", "{n} minutes", minutes)


def standing_words(table: TableNow) -> str:
    """How a table stands, in a few words."""
    play = None if table.state is None else table.state.play
    if not table.is_online:
        return _("Offline. Last heard of at {when}.").format(when=when(table.seen))
    if play is None:
        return _("No game is on the table.")
    if play.turn.over is not None:
        return _("The game has ended.")
    return several("{n} event so far", "{n} events so far", play.entries)


def headline(play: Play) -> str:
    """What the box's own screen says, or how the game ended."""
    over = play.turn.over
    if over is None:
        return play.view.headline
    winners = tuple(seat for seat in over.winners if seat < len(play.players))
    ended = Result(
        v=1, key="0" * 16, revision=1, game=play.game, name=play.name, players=play.players, winners=winners
    )
    return outcome(ended)
