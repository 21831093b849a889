"""What people may look at, say or put right at any time: the menu, a touched square, a dispute, a correction."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from companion.game import Chance, Event
from companion.rulebook import Rule
from companion.sight import Lying, Thing, place_of
from ui.present import table_touches as at_table
from ui.present.board import around, board, places
from ui.present.card_facts import card_facts, reference
from ui.present.desk_touches import Goto, MakeBundle, OpenRules
from ui.present.models import Banner, Button, TableFocus, TableModel
from ui.present.moment import Correction, GameSnapshot
from ui.present.names import lying_words, region_words
from ui.present.picking import public_acts, trump_keys
from ui.present.piles import deck_of_faces, is_piled
from ui.present.private import alone_keys
from ui.present.signs import close_up
from ui.present.tabletop import Mark
from ui.present.telling import telling_keys
from ui.present.ways import lit_by, ways_from
from ui.secrecy import covered_legal, is_secret
from ui.words import _, several

MOST_LINES = 5
MOST_EVENTS = 24
"""A longer sentence is no help beside a picture."""


def menu(moment: GameSnapshot, focus: TableFocus, model: TableModel) -> TableModel:
    """What is seldom needed."""
    answers = (
        Button(_("Say what happened"), at_table.OpenTelling(), "plain", "hand"),
        Button(
            _("Board") if focus.picture else _("Camera picture"), at_table.SwitchPicture(), "plain", "camera"
        ),
        Button(_("Rules"), OpenRules(moment.game.id), "plain", "book"),
        Button(_("History"), Goto("history"), "plain", "list"),
        *((Button(_("Check the table"), Goto("check"), "plain", "check"),) if moment.has_camera else ()),
        Button(_("Phones"), Goto("phones"), "plain", "eye"),
        *((Button(_("Support bundle"), MakeBundle(), "plain", "trouble"),) if moment.has_camera else ()),
        Button(_("Home (the game is kept)"), Goto("home"), "plain", "home"),
        *(alone_keys(moment) if moment.piles.acts else ()),
        Button(_("Back to the game"), at_table.Close(), "plain", "back"),
    )
    return replace(model, headline=_("More"), answers=answers)


def telling(moment: GameSnapshot, _focus: TableFocus, model: TableModel) -> TableModel:
    """Everything that can be said now and that a camera cannot see; moves are told by touching their square."""
    game, state, told = moment.game, moment.state, list[Event]()
    if not isinstance(game.turn(state), Chance):
        told += [
            event for event in covered_legal(game, state) if event.told and not is_secret(game, state, event)
        ]
    for kind in game.events:
        # Kinds that need no more than a seat to be told.
        if kind.told and kind.__struct_fields__ in ((), ("seat",)):
            seats = range(moment.setup.seats)
            some = [kind(seat=seat) for seat in seats] if kind.__struct_fields__ else [kind()]
            told += [event for event in some if event not in told and game.breach(state, event) is None]
    answers = (
        *trump_keys(moment, public_acts(moment)),
        *_said(moment, told),
        Button(_("Back to the game"), at_table.Close(), "plain", "back"),
    )
    body = _("Moves can be said too: touch the square that the piece stood on.")
    if moment.piles.acts:
        answers = (*telling_keys(moment), *answers)
        body = _("Touch a pile to say what was taken from it, or read what its card does.")
    return replace(model, headline=_("Say what happened"), body=(body,), answers=answers)


def square(moment: GameSnapshot, focus: TableFocus, model: TableModel) -> TableModel:
    """A touched square: what is known of it, what else it may hold, and which moves from it may be said."""
    name = focus.square or ""
    said = moment.reply.view.about.get(name, "")
    table = moment.table
    played = moment.reply.layout is None
    here = [
        event
        for event in (moment.piles.acts or covered_legal(moment.game, moment.state) if played else ())
        if not event.told
        and len(event.cards or ()) <= 1
        and places(event, table)[:1] == (name,)
        and not is_secret(moment.game, moment.state, event)
    ]
    rule = reference(moment.game, name)
    if rule is not None or card_facts(moment.game, moment.setup, name).cost is not None:
        return _of_card(moment, model, name, rule, here)
    ways = ways_from(moment, name)
    lit = lit_by(moment, name, ways)
    shown = close_up(moment, name, lit)
    said_keys, corrections = _said(moment, here, _("Say: {words}")), _corrections(moment, name)
    back = Button(_("Back to the game"), at_table.Close(), "plain", "back")
    if not ways:
        back = Button(_("It is right as it is"), at_table.Close(), "plain", "done")
    # On the simulated table the card that lies there may be turned over; a hidden one only after a question.
    cards = [thing for thing in moment.reply.view.board.get(name, ()) if thing.kind == "card"]
    turning: tuple[Button, ...] = ()
    if moment.simulated and cards and not is_piled(moment.reply.view):
        action = at_table.TurnOver(name) if cards[-1].face == "up" else at_table.AskTurn(name)
        turning = (Button(_("Turn it over"), action, "quiet", "turn"),)
    # A card that waits to be turned up is likelier to be told of than to be another one.
    answers = (
        *(() if ways else said_keys),
        *corrections,
        *(said_keys if ways else ()),
        *turning,
        back,
    )
    question = _("What really lies here?") if moment.corrections else ""
    # In a dispute what else lies there is what people look for: it comes first, without all about the card.
    large = None if moment.disputed and moment.corrections else shown
    body = tuple(text for text in ("" if shown else said, question) if text)
    marks = tuple(mark for mark in model.board.marks if mark.kind != "moved" and mark.region != name)
    words = region_words(name, moment.names, moment.called)
    headline = _("Square {name}").format(name=name) if words == name else words
    if shown and shown.name and place_of(name).square:
        headline = _("{card} on {square}").format(card=shown.name, square=name)
    return replace(
        model,
        headline=headline,
        body=body,
        answers=answers,
        board=replace(
            model.board,
            marks=(*marks, *lit, Mark(name, "chosen")),
            arrows=(),
            asked=tuple(mark.region for mark in lit),
        ),
        close_up=large,
    )


def turn(_moment: GameSnapshot, focus: TableFocus, model: TableModel) -> TableModel:
    """Whether a hidden card is to be shown to everybody."""
    name = focus.square or ""
    answers = (
        Button(_("Leave it"), at_table.Close(), "main", "back"),
        Button(_("Turn it over"), at_table.TurnOver(name), "danger", "turn"),
    )
    return replace(
        model,
        headline=_("Turn up the card on {square}?").format(square=name),
        banner=Banner("ask", _("Everybody will see it, and no rule asks for that now.")),
        answers=answers,
        board=replace(model.board, marks=(Mark(name, "chosen"),), arrows=()),
    )


def _of_card(
    moment: GameSnapshot, model: TableModel, name: str, rule: Rule | None, here: list[Event]
) -> TableModel:
    """A touched pile: its card large, how many there are, what may be said, and below it the rules' own words.

    What the card does is said in short only where no rule does: the card itself shows it.
    """
    facts = card_facts(moment.game, moment.setup, name)
    corrected = [_("Corrected: {fact}").format(fact=fact) for fact in facts.corrected]
    *effect, left = moment.reply.view.about.get(name, "").split(" · ")
    said = _said(moment, here, _("Say: {words}"))
    if name in moment.piles.takeable:
        said = (*(replace(key, weight="main") for key in said[:1]), *said[1:])
    answers = (*said, *_corrections(moment, name), Button(_("Close"), at_table.Close(), "plain", "back"))
    return replace(
        model,
        headline=moment.called(name),
        banner=None,
        body=tuple(text for text in (*(() if rule else effect), left, *corrected) if text),
        notes=(rule.words,) if rule else (),
        answers=answers,
        card=Thing("card", name, "up", deck_of_faces(moment.reply.view)),
        tiles=(),
        tally=None,
    )


def dispute(moment: GameSnapshot, _focus: TableFocus, model: TableModel) -> TableModel:
    """Something booked is wrong: the last event read otherwise, or a touch on the square that is wrong."""
    last = moment.standing[-1].words if moment.standing else ""
    where = _("Touch the square that is wrong.")
    if moment.piles.acts:
        where = _("Touch the place that is wrong.")
    answers = (
        *_corrections(moment, None),
        Button(_("Take the last one back"), at_table.PressButton("back"), "plain", "back"),
        Button(_("All is well, go on"), at_table.PressButton("dispute"), "plain", "done"),
    )
    return replace(
        model,
        headline=_("What is wrong?"),
        banner=Banner("ask", where, _("Nothing is booked meanwhile.")),
        body=(_("Last: {words}").format(words=last),) if last else (),
        answers=answers,
    )


def _said(moment: GameSnapshot, events: Iterable[Any], words: str = "{words}") -> tuple[Button, ...]:
    """A key each; where two would be called alike, a second line tells their cards apart."""
    told = [(moment.words((event,)), event) for event in list(events)[:MOST_EVENTS]]
    often = Counter(called for called, _event in told)
    return tuple(
        Button(
            words.format(words=called),
            at_table.Tell(event),
            "plain",
            "hand",
            card_facts(moment.game, moment.setup, event.card).apart
            if event.card and often[called] > 1
            else "",
        )
        for called, event in told
    )


def _corrections(moment: GameSnapshot, touched: str | None) -> tuple[Button, ...]:
    """The corrections that are offered, a key each: what the touched square would hold, or the event in words.

    Two that would be told alike say by which event, and what other squares they change. Without a touched square those
    of what was booked.
    """
    found = []
    told = {id(one): _told(moment, one, touched) for one in moment.corrections}
    for one in moment.corrections:
        if touched is None and one.reading.seq is None:
            continue
        words, detail = told[id(one)]
        alike = [detail for called, detail in told.values() if called == words]
        if len(alike) == 1:
            detail = ""
        elif alike.count(detail) > 1:
            others = changed_squares(moment.reply.view.board, one.outcome)
            said = [square_words(moment, name, one.outcome) for name in others if name != touched]
            detail = "; ".join((detail, *said) if detail else said)
        # What the touched square, or the one that the correction is about, would look like.
        about = (touched,) if touched else places(one.reading.event, moment.table)[-1:]
        if moment.piles.changed and not touched:
            about = moment.piles.changed[-1:]
        shown = None
        if about:
            shown = board(moment.table, one.outcome, (), (), around(moment.table, about, rim=0))
        found.append(Button(words, at_table.Correct(one.reading), "plain", detail=detail, board=shown))
    return tuple(found)


def _told(moment: GameSnapshot, one: Correction, touched: str | None) -> tuple[str, str]:
    """A correction in words and a second line, as far as it tells it from most others."""
    words = one.reading.words
    if touched is None:
        return words, ""
    held = lying_words(one.outcome.get(touched, ()), moment.called)
    return held[:1].upper() + held[1:], words


# A correction that would change more than it names, told in words before it is done.


def confirm(moment: GameSnapshot, _focus: TableFocus, model: TableModel) -> TableModel:
    """What was booked, what would stand in its place, and every square that would then be another."""
    proposal = moment.proposal
    if proposal is None:
        return model
    now, then = moment.reply.view.board, proposal.outcome
    others = changed_squares(now, then)
    anew = (_("“{now}” becomes “{then}”").format(now=before, then=after) for before, after in proposal.anew)
    told = (*anew, *(square_words(moment, name, then) for name in others))
    lines, more = told[:MOST_LINES], len(told) - MOST_LINES
    rest = (several("and {n} thing more", "and {n} things more", more),) if more > 0 else ()
    instead = (_("Instead of: {words}").format(words=proposal.instead),) if proposal.instead else ()
    answers = (
        Button(_("Yes, put it right"), at_table.Correct(proposal.reading), "main", "done"),
        Button(_("No, leave it"), at_table.Uncorrect(), "plain", "back"),
    )
    marks = tuple(Mark(name, "chosen") for name in others)
    return replace(
        model,
        headline=_("Put it right like this?"),
        banner=Banner("ask", proposal.reading.words),
        body=(*instead, *((_("This would change:"),) if lines else ()), *lines, *rest),
        answers=answers,
        board=board(moment.table, then, marks),
    )


def changed_squares(now: Mapping[str, Lying], then: Mapping[str, Lying]) -> list[str]:
    """The places that hold something else then."""
    return sorted(name for name in {*now, *then} if now.get(name, ()) != then.get(name, ()))


def square_words(moment: GameSnapshot, name: str, then: Mapping[str, Lying]) -> str:
    """What a place would hold then, and what it holds now."""
    return _("{square}: {then}, not {now}").format(
        square=region_words(name, moment.names, moment.called),
        then=lying_words(then.get(name, ()), moment.called),
        now=lying_words(moment.reply.view.board.get(name, ()), moment.called),
    )
