"""Questions to the people: which of these happened, a rule that was broken, a take-back that all must agree to."""

from dataclasses import replace

from companion.game import Chance, Event, Over
from companion.journal import TookBack
from companion.judge import Ask, Refuse, Verdict
from companion.rulebook import NoSuchRule, Rule, rule
from companion.sight import Lying, Thing
from ui.present.board import around, board, places, traces
from ui.present.models import Banner, BoardModel, Button, Mark, TableFocus, TableModel
from ui.present.moment import GameSnapshot
from ui.present.piles import changed, deck_of_faces, is_piled, one_card
from ui.present.table_touches import AgreeBack, Allow, Answer, LookAgain, NoneOfThese, PutBack, WholeRule
from ui.secrecy import covered_legal
from ui.words import _, joined

MOST_SQUARES = 6
"""So many squares are named in a sentence."""


def ask(moment: GameSnapshot, _focus: TableFocus, model: TableModel) -> TableModel:
    """One question, the likeliest answer first, each with a picture of what it means."""
    verdict = moment.reply.verdict
    options = verdict.options if isinstance(verdict, Ask) else ()
    answers = tuple(
        Button(
            _answer(verdict, n) or moment.words(events) or _("Nothing happened"),
            Answer(events),
            "main" if n == 0 else "plain",
            board=outcome(moment, events) if card_of(moment, events) is None else None,
            card=card_of(moment, events),
        )
        for n, events in enumerate(options)
    )
    none = Button(_("None of these"), NoneOfThese(), "quiet", "wrong")
    single = len(options) == 1
    question = verdict.question if isinstance(verdict, Ask) else ""
    return replace(
        model,
        headline=question or (_("Is this what happened?") if single else _("What happened?")),
        body=() if single else (_("The table could mean more than one thing. Touch what you did."),),
        answers=(*answers, none),
        past=(),
        tools=(),
    )


def _answer(verdict: Verdict, number: int) -> str:
    """What an answer says in place of its events."""
    return verdict.answers[number] if isinstance(verdict, Ask) and number < len(verdict.answers) else ""


def card_of(moment: GameSnapshot, events: tuple[Event, ...]) -> Thing | None:
    """In a game of piles, the one card that the last of these events is about."""
    view = moment.reply.view
    named = one_card(events[-1]) if events and is_piled(view) else None
    return None if named is None else Thing("card", named, "up", deck_of_faces(view))


def outcome(moment: GameSnapshot, events: tuple[Event, ...]) -> BoardModel:
    """The part of the table that these events are about, as it would look after them, with their ways."""
    names = [region.name for region in moment.table.regions]
    state, view = moment.state, moment.reply.view
    for event in events:
        if not isinstance(event, TookBack):
            state = moment.game.after(state, event)
            view = moment.game.view(state, None)
    lying = dict(view.board)
    about = [name for event in events for name in places(event, names)]
    marks, arrows = traces(events, moment.table, "chosen")
    if is_piled(view):
        about = list(changed(moment.reply.view, view))
        marks, arrows = tuple(Mark(name, "chosen") for name in about), ()
    return board(moment.table, lying, marks, arrows, around(moment.table, about))


def refuse(moment: GameSnapshot, focus: TableFocus, model: TableModel) -> TableModel:
    """What was understood, the rule that forbids it in its own words, the table as it should be, three answers."""
    verdict = focus.settling.refused or moment.reply.verdict
    if not isinstance(verdict, Refuse):
        return model
    banner = _banner(moment, verdict, whole=focus.settling.whole_rule)
    if isinstance(verdict.event, TookBack):
        close = Button(_("Go on"), PutBack(), "main", "done")
        return replace(
            model, headline=_("Nothing to take back"), banner=banner, answers=(close,), past=(), tools=()
        )
    marks, arrows = traces((verdict.event,), moment.table, "wrong")
    if is_piled(moment.reply.view):
        after = moment.game.view(moment.game.after(moment.state, verdict.event), None)
        marks, arrows = tuple(Mark(name, "wrong") for name in changed(moment.reply.view, after)), ()
    lying: dict[str, Lying] = dict(moment.reply.view.board)
    instead = may_go(moment, verdict.event)
    marks = (*marks, *(Mark(name, "chosen") for name in instead or ()))
    understood = _("Understood: {words}").format(words=moment.words((verdict.event,)))
    seen = focus.settling.refused is None
    rules = (*verdict.waived, verdict.breach.rule)
    allow = Button(_("We allow it"), Allow(verdict.event, rules), "plain", "hand")
    answers = (
        Button(_("We put it back"), PutBack(), "main", "back")
        if seen
        else Button(_("Go on"), PutBack(), "main", "done"),
        *((Button(_("Look again"), LookAgain(), "plain", "eye"),) if seen else ()),
        *((allow,) if verdict.breach.rule != "bookkeeping" else ()),
    )
    return replace(
        model,
        headline=_("That is not allowed"),
        body=(understood,) if instead is None else (understood, _may_go_words(instead)),
        banner=banner,
        helps=()
        if focus.settling.whole_rule
        else (Button(_("The whole rule"), WholeRule(), "quiet", "book"),),
        answers=answers,
        board=board(moment.table, lying, marks, arrows),
        past=(),
        tools=(),
    )


def _banner(moment: GameSnapshot, verdict: Refuse, *, whole: bool) -> Banner:
    """Why not, in one short sentence; the whole rule where it is asked for; the rule's id small beneath it."""
    broken = written(moment, verdict.breach.rule)
    if broken is None:
        words = _("The rules of this game do not allow it.")
    else:
        words = broken.words if whole else broken.short or broken.words
    return Banner("refuse", words, _about(moment, verdict), verdict.breach.rule)


def may_go(moment: GameSnapshot, event: Event) -> tuple[str, ...] | None:
    """The squares to which the piece of a refused move may go instead; None where it was no move of such a piece."""
    start, to = event.start, event.to
    if (
        start is None
        or to is None
        or is_piled(moment.reply.view)
        or isinstance(moment.reply.turn, Chance | Over)
    ):
        return None
    others = covered_legal(moment.game, moment.state)
    if not any(type(other) is type(event) for other in others):
        return None
    ways = [other for other in others if type(other) is type(event) and other.start == start]
    names = {region.name for region in moment.table.regions}
    return tuple(sorted({way.to for way in ways if way.to in names}))


def _may_go_words(squares: tuple[str, ...]) -> str:
    """Where a piece may go, in a sentence."""
    if not squares:
        return _("That one cannot move now.")
    if len(squares) > MOST_SQUARES:
        return _("Where it may go is lit on the board.")
    return _("It may go to {squares}.").format(squares=joined(list(squares), either=True))


def _about(moment: GameSnapshot, verdict: Refuse) -> str:
    """What the rule was broken with, unless the event's own words say it already."""
    about = verdict.breach.about
    if isinstance(verdict.event, TookBack):
        return about
    return "" if about and about in moment.words((verdict.event,)) else about


def written(moment: GameSnapshot, rule_id: str) -> Rule | None:
    """The rule as the game words it; the house's own rules of taking back are worded here."""
    try:
        return rule(moment.game.id, rule_id)
    except (NoSuchRule, FileNotFoundError, ModuleNotFoundError):
        words = _house_rules().get(rule_id)
        return (
            Rule(id=rule_id, words=words, source="", ledger=(), not_checked="", examples=(), short=words)
            if words
            else None
        )


def _house_rules() -> dict[str, str]:
    return {
        "bookkeeping": _("That cannot be: something would be lost, doubled or left half done."),
        "undo-nothing": _("There is nothing to take back yet."),
        "undo-agreed": _(
            "What has shown a card or settled a throw is taken back only when every player agrees."
        ),
    }


def agree(moment: GameSnapshot, focus: TableFocus, model: TableModel) -> TableModel:
    """A take-back of something that was shown or settled: every seat confirms, each with its own button."""
    refused, agreed = focus.settling.refused, focus.settling.agreed
    about = refused.breach.about if refused is not None else ""
    broken = written(moment, "undo-agreed")
    buttons = tuple(
        Button(
            _("{name} agrees").format(name=name),
            AgreeBack(seat),
            "plain",
            "done" if seat in agreed else "",
            detail=_("agreed") if seat in agreed else _("touch to agree"),
            seat=seat,
        )
        for seat, name in enumerate(moment.names)
    )
    return replace(
        model,
        headline=_("Take this back?"),
        body=(about,),
        banner=Banner("ask", broken.words if broken else ""),
        answers=(*buttons, Button(_("No, go on"), PutBack(), "main")),
        past=(),
        tools=(),
    )
