"""Where table and book do not agree, shown square by square; and how a game ended."""

from dataclasses import replace

from companion.game import Over
from ui.present.after import won_words
from ui.present.board import as_seen, board
from ui.present.desk_touches import Goto, PlayAgain
from ui.present.models import Banner, Button, TableFocus, TableModel
from ui.present.moment import GameSnapshot
from ui.present.names import lying_words, region_words, written
from ui.present.piles import is_piled
from ui.present.table_touches import Answer, BookRight, CheckDeck, PressButton, ShowSeen, TableRight
from ui.present.tabletop import Mark
from ui.secrecy import public_differences, public_sightings
from ui.words import _, several

MOST_LINES = 6


def lost(moment: GameSnapshot, focus: TableFocus, model: TableModel) -> TableModel:
    """The table as seen against the book: either may be right, and a touched square can be settled alone."""
    found = public_differences(moment.reply)
    # What the book has and what was seen, once for all squares that differ alike.
    told: dict[tuple[str, str], list[str]] = {}
    for each in found:
        book, lies = (lying_words(one, moment.called) for one in (each.wanted, each.seen))
        alike = told.setdefault((book, lies), [])
        alike.append(region_words(each.region, moment.names, moment.called))
    line = _("{square}. In the book: {book}. On the table: {seen}.")
    lines = [
        line.format(square=", ".join(sorted(places)), book=book, seen=lies)
        for (book, lies), places in told.items()
    ][:MOST_LINES]
    headline = _("The table differs") if moment.checking else _("I cannot follow")
    words = _("The table could not be read.")
    if found and is_piled(moment.reply.view):
        words = several(
            "{n} place is not as the book has it.", "{n} places are not as the book has them.", len(found)
        )
    elif found:
        words = several(
            "{n} square is not as the book has it.", "{n} squares are not as the book has them.", len(found)
        )
    if len(lines) == 1:
        words = lines.pop()
    touch = _("Touch a square to settle it alone.")
    if is_piled(moment.reply.view):
        touch = _("Touch a place to settle it alone.")
    marks = tuple(Mark(difference.region, "wrong") for difference in found)
    shown = board(moment.table, moment.reply.view.board, marks)
    if focus.seen and moment.scene is not None:
        seen = public_sightings(moment.reply, moment.scene.sightings)
        shown = replace(shown, pieces=as_seen(moment.table, seen, moment.reply.view.board))
    played: tuple[Button, ...] = ()
    if moment.checking and moment.meanwhile:
        # What differs was played while nobody watched, where lawful play can explain it.
        meanwhile = _("That was played: {words}").format(words=moment.words(moment.meanwhile))
        played = (Button(meanwhile, Answer(moment.meanwhile), "main", "done"),)
    back = _("Put it back for me") if moment.simulated else _("The book is right: we put it back")
    answers = (
        *played,
        Button(back, BookRight(), "plain" if played else "main", "book"),
        Button(_("Table is right"), TableRight(), "plain", "pen", enabled=bool(found)),
    )
    if not moment.simulated:
        seen_words = _("Show book") if focus.seen else _("Show table")
        answers = (*answers, Button(seen_words, ShowSeen(not focus.seen), "quiet", "eye"))
    return replace(
        model,
        headline=headline,
        banner=Banner("ask", words),
        body=(*(() if played else lines), *((touch,) if found else ())),
        answers=answers,
        board=replace(shown, asked=tuple(difference.region for difference in found)),
        tools=tuple(tool for tool in model.tools if tool.icon in ("back", "menu")),
    )


def over(moment: GameSnapshot, _focus: TableFocus, model: TableModel) -> TableModel:
    """Who won, and by which rule."""
    end = moment.reply.turn
    if not isinstance(end, Over):
        return model
    headline = won_words([moment.names[seat] for seat in end.winners])
    body = moment.reply.view.notes
    broken = written(moment.game.id, end.rule)
    banner = Banner("good", end.words, broken.short if broken else "")
    tools = (
        Button(_("How it was won"), Goto("after"), "main", "done"),
        Button(_("Play again"), PlayAgain(), "plain", "play"),
        Button(_("New game"), Goto("seats"), "plain", "plus"),
        Button(_("Home"), Goto("home"), "plain", "home"),
    )
    helps: tuple[Button, ...] = (Button(_("Take back"), PressButton("back"), "quiet", "back"),)
    if is_piled(moment.reply.view):
        # What each seat came to, winners first, and what else is worth knowing.
        aside = moment.reply.view.aside
        order = sorted(range(len(aside)), key=lambda seat: seat not in end.winners)
        lines = (f"{moment.names[seat]}: {', '.join(aside[seat][:2])}" for seat in order if aside[seat])
        body = (*lines, *(note for note in body if note != end.words))
        helps = (Button(_("Count the decks"), CheckDeck(0), "plain", "cards"), *helps)
    return replace(model, headline=headline, banner=banner, body=body, helps=helps, tools=tools)
