"""The words of the club's pages, in the language that is spoken: whole sentences, looked up when a page is made."""

from collections.abc import Sequence
from datetime import datetime

from companion.figures import day_words, number
from ui.outcome import seat_name
from ui.web.broker.messages import Play, Result
from ui.web.club.tables import TableNow
from ui.web.club.tournaments import TournamentFault
from ui.words import _, homonym, joined, several


def words() -> dict[str, str]:
    """What stands on the pages, by a name for the templates."""
    return _of_all_pages() | _of_tournaments()


def _of_all_pages() -> dict[str, str]:
    return {
        "club": _("Club"),
        "tables": _("Tables"),
        "league": _("League"),
        "results": _("Results"),
        "tournaments": _("Tournaments"),
        "to_content": _("To the content"),
        "language": _("Language"),
        "connected": _("Connected to the broker"),
        "not_connected": _("Not connected to the broker"),
        "no_tables": _("No table has been heard of yet. Turn the club on in the settings of a box."),
        "no_results": _("No game has ended yet."),
        "no_tournaments": _("There is no tournament yet."),
        "turn": _("on turn"),
        "won": _("Won"),
        "has_won": _("has won"),
        "drawn": _("Drawn"),
        "lost": _("Lost"),
        "games": _("Games"),
        "points": _("Points"),
        "rating": _("Rating"),
        "rank": _("Rank"),
        "name": _("Name"),
        "game": _("Game"),
        "any_game": _("All games"),
        "show": _("Show"),
        "when": _("When"),
        "players": _("Players"),
        "outcome": _("Outcome"),
        "table": _("Table"),
        "as_csv": _("Save as CSV"),
        "older": _("Older results"),
        "newer": _("Newest results"),
        "next_page": _("Next tables"),
        "previous_page": _("Previous tables"),
        "points_for": _("Points for a game"),
        "for_won": _("Won"),
        "for_drawn": _("Drawn"),
        "for_lost": _("Lost"),
        "save": _("Save"),
        "no_boxes": _("Games in which the box played count for nobody."),
        "only_here": _("Only the club’s computer itself can change anything here."),
    }


def _of_tournaments() -> dict[str, str]:
    return {
        "new_tournament": _("New tournament"),
        "kind": _("How it is played"),
        "swiss": _("Swiss system"),
        "robin": _("Round robin"),
        "per_table": _("Players at a table"),
        "names_hint": _("One name a line, the strongest first. Names must be written as at the boxes."),
        "begin": _("Begin"),
        "next_round": _("Pair the next round"),
        "sits_out": _("sits out"),
        "by_box": _("told by a box"),
        "by_hand": _("entered by hand"),
        "open": _("not played yet"),
        "enter": _("Enter"),
        "draw": homonym("a game that nobody has won", "Draw"),
        "as_told": _("As the boxes tell"),
        "against": _("Opponents’ points"),
        "delete": _("Delete this tournament"),
        "sure": _("I am sure"),
        "board": _("Board"),
        "ranking": _("Ranking"),
        "not_found": _("There is no such page."),
    }


def faults(fault: TournamentFault) -> str:
    """What cannot be done, in words."""
    return {
        "players": _("A tournament needs 2 to 256 different names."),
        "name": _("Give the tournament a name."),
        "open": _("The round is not over: some pairings have no outcome yet."),
        "many": _("There are too many of them."),
        "again": _("Somebody else has paired this round just now."),
        "tables": _("A round robin is for two at a table and up to 40 players."),
    }[fault.why]


def when(stamp: float) -> str:
    """A time as people of the club read it: the day only if it is not today."""
    then, now = datetime.fromtimestamp(stamp), datetime.now()
    clock = then.strftime("%H:%M")
    return clock if then.date() == now.date() else f"{day_words(then.year, then.month, then.day)} {clock}"


def outcome(result: Result) -> str:
    """Who won, or that nobody did."""
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
    """How long a game was."""
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


def round_words(number: int) -> str:
    """The head of a round."""
    return _("Round {number}").format(number=number)


def rating(value: float) -> str:
    """A rating in figures."""
    return number(value)
